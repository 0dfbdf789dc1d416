// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * out_json.c - the JSON writer: RFC 8259, no white space, numbers exact to 64 bits.
 *
 * Bytes that are not UTF-8 become \u00XX of their value, so that no byte is lost and every parser
 * takes the text; a faulted pointer is {"ptr":"0x...","fault":-14}, a cut string
 * {"str":"...","cut":true}.
 */
#include "out.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

static void before_value(struct out *o)
{
	if (o->pending_name) {
		o->pending_name = false;
		return;
	}
	if (!o->depth)
		return;
	if (o->group[o->depth - 1] == OUT_CHANGE)
		strbuf__adds(o->buf, o->first[o->depth - 1] ? "\"in\":" : ",\"out\":");
	else if (!o->first[o->depth - 1])
		strbuf__addc(o->buf, ',');
	o->first[o->depth - 1] = false;
}

static bool is_array(enum out_group group)
{
	return group == OUT_ARRAY || group == OUT_SET || group == OUT_SET_NOT;
}

static void before_member(struct out *o)
{
	bool first = o->first[o->depth - 1];

	if (o->group[o->depth - 1] == OUT_SECTION)
		strbuf__adds(o->buf, first ? "{" : "},{");
	else if (!first)
		strbuf__addc(o->buf, ',');
	o->first[o->depth - 1] = false;
}

static void add_escape(struct strbuf *sb, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";
	char text[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };

	switch (c) {
	case '"':
		strbuf__add(sb, "\\\"", 2);
		break;
	case '\\':
		strbuf__add(sb, "\\\\", 2);
		break;
	case '\n':
		strbuf__add(sb, "\\n", 2);
		break;
	case '\t':
		strbuf__add(sb, "\\t", 2);
		break;
	case '\r':
		strbuf__add(sb, "\\r", 2);
		break;
	case '\b':
		strbuf__add(sb, "\\b", 2);
		break;
	case '\f':
		strbuf__add(sb, "\\f", 2);
		break;
	default:
		strbuf__add(sb, text, sizeof(text));
	}
}

