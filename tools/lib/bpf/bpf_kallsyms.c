// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_kallsyms.c - see bpf_kallsyms.h. */
#include "bpf_kallsyms.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/filter.h>
#include <string.h>
#include <unistd.h>

#include "util.h"

/* On the program's stack: the name, and behind it the address. */
#define RESULT_AT (-8)
#define NAME_AT (RESULT_AT - BPF_KALLSYMS_NAME_MAX)
#define NAME_WORDS (BPF_KALLSYMS_NAME_MAX / 4)

/* The helper wants the name in memory that the verifier knows: here the stack, word by word. */
static int load(const char *name)
{
	const size_t size = strlen(name) + 1;
	/* NOLINTBEGIN(misc-redundant-expression): BPF_ADD and BPF_K are both 0 */
	const struct bpf_insn ask[] = {
		{ .code = BPF_ST | BPF_MEM | BPF_DW, .dst_reg = BPF_REG_10, .off = RESULT_AT },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_6, .src_reg = BPF_REG_1 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_1, .src_reg = BPF_REG_10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_1, .imm = NAME_AT },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_2, .imm = (int)size },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_3 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_4, .src_reg = BPF_REG_10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_4, .imm = RESULT_AT },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_kallsyms_lookup_name },
		{ .code = BPF_LDX | BPF_MEM | BPF_DW,
		  .dst_reg = BPF_REG_1,
		  .src_reg = BPF_REG_10,
		  .off = RESULT_AT },
		{ .code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = BPF_REG_6, .src_reg = BPF_REG_1 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	/* NOLINTEND(misc-redundant-expression) */
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	struct bpf_insn insns[NAME_WORDS + ARRAY_SIZE(ask)];
	char padded[BPF_KALLSYMS_NAME_MAX] = {};
	int32_t word;
	size_t i;

	memcpy(padded, name, size - 1);
	for (i = 0; i < NAME_WORDS; i++) {
		memcpy(&word, padded + 4 * i, sizeof(word));
		insns[i] = (struct bpf_insn){ .code = BPF_ST | BPF_MEM | BPF_W,
					      .dst_reg = BPF_REG_10,
					      .off = (int16_t)(NAME_AT + 4 * (int)i),
					      .imm = word };
	}
	memcpy(insns + NAME_WORDS, ask, sizeof(ask));
	return bpf_prog_load(BPF_PROG_TYPE_SYSCALL, "augment_symbol", "GPL", insns,
			     ARRAY_SIZE(insns), &opts);
}

int bpf_kallsyms__find(const char *name, uint64_t *ret_addr)
{
	uint64_t addr = 0;
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = &addr, .ctx_size_in = sizeof(addr));
	int fd __cleanup_close = -1;

	if (strlen(name) >= BPF_KALLSYMS_NAME_MAX)
		return -ENAMETOOLONG;
	fd = load(name);
	if (fd < 0)
		return -errno;
	if (bpf_prog_test_run_opts(fd, &opts))
		return -errno;
	if (!addr)
		return -ENOENT;
	*ret_addr = addr;
	return 0;
}
