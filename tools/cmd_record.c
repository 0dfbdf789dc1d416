// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cmd_record.c - `perf-augment record`: options to a run of lib/record_session.c. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bpf_load.h"
#include "cmd.h"
#include "cmd_record_options.h"
#include "log.h"
#include "strbuf.h"
#include "target.h"

static bool is_pipe(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISFIFO(st.st_mode);
}

static int choose_output(struct record_options *opts)
{
	struct record_output_opts *out = &opts->record.output;

	if (out->max_files && !out->switching) {
		log_err("--switch-max-files says how many recordings of --switch-output stay: without "
			"that there is one");
		return -EINVAL;
	}
	out->fd = STDOUT_FILENO;
	if (!out->path && !opts->threads_given && !out->switching && is_pipe(STDOUT_FILENO))
		out->path = "-";
	if (!out->path)
		out->path = "perf.data";
	if (!*out->path) {
		log_err("-o: an empty name is no file; name one, or leave it out for perf.data");
		return -EINVAL;
	}
	out->form = opts->threads_given ? PERFDATA_FORM_DIR : PERFDATA_FORM_FILE;
	if (strcmp(out->path, "-"))
		return 0;
	out->form = PERFDATA_FORM_PIPE;
	if (opts->threads_given || out->switching) {
		log_err("%s is for files: name one with -o",
			opts->threads_given ? "--threads" : "--switch-output");
		return -EINVAL;
	}
	if (isatty(STDOUT_FILENO)) {
		log_err("a recording is not for a terminal: send it to a file or a pipe");
		return -EINVAL;
	}
	return 0;
}

static int check_target(struct record_options *opts)
{
	struct record_opts *r = &opts->record;

	if (r->all_cpus && (r->nr_pids || r->nr_tids)) {
		log_err("-a is every task: it does not go with -p or -t");
		return -EINVAL;
	}
	if (r->nr_cgroups && (r->nr_pids || r->nr_tids)) {
		log_err("-G is every task of a control group: it does not go with -p or -t");
		return -EINVAL;
	}
	r->all_cpus |= r->nr_cgroups > 0;
	/* As perf: of these CPUs everything, unless tasks are named. */
	if (opts->cpus.nr && !r->nr_pids && !r->nr_tids)
		r->all_cpus = true;
	r->events.sample_cpus = &opts->cpus;
	if (!r->all_cpus && !r->nr_pids && !r->nr_tids && !r->command) {
		log_err("what shall be recorded? A command, -a, -C, -p or -t; see perf-augment record "
			"--help");
		return -EINVAL;
	}
	if (r->events.freq && r->events.period) {
		log_err("-F and -c exclude each other: a sample every so often, or every so many "
			"events");
		return -EINVAL;
	}
	return 0;
}

/* One for all events, or one for each. */
static int check_cgroups(const struct record_opts *r)
{
	if (r->nr_cgroups <= 1 || r->nr_cgroups == r->list.nr)
		return 0;
	log_err("-G: %zu control groups for %zu events: name one, or one for each event",
		r->nr_cgroups, r->list.nr);
	return -EINVAL;
}

static int check_overflow(struct record_options *opts)
{
	const struct record_events_opts *events = &opts->record.events;
	int err = record_count__check(&opts->count, &opts->record, opts->threads_given);
	const bool mono = events->use_clockid && events->clockid == CLOCK_MONOTONIC;

	if (err)
		return err;

	if (opts->record.overflow.own && opts->record.overflow.nr_texts) {
		log_err("--overflow excludes --keep, --drop and --filter: an event has one program");
		return -EINVAL;
	}
	err = overflow_opts__check(&opts->record.overflow, mono);
	if (!err && opts->record.overflow.twin)
		err = overflow_opts__add_twins(&opts->record.list);
	return err;
}

static int check_branches(const struct record_opts *r)
{
	if (!r->events.branch_type)
		return 0;
	if (r->events.callchain == RECORD_CALLCHAIN_LBR) {
		log_err("-b, -j and --call-graph lbr exclude each other: a sample has one kind of "
			"branches");
		return -EINVAL;
	}
	if (r->overflow.count.by) {
		log_err("--count-by excludes -b and -j: counts have no branches");
		return -EINVAL;
	}
	return 0;
}

static int check_options(struct record_options *opts)
{
	int err = check_target(opts);

	if (!err)
		err = choose_output(opts);
	if (!err)
		err = check_cgroups(&opts->record);
	if (!err)
		err = check_branches(&opts->record);
	return err ? err : check_overflow(opts);
}

/* Also before it is known whether samples can be taken: what the shell says of such a command. */
static int check_command(const struct record_options *opts)
{
	struct strbuf path = {};
	int err = 0;

	if (opts->record.command)
		err = target__find_command(opts->record.command[0], &path);
	strbuf__free(&path);
	if (!err)
		return EXIT_OK;
	log_err("cannot run '%s': %s", opts->record.command[0],
		err == -ENOENT ? "no such command" : strerror(-err));
	return target__status_of(err);
}

static int run(struct record_options *opts, int *ret_signal)
{
	struct record_opts *r = &opts->record;
	int status = check_command(opts);

	if (!status && record_count__check_files(&opts->count, r))
		status = EXIT_FAILED;
	if (status)
		return status;
	if (opts->verbose > 1)
		log__set_level(LOG_DEBUG);
	bpf_load__choose_print();
	r->verbose = opts->verbose;
	r->progress = !r->quiet && isatty(STDERR_FILENO);
	signal(SIGPIPE, SIG_IGN);
	status = record_session__run(r, ret_signal);
	if (status < 0 || record_count__report(&opts->count, r))
		return -EIO;
	return status;
}

int cmd_record(int argc, char **argv)
{
	struct record_options opts = {
		.record = { .argc = argc, .argv = argv, .events = { .inherit = true } },
	};
	int err, status, signal_nr = 0;

	bpf_load__choose_print(); /* checks of options read the kernel's BTF already */
	err = record_options__parse(&opts, argc, argv);
	if (!err)
		err = check_options(&opts);
	if (err > 0) {
		status = EXIT_OK;
	} else if (err) {
		status = EXIT_USAGE;
	} else {
		status = run(&opts, &signal_nr);
		if (status < 0) {
			status = EXIT_FAILED;
			signal_nr = 0;
		}
	}
	record_options__free(&opts);
	if (signal_nr) {
		/* As perf: whoever started us shall see the signal. */
		signal(signal_nr, SIG_DFL);
		raise(signal_nr);
	}
	return status;
}
