/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * emit.bpf.h - the record of a call to a ring buffer, for which it may have to wait; a part of engine.bpf.c.
 */
#ifndef PERF_AUGMENT_EMIT_BPF_H
#define PERF_AUGMENT_EMIT_BPF_H

/* Return: as ring__output_in(). */
static __always_inline long state__emit(struct aug_stats *st, struct aug_state *s,
					struct task_struct *task)
{
	u64 len = s->payload_len;

	if (s->is_big) {
		struct aug_big *big = big__get(task, false);

		if (!big)
			return -1;
		if (len > sizeof(big->payload))
			return -1;
		s->rec.size = sizeof(s->rec) + len;
		big->rec = s->rec;
		return ring__output_in(st, &big->rec, sizeof(big->rec) + len);
	}
	if (len > sizeof(s->payload))
		return -1;
	s->rec.size = sizeof(s->rec) + len;
	return ring__output_in(st, &s->rec, sizeof(s->rec) + len);
}

/* Into the ring buffer. A global function: the verifier looks at it once. Return: as ring__output_in(). */
__noinline int emit__long(void)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_stats *st = stats__get();

	return s && st ? state__emit(st, s, task) : -1;
}

/*
 * Once there is room for it, if that is soon. A reader that does not run at all holds up so many calls in a row on a
 * CPU, and then one of so many. Return: whether it is in a ring.
 */
#define WAITS_IN_VAIN 256

static __always_inline bool emit__when_room(bool in_short)
{
	struct aug_state *s = state__get(current_task());
	struct aug_stats *st = stats__get();
	u64 vain;

	if (!s || !st)
		return false;
	vain = st->vain_waits;
	st->vain_waits = vain + 1;
	if (vain > WAITS_IN_VAIN && vain % WAITS_IN_VAIN)
		return false;
	COUNT_CALL_IN(st, waited_ring);
	if (!ring__wait(s->rec.size, in_short))
		return false;
	st->vain_waits = 0;
	if (in_short && config.short_ring_size && short_ring__put(s))
		return true;
	if (emit__long() < 0)
		return false;
	COUNT_CALL_IN(st, emitted);
	return true;
}

/* The same in programs that put no record into the ring of short ones: their code is long. */
__noinline int emit__when_long_room(void)
{
	return emit__when_room(false);
}

__noinline int emit__when_any_room(void)
{
	return emit__when_room(true);
}

__noinline int emit__slow_down(void)
{
	struct aug_stats *st = stats__get();

	if (st)
		ring__slow_down(st);
	return 0;
}

/* At the entry of a call nobody waits. */
enum emit_wait { EMIT_NOW, EMIT_WAIT_LONG, EMIT_WAIT_ANY };

static __always_inline void state__emit_call(struct aug_state *s, enum emit_wait wait)
{
	struct aug_stats *st = stats__get();
	long ret;

	if (!st)
		return;
	ret = emit__long();
	if (ret >= 0) {
		COUNT_CALL_IN(st, emitted);
		if (!wait || !config.waits_when_full)
			return;
		st->vain_waits = 0;
		if (ret == RING_FILLS)
			emit__slow_down();
		return;
	}
	if (config.waits_when_full && wait == EMIT_WAIT_LONG && emit__when_long_room())
		return;
	if (config.waits_when_full && wait == EMIT_WAIT_ANY && emit__when_any_room())
		return;
	COUNT_CALL_IN(st, lost_ring);
	count_lost_call(s->spec_idx);
}

#endif /* PERF_AUGMENT_EMIT_BPF_H */
