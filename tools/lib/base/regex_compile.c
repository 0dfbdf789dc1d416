// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* regex_compile.c - how large an expression becomes, and its compilation. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "regex_compile.h"
#include "strbuf.h"
#include "util.h"

/* What has been read within a pair of brackets, and of the last alternative. The last part may still be repeated. */
struct level {
	unsigned long parts;
	unsigned long last;
	bool is_plain;
	bool last_is_plain;
	bool is_empty;
};

#define TEXT_OF_(n) #n
#define TEXT_OF(n) TEXT_OF_(n)

/* @limit: parts that are too many. */
struct measure {
	struct level levels[REGEX_DEPTH_MAX + 1];
	unsigned int depth;
	unsigned long limit;
	const char *refused;
};

static void level__add(struct level *level, unsigned long parts, bool is_plain)
{
	level->parts += level->last;
	level->last = parts;
	level->last_is_plain = is_plain;
	level->is_plain &= is_plain;
	level->is_empty = false;
}

static void level__end_alternative(struct level *level)
{
	level->is_plain &= !level->is_empty;
	level->is_empty = true;
	level->parts += level->last + 1;
	level->last = 0;
	level->last_is_plain = false;
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

/* How often "{n,m}" repeats at most, once more without an m. @ret_end: behind it. */
static unsigned long interval__count(const char *p, const char **ret_end)
{
	unsigned long count = 1;

	for (p++; isdigit((unsigned char)*p) || *p == ','; p++) {
		char *end;

		if (*p == ',') {
			count += p[1] == '}';
			continue;
		}
		count = MAX(count, strtoul(p, &end, 10));
		p = end - 1;
	}
	*ret_end = *p == '}' ? p + 1 : p;
	return MIN(count, 1UL << 20); /* more than any limit */
}

/* Return: behind it. */
static const char *measure__repeat(struct measure *m, const char *p)
{
	struct level *level = &m->levels[m->depth];
	const char *end = p + 1;
	unsigned long count = *p == '{' ? interval__count(p, &end) : *p == '+' ? 2 : 1;

	if (!level->last_is_plain && *p != '?')
		m->refused =
			"what is repeated may be empty, has a repetition in it, or a place as ^ and $ are";
	/* glibc takes "\0" for a digit there. */
	if (*p == '{' && end[-1] != '}')
		m->refused = "an interval has other characters than digits and a comma";
	level->last = level->last * count + 1;
	level->last_is_plain = false;
	level->is_plain = false;
	return end;
}

static const char *measure__escape(struct measure *m, const char *p)
{
	if (p[1] >= '1' && p[1] <= '9')
		m->refused = "it asks for what a group has matched";
	level__add(&m->levels[m->depth], 1, !p[1] || !strchr("<>bB`'", p[1]));
	return p + 1 + (p[1] != '\0');
}

static void measure__end_group(struct measure *m)
{
	struct level group = m->levels[m->depth];

	level__end_alternative(&group);
	if (!m->depth) {
		level__add(&m->levels[0], 1, true);
		return;
	}
	m->depth--;
	m->levels[m->depth].last = group.parts + group.last + 1;
	m->levels[m->depth].last_is_plain = group.is_plain;
	m->levels[m->depth].is_plain &= group.is_plain;
}

/* Return: what is wrong with it, or NULL. */
static const char *measure(struct measure *m, const char *p)
{
	while (*p && !m->refused) {
		struct level *level = &m->levels[m->depth];
		const char *begin = p++;

		switch (*begin) {
		case '(':
			level__add(level, 0, true);
			if (m->depth == REGEX_DEPTH_MAX) {
				m->refused = "more than " TEXT_OF(
					REGEX_DEPTH_MAX) " brackets are within one another";
				break;
			}
			m->levels[++m->depth] =
				(struct level){ .is_plain = true, .is_empty = true };
			break;
		case ')':
			measure__end_group(m);
			break;
		case '|':
			level__end_alternative(level);
			break;
		case '+':
		case '*':
		case '?':
		case '{':
			p = measure__repeat(m, begin);
			break;
		case '[':
			level__add(level, 1, true);
			p = set__end(begin);
			break;
		case '\\':
			p = measure__escape(m, begin);
			break;
		default:
			level__add(level, 1, *begin != '^' && *begin != '$');
		}
		level = &m->levels[m->depth];
		if (level->parts + level->last >= m->limit)
			m->refused =
				"its repetitions have more than " TEXT_OF(REGEX_PARTS_MAX) " parts";
	}
	return m->refused;
}

int regex__compile(regex_t *regex, const char *text, struct strbuf *reason)
{
	struct measure m = { .limit = strlen(text) + REGEX_PARTS_MAX };
	char words[128];
	int err;

	if (measure(&m, text)) {
		strbuf__adds(reason, m.refused);
		return -EINVAL;
	}
	err = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
	if (!err)
		return 0;
	regerror(err, regex, words, sizeof(words));
	strbuf__adds(reason, words);
	return -EINVAL;
}
