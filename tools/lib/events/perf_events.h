/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perf_events.h - the part of a trace that is made of perf events: tracepoints, objects for stock
 * perf, and what these print. Its records are read in the order of time beside the engine's.
 */
#ifndef PERF_AUGMENT_PERF_EVENTS_H
#define PERF_AUGMENT_PERF_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "record.h"
#include "select.h"
#include "stacks.h"
#include "stock_object.h"
#include "tp_format.h"
#include "tp_select.h"

struct perf_events;

/* struct perf_events_opts.faults */
#define PERF_EVENTS_FAULTS_MAJOR (1 << 0)
#define PERF_EVENTS_FAULTS_MINOR (1 << 1)

/**
 * struct perf_events_opts - all pointers are borrowed until perf_events__free().
 * @tracepoints: to be shown.
 * @watched: more of them, by name; NULL for none.
 * @objects: opened, not loaded.
 * @wanted: the system calls that are traced.
 * @all_tasks, @inherit: as of the engine.
 * @filter_pids: processes never shown.
 * @faults: PERF_EVENTS_FAULTS_*: page faults to be shown.
 * @stacks: is told of mappings; NULL. @want_chains: events come with call chains too.
 * @ring_size: bytes per CPU, rounded up to a power of two; 0 for the default.
 */
struct perf_events_opts {
	const struct tp_select *tracepoints;
	const char *watched[2];
	struct stock_objects *objects;
	const struct select *wanted;
	bool all_tasks;
	bool inherit;
	const pid_t *filter_pids;
	size_t nr_filter_pids;
	unsigned int faults;
	struct stacks *stacks;
	bool want_chains;
	size_t ring_size;
};

/**
 * struct shown_event - one line's worth; all pointers are valid until the function that got it
 * returns.
 * @chain: its call chains, where they were asked for.
 * @name: "sched:sched_switch", "__bpf_stdout__".
 * @format: how to read @raw; NULL for the output of a program.
 * @is_fault: a page fault of the code at @ip, which touched @addr; @is_kernel: the code is the kernel's.
 * @enter: of a tracepoint syscalls:sys_enter_NAME, the call.
 */
struct shown_event {
	const char *name;
	const char *comm;
	uint32_t pid;
	uint32_t tid;
	uint32_t cpu;
	uint64_t time_ns;
	const struct tp_format *format;
	const struct syscall_desc *enter;
	const uint8_t *raw;
	size_t raw_size;
	struct stack_chain chain;
	bool is_fault;
	bool is_kernel;
	uint64_t ip;
	uint64_t addr;
};

typedef int (*shown_event_fn)(void *ctx, const struct shown_event *event);

/**
 * struct perf_events_counts - the ledger's part.
 * @shown: handed over. @past_max: more of a tracepoint than its term nr=N wants. @lost: a ring was full. @malformed: records that made no sense.
 * @dropped_calls: calls that an object did not pass on. @missed: see stock_object__missed().
 */
struct perf_events_counts {
	uint64_t shown;
	uint64_t past_max;
	uint64_t lost;
	uint64_t malformed;
	uint64_t dropped_calls;
	uint64_t missed;
};

/** perf_events__new() - load the objects, make the rings; nothing runs yet. Return: 0 or -errno, logged. */
int perf_events__new(const struct perf_events_opts *opts, struct perf_events **ret_events);

/** perf_events__free() - detach and unload, but for the objects, which are the caller's; takes NULL. */
void perf_events__free(struct perf_events *pe);

/**
 * perf_events__add_task() - events of thread @tid, and of what it makes.
 * @on_exec: shown events begin when it executes a program.
 * Return: 0; -ESRCH when there is no such thread; -errno, logged.
 */
int perf_events__add_task(struct perf_events *pe, pid_t tid, bool on_exec);

/** perf_events__begin() - attach programs and let events count. Return: 0 or -errno, logged. */
int perf_events__begin(struct perf_events *pe);

/** perf_events__end() - no more records are made; those that are there can be read. */
void perf_events__end(struct perf_events *pe);

int perf_events__add_to_epoll(struct perf_events *pe, int epoll_fd, uint64_t token);

/** perf_events__look() - notice what there is; drains go up to that. */
void perf_events__look(struct perf_events *pe);

/** perf_events__drain() - what was noticed and is older than @until_ns. Return: 0 or what @fn returned. */
int perf_events__drain(struct perf_events *pe, uint64_t until_ns, shown_event_fn fn, void *ctx);

/**
 * perf_events__judge() - may this call be shown? Then what an object has read of it goes into it.
 *
 * To be asked for each record of the engine in the order of time, all events up to its time having
 * been drained.
 * @event: the payloads put into it are valid until the next drain.
 * Return: false when an object decides upon the call and has not passed it on.
 */
bool perf_events__judge(struct perf_events *pe, struct event *event);

void perf_events__counts(const struct perf_events *pe, struct perf_events_counts *ret_counts);

/**
 * perf_events_counts__lost() - whether the output lacks something. A program that was passed over lets
 * no call through, as if it had refused it: that may be one which would be shown.
 */
bool perf_events_counts__lost(const struct perf_events_counts *counts);

/** perf_events__is_done() - there is nothing more to show: each tracepoint has come as often as wanted. */
bool perf_events__is_done(const struct perf_events *pe);

/** perf_events__ring_size() - bytes per CPU. */
size_t perf_events__ring_size(const struct perf_events *pe);

#endif /* PERF_AUGMENT_PERF_EVENTS_H */
