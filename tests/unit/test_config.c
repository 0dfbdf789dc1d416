// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_config.c - perf's config grammar, which files count, and the values in force. Where perf is
 * installed, its own reading of tricky files is what ours must equal.
 */
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
static void list_keys(const struct config *cfg, struct strbuf *ret)
{
	size_t i;

	for (i = 0; i < cfg->nr; i++)
		strbuf__addf(ret, "%s=%s\n", cfg->items[i].name, cfg->items[i].value);
}

/* What a file must give: its keys, and for a broken one the line and a part of the reason. */
struct grammar_case {
	const char *bytes;
	size_t len;
	const char *keys;
	unsigned int bad_line;
	const char *why;
};

#define BAD(bytes, keys, line, why)           \
	{                                     \
		BYTES(bytes), keys, line, why \
	}
#define GOOD(bytes, keys) BAD(bytes, keys, 0, NULL)

/* clang-format off */
static const struct grammar_case grammar_cases[] = {
	GOOD("", ""),
	GOOD("\n\n  \t\r\n", ""),
	GOOD("[a]\nk = v\n", "a.k=v\n"),
	GOOD("[a]\nk=v", "a.k=v\n"),
	GOOD("[a] k=1\nj=2\n", "a.k=1\na.j=2\n"),
	GOOD("\xef\xbb\xbf[a]\nk=v\n", "a.k=v\n"),
	GOOD("\xef\xbb\xbf", ""),
	BAD("\xef\xbb[a]\nk=v\n", "", 1, "byte order mark"),
	GOOD("[a]\r\nk=1\r\nj=a\rb\r\n", "a.k=1\na.j=a b\n"),
	/* Section names. */
	GOOD("[A.b-_9]\nk=1\n", "a.b-_9.k=1\n"),
	GOOD("[A \t\"Ex.T \\\"y\\z\"]\nk=1\n", "a.Ex.T \"yz.k=1\n"),
	GOOD("[a \"b\"]k=1\n", "a.b.k=1\n"),
	GOOD("[a \"\"]\nk=1\n", "a..k=1\n"),
	GOOD("[.a]\nk=1\n", ".a.k=1\n"),
	GOOD("[\xc4]\n\xc3=1\n", "\xe4.\xe3=1\n"),
	BAD("[]\nk=1\n", "", 1, "no name"),
	BAD("[ a ]\nk=1\n", "", 1, "double quotes"),
	BAD("[a ]\nk=1\n", "", 1, "double quotes"),
	BAD("[a\"b\"]\nk=1\n", "", 1, "letters, digits"),
	BAD("[a \"b\" ]\nk=1\n", "", 1, "']' must follow"),
	BAD("[a \"b]\nk=1\n", "", 1, "no closing quote"),
	BAD("[a \"b\\\n\"]\nk=1\n", "", 1, "no closing quote"),
	BAD("[a\n\"b\"]\nk=1\n", "", 1, "double quotes"),
	BAD("[a", "", 1, "no ']'"),
	BAD("[a]\nk=1\n[b\nj=2\n", "a.k=1\n", 3, "double quotes"),
	/* Keys. */
	GOOD("[a]\nKey_-9Z=1\n", "a.key_-9Z=1\n"),
	GOOD("[a]\nk\t = 1\n", "a.k=1\n"),
	BAD("k=1\n", "", 1, "before the first [section]"),
	BAD("[a]\nk\n", "", 2, "no '='"),
	BAD("[a]\nk", "", 2, "no '='"),
	BAD("[a]\nk v\n", "", 2, "no '='"),
	BAD("[a]\nk.x=1\n", "", 2, "no '='"),
	BAD("[a]\nk\v=1\n", "", 2, "no '='"),
	BAD("[a]\n1k=1\n", "", 2, "begins with a letter"),
	BAD("[a]\n-k=1\n", "", 2, "begins with a letter"),
	BAD("[a]\n\0k=1\n", "", 2, "begins with a letter"),
	BAD("[a]\nk=1\nbad line\nj=2\n", "a.k=1\n", 3, "no '='"),
	/* Comments. */
	GOOD("# c\n; c\n[a] # c\nk=1 ;c\nj=/tmp/x#y.o\n", "a.k=1\na.j=/tmp/x\n"),
	GOOD("[a]\nk=1 # c \\\nj=2\n", "a.k=1\na.j=2\n"),
	GOOD("[a]\nk=\"x;y#z\" # c\n", "a.k=x;y#z\n"),
	/* Values. */
	GOOD("[a]\nk=\nj = # c\ni=\"\"\n", "a.k=\na.j=\na.i=\n"),
	GOOD("[a]\nk=  a \t\v\f\xa0 b  \n", "a.k=a b\n"),
	GOOD("[a]\nk=a \"  b  \" c\n", "a.k=a   b   c\n"),
	GOOD("[a]\nk=pre\"fix  \"ed\n", "a.k=prefix  ed\n"),
	GOOD("[a]\nk=\\t\\b\\n\\\\\\\"\n", "a.k=\t\b\n\\\"\n"),
	GOOD("[a]\nk=\"\\t\\\"\"\n", "a.k=\t\"\n"),
	GOOD("[a]\nk=a,\\\n  b\n", "a.k=a, b\n"),
	GOOD("[a]\nk=a \\\n b\n", "a.k=a  b\n"),
	GOOD("[a]\nk=\"a\\\r\n  b\"\n", "a.k=a  b\n"),
	GOOD("[a]\nk=v\\", "a.k=v\n"),
	GOOD("[a]\nk=x\0y\nj=3\n", "a.k=x\na.j=3\n"),
	BAD("[a]\nk=\\q\nj=1\n", "", 2, "only \\t \\b"),
	BAD("[a]\nk=\"x\nj=1\n", "", 2, "no closing quote"),
	BAD("[a]\nk=\"x\\\ny\nj=1\n", "", 2, "no closing quote"),
	/* Several. */
	GOOD("[a]\nk=1\nk=2\n", "a.k=2\n"),
	GOOD("[a]\nk=1\n[b]\nj=2\n[a]\nk=3\nz=4\n", "a.k=3\na.z=4\nb.j=2\n"),
	GOOD("[t]\nx=1\n[t.x]\ny=2\n[u]\nw=3\n[t \"x\"]\ny=4\n", "t.x=1\nt.x.y=4\nu.w=3\n"),
	GOOD("[a]\nk=1\n[a \"n\\\0\"]\nq=2\n", "a.k=1\na.n=2\n"),
	GOOD("[include]\npath=/etc/passwd\n", "include.path=/etc/passwd\n"),
};
/* clang-format on */

