// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_names.c - see strace_names.h. */
#include "strace_names.h"

#include <stdio.h>
#include <string.h>

#include "syscalls.h"
#include "util.h"

/* strace reads it as a line. */
void strace_names__say(const char *comm, size_t size, struct out *o)
{
	size_t len = 0;

	while (len < size && comm[len] && comm[len] != '\n')
		len++;
	if (!len)
		return;
	out__note(o, "<", 1);
	out__note_path(o, comm, len);
	out__note(o, ">", 1);
}

/* The name of a task that is not traced, or not yet. Return: its length, 0 when there is none. */
static size_t read_name(int32_t pid, char name[16])
{
	char path[64];
	FILE *file;
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	len = fread(name, 1, 16, file);
	fclose(file);
	return len;
}

/* A child has its parent's name until it changes it. */
static bool is_new_child(const struct event *event, int32_t pid)
{
	static const char *const calls[] = { "clone", "clone3", "fork", "vfork" };
	const struct syscall_desc *desc;

	if (!event || event->rec->ret != pid)
		return false;
	desc = syscalls__get(event->rec->abi, event->rec->nr);
	for (size_t i = 0; desc && i < ARRAY_SIZE(calls); i++) {
		if (!strcmp(desc->name, calls[i]))
			return true;
	}
	return false;
}

/* NULL when only the kernel may know. */
static const char *find_name(const struct strace_names *names, int32_t pid)
{
	const struct strace_task *task = by_tid__find(names->tasks, (uint32_t)pid);

	if (task)
		return task->comm;
	if (is_new_child(names->event, pid))
		return names->event->rec->comm;
	return NULL;
}

static void add_name_of(const struct strace_names *names, int32_t pid, struct out *o)
{
	const char *known;
	char name[16];
	size_t len;

	known = find_name(names, pid);
	len = known ? sizeof(name) : read_name(pid, name);
	strace_names__say(known ? known : name, len, o);
}

static void add_note(const struct out_pids *pids, int32_t pid, bool is_group, struct out *o)
{
	const struct strace_names *names = container_of(pids, struct strace_names, out);
	int32_t here = 0;
	char text[48];

	/* In another namespace's numbers, names are not those of ours. */
	here = strace_pidns__translate(names->pidns, names->ns, pid);
	if (names->wants_comms && !is_group &&
	    (here || !strace_pidns__is_foreign(names->pidns, names->ns)))
		add_name_of(names, here ? here : pid, o);
	if (names->wants_pidns && here && here != pid)
		out__note(o, text,
			  (size_t)snprintf(text, sizeof(text), " /* %d in strace's PID NS */",
					   here));
}

void strace_names__init(struct strace_names *names, const struct by_tid *tasks)
{
	memset(names, 0, sizeof(*names));
	names->out.note = add_note;
	names->tasks = tasks;
}
