/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_code.h - what the engine and its loader (tools/lib/filter/filter_compile.c) agree on for
 * filters of calls: tests of numbers, comparisons of texts, and which of them each system call has.
 *
 * A filter is compiled for each call apart, as only then it is known which argument a name is. What is
 * left are tests that jump forward, to the verdict in the end, in three stages: what registers and the
 * task tell, what strings and descriptors tell, and what is known when the call has ended.
 */
#ifndef PERF_AUGMENT_FILTER_CODE_H
#define PERF_AUGMENT_FILTER_CODE_H

#include "bpf/augment.h"
#include "glob_code.h"

/** FILTER_MAX_TESTS - of one stage of a call. */
#define FILTER_MAX_TESTS 64
/**
 * FILTER_QUICK_TESTS - so many at most are made where the call is seen; more take a program of
 * their own.
 */
#define FILTER_QUICK_TESTS 16
/** FILTER_COMMON_TESTS - so many at most are made without a look-up, of a filter that all calls share. */
#define FILTER_COMMON_TESTS 4
/** FILTER_MAX_TEXTS - comparisons of texts of one call: bits of 32. */
#define FILTER_MAX_TEXTS 32
/** FILTER_MAX_COMMS - globs that the names of tasks are compared with: bits of 8. */
#define FILTER_MAX_COMMS 8
/** FILTER_MAX_LEVELS - depths of control groups. */
#define FILTER_MAX_LEVELS 4
/** FILTER_TEXT_SIZE - bytes of a text with its NUL; a power of two. */
#define FILTER_TEXT_SIZE 4096

/** enum filter_field - the numbers that are tested. */
enum filter_field {
	FILTER_F_ARG, /* and five more */
	FILTER_F_RET = FILTER_F_ARG + AUG_MAX_ARGS,
	FILTER_F_ERRNO, /* 0 unless the call failed */
	FILTER_F_DURATION,
	FILTER_F_PID,
	FILTER_F_TID,
	FILTER_F_UID,
	FILTER_F_GID,
	FILTER_F_CGROUP,
	FILTER_F_LEVEL, /* the group's ancestor at a depth, and so on */
	FILTER_F_COMM =
		FILTER_F_LEVEL + FILTER_MAX_LEVELS, /* whether it matches a glob, and so on */
	FILTER_NR_FIELDS = FILTER_F_COMM + FILTER_MAX_COMMS,
	FILTER_F_TEXT = 32, /* from here on the results of comparisons of texts */
};

enum filter_op { FILTER_EQ, FILTER_NE, FILTER_LT, FILTER_LE, FILTER_GT, FILTER_GE };

/* struct filter_test.flags */
#define FILTER_A_SIGNED (1 << 0)
#define FILTER_B_SIGNED (1 << 1)
#define FILTER_A_32 (1 << 2) /* only the low half of the register counts */
#define FILTER_B_32 (1 << 3)
#define FILTER_B_FIELD (1 << 4) /* b is a field too, not imm */

/* Where a test jumps to when not to another one. */
#define FILTER_KEEP 255
#define FILTER_DROP 254

/**
 * struct filter_test - whether (a & mask) OP b.
 * @a, @b: enum filter_field. @op: enum filter_op.
 * @on_true, @on_false: number of the next test of the stage, which is a later one; or the verdict.
 */
struct filter_test {
	aug_u8 a;
	aug_u8 b;
	aug_u8 op;
	aug_u8 flags;
	aug_u8 on_true;
	aug_u8 on_false;
	aug_u8 pad[2];
	aug_u64 mask;
	aug_u64 imm;
};

/** enum filter_source - what text, or which descriptors, an argument leads to. */
enum filter_source {
	FILTER_STRING,	/* it points to one */
	FILTER_FD_PATH, /* it is a descriptor: the path of its file */
	FILTER_POLL,	/* it points to struct pollfd[], as many as the next argument says */
	FILTER_FD_SET, /* it points to bits that are descriptors, as many as the first argument says */
	FILTER_POLL_FD,	  /* of such an array the descriptors themselves */
	FILTER_FD_SET_FD, /* of such a set */
};

/** FILTER_FD_ANY - in place of a descriptor, which has a lower number: any of them. */
#define FILTER_FD_ANY 0xffffff

/**
 * struct filter_text - one comparison.
 * @source: enum filter_source.
 * @pattern: index in the map of patterns; of FILTER_*_FD a descriptor.
 */
