/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perf_rings.h - perf events of a running kernel: one mapped ring per CPU, into which all events
 * write, read as one stream in the order of time.
 *
 * All events have the same layout: identifier, pid and tid, time of CLOCK_MONOTONIC, CPU, raw bytes; and
 * what perf_rings__new() is asked for.
 */
#ifndef PERF_AUGMENT_PERF_RINGS_H
#define PERF_AUGMENT_PERF_RINGS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct perf_rings;

/* What the samples of a set of rings have besides. */
#define PERF_RINGS_ADDRESSES (1 << 0) /* of the code, and of the data that it touched */
#define PERF_RINGS_CHAINS (1 << 1)    /* call chains */

/**
 * struct perf_record - one record; @raw and @text are valid until the function that got it returns.
 * @type: PERF_RECORD_SAMPLE, _COMM, _FORK, _EXIT or _MMAP2; no other is handed over.
 * @misc: PERF_RECORD_MISC_*.
 * @id: of the event, as perf_rings__open() gave it.
 * @pid, @tid: of the running task; of a FORK or EXIT, who that is.
 * @parent_tid: of a FORK, the thread that made it.
 * @parent_pid: and its process.
 * @text: of a COMM, the new name; of an MMAP2, the file; @text_len bytes.
 * @ip, @addr: with PERF_RINGS_ADDRESSES. @chain: with PERF_RINGS_CHAINS, @nr_chain of them.
 * @start, @len, @offset, @device (major << 32 | minor), @inode, @prot, @flags: of an MMAP2.
 */
struct perf_record {
	uint32_t type;
	uint16_t misc;
	uint32_t cpu;
	uint64_t id;
	uint64_t time_ns;
	uint32_t pid;
	uint32_t tid;
	uint32_t parent_tid;
	uint32_t parent_pid;
	const uint8_t *raw;
	size_t raw_size;
	const char *text;
	size_t text_len;
	uint64_t ip;
	uint64_t addr;
	const uint64_t *chain;
	size_t nr_chain;
	uint64_t start;
	uint64_t len;
	uint64_t offset;
	uint64_t device;
	uint64_t inode;
	uint32_t prot;
	uint32_t flags;
};

typedef int (*perf_record_fn)(void *ctx, const struct perf_record *record);

/**
 * perf_rings__new() - map a ring for each CPU that is online.
 * @size: bytes of each; a power of two of at least a page.
 * @extra: PERF_RINGS_*.
 * Return: 0 or -errno; the reason is in the errno alone.
 */
int perf_rings__new(size_t size, unsigned int extra, struct perf_rings **ret_rings);

/** perf_rings__free() - close all events; takes NULL. */
void perf_rings__free(struct perf_rings *rings);

/** perf_rings__nr_cpus() - CPUs that have a ring. */
size_t perf_rings__nr_cpus(const struct perf_rings *rings);

/** perf_rings__cpu() - the number of the CPU of ring @idx. */
int perf_rings__cpu(const struct perf_rings *rings, size_t idx);

/**
 * perf_rings__open() - an event on one CPU whose records go into that CPU's ring.
 * @attr: type, config, inherit and the like; layout, clock and size are filled in here.
 * @pid: -1 for every task.
 * @ret_fd: owned by @rings, open until perf_rings__free().
 * Return: 0 or -errno of perf_event_open(2) and of the ioctls that join it to the ring.
 */
int perf_rings__open(struct perf_rings *rings, const struct perf_event_attr *attr, pid_t pid,
		     size_t idx, int *ret_fd, uint64_t *ret_id);

/** perf_rings__enable() - let events count, but those with enable_on_exec. Return: 0 or -errno. */
int perf_rings__enable(struct perf_rings *rings);

/** perf_rings__disable() - no more records are made; those that are there stay. */
void perf_rings__disable(struct perf_rings *rings);

/** perf_rings__add_to_epoll() - have @epoll_fd wake when a ring is a quarter full. */
int perf_rings__add_to_epoll(struct perf_rings *rings, int epoll_fd, uint64_t token);

/** perf_rings__look() - notice what has been written so far: later drains go up to there. */
void perf_rings__look(struct perf_rings *rings);

/** perf_rings__next_ns() - the time of the next record; UINT64_MAX when none was noticed. */
uint64_t perf_rings__next_ns(const struct perf_rings *rings);

/**
 * perf_rings__drain() - hand over what was noticed and is older than @until_ns.
 * Return: 0, -ENOMEM, or what @fn returned.
 */
int perf_rings__drain(struct perf_rings *rings, uint64_t until_ns, perf_record_fn fn, void *ctx);

/** perf_rings__lost() - records that found a ring full, and records that made no sense. */
uint64_t perf_rings__lost(const struct perf_rings *rings);
uint64_t perf_rings__malformed(const struct perf_rings *rings);

/** perf_rings__size() - bytes of each ring. */
size_t perf_rings__size(const struct perf_rings *rings);

/**
 * perf_record__parse() - read the bytes of one record.
 * @bytes: @size of them, as the header says; 8-byte aligned; hostile. @extra: PERF_RINGS_*.
 * Return: 0; -EBADMSG when it is shorter than its type wants; -ENOMSG for a type that is not handed
 * over; LOST records give their number in @ret_lost and -ENOMSG.
 */
int perf_record__parse(const uint8_t *bytes, size_t size, unsigned int extra,
		       struct perf_record *ret_record, uint64_t *ret_lost);

#endif /* PERF_AUGMENT_PERF_RINGS_H */
