/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kprobe_prologue.h - perf's contract with programs of "NAME=FUNCTION VARIABLE...": the function gets
 * (ctx, err, variable, ...). The kernel calls it with the context alone, so instructions are put
 * before it that read the variables; where one cannot be read, err is 1 and all of them are 0.
 */
#ifndef PERF_AUGMENT_KPROBE_PROLOGUE_H
#define PERF_AUGMENT_KPROBE_PROLOGUE_H

#include <bpf/bpf.h>
#include <linux/bpf.h>
#include <stddef.h>

#include "kprobe_spec.h"

struct bpf_program;

#define KPROBE_PROLOGUE_MAX (KPROBE_VARS_MAX * (6 + 7 * KPROBE_READS_MAX) + 16)

/** kprobe_prologue__make() - for a resolved @spec. Return: how many instructions. */
size_t kprobe_prologue__make(const struct kprobe_spec *spec,
			     struct bpf_insn insns[KPROBE_PROLOGUE_MAX]);

/**
 * struct kprobe_prologue - what is to be kept until the program is loaded; zero is none.
 */
struct kprobe_prologue {
	void *func_info;
	void *line_info;
};

/**
 * kprobe_prologue__add() - put it before a program that is about to be loaded.
 * @opts: libbpf's, of which functions and source lines move with the instructions.
 * Return: 0 or -errno.
 */
int kprobe_prologue__add(const struct kprobe_spec *spec, struct bpf_program *prog,
			 struct bpf_prog_load_opts *opts, struct kprobe_prologue *ret_kept);

void kprobe_prologue__free(struct kprobe_prologue *kept);

#endif /* PERF_AUGMENT_KPROBE_PROLOGUE_H */
