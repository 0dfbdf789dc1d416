/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The base header for BPF programs: fixed-width types, BPF constants, helper functions, section
 * names that perf understands, and map declarations that carry their key and value types.
 *
 * A drop-in for the <bpf.h> that perf shipped up to 6.5. It stands alone: no kernel header, no
 * libbpf header and no vmlinux.h is needed. If one of those is wanted as well, include it first
 * and this file leaves out what it already declares.
 *
 * For `clang -target bpf -g -O2` only; user space has libbpf's file of the same name.
 */
#ifndef PERF_AUGMENT_BPF_BPF_H
#define PERF_AUGMENT_BPF_BPF_H

#include <stddef.h>

/* --- Types: those of <linux/types.h> and the kernel's short names ----------------------------- */

#ifndef __VMLINUX_H__
#include <stdbool.h>

#if !defined(_LINUX_TYPES_H) && !defined(_ASM_GENERIC_INT_LL64_H)
typedef signed char __s8;
typedef unsigned char __u8;
typedef short __s16;
typedef unsigned short __u16;
typedef int __s32;
typedef unsigned int __u32;
typedef long long __s64;
typedef unsigned long long __u64;
#endif

typedef __s8 s8;
typedef __u8 u8;
typedef __s16 s16;
typedef __u16 u16;
typedef __s32 s32;
typedef __u32 u32;
typedef __s64 s64;
typedef __u64 u64;
typedef int pid_t;
#endif /* __VMLINUX_H__ */

/* --- Constants of the BPF system call, with the kernel's names (uapi/linux/bpf.h) ------------- */

#if !defined(__LINUX_BPF_H__) && !defined(__VMLINUX_H__)
enum {
	BPF_ANY = 0,	 /* create an element or update it */
	BPF_NOEXIST = 1, /* create only */
	BPF_EXIST = 2,	 /* update only */
	BPF_F_LOCK = 4,
};

enum {
	BPF_F_NO_PREALLOC = 1U << 0,
	BPF_F_NO_COMMON_LRU = 1U << 1,
	BPF_F_NUMA_NODE = 1U << 2,
	BPF_F_RDONLY = 1U << 3,
	BPF_F_WRONLY = 1U << 4,
	BPF_F_STACK_BUILD_ID = 1U << 5,
	BPF_F_ZERO_SEED = 1U << 6,
	BPF_F_RDONLY_PROG = 1U << 7,
	BPF_F_WRONLY_PROG = 1U << 8,
	BPF_F_CLONE = 1U << 9,
	BPF_F_MMAPABLE = 1U << 10,
	BPF_F_PRESERVE_ELEMS = 1U << 11,
	BPF_F_INNER_MAP = 1U << 12,
};

enum {
	BPF_F_SKIP_FIELD_MASK = 0xffULL,
	BPF_F_USER_STACK = 1ULL << 8,
	BPF_F_FAST_STACK_CMP = 1ULL << 9,
	BPF_F_REUSE_STACKID = 1ULL << 10,
};

enum {
	BPF_RB_NO_WAKEUP = 1ULL << 0,
	BPF_RB_FORCE_WAKEUP = 1ULL << 1,
};

enum {
	BPF_F_INDEX_MASK = 0xffffffffULL,
	BPF_F_CURRENT_CPU = BPF_F_INDEX_MASK,
};

enum {
	BPF_LOCAL_STORAGE_GET_F_CREATE = 1ULL << 0,
};
#endif

#ifndef LIBBPF_PIN_BY_NAME
#define LIBBPF_PIN_BY_NAME 1 /* libbpf's enum libbpf_pin_type, in a form the preprocessor sees */
#endif

/**
 * __NR_CPUS__ - number of CPUs, for maps with one element per CPU
 *
 * perf passed it with -D when it compiled programs itself. Without that it is 0, which for a
 * PERF_EVENT_ARRAY means "as many as the machine that loads it has"; an ARRAY refuses it.
 */
#ifndef __NR_CPUS__
#define __NR_CPUS__ 0
#endif

/* --- Sections: where perf and libbpf look for programs, the licence and so on ----------------- */

/**
 * SEC() - put a program or a variable in the ELF section @NAME and keep it there
 */
#ifndef SEC
#define SEC(NAME) __attribute__((section(NAME), used))
#endif

#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif

