// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_config_grammar.c - perf's config grammar. Where perf is installed, its own reading of tricky
 * files is what ours must equal.
 */
#include "config_place.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grammar__reads_what_perf_reads),
		cmocka_unit_test(value__ends_at_1022_bytes),
		cmocka_unit_test(name__ends_where_perf_ends_it),
		cmocka_unit_test(parse__refuses_too_many_keys),
		in_place(grammar__equals_installed_perf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
