/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_events_priv.h - shared by record_events.c (samplers and what follows tasks) and record_events_output.c. */
#ifndef PERF_AUGMENT_RECORD_EVENTS_PRIV_H
#define PERF_AUGMENT_RECORD_EVENTS_PRIV_H

#include "record_events.h"
#include "record_open.h"

/** struct own_event - the tracker, the side-band, or an output of programs: one descriptor for each CPU and task. */
struct own_event {
	struct perf_event_attr attr;
	int *fds;
	size_t nr_fds;
};

/**
 * struct record_events
 * @cpus: those that were online at the start and did not leave meanwhile.
 * @rings: one for each of @cpus, of the tracker; @side_rings: of the side-band, or none.
 * @outputs: what programs write records to; see record_events__open_output().
 * @events: samplers, tracker, side-band, outputs.
 */
struct record_events {
	struct record_events_opts opts;
	struct record_kernel kernel;
	const struct event_specs *list;
	struct cpu_list cpus;
	struct own_event tracker, side;
	struct own_event *outputs;
	size_t nr_outputs;
	struct perf_ring *rings, *side_rings;
	size_t nr_rings, nr_side_rings;
	struct record_sampler *samplers;
	size_t nr_samplers;
	struct record_event *events;
	size_t nr_events;
	bool tracks_all;
};

/** own_event__open_on() - one more descriptor, with the ring of its CPU. Return: 0 or -errno. */
int own_event__open_on(struct own_event *own, struct perf_ring **rings, size_t *nr, size_t size,
		       pid_t tid, int cpu);
void own_event__close(struct own_event *own);

/** record_events__add_own() - to the events of the recording, unless it is on no CPU. Return: 0 or -errno. */
int record_events__add_own(struct record_events *events, const struct own_event *own,
			   const char *name);

/** record_events__samples_on() - whether there are samplers on a CPU. */
bool record_events__samples_on(const struct record_events *events, int cpu);

#endif /* PERF_AUGMENT_RECORD_EVENTS_PRIV_H */