/* U+2028 to U+202E and U+2066 to U+2069 end lines for some readers and turn the direction of writing. */
static bool is_mark(const unsigned char *s, size_t len)
{
	return len >= 3 && s[0] == 0xe2 &&
	       ((s[1] == 0x80 && s[2] >= 0xa8 && s[2] <= 0xae) ||
		(s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

static void add_mark(struct strbuf *sb, const unsigned char *s)
{
	strbuf__addf(sb, "\\u%04x", 0x2000U | (s[1] & 0x3fU) << 6 | (s[2] & 0x3fU));
}

/* Most bytes stand for themselves: quotes and backslashes only where they are JSON's own. */
enum { PLAIN_IN_TEXT = 1, PLAIN_IN_JSON = 2, PLAIN = PLAIN_IN_TEXT | PLAIN_IN_JSON };

static const uint8_t plain[256] = {
	[' ' ... '!'] = PLAIN,	['"'] = PLAIN_IN_JSON, ['#' ... '['] = PLAIN,
	['\\'] = PLAIN_IN_JSON, [']' ... '~'] = PLAIN,
};

static size_t plain_len(const unsigned char *s, size_t len, unsigned int where)
{
	size_t i = 0;

	while (i < len && plain[s[i]] & where)
		i++;
	return i;
}

/* U+0080 to U+009F are controls that some terminals obey; the second byte is the number. */
static bool is_c1(const unsigned char *s, size_t len)
{
	return len > 1 && s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0;
}

/* The bytes of the character at @s that stand for themselves; 0: it has to be escaped. */
static size_t visible_len(const unsigned char *s, size_t len)
{
	if (s[0] < 0x80 || is_c1(s, len) || is_mark(s, len))
		return 0;
	return utf8__len(s, len);
}

static void add_checked(struct strbuf *sb, const char *bytes, size_t len, unsigned int where)
{
	const unsigned char *s = (const unsigned char *)bytes;
	size_t start = 0, i = 0, step;

	for (;;) {
		i += plain_len(s + i, len - i, where);
		if (i == len)
			break;
		step = visible_len(s + i, len - i);
		if (step) {
			i += step;
			continue;
		}
		strbuf__add(sb, bytes + start, i - start);
		if (is_mark(s + i, len - i)) {
			add_mark(sb, s + i);
			i += 3;
		} else {
			i += is_c1(s + i, len - i);
			add_escape(sb, s[i++]);
		}
		start = i;
	}
	strbuf__add(sb, bytes + start, len - start);
}

void out_json__quote(struct strbuf *sb, const char *bytes, size_t len)
{
	char *p;

	if (len && plain_len((const unsigned char *)bytes, len, PLAIN_IN_TEXT) == len &&
	    strbuf__room(sb, len + 2)) {
		p = sb->text + sb->len;
		p[0] = '"';
		strbuf__copy(p + 1, bytes, len);
		p[len + 1] = '"';
		sb->len += len + 2;
		return;
	}
	strbuf__addc(sb, '"');
	add_checked(sb, bytes, len, PLAIN_IN_TEXT);
	strbuf__addc(sb, '"');
}

void out_json__add_foreign(struct strbuf *sb, const char *json, size_t len)
{
	add_checked(sb, json, len, PLAIN_IN_JSON);
}

static void json_begin(struct out *o, enum out_group group)
{
	if (o->depth == OUT_MAX_DEPTH) {
		if (!o->skipped_depth++) {
			before_value(o);
			strbuf__adds(o->buf, "null");
		}
		return;
	}
	before_value(o);
	if (group == OUT_SET_NOT)
		strbuf__adds(o->buf, "{\"not\":");
	if (group != OUT_POINTEE)
		strbuf__addc(o->buf, is_array(group) ? '[' : '{');
	o->first[o->depth] = true;
	o->group[o->depth] = (uint8_t)group;
	o->depth++;
}

static void json_end(struct out *o, enum out_group group)
{
	if (o->skipped_depth) {
		o->skipped_depth--;
		return;
	}
	o->depth--;
	if (o->group[o->depth] == OUT_SECTION) {
		strbuf__adds(o->buf, o->first[o->depth] ? "]}" : "}]}");
		return;
	}
	if (group != OUT_POINTEE)
		strbuf__addc(o->buf, is_array(group) ? ']' : '}');
	if (group == OUT_SET_NOT)
		strbuf__addc(o->buf, '}');
}

/* bpftool's shape: {".data":[{"one":1},{"two":2}]}; each variable is an object of its own. */
static void json_section(struct out *o, const char *name)
{
	bool skipped = o->skipped_depth || o->depth == OUT_MAX_DEPTH;

	json_begin(o, OUT_OBJECT);
	if (skipped)
		return;
	o->group[o->depth - 1] = o->plain ? OUT_SECTION : OUT_OBJECT;
	if (!o->plain)
		return;
	out_json__quote(o->buf, name, strlen(name));
	strbuf__add(o->buf, ":[", 2);
}

static void json_member(struct out *o, const char *name)
{
	if (o->skipped_depth)
		return;
	before_member(o);
	out_json__quote(o->buf, name, strlen(name));
	strbuf__addc(o->buf, ':');
	o->pending_name = true;
}

static void json_name(struct out *o, const struct out_name *name)
{
	if (o->skipped_depth)
		return;
	before_member(o);
	strbuf__add(o->buf, name->json, name->json_len);
	o->pending_name = true;
}

static void json_sint(struct out *o, int64_t value)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__add_sint(o->buf, value);
}

static void json_uint(struct out *o, uint64_t value, enum out_base base)
{
	(void)base; /* JSON has one base */
	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__add_uint(o->buf, value);
}

static void json_word(struct out *o, const char *text, size_t len)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	out_json__quote(o->buf, text, len);
}

static void json_str(struct out *o, const char *bytes, size_t len, bool cut)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (!cut) {
		out_json__quote(o->buf, bytes, len);
		return;
	}
	o->cut |= (uint8_t)(1U << o->arg);
	strbuf__adds(o->buf, "{\"str\":");
	out_json__quote(o->buf, bytes, len);
	strbuf__adds(o->buf, ",\"cut\":true}");
}

static void add_ptr(struct strbuf *sb, uint64_t addr)
{
	strbuf__addc(sb, '"');
	strbuf__add_hex(sb, addr);
	strbuf__addc(sb, '"');
}

static void json_ptr(struct out *o, uint64_t addr)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (o->plain)
		strbuf__add_uint(o->buf, addr);
	else if (addr)
		add_ptr(o->buf, addr);
	else
		strbuf__adds(o->buf, "null");
}

static void json_fault(struct out *o, uint64_t addr, int err)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	o->faulted |= (uint8_t)(1U << o->arg);
	strbuf__adds(o->buf, "{\"ptr\":");
	add_ptr(o->buf, addr);
	strbuf__adds(o->buf, ",\"fault\":");
	strbuf__add_sint(o->buf, err);
	strbuf__addc(o->buf, '}');
}

