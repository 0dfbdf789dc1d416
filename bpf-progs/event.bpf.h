/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * event.bpf.h - tracepoints and functions in user space that an augmenter asks for.
 *
 * What is attached is event_tracepoint or event_probe, once per tracepoint or probe, each loaded
 * with its own struct engine_event_config: only they know which tasks are traced. They pass on to the
 * augmenter's function by a tail call, and it to event_*_back, which makes the record.
 *
 * Programs of tracepoints do not nest on a CPU and are not preempted (perf sees to both), so they
 * share one struct aug_call per CPU. Those of probes may be preempted since 6.0, and have one by
 * thread, which cannot be in two probes at once.
 *
 * Programs of tracepoints return 1: with 0 nobody else who records the tracepoint would get it.
 */
#ifndef PERF_AUGMENT_EVENT_BPF_H
#define PERF_AUGMENT_EVENT_BPF_H

const volatile struct engine_event_config this_event = {};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 4096);
	__type(key, u32);
	__type(value, struct aug_call);
} augment_probes SEC(".maps"); /* by thread; entries end with it (sched_process_exit) */

#define PROGRAMS(name, nr)                             \
	struct {                                       \
		__uint(type, BPF_MAP_TYPE_PROG_ARRAY); \
		__uint(max_entries, nr);               \
		__type(key, u32);                      \
		__type(value, u32);                    \
	} name SEC(".maps")

PROGRAMS(event_funcs, EVENTS_MAX); /* by struct engine_event_config.nr */
PROGRAMS(probe_funcs, EVENTS_MAX);
PROGRAMS(augment_back_event, 8); /* by AUG_ON_* */
PROGRAMS(augment_back_probe, 8);

/* Zeroes to make a hash element from. */
static const struct aug_call zero_call = {};

/* The record stands right before the items, so that it goes into the ring as it is. */
struct event_head {
	u8 room[256 - sizeof(struct aug_record) - sizeof(struct aug_payload) -
		sizeof(struct aug_attached)];
	struct aug_record rec;
	struct aug_payload payload;
	struct aug_attached attached;
};

_Static_assert(sizeof(struct event_head) == sizeof(((struct aug_call *)0)->engine),
	       "the head is the engine's part of struct aug_call");

/* Is the current task traced? It may not have made a call yet. */
static __always_inline bool event__is_wanted(u64 *ret_visible)
{
	struct aug_state *s = state__get(current_task());
	u64 tid, pid_tgid = bpf_get_current_pid_tgid();
	bool in_pidns;

	*ret_visible = visible_pid_tgid(pid_tgid, &in_pidns);
	/* What happens while the command is being executed is the command's. */
	if (s)
		return !s->skip || (s->skip == SKIP_UNTIL_EXEC && s->phase != PHASE_NONE);
	if (task__is_filtered(*ret_visible))
		return false;
	if (config.all_tasks)
		return true;
	tid = (u32)pid_tgid;
	if (bpf_map_lookup_elem(&targets, &tid))
		return true;
	tid = TARGET_IN_PIDNS | (u32)*ret_visible;
	return in_pidns && bpf_map_lookup_elem(&targets, &tid);
}

static __always_inline void event__fill(struct aug_call *call, u64 visible)
{
	struct event_head *head = (void *)call->engine;

	call->version = AUG_AUGMENTER_VERSION;
	call->when = this_event.when;
	call->flags = AUG_CALL_RETURN;
	call->pid = visible >> 32;
	call->tid = visible;
	call->nr = 0;
	call->abi = 0;
	call->drop = 0;
	call->items_len = 0;
	call->nr_items = 0;
	call->nr_lost = 0;
	call->time_ns = bpf_ktime_get_ns();
	call->ret = 0;
	__builtin_memset(call->args, 0, sizeof(call->args));
	bpf_get_current_comm(call->comm, sizeof(call->comm));
	head->rec.nr = this_event.nr;
	head->attached.object = this_event.object;
}

