// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_json.c - one JSON object per line; docs/trace-json.md has its members. */
#include <errno.h>
#include <string.h>

#include "attached.h"
#include "decode.h"
#include "format.h"
#include "format_event.h"
#include "task_cgroups.h"
#include "out.h"
#include "util.h"
#include "x32.h"

#define MAX_ERRNO 4095

static void say_str(struct out *o, const char *name, const char *text, size_t len)
{
	out__member(o, name);
	out__str(o, text, len, false);
}

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void say_head(const struct format_opts *opts, uint64_t time_ns, uint32_t pid, uint32_t tid,
		     const char *comm, struct out *o)
{
	const char *cgroup = opts->cgroups ? task_cgroups__path(opts->cgroups, tid) : NULL;

	say_uint(o, "ts_ns", time_ns);
	say_uint(o, "wall_ns", time_ns + opts->wall_offset_ns);
	say_uint(o, "pid", pid);
	say_uint(o, "tid", tid);
	say_str(o, "comm", comm, strnlen(comm, 16));
	if (cgroup)
		say_str(o, "cgroup", cgroup, strlen(cgroup));
}

static bool is_flagged(const struct event *event, unsigned int idx, uint8_t flag)
{
	const struct payload *entry = event__entry(event, idx), *exit = event__exit(event, idx);

	return (entry && !entry->err && entry->flags & flag) ||
	       (exit && !exit->err && exit->flags & flag);
}

static bool is_faulted(const struct event *event, unsigned int idx)
{
	const struct payload *entry = event__entry(event, idx), *exit = event__exit(event, idx);

	return (entry && entry->err) || (exit && exit->err);
}

/** struct marks - arguments of which something special is to be said: bit n is argument n. */
struct marks {
	unsigned int faulted, cut, reread;
};

/* By the call's payloads, and by what @o has told of pieces of them. */
static struct marks marks_of(const struct event *event, const struct out *o)
{
	struct marks marks = { .faulted = o->faulted, .cut = o->cut };

	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++) {
		if (!(o->untold & 1U << i))
			marks.faulted |= (unsigned int)is_faulted(event, i) << i;
		marks.cut |= (unsigned int)is_flagged(event, i, AUG_P_CUT) << i;
		marks.reread |= (unsigned int)is_flagged(event, i, AUG_P_REREAD) << i;
	}
	return marks;
}

/* The names of @args; no member when there are none. */
static void say_marked(const struct syscall_desc *desc, const char *name, unsigned int args,
		       struct out *o)
{
	bool begun = false;

	for (unsigned int i = 0; i < desc->nr_args; i++) {
		if (!(args & 1U << i))
			continue;
		if (!begun) {
			out__member(o, name);
			out__begin(o, OUT_ARRAY);
			begun = true;
		}
		out__str(o, desc->args[i].name, strlen(desc->args[i].name), false);
	}
	if (begun)
		out__end(o, OUT_ARRAY);
}

static void say_return(const struct event *event, const struct syscall_desc *desc, struct out *o)
{
	const int64_t ret = event->rec->ret;
	const bool failed = desc ? decode__failed(event, desc) : ret < 0 && ret >= -MAX_ERRNO;
	const char *name = failed ? strerrorname_np((int)-ret) : NULL;
	const struct arg_desc *result = desc ? decode__named_ret(event, desc) : NULL;

	out__member(o, "ret");
	if (failed)
		out__sint(o, -1);
	else if (desc)
		decode__ret(event, desc, o);
	else
		out__sint(o, ret);
	if (result) {
		out__member(o, "ret_name");
		decode__ret_name(event, result, o);
	}
	if (!failed)
		return;
	say_uint(o, "errno", (uint64_t)-ret);
	if (name)
		say_str(o, "error", name, strlen(name));
}

static void say_frame(void *ctx, const struct stack_frame *frame)
{
	struct out *o = ctx;

	out__begin(o, OUT_OBJECT);
	out__member(o, "ip");
	out__hex(o, frame->ip);
	if (frame->path)
		say_str(o, "dso", frame->path, strlen(frame->path));
	if (frame->path && !frame->is_kernel) {
		out__member(o, "dso_offset");
		out__hex(o, frame->offset);
	}
	if (frame->symbol) {
		say_str(o, "symbol", frame->symbol, strlen(frame->symbol));
		say_uint(o, "symbol_offset", frame->symbol_offset);
	}
	if (frame->is_kernel) {
		out__member(o, "kernel");
		out__bool(o, true);
	}
	out__end(o, OUT_OBJECT);
}

static void say_chain(const struct format_opts *opts, const struct stack_chain *chain,
		      struct out *o)
{
	bool is_cut;

