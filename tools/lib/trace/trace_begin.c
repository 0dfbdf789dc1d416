// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* trace_begin.c - all that happens before the first record: see trace__begin() in trace_priv.h. */
#include "trace_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "degraded.h"
#include "doctor_probe.h"
#include "engine_maps.h"
#include "log.h"
#include "privilege.h"
#include "strbuf.h"

static int watch(struct trace *t, int fd, uint64_t token)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.u64 = token };

	return epoll_ctl(t->epoll_fd, EPOLL_CTL_ADD, fd, &ev) ? -errno : 0;
}

/* What end a trace. Those that were blocked before stay so, whoever did that. */
static const int stop_signals[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };

static int set_up_signals(struct trace *t)
{
	struct sigaction hangup;
	sigset_t mask;

	sigprocmask(SIG_BLOCK, NULL, &t->old_mask);
	sigemptyset(&mask);
	for (size_t i = 0; i < ARRAY_SIZE(stop_signals); i++) {
		if (!sigismember(&t->old_mask, stop_signals[i]))
			sigaddset(&mask, stop_signals[i]);
	}
	/* Under nohup it stays ignored; signalfd would deliver it. */
	if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler == SIG_IGN)
		sigdelset(&mask, SIGHUP);
	sigaddset(&mask, SIGCHLD);
	if (t->opts->unstoppable)
		sigaddset(&mask, SIGTSTP);
	if (t->opts->dump_maps)
		sigaddset(&mask, SIGUSR1);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	t->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	t->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (t->signal_fd < 0 || t->epoll_fd < 0 || watch(t, t->signal_fd, TOKEN_SIGNAL)) {
		int err = -errno;

		log_err("cannot wait for signals: %s", strerror(-err));
		return err;
	}
	return 0;
}

static const char *command_name(const struct trace *t)
{
	return t->opts->program ? t->opts->program : t->opts->command[0];
}

static int prepare_command(struct trace *t)
{
	struct strbuf path = {};
	const char *name = command_name(t);
	struct target_program program = { .argv = t->opts->command,
					  .envp = t->opts->environment,
					  .signals = &t->old_mask,
					  .user = t->opts->user,
					  .daemon = t->opts->daemon };
	int err = target__find_command(name, &path);

	/* What is there and may not be run is refused by the kernel, in a line of the trace. */
	if (err == -EACCES && strchr(name, '/') && !access(name, F_OK))
		err = 0;
	if (!err) {
		program.path = strbuf__cstr(&path);
		err = target__prepare(&program, &t->command);
	}
	if (err)
		log_err("cannot run '%s': %s", name,
			err == -ENOENT ? "no such command" : strerror(-err));
	strbuf__free(&path);
	t->command_running = !err && !t->opts->daemon;
	return err;
}

static int filter_pids(struct trace *t)
{
	size_t i;
	int err = 0;

	for (i = 0; i < t->opts->nr_filter_pids && !err; i++)
		err = engine__filter_pid(t->engine, t->opts->filter_pids[i]);
	return err;
}

static int add_thread(void *ctx, pid_t tid)
{
	struct trace *t = ctx;

	t->nr_listed++;
	/* Once: the engine, which may have seen a call of it by now, would take another one for its first. */
	if (by_tid__find(&t->added, (uint32_t)tid))
		return 0;
	if (by_tid__add(&t->added, (uint32_t)tid, t))
		return -ENOMEM;
	if (t->strace && format_strace__expect(t->strace, (uint32_t)tid))
		return -ENOMEM;
	if (t->strace_files && strace_files__expect(t->strace_files, (uint32_t)tid))
		return -ENOMEM;
	if (t->format.kind == FORMAT_STRACE &&
	    strace_ends__expect(&t->strace_ends, (uint32_t)t->listed, (uint32_t)tid))
		return -ENOMEM;
	if (!t->engine)
		return 0;
	/* With -D the call began before what is asked for, whenever it ends. */
	return engine__add_task(t->engine, tid, t->opts->delay_ns ? 0 : clock__ns(CLOCK_MONOTONIC));
}

static int watch_process(struct trace *t, pid_t pid, bool is_thread)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);

	if (fd < 0) {
		/* A thread that is no leader has no pidfd before Linux 6.9, and not with these flags. */
		if (is_thread && (errno == EINVAL || errno == ENOENT)) {
			t->nr_polled_threads++;
			return 0;
		}
		return -errno;
	}
	t->nr_living++;
	return watch(t, fd, (uint64_t)fd << 8 | TOKEN_PROCESS);
}

static void say_attached(const struct trace *t, pid_t pid, unsigned int nr_threads)
{
	if (t->strace)
		format_strace__attached(t->strace, (uint32_t)pid, nr_threads);
	if (t->strace_files)
		strace_files__attached(t->strace_files, (uint32_t)pid, nr_threads);
}

