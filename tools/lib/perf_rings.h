/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perf_rings.h - perf events of a running kernel: one mapped ring per CPU, into which all events
 * write, read as one stream in the order of time.
 *
 * All events have the same layout: identifier, pid and tid, time of CLOCK_MONOTONIC, CPU, raw bytes.
 */
#ifndef PERF_AUGMENT_PERF_RINGS_H
#define PERF_AUGMENT_PERF_RINGS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct perf_rings;

/**
 * struct perf_record - one record; @raw and @text are valid until the function that got it returns.
 * @type: PERF_RECORD_SAMPLE, _COMM, _FORK or _EXIT; no other is handed over.
 * @id: of the event, as perf_rings__open() gave it.
 * @pid, @tid: of the running task; of a FORK or EXIT, who that is.
 * @parent_tid: of a FORK, the thread that made it.
 * @text: of a COMM, the new name, @text_len bytes.
 */
struct perf_record {
	uint32_t type;
	uint32_t cpu;
	uint64_t id;
	uint64_t time_ns;
	uint32_t pid;
	uint32_t tid;
	uint32_t parent_tid;
	const uint8_t *raw;
	size_t raw_size;
	const char *text;
	size_t text_len;
};

typedef int (*perf_record_fn)(void *ctx, const struct perf_record *record);

/**
 * perf_rings__new() - map a ring for each CPU that is online.
 * @size: bytes of each; a power of two of at least a page.
 * Return: 0 or -errno; the reason is in the errno alone.
 */
int perf_rings__new(size_t size, struct perf_rings **ret_rings);

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
 * @bytes: @size of them, as the header says; hostile.
 * Return: 0; -EBADMSG when it is shorter than its type wants; -ENOMSG for a type that is not handed
 * over; LOST records give their number in @ret_lost and -ENOMSG.
 */
int perf_record__parse(const uint8_t *bytes, size_t size, struct perf_record *ret_record,
		       uint64_t *ret_lost);

#endif /* PERF_AUGMENT_PERF_RINGS_H */
