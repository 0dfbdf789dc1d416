/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel_progs.bpf.h - what the kernel knows a BPF program, its maps and BTF by, and the way from a
 * descriptor to it; as kernel.bpf.h has the rest.
 */
#ifndef PERF_AUGMENT_KERNEL_PROGS_BPF_H
#define PERF_AUGMENT_KERNEL_PROGS_BPF_H

#include "kernel_files.bpf.h"

enum bpf_prog_type {
	BPF_PROG_TYPE_UNSPEC = 0,
};

/* The registers that contexts of kprobe and perf_event programs of x86-64 begin with (struct pt_regs). */
struct x86_regs {
	u64 r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di;
	u64 orig_ax, ip, cs, flags, sp;
};

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct user_struct {
	kuid_t uid;
};

typedef struct {
	s64 counter;
} atomic64_t;

struct btf {
	void *data;
	u32 data_size;
	u32 id;
};

struct bpf_map {
	enum bpf_map_type map_type;
	u32 value_size;
	u32 max_entries;
	u32 id;
};

struct bpf_array {
	char value[0];
};

struct bpf_insn {
	u8 code;
};

struct bpf_prog_aux {
	atomic64_t refcnt;
	u32 used_map_cnt;
	u32 func_cnt;
	u32 id;
	u32 attach_btf_id;
	struct btf *attach_btf;	   /* 5.11+ */
	struct bpf_prog *dst_prog; /* 5.11+ */
	struct bpf_prog **func;
	struct bpf_prog *prog;
	struct bpf_map **used_maps;
	struct user_struct *user;
	u64 load_time;
	u32 verified_insns; /* 5.16+ */
	char name[16];
	struct btf *btf;
	void *func_info;
	void *linfo;
	void *jited_linfo;
	u32 func_info_cnt;
	u32 nr_linfo;
};

struct bpf_prog {
	u16 gpl_compatible : 1;
	enum bpf_prog_type type;
	u32 len;
	u32 jited_len;
	u8 tag[8];
	void *bpf_func;
	struct bpf_prog_aux *aux;
	struct bpf_insn insnsi[0];
};

struct task_struct___stack {
	void *stack;
	unsigned int flags;
};

#pragma clang attribute pop

#endif /* PERF_AUGMENT_KERNEL_PROGS_BPF_H */
