/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * augmenter.bpf.h - write one function, and `perf-augment trace -e FILE.c` shows what it reads.
 *
 *	#include <augmenter.bpf.h>
 *
 *	struct point { int x, y; };
 *
 *	AUGMENT_ENTER(connect)
 *	{
 *		augment_struct(call, "where", call->args[1], struct point);
 *	}
 *	license(GPL);
 *
 * The engine has captured and checked everything when it calls the function, by a tail call: it is
 * verified alone, costs calls of other numbers nothing, and cannot break the trace. What it attaches
 * goes into the record of the call with its name and its BTF type, by which it is printed.
 *
 * Minimum kernel: 5.10. `perf-augment build` compiles it; nothing but these headers is needed.
 */
#ifndef PERF_AUGMENT_AUGMENTER_BPF_H
#define PERF_AUGMENT_AUGMENTER_BPF_H

#include "bpf.h"
#include "augment.h"

/* --- Functions -------------------------------------------------------------------------------- */

/**
 * AUGMENT_ENTER() - begin the function that sees each entry of a system call
 * @name: of the call, as `perf-augment trace --list` has it: connect, not sys_connect
 *
 * In the function, `call` is a struct aug_call *: call->args[], call->pid, call->tid, call->comm.
 * It runs for the traced tasks, in their context, after the filters and after what perf-augment
 * itself captures. User memory that is not resident cannot be read here (-EFAULT); at the exit the
 * kernel has brought it in.
 */
#define AUGMENT_ENTER(name) ____AUGMENT_CALL(enter_##name, "augment/enter/" #name, AUG_ON_ENTER)

/**
 * AUGMENT_EXIT() - begin the function that sees each exit of a system call
 * @name: as for AUGMENT_ENTER()
 *
 * call->ret is the result, -errno on failure; call->args[] are those of the entry. What the call
 * wrote for its program can be read here.
 */
#define AUGMENT_EXIT(name) ____AUGMENT_CALL(exit_##name, "augment/exit/" #name, AUG_ON_EXIT)

/**
 * AUGMENT_TRACEPOINT() - begin the function that sees a tracepoint of the kernel
 * @system: as in /sys/kernel/tracing/events: sched
 * @event: sched_switch
 *
 * The event gets a line of its own among the calls, in the order of time. Only what happens in the
 * context of traced tasks is seen. Beside `call` there is `ctx`, the tracepoint's record: 8 bytes
 * of common fields, then those of its "format" file. Declare struct trace_event_raw_EVENT with
 * __attribute__((preserve_access_index)) and the fields that are read: their places are then taken
 * from the running kernel. A tracepoint that fires inside another one's function is not seen.
 */
#define AUGMENT_TRACEPOINT(system, event)                                          \
	____AUGMENT_EVENT(tp_##system##_##event, "augment/tp/" #system "/" #event, \
			  AUG_ON_TRACEPOINT, augment_back_event,                   \
			  ____augment_call(AUG_ON_TRACEPOINT))

/**
 * AUGMENT_UPROBE() - begin the function that sees each call of a function in user space
 * @binary: file of the program or library, a string: its path, or a name that is looked for as
 *	the shell and the loader do ("libc.so.6")
 * @symbol: the function in it
 *
 * call->args[] are its first six integer or pointer arguments, as wide as registers: cast an int.
 * Every call by a traced task gets a line of its own.
 */
#define AUGMENT_UPROBE(binary, symbol)                                                          \
	____AUGMENT_EVENT(uprobe_##symbol, "augment/uprobe/" binary ":" #symbol, AUG_ON_UPROBE, \
			  augment_back_probe, ____augment_probe())

/**
 * AUGMENT_URETPROBE() - the same for each return of a function
 *
 * call->ret is what it returns; there are no arguments any more.
 */
#define AUGMENT_URETPROBE(binary, symbol)                                              \
	____AUGMENT_EVENT(uretprobe_##symbol, "augment/uretprobe/" binary ":" #symbol, \
			  AUG_ON_URETPROBE, augment_back_probe, ____augment_probe())

/**
 * augment_drop() - leave this call, or this event, out of the trace
 *
 * It counts among the filtered ones. With -S the summary has calls that are dropped at their exit.
 */
#define augment_drop(call) ((void)((call)->drop = 1))

/* --- Attaching values ------------------------------------------------------------------------- */
/*
 * Each takes `call` and a name: a string literal of 1 to AUG_NAME_MAX - 1 bytes, which becomes the
 * name of an argument and a key in JSON. One call has room for AUG_ITEMS_SIZE bytes of names and
 * values, one value for AUG_VALUE_MAX; longer ones are cut and shown so. What cannot be read is
 * shown as a fault with its address. A value for which there is no room left is counted and shown
 * as missing. Pointers may be integers: call->args[1] is one.
 */

