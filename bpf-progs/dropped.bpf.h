/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * dropped.bpf.h - calls that were filtered at their entry: at their exit nothing is asked of the
 * task, which is most of what a filtered call costs; a part of engine.bpf.c.
 *
 * Each CPU remembers the registers of the task whose call it dropped last. Where they lie on the
 * kernel's stack tells tasks apart, and both ends of a call have the address at hand. A task is
 * remembered by one CPU at most, and only while the call that it entered last was dropped: else a
 * call that changes its CPU could end for one that was dropped there before. At its end
 * (sched_process_exit) nobody remembers it, as its stack goes to another one.
 */
#ifndef PERF_AUGMENT_DROPPED_BPF_H
#define PERF_AUGMENT_DROPPED_BPF_H

struct dropped {
	u64 regs;
	u64 pad[7]; /* a cache line for each CPU */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct dropped);
} dropped SEC(".maps"); /* by CPU; sized by the loader */

static __always_inline bool dropped__is_remembered(const struct aug_state *s)
{
	return config.has_dropped && s->dropped_cpu;
}

/* Not inline: the stack of the programs of calls is full. */
static __noinline int dropped__forget(struct aug_state *s)
{
	u32 cpu = s->dropped_cpu - 1;
	struct dropped *d;

	s->dropped_cpu = 0;
	d = bpf_map_lookup_elem(&dropped, &cpu);
	if (d && d->regs == s->dropped_regs)
		d->regs = 0;
	return 0;
}

static __always_inline void dropped__remember(struct aug_state *s, u64 regs)
{
	struct dropped *d;
	u32 cpu;

	if (!config.has_dropped)
		return;
	cpu = bpf_get_smp_processor_id();
	if (s->dropped_cpu && s->dropped_cpu != cpu + 1)
		dropped__forget(s);
	d = bpf_map_lookup_elem(&dropped, &cpu);
	if (!d)
		return;
	d->regs = regs;
	s->dropped_regs = regs;
	s->dropped_cpu = cpu + 1;
}

/* At the entry of a call that is not shown; @regs: its registers. */
static __always_inline void call__drop(struct aug_state *s, u64 regs)
{
	if (s->phase == PHASE_REFUSED)
		s->phase = PHASE_NONE;
	else
		dropped__remember(s, regs);
}

/* At the exit: is it one of a dropped call, of whichever task? */
static __always_inline bool dropped__has(u64 regs)
{
	struct dropped *d;
	u32 cpu;

	if (!config.has_dropped)
		return false;
	cpu = bpf_get_smp_processor_id();
	d = bpf_map_lookup_elem(&dropped, &cpu);
	return d && d->regs == regs;
}

#endif /* PERF_AUGMENT_DROPPED_BPF_H */
