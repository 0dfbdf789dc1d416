/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_session_priv.h - the parts of a session: its begin, its writing, its progress, its end. */
#ifndef PERF_AUGMENT_RECORD_SESSION_PRIV_H
#define PERF_AUGMENT_RECORD_SESSION_PRIV_H

#include <signal.h>

#include "record_build_ids.h"
#include "record_reader.h"
#include "record_session.h"
#include "sideband.h"
#include "target.h"

/**
 * struct record_session
 * @tids: what the samplers count; @nr_tids of them.
 * @readers: one, or of a directory one for each group of CPUs.
 * @write_err: what ended the writing. @signal: that ended the recording.
 * @side_lost: side-band records that found no room. @lost_samples: by the kernel's own counters.
 * @unwritten: what was taken and is in no recording, as one could not be written to its end.
 * @before: what was taken before the recording that is open.
 * @overflow: NULL when no program decides over samples.
 * @begin_ns: of the recording that is open, CLOCK_MONOTONIC.
 * @progress: the progress line is shown, and how far it was.
 */
struct record_session {
	const struct record_opts *opts;
	sigset_t old_mask;
	int signal_fd;
	struct target_cmd command;
	bool command_running;
	int command_status;
	int exec_err; /* why it could not be executed */
	pid_t *tids;
	size_t nr_tids;
	struct record_events *events;
	struct sideband *sideband;
	struct record_build_ids *build_ids;
	struct overflow *overflow;
	struct record_output output;
	struct record_reader **readers;
	size_t nr_readers;
	bool started;
	bool stop;
	bool switch_wanted;
	int write_err;
	int signal;
	uint64_t side_lost;
	uint64_t lost_samples;
	struct record_taken unwritten;
	struct record_taken before;
	bool counts_lost;
	uint64_t begin_ns;
	struct {
		uint64_t next_ns, last_ns;
		uint64_t samples;
		bool shown;
	} progress;
};

uint64_t record_session__now_ns(void);

/**
 * record_session__begin() - all up to the samplers' start. Return: 0; -errno or 1, logged.
 */
int record_session__begin(struct record_session *s);

/* record_session_write.c: writing. All but begin_output remember a write error in @write_err. */

/** record_session__begin_output() - a recording: events, header, what was there before. */
int record_session__begin_output(struct record_session *s, bool first);

/** record_session__round() - what came since the last one goes to the recording. */
void record_session__round(struct record_session *s);

/** record_session__end_output() - complete the recording. Return: 0 or what was logged. */
int record_session__end_output(struct record_session *s);

/** record_session__switch_output() - go on in another recording. */
void record_session__switch_output(struct record_session *s);

/* record_progress.c: what people at a terminal see. */

/** record_progress__update() - once a second. */
void record_progress__update(struct record_session *s);
/** record_progress__clear() - before another message. */
void record_progress__clear(struct record_session *s);
/** record_progress__summary() - what was recorded, lost, and of which BPF programs. */
void record_progress__summary(struct record_session *s);

/** record_session__counts() - of all readers. */
struct record_counts record_session__counts(struct record_session *s);

/** record_session__taken() - what was read from rings or counted. */
struct record_taken record_session__taken(struct record_session *s);

#endif /* PERF_AUGMENT_RECORD_SESSION_PRIV_H */
