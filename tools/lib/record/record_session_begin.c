// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_session_begin.c - all that happens before the first sample; see record_session_priv.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "cgroup.h"
#include "log.h"
#include "privilege.h"
#include "record_groups.h"
#include "record_session_priv.h"
#include "util.h"

/*
 * The threads are started in between, so that all of them have given up the most: what stays reads
 * programs that are loaded meanwhile and files that are mapped, writes the recording, and sends
 * signals to the command; and the side-band thread runs before others. Opening events takes more
 * memory that is locked, too.
 */
#define NEEDED                                                         \
	(PRIVILEGE_FILES | PRIVILEGE_OTHERS | PRIVILEGE_BIT(CAP_BPF) | \
	 PRIVILEGE_BIT(CAP_PERFMON) | PRIVILEGE_BIT(CAP_KILL) | PRIVILEGE_BIT(CAP_SYS_NICE))

/* SIGUSR2 switches recordings, as with perf. */
static int set_up_signals(struct record_session *s)
{
	struct sigaction hangup;
	sigset_t mask;
	int err;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	/* Under nohup it stays ignored; signalfd would deliver it. */
	if (sigaction(SIGHUP, NULL, &hangup) || hangup.sa_handler != SIG_IGN)
		sigaddset(&mask, SIGHUP);
	sigaddset(&mask, SIGCHLD);
	if (s->opts->switch_on_signal)
		sigaddset(&mask, SIGUSR2);
	/* All threads inherit the mask. */
	sigprocmask(SIG_BLOCK, &mask, &s->old_mask);
	s->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	if (s->signal_fd >= 0)
		return 0;
	err = -errno;
	log_err("cannot wait for signals: %s", strerror(errno));
	return err;
}

