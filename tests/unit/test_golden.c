// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_golden.c - record bytes in, exact line out: one test for each tests/golden/NAME.hex, whose
 * line in perf's format is NAME.txt. NAME.opts, if there, has one option per line (see options[]).
 *
 * Runs from the top directory, or takes the directory with the goldens as its argument.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "record.h"
#include "strbuf.h"
#include "util.h"

/* The time of the trace's beginning in all goldens. */
#define BASE_NS NSEC_PER_SEC
#define MIN_GOLDENS 30

struct golden_opts {
	struct format_opts format;
	enum format_state state;
};

struct option {
	const char *name;
	void (*apply)(struct golden_opts *opts);
};

static void opt_show_prefix(struct golden_opts *opts)
{
	opts->format.show_prefix = true;
}

static void opt_show_zeros(struct golden_opts *opts)
{
	opts->format.show_zeros = true;
}

static void opt_no_arg_names(struct golden_opts *opts)
{
	opts->format.show_arg_names = false;
}

static void opt_no_timestamp(struct golden_opts *opts)
{
	opts->format.show_timestamp = false;
}

static void opt_no_duration(struct golden_opts *opts)
{
	opts->format.show_duration = false;
}

static void opt_no_comm(struct golden_opts *opts)
{
	opts->format.show_comm = false;
}

static void opt_full_time(struct golden_opts *opts)
{
	opts->format.full_time = true;
}

static void opt_color(struct golden_opts *opts)
{
	opts->format.color = true;
}

static void opt_waiting(struct golden_opts *opts)
{
	opts->state = FORMAT_WAITING;
}

static void opt_continued(struct golden_opts *opts)
{
	opts->state = FORMAT_CONTINUED;
}

static const struct option options[] = {
	{ "color", opt_color },
	{ "continued", opt_continued },
	{ "full_time", opt_full_time },
	{ "no_arg_names", opt_no_arg_names },
	{ "no_comm", opt_no_comm },
	{ "no_duration", opt_no_duration },
	{ "no_timestamp", opt_no_timestamp },
	{ "show_prefix", opt_show_prefix },
	{ "show_zeros", opt_show_zeros },
	{ "waiting", opt_waiting },
};

/* The content of @path, NULL when there is no such file; the caller frees. */
static char *read_file(const char *path)
{
	FILE *f __cleanup_fclose = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!f)
		return NULL;
	if (getdelim(&text, &size, '\0', f) < 0 && text)
		*text = '\0';
	return text;
}

/* Remove comments; the text gets shorter in its place. */
static void strip_comments(char *text)
{
	char *to = text;

	while (*text) {
		if (*text == '#')
			text += strcspn(text, "\n");
		else
			*to++ = *text++;
	}
	*to = '\0';
}

/* Two digits are a byte; the result has exactly their size and is the caller's to free. */
static uint8_t *parse_hex(char *text, size_t *ret_size)
{
	size_t size = 0, max = strlen(text) / 2 + 1;
	uint8_t *bytes = malloc(max), *exact;
	unsigned int byte;
	int used;

	assert_non_null(bytes);
	strip_comments(text);
	for (text += strspn(text, " \t\n"); *text; text += strspn(text, " \t\n")) {
		used = 0;
		if (!isxdigit((unsigned char)text[0]) || !isxdigit((unsigned char)text[1]) ||
		    sscanf(text, "%2x%n", &byte, &used) != 1)
			fail_msg("no hex byte at '%.10s'", text);
		bytes[size++] = (uint8_t)byte;
		text += used;
	}
	exact = malloc(size);
	assert_non_null(exact);
	memcpy(exact, bytes, size);
	free(bytes);
	*ret_size = size;
	return exact;
}

static void apply_option(const char *name, struct golden_opts *opts)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(options); i++) {
		if (!strcmp(options[i].name, name)) {
			options[i].apply(opts);
			return;
		}
	}
	fail_msg("unknown option '%s'", name);
}