/**
 * augment_number() - attach an integer, enum, bool or pointer
 * @value: shown by its own C type: an enum by the names of its constants, a bool as true or false
 */
#define augment_number(call, name, value)                               \
	do {                                                            \
		__typeof__(value) ____v = (value);                      \
		____augment_value(call, name, &____v, sizeof(____v),    \
				  ____AUGMENT_TYPE(__typeof__(value))); \
	} while (0)

/**
 * augment_value() - attach a variable of the function itself, of any type
 * @var: an lvalue of at most AUG_VALUE_MAX bytes
 */
#define augment_value(call, name, var) \
	____augment_value(call, name, &(var), sizeof(var), ____AUGMENT_TYPE(__typeof__(var)))

/**
 * augment_struct() - attach a value of the traced program
 * @ptr: its address there
 * @type: struct, union or any other type; its layout is that of this file's declaration
 */
#define augment_struct(call, name, ptr, type)                                                      \
	____augment_read(call, name, AUG_ITEM_VALUE, ____AUGMENT_USER, (__u64)(ptr), sizeof(type), \
			 ____AUGMENT_TYPE(type))

/**
 * augment_array() - attach an array of the traced program
 * @ptr: its address there
 * @type: of one element
 * @nr: elements; 0 or less is an empty array, what is beyond AUG_VALUE_MAX bytes is cut
 */
#define augment_array(call, name, ptr, type, nr)                                     \
	____augment_read(call, name, AUG_ITEM_ARRAY, ____AUGMENT_USER, (__u64)(ptr), \
			 ____augment_bytes(nr, sizeof(type)), ____AUGMENT_TYPE(type))

/**
 * augment_buf() - attach bytes of the traced program
 * @ptr: their address there
 * @len: bytes; 0 or less is an empty buffer
 */
#define augment_buf(call, name, ptr, len)                                            \
	____augment_read(call, name, AUG_ITEM_BYTES, ____AUGMENT_USER, (__u64)(ptr), \
			 ____augment_bytes(len, 1), 0)

/**
 * augment_str() - attach a NUL-terminated string of the traced program
 * @ptr: its address there
 */
#define augment_str(call, name, ptr) \
	____augment_read(call, name, AUG_ITEM_STR, ____AUGMENT_USER, (__u64)(ptr), AUG_VALUE_MAX, 0)

/**
 * augment_kernel_struct() - attach a value of the kernel, by the type that the running kernel has
 * @ptr: its address in the kernel
 * @type: struct NAME; it is enough to declare it, with __attribute__((preserve_access_index)) and
 *	the members that the function reads
 *
 * Shown with all members that the running kernel has; as a fault (ENOENT) when it knows no such
 * type.
 */
#define augment_kernel_struct(call, name, ptr, type)                                              \
	____augment_kernel(call, name, (__u64)(ptr), __builtin_preserve_type_info(*(type *)0, 1), \
			   __builtin_btf_type_id(*(type *)0, 1))

/**
 * augment_kernel_str() - attach a NUL-terminated string of the kernel
 * @ptr: its address in the kernel
 */
#define augment_kernel_str(call, name, ptr)                                          \
	____augment_read(call, name, AUG_ITEM_STR, ____AUGMENT_KERNEL, (__u64)(ptr), \
			 AUG_VALUE_MAX, 0)

/**
 * augment_data_loc() - attach a string of a tracepoint's record that its format calls __data_loc
 * @ctx: of AUGMENT_TRACEPOINT()
 * @loc: the field __data_loc_NAME: where the string is in the record, and its length
 */
#define augment_data_loc(call, name, ctx, loc) \
	augment_kernel_str(call, name, (__u64)(ctx) + ((loc)&0xffff))

/* --- What stands behind it -------------------------------------------------------------------- */

/* Which version of the ABI this object is of; the loader reads it from the file. */
static const __u32 ____augment_version SEC(AUG_VERSION_SECTION) = AUG_AUGMENTER_VERSION;

/*
 * The engine's maps; the loader puts them in the place of these. The index is AUG_ON_*. Programs of
 * one type share an array of programs, so there is a way back for each; functions in user space may
 * be preempted, so what they say is not kept per CPU but by thread.
 */
