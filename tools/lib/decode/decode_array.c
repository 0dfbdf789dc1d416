// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_array.c - arrays of structures and numbers, and of pointers to structures, as their layouts say. */
#include "decode.h"

#include "layouts.h"
#include "util.h"

void arg__say_array(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct layout *l = arg__layout(arg);
	struct blob b = arg__blob(arg, p);

	if (!l || arg__is_too_long(arg, l->size)) {
		out__ptr(o, arg->value);
		return;
	}
	if (payload__is_unread(p, l->size)) {
		out__fault(o, arg->value, p->err);
		return;
	}
	b.rest_err = p->err;
	b.cut = p->flags & AUG_P_CUT;
	if (b.len / l->size > arg__room(arg)) {
		b.len = arg__room(arg) * l->size;
		b.cut = false;
	}
	layout__say_array(l, &b, o);
}

/* ---- arrays of pointers to structures ---- */

static void say_pointed(const struct arg *arg, unsigned int i, uint64_t addr, struct out *o)
{
	const struct layout *l = arg__layout(arg);
	struct payload p;
	struct blob b;

	if (!addr || !event__part(arg->event, arg->idx, 0, AUG_PART_SELF, i + 1, &p)) {
		out__ptr(o, addr);
	} else if (p.err) {
		out__fault(o, addr, p.err);
	} else {
		b = arg__struct_blob(arg, &p);
		b.addr = addr;
		b.elem = i + 1;
		layout__say(l, &b, o);
	}
}

static void say_ptrs(const struct arg *arg, const struct payload *p, struct out *o)
{
	const size_t word = arg__is_compat(arg) ? 4 : 8;
	const size_t nr = p->len / word;
	const size_t shown = o->verbose ? nr : MIN(nr, out__elements_max(o, AUG_ITEMS_MAX));

	if (payload__is_unread(p, word)) {
		out__fault(o, arg->value, p->err);
		return;
	}
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++)
		say_pointed(arg, (unsigned int)i, layout__get(p->data + i * word, word), o);
	if (shown == nr && p->err)
		out__unread(o, arg->value + nr * word, p->err);
	else if (shown < nr || p->err || p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void decode_ptrs(const struct arg *arg, struct out *o)
{
	if (!arg__length(arg)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
		return;
	}
	arg__say_sides(arg, o, say_ptrs);
}

static void decode_array(const struct arg *arg, struct out *o)
{
	if (arg__is_empty_array(arg)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
		return;
	}
	arg__say_sides(arg, o, arg__say_array);
}

const struct arg_type arg_array = {
	.name = "array",
	.decode = decode_array,
	.is_empty = arg__is_empty_array,
	.capture = AUG_CAP_BUF,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_ptrs = {
	.name = "ptrs",
	.decode = decode_ptrs,
	.is_empty = arg__is_empty_array,
	.capture = AUG_CAP_PTRS,
	.capture_flags = AUG_C_PARTS,
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