static void check_grammar_case(size_t i)
{
	const struct grammar_case *c = &grammar_cases[i];
	struct strbuf error = {}, keys = {};
	struct config cfg = {};
	char head[64];
	int err;

	/* A copy of just this size: reading past the end is seen. */
	char *bytes = malloc(c->len ? c->len : 1);

	assert_non_null(bytes);
	memcpy(bytes, c->bytes, c->len);
	err = config__parse(&cfg, bytes, c->len, "FILE", &error);
	free(bytes);
	list_keys(&cfg, &keys);
	if (strcmp(strbuf__cstr(&keys), c->keys))
		fail_msg("case %zu: keys are '%s', expected '%s'", i, keys.text, c->keys);
	strbuf__cstr(&error);
	if (err != (c->bad_line ? -EINVAL : 0))
		fail_msg("case %zu: returned %d: %s", i, err, error.text);
	if (c->bad_line) {
		snprintf(head, sizeof(head), "bad config file line %u in FILE: ", c->bad_line);
		if (strncmp(error.text, head, strlen(head)) || !strstr(error.text, c->why))
			fail_msg("case %zu: message '%s', expected '%s...%s'", i, error.text, head,
				 c->why);
	} else if (error.len) {
		fail_msg("case %zu: message '%s'", i, error.text);
	}
	strbuf__free(&error);
	strbuf__free(&keys);
	config__free(&cfg);
}

