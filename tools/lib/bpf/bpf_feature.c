// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_feature.c - see bpf_feature.h */
#include "bpf_feature.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
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

/* Return: a map of task storage with one number for each task, or -errno. */
static int make_task_storage(void)
{
	struct btf *btf = btf__new_empty();
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_NO_PREALLOC);
	int id = btf ? btf__add_int(btf, "int", 4, BTF_INT_SIGNED) : -ENOMEM;
	int fd = id < 0 ? id : btf__load_into_kernel(btf);

	if (fd >= 0) {
		opts.btf_fd = (uint32_t)btf__fd(btf);
		opts.btf_key_type_id = opts.btf_value_type_id = (uint32_t)id;
		fd = bpf_map_create(BPF_MAP_TYPE_TASK_STORAGE, "probe", 4, 4, 0, &opts);
	}
	btf__free(btf);
	return fd;
}

/*
 * From 6.18 on there is such a map, but never memory for its elements, on a CPU without cmpxchg16b
 * (kmalloc_nolock()).
 */
bool bpf_feature__task_storage(void)
{
	__cleanup_close int fd = make_task_storage();
	__cleanup_close int pidfd = -1;
	int value = 0;

	if (fd < 0)
		return false;
	pidfd = (int)syscall(SYS_pidfd_open, getpid(), 0);
	return pidfd < 0 || bpf_map_update_elem(fd, &pidfd, &value, BPF_ANY) != -ENOMEM;
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
