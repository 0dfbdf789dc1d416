// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* regex_compile.c - how large an expression becomes, and its compilation. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "regex_compile.h"
#include "strbuf.h"
#include "util.h"

/* What has been read within a pair of brackets. The last part may still be repeated. */
struct level {
	unsigned long parts;
	unsigned long last;
};

static void level__add(struct level *level, unsigned long parts)
{
	level->parts += level->last;
	level->last = parts;
}

/* Behind a set of characters: a ']' in front is one of them, and those of [:alpha:], [.x.] and [=x=] end none. */
static const char *set__end(const char *p)
{
	p++;
	if (*p == '^')
		p++;
	if (*p == ']')
		p++;
	while (*p && *p != ']') {
		char kind = p[1], *end;
		char close[] = { kind, ']', 0 };

		if (*p == '[' && kind && strchr(":.=", kind) && (end = strstr(p + 2, close)))
			p = end + 2;
		else
			p++;
	}
	return *p ? p + 1 : p;
}

/* How often "{n,m}" repeats at most, or 1 where @p begins no interval. @ret_end: behind it. */
static unsigned long interval__count(const char *p, const char **ret_end)
{
	unsigned long count = 1;

	for (p++; isdigit((unsigned char)*p) || *p == ','; p++) {
		char *end;

		if (*p == ',')
			continue;
		count = MAX(count, strtoul(p, &end, 10));
		p = end - 1;
	}
	*ret_end = *p == '}' ? p + 1 : p;
	return MIN(count, REGEX_PARTS_MAX + 1UL);
}

static int measure(const char *p, unsigned long *ret_parts)
{
	struct level levels[REGEX_DEPTH_MAX + 1] = {};
	unsigned int depth = 0;
	unsigned long most = 0;

	while (*p && most <= REGEX_PARTS_MAX) {
		struct level *level = &levels[depth];
		const char *next = p + 1;

		switch (*p) {
		case '(':
			level__add(level, 0);
			if (depth++ == REGEX_DEPTH_MAX)
				return -E2BIG;
			levels[depth] = (struct level){};
			break;
		case ')':
			if (depth) {
				depth--;
				levels[depth].last = level->parts + level->last + 1;
				break;
			}
			level__add(level, 1);
			break;
		case '+':
			level->last = 2 * level->last + 1;
			break;
		case '*':
		case '?':
			level->last++;
			break;
		case '{':
			level->last = level->last * interval__count(p, &next) + 1;
			break;
		case '[':
			level__add(level, 1);
			next = set__end(p);
			break;
		case '\\':
			level__add(level, 1);
			next += p[1] != '\0';
			break;
		default:
			level__add(level, 1);
		}
		p = next;
		most = MAX(most, levels[depth].parts + levels[depth].last);
	}
	*ret_parts = most;
	return 0;
}

int regex__compile(regex_t *regex, const char *text, struct strbuf *reason)
{
	unsigned long parts;
	char words[128];
	int err;

	if (measure(text, &parts)) {
		strbuf__addf(reason, "more than %d brackets are within one another",
			     REGEX_DEPTH_MAX);
		return -E2BIG;
	}
	if (parts > REGEX_PARTS_MAX) {
		strbuf__addf(reason, "with its repetitions it has more than %d parts",
			     REGEX_PARTS_MAX);
		return -E2BIG;
	}
	err = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
	if (!err)
		return 0;
	regerror(err, regex, words, sizeof(words));
	strbuf__adds(reason, words);
	return -EINVAL;
}
