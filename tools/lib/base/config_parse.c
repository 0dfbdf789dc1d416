// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * config_parse.c - config__parse(): the grammar of perf's config files.
 *
 * It is what perf 6.1 accepts, not what its manual says; the tests compare with a perf that is
 * installed. The bytes are hostile: nothing here looks ahead of the next character.
 */
#include <errno.h>
#include <stdbool.h>

#include "config.h"
#include "strbuf.h"

/* perf's limits, in bytes: a name with its section, a section, a value. Each shorter than this. */
#define NAME_SIZE 256
#define SECTION_MAX (NAME_SIZE / 2)
#define VALUE_SIZE 1023

/*
 * perf classifies bytes as Latin-1 whatever the locale, so 0xa0 is a blank and 0xc4 is a letter
 * with a lower case.
 */
static bool is_blank(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0;
}

static bool is_upper(int c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7);
}

static bool is_alpha(int c)
{
	return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= 0xdf && c <= 0xff && c != 0xf7);
}

static bool is_name_char(int c)
{
	return is_alpha(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static char to_lower(int c)
{
	return (char)(is_upper(c) ? c + ('a' - 'A') : c);
}

/*
 * struct parser - state between the characters.
 * @value_end: behind the last byte of the value that was read.
 * @eof: the end was read; from then on there are only line ends.
 * @name: the section with its dot, @section_len bytes, and behind it the key.
 * @why: what is wrong, set together with -EINVAL.
 */
struct parser {
	struct config *cfg;
	const char *origin;
	const unsigned char *begin;
	const unsigned char *at;
	const unsigned char *end;
	const unsigned char *value_end;
	unsigned int line;
	bool eof;
	size_t section_len;
	const char *why;
	char name[NAME_SIZE + 1];
	char value[VALUE_SIZE + 2];
};

static int next_char(struct parser *p)
{
	int c;

	if (p->at == p->end) {
		p->eof = true;
		return '\n';
	}
	c = *p->at++;
	if (c == '\r' && p->at < p->end && *p->at == '\n')
		c = *p->at++;
	if (c == '\n')
		p->line++;
	return c;
}

static int syntax_error(struct parser *p, const char *why)
{
	p->why = why;
	return -EINVAL;
}

/* The `"Ext"]` of `[base "Ext"]`; @c is the blank that was read behind the base. */
static int parse_subsection(struct parser *p, size_t len, int c)
{
	for (; is_blank(c) && c != '\n'; c = next_char(p))
		;
	if (c != '"')
		return syntax_error(
			p, "only a name in double quotes may follow a blank in a section's []");
	p->name[len++] = '.';
	for (c = next_char(p); c != '"'; c = next_char(p)) {
		if (c == '\\')
			c = next_char(p);
		if (c == '\n')
			return syntax_error(p, "the section's name has no closing quote");
		p->name[len++] = (char)c;
		if (len > SECTION_MAX)
			return syntax_error(p, "the section's name is too long");
	}
	if (next_char(p) != ']')
		return syntax_error(p, "']' must follow the section's closing quote");
	p->section_len = len;
	return 0;
}

/* A section head behind its '['. */
static int parse_section(struct parser *p)
{
	size_t len = 0;
	int c, err;

	for (;;) {
		c = next_char(p);
		if (c == ']') {
			p->section_len = len;
			break;
		}
		if (p->eof)
			return syntax_error(p, "a section's '[' has no ']'");
		if (is_blank(c)) {
			err = parse_subsection(p, len, c);
			if (err)
				return err;
			break;
		}
		if (!is_name_char(c) && c != '.')
			return syntax_error(p,
					    "a section's name has only letters, digits and - _ .");
		if (len > SECTION_MAX)
			return syntax_error(p, "the section's name is too long");
		p->name[len++] = to_lower(c);
	}
	if (!p->section_len)
		return syntax_error(p, "the section has no name");
	p->name[p->section_len] = '\0';
	err = config__add_head(p->cfg, p->name, (size_t)(p->at - p->begin));
	p->name[p->section_len++] = '.';
	return err;
}

/* What stands for an escaped @c; 0 when nothing does. */
static int escaped_char(int c)
{
	switch (c) {
	case 't':
		return '\t';
	case 'b':
		return '\b';
	case 'n':
		return '\n';
	case '\\':
	case '"':
		return c;
	default:
		return 0;
	}
}

/* The rest of the line behind '=', into p->value. */
static int parse_value(struct parser *p)
{
	bool quoted = false, comment = false, blank = false;
	size_t len = 0;

	p->value_end = p->at;
	for (;;) {
		int c = next_char(p);

		if (len >= VALUE_SIZE)
			return syntax_error(p, "the value is longer than 1022 bytes");
		if (c == '\n')
			break;
		if (comment)
			continue;
		if (!quoted && is_blank(c)) {
			blank = true;
			continue;
		}
		if (!quoted && (c == ';' || c == '#')) {
			comment = true;
			continue;
		}
		/* Up to two bytes per turn: VALUE_SIZE - 1, a blank, a byte and NUL fit. */
		if (blank && len)
			p->value[len++] = ' ';
		blank = false;
		p->value_end = p->at;
		if (c == '"') {
			quoted = !quoted;
			continue;
		}
		if (c == '\\') {
			c = next_char(p);
			p->value_end = p->at;
			if (c == '\n')
				continue;
			c = escaped_char(c);
			if (!c)
				return syntax_error(p, "only \\t \\b \\n \\\\ \\\" and an escaped "
						       "line end are known");
		}
		p->value[len++] = (char)c;
	}
	if (quoted)
		return syntax_error(p, "the value has no closing quote");
	p->value[len] = '\0';
	return 0;
}

/* `key = value`; @c is the key's first character. */
static int parse_key(struct parser *p, int c, unsigned int line)
{
	const size_t begin = (size_t)(p->at - p->begin) - 1;
	size_t len = p->section_len, end;
	int err;

	if (!is_alpha(c))
		return syntax_error(
			p, "neither a comment, a [section] nor a key that begins with a letter");
	p->name[len++] = to_lower(c);
	for (c = next_char(p); is_name_char(c); c = next_char(p)) {
		p->name[len++] = (char)c;
		if (len >= NAME_SIZE)
			return syntax_error(p, "the key is too long");
	}
	p->name[len] = '\0';
	while (c == ' ' || c == '\t')
		c = next_char(p);
	if (c != '=')
		return syntax_error(p, "no '=' behind the key");
	err = parse_value(p);
	if (err)
		return err;
	if (!p->section_len)
		return syntax_error(p, "a key before the first [section]");
	/* A NUL byte in "Ext" ends the name there, and with it the key. */
	end = (size_t)(p->value_end - p->begin);
	err = config__set_at(
		p->cfg, p->name, p->value,
		&(struct config_item){
			.origin = p->origin, .line = line, .begin = begin, .end = end });
	if (err == -E2BIG)
		return syntax_error(p, "too many different keys");
	return err;
}

/* U+FEFF at the start is skipped; a part of one is an error. */
static int parse_bom(struct parser *p)
{
	static const unsigned char bom[] = { 0xef, 0xbb, 0xbf };
	size_t len = (size_t)(p->end - p->at);

	if (!len || p->at[0] != bom[0])
		return 0;
	if (len < sizeof(bom) || memcmp(p->at, bom, sizeof(bom)))
		return syntax_error(p, "half a byte order mark");
	p->at += sizeof(bom);
	return 0;
}

static int parse_file(struct parser *p)
{
	bool comment = false;
	unsigned int line = p->line;
	int err = parse_bom(p);

	while (!err) {
		int c;

		line = p->line;
		c = next_char(p);
		if (p->eof)
			break;
		if (c == '\n')
			comment = false;
		else if (comment || is_blank(c))
			continue;
		else if (c == '#' || c == ';')
			comment = true;
		else if (c == '[')
			err = parse_section(p);
		else
			err = parse_key(p, c, line);
	}
	p->line = line;
	return err;
}

int config__parse(struct config *cfg, const char *bytes, size_t len, const char *origin,
		  struct strbuf *error)
{
	struct parser p = { .cfg = cfg, .line = 1 };
	int err;

	if (!len)
		return 0;
	p.begin = (const unsigned char *)bytes;
	p.at = p.begin;
	p.end = p.at + len;
	p.origin = origin;
	err = parse_file(&p);
	if (err == -EINVAL)
		strbuf__addf(error, "bad config file line %u in %s: %s", p.line, origin, p.why);
	return err;
}
