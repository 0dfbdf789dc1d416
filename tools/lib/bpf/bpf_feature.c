// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_feature.c - see bpf_feature.h */
#include "bpf_feature.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <unistd.h>

#include "util.h"

bool bpf_feature__sleepable_calls(void)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	/* r0 = 0; exit */
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	__cleanup_close int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", insns,
					       ARRAY_SIZE(insns), &opts);

	return fd >= 0;
}

bool bpf_feature__task_storage(void)
{
	return libbpf_probe_bpf_map_type(BPF_MAP_TYPE_TASK_STORAGE, NULL) == 1;
}

static bool has_helper(enum bpf_func_id helper)
{
	return libbpf_probe_bpf_helper(BPF_PROG_TYPE_RAW_TRACEPOINT, helper, NULL) == 1;
}

/*
 * Before 6.1 the kernel prints a warning with a stack trace for such a hash, or refuses it (PREEMPT_RT).
 * USER_RINGBUF is of 6.1 too, and can be asked for without a warning.
 */
bool bpf_feature__hash_allocates(void)
{
	return libbpf_probe_bpf_map_type(BPF_MAP_TYPE_USER_RINGBUF, NULL) == 1;
}

bool bpf_feature__task_pt_regs(void)
{
	return has_helper(BPF_FUNC_task_pt_regs);
}
