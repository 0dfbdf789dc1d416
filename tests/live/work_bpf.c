// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_bpf.c - updates a BPF map without end. While it does, the kernel runs no program that stands
 * behind perf's tracepoints on that CPU; so calls of a task that takes its place there are not seen.
 * For trace_ledger.sh, which ends it.
 */
#include <bpf/bpf.h>
#include <stdio.h>
#include <stdlib.h>

#define NR_ENTRIES 65536

int main(void)
{
	int fd = bpf_map_create(BPF_MAP_TYPE_HASH, "work_bpf", 4, 256, NR_ENTRIES, NULL);
	char value[256] = {};
	unsigned int key;

	if (fd < 0) {
		perror("work_bpf: a map cannot be made");
		return 1;
	}
	for (key = 0;; key = (key + 1) % NR_ENTRIES)
		bpf_map_update_elem(fd, &key, value, BPF_ANY);
}
