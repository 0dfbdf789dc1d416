/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* engine_priv.h - the engine behind engine.h; only engine.c and engine_*.c see the skeleton. */
#ifndef PERF_AUGMENT_ENGINE_PRIV_H
#define PERF_AUGMENT_ENGINE_PRIV_H

#include <bpf/libbpf.h>
#include <pthread.h>

#include "bpf-progs/engine_config.h"
#include "engine.h"
#include "gen/engine.skel.h"

struct engine {
	struct engine_bpf *skel;
	struct ring_set *rings;
	int *ring_fds;
	size_t nr_rings;
	size_t ring_size;
	int rings_fd; /* the map of rings, by CPU */
	int nr_cpus;  /* possible CPUs */
	bool in_pidns;
	bool rings_started;
	int rings_err;
	pthread_t rings_thread;
};

/* --- engine_augment.c: augmenter objects -------------------------------------------------------- */

/** engine_augment__configure() - between open and load, once the programs are chosen. */
void engine_augment__configure(struct engine *e, bool has_augmenters);

/** engine_augment__link() - give augmenters their way back. Return: 0 or -errno, logged. */
int engine_augment__link(struct engine *e);

#endif /* PERF_AUGMENT_ENGINE_PRIV_H */
