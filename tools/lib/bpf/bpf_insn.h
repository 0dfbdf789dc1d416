/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_insn.h - BPF instructions as text, spelled as the kernel's verifier and bpftool spell them:
 * "(bf) r6 = r1".
 */
#ifndef PERF_AUGMENT_BPF_INSN_H
#define PERF_AUGMENT_BPF_INSN_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

/**
 * struct bpf_insn_names - who knows what a call calls.
 * @call: append the name of the function that @insn calls, for a bpf-to-bpf call what stands behind
 *	"pc". Return: false when it is not known; nothing was appended. May be NULL.
 */
struct bpf_insn_names {
	bool (*call)(void *ctx, const struct bpf_insn *insn, struct strbuf *sb);
	void *ctx;
};

/** bpf_insn__helper() - "bpf_map_lookup_elem" of 1; NULL when there is no such helper. */
const char *bpf_insn__helper(int id);

/** bpf_insn__is_wide() - it is the first of two that load 64 bits. */
bool bpf_insn__is_wide(const struct bpf_insn *insn);

/**
 * bpf_insn__is_jump() - it may go on at another instruction of its function.
 * @ret_off: how many instructions behind the next one.
 */
bool bpf_insn__is_jump(const struct bpf_insn *insn, long *ret_off);

/**
 * bpf_insn__print() - append the instruction at @insn, of which @nr_left (at least 1) follow each
 * other. One that does not exist is "BUG_" and its code.
 * @names: may be NULL.
 * Return: how many it takes, 1 or 2.
 */
unsigned int bpf_insn__print(struct strbuf *sb, const struct bpf_insn *insn, size_t nr_left,
			     const struct bpf_insn_names *names);

#endif /* PERF_AUGMENT_BPF_INSN_H */