/* Return: NULL when it may make calls, or is there for other events; else why it does not. */
static const char *why_not(const struct trace *t, pid_t tid)
{
	if (t->events)
		return NULL;
	switch (target__kind(tid)) {
	case TARGET_IS_KERNELS:
		return "it is of the kernel, and makes no system calls";
	case TARGET_HAS_ENDED:
		return "it has ended, and its parent does not ask for how";
	case TARGET_LIVES:
		break;
	}
	return NULL;
}

/* Threads that a process makes while its threads are listed are found by the next listing. */
static int add_process(struct trace *t, pid_t pid)
{
	const char *why = why_not(t, pid);
	size_t before;
	int err;

	if (why) {
		log_err("cannot trace process %d: %s", pid, why);
		return -ESRCH;
	}
	t->listed = target__process_of(pid);
	do {
		before = t->added.nr;
		t->nr_listed = 0;
		err = target__for_each_thread(pid, add_thread, t);
	} while (!err && t->added.nr != before);
	if (!err)
		err = watch_process(t, t->listed, false);
	if (err)
		log_err("cannot trace process %d: %s", pid,
			err == -ESRCH ? "there is no such process" : strerror(-err));
	else
		say_attached(t, pid, t->nr_listed);
	return err;
}

static int add_single_thread(struct trace *t, pid_t tid)
{
	const char *why = why_not(t, tid);
	int err;

	if (why) {
		log_err("cannot trace thread %d: %s", tid, why);
		return -ESRCH;
	}
	t->listed = target__process_of(tid);
	err = trace__thread_exists(tid) ? add_thread(t, tid) : -ESRCH;
	if (!err)
		err = watch_process(t, tid, true);
	if (err)
		log_err("cannot trace thread %d: %s", tid,
			err == -ESRCH ? "there is no such thread" : strerror(-err));
	else
		say_attached(t, tid, 1);
	return err;
}

/* To strace one of several may have ended since its number was found. */
static int add_listed(struct trace *t)
{
	const struct trace_opts *opts = t->opts;
	const size_t nr = opts->nr_pids + opts->nr_tids;
	size_t i, nr_missed = 0;
	int err = 0;

	for (i = 0; i < nr && !err; i++) {
		err = i < opts->nr_pids ? add_process(t, opts->pids[i])
					: add_single_thread(t, opts->tids[i - opts->nr_pids]);
		if (err == -ESRCH && t->strace) {
			nr_missed++;
			err = 0;
		}
	}
	return nr_missed && nr_missed == nr && !trace__has_command(opts) ? -ESRCH : err;
}

static int add_targets(struct trace *t)
{
	const struct trace_opts *opts = t->opts;
	int err = add_listed(t);

	if (!err && trace__has_command(opts))
		err = t->engine ? engine__add_task(t->engine, t->command.pid, 0) : 0;
	if (!err && opts->command && opts->daemon)
		err = watch_process(t, t->command.pid, false);
	return err;
}

/* ---- perf events ---- */

/* Before privileges are dropped: the kernel's symbols are not for everybody. */
static int new_stacks(struct trace *t)
{
	if (!t->opts->engine.stacks && !t->opts->faults)
		return 0;
	t->format.stacks = stacks__new();
	if (t->strace)
		format_strace__set_stacks(t->strace, t->format.stacks);
	if (t->strace_files)
		strace_files__set_stacks(t->strace_files, t->format.stacks);
	return t->format.stacks ? 0 : -ENOMEM;
}

/* Perf events only tell what is mapped where. */
static bool events_name_only(const struct perf_events_opts *events)
{
	return events->stacks && !events->tracepoints->nr_chosen && !events->objects->nr &&
	       !events->faults && !events->watched[0] && !events->watched[1];
}

/* What can be known of it before anything runs. */
static void note_degraded(struct trace *t)
{
	const struct trace_opts *opts = t->opts;
	struct strbuf detail = {};

	if ((opts->engine.stacks & AUG_STACK_KERNEL || opts->faults) &&
	    !stacks__knows_kernel(t->format.stacks))
		degraded__add(&t->degraded, "names of kernel functions", "addresses");
	if (t->format.stacks && (opts->engine.all_tasks || opts->nr_pids || opts->nr_tids) &&
	    !doctor_probe__processes(&detail))
		degraded__add(&t->degraded, "names in call chains of other users' processes",
			      "processes");
	strbuf__reset(&detail);
	if (opts->engine.summary_cgroups && !doctor_probe__cgroups(&detail))
		degraded__add(&t->degraded, "paths of control groups", "cgroups");
	strbuf__free(&detail);
}

