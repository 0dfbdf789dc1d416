/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* sink_place.h - what the tests of sink.h share: a directory of their own, its files, and lines. */
#ifndef TESTS_SINK_PLACE_H
#define TESTS_SINK_PLACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sink.h"
#include "util.h"

static char dir[] = "/tmp/test_sink.XXXXXX";

static inline int make_dir(void **state)
{
	(void)state;
	/* The tests count on the lowest descriptors that are free: there are to be no gaps in them. */
	closefrom(STDERR_FILENO + 1);
	signal(SIGPIPE, SIG_IGN);
	return mkdtemp(dir) ? 0 : -1;
}

static inline int remove_dir(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	return system(command);
}

static inline const char *in_dir(const char *name)
{
	static char paths[4][PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % ARRAY_SIZE(paths)];

	snprintf(path, PATH_MAX, "%s/%s", dir, name);
	return path;
}

static inline void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* The content of @path; the caller frees. */
static inline char *read_file(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!f)
		fail_msg("no %s", path);
	if (getdelim(&text, &size, '\0', f) < 0)
		strcpy(text, "");
	fclose(f);
	return text;
}

static inline void expect_file(const char *path, const char *expected)
{
	char *text = read_file(path);

	assert_string_equal(text, expected);
	free(text);
}

static inline int add_line(struct sink *sink, const char *text)
{
	strbuf__adds(&sink->buf, text);
	strbuf__addc(&sink->buf, '\n');
	return sink__line(sink);
}
#endif /* TESTS_SINK_PLACE_H */
