// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_struct.c - structures and numbers behind pointers, as their layouts say: at entry, at exit, or
 * both when the call changed them.
 */
#include "decode.h"

#include <linux/capability.h>
#include <string.h>

#include "layouts.h"
#include "util.h"

#define MAX_ERRNO 4095

/* Why it failed; 0 when it did not. */
static int call_error(const struct aug_record *rec)
{
	const int64_t ret = rec->abi == AUG_ABI_COMPAT ? (int32_t)rec->ret : rec->ret;

	return rec->type == AUG_RECORD_CALL && ret < 0 && ret >= -MAX_ERRNO ? (int)-ret : 0;
}

struct blob arg__blob(const struct arg *arg, const struct payload *p)
{
	return (struct blob){
		.data = p->data,
		.len = p->len,
		.addr = arg->value,
		.compat = arg__is_compat(arg),
		.cut = false,
		.at_exit = p->flags & AUG_P_EXIT,
		.error = call_error(arg->event->rec),
	};
}

static void say_side(const struct arg *arg, const struct payload *p, struct out *o,
		     void (*say)(const struct arg *arg, const struct payload *p, struct out *o))
{
	const bool tells_parts = arg->desc->type->capture_flags & AUG_C_PARTS;

	if (p->err && !(tells_parts && p->len))
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
	if (o->strace && arg->desc->strace_unless_failed && decode__has_error(arg->event))
		when = 0;
	if (arg->desc->needs_result && arg->event->rec->ret <= 0)
		when &= AUG_AT_ENTER;

	*entry = when & AUG_AT_ENTER ? event__entry(arg->event, arg->idx) : NULL;
	*exit = when & (AUG_AT_EXIT | AUG_AT_FAILURE) ? event__exit(arg->event, arg->idx) : NULL;
	/* strace goes by the result there. */
	if (o->strace && arg->desc->says_twice && arg->event->rec->ret > 0)
		return;
	if (*entry && *exit && is_same(*entry, *exit))
		*exit = NULL;
}

/* Both sides of an argument whose exit side is told behind the return value. */
static bool is_apart(const struct arg *arg, const struct out *o)
{
	return o->exit_apart && arg->desc->exit_label;
}

