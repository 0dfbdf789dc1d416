/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* tracefs.h - the kernel's list of tracepoints: where it is, which there are, what one looks like. */
#ifndef PERF_AUGMENT_TRACEFS_H
#define PERF_AUGMENT_TRACEFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

/* What a person does who has no tracefs, to be part of a message. */
#define TRACEFS_MOUNT "mount -t tracefs tracefs /sys/kernel/tracing"

/** tracefs__dir() - where tracefs is mounted and can be read; NULL when it is not. */
const char *tracefs__dir(void);

/**
 * struct tp_names - names of tracepoints, "SYSTEM:EVENT", sorted, each once. All zero is an empty
 * list.
 */
struct tp_names {
	char **names;
	size_t nr;
};

void tp_names__free(struct tp_names *list);

/**
 * tracefs__match() - the tracepoints that @pattern names: "SYSTEM:EVENT", either side a glob.
 *
 * Those of ftrace itself are no tracepoints and are left out.
 * @error: on failure gets the reason, with the nearest names for one that does not exist.
 * Return: 0; -ENOENT when there is none; -ENODEV without a readable tracefs; -ENOMEM; -errno.
 */
int tracefs__match(const char *pattern, struct tp_names *ret_list, struct strbuf *error);

/**
 * tracefs__read() - append a file of a tracepoint ("format", "id") to @text.
 * @name: "SYSTEM:EVENT".
 * Return: 0 or -errno; -ENOENT when there is no such tracepoint.
 */
int tracefs__read(const char *name, const char *file, struct strbuf *text);

/** tracefs__id() - the number of a tracepoint, for perf_event_open(). Return: 0 or -errno. */
int tracefs__id(const char *name, uint64_t *ret_id);

#endif /* PERF_AUGMENT_TRACEFS_H */
