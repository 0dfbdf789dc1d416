// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* log.c - see log.h. A line is built whole and written at once, so that it is not torn by a traced program's. */
#include "log.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fdio.h"
#include "strbuf.h"

static enum log_level max_level = LOG_INFO;

void log__set_level(enum log_level level)
{
	max_level = level;
}

bool log__shows(enum log_level level)
{
	return level <= max_level;
}

static void add_escaped(struct strbuf *line, const char *text, size_t len, bool keep_lines)
{
	size_t i = 0, nr;

	/* Quotes and letters of all scripts stay; what moves a terminal is escaped. */
	while (i < len) {
		nr = strbuf__visible_len(text + i, len - i);
		if (!nr && ((text[i] == '\n' && keep_lines) || text[i] == '\t'))
			nr = 1;
		if (nr) {
			strbuf__add(line, text + i, nr);
		} else {
			nr = 1;
			strbuf__add_escaped(line, text + i, nr);
		}
		i += nr;
	}
}

/*
 * Whole if that is possible. Who has been told to stop waits for nobody to read it; and not again for each further
 * message.
 */
static void write_out(const struct strbuf *text)
{
	static _Atomic bool gave_up; /* threads that help have messages, too */
	struct pollfd pfd = { .fd = STDERR_FILENO, .events = POLLOUT };

	if (strbuf__error(text) || (gave_up && poll(&pfd, 1, 0) <= 0))
		return;
	/* Otherwise nobody is left to tell. */
	gave_up = fdio__write_all(STDERR_FILENO, text->text, text->len, NULL) == -EINTR;
}

static void write_message(enum log_level level, const struct strbuf *text, bool keep_lines)
{
	struct strbuf line = {};

	strbuf__adds(&line, level == LOG_WARN ? "perf-augment: warning: " : "perf-augment: ");
	add_escaped(&line, text->len ? text->text : "", text->len, keep_lines);
	strbuf__addc(&line, '\n');
	write_out(&line);
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

/* Bytes of a colour's sequence, ESC [ digits ; m; 0 for anything else. */
static size_t colour_len(const char *text, size_t len)
{
	size_t i = 2;

	if (len < 3 || text[0] != '\033' || text[1] != '[')
		return 0;
	while (i < len && (text[i] == ';' || (text[i] >= '0' && text[i] <= '9')))
		i++;
	return i < len && text[i] == 'm' ? i + 1 : 0;
}

void log__foreign(const char *text, size_t len)
{
	const bool colours = isatty(STDERR_FILENO);
	struct strbuf out = {};
	size_t i = 0, nr;

	while (i < len) {
		nr = colours ? colour_len(text + i, len - i) : 0;
		if (!nr && text[i] == '\n')
			nr = 1;
		if (nr) {
			strbuf__add(&out, text + i, nr);
		} else {
			for (nr = 1;
			     i + nr < len && text[i + nr] != '\n' && text[i + nr] != '\033';)
				nr++;
			strbuf__add_visible(&out, text + i, nr);
		}
		i += nr;
	}
	write_out(&out);
	strbuf__free(&out);
}
