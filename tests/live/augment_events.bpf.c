// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_events.bpf.c - tracepoints and functions in user space; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

struct trace_event_raw_sched_process_exec {
	u32 __data_loc_filename;
	int pid;
} __attribute__((preserve_access_index));

AUGMENT_TRACEPOINT(sched, sched_process_exec)
{
	struct trace_event_raw_sched_process_exec *exec = ctx;

	augment_data_loc(call, "filename", ctx, exec->__data_loc_filename);
	augment_number(call, "pid", exec->pid);
}

AUGMENT_TRACEPOINT(sched, sched_process_exit)
{
}

/* Found in $PATH. */
AUGMENT_UPROBE("work_augment", work_function)
{
	augment_number(call, "number", (int)call->args[0]);
	augment_str(call, "text", call->args[1]);
}

AUGMENT_URETPROBE("work_augment", work_function)
{
	augment_number(call, "result", call->ret);
}

license(GPL);
