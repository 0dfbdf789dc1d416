// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_mm.c - arguments whose use depends on another one: the file of mmap, mremap's new address,
 * and what follows the operation of a futex.
 */
#include "decode.h"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <linux/mman.h>

#include "decode_word.h"
#include "symbols_tables.h"

#ifndef MEMBARRIER_CMD_FLAG_CPU /* 5.10 */
#define MEMBARRIER_CMD_FLAG_CPU 1
#endif
#ifndef FUTEX_LOCK_PI2 /* 5.14 */
#define FUTEX_LOCK_PI2 13
#endif

static bool mmap_is_anonymous(const struct arg *arg)
{
	const unsigned int flags_idx = 3;

	return arg->event->rec->args[flags_idx] & MAP_ANONYMOUS;
}

static void decode_mmap_fd(const struct arg *arg, struct out *o)
{
	out__fd(o, (int32_t)arg->value, false);
}

static void decode_mmap_off(const struct arg *arg, struct out *o)
{
	out__hex(o, arg->value);
}

/* mmap2(): in pages of 4 KiB; strace tells the bytes. */
static void decode_mmap_pages(const struct arg *arg, struct out *o)
{
	out__hex(o, o->strace ? arg->value << 12 : arg->value);
}

static bool mremap_addr_is_unused(const struct arg *arg)
{
	const uint64_t fixed = MREMAP_MAYMOVE | MREMAP_FIXED;

	return (arg->event->rec->args[arg->idx - 1] & fixed) != fixed;
}

static void decode_addr(const struct arg *arg, struct out *o)
{
	out__ptr(o, arg->value);
}

/* Which arguments an operation looks at. TIMEOUT and VAL2 are one register, seen two ways. */
enum {
	FUTEX_USES_VAL = 1 << 0,
	FUTEX_USES_TIMEOUT = 1 << 1,
	FUTEX_USES_VAL2 = 1 << 2,
	FUTEX_USES_UADDR2 = 1 << 3,
	FUTEX_USES_VAL3 = 1 << 4,
};

static const uint8_t futex_uses[] = {
	[FUTEX_WAIT] = FUTEX_USES_VAL | FUTEX_USES_TIMEOUT,
	[FUTEX_WAKE] = FUTEX_USES_VAL,
	[FUTEX_FD] = FUTEX_USES_VAL,
	[FUTEX_REQUEUE] = FUTEX_USES_VAL | FUTEX_USES_VAL2 | FUTEX_USES_UADDR2,
	[FUTEX_CMP_REQUEUE] = FUTEX_USES_VAL | FUTEX_USES_VAL2 | FUTEX_USES_UADDR2 |
			      FUTEX_USES_VAL3,
	[FUTEX_WAKE_OP] = FUTEX_USES_VAL | FUTEX_USES_VAL2 | FUTEX_USES_UADDR2 | FUTEX_USES_VAL3,
	[FUTEX_LOCK_PI] = FUTEX_USES_TIMEOUT,
	[FUTEX_UNLOCK_PI] = 0,
	[FUTEX_TRYLOCK_PI] = 0,
	[FUTEX_WAIT_BITSET] = FUTEX_USES_VAL | FUTEX_USES_TIMEOUT | FUTEX_USES_VAL3,
	[FUTEX_WAKE_BITSET] = FUTEX_USES_VAL | FUTEX_USES_VAL3,
	[FUTEX_WAIT_REQUEUE_PI] = FUTEX_USES_VAL | FUTEX_USES_TIMEOUT | FUTEX_USES_UADDR2,
	[FUTEX_CMP_REQUEUE_PI] = FUTEX_USES_VAL | FUTEX_USES_VAL2 | FUTEX_USES_UADDR2 |
				 FUTEX_USES_VAL3,
	[FUTEX_LOCK_PI2] = FUTEX_USES_TIMEOUT,
};

static uint32_t futex_cmd(const struct arg *arg)
{
	return (uint32_t)arg->event->rec->args[1] & FUTEX_CMD_BITS;
}

/* strace has names for the combinations that the kernel takes, and takes nothing else apart. */
static void decode_futex_op(const struct arg *arg, struct out *o)
{
	out__symbol(o, o->strace ? &syms_futex_strace_op : arg->desc->syms, arg->value);
}

static bool futex_is_known(const struct arg *arg)
{
	return futex_cmd(arg) < sizeof(futex_uses);
}

static bool futex_lacks(const struct arg *arg, unsigned int uses)
{
	return futex_is_known(arg) && !(futex_uses[futex_cmd(arg)] & uses);
}

static bool futex_val_is_unused(const struct arg *arg)
{
	return futex_lacks(arg, FUTEX_USES_VAL);
}

static bool futex_uaddr2_is_unused(const struct arg *arg)
{
	return futex_lacks(arg, FUTEX_USES_UADDR2);
}

