/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_session.h - one run of `record`: from the options to a recording that is complete, or as
 * complete as could be, with what is missing said.
 */
#ifndef PERF_AUGMENT_RECORD_SESSION_H
#define PERF_AUGMENT_RECORD_SESSION_H

#include "bpf_capture.h"
#include "overflow.h"
#include "record_events.h"
#include "record_output.h"

/** enum record_threads - which CPUs share a thread and a file of a directory. */
enum record_threads { RECORD_PER_CPU, RECORD_PER_CORE, RECORD_PER_PACKAGE, RECORD_PER_NODE };

/**
 * struct record_opts
 * @argc, @argv: the command line, for the recording.
 * @command: runs while it is recorded; NULL for none. Without @pids, @tids and @all_cpus it is what is
 *	recorded.
 * @cgroups: whose tasks are recorded: none, one for all events, or one for each.
 * @list: the sampling events.
 * @gate: how BPF programs are captured.
 * @overflow: programs that decide over samples.
 * @max_bytes: end when so much is written, 0 for never.
 * @switch_bytes, @switch_ns, @switch_on_signal: when to go on in another recording.
 * @progress: show a line on the terminal meanwhile.
 * @quiet: say nothing of what went well. @verbose: say more.
 */
struct record_opts {
	int argc;
	char *const *argv;
	char *const *command;
	bool all_cpus;
	pid_t *pids, *tids;
	size_t nr_pids, nr_tids;
	char **cgroups;
	size_t nr_cgroups;
	struct event_specs list;
	struct record_events_opts events;
	struct record_output_opts output;
	enum record_threads threads;
	enum bpf_gate gate;
	struct overflow_opts overflow;
	uint64_t max_bytes;
	uint64_t switch_bytes;
	uint64_t switch_ns;
	bool switch_on_signal;
	bool progress;
	bool quiet;
	bool verbose;
};

/**
 * record_session__run() - record until the command ends, a signal comes or nothing is left to record.
 * @ret_signal: the signal that ended us or the command, 0 for none.
 * Return: an exit status as perf's: the command's, or 0. -EIO: the recording is missing or not complete,
 * logged.
 */
int record_session__run(const struct record_opts *opts, int *ret_signal);

#endif /* PERF_AUGMENT_RECORD_SESSION_H */
