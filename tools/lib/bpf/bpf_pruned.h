/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_pruned.h - bpf_prune() for a program that libbpf is about to load: in a handler's prog_prepare_load_fn.
 */
#ifndef PERF_AUGMENT_BPF_PRUNED_H
#define PERF_AUGMENT_BPF_PRUNED_H

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "bpf_prune.h"

/** struct bpf_pruned - records of the program that is being loaded; begins as {}. */
struct bpf_pruned {
	void *func_info;
	void *line_info;
};

/**
 * bpf_pruned__prepare() - leave out what @consts switch off.
 * @opts: what libbpf loads @prog with. On return it refers to @pruned, until the program is loaded.
 *
 * Return: 0; -ENOMEM; -EBADMSG as of bpf_prune().
 */
int bpf_pruned__prepare(struct bpf_pruned *pruned, struct bpf_program *prog,
			struct bpf_prog_load_opts *opts, const struct bpf_prune_consts *consts);

void bpf_pruned__free(struct bpf_pruned *pruned);

#endif /* PERF_AUGMENT_BPF_PRUNED_H */
