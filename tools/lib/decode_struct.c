// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_struct.c - structures, numbers and arrays behind pointers, as their layouts say: at entry,
 * at exit, or both when the call changed them.
 */
#include "decode.h"

#include <stdio.h>
#include <string.h>

#include "util.h"

/* Elements that are shown of an array, unless all are asked for. */
#define ARRAY_SHOWN 32

/* Bits of the longest set that is captured: FD_SETSIZE, and as many CPUs. */
#define SET_BYTES 128

struct blob arg__blob(const struct arg *arg, const struct payload *p)
{
	return (struct blob){
		.data = p->data,
		.len = p->len,
		.addr = arg->value,
		.compat = arg__is_compat(arg),
		.cut = false,
		.at_exit = p->flags & AUG_P_EXIT,
	};
}

static void say_side(const struct arg *arg, const struct payload *p, struct out *o,
		     void (*say)(const struct arg *arg, const struct payload *p, struct out *o))
{
	if (p->err)
		out__fault(o, arg->value, p->err);
	else
		say(arg, p, o);
}

static bool is_same(const struct payload *a, const struct payload *b)
{
	return a->err == b->err && a->len == b->len && !memcmp(a->data, b->data, a->len);
}

/* What there is of the two sides; NULL for the exit when it is as it was. */
static void find_sides(const struct arg *arg, const struct out *o, const struct payload **entry,
		       const struct payload **exit)
{
	unsigned int when = arg__when(arg->desc);

	if (o->strace && arg->desc->strace_when)
		when = arg->desc->strace_when;
	if (arg->desc->needs_result && arg->event->rec->ret <= 0)
		when &= AUG_AT_ENTER;

	*entry = when & AUG_AT_ENTER ? event__entry(arg->event, arg->idx) : NULL;
	*exit = when & (AUG_AT_EXIT | AUG_AT_FAILURE) ? event__exit(arg->event, arg->idx) : NULL;
	if (*entry && *exit && is_same(*entry, *exit))
		*exit = NULL;
}

/* Both sides of an argument whose exit side is told behind the return value. */
static bool is_apart(const struct arg *arg, const struct out *o)
{
	return o->exit_apart && arg->desc->exit_label;
}

static bool say_exit(const struct arg *arg, struct out *o,
		     void (*say)(const struct arg *arg, const struct payload *p, struct out *o))
{
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (!exit || arg->event->rec->ret <= 0)
		return false;
	say_side(arg, exit, o, say);
	return true;
}

void arg__say_sides(const struct arg *arg, struct out *o,
		    void (*say)(const struct arg *arg, const struct payload *p, struct out *o))
{
	const struct payload *entry, *exit;

	find_sides(arg, o, &entry, &exit);
	if (entry && is_apart(arg, o))
		exit = NULL;
	if (entry && exit) {
		out__begin(o, OUT_CHANGE);
		say_side(arg, entry, o, say);
		say_side(arg, exit, o, say);
		out__end(o, OUT_CHANGE);
	} else if (entry || exit) {
		say_side(arg, entry ? entry : exit, o, say);
	} else {
		out__ptr(o, arg->value);
	}
}

static const struct layout *arg__layout(const struct arg *arg)
{
	return layout__of(arg->desc->layout, arg__is_compat(arg));
}

static void find_followed(const struct arg *arg, struct blob *b)
{
	struct payload p;

	if (!arg->desc->follow || !event__part(arg->event, arg->idx, 0, AUG_PART_ITEM, 0, &p) ||
	    p.err)
		return;
	b->follow = (const char *)p.data;
	b->follow_len = p.len;
	b->follow_cut = p.flags & AUG_P_CUT;
	b->follow_off = (uint16_t)(arg->desc->follow - 1);
}

static void say_struct(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct layout *l = arg__layout(arg);
	struct blob b = arg__blob(arg, p);

	if (!l || !p->len) {
		out__ptr(o, arg->value);
		return;
	}
	/* A newer program's structure may be longer than ours. */
	b.cut = p->full_len > l->size;
	/* The program says how long its own is. */
	b.is_whole = o->strace && arg->desc->type == &arg_sized && !(p->flags & AUG_P_CUT);
	find_followed(arg, &b);
	layout__say(l, &b, o);
}

static void say_number(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct blob b = arg__blob(arg, p);

	layout__say_element(arg__layout(arg), &b, o);
}

