/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* overflow_names.h - what names in expressions over samples stand for on this machine. */
#ifndef PERF_AUGMENT_OVERFLOW_NAMES_H
#define PERF_AUGMENT_OVERFLOW_NAMES_H

#include "overflow_expr.h"

struct overflow_machine;

/** overflow_machine__new() - nothing is read until it is asked for. Return: NULL without memory. */
struct overflow_machine *overflow_machine__new(void);
void overflow_machine__free(struct overflow_machine *machine);

/** overflow_machine__names() - valid as long as @machine. */
struct overflow_names overflow_machine__names(struct overflow_machine *machine);

#endif /* PERF_AUGMENT_OVERFLOW_NAMES_H */
