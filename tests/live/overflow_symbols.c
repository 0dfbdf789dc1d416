// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_symbols.c - the symbol of a BPF program, in expressions over samples, is its code and nothing
 * behind that, where other programs may be loaded later.
 */
#include <bpf/bpf.h>
#include <stdio.h>

#include "overflow_names.h"
#include "util.h"

/* Return: the bytes of its code; 0: there are none, or it cannot be loaded. */
static uint32_t load(const char *name, int *ret_fd)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct bpf_prog_info info = {};
	uint32_t len = sizeof(info);

	*ret_fd = bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, name, "GPL", insns, ARRAY_SIZE(insns),
				NULL);
	if (*ret_fd < 0 || bpf_obj_get_info_by_fd(*ret_fd, &info, &len))
		return 0;
	return info.jited_prog_len;
}

int main(void)
{
	static const char test[] = "overflow: the symbol of a BPF program ends where its code does";
	struct overflow_machine *machine = overflow_machine__new();
	const struct overflow_names names = overflow_machine__names(machine);
	struct overflow_ranges set = {};
	int fd __cleanup_close = -1;
	const uint32_t len = load("ends_here", &fd);
	bool is_good;

	if (!len) {
		printf("ok - %s # SKIP this kernel compiles no BPF\n", test);
		return 0;
	}
	is_good = machine && !names.symbols(names.ctx, "bpf_prog_*_ends_here", 20, &set) &&
		  set.nr == 1 && set.ranges[0].end - set.ranges[0].begin == len;
	printf("%s - %s\n", is_good ? "ok" : "not ok", test);
	if (set.nr)
		printf("# %zu ranges, the first of %llu bytes; the code has %u\n", set.nr,
		       (unsigned long long)(set.ranges[0].end - set.ranges[0].begin), len);
	overflow_ranges__free(&set);
	overflow_machine__free(machine);
	return !is_good;
}
