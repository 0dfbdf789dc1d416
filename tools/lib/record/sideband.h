/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sideband.h - BPF programs while a recording runs: reads the side-band rings in a thread of its own
 * that wakes at each record, and has every program copied while it can be (bpf_capture.h). What
 * comes of it waits for the recording's writer.
 *
 *	sideband__new()		captures from here on
 *	sideband__synthesize()	when the rings are open
 *	sideband__start()
 *	sideband__take()	again and again
 *	sideband__stop(), sideband__take()
 */
#ifndef PERF_AUGMENT_SIDEBAND_H
#define PERF_AUGMENT_SIDEBAND_H

#include "bpf_capture.h"
#include "perf_ring.h"
#include "strbuf.h"

struct sideband;

/** struct sideband_opts - @use_clockid: @clockid is the records' clock: latencies are measured. */
struct sideband_opts {
	enum bpf_gate gate;
	size_t sample_id_size;
	bool use_clockid;
	int clockid;
};

/** Return: 0 or -ENOMEM; that programs cannot be captured is logged and no failure. */
int sideband__new(struct sideband **ret_sb, const struct sideband_opts *opts);
/** sideband__free() - takes NULL, and one that runs. */
void sideband__free(struct sideband *sb);

/** sideband__synthesize() - programs that are loaded already. Return: 0, -ENOMEM; else logged. */
int sideband__synthesize(struct sideband *sb, const struct kernel_code *code);

/** sideband__start() - begin to read @rings, which outlive it. Return: 0 or -errno. */
int sideband__start(struct sideband *sb, struct perf_ring *rings, size_t nr_rings);

/** struct sideband_item - a program or BTF: @len bytes follow it, filled up to 8. */
struct sideband_item {
	uint32_t is_btf;
	uint32_t id;
	uint64_t len;
};

/**
 * struct sideband_batch - what came since the last one; valid until the next.
 * @items: programs and BTFs, to be written before @records: struct sideband_item each.
 * @records: of the kernel, whole. @lost: of them, those that found no room in their ring.
 */
struct sideband_batch {
	const struct strbuf *items;
	const struct strbuf *records;
	uint64_t lost;
};

/** sideband_batch__next() - the item at @at, or NULL behind the last; @at moves on. */
const struct sideband_item *sideband_batch__next(const struct sideband_batch *batch, size_t *at);

/**
 * sideband__take() - all records that the kernel wrote before the call, and what is known of
 * programs. Return: 0, or the first error of the thread: -ENOMEM.
 */
int sideband__take(struct sideband *sb, struct sideband_batch *ret_batch);

/** sideband__stop() - end the thread; what is left can be taken. Return: as take. */
int sideband__stop(struct sideband *sb);

/** struct sideband_latency - from a record's time to its reading, in microseconds; of @nr records. */
struct sideband_latency {
	uint64_t nr;
	uint64_t p50_us, p99_us, max_us;
};

void sideband__latency(struct sideband *sb, struct sideband_latency *ret_latency);

/** sideband__capture() - for its totals; not while the thread runs. */
const struct bpf_capture *sideband__capture(const struct sideband *sb);

#endif /* PERF_AUGMENT_SIDEBAND_H */
