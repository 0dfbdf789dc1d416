/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* cgroup.h - control groups of version 2, as BPF programs know them. */
#ifndef PERF_AUGMENT_CGROUP_H
#define PERF_AUGMENT_CGROUP_H

#include <stdint.h>

#include "strbuf.h"

/** struct cgroup - @level: how far below the root, which is 0. */
struct cgroup {
	uint64_t id;
	uint32_t level;
};

/**
 * cgroup__find() - @path: from the root of the hierarchy, or a directory in its file system.
 * Return: 0; -ENODEV: no cgroup2 file system is mounted; -ENOENT and other -errno.
 */
int cgroup__find(const char *path, struct cgroup *ret_cgroup);

/**
 * cgroup__find_container() - the group of the container whose id of 64 hexadecimal digits begins with
 * @prefix: its name has the id in it, wherever the container manager has put it.
 * @path: gets the group's path from the root, appended.
 * Return: 0; -EINVAL: this is no such prefix; -ENOENT: there is none; -ENOTUNIQ: ids of several begin so.
 */
int cgroup__find_container(const char *prefix, struct strbuf *path);

/**
 * cgroup__open() - the directory of a group, for perf_event_open(2): of version 2, or of version 1's
 * perf_event where there is no other. @path: as of cgroup__find().
 * Return: a descriptor; -ENODEV: no such file system is mounted; other -errno.
 */
int cgroup__open(const char *path);

/**
 * cgroup__for_each() - all groups that there are; "/" is the root's path.
 * Return: 0; -ENODEV: no cgroup2 file system is mounted; what @fn returned.
 */
int cgroup__for_each(int (*fn)(void *ctx, uint64_t id, const char *path), void *ctx);

/** cgroup__path() - append the path of the group @id from the root. Return: 0; -ENOENT: it is gone. */
int cgroup__path(uint64_t id, struct strbuf *path);

#endif /* PERF_AUGMENT_CGROUP_H */
