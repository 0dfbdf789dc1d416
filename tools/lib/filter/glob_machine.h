/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* glob_machine.h - a glob of the expression language (expr.h) for the kernel. */
#ifndef PERF_AUGMENT_GLOB_MACHINE_H
#define PERF_AUGMENT_GLOB_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "bpf-progs/glob_code.h"

/**
 * glob_machine__make() - @is_glob: otherwise the characters mean themselves.
 * Return: 0; -E2BIG when it has too many parts.
 */
int glob_machine__make(struct glob_machine *glob, const char *pattern, size_t len, bool is_glob);

#endif /* PERF_AUGMENT_GLOB_MACHINE_H */
