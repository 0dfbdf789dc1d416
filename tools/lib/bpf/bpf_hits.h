/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_hits.h - how many samples each address of each BPF program got. */
#ifndef PERF_AUGMENT_BPF_HITS_H
#define PERF_AUGMENT_BPF_HITS_H

#include <stddef.h>
#include <stdint.h>

struct bpf_prog;

struct bpf_hit {
	const struct bpf_prog *prog; /* NULL: a free slot */
	uint32_t func;
	uint64_t addr;
	uint64_t nr;
};

/** struct bpf_hits - all zero is an empty one. A hash until bpf_hits__sort(), then an array. */
struct bpf_hits {
	struct bpf_hit *hits;
	size_t nr;
	size_t size;
};

void bpf_hits__free(struct bpf_hits *hits);

/** bpf_hits__add() - @nr samples more. Return: 0 or -ENOMEM. */
int bpf_hits__add(struct bpf_hits *hits, const struct bpf_prog *prog, uint32_t func, uint64_t addr,
		  uint64_t nr);

/** bpf_hits__sort() - after the last add, before the first find. */
void bpf_hits__sort(struct bpf_hits *hits);

/** bpf_hits__find() - those of one function, by address. Return: the first of @ret_nr. */
const struct bpf_hit *bpf_hits__find(const struct bpf_hits *hits, const struct bpf_prog *prog,
				     uint32_t func, size_t *ret_nr);

#endif /* PERF_AUGMENT_BPF_HITS_H */
