// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * trace.c - see trace.h. One thread: it sleeps until the engine asks for its reader, a signal comes
 * or a traced process ends; then it takes what is there, decodes and writes it.
 */
#include "trace_priv.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine_maps.h"
#include "format_event.h"
#include "log.h"
#include "record.h"
#include "syscalls.h"

/* While records come, let them gather this long: fewer wake-ups, and still at once for a person. */
#define GATHER_MS 20
/* A call that waits longer than this gets a line of its own. */
#define WAITING_NS (500 * NSEC_PER_MSEC)
/* After a signal, the command has this long to end too, so that its end is in the trace. */
#define GRACE_MS 1000
/* Threads that a pidfd cannot name (before Linux 6.9) are looked at this often. */
#define CHECK_THREADS_MS 500
/* Tasks that outlive the command are looked at this often. */
#define CHECK_CHILDREN_MS 50

/* ---- records to lines ---- */

/* @nr_unwritten: counts it when it cannot be written; NULL: it is no call's end, but a note that it waits. */
static int write_line(struct trace *t, const struct event *event, enum format_state state,
		      uint64_t *nr_unwritten)
{
	switch (t->format.kind) {
	case FORMAT_PERF:
		format_perf__call(&t->format, event, state, &t->sink->buf);
		break;
	case FORMAT_JSON:
		format_json__call(&t->format, event, state, &t->sink->buf);
		break;
	case FORMAT_STRACE:
		if (t->strace_files)
			return strace_files__call(t->strace_files, event);
		format_strace__call(t->strace, event);
		break;
	}
	if (nr_unwritten && sink__mark(t->sink, nr_unwritten))
		return -ENOMEM;
	return sink__line(t->sink);
}

int trace__write_line(struct trace *t, const struct event *event, enum format_state state)
{
	return write_line(t, event, state, NULL);
}

bool trace__is_full(const struct trace *t)
{
	return t->opts->max_events && t->ledger.shown + t->ledger.events_shown +
						      t->ledger.perf_shown + t->nr_waiting_shown >=
					      t->opts->max_events;
}

/* A thread that executes a program becomes the only one of its process, with the leader's number. */
static bool take_pending(struct trace *t, const struct aug_record *rec)
{
	if (!t->pending.nr)
		return false;
	if (syscalls__has_executed(rec))
		return pending__take_process(&t->pending, rec->pid, rec->nr);
	return pending__take(&t->pending, rec->tid);
}

static void count_malformed(struct trace *t, const struct aug_record *rec, size_t size)
{
	if (size >= sizeof(*rec) && rec->type == AUG_RECORD_EVENT)
		t->ledger.events_malformed++;
	else
		t->ledger.malformed++;
}

/* --switch-on and --switch-off. Return: whether the event is not to be shown. */
static bool switch_by(struct trace *t, const struct shown_event *event)
{
	const struct trace_opts *opts = t->opts;

	if (opts->switch_on && t->is_off && !strcmp(event->name, opts->switch_on)) {
		t->is_off = false;
		t->was_on = true;
		return !opts->show_switches;
	}
	if (opts->switch_off && !t->is_off && !strcmp(event->name, opts->switch_off)) {
		t->is_off = true;
		return !opts->show_switches;
	}
	return t->is_off;
}

/* An augmenter's tracepoint or probe: a line of its own, which is no call of the ledger. */
static int take_probe(struct trace *t, const struct event *event)
{
	if (t->is_off || trace__is_full(t) || event->rec->enter_ns < t->begin_ns) {
		t->ledger.events_past_max++;
		return 0;
	}
	t->ledger.events_shown++;
	if (write_line(t, event, FORMAT_WHOLE, &t->ledger.events_unwritten) || trace__is_full(t))
		t->stop = true;
	return 0;
}

