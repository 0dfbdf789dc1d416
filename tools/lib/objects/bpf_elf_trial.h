/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_elf_trial.h - libbpf and the kernel try an object; see bpf_elf_verdict.h. */
#ifndef PERF_AUGMENT_BPF_ELF_TRIAL_H
#define PERF_AUGMENT_BPF_ELF_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

/** enum bpf_trial_types - who says what type a program has: libbpf; perf; libbpf, then perf. */
enum bpf_trial_types { BPF_TRIAL_LIBBPF, BPF_TRIAL_PERF, BPF_TRIAL_BOTH };

/**
 * bpf_trial__run() - open an object with libbpf, and load it; in a child process.
 * @load: ask the kernel too. All that it makes is gone when this returns.
 * @ret_ok: it worked.
 * @reason: why not: libbpf's words, or the verifier's last ones.
 * Return: 0 or -errno when the trial itself failed.
 */
int bpf_trial__run(const void *bytes, size_t size, enum bpf_trial_types types, bool load,
		   bool *ret_ok, struct strbuf *reason);

#endif /* PERF_AUGMENT_BPF_ELF_TRIAL_H */
