/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* test_perfdata_dir.h - a directory of a test's own for the recordings that it writes, and conversion into it. */
#ifndef PERF_AUGMENT_TESTS_PERFDATA_DIR_H
#define PERF_AUGMENT_TESTS_PERFDATA_DIR_H

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "perfdata_convert.h"
#include "test_perfdata_builder.h"

static char dir[] = "/tmp/test_perfdata.XXXXXX";
static unsigned int nr_said;

static inline void count_said(void *ctx, const char *text)
{
	(void)ctx;
	(void)text;
	nr_said++;
}

static inline const char *in_dir(const char *name)
{
	static char paths[4][128];
	static unsigned int next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof(paths[0]), "%s/%s", dir, name);
	return path;
}

static inline int convert(struct perfdata *pd, struct perfdata_convert_opts *opts,
			  struct perfdata_converted *converted)
{
	opts->out.report.say = count_said;
	nr_said = 0;
	return perfdata_convert__run(pd, opts, converted);
}

/* Convert bytes to a path or, for NULL, to a descriptor. */
static inline int convert_bytes(const uint8_t *bytes, size_t len,
				struct perfdata_convert_opts *opts,
				struct perfdata_converted *converted)
{
	struct perfdata *pd;
	int err;

	assert_int_equal(perfdata__open_memory(&pd, bytes, len, NULL), 0);
	err = convert(pd, opts, converted);
	perfdata__close(pd);
	return err;
}

static inline void save(const char *path, const uint8_t *bytes, size_t len)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	fclose(f);
}

static inline int set_up(void **state)
{
	(void)state;
	return !mkdtemp(dir);
}

static inline int tear_down(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

#endif /* PERF_AUGMENT_TESTS_PERFDATA_DIR_H */
