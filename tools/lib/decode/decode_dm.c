// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_dm.c - ioctls of the device mapper: a header that says how long it is with what stands behind it, at a
 * place that it names: a table of targets, lists of devices, of what one depends on or of versions, a text.
 *
 * In strace's lines they are elements of one array behind the header, in other formats a member of it.
 */
#include "decode.h"

#include <string.h>
#include <sys/ioctl.h>

#include "decode_dm.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

#define HEAD_LEN offsetof(struct dm_ioctl, data)

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

static const struct symbol dm_flags_table[] = {
	SYM(DM_READONLY_FLAG), SYM(DM_SUSPEND_FLAG), NAMED(1 << 2, DM_EXISTS_FLAG), SYM(DM_PERSISTENT_DEV_FLAG),
	SYM(DM_STATUS_TABLE_FLAG), SYM(DM_ACTIVE_PRESENT_FLAG), SYM(DM_INACTIVE_PRESENT_FLAG),
	SYM(DM_BUFFER_FULL_FLAG), SYM(DM_SKIP_BDGET_FLAG), SYM(DM_SKIP_LOCKFS_FLAG), SYM(DM_NOFLUSH_FLAG),
	SYM(DM_QUERY_INACTIVE_TABLE_FLAG), SYM(DM_UEVENT_GENERATED_FLAG), SYM(DM_UUID_FLAG),
	SYM(DM_SECURE_DATA_FLAG), SYM(DM_DATA_OUT_FLAG), SYM(DM_DEFERRED_REMOVE), SYM(DM_INTERNAL_SUSPEND_FLAG),
	NAMED(1 << 19, DM_IMA_MEASUREMENT_FLAG),
};
static DEFINE_FLAGS(dm_flags, "DM_");

/* clang-format on */

/* struct dm_command.has */
#define HAS_DEVICE (1 << 0)
#define HAS_START (1 << 1)
#define ANSWERS_COUNTS (1 << 2)
#define ASKS_COUNT (1 << 3)
#define ASKS_EVENT (1 << 4)
#define ASKS_EVENT_TO_RESUME (1 << 5) /* unless it suspends */

/* struct dm_command - which members a command has, and what is behind them when it asks and when it answers. */
struct dm_command {
	uint32_t cmd;
	uint8_t has;
	uint8_t asked;
	uint8_t answered;
};

/* clang-format off */
static const struct dm_command commands[] = {
	{ DM_VERSION, HAS_DEVICE, DM_NOTHING, DM_NOTHING },
	{ DM_REMOVE_ALL, 0, DM_NOTHING, DM_NOTHING },
	{ DM_LIST_DEVICES, HAS_START, DM_NOTHING, DM_NAMES },
	{ DM_DEV_CREATE, HAS_DEVICE | ANSWERS_COUNTS, DM_NOTHING, DM_NOTHING },
	{ DM_DEV_REMOVE, HAS_DEVICE | ASKS_EVENT, DM_NOTHING, DM_NOTHING },
	{ DM_DEV_RENAME, HAS_DEVICE | HAS_START | ASKS_EVENT | ANSWERS_COUNTS, DM_TEXT, DM_NOTHING },
	{ DM_DEV_SUSPEND, HAS_DEVICE | ASKS_EVENT_TO_RESUME | ANSWERS_COUNTS, DM_NOTHING, DM_NOTHING },
	{ DM_DEV_STATUS, HAS_DEVICE | ANSWERS_COUNTS, DM_NOTHING, DM_NOTHING },
	{ DM_DEV_WAIT, HAS_DEVICE | HAS_START | ASKS_EVENT | ANSWERS_COUNTS, DM_NOTHING, DM_TARGETS },
	{ DM_DEV_ARM_POLL, HAS_DEVICE, DM_NOTHING, DM_NOTHING },
	{ DM_TABLE_LOAD, HAS_DEVICE | HAS_START | ASKS_COUNT | ANSWERS_COUNTS, DM_TARGETS, DM_NOTHING },
	{ DM_TABLE_CLEAR, HAS_DEVICE | ANSWERS_COUNTS, DM_NOTHING, DM_NOTHING },
	{ DM_TABLE_DEPS, HAS_DEVICE | HAS_START | ANSWERS_COUNTS, DM_NOTHING, DM_DEPS },
	{ DM_TABLE_STATUS, HAS_DEVICE | HAS_START | ANSWERS_COUNTS, DM_NOTHING, DM_TARGETS },
	{ DM_LIST_VERSIONS, HAS_START, DM_NOTHING, DM_VERSIONS },
	{ DM_TARGET_MSG, HAS_DEVICE | HAS_START | ANSWERS_COUNTS, DM_MESSAGE, DM_ANSWER },
	{ DM_DEV_SET_GEOMETRY, HAS_DEVICE | HAS_START, DM_TEXT, DM_NOTHING },
	{ DM_GET_TARGET_VERSION, HAS_DEVICE | HAS_START, DM_NOTHING, DM_VERSIONS },
};
/* clang-format on */

