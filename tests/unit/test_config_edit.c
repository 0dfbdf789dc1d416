// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_config_edit.c - one key of a config file changes, and all else in it stays. */
#include "config_place.h"

#include "config_edit.h"

static const struct {
	const char *before, *name, *value, *after;
} edits[] = {
	/* A new one: of a new section, behind others of its own, and where the file ends without a line end. */
	{ "", "a.k", "1", "[a]\n\tk = 1\n" },
	{ "[b]\nk=1", "a.k", "1", "[b]\nk=1\n\n[a]\n\tk = 1\n" },
	{ "[a]\nk=1 # why\n\n[b]\nx=2\n", "a.j", "2", "[a]\nk=1 # why\n\tj = 2\n\n[b]\nx=2\n" },
	{ "[a]\nk=1\n[b]\nx=2\n[a]\ny=3\n# end", "a.j", "2",
	  "[a]\nk=1\n[b]\nx=2\n[a]\ny=3\n\tj = 2\n# end" },
	{ "[a \"b\"]\nk=1\n", "a.b.j", "2", "[a \"b\"]\nk=1\n\tj = 2\n" },
	{ "[a]\n# how\n#k = 1\n\n[b]\n", "a.k", "2", "[a]\n\tk = 2\n# how\n#k = 1\n\n[b]\n" },
	{ "[A] # why\n[b]\nx=1\n", "a.k", "2", "[A] # why\n\tk = 2\n[b]\nx=1\n" },
	{ "[a \"b\"]", "a.b.k", "2", "[a \"b\"]\n\tk = 2\n" },
	{ "[a]\nk=1\n", "a.b.k", "2", "[a]\nk=1\n\n[a.b]\n\tk = 2\n" },
	/* One that is there: its value alone, the last of several. */
	{ "# one\n[a]\n  k = 1   ; why\nj = 2\n", "a.k", "3",
	  "# one\n[a]\n  k = 3   ; why\nj = 2\n" },
	{ "[a]\nk=1\nk=2\n", "a.k", "3", "[a]\nk=1\nk = 3\n" },
	{ "[a] k=1", "a.k", "3", "[a] k = 3" },
	{ "[a]\nk=x\\\n  y # why\nj=2\n", "a.k", "3", "[a]\nk = 3 # why\nj=2\n" },
	{ "[a]\r\nk=1\r\nj=2\r\n", "a.k", "3", "[a]\r\nk = 3\r\nj=2\r\n" },
	{ "[a]\nk=\nj=2\n", "a.k", "3", "[a]\nk = 3\nj=2\n" },
	/* What is more than letters comes in quotes. */
	{ "[a]\nk=\"x # y\" # z\n", "a.k", " -g  # \"\\\t\n",
	  "[a]\nk = \" -g  # \\\"\\\\\\t\\n\" # z\n" },
	{ "", "a.k", "", "[a]\n\tk = \"\"\n" },
	{ "", "a.k", "/usr/lib/x.o:1,2", "[a]\n\tk = /usr/lib/x.o:1,2\n" },
	/* Away, with its line when there is nothing else in that; each time that it is there. */
	{ "[a]\n  k = 1\nj = 2\n", "a.k", NULL, "[a]\nj = 2\n" },
	{ "[a]\nk=1\nj=2\nk=3", "a.k", NULL, "[a]\nj=2\n" },
	{ "[a] k=1\n", "a.k", NULL, "[a] \n" },
	{ "[a]\nk=1 # why\nj=2\n", "a.k", NULL, "[a]\n # why\nj=2\n" },
	{ "[a]\nk=x\\\n y\nj=2\n", "a.k", NULL, "[a]\nj=2\n" },
};

static void all_else__stays(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(edits); i++) {
		const struct config_edit edit = { edits[i].name, edits[i].value };
		struct strbuf made = {}, error = {};

		if (config_edit__bytes(edits[i].before, strlen(edits[i].before), &edit, &made,
				       &error))
			fail_msg("%zu: %s", i, strbuf__cstr(&error));
		assert_string_equal(strbuf__cstr(&made), edits[i].after);
		strbuf__free(&made);
		strbuf__free(&error);
	}
}