static void grammar__reads_what_perf_reads(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(grammar_cases); i++)
		check_grammar_case(i);
}

/* Parse "[a]\nk=" and @len letters, @blanks before the last of them. */
static int parse_long_value(size_t len, bool blank_inside)
{
	struct strbuf bytes = {}, error = {};
	struct config cfg = {};
	size_t i;
	int err;

	strbuf__adds(&bytes, "[a]\nk=");
	for (i = 0; i < len; i++)
		strbuf__addc(&bytes, blank_inside && i == len - 2 ? ' ' : 'v');
	strbuf__addc(&bytes, '\n');
	err = config__parse(&cfg, bytes.text, bytes.len, "FILE", &error);
	if (!err)
		assert_int_equal(strlen(config__get(&cfg, "a.k")->value), len);
	strbuf__free(&bytes);
	strbuf__free(&error);
	config__free(&cfg);
	return err;
}

static void value__ends_at_1022_bytes(void **state)
{
	(void)state;
	assert_int_equal(parse_long_value(1022, false), 0);
	assert_int_equal(parse_long_value(1023, false), -EINVAL);
	assert_int_equal(parse_long_value(1022, true), 0);
	assert_int_equal(parse_long_value(1023, true), -EINVAL);
	assert_int_equal(parse_long_value(1024, true), -EINVAL);
	assert_int_equal(parse_long_value(100000, false), -EINVAL);
}

static int parse_repeated(const char *before, char c, size_t nr, const char *after)
{
	struct strbuf bytes = {}, error = {};
	struct config cfg = {};
	int err;

	strbuf__adds(&bytes, before);
	while (nr--)
		strbuf__addc(&bytes, c);
	strbuf__adds(&bytes, after);
	err = config__parse(&cfg, bytes.text, bytes.len, "FILE", &error);
	strbuf__free(&bytes);
	strbuf__free(&error);
	config__free(&cfg);
	return err;
}

static void name__ends_where_perf_ends_it(void **state)
{
	(void)state;
	assert_int_equal(parse_repeated("[", 's', 129, "]\nk=1\n"), 0);
	assert_int_equal(parse_repeated("[", 's', 130, "]\nk=1\n"), -EINVAL);
	assert_int_equal(parse_repeated("[a \"", 's', 126, "\"]\nk=1\n"), 0);
	assert_int_equal(parse_repeated("[a \"", 's', 127, "\"]\nk=1\n"), -EINVAL);
	assert_int_equal(parse_repeated("[a]\n", 'k', 253, "=1\n"), 0);
	assert_int_equal(parse_repeated("[a]\n", 'k', 254, "=1\n"), -EINVAL);
}

static void parse__refuses_too_many_keys(void **state)
{
	struct strbuf bytes = {}, error = {};
	struct config cfg = {};
	int i;

	(void)state;
	strbuf__adds(&bytes, "[a]\n");
	for (i = 0; i < CONFIG_MAX_KEYS; i++)
		strbuf__addf(&bytes, "k%d=1\n", i);
	assert_int_equal(config__parse(&cfg, bytes.text, bytes.len, "FILE", &error), 0);
	/* The same keys again are not more keys. */
	assert_int_equal(config__parse(&cfg, bytes.text, bytes.len, "FILE", &error), 0);
	strbuf__adds(&bytes, "one_more=1\n");
	assert_int_equal(config__parse(&cfg, bytes.text, bytes.len, "FILE", &error), -EINVAL);
	assert_non_null(strstr(strbuf__cstr(&error), "too many different keys"));
	assert_int_equal(cfg.nr, CONFIG_MAX_KEYS);
	strbuf__free(&bytes);
	strbuf__free(&error);
	config__free(&cfg);
}

static void parse_text(struct config *cfg, const char *text, const char *origin)
{
	struct strbuf error = {};
	int err = config__parse(cfg, text, strlen(text), origin, &error);

	if (err)
		fail_msg("%s", strbuf__cstr(&error));
	strbuf__free(&error);
}