bool arg__say_exit(const struct arg *arg, struct out *o,
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

/* What a structure's pointer leads to: as it is after the call, where there is such a thing. */
static bool find_followed(const struct blob *b, unsigned int i, struct piece *ret)
{
	const struct arg *arg = b->owner;
	const struct layout *l = arg__layout(arg);
	/* Beyond the list: what is in the buffers of an iovec. */
	const unsigned int when = i < l->nr_follows ? l->follows[i].when
						    : AUG_AT_ENTER | AUG_AT_EXIT;
	const bool at_exit = when == AUG_AT_EXIT || (when & AUG_AT_EXIT && b->at_exit);
	struct payload p;

	/* Where the structure was not readable at the entry, both sides have been read at the exit as the entry's. */
	if (!(at_exit &&
	      event__part(arg->event, arg->idx, AUG_P_EXIT, AUG_PART_ITEM + i, b->elem, &p)) &&
	    !event__part(arg->event, arg->idx, 0, AUG_PART_ITEM + i, b->elem, &p))
		return false;
	*ret = (struct piece){
		.data = p.data, .len = p.len, .err = p.err, .cut = p.flags & AUG_P_CUT
	};
	return true;
}

/* A newer program's structure may be longer than ours. */
static bool is_longer(const struct arg *arg, const struct payload *p)
{
	return p->full_len > arg__layout(arg)->size && !arg->desc->type->has_trailer;
}

struct blob arg__struct_blob(const struct arg *arg, const struct payload *p)
{
	struct blob b = arg__blob(arg, p);

	b.cut = is_longer(arg, p);
	b.rest_err = p->err;
	b.find = find_followed;
	b.owner = arg;
	return b;
}

/* A set of signals of a 32-bit program may be shorter: from a word on. Return: its bytes; 0: it is none of these. */
static size_t short_set(const struct arg *arg)
{
	const struct arg_desc *desc = arg->desc;
	uint64_t len;

	if (!desc->len_arg || desc->len_from || desc->type != &arg_struct || !arg__is_compat(arg) ||
	    !layout__is_number(desc->layout))
		return 0;
	len = arg__length(arg);
	return len >= 4 && len < arg__layout(arg)->size ? (size_t)len : 0;
}

/* The kernel takes no structure of that length: it does not look at it. */
static bool has_wrong_size(const struct arg *arg)
{
	const struct arg_desc *desc = arg->desc;
	uint64_t len;

	if (!desc->len_arg || desc->len_from)
		return false;
	len = arg__length(arg);
	if (short_set(arg))
		return false;
	if (desc->type == &arg_struct)
		return len != arg__layout(arg)->size;
	return desc->type == &arg_sized && len < desc->min_len;
}

static void say_struct(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct layout *l = arg__layout(arg);
	uint64_t word = 0;
	struct blob b;

	if (!l || !p->len || has_wrong_size(arg)) {
		out__ptr(o, arg->value);
		return;
	}
	if (payload__is_unread(p, l->size)) {
		out__fault(o, arg->value, p->err);
		return;
	}
	b = arg__struct_blob(arg, p);
	if (short_set(arg)) {
		memcpy(&word, p->data, MIN(short_set(arg), MIN(p->len, sizeof(word))));
		b.data = (const uint8_t *)&word;
		b.len = sizeof(word);
	}
	/* The program says how long its own is. */
	b.is_whole = o->strace && arg->desc->type == &arg_sized && !(p->flags & AUG_P_CUT);
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
	if (o->strace && arg->desc->says_twice)
		return false;
	out__begin(o, OUT_POINTEE);
	arg__say_sides(arg, o, say_number);
	out__end(o, OUT_POINTEE);
	return true;
}

static void decode_struct(const struct arg *arg, struct out *o)
{
	if (o->strace && arg->desc->strace_when == STRACE_NUMBER)
		out__hex(o, arg->value);
	else if (!say_changed_number(arg, o))
		arg__say_sides(arg, o, say_struct);
}

/* include/linux/errno.h: what nanosleep(2) returns when it has written what is left; else its memory is untouched. */
#define ERESTART_RESTARTBLOCK 516

static void decode_interrupted(const struct arg *arg, struct out *o)
{
	if (arg->event->rec->ret == -ERESTART_RESTARTBLOCK) {
		decode_struct(arg, o);
		return;
	}
	o->untold |= (uint8_t)(1U << o->arg);
	out__ptr(o, arg->value);
}

/* What an ioctl was asked and what it answered; false when it is not both. */
static bool has_answer(const struct arg *arg, struct blob *asked, struct blob *answer)
{
	const unsigned int side = decode__has_error(arg->event) ? AUG_AT_FAILURE : AUG_AT_EXIT;
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const struct layout *l = arg__layout(arg);

	/* What was not readable at the entry has been read at the exit, once for both. */
	if (!exit && entry && entry->flags & AUG_P_REREAD && arg__when(arg->desc) & side)
		exit = entry;
	if (!l || !entry || !exit || !entry->len || !exit->len)
		return false;
	if (payload__is_unread(entry, l->size) || payload__is_unread(exit, l->size))
		return false;
	*asked = arg__struct_blob(arg, entry);
	*answer = arg__struct_blob(arg, exit);
	answer->at_exit = true;
	return true;
}

/* In one structure: answers stand behind what was asked. */
void arg__say_answered(const struct arg *arg, struct out *o)
{
	struct blob asked, both;

	if (!has_answer(arg, &asked, &both)) {
		arg__say_sides(arg, o, say_struct);
		return;
	}
	both.asked = &asked;
	layout__say(arg__layout(arg), &both, o);
}

static bool tells_answer(const struct layout *l, const struct blob *asked,
			 const struct blob *answer, const struct out *o)
{
	if (!l->has_reply || asked->len < l->size || answer->len < l->size)
		return true;
	return l->has_reply(asked, answer, o);
}

void arg__say_replied(const struct arg *arg, struct out *o)
{
	const struct layout *l = arg__layout(arg);
	struct blob asked, answer;

	if (!has_answer(arg, &asked, &answer)) {
		arg__say_sides(arg, o, say_struct);
		return;
	}
	answer.question = &asked;
	if (is_apart(arg, o) || !tells_answer(l, &asked, &answer, o)) {
		layout__say(l, &asked, o);
		return;
	}
	out__begin(o, OUT_CHANGE);
	layout__say(l, &asked, o);
	layout__say(l, &answer, o);
	out__end(o, OUT_CHANGE);
}

static bool decode_replied_exit(const struct arg *arg, struct out *o)
{
	struct blob asked, answer;

	if (!has_answer(arg, &asked, &answer) || answer.error)
		return false;
	layout__say(arg__layout(arg), &answer, o);
	return true;
}

static void decode_replied_where(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);

	if (!o->strace || !decode__has_error(arg->event) || !entry || entry->err || !entry->len ||
	    !arg__layout(arg)) {
		arg__say_replied(arg, o);
		return;
	}
	out__begin(o, OUT_CHANGE);
	say_struct(arg, entry, o);
	out__ptr(o, arg->value);
	out__end(o, OUT_CHANGE);
}

