// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_storage.c - see map_storage.h. */
#include "map_storage.h"

#include <bpf/bpf.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "log.h"
#include "map_special.h"
#include "util.h"

#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif
/* pidfd_open() of a thread: Linux 6.9. */
#define PIDFD_OF_THREAD O_EXCL

/* Objects seen: a socket that two processes hold has one entry. */
struct seen {
	ino_t *inodes;
	dev_t *devices;
	size_t nr;
	size_t room;
};

struct search {
	const struct map *map;
	int (*fn)(void *ctx, const struct map_entry *entry);
	void *ctx;
	uint8_t *value;
	struct seen seen;
	int last_err;
};

typedef int (*visit_fn)(struct search *s, int pid, int number, const char *path);

/* Every entry of /proc/<pid>/<what> that is a number. */
static int for_each_number(struct search *s, const char *path, int pid, visit_fn visit)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	char child[300];
	int ret = 0;

	if (!dir)
		return 0; /* gone, or not ours to see */
	while (!ret && (entry = readdir(dir))) {
		if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
			continue;
		snprintf(child, sizeof(child), "%s/%s", path, entry->d_name);
		ret = visit(s, pid ? pid : atoi(entry->d_name), atoi(entry->d_name), child);
	}
	closedir(dir);
	return ret;
}

/* Ask about the object behind @fd; report it under @key. */
static int ask(struct search *s, int fd, const void *key)
{
	const struct map_entry entry = { .key = key, .value = s->value };

	if (bpf_map_lookup_elem(s->map->fd, &fd, s->value)) {
		if (errno != ENOENT)
			s->last_err = -errno;
		return 0;
	}
	return s->fn(s->ctx, &entry);
}

static int visit_thread(struct search *s, int pid, int tid, const char *path)
{
	__cleanup_close int fd = -1;
	int32_t key = tid;

	(void)path;
	fd = (int)syscall(SYS_pidfd_open, tid, pid == tid ? 0 : PIDFD_OF_THREAD);
	return fd < 0 ? 0 : ask(s, fd, &key);
}

static int visit_tasks(struct search *s, int pid, int number, const char *path)
{
	char tasks[320];

	(void)number;
	snprintf(tasks, sizeof(tasks), "%s/task", path);
	return for_each_number(s, tasks, pid, visit_thread);
}

/* Return: true when it had been seen; else it is remembered. */
static bool seen_before(struct seen *seen, const struct stat *st)
{
	size_t i;

	for (i = 0; i < seen->nr; i++) {
		if (seen->inodes[i] == st->st_ino && seen->devices[i] == st->st_dev)
			return true;
	}
	if (seen->nr == seen->room) {
		size_t room = seen->room ? seen->room * 2 : 256;
		ino_t *inodes = realloc(seen->inodes, room * sizeof(*inodes));
		dev_t *devices = realloc(seen->devices, room * sizeof(*devices));

		seen->inodes = inodes ? inodes : seen->inodes;
		seen->devices = devices ? devices : seen->devices;
		if (!inodes || !devices)
			return false;
		seen->room = room;
	}
	seen->inodes[seen->nr] = st->st_ino;
	seen->devices[seen->nr++] = st->st_dev;
	return false;
}

static int visit_descriptor(struct search *s, int pid, int number, const char *path)
{
	const struct map_special_key key = { .pid = pid, .fd = number };
	bool wants_socket = s->map->info.type == BPF_MAP_TYPE_SK_STORAGE;
	__cleanup_close int pidfd = -1, fd = -1;
	struct stat st;

	if (stat(path, &st) || S_ISSOCK(st.st_mode) != wants_socket || seen_before(&s->seen, &st))
		return 0;
	if (wants_socket) {
		/* A socket cannot be opened again, but the descriptor can be had from its owner. */
		pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
		fd = pidfd < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, pidfd, number, 0);
	} else {
		fd = open(path, O_PATH | O_CLOEXEC);
	}
	return fd < 0 ? 0 : ask(s, fd, &key);
}

static int visit_descriptors(struct search *s, int pid, int number, const char *path)
{
	char fds[320];

	(void)number;
	snprintf(fds, sizeof(fds), "%s/fd", path);
	return for_each_number(s, fds, pid, visit_descriptor);
}

/* A cgroup's id is the inode number of its directory. */
static int walk_cgroups(struct search *s, const char *path, unsigned int depth)
{
	__cleanup_close int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent *entry;
	struct stat st;
	char child[1024];
	uint64_t key;
	DIR *dir;
	int ret;

	if (fd < 0 || fstat(fd, &st) || depth > 64)
		return 0;
	key = st.st_ino;
	ret = ask(s, fd, &key);
	dir = ret ? NULL : opendir(path);
	while (dir && !ret && (entry = readdir(dir))) {
		if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
			continue;
		if (snprintf(child, sizeof(child), "%s/%s", path, entry->d_name) <
		    (int)sizeof(child))
			ret = walk_cgroups(s, child, depth + 1);
	}
	if (dir)
		closedir(dir);
	return ret;
}

static int search_cgroups(struct search *s)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	struct mntent *m;
	int ret = 0;

	if (!mounts)
		return -errno;
	while (!ret && (m = getmntent(mounts))) {
		if (!strcmp(m->mnt_type, "cgroup2"))
			ret = walk_cgroups(s, m->mnt_dir, 0);
	}
	endmntent(mounts);
	return ret;
}

void map_storage__log_limits(const struct map *map)
{
	if (map->info.type != BPF_MAP_TYPE_SK_STORAGE &&
	    map->info.type != BPF_MAP_TYPE_INODE_STORAGE)
		return;
	log_info("map %s (id %u): shown are entries of %s that a process has open; others cannot "
		 "be found",
		 map->info.name, map->info.id,
		 map->info.type == BPF_MAP_TYPE_SK_STORAGE ? "sockets" : "files");
}

int map_storage__for_each(const struct map *map,
			  int (*fn)(void *ctx, const struct map_entry *entry), void *ctx)
{
	struct search s = { .map = map, .fn = fn, .ctx = ctx };
	int ret;

	s.value = malloc(map->info.value_size);
	if (!s.value)
		return -ENOMEM;
	switch (map->info.type) {
	case BPF_MAP_TYPE_TASK_STORAGE:
		ret = for_each_number(&s, "/proc", 0, visit_tasks);
		break;
	case MAP_TYPE_CGRP_STORAGE:
		ret = search_cgroups(&s);
		break;
	default:
		ret = for_each_number(&s, "/proc", 0, visit_descriptors);
	}
	if (!ret && s.last_err)
		log_warn("map %s (id %u): some objects could not be asked about: %s",
			 map->info.name, map->info.id,
			 s.last_err == -KERNEL_ENOTSUPP ? "not supported" : strerror(-s.last_err));
	free(s.value);
	free(s.seen.inodes);
	free(s.seen.devices);
	return ret;
}
