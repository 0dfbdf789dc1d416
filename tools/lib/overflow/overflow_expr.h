/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_expr.h - expressions over samples (record --keep, --drop, --filter) to the code that
 * bpf-progs/overflow.bpf.c runs. Nothing is opened or loaded here: what names stand for, a struct
 * overflow_names is asked.
 */
#ifndef PERF_AUGMENT_OVERFLOW_EXPR_H
#define PERF_AUGMENT_OVERFLOW_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf-progs/overflow_code.h"
#include "cgroup.h"
#include "expr.h"

/** struct overflow_ranges - all zero is an empty set. */
struct overflow_ranges {
	struct overflow_range *ranges;
	size_t nr;
	size_t room;
};

/** overflow_ranges__add() - [begin, end) to the set. Return: 0 or -ENOMEM. */
int overflow_ranges__add(struct overflow_ranges *set, uint64_t begin, uint64_t end);
void overflow_ranges__free(struct overflow_ranges *set);

/** struct overflow_file - a file as the kernel knows it. */
struct overflow_file {
	uint64_t dev;
	uint64_t ino;
};

/**
 * struct overflow_names - what is behind names; see overflow_names.c for those of this machine.
 * @symbols: the kernel's functions that a glob matches. @functions: those of the ELF file @path, as
 *	offsets in it. @users: user ids of names.
 * @module: the code of "[NAME]", the kernel's own of "[kernel]".
 * @user_id: of a user; @group_id: of a group.
 *
 * All return 0, with empty sets when nothing matches, or -errno.
 */
struct overflow_names {
	void *ctx;
	int (*symbols)(void *ctx, const char *glob, size_t len, struct overflow_ranges *set);
	int (*functions)(void *ctx, const char *path, const char *glob, size_t len,
			 struct overflow_ranges *set);
	int (*module)(void *ctx, const char *name, struct overflow_ranges *set);
	int (*no_bpf)(void *ctx, struct overflow_ranges *set);
	int (*file)(void *ctx, const char *path, struct overflow_file *ret_file);
	int (*cgroup)(void *ctx, const char *path, struct cgroup *ret_cgroup);
	int (*users)(void *ctx, const char *glob, size_t len, bool groups,
		     struct overflow_ranges *set);
	int (*user_id)(void *ctx, const char *name, bool group, uint32_t *ret_id);
};

/**
 * struct overflow_kernel - what programs can read here.
 * @kern_ctx: bpf_cast_to_kern_ctx() is there (6.2). @addr: the address is safe to read without it.
 * @mono_clock: samples have CLOCK_MONOTONIC's time. @no_btf: nothing tells of the first two.
 */
struct overflow_kernel {
	bool kern_ctx;
	bool addr;
	bool mono_clock;
	bool no_btf;
};

/**
 * struct overflow_program - code, and what it needs; all zero is one that keeps everything.
 * @sample_type: bits that the event must have. @needs_kern: on_overflow_kern() must run it.
 */
struct overflow_program {
	struct overflow_config config;
	struct overflow_ranges ranges;
	struct glob_machine *globs;
	uint64_t sample_type;
	bool needs_kern;
};

void overflow_program__free(struct overflow_program *program);

/** enum overflow_verb - what becomes of a sample for which the expression is true. */
enum overflow_verb { OVERFLOW_VERB_KEEP, OVERFLOW_VERB_DROP };

/**
 * overflow_expr__add() - a sample is kept when all expressions with @verb OVERFLOW_VERB_KEEP are true and
 * none with OVERFLOW_VERB_DROP is.
 * @error: filled on failure.
 * Return: 0; -EINVAL and -E2BIG for what is wrong in @text; -ENOMEM.
 */
int overflow_expr__add(struct overflow_program *program, const char *text, enum overflow_verb verb,
		       const struct overflow_kernel *kernel, const struct overflow_names *names,
		       struct expr_error *error);

/**
 * overflow_expr__add_filter() - the same in the spelling of perf's --filter: commas join expressions
 * that must all be true, and are weaker than everything else.
 */
int overflow_expr__add_filter(struct overflow_program *program, const char *text,
			      const struct overflow_kernel *kernel,
			      const struct overflow_names *names, struct expr_error *error);

/** overflow_expr__field_names() - those of expressions, NULL at the end. */
const char *const *overflow_expr__field_names(void);

#endif /* PERF_AUGMENT_OVERFLOW_EXPR_H */