/* A number that changed: [16 => 2]. Return: false when it is something else. */
static bool say_changed_number(const struct arg *arg, struct out *o)
{
	const struct layout *l = arg__layout(arg);
	const struct payload *entry, *exit;

	find_sides(arg, o, &entry, &exit);
	if (!l || !layout__is_number(l) || l->is_bare || !entry || !exit || entry->err || exit->err)
		return false;
	out__begin(o, OUT_POINTEE);
	arg__say_sides(arg, o, say_number);
	out__end(o, OUT_POINTEE);
	return true;
}

static void decode_struct(const struct arg *arg, struct out *o)
{
	if (!say_changed_number(arg, o))
		arg__say_sides(arg, o, say_struct);
}

static bool decode_struct_exit(const struct arg *arg, struct out *o)
{
	return say_exit(arg, o, say_struct);
}

static void say_array(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct layout *l = arg__layout(arg);
	struct blob b = arg__blob(arg, p);
	size_t nr, shown;

	if (!l) {
		out__ptr(o, arg->value);
		return;
	}
	nr = p->len / l->size;
	shown = o->verbose ? nr : MIN(nr, out__elements_max(o, ARRAY_SHOWN));
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++) {
		b.data = p->data + i * l->size;
		b.len = l->size;
		b.addr = arg->value + i * l->size;
		layout__say_element(l, &b, o);
	}
	if (shown < nr || p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

/* The call returned no element: there is nothing to capture, and that is what is said. */
static bool returned_none(const struct arg *arg)
{
	const struct aug_record *rec = arg->event->rec;

	return arg->desc->len_from == AUG_LEN_RET && rec->type == AUG_RECORD_CALL && !rec->ret &&
	       arg->value;
}

static void decode_array(const struct arg *arg, struct out *o)
{
	if (returned_none(arg)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
		return;
	}
	arg__say_sides(arg, o, say_array);
}

static void say_bits(const struct payload *p, struct out *o, void (*say)(struct out *, uint64_t))
{
	out__begin(o, OUT_SET);
	for (size_t bit = 0; bit < 8 * (size_t)p->len; bit++) {
		if (p->data[bit / 8] & 1u << bit % 8)
			say(o, bit);
	}
	if (p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_SET);
}

static void say_set(const struct arg *arg, const struct payload *p, struct out *o)
{
	(void)arg;
	say_bits(p, o, out__uint);
}

static void say_fd(struct out *o, uint64_t fd)
{
	out__fd(o, (int32_t)fd, false);
}

static void say_fdset(const struct arg *arg, const struct payload *p, struct out *o)
{
	(void)arg;
	say_bits(p, o, say_fd);
}

static bool decode_set_exit(const struct arg *arg, struct out *o)
{
	const struct payload *exit = event__exit(arg->event, arg->idx);
	size_t i;

	/* An empty set says nothing. */
	for (i = 0; exit && i < exit->len && !exit->data[i]; i++)
		;
	return exit && (exit->err || i < exit->len) && say_exit(arg, o, say_set);
}

static void decode_set(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_set);
}

static void decode_fdset(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_fdset);
}

const struct arg_type arg_struct = {
	.name = "struct",
	.decode = decode_struct,
	.decode_exit = decode_struct_exit,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_sized = {
	.name = "sized",
	.decode = decode_struct,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_array = {
	.name = "array",
	.decode = decode_array,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_pair = {
	.name = "pair",
	.decode = decode_array,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_fdset = {
	.name = "fdset",
	.decode = decode_fdset,
	.decode_exit = decode_set_exit,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.size = SET_BYTES,
};
/* strace tells a set of nodes by its words. */
static void say_nodemask(const struct arg *arg, const struct payload *p, struct out *o)
{
	const unsigned int word = arg__is_compat(arg) ? 4 : 8;
	char text[24];
	int len;

	if (!o->strace) {
		say_set(arg, p, o);
		return;
	}
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i + word <= p->len; i += word) {
		len = snprintf(text, sizeof(text), "%#0*llx", 2 * (int)word,
			       (unsigned long long)layout__get(p->data + i, word));
		out__word(o, text, (size_t)len);
	}
	if (p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void decode_nodemask(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_nodemask);
}

const struct arg_type arg_nodemask = {
	.name = "nodemask",
	.decode = decode_nodemask,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = SET_BYTES,
};
const struct arg_type arg_cpuset = {
	.name = "cpuset",
	.decode = decode_set,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = SET_BYTES,
};
