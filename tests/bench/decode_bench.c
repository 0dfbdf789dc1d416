// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_bench.c - what the user side takes for a record: the calls of a command are recorded, then
 * parsed and formatted again and again. Prints a line for each format: its name, nanoseconds of one CPU
 * per record, records.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "engine.h"
#include "format.h"
#include "format_strace.h"
#include "select.h"
#include "spec.h"
#include "target.h"
#include "util.h"

#define ROUNDS 9
/* Each round formats at least so many records. */
#define RECORDS_MIN 200000

struct recording {
	uint64_t **records; /* each in memory of its own, as they come in no order of size */
	size_t nr, size;
};

static int keep(void *ctx, const void *data, size_t size)
{
	struct recording *all = ctx;
	uint64_t *copy = malloc(size);

	if (!copy || array__grow(&all->records, all->nr, &all->size, sizeof(*all->records)))
		return -ENOMEM;
	all->records[all->nr++] = memcpy(copy, data, size);
	return 0;
}

static int record(char **argv, struct recording *all)
{
	const struct select every = {};
	struct aug_spec *specs = spec__build_table(&every, SPEC_LIMITS(SPEC_LIMIT_DEFAULT));
	const struct engine_opts opts = {
		.inherit = true,
		.want_events = true,
		.specs = specs,
		.limits = SPEC_LIMITS(SPEC_LIMIT_DEFAULT),
	};
	sigset_t none;
	struct target_program program = { .argv = argv, .signals = &none };
	struct strbuf path = {};
	struct target_cmd cmd;
	struct engine *engine;
	int status, err;
	size_t nr;

	sigemptyset(&none);
	err = specs ? engine__new(&opts, &engine) : -ENOMEM;
	if (!err)
		err = target__find_command(argv[0], &path);
	program.path = strbuf__cstr(&path);
	if (!err)
		err = target__prepare(&program, &cmd);
	if (!err)
		err = engine__attach(engine) ?: engine__add_task(engine, cmd.pid, 0);
	if (!err)
		err = target__start(&cmd);
	while (!err && waitpid(cmd.pid, &status, WNOHANG) == 0) {
		err = engine__drain(engine, UINT64_MAX, keep, all, &nr);
		poll(NULL, 0, 10);
	}
	if (!err) {
		engine__detach(engine);
		err = engine__drain(engine, UINT64_MAX, keep, all, &nr);
	}
	engine__free(engine);
	strbuf__free(&path);
	free(specs);
	return err;
}

static const struct format_opts opts = {
	.kind = FORMAT_PERF,
	.show_timestamp = true,
	.show_duration = true,
	.show_comm = true,
	.show_arg_names = true,
	.args_alignment = 70,
	.has_calls = true,
};

static void print_perf(const struct event *event, struct strbuf *buf, struct format_strace *strace)
{
	(void)strace;
	format_perf__call(&opts, event, FORMAT_WHOLE, buf);
}

static void print_json(const struct event *event, struct strbuf *buf, struct format_strace *strace)
{
	(void)strace;
	format_json__call(&opts, event, FORMAT_WHOLE, buf);
}

static void print_strace(const struct event *event, struct strbuf *buf,
			 struct format_strace *strace)
{
	(void)buf;
	format_strace__call(strace, event);
}

static const struct {
	const char *name;
	void (*print)(const struct event *event, struct strbuf *buf, struct format_strace *strace);
} formats[] = {
	{ "perf", print_perf },
	{ "json", print_json },
	{ "strace", print_strace },
};

static double cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

/* Nanoseconds per record; as with the tracer, what is formatted is written over once it is 64 KiB. */
static double round_ns(const struct recording *all, size_t format)
{
	const struct strace_opts strace_opts = {
		.column = STRACE_COLUMN,
		.string_limit = SPEC_LIMIT_DEFAULT,
		.signals = STRACE_ALL_SIGNALS,
		.pids = STRACE_PIDS_IN_FILE,
		.no_attach = true,
	};
	struct strbuf buf = {};
	struct format_strace *strace = format_strace__new(&strace_opts, &buf);
	size_t done = 0, i;
	struct event event;
	double begin = cpu_ns();

	while (strace && done < RECORDS_MIN) {
		for (i = 0; i < all->nr; i++) {
			const struct aug_record *rec = (const void *)all->records[i];

			if (record__is_task(rec) || record__parse(rec, rec->size, &event) ||
			    rec->type != AUG_RECORD_CALL)
				continue;
			formats[format].print(&event, &buf, strace);
			if (buf.len > 65536)
				strbuf__reset(&buf);
			done++;
		}
		if (!done)
			break;
	}
	begin = cpu_ns() - begin;
	format_strace__free(strace);
	strbuf__free(&buf);
	return done ? begin / (double)done : 0;
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	struct recording all = {};
	double ns[ROUNDS];
	size_t i, round;

	if (argc < 2) {
		fprintf(stderr, "Usage: decode_bench COMMAND...\n");
		return 2;
	}
	if (record(argv + 1, &all) || !all.nr) {
		fprintf(stderr, "decode_bench: nothing was recorded\n");
		return 1;
	}
	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		for (round = 0; round < ROUNDS; round++)
			ns[round] = round_ns(&all, i);
		qsort(ns, ROUNDS, sizeof(*ns), by_value);
		printf("%s %.0f %zu\n", formats[i].name, ns[ROUNDS / 2], all.nr);
	}
	for (i = 0; i < all.nr; i++)
		free(all.records[i]);
	free(all.records);
	return 0;
}
