/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter.bpf.h - filters of calls by what they are given, by whom they are made and how they end; see
 * filter_code.h. Before anything is copied a call is dropped, or kept, or it stays open until it ends.
 *
 * Here is what is decided where a call is seen. Comparisons of texts are in a program of their own
 * (filter_text.bpf.h), which is loaded only when there are some.
 *
 * The test is a global function, as it is what a loop does: the verifier looks at it once. Kernels before
 * 6.8 do so also where nothing calls it, so its maps are always there.
 */
#ifndef PERF_AUGMENT_FILTER_BPF_H
#define PERF_AUGMENT_FILTER_BPF_H

#include "cgroup.bpf.h"
#include "compare.bpf.h"
#include "filter_quick.bpf.h"

const volatile struct filter_config filter_config = {};

/*
 * Runs at the entry and at the exit of different tasks may interleave where they can be preempted.
 * SIDE_FAULT is the entry as sys_enter_fault sees it.
 */
enum { SIDE_ENTER, SIDE_EXIT, SIDE_EXEC, SIDE_FAULT, NR_SIDES };

/** struct filter_fields - what a run tests. @texts: results of comparisons, by number. */
struct filter_fields {
	u64 fields[FILTER_F_TEXT];
	u64 texts;
	struct filter_look look;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, NR_SIDES);
	__type(key, u32);
	__type(value, struct filter_fields);
} filter_values SEC(".maps");

/* Sized and filled by the loader. */
#define FILTER_MAP(name, element)                 \
	struct {                                  \
		__uint(type, BPF_MAP_TYPE_ARRAY); \
		__uint(max_entries, 1);           \
		__type(key, u32);                 \
		__type(value, struct element);    \
	} name SEC(".maps")

FILTER_MAP(filter_specs, filter_spec); /* by spec index */
FILTER_MAP(filter_tests, filter_test);
FILTER_MAP(filter_globs, glob_machine);

/* ---- fields ---- */

/* All states at once, one bit each. A star's bit stays set, and the state after it comes with it. */
static __always_inline bool filter__comm_matches(const struct aug_state *s, u32 idx)
{
	struct glob_machine *g = bpf_map_lookup_elem(&filter_globs, &idx);
	u64 states;
	u32 i;
	u8 c;

	if (!g)
		return false;
	states = 1 | (g->stars & 1) << 1;
	for (i = 0; i < sizeof(s->rec.comm); i++) {
		c = s->rec.comm[i];
		if (!c)
			break;
		states = (states & g->next[c]) << 1 | (states & g->stars);
		states |= (states & g->stars) << 1;
	}
	return states & g->accept;
}

/* Which globs the name matches: asked again when it has changed. */
static __noinline u32 filter__match_comms(struct aug_state *s)
{
	u32 i;

	s->comm_known = 1;
	s->comm_matches = 0;
#pragma unroll
	for (i = 0; i < FILTER_MAX_COMMS; i++) {
		if (i < filter_config.nr_comms && filter__comm_matches(s, filter_config.comms[i]))
			s->comm_matches |= 1U << i;
	}
	return s->comm_matches;
}

static __always_inline u32 filter__comms(struct aug_state *s)
{
	return s->comm_known ? s->comm_matches : filter__match_comms(s);
}

static __always_inline bool filter__wants(u32 field)
{
	return filter_config.fields & 1ULL << field;
}

/* Texts are behind arguments. */
static __always_inline bool filter__wants_args(void)
{
	return filter_config.has_texts ||
	       filter_config.fields & ((1ULL << (FILTER_F_ARG + AUG_MAX_ARGS)) - 1);
}

/* As bpf_get_current_uid_gid(), which takes four calls of functions. */
static __always_inline u64 user_group_id(void)
{
	const struct cred *cred;

	if (!config.has_task_storage)
		return bpf_get_current_uid_gid();
	cred = bpf_get_current_task_btf()->cred;
	return (u64)cred->gid.val << 32 | cred->uid.val;
}

