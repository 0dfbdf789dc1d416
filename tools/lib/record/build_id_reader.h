/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * build_id_reader.h - a thread that reads the build-ids of mapped files, so that who takes records
 * from rings never waits for a disk.
 *
 *	build_id_reader__new(&r)
 *	build_id_reader__want(r, &file) for each mapping     each file is read once
 *	build_id_reader__take(r, &result) now and then       what is ready
 *	build_id_reader__finish(r)                           wait until all is read
 *	build_id_reader__take(r, &result) until 0
 *	build_id_reader__free(r)
 */
#ifndef PERF_AUGMENT_BUILD_ID_READER_H
#define PERF_AUGMENT_BUILD_ID_READER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "build_id.h"

struct build_id_reader;

/**
 * struct build_id_file - a mapping, as PERF_RECORD_MMAP2 has it.
 * @pid: whose; it may be gone when the file is read. @start, @len: where it is mapped.
 * @maj, @min, @ino, @ino_generation: the file; @ino 0 when not known.
 * @path: as that process sees it. Copied.
 */
struct build_id_file {
	pid_t pid;
	uint64_t start, len;
	uint32_t maj, min;
	uint64_t ino, ino_generation;
	const char *path;
};

/**
 * struct build_id_result - of one file.
 * @file: as it was wanted first; its path is valid until free.
 * @err: 0; -ENOENT: there is no such file, or it has no build-id; -ESTALE: another file is there
 *	now; -EINVAL: it is no ELF file; other -errno.
 */
struct build_id_result {
	struct build_id_file file;
	struct build_id id;
	int err;
};

/** build_id_reader__new() - start the thread. Return: 0, -ENOMEM, -errno of pthread_create(). */
int build_id_reader__new(struct build_id_reader **ret_reader);

/** build_id_reader__free() - takes NULL; does not wait for more than the file being read. */
void build_id_reader__free(struct build_id_reader *reader);

/**
 * build_id_reader__want() - read the build-id of @file, unless it was wanted before. What cannot have
 * one ("//anon", "[heap]", a path that is not absolute) is left out.
 * Return: 1: it will be read; 0: not again; -ENOMEM.
 */
int build_id_reader__want(struct build_id_reader *reader, const struct build_id_file *file);

/** build_id_reader__take() - one result that is ready. Return: 1, or 0 when there is none. */
int build_id_reader__take(struct build_id_reader *reader, struct build_id_result *ret_result);

/** build_id_reader__finish() - wait until all that is wanted is read. */
void build_id_reader__finish(struct build_id_reader *reader);

#endif /* PERF_AUGMENT_BUILD_ID_READER_H */
