// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_data.c - contents: buffers, iovecs, strings of argv; what a call read or wrote.
 *
 * The array of an iovec and the bytes behind its elements are pieces of their own (AUG_PART_*): one
 * that is not there says nothing about the others.
 */
#include "decode.h"

#include <inttypes.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <string.h>

#include "decode_data.h"
#include "decode_netlink.h"
#include "strbuf.h"
#include "util.h"

static void say_netlink(const struct arg *arg, const struct payload *p, uint64_t room,
			struct out *o)
{
	const struct out_memory memory = {
		.data = p->data, .end = p->data + p->len, .addr = arg->value, .err = p->err
	};
	const uint64_t len = p->err ? p->full_len : p->len;

	decode__netlink((unsigned int)event__netlink(arg->event), p->data, MIN(room, len), &memory,
			o);
}

/* A result may be more than there was room for: the kernel wrote no more than that. */
static void say_str(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct arg_desc *desc = arg->desc;
	uint64_t room = UINT64_MAX;

	if (desc->len_from == AUG_LEN_RET && desc->len_arg)
		room = arg__length(arg);
	if (event__netlink(arg->event) >= 0 && !o->bare_structs)
		say_netlink(arg, p, room, o);
	else if (p->err && !payload__is_enough(p, o))
		out__fault(o, arg->value, p->err);
	else if (room <= p->len)
		out__content(o, (const char *)p->data, (size_t)room, false);
	else
		out__content(o, (const char *)p->data, p->len, p->err || p->flags & AUG_P_CUT);
}

static void say_text(const struct arg *arg, const struct payload *p, struct out *o)
{
	struct payload text = *p;

	text.len = (uint32_t)strnlen((const char *)p->data, p->len);
	if (text.len < p->len)
		text.flags &= (uint8_t)~AUG_P_CUT;
	say_str(arg, &text, o);
}

/* The length that a member of another argument's structure tells is 0. */
static bool is_told_empty(const struct arg *arg)
{
	const struct payload *p = event__entry(arg->event, arg->desc->len_arg - 1U);

	return p && !p->err && p->len >= arg->desc->len_off + 4U &&
	       !layout__get(p->data + arg->desc->len_off, 4);
}

/* Nothing was to be copied: no bytes, or a call that failed. */
static bool is_empty(const struct arg *arg)
{
	const struct aug_record *rec = arg->event->rec;

	if (!arg->value)
		return false;
	if (arg->desc->len_from == AUG_LEN_PTR)
		return is_told_empty(arg);
	if (arg->desc->len_from == AUG_LEN_RET)
		return rec->type == AUG_RECORD_CALL && !rec->ret;
	return !arg->desc->len_from && arg->desc->len_arg && !arg__length(arg);
}

/* A result is the length that there would have been. */
static bool has_no_room(const struct arg *arg)
{
	return arg->desc->len_from == AUG_LEN_RET && arg->desc->len_arg && !arg__length(arg);
}

/* With MSG_TRUNC the result is how long the message was, though the rest of it is nowhere. */
static bool is_cut_to_nothing(const struct arg *arg)
{
	const struct aug_record *rec = arg->event->rec;

	return arg->value && has_no_room(arg) && rec->type == AUG_RECORD_CALL && rec->ret > 0;
}

static void say_data(const struct arg *arg, struct out *o,
		     void (*say)(const struct arg *arg, const struct payload *p, struct out *o))
{
	if ((has_no_room(arg) && !arg->desc->is_message) || arg__is_too_long(arg, 0))
		out__ptr(o, arg->value);
	else if (is_empty(arg) || is_cut_to_nothing(arg))
		out__str(o, "", 0, false);
	else
		arg__say_sides(arg, o, say);
}

static void decode_data(const struct arg *arg, struct out *o)
{
	say_data(arg, o, say_str);
}

#define COMM_LEN 15 /* TASK_COMM_LEN without the NUL */

/* strace looks at no more than the name may have, and does not see that it ends there. */
static void say_comm(const struct arg *arg, const struct payload *p, struct out *o)
{
	if (o->strace && p->len >= COMM_LEN)
		out__content(o, (const char *)p->data, COMM_LEN, true);
	else
		say_str(arg, p, o);
}

static void decode_comm(const struct arg *arg, struct out *o)
{
	say_data(arg, o, say_comm);
}

