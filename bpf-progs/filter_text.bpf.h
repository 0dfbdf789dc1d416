/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_text.bpf.h - the part of filters that compares texts: strings of arguments, and the paths of
 * descriptors' files. Entry, exit and exec go on here by a tail call when they have to, so that what this
 * takes is paid only then.
 *
 * Functions that loop, and what they call, are global: the verifier looks at each of them once. Calls
 * nest no deeper than 8, which is its limit: select(2)'s sets of descriptors get there.
 */
#ifndef PERF_AUGMENT_FILTER_TEXT_BPF_H
#define PERF_AUGMENT_FILTER_TEXT_BPF_H

#include "files.bpf.h"

/* What the text of a scratch is, beside its source. */
#define TAG_NONE 255

/**
 * struct filter_scratch - of one run.
 * @source, @value: what @text was read from: enum filter_source, and the pointer or descriptor.
 * @states: of the glob that runs. @walk, @name, @at: the way up to the root.
 */
struct filter_scratch {
	u64 value;
	u64 states;
	struct path_walk walk;
	u32 source;
	u32 at;
	u32 text_len;
	u32 pad;
	u8 text[FILTER_TEXT_SIZE + 8];
	u8 path[2 * FILTER_TEXT_SIZE];
	char name[FILE_NAME_SIZE];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, NR_SIDES);
	__type(key, u32);
	__type(value, struct filter_scratch);
} filter_scratch SEC(".maps");

FILTER_MAP(filter_patterns, filter_pattern);

static __always_inline struct filter_scratch *filter__scratch(u32 side)
{
	return bpf_map_lookup_elem(&filter_scratch, &side);
}

/* ---- patterns ---- */

#define GLOB_CHUNK 64

/* Up to GLOB_CHUNK characters from @at on. Return: whether there are more. */
__noinline int filter__glob_chunk(u32 side, u32 glob, u32 at)
{
	struct glob_machine *g = bpf_map_lookup_elem(&filter_globs, &glob);
	struct filter_scratch *sc = filter__scratch(side);
	u64 states;
	u32 i;

	if (!g || !sc)
		return 0;
	states = sc->states;
	for (i = 0; i < GLOB_CHUNK; i++) {
		if (!states || at + i >= sc->text_len) {
			sc->states = states;
			return 0;
		}
		states = (states & g->next[sc->text[(at + i) & (FILTER_TEXT_SIZE - 1)]]) << 1 |
			 (states & g->stars);
		states |= (states & g->stars) << 1;
	}
	sc->states = states;
	return 1;
}

/* All states at once, one bit each. A star's bit stays set, and the state after it comes with it. */
__noinline int filter__glob(u32 side, u32 glob)
{
	struct glob_machine *g = bpf_map_lookup_elem(&filter_globs, &glob);
	struct filter_scratch *sc = filter__scratch(side);
	u32 i;

	if (!g || !sc)
		return 0;
	sc->states = 1 | (g->stars & 1) << 1;
	for (i = 0; i < FILTER_TEXT_SIZE / GLOB_CHUNK; i++) {
		if (!filter__glob_chunk(side, glob, i * GLOB_CHUNK))
			break;
	}
	return !!(sc->states & g->accept);
}

/* Words of eight bytes that are compared before the verifier's next look. */
#define BEGIN_CHUNK 32

enum { DIFFERENT, ALIKE, ALIKE_SO_FAR };

__noinline int filter__begin_chunk(u32 side, u32 pattern, u32 first)
{
	struct filter_pattern *p = bpf_map_lookup_elem(&filter_patterns, &pattern);
	struct filter_scratch *sc = filter__scratch(side);
	u64 differ, at;
	u32 i, len;

	if (!p || !sc)
		return DIFFERENT;
	len = p->len;
	for (i = 0; i < BEGIN_CHUNK; i++) {
		at = 8 * (first + i) & (FILTER_TEXT_SIZE - 1);
		if (at >= len)
			return ALIKE;
		differ = *(u64 *)&sc->text[at] ^ *(u64 *)&p->bytes[at];
		if (len - at < 8)
			return differ << (64 - 8 * (len - at)) ? DIFFERENT : ALIKE;
		if (differ)
			return DIFFERENT;
	}
	return ALIKE_SO_FAR;
}

/* Whether the text begins with the pattern. */
__noinline int filter__begins(u32 side, u32 pattern)
{
	int result = ALIKE_SO_FAR;
	u32 i;

	for (i = 0; i < FILTER_TEXT_SIZE / 8 / BEGIN_CHUNK; i++) {
		result = filter__begin_chunk(side, pattern, i * BEGIN_CHUNK);
		if (result != ALIKE_SO_FAR)
			break;
	}
	return result != DIFFERENT;
}

