/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * output_file.h - opens what we write to: as the user who called sudo, and in a directory that others
 * may write to never through a link, or into a file, that somebody else put there.
 */
#ifndef PERF_AUGMENT_OUTPUT_FILE_H
#define PERF_AUGMENT_OUTPUT_FILE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

/**
 * output_file__open() - open(2) with O_CLOEXEC, but as above.
 * Return: a descriptor; -ELOOP for somebody else's link, -EPERM for somebody else's file; -errno.
 */
int output_file__open(const char *path, int flags, mode_t mode);

/**
 * output_file__check() - whether @path may be replaced or renamed: for callers that are about to
 * follow it. They are the invoker already.
 * Return: 0, also where nothing is there; -ELOOP or -EPERM as above; -errno.
 */
int output_file__check(const char *path);

/** output_file__is_same() - are both names of one regular file? Then what is written to one costs the other. */
bool output_file__is_same(const char *path, const char *other);

/**
 * output_file__remove() - as unlink(2), with the same rights and care, of a regular file that
 * output_file__open() opened. A link that led to it stays, and so does what others put there since.
 * @opened: of its descriptor.
 * Return: 0, -ENOENT when something else is there; -errno.
 */
int output_file__remove(const char *path, const struct stat *opened);

/** output_file__why() - what to say of an error of these. */
const char *output_file__why(int err);

#endif /* PERF_AUGMENT_OUTPUT_FILE_H */
