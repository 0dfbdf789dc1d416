/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * augment.h - FROZEN: what version 1 of the ABI of augmenters was. Never to be changed: objects that
 * are built with it have to go on working (tests/live/augment_values_v1.bpf.c).
 */
#ifndef PERF_AUGMENT_AUGMENT_H
#define PERF_AUGMENT_AUGMENT_H

#ifdef __bpf__
typedef unsigned char aug_u8;
typedef unsigned short aug_u16;
typedef unsigned int aug_u32;
typedef signed int aug_s32;
typedef unsigned long long aug_u64;
typedef signed long long aug_s64;
#else
#include <stdint.h>
typedef uint8_t aug_u8;
typedef uint16_t aug_u16;
typedef uint32_t aug_u32;
typedef int32_t aug_s32;
typedef uint64_t aug_u64;
typedef int64_t aug_s64;
#endif

#define AUG_MAX_ARGS 6

/*
 * What augmenter objects are built against; augmenter.bpf.h makes it comfortable. It is an ABI: an
 * object says in its section AUG_VERSION_SECTION which version of it its header had. Versions only
 * add: members in place of reserved ones, kinds, flags. So every older object goes on working.
 */

/** AUG_AUGMENTER_VERSION - of struct aug_call, struct aug_item and the maps. */
#define AUG_AUGMENTER_VERSION 1
#define AUG_VERSION_SECTION "augment/version"

/** AUG_NAME_MAX - longest name of an attached value, in bytes, its NUL included. */
#define AUG_NAME_MAX 32

/** AUG_VALUE_MAX - bytes kept of one attached value. */
#define AUG_VALUE_MAX 4096

/** AUG_ITEMS_SIZE - bytes of all that one function attaches to one call: two of the largest values fit. */
#define AUG_ITEMS_SIZE 11776

/* struct aug_call.when */
#define AUG_ON_ENTER 1
#define AUG_ON_EXIT 2
#define AUG_ON_TRACEPOINT 3
#define AUG_ON_UPROBE 4
#define AUG_ON_URETPROBE 5

/* struct aug_call.flags */
#define AUG_CALL_RETURN (1 << 0) /* go back to the engine also when nothing is attached */

/**
 * struct aug_call - what an augmenter's function is given, and what it gives.
 * @version: AUG_AUGMENTER_VERSION of the engine.
 * @when: AUG_ON_*.
 * @flags: AUG_CALL_*.
 * @pid: thread group id, @tid: thread id; as the user of the trace knows them.
 * @nr: system call number in the table of @abi (AUG_ABI_*); 0 where there is no call.
 * @time_ns: CLOCK_MONOTONIC: of a call its entry.
 * @ret: at an exit, -errno on failure; in URETPROBE the register of the return value.
 * @args: of a call the six registers as the program set them, at the exit too; in UPROBE those of
 *	a function's first six integers or pointers. In a 32-bit process a call's are 32 bits wide.
 * @comm: name of the thread, NUL-padded.
 * @items_len: bytes of @items in use, a multiple of 8. Written by the augmenter, as is the rest.
 * @nr_items: values attached.
 * @nr_lost: values for which there was no room.
 * @engine: not for augmenters.
 * @items: struct aug_item, one behind the other.
 */
struct aug_call {
	aug_u16 version;
	aug_u8 when;
	aug_u8 flags;
	aug_u32 pid;
	aug_u32 tid;
	aug_u32 nr;
	aug_u16 abi;
	aug_u16 pad;
	aug_u32 items_len;
	aug_u16 nr_items;
	aug_u16 nr_lost;
	aug_u32 pad2;
	aug_u64 time_ns;
	aug_s64 ret;
	aug_u64 args[AUG_MAX_ARGS];
	char comm[16];
	aug_u64 reserved[18];
	aug_u8 engine[256];
	aug_u8 items[AUG_ITEMS_SIZE];
};

/* struct aug_item.kind */
#define AUG_ITEM_VALUE 1 /* one value of the type type_id */
#define AUG_ITEM_ARRAY 2 /* values of that type, one behind the other */
#define AUG_ITEM_STR 3	 /* a string: len counts its bytes without the NUL */
#define AUG_ITEM_BYTES 4 /* a buffer */

/* struct aug_item.flags */
#define AUG_I_CUT (1 << 0)    /* full_len bytes were there (for strings: at least), len are kept */
#define AUG_I_KERNEL (1 << 1) /* type_id is one of the running kernel's BTF, not the object's */

/**
 * struct aug_item - one attached value. Behind it: its name, NUL-padded; its bytes.
 * @size: of all that, in bytes; a multiple of 8.
 * @head: bytes of this struct; a newer one may be longer.
 * @name_len: bytes of the name with its padding; a multiple of 8.
 * @err: 0, or -errno when it could not be read (then len is 0).
 * @len: bytes of the value, before padding to 8.
 * @full_len: bytes that were there.
 * @type_id: BTF type; 0 for none.
 * @ptr: where it was read from; 0 for a number.
 */
struct aug_item {
	aug_u32 size;
	aug_u8 head;
	aug_u8 kind;
	aug_u8 name_len;
	aug_u8 flags;
	aug_s32 err;
	aug_u32 len;
	aug_u32 full_len;
	aug_u32 type_id;
	aug_u64 ptr;
};

#endif /* PERF_AUGMENT_AUGMENT_H */
