// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_records.c - see overflow_records.h. */
#include "overflow_records.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "map_json.h"
#include "record_output.h"
#include "utf8.h"
#include "util.h"

#define LINE_SIZE (OVERFLOW_RECORD_LINE_MAX + 1)

/* Bytes of a character that can be shown; 0: a control character, C1 too, or no UTF-8. */
static size_t shown_len(const char *text, size_t room)
{
	const unsigned char *s = (const unsigned char *)text;

	if (s[0] < 0x80)
		return isprint(s[0]) ? 1 : 0;
	return s[0] == 0xc2 && room > 1 && s[1] < 0xa0 ? 0 : utf8__len(s, room);
}

/* Somebody else's line could be a command to a terminal. @line: left without white space. */
static bool is_record(char *line, size_t *len)
{
	size_t i, step, pos;
	long left;

	if (*len < 2 || line[0] != '{' || line[*len - 1] != '}')
		return false;
	for (i = 0; i < *len; i += step) {
		step = shown_len(line + i, *len - i);
		if (!step)
			return false;
	}
	left = map_json__minify(line, *len, &pos);
	if (left < 0)
		return false;
	*len = (size_t)left;
	return true;
}

/*
 * Up to LINE_SIZE bytes of a line, which may have no end: what is longer is no record.
 * Return: its length, without the newline; LINE_SIZE when it is longer; -1 at the end of the file.
 */
static ssize_t read_line(FILE *f, char *line)
{
	size_t len = 0;
	int c;

	while ((c = getc_unlocked(f)) != EOF && c != '\n') {
		if (len < LINE_SIZE)
			line[len++] = (char)c;
	}
	return c == EOF && !len ? -1 : (ssize_t)len;
}

static int show_lines(FILE *f, struct sink *sink, uint64_t *damaged)
{
	char *line __cleanup_free = malloc(LINE_SIZE);
	size_t size;
	ssize_t len;
	int err = 0;

	if (!line)
		return -ENOMEM;
	while (!err && (len = read_line(f, line)) >= 0) {
		size = (size_t)len;
		if (size == LINE_SIZE || !is_record(line, &size)) {
			(*damaged)++;
			continue;
		}
		strbuf__add(&sink->buf, line, size);
		strbuf__addc(&sink->buf, '\n');
		err = sink__line(sink);
	}
	return err ? err : ferror(f) ? -EIO : 0;
}

/* A directory or a pipe in its place would never end. */
static FILE *open_file(const char *name)
{
	const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	FILE *f;

	if (fd < 0)
		return NULL;
	f = !fstat(fd, &st) && S_ISREG(st.st_mode) ? fdopen(fd, "r") : NULL;
	if (!f) {
		close(fd);
		errno = EINVAL;
	}
	return f;
}

int overflow_records__show(const char *path, struct sink *sink, uint64_t *ret_damaged)
{
	FILE *f __cleanup_fclose = NULL;
	struct strbuf name = {};
	int err;

	*ret_damaged = 0;
	record_output__sidecar(&name, path, RECORD_SIDECAR_RECORDS);
	err = strbuf__error(&name);
	if (!err) {
		f = open_file(strbuf__cstr(&name));
		err = f ? show_lines(f, sink, ret_damaged) : -errno;
	}
	strbuf__free(&name);
	return err;
}
