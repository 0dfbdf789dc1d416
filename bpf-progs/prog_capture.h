/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * prog_capture.h - what prog_capture.bpf.c and its loader (tools/lib/bpf/bpf_tap.c) agree on, and the
 * records that the one makes and tools/lib/bpf/bpf_parts.c reads.
 *
 * A program is a stream of bytes: a struct cap_prog, then sections, each a struct cap_section with
 * its bytes behind it, rounded up to 8. The stream is cut into parts, each a record of the ring.
 */
#ifndef PERF_AUGMENT_PROG_CAPTURE_H
#define PERF_AUGMENT_PROG_CAPTURE_H

#include "bpf/augment.h"

/** CAP_PIECE - bytes read at once; CAP_PART - a part is sent when it has at least so many. */
#define CAP_PIECE 8192
#define CAP_PART 32768
#define CAP_PART_MAX (CAP_PART + CAP_PIECE)

/** CAP_FUNCS_MAX - the kernel's BPF_MAX_SUBPROGS; CAP_MAPS_MAX - its MAX_USED_MAPS. */
#define CAP_FUNCS_MAX 256
#define CAP_MAPS_MAX 64

/** CAP_BTFS - BTFs that are remembered as sent already. A power of two. */
#define CAP_BTFS 16384

/** CAP_CODE - bytes of the kernel's code that are looked at. */
#define CAP_CODE 256

/* struct cap_part.flags */
#define CAP_LAST (1 << 0)      /* the stream ends with this part */
#define CAP_DAMAGED (1 << 1)   /* something could not be read: zeros are in its place */
#define CAP_TOO_LARGE (1 << 2) /* only the struct cap_prog was sent */
#define CAP_DEFERRED (1 << 4)  /* of an unload: the task is not the one that caused it */
#define CAP_UNLOAD (1 << 3)    /* it goes; only its struct cap_prog */

/** struct cap_part - begins each record; @len bytes of the stream follow. */
struct cap_part {
	aug_u32 part;	 /* counts from 0 */
	aug_u32 cpu;	 /* whose ring this is */
	aug_u64 time_ns; /* CLOCK_MONOTONIC, the same for all parts: they are merged by it */
	aug_u64 stream;	 /* counts the CPU's streams */
	aug_u32 flags;
	aug_u32 len;
};

/**
 * struct cap_prog - begins the stream. @jited_len and @nr_* as the kernel's bpf_prog_info has them.
 */
struct cap_prog {
	aug_u64 load_time;
	aug_u32 id;
	aug_u32 type;
	aug_u32 pid; /* as user space calls it: the thread group */
	aug_u32 tid;
	aug_u32 uid; /* who loaded it */
	aug_u32 gpl_compatible;
	aug_u32 nr_funcs;
	aug_u32 xlated_len;
	aug_u32 nr_func_info;
	aug_u32 nr_line_info;
	aug_u32 nr_jited_line_info;
	aug_u32 nr_maps;
	aug_u32 btf_id;
	aug_u32 attach_btf_obj_id;
	aug_u32 attach_btf_id;
	aug_u32 verified_insns;
	aug_u8 tag[8];
	char name[16];
	char comm[16];
};

/** enum cap_kind - of a section. CAP_FUNC comes once for each function, in order. */
enum cap_kind {
	CAP_XLATED = 1, /* instructions as the kernel has them, addresses of maps in them */
	CAP_MAPS,	/* struct cap_map[] */
	CAP_FUNC,	/* struct cap_func, and its code behind */
	CAP_FUNC_INFO,
	CAP_LINE_INFO,
	CAP_JITED_LINE_INFO,
	CAP_BTF,
};

struct cap_section {
	aug_u32 kind;
	aug_u32 pad;
	aug_u64 len;
};

struct cap_func {
	aug_u64 addr;
	aug_u64 len;
	aug_u8 tag[8];
};

/**
 * struct cap_map - a map that the program uses. @value: where the value of an array of one element
 * is, of which instructions have the address; 0 for others.
 */
struct cap_map {
	aug_u64 addr;
	aug_u64 value;
	aug_u32 id;
	aug_u32 value_size;
};

/** struct cap_config - read-only data, set between open and load. */
struct cap_config {
	aug_u64 pidns_dev;  /* our pid namespace, when it is not the initial one; */
	aug_u64 pidns_ino;  /* otherwise 0 */
	aug_u64 size_max;   /* of a program; larger ones are CAP_TOO_LARGE */
	aug_u64 code;	    /* what read_code reads */
	aug_u32 self;	    /* our process */
	aug_u32 wake_shift; /* wake the reader each time 2^wake_shift more bytes wait in a ring */
};

/** struct cap_shared - mapped by both sides. */
struct cap_shared {
	aug_u64 prog_fops; /* file_operations of programs, learnt from our own first load */
	aug_u64 dropped;   /* parts that found no room */
	aug_u64 no_file;   /* loads whose descriptor meant something else when we looked */
	aug_u8 code[CAP_CODE];
};

#endif /* PERF_AUGMENT_PROG_CAPTURE_H */
