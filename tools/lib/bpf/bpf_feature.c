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

#include "btf_kptr.h"
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

/* Return: a map of task storage whose elements are of the type @id of @btf, or -errno. */
static int make_storage_of(struct btf *btf, int key, int id, uint32_t size)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_NO_PREALLOC);
	int fd;

	if (key < 0 || id < 0)
		return -ENOMEM;
	fd = btf__load_into_kernel(btf);
	if (fd < 0)
		return fd;
	opts.btf_fd = (uint32_t)btf__fd(btf);
	opts.btf_key_type_id = (uint32_t)key;
	opts.btf_value_type_id = (uint32_t)id;
	return bpf_map_create(BPF_MAP_TYPE_TASK_STORAGE, "probe", sizeof(int), size, 0, &opts);
}

/* Return: a map of task storage with one number for each task, or -errno. */
static int make_task_storage(void)
{
	struct btf *btf = btf__new_empty();
	int id = btf ? btf__add_int(btf, "int", sizeof(int), BTF_INT_SIGNED) : -ENOMEM;
	int fd = btf ? make_storage_of(btf, id, id, sizeof(int)) : -ENOMEM;

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

/* Return: a map of task storage with a pointer to registers for each task, or -errno. */
static int make_kptr_storage(void)
{
	struct btf *btf = btf__new_empty();
	int key, regs, elem, fd = -ENOMEM;

	if (!btf)
		return fd;
	/* struct { struct pt_regs __kptr_untrusted *regs; } */
	key = btf__add_int(btf, "int", sizeof(int), BTF_INT_SIGNED);
	regs = btf__add_struct(btf, "pt_regs", 0);
	regs = btf__add_ptr(btf, btf__add_type_tag(btf, BTF_KPTR_UNTRUSTED, regs));
	elem = btf__add_struct(btf, "probe", sizeof(void *));
	if (elem >= 0 && regs >= 0 && !btf__add_field(btf, "regs", regs, 0, 0))
		fd = make_storage_of(btf, key, elem, sizeof(void *));
	btf__free(btf);
	return fd;
}

#define INSN(CODE, DST, SRC, OFF, IMM)                                                         \
	{                                                                                      \
		.code = (CODE), .dst_reg = (DST), .src_reg = (SRC), .off = (OFF), .imm = (IMM) \
	}

/* Such a map there is on older kernels, too, with a number instead: whether it can be read through tells. */
bool bpf_feature__kptr_in_storage(void)
{
	__cleanup_close int map = make_kptr_storage(), prog = -1;
	const struct bpf_insn insns[] = {
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_get_current_task_btf),
		INSN(BPF_ALU64 | BPF_MOV | BPF_X, 2, 0, 0, 0),
		INSN(BPF_LD | BPF_IMM | BPF_DW, 1, BPF_PSEUDO_MAP_FD, 0, map),
		INSN(0, 0, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, 3, 0, 0, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, 4, 0, 0, 0),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_task_storage_get),
		/* r1 = *(u64 *)r0, and then **(u64 **)r0, if neither is NULL */
		INSN(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3, 0),
		INSN(BPF_LDX | BPF_MEM | BPF_DW, 1, 0, 0, 0),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 1, 0),
		INSN(BPF_LDX | BPF_MEM | BPF_DW, 1, 1, 0, 0),
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 0),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};

	if (map >= 0)
		prog = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", insns,
				     ARRAY_SIZE(insns), NULL);
	return prog >= 0;
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
