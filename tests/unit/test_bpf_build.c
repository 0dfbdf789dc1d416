// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_build.c - the command that is run, the cache, and what is said when there is no compiler.
 * The compiler is a shell script of the test's own, which counts its runs: no clang is needed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bpf_build.h"
#include "bpf_build_priv.h"
#include "config.h"
#include "strbuf.h"
#include "util.h"

#define OBJECT "tests/fuzz/seeds/bpf_elf/btf.o"

/* struct place - a folder with a source, its header, a compiler, and room for the cache. */
struct place {
	char dir[64];
	char source[PATH_MAX];
	char header[PATH_MAX];
	char clang[PATH_MAX];
	char runs[PATH_MAX];
	char args[PATH_MAX];
};

static void write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void read_text(const char *path, char *text, size_t size)
{
	FILE *f = fopen(path, "r");
	size_t len;

	assert_non_null(f);
	len = fread(text, 1, size - 1, f);
	text[len] = '\0';
	fclose(f);
}

/* @body runs with the object's path in $object. */
static void write_compiler(const struct place *p, const char *body)
{
	char object[PATH_MAX], script[4 * PATH_MAX];

	assert_non_null(realpath(OBJECT, object));
	snprintf(
		script, sizeof(script),
		"#!/bin/sh\nfor arg; do :; done\n"
		"[ \"$arg\" = '-###' ] && printf ' \"cc\" \"-I%s/first\" \"-c-isystem\" \"%s/second\"\\n' >&2 && exit\n"
		"object=%s\nprintf '%%s\\n' \"$@\" > %s\necho run >> %s\n%s\n",
		p->dir, p->dir, object, p->args, p->runs, body);
	write_text(p->clang, script);
	assert_int_equal(chmod(p->clang, 0755), 0);
}

#define GOOD_COMPILER \
	"cat $object; echo a warning >&2\nprintf 'object: %s \\\\\\n  %s\\n' > /dev/fd/3"

static void write_good_compiler(const struct place *p)
{
	char body[3 * PATH_MAX];

	snprintf(body, sizeof(body), GOOD_COMPILER, p->source, p->header);
	write_compiler(p, body);
}