static void item__knows_its_place(void **state)
{
	struct config cfg = {};

	(void)state;
	parse_text(&cfg, "[a]\n\nk=1\nj=\\\n2\n", "one");
	parse_text(&cfg, "[a]\nk=2\n", "two");
	assert_string_equal(config__get(&cfg, "a.k")->origin, "two");
	assert_int_equal(config__get(&cfg, "a.k")->line, 2);
	assert_string_equal(config__get(&cfg, "a.j")->origin, "one");
	assert_int_equal(config__get(&cfg, "a.j")->line, 4);
	assert_null(config__get(&cfg, "a.x"));
	assert_int_equal(config__set(&cfg, "nodot", "1", "-c", 0), -EINVAL);
	assert_int_equal(config__set(&cfg, "a.x", "1", "-c", 0), 0);
	assert_string_equal(config__get(&cfg, "a.x")->value, "1");
	config__free(&cfg);
	config__free(&cfg);
}

static void bool__takes_perfs_words(void **state)
{
	static const char *const yes[] = { "true", "YES", "On", "1", "-1", "0x10", "07", "1k" };
	static const char *const no[] = { "false", "No", "OFF", "0", "", "0x0", "k" };
	static const char *const bad[] = { "maybe", "1x", "yes please", "k1", "1kk" };
	bool value;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(yes); i++) {
		value = false;
		if (config__parse_bool(yes[i], &value) || !value)
			fail_msg("'%s' is not true", yes[i]);
	}
	for (i = 0; i < ARRAY_SIZE(no); i++) {
		value = true;
		if (config__parse_bool(no[i], &value) || value)
			fail_msg("'%s' is not false", no[i]);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		if (config__parse_bool(bad[i], &value) != -EINVAL)
			fail_msg("'%s' is a bool", bad[i]);
}

static void int__takes_bases_and_suffixes(void **state)
{
	static const struct {
		const char *text;
		int value;
	} good[] = {
		{ "70", 70 },	      { "-3", -3 },
		{ "0x20", 32 },	      { "010", 8 },
		{ "2k", 2048 },	      { "3M", 3 << 20 },
		{ "1g", 1 << 30 },    { "2147483647", INT32_MAX },
		{ "-2g", INT32_MIN }, { "0x1k", 1024 },
	};
	int value = 5;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good); i++) {
		assert_int_equal(config__parse_int(good[i].text, &value), 0);
		assert_int_equal(value, good[i].value);
	}
	value = 5;
	assert_int_equal(config__parse_int("", &value), -EINVAL);
	assert_int_equal(config__parse_int("x", &value), -EINVAL);
	assert_int_equal(config__parse_int("1kb", &value), -EINVAL);
	assert_int_equal(config__parse_int("2g", &value), -ERANGE);
	assert_int_equal(config__parse_int("-3g", &value), -ERANGE);
	assert_int_equal(config__parse_int("9223372036854775807k", &value), -ERANGE);
	assert_int_equal(config__parse_int("99999999999999999999", &value), -ERANGE);
	assert_int_equal(value, 5);
}

static void getters__give_defaults_and_values(void **state)
{
	struct config cfg = {};

	(void)state;
	assert_int_equal(config__int(&cfg, "trace.args_alignment"), 70);
	assert_true(config__bool(&cfg, "trace.show_arg_names"));
	assert_true(config__bool(&cfg, "trace.show_duration"));
	assert_true(config__bool(&cfg, "trace.show_timestamp"));
	assert_false(config__bool(&cfg, "trace.show_prefix"));
	assert_false(config__bool(&cfg, "trace.show_zeros"));
	assert_false(config__bool(&cfg, "trace.no_inherit"));
	assert_null(config__string(&cfg, "trace.add_events"));
	parse_text(&cfg,
		   "[trace]\nshow_prefix=yes\nshow_duration=no\nargs_alignment=40\n"
		   "add_events=x.o\nno_inherit=maybe\n[llvm]\nkbuild-dir=\n",
		   "FILE");
	assert_true(config__bool(&cfg, "trace.show_prefix"));
	assert_false(config__bool(&cfg, "trace.show_duration"));
	assert_true(config__bool(&cfg, "trace.no_inherit"));
	assert_int_equal(config__int(&cfg, "trace.args_alignment"), 40);
	assert_string_equal(config__string(&cfg, "trace.add_events"), "x.o");
	/* Set to nothing is not the same as not set. */
	assert_string_equal(config__string(&cfg, "llvm.kbuild-dir"), "");
	parse_text(&cfg, "[trace]\nargs_alignment=wide\n", "FILE");
	assert_int_equal(config__int(&cfg, "trace.args_alignment"), 70);
	/* A key of another type, or of nobody. */
	assert_false(config__bool(&cfg, "trace.add_events"));
	assert_int_equal(config__int(&cfg, "trace.show_prefix"), 0);
	assert_null(config__string(&cfg, "no.such"));
	config__free(&cfg);
}

