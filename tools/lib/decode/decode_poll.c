// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_poll.c - the array of poll(2): what each descriptor was asked for, and after the call those
 * where something happened. What revents held before says nothing.
 */
#include "decode.h"

#include <poll.h>
#include <stddef.h>

#include "symbols_tables.h"
#include "util.h"

#define POLLFDS_SHOWN 32

static uint64_t pollfd__get(const struct payload *p, size_t i, size_t off, size_t size)
{
	return layout__get(p->data + i * sizeof(struct pollfd) + off, size);
}

/* strace tells what descriptors stand for in the question, not in the answer. */
static void say_pollfd(const struct payload *p, size_t i, const char *name, uint64_t events,
		       bool is_answer, struct out *o)
{
	const int32_t fd = (int32_t)pollfd__get(p, i, offsetof(struct pollfd, fd), 4);

	out__begin(o, OUT_OBJECT);
	out__member(o, "fd");
	if (is_answer && o->strace)
		out__sint(o, fd);
	else
		out__fd(o, fd, false);
	/* The kernel passes over one that is negative; so does strace. */
	if (fd >= 0 || !o->strace) {
		out__member(o, name);
		out__symbol(o, &syms_poll_events, events);
	}
	out__end(o, OUT_OBJECT);
}

static void say_asked(const struct arg *arg, const struct payload *p, struct out *o)
{
	const size_t nr = p->len / sizeof(struct pollfd);
	const size_t shown = o->verbose ? nr : MIN(nr, out__elements_max(o, POLLFDS_SHOWN));

	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++)
		say_pollfd(p, i, "events", pollfd__get(p, i, offsetof(struct pollfd, events), 2),
			   false, o);
	if (shown == nr && p->err)
		out__unread(o, arg->value + nr * sizeof(struct pollfd), p->err);
	else if (shown < nr || p->err || p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void say_happened(const struct payload *p, struct out *o)
{
	const size_t nr = p->len / sizeof(struct pollfd);
	const size_t limit = o->verbose || !o->strace ? nr : out__elements_max(o, POLLFDS_SHOWN);
	size_t shown = 0;

	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < nr && shown <= limit; i++) {
		const uint64_t revents = pollfd__get(p, i, offsetof(struct pollfd, revents), 2);

		if (revents && shown++ < limit)
			say_pollfd(p, i, "revents", revents, true, o);
	}
	if (shown > limit || p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void decode_pollfds(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);

	/* Nothing is copied of no descriptors. */
	if (o->strace && arg->value && !(uint32_t)arg->event->rec->args[1]) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
	} else if (!entry) {
		out__ptr(o, arg->value);
	} else if (payload__is_unread(entry, sizeof(struct pollfd))) {
		out__fault(o, arg->value, entry->err);
	} else if (exit && !exit->err && arg->event->rec->ret > 0 && !o->exit_apart) {
		out__begin(o, OUT_CHANGE);
		say_asked(arg, entry, o);
		say_happened(exit, o);
		out__end(o, OUT_CHANGE);
	} else {
		say_asked(arg, entry, o);
	}
}

static bool decode_pollfds_exit(const struct arg *arg, struct out *o)
{
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (!exit || exit->err || arg->event->rec->ret <= 0)
		return false;
	say_happened(exit, o);
	return true;
}

const struct arg_type arg_pollfds = {
	.name = "pollfds",
	.decode = decode_pollfds,
	.decode_exit = decode_pollfds_exit,
	.is_empty = arg__is_empty_array,
	.capture = AUG_CAP_BUF,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.unit = sizeof(struct pollfd),
	.size = AUG_STR_MAX, /* those that something happened to may be far behind */
};