/* A value whose shown part ends with a NUL: strace takes it for a string that ends there, unless all is in hex. */
static void say_xattr(const struct arg *arg, const struct payload *p, struct out *o)
{
	const size_t shown = o->limits_strings ? MIN(p->len, o->string_limit) : p->len;
	const bool is_hex = o->strings == OUT_STRINGS_HEX ||
			    o->strings == OUT_STRINGS_HEX_IF_NEEDED;
	const bool is_unread = p->err && !payload__is_enough(p, o);

	if (o->strace && !is_hex && !is_unread && shown && !p->data[shown - 1])
		out__str(o, (const char *)p->data, shown - 1, false);
	else
		say_str(arg, p, o);
}

static void decode_xattr(const struct arg *arg, struct out *o)
{
	say_data(arg, o, say_xattr);
}

/* To strace it is a value as others. */
static void decode_text_out(const struct arg *arg, struct out *o)
{
	say_data(arg, o, o->strace ? say_xattr : say_text);
}

/* strace writes random bytes in hex. */
static void decode_random(const struct arg *arg, struct out *o)
{
	const enum out_strings strings = o->strings;

	if (o->strace)
		o->strings = OUT_STRINGS_HEX;
	decode_data(arg, o);
	o->strings = strings;
}

/* ---- iovecs ---- */

static void iovec__at(const struct payload *array, size_t i, bool compat, uint64_t *base,
		      uint64_t *len)
{
	const size_t word = compat ? 4 : 8;

	*base = layout__get(array->data + 2 * word * i, word);
	*len = layout__get(array->data + 2 * word * i + word, word);
}

static void say_netlink_buffer(const struct event *event, uint64_t addr, const struct payload *p,
			       struct out *o)
{
	const struct out_memory memory = { .data = p->data, .end = p->data + p->len, .addr = addr };

	decode__netlink((unsigned int)event__netlink(event), p->data, p->len, &memory, o);
}

static void say_iov_base(const struct iovec_view *v, size_t i, uint64_t base, uint64_t len,
			 struct out *o)
{
	struct payload data;

	if (i < AUG_ITEMS_LONG_MAX &&
	    event__part(v->arg->event, v->arg->idx, v->flags, AUG_PART_ITEM + (unsigned int)i,
			v->elem, &data)) {
		if (data.err)
			out__fault(o, base, data.err);
		else if (v->is_netlink)
			say_netlink_buffer(v->arg->event, base, &data, o);
		else
			out__content(o, (const char *)data.data, data.len, data.flags & AUG_P_CUT);
	} else if (base && v->has_data && (!len || !v->left)) {
		out__str(o, "", 0, false);
	} else {
		out__ptr(o, base);
	}
}

