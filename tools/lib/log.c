// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* log.c - see log.h. A line is built whole and written at once, so that it is not torn by a traced program's. */
#include "log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "strbuf.h"

static enum log_level max_level = LOG_INFO;

void log__set_level(enum log_level level)
{
	max_level = level;
}

static void add_escaped(struct strbuf *line, const char *text, size_t len, bool keep_lines)
{
	size_t start = 0, i;

	/* Quotes stay; what moves a terminal is escaped. */
	for (i = 0; i <= len; i++) {
		const unsigned char c = i < len ? (unsigned char)text[i] : 0;

		if (i < len && ((c == '\n' && keep_lines) || c == '\t' || (c >= ' ' && c < 0x7f)))
			continue;
		strbuf__add(line, text + start, i - start);
		if (i < len)
			strbuf__add_escaped(line, text + i, 1);
		start = i + 1;
	}
}

static void write_message(enum log_level level, const struct strbuf *text, bool keep_lines)
{
	struct strbuf line = {};

	strbuf__adds(&line, level == LOG_WARN ? "perf-augment: warning: " : "perf-augment: ");
	add_escaped(&line, text->len ? text->text : "", text->len, keep_lines);
	strbuf__addc(&line, '\n');
	if (!strbuf__error(&line) && write(STDERR_FILENO, line.text, line.len) < 0) {
		/* Nobody is left to tell. */
	}
	strbuf__free(&line);
}

void log__message(enum log_level level, const char *fmt, ...)
{
	struct strbuf text = {};
	va_list ap;

	if (level > max_level)
		return;
	va_start(ap, fmt);
	strbuf__vaddf(&text, fmt, ap);
	va_end(ap);
	write_message(level, &text, false);
	strbuf__free(&text);
}

void log__lines(enum log_level level, const char *text)
{
	const struct strbuf lines = { .text = (char *)text, .len = strlen(text) };

	if (level <= max_level)
		write_message(level, &lines, true);
}
