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
#include "prepared.h"
#include "sha256.h"

/**
 * ENGINE_LOAD_ATTEMPTS - each signal, SIGSTOP too, makes the verifier begin anew; libbpf's five are
 * few where it is slow.
 */
#define ENGINE_LOAD_ATTEMPTS 100

/**
 * struct engine_link - a program at its tracepoint. @event_fd: perf's event, of programs of that
 * kind; below 0 for none.
 */
struct engine_link {
	int fd;
	int event_fd;
};

#define ENGINE_LINK_NONE ((struct engine_link){ .fd = -1, .event_fd = -1 })

/** enum rings_state - of larger rings that are made while the trace runs. */
enum rings_state {
	RINGS_FIRST,   /* the first ones do */
	RINGS_WANTED,  /* by the reader */
	RINGS_MADE,    /* for the reader to take */
	RINGS_TAKEN,   /* to be used */
	RINGS_REFUSED, /* by the kernel, or as the trace ends */
};

enum engine_prog_state {
	ENGINE_PROG_NONE,
	ENGINE_PROG_READY, /* for a thread to load it */
	ENGINE_PROG_LOADING,
	ENGINE_PROG_DONE,
};

/**
 * struct engine_prog - @fd: -errno where it was refused. @btf_fd: of what @image has of types,
 * borrowed.
 */
struct engine_prog {
	const char *name;
	bool is_wanted; /* in this run */
	enum engine_prog_state state;
	struct prepared_prog image;
	int btf_fd;
	int fd;
	struct engine_link link;
};

/**
 * struct engine_found - @images: @nr programs that a former run has prepared, as prepared__read() gives them.
 * @is_kept: there is a cache. @state: guarded by the lock of the programs; while LOOKING the others are of who looks.
 */
struct engine_found {
	enum {
		ENGINE_FOUND_UNWANTED,
		ENGINE_FOUND_WANTED,
		ENGINE_FOUND_LOOKING,
		ENGINE_FOUND_DONE,
	} state;
	struct prepared_prog *images;
	size_t nr;
	bool is_kept;
};

/**
 * struct engine_progs - @items: by their numbers in the object. @lock: of their state, and of what
 * follows it.
 */
struct engine_progs {
	struct engine_prog *items;
	size_t nr;
	const struct bpf_object *obj; /* whose maps the images name */
	struct sha256_digest key;     /* what they are kept under */
	struct engine_found found;
	bool is_prepared; /* by a former run */
	pthread_t threads[4];
	size_t nr_threads, nr_threads_max;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t nr_left;	  /* to be loaded */
	bool is_closed;	  /* no more will come */
	bool is_finished; /* all that came are loaded */
	bool is_kept;	  /* for runs to come, once all are loaded */
};

struct engine {
	struct engine_bpf *skel;    /* its programs are never loaded: see engine__prog_fd() */
	struct btf_subset_file btf; /* that the object is loaded with; fd is -1 for none */
	bool btf_is_filled;
	struct ring_set *rings;
	int *first_fds; /* of rings to begin with; NULL when these are all */
	int *ring_fds;
	size_t nr_rings;
	size_t ring_size;
	size_t short_ring_size;
	bool rings_grow;	 /* there are first ones */
	bool is_hurried;	 /* a command waits for them */
	bool long_data;		 /* see struct engine_opts */
	_Atomic int rings_state; /* enum rings_state */
	sem_t rings_asked;	 /* the reader has changed that */
	int epoll_fd;		 /* that waits for the rings, as @epoll_token */
	uint64_t epoll_token;
	int rings_fd;	    /* the map of rings, by CPU */
	int short_rings_fd; /* the map of rings of short records; valid after short_rings_made */
	int nr_cpus;	    /* possible CPUs */
	bool in_pidns;
	bool rings_started;
	int rings_err;
	pthread_t rings_thread;
	sem_t short_rings_made;
	sem_t rings_made;		     /* all of them, or not; not yet assigned */
	unsigned int augment;		     /* ENGINE_AUGMENT_* */
	const struct filter_program *filter; /* NULL for none */
	struct engine_progs *progs;	     /* NULL before engine_load() */
	struct engine_bpf *whole; /* with the code, where libbpf had to relocate it; else NULL */
	struct bpf_pruned pruned; /* of the program that is being loaded */
	struct engine_probe *probes;
	size_t nr_probes;
	struct engine_slots *slots; /* NULL where states are not in slots */
};

/** engine__open_object() - the engine's object once more. Return: NULL with errno. */
struct engine_bpf *engine__open_object(const struct engine *e);

/**
 * engine__fill_btf() - before an object is loaded that has programs to relocate.
 * Return: 0 or -errno, not logged.
 */
int engine__fill_btf(struct engine *e);

