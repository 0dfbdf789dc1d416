/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_refusal.h - why libbpf or the kernel's verifier refuses an object: taken out of libbpf's
 * warnings, among which is the verifier's log.
 */
#ifndef PERF_AUGMENT_BPF_REFUSAL_H
#define PERF_AUGMENT_BPF_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>

/* The verifier's last lines that are kept. */
#define BPF_REFUSAL_LINES 4

/**
 * struct bpf_refusal - all point into the text that was read.
 * @cause: what libbpf says failed first, without its prefix; NULL when it says nothing.
 * @program: the program that it names, without a terminator, @program_len long; NULL for none.
 * @by_verifier: there is a log of the verifier.
 * @last: its last lines that say something, oldest first.
 * @source: the source line that it printed last, @source_len long; @source_place: "FILE:LINE" of it,
 *	which kernels before 6.9 do not tell: NULL.
 * @insn: index of the instruction that it looked at last; -1 for none.
 * @hint: what usually helps, a constant; NULL when nothing is known.
 */
struct bpf_refusal {
	const char *cause;
	const char *program;
	size_t program_len;
	bool by_verifier;
	const char *last[BPF_REFUSAL_LINES];
	size_t nr_last;
	const char *source;
	size_t source_len;
	const char *source_place;
	long insn;
	const char *hint;
};

/** bpf_refusal__read() - cuts @text up. */
void bpf_refusal__read(char *text, struct bpf_refusal *ret);

#endif /* PERF_AUGMENT_BPF_REFUSAL_H */