	if (!opts->stacks)
		return;
	out__member(o, "stack");
	out__begin(o, OUT_ARRAY);
	stacks__for_each(opts->stacks, chain, opts->max_stack, say_frame, o, &is_cut);
	out__end(o, OUT_ARRAY);
	if (is_cut) {
		out__member(o, "stack_cut");
		out__bool(o, true);
	}
}

static void say_name(const struct aug_record *rec, const struct syscall_desc *desc, struct out *o)
{
	struct strbuf name = {};

	if (desc) {
		say_str(o, "syscall", desc->name, strlen(desc->name));
		return;
	}
	format__bare_name(rec->abi, rec->nr, &name);
	say_str(o, "syscall", name.text, name.len);
	strbuf__free(&name);
}

static void say_call(const struct format_opts *opts, const struct event *event,
		     enum format_state state, struct out *o)
{
	const struct aug_record *rec = event->rec;
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);
	struct stack_chain chain;
	struct marks marks;

	say_head(opts, rec->enter_ns, rec->pid, rec->tid, rec->comm, o);
	say_name(rec, desc, o);
	say_uint(o, "nr", format__number(rec));
	if (rec->abi == AUG_ABI_COMPAT)
		say_str(o, "abi", "i386", 4);
	else if (x32__is(rec->abi, rec->nr))
		say_str(o, "abi", "x32", 3);
	out__member(o, "args");
	out__begin(o, OUT_ARGS);
	if (desc)
		decode__args(event, desc, o, true);
	else
		format__raw_args(event, o);
	marks = marks_of(event, o);
	if (event->has_attached)
		attached__say(opts->attached, event, o);
	out__end(o, OUT_ARGS);
	if (rec->flags & AUG_F_BEFORE) {
		out__member(o, "began_before");
		out__bool(o, true);
	}
	if (state == FORMAT_WAITING) {
		out__member(o, "waiting");
		out__bool(o, true);
	} else if (!(rec->flags & AUG_F_NORETURN)) {
		say_return(event, desc, o);
		say_uint(o, "duration_ns", rec->time_ns - rec->enter_ns);
	}
	if (opts->decode_fds && event->has_files)
		format_json__fds(event, o);
	if (desc && (marks.faulted || marks.cut || marks.reread)) {
		say_marked(desc, "faulted", marks.faulted, o);
		say_marked(desc, "cut", marks.cut, o);
		say_marked(desc, "reread", marks.reread, o);
	}
	if (event->has_stack) {
		format__chain(event, &chain);
		say_chain(opts, &chain, o);
	}
}

/* A tracepoint or probe of an augmenter. */
static void say_event(const struct format_opts *opts, const struct event *event, struct out *o)
{
	const struct aug_record *rec = event->rec;
	const char *name = attached_types__event(opts->attached, rec->nr);

	say_head(opts, rec->enter_ns, rec->pid, rec->tid, rec->comm, o);
	say_str(o, "event", name, strlen(name));
	out__member(o, "args");
	out__begin(o, OUT_ARGS);
	attached__say(opts->attached, event, o);
	out__end(o, OUT_ARGS);
}

void format_json__call(const struct format_opts *opts, const struct event *event,
		       enum format_state state, struct strbuf *line)
{
	struct out o;

	out__init_json(&o, line);
	o.verbose = opts->verbose;
	out__begin(&o, OUT_OBJECT);
	if (event->rec->type == AUG_RECORD_EVENT)
		say_event(opts, event, &o);
	else
		say_call(opts, event, state, &o);
	out__end(&o, OUT_OBJECT);
	strbuf__addc(line, '\n');
}

static void say_fault(const struct format_opts *opts, const struct shown_event *event,
		      struct out *o)
{
	struct stack_frame frame;

	out__member(o, "code");
	stacks__frame(opts->stacks, event->pid, event->ip, event->is_kernel, false, &frame);
	say_frame(o, &frame);
	out__member(o, "data");
	stacks__frame(opts->stacks, event->pid, event->addr, false, false, &frame);
	say_frame(o, &frame);
}

void format_json__event(const struct format_opts *opts, const struct shown_event *event,
			struct strbuf *line)
{
	struct out o;

	out__init_json(&o, line);
	out__begin(&o, OUT_OBJECT);
	say_head(opts, event->time_ns, event->pid, event->tid, event->comm, &o);
	say_uint(&o, "cpu", event->cpu);
	say_str(&o, "event", event->name, strlen(event->name));
	if (event->is_fault) {
		say_fault(opts, event, &o);
	} else if (event->format) {
		out__member(&o, "fields");
		out__begin(&o, OUT_ARGS);
		format_event__fields(event, true, &o);
		out__end(&o, OUT_ARGS);
	} else {
		say_str(&o, "text", (const char *)event->raw, format_event__output(event));
	}
	if (event->chain.nr_user || event->chain.nr_kernel)
		say_chain(opts, &event->chain, &o);
	out__end(&o, OUT_OBJECT);
	strbuf__addc(line, '\n');
}
