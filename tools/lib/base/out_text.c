// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * out_text.c - the writer of all text formats. How they differ is in struct text_style; a line of
 * a trace and the dump of a map are the same code.
 */
#include "out.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static bool multi_line(const struct out *o)
{
	return o->style->indent != NULL;
}

static void new_line(struct out *o)
{
	unsigned int i;

	strbuf__addc(o->buf, '\n');
	for (i = 0; i < o->depth; i++)
		strbuf__adds(o->buf, o->style->indent);
}

static const char *separator(const struct text_style *style, uint8_t group)
{
	if (group == OUT_SET || group == OUT_SET_NOT)
		return " ";
	return group == OUT_CHANGE ? " => " : style->separator;
}

/* Before a member or an element: what separates it from the one before. */
static void separate(struct out *o)
{
	if (!o->depth)
		return;
	if (!o->first[o->depth - 1])
		strbuf__add_mark(o->buf, separator(o->style, o->group[o->depth - 1]));
	o->first[o->depth - 1] = false;
}

static void before_value(struct out *o)
{
	if (o->pending_name) {
		o->pending_name = false;
		return;
	}
	separate(o);
}

static void color_on(struct out *o, const char *color)
{
	if (color)
		strbuf__adds(o->buf, color);
}

static void color_off(struct out *o, const char *color)
{
	if (color)
		strbuf__adds(o->buf, o->style->colors->off);
}

#define COLOR(o, what) ((o)->style->colors ? (o)->style->colors->what : NULL)

static const char *opening(const struct text_style *style, enum out_group group)
{
	switch (group) {
	case OUT_ARGS:
		return "(";
	case OUT_ARRAY:
		return style->array_open;
	case OUT_POINTEE:
	case OUT_SET:
		return "[";
	case OUT_SET_NOT:
		return "~[";
	case OUT_CHANGE:
		return "";
	default:
		return style->object_open;
	}
}

static const char *closing(const struct text_style *style, enum out_group group)
{
	switch (group) {
	case OUT_ARGS:
		return ")";
	case OUT_ARRAY:
		return style->array_close;
	case OUT_POINTEE:
	case OUT_SET:
	case OUT_SET_NOT:
		return "]";
	case OUT_CHANGE:
		return "";
	default:
		return style->object_close;
	}
}

/* A member of a structure has the style's mark before its name, an argument of a call has none. */
static void add_name(struct out *o, const char *name, size_t len)
{
	const bool is_arg = o->depth && o->group[o->depth - 1] == OUT_ARGS;

	if (!len || (is_arg && o->bare_args))
		return;
	color_on(o, COLOR(o, name));
	if (!is_arg)
		strbuf__add_mark(o->buf, o->style->member_prefix);
	strbuf__add(o->buf, name, len);
	color_off(o, COLOR(o, name));
	strbuf__add_mark(o->buf, o->style->assign);
}

static void text_begin(struct out *o, enum out_group group)
{
	if (o->depth == OUT_MAX_DEPTH) {
		if (!o->skipped_depth++) {
			before_value(o);
			strbuf__adds(o->buf, "...");
		}
		return;
	}
	before_value(o);
	strbuf__add_mark(o->buf, opening(o->style, group));
	o->first[o->depth] = true;
	o->group[o->depth] = (uint8_t)group;
	o->depth++;
}

static void text_end(struct out *o, enum out_group group)
{
	const char *close = closing(o->style, group);

	if (o->skipped_depth) {
		o->skipped_depth--;
		return;
	}
	o->depth--;
	if (o->first[o->depth] && o->style->tight_empty) {
		while (o->buf->len && o->buf->text[o->buf->len - 1] == ' ')
			o->buf->len--;
		while (*close == ' ')
			close++;
	} else if (multi_line(o) && (group == OUT_OBJECT || group == OUT_SECTION) &&
		   !o->first[o->depth]) {
		strbuf__addc(o->buf, ',');
		new_line(o);
	}
	strbuf__add_mark(o->buf, close);
}

static void add_member(struct out *o, const char *name, size_t len)
{
	if (o->skipped_depth)
		return;
	if (multi_line(o)) {
		if (!o->first[o->depth - 1])
			strbuf__addc(o->buf, ',');
		o->first[o->depth - 1] = false;
		new_line(o);
	} else {
		separate(o);
	}
	add_name(o, name, len);
	o->pending_name = true;
}

static void text_member(struct out *o, const char *name)
{
	add_member(o, name, strlen(name));
}

static void text_name(struct out *o, const struct out_name *name)
{
	add_member(o, name->text, name->len);
}

static void text_section(struct out *o, const char *name)
{
	(void)name; /* the map that is dumped is the section */
	text_begin(o, OUT_SECTION);
}

