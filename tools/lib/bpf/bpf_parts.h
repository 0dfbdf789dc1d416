/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_parts.h - makes programs of what prog_capture.bpf.c sends in parts (bpf-progs/prog_capture.h).
 * Nothing is taken on trust: the bytes are of programs that strangers load.
 */
#ifndef PERF_AUGMENT_BPF_PARTS_H
#define PERF_AUGMENT_BPF_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "bpf-progs/prog_capture.h"
#include "bpf_fetch.h"

struct bpf_parts;

/**
 * struct bpf_captured - one program.
 * @flags: CAP_* of its parts together.
 * @copy: all zero with CAP_TOO_LARGE and CAP_UNLOAD; owned.
 * @btf: @btf_len bytes of its BTF when they came along; valid until the next bpf_parts__add().
 */
struct bpf_captured {
	struct cap_prog prog;
	uint64_t time_ns;
	uint32_t flags;
	struct bpf_prog_copy copy;
	const uint8_t *btf;
	size_t btf_len;
};

/** bpf_parts__new() - for the streams of @nr_cpus CPUs. Return: NULL when there is no memory. */
struct bpf_parts *bpf_parts__new(unsigned int nr_cpus);
void bpf_parts__free(struct bpf_parts *parts);

/**
 * bpf_parts__swap_calls() - kernels after 6.18 (seen with 7.2) have the two numbers of a call to a
 * function, `off` and `imm`, the other way round in memory than bpf(2) says them: swap them.
 */
void bpf_parts__swap_calls(struct bpf_parts *parts);

/**
 * bpf_parts__add() - one record.
 * Return: 1 when it makes a program complete: *@ret_captured is it; 0: there is more to come;
 * -EINVAL: it is damaged, or a part before it is missing: its stream is given up; -ENOMEM: so it is.
 */
int bpf_parts__add(struct bpf_parts *parts, const void *record, size_t size,
		   struct bpf_captured *ret_captured);

#endif /* PERF_AUGMENT_BPF_PARTS_H */