/** engine__configure() - between open and load: its constants, maps and programs for what @opts want. */
void engine__configure(struct engine *e, const struct engine_opts *opts);

/** engine__explain_load() - log why programs or maps could not be loaded. */
void engine__explain_load(int err);

/** engine__missed_of() - of the programs of @obj, which libbpf has loaded. */
uint64_t engine__missed_of(struct bpf_object *obj);

/* --- engine_load.c: maps and programs, without what this run does not use --------------------------- */

/** engine_load__open_maps() - the engine, with programs that have no code. Return: NULL with errno. */
struct engine_bpf *engine_load__open_maps(void);

/** engine_load__set_up() - before the object is opened. Return: 0 or -errno, not logged. */
int engine_load__set_up(void);

/**
 * engine_load() - make the maps, and have threads load the programs, which goes on.
 * Return: 0 or -errno, not logged.
 */
int engine_load(struct engine *e);

/**
 * engine_load__anew() - the kernel has refused programs as a former run has prepared them: those
 * are made by libbpf after all, for the maps that there are.
 * Return: 0 or -errno, not logged.
 */
int engine_load__anew(struct engine *e);

/* --- engine_progs.c: programs, loaded side by side ------------------------------------------------ */

/**
 * engine_progs__new() - those that the object has, and which this run wants: e->progs.
 * Return: 0 or -ENOMEM.
 */
int engine_progs__new(struct engine *e);

/** engine_progs__start() - threads for what is, or will be, added; and to look for what is prepared. */
void engine_progs__start(struct engine *e);

/** engine_progs__add() - one to be loaded, unless it is already. @image: its code is taken over. */
void engine_progs__add(struct engine *e, struct prepared_prog *image, int btf_fd);

/**
 * engine_progs__close() - no more will come; what was wanted and did not, libbpf has loaded as a
 * program of @obj.
 */
void engine_progs__close(struct engine *e, const struct bpf_object *obj);

/** engine_progs__load_rest() - load what nobody loads yet. */
void engine_progs__load_rest(struct engine *e);

/** engine_progs__wait() - until all are loaded, or refused. */
void engine_progs__wait(struct engine *e);

/** engine_progs__reopen() - wait for all; those that were refused can be added again. */
void engine_progs__reopen(struct engine *e);

/** engine_progs__free() - detach and unload. */
void engine_progs__free(struct engine *e);

/** engine_progs__index() - the number of @prog in its object. */
size_t engine_progs__index(const struct bpf_object *obj, const struct bpf_program *prog);

/** engine__prog() - of a program of the skeleton. */
struct engine_prog *engine__prog(const struct engine *e, const struct bpf_program *prog);

/** engine__has_prog() - whether this run has it. */
bool engine__has_prog(const struct engine *e, const struct bpf_program *prog);

/**
 * engine__prog_fd() - of a program of the skeleton, once it is loaded; libbpf does not know it.
 * Return: the descriptor, borrowed; -ENOENT, not logged, when this run does without; -errno, logged.
 */
int engine__prog_fd(struct engine *e, const struct bpf_program *prog);

/* --- engine_prepared.c: programs as a former run has loaded them ----------------------------------- */

/** engine_prepared__want() - have a thread of engine_progs__start() look for what a former run has kept. */
void engine_prepared__want(struct engine *e);

/** engine_prepared__find() - look, if it is wanted. With @progs->lock held, which it lets go meanwhile. */
void engine_prepared__find(struct engine_progs *progs);

/** engine_prepared__wait() - for what was found, which may be nothing. */
struct engine_found *engine_prepared__wait(struct engine *e);

/** engine_prepared__forget() - what was found and is not taken over. */
void engine_prepared__forget(struct engine *e);

/** engine_prepared__keep() - all programs of this run, once they are loaded. */
void engine_prepared__keep(struct engine *e);

/** engine_maps__fds() - of @obj. @ret_maps: its fds are freed by the caller. Return: 0 or -ENOMEM. */
int engine_maps__fds(const struct bpf_object *obj, struct prepared_maps *ret_maps);

/* --- engine_link.c: programs at tracepoints ------------------------------------------------------- */

/**
 * engine_link__open() - attach a program to what @section names: "raw_tp/NAME" or "tp/CATEGORY/NAME".
 * Return: 0 or -errno, not logged.
 */
int engine_link__open(struct engine_link *link, const char *section, int prog_fd);

/** engine_link__close() - detach it, if it is attached. */
void engine_link__close(struct engine_link *link);

/* --- engine_rings.c: two rings per CPU ----------------------------------------------------- */

/** engine_rings__choose_size() - bytes of each, for what the user @wanted; 0: the default. */
size_t engine_rings__choose_size(size_t wanted, size_t nr_rings);

/** engine_rings__first_size() - bytes of each at the start. */
size_t engine_rings__first_size(const struct engine *e);

