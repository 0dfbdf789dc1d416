/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* record_synth_priv.h - layouts of the records that are synthesised. */
#ifndef PERF_AUGMENT_RECORD_SYNTH_PRIV_H
#define PERF_AUGMENT_RECORD_SYNTH_PRIV_H

#include <limits.h>
#include <linux/perf_event.h>

#include "record_synth.h"

/** union synth_record - up to the name; the longest one and a sample_id behind it fit. */
union synth_record {
	struct perf_event_header header;
	struct {
		struct perf_event_header header;
		uint32_t pid, ppid, tid, ptid;
		uint64_t time;
	} fork;
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
	} comm;
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
		uint64_t start, len, pgoff;
	} mmap;
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
		uint64_t start, len, pgoff;
		uint32_t maj, min;
		uint64_t ino, ino_generation;
		uint32_t prot, flags;
	} mmap2;
	uint8_t bytes[PATH_MAX + 256];
};

/** record_synth__emit() - the @fixed bytes, @name if there is one, and zeros for the sample_id. */
int record_synth__emit(const struct record_synth *s, union synth_record *r, size_t fixed,
		       const char *name);

#endif /* PERF_AUGMENT_RECORD_SYNTH_PRIV_H */
