/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_records.h - what programs at samples forwarded, read back: PATH.overflow.records beside a
 * recording, a JSON object on each line, whose value record printed by its BTF type.
 */
#ifndef PERF_AUGMENT_OVERFLOW_RECORDS_H
#define PERF_AUGMENT_OVERFLOW_RECORDS_H

#include "sink.h"

/** OVERFLOW_RECORD_LINE_MAX - a record of 4096 bytes is never longer as text. */
#define OVERFLOW_RECORD_LINE_MAX (1U << 20)

/**
 * overflow_records__show() - write those of the recording @path.
 * @ret_damaged: lines that are no records, which are left out.
 * Return: 0; -ENOENT: there are none; -errno of reading; the sink's write error.
 */
int overflow_records__show(const char *path, struct sink *sink, uint64_t *ret_damaged);

#endif /* PERF_AUGMENT_OVERFLOW_RECORDS_H */
