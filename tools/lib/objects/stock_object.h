/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * stock_object.h - BPF objects written for stock perf (`perf trace -e foo.o`, up to 6.5): opened,
 * their maps filled as perf filled them, and loaded. Attaching is the affair of perf_events.c, which
 * owns the events.
 *
 * docs/augmenter-objects.md has the contract in words. In short: an object with the map
 * `__augmented_syscalls__` is an augmenter: of the system calls whose tracepoints it is on, or of all
 * when it is on raw_syscalls:sys_enter. It decides whether such a call is shown, and adds what it has
 * read of it.
 */
#ifndef PERF_AUGMENT_STOCK_OBJECT_H
#define PERF_AUGMENT_STOCK_OBJECT_H

#include <bpf/libbpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "augmenter.h"
#include "bpf_elf_attach.h"
#include "kprobe_prologue.h"
#include "kprobe_spec.h"
#include "select.h"

#define STOCK_OBJECT_AUGMENTED "__augmented_syscalls__"
#define STOCK_OBJECT_STDOUT "__bpf_stdout__"

/** enum stock_augments - which calls the object decides upon. */
enum stock_augments {
	STOCK_AUGMENTS_NONE,
	STOCK_AUGMENTS_SOME, /* on syscalls:sys_enter_NAME: those calls */
	STOCK_AUGMENTS_ALL,  /* on raw_syscalls:sys_enter */
};

/**
 * struct stock_program - one program and where it goes.
 * @event: "SYSTEM:EVENT" of a tracepoint or tail call, or of the event made of @probe; owned; NULL
 *	for others.
 * @attach: how; its strings are the program's.
 * @probe: of BPF_ATTACH_KPROBE: where, and with which variables; resolved as the object is loaded.
 * @prologue: what goes with its program to the kernel.
 * @link: of a program that libbpf attaches.
 */
struct stock_program {
	struct bpf_program *prog;
	struct bpf_attach attach;
	char *event;
	struct kprobe_spec probe;
	struct kprobe_prologue prologue;
	struct bpf_link *link;
};

/**
 * struct stock_object
 * @augmenter: its bytes, borrowed. @path: as the user wrote it.
 * @decides: the calls (native) that it decides upon; of STOCK_AUGMENTS_ALL known after loading.
 * @is_config: only of [trace] add_events.
 */
struct stock_object {
	const struct augmenter *augmenter;
	const char *path;
	struct bpf_object *obj;
	struct stock_program *programs;
	size_t nr_programs;
	enum stock_augments augments;
	bool is_config;
	uint64_t decides[SELECT_WORDS];
};

/**
 * struct stock_fill - what goes into an object's maps.
 * @wanted: the calls to trace.
 * @filter_pids: processes that are not, @nr_filter_pids of them.
 */
struct stock_fill {
	const struct select *wanted;
	const pid_t *filter_pids;
	size_t nr_filter_pids;
};

/** stock_object__open() - see what is in @a, which must outlive it. Return: 0 or -errno, logged. */
int stock_object__open(const struct augmenter *a, struct stock_object *object);

/** stock_object__load() - load, and fill the maps. Return: 0 or -errno, logged. */
int stock_object__load(struct stock_object *object, const struct stock_fill *fill);

/** stock_object__free() - unload; what was attached by @link is detached. */
void stock_object__free(struct stock_object *object);

/** stock_object__map_fd() - a map of it by name; negative when there is none. */
int stock_object__map_fd(const struct stock_object *object, const char *name);

/** stock_object__missed() - how often the kernel passed over its programs (since Linux 5.12). */
uint64_t stock_object__missed(const struct stock_object *object);

static inline bool stock_object__decides(const struct stock_object *object, uint32_t nr)
{
	return nr < AUG_NR_SYSCALLS && object->decides[nr / 64] >> (nr % 64) & 1;
}

/** struct stock_objects - all of a run; zero is none. */
struct stock_objects {
	struct stock_object *items;
	size_t nr;
};

/** stock_objects__add() - open one more, unless it is there already. Return: 0 or -errno, logged. */
int stock_objects__add(struct stock_objects *list, const struct augmenter *a, bool is_config);

/** stock_objects__remove() - close that one. */
void stock_objects__remove(struct stock_objects *list, size_t idx);
void stock_objects__free(struct stock_objects *list);

#endif /* PERF_AUGMENT_STOCK_OBJECT_H */
