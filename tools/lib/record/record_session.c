// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_session.c - see record_session.h: the loop between begin and end. */
#include "record_session.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>

#include "log.h"
#include "record_session_priv.h"
#include "util.h"

/* What is in rings that do not fill is written so often: a reader of a pipe shall not wait. */
#define FILE_TURN_MS 1000
#define PIPE_TURN_MS 200
/* How soon the end of the last of the recorded tasks is seen. */
#define TASKS_TURN_MS 100

uint64_t record_session__now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NSEC_PER_SEC + (uint64_t)now.tv_nsec;
}

struct record_counts record_session__counts(struct record_session *s)
{
	struct record_counts counts = {};
	size_t i;

	for (i = 0; i < s->nr_readers; i++)
		record_reader__add_counts(s->readers[i], &counts);
	return counts;
}

struct record_taken record_session__taken(struct record_session *s)
{
	struct record_taken taken = { .samples = record_session__counts(s).samples };

	if (!s->overflow)
		return taken;
	/* Both are samples to the rings. */
	taken.forwarded = MIN(taken.samples, overflow__forwarded(s->overflow).sent);
	if (overflow__counts(s->overflow))
		taken.samples = overflow__nr_counted(s->overflow);
	else
		taken.samples -= taken.forwarded;
	return taken;
}

static void reap_command(struct record_session *s)
{
	if (!s->command_running ||
	    waitpid(s->command.pid, &s->command_status, WNOHANG) != s->command.pid)
		return;
	s->command_running = false;
	s->stop = true;
}