static void table__defaults_have_their_type(void **state)
{
	size_t i, j;

	(void)state;
	for (i = 0; i < nr_config_keys; i++) {
		const struct config_key *key = &config_keys[i];
		bool flag;
		int number;

		assert_ptr_equal(config__key(key->name), key);
		assert_true(key->help && *key->help);
		if (key->type == CONFIG_BOOL)
			assert_int_equal(config__parse_bool(key->def, &flag), 0);
		if (key->type == CONFIG_INT)
			assert_int_equal(config__parse_int(key->def, &number), 0);
		for (j = 0; j < i; j++)
			assert_string_not_equal(key->name, config_keys[j].name);
	}
	assert_null(config__key("trace.no_such"));
}

static void no_arg_names__shows_zeros(void **state)
{
	struct strbuf warnings = {};
	struct config cfg = {};

	(void)state;
	parse_text(&cfg, "[trace]\nshow_arg_names=no\n", "FILE");
	assert_true(config__bool(&cfg, "trace.show_zeros"));
	assert_int_equal(config__check(&cfg, &warnings), 0);
	parse_text(&cfg, "[trace]\nshow_zeros=no\n", "FILE");
	assert_true(config__bool(&cfg, "trace.show_zeros"));
	assert_int_equal(config__check(&cfg, &warnings), 1);
	assert_non_null(strstr(strbuf__cstr(&warnings),
			       "trace.show_zeros has to be set when trace.show_arg_names=no"));
	parse_text(&cfg, "[trace]\nshow_arg_names=yes\n", "FILE");
	assert_false(config__bool(&cfg, "trace.show_zeros"));
	strbuf__reset(&warnings);
	assert_int_equal(config__check(&cfg, &warnings), 0);
	strbuf__free(&warnings);
	config__free(&cfg);
}

/* config__check() of @text is one line with all of @parts. */
static void expect_warning(const char *text, const char *const parts[])
{
	struct strbuf warnings = {};
	struct config cfg = {};
	size_t nr, i;

	parse_text(&cfg, text, "FILE");
	nr = config__check(&cfg, &warnings);
	strbuf__cstr(&warnings);
	if (nr != 1 || strchr(warnings.text, '\n') != warnings.text + warnings.len - 1)
		fail_msg("%zu warnings: %s", nr, warnings.text);
	for (i = 0; parts[i]; i++)
		if (!strstr(warnings.text, parts[i]))
			fail_msg("no '%s' in: %s", parts[i], warnings.text);
	strbuf__free(&warnings);
	config__free(&cfg);
}

