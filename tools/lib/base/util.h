/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* util.h - the few macros that everything uses. */
#ifndef PERF_AUGMENT_UTIL_H
#define PERF_AUGMENT_UTIL_H

#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ALIGN8(x) (((x) + 7ULL) & ~7ULL)

#define NSEC_PER_SEC 1000000000ULL
#define NSEC_PER_MSEC 1000000ULL

static inline uint64_t clock__ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

static inline bool text__begins(const char *text, const char *head)
{
	return !strncmp(text, head, strlen(head));
}

static inline void util__freep(void *p)
{
	free(*(void **)p);
}

static inline void util__closep(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void util__fclosep(FILE **f)
{
	if (*f)
		fclose(*f);
}

/* Scope-bound clean-up: the variable's value is freed or closed when it goes out of scope. */
#define __cleanup_free __attribute__((cleanup(util__freep)))
#define __cleanup_close __attribute__((cleanup(util__closep)))
#define __cleanup_fclose __attribute__((cleanup(util__fclosep)))

#endif /* PERF_AUGMENT_UTIL_H */