bpf_map(augment_calls, PERCPU_ARRAY, __u32, struct aug_call, 4);
bpf_map(augment_probes, HASH, __u32, struct aug_call, 1);
bpf_map(augment_back, PROG_ARRAY, __u32, __u32, 8);
bpf_map(augment_back_event, PROG_ARRAY, __u32, __u32, 8);
bpf_map(augment_back_probe, PROG_ARRAY, __u32, __u32, 8);

static __always_inline struct aug_call *____augment_call(__u32 when)
{
	return bpf_map_lookup_elem(&augment_calls, &when);
}

static __always_inline struct aug_call *____augment_probe(void)
{
	__u32 tid = bpf_get_current_pid_tgid();

	return bpf_map_lookup_elem(&augment_probes, &tid);
}

#define ____AUGMENT_USER 0
#define ____AUGMENT_KERNEL 1

/* The id that libbpf knows the type by in this object's BTF. */
#define ____AUGMENT_TYPE(type) __builtin_btf_type_id(*(__typeof__(type) *)0, 0)

/*
 * One program per function: the engine's tail call comes in, another one goes back when there is
 * something to take along. A tail call never returns where it succeeds.
 */
#define ____AUGMENT_CALL(prog, section, on)                                                   \
	static __always_inline void ____augment_##prog(struct aug_call *call __maybe_unused); \
	SEC(section) int prog(void *ctx)                                                      \
	{                                                                                     \
		struct aug_call *call = ____augment_call(on);                                 \
                                                                                              \
		if (!call)                                                                    \
			return 1;                                                             \
		____augment_##prog(call);                                                     \
		if (call->nr_items || call->nr_lost || call->drop ||                          \
		    call->flags & AUG_CALL_RETURN)                                            \
			bpf_tail_call(ctx, &augment_back, on);                                \
		return 1;                                                                     \
	}                                                                                     \
	static __always_inline void ____augment_##prog(struct aug_call *call __maybe_unused)

#define ____AUGMENT_EVENT(prog, section, on, back, get_call)                                 \
	static __always_inline void ____augment_##prog(struct aug_call *call __maybe_unused, \
						       void *ctx __maybe_unused);            \
	SEC(section) int prog(void *ctx)                                                     \
	{                                                                                    \
		struct aug_call *call = get_call;                                            \
                                                                                             \
		if (!call)                                                                   \
			return 1;                                                            \
		____augment_##prog(call, ctx);                                               \
		bpf_tail_call(ctx, &back, on);                                               \
		return 1;                                                                    \
	}                                                                                    \
	static __always_inline void ____augment_##prog(struct aug_call *call __maybe_unused, \
						       void *ctx __maybe_unused)

/* Keeps the compiler from moving a bounds check away from the access that it guards. */
#define ____AUGMENT_KEEP(var) asm volatile("" : "+r"(var))

/* The verifier relates no offset to the room behind it: an item begins where the largest fits. */
#define ____AUGMENT_OFF_MAX \
	(AUG_ITEMS_SIZE - sizeof(struct aug_item) - AUG_NAME_MAX - AUG_VALUE_MAX)

#define ____AUGMENT_PAD(len) (((len) + 7) & ~7ULL)

/* Bytes of @nr elements; the record's lengths have 32 bits. */
static __always_inline __u64 ____augment_bytes(__s64 nr, __u64 elem_size)
{
	if (nr <= 0)
		return 0;
	if (nr > 0x7fffffff)
		nr = 0x7fffffff;
	nr *= elem_size;
	return nr > 0x7ffffff8 ? 0x7ffffff8 : nr;
}

/* The next item's place, NULL when there is none. */
static __always_inline struct aug_item *____augment_begin(struct aug_call *call, __u64 *ret_off)
{
	__u64 off = call->items_len;

	____AUGMENT_KEEP(off);
	if (off > ____AUGMENT_OFF_MAX) {
		call->nr_lost++;
		return NULL;
	}
	*ret_off = off;
	return (struct aug_item *)(call->items + off);
}

static __always_inline void ____augment_end(struct aug_call *call, struct aug_item *item, __u64 off,
					    __u8 name_len, __u8 kind, __u8 flags, __u64 len,
					    __u64 full_len, __u32 type_id, __u64 ptr, __s32 err)
{
	item->size = sizeof(*item) + name_len + ____AUGMENT_PAD(len);
	item->head = sizeof(*item);
	item->kind = kind;
	item->name_len = name_len;
	item->flags = flags | (len < full_len ? AUG_I_CUT : 0);
	item->err = err;
	item->len = len;
	item->full_len = full_len;
	item->type_id = type_id;
	item->ptr = ptr;
	call->items_len = off + sizeof(*item) + name_len + ____AUGMENT_PAD(len);
	call->nr_items++;
}