static void read_options(const char *path, struct golden_opts *opts)
{
	char *text __cleanup_free = read_file(path), *save, *name;

	*opts = (struct golden_opts){
		.format = {
			.base_ns = BASE_NS,
			.show_timestamp = true,
			.show_duration = true,
			.show_comm = true,
			.show_arg_names = true,
			.args_alignment = 70,
		},
		.state = FORMAT_WHOLE,
	};
	if (!text)
		return;
	for (name = strtok_r(text, "\n", &save); name; name = strtok_r(NULL, "\n", &save))
		apply_option(name, opts);
}

/* The golden's file with the name's ending @ending instead of .hex. */
static void sibling(char *path, size_t size, const char *hex_path, const char *ending)
{
	snprintf(path, size, "%.*s%s", (int)(strlen(hex_path) - strlen(".hex")), hex_path, ending);
}

/* Format the record of @size bytes and compare; says what differs. */
static bool is_line_of(const uint8_t *bytes, size_t size, const struct golden_opts *opts,
		       const char *expected)
{
	struct strbuf line = {};
	struct event event;
	bool same;
	int err;

	err = record__parse(bytes, size, &event);
	if (err || event.rec->size != size) {
		print_error("the record is refused: %s\n", strerror(-err));
		return false;
	}
	format_perf__call(&opts->format, &event, opts->state, &line);
	same = !strcmp(strbuf__cstr(&line), expected);
	if (!same) {
		print_error("expected: %s", expected);
		print_error("actual:   %s", strbuf__cstr(&line));
	}
	/* Text is appended to what is there, and is the same again. */
	format_perf__call(&opts->format, &event, opts->state, &line);
	if (same && line.len != 2 * strlen(expected)) {
		print_error("the second line differs: %s", strbuf__cstr(&line));
		same = false;
	}
	strbuf__free(&line);
	return same;
}

/* Apart from golden(), as a failed assertion leaves without cleaning up. */
static bool check(const char *hex_path)
{
	char *hex __cleanup_free = read_file(hex_path);
	char *expected __cleanup_free = NULL;
	uint8_t *bytes __cleanup_free = NULL;
	struct golden_opts opts;
	char path[512];
	size_t size;

	assert_non_null(hex);
	bytes = parse_hex(hex, &size);
	sibling(path, sizeof(path), hex_path, ".opts");
	read_options(path, &opts);
	sibling(path, sizeof(path), hex_path, ".txt");
	expected = read_file(path);
	if (!expected) {
		print_error("no %s\n", path);
		return false;
	}
	return is_line_of(bytes, size, &opts, expected);
}

static void golden(void **state)
{
	assert_true(check(*state));
}

static void goldens__are_found(void **state)
{
	const glob_t *found = *state;

	if (found->gl_pathc < MIN_GOLDENS)
		fail_msg("%zu goldens here; run from the top directory", found->gl_pathc);
}

int main(int argc, char **argv)
{
	struct CMUnitTest *tests;
	char pattern[512];
	glob_t found = {};
	size_t i;
	int failed;

	snprintf(pattern, sizeof(pattern), "%s/*.hex", argc > 1 ? argv[1] : "tests/golden");
	glob(pattern, 0, NULL, &found);
	tests = calloc(found.gl_pathc + 1, sizeof(*tests));
	if (!tests)
		return 1;
	tests[0] =
		(struct CMUnitTest){ "goldens__are_found", goldens__are_found, NULL, NULL, &found };
	for (i = 0; i < found.gl_pathc; i++)
		tests[i + 1] = (struct CMUnitTest){ found.gl_pathv[i], golden, NULL, NULL,
						    found.gl_pathv[i] };
	failed = _cmocka_run_group_tests("golden", tests, found.gl_pathc + 1, NULL, NULL);
	free(tests);
	globfree(&found);
	return failed;
}