static void what_no_file_holds__is_refused(void **state)
{
	char longest[1100];
	const struct {
		const char *before, *name, *value;
		int err;
		const char *why;
	} refused[] = {
		{ "", "key", "1", -EINVAL, "it has no section" },
		{ "", "A.k", "1", -EINVAL, "in lower case" },
		{ "", "a.K", "1", -EINVAL, "in lower case" },
		{ "", "a.", "1", -EINVAL, "begins with a letter" },
		{ "", ".k", "1", -EINVAL, "the section has no name" },
		{ "", "a.k = 1\n[b]x", "1", -EINVAL, "a config file cannot hold that" },
		{ "", "a]\nx=1\n[a.k", "1", -EINVAL, "a config file cannot hold that" },
		{ "", "a.k", longest, -EINVAL, "the value is longer than 1022 bytes" },
		{ "[a]\nk=1\n", "a.j", NULL, -ENOENT, "it is not set there" },
		{ "[a]\nbroken\n", "a.k", "1", -EINVAL, "no '=' behind the key" },
		{ "[a]\nbroken\n", "a.k", NULL, -EINVAL, "no '=' behind the key" },
	};

	(void)state;
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		const struct config_edit edit = { refused[i].name, refused[i].value };
		struct strbuf made = {}, error = {};

		assert_int_equal(config_edit__bytes(refused[i].before, strlen(refused[i].before),
						    &edit, &made, &error),
				 refused[i].err);
		if (!strstr(strbuf__cstr(&error), refused[i].why))
			fail_msg("%zu: '%s' lacks '%s'", i, error.text, refused[i].why);
		assert_int_equal(made.len, 0);
		strbuf__free(&made);
		strbuf__free(&error);
	}
}

/* ---- files ---- */

static void expect_file(const char *path, const char *wanted)
{
	char text[256] = "";
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	assert_string_equal(text, wanted);
}

static int edit_file(const char *path, const char *name, const char *value)
{
	const struct config_edit edit = { name, value };
	struct strbuf error = {};
	int err = config_edit__file(path, &edit, 1, &error);

	assert_int_equal(!err, !error.len);
	strbuf__free(&error);
	return err;
}

static void file__is_replaced_as_a_whole(void **state)
{
	const struct config_edit both[] = { { "a.k", "2" }, { "a.none", NULL } };
	const struct place *place = *state;
	const char *path = place->path[OTHER_FILE];
	struct strbuf error = {};
	struct stat st;

	const mode_t mask = umask(027);

	assert_int_equal(edit_file(path, "a.k", "1"), 0);
	umask(mask);
	expect_file(path, "[a]\n\tk = 1\n");
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(chmod(path, 0604), 0);
	/* All of them, or none. */
	assert_int_equal(config_edit__file(path, both, 2, &error), -ENOENT);
	assert_non_null(strstr(strbuf__cstr(&error), "a.none: it is not set there"));
	expect_file(path, "[a]\n\tk = 1\n");
	assert_int_equal(config_edit__file(path, both, 1, &error), 0);
	expect_file(path, "[a]\n\tk = 2\n");
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0604);
	strbuf__free(&error);
}

static void link__stays(void **state)
{
	const struct place *place = *state;
	const char *link = place->path[HOME_FILE], *target = place->path[OTHER_FILE];
	struct stat st;

	assert_int_equal(symlink(target, link), 0);
	assert_int_equal(edit_file(link, "a.k", "1"), -ELOOP);
	assert_int_equal(access(target, F_OK), -1);
	write_file(target, BYTES("# mine\n"));
	assert_int_equal(edit_file(link, "a.k", "1"), 0);
	expect_file(target, "# mine\n\n[a]\n\tk = 1\n");
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
}

/* What could not be read afterwards is not written. */
static void longest_file__stays(void **state)
{
	char *bytes = malloc(CONFIG_MAX_BYTES);
	const struct config_edit edit = { "a.k", "1" };
	struct strbuf made = {}, error = {};

	(void)state;
	memset(bytes, '#', CONFIG_MAX_BYTES);
	assert_int_equal(config_edit__bytes(bytes, CONFIG_MAX_BYTES, &edit, &made, &error), -EFBIG);
	assert_int_equal(config_edit__bytes(bytes, CONFIG_MAX_BYTES / 2, &edit, &made, &error), 0);
	free(bytes);
	strbuf__free(&made);
	strbuf__free(&error);
}

static void broken_file__stays(void **state)
{
	const struct place *place = *state;
	const char *path = place->path[OTHER_FILE];

	write_file(path, BYTES("[a\nk=1\n"));
	assert_int_equal(edit_file(path, "a.k", "1"), -EINVAL);
	expect_file(path, "[a\nk=1\n");
	/* Others could make root run what they like. */
	assert_int_equal(chmod(path, 0666), 0);
	assert_int_equal(edit_file(path, "a.k", "1"), -EPERM);
	/* A device or a pipe would be gone. */
	assert_int_equal(edit_file(place->dir, "a.k", "1"), -EPERM);
	assert_int_equal(mkfifo(place->path[SYSTEM_FILE], 0600), 0);
	assert_int_equal(edit_file(place->path[SYSTEM_FILE], "a.k", "1"), -EPERM);
	assert_int_equal(edit_file("/nonexistent/perfconfig", "a.k", "1"), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_else__stays),
		cmocka_unit_test(what_no_file_holds__is_refused),
		in_place(file__is_replaced_as_a_whole),
		in_place(link__stays),
		cmocka_unit_test(longest_file__stays),
		in_place(broken_file__stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