static int take_perf_event(void *ctx, const struct shown_event *event)
{
	struct trace *t = ctx;

	/* In this order: an event that is not shown may be the one that switches. */
	if (switch_by(t, event) || trace__is_full(t) || event->time_ns < t->begin_ns ||
	    (t->opts->engine.cpus && !cpu_list__has(t->opts->engine.cpus, (int)event->cpu))) {
		t->ledger.perf_past_max++;
		return 0;
	}
	t->ledger.perf_shown++;
	switch (t->format.kind) {
	case FORMAT_PERF:
		format_perf__event(&t->format, event, &t->sink->buf);
		break;
	case FORMAT_JSON:
		format_json__event(&t->format, event, &t->sink->buf);
		break;
	case FORMAT_STRACE:
		if (format_strace__event(t->strace, event))
			t->stop = true;
		break;
	}
	if (sink__mark(t->sink, &t->ledger.perf_unwritten))
		t->stop = true;
	if (sink__line(t->sink) || trace__is_full(t) ||
	    (!t->engine && perf_events__is_done(t->events)))
		t->stop = true;
	return 0;
}

/* Perf events up to the time of this record come first. */
static void take_earlier(struct trace *t, const struct event *event)
{
	if (t->events && perf_events__drain(t->events, event->rec->time_ns + 1, take_perf_event, t))
		t->stop = true;
}

/* An object may know more of the call. */
static bool judge(struct trace *t, struct event *event)
{
	if (!t->events)
		return true;
	if (!t->is_off && perf_events__judge(t->events, event))
		return true;
	t->ledger.withheld += event->rec->type == AUG_RECORD_CALL ||
			      event->rec->flags & AUG_F_NORETURN;
	return false;
}

/* Contents that took several records: kept until the one that ends the call, then put together. */
static const void *take_parts(struct trace *t, const struct aug_record *rec, size_t *size)
{
	const struct aug_record *joined;
	int err;

	if (rec->type == AUG_RECORD_MORE) {
		err = record_parts__add(t->parts, rec, *size);
		t->ledger.malformed += err == -EBADMSG;
		t->stop |= err == -ENOMEM;
		return NULL;
	}
	joined = record_parts__join(t->parts, rec, *size, size);
	t->stop |= !joined;
	return joined;
}

int trace__announce(struct trace *t, const struct event *event)
{
	if (t->format.kind != FORMAT_STRACE)
		return pending__put(&t->pending, event->rec);
	if (trace__is_full(t))
		return 0;
	/* A write error ends the trace; the sink has counted the lines. */
	return trace__write_line(t, event, FORMAT_WAITING) ? (t->stop = true) : 0;
}

static int take_record(void *ctx, const void *data, size_t size)
{
	struct trace *t = ctx;
	struct event event;
	bool was_shown;

	if (size >= sizeof(struct aug_task_record) && record__is_task(data))
		return trace__take_task(t, data, size);
	if (t->parts && size >= sizeof(struct aug_record)) {
		data = take_parts(t, data, &size);
		if (!data)
			return 0;
	}
	if (record__parse(data, size, &event)) {
		count_malformed(t, data, size);
		return 0;
	}
	take_earlier(t, &event);
	if (event.rec->type == AUG_RECORD_CHAIN)
		return trace__take_chain(t, &event);
	if (event.rec->flags & AUG_F_BEFORE && !trace__add_begin(t, &event))
		return 0;
	if (!judge(t, &event))
		return 0;
	if (event.rec->type == AUG_RECORD_EVENT)
		return take_probe(t, &event);
	/* Such a call was not announced while it waited. */
	if (event.rec->flags & AUG_F_UNDECIDED && !filter__is_empty(t->opts->filter) &&
	    !filter__matches(t->opts->filter, &event)) {
		t->ledger.filtered++;
		return 0;
	}
	if (event.rec->type == AUG_RECORD_ENTER && !(event.rec->flags & AUG_F_NORETURN))
		return trace__announce(t, &event);
	/* Of an execve() that began before the trace the end may be missing: what comes then is another call. */
	was_shown = take_pending(t, event.rec) && event.rec->flags & AUG_F_WAITED;
	if (event.rec->flags & AUG_F_DROPPED && !was_shown && t->format.kind != FORMAT_STRACE) {
		t->ledger.dropped++;
		return 0;
	}
	if (trace__is_full(t)) {
		t->ledger.past_max++;
		return 0;
	}
	t->ledger.shown++;
	/* A write error ends the trace; the sink has counted the lines. */
	if (write_line(t, &event, was_shown ? FORMAT_CONTINUED : FORMAT_WHOLE,
		       &t->ledger.unwritten))
		t->stop = true;
	if (trace__is_full(t))
		t->stop = true;
	return 0;
}

