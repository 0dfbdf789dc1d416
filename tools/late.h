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
 *
 * Return: function @idx. Where the library or one of them is missing, the program ends with a
 * message and status 127, as it does for what the dynamic linker misses.
 */
void *late_library__load(const struct late_library *library, size_t idx);

#endif /* PERF_AUGMENT_LATE_H */
