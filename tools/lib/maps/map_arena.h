/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_arena.h - arenas: memory that programs and processes share. Their global variables are those
 * of the section .addr_space.1 (or .arena.1) of the programs' BTF.
 *
 * Mapping an arena to look at it would allocate the pages looked at, and fix its address for ever if
 * nobody had mapped it before. So a small BPF program reads it: pages that are not there read as
 * zeroes and stay away.
 */
#ifndef PERF_AUGMENT_MAP_ARENA_H
#define PERF_AUGMENT_MAP_ARENA_H

#include "map_info.h"

struct btf;

/** struct map_arena_state - the value shown for an arena without variables. */
struct map_arena_state {
	uint64_t user_address; /* 0: nobody has mapped it yet */
	uint64_t pages_max;
};

/** map_arena__section() - the section of @btf with an arena's variables; 0 when it has none. */
uint32_t map_arena__section(const struct btf *btf);

/**
 * map_arena__find_btf() - BTF of a program that uses @map and has variables in an arena.
 * Return: the caller's to free; NULL when there is none.
 */
struct btf *map_arena__find_btf(const struct map *map, uint32_t *ret_section);

/** map_arena__state() - fill @state. Return: 0 or -errno. */
int map_arena__state(const struct map *map, struct map_arena_state *state);

/**
 * map_arena__read() - read the first @size bytes of the variables of @map.
 * Return: 0; -ENODATA when nobody has mapped it yet, so that there is no memory; -ERANGE when it is
 * smaller; -EPERM; -errno.
 */
int map_arena__read(const struct map *map, void *bytes, size_t size);

#endif /* PERF_AUGMENT_MAP_ARENA_H */
