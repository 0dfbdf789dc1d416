/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_capture.h - gets every BPF program that is there or is loaded, once, whatever becomes of it.
 *
 *	bpf_capture__new(&c, &opts)          from here on no load is missed
 *	bpf_capture__synthesize(c)           what was loaded before
 *	  poll: bpf_capture__fd(c) readable  -> bpf_capture__drain(c)
 *	        BPF_EVENT LOAD in a ring     -> bpf_capture__saw_load(c, id)
 *	bpf_capture__finish(c)               what is still under way; what is lost
 *	bpf_capture__totals(c), bpf_capture__log_totals(c)
 *	bpf_capture__free(c)
 *
 * A BPF program of ours runs in the loader's own context when the kernel has a program ready and
 * copies it into a ring buffer, so that it does not matter how soon it is unloaded. What that
 * misses (or all, where it cannot be had) is read by id when its BPF_EVENT tells of it. One thread
 * at a time may call; the sink's functions are called by that thread.
 */
#ifndef PERF_AUGMENT_BPF_CAPTURE_H
#define PERF_AUGMENT_BPF_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf_fetch.h"

struct bpf_capture;
struct kernel_code;

/**
 * struct bpf_capture_prog - a program, given to the sink once.
 * @copy: borrowed; NULL when it is lost.
 * @loaded_ns: CLOCK_MONOTONIC at its capture; 0 when it was not captured.
 * @pid, @tid, @comm: who loaded it, when it was captured; 0 and "" otherwise.
 */
struct bpf_capture_prog {
	uint32_t id;
	enum bpf_origin origin;
	const struct bpf_prog_copy *copy;
	uint64_t loaded_ns;
	uint32_t pid, tid;
	char comm[16];
};

/**
 * struct bpf_capture_sink - who gets what. A function may be NULL; one that returns not 0 ends the
 * call that it was called by, which returns the same.
 * @btf: before the first program that has it.
 * @prog: each program once.
 * @record: for each program of synthesize its KSYMBOL and BPF_EVENT records, behind btf and prog;
 *	also trampolines and dispatchers. @size includes @sample_id_size zeros at the end.
 * @unload: nobody has it any more: only what the capturer sees, so not with every way to capture.
 *	@who: its id, pid, tid, comm and time; copy is NULL. @pid is 0 when it went later than what
 *	caused it: in a kernel thread, or in an interrupt, where the current task is anybody.
 */
struct bpf_capture_sink {
	int (*btf)(void *ctx, uint32_t id, const uint8_t *bytes, size_t len);
	int (*prog)(void *ctx, const struct bpf_capture_prog *prog);
	int (*record)(void *ctx, const uint8_t *record, size_t size);
	int (*unload)(void *ctx, const struct bpf_capture_prog *who);
	void *ctx;
};

/**
 * enum bpf_gate - what makes our BPF program run.
 * @BPF_GATE_AUTO: the first of the following that works on this kernel, each tried with a program
 *	of our own.
 * @BPF_GATE_KPROBE: a kprobe on the kernel's function that tells perf of loads and unloads.
 * @BPF_GATE_WATCH: a data breakpoint on the variable that this function looks at: for kernels
 *	without kprobes. Takes one of the CPU's debug registers.
 * @BPF_GATE_SYSCALL: raw tracepoints of system calls. Costs every call of everybody, so the others
 *	come first; does not see loads by BPF programs (light skeletons), nor unloads.
 * @BPF_GATE_NONE: do not capture; read by id.
 */
enum bpf_gate { BPF_GATE_AUTO, BPF_GATE_KPROBE, BPF_GATE_WATCH, BPF_GATE_SYSCALL, BPF_GATE_NONE };

const char *bpf_gate__name(enum bpf_gate gate);

/**
 * struct bpf_capture_opts
 * @ring_size: bytes of each CPU's ring buffer, 0 for the default.
 * @sample_id_size: zeros behind synthesised records.
 */
struct bpf_capture_opts {
	struct bpf_capture_sink sink;
	enum bpf_gate gate;
	size_t ring_size;
	size_t sample_id_size;
};

/**
 * struct bpf_capture_totals - programs: @seen is the sum of @by_origin.
 * @image: with code, addresses and lengths. @hidden: where the kernel kept some of it from us.
 * @denied: lost for want of CAP_SYS_ADMIN. @failed: for other reasons, the last was @failed_err.
 * @btf_lost: BTFs that could not be had.
 * @dropped: records of the capturer that found its ring full; @damaged: programs that it could not
 *	read whole. Their programs are read by id, if they still are there.
 */
struct bpf_capture_totals {
	uint64_t seen;
	uint64_t by_origin[NR_BPF_ORIGINS];
	uint64_t image;
	uint64_t hidden;
	uint64_t denied;
	uint64_t failed;
	int failed_err;
	uint64_t btf_lost;
	uint64_t dropped;
	uint64_t damaged;
};

/**
 * bpf_capture__new() - begin. What cannot be captured is no failure: bpf_capture__gate() is
 * BPF_GATE_NONE then, and why was logged.
 * Return: 0 or -ENOMEM; for a @gate other than AUTO and NONE also what it failed with.
 */
int bpf_capture__new(struct bpf_capture **ret_c, const struct bpf_capture_opts *opts);
void bpf_capture__free(struct bpf_capture *c);

enum bpf_gate bpf_capture__gate(const struct bpf_capture *c);

/**
 * bpf_capture__synthesize() - all programs that are loaded now. One that cannot be read does not
 * stop the others: it is lost.
 * @code: for the records; NULL when the sink takes none.
 * Return: 0; -ENOMEM; -EPERM when programs may not be listed (CAP_SYS_ADMIN); what the sink said.
 */
int bpf_capture__synthesize(struct bpf_capture *c, const struct kernel_code *code);

/**
 * bpf_capture__fd() - to be polled for reading; -1 when nothing is captured.
 *
 * It wakes only when much is waiting: what tells of a single load at once is its BPF_EVENT. Without
 * these, drain from time to time.
 */
int bpf_capture__fd(const struct bpf_capture *c);

/** bpf_capture__drain() - take what is there. Return: 0, -ENOMEM, what the sink said. */
int bpf_capture__drain(struct bpf_capture *c);

/**
 * bpf_capture__saw_load() - the kernel told that @id was loaded: have it, from the ring or by id.
 * Return: 0, also when it is lost; -ENOMEM, what the sink said.
 */
int bpf_capture__saw_load(struct bpf_capture *c, uint32_t id);

/** bpf_capture__finish() - capture no more, and take all that is left. Return: as drain. */
int bpf_capture__finish(struct bpf_capture *c);

void bpf_capture__totals(const struct bpf_capture *c, struct bpf_capture_totals *ret_totals);

/** bpf_capture__log_totals() - `programs: seen N, image N, lost N`, and why some are not whole. */
void bpf_capture__log_totals(const struct bpf_capture *c);

#endif /* PERF_AUGMENT_BPF_CAPTURE_H */
