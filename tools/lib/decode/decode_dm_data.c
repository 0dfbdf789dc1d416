// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_dm_data.c - what stands behind the header of an ioctl of the device mapper: see decode_dm.h.
 *
 * Places, sizes and counts are the program's: what they lead to is looked at as far as it was copied.
 */
#include "decode_dm.h"

#include <string.h>

#include "decode_word.h"
#include "layouts.h"
#include "util.h"

/* Lists of devices have numbers of events since version 4.37 of the interface. */
#define EVENT_NR_MINOR 37

static bool is_there(const struct dm_side *d, uint64_t off, size_t size)
{
	return off + size <= d->len;
}

/* In the place of an element. */
static void say_missing(const struct dm_side *d, uint64_t off, struct out *o)
{
	if (d->is_fault)
		out__ptr(o, d->addr + off);
	else
		out__more(o, 0);
}

static void say_misplaced(const char *what, struct out *o)
{
	struct word w;

	if (!o->strace) {
		out__none(o, "misplaced", strlen("misplaced"));
		return;
	}
	word__init(&w);
	word__add(&w, "misplaced ");
	word__add(&w, what);
	out__word(o, "???", 3);
	out__comment(o, w.text, w.len);
}

/* Characters up to a NUL or the end of the data. Return: their number when all of them were shown; -1. */
static int say_text(const struct dm_side *d, const char *name, uint64_t off, struct out *o)
{
	const size_t room = DM_HEAD(d, data_size) - off;
	const size_t limit = o->limits_strings ? o->string_limit : DM_DATA_MAX;
	const char *text = (const char *)d->data + off;
	const size_t copied = off < d->len ? MIN(room, d->len - off) : 0;
	const size_t len = strnlen(text, copied);
	const bool is_missing = len == copied && copied < room;

	out__member(o, name);
	if (is_missing && (d->is_fault ? len <= limit : !copied))
		out__ptr(o, d->addr + off);
	else
		out__content(o, text, len, room && len == copied);
	return len < copied && len <= limit ? (int)len : -1;
}

static uint32_t shown_max(const struct out *o)
{
	return o->verbose && !o->strace ? UINT32_MAX : out__elements_max(o, LAYOUT_ARRAY_SHOWN);
}

/*
 * struct dm_list - elements, each of which says where the next one is.
 * @size: of an element without its text. @next_off: of the member that leads to the next.
 */
struct dm_list {
	const char *what;
	size_t size;
	size_t next_off;
	void (*say)(const struct dm_side *d, uint64_t off, struct out *o);
};

/* Return: false when there is no element at @off: that is said. */
static bool say_element(const struct dm_side *d, const struct dm_list *list, uint64_t off,
			uint64_t min, uint32_t nr, struct out *o)
{
	if (off < min || off + list->size > DM_HEAD(d, data_size)) {
		say_misplaced(list->what, o);
		return false;
	}
	if (nr >= shown_max(o)) {
		out__more(o, 0);
		return false;
	}
	if (!is_there(d, off, list->size)) {
		say_missing(d, off, o);
		return false;
	}
	out__begin(o, OUT_OBJECT);
	list->say(d, off, o);
	out__end(o, OUT_OBJECT);
	return true;
}

static void say_target(const struct dm_side *d, uint64_t off, struct out *o)
{
	const uint8_t *t = d->data + off;

	out__member(o, "sector_start");
	out__uint(o, layout__get(t + offsetof(struct dm_target_spec, sector_start), 8));
	out__member(o, "length");
	out__uint(o, layout__get(t + offsetof(struct dm_target_spec, length), 8));
	if (d->at_exit) {
		out__member(o, "status");
		out__sint(o,
			  (int32_t)dm_side__get(d, off + offsetof(struct dm_target_spec, status)));
	}
	out__member(o, "target_type");
	out__chars(o, t + offsetof(struct dm_target_spec, target_type), DM_MAX_TYPE_NAME);
	say_text(d, "string", off + sizeof(struct dm_target_spec), o);
}

/* Of a table that is loaded each element says how far the next one is, of one that is told how far from the first. */
static void say_targets(const struct dm_side *d, struct out *o)
{
	static const struct dm_list list = {
		.what = "struct dm_target_spec",
		.size = sizeof(struct dm_target_spec),
		.next_off = offsetof(struct dm_target_spec, next),
		.say = say_target,
	};
	const uint64_t start = DM_HEAD(d, data_start);
	const uint32_t nr = DM_HEAD(d, target_count);
	uint64_t off = start, min = 0;

	for (uint32_t i = 0; i < nr && say_element(d, &list, off, min, i, o); i++) {
		min = off + list.size + 1;
		off = (d->at_exit ? start : off) + dm_side__get(d, off + list.next_off);
	}
}

/* Behind a name, aligned in memory, as the kernel reads and writes it. */
static void say_event_nr(const struct dm_side *d, uint64_t off, uint64_t text_end, struct out *o)
{
	const uint64_t at = ((d->addr + text_end + 7) & ~(uint64_t)7) - d->addr;
	const uint64_t end = off + dm_side__get(d, off + offsetof(struct dm_name_list, next));

	if (dm_side__get(d, offsetof(struct dm_ioctl, version[1])) < EVENT_NR_MINOR ||
	    at + 4 > end || !is_there(d, at, 4))
		return;
	out__member(o, "event_nr");
	out__uint(o, dm_side__get(d, at));
}

