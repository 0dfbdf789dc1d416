// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_config.c - which config files count, the values in force, and what is said of mistakes. */
#include "config_place.h"

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
	load(place, &keys, &log);
	assert_string_equal(keys.text, "");
	assert_non_null(strstr(log.text, "not owned by current user or root, ignoring it."));
	assert_int_equal(chown(place->path[HOME_FILE], 0, 0), 0);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "a.k=1\n");
	assert_string_equal(log.text, "");
	/* What anyone may write is theirs too; in this perf is less careful. */
	assert_int_equal(chmod(place->path[HOME_FILE], 0666), 0);
	load(place, &keys, &log);
	assert_string_equal(keys.text, "");
	assert_non_null(strstr(log.text, "may be written by everybody, ignoring it."));
	strbuf__free(&keys);
	strbuf__free(&log);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
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
		cmocka_unit_test(sample__shows_every_key_and_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