static void json_more(struct out *o, uint64_t nr_omitted)
{
	if (o->skipped_depth)
		return;
	/* In an object the remark needs a name; none that C knows can be like this one. */
	if (!o->pending_name && o->depth && !is_array(o->group[o->depth - 1]))
		json_member(o, "...");
	before_value(o);
	strbuf__adds(o->buf, "{\"omitted\":");
	strbuf__add_uint(o->buf, nr_omitted);
	strbuf__addc(o->buf, '}');
}

static void json_note(struct out *o, const char *text, size_t len)
{
	(void)o;
	(void)text;
	(void)len;
}

/* One check for room, and the digits made where they stay. */
static void json_name_number(struct out *o, const struct out_name *name, uint64_t value,
			     bool is_signed)
{
	struct strbuf *sb = o->buf;
	char *p;

	if (o->skipped_depth || o->group[o->depth - 1] == OUT_SECTION ||
	    !strbuf__room(sb, name->json_len + 24)) {
		json_name(o, name);
		if (is_signed)
			json_sint(o, (int64_t)value);
		else
			json_uint(o, value, OUT_DEC);
		return;
	}
	p = sb->text + sb->len;
	*p = ',';
	p += !o->first[o->depth - 1];
	o->first[o->depth - 1] = false;
	memcpy(p, name->json, name->json_len);
	p += name->json_len;
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

static void json_boolean(struct out *o, bool value)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__adds(o->buf, value ? "true" : "false");
}

static void json_bits(struct out *o, uint64_t raw, unsigned int nr_bits, bool is_signed)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (o->plain)
		add_ptr(o->buf, raw);
	else if (is_signed)
		strbuf__add_sint(o->buf, (int64_t)(raw << (64 - nr_bits)) >> (64 - nr_bits));
	else
		strbuf__add_uint(o->buf, raw);
}

static void json_wide(struct out *o, uint64_t high, uint64_t low)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	if (high)
		strbuf__addf(o->buf, "\"0x%llx%016llx\"", (unsigned long long)high,
			     (unsigned long long)low);
	else
		add_ptr(o->buf, low);
}

static void json_real(struct out *o, double value)
{
	if (o->skipped_depth)
		return;
	before_value(o);
	/* JSON has no spelling for these. */
	if (isfinite(value))
		strbuf__addf(o->buf, "%.17g", value);
	else
		strbuf__adds(o->buf, isnan(value) ? "\"nan\"" : value < 0 ? "\"-inf\"" : "\"inf\"");
}

static void json_chr(struct out *o, unsigned char c)
{
	char text = (char)c;

	json_word(o, &text, 1);
}

static void json_bytes(struct out *o, const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__addc(o->buf, '[');
	for (i = 0; i < len; i++) {
		char text[] = { '"', '0', 'x', digits[bytes[i] >> 4], digits[bytes[i] & 15],
				'"', ',' };

		strbuf__add(o->buf, text, i + 1 < len ? sizeof(text) : sizeof(text) - 1);
	}
	strbuf__addc(o->buf, ']');
}

static void json_none(struct out *o, const char *text, size_t len)
{
	(void)text;
	(void)len;
	if (o->skipped_depth)
		return;
	before_value(o);
	strbuf__adds(o->buf, "null");
}

static const struct out_ops json_ops = {
	.begin = json_begin,
	.end = json_end,
	.member = json_member,
	.sint = json_sint,
	.uint = json_uint,
	.word = json_word,
	.str = json_str,
	.ptr = json_ptr,
	.fault = json_fault,
	.more = json_more,
	.note = json_note,
	.comment = json_note,
	.note_spelled = json_note,
	.note_path = json_note,
	.name = json_name,
	.name_number = json_name_number,
	.section = json_section,
	.boolean = json_boolean,
	.bits = json_bits,
	.wide = json_wide,
	.real = json_real,
	.chr = json_chr,
	.bytes = json_bytes,
	.none = json_none,
};

void out__init_json(struct out *o, struct strbuf *buf)
{
	memset(o, 0, offsetof(struct out, first));
	o->ops = &json_ops;
	o->buf = buf;
	o->full_names = true;
	o->typed = true;
}

void out__init_json_plain(struct out *o, struct strbuf *buf)
{
	out__init_json(o, buf);
	o->plain = true;
}

int out_name__init(struct out_name *name, const char *text)
{
	struct strbuf sb = {};

	out_json__quote(&sb, text, strlen(text));
	strbuf__addc(&sb, ':');
	if (strbuf__error(&sb)) {
		strbuf__free(&sb);
		return -ENOMEM;
	}
	*name = (struct out_name){
		.text = text,
		.json = sb.text,
		.len = (uint32_t)strlen(text),
		.json_len = (uint32_t)sb.len,
	};
	return 0;
}

void out_name__free(struct out_name *name)
{
	free(name->json);
	*name = (struct out_name){};
}