static void check__finds_what_does_nothing(void **state)
{
	struct strbuf warnings = {};
	struct config cfg = {};

	(void)state;
	expect_warning(
		"[llvm]\nfoo=a\\nb\n",
		(const char *[]){ "wrong config key-value pair llvm.foo=a\\nb in FILE line 2",
				  "all perf 6.1 commands fail", NULL });
	expect_warning("[llvm \"opts\"]\nx=1\n", (const char *[]){ "llvm.opts.x=1", NULL });
	expect_warning("[trace]\nshow_prefix=maybe\n",
		       (const char *[]){ "bad config value for 'trace.show_prefix' in FILE line 2",
					 "'maybe'", "taken for yes", NULL });
	expect_warning("[trace]\nargs_alignment=\n",
		       (const char *[]){ "bad config value for 'trace.args_alignment'", "ignored",
					 NULL });
	expect_warning("[trace]\nAdd_Events=x\n",
		       (const char *[]){ "trace.add_Events in FILE line 2: no such key",
					 "did you mean trace.add_events?", NULL });
	expect_warning("[trace]\ntracepoint_beautifiers=mine\n",
		       (const char *[]){ "neither libbeauty nor libtraceevent", NULL });
	parse_text(&cfg, "[buildid]\ndir=x\n[trace]\ntracepoint_beautifiers=LibTraceEvent\n",
		   "FILE");
	assert_int_equal(config__check(&cfg, &warnings), 0);
	strbuf__free(&warnings);
	config__free(&cfg);
}

/* A directory for the files of one test, and what the log said in it. */
struct place {
	char dir[64];
	char path[4][128];
	int saved_stderr;
};

enum { SYSTEM_FILE, HOME_FILE, OTHER_FILE, LOG_FILE };

static void write_file(const char *path, const char *bytes, size_t len)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static int enter_place(void **state)
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

static int leave_place(void **state)
{
	struct place *place = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(place->path); i++)
		unlink(place->path[i]);
	rmdir(place->dir);
	free(place);
	return 0;
}

/* What config__load_from() puts into force, and all that it logs; both to be freed. */
static void load(struct place *place, struct strbuf *ret_keys, struct strbuf *ret_log)
{
	struct config cfg = {};
	char bytes[2048];
	ssize_t len;
	int fd, err;

	fd = open(place->path[LOG_FILE], O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	place->saved_stderr = dup(STDERR_FILENO);
	dup2(fd, STDERR_FILENO);
	err = config__load_from(&cfg, place->path[SYSTEM_FILE]);
	dup2(place->saved_stderr, STDERR_FILENO);
	close(place->saved_stderr);
	len = pread(fd, bytes, sizeof(bytes), 0);
	close(fd);
	assert_int_equal(err, 0);
	assert_true(len >= 0);
	strbuf__reset(ret_keys);
	strbuf__reset(ret_log);
	if (len)
		strbuf__add(ret_log, bytes, (size_t)len);
	strbuf__cstr(ret_log);
	list_keys(&cfg, ret_keys);
	strbuf__cstr(ret_keys);
	config__free(&cfg);
}

static void load__reads_perfs_files_in_order(void **state)
{
	struct strbuf keys = {}, log = {};
	struct place *place = *state;

	load(place, &keys, &log);
	assert_string_equal(keys.text, "");
	write_file(place->path[SYSTEM_FILE], BYTES("[a]\nk=system\nj=1\n"));
	write_file(place->path[HOME_FILE], BYTES("[a]\nk=home\n"));
	write_file(place->path[OTHER_FILE], BYTES("[a]\nk=other\n"));
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=home\na.j=1\n");
	setenv("PERF_CONFIG_NOSYSTEM", "1", 1);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=home\n");
	setenv("PERF_CONFIG_NOSYSTEM", "", 1);
	setenv("PERF_CONFIG_NOGLOBAL", "yes", 1);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=system\na.j=1\n");
	unsetenv("PERF_CONFIG_NOGLOBAL");
	setenv("PERF_CONFIG", place->path[OTHER_FILE], 1);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=other\n");
	setenv("PERF_CONFIG", "/dev/null", 1);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "");
	setenv("PERF_CONFIG", "", 1);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "");
	unsetenv("PERF_CONFIG");
	setenv("HOME", "", 1);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=system\na.j=1\n");
	assert_string_equal(log.text, "");
	strbuf__free(&keys);
	strbuf__free(&log);
}