/* What a later version of the interface has behind its number is not known. */
static bool is_known(const struct dm_side *d)
{
	return DM_HEAD(d, version) == DM_VERSION_MAJOR;
}

static const struct dm_command *command_of(uint64_t cmd)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (commands[i].cmd == (uint32_t)cmd)
			return &commands[i];
	}
	return NULL;
}

/* What there is of it. */
static enum dm_items items_of(const struct dm_side *d, const struct dm_command *command)
{
	const enum dm_items items = d->at_exit ? command->answered : command->asked;

	if (!is_known(d) || DM_HEAD(d, data_size) < HEAD_LEN)
		return DM_NOTHING;
	switch (items) {
	case DM_TARGETS:
		return DM_HEAD(d, target_count) ? items : DM_NOTHING;
	case DM_TEXT:
		return items;
	case DM_ANSWER:
		return DM_HEAD(d, flags) & DM_DATA_OUT_FLAG ? DM_TEXT : DM_NOTHING;
	default:
		/* There is no room for any. */
		return DM_HEAD(d, data_start) == DM_HEAD(d, data_size) ? DM_NOTHING : items;
	}
}

/* ---- the header ---- */

static void say_number(const struct dm_side *d, const char *name, size_t off, struct out *o)
{
	out__member(o, name);
	out__uint(o, dm_side__get(d, off));
}

#define NUMBER_OF(d, m, o) say_number(d, #m, offsetof(struct dm_ioctl, m), o)

static void say_device(const struct dm_side *d, struct out *o)
{
	const uint8_t *name = d->data + offsetof(struct dm_ioctl, name);
	const uint8_t *uuid = d->data + offsetof(struct dm_ioctl, uuid);
	const uint64_t dev = layout__get(d->data + offsetof(struct dm_ioctl, dev), 8);

	if (dev) {
		out__member(o, "dev");
		say_dev(o, dev);
	}
	if (*name) {
		out__member(o, "name");
		out__chars(o, name, DM_NAME_LEN);
	}
	if (*uuid) {
		out__member(o, "uuid");
		out__chars(o, uuid, DM_UUID_LEN);
	}
}

static bool asks_event(const struct dm_side *d)
{
	return d->has & ASKS_EVENT ||
	       (d->has & ASKS_EVENT_TO_RESUME && !(DM_HEAD(d, flags) & DM_SUSPEND_FLAG));
}

static void say_members(const struct dm_side *d, struct out *o)
{
	const unsigned int has = d->has;

	NUMBER_OF(d, data_size, o);
	if (DM_HEAD(d, data_size) < HEAD_LEN) {
		if (o->strace)
			out__comment(o, "data_size too small", strlen("data_size too small"));
		return;
	}
	if (has & HAS_START)
		NUMBER_OF(d, data_start, o);
	if (has & HAS_DEVICE)
		say_device(d, o);
	if (d->at_exit && has & ANSWERS_COUNTS) {
		NUMBER_OF(d, target_count, o);
		NUMBER_OF(d, open_count, o);
		NUMBER_OF(d, event_nr, o);
	} else if (!d->at_exit) {
		if (has & ASKS_COUNT)
			NUMBER_OF(d, target_count, o);
		if (asks_event(d))
			NUMBER_OF(d, event_nr, o);
	}
	out__member(o, "flags");
	out__symbol(o, &syms_dm_flags, DM_HEAD(d, flags));
}