/* A name is a constant: it costs as many stores as it has words. */
#define ____AUGMENT_NAME(name)                                             \
	_Static_assert(sizeof(name) > 1 && sizeof(name) <= AUG_NAME_MAX,   \
		       "the name of an attached value has 1 to 31 bytes"); \
	char ____name[____AUGMENT_PAD(sizeof(name))] = name

#define ____augment_value(call, name, addr, value_size, type)                                      \
	do {                                                                                       \
		____AUGMENT_NAME(name);                                                            \
		struct aug_item *____item;                                                         \
		__u64 ____off;                                                                     \
                                                                                                   \
		_Static_assert(value_size <= AUG_VALUE_MAX, "a value of 4096 bytes at most");      \
		____item = ____augment_begin(call, &____off);                                      \
		if (____item) {                                                                    \
			char *____to = (char *)(____item + 1);                                     \
                                                                                                   \
			__builtin_memcpy(____to, ____name, sizeof(____name));                      \
			__builtin_memcpy(____to + sizeof(____name), addr, value_size);             \
			____augment_end(call, ____item, ____off, sizeof(____name), AUG_ITEM_VALUE, \
					0, value_size, value_size, type, 0, 0);                    \
		}                                                                                  \
	} while (0)

#define ____augment_read(call, name, kind, from, ptr, bytes, type)                              \
	do {                                                                                    \
		____AUGMENT_NAME(name);                                                         \
		struct aug_item *____item;                                                      \
		__u64 ____off;                                                                  \
                                                                                                \
		____item = ____augment_begin(call, &____off);                                   \
		if (____item) {                                                                 \
			__builtin_memcpy(____item + 1, ____name, sizeof(____name));             \
			____augment_copy(call, ____item, ____off, sizeof(____name), kind, from, \
					 ptr, bytes, type, 0);                                  \
		}                                                                               \
	} while (0)

#define ____augment_kernel(call, name, ptr, bytes, type)                                       \
	do {                                                                                   \
		____AUGMENT_NAME(name);                                                        \
		struct aug_item *____item;                                                     \
		__u64 ____off;                                                                 \
                                                                                               \
		____item = ____augment_begin(call, &____off);                                  \
		if (____item) {                                                                \
			__builtin_memcpy(____item + 1, ____name, sizeof(____name));            \
			____augment_copy(call, ____item, ____off, sizeof(____name),            \
					 AUG_ITEM_VALUE, ____AUGMENT_KERNEL, ptr, bytes, type, \
					 AUG_I_KERNEL);                                        \
		}                                                                              \
	} while (0)

/* Read @want bytes at @ptr, or a string, and finish the item. */
static __always_inline void ____augment_copy(struct aug_call *call, struct aug_item *item,
					     __u64 off, __u64 name_len, __u8 kind, int from,
					     __u64 ptr, __u64 want, __u32 type, __u8 flags)
{
	void *to = (char *)(item + 1) + name_len;
	__u64 len = want;
	long n;

	if (kind == AUG_ITEM_STR) {
		n = from == ____AUGMENT_USER
			    ? bpf_probe_read_user_str(to, AUG_VALUE_MAX, (void *)ptr)
			    : bpf_probe_read_kernel_str(to, AUG_VALUE_MAX, (void *)ptr);
		/* n counts the NUL; a full buffer may be the beginning of a longer string. */
		len = n > 0 ? n - 1 : 0;
		want = len + (n == AUG_VALUE_MAX);
	} else {
		/*
		 * Checked in 64 bits right before the read, because older verifiers forget a 32-bit
		 * bound; and not needed after it, because they forget that of a number that the
		 * compiler keeps on the stack meanwhile.
		 */
		item->len = len > AUG_VALUE_MAX ? AUG_VALUE_MAX : len;
		len = *(volatile __u32 *)&item->len;
		____AUGMENT_KEEP(len);
		if (len > AUG_VALUE_MAX)
			return;
		n = from == ____AUGMENT_USER ? bpf_probe_read_user(to, len, (void *)ptr)
					     : bpf_probe_read_kernel(to, len, (void *)ptr);
		len = *(volatile __u32 *)&item->len;
		if (flags & AUG_I_KERNEL && !want)
			n = -2; /* ENOENT: the kernel has no such type */
	}
	if (n < 0) {
		len = 0;
		want = 0;
	}
	____augment_end(call, item, off, name_len, kind, flags, len, want, type, ptr,
			n < 0 ? n : 0);
}

#endif /* PERF_AUGMENT_AUGMENTER_BPF_H */
