// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perf_events.c - see perf_events.h: records to lines, and to what objects say of calls. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "perf_events_priv.h"
#include "perf_payload.h"
#include "perfdata_cursor.h"
#include "syscalls.h"
#include "util.h"

/*
 * The engine's program and the object's run one after the other at the same entry, in either order;
 * this long before the engine's time stamp the object may have been done.
 */
#define ENTRY_SLACK_NS 1000000

bool perf_events__is_filtered(const struct perf_events *pe, uint32_t pid, uint32_t tid)
{
	size_t i;

	for (i = 0; i < pe->opts.nr_filter_pids; i++) {
		const uint32_t filtered = (uint32_t)pe->opts.filter_pids[i];

		if (filtered == pid || filtered == tid)
			return true;
	}
	return false;
}

static struct perf_task *task_of(struct perf_events *pe, uint32_t pid, uint32_t tid)
{
	struct perf_task *task = perf_tasks__find(&pe->tasks, tid);

	if (task)
		return task;
	task = perf_tasks__get(&pe->tasks, pid, tid);
	if (task)
		task->is_traced = pe->opts.all_tasks && !perf_events__is_filtered(pe, pid, tid);
	return task;
}

static struct perf_source *source_of(const struct perf_events *pe, uint64_t id)
{
	size_t low = 0, high = pe->nr_ids;