/** engine_rings__size() - bytes of each now. */
size_t engine_rings__size(const struct engine *e);

/** engine_rings__tell_size() - to the programs (struct engine_shared), of the rings they have now. */
void engine_rings__tell_size(struct engine *e);

/** engine_rings__choose_short_size() - bytes of each ring of short records, beside those of engine.ring_size bytes. */
size_t engine_rings__choose_short_size(const struct engine *e);

/**
 * engine_rings__begin() - as soon as may be: make the map of rings, with which the programs are loaded, and
 * start a thread that makes the rings, those of short records first. Zeroing them, and the grace
 * period that follows each change of a map of maps, take about as long as loading the programs.
 * Return: 0 or -errno, not logged.
 */
int engine_rings__begin(struct engine *e);

/** engine_rings__reuse() - the maps of the object are those. Return: 0 or -errno, not logged. */
int engine_rings__reuse(struct engine *e);

/** engine_rings__wait() - until records can be made and drained. Return: 0 or -errno, logged. */
int engine_rings__wait(struct engine *e);

void engine_rings__free(struct engine *e);

/* --- engine_slots.c: where states of tasks are -------------------------------------------------------- */

/* Arrays that are made at a time. */
#define ENGINE_SLOTS_BATCH 8U

/**
 * engine_slots__begin() - once the maps are there: start a thread that makes the first slots, and more of them while
 * the trace runs, until engine_slots__free(). Does nothing where states are elsewhere (config.has_slots).
 * Return: 0 or -errno, not logged.
 */
int engine_slots__begin(struct engine *e);

/** engine_slots__wait() - until the first ones are there. Return: 0 or -errno, logged. */
int engine_slots__wait(struct engine *e);

/** engine_slots__expect() - one more task is added, which may run: wait until there is room for as many, if there is. */
void engine_slots__expect(struct engine *e);

void engine_slots__free(struct engine *e);

/* --- engine_filter.c: filters of calls ----------------------------------------------------------- */

/**
 * engine_filter__configure() - between open and load, once the programs are chosen.
 * @filter: NULL for none; borrowed until the fill. @perf: calls are seen by way of perf.
 */
int engine_filter__configure(struct engine *e, const struct filter_program *filter, bool perf);

/**
 * engine_summary__fill_rows() - before anything is attached: rows that threads may take.
 * Return: 0 or -errno, logged.
 */
int engine_summary__fill_rows(struct engine *e);

/** engine_filter__fill() - the maps, before anything is attached. Return: 0 or -errno, logged. */
int engine_filter__fill(struct engine *e);

/* --- engine_augment.c: augmenter objects -------------------------------------------------------- */

/** engine_augment__configure() - between open and load, once the programs are chosen. */
void engine_augment__configure(struct engine *e, unsigned int augment);

/** engine_augment__link() - give augmenters their way back. Return: 0 or -errno, logged. */
int engine_augment__link(struct engine *e);

/**
 * engine_augment__set_program() - an element of a map of programs, once all programs are loaded.
 * Return: 0 or -errno, logged.
 */
int engine_augment__set_program(struct engine *e, const struct bpf_map *map, uint32_t idx,
				int prog_fd);

/** engine_augment__set_own() - the same of a program of the skeleton. */
int engine_augment__set_own(struct engine *e, const struct bpf_map *map, uint32_t idx,
			    const struct bpf_program *prog);

/* --- engine_no_entry.c: calls of which the exit alone is seen --------------------------------------- */

/**
 * engine_no_entry__link() - the ways from exits to entries and back, once loaded.
 * Return: 0 or -errno, logged.
 */
int engine_no_entry__link(struct engine *e);

/**
 * engine_no_entry__sees_entries() - from now on, or no longer: else all calls look as if they were
 * refused.
 */
void engine_no_entry__sees_entries(struct engine *e, bool sees);

/** engine_no_entry__expect() - thread @tid may be in a call when it is added. */
void engine_no_entry__expect(struct engine *e, pid_t tid);

/* --- engine_fds.c: what descriptors stand for --------------------------------------------------- */

/** engine_fds__configure() - between open and load, once the programs are chosen. */
void engine_fds__configure(struct engine *e, bool wanted);

/** engine_fds__fill() - the tables, once loaded. Return: 0 or -errno, logged. */
int engine_fds__fill(struct engine *e);

/* --- engine_event.c: their tracepoints and probes ----------------------------------------------- */

/**
 * engine_event__share_maps() - of the running engine, but for the constants: before @skel is loaded.
 * Return: 0 or -errno.
 */
int engine_event__share_maps(const struct engine *e, struct engine_bpf *skel);

int engine_event__attach(struct engine *e);
void engine_event__detach(struct engine *e);
void engine_event__free(struct engine *e);

#endif /* PERF_AUGMENT_ENGINE_PRIV_H */
