/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_code.h - what overflow.bpf.c and its loader (tools/lib/overflow/overflow_handler.c)
 * agree on: the code that an expression becomes, the settings, and the counts.
 *
 * The code is that of a stack machine. All values are 64 bits wide; an instruction's operands are
 * taken from the stack and its result is put there. Jumps go forward only.
 */
#ifndef PERF_AUGMENT_OVERFLOW_CODE_H
#define PERF_AUGMENT_OVERFLOW_CODE_H

#ifndef __bpf__
#include <linux/types.h>
#endif

#include "glob_code.h"

/** Powers of two, as indices are masked. */
#define OVERFLOW_MAX_INSNS 128
#define OVERFLOW_STACK 16
#define OVERFLOW_MAX_RANGES 4096
#define OVERFLOW_MAX_GLOBS 8
#define OVERFLOW_MAX_ANCESTORS 4

/** enum overflow_field - what an instruction may read; filled in before the code runs. */
enum overflow_field {
	OVERFLOW_F_IP,
	OVERFLOW_F_USER,
	OVERFLOW_F_PID,
	OVERFLOW_F_TID,
	OVERFLOW_F_UID,
	OVERFLOW_F_GID,
	OVERFLOW_F_CPU,
	OVERFLOW_F_TIME,
	OVERFLOW_F_PERIOD,
	OVERFLOW_F_CGROUP,
	OVERFLOW_F_ADDR,
	OVERFLOW_F_WEIGHT,
	OVERFLOW_F_PHYS_ADDR,
	OVERFLOW_F_CODE_PAGE_SIZE,
	OVERFLOW_F_DATA_PAGE_SIZE,
	OVERFLOW_F_TXN,
	OVERFLOW_F_ID,
	OVERFLOW_F_FILE_DEV, /* of the mapping that ip is in; all three or none */
	OVERFLOW_F_FILE_INO,
	OVERFLOW_F_FILE_OFF,
	OVERFLOW_F_ANCESTOR, /* the cgroup at one of the levels of interest, and so on */
	OVERFLOW_F_GLOB = OVERFLOW_F_ANCESTOR + OVERFLOW_MAX_ANCESTORS, /* comm matches the glob */
	OVERFLOW_NR_FIELDS = OVERFLOW_F_GLOB + OVERFLOW_MAX_GLOBS,
};

/* The stack's room and this are indices into one array, whose size is a power of two. */
#define OVERFLOW_FIELD_ROOM 32

/** enum overflow_op - a and b are the operands, b on top. */
enum overflow_op {
	OVERFLOW_OP_CONST, /* imm */
	OVERFLOW_OP_FIELD, /* field */
	OVERFLOW_OP_FILE,  /* whether ip is in the file of device arg and inode imm */
	OVERFLOW_OP_IN,	   /* whether a is in one of the ranges [arg, arg + imm) */
	OVERFLOW_OP_NOT,
	OVERFLOW_OP_COMPL,
	OVERFLOW_OP_NEG,
	OVERFLOW_OP_BOOL,
	OVERFLOW_OP_OR, /* from here on two operands; with OVERFLOW_HAS_IMM, b is imm */
	OVERFLOW_OP_XOR,
	OVERFLOW_OP_AND,
	OVERFLOW_OP_EQ,
	OVERFLOW_OP_NE,
	OVERFLOW_OP_LT,
	OVERFLOW_OP_LE,
	OVERFLOW_OP_GT,
	OVERFLOW_OP_GE,
	OVERFLOW_OP_SHL,
	OVERFLOW_OP_SHR,
	OVERFLOW_OP_ADD,
	OVERFLOW_OP_SUB,
	OVERFLOW_OP_MUL,
	OVERFLOW_OP_DIV,
	OVERFLOW_OP_MOD,
	OVERFLOW_OP_JUMP_FALSE, /* to arg with a left there, else take it away */
	OVERFLOW_OP_JUMP_TRUE,
	OVERFLOW_OP_REQUIRE, /* the sample is dropped unless a */
	OVERFLOW_OP_REFUSE,  /* the sample is dropped if a */
};

/* Flags of an instruction. */
#define OVERFLOW_A_SIGNED 1
#define OVERFLOW_B_SIGNED 2
#define OVERFLOW_HAS_IMM 4
#define OVERFLOW_HAS_FIELD 8 /* a is field, not taken from the stack */

/** struct overflow_insn - @op: enum overflow_op; @field: enum overflow_field. */
struct overflow_insn {
	__u8 op;
	__u8 flags;
	__u8 field;
	__u8 pad;
	__u32 arg;
	__u64 imm;
};

/** struct overflow_range - addresses or numbers from @begin up to, not including, @end. */
struct overflow_range {
	__u64 begin;
	__u64 end;
};

/**
 * struct overflow_config - settings of the program.
 * @fields: bits of enum overflow_field that are read.
 * @time_by_helper: the event's clock is the one that bpf_ktime_get_ns() tells.
 * @pidns_dev, @pidns_ino: our pid namespace, 0 for the initial one.
 * @nr_ranges: in the map `ranges`. @nr_globs: in the map `globs`.
 */
struct overflow_config {
	__u64 fields;
	__u64 pidns_dev;
	__u64 pidns_ino;
	__u32 time_by_helper;
	__u32 nr_globs;
	__u32 nr_insns;
	__u32 levels[OVERFLOW_MAX_ANCESTORS];
	__u32 pad;
	struct overflow_insn code[OVERFLOW_MAX_INSNS];
};

/**
 * struct overflow_counts - of one event on one CPU.
 * @events: sum of the samples' periods. @undecided: kept, as the expression could not be evaluated:
 *	a field that this sample does not have, or a division by zero.
 */
struct overflow_counts {
	__u64 seen;
	__u64 kept;
	__u64 dropped;
	__u64 undecided;
	__u64 events;
};

#endif /* PERF_AUGMENT_OVERFLOW_CODE_H */
