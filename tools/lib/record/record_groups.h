/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_groups.h - which CPUs share a thread of the recorder. */
#ifndef PERF_AUGMENT_RECORD_GROUPS_H
#define PERF_AUGMENT_RECORD_GROUPS_H

#include "perf_ring.h"
#include "record_session.h"

/**
 * record_groups__sort() - bring rings of one group together.
 * @ret_sizes: how many rings each group has; the caller frees it.
 * Return: the number of groups, or -ENOMEM.
 */
int record_groups__sort(enum record_threads kind, struct perf_ring *rings, size_t nr_rings,
			size_t **ret_sizes);

#endif /* PERF_AUGMENT_RECORD_GROUPS_H */