static int new_events(struct trace *t)
{
	static const struct tp_select no_tracepoints;
	static struct stock_objects no_objects;
	const struct trace_opts *opts = t->opts;
	const struct perf_events_opts events = {
		.tracepoints = opts->tracepoints ? opts->tracepoints : &no_tracepoints,
		.objects = opts->objects ? opts->objects : &no_objects,
		.wanted = opts->wanted,
		.all_tasks = opts->engine.all_tasks,
		.inherit = opts->engine.inherit,
		.filter_pids = opts->filter_pids,
		.nr_filter_pids = opts->nr_filter_pids,
		.watched = { opts->switch_on, opts->switch_off },
		.faults = opts->faults,
		.stacks = t->format.stacks,
		.want_chains = opts->engine.stacks,
		.ring_size = opts->engine.ring_size,
	};

	if (events_name_only(&events)) {
		if (!perf_events__new(&events, &t->events))
			return 0;
		/* Chains are there without them, but not all names. */
		stacks__follow_proc(t->format.stacks);
		degraded__add(&t->degraded, "names in call chains, but of processes that live on",
			      "perf_events_all");
		return 0;
	}
	if (!events.tracepoints->nr_chosen && !events.objects->nr && !events.faults &&
	    !events.stacks && !events.watched[0] && !events.watched[1])
		return 0;
	return perf_events__new(&events, &t->events);
}

static int add_event_thread(void *ctx, pid_t tid)
{
	struct trace *t = ctx;
	int err = perf_events__add_task(t->events, tid, false);

	return err == -ESRCH ? 0 : err; /* it has ended meanwhile */
}

static int begin_events(struct trace *t)
{
	const struct trace_opts *opts = t->opts;
	size_t i;
	int err = 0;

	if (!t->events)
		return 0;
	for (i = 0; i < opts->nr_pids && !err; i++)
		err = target__for_each_thread(opts->pids[i], add_event_thread, t);
	for (i = 0; i < opts->nr_tids && !err; i++)
		err = add_event_thread(t, opts->tids[i]);
	if (err == -ESRCH)
		return 0; /* add_targets() says so */
	if (!err && trace__has_command(opts))
		err = perf_events__add_task(t->events, t->command.pid, true);
	if (!err)
		err = perf_events__begin(t->events);
	if (!err)
		err = perf_events__add_to_epoll(t->events, t->epoll_fd, TOKEN_EVENTS);
	return err;
}

static int attach_engine(struct trace *t)
{
	int err;

	if (!t->engine)
		return 0;
	if (t->opts->delay_ns)
		engine__begin_at(t->engine, UINT64_MAX);
	err = filter_pids(t);
	return err ? err : engine__attach(t->engine);
}

/*
 * Objects have seen the calls that the engine sees: those of all tasks from its attach on, else from
 * add_targets() on. What the engine waits for does not come between: events before base_ns have no time.
 */
static int begin_recording(struct trace *t)
{
	if (t->opts->engine.all_tasks)
		return begin_events(t) ?: attach_engine(t);
	return attach_engine(t) ?: begin_events(t);
}

/* A signal may come before its first call, or no call be shown at all. */
static int announce_command(struct trace *t)
{
	const uint32_t tid = (uint32_t)t->command.pid;
	int err = 0;

	if (t->strace)
		err = format_strace__start(t->strace, tid);
	if (t->strace_files && !err)
		err = strace_files__start(t->strace_files, tid);
	/* A grandchild, to strace. */
	if (t->strace && t->opts->daemon)
		format_strace__attached(t->strace, tid, 1);
	return err;
}

/*
 * The command's input and output are the command's: who is at the other end of a pipe learns when it
 * closes them, although we go on. What is closed here is open to /dev/null, as main() leaves it.
 */
static void let_streams_go(int output_fd)
{
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC), fd;

	for (fd = STDIN_FILENO; fd <= STDOUT_FILENO && null_fd >= 0; fd++) {
		if (fd != output_fd)
			dup2(null_fd, fd);
	}
	if (null_fd >= 0)
		close(null_fd);
	else
		log_debug("/dev/null cannot be opened: %s", strerror(errno));
}

static int start_command(struct trace *t)
{
	int err = announce_command(t) ?: target__start(&t->command), status;

	if (!err) {
		let_streams_go(t->sink->fd);
		return 0;
	}
	log_err("cannot run '%s': %s", command_name(t),
		err == -ENOENT ? "its interpreter (after #!, or the ELF loader) is missing"
			       : strerror(-err));
	if (waitpid(t->command.pid, &status, 0) == t->command.pid)
		t->command_running = false;
	return err;
}

/*
 * A reader that waits for its turn behind busy programs loses what they do meanwhile. It works in
 * short bursts, so going first costs them little; without CAP_SYS_NICE it has to do without.
 */
static void go_first(void)
{
	if (setpriority(PRIO_PROCESS, 0, -10))
		log_debug("cannot raise the reader's priority: %s", strerror(errno));
}

