/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel.bpf.h - the few kernel types that our BPF programs read, instead of a vmlinux.h.
 *
 * Only the members that are used are declared; preserve_access_index lets libbpf find their real
 * offsets in the running kernel's BTF (CO-RE). So a build needs no kernel headers and no BTF.
 */
#ifndef PERF_AUGMENT_KERNEL_BPF_H
#define PERF_AUGMENT_KERNEL_BPF_H

typedef unsigned char __u8;
typedef unsigned short __u16;
typedef unsigned int __u32;
typedef unsigned long long __u64;
typedef signed char __s8;
typedef signed short __s16;
typedef signed int __s32;
typedef signed long long __s64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;
typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s32 s32;
typedef __s64 s64;
typedef _Bool bool;
#define true 1
#define false 0

/* uapi/linux/bpf.h */
enum bpf_map_type {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PROG_ARRAY = 3,
	BPF_MAP_TYPE_PERCPU_HASH = 5,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_ARRAY_OF_MAPS = 12,
	BPF_MAP_TYPE_QUEUE = 22,
	BPF_MAP_TYPE_RINGBUF = 27,
	BPF_MAP_TYPE_TASK_STORAGE = 29,
};

enum {
	BPF_ANY = 0,
	BPF_NOEXIST = 1,
	BPF_F_NO_PREALLOC = 1,
	BPF_F_MMAPABLE = 1024,
	BPF_LOCAL_STORAGE_GET_F_CREATE = 1,
	BPF_RB_NO_WAKEUP = 1,
	BPF_RB_FORCE_WAKEUP = 2,
	BPF_RB_AVAIL_DATA = 0,
	BPF_RB_RING_SIZE = 1,
	BPF_RB_CONS_POS = 2,
};

/* For bpf_core_enum_value_exists(): that a helper has a number means that the kernel has the helper. */
enum bpf_func_id {
	BPF_FUNC_get_current_task_btf = 158,
	BPF_FUNC_task_pt_regs = 175,
};

struct bpf_pidns_info {
	u32 pid;
	u32 tgid;
};

struct bpf_raw_tracepoint_args {
	u64 args[0];
};

/* raw_syscalls:sys_enter and sys_exit as perf has them, up to what is used (their "format" in tracefs). */
struct perf_syscall_args {
	u64 common;
	s64 nr;
	s64 ret; /* sys_exit only */
};

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

/* sched:sched_process_fork as perf has it */
struct trace_event_raw_sched_process_fork {
	s32 child_pid;
};

struct thread_info {
	unsigned long syscall_work; /* 5.11+ */
	u32 status;
};

enum syscall_work_bit {
	SYSCALL_WORK_BIT_SECCOMP,
};

struct pt_regs {
	unsigned long r15;
	unsigned long r14;
	unsigned long r13;
	unsigned long r12;
	unsigned long bp;
	unsigned long bx;
	unsigned long r10;
	unsigned long r9;
	unsigned long r8;
	unsigned long ax;
	unsigned long cx;
	unsigned long orig_ax;
	unsigned long dx;
	unsigned long si;
	unsigned long di;
	unsigned long ip;
	unsigned long sp;
};

struct proc_ns_operations {
	const char *name;
};

struct ns_common {
	const struct proc_ns_operations *ops;
	unsigned int inum;
};

struct pid_namespace {
	struct ns_common ns;
};

struct upid {
	int nr;
	struct pid_namespace *ns;
};

struct hlist_node {
	struct hlist_node *next;
};

struct hlist_head {
	struct hlist_node *first;
};

struct pid {
	unsigned int level;
	struct hlist_head tasks[1];
	struct upid numbers[1];
};

struct mm_struct {
	unsigned long arg_start;
};

struct sched_entity {
	u64 exec_start;
	u64 sum_exec_runtime;
};

typedef struct {
	int counter;
} atomic_t;

struct sigset {
	unsigned long sig[1];
};

struct sigpending {
	struct sigset signal;
};

struct list_head {
	struct list_head *next;
};

struct signal_struct {
	atomic_t live; /* threads that have not ended */
	int nr_threads;
	struct list_head thread_head;
	struct task_struct *curr_target;
	struct sigpending shared_pending;
	int group_exit_code;
	unsigned int flags; /* SIGNAL_* */
};

/* linux/sched/signal.h: all threads end, with group_exit_code. */
#define SIGNAL_GROUP_EXIT 4

/* And of kernels before 5.17: a core is dumped. */
#define SIGNAL_GROUP_COREDUMP 8

/* linux/signal_types.h: the kernel ends the thread, and no tracer by ptrace is asked (5.16). */
#define SA_IMMUTABLE 0x00800000

struct sigaction {
	void *sa_handler;
	unsigned long sa_flags;
};

struct k_sigaction {
	struct sigaction sa;
};

struct sighand_struct {
	struct k_sigaction action[1]; /* by number, from 1 */
};

typedef struct {
	unsigned int val;
} kuid_t;

typedef struct {
	unsigned int val;
} kgid_t;

struct uid_gid_extent {
	u32 first;
	u32 lower_first; /* of all numbers, once the map is there */
	u32 count;
};

struct uid_gid_map {
	u32 nr_extents;
	struct uid_gid_extent extent[1];
};

struct user_namespace {
	struct uid_gid_map uid_map;
};

struct cred {
	kuid_t uid;
	kgid_t gid;
	struct user_namespace *user_ns;
};

struct seccomp {
	int mode; /* 0: calls are not filtered */
};

struct task_struct {
	struct sched_entity se;
	struct seccomp seccomp;
	struct mm_struct *mm;
	struct thread_info thread_info;
	unsigned int __state; /* 5.14+ */
	int pid;
	int tgid;
	int exit_code;
	unsigned int flags;
	unsigned long jobctl;
	struct signal_struct *signal;
	struct sighand_struct *sighand;
	struct sigset blocked;
	struct sigpending pending;
	struct list_head thread_node;
	struct pid *thread_pid;
	u64 start_time;
	struct task_struct *group_leader;
	const struct cred *real_cred;
	const struct cred *cred;
	char comm[16];
};

/* Before 5.14 the member had no underscores and was a long. */
struct task_struct___state {
	long state;
};

struct linux_binprm {
	const char *filename;
	const char *interp;
	int argc;
};

#pragma clang attribute pop

#endif /* PERF_AUGMENT_KERNEL_BPF_H */
