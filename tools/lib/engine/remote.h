/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * remote.h - memory of other processes, read from outside. It may be hostile: what is read may change
 * meanwhile, and a page of it may be one that somebody keeps us waiting for. So only pages that are in
 * memory are read; and as they may be gone by then, by a thread of its own, which is left behind when
 * it does not come back.
 */
#ifndef PERF_AUGMENT_REMOTE_H
#define PERF_AUGMENT_REMOTE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct remote;

/** remote__new() - Return: NULL when there is no memory, or no thread. */
struct remote *remote__new(void);

/** remote__free() - and its thread, unless that is stuck; takes NULL. */
void remote__free(struct remote *r);

/**
 * remote__open() - what is read from now on is of thread @tid's process.
 * Return: 0; -errno, -EACCES or -EPERM for want of privilege; -ETIMEDOUT: a read did not come back, and
 * nothing will be read any more.
 */
int remote__open(struct remote *r, pid_t tid);

/** remote__read() - all of @size bytes at @addr. Return: 0; -EFAULT: not all of them could be had. */
int remote__read(struct remote *r, uint64_t addr, void *to, size_t size);

/**
 * remote__read_str() - a string with its NUL, or its first @size bytes.
 * Return: how many bytes of @to were written; -EFAULT.
 */
ssize_t remote__read_str(struct remote *r, uint64_t addr, char *to, size_t size);

#endif /* PERF_AUGMENT_REMOTE_H */
