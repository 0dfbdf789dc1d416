/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_capture_priv.h - shared by bpf_capture.c (what is seen) and bpf_capture_open.c (what makes us
 * see it).
 */
#ifndef PERF_AUGMENT_BPF_CAPTURE_PRIV_H
#define PERF_AUGMENT_BPF_CAPTURE_PRIV_H

#include "bpf_capture.h"
#include "bpf_parts.h"
#include "bpf_synth.h"
#include "bpf_tap.h"
#include "seen_ids.h"

/**
 * struct bpf_capture
 * @tap: NULL when nothing is captured. @parts: of its records.
 * @seen: programs. @ours: of these our own, that made sure that we see loads.
 * @btfs: ids that the sink has, or that are lost.
 * @waiting: captured programs that came before their BTF, on another CPU.
 * @missing: ids that are gone and may still turn up captured.
 * @test_id: our own program that is looked for; 0: none. @test_copy: it, captured.
 * @synth: while synthesizing.
 */
struct bpf_capture {
	struct bpf_capture_opts opts;
	enum bpf_gate gate;
	struct bpf_tap *tap;
	struct bpf_parts *parts;
	struct seen_ids seen;
	struct seen_ids ours;
	struct seen_ids btfs;
	struct bpf_captured *waiting;
	size_t nr_waiting, waiting_size;
	uint32_t *missing;
	size_t nr_missing, missing_size;
	uint32_t test_id;
	struct bpf_prog_copy test_copy;
	const struct bpf_synth *synth;
	struct bpf_capture_totals totals;
};

/** bpf_capture__take_part() - a ring_fn of one record. */
int bpf_capture__take_part(void *ctx, const void *record, size_t size);

#endif /* PERF_AUGMENT_BPF_CAPTURE_PRIV_H */