static void text_sint(struct out *o, int64_t value)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (!o->hex) {
		strbuf__add_sint(o->buf, value);
		return;
	}
	if (value < 0)
		strbuf__addc(o->buf, '-');
	strbuf__add_hex(o->buf, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

static void text_uint(struct out *o, uint64_t value, enum out_base base)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (o->hex && base == OUT_DEC)
		base = OUT_HEX;
	if (!value && base == OUT_HEX && o->style->bare_zero)
		base = OUT_DEC;
	switch (base) {
	case OUT_DEC:
		strbuf__add_uint(o->buf, value);
		break;
	case OUT_HEX:
		strbuf__add_hex(o->buf, value);
		break;
	case OUT_OCT:
		/* strace's modes have three digits at least. */
		if (o->strace && value < 8)
			strbuf__adds(o->buf, value ? "0" : "00");
		strbuf__add_oct(o->buf, value);
		break;
	}
}

static void text_word(struct out *o, const char *text, size_t len)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	color_on(o, COLOR(o, word));
	strbuf__add(o->buf, text, len);
	color_off(o, COLOR(o, word));
}

static bool is_said_in_hex(const struct out *o, const char *bytes, size_t len)
{
	size_t i;

	if (o->strings != OUT_STRINGS_HEX_IF_NEEDED)
		return o->strings == OUT_STRINGS_HEX;
	/* As strace: what C has a letter for needs no hex. */
	for (i = 0; i < len; i++) {
		if ((bytes[i] < ' ' || bytes[i] >= 0x7f) && !(bytes[i] >= '\t' && bytes[i] <= '\r'))
			return true;
	}
	return false;
}

static void add_hex_escapes(struct strbuf *sb, const char *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	for (i = 0; i < len; i++) {
		const unsigned char c = (unsigned char)bytes[i];
		const char text[] = { '\\', 'x', digits[c >> 4], digits[c & 15] };

		strbuf__add(sb, text, sizeof(text));
	}
}

/* What is not printable in hex; what C has a letter for as it has it. */
static void add_mixed_escapes(struct strbuf *sb, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if ((bytes[i] >= ' ' && bytes[i] < 0x7f) || (bytes[i] >= '\t' && bytes[i] <= '\r'))
			strbuf__add_escaped(sb, bytes + i, 1);
		else
			add_hex_escapes(sb, bytes + i, 1);
	}
}

void out_text__quote(const struct out *o, struct strbuf *sb, const char *bytes, size_t len)
{
	strbuf__addc(sb, '"');
	if (is_said_in_hex(o, bytes, len))
		add_hex_escapes(sb, bytes, len);
	else if (o->strings == OUT_STRINGS_HEX_ESCAPES)
		add_mixed_escapes(sb, bytes, len);
	else
		strbuf__add_escaped(sb, bytes, len);
	strbuf__addc(sb, '"');
}

static void text_str(struct out *o, const char *bytes, size_t len, bool cut)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (o->style->bare_strings) {
		strbuf__add(o->buf, bytes, len);
		if (cut)
			strbuf__adds(o->buf, "...");
		return;
	}
	color_on(o, COLOR(o, string));
	out_text__quote(o, o->buf, bytes, len);
	if (cut)
		strbuf__adds(o->buf, "...");
	color_off(o, COLOR(o, string));
}

static void text_ptr(struct out *o, uint64_t addr)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (addr)
		strbuf__add_hex(o->buf, addr);
	else
		strbuf__adds(o->buf, "NULL");
}

static void text_fault(struct out *o, uint64_t addr, int err)
{
	if (o->skipped_depth)
		return;
	text_ptr(o, addr);
	if (o->style->bare_faults)
		return;
	strbuf__adds(o->buf, " <fault");
	if (err != -EFAULT) {
		strbuf__addc(o->buf, ' ');
		strbuf__add_sint(o->buf, err);
	}
	strbuf__addc(o->buf, '>');
}

static void text_more(struct out *o, uint64_t nr_omitted)
{
	if (o->skipped_depth)
		return;
	separate(o);
	strbuf__adds(o->buf, "...");
	if (nr_omitted) {
		strbuf__adds(o->buf, " /* ");
		strbuf__add_uint(o->buf, nr_omitted);
		strbuf__adds(o->buf, " more */");
	}
}

static void text_note_spelled(struct out *o, const char *text, size_t len)
{
	if (!o->skipped_depth)
		strbuf__add(o->buf, text, len);
}

/* An angle bracket in a path that stands between two. */
static void add_bracket(struct out *o, const char *bytes, size_t len)
{
	const bool digit = len > 1 && bytes[1] >= '0' && bytes[1] <= '7';

	if (o->strings == OUT_STRINGS_HEX_ESCAPES)
		add_hex_escapes(o->buf, bytes, 1);
	else
		strbuf__addf(o->buf, digit ? "\\%03o" : "\\%o", (unsigned char)*bytes);
}

static void text_note_path(struct out *o, const char *bytes, size_t len)
{
	size_t end;

	if (o->skipped_depth)
		return;
	if (is_said_in_hex(o, bytes, len)) {
		add_hex_escapes(o->buf, bytes, len);
		return;
	}
	for (; len; bytes += end, len -= end) {
		for (end = 0; end < len && bytes[end] != '<' && bytes[end] != '>'; end++)
			;
		if (!end)
			add_bracket(o, bytes, len);
		else if (o->strings == OUT_STRINGS_HEX_ESCAPES)
			add_mixed_escapes(o->buf, bytes, end);
		else
			strbuf__add_escaped(o->buf, bytes, end);
		end += !end;
	}
}

