// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_ipc.c - arguments of System V IPC and of POSIX message queues. */
#include "decode.h"

#include <fcntl.h>

#include "util.h"

/* A message: its type, a word, and as many bytes as another argument or the result says. */
static void say_msgbuf(const struct arg *arg, const struct payload *p, struct out *o)
{
	const size_t word = arg__is_compat(arg) ? 4 : 8;
	struct payload text = *p;

	/* strace looks at the type and, as that is how C has it, at as much behind it; here only what was asked for is. */
	if (p->err && p->len < 2 * word) {
		out__fault(o, arg->value, p->err);
		return;
	}
	if (p->len < word) {
		out__ptr(o, arg->value);
		return;
	}
	text.data += word;
	text.len -= (uint32_t)word;
	out__begin(o, OUT_OBJECT);
	out__member(o, "mtype");
	if (word == 4)
		out__sint(o, (int32_t)layout__get(p->data, word));
	else
		out__sint(o, (int64_t)layout__get(p->data, word));
	out__member(o, "mtext");
	if (p->err && !payload__is_enough(&text, o))
		out__fault(o, arg->value + word, p->err);
	else
		out__content(o, (const char *)text.data, text.len, p->err || p->flags & AUG_P_CUT);
	out__end(o, OUT_OBJECT);
}

static void decode_msgbuf(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_msgbuf);
}

/* SETVAL's argument is an int in a union with pointers, which strace does not tell apart. */
static void decode_semval(const struct arg *arg, struct out *o)
{
	if (o->strace)
		out__ptr(o, arg->value);
	else
		out__sint(o, (int32_t)arg->value);
}

/* Through ipc it is a word in memory: strace puts brackets around it. */
static void decode_semun(const struct arg *arg, struct out *o)
{
	if (o->strace)
		out__begin(o, OUT_POINTEE);
	out__ptr(o, arg->value);
	if (o->strace)
		out__end(o, OUT_POINTEE);
}

static void decode_semun_value(const struct arg *arg, struct out *o)
{
	if (o->strace)
		decode_semun(arg, o);
	else
		decode_semval(arg, o);
}

static void decode_semun_struct(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if ((entry && !entry->err) || (exit && !exit->err) || !o->strace)
		arg_struct.decode(arg, o);
	else
		decode_semun(arg, o);
}

static bool is_never_told(const struct arg *arg)
{
	(void)arg;
	return true;
}

/* The attributes of a queue that is opened, not made, are not looked at. */
static bool mq_attr_is_unused(const struct arg *arg)
{
	return !(arg->event->rec->args[1] & O_CREAT);
}

static void decode_mq_attr(const struct arg *arg, struct out *o)
{
	arg_struct.decode(arg, o);
}

const struct arg_type arg_msgbuf = {
	.name = "msgbuf",
	.decode = decode_msgbuf,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
};
const struct arg_type arg_semval = {
	.name = "semval", .decode = decode_semval, .show_zero = true, .is_32 = true
};
const struct arg_type arg_mq_attr = {
	.name = "mq_attr",
	.decode = decode_mq_attr,
	.is_unused = mq_attr_is_unused,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_semun = { .name = "semun", .decode = decode_semun };
const struct arg_type arg_semun_value = {
	.name = "semun_value", .decode = decode_semun_value, .show_zero = true, .is_32 = true
};
const struct arg_type arg_semun_struct = {
	.name = "semun_struct",
	.decode = decode_semun_struct,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_raddr = {
	.name = "raddr",
	.decode = decode_semun,
	.is_unused = is_never_told,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_EXIT,
	.size = 4,
};
