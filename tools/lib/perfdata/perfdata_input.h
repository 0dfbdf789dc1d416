/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_input.h - the bytes of a recording from front to back: of a file, of a stream that
 * cannot go back, or of memory. Holds a window, never the whole.
 */
#ifndef PERF_AUGMENT_PERFDATA_INPUT_H
#define PERF_AUGMENT_PERFDATA_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** PERFDATA_PEEK_MAX - the most that can be looked at in one piece: a record and its header. */
#define PERFDATA_PEEK_MAX (128 * 1024)

struct perfdata_input;

/**
 * perfdata_input__open_fd() - read from @fd, which the input closes if @owns.
 * Return: NULL when there is no memory; @fd is then closed if @owns.
 */
struct perfdata_input *perfdata_input__open_fd(int fd, bool owns);

/** perfdata_input__open_memory() - read @size bytes that outlive the input. NULL without memory. */
struct perfdata_input *perfdata_input__open_memory(const void *bytes, size_t size);

void perfdata_input__close(struct perfdata_input *in);

/** perfdata_input__size() - bytes in all; UINT64_MAX for a stream. */
uint64_t perfdata_input__size(const struct perfdata_input *in);

/** perfdata_input__tell() - where the next byte comes from. */
uint64_t perfdata_input__tell(const struct perfdata_input *in);

/** perfdata_input__error() - 0, or what reading failed with: the end is then not the real end. */
int perfdata_input__error(const struct perfdata_input *in);

/**
 * perfdata_input__peek() - look at the next @len bytes, at most PERFDATA_PEEK_MAX.
 * @ret_len: how many there are; fewer only at the end.
 * Return: the bytes, valid until the next call.
 */
const uint8_t *perfdata_input__peek(struct perfdata_input *in, size_t len, size_t *ret_len);

/** perfdata_input__skip() - go on by @len bytes. Return: how many there were. */
uint64_t perfdata_input__skip(struct perfdata_input *in, uint64_t len);

/** perfdata_input__seek() - go to @offset. Return: 0; -ESPIPE for a stream that is past it. */
int perfdata_input__seek(struct perfdata_input *in, uint64_t offset);

/**
 * perfdata_input__load() - @size bytes at @offset into @buf, without moving. Not for streams.
 * Return: 0, -ENODATA when the file ends before, -ESPIPE, or the read error.
 */
int perfdata_input__load(struct perfdata_input *in, uint64_t offset, void *buf, size_t size);

#endif /* PERF_AUGMENT_PERFDATA_INPUT_H */
