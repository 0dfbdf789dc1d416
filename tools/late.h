/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * late.h - shared libraries that few commands need, loaded when one of their functions is called first.
 *
 * The dynamic linker would load them, and what they need in turn, at the start of each program.
 * tools/late.sh writes a function in place of each that we call; users of the library see no
 * difference.
 */
#ifndef PERF_AUGMENT_LATE_H
#define PERF_AUGMENT_LATE_H

#include <stddef.h>

/* Those of LATE in the Makefile. */
#define LATE_DW (1U << 0)
#define LATE_TRACEEVENT (1U << 1)
#define LATE_ZSTD (1U << 2)

/**
 * late__need() - load @libraries (LATE_*) now, before something is begun that could not be ended
 * without them.
 * Return: 0; -ELIBACC, logged.
 */
int late__need(unsigned int libraries);

/**
 * struct late_library
 * @soname: as the dynamic linker would look for it.
 * @names: of @nr functions, each with its NUL.
 * @functions: where they are; NULL until the first call.
 */
struct late_library {
	const char *soname;
	const char *names;
	void **functions;
	size_t nr;
};

/**
 * late_library__load() - have @functions point to all of them. Any number of threads may do so.
 * Return: function @idx. Where that cannot be, the program ends with a message and status 1.
 */
void *late_library__load(const struct late_library *library, size_t idx);

#endif /* PERF_AUGMENT_LATE_H */
