// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_process.c - pids, uids, signals, I/O priorities, clocks of tasks, System V IPC flags.
 */
#include "decode.h"

#include <errno.h>
#include <linux/kcmp.h>
#include <string.h>

#include "decode_siginfo.h"
#include "decode_word.h"
#include "format.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

static void decode_pid(const struct arg *arg, struct out *o)
{
	out__pid(o, (int32_t)arg->value);
}

static void decode_pgid(const struct arg *arg, struct out *o)
{
	out__pgid(o, (int32_t)arg->value);
}

/* A negative number is that of a group, but for -1. */
static void decode_pid_or_pgid(const struct arg *arg, struct out *o)
{
	const int32_t pid = (int32_t)arg->value;

	out__sint(o, pid);
	if (pid > 0)
		out__pid_note(o, pid);
	else if (pid < -1 && pid != INT32_MIN)
		out__pgid_note(o, -pid);
}

static void decode_uid(const struct arg *arg, struct out *o)
{
	say_uid(o, arg->value);
}

static void decode_uid16(const struct arg *arg, struct out *o)
{
	if ((uint16_t)arg->value == UINT16_MAX)
		out__sint(o, -1);
	else
		out__uint(o, (uint16_t)arg->value);
}

static void decode_signal(const struct arg *arg, struct out *o)
{
	say_signal(o, arg->value);
}

/* strace has no name for the flag beside it, and takes both for one number. */
static void decode_sched_policy(const struct arg *arg, struct out *o)
{
	out__symbol(o, o->strace ? &syms_sched_policy : arg->desc->syms, arg->value);
}

/* The first size of struct sched_attr, which one of 0 means too, and the next. */
#define SCHED_ATTR_VER0 48
#define SCHED_ATTR_VER1 56

/* As much as it says that there is; of one that is too short the kernel looks at nothing more. */
static void say_sched_attr(const struct arg *arg, const struct payload *p, struct out *o)
{
	struct blob b = arg__blob(arg, p);
	uint64_t size;

	if (b.len < 4) {
		out__ptr(o, arg->value);
		return;
	}
	size = layout__get(b.data, 4);
	b.is_whole = true;
	b.cut = size > SCHED_ATTR_VER1;
	if (size && size < SCHED_ATTR_VER0)
		b.len = 4;
	else if (size < SCHED_ATTR_VER1)
		b.len = MIN(b.len, (size_t)SCHED_ATTR_VER0);
	layout__say(arg__layout(arg), &b, o);
}

/* The kernel refused what it does not know, and wrote how much it does know. */
static bool is_refused_size(const struct arg *arg, const struct payload *exit)
{
	return exit && !exit->err && exit->len >= 4 && arg->event->rec->ret == -E2BIG;
}

static void say_known_size(const struct arg *arg, const struct payload *entry,
			   const struct payload *exit, struct out *o)
{
	out__begin(o, OUT_CHANGE);
	say_sched_attr(arg, entry, o);
	out__begin(o, OUT_OBJECT);
	out__member(o, "size");
	out__uint(o, layout__get(exit->data, 4));
	out__end(o, OUT_OBJECT);
	out__end(o, OUT_CHANGE);
}

static void decode_sched_attr(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (!(arg__when(arg->desc) & AUG_AT_FAILURE) || !entry || entry->err)
		arg__say_sides(arg, o, say_sched_attr);
	else if (is_refused_size(arg, exit))
		say_known_size(arg, entry, exit, o);
	else
		say_sched_attr(arg, entry, o);
}

static void decode_errno(const struct arg *arg, struct out *o)
{
	const char *name = format__error_name((int)arg->value);

	if (name && (int)arg->value > 0)
		out__constant(o, arg->value, OUT_DEC, name, strlen(name));
	else if (o->strace)
		out__uint(o, (uint32_t)arg->value);
	else
		out__sint(o, (int32_t)arg->value);
}

static void decode_syslog_type(const struct arg *arg, struct out *o)
{
	const char *name = symbols__name(&syms_syslog_action, arg->value);

	if (!o->strace) {
		out__symbol(o, &syms_syslog_action, arg->value);
		return;
	}
	out__sint(o, (int32_t)arg->value);
	if (!name)
		name = "SYSLOG_ACTION_???";
	out__comment(o, name, strlen(name));
}

