/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ends.bpf.h - calls whose end needs nothing of the task: which task it is is most of what an end costs;
 * a part of engine.bpf.c. Where such calls come one behind the other, their entries need nothing of it either:
 * drop_next.bpf.h and summary_next.bpf.h.
 *
 * Each CPU remembers the registers of the task whose call began there last, if its end is such a one. Where they
 * lie on the kernel's stack tells tasks apart, and both ends of a call have the address at hand. A task is
 * remembered by one CPU at most, and only for the call that it entered last: else a call that changes its CPU could
 * end for one that began there before. At its end (sched_process_exit) nobody remembers it, as its stack goes to
 * another one.
 */
#ifndef PERF_AUGMENT_ENDS_BPF_H
#define PERF_AUGMENT_ENDS_BPF_H

enum end_kind {
	END_DROPPED, /* filtered at the entry: it stays until the next entry */
	END_COUNTED, /* in a summary alone: END_OVER follows */
	END_HIDDEN,  /* filtered by the result: then END_OVER follows */
	END_OVER,    /* the task is in no call, whatever its state says */
};

/* A power of two. */
#define END_ROWS 4

struct end {
	u64 regs;
	u32 kind;
	u32 spec_idx; /* of a dropped one: END_ASK_STATE, or the number of the call */
	u32 row;      /* of the summary, of a counted one */
	u32 pad;
	u64 comm_ns; /* when the name was read that the rows have */
	struct {
		u32 spec_idx;
		u32 row;
	} rows[END_ROWS]; /* that the task has used last, by call */
};

_Static_assert(sizeof(struct end) == 64, "a cache line for each CPU");

/* No number that registers have. */
#define END_ASK_STATE 0xfffffffe

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct end);
} ends SEC(".maps"); /* by CPU; sized by the loader */

static __always_inline bool end__is_remembered(const struct aug_state *s)
{
	return config.has_ends && s->end_cpu;
}

/* Not inline: the stack of the programs of calls is full. */
static __noinline int end__forget(struct aug_state *s)
{
	u32 cpu = s->end_cpu - 1;
	struct end *end;

	s->end_cpu = 0;
	end = bpf_map_lookup_elem(&ends, &cpu);
	if (end && end->regs == s->end_regs)
		end->regs = 0;
	return 0;
}

/* At the entry; @regs: the task's registers. Return: NULL when it cannot be remembered. */
static __always_inline struct end *end__remember(struct aug_state *s, u64 regs, u32 kind)
{
	struct end *end;
	u32 cpu;

	if (!config.has_ends)
		return NULL;
	cpu = bpf_get_smp_processor_id();
	if (s->end_cpu && s->end_cpu != cpu + 1)
		end__forget(s);
	end = bpf_map_lookup_elem(&ends, &cpu);
	if (!end)
		return NULL;
	if (config.counts_ends && end->regs != regs)
		__builtin_memset(end->rows, 0, sizeof(end->rows));
	end->regs = regs;
	end->kind = kind;
	s->end_regs = regs;
	s->end_cpu = cpu + 1;
	return end;
}

/* What this CPU knows of the task with these registers, whichever it is. Return: NULL for nothing. */
static __always_inline struct end *end__at(u64 regs)
{
	struct end *end;
	u32 cpu;

	if (!config.has_ends)
		return NULL;
	cpu = bpf_get_smp_processor_id();
	end = bpf_map_lookup_elem(&ends, &cpu);
	return end && end->regs == regs ? end : NULL;
}

/* Is the task in no call, or in one that is not shown? */
static __always_inline bool end__is_idle(const struct end *end)
{
	return end->kind == END_DROPPED || end->kind == END_OVER;
}

/* Is the call over that the state of the task may still be in? */
static __always_inline bool end__is_over(const struct aug_state *s)
{
	u32 cpu = s->end_cpu - 1;
	struct end *end = s->end_cpu ? bpf_map_lookup_elem(&ends, &cpu) : NULL;

	return end && end->regs == s->end_regs && end__is_idle(end);
}

/* At the entry of a call that is not shown. */
static __always_inline void call__drop(struct aug_state *s, u64 regs)
{
	struct end *end;

	/* If it was told, its end is not. */
	s->target = TARGET_NEW;
	if (state__has_no_entry(s)) {
		s->phase = PHASE_NONE;
		return;
	}
	end = end__remember(s, regs, END_DROPPED);
	if (end)
		end->spec_idx = END_ASK_STATE;
}

#endif /* PERF_AUGMENT_ENDS_BPF_H */