static __always_inline void filter__read_task(struct aug_state *s, struct filter_fields *values)
{
	u64 ids, comms;
	u32 i;

	if (filter__wants(FILTER_F_UID) || filter__wants(FILTER_F_GID)) {
		ids = user_group_id();
		values->fields[FILTER_F_UID] = (u32)ids;
		values->fields[FILTER_F_GID] = ids >> 32;
	}
	if (filter__wants(FILTER_F_CGROUP))
		values->fields[FILTER_F_CGROUP] = bpf_get_current_cgroup_id();
#pragma unroll
	for (i = 0; i < FILTER_MAX_LEVELS; i++) {
		if (filter__wants(FILTER_F_LEVEL + i))
			values->fields[FILTER_F_LEVEL + i] =
				cgroup__ancestor_id(filter_config.levels[i]);
	}
	if (!filter_config.nr_comms)
		return;
	comms = filter__comms(s);
#pragma unroll
	for (i = 0; i < FILTER_MAX_COMMS; i++)
		values->fields[FILTER_F_COMM + i] = comms >> i & 1;
}

/* What no expression has is not read: the verifier removes it. */
static __always_inline void filter__read(struct aug_state *s, struct filter_fields *values)
{
	if (filter__wants_args())
		__builtin_memcpy(values->fields, s->rec.args, sizeof(s->rec.args));
	if (filter__wants(FILTER_F_PID) || filter__wants(FILTER_F_TID)) {
		values->fields[FILTER_F_PID] = s->rec.pid;
		values->fields[FILTER_F_TID] = s->rec.tid;
	}
	values->texts = s->filter_texts;
	filter__read_task(s, values);
}

static __always_inline void filter__read_result(s64 ret, struct filter_fields *values)
{
	values->fields[FILTER_F_RET] = ret;
	values->fields[FILTER_F_ERRNO] = is_error(ret) ? -ret : 0;
}

static __always_inline void filter__read_end(const struct aug_state *s,
					     struct filter_fields *values)
{
	filter__read_result(s->rec.ret, values);
	values->fields[FILTER_F_DURATION] = s->rec.time_ns - s->rec.enter_ns;
}

/* ---- tests ---- */

static __always_inline bool filter__holds(const volatile struct filter_test *t, u64 a, u64 b)
{
	bool as = t->flags & FILTER_A_SIGNED, bs = t->flags & FILTER_B_SIGNED;

	switch (t->op) {
	case FILTER_EQ:
		return is_equal(a, as, b, bs);
	case FILTER_NE:
		return !is_equal(a, as, b, bs);
	case FILTER_LT:
		return is_less(a, as, b, bs);
	case FILTER_LE:
		return !is_less(b, bs, a, as);
	case FILTER_GT:
		return is_less(b, bs, a, as);
	}
	return !is_less(a, as, b, bs);
}

static __always_inline u64 filter__value(const struct filter_fields *values, u32 field, bool is_32,
					 bool is_signed)
{
	u64 value = field >= FILTER_F_TEXT ? values->texts >> (field & 31) & 1
					   : values->fields[field & (FILTER_F_TEXT - 1)];

	if (!is_32)
		return value;
	return is_signed ? (u64)(s64)(s32)value : (u32)value;
}

/* Return: the number of the next test, or the verdict. */
static __always_inline int filter__next(const struct filter_fields *values,
					const volatile struct filter_test *t)
{
	u64 a, b;

	a = filter__value(values, t->a, t->flags & FILTER_A_32, t->flags & FILTER_A_SIGNED) &
	    t->mask;
	b = t->imm;
	if (t->flags & FILTER_B_FIELD)
		b = filter__value(values, t->b, t->flags & FILTER_B_32, t->flags & FILTER_B_SIGNED);
	return filter__holds(t, a, b) ? t->on_true : t->on_false;
}

