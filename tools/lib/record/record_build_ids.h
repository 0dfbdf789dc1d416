/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_build_ids.h - the build-id of everything that is mapped while a recording runs, as BUILD_ID
 * records: from the mapping where the kernel put it there, else from the file, in a thread of its
 * own. Each once, and once more for each recording that follows.
 *
 * Not of the vdso: told its build-id, perf looks for it in its cache only, where we put nothing, and
 * no longer takes the one of the machine that it runs on.
 */
#ifndef PERF_AUGMENT_RECORD_BUILD_IDS_H
#define PERF_AUGMENT_RECORD_BUILD_IDS_H

#include "perfdata_writer.h"

struct record_build_ids;

/** record_build_ids__new() - of the kernel and its modules too. Return: 0 or -errno. */
int record_build_ids__new(struct record_build_ids **ret_ids);
void record_build_ids__free(struct record_build_ids *ids);

/** record_build_ids__saw() - an MMAP2 record; any thread may call. */
void record_build_ids__saw(struct record_build_ids *ids, const uint8_t *record, size_t size);

/** record_build_ids__saw_module() - an MMAP record of the kernel's code; of its modules. */
void record_build_ids__saw_module(struct record_build_ids *ids, const uint8_t *record, size_t size);

/** record_build_ids__write() - what became known since. Return: 0, -ENOMEM or a write error. */
int record_build_ids__write(struct record_build_ids *ids, struct perfdata_writer *w);

/** record_build_ids__finish() - the same, with all that is still being read. */
int record_build_ids__finish(struct record_build_ids *ids, struct perfdata_writer *w);

/** record_build_ids__restart() - the next recording has none yet. */
void record_build_ids__restart(struct record_build_ids *ids);

#endif /* PERF_AUGMENT_RECORD_BUILD_IDS_H */
