/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_features.h - what a recording's header says of the machine and of the recording: the
 * features that stock perf prints and relies on.
 */
#ifndef PERF_AUGMENT_RECORD_FEATURES_H
#define PERF_AUGMENT_RECORD_FEATURES_H

#include "perfdata_writer.h"
#include "record_events.h"

/**
 * struct record_features - @argv: the command line, @argc words.
 * @use_clockid: time stamps are of @clockid: when that was what by the wall clock is told.
 */
struct record_features {
	int argc;
	char *const *argv;
	bool use_clockid;
	int32_t clockid;
};

/**
 * record_features__machine() - host, kernel, CPUs, caches, memory, PMUs. What this machine does not
 * tell is left out. Return: 0, -ENOMEM or a write error.
 */
int record_features__machine(struct perfdata_writer *w);

/** record_features__recording() - command line, events, clock. Return: as above. */
int record_features__recording(struct perfdata_writer *w, const struct record_features *features,
			       const struct record_event *events, size_t nr_events);

/** record_features__times() - of the first and the last sample. Return: as above. */
int record_features__times(struct perfdata_writer *w, uint64_t first_ns, uint64_t last_ns);

#endif /* PERF_AUGMENT_RECORD_FEATURES_H */