static void take_signals(struct record_session *s)
{
	struct signalfd_siginfo info;

	while (read(s->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		switch (info.ssi_signo) {
		case SIGCHLD:
			reap_command(s);
			break;
		case SIGUSR2:
			s->switch_wanted = true;
			break;
		default:
			s->signal = (int)info.ssi_signo;
			s->stop = true;
		}
	}
}

static int turn_ms(const struct record_session *s)
{
	/* Without a command of its own, nobody tells when the recorded tasks have ended. */
	if (s->tids[0] >= 0 && !s->command_running)
		return TASKS_TURN_MS;
	return s->opts->output.form == PERFDATA_FORM_PIPE ? PIPE_TURN_MS : FILE_TURN_MS;
}

static void check_size(struct record_session *s)
{
	const struct record_opts *opts = s->opts;
	const uint64_t bytes = record_output__bytes(&s->output);

	if (opts->max_bytes && s->output.written + bytes >= opts->max_bytes) {
		record_progress__clear(s);
		if (!opts->quiet)
			log_info("the size limit of %.1f MB is reached: recording ends",
				 (double)opts->max_bytes / (1024.0 * 1024.0));
		s->stop = true;
	}
	if ((opts->switch_bytes && bytes >= opts->switch_bytes) ||
	    (opts->switch_ns && record_session__now_ns() - s->begin_ns >= opts->switch_ns))
		s->switch_wanted = true;
}

static void check_readers(struct record_session *s)
{
	size_t i;
	int err;

	for (i = 0; i < s->nr_readers && !s->write_err; i++) {
		err = record_reader__error(s->readers[i]);
		if (!err)
			continue;
		s->write_err = err;
		s->stop = true;
	}
}

/* Sleeps until a ring is half full, a signal comes, or a turn is over. */
static void wait_for_work(struct record_session *s, struct pollfd *pfds, size_t nr)
{
	size_t i;

	poll(pfds, nr, turn_ms(s));
	for (i = 1; i < nr; i++) {
		/* Of a CPU that went offline. */
		if (pfds[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			pfds[i].fd = -1;
	}
}

static int run_loop(struct record_session *s)
{
	const bool reads = s->opts->output.form != PERFDATA_FORM_DIR;
	size_t nr = 1;
	struct pollfd *pfds __cleanup_free =
		calloc(1 + record_reader__nr_rings(s->readers[0]), sizeof(*pfds));

	if (!pfds)
		return -ENOMEM;
	pfds[0] = (struct pollfd){ .fd = s->signal_fd, .events = POLLIN };
	if (reads)
		nr += record_reader__pollfds(s->readers[0], pfds + 1);
	while (!s->stop) {
		wait_for_work(s, pfds, nr);
		take_signals(s);
		if (!s->stop && !s->command_running && record_events__targets_ended(s->events))
			s->stop = true;
		record_session__round(s);
		check_readers(s);
		check_size(s);
		if (s->switch_wanted && !s->stop) {
			record_progress__clear(s);
			record_session__switch_output(s);
			s->switch_wanted = false;
		}
		record_progress__update(s);
	}
	return 0;
}

/* How much cannot be written any more. */
static void count_rest(struct record_session *s)
{
	size_t i;

	for (i = 0; i < s->nr_readers; i++)
		record_reader__round(s->readers[i]);
}

/* Nothing is written by others after this. */
static void stop_threads(struct record_session *s)
{
	size_t i;

	record_events__disable(s->events);
	for (i = 0; i < s->nr_readers; i++)
		record_reader__stop(s->readers[i]);
	if (sideband__stop(s->sideband) && !s->write_err)
		s->write_err = -ENOMEM;
	check_readers(s);
	if (!s->write_err)
		record_session__round(s);
	else if (s->opts->output.form != PERFDATA_FORM_PIPE)
		count_rest(s);
}

/*
 * A command that outlives its recording (the disk is full, a signal came) is told to end, as perf
 * does. Who does not want to wait for it sends us another signal.
 */
static void end_command(struct record_session *s)
{
	struct pollfd pfd = { .fd = s->signal_fd, .events = POLLIN };

	if (!s->command_running)
		return;
	if (s->command.go_fd >= 0) { /* it never began */
		target__abandon(&s->command);
		s->command_running = false;
		return;
	}
	take_signals(s);
	s->stop = false;
	kill(s->command.pid, SIGTERM);
	while (s->command_running) {
		if (s->stop)
			kill(s->command.pid, SIGKILL);
		poll(&pfd, 1, TASKS_TURN_MS);
		take_signals(s);
		reap_command(s);
	}
}

static int exit_status(const struct record_session *s, int err, int *ret_signal)
{
	*ret_signal = s->signal;
	if (s->exec_err)
		return target__status_of(s->exec_err);
	if (err || s->write_err)
		return -EIO;
	if (!s->opts->command || s->command.pid <= 0)
		return 0;
	if (WIFSIGNALED(s->command_status) && !s->signal)
		*ret_signal = WTERMSIG(s->command_status);
	return WIFEXITED(s->command_status) ? WEXITSTATUS(s->command_status) : 0;
}

static void clean_up(struct record_session *s)
{
	size_t i;

	sideband__free(s->sideband);
	for (i = 0; i < s->nr_readers; i++)
		record_reader__free(s->readers[i]);
	free(s->readers);
	record_build_ids__free(s->build_ids);
	overflow__free(s->overflow);
	record_output__free(&s->output);
	record_events__free(s->events);
	free(s->tids);
	if (s->signal_fd >= 0)
		close(s->signal_fd);
	sigprocmask(SIG_SETMASK, &s->old_mask, NULL);
}

int record_session__run(const struct record_opts *opts, int *ret_signal)
{
	struct record_session s = {
		.opts = opts,
		.signal_fd = -1,
		.command = { .go_fd = -1, .ready_fd = -1 },
		.output = { .opts = opts->output },
	};
	int err, end_err, status;

	err = record_session__begin(&s);
	if (!err)
		err = run_loop(&s);
	if (s.started) {
		stop_threads(&s);
		end_err = record_session__end_output(&s);
		if (end_err && !s.write_err)
			s.write_err = end_err;
		record_progress__summary(&s);
		end_command(&s);
	} else {
		if (err == -ENOMEM)
			log_err("out of memory");
		end_command(&s);
		record_output__discard(&s.output);
	}
	status = exit_status(&s, err, ret_signal);
	clean_up(&s);
	return status;
}
