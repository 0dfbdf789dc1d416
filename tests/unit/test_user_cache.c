// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_user_cache.c - the cache is a folder of this user alone or none at all, what is damaged in it
 * is no entry, and there is not too much of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sha256.h"
#include "strbuf.h"
#include "user_cache.h"
#include "util.h"

/* struct place - where the cache's folder is made. */
struct place {
	char dir[64];
};

static int set_up(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	snprintf(p->dir, sizeof(p->dir), "/tmp/test_user_cache.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	setenv("XDG_CACHE_HOME", p->dir, 1);
	*state = p;
	return 0;
}

static int tear_down(void **state)
{
	struct place *p = *state;
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", p->dir);
	assert_int_equal(system(command), 0);
	free(p);
	return 0;
}

static struct user_cache *open_cache(void)
{
	struct strbuf why = {};
	struct user_cache *cache = user_cache__open(&why);

	if (!cache)
		fail_msg("%s", strbuf__cstr(&why));
	strbuf__free(&why);
	return cache;
}

static void expect_none(const char *words)
{
	struct strbuf why = {};

	assert_null(user_cache__open(&why));
	if (!strstr(strbuf__cstr(&why), words))
		fail_msg("'%s' has no '%s'", strbuf__cstr(&why), words);
	strbuf__free(&why);
}

static void expect_content(struct user_cache *cache, const struct sha256_digest *key,
			   const char *expected)
{
	struct strbuf content = {};

	assert_int_equal(user_cache__get(cache, key, &content), 0);
	assert_string_equal(strbuf__cstr(&content), expected);
	strbuf__free(&content);
}

static void cache_folder(const struct place *p, char *path, const char *entry)
{
	snprintf(path, PATH_MAX, "%s/perf-augment%s%s", p->dir, entry ? "/" : "", entry ?: "");
}

/* Calls @fn for each entry. Return: how many there are. */
static unsigned int each_entry(const struct place *p, void (*fn)(const char *path))
{
	char path[PATH_MAX];
	const struct dirent *d;
	unsigned int nr = 0;
	DIR *dir;

	cache_folder(p, path, NULL);
	dir = opendir(path);
	assert_non_null(dir);
	while ((d = readdir(dir))) {
		if (d->d_name[0] == '.')
			continue;
		cache_folder(p, path, d->d_name);
		nr++;
		if (fn)
			fn(path);
	}
	closedir(dir);
	return nr;
}

/* --- Whose folder it is ----------------------------------------------------------------------- */

static void the_folder_is_ours_alone(void **state)
{
	const struct place *p = *state;
	char path[PATH_MAX];
	struct stat st;

	user_cache__close(open_cache());
	cache_folder(p, path, NULL);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	/* Others could have put anything there. */
	assert_int_equal(chmod(path, 0777), 0);
	expect_none("others may write to it");
	assert_int_equal(chmod(path, 0700), 0);
	if (!geteuid()) {
		assert_int_equal(chown(path, 12345, 0), 0);
		expect_none("belongs to somebody else");
	}
}

/* A cache by @name is refused, and nothing is made in @place. */
static void expect_not_ours(const char *variable, const char *place, const char *name)
{
	setenv(variable, name, 1);
	expect_none("belongs to somebody else");
	assert_int_equal(rmdir(place), 0);
	assert_int_equal(mkdir(place, 0700), 0);
	assert_int_equal(chown(place, 12345, 12345), 0);
}

/* As under sudo with the caller's environment: no folder of root's among the caller's. */
static void another_ones_folder(void **state)
{
	const struct place *p = *state;
	char theirs[PATH_MAX], missing[2 * PATH_MAX], *xdg = strdup(getenv("XDG_CACHE_HOME") ?: ""),
						      *home = strdup(getenv("HOME") ?: "/");

	if (geteuid()) {
		free(xdg);
		free(home);
		skip();
	}
	snprintf(theirs, sizeof(theirs), "%s/theirs", p->dir);
	snprintf(missing, sizeof(missing), "%s/cache/", theirs);
	assert_int_equal(mkdir(theirs, 0700), 0);
	assert_int_equal(chown(theirs, 12345, 12345), 0);
	expect_not_ours("XDG_CACHE_HOME", theirs, theirs);
	expect_not_ours("XDG_CACHE_HOME", theirs, missing);
	unsetenv("XDG_CACHE_HOME");
	expect_not_ours("HOME", theirs, theirs);
	rmdir(theirs);
	setenv("HOME", home, 1);
	setenv("XDG_CACHE_HOME", xdg, 1);
	free(xdg);
	free(home);
}

/* --- Entries ---------------------------------------------------------------------------------- */

static void damage(const char *path)
{
	FILE *f = fopen(path, "r+");

	assert_non_null(f);
	fseek(f, -100, SEEK_END);
	fputc(0x5a, f);
	fclose(f);
}

static void cut(const char *path)
{
	assert_int_equal(truncate(path, 90), 0);
}

static void swap_for_a_link(const char *path)
{
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/dev/zero", path), 0);
}

static void damaged_entries_are_none(void **state)
{
	static void (*const harms[])(const char *path) = { damage, cut, swap_for_a_link };
	const struct sha256_digest key = { .byte = { 1, 2, 3 } };
	const struct place *p = *state;
	struct user_cache *cache = open_cache();
	struct strbuf content = {};
	char text[300 + 1] = {};
	size_t i;

	memset(text, 'x', sizeof(text) - 1);
	assert_int_equal(user_cache__put(cache, &key, text, strlen(text)), 0);
	expect_content(cache, &key, text);
	for (i = 0; i < ARRAY_SIZE(harms); i++) {
		assert_int_equal(each_entry(p, harms[i]), 1);
		assert_int_equal(user_cache__get(cache, &key, &content), -ENOENT);
		/* It makes room for a sound one. */
		assert_int_equal(user_cache__put(cache, &key, text, strlen(text)), 0);
		expect_content(cache, &key, text);
	}
	strbuf__free(&content);
	user_cache__close(cache);
}

static void the_cache_is_bounded(void **state)
{
	const struct place *p = *state;
	struct sha256_digest key = {};
	struct user_cache *cache = open_cache();
	unsigned int i;

	for (i = 0; i < USER_CACHE_MAX_ENTRIES + 20; i++) {
		memcpy(key.byte, &i, sizeof(i));
		assert_int_equal(user_cache__put(cache, &key, "object", 6), 0);
	}
	assert_int_equal(each_entry(p, NULL), USER_CACHE_MAX_ENTRIES);
	/* The last one is there. */
	expect_content(cache, &key, "object");
	user_cache__close(cache);
}

#define test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(the_folder_is_ours_alone),
		test(another_ones_folder),
		test(damaged_entries_are_none),
		test(the_cache_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
