/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_parts.h - calls whose contents came in several records (AUG_RECORD_MORE): put together again, so
 * that decoders see one record and each string in one piece.
 *
 * Pure, no I/O; the bytes count as hostile.
 */
#ifndef PERF_AUGMENT_RECORD_PARTS_H
#define PERF_AUGMENT_RECORD_PARTS_H

#include <stddef.h>

#include "bpf/augment.h"

struct record_parts;

/** record_parts__new() - Return: NULL when there is no memory. */
struct record_parts *record_parts__new(void);
void record_parts__free(struct record_parts *parts);

/**
 * record_parts__add() - keep a record of type AUG_RECORD_MORE until its call's next one.
 * @size: bytes at @rec, 8-byte aligned.
 * Return: 0; -ENOMEM; -EBADMSG when a length does not fit.
 */
int record_parts__add(struct record_parts *parts, const struct aug_record *rec, size_t size);

/**
 * record_parts__join() - @rec with the payloads that came before, those of one piece as one.
 * @ret_size: bytes of what is returned.
 *
 * Of a call that waits, what came before stays for its end. A piece whose rest did not come is one that
 * was cut.
 *
 * Return: the record, valid until the next call of a function of @parts; @rec itself when nothing is to be
 * put together; NULL when there is no memory or a length does not fit.
 */
const struct aug_record *record_parts__join(struct record_parts *parts,
					    const struct aug_record *rec, size_t size,
					    size_t *ret_size);

#endif /* PERF_AUGMENT_RECORD_PARTS_H */
