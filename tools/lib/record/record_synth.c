// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_synth.c - see record_synth.h: tasks and mappings from /proc. */
#include "record_synth.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "proc_map.h"
#include "record_synth_priv.h"
#include "target.h"
#include "util.h"

/* A name with its NUL fills up to 8 bytes; then the sample_id. */
int record_synth__emit(const struct record_synth *s, union synth_record *r, size_t fixed,
		       const char *name)
{
	const size_t room = sizeof(*r) - fixed - s->sample_id_size - 8;
	const size_t len = name ? MIN(strlen(name), room) : 0;
	size_t size = fixed;

	if (name) {
		memcpy(r->bytes + size, name, len);
		memset(r->bytes + size + len, 0, 8);
		size += (len + 1 + 7) & ~7UL;
	}
	memset(r->bytes + size, 0, s->sample_id_size);
	size += s->sample_id_size;
	r->header.size = (uint16_t)size;
	return s->fn(s->ctx, r->bytes, size);
}

static int emit_fork(const struct record_synth *s, pid_t pid, pid_t ppid, pid_t tid, pid_t ptid)
{
	union synth_record r = {
		.fork = {
			/* Without the bit, readers copy the parent's mappings. */
			.header = { .type = PERF_RECORD_FORK, .misc = PERF_RECORD_MISC_FORK_EXEC },
			.pid = (uint32_t)pid,
			.ppid = (uint32_t)ppid,
			.tid = (uint32_t)tid,
			.ptid = (uint32_t)ptid,
		},
	};

	return record_synth__emit(s, &r, sizeof(r.fork), NULL);
}

static int emit_comm(const struct record_synth *s, pid_t pid, pid_t tid, const char *comm)
{
	union synth_record r = {
		.comm = {
			.header = { .type = PERF_RECORD_COMM },
			.pid = (uint32_t)pid,
			.tid = (uint32_t)tid,
		},
	};

	return record_synth__emit(s, &r, sizeof(r.comm), comm);
}

/* Return: whether the thread was still there. */
static bool read_comm(pid_t pid, pid_t tid, char *comm, size_t size)
{
	FILE *f __cleanup_fclose = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/comm", pid, tid);
	f = fopen(path, "re");
	if (!f || !fgets(comm, (int)size, f))
		return false;
	comm[strcspn(comm, "\n")] = '\0';
	return true;
}

static bool read_parent(pid_t pid, pid_t *ret_ppid)
{
	FILE *f __cleanup_fclose = NULL;
	char path[64], line[256];

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "PPid: %d", ret_ppid) == 1)
			return true;
	}
	return false;
}

struct thread_walk {
	const struct record_synth *s;
	pid_t pid, ppid;
};

static int synth_thread(void *ctx, pid_t tid)
{
	const struct thread_walk *w = ctx;
	char comm[32];
	int err;

	if (!read_comm(w->pid, tid, comm, sizeof(comm)))
		return 0;
	/* The parent of a thread is its process; of a process, who forked it. */
	err = emit_fork(w->s, w->pid, tid == w->pid ? w->ppid : w->pid, tid,
			tid == w->pid ? w->ppid : w->pid);
	return err ? err : emit_comm(w->s, w->pid, tid, comm);
}

static int synth_other_thread(void *ctx, pid_t tid)
{
	const struct thread_walk *w = ctx;

	return tid == w->pid ? 0 : synth_thread(ctx, tid);
}

static void set_mapping(union synth_record *r, const struct proc_map *map)
{
	r->mmap2.start = map->start;
	r->mmap2.len = map->end - map->start;
	r->mmap2.pgoff = map->offset;
	r->mmap2.maj = map->dev_major;
	r->mmap2.min = map->dev_minor;
	r->mmap2.ino = map->inode;
	r->mmap2.prot = (uint32_t)map->prot;
	r->mmap2.flags = map->is_shared ? MAP_SHARED : MAP_PRIVATE;
}

static bool is_wanted(const struct record_synth *s, const struct proc_map *map)
{
	return map->prot & PROT_EXEC || (s->data_maps && map->prot & PROT_READ);
}

static int synth_maps(const struct record_synth *s, pid_t pid)
{
	FILE *f __cleanup_fclose = NULL;
	char *line __cleanup_free = NULL;
	struct proc_map map;
	size_t size = 0;
	char path[64];
	int err = 0;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	f = fopen(path, "re");
	while (!err && f && getline(&line, &size, f) > 0) {
		union synth_record r = {
			.mmap2 = {
				.header = { .type = PERF_RECORD_MMAP2,
					    .misc = PERF_RECORD_MISC_USER },
				.pid = (uint32_t)pid,
				.tid = (uint32_t)pid,
			},
		};

		if (!proc_map__parse(line, &map) || !is_wanted(s, &map))
			continue;
		set_mapping(&r, &map);
		if (!(map.prot & PROT_EXEC))
			r.header.misc |= PERF_RECORD_MISC_MMAP_DATA;
		err = record_synth__emit(s, &r, sizeof(r.mmap2), map.path);
	}
	return err;
}

int record_synth__process(const struct record_synth *s, pid_t pid, bool maps)
{
	struct thread_walk w = { .s = s, .pid = pid };
	int err;

	if (!read_parent(pid, &w.ppid))
		return 0;
	/* The process itself first: its threads refer to it. */
	err = synth_thread(&w, pid);
	if (!err)
		err = target__for_each_thread(pid, synth_other_thread, &w);
	if (!err && maps)
		err = synth_maps(s, pid);
	return err == -ESRCH ? 0 : err;
}

int record_synth__all(const struct record_synth *s, bool maps)
{
	DIR *dir = opendir("/proc");
	const struct dirent *entry;
	bool any = false;
	int err = 0;

	if (!dir)
		return -errno;
	while (!err && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		any = true;
		err = record_synth__process(s, (pid_t)atoi(entry->d_name), maps);
	}
	closedir(dir);
	/* Where not even we are, it is no /proc. */
	return err || any ? err : -ENOENT;
}