void iovec_view__say(struct iovec_view *v, const struct payload *array, struct out *o)
{
	const bool compat = arg__is_compat(v->arg);
	const size_t size = compat ? 8 : 16;
	uint64_t base, len;
	size_t nr, shown;

	nr = array->len / size;
	shown = o->verbose ? nr : MIN(nr, (size_t)out__elements_max(o, AUG_ITEMS_MAX));
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < shown; i++) {
		iovec__at(array, i, compat, &base, &len);
		out__begin(o, OUT_OBJECT);
		out__member(o, "iov_base");
		say_iov_base(v, i, base, len, o);
		out__member(o, "iov_len");
		out__uint(o, len);
		out__end(o, OUT_OBJECT);
		v->left -= MIN(len, v->left);
	}
	if (shown == nr && array->err)
		out__unread(o, v->addr + nr * size, array->err);
	else if (shown < nr || array->err || array->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void decode_iovec(const struct arg *arg, struct out *o)
{
	const struct aug_record *rec = arg->event->rec;
	const bool at_exit = arg->desc->type->capture_flags & AUG_C_DATA_AT_EXIT;
	const struct payload *array = event__entry(arg->event, arg->idx);
	struct iovec_view view = {
		.arg = arg,
		.addr = arg->value,
		.flags = at_exit ? AUG_P_EXIT : 0,
		.left = UINT64_MAX,
		.has_data = arg->desc->type->size == 0,
	};

	if (at_exit) {
		view.has_data = rec->type == AUG_RECORD_CALL && rec->ret >= 0;
		view.left = view.has_data ? (uint64_t)rec->ret : 0;
	}
	if (arg__is_empty_array(arg)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
	} else if (!array || arg__is_too_long(arg, arg__is_compat(arg) ? 8 : 16)) {
		out__ptr(o, arg->value);
	} else if (payload__is_unread(array, arg__is_compat(arg) ? 8 : 16)) {
		out__fault(o, arg->value, array->err);
	} else {
		iovec_view__say(&view, array, o);
	}
}

/* ---- argv, envp ---- */

static bool say_string(const struct arg *arg, unsigned int i, struct out *o)
{
	struct payload p;

	if (!event__part(arg->event, arg->idx, 0, AUG_PART_ITEM + i, 0, &p))
		return false;
	if (p.err)
		out__fault(o, p.len == 8 ? layout__get(p.data, 8) : 0, p.err);
	else
		out__content(o, (const char *)p.data, p.len, p.flags & AUG_P_CUT);
	return true;
}

static void decode_strv(const struct arg *arg, struct out *o)
{
	const struct payload *end = event__entry(arg->event, arg->idx);
	const unsigned int shown =
		o->verbose ? AUG_ITEMS_LONG_MAX
			   : MIN(out__elements_max(o, AUG_ITEMS_MAX), AUG_ITEMS_LONG_MAX);
	const unsigned int word = arg->event->rec->abi == AUG_ABI_COMPAT ? 4 : 8;
	struct payload first;
	unsigned int i = 0;

	if (!event__part(arg->event, arg->idx, 0, AUG_PART_ITEM, 0, &first) && (!end || end->err)) {
		if (end)
			out__fault(o, arg->value, end->err);
		else
			out__ptr(o, arg->value);
		return;
	}
	out__begin(o, OUT_ARRAY);
	while (i < shown && say_string(arg, i, o))
		i++;
	if (end && end->err && end->full_len <= i)
		out__unread(o, arg->value + (uint64_t)i * word, end->err);
	else if (!end || end->flags & AUG_P_CUT || end->full_len > i)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void decode_strv_nr(const struct arg *arg, struct out *o)
{
	const struct payload *p = event__entry(arg->event, arg->idx);
	struct strbuf text = {};

	if (o->verbose && o->strace) {
		decode_strv(arg, o);
		return;
	}
	if (p && p->err && !(o->strace && p->full_len)) {
		out__fault(o, arg->value, p->err);
		return;
	}
	out__ptr(o, arg->value);
	if (!p)
		return;
	strbuf__adds(&text, " /* ");
	if (p->flags & AUG_P_CUT)
		strbuf__adds(&text, "over ");
	strbuf__add_uint(&text, p->full_len);
	strbuf__adds(&text, p->full_len == 1 ? " var" : " vars");
	strbuf__adds(&text, p->err ? ", unterminated */" : " */");
	out__note(o, text.text, text.len);
	strbuf__free(&text);
}

const struct arg_type arg_data_in = {
	.name = "data_in",
	.is_text = true,
	.decode = decode_data,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
};
const struct arg_type arg_data_out = {
	.name = "data_out",
	.is_text = true,
	.decode = decode_data,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
};
const struct arg_type arg_xattr_in = {
	.name = "xattr_in",
	.is_text = true,
	.decode = decode_xattr,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
};
const struct arg_type arg_xattr_out = {
	.name = "xattr_out",
	.is_text = true,
	.decode = decode_xattr,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
};
const struct arg_type arg_binary_in = {
	.name = "binary_in",
	.is_text = true,
	.decode = decode_random,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
};
const struct arg_type arg_random_out = {
	.name = "random_out",
	.is_text = true,
	.decode = decode_random,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
};
const struct arg_type arg_text_out = {
	.name = "text_out",
	.is_text = true,
	.decode = decode_text_out,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
};
const struct arg_type arg_iovec_in = {
	.name = "iovec_in",
	.decode = decode_iovec,
	.is_empty = arg__is_empty_array,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_IOVEC,
	.when = AUG_AT_ENTER,
};
const struct arg_type arg_iovec_out = {
	.name = "iovec_out",
	.decode = decode_iovec,
	.is_empty = arg__is_empty_array,
	.capture = AUG_CAP_IOVEC,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.capture_flags = AUG_C_DATA_AT_EXIT | AUG_C_PARTS,
};
const struct arg_type arg_iovec_bare = {
	.name = "iovec_bare",
	.decode = decode_iovec,
	.is_empty = arg__is_empty_array,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.unit = 16,
	.size = 16 * AUG_ITEMS_MAX,
};
const struct arg_type arg_strv = {
	.name = "strv",
	.decode = decode_strv,
	.capture = AUG_CAP_STRV,
	.when = AUG_AT_ENTER,
};
const struct arg_type arg_strv_nr = {
	.name = "strv_nr",
	.decode = decode_strv_nr,
	.capture = AUG_CAP_COUNT,
	.when = AUG_AT_ENTER,
	.size = 8,
};
const struct arg_type arg_comm = {
	.name = "comm",
	.is_text = true,
	.decode = decode_comm,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = 16,
};
const struct arg_type arg_comm_out = {
	.name = "comm_out",
	.is_text = true,
	.decode = decode_data,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_EXIT,
	.size = 16,
};
