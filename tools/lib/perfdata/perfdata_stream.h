/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_stream.h - one file of a recording that is being written: buffered, counted, and with
 * its kernel records packed by zstd if that is wanted. Streams share nothing: each may have its
 * thread.
 */
#ifndef PERF_AUGMENT_PERFDATA_STREAM_H
#define PERF_AUGMENT_PERFDATA_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * PERFDATA_PACK_MMAP_LEN - what COMPRESSED says of the room that a reader needs to unpack one
 * record.
 */
#define PERFDATA_PACK_MMAP_LEN (512 * 1024)

struct perfdata_stream;

/**
 * perfdata_stream__new() - write to @fd, which the stream closes if @owns_fd.
 * @level: zstd's, 1 to 22; 0 writes records as they are.
 * Return: NULL when there is no memory; @fd stays open then.
 */
struct perfdata_stream *perfdata_stream__new(int fd, bool owns_fd, int level);

/**
 * perfdata_stream__close() - without flushing: see perfdata_stream__flush(). Return: 0 or
 * close()'s -errno.
 */
int perfdata_stream__close(struct perfdata_stream *stream);

/**
 * perfdata_stream__record() - one whole record. Those of the kernel are packed, the others are not.
 * Return: 0, or the first write error of this stream; nothing is written after it.
 */
int perfdata_stream__record(struct perfdata_stream *stream, const void *record, size_t size);

/**
 * perfdata_stream__kernel_bytes() - records of the kernel, as they lie in its ring: the last may go
 * on in the next call, which must come before any other. Return: as perfdata_stream__record().
 */
int perfdata_stream__kernel_bytes(struct perfdata_stream *stream, const void *bytes, size_t len);

/** perfdata_stream__bytes() - bytes that are never packed: headers, what follows a record. */
int perfdata_stream__bytes(struct perfdata_stream *stream, const void *bytes, size_t len);

/** perfdata_stream__flush() - write what is buffered. Return: as perfdata_stream__record(). */
int perfdata_stream__flush(struct perfdata_stream *stream);

/**
 * perfdata_stream__rewind() - after a write error of a regular file: cut it behind the last whole
 * record that leaves @room bytes of what was written free, as far as flushes are remembered; of
 * packed records, where a flush ended. The error is forgotten.
 * Return: 0 or -errno.
 */
int perfdata_stream__rewind(struct perfdata_stream *stream, uint64_t room);

/**
 * perfdata_stream__offset() - bytes given to the file so far; flush first when records are
 * packed.
 */
uint64_t perfdata_stream__offset(const struct perfdata_stream *stream);

/** perfdata_stream__packed() - bytes of records before (@ret_in) and after (@ret_out) packing. */
void perfdata_stream__packed(const struct perfdata_stream *stream, uint64_t *ret_in,
			     uint64_t *ret_out);

int perfdata_stream__fd(const struct perfdata_stream *stream);

#endif /* PERF_AUGMENT_PERFDATA_STREAM_H */
