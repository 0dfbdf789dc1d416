// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_record_count.c - see cmd_record_count.h. */
#include "cmd_record_count.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "log.h"
#include "output_file.h"
#include "privilege.h"
#include "record_parse.h"
#include "sink.h"
#include "strbuf.h"
#include "util.h"

int record_count__parse(struct record_count *c, struct record_opts *opts, int option,
			const char *arg)
{
	struct count_opts *count = &opts->overflow.count;
	const char *bad;
	uint64_t nr;
	size_t len;

	switch (option) {
	case RECORD_COUNT_BY:
		if (!count_opts__parse(count, arg, &bad, &len))
			return 0;
		log_err("--count-by: '%.*s' is none of %s", (int)len, bad, count_keys__text());
		return -EINVAL;
	case RECORD_COUNT_ENTRIES:
		if (record_parse__number(arg, &nr) || nr > COUNT_ENTRIES_MAX) {
			log_err("--count-entries: '%s' is not a number from 1 to %u", arg,
				COUNT_ENTRIES_MAX);
			return -EINVAL;
		}
		count->entries = (uint32_t)nr;
		return 0;
	case RECORD_COUNT_FOLDED:
		c->folded = arg;
		return 0;
	case RECORD_COUNT_JSON:
		c->json = arg;
		return 0;
	case RECORD_COUNT_FLAMEGRAPH:
		c->flamegraph = arg;
		return 0;
	}
	return -EINVAL;
}

/* What is written has the time of its writing: the clock must be one that can be read. */
int record_count__check(struct record_count *c, struct record_opts *r, bool has_threads)
{
	struct count_opts *count = &r->overflow.count;
	size_t i;

	if (!count->by) {
		if (!c->folded && !c->json && !c->flamegraph && !count->entries)
			return 0;
		log_err("--count-entries, --folded, --json and --flamegraph are of --count-by; of a "
			"recording, perf-augment report makes them");
		return -EINVAL;
	}
	if (r->overflow.own || has_threads || r->output.switching) {
		log_err("--count-by excludes %s",
			r->overflow.own ? "--overflow: an event has one program"
			: has_threads	? "--threads: nothing is written but at the end"
					: "--switch-output: there is one count of all");
		return -EINVAL;
	}
	if (r->events.callchain > RECORD_CALLCHAIN_FP) {
		log_err("--count-by takes stacks by frame pointers (-g): no copies of them are left, "
			"nor branches");
		return -EINVAL;
	}
	for (i = 0; i < r->list.nr; i++) {
		if (!r->list.specs[i].sample_read)
			continue;
		log_err("--count-by: event %s: what is counted has no counts of a group (:S)",
			r->list.specs[i].name);
		return -EINVAL;
	}
	if (r->output.form == PERFDATA_FORM_PIPE && (c->folded || c->json || c->flamegraph)) {
		log_err("--folded, --json and --flamegraph are made of a file: name one with -o");
		return -EINVAL;
	}
	if (r->events.callchain == RECORD_CALLCHAIN_FP)
		count->by |= COUNT_BY_STACK;
	/* Stacks are the program's to take; but of precise samples only the kernel can. */
	r->events.callchain = RECORD_CALLCHAIN_NONE;
	for (i = 0; i < r->list.nr && count->by & COUNT_BY_STACK; i++) {
		if (r->list.specs[i].attr.precise_ip)
			r->events.callchain = RECORD_CALLCHAIN_FP;
	}
	if (!count->entries)
		count->entries = COUNT_ENTRIES;
	if (!r->events.use_clockid) {
		r->events.use_clockid = true;
		r->events.clockid = CLOCK_MONOTONIC;
	}
	return 0;
}

/* ---- files ---- */

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int stat_directory(const char *path, struct stat *ret_stat)
{
	const size_t len = (size_t)(base_of(path) - path);
	char *dir __cleanup_free = len ? strndup(path, len) : strdup(".");

	if (!dir)
		return -ENOMEM;
	return stat(dir, ret_stat) ? -errno : 0;
}

