/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* overflow_expr_priv.h - the fields (overflow_fields.c) and the code (overflow_expr.c, overflow_text.c). */
#ifndef PERF_AUGMENT_OVERFLOW_EXPR_PRIV_H
#define PERF_AUGMENT_OVERFLOW_EXPR_PRIV_H

#include "overflow_expr.h"

/** enum overflow_word - a name of the language; handles of the tree. */
enum overflow_word {
	OVERFLOW_W_ADDR,
	OVERFLOW_W_CGROUP,
	OVERFLOW_W_CODE_PAGE_SIZE,
	OVERFLOW_W_CODE_PGSZ,
	OVERFLOW_W_COMM,
	OVERFLOW_W_CPU,
	OVERFLOW_W_DATA_PAGE_SIZE,
	OVERFLOW_W_DATA_PGSZ,
	OVERFLOW_W_DSO,
	OVERFLOW_W_GID,
	OVERFLOW_W_GID_NAME,
	OVERFLOW_W_ID,
	OVERFLOW_W_IN_BPF,
	OVERFLOW_W_IP,
	OVERFLOW_W_KERNEL,
	OVERFLOW_W_PERIOD,
	OVERFLOW_W_PHYS_ADDR,
	OVERFLOW_W_PID,
	OVERFLOW_W_SYMBOL,
	OVERFLOW_W_TID,
	OVERFLOW_W_TIME,
	OVERFLOW_W_TXN,
	OVERFLOW_W_UID,
	OVERFLOW_W_UID_NAME,
	OVERFLOW_W_USER,
	OVERFLOW_W_WEIGHT,
	OVERFLOW_NR_WORDS,
};

/**
 * struct overflow_word_info
 * @field: what is read for it; of words that are not numbers, see overflow_text.c.
 * @sample_type: what the event must have for it. @kern: only on_overflow_kern() can read it.
 */
struct overflow_word_info {
	enum expr_type type;
	enum overflow_field field;
	uint64_t sample_type;
	bool kern;
};

extern const struct overflow_word_info overflow_words[OVERFLOW_NR_WORDS];

/**
 * struct overflow_gen - generates code.
 * @depth: values on the stack at this point.
 */
struct overflow_gen {
	struct overflow_program *program;
	const struct overflow_kernel *kernel;
	const struct overflow_names *names;
	struct expr_error *error;
	unsigned int depth;
};

/** overflow_fields__resolver() - of the words; @gen is its context. */
struct expr_resolver overflow_fields__resolver(struct overflow_gen *gen);

/** overflow_gen__fail() - fill the error with the text that @node was made of. Return: -EINVAL. */
int overflow_gen__fail(struct overflow_gen *gen, const struct expr_node *node, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** overflow_gen__use() - @field is read. */
void overflow_gen__use(struct overflow_gen *gen, enum overflow_field field);

/** overflow_gen__emit() - add an instruction that changes the stack's depth by @change. */
int overflow_gen__emit(struct overflow_gen *gen, const struct expr_node *node,
		       const struct overflow_insn *insn, int change);

/** overflow_gen__jump() - a jump whose target overflow_gen__land() sets. */
int overflow_gen__jump(struct overflow_gen *gen, const struct expr_node *node, enum overflow_op op,
		       unsigned int *ret_jump);
void overflow_gen__land(struct overflow_gen *gen, unsigned int jump);

/** overflow_gen__in() - whether @field is in @set, which is emptied: onto the stack. */
int overflow_gen__in(struct overflow_gen *gen, const struct expr_node *node,
		     enum overflow_field field, struct overflow_ranges *set);

/** overflow_text__compare() - code of a comparison of a word that is a text with a text. */
int overflow_text__compare(struct overflow_gen *gen, const struct expr_node *node);

/** overflow_text__in_bpf() - code of in_bpf. */
int overflow_text__in_bpf(struct overflow_gen *gen, const struct expr_node *node);

#endif /* PERF_AUGMENT_OVERFLOW_EXPR_PRIV_H */
