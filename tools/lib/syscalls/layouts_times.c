// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_times.c - times of files, which strace tells as dates too, in a comment. */
#include "layouts.h"

#include <linux/stat.h>
#include <linux/time_types.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <utime.h>

#include "util.h"

void say_part(struct out *o, uint64_t value)
{
	/* strace's spelling of a part of a second that cannot be one. */
	if (o->strace)
		out__uint(o, value);
	else
		out__sint(o, (int64_t)value);
}

void say_part32(struct out *o, uint64_t value)
{
	if (o->strace)
		out__uint(o, (uint32_t)value);
	else
		out__sint(o, (int32_t)value);
}

/* @part: of a second, with @digits digits. Return: bytes of @text; 0 when strace tells no date. */
static size_t spell_date(const struct out *o, int64_t seconds, uint64_t part, int digits,
			 char *text, size_t size)
{
	const uint64_t whole = digits == 6 ? 1000000 : NSEC_PER_SEC;
	const time_t time = (time_t)seconds;
	char date[48], zone[16];
	struct tm tm;
	int len;

	if (!o->strace || part >= whole || (!seconds && !part) || !localtime_r(&time, &tm) ||
	    !strftime(date, sizeof(date), "%FT%T", &tm) || !strftime(zone, sizeof(zone), "%z", &tm))
		return 0;
	len = part ? snprintf(text, size, "%s.%0*llu%s", date, digits, (unsigned long long)part,
			      zone)
		   : snprintf(text, size, "%s%s", date, zone);
	return MIN((size_t)len, size - 1);
}

void say_date(struct out *o, int64_t seconds, uint64_t part, int digits)
{
	char text[96];
	const size_t len = spell_date(o, seconds, part, digits, text, sizeof(text));

	if (len)
		out__comment(o, text, len);
}

bool say_seconds(struct out *o, int64_t seconds, const char *before, const char *after)
{
	char text[96];
	const size_t len = spell_date(o, seconds, 0, 9, text, sizeof(text));

	if (len) {
		strbuf__adds(o->buf, before);
		strbuf__add(o->buf, text, len);
		strbuf__adds(o->buf, after);
	}
	return true;
}

static int64_t get_signed(const uint8_t *data, size_t size)
{
	const uint64_t value = layout__get(data, size);

	return size == 4 ? (int32_t)value : (int64_t)value;
}

/* st_atime: its nanoseconds are the next member. */
void say_stat_time(const struct blob *b, const struct field *f, struct out *o)
{
	const int64_t seconds = get_signed(b->data + f->off, f->size);
	const size_t end = (size_t)f->off + 2 * f->size;

	out__sint(o, seconds);
	if (end <= b->len)
		say_date(o, seconds, layout__get(b->data + f->off + f->size, f->size), 9);
}

/* Of a clock that ticks a hundred times a second (USER_HZ). */
void say_ticks(struct out *o, uint64_t ticks)
{
	char text[48];
	int len;

	out__uint(o, ticks);
	if (!o->strace || !ticks || o->consts == OUT_CONSTS_RAW)
		return;
	len = snprintf(text, sizeof(text), " /* %llu.%02llu s */", (unsigned long long)ticks / 100,
		       (unsigned long long)ticks % 100);
	out__note(o, text, (size_t)len);
}

void say_clock(const struct blob *b, const struct field *f, struct out *o)
{
	say_ticks(o, layout__get(b->data + f->off, f->size));
}

void say_stat_seconds(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t seconds = layout__get(b->data + f->off, f->size);

	out__uint(o, seconds);
	say_date(o, (int64_t)seconds, 0, 9);
}

void say_statx_time(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob inner = { .data = b->data + f->off, .len = f->size };

	layout__say(&layout_statx_time, &inner, o);
	say_date(o, get_signed(inner.data, 8), layout__get(inner.data + 8, 4), 9);
}

/* clang-format off */

static void say_time(const struct blob *b, const struct field *f, struct out *o)
{
	const int64_t seconds = get_signed(b->data, f->size);

	out__sint(o, seconds);
	say_date(o, seconds, 0, 9);
}

static const struct field time32_fields[] = { NUMBER(int32_t, FIELD_CUSTOM, .custom = say_time) };
DEFINE_LAYOUT(time32, 4);
static const struct field time_fields[] = { NUMBER(int64_t, FIELD_CUSTOM, .custom = say_time) };
DEFINE_LAYOUT_COMPAT(time, 8, time32);

/* utimensat(): two of them, which may say "now" or "leave" in their nanoseconds. */
#define UTIME_NOW_NS 0x3fffffff
#define UTIME_OMIT_NS 0x3ffffffe

static const char *utime_name(uint64_t ns)
{
	return ns == UTIME_NOW_NS ? "UTIME_NOW" : ns == UTIME_OMIT_NS ? "UTIME_OMIT" : NULL;
}

static void say_utime(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t word = f->size / 2;
	const uint64_t ns = layout__get(b->data + word, word);
	const char *name = utime_name(ns);

	if (name && o->consts == OUT_CONSTS_NAMED) {
		out__word(o, name, strlen(name));
		return;
	}
	layout__say(word == 4 ? &layout_timespec32 : &layout_timespec64, b, o);
	if (name && o->consts == OUT_CONSTS_BOTH)
		out__comment(o, name, strlen(name));
	else
		say_date(o, get_signed(b->data, word), ns, 9);
}

static const struct field utime32_fields[] = { { .size = 8, .kind = FIELD_CUSTOM, .custom = say_utime } };
DEFINE_LAYOUT(utime32, 8);
static const struct field utime_fields[] = { NUMBER(struct __kernel_timespec, FIELD_CUSTOM, .custom = say_utime) };
DEFINE_LAYOUT_COMPAT(utime, sizeof(struct __kernel_timespec), utime32);
static const struct field utime64_fields[] = { NUMBER(struct __kernel_timespec, FIELD_CUSTOM, .custom = say_utime) };
DEFINE_LAYOUT(utime64, sizeof(struct __kernel_timespec));

/* utimes() and futimesat() */
static void say_utimeval(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t word = f->size / 2;

	layout__say(word == 4 ? &layout_timeval32 : &layout_timeval, b, o);
	say_date(o, get_signed(b->data, word), layout__get(b->data + word, word), 6);
}

static const struct field utimeval32_fields[] = { { .size = 8, .kind = FIELD_CUSTOM, .custom = say_utimeval } };
DEFINE_LAYOUT(utimeval32, 8);
static const struct field utimeval_fields[] = { NUMBER(struct timeval, FIELD_CUSTOM, .custom = say_utimeval) };
DEFINE_LAYOUT_COMPAT(utimeval, sizeof(struct timeval), utimeval32);

static void say_utime_seconds(const struct blob *b, const struct field *f, struct out *o)
{
	const int64_t seconds = get_signed(b->data + f->off, f->size);

	out__sint(o, seconds);
	say_date(o, seconds, 0, 9);
}

static const struct field utimbuf32_fields[] = {
	{ .name = "actime", .off = 0, .size = 4, .kind = FIELD_CUSTOM, .custom = say_utime_seconds },
	{ .name = "modtime", .off = 4, .size = 4, .kind = FIELD_CUSTOM, .custom = say_utime_seconds },
};
DEFINE_LAYOUT(utimbuf32, 8);
static const struct field utimbuf_fields[] = {
	CUSTOM(struct utimbuf, actime, say_utime_seconds),
	CUSTOM(struct utimbuf, modtime, say_utime_seconds),
};
DEFINE_LAYOUT_COMPAT(utimbuf, sizeof(struct utimbuf), utimbuf32);
