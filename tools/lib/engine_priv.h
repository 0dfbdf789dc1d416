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
	unsigned int augment; /* ENGINE_AUGMENT_* */
	struct engine_probe *probes;
	size_t nr_probes;
};

/** engine__missed_of() - of the loaded programs of @obj. */
uint64_t engine__missed_of(struct bpf_object *obj);

/* --- engine_augment.c: augmenter objects -------------------------------------------------------- */

/** engine_augment__configure() - between open and load, once the programs are chosen. */
void engine_augment__configure(struct engine *e, unsigned int augment);

/** engine_augment__link() - give augmenters their way back. Return: 0 or -errno, logged. */
int engine_augment__link(struct engine *e);

/** engine_augment__set_program() - an element of a map of programs. Return: 0 or -errno, logged. */
int engine_augment__set_program(const struct bpf_map *map, uint32_t idx, int prog_fd);

/* --- engine_event.c: their tracepoints and probes ----------------------------------------------- */

int engine_event__attach(struct engine *e);
void engine_event__detach(struct engine *e);
void engine_event__free(struct engine *e);

#endif /* PERF_AUGMENT_ENGINE_PRIV_H */
