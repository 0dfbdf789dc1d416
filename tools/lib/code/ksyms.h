/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ksyms.h - names of kernel addresses, from /proc/kallsyms; read when the first one is asked for.
 */
#ifndef PERF_AUGMENT_KSYMS_H
#define PERF_AUGMENT_KSYMS_H

#include <stddef.h>
#include <stdint.h>

struct ksyms;

/**
 * ksyms__new() - a table that is empty until it is asked.
 * @path: a file in the format of /proc/kallsyms; borrowed. NULL for that file.
 * Return: NULL when there is no memory.
 */
struct ksyms *ksyms__new(const char *path);
void ksyms__free(struct ksyms *ksyms);

/**
 * ksyms__find() - the function that @addr is in, or NULL: see ksyms__format(). Valid until free.
 * @ret_offset: how far behind its begin.
 */
const char *ksyms__find(struct ksyms *ksyms, uint64_t addr, uint64_t *ret_offset);

/** ksyms__addr() - where the function called @name is. Return: 0 or -ENOENT. */
int ksyms__addr(struct ksyms *ksyms, const char *name, uint64_t *ret_addr);

/**
 * ksyms__format() - " <symbol+0x12>" of @addr into @buf, always NUL-terminated.
 * Return: its length; 0 when the address has no name, or kallsyms does not show addresses.
 */
size_t ksyms__format(struct ksyms *ksyms, uint64_t addr, char *buf, size_t size);

#endif /* PERF_AUGMENT_KSYMS_H */