static int set_up(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	snprintf(p->dir, sizeof(p->dir), "/tmp/test_bpf_build.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->source, sizeof(p->source), "%s/prog.c", p->dir);
	snprintf(p->header, sizeof(p->header), "%s/prog.h", p->dir);
	snprintf(p->clang, sizeof(p->clang), "%s/cc", p->dir);
	snprintf(p->runs, sizeof(p->runs), "%s/runs", p->dir);
	snprintf(p->args, sizeof(p->args), "%s/args", p->dir);
	write_text(p->source, "int x;\n");
	write_text(p->header, "int y;\n");
	write_good_compiler(p);
	setenv("XDG_CACHE_HOME", p->dir, 1);
	setenv("PERF_AUGMENT_INCLUDE", "include", 1);
	/* Clocks of files tick slowly: what is written later must be later. */
	usleep(20000);
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

static unsigned int nr_runs(const struct place *p)
{
	char text[4096];

	if (access(p->runs, F_OK))
		return 0;
	read_text(p->runs, text, sizeof(text));
	return (unsigned int)(strlen(text) / strlen("run\n"));
}

static struct bpf_build_opts usual(const struct place *p)
{
	return (struct bpf_build_opts){ .source = p->source, .clang = p->clang };
}

/* Build; the object must be the one that the compiler copies. */
static bool build(const struct bpf_build_opts *opts)
{
	struct strbuf error = {};
	struct bpf_build b;
	struct stat st;
	bool cached;

	if (bpf_build__object(opts, &b, &error))
		fail_msg("%s", strbuf__cstr(&error));
	assert_int_equal(stat(OBJECT, &st), 0);
	assert_int_equal(b.size, st.st_size);
	assert_string_equal(strbuf__cstr(&b.messages), "a warning\n");
	cached = b.cached;
	bpf_build__free(&b);
	strbuf__free(&error);
	return cached;
}

static void expect_failure(const struct bpf_build_opts *opts, int err, const char *words)
{
	struct strbuf error = {};
	struct bpf_build b;

	assert_int_equal(bpf_build__object(opts, &b, &error), err);
	assert_null(b.bytes);
	if (!strstr(strbuf__cstr(&error), words))
		fail_msg("'%s' has no '%s'", strbuf__cstr(&error), words);
	bpf_build__free(&b);
	strbuf__free(&error);
}

/* --- Make's rules ----------------------------------------------------------------------------- */

static void reads_rules_of_make(void **state)
{
	static const char rule[] = "object: a.c \\\n  b\\ c.h d$$e.h \\\n\tf\\#g.h h\\i.h\n";
	static const char *const files[] = { "a.c", "b c.h", "d$e.h", "f#g.h", "h\\i.h" };
	struct string_list list = {};
	size_t i;

	(void)state;
	assert_int_equal(build_run__parse_deps(rule, strlen(rule), &list), 0);
	assert_int_equal(list.nr, ARRAY_SIZE(files));
	for (i = 0; i < list.nr; i++)
		assert_string_equal(list.item[i], files[i]);
	string_list__free(&list);
	assert_int_equal(build_run__parse_deps("", 0, &list), -EINVAL);
	assert_int_equal(build_run__parse_deps("no rule", 7, &list), -EINVAL);
	assert_int_equal(build_run__parse_deps("object:", 7, &list), -EINVAL);
	string_list__free(&list);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Is @wanted an argument of its own of the last run? */
static bool has_arg(const struct place *p, const char *wanted)
{
	char text[8192], *line, *save = NULL;

	read_text(p->args, text, sizeof(text));
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (!strcmp(line, wanted))
			return true;
	return false;
}

static void gives_clang_what_it_needs(void **state)
{
	static const char *const extra[] = { "-DA=b c" };
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char headers[PATH_MAX], below[PATH_MAX + 8];

	opts.clang_opt = " -DX=1   -Wall ";
	opts.args = extra;
	opts.nr_args = ARRAY_SIZE(extra);
	opts.no_cache = true;
	build(&opts);
	assert_non_null(realpath("include", headers));
	snprintf(below, sizeof(below), "%s/bpf", headers);
	assert_true(has_arg(p, "-target"));
	assert_true(has_arg(p, "bpf"));
	assert_true(has_arg(p, "-g"));
	assert_true(has_arg(p, "-O2"));
	assert_true(has_arg(p, headers));
	assert_true(has_arg(p, below));
	assert_true(has_arg(p, "-DX=1"));
	assert_true(has_arg(p, "-Wall"));
	assert_true(has_arg(p, "-DA=b c"));
	assert_true(has_arg(p, p->source));
	assert_false(has_arg(p, "-DBPF_MAP_LEGACY"));
	opts.legacy = true;
	build(&opts);
	assert_true(has_arg(p, "-DBPF_MAP_LEGACY"));
}

static void a_template_gets_perfs_variables(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char template[3 * PATH_MAX], text[8192];

	snprintf(template, sizeof(template),
		 "env | grep -E '^(CLANG|NR_CPUS|LINUX|PERF_BPF|KERNEL_INC|WORKING)' > %s/env; "
		 "echo a warning >&2; cat %s",
		 p->dir, OBJECT);
	opts.template = template;
	opts.clang_opt = "-DX=1";
	assert_false(build(&opts));
	/* What it reads is not known: it runs each time. */
	assert_false(build(&opts));
	snprintf(template, sizeof(template), "%s/env", p->dir);
	read_text(template, text, sizeof(text));
	assert_non_null(strstr(text, "CLANG_OPTIONS=-DX=1\n"));
	assert_non_null(strstr(text, "CLANG_EXEC=/tmp/"));
	assert_non_null(strstr(text, "/prog.c\n"));
	assert_non_null(strstr(text, "NR_CPUS="));
	assert_non_null(strstr(text, "LINUX_VERSION_CODE=0x"));
	assert_non_null(strstr(text, "PERF_BPF_INC_OPTIONS=-I/"));
	assert_non_null(strstr(text, "KERNEL_INC_OPTIONS=\n"));
	assert_non_null(strstr(text, "WORKING_DIR=.\n"));
}

static void obeys_the_config(void **state)
{
	static const char text[] =
		"[llvm]\nclang-path = /x/clang\nclang-opt = -Wall\ndump-obj = yes\n"
		"clang-bpf-cmd-template = \"cc $CLANG_SOURCE\"\nopts = -O3\n";
	struct bpf_build_opts opts = {};
	struct strbuf error = {};
	struct config cfg = {};

	(void)state;
	assert_int_equal(config__parse(&cfg, text, strlen(text), "test", &error), 0);
	bpf_build_opts__configure(&opts, &cfg);
	assert_string_equal(opts.clang, "/x/clang");
	assert_string_equal(opts.clang_opt, "-Wall");
	assert_string_equal(opts.template, "cc $CLANG_SOURCE");
	assert_string_equal(opts.llc_opts, "-O3");
	assert_true(opts.dump_obj);
	config__free(&cfg);
	strbuf__free(&error);
}

static void dump_obj_keeps_it_beside_the_source(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/prog.o", p->dir);
	build(&opts);
	assert_int_equal(access(path, F_OK), -1);
	opts.dump_obj = true;
	build(&opts);
	assert_int_equal(access(path, F_OK), 0);
}

/* --- Failures --------------------------------------------------------------------------------- */

static void says_what_is_missing(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);

	opts.clang = "no-such-clang";
	expect_failure(&opts, -ENOENT,
		       "no-such-clang: there is no such program in PATH. It is in the "
		       "package clang");
	opts = usual(p);
	opts.source = "/nonexistent.c";
	expect_failure(&opts, -ENOENT, "/nonexistent.c: No such file");
	opts = usual(p);
	setenv("PERF_AUGMENT_INCLUDE", "/nonexistent", 1);
	expect_failure(&opts, -ENOENT, "PERF_AUGMENT_INCLUDE is '/nonexistent'");
	assert_int_equal(nr_runs(p), 0);
}

static void passes_a_failure_on(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	struct strbuf error = {};
	struct bpf_build b;

	write_compiler(p, "printf 'x.c:1: \\033[1merror\\n' >&2; exit 1");
	assert_int_equal(bpf_build__object(&opts, &b, &error), -EBADMSG);
	assert_string_equal(strbuf__cstr(&b.messages), "x.c:1: \033[1merror\n");
	assert_non_null(strstr(strbuf__cstr(&error), "not compiled"));
	bpf_build__free(&b);
	strbuf__free(&error);
	write_compiler(p, "kill -SEGV $$");
	expect_failure(&opts, -EBADMSG, "ended by signal 11");
	write_compiler(p, "echo no object");
	expect_failure(&opts, -EBADMSG, "made no BPF object: not an ELF file");
	/* A failure is not kept. */
	write_good_compiler(p);
	assert_false(build(&opts));
}

/* --- The cache -------------------------------------------------------------------------------- */

static void the_second_build_runs_nothing(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);

	assert_false(build(&opts));
	assert_true(build(&opts));
	assert_int_equal(nr_runs(p), 1);
	opts.no_cache = true;
	assert_false(build(&opts));
	assert_int_equal(nr_runs(p), 2);
}

static void what_changes_is_built_again(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);

	assert_false(build(&opts));
	write_text(p->header, "int z;\n");
	usleep(20000);
	assert_false(build(&opts));
	assert_true(build(&opts));
	write_text(p->source, "int a;\n");
	usleep(20000);
	assert_false(build(&opts));
	opts.clang_opt = "-DX";
	assert_false(build(&opts));
	opts.clang_opt = NULL;
	opts.legacy = true;
	assert_false(build(&opts));
	opts.legacy = false;
	/* Back to what was: known still. */
	write_text(p->header, "int z;\n");
	assert_true(build(&opts));
	/* Another compiler. */
	write_good_compiler(p);
	assert_false(build(&opts));
}