__noinline int filter__test(u32 side, u32 idx)
{
	struct filter_test *t = bpf_map_lookup_elem(&filter_tests, &idx);
	struct filter_fields *values = bpf_map_lookup_elem(&filter_values, &side);

	return t && values ? filter__next(values, t) : FILTER_KEEP;
}

/* @max is a constant. Return: whether the call is kept. */
static __always_inline bool filter__stage(u32 side, const struct filter_stage *stage, u32 max)
{
	u32 first = stage->first, nr = stage->nr, next = 0, i;

	for (i = 0; i < max; i++) {
		if (next >= nr)
			break;
		next = filter__test(side, first + next);
	}
	return next != FILTER_DROP;
}

/* The filter of all calls: its tests are constants, and what they do not ask for is no code. */
static __always_inline bool filter__common_stage(const struct filter_fields *values, u32 stage)
{
	u32 next = 0, i;

#pragma unroll
	for (i = 0; i < FILTER_COMMON_TESTS; i++) {
		if (i < filter_config.common.nr[stage] && next == i)
			next = filter__next(values, &filter_config.common.tests[stage][i]);
	}
	return next != FILTER_DROP;
}

static __always_inline bool filter__is_common(const struct aug_state *s)
{
	return filter_config.common.is_set &&
	       (!filter_config.common.is_native || s->rec.abi == AUG_ABI_NATIVE);
}

/* ---- the call ---- */

/* Return: whether the call is kept, as far as its registers and its task tell. */
static __always_inline bool filter__enter(struct aug_state *s, struct task_struct *task)
{
	u32 side = SIDE_ENTER;
	struct filter_fields *values = bpf_map_lookup_elem(&filter_values, &side);
	struct filter_spec *f;

	s->filter_open = filter_config.common.open;
	s->filter_unknown = 0;
	s->filter_texts = 0;
	if (!values)
		return true;
	if (filter__is_common(s)) {
		filter__read(s, values);
		if (!filter__common_stage(values, FILTER_BY_REGISTERS))
			return false;
		if (!filter_config.has_texts)
			return true;
	}
	f = bpf_map_lookup_elem(&filter_specs, &s->spec_idx);
	if (!f)
		return true;
	s->filter_open = f->open;
	if (!filter__is_common(s) && f->stages[FILTER_BY_REGISTERS].nr) {
		filter__read(s, values);
		if (!filter__stage(SIDE_ENTER, &f->stages[FILTER_BY_REGISTERS], FILTER_QUICK_TESTS))
			return false;
	}
	return !filter_config.has_texts || !look__drops(&values->look, s, task, f);
}

/* Whether the tests of an exit wait for the clock, or for texts, which are compared after it. */
static __always_inline bool filter__needs_clock(void)
{
	return !filter_config.enabled || filter_config.has_texts ||
	       filter__wants(FILTER_F_DURATION);
}

/* Return: whether the call is kept. For stages of no more tests than FILTER_QUICK_TESTS. */
static __always_inline bool filter__exit(struct aug_state *s)
{
	u32 side = SIDE_EXIT;
	struct filter_fields *values = bpf_map_lookup_elem(&filter_values, &side);
	struct filter_spec *f;

	if (!values)
		return true;
	filter__read(s, values);
	filter__read_end(s, values);
	if (filter__is_common(s))
		return filter__common_stage(values, FILTER_AT_EXIT);
	f = bpf_map_lookup_elem(&filter_specs, &s->spec_idx);
	if (!f)
		return true;
	return filter__stage(SIDE_EXIT, &f->stages[FILTER_AT_EXIT], FILTER_QUICK_TESTS);
}

/* With nothing but the result, where that decides: common.by_result. Return: whether the call is kept. */
static __always_inline bool filter__result(s64 ret)
{
	u32 side = SIDE_EXIT;
	struct filter_fields *values = bpf_map_lookup_elem(&filter_values, &side);

	if (!values)
		return true;
	filter__read_result(ret, values);
	return filter__common_stage(values, FILTER_AT_EXIT);
}

#endif /* PERF_AUGMENT_FILTER_BPF_H */
