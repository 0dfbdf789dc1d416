// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_sched.c - when a traced thread is taken from its CPU, between its calls, and who comes. */
#include <augmenter.bpf.h>

struct trace_event_raw_sched_switch {
	char prev_comm[16];
	long prev_state;
	int next_pid;
	char next_comm[16];
} __attribute__((preserve_access_index));

AUGMENT_TRACEPOINT(sched, sched_switch)
{
	struct trace_event_raw_sched_switch *sw = ctx;

	augment_number(call, "prev_state", sw->prev_state);
	augment_number(call, "next_pid", sw->next_pid);
	augment_kernel_str(call, "next_comm", sw->next_comm);
}

license(GPL);