SEC("tracepoint")
int event_tracepoint(void *ctx)
{
	struct aug_call *call = augment__call(AUG_ON_TRACEPOINT);
	u64 visible;

	if (!call || !event__is_wanted(&visible))
		return 1;
	event__fill(call, visible);
	bpf_tail_call(ctx, &event_funcs, this_event.nr);
	return 1;
}

static __always_inline struct aug_call *probe__call(bool create)
{
	u32 tid = bpf_get_current_pid_tgid();
	struct aug_call *call = bpf_map_lookup_elem(&augment_probes, &tid);

	if (call || !create)
		return call;
	bpf_map_update_elem(&augment_probes, &tid, &zero_call, BPF_NOEXIST);
	return bpf_map_lookup_elem(&augment_probes, &tid);
}

static __always_inline void probe__delete(u32 tid)
{
	bpf_map_delete_elem(&augment_probes, &tid);
}

SEC("kprobe")
int event_probe(struct pt_regs *ctx)
{
	struct aug_call *call;
	u64 visible;

	if (!event__is_wanted(&visible))
		return 0;
	call = probe__call(true);
	if (!call) {
		COUNT(lost_events);
		return 0;
	}
	event__fill(call, visible);
	if (this_event.when == AUG_ON_URETPROBE) {
		call->ret = ctx->ax;
	} else {
		call->args[0] = ctx->di;
		call->args[1] = ctx->si;
		call->args[2] = ctx->dx;
		call->args[3] = ctx->cx;
		call->args[4] = ctx->r8;
		call->args[5] = ctx->r9;
	}
	bpf_tail_call(ctx, &probe_funcs, this_event.nr);
	return 0;
}

#define EVENT_HEAD \
	(sizeof(struct aug_record) + sizeof(struct aug_payload) + sizeof(struct aug_attached))

static __always_inline void event__make_record(struct aug_call *call, struct event_head *head)
{
	head->rec.size = EVENT_HEAD + call->items_len;
	head->rec.version = AUG_ABI_VERSION;
	head->rec.type = AUG_RECORD_EVENT;
	head->rec.nr_payloads = 1;
	head->rec.nr_more = 0;
	head->rec.enter_ns = call->time_ns;
	head->rec.pid = call->pid;
	head->rec.tid = call->tid;
	head->rec.abi = 0;
	head->rec.flags = 0;
	head->rec.ret = call->ret;
	__builtin_memcpy(head->rec.args, call->args, sizeof(call->args));
	__builtin_memcpy(head->rec.comm, call->comm, sizeof(call->comm));
	head->payload.arg = AUG_ARG_ATTACHED;
	head->payload.flags = 0;
	head->payload.part = 0;
	head->payload.elem = 0;
	head->payload.err = 0;
	head->payload.len = attached_len(call);
	head->payload.full_len = head->payload.len;
	head->attached.nr_items = call->nr_items;
	head->attached.nr_lost = call->nr_lost;
	head->attached.pad = 0;
	/* A probe's program may have been preempted: the record is sorted in by its end. */
	head->rec.time_ns = bpf_ktime_get_ns();
}

static __always_inline void event__emit(struct aug_call *call)
{
	struct event_head *head = (void *)call->engine;
	u64 len;

	if (call->drop)
		return;
	event__make_record(call, head);
	len = *(volatile u32 *)&call->items_len;
	KEEP(len);
	if (len > AUG_ITEMS_SIZE)
		return;
	if (ring__output(&head->rec, EVENT_HEAD + len))
		COUNT(lost_events);
	else
		COUNT(events);
}

SEC("tracepoint")
int event_tracepoint_back(void *ctx)
{
	struct aug_call *call = augment__call(AUG_ON_TRACEPOINT);

	if (call)
		event__emit(call);
	return 1;
}

SEC("kprobe")
int event_probe_back(void *ctx)
{
	struct aug_call *call = probe__call(false);

	if (call)
		event__emit(call);
	return 0;
}

#endif /* PERF_AUGMENT_EVENT_BPF_H */