static bool decode_struct_exit(const struct arg *arg, struct out *o)
{
	return arg__say_exit(arg, o, say_struct);
}

/* What the call did not fill in is not shown. */
static void decode_io_uring_params(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	struct blob b;

	if (exit && o->strace)
		say_side(arg, exit, o, say_struct);
	else if (exit || !entry || entry->err)
		arg__say_sides(arg, o, say_struct);
	else {
		b = arg__blob(arg, entry);
		layout__say(&layout_io_uring_params_in, &b, o);
	}
}

/* Of version 1 it is half as long: what is behind that need not be there. */
static void say_cap_data(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct payload *header = event__entry(arg->event, 0);
	const struct layout *l = &layout_cap_data_old;
	struct blob b = arg__blob(arg, p);
	uint64_t version = 0;

	if (header && !header->err && header->len >= 4)
		version = layout__get(header->data, 4);
	if (version == _LINUX_CAPABILITY_VERSION_2 || version == _LINUX_CAPABILITY_VERSION_3)
		l = arg__layout(arg);
	if (p->err && b.len < l->size) {
		out__fault(o, arg->value, p->err);
		return;
	}
	b.len = MIN(b.len, l->size);
	layout__say(l, &b, o);
}

/* What belongs to a header that cannot be read is not looked at. */
static void decode_cap_data(const struct arg *arg, struct out *o)
{
	const struct payload *header = event__entry(arg->event, 0);

	if (!arg->event->rec->args[0] || (header && header->err))
		out__ptr(o, arg->value);
	else
		arg__say_sides(arg, o, say_cap_data);
}

/* The call takes, and gives, one of them, or an array of what the machine has. */
static void decode_segment(const struct arg *arg, struct out *o)
{
	if (arg__length(arg) == arg__layout(arg)->size)
		decode_struct(arg, o);
	else
		out__ptr(o, arg->value);
}

/* The number of the segment is the program's, the rest is the answer. */
static void decode_thread_area(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	struct blob b;

	if (event__exit(arg->event, arg->idx) || !entry || entry->err || entry->len < 4) {
		arg__say_sides(arg, o, say_struct);
		return;
	}
	b = arg__blob(arg, entry);
	b.len = 4;
	b.cut = true;
	layout__say(arg__layout(arg), &b, o);
}

const struct arg_type arg_io_uring_params = {
	.name = "io_uring_params",
	.decode = decode_io_uring_params,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_cap_data = {
	.name = "cap_data",
	.decode = decode_cap_data,
	.capture = AUG_CAP_BYTES,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_cap_answer = {
	.name = "cap_answer",
	.decode = decode_cap_data,
	.capture = AUG_CAP_BYTES,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_segment = {
	.name = "segment",
	.decode = decode_segment,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_thread_area = {
	.name = "thread_area",
	.decode = decode_thread_area,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_replied = {
	.name = "replied",
	.decode = arg__say_replied,
	.decode_exit = decode_replied_exit,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_replied_where = {
	.name = "replied_where",
	.decode = decode_replied_where,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_answered = {
	.name = "answered",
	.decode = arg__say_answered,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_struct = {
	.name = "struct",
	.decode = decode_struct,
	.decode_exit = decode_struct_exit,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_interrupted = {
	.name = "interrupted",
	.decode = decode_interrupted,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_FAILURE,
	.needs_layout = true,
};
const struct arg_type arg_sized = {
	.name = "sized",
	.decode = decode_struct,
	.capture = AUG_CAP_BUF,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
