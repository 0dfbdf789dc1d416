/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_prune.h - a program without the code that its constants switch off. The kernel's verifier leaves
 * that out too, but one stretch after the other, and moves what it knows of each instruction behind it
 * every time: of a program of 5000 instructions with 1000 that can run that is half of the load's time.
 */
#ifndef PERF_AUGMENT_BPF_PRUNE_H
#define PERF_AUGMENT_BPF_PRUNE_H

#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct bpf_prune_info - records that begin with the 32-bit number of an instruction, in ascending
 * order: struct bpf_func_info, struct bpf_line_info.
 * @rec_size: of each, in bytes; at least 4.
 */
struct bpf_prune_info {
	void *records;
	uint32_t rec_size;
	uint32_t nr;
};

/**
 * struct bpf_prune_code - a program, relocated, with all its functions; what is left is written over it.
 * @funcs: where functions begin; the first one at 0. None: the program is one function.
 */
struct bpf_prune_code {
	struct bpf_insn *insns;
	size_t nr;
	struct bpf_prune_info funcs;
	struct bpf_prune_info lines;
};

/**
 * struct bpf_prune_consts - a map that will be frozen before the program is loaded.
 * @map_fd: what instructions call it.
 * @data, @size: its only value.
 */
struct bpf_prune_consts {
	int map_fd;
	const void *data;
	size_t size;
};

/**
 * bpf_prune() - leave out what cannot run, and what it leaves without a reader.
 *
 * Return: 0; -ENOMEM; -EBADMSG when jumps or records lead out of the program, which is as it was then.
 */
int bpf_prune(struct bpf_prune_code *code, const struct bpf_prune_consts *consts);

#endif /* PERF_AUGMENT_BPF_PRUNE_H */