static void load__says_what_is_wrong(void **state)
{
	struct strbuf keys = {}, log = {};
	struct place *place = *state;

	setenv("PERF_CONFIG", "/no/such/file", 1);
	load(place, &keys, &log);
	assert_non_null(strstr(log.text, "/no/such/file: cannot read it: No such file"));
	setenv("PERF_CONFIG", place->dir, 1);
	load(place, &keys, &log);
	assert_non_null(strstr(log.text, "Is a directory"));
	unsetenv("PERF_CONFIG");
	setenv("PERF_CONFIG_NOSYSTEM", "perhaps", 1);
	load(place, &keys, &log);
	assert_non_null(strstr(log.text, "bad config value for 'PERF_CONFIG_NOSYSTEM'"));
	unsetenv("PERF_CONFIG_NOSYSTEM");
	write_file(place->path[HOME_FILE],
		   BYTES("[a]\nk=1\n[trace]\nshow_zeros=2x\nbroken\nj=2\n"));
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=1\ntrace.show_zeros=2x\n");
	assert_non_null(strstr(log.text, "bad config file line 5 in "));
	assert_non_null(strstr(log.text, "keys before it are in force"));
	assert_non_null(strstr(log.text, "bad config value for 'trace.show_zeros'"));
	/* perf stops at a broken system file. */
	write_file(place->path[SYSTEM_FILE], BYTES("[s]\nk=1\nbroken\n"));
	load(place, &keys, &log);
	assert_string_equal(keys.text, "s.k=1\n");
	assert_non_null(strstr(log.text, "$HOME/.perfconfig is not read"));
	strbuf__free(&keys);
	strbuf__free(&log);
}

static void load__refuses_a_huge_file(void **state)
{
	struct strbuf keys = {}, log = {};
	struct place *place = *state;
	char *bytes = malloc(CONFIG_MAX_BYTES + 1);

	assert_non_null(bytes);
	memset(bytes, '\n', CONFIG_MAX_BYTES + 1);
	memcpy(bytes, BYTES("[a]\nk=1\n"));
	write_file(place->path[HOME_FILE], bytes, CONFIG_MAX_BYTES);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=1\n");
	write_file(place->path[HOME_FILE], bytes, CONFIG_MAX_BYTES + 1);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "");
	assert_non_null(strstr(log.text, "File too large"));
	free(bytes);
	strbuf__free(&keys);
	strbuf__free(&log);
}

static void load__ignores_a_strangers_home_file(void **state)
{
	struct strbuf keys = {}, log = {};
	struct place *place = *state;

	write_file(place->path[HOME_FILE], BYTES("[a]\nk=1\n"));
	if (geteuid() || chown(place->path[HOME_FILE], 12345, 12345))
		skip();
	/* Anyone may write it, but the owner is who counts. */
	load(place, &keys, &log);
	assert_string_equal(keys.text, "");
	assert_non_null(strstr(log.text, "not owned by current user or root, ignoring it."));
	assert_int_equal(chown(place->path[HOME_FILE], 0, 0), 0);
	assert_int_equal(chmod(place->path[HOME_FILE], 0666), 0);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=1\n");
	assert_string_equal(log.text, "");
	strbuf__free(&keys);
	strbuf__free(&log);
}

/* What `perf config -l` prints for @path. Return: false when there is no such perf. */
static bool perf_list(const char *path, struct strbuf *ret)
{
	char bytes[4096];
	size_t len;
	FILE *pipe;

	setenv("PERF_CONFIG", path, 1);
	pipe = popen("perf config -l 2>/dev/null", "r");
	assert_non_null(pipe);
	strbuf__reset(ret);
	while ((len = fread(bytes, 1, sizeof(bytes), pipe)) > 0)
		strbuf__add(ret, bytes, len);
	strbuf__cstr(ret);
	return pclose(pipe) == 0;
}

