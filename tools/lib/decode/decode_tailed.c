// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_tailed.c - structures whose length another argument says, so that a newer program may have more
 * members than are known here: what is behind those counts unless it is zero.
 */
#include <stdio.h>
#include <string.h>

#include "decode.h"
#include "util.h"

/* Bytes that are looked at. */
#define TAILED_MAX 256
#define REST_MAX 4096

bool decode__rest(const struct blob *b, size_t known, uint64_t full, struct out *o)
{
	const enum out_strings strings = o->strings;
	struct strbuf text = {};
	size_t shown;

	if (b->len <= known || layout__is_zero(b->data + known, b->len - known))
		return false;
	/* strace looks at no more than a page of it. */
	full = MIN(full, (uint64_t)REST_MAX);
	shown = o->limits_strings ? MIN(b->len - known, o->string_limit) : b->len - known;
	strbuf__addf(&text, "/* bytes %zu..%llu */ ", known, (unsigned long long)full - 1);
	o->strings = OUT_STRINGS_HEX;
	out_text__quote(o, &text, (const char *)b->data + known, shown);
	o->strings = strings;
	if (known + shown < full)
		strbuf__adds(&text, "...");
	out__member(o, "");
	out__word(o, text.text ? text.text : "", text.len);
	strbuf__free(&text);
	return true;
}

/* With -v strace shows what is behind the members that it knows. */
static void say_extra(const struct blob *b, size_t known, uint64_t full, struct out *o)
{
	const enum out_strings strings = o->strings;
	char comment[64];
	int len;

	o->strings = OUT_STRINGS_HEX;
	out__member(o, "extra_data");
	out__str(o, (const char *)b->data + known, b->len - known, b->len < full);
	o->strings = strings;
	len = snprintf(comment, sizeof(comment), "bytes %zu..%llu", known,
		       (unsigned long long)full - 1);
	out__comment(o, comment, (size_t)len);
}

/* What is behind the members could not be read. */
static void say_unread_rest(const struct arg *arg, size_t known, int err, struct out *o)
{
	if (o->strace) {
		out__member(o, "");
		out__word(o, "???", 3);
	} else {
		out__member(o, "rest");
		out__fault(o, arg->value + known, err);
	}
}

static void say_tailed(const struct arg *arg, const struct payload *p, struct out *o)
{
	const uint64_t full = arg__length(arg);
	const bool tells_rest = o->strace && arg->desc->type == &arg_extended;
	struct blob b = arg__struct_blob(arg, p);
	const struct layout *l = arg__layout(arg);
	uint8_t padded[TAILED_MAX] = {};
	bool has_rest, tells_extra;

	if (!p->len || full < arg->desc->min_len || arg__is_too_long(arg, 0)) {
		out__ptr(o, arg->value);
		return;
	}
	if (l->variant)
		l = l->variant(&b);
	if (p->err && p->len < l->size) {
		out__fault(o, arg->value, p->err);
		return;
	}
	tells_extra = o->strace && o->verbose && !tells_rest;
	has_rest = b.len > l->size && !layout__is_zero(b.data + l->size, b.len - l->size);
	b.is_whole = true;
	b.rest_err = 0;
	b.cut = !p->err && (has_rest ? !tells_rest && !tells_extra : p->flags & AUG_P_CUT);
	/* What a short one lacks of its only member the kernel takes for zeros. */
	if (l->nr == 1 && b.len < l->size && l->size <= sizeof(padded) && !b.cut) {
		memcpy(padded, b.data, b.len);
		b.given = b.len;
		b.data = padded;
		b.len = l->size;
	}
	out__begin(o, OUT_OBJECT);
	layout__say_members(l, &b, o);
	if (p->err)
		say_unread_rest(arg, l->size, p->err, o);
	else if (has_rest && tells_extra)
		say_extra(&b, l->size, full, o);
	if (tells_rest && !p->err)
		decode__rest(&b, l->size, full, o);
	out__end(o, OUT_OBJECT);
}

/* As it was at the entry; members that may have changed look at the exit themselves. */
static void decode_tailed(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);

	if (entry && entry->err && !entry->len)
		out__fault(o, arg->value, entry->err);
	else if (entry)
		say_tailed(arg, entry, o);
	else
		out__ptr(o, arg->value);
}

const struct arg_type arg_tailed = {
	.name = "tailed",
	.decode = decode_tailed,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = TAILED_MAX,
	.needs_layout = true,
};
const struct arg_type arg_extended = {
	.name = "extended",
	.decode = decode_tailed,
	.capture = AUG_CAP_BUF,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_ENTER,
	.size = TAILED_MAX,
	.needs_layout = true,
};
