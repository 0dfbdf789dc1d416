/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * remote.h - memory of another process, read from outside. It may be hostile: what is read may change
 * meanwhile, and a page of it may be one that somebody keeps us waiting for. So only pages that are in
 * memory are read.
 */
#ifndef PERF_AUGMENT_REMOTE_H
#define PERF_AUGMENT_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** struct remote - @pagemap_fd: which pages of thread @tid's process are in memory. */
struct remote {
	pid_t tid;
	int pagemap_fd;
};

/** remote__open() - Return: 0; -errno, -EACCES or -EPERM for want of privilege. */
int remote__open(struct remote *r, pid_t tid);

void remote__close(struct remote *r);

/** remote__read() - all of @size bytes at @addr. Return: 0; -EFAULT: not all of them are in memory. */
int remote__read(const struct remote *r, uint64_t addr, void *to, size_t size);

/**
 * remote__read_str() - a string with its NUL, or its first @size bytes.
 * Return: how many bytes of @to were written; -EFAULT.
 */
ssize_t remote__read_str(const struct remote *r, uint64_t addr, char *to, size_t size);

#endif /* PERF_AUGMENT_REMOTE_H */
