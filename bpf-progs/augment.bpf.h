/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * augment.bpf.h - the engine's side of augmenter objects (include/bpf/augmenter.bpf.h).
 *
 * Why tail calls: an augmenter is verified by itself, so that no fault or growth of it endangers the
 * engine's own programs; a program array indexed like the specs costs a call without an augmenter
 * nothing but the look at a flag; and it works the same on every kernel from 5.10. Replacing a
 * function (BPF_PROG_TYPE_EXT) takes no pointers before 5.12, one target per augmenter, and BPF
 * trampolines, which not every kernel has or permits; linking all objects into one makes each start
 * verify all of it again, as one whole.
 *
 * A tail call passes nothing but the context. So the call's data lie in augment_calls, one per CPU:
 * these programs are not preempted (on the kernels where those of raw syscall tracepoints may be, the
 * ones of perf are taken, see engine.bpf.c), and entry and exit have one each. An augmenter that has
 * attached something goes back, again by a tail call, to copy it into the state of the task.
 */
#ifndef PERF_AUGMENT_AUGMENT_BPF_H
#define PERF_AUGMENT_AUGMENT_BPF_H

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 4);
	__type(key, u32);
	__type(value, struct aug_call);
} augment_calls SEC(".maps"); /* by AUG_ON_* */

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, AUGMENTERS_NR);
	__type(key, u32);
	__type(value, u32);
} augmenters SEC(".maps"); /* see augmenters_index() */

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 8);
	__type(key, u32);
	__type(value, u32);
} augment_back SEC(".maps"); /* by AUG_ON_*: the way back */

/* Stands right before the items, so that both are copied at once. */
struct augment_head {
	u8 room[256 - sizeof(struct aug_attached)];
	struct aug_attached attached;
};

_Static_assert(sizeof(struct augment_head) == sizeof(((struct aug_call *)0)->engine),
	       "the head is the engine's part of struct aug_call");
_Static_assert(__builtin_offsetof(struct aug_call, items) ==
		       __builtin_offsetof(struct aug_call, engine) + sizeof(struct augment_head),
	       "head and items must be contiguous");
_Static_assert(__builtin_offsetof(struct aug_call, engine) == 256, "part of the ABI");

static __always_inline struct aug_call *augment__call(u32 when)
{
	return bpf_map_lookup_elem(&augment_calls, &when);
}

static __always_inline void augment__fill(struct aug_call *call, u32 when,
					  const struct aug_state *s, u32 object)
{
	struct augment_head *head = (void *)call->engine;

	call->version = AUG_AUGMENTER_VERSION;
	call->when = when;
	call->pid = s->rec.pid;
	call->tid = s->rec.tid;
	call->nr = s->rec.nr;
	call->abi = s->rec.abi;
	call->drop = 0;
	call->items_len = 0;
	call->nr_items = 0;
	call->nr_lost = 0;
	call->time_ns = s->rec.enter_ns;
	call->ret = s->rec.ret;
	__builtin_memcpy(call->args, s->rec.args, sizeof(call->args));
	__builtin_memcpy(call->comm, s->rec.comm, sizeof(call->comm));
	head->attached.object = object;
}

/* The last thing that a program does: it returns only when there is no augmenter after all. */
static __always_inline void augment__enter(void *ctx, const struct aug_state *s,
					   const struct aug_spec *spec)
{
	struct aug_call *call = augment__call(AUG_ON_ENTER);

	if (!call)
		return;
	augment__fill(call, AUG_ON_ENTER, s, spec->augmenter);
	call->flags = spec->flags & AUG_S_NORETURN || state__has_no_entry(s) ? AUG_CALL_RETURN : 0;
	bpf_tail_call(ctx, &augmenters, s->spec_idx);
}

static __always_inline void augment__exit(void *ctx, const struct aug_state *s)
{
	struct aug_call *call = augment__call(AUG_ON_EXIT);
	struct aug_spec *spec = spec__get(&s->spec_idx);

	if (!call || !spec)
		return;
	augment__fill(call, AUG_ON_EXIT, s, spec->augmenter);
	call->flags = AUG_CALL_RETURN;
	bpf_tail_call(ctx, &augmenters, AUGMENTERS_EXIT + s->spec_idx);
}

#define ATTACHED_MAX (sizeof(struct aug_attached) + AUG_ITEMS_SIZE)
#define BIG_OFF_MAX_FOR(chunk) (AUG_PAYLOAD_BIG - sizeof(struct aug_payload) - (chunk))

/* Bytes of the attached values with their head. */
static __always_inline u64 attached_len(struct aug_call *call)
{
	return sizeof(struct aug_attached) + *(volatile u32 *)&call->items_len;
}

/*
 * Into one area, as capture__copy() does it: @chunk and @off_max are constants. Verifiers up to 6.1
 * forget the bound of a number that goes by way of the stack, so the length is read from memory again
 * once it has been used.
 * Return: whether there was room.
 */
static __always_inline bool augment__copy(u8 *area, u64 off_max, u64 chunk, struct aug_state *s,
					  struct aug_call *call, u8 flags)
{
	struct augment_head *head = (void *)call->engine;
	u64 off = s->payload_len, len;
	struct aug_payload *p;

	KEEP(off);
	if (off > off_max)
		return false;
	p = (void *)(area + off);
	len = attached_len(call);
	KEEP(len);
	if (len > chunk || bpf_probe_read_kernel(p + 1, len, &head->attached))
		return false;
	p->arg = AUG_ARG_ATTACHED;
	p->flags = flags;
	p->part = 0;
	p->elem = 0;
	p->err = 0;
	p->len = attached_len(call);
	p->full_len = p->len;
	s->payload_len += sizeof(*p) + p->len;
	s->rec.nr_payloads++;
	return true;
}

/* What the augmenter attached becomes a payload of the call. */
static __noinline void augment__keep(struct aug_state *s, struct task_struct *task,
				     struct aug_call *call, u8 flags)
{
	struct augment_head *head = (void *)call->engine;
	struct capture_job *job = &s->cursor.job;
	struct aug_big *big;

	head->attached.nr_items = call->nr_items;
	head->attached.nr_lost = call->nr_lost;
	head->attached.pad = 0;
	if (!s->is_big && augment__copy(s->payload, SMALL_OFF_MAX, SMALL_CHUNK, s, call, flags))
		return;
	big = s->is_big ? big__get(task, false) : capture__grow(s, task);
	if (big && (augment__copy(big->payload, BIG_OFF_MAX, BIG_CHUNK, s, call, flags) ||
		    augment__copy(big->payload, BIG_OFF_MAX_FOR(ATTACHED_MAX), ATTACHED_MAX, s,
				  call, flags)))
		return;
	__builtin_memset(job, 0, sizeof(*job));
	job->arg = AUG_ARG_ATTACHED;
	job->flags = flags;
	if (big)
		capture__note(big->payload, AUG_PAYLOAD_BIG - NOTE_SIZE, s, job,
			      -7); /* E2BIG: no room left */
	else
		capture__note(s->payload, AUG_PAYLOAD_SMALL - NOTE_SIZE, s, job, -12); /* ENOMEM */
}

#endif /* PERF_AUGMENT_AUGMENT_BPF_H */
