/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_synth.h - records for BPF programs that were loaded before recording began, as the kernel
 * would have written them: KSYMBOL for each function, trampoline and dispatcher, BPF_EVENT.
 */
#ifndef PERF_AUGMENT_BPF_SYNTH_H
#define PERF_AUGMENT_BPF_SYNTH_H

#include <stddef.h>
#include <stdint.h>

#include "bpf_fetch.h"
#include "kernel_code.h"

/** BPF_SYNTH_RECORD_MAX - bytes of the largest record, with a sample_id of at most 64. */
#define BPF_SYNTH_RECORD_MAX 640
#define BPF_SYNTH_SAMPLE_ID_MAX 64

/** bpf_synth_fn - takes one record. Return: 0, or what ends the call it was called by. */
typedef int (*bpf_synth_fn)(void *ctx, const uint8_t *record, size_t size);

/**
 * struct bpf_synth
 * @code: names and addresses of BPF's code. Names that it does not have are made of tag and BTF.
 * @sample_id_size: zeros behind each record, a multiple of 8, at most BPF_SYNTH_SAMPLE_ID_MAX.
 */
struct bpf_synth {
	const struct kernel_code *code;
	size_t sample_id_size;
};

/**
 * bpf_synth__prog() - the records of a program: its functions' symbols, then its load.
 * @btf: @btf_len bytes of its BTF for the functions' names; NULL when there is none.
 * Return: 0 or what @fn returned.
 */
int bpf_synth__prog(const struct bpf_synth *s, const struct bpf_prog_copy *copy, const uint8_t *btf,
		    size_t btf_len, bpf_synth_fn fn, void *ctx);

/** bpf_synth__images() - trampolines and dispatchers. Return: 0 or what @fn returned. */
int bpf_synth__images(const struct bpf_synth *s, bpf_synth_fn fn, void *ctx);

#endif /* PERF_AUGMENT_BPF_SYNTH_H */
