// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* log.c - see log.h. A line is built whole and written at once, so that it is not torn by a traced program's. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "strbuf.h"

static enum log_level max_level = LOG_INFO;

void log__set_level(enum log_level level)
{
	max_level = level;
}

void log__message(enum log_level level, const char *fmt, ...)
{
	struct strbuf raw = {}, line = {};
	const char *text;
	size_t start = 0, i;
	va_list ap;

	if (level > max_level)
		return;
	va_start(ap, fmt);
	strbuf__vaddf(&raw, fmt, ap);
	va_end(ap);
	strbuf__adds(&line, level == LOG_WARN ? "perf-augment: warning: " : "perf-augment: ");
	text = strbuf__cstr(&raw);
	/* Our own line breaks and quotes stay, everything else that moves a terminal is escaped. */
	for (i = 0; i <= raw.len; i++) {
		unsigned char c = text[i];

		if (i < raw.len && (c == '\n' || c == '\t' || (c >= ' ' && c < 0x7f)))
			continue;
		strbuf__add(&line, text + start, i - start);
		if (i < raw.len)
			strbuf__add_escaped(&line, text + i, 1);
		start = i + 1;
	}
	strbuf__addc(&line, '\n');
	if (!strbuf__error(&line) && write(STDERR_FILENO, line.text, line.len) < 0) {
		/* Nobody is left to tell. */
	}
	strbuf__free(&raw);
	strbuf__free(&line);
}