static void grammar__equals_installed_perf(void **state)
{
	struct strbuf theirs = {}, ours = {}, error = {};
	struct place *place = *state;
	size_t i;

	write_file(place->path[OTHER_FILE], BYTES("[a]\nk=1\n"));
	if (!perf_list(place->path[OTHER_FILE], &theirs) || strcmp(theirs.text, "a.k=1\n")) {
		print_message("[  SKIP   ] no perf that lists a config file\n");
		strbuf__free(&theirs);
		skip();
	}
	for (i = 0; i < ARRAY_SIZE(grammar_cases); i++) {
		struct config cfg = {};

		write_file(place->path[OTHER_FILE], grammar_cases[i].bytes, grammar_cases[i].len);
		assert_true(perf_list(place->path[OTHER_FILE], &theirs));
		strbuf__reset(&ours);
		config__load_file(&cfg, place->path[OTHER_FILE], &error);
		list_keys(&cfg, &ours);
		if (strcmp(theirs.text, strbuf__cstr(&ours)))
			fail_msg("case %zu: perf reads '%s', we read '%s'", i, theirs.text,
				 ours.text);
		config__free(&cfg);
	}
	strbuf__free(&theirs);
	strbuf__free(&ours);
	strbuf__free(&error);
}

/* The sample beside this tree's tests, or in the working directory; NULL when it is not there. */
static FILE *open_sample(void)
{
	char path[512] = __FILE__;
	char *tests = strstr(path, "tests/unit/");

	if (!tests)
		tests = path;
	snprintf(tests, sizeof(path) - (size_t)(tests - path), "perfconfig.sample");
	return fopen(path, "r");
}

/* Its keys are behind a '#' with no blank: without it, the sample is a config file of defaults. */
static void parse_sample(FILE *f, struct config *ret)
{
	struct strbuf bytes = {};
	char line[1024];

	while (fgets(line, sizeof(line), f))
		strbuf__adds(&bytes, line + (line[0] == '#' && isalpha((unsigned char)line[1])));
	parse_text(ret, strbuf__cstr(&bytes), "perfconfig.sample");
	strbuf__free(&bytes);
}

static void sample__shows_every_key_and_default(void **state)
{
	struct strbuf warnings = {};
	struct config sample = {};
	FILE *f = open_sample();
	size_t i;

	(void)state;
	if (!f) {
		print_message("[  SKIP   ] no perfconfig.sample\n");
		skip();
	}
	parse_sample(f, &sample);
	fclose(f);
	/* Keys that are not in the table are warned about, and must not be there. */
	if (config__check(&sample, &warnings))
		fail_msg("%s", strbuf__cstr(&warnings));
	for (i = 0; i < sample.nr; i++)
		if (!config__key(sample.items[i].name))
			fail_msg("%s is not in config_keys[]", sample.items[i].name);
	for (i = 0; i < nr_config_keys; i++) {
		const struct config_item *item = config__get(&sample, config_keys[i].name);

		if (!item)
			fail_msg("%s is not in perfconfig.sample", config_keys[i].name);
		else if (config_keys[i].def && strcmp(item->value, config_keys[i].def))
			fail_msg("%s is %s in perfconfig.sample, its default is %s", item->name,
				 item->value, config_keys[i].def);
	}
	config__free(&sample);
}

#define in_place(test) cmocka_unit_test_setup_teardown(test, enter_place, leave_place)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grammar__reads_what_perf_reads),
		cmocka_unit_test(value__ends_at_1022_bytes),
		cmocka_unit_test(name__ends_where_perf_ends_it),
		cmocka_unit_test(parse__refuses_too_many_keys),
		cmocka_unit_test(item__knows_its_place),
		cmocka_unit_test(bool__takes_perfs_words),
		cmocka_unit_test(int__takes_bases_and_suffixes),
		cmocka_unit_test(getters__give_defaults_and_values),
		cmocka_unit_test(table__defaults_have_their_type),
		cmocka_unit_test(no_arg_names__shows_zeros),
		cmocka_unit_test(check__finds_what_does_nothing),
		in_place(load__reads_perfs_files_in_order),
		in_place(load__says_what_is_wrong),
		in_place(load__refuses_a_huge_file),
		in_place(load__ignores_a_strangers_home_file),
		in_place(grammar__equals_installed_perf),
		cmocka_unit_test(sample__shows_every_key_and_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
