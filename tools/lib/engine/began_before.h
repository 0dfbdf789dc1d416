/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * began_before.h - calls that threads were in when the trace began: what their arguments led to then,
 * kept until the engine's record of their end comes, which has it as the call has left it.
 */
#ifndef PERF_AUGMENT_BEGAN_BEFORE_H
#define PERF_AUGMENT_BEGAN_BEFORE_H

#include <stddef.h>

#include "bpf/augment.h"

/** BEGAN_BEFORE_MAX - bytes that are kept; of what is more the end tells alone. */
#define BEGAN_BEFORE_MAX (64U << 20)

struct began_before;

/** began_before__new() - Return: NULL when there is no memory. */
struct began_before *began_before__new(void);

void began_before__free(struct began_before *b);

/** began_before__put() - keep a copy of @rec, which record__parse() takes. Return: 0 or -ENOMEM. */
int began_before__put(struct began_before *b, const struct aug_record *rec);

/**
 * began_before__join() - the whole record of a call that has ended; @rec itself where nothing of it was
 * kept. What was kept is forgotten.
 * @rec: record__parse() takes it. @size: of it; that of the result.
 * Return: valid until the next call; NULL: no memory.
 */
const struct aug_record *began_before__join(struct began_before *b, const struct aug_record *rec,
					    size_t *size);

#endif /* PERF_AUGMENT_BEGAN_BEFORE_H */
