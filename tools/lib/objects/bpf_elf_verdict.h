/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_elf_verdict.h - who can load an object, and why not.
 *
 * An answer is not guessed where it can be had: libbpf opens the object, and where the caller may,
 * the kernel loads it and forgets it again; nothing is attached. That happens in a process of its
 * own, which a damaged object may end.
 */
#ifndef PERF_AUGMENT_BPF_ELF_VERDICT_H
#define PERF_AUGMENT_BPF_ELF_VERDICT_H

#include <stdbool.h>

#include "bpf_elf.h"
#include "strbuf.h"

/** enum bpf_answer - @BPF_ANSWER_PERHAPS: nothing is against it, but the kernel was not asked. */
enum bpf_answer { BPF_ANSWER_NO, BPF_ANSWER_YES, BPF_ANSWER_PERHAPS };

enum bpf_loader { BPF_LOADER_PERF, BPF_LOADER_LIBBPF, BPF_LOADER_OURS, BPF_NR_LOADERS };

/**
 * struct bpf_verdict
 * @answer: can this loader load it on the running kernel?
 * @reason: why not, or what to know; may be empty.
 */
struct bpf_verdict {
	enum bpf_answer answer;
	struct strbuf reason;
};

/** bpf_loader__name() - "stock perf 6.1". */
const char *bpf_loader__name(enum bpf_loader loader);
/** bpf_answer__name() - "yes", "no", "perhaps". */
const char *bpf_answer__name(enum bpf_answer answer);

/**
 * bpf_elf__judge() - fill in @verdicts, one for each enum bpf_loader.
 * @ask_kernel: load it; needs CAP_BPF and CAP_PERFMON, or CAP_SYS_ADMIN.
 * Return: 0, -errno when no process can be made, -ENOMEM. Free with bpf_verdicts__free() in any case.
 */
int bpf_elf__judge(const struct bpf_elf *elf, bool ask_kernel,
		   struct bpf_verdict verdicts[BPF_NR_LOADERS]);
void bpf_verdicts__free(struct bpf_verdict verdicts[BPF_NR_LOADERS]);

/**
 * bpf_elf__suits_trace() - could `perf-augment trace` run its programs, as far as the file tells and
 * the running kernel has what they attach to?
 * @reason: why not.
 */
bool bpf_elf__suits_trace(const struct bpf_elf *elf, struct strbuf *reason);

/** bpf_elf__counts_samples() - has it the counts of overflow.h, which `record --overflow` reads? */
bool bpf_elf__counts_samples(const struct bpf_elf *elf);

/**
 * bpf_elf__find_problems() - what is wrong whoever loads it: types of maps that nobody knows, and
 * markers that disagree with their maps.
 * @lines: one line each, ending in a newline.
 */
void bpf_elf__find_problems(const struct bpf_elf *elf, struct strbuf *lines);

#endif /* PERF_AUGMENT_BPF_ELF_VERDICT_H */
