// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_values.bpf.c - every way to attach a value, and its limits; for trace_augmenter.sh. */
#include <augmenter.bpf.h>

enum color { RED, GREEN = 7 };

struct inner {
	signed char small;
	enum color color;
};

struct outer {
	unsigned int number;
	char text[8];
	struct inner in[2];
	unsigned int low : 3, high : 5;
};

struct task_struct {
	int pid;
} __attribute__((preserve_access_index));

struct no_such_thing {
	int pid;
} __attribute__((preserve_access_index));

/* prctl(1, pointer to struct outer, its number, pointer to a string, length) */
AUGMENT_ENTER(prctl)
{
	struct inner own = { -3, GREEN };

	augment_number(call, "int", (int)-5);
	augment_number(call, "enum", (enum color)GREEN);
	augment_number(call, "bool", (bool)true);
	augment_number(call, "u64", (u64)1 << 63);
	augment_value(call, "own", own);
	augment_struct(call, "outer", call->args[1], struct outer);
	augment_array(call, "array", call->args[1], struct outer, call->args[2]);
	augment_array(call, "none", call->args[1], struct outer, 0);
	augment_str(call, "string", call->args[3]);
	augment_buf(call, "buf", call->args[3], call->args[4]);
	augment_struct(call, "fault", 16, struct outer);
	augment_number(call, "pid", call->pid);
	augment_value(call, "comm", call->comm);
}

AUGMENT_EXIT(prctl)
{
	augment_number(call, "ret", call->ret);
	augment_number(call, "first", call->args[0]);
}

/* More than there is room for. */
AUGMENT_ENTER(getpriority)
{
	augment_buf(call, "a", call->args[1], 100000);
	augment_buf(call, "b", call->args[1], 1000);
	augment_buf(call, "c", call->args[1], 1000);
	augment_array(call, "d", call->args[1], struct outer, 1000000);
	augment_number(call, "e", 1);
}

AUGMENT_ENTER(exit_group)
{
	augment_number(call, "status", (int)call->args[0]);
}

AUGMENT_EXIT(getppid)
{
	augment_number(call, "abi", (int)call->abi);
}

AUGMENT_EXIT(getuid)
{
}

/* The kernel's own memory by the kernel's own types. */
AUGMENT_ENTER(getgid)
{
	struct task_struct *task = (struct task_struct *)bpf_get_current_task();

	augment_kernel_struct(call, "task", task, struct task_struct);
	augment_kernel_struct(call, "nothing", task, struct no_such_thing);
}

license(GPL);
