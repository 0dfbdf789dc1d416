// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_dirents.c - entries of a directory: how many, or each of them with its name.
 *
 * The buffer is the traced program's, which may have changed it meanwhile: lengths are checked.
 */
#include "decode.h"

#include "decode_word.h"
#include "strbuf.h"
#include "symbols_tables.h"

/* struct linux_dirent64, and the old one, which has its type in the last byte. */
struct shape {
	size_t name;
	size_t reclen;
	size_t word;
	bool type_is_last;
};

static struct shape shape_of(bool is_64, bool compat)
{
	if (is_64)
		return (struct shape){ .name = 19, .reclen = 16, .word = 8 };
	if (compat)
		return (struct shape){ .name = 10, .reclen = 8, .word = 4, .type_is_last = true };
	return (struct shape){ .name = 18, .reclen = 16, .word = 8, .type_is_last = true };
}

/* Length of the entry at @off; 0 when there is no whole one. */
static size_t entry_len(const struct shape *s, const struct payload *p, size_t off)
{
	size_t len;

	if (p->len - off <= s->name)
		return 0;
	len = (size_t)layout__get(p->data + off + s->reclen, 2);
	return len > s->name && len <= p->len - off ? len : 0;
}

static void say_type(uint8_t type, struct out *o)
{
	out__member(o, "d_type");
	out__symbol(o, &syms_dirent_type, type);
}

static void say_entry(const struct shape *s, const uint8_t *d, size_t len, struct out *o)
{
	const char *name = (const char *)d + s->name;

	out__begin(o, OUT_OBJECT);
	out__member(o, "d_ino");
	out__uint(o, layout__get(d, s->word));
	out__member(o, "d_off");
	out__sint(o, (int64_t)layout__get(d + s->word, s->word));
	out__member(o, "d_reclen");
	out__uint(o, len);
	if (!s->type_is_last)
		say_type(d[18], o);
	out__member(o, "d_name");
	out__str(o, name, strnlen(name, len - s->name), false);
	if (s->type_is_last)
		say_type(d[len - 1], o);
	out__end(o, OUT_OBJECT);
}

static void say_count(const struct arg *arg, const struct payload *p, size_t nr, struct out *o)
{
	struct word w;

	out__ptr(o, arg->value);
	word__init(&w);
	word__add(&w, p && p->flags & AUG_P_CUT ? " /* over " : " /* ");
	word__add_uint(&w, nr, 10, 1);
	word__add(&w, " entries */");
	out__note(o, w.text, w.len);
}

static void decode_entries(const struct arg *arg, struct out *o, bool is_64)
{
	const struct payload *p = event__exit(arg->event, arg->idx);
	const struct aug_record *rec = arg->event->rec;
	const struct shape s = shape_of(is_64, arg__is_compat(arg));
	size_t off, len, nr = 0;

	if (!p && rec->type == AUG_RECORD_CALL && !rec->ret && o->verbose && o->strace) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
		return;
	}
	if (!p && rec->type == AUG_RECORD_CALL && !rec->ret) {
		say_count(arg, NULL, 0, o);
		return;
	}
	if (!p || p->err) {
		if (p)
			out__fault(o, arg->value, p->err);
		else
			out__ptr(o, arg->value);
		return;
	}
	if (o->verbose)
		out__begin(o, OUT_ARRAY);
	for (off = 0; (len = entry_len(&s, p, off)); off += len, nr++) {
		if (o->verbose)
			say_entry(&s, p->data + off, len, o);
	}
	if (!o->verbose) {
		say_count(arg, p, nr, o);
		return;
	}
	if (p->flags & AUG_P_CUT)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void decode_dirents(const struct arg *arg, struct out *o)
{
	decode_entries(arg, o, false);
}

static void decode_dirents64(const struct arg *arg, struct out *o)
{
	decode_entries(arg, o, true);
}

const struct arg_type arg_dirents = {
	.name = "dirents",
	.decode = decode_dirents,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_dirents64 = {
	.name = "dirents64",
	.decode = decode_dirents64,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
	.size = AUG_STR_MAX,
};