/* As with perf: what the command prints shall not stand in the middle of the recording. */
static int fork_command(struct record_session *s, const char *path)
{
	const struct target_program program = { .path = path,
						.argv = s->opts->command,
						.signals = &s->old_mask };
	int stdout_fd = -1, err;

	if (s->opts->output.form == PERFDATA_FORM_PIPE) {
		stdout_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		if (stdout_fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
			return -errno;
	}
	err = target__prepare(&program, &s->command);
	if (stdout_fd >= 0) {
		dup2(stdout_fd, STDOUT_FILENO);
		close(stdout_fd);
	}
	return err;
}

static int prepare_command(struct record_session *s)
{
	struct strbuf path = {};
	const char *name = s->opts->command[0];
	int err = target__find_command(name, &path);

	if (!err)
		err = fork_command(s, strbuf__cstr(&path));
	if (err)
		log_err("cannot run '%s': %s", name,
			err == -ENOENT ? "no such command" : strerror(-err));
	strbuf__free(&path);
	s->command_running = !err;
	return err;
}

static int add_tid(void *ctx, pid_t tid)
{
	struct record_session *s = ctx;
	pid_t *tids;
	size_t i;

	for (i = 0; i < s->nr_tids; i++) {
		if (s->tids[i] == tid)
			return 0;
	}
	tids = reallocarray(s->tids, s->nr_tids + 1, sizeof(*tids));
	if (!tids)
		return -ENOMEM;
	s->tids = tids;
	s->tids[s->nr_tids++] = tid;
	return 0;
}

static int add_threads(struct record_session *s, pid_t pid)
{
	int err = target__for_each_thread(pid, add_tid, s);

	if (err == -ESRCH)
		log_err("-p: there is no process %d", pid);
	else if (err)
		log_err("-p: the threads of process %d cannot be listed: %s", pid, strerror(-err));
	return err;
}

static int find_targets(struct record_session *s)
{
	const struct record_opts *opts = s->opts;
	size_t i;
	int err = 0;

	if (opts->all_cpus)
		return add_tid(s, -1);
	for (i = 0; i < opts->nr_pids && !err; i++)
		err = add_threads(s, opts->pids[i]);
	for (i = 0; i < opts->nr_tids && !err; i++)
		err = add_tid(s, opts->tids[i]);
	if (!err && !s->nr_tids)
		err = add_tid(s, s->command.pid);
	return err;
}

/* Threads that appeared while samplers were opened, and inherit none of them. */
static int add_new_threads(struct record_session *s)
{
	size_t before = s->nr_tids, i;
	int err = 0;

	do {
		for (i = 0; i < s->opts->nr_pids && !err; i++) {
			err = target__for_each_thread(s->opts->pids[i], add_tid, s);
			if (err == -ESRCH)
				err = 0;
		}
		if (err || s->nr_tids == before)
			return err;
		err = record_events__open_samplers(s->events, s->tids + before,
						   s->nr_tids - before);
		before = s->nr_tids;
	} while (!err);
	return err == -ESRCH ? 0 : err;
}

static int open_cgroup(const char *path)
{
	const int fd = cgroup__open(path);

	if (fd == -ENODEV)
		log_err("-G: no cgroup file system is mounted (mount -t cgroup2 none /sys/fs/cgroup)");
	else if (fd < 0)
		log_err("-G: there is no cgroup %s: %s", path, strerror(-fd));
	return fd;
}

static int open_all(struct record_session *s, const struct record_events_opts *opts)
{
	int err = record_events__new(&s->events, &s->opts->list, opts);

	if (!err)
		err = record_events__open_tracking(s->events, s->tids, s->nr_tids);
	if (!err)
		err = record_events__open_samplers(s->events, s->tids, s->nr_tids);
	if (!err && opts->inherit)
		err = add_new_threads(s);
	if (!err && s->overflow)
		err = overflow__attach(s->overflow, s->events);
	return err;
}

static int open_events(struct record_session *s)
{
	struct record_events_opts opts = s->opts->events;
	const size_t nr = s->opts->nr_cgroups;
	int *fds __cleanup_free = calloc(nr + 1, sizeof(*fds)), err = 0;
	size_t i;

	if (!fds)
		return -ENOMEM;
	opts.on_exec = s->command_running && s->tids[0] == s->command.pid;
	if (s->overflow) {
		opts.sample_type = overflow__sample_type(s->overflow);
		opts.file_numbers = overflow__counts(s->overflow);
	}
	opts.cgroup_fds = fds;
	for (; opts.nr_cgroups < nr && !err; opts.nr_cgroups += !err) {
		fds[opts.nr_cgroups] = open_cgroup(s->opts->cgroups[opts.nr_cgroups]);
		err = MIN(fds[opts.nr_cgroups], 0);
	}
	if (!err)
		err = open_all(s, &opts);
	for (i = 0; i < opts.nr_cgroups; i++)
		close(fds[i]);
	return err;
}

static int prepare_overflow(struct record_session *s)
{
	const struct record_opts *opts = s->opts;

	if (!overflow_opts__wanted(&opts->overflow))
		return 0;
	return overflow__new(&s->overflow, &opts->overflow, &opts->list,
			     opts->events.use_clockid && opts->events.clockid == CLOCK_MONOTONIC);
}

static int start_sideband(struct record_session *s)
{
	const struct sideband_opts opts = {
		.gate = s->opts->gate,
		.sample_id_size = RECORD_SAMPLE_ID_SIZE,
		.use_clockid = s->opts->events.use_clockid,
		.clockid = s->opts->events.clockid,
	};
	int err = sideband__new(&s->sideband, &opts);

	if (err)
		log_err("BPF programs cannot be followed: %s", strerror(-err));
	return err;
}

/* Its thread reads files of anybody. */
static int start_build_ids(struct record_session *s)
{
	int err = record_build_ids__new(&s->build_ids);

	if (err)
		log_err("build-ids cannot be read: %s", strerror(-err));
	return err;
}

static void see_mapping(void *ctx, const uint8_t *record, size_t size)
{
	struct record_session *s = ctx;

	record_build_ids__saw(s->build_ids, record, size);
}

static void see_any(void *ctx, const uint8_t *record, size_t size)
{
	struct record_session *s = ctx;

	overflow__saw(s->overflow, record, size);
}

static int make_readers(struct record_session *s)
{
	const struct record_watcher watcher = { .mmap = see_mapping,
						.any = s->overflow ? see_any : NULL,
						.ctx = s };
	size_t *sizes __cleanup_free = NULL;
	size_t nr_rings, at = 0;
	struct perf_ring *rings = record_events__rings(s->events, &nr_rings);
	int nr = 1, i;

	if (s->opts->output.form == PERFDATA_FORM_DIR)
		nr = record_groups__sort(s->opts->threads, rings, nr_rings, &sizes);
	if (nr < 0)
		return nr;
	s->readers = calloc((size_t)nr, sizeof(*s->readers));
	if (!s->readers)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		s->readers[i] =
			record_reader__new(rings + at, sizes ? sizes[i] : nr_rings, &watcher);
		if (!s->readers[i]) {
			const int err = -errno;

			if (err != -ENOMEM)
				log_err("the rings cannot be read: %s (ulimit -n)", strerror(-err));
			return err;
		}
		s->nr_readers++;
		at += sizes ? sizes[i] : nr_rings;
	}
	s->output.opts.nr_streams = s->opts->output.form == PERFDATA_FORM_DIR ? (unsigned int)nr
									      : 0;
	return 0;
}

static int start_threads(struct record_session *s)
{
	int err = 0;
	size_t i;

	for (i = 0; i < s->nr_readers && !err && s->opts->output.form == PERFDATA_FORM_DIR; i++)
		err = record_reader__start(s->readers[i]);
	if (err)
		log_err("no thread can be started: %s", strerror(-err));
	return err;
}

static int start_command(struct record_session *s)
{
	int err;

	if (!s->command_running)
		return 0;
	err = target__start(&s->command);
	s->exec_err = err;
	if (err)
		log_err("cannot run '%s': %s", s->opts->command[0], strerror(-err));
	return err;
}

int record_session__begin(struct record_session *s)
{
	int err = set_up_signals(s);

	if (!err)
		err = prepare_overflow(s);
	if (!err && s->opts->command)
		err = prepare_command(s);
	if (!err)
		err = find_targets(s);
	if (!err) {
		/* NOLINTNEXTLINE(misc-redundant-expression): sets that share capabilities */
		privilege__keep(NEEDED | PRIVILEGE_LOAD | PRIVILEGE_BIT(CAP_IPC_LOCK));
	}
	/* Captures before the rings tell of loads, so that no program is missed in between. */
	if (!err)
		err = start_sideband(s);
	if (!err)
		err = open_events(s);
	if (!err)
		err = make_readers(s);
	if (!err)
		privilege__keep(NEEDED);
	if (!err)
		err = start_build_ids(s);
	if (!err)
		err = record_session__begin_output(s, true);
	if (!err)
		err = start_threads(s);
	if (!err)
		record_events__enable(s->events);
	if (!err)
		err = start_command(s);
	s->started = !err;
	return err;
}