struct filter_text {
	aug_u32 source : 4;
	aug_u32 arg : 4;
	aug_u32 pattern : 24;
};

/** enum filter_how - what of a text is compared. */
enum filter_how { FILTER_WHOLE, FILTER_PREFIX, FILTER_GLOB };

/**
 * struct filter_pattern
 * @how: enum filter_how.
 * @len: bytes of @bytes; of FILTER_GLOB the index in the map of globs.
 * @leaf_len: bytes of the last component of a whole path; 0 when that says nothing.
 * @leaf: its first eight bytes, the rest zeroes: most other files are told by them.
 * @tail, @tail_len: of FILTER_GLOB: the bytes behind its last wildcard, at most the last eight, which are the
 *	highest ones; and how many they are.
 */
struct filter_pattern {
	aug_u32 how;
	aug_u32 len;
	aug_u32 leaf_len;
	aug_u32 tail_len;
	aug_u64 leaf;
	aug_u64 tail;
	aug_u8 bytes[FILTER_TEXT_SIZE + 8];
};

/** FILTER_MAX_QUICK - texts of a call that are looked at before they are compared. */
#define FILTER_MAX_QUICK 4

/**
 * struct filter_quick - what a text that matches begins with, or ends in; most others are told by that.
 * @head, @mask: the first bytes, and those of them that count. Of FILTER_FD_PATH @head[0] is the
 *	length of the file's own name.
 * Of struct filter_spec.by_tail @head[0] and @mask[0] are of the last eight.
 */
struct filter_quick {
	aug_u64 head[2];
	aug_u64 mask[2];
};

enum { FILTER_BY_REGISTERS, FILTER_BY_TEXTS, FILTER_AT_EXIT, FILTER_NR_STAGES };

/** struct filter_stage - tests, one behind the other in the map of tests; none: nothing to decide. */
struct filter_stage {
	aug_u32 first;
	aug_u32 nr;
};

/*
 * What of a call is still open after its registers: struct filter_spec.open, and in the state of
 * the task.
 */
#define FILTER_OPEN_TEXTS (1 << 0) /* texts are compared, or there are more tests than quick ones */
#define FILTER_OPEN_EXIT (1 << 1)
#define FILTER_OPEN_USER (1 << 2)  /* the reader has to decide too */
#define FILTER_OPEN_AGAIN (1 << 3) /* FILTER_BY_TEXTS at the exit: a text was not readable */

/**
 * struct filter_spec - the filter of one system call.
 * @open: FILTER_OPEN_*.
 * @nr_quick: all texts have a @quick, and when none of them matches the call is dropped; 0: not so.
 * @by_tail: bit n: that of text n is of its end.
 */
struct filter_spec {
	struct filter_stage stages[FILTER_NR_STAGES];
	aug_u8 nr_texts;
	aug_u8 open;
	aug_u8 nr_quick;
	aug_u8 by_tail;
	aug_u8 pad[4];
	struct filter_quick quick[FILTER_MAX_QUICK];
	struct filter_text texts[FILTER_MAX_TEXTS];
};

/**
 * struct filter_common - a filter that all traced calls have alike.
 * @is_set: there is one. @open: FILTER_OPEN_*.
 * @nr: tests of FILTER_BY_REGISTERS and FILTER_AT_EXIT.
 * @is_native: those of 32-bit callers have another one.
 * @by_result: nothing but what a call returned is asked for.
 */
struct filter_common {
	aug_u8 is_set;
	aug_u8 open;
	aug_u8 nr[FILTER_NR_STAGES];
	aug_u8 is_native;
	aug_u8 by_result;
	aug_u8 pad;
	struct filter_test tests[FILTER_NR_STAGES][FILTER_COMMON_TESTS];
};

/**
 * struct filter_config - what fields are to be read; for all calls.
 * @fields: bits of enum filter_field. @levels: of FILTER_F_LEVEL. @comms: of FILTER_F_COMM, indices in the
 * map of globs. @has_texts: some call has FILTER_OPEN_TEXTS.
 */
struct filter_config {
	aug_u64 fields;
	aug_u32 levels[FILTER_MAX_LEVELS];
	aug_u32 comms[FILTER_MAX_COMMS];
	aug_u32 nr_comms;
	aug_u8 enabled;
	aug_u8 has_texts;
	aug_u8 pad[2];
	struct filter_common common;
};

#endif /* PERF_AUGMENT_FILTER_CODE_H */
