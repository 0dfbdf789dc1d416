/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* engine_priv.h - the engine behind engine.h; only engine.c and engine_*.c see the skeleton. */
#ifndef PERF_AUGMENT_ENGINE_PRIV_H
#define PERF_AUGMENT_ENGINE_PRIV_H

#include <bpf/libbpf.h>
#include <pthread.h>
#include <semaphore.h>

#include "bpf-progs/engine_config.h"
#include "bpf_pruned.h"
#include "btf_subset.h"
#include "engine.h"
#include "gen/engine.skel.h"

struct engine {
	struct engine_bpf *skel;
	struct btf_subset_file btf; /* that the object is loaded with; fd is -1 for none */
	struct ring_set *rings;
	int *ring_fds;
	size_t nr_rings;
	size_t ring_size;
	int rings_fd;	    /* the map of rings, by CPU */
	int short_rings_fd; /* the map of rings of short records; valid after short_rings_made */
	int nr_cpus;	    /* possible CPUs */
	bool in_pidns;
	bool rings_started;
	int rings_err;
	pthread_t rings_thread;
	sem_t short_rings_made;
	unsigned int augment;		     /* ENGINE_AUGMENT_* */
	const struct filter_program *filter; /* NULL for none */
	struct engine_beside *beside;
	struct bpf_pruned pruned; /* of the program that is being loaded */
	struct engine_probe *probes;
	size_t nr_probes;
};

/** engine__open_object() - the engine's object once more. Return: NULL with errno. */
struct engine_bpf *engine__open_object(const struct engine *e);

/** engine__missed_of() - of the loaded programs of @obj. */
uint64_t engine__missed_of(struct bpf_object *obj);

/** engine__capture_program() - the one that copies arguments, of those there are. */
const struct bpf_program *engine__capture_program(const struct engine *e);

/* --- engine_load.c: what libbpf loads, without what this run does not use --------------------------- */

/** engine_load__set_up() - before the object is opened. Return: 0 or -errno, not logged. */
int engine_load__set_up(void);

/**
 * engine_load() - the object, but for engine__capture_program(), which a thread may go on loading.
 * Return: 0 or -errno, not logged.
 */
int engine_load(struct engine *e);

/* --- engine_beside.c: the largest program, loaded beside the others ------------------------------- */

/** engine_beside__take() - load @prog, which libbpf is about to load: it gets an empty one. */
int engine_beside__take(struct engine *e, struct bpf_program *prog,
			struct bpf_prog_load_opts *opts);

/** engine_beside__wait() - Return: the descriptor of engine__capture_program(), or -errno, not logged. */
int engine_beside__wait(struct engine *e);

void engine_beside__free(struct engine *e);

/* --- engine_rings.c: two rings per CPU ----------------------------------------------------- */

/** engine_rings__choose_size() - bytes of each, for what the user @wanted; 0: the default. */
size_t engine_rings__choose_size(size_t wanted, size_t nr_rings);

/** engine_rings__short_size() - bytes of each ring of short records, beside those of @ring_size bytes. */
size_t engine_rings__short_size(size_t ring_size);

/**
 * engine_rings__begin() - as soon as may be: make the map of rings, with which the programs are loaded, and
 * start a thread that makes the rings, those of short records first. Zeroing them, and the grace period that follows each change of a map
 * of maps, take about as long as loading the programs.
 * Return: 0 or -errno, not logged.
 */
int engine_rings__begin(struct engine *e);

/** engine_rings__reuse() - the maps of the object are those. Return: 0 or -errno, not logged. */
int engine_rings__reuse(struct engine *e);

/** engine_rings__wait() - until records can be made and drained. Return: 0 or -errno, logged. */
int engine_rings__wait(struct engine *e);

void engine_rings__free(struct engine *e);

/* --- engine_filter.c: filters of calls ----------------------------------------------------------- */

/**
 * engine_filter__configure() - between open and load, once the programs are chosen.
 * @filter: NULL for none; borrowed until the fill. @perf: calls are seen by way of perf.
 */
int engine_filter__configure(struct engine *e, const struct filter_program *filter, bool perf);

/** engine_summary__fill_rows() - before anything is attached: rows that threads may take. Return: 0 or -errno, logged. */
int engine_summary__fill_rows(struct engine *e);

/** engine_filter__fill() - the maps, before anything is attached. Return: 0 or -errno, logged. */
int engine_filter__fill(struct engine *e);

/* --- engine_augment.c: augmenter objects -------------------------------------------------------- */

/** engine_augment__configure() - between open and load, once the programs are chosen. */
void engine_augment__configure(struct engine *e, unsigned int augment);

/** engine_augment__link() - give augmenters their way back. Return: 0 or -errno, logged. */
int engine_augment__link(struct engine *e);

/** engine_augment__set_program() - an element of a map of programs. Return: 0 or -errno, logged. */
int engine_augment__set_program(const struct bpf_map *map, uint32_t idx, int prog_fd);

/* --- engine_refused.c: calls that a seccomp filter refuses ---------------------------------------- */

/** engine_refused__link() - the ways from exits to entries and back, once loaded. Return: 0 or -errno, logged. */
int engine_refused__link(struct engine *e);

/** engine_refused__sees_entries() - from now on, or no longer: else all calls look as if they were refused. */
void engine_refused__sees_entries(struct engine *e, bool sees);

/* --- engine_fds.c: what descriptors stand for --------------------------------------------------- */

/** engine_fds__configure() - between open and load, once the programs are chosen. */
void engine_fds__configure(struct engine *e, bool wanted);

/** engine_fds__fill() - the tables, once loaded. Return: 0 or -errno, logged. */
int engine_fds__fill(struct engine *e);

/* --- engine_event.c: their tracepoints and probes ----------------------------------------------- */

int engine_event__attach(struct engine *e);
void engine_event__detach(struct engine *e);
void engine_event__free(struct engine *e);

#endif /* PERF_AUGMENT_ENGINE_PRIV_H */