#ifndef __noinline
#define __noinline __attribute__((noinline))
#endif

#ifndef __maybe_unused
#define __maybe_unused __attribute__((unused))
#endif

/**
 * license() - the licence of the program, as a bare word: license(GPL)
 *
 * The kernel offers most tracing helpers only to GPL-compatible programs. Kernels before 5.0 also
 * wanted their version number for kprobes; it is emitted when perf says it (-DLINUX_VERSION_CODE),
 * so an object built without stays the same on every build machine.
 */
#ifdef LINUX_VERSION_CODE
#define license(name)                           \
	char _license[] SEC("license") = #name; \
	int _version SEC("version") = LINUX_VERSION_CODE
#else
#define license(name) char _license[] SEC("license") = #name
#endif

/**
 * probe() - name a program that perf attaches to a kernel function
 * @function: the kernel function
 * @vars: expressions of its variables, blank separated; perf reads them by debug information and
 *	passes them after the context and an error code:
 *
 *	int probe(f, a->b)(void *ctx, int err, long b) { ... }
 */
#define probe(function, vars) SEC(#function "=" #function " " #vars) function

/**
 * probe_return() - name a program that perf attaches to the return of a kernel function
 */
#define probe_return(function) SEC(#function "=" #function "%return") function##_return

/**
 * uprobe() - name a program that perf attaches to a function of a user-space file
 * @path: the executable or library, a string with the whole path
 * @function: the function in it
 */
#define uprobe(path, function) SEC("exec=" path ";" #function "=" #function) function

/**
 * uprobe_return() - name a program that perf attaches to the return of a user-space function
 */
