/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_progs_read.h - reads a recording once for its BPF programs and for the samples that hit them.
 * Samples wait until all loads and unloads are known, as records are not in the order of time: in
 * memory at first, in an unlinked temporary file when there are many.
 */
#ifndef PERF_AUGMENT_BPF_PROGS_READ_H
#define PERF_AUGMENT_BPF_PROGS_READ_H

#include "bpf_progs.h"

/**
 * struct bpf_progs_totals
 * @samples: all of the recording; @in_kernel: those of them in the kernel; @in_bpf: in a BPF
 * program.
 * @damaged: features of programs that ended too early.
 */
struct bpf_progs_totals {
	uint64_t samples;
	uint64_t in_kernel;
	uint64_t in_bpf;
	unsigned int damaged;
};

/**
 * struct bpf_progs_visitor - who is told of samples.
 * @hit: @nr samples at @addr were in function @func of @prog. Return: 0, or an -errno that ends it. May
 *	be NULL.
 */
struct bpf_progs_visitor {
	int (*hit)(void *ctx, struct bpf_prog *prog, uint32_t func, uint64_t addr, uint64_t nr);
	void *ctx;
};

/**
 * bpf_progs__read() - read @pd to its end; resolve, and count samples in programs and functions.
 * Return: 0, -ENOMEM, a read error, or what the temporary file failed with.
 */
int bpf_progs__read(struct bpf_progs *progs, struct perfdata *pd,
		    struct bpf_progs_totals *ret_totals);

/** bpf_progs__visit() - the same, and tell @visitor of each sample in a program, in no order. */
int bpf_progs__visit(struct bpf_progs *progs, struct perfdata *pd,
		     const struct bpf_progs_visitor *visitor, struct bpf_progs_totals *ret_totals);

#endif /* PERF_AUGMENT_BPF_PROGS_READ_H */