static int load_engine(struct trace *t)
{
	struct engine_opts opts = t->opts->engine;
	int err = t->opts->augmenters ? native__new(t->opts->augmenters, &t->native) : 0;

	if (err)
		return err;
	if (t->opts->command)
		opts.first_exec = t->command.pid;
	/* Before a copy of a stack, contents of some length go ahead. */
	if (opts.long_data || opts.stacks & AUG_STACK_DUMP) {
		t->parts = record_parts__new();
		if (!t->parts)
			return -ENOMEM;
	}
	/* Who wants to see maps sees an empty one, too. */
	opts.filters_pids = t->opts->nr_filter_pids || t->opts->dump_maps;
	opts.augment = opts.want_events ? native__needs(t->native) : 0;
	t->format.attached = native__types(t->native);
	if (t->strace)
		format_strace__set_attached(t->strace, t->format.attached);
	if (t->strace_files)
		strace_files__set_attached(t->strace_files, t->format.attached);
	err = engine__new(&opts, &t->engine);
	if (!err && opts.augment)
		err = native__load(t->native, t->engine);
	return err;
}

/*
 * What is attached stays so: from here on, reading hostile records takes hardly any right. Signals to
 * a command of another user, threads of others in a hidden /proc, files that come later: as needed.
 */
static void drop_privilege(const struct trace *t)
{
	uint64_t keep = PRIVILEGE_BIT(CAP_BPF);

	if (t->opts->command)
		keep |= PRIVILEGE_BIT(CAP_KILL);
	if (t->nr_polled_threads)
		keep |= PRIVILEGE_BIT(CAP_SYS_PTRACE);
	if (t->opts->separate)
		keep |= PRIVILEGE_FILES;
	/* Files that others run may be for them alone, and in other mount namespaces. */
	if (t->format.stacks)
		keep |= PRIVILEGE_BIT(CAP_SYS_PTRACE) | PRIVILEGE_BIT(CAP_DAC_READ_SEARCH);
	if (t->opts->dump_maps)
		keep |= PRIVILEGE_OTHERS | PRIVILEGE_BIT(CAP_PERFMON);
	privilege__keep(keep);
}

static uint64_t realtime_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

int trace__begin(struct trace *t)
{
	int err = set_up_signals(t);

	if (err)
		return EXIT_FAILURE;
	if (t->opts->separate)
		t->strace_files = strace_files__new(t->opts->separate, &t->opts->strace);
	else if (t->format.kind == FORMAT_STRACE)
		t->strace = format_strace__new(&t->opts->strace, &t->sink->buf);
	if (t->format.kind == FORMAT_STRACE && !t->strace && !t->strace_files)
		return EXIT_FAILURE;
	if (t->opts->command) {
		err = prepare_command(t);
		if (err)
			return target__status_of(err);
	}
	/* What follows comes after the fork: the command keeps its own. */
	go_first();
	/* A closed pipe and a full file are errors to report, not reasons to die with records unread. */
	t->old_sigpipe = signal(SIGPIPE, SIG_IGN);
	t->old_sigxfsz = signal(SIGXFSZ, SIG_IGN);
	/* Ignored by who started us, it would not come, and the command's status be gone. */
	t->old_sigchld = signal(SIGCHLD, SIG_DFL);
	if ((!t->opts->no_calls && load_engine(t)) || new_stacks(t) || new_events(t))
		return EXIT_FAILURE;
	note_degraded(t);
	degraded__say(&t->degraded);
	if (t->opts->dump_maps &&
	    engine_maps__check(t->engine, t->opts->objects, t->opts->dump_maps))
		return 2; /* a wrong option */
	if (t->opts->command)
		target__settle(&t->command);
	if (begin_recording(t))
		return EXIT_FAILURE;
	t->format.base_ns = clock__ns(CLOCK_MONOTONIC);
	t->format.wall_offset_ns = realtime_ns() - t->format.base_ns;
	if (t->opts->dump_interval_ns)
		t->dump_at_ns = t->format.base_ns + t->opts->dump_interval_ns;
	if (add_targets(t))
		return EXIT_FAILURE;
	trace__tell_waiting(t);
	if (t->engine && engine__add_to_epoll(t->engine, t->epoll_fd, TOKEN_RING))
		return EXIT_FAILURE;
	drop_privilege(t);
	/* From the start of the program on. */
	if (t->opts->delay_ns) {
		t->begin_ns = clock__ns(CLOCK_MONOTONIC) + t->opts->delay_ns;
		if (t->engine)
			engine__begin_at(t->engine, t->begin_ns);
	}
	if (t->opts->command) {
		err = start_command(t);
		/* It has called execve(), which is shown; the engine leaves out how our child ends. */
		if (err) {
			t->command_status = target__status_of(err);
			t->stop = true;
		}
	}
	return 0;
}