static void the_environment_that_compilers_obey_counts(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);

	assert_false(build(&opts));
	setenv("CPATH", "/one", 1);
	assert_false(build(&opts));
	setenv("CPATH", "/two", 1);
	assert_false(build(&opts));
	assert_true(build(&opts));
	unsetenv("CPATH");
	assert_true(build(&opts));
	setenv("CCC_OVERRIDE_OPTIONS", "+-DX", 1);
	assert_false(build(&opts));
	unsetenv("CCC_OVERRIDE_OPTIONS");
}

/* The names of headers in folders that are searched, and beside the source. */
static void a_header_that_comes_before_another_is_seen(void **state)
{
	static const char *const folders[] = { "first", "second" };
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char path[PATH_MAX];

	assert_false(build(&opts));
	assert_true(build(&opts));
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		snprintf(path, sizeof(path), "%s/%s", p->dir, folders[i]);
		assert_int_equal(mkdir(path, 0755), 0);
		assert_true(build(&opts));
		strcat(path, "/prog.h");
		write_text(path, "int other;\n");
		usleep(20000);
		assert_false(build(&opts));
		assert_true(build(&opts));
	}
}

static void what_has_include_asks_for_is_seen(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/asked.h", p->dir);
	write_text(p->header,
		   "#ifdef __has_include\n#if __has_include ( \"asked.h\" )\n#endif\n#endif\n");
	usleep(20000);
	assert_false(build(&opts));
	assert_true(build(&opts));
	write_text(path, "");
	usleep(20000);
	assert_false(build(&opts));
	assert_true(build(&opts));
	assert_int_equal(unlink(path), 0);
	assert_false(build(&opts));
	/* A name that is not written there. */
	write_text(p->header, "#if __has_include(NAME)\n#endif\n");
	usleep(20000);
	assert_false(build(&opts));
	assert_false(build(&opts));
}