static void say_header(const struct dm_side *d, struct out *o)
{
	static const char unknown[] = "unsupported device mapper ABI version";

	dm_side__say_version(d, offsetof(struct dm_ioctl, version), o);
	if (is_known(d))
		say_members(d, o);
	else if (o->strace)
		out__comment(o, unknown, strlen(unknown));
	else
		out__more(o, 0);
}

static void say_side(const struct dm_side *d, struct out *o)
{
	if (o->strace)
		out__begin(o, OUT_ARRAY);
	out__begin(o, OUT_OBJECT);
	say_header(d, o);
	if (o->strace)
		out__end(o, OUT_OBJECT);
	if (d->items != DM_NOTHING && o->strace) {
		if (o->verbose)
			dm_side__say_items(d, o);
		else
			out__more(o, 0);
	} else if (d->items != DM_NOTHING) {
		out__member(o, "data");
		out__begin(o, OUT_ARRAY);
		dm_side__say_items(d, o);
		out__end(o, OUT_ARRAY);
	}
	out__end(o, o->strace ? OUT_ARRAY : OUT_OBJECT);
}

/* ---- both sides ---- */

/* Return: false when there is no header. strace looks no further than a size that does not reach behind itself. */
static bool find_side(const struct arg *arg, const struct payload *p, const struct out *o,
		      bool at_exit, struct dm_side *ret)
{
	const struct dm_command *command = command_of(arg->event->rec->args[1]);

	if (!p || p->err || p->len < HEAD_LEN || !command)
		return false;
	*ret = (struct dm_side){
		.data = p->data,
		.len = p->len,
		.addr = arg->value,
		.has = command->has,
		.at_exit = at_exit,
		.is_fault = o->strace && p->len < MIN(p->full_len, (size_t)DM_DATA_MAX),
	};
	ret->items = items_of(ret, command);
	return DM_HEAD(ret, data_size) >= offsetof(struct dm_ioctl, data_size);
}

static bool is_same(const struct dm_side *asked, const struct dm_side *left)
{
	return asked->len == left->len && !memcmp(asked->data, left->data, asked->len);
}

/* strace has what there is of the two sides with arrows and commas of its own. */
static void decode_as_strace(const struct arg *arg, const struct dm_side *asked,
			     const struct dm_side *left, bool has_ended, struct out *o)
{
	if (asked && left) {
		out__begin(o, OUT_CHANGE);
		say_side(asked, o);
		say_side(left, o);
		out__end(o, OUT_CHANGE);
	} else if (left) {
		out__note_spelled(o, " => ", 4);
		say_side(left, o);
	} else if (asked) {
		say_side(asked, o);
	}
	if (left || (asked && !has_ended))
		return;
	if (asked)
		out__member(o, "arg");
	out__hex(o, arg->value);
}

/* Each of them NULL where it is not there. */
static void decode_sides(const struct arg *arg, const struct dm_side *asked,
			 const struct dm_side *left, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);

	if (asked && left && !is_same(asked, left)) {
		out__begin(o, OUT_CHANGE);
		say_side(asked, o);
		say_side(left, o);
		out__end(o, OUT_CHANGE);
	} else if (asked && (!left || asked->items != DM_NOTHING)) {
		say_side(asked, o);
	} else if (left) {
		say_side(left, o);
	} else if (entry && entry->err) {
		out__fault(o, arg->value, entry->err);
	} else {
		out__ptr(o, arg->value);
	}
}

static void decode_dm(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	struct dm_side asked, left;
	bool has_asked, has_left;

	if (o->strace && arg->desc->strace_when == STRACE_NEITHER) {
		out__hex(o, arg->value);
		return;
	}
	has_asked = find_side(arg, entry, o, false, &asked);
	has_left = find_side(arg, exit, o, true, &left);
	if (o->strace)
		decode_as_strace(arg, has_asked ? &asked : NULL, has_left ? &left : NULL, exit, o);
	else
		decode_sides(arg, has_asked ? &asked : NULL, has_left ? &left : NULL, o);
}

/* The header alone, and with what stands behind it. */
const struct arg_type arg_dm = {
	.name = "dm",
	.decode = decode_dm,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.is_text = true, /* with -e verbose=none, too */
	.size = HEAD_LEN,
};
const struct arg_type arg_dm_data = {
	.name = "dm_data",
	.decode = decode_dm,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.is_text = true, /* with -e verbose=none, too */
	.size = DM_DATA_MAX,
};