static int show_waiting(void *ctx, struct pending_call *call)
{
	struct trace *t = ctx;
	struct event event;

	if (trace__is_full(t))
		return 0;
	call->shown = true;
	if (record__parse(call->record, call->size, &event))
		return 0;
	t->nr_waiting_shown++;
	if (trace__write_line(t, &event, FORMAT_WAITING))
		return t->stop = true;
	t->stop |= trace__is_full(t);
	return 0;
}

/* ---- what ends a trace ---- */

/* Of the command and of the processes to trace, one kind has ended. */
static bool others_live(struct trace *t)
{
	if (!t->opts->trace_all || t->stop_at_ns)
		return false;
	if (t->command_running || t->nr_living || t->nr_polled_threads)
		return true;
	t->waits_for_children = t->opts->engine.want_living && engine__has_living(t->engine);
	return t->waits_for_children;
}

static void command_ended(struct trace *t, int status)
{
	t->command_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	if (t->opts->ret_signal)
		*t->opts->ret_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	t->command_running = false;
	t->stop |= !others_live(t);
}

static void reap_command(struct trace *t)
{
	int status;

	if (t->command_running && waitpid(t->command.pid, &status, WNOHANG) == t->command.pid)
		command_ended(t, status);
}

static void take_signals(struct trace *t)
{
	struct signalfd_siginfo info;

	while (read(t->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD) {
			reap_command(t);
			continue;
		}
		if (info.ssi_signo == SIGUSR1) {
			t->dump_at_ns = 1;
			continue;
		}
		if (t->opts->uninterruptible || info.ssi_signo == SIGTSTP)
			continue;
		if (!t->stop_signal)
			t->stop_signal = (int)info.ssi_signo;
		if (!t->command_running || t->stop_at_ns) {
			t->stop = true;
			t->stop_at_ns = 1; /* the second signal: no grace */
			continue;
		}
		/* The terminal sends its signals to the command too; others reach only us. */
		if (info.ssi_code != SI_KERNEL)
			kill(t->command.pid, (int)info.ssi_signo);
		t->stop_at_ns = clock__ns(CLOCK_MONOTONIC) + GRACE_MS * NSEC_PER_MSEC;
	}
}

bool trace__thread_exists(pid_t tid)
{
	/*
	 * Signal 0 to a thread id reaches its process, so a dead thread of a living process needs
	 * tgkill.
	 */
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d", tid);
	return !access(path, F_OK);
}

static void check_threads(struct trace *t)
{
	size_t i;

	if (!t->nr_polled_threads)
		return;
	for (i = 0; i < t->opts->nr_tids; i++) {
		if (trace__thread_exists(t->opts->tids[i]))
			return;
	}
	t->nr_polled_threads = 0;
	if (!t->nr_living)
		t->stop |= !others_live(t);
}

/* They stand in a map, which does not tell when it is empty. */
static void check_children(struct trace *t)
{
	if (t->waits_for_children)
		t->stop |= !others_live(t);
}

/* ---- the loop ---- */