static void what_has_the_time_is_built_each_time(void **state)
{
	static const char *const words[] = { "__TIME__", "__DATE__", "__TIMESTAMP__" };
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char text[64];

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		snprintf(text, sizeof(text), "char when[] = %s;\n", words[i]);
		write_text(p->header, text);
		usleep(20000);
		assert_false(build(&opts));
		assert_false(build(&opts));
	}
	write_text(p->header, "int y;\n");
	usleep(20000);
	opts.clang_opt = "-DWHEN=__DATE__";
	assert_false(build(&opts));
	assert_false(build(&opts));
}

static void a_file_that_changes_meanwhile_is_not_trusted(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char body[4 * PATH_MAX];

	snprintf(body, sizeof(body), "sleep 0.05; echo >> %s\n" GOOD_COMPILER, p->header, p->source,
		 p->header);
	write_compiler(p, body);
	assert_false(build(&opts));
	assert_false(build(&opts));
}

static void no_cache_is_no_failure(void **state)
{
	const struct place *p = *state;
	struct bpf_build_opts opts = usual(p);
	char folder[PATH_MAX], *home = strdup(getenv("HOME") ?: "/");

	assert_false(build(&opts));
	/* Others could have put anything there: neither read nor written. */
	snprintf(folder, sizeof(folder), "%s/perf-augment", p->dir);
	assert_int_equal(chmod(folder, 0777), 0);
	assert_false(build(&opts));
	unsetenv("XDG_CACHE_HOME");
	unsetenv("HOME");
	assert_false(build(&opts));
	setenv("HOME", home, 1);
	free(home);
}

#define test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_rules_of_make),
		test(gives_clang_what_it_needs),
		test(a_template_gets_perfs_variables),
		cmocka_unit_test(obeys_the_config),
		test(dump_obj_keeps_it_beside_the_source),
		test(says_what_is_missing),
		test(passes_a_failure_on),
		test(the_second_build_runs_nothing),
		test(what_changes_is_built_again),
		test(the_environment_that_compilers_obey_counts),
		test(a_header_that_comes_before_another_is_seen),
		test(what_has_include_asks_for_is_seen),
		test(what_has_the_time_is_built_each_time),
		test(a_file_that_changes_meanwhile_is_not_trusted),
		test(no_cache_is_no_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
