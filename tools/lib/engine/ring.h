/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ring.h - reads a set of BPF ring buffers, one per CPU, as one stream in the order of time; and
 * with them the rings that short records have for themselves.
 *
 * Unlike libbpf's reader it maps the data pages once (half the memory), gives the kernel room back
 * in steps rather than per record (that store would bounce between the CPUs), and merges.
 */
#ifndef PERF_AUGMENT_RING_H
#define PERF_AUGMENT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring_set;

/**
 * ring_fn - takes one record.
 * @data: valid until the function returns; 8-byte aligned.
 * Return: 0 to go on; anything else stops the drain and is its result. The record counts as taken.
 */
typedef int (*ring_fn)(void *ctx, const void *data, size_t size);

/**
 * ring_set__new() - read the rings @fds, each of @size bytes (a power of two of at least a page). They are
 * mapped as far as there was something in them.
 * The descriptors are borrowed: they must stay open as long as the set.
 * Return: 0, -ENOMEM, or -errno of mmap().
 */
int ring_set__new(const int *fds, size_t nr, size_t size, struct ring_set **ret_set);
void ring_set__free(struct ring_set *set);

/** ring_set__add() - read @nr more rings, as those of ring_set__new(). Return: as that. */
int ring_set__add(struct ring_set *set, const int *fds, size_t nr, size_t size);

/**
 * ring_set__add_short() - read as well the rings of short records (bpf-progs/short_ring.h) that are the @nr
 * elements of the map @fd, each of @size bytes of records (a power of two). Once; the descriptor is
 * not needed any longer then.
 * Return: 0, -ENOMEM, or -errno of mmap().
 */
int ring_set__add_short(struct ring_set *set, int fd, size_t nr, size_t size);

/**
 * ring_set__drain() - hand over, in the order of their times, the records made before @until_ns.
 * @until_ns: CLOCK_MONOTONIC; later records stay, because an older one may still be on its way into
 *	      another ring. UINT64_MAX takes all.
 * Return: 0, what @fn returned, -errno of mmap(), or -EBADMSG for a short record without a sensible length.
 * @ret_nr gets the number of records handed over.
 */
int ring_set__drain(struct ring_set *set, uint64_t until_ns, ring_fn fn, void *ctx, size_t *ret_nr);

/** ring_set__produced() - bytes that were written into all rings, about. */
uint64_t ring_set__produced(const struct ring_set *set);

/** ring_set__nr_short() - records that the rings of short records have taken, of all CPUs. */
uint64_t ring_set__nr_short(const struct ring_set *set);

/** ring_set__is_filling() - whether a ring holds more than half of what it takes. */
bool ring_set__is_filling(const struct ring_set *set);

/** ring_set__is_empty() - whether no ring holds a record, finished or not. */
bool ring_set__is_empty(const struct ring_set *set);

#endif /* PERF_AUGMENT_RING_H */