/* Everything older than @until_ns, in the order of time. @ret_nr: records taken and lines made. */
static int drain(struct trace *t, uint64_t until_ns, size_t *ret_nr)
{
	const uint64_t perf_before = t->ledger.perf_shown;
	int err = 0;

	*ret_nr = 0;
	trace__look_for_lost(t, until_ns == UINT64_MAX);
	/* After @until_ns was chosen: what is older is there now. */
	if (t->events)
		perf_events__look(t->events);
	if (t->engine)
		err = engine__drain(t->engine, until_ns, take_record, t, ret_nr);
	if (!err && t->events)
		err = perf_events__drain(t->events, until_ns, take_perf_event, t);
	*ret_nr += t->ledger.perf_shown - perf_before;
	return err || trace__is_full(t) ? err : trace__tell_lost(t);
}

static int dump_maps_if_due(struct trace *t)
{
	const uint64_t interval_ns = t->opts->dump_interval_ns;

	if (!t->dump_at_ns || clock__ns(CLOCK_MONOTONIC) < t->dump_at_ns)
		return 0;
	t->dump_at_ns = interval_ns ? clock__ns(CLOCK_MONOTONIC) + interval_ns : 0;
	return engine_maps__dump(t->engine, t->opts->objects, t->opts->dump_maps, t->sink);
}

static int wait_ms(struct trace *t, size_t nr_taken)
{
	/*
	 * A record that was being made when we began to wait wakes nobody: the first of our waits
	 * has an end.
	 */
	int timeout = t->is_idle ? -1 : 100;

	/* What is too young yet to be taken may be a ring full of it, which wakes nobody any more. */
	if (nr_taken)
		return t->engine && engine__is_filling(t->engine) ? 0 : GATHER_MS;
	/*
	 * The kernel wakes us when a ring of perf events fills; what is there before, a person
	 * waits for.
	 */
	if (t->stop_at_ns || t->pending.nr || t->dump_at_ns || t->events)
		timeout = 100;
	if (t->nr_polled_threads)
		timeout = CHECK_THREADS_MS;
	if (t->waits_for_children)
		timeout = CHECK_CHILDREN_MS;
	if (t->engine && !engine__begin_wait(t->engine))
		timeout = 0;
	return timeout;
}

static int wait_for_something(struct trace *t, size_t nr_taken)
{
	struct epoll_event events[16];
	const int timeout = wait_ms(t, nr_taken);
	int nr, i, err;

	nr = epoll_wait(t->epoll_fd, events, ARRAY_SIZE(events), timeout);
	t->is_idle = !nr && !nr_taken && timeout;
	if (nr < 0 && errno != EINTR) {
		err = -errno;
		log_err("cannot wait for events: %s", strerror(-err));
		return err;
	}
	for (i = 0; i < nr; i++) {
		switch (events[i].data.u64 & 0xff) {
		case TOKEN_SIGNAL:
			take_signals(t);
			break;
		case TOKEN_PROCESS:
			close((int)(events[i].data.u64 >> 8));
			if (!--t->nr_living && !t->nr_polled_threads)
				t->stop |= !others_live(t);
			break;
		}
	}
	return 0;
}

static int trace_loop(struct trace *t)
{
	size_t nr;
	int err;

	while (!t->stop) {
		err = drain(t, clock__ns(CLOCK_MONOTONIC) - ENGINE_SETTLE_NS, &nr);
		if (err) {
			log_err("cannot keep up the trace: %s", strerror(-err));
			return err;
		}
		if (t->pending.nr)
			pending__for_each(&t->pending, clock__ns(CLOCK_MONOTONIC) - WAITING_NS,
					  show_waiting, t);
		if (t->strace_files && strace_files__flush(t->strace_files))
			break;
		if (sink__flush(t->sink) || dump_maps_if_due(t))
			break;
		if (t->stop_at_ns && clock__ns(CLOCK_MONOTONIC) > t->stop_at_ns)
			break;
		check_threads(t);
		check_children(t);
		if (t->stop)
			break;
		err = wait_for_something(t, nr);
		if (err)
			return err;
	}
	return 0;
}