/* Whether the text matches. */
static __always_inline int filter__match(u32 side, u32 pattern)
{
	struct filter_pattern *p = bpf_map_lookup_elem(&filter_patterns, &pattern);
	struct filter_scratch *sc = filter__scratch(side);

	if (!p || !sc)
		return 0;
	if (p->how == FILTER_GLOB)
		return filter__glob(side, p->len);
	if (p->how == FILTER_WHOLE ? sc->text_len != p->len : sc->text_len < p->len)
		return 0;
	return filter__begins(side, pattern);
}

/* The same where calls nest less. */
__noinline int filter__match_whole(u32 side, u32 pattern)
{
	return filter__match(side, pattern);
}

#include "filter_path.bpf.h"

/* ---- sources ---- */

/* The string at @ptr, which stays for the next comparison. Return: 0 or -errno. */
static __always_inline long filter__read_string(struct filter_scratch *sc, u64 ptr)
{
	long n;

	if (sc->source == FILTER_STRING && sc->value == ptr)
		return 0;
	n = user__read_str(sc->text, FILTER_TEXT_SIZE, ptr);
	if (n < 0)
		return n;
	sc->source = FILTER_STRING;
	sc->value = ptr;
	sc->text_len = n ? n - 1 : 0;
	return 0;
}

/* How many descriptors there are: select(2) has that in the first argument, poll(2) in the second. */
static __always_inline u32 filter__nr_fds(const struct filter_fields *values, u32 source)
{
	s32 nr = values->fields[FILTER_F_ARG + (source == FILTER_POLL || source == FILTER_POLL_FD)];

	return nr > 0 ? nr : 0;
}

/* Return: 1 or 0; -1: not readable. */
__noinline int filter__compare(u32 side, u32 source, u32 arg, u32 pattern)
{
	struct filter_fields *values = bpf_map_lookup_elem(&filter_values, &side);
	struct filter_scratch *sc = filter__scratch(side);
	u64 value;

	if (!sc || !values)
		return 0;
	value = values->fields[arg & (FILTER_F_TEXT - 1)];
	if (source == FILTER_FD_PATH)
		return filter__fd(side, value, pattern);
	if (!value)
		return 0;
	if (source == FILTER_POLL)
		return filter__poll(side, value, filter__nr_fds(values, source), pattern);
	if (source == FILTER_FD_SET)
		return filter__fd_set(side, value, filter__nr_fds(values, source), pattern);
	if (source == FILTER_POLL_FD)
		return filter__polled(value, filter__nr_fds(values, source), pattern);
	if (source == FILTER_FD_SET_FD)
		return filter__selected(value, filter__nr_fds(values, source), pattern);
	if (filter__read_string(sc, value))
		return -1;
	return filter__match(side, pattern);
}

/* Those of the call's comparisons that @wanted has; what cannot be read is unknown. */
static __noinline void filter__texts(struct aug_state *s, const struct filter_spec *f, u32 side,
				     u32 wanted)
{
	struct filter_scratch *sc = filter__scratch(side);
	int result;
	u32 i;

	if (!sc)
		return;
	sc->source = TAG_NONE;
	s->filter_unknown = 0;
	for (i = 0; i < FILTER_MAX_TEXTS; i++) {
		if (i >= f->nr_texts)
			break;
		if (!(wanted & 1U << i))
			continue;
		result = filter__compare(side, f->texts[i].source, f->texts[i].arg,
					 f->texts[i].pattern);
		/* Without branches, each of which would double the verifier's work. */
		s->filter_texts |= (u32)(result & ~(result >> 1) & 1) << i;
		s->filter_unknown |= (u32)(result >> 1 & 1) << i;
	}
}

/* ---- the call ---- */

/* All tests of a stage; once for the verifier, whichever stage it is. */
__noinline int filter__long_stage(u32 side, u32 first, u32 nr)
{
	const struct filter_stage stage = { .first = first, .nr = nr };

	return filter__stage(side, &stage, FILTER_MAX_TESTS);
}

static __always_inline bool filter__run_stage(u32 side, const struct filter_stage *stage)
{
	return filter__long_stage(side, stage->first, stage->nr);
}

