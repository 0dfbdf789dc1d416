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

#include "record_output.h"
#include "util.h"

/* Bytes of a character that can be shown; 0: a control character, C1 too, or no UTF-8. */
static size_t shown_len(const char *text, size_t room)
{
	const unsigned char *s = (const unsigned char *)text;
	const size_t len = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	size_t i;

	if (len == 1)
		return isprint(s[0]) ? 1 : 0;
	if (s[0] < 0xc2 || s[0] > 0xf4 || len > room || (s[0] == 0xc2 && s[1] < 0xa0))
		return 0;
	for (i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	return len;
}

/* Somebody else's line could be a command to a terminal. */
static bool is_record(const char *line, size_t len)
{
	size_t i, step;

	if (len < 2 || len > OVERFLOW_RECORD_LINE_MAX || line[0] != '{' || line[len - 1] != '}')
		return false;
	for (i = 0; i < len; i += step) {
		step = shown_len(line + i, len - i);
		if (!step)
			return false;
	}
	return true;
}

static int show_lines(FILE *f, struct sink *sink, uint64_t *damaged)
{
	char *line __cleanup_free = NULL;
	size_t size = 0;
	ssize_t len;
	int err = 0;

	while (!err && (len = getline(&line, &size, f)) > 0) {
		if (line[len - 1] == '\n')
			len--;
		if (!is_record(line, (size_t)len)) {
			(*damaged)++;
			continue;
		}
		strbuf__add(&sink->buf, line, (size_t)len);
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
