/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* config_place.h - what the tests of config.h share: keys as text, and a directory of files. */
#ifndef TESTS_CONFIG_PLACE_H
#define TESTS_CONFIG_PLACE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "strbuf.h"
#include "util.h"

/* A file's bytes with NULs in it. */
#define BYTES(literal) literal, sizeof(literal) - 1

/* "name=value\n" of each key, as `perf config -l` prints them. */
static inline void list_keys(const struct config *cfg, struct strbuf *ret)
{
	size_t i;

	for (i = 0; i < cfg->nr; i++)
		strbuf__addf(ret, "%s=%s\n", cfg->items[i].name, cfg->items[i].value);
}

/* A directory for the files of one test, and what the log said in it. */
struct place {
	char dir[64];
	char path[4][128];
	int saved_stderr;
};

enum { SYSTEM_FILE, HOME_FILE, OTHER_FILE, LOG_FILE };

static inline void write_file(const char *path, const char *bytes, size_t len)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static inline int enter_place(void **state)
{
	static const char *const names[] = { "system", ".perfconfig", "other", "log" };
	struct place *place = calloc(1, sizeof(*place));
	size_t i;

	if (!place)
		return -1;
	snprintf(place->dir, sizeof(place->dir), "/tmp/test_config.XXXXXX");
	if (!mkdtemp(place->dir)) {
		free(place);
		return -1;
	}
	for (i = 0; i < ARRAY_SIZE(names); i++)
		snprintf(place->path[i], sizeof(place->path[i]), "%s/%s", place->dir, names[i]);
	unsetenv("PERF_CONFIG");
	unsetenv("PERF_CONFIG_NOSYSTEM");
	unsetenv("PERF_CONFIG_NOGLOBAL");
	setenv("HOME", place->dir, 1);
	*state = place;
	return 0;
}

static inline int leave_place(void **state)
{
	struct place *place = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(place->path); i++)
		unlink(place->path[i]);
	rmdir(place->dir);
	free(place);
	return 0;
}

#define in_place(test) cmocka_unit_test_setup_teardown(test, enter_place, leave_place)

#endif /* TESTS_CONFIG_PLACE_H */
