/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_priv.h - what the parts of filter.h share: words (filter_words.c), constants
 * (filter_constants.c), code for the engine (filter_compile.c), evaluation of records (filter_match.c).
 */
#ifndef PERF_AUGMENT_FILTER_PRIV_H
#define PERF_AUGMENT_FILTER_PRIV_H

#include "filter.h"
#include "syscalls.h"

/** Expressions of one filter, and names in all of them. */
#define FILTER_MAX_EXPRS 64
#define FILTER_MAX_WORDS 1024

enum filter_kind {
	FILTER_NUMBER,	 /* one of enum filter_field */
	FILTER_COMM,	 /* the task's name */
	FILTER_GROUP,	 /* its control group */
	FILTER_CALL,	 /* the call's name */
	FILTER_COMPAT,	 /* whether a 32-bit program made it */
	FILTER_ARG,	 /* an argument by name */
	FILTER_REGISTER, /* an argument by number */
	FILTER_ANY_FD,	 /* any descriptor among the arguments */
	FILTER_ANY_PATH, /* any path */
	FILTER_ANY_FILE, /* the path of any descriptor's file */
	FILTER_POLLED,	 /* any descriptor in an array or a set */
};

/**
 * struct filter_word - what a name in an expression stands for; the handle is its index.
 * @field: of FILTER_NUMBER.
 * @call: FILTER_ARG: only of this system call; NULL: of each that has the name.
 * @name: of the argument, not ended by a NUL. @idx: of FILTER_REGISTER.
 */
struct filter_word {
	enum filter_kind kind;
	enum expr_type type;
	enum filter_field field;
	const char *call;
	const char *name;
	size_t name_len;
	unsigned int idx;
};

struct filter {
	const struct filter_names *names;
	struct expr *exprs[FILTER_MAX_EXPRS];
	char *texts[FILTER_MAX_EXPRS];
	size_t nr;
	struct filter_word words[FILTER_MAX_WORDS];
	size_t nr_words;
};

/** filter_words__resolver() - of an expression of @f. */
struct expr_resolver filter_words__resolver(struct filter *f);

/** filter_constants__find() - for struct expr_resolver. */
int filter_constants__find(void *ctx, uint32_t like, const char *name, size_t len,
			   int64_t *ret_value, struct expr_error *error);

/**
 * struct filter_call - a system call that an expression is about.
 * @desc: NULL when its number is not known.
 */
struct filter_call {
	const struct syscall_desc *desc;
	unsigned int abi;
};

/** filter_word__args() - bits of the arguments of @call that @word stands for; 0: it has none. */
unsigned int filter_word__args(const struct filter_word *word, const struct filter_call *call);

/** filter_word__is_known() - whether @call has what @word stands for, when that is no argument. */
bool filter_word__is_known(const struct filter_word *word, const struct filter_call *call);

/** enum filter_arg_kind - what can be compared of an argument. */
enum filter_arg_kind {
	FILTER_ARG_NUMBER, /* the register */
	FILTER_ARG_STRING, /* what it points to, a string that is there at the entry */
	FILTER_ARG_DATA,   /* what it points to, as far as it is copied */
};

enum filter_arg_kind filter_arg__kind(const struct arg_desc *arg);

/** filter_arg__is_fd(), filter_arg__is_path() - of what FILTER_ANY_* stands for. */
bool filter_arg__is_fd(const struct arg_desc *arg);
bool filter_arg__is_path(const struct arg_desc *arg);

/** filter_arg__is_fds() - an array or a set of descriptors. */
bool filter_arg__is_fds(const struct arg_desc *arg);

/**
 * filter_arg__is_pair() - whether @arg is of 64 bits in two registers of a 32-bit program. The engine does not
 * compare them.
 */
bool filter_arg__is_pair(const struct arg_desc *arg, unsigned int abi);

/** filter_arg__number() - how a register is read: 32 bits or 64, signed or not. */
void filter_arg__number(const struct arg_desc *arg, unsigned int abi, bool *ret_is_32,
			bool *ret_is_signed);

/** filter_word__fits() - whether @arg is a number or a text as @word, an argument by name, says. */
bool filter_word__fits(const struct filter_word *word, const struct arg_desc *arg);

#endif /* PERF_AUGMENT_FILTER_PRIV_H */