static void say_name(const struct dm_side *d, uint64_t off, struct out *o)
{
	const uint64_t name = off + offsetof(struct dm_name_list, name);
	int len;

	out__member(o, "dev");
	say_dev(o, layout__get(d->data + off + offsetof(struct dm_name_list, dev), 8));
	len = say_text(d, "name", name, o);
	if (len >= 0)
		say_event_nr(d, off, name + (unsigned int)len + 1, o);
}

void dm_side__say_version(const struct dm_side *d, size_t off, struct out *o)
{
	out__member(o, "version");
	out__begin(o, OUT_ARRAY);
	for (unsigned int i = 0; i < 3; i++)
		out__uint(o, dm_side__get(d, off + i * sizeof(uint32_t)));
	out__end(o, OUT_ARRAY);
}

static void say_target_version(const struct dm_side *d, uint64_t off, struct out *o)
{
	say_text(d, "name", off + offsetof(struct dm_target_versions, name), o);
	dm_side__say_version(d, off + offsetof(struct dm_target_versions, version), o);
}

static void say_list(const struct dm_side *d, const struct dm_list *list, struct out *o)
{
	uint64_t off = DM_HEAD(d, data_start), min = 0;
	uint32_t next;

	for (uint32_t i = 0; say_element(d, list, off, min, i, o); i++) {
		next = dm_side__get(d, off + list->next_off);
		if (!next)
			break;
		min = off + list->size + 1;
		off += next;
	}
}

static void say_names(const struct dm_side *d, struct out *o)
{
	static const struct dm_list list = {
		.what = "struct dm_name_list",
		.size = offsetof(struct dm_name_list, name),
		.next_off = offsetof(struct dm_name_list, next),
		.say = say_name,
	};

	say_list(d, &list, o);
}

static void say_versions(const struct dm_side *d, struct out *o)
{
	static const struct dm_list list = {
		.what = "struct dm_target_versions",
		.size = offsetof(struct dm_target_versions, name),
		.next_off = offsetof(struct dm_target_versions, next),
		.say = say_target_version,
	};

	say_list(d, &list, o);
}

static void say_dep_devs(const struct dm_side *d, uint64_t off, uint32_t nr, struct out *o)
{
	const uint32_t shown = o->verbose ? nr : MIN(nr, shown_max(o));
	struct word at;

	if (nr && !is_there(d, off, sizeof(uint64_t)) && d->is_fault) {
		out__ptr(o, d->addr + off);
		return;
	}
	out__begin(o, OUT_ARRAY);
	for (uint32_t i = 0; i < shown; i++, off += sizeof(uint64_t)) {
		if (!is_there(d, off, sizeof(uint64_t)))
			break;
		say_dev(o, layout__get(d->data + off, sizeof(uint64_t)));
		nr--;
	}
	if (nr)
		out__more(o, 0);
	if (nr && d->is_fault && !is_there(d, off, sizeof(uint64_t))) {
		word__init(&at);
		word__add_hex(&at, d->addr + off);
		out__comment(o, at.text, at.len);
	}
	out__end(o, OUT_ARRAY);
}

static void say_deps(const struct dm_side *d, struct out *o)
{
	const uint64_t off = DM_HEAD(d, data_start);
	const uint64_t devs = off + offsetof(struct dm_target_deps, dev);
	uint64_t nr = 0;

	if (is_there(d, off, offsetof(struct dm_target_deps, dev)))
		nr = dm_side__get(d, off);
	if (devs + nr * sizeof(uint64_t) > DM_HEAD(d, data_size)) {
		say_misplaced("struct dm_target_deps", o);
		return;
	}
	if (!is_there(d, off, offsetof(struct dm_target_deps, dev))) {
		say_missing(d, off, o);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "count");
	out__uint(o, nr);
	out__member(o, "deps");
	say_dep_devs(d, devs, (uint32_t)nr, o);
	out__end(o, OUT_OBJECT);
}

static void say_message(const struct dm_side *d, struct out *o)
{
	const uint64_t off = DM_HEAD(d, data_start);
	const uint64_t text = off + offsetof(struct dm_target_msg, message);

	if (text > DM_HEAD(d, data_size)) {
		say_misplaced("struct dm_target_msg", o);
		return;
	}
	if (!is_there(d, off, text - off)) {
		say_missing(d, off, o);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "sector");
	out__uint(o, layout__get(d->data + off, sizeof(uint64_t)));
	say_text(d, "message", text, o);
	out__end(o, OUT_OBJECT);
}

static void say_string(const struct dm_side *d, struct out *o)
{
	const uint64_t off = DM_HEAD(d, data_start);

	if (off > DM_HEAD(d, data_size)) {
		say_misplaced("string", o);
		return;
	}
	out__begin(o, OUT_OBJECT);
	say_text(d, "string", off, o);
	out__end(o, OUT_OBJECT);
}

void dm_side__say_items(const struct dm_side *d, struct out *o)
{
	static void (*const say[])(const struct dm_side *d, struct out *o) = {
		[DM_TARGETS] = say_targets,   [DM_DEPS] = say_deps,	  [DM_NAMES] = say_names,
		[DM_VERSIONS] = say_versions, [DM_MESSAGE] = say_message, [DM_TEXT] = say_string,
	};

	say[d->items](d, o);
}