static int check_file(const char *option, const char *path, const char *other_path,
		      const char *other_is)
{
	struct stat dir, other_dir;
	int err = 0;

	/* Standard output is opened as it is. */
	if (!strcmp(path, "-") && strcmp(other_path, "-"))
		return 0;
	if (strcmp(path, "-"))
		err = sink__check(path);
	if (!err)
		err = stat_directory(path, &dir);
	if (err) {
		log_err("%s: %s cannot be written: %s", option, path, output_file__why(err));
		return err;
	}
	if (strcmp(base_of(path), base_of(other_path)) || stat_directory(other_path, &other_dir) ||
	    dir.st_dev != other_dir.st_dev || dir.st_ino != other_dir.st_ino)
		return 0;
	log_err("%s: %s is %s; name another file", option, path, other_is);
	return -EINVAL;
}

int record_count__check_files(const struct record_count *c, const struct record_opts *opts)
{
	const struct {
		const char *option, *path;
	} files[] = {
		{ "--folded", c->folded },
		{ "--json", c->json },
		{ "--flamegraph", c->flamegraph },
	};
	size_t i, j;
	int err = 0;

	if (c->flamegraph && !strcmp(c->flamegraph, "-")) {
		log_err("--flamegraph: '-' is no file to look at; name one");
		return -EINVAL;
	}
	for (i = 0; i < ARRAY_SIZE(files) && !err; i++) {
		if (!files[i].path)
			continue;
		err = check_file(files[i].option, files[i].path, opts->output.path,
				 "the recording itself");
		for (j = 0; j < i && !err; j++) {
			if (files[j].path)
				err = check_file(files[i].option, files[i].path, files[j].path,
						 files[j].option);
		}
	}
	return err;
}

/* The columns of what was counted by: a stack's are its functions. */
static void add_sort_keys(struct strbuf *sort, const struct count_opts *count)
{
	static const struct {
		uint32_t by;
		const char *keys;
	} columns[] = {
		{ COUNT_BY_COMM, "comm" },     { COUNT_BY_PID, "pid" },
		{ COUNT_BY_TID, "tid" },       { COUNT_BY_CPU, "cpu" },
		{ COUNT_BY_CGROUP, "cgroup" }, { COUNT_BY_CODE | COUNT_BY_STACK, "dso,sym" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		if (count->by & columns[i].by)
			strbuf__addf(sort, "%s%s", sort->len ? "," : "", columns[i].keys);
	}
}

/* With a flame graph goes a form as well, which nobody wants. */
static int report(const struct record_opts *opts, const char *option, const char *file)
{
	const bool is_graph = !strcmp(option, "--flamegraph");
	char *argv[12] = { (char *)"report" };
	struct strbuf sort = {};
	int argc = 1, status = EXIT_FAILED;

	add_sort_keys(&sort, &opts->overflow.count);
	/* Folded lines have no columns. */
	if (strcmp(option, "--folded")) {
		argv[argc++] = (char *)"--sort";
		argv[argc++] = (char *)strbuf__cstr(&sort);
	}
	argv[argc++] = (char *)"-i";
	argv[argc++] = (char *)opts->output.path;
	argv[argc++] = (char *)(is_graph ? "--json" : option);
	if (strcmp(file, "-")) {
		argv[argc++] = (char *)"-o";
		argv[argc++] = (char *)(is_graph ? "/dev/null" : file);
	}
	if (is_graph) {
		argv[argc++] = (char *)option;
		argv[argc++] = (char *)file;
	}
	if (!strbuf__error(&sort))
		status = cmd_report(argc, argv);
	strbuf__free(&sort);
	return status;
}

int record_count__report(const struct record_count *c, const struct record_opts *opts)
{
	int status = EXIT_OK;

	if (c->folded || c->json || c->flamegraph)
		privilege__keep(PRIVILEGE_REPORT);
	if (c->folded)
		status = report(opts, "--folded", c->folded);
	if (!status && c->json)
		status = report(opts, "--json", c->json);
	if (!status && c->flamegraph)
		status = report(opts, "--flamegraph", c->flamegraph);
	return status;
}
