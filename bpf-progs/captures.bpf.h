/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* captures.bpf.h - the programs that copy what arguments point to; a part of engine.bpf.c. */
#ifndef PERF_AUGMENT_CAPTURES_BPF_H
#define PERF_AUGMENT_CAPTURES_BPF_H

/*
 * Entry, exit and exec go on here by a tail call: the verifier walks what copies arguments once, not in
 * each of them, and that is most of what a start takes. cursor.when says whence. The program is there
 * three times:
 * - capture, for programs of raw tracepoints;
 * - capture_perf, for sys_enter_perf: a program array holds programs of one type;
 * - capture_exec beside it, for exec alone: a raw tracepoint that may not even name the program arrays
 *   that the entries and exits of capture_perf go on with.
 */
static __always_inline int capture_args(void *ctx)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_spec *spec;

	if (!s)
		return 1;
	spec = spec__get(&s->spec_idx);
	if (!spec)
		return 1;
	capture__all(s, task, spec);
	if (cursor__is_at(&s->cursor, AUG_AT_ENTER)) {
		fds__at_enter(ctx, s);
		enter_end(ctx, s, task, spec);
	} else if (cursor__is_at(&s->cursor, AUG_AT_EXIT)) {
		fds__at_exit(ctx, s);
		exit_end(ctx, s, task, false);
	} else {
		exec_end(s, task);
	}
	return 1;
}

SEC("raw_tp")
int capture(void *ctx)
{
	return capture_args(ctx);
}

SEC("tracepoint")
int capture_perf(void *ctx)
{
	return capture_args(ctx);
}

SEC("raw_tp")
int capture_exec(void *ctx)
{
	struct task_struct *task = current_task();
	struct aug_state *s = state__get(task);
	struct aug_spec *spec;

	if (!s)
		return 1;
	spec = spec__get(&s->spec_idx);
	if (spec)
		capture__all(s, task, spec);
	exec_end(s, task);
	return 1;
}

#endif /* PERF_AUGMENT_CAPTURES_BPF_H */
