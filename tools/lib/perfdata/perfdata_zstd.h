/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_zstd.h - what is inside COMPRESSED records. All of those of one file are one zstd
 * stream, and the bytes that come out are one stream of records: a record may go on in the next
 * COMPRESSED. Unpacks as much as is asked for, so that a small file cannot ask for much memory.
 */
#ifndef PERF_AUGMENT_PERFDATA_ZSTD_H
#define PERF_AUGMENT_PERFDATA_ZSTD_H

#include <stddef.h>
#include <stdint.h>

struct perfdata_unpack;

/** perfdata_unpack__new() - NULL when there is no memory. */
struct perfdata_unpack *perfdata_unpack__new(void);
void perfdata_unpack__free(struct perfdata_unpack *unpack);

/**
 * perfdata_unpack__feed() - @len packed bytes, which must last until peek gives less than is asked
 * for.
 */
void perfdata_unpack__feed(struct perfdata_unpack *unpack, const uint8_t *packed, size_t len);

/**
 * perfdata_unpack__peek() - at least @want (at most 64 KiB) of the unpacked bytes ahead.
 * @ret_bytes: the bytes, valid until the next call.
 * @ret_len: how many; fewer than @want when more has to be fed first.
 * Return: 0, or -EILSEQ when the packed bytes are no zstd stream; nothing more comes out then.
 */
int perfdata_unpack__peek(struct perfdata_unpack *unpack, size_t want, const uint8_t **ret_bytes,
			  size_t *ret_len);

/** perfdata_unpack__skip() - done with @len bytes of those ahead. */
void perfdata_unpack__skip(struct perfdata_unpack *unpack, size_t len);

#endif /* PERF_AUGMENT_PERFDATA_ZSTD_H */