static void decode_syslog_level(const struct arg *arg, struct out *o)
{
	const char *name = symbols__name(&syms_syslog_level, arg->value);

	out__sint(o, (int32_t)arg->value);
	if (!o->strace)
		return;
	if (!name)
		name = "LOGLEVEL_???";
	out__comment(o, name, strlen(name));
}

static void decode_ioprio(const struct arg *arg, struct out *o)
{
	say_ioprio(o, (uint64_t)(int32_t)arg->value, OUT_DEC);
}

static void decode_clockid(const struct arg *arg, struct out *o)
{
	say_clockid(o, arg->value);
}

static bool has_named_bit(const struct symbols *syms, uint64_t bits)
{
	for (size_t i = 0; i < syms->nr; i++) {
		if (syms->table[i].value & bits)
			return true;
	}
	return false;
}

static void decode_ipc_flags(const struct arg *arg, struct out *o)
{
	const uint64_t named = arg->value & ~0777ULL & symbols__mask(arg->desc->syms);
	struct word w;

	word__init(&w);
	if (o->strace && o->consts != OUT_CONSTS_RAW && named && *arg->desc->syms->prefix &&
	    !has_named_bit(arg->desc->syms, named)) {
		/* strace's own: nothing stands between the two. */
		word__add_hex(&w, named);
	} else if (named) {
		word__add_symbol(&w, arg->desc->syms, named, o);
		word__add(&w, "|");
	}
	word__add(&w, "0");
	word__add_uint(&w, arg->value & 0777, 8, 2);
	if (named)
		word__say(&w, o);
	else
		word__say_spelled(&w, o, arg->value & 0777);
}

static bool kcmp_idx_is_unused(const struct arg *arg)
{
	const uint32_t type = (uint32_t)arg->event->rec->args[2];

	return type >= KCMP_VM && type <= KCMP_SYSVSEM;
}

static void decode_kcmp_idx(const struct arg *arg, struct out *o)
{
	const uint32_t type = (uint32_t)arg->event->rec->args[2];

	if (o->strace && type > KCMP_EPOLL_TFD)
		out__hex(o, arg->value);
	else if (o->strace)
		out__sint(o, (int32_t)arg->value);
	else
		out__uint(o, arg->value);
}

const struct arg_type arg_kcmp_idx = { .name = "kcmp_idx",
				       .decode = decode_kcmp_idx,
				       .is_unused = kcmp_idx_is_unused };
const struct arg_type arg_pid = {
	.name = "pid", .decode = decode_pid, .show_zero = true, .is_32 = true
};
const struct arg_type arg_pgid = {
	.name = "pgid", .decode = decode_pgid, .show_zero = true, .is_32 = true
};
const struct arg_type arg_pid_or_pgid = {
	.name = "pid_or_pgid", .decode = decode_pid_or_pgid, .show_zero = true, .is_32 = true
};
const struct arg_type arg_uid = {
	.name = "uid", .decode = decode_uid, .show_zero = true, .is_32 = true
};
const struct arg_type arg_uid16 = {
	.name = "uid16", .decode = decode_uid16, .show_zero = true, .is_32 = true
};
const struct arg_type arg_signal = {
	.name = "signal", .decode = decode_signal, .show_zero = true, .is_32 = true
};
const struct arg_type arg_sched_policy = {
	.name = "sched_policy",
	.decode = decode_sched_policy,
	.needs_syms = true,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_sched_attr = {
	.name = "sched_attr",
	.decode = decode_sched_attr,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_errno = {
	.name = "errno", .decode = decode_errno, .show_zero = true, .is_32 = true
};
const struct arg_type arg_syslog_type = {
	.name = "syslog_type", .decode = decode_syslog_type, .show_zero = true, .is_32 = true
};
const struct arg_type arg_syslog_level = {
	.name = "syslog_level", .decode = decode_syslog_level, .show_zero = true, .is_32 = true
};
const struct arg_type arg_ioprio = {
	.name = "ioprio", .decode = decode_ioprio, .show_zero = true, .is_32 = true
};
const struct arg_type arg_clockid = {
	.name = "clockid",
	.decode = decode_clockid,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_ipc_flags = {
	.name = "ipc_flags",
	.decode = decode_ipc_flags,
	.needs_syms = true,
	.show_zero = true,
};