static void text_note(struct out *o, const char *text, size_t len)
{
	if (o->skipped_depth)
		return;
	strbuf__add_escaped(o->buf, text, len);
}

static void text_comment(struct out *o, const char *text, size_t len)
{
	if (o->skipped_depth)
		return;
	strbuf__adds(o->buf, " /* ");
	strbuf__add(o->buf, text, len);
	strbuf__adds(o->buf, " */");
}

static char *put(char *to, const char *text, size_t len)
{
	memcpy(to, text, len);
	return to + len;
}

static char *puts_at(char *to, const char *text)
{
	return put(to, text, strlen(text));
}

/* One check for room for all of it. Colours and lines of their own take the long way. */
static void text_name_number(struct out *o, const struct out_name *name, uint64_t value,
			     bool is_signed)
{
	const struct text_style *style = o->style;
	struct strbuf *sb = o->buf;
	char *p;

	if (o->skipped_depth || o->hex || style->colors || multi_line(o) || !name->len ||
	    !strbuf__room(sb, name->len + 64) || strlen(style->separator) > 8 ||
	    strlen(style->assign) > 8 || strlen(style->member_prefix) > 8) {
		text_name(o, name);
		if (is_signed)
			text_sint(o, (int64_t)value);
		else
			text_uint(o, value, OUT_DEC);
		return;
	}
	p = sb->text + sb->len;
	if (!o->first[o->depth - 1])
		p = puts_at(p, style->separator);
	o->first[o->depth - 1] = false;
	p = puts_at(p, style->member_prefix);
	p = put(p, name->text, name->len);
	p = puts_at(p, style->assign);
	if (is_signed && (int64_t)value < 0) {
		*p++ = '-';
		value = -value;
	}
	sb->len = (size_t)(p - sb->text);
	if (value < 10)
		sb->text[sb->len++] = (char)('0' + value);
	else
		strbuf__add_uint(sb, value);
}

static void text_boolean(struct out *o, bool value)
{
	text_word(o, value ? "true" : "false", value ? 4 : 5);
}

static void text_bits(struct out *o, uint64_t raw, unsigned int nr_bits, bool is_signed)
{
	if (is_signed)
		text_sint(o, (int64_t)(raw << (64 - nr_bits)) >> (64 - nr_bits));
	else
		text_uint(o, raw, OUT_DEC);
}

static void text_wide(struct out *o, uint64_t high, uint64_t low)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (high)
		strbuf__addf(o->buf, "0x%llx%016llx", (unsigned long long)high,
			     (unsigned long long)low);
	else
		strbuf__add_hex(o->buf, low);
}

static void text_real(struct out *o, double value)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__addf(o->buf, "%.17g", value);
}

static void text_chr(struct out *o, unsigned char c)
{
	char text = (char)c;

	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__addc(o->buf, '\'');
	/* In C a quote is escaped in its own kind of quotes only. */
	if (c == '\'')
		strbuf__adds(o->buf, "\\'");
	else if (c == '"')
		strbuf__addc(o->buf, '"');
	else
		strbuf__add_escaped(o->buf, &text, 1);
	strbuf__addc(o->buf, '\'');
}

static void text_bytes(struct out *o, const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	if (o->skipped_depth)
		return;
	before_value(o);
	for (i = 0; i < len; i++) {
		if (i)
			strbuf__addc(o->buf, ' ');
		strbuf__addc(o->buf, digits[bytes[i] >> 4]);
		strbuf__addc(o->buf, digits[bytes[i] & 15]);
	}
	strbuf__adds(o->buf, "  |");
	for (i = 0; i < len; i++)
		strbuf__addc(o->buf, bytes[i] >= ' ' && bytes[i] < 0x7f ? (char)bytes[i] : '.');
	strbuf__addc(o->buf, '|');
}

static void text_none(struct out *o, const char *text, size_t len)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__addc(o->buf, '<');
	strbuf__add(o->buf, text, len);
	strbuf__addc(o->buf, '>');
}

static const struct out_ops text_ops = {
	.begin = text_begin,
	.end = text_end,
	.member = text_member,
	.sint = text_sint,
	.uint = text_uint,
	.word = text_word,
	.str = text_str,
	.ptr = text_ptr,
	.fault = text_fault,
	.more = text_more,
	.note = text_note,
	.comment = text_comment,
	.note_spelled = text_note_spelled,
	.note_path = text_note_path,
	.name = text_name,
	.name_number = text_name_number,
	.section = text_section,
	.boolean = text_boolean,
	.bits = text_bits,
	.wide = text_wide,
	.real = text_real,
	.chr = text_chr,
	.bytes = text_bytes,
	.none = text_none,
};

void out__init_text(struct out *o, const struct text_style *style, struct strbuf *buf)
{
	memset(o, 0, offsetof(struct out, first));
	o->ops = &text_ops;
	o->style = style;
	o->buf = buf;
}
