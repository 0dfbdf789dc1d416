// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_json.c - see map_json.h. The text comes from a file: nothing of it is believed before it is
 * checked.
 */
#include "map_json.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "strbuf.h"
#include "util.h"

struct scanner {
	const char *text;
	size_t len;
	size_t at;
	char *to; /* NULL: only look */
	size_t to_len;
	unsigned int depth;
};

static bool scan_value(struct scanner *s);

static void skip_blanks(struct scanner *s)
{
	while (s->at < s->len && (s->text[s->at] == ' ' || s->text[s->at] == '\t' ||
				  s->text[s->at] == '\n' || s->text[s->at] == '\r'))
		s->at++;
}

static void take(struct scanner *s)
{
	if (s->to)
		s->to[s->to_len++] = s->text[s->at];
	s->at++;
}

static bool take_char(struct scanner *s, char c)
{
	skip_blanks(s);
	if (s->at == s->len || s->text[s->at] != c)
		return false;
	take(s);
	return true;
}

static bool scan_string(struct scanner *s)
{
	take(s);
	while (s->at < s->len && s->text[s->at] != '"') {
		if ((unsigned char)s->text[s->at] < ' ')
			return false;
		if (s->text[s->at] == '\\') {
			take(s);
			if (s->at == s->len || !s->text[s->at] ||
			    !strchr("\"\\/bfnrtu", s->text[s->at]))
				return false;
		}
		take(s);
	}
	if (s->at == s->len)
		return false;
	take(s);
	return true;
}

/*
 * A number, true, false or null: the letters are not looked at closer, they are compared as text.
 */
static bool scan_word(struct scanner *s)
{
	size_t start = s->at;

	while (s->at < s->len && (isalnum((unsigned char)s->text[s->at]) ||
				  (s->text[s->at] && strchr("+-.", s->text[s->at]))))
		take(s);
	return s->at > start;
}

static bool scan_group(struct scanner *s, char close)
{
	bool is_object = close == '}';

	if (s->depth == MAP_JSON_MAX_DEPTH)
		return false;
	s->depth++;
	take(s);
	if (!take_char(s, close)) {
		do {
			skip_blanks(s);
			if (is_object && (s->at == s->len || s->text[s->at] != '"' ||
					  !scan_string(s) || !take_char(s, ':')))
				return false;
			if (!scan_value(s))
				return false;
		} while (take_char(s, ','));
		if (!take_char(s, close))
			return false;
	}
	s->depth--;
	return true;
}

static bool scan_value(struct scanner *s)
{
	skip_blanks(s);
	if (s->at == s->len)
		return false;
	switch (s->text[s->at]) {
	case '{':
		return scan_group(s, '}');
	case '[':
		return scan_group(s, ']');
	case '"':
		return scan_string(s);
	default:
		return scan_word(s);
	}
}

long map_json__minify(char *text, size_t len, size_t *ret_pos)
{
	struct scanner s = { .text = text, .len = len, .to = text };

	for (skip_blanks(&s); s.at < len; skip_blanks(&s)) {
		/* Values on lines of their own become an array without brackets. What was read
		 * before is always further than what is written, so that there is room. */
		if (s.to_len && s.to_len < s.at)
			s.to[s.to_len++] = ',';
		else if (s.to_len)
			goto wrong;
		if (!scan_value(&s))
			goto wrong;
	}
	return (long)s.to_len;

wrong:
	*ret_pos = s.at;
	return -EINVAL;
}

bool map_json__next(const char **text, const char *end, struct map_json_slice *ret_value)
{
	struct scanner s = {};

	while (*text < end && **text == ',')
		++*text;
	s.text = *text;
	s.len = (size_t)(end - *text);
	if (!s.len || *s.text == ']' || *s.text == '}' || !scan_value(&s))
		return false;
	*ret_value = (struct map_json_slice){ *text, s.at };
	*text += s.at;
	return true;
}

/* The name and the value of the next member; the colon lies between them. */
static bool next_member(const char **text, const char *end, struct map_json_slice *name,
			struct map_json_slice *value)
{
	if (!map_json__next(text, end, name) || name->len < 2 || *text == end || **text != ':')
		return false;
	++*text;
	return map_json__next(text, end, value);
}

struct map_json_slice map_json__member(struct map_json_slice object, const char *name)
{
	const char *at = object.text + 1, *end = object.text + object.len;
	struct map_json_slice member, value;

	if (!object.len || *object.text != '{')
		return (struct map_json_slice){};
	while (next_member(&at, end, &member, &value)) {
		if (member.len - 2 == strlen(name) &&
		    !memcmp(member.text + 1, name, member.len - 2))
			return value;
	}
	return (struct map_json_slice){};
}

struct leaves {
	struct strbuf path;
	int (*fn)(void *ctx, const char *path, struct map_json_slice leaf);
	void *ctx;
};

static int visit(struct leaves *l, struct map_json_slice value)
{
	const char *at = value.text + 1, *end = value.text + value.len;
	size_t len = l->path.len, idx = 0;
	struct map_json_slice name = {}, child;
	bool is_object = *value.text == '{';
	int ret = 0;

	if ((!is_object && *value.text != '[') || value.len == 2)
		return l->fn(l->ctx, strbuf__cstr(&l->path), value);
	while (!ret && (is_object ? next_member(&at, end, &name, &child)
				  : map_json__next(&at, end, &child))) {
		if (!is_object) {
			strbuf__addf(&l->path, "[%zu]", idx++);
		} else if (name.len > 2) {
			strbuf__addc(&l->path, '.');
			strbuf__add(&l->path, name.text + 1, name.len - 2);
		}
		ret = visit(l, child);
		l->path.len = len;
	}
	return ret;
}

int map_json__for_each_leaf(struct map_json_slice value, const char *path,
			    int (*fn)(void *ctx, const char *path, struct map_json_slice leaf),
			    void *ctx)
{
	struct leaves l = { .fn = fn, .ctx = ctx };
	int ret;

	if (!value.len)
		return 0;
	strbuf__adds(&l.path, path);
	ret = visit(&l, value);
	strbuf__free(&l.path);
	return ret;
}