static bool futex_val3_is_unused(const struct arg *arg)
{
	return futex_lacks(arg, FUTEX_USES_VAL3);
}

static void decode_futex_val(const struct arg *arg, struct out *o)
{
	out__uint(o, (uint32_t)arg->value);
}

/* strace's mark of a number without a name, or whose name is not wanted (-X raw), stands behind its place. */
static void add_shifted(struct word *w, const struct symbols *syms, uint32_t value,
			unsigned int shift, const struct out *o)
{
	const bool is_marked = o->strace &&
			       (o->consts == OUT_CONSTS_RAW || !symbols__name(syms, value));

	if (is_marked)
		word__add_hex(w, value);
	else
		word__add_symbol(w, syms, value, o);
	word__add(w, "<<");
	word__add_uint(w, shift, 10, 1);
	if (!is_marked)
		return;
	word__add(w, " /* ");
	word__add(w, syms->prefix);
	word__add(w, "??? */");
}

/* What is done with a number of 12 bits, and what is compared with another: FUTEX_OP of linux/futex.h. */
static void say_wake_op(struct out *o, uint32_t value)
{
	static const char *const shift[] = {
		[OUT_CONSTS_NAMED] = "FUTEX_OP_OPARG_SHIFT<<28|",
		[OUT_CONSTS_RAW] = "0x8<<28|",
		[OUT_CONSTS_BOTH] = "0x8 /* FUTEX_OP_OPARG_SHIFT */<<28|",
	};
	const uint32_t op = value >> 28;
	struct word w;

	word__init(&w);
	if (op & FUTEX_OP_OPARG_SHIFT)
		word__add(&w, shift[o->consts]);
	add_shifted(&w, &syms_futex_wake_op, op & ~(uint32_t)FUTEX_OP_OPARG_SHIFT, 28, o);
	word__add(&w, "|");
	word__add_hex(&w, value >> 12 & 0xfff);
	word__add(&w, "<<12|");
	add_shifted(&w, &syms_futex_wake_cmp, value >> 24 & 0xf, 24, o);
	word__add(&w, "|");
	word__add_hex(&w, value & 0xfff);
	word__say(&w, o);
}

static void decode_futex_val3(const struct arg *arg, struct out *o)
{
	const uint32_t cmd = futex_cmd(arg);

	if (cmd == FUTEX_WAIT_BITSET || cmd == FUTEX_WAKE_BITSET)
		out__symbol(o, &syms_futex_bitset, arg->value);
	else if (cmd == FUTEX_WAKE_OP)
		say_wake_op(o, (uint32_t)arg->value);
	else if (o->strace && !futex_is_known(arg))
		out__hex(o, (uint32_t)arg->value);
	else
		out__uint(o, (uint32_t)arg->value);
}

const struct arg_type arg_mmap_fd = {
	.name = "mmap_fd",
	.decode = decode_mmap_fd,
	.is_unused = mmap_is_anonymous,
	.is_told_unused = true,
	.is_32 = true,
	.show_zero = true,
};
const struct arg_type arg_mmap_off = {
	.name = "mmap_off",
	.decode = decode_mmap_off,
	.is_unused = mmap_is_anonymous,
	.is_told_unused = true,
};
/* The CPU of membarrier() */
static bool membarrier_cpu_is_unused(const struct arg *arg)
{
	return !(arg->event->rec->args[arg->idx - 1] & MEMBARRIER_CMD_FLAG_CPU);
}

const struct arg_type arg_mmap_pages = {
	.name = "mmap_pages",
	.decode = decode_mmap_pages,
	.is_unused = mmap_is_anonymous,
	.is_told_unused = true,
};
const struct arg_type arg_membarrier_cpu = {
	.name = "membarrier_cpu",
	.decode = decode_mmap_fd,
	.is_unused = membarrier_cpu_is_unused,
	.is_32 = true,
	.show_zero = true,
};
const struct arg_type arg_mremap_addr = {
	.name = "mremap_addr",
	.decode = decode_addr,
	.is_unused = mremap_addr_is_unused,
};
const struct arg_type arg_futex_op = {
	.name = "futex_op",
	.decode = decode_futex_op,
	.needs_syms = true,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_futex_val = {
	.name = "futex_val",
	.decode = decode_futex_val,
	.is_unused = futex_val_is_unused,
	.is_32 = true,
};
const struct arg_type arg_futex_uaddr2 = {
	.name = "futex_uaddr2",
	.decode = decode_addr,
	.is_unused = futex_uaddr2_is_unused,
};
const struct arg_type arg_futex_val3 = {
	.name = "futex_val3",
	.decode = decode_futex_val3,
	.is_unused = futex_val3_is_unused,
	.is_32 = true,
};