/* Return: whether the call is kept, as far as can be said at its entry. */
static __always_inline bool filter__decide_entry(struct aug_state *s, const struct filter_spec *f,
						 u32 side)
{
	if (s->filter_unknown) {
		s->filter_open |= FILTER_OPEN_AGAIN;
		return true;
	}
	s->filter_open &= ~FILTER_OPEN_AGAIN;
	if (f->stages[FILTER_AT_EXIT].nr <= FILTER_QUICK_TESTS)
		s->filter_open &= ~FILTER_OPEN_TEXTS;
	return filter__run_stage(side, &f->stages[FILTER_BY_TEXTS]);
}

static __always_inline bool filter__decide_exit(struct aug_state *s, const struct filter_spec *f)
{
	if (s->filter_open & FILTER_OPEN_AGAIN &&
	    !filter__run_stage(SIDE_EXIT, &f->stages[FILTER_BY_TEXTS]))
		return false;
	return filter__run_stage(SIDE_EXIT, &f->stages[FILTER_AT_EXIT]);
}

/*
 * What was not readable at entry is read by sys_enter_fault, or at the exit: the call itself has brought it
 * into memory, or failed. The memory from before a successful execve() is gone.
 */
static __always_inline bool filter__decide(struct aug_state *s, u32 side)
{
	struct filter_fields *values = bpf_map_lookup_elem(&filter_values, &side);
	struct filter_spec *f = bpf_map_lookup_elem(&filter_specs, &s->spec_idx);

	if (!f || !values)
		return true;
	if (side == SIDE_EXIT && s->filter_unknown && s->is_exec && !s->rec.ret) {
		s->filter_open = FILTER_OPEN_USER;
		return true;
	}
	filter__read(s, values);
	filter__read_end(s, values);
	filter__texts(s, f, side, side == SIDE_ENTER ? ~0U : s->filter_unknown);
	values->texts = s->filter_texts;
	return side == SIDE_EXIT ? filter__decide_exit(s, f) : filter__decide_entry(s, f, side);
}

/*
 * Within an execve() that succeeds: paths that were not readable at entry, from the kernel's copy of the
 * only one that it has.
 */
static __always_inline void filter__exec(struct aug_state *s, const char *filename)
{
	struct filter_spec *f = bpf_map_lookup_elem(&filter_specs, &s->spec_idx);
	struct filter_scratch *sc = filter__scratch(SIDE_EXEC);
	u32 i, unknown = s->filter_unknown;
	long n;

	if (!f || !sc)
		return;
	n = bpf_probe_read_kernel_str(sc->text, FILTER_TEXT_SIZE, filename);
	if (n <= 0)
		return;
	sc->text_len = n - 1;
	for (i = 0; i < FILTER_MAX_TEXTS; i++) {
		if (i >= f->nr_texts)
			break;
		if (!(unknown & 1U << i) || f->texts[i].source != FILTER_STRING)
			continue;
		s->filter_texts |= (u32)(filter__match_whole(SIDE_EXEC, f->texts[i].pattern) & 1)
				   << i;
		s->filter_unknown &= ~(1U << i);
	}
}

/* ---- the programs: back to what follows in engine.bpf.c ---- */

static __always_inline int filter_call_texts(void *ctx, u64 regs)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_spec *spec;
	bool at_exit;

	if (!s)
		return 1;
	at_exit = cursor__is_at(&s->cursor, AUG_AT_EXIT);
	if (!filter__decide(s, at_exit ? SIDE_EXIT : SIDE_ENTER)) {
		COUNT_CALL(filtered_expr);
		if (!at_exit)
			call__drop(s, regs);
		return 1;
	}
	if (at_exit) {
		exit_go_on(ctx, s, task, false);
		return 1;
	}
	spec = spec__get(&s->spec_idx);
	if (spec)
		enter_go_on(ctx, s, task, spec, false);
	return 1;
}

SEC("raw_tp")
int filter_call(struct bpf_raw_tracepoint_args *ctx)
{
	return filter_call_texts(ctx, ctx->args[0]);
}

SEC("tracepoint")
int filter_call_perf(void *ctx)
{
	return filter_call_texts(ctx, 0);
}

SEC("raw_tp/sched_process_exec")
int filter_exec(struct bpf_raw_tracepoint_args *ctx)
{
	struct aug_state *s = state__get(current_task());
	struct linux_binprm *bprm = (struct linux_binprm *)ctx->args[2];

	if (!s)
		return 0;
	filter__exec(s, BPF_CORE_READ(bprm, filename));
	exec_go_on(ctx, s, current_task(), bprm);
	return 0;
}

#endif /* PERF_AUGMENT_FILTER_TEXT_BPF_H */