/* ---- end ---- */

static int finish(struct trace *t)
{
	size_t nr;
	int err;

	if (t->engine)
		engine__detach(t->engine);
	if (t->events)
		perf_events__end(t->events);
	err = drain(t, UINT64_MAX, &nr);
	if (!err)
		err = pending__for_each(&t->pending, UINT64_MAX, show_waiting, t);
	if (trace__end_tasks(t))
		err = -EIO;
	sink__flush(t->sink);
	if (!err && t->engine)
		err = trace__print_summaries(t);
	if (sink__flush(t->sink))
		t->ledger.unwritten_tables = trace__summaries(t->opts);
	if (!err && t->opts->dump_maps)
		err = engine_maps__dump(t->engine, t->opts->objects, t->opts->dump_maps, t->sink);
	return err;
}

static int exit_status(struct trace *t, int err, bool lost)
{
	if (t->opts->command && !t->command_running && t->command_status)
		return t->command_status;
	if (t->command_running) {
		log_info("'%s' (process %d) goes on untraced: it did not end on signal %d",
			 t->opts->command[0], t->command.pid, t->stop_signal);
		return 128 + t->stop_signal;
	}
	if (err || t->sink->err)
		return EXIT_FAILURE;
	return lost ? 3 : 0;
}

/* A trace that ended early leaves its command running: its end still gives our exit status. */
static void wait_for_command(struct trace *t)
{
	struct pollfd pfd = { .fd = t->signal_fd, .events = POLLIN };

	while (t->command_running &&
	       (!t->stop_at_ns || clock__ns(CLOCK_MONOTONIC) < t->stop_at_ns)) {
		poll(&pfd, 1, 100);
		take_signals(t);
	}
}

static void clean_up(struct trace *t)
{
	if (t->command_running)
		target__abandon(&t->command);
	engine__free(t->engine);
	native__free(t->native);
	perf_events__free(t->events);
	stacks__free(t->format.stacks);
	pending__free(&t->pending);
	record_parts__free(t->parts);
	began_before__free(t->began_before);
	by_tid__free(&t->added, NULL);
	format_strace__free(t->strace);
	strace_files__free(t->strace_files);
	strace_ends__free(&t->strace_ends);
	if (t->epoll_fd >= 0)
		close(t->epoll_fd);
	if (t->signal_fd >= 0)
		close(t->signal_fd);
	if (t->old_sigpipe)
		signal(SIGPIPE, t->old_sigpipe);
	if (t->old_sigxfsz)
		signal(SIGXFSZ, t->old_sigxfsz);
	if (t->old_sigchld)
		signal(SIGCHLD, t->old_sigchld);
	sigprocmask(SIG_SETMASK, &t->old_mask, NULL);
}

int trace__run(const struct trace_opts *opts, struct sink *sink)
{
	struct trace t = {
		.opts = opts,
		.format = opts->format,
		.sink = sink,
		.signal_fd = -1,
		.epoll_fd = -1,
		.command = { .go_fd = -1, .ready_fd = -1 },
		.is_off = opts->switch_on != NULL,
	};
	bool lost = false;
	int status, err;

	if (opts->engine.want_cgroups)
		t.format.cgroups = &t.cgroups;
	status = trace__begin(&t);
	if (!status) {
		err = trace_loop(&t);
		if (finish(&t))
			err = -EIO;
		if (ledger__close(&t.ledger, t.engine, t.events, sink, opts->ledger, &lost))
			err = -EIO;
		wait_for_command(&t);
		if (opts->switch_on && !t.was_on)
			log_warn("--switch-on: %s did not come, so nothing is shown",
				 opts->switch_on);
		status = exit_status(&t, err, lost);
		if (opts->ret_stop_signal)
			*opts->ret_stop_signal = t.stop_signal;
	}
	clean_up(&t);
	task_cgroups__free(&t.cgroups);
	return status;
}