#define uprobe_return(path, function) \
	SEC("exec=" path ";" #function "=" #function "%return") function##_return

/**
 * syscall_enter() - name a program that perf attaches to the entry of one system call
 *
 *	int syscall_enter(openat)(struct my_openat_args *args) { ... }
 *
 * The context is the tracepoint's record: 8 bytes of common fields, the system call number as a
 * long, one long per argument. A return value of 0 drops the event, any other one keeps it.
 */
#define syscall_enter(name) SEC("syscalls:sys_enter_" #name) syscall_enter_##name

/**
 * syscall_exit() - name a program that perf attaches to the exit of one system call
 *
 * The context is 8 bytes of common fields, the number and the return value, both as a long.
 */
#define syscall_exit(name) SEC("syscalls:sys_exit_" #name) syscall_exit_##name

/**
 * struct raw_sys_enter - context of a program on raw_syscalls:sys_enter
 * @common: the tracepoint's common fields; the kernel lets no program read them
 * @nr: system call number, -1 when a tracer cancelled the call
 * @args: the six argument registers, whether or not the call uses them
 */
struct raw_sys_enter {
	unsigned long long common;
	long nr;
	unsigned long args[6];
};

/**
 * struct raw_sys_exit - context of a program on raw_syscalls:sys_exit
 * @common: the tracepoint's common fields; the kernel lets no program read them
 * @nr: system call number
 * @ret: return value, -errno for an error
 */
struct raw_sys_exit {
	unsigned long long common;
	long nr;
	long ret;
};

/* --- Helper functions ------------------------------------------------------------------------- */
/*
 * A call of one of these compiles to a call of the helper with that number; the numbers are kernel
 * ABI. Maps are passed as `void *` because each map has a type of its own.
 */
#define ____BPF_HELPER(ret, name, nr, ...) \
	static ret (*const name)(__VA_ARGS__) __maybe_unused = (ret(*)(__VA_ARGS__))nr

#ifndef __BPF_HELPERS__
____BPF_HELPER(void *, bpf_map_lookup_elem, 1, void *map, const void *key);
____BPF_HELPER(long, bpf_map_update_elem, 2, void *map, const void *key, const void *value,
	       u64 flags);
____BPF_HELPER(long, bpf_map_delete_elem, 3, void *map, const void *key);
____BPF_HELPER(u64, bpf_ktime_get_ns, 5, void);
____BPF_HELPER(u32, bpf_get_prandom_u32, 7, void);
____BPF_HELPER(u32, bpf_get_smp_processor_id, 8, void);
____BPF_HELPER(long, bpf_tail_call, 12, void *ctx, void *prog_array, u32 index);
____BPF_HELPER(u64, bpf_get_current_pid_tgid, 14, void);
____BPF_HELPER(u64, bpf_get_current_uid_gid, 15, void);
____BPF_HELPER(long, bpf_get_current_comm, 16, void *buf, u32 size);
____BPF_HELPER(u64, bpf_perf_event_read, 22, void *map, u64 flags);
____BPF_HELPER(long, bpf_perf_event_output, 25, void *ctx, void *map, u64 flags, void *data,
	       u64 size);
____BPF_HELPER(long, bpf_get_stackid, 27, void *ctx, void *map, u64 flags);
____BPF_HELPER(u64, bpf_get_current_task, 35, void);
____BPF_HELPER(long, bpf_get_stack, 67, void *ctx, void *buf, u32 size, u64 flags);
____BPF_HELPER(u64, bpf_get_current_cgroup_id, 80, void);
____BPF_HELPER(long, bpf_map_push_elem, 87, void *map, const void *value, u64 flags);
____BPF_HELPER(long, bpf_map_pop_elem, 88, void *map, void *value);
____BPF_HELPER(long, bpf_map_peek_elem, 89, void *map, void *value);
____BPF_HELPER(long, bpf_probe_read_user, 112, void *dst, u32 size, const void *user_ptr);
____BPF_HELPER(long, bpf_probe_read_kernel, 113, void *dst, u32 size, const void *kernel_ptr);
____BPF_HELPER(long, bpf_probe_read_user_str, 114, void *dst, u32 size, const void *user_ptr);
____BPF_HELPER(long, bpf_probe_read_kernel_str, 115, void *dst, u32 size, const void *kernel_ptr);
____BPF_HELPER(u64, bpf_ktime_get_boot_ns, 125, void);
____BPF_HELPER(long, bpf_ringbuf_output, 130, void *ringbuf, void *data, u64 size, u64 flags);
____BPF_HELPER(void *, bpf_ringbuf_reserve, 131, void *ringbuf, u64 size, u64 flags);
____BPF_HELPER(void, bpf_ringbuf_submit, 132, void *data, u64 flags);
____BPF_HELPER(void, bpf_ringbuf_discard, 133, void *data, u64 flags);
#endif /* __BPF_HELPERS__ */

/*
 * perf's names. The first two take user and kernel addresses alike, which x86-64 can tell apart.
 *
 * perf's own programs pass sizes of which the verifier knows no bound, or has lost it on the way:
 * what probe_read_str() returned, say, may be an error. So a size that is no constant is cut down
 * to the bytes that the compiler knows the buffer to have, or to 8192 where it knows none. The asm
 * has the compiler pass what it has compared, rather than another copy.
 */
#define ____BPF_MAX_SIZE 8192

static __always_inline __maybe_unused u64 ____bpf_bound(u64 size, u64 room)
{
	if (__builtin_constant_p(size))
		return size;
	if (room > ____BPF_MAX_SIZE)
		room = ____BPF_MAX_SIZE;
	__asm__ volatile("" : "+r"(size));
	return size > room ? room : size;
}

____BPF_HELPER(int, ____probe_read, 4, void *dst, u64 size, const void *unsafe_addr);
____BPF_HELPER(int, ____probe_read_str, 45, void *dst, u64 size, const void *unsafe_addr);
____BPF_HELPER(int, ____perf_event_output, 25, void *ctx, void *map, u64 flags, void *data,
	       u64 size);

static __always_inline __maybe_unused int probe_read(void *dst, u32 size, const void *unsafe_addr)
{
	return ____probe_read(dst, ____bpf_bound(size, __builtin_object_size(dst, 0)), unsafe_addr);
}

static __always_inline __maybe_unused int probe_read_str(void *dst, u32 size,
							 const void *unsafe_addr)
{
	return ____probe_read_str(dst, ____bpf_bound(size, __builtin_object_size(dst, 0)),
				  unsafe_addr);
}

static __always_inline __maybe_unused int perf_event_output(void *ctx, void *map, u64 flags,
							    void *data, unsigned long size)
{
	return ____perf_event_output(ctx, map, flags, data,
				     ____bpf_bound(size, __builtin_object_size(data, 0)));
}

/* --- Maps ------------------------------------------------------------------------------------- */

#include "bpf_map.h"

#endif /* PERF_AUGMENT_BPF_BPF_H */