	while (low < high) {
		const size_t mid = (low + high) / 2;

		if (pe->ids[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low < pe->nr_ids && pe->ids[low].id == id ? &pe->sources[pe->ids[low].source] : NULL;
}

/* ---- the life of threads ---- */

static int take_fork(struct perf_events *pe, const struct perf_record *rec)
{
	const struct perf_task *parent = perf_tasks__find(&pe->tasks, rec->parent_tid);
	struct perf_task *child;

	perf_tasks__remove(&pe->tasks, rec->tid); /* an earlier thread of this number */
	child = task_of(pe, rec->pid, rec->tid);
	if (!child)
		return -ENOMEM;
	if (pe->opts.stacks && stacks__fork(pe->opts.stacks, rec->pid, rec->parent_pid))
		return -ENOMEM;
	/* Who is no target has no event that would tell of its children. */
	child->is_traced = !perf_events__is_filtered(pe, rec->pid, rec->tid);
	if (parent)
		memcpy(child->comm, parent->comm, sizeof(child->comm));
	return 0;
}

static void take_exit(struct perf_events *pe, const struct perf_record *rec)
{
	uint32_t *oldest = &pe->dead[pe->nr_dead++ % DEAD_TASKS];

	if (pe->opts.stacks && rec->pid == rec->tid)
		stacks__exit(pe->opts.stacks, rec->pid);
	if (pe->nr_dead > DEAD_TASKS)
		perf_tasks__remove(&pe->tasks, *oldest);
	*oldest = rec->tid;
}

static int take_comm(struct perf_events *pe, const struct perf_record *rec)
{
	struct perf_task *task = task_of(pe, rec->pid, rec->tid);

	if (!task)
		return -ENOMEM;
	perf_task__set_comm(task, rec->text, rec->text_len);
	if (pe->opts.stacks && rec->misc & PERF_RECORD_MISC_COMM_EXEC)
		stacks__exec(pe->opts.stacks, rec->pid);
	return 0;
}

static int take_map(struct perf_events *pe, const struct perf_record *rec)
{
	char *path __cleanup_free = strndup(rec->text, rec->text_len);
	const struct stack_map map = {
		.start = rec->start,
		.len = rec->len,
		.offset = rec->offset,
		.device = rec->device,
		.inode = rec->inode,
		.flags = rec->flags,
		.path = path,
	};

	if (!path)
		return -ENOMEM;
	return pe->opts.stacks ? stacks__map(pe->opts.stacks, rec->pid, &map) : 0;
}

/* ---- entries of calls ---- */

static const struct syscall_desc *desc_of(uint64_t nr)
{
	return nr < AUG_NR_SYSCALLS ? syscalls__get(AUG_ABI_NATIVE, (uint32_t)nr) : NULL;
}

/*
 * The tracepoint's own bytes: 8 of common fields, the number, the arguments. An object repeats them
 * before its payload: six on raw_syscalls:sys_enter, else as many as the call has.
 */
static int take_call(const struct perf_source *source, const struct perf_record *rec,
		     struct perf_task *task)
{
	const bool has_payload = source->kind == PERF_SOURCE_CALLS;
	const bool has_six = has_payload ? source->object->augments == STOCK_AUGMENTS_ALL
					 : !source->enter;
	struct cursor c = cursor__of(rec->raw, rec->raw_size);
	struct perf_call *call = &task->call;
	const struct syscall_desc *desc;
	unsigned int i;

	call->is_there = false;
	cursor__u64(&c);
	call->nr = cursor__u32(&c);
	cursor__u32(&c);
	desc = desc_of(call->nr);
	call->nr_args = has_six || !desc ? AUG_MAX_ARGS : desc->nr_args;
	for (i = 0; i < call->nr_args; i++)
		call->args[i] = cursor__u64(&c);
	if (c.cut)
		return 0;
	call->is_there = true;
	call->time_ns = rec->time_ns;
	return perf_call__set_payload(call, c.at, has_payload ? cursor__left(&c) : 0);
}

/* ---- samples ---- */

/* The kernel's chain and that of user space have marks before them. */
static void split_chain(const struct perf_record *rec, struct stack_chain *chain)
{
	const uint8_t **at = NULL;
	size_t *nr = NULL, i;

	for (i = 0; i < rec->nr_chain; i++) {
		const uint64_t ip = rec->chain[i];

		if (ip < (uint64_t)PERF_CONTEXT_MAX) {
			if (nr)
				(*nr)++;
			continue;
		}
		at = ip == (uint64_t)PERF_CONTEXT_KERNEL ? &chain->kernel
		     : ip == (uint64_t)PERF_CONTEXT_USER ? &chain->user
							 : NULL;
		nr = !at ? NULL : at == &chain->kernel ? &chain->nr_kernel : &chain->nr_user;
		if (at) {
			*at = (const uint8_t *)&rec->chain[i + 1];
			*nr = 0;
		}
	}
}

static bool is_past_max(const struct perf_source *source)
{
	return source->wish && source->wish->max_events &&
	       source->nr_shown >= source->wish->max_events;
}

static int show(struct perf_events *pe, struct perf_source *source, const struct perf_record *rec,
		const struct perf_task *task)
{
	struct shown_event event = {
		.name = source->label ?: source->name,
		.comm = task->comm,
		.pid = rec->pid,
		.tid = rec->tid,
		.cpu = rec->cpu,
		.time_ns = rec->time_ns,
		.format = source->format,
		.enter = source->enter,
		.raw = rec->raw,
		.raw_size = rec->raw_size,
		.chain.pid = rec->pid,
		.is_fault = source->kind == PERF_SOURCE_FAULT,
		.is_kernel = (rec->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL,
		.ip = rec->ip,
		.addr = rec->addr,
	};

	if (is_past_max(source)) {
		pe->past_max++;
		return 0;
	}
	source->nr_shown++;
	split_chain(rec, &event.chain);
	pe->shown++;
	return pe->fn(pe->fn_ctx, &event);
}

static int take_sample(struct perf_events *pe, const struct perf_record *rec)
{
	struct perf_source *source = source_of(pe, rec->id);
	struct perf_task *task;
	int err = 0;

	if (!source)
		return 0;
	task = task_of(pe, rec->pid, rec->tid);
	if (!task)
		return -ENOMEM;
	/*
	 * Programs run for every task of the machine, tracepoints sample the targets' alone: these count
	 * also where the news of a thread's birth was lost.
	 */
	if (source->kind == PERF_SOURCE_TRACEPOINT || source->kind == PERF_SOURCE_FAULT
		    ? perf_events__is_filtered(pe, rec->pid, rec->tid)
		    : !task->is_traced)
		return 0;
	if (source->is_call)
		err = take_call(source, rec, task);
	if (!err && source->is_shown)
		err = show(pe, source, rec, task);
	return err;
}

static int take_record(void *ctx, const struct perf_record *rec)
{
	struct perf_events *pe = ctx;

	switch (rec->type) {
	case PERF_RECORD_SAMPLE:
		return take_sample(pe, rec);
	case PERF_RECORD_FORK:
		return take_fork(pe, rec);
	case PERF_RECORD_EXIT:
		take_exit(pe, rec);
		return 0;
	case PERF_RECORD_COMM:
		return take_comm(pe, rec);
	case PERF_RECORD_MMAP2:
		return take_map(pe, rec);
	}
	return 0;
}

void perf_events__look(struct perf_events *pe)
{
	perf_rings__look(pe->rings);
}

int perf_events__drain(struct perf_events *pe, uint64_t until_ns, shown_event_fn fn, void *ctx)
{
	pe->fn = fn;
	pe->fn_ctx = ctx;
	return perf_rings__drain(pe->rings, until_ns, take_record, pe);
}

/* ---- calls of the engine ---- */

static bool is_decided(const struct perf_events *pe, uint32_t nr)
{
	size_t i;

	for (i = 0; i < pe->opts.objects->nr; i++) {
		if (stock_object__decides(&pe->opts.objects->items[i], nr))
			return true;
	}
	return false;
}

static bool is_same_call(const struct perf_call *call, const struct aug_record *rec)
{
	return call->is_there && call->nr == rec->nr &&
	       call->time_ns + ENTRY_SLACK_NS >= rec->enter_ns &&
	       !memcmp(call->args, rec->args, call->nr_args * sizeof(call->args[0]));
}

bool perf_events__judge(struct perf_events *pe, struct event *event)
{
	const struct aug_record *rec = event->rec;
	const struct syscall_desc *desc = desc_of(rec->nr);
	struct perf_task *task;

	/* perf's contract knows the 64-bit calls alone; an execve may have changed the thread's number. */
	if (rec->type == AUG_RECORD_EVENT || rec->abi != AUG_ABI_NATIVE || !is_decided(pe, rec->nr))
		return true;
	task = perf_tasks__find(&pe->tasks, rec->tid);
	if (!task || !is_same_call(&task->call, rec)) {
		if (desc && desc->flags & AUG_S_EXEC)
			return true;
		pe->dropped_calls += rec->type == AUG_RECORD_CALL;
		return false;
	}
	if (desc && task->call.payload_len)
		perf_payload__apply(desc, task->call.payload, task->call.payload_len, event);
	/* A call that waits comes again when it ends. */
	if (rec->type == AUG_RECORD_CALL)
		task->call.is_there = false;
	return true;
}

void perf_events__counts(const struct perf_events *pe, struct perf_events_counts *ret_counts)
{
	size_t i;

	*ret_counts = (struct perf_events_counts){
		.shown = pe->shown,
		.past_max = pe->past_max,
		.lost = perf_rings__lost(pe->rings),
		.malformed = perf_rings__malformed(pe->rings),
		.dropped_calls = pe->dropped_calls,
	};
	for (i = 0; i < pe->opts.objects->nr; i++)
		ret_counts->missed += stock_object__missed(&pe->opts.objects->items[i]);
}

bool perf_events_counts__lost(const struct perf_events_counts *counts)
{
	return counts->lost || counts->malformed || counts->missed;
}

bool perf_events__is_done(const struct perf_events *pe)
{
	bool is_done = false;
	size_t i;

	for (i = 0; i < pe->nr_sources; i++) {
		if (pe->sources[i].is_shown && !is_past_max(&pe->sources[i]))
			return false;
		is_done |= pe->sources[i].is_shown;
	}
	return is_done;
}

size_t perf_events__ring_size(const struct perf_events *pe)
{
	return perf_rings__size(pe->rings);
}
