// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_sets.c - sets of descriptors, CPUs and nodes of memory, a bit each. */
#include "decode.h"

#include <stdio.h>

#include "layouts.h"
#include "util.h"

/* Bits of the longest set that is captured: FD_SETSIZE, and as many CPUs. */
#define SET_BYTES 128
/* As many words as strace shows. */
#define NODEMASK_BYTES 256

/* The first @max that are set of the first @nr bits. */
static void say_bits(const struct payload *p, size_t nr, size_t max, struct out *o,
		     void (*say)(struct out *, uint64_t))
{
	out__begin(o, OUT_SET);
	for (size_t bit = 0; max && bit < MIN(nr, 8 * (size_t)p->len); bit++) {
		if (p->data[bit / 8] & 1u << bit % 8) {
			say(o, bit);
			max--;
		}
	}
	if (p->err || p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_SET);
}

static void say_set(const struct arg *arg, const struct payload *p, struct out *o)
{
	(void)arg;
	say_bits(p, SIZE_MAX, SIZE_MAX, o, out__uint);
}

static void say_fd(struct out *o, uint64_t fd)
{
	out__fd(o, (int32_t)fd, false);
}

static void say_fdset(const struct arg *arg, const struct payload *p, struct out *o)
{
	/* Words are copied, of whose last the kernel looks at as many bits as the program said. */
	const uint32_t nr = (uint32_t)arg->event->rec->args[arg->desc->len_arg - 1];

	say_bits(p, nr, SIZE_MAX, o, say_fd);
}

static size_t nr_set(const struct payload *p)
{
	size_t nr = 0;

	for (size_t i = 0; p && !p->err && i < p->len; i++)
		nr += (size_t)__builtin_popcount(p->data[i]);
	return nr;
}

/* strace tells no more, of all sets together, than the call says were ready. */
static size_t ready_left(const struct arg *arg)
{
	size_t left = (size_t)arg->event->rec->ret;

	for (unsigned int i = arg->desc->len_arg; i < arg->idx; i++)
		left -= MIN(left, nr_set(event__exit(arg->event, i)));
	return left;
}

static void say_ready(const struct arg *arg, const struct payload *p, struct out *o)
{
	say_bits(p, SIZE_MAX, o->strace ? ready_left(arg) : SIZE_MAX, o, out__uint);
}

static bool decode_fdset_exit(const struct arg *arg, struct out *o)
{
	const struct payload *exit = event__exit(arg->event, arg->idx);

	/* An empty set says nothing. */
	if (!exit || (!exit->err && !nr_set(exit)) || (o->strace && !ready_left(arg)))
		return false;
	return arg__say_exit(arg, o, say_ready);
}

static void decode_set(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_set);
}

static void decode_cpuset(const struct arg *arg, struct out *o)
{
	if (arg__is_empty_array(arg)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
	} else {
		decode_set(arg, o);
	}
}

static void decode_fdset(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_fdset);
}

const struct arg_type arg_fdset = {
	.name = "fdset",
	.decode = decode_fdset,
	.decode_exit = decode_fdset_exit,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.size = SET_BYTES,
};

/* strace tells a set of nodes by its words; the kernel takes one off their number. */
static void say_nodemask(const struct arg *arg, const struct payload *p, struct out *o)
{
	const unsigned int word = arg__is_compat(arg) ? 4 : 8;
	const uint64_t bits = arg->event->rec->args[arg->desc->len_arg - 1] - 1;
	const size_t wanted = bits / (8 * word) + (bits % (8 * word) != 0);
	const size_t nr = MIN(p->len / word, wanted);
	const size_t shown = o->verbose ? nr : MIN(nr, out__elements_max(o, UINT32_MAX));
	char text[24];
	int len;

	if (payload__is_unread(p, word)) {
		out__fault(o, arg->value, p->err);
		return;
	}
	if (!o->strace) {
		say_set(arg, p, o);
		return;
	}
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++) {
		len = snprintf(text, sizeof(text), "%#0*llx", 2 * (int)word,
			       (unsigned long long)layout__get(p->data + i * word, word));
		out__word(o, text, (size_t)len);
	}
	if (shown < wanted && shown == nr && p->err)
		out__unread(o, arg->value + nr * word, p->err);
	else if (shown < wanted)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static bool nodemask_is_empty(const struct arg *arg)
{
	return arg->value && !arg->event->rec->args[arg->desc->len_arg - 1];
}

static void decode_nodemask(const struct arg *arg, struct out *o)
{
	if (o->strace && nodemask_is_empty(arg)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
	} else if (o->strace && arg->event->rec->args[arg->desc->len_arg - 1] == 1) {
		out__ptr(o, arg->value);
	} else {
		arg__say_sides(arg, o, say_nodemask);
	}
}

const struct arg_type arg_nodemask = {
	.name = "nodemask",
	.decode = decode_nodemask,
	.is_empty = nodemask_is_empty,
	.capture = AUG_CAP_BUF,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_ENTER,
	.size = NODEMASK_BYTES,
};
const struct arg_type arg_cpuset = {
	.name = "cpuset",
	.decode = decode_cpuset,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = SET_BYTES,
};
