// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_bpf.c - updates a BPF map without end. While it does, the kernel runs no program that stands
 * behind perf's tracepoints on that CPU; so calls of a task that takes its place there are not seen.
 * For trace_ledger.sh, which ends it.
 *
 *   work_bpf refused   has the verifier refuse a program twice, with a log; for trace_decode.sh
 */
#include <bpf/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NR_ENTRIES 65536

/* A program that ends without a result. */
static int be_refused(void)
{
	const struct bpf_insn insns[] = { { .code = BPF_JMP | BPF_EXIT } };
	static char log[4096];
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .log_level = 1, .log_buf = log,
		    .log_size = sizeof(log));

	for (int i = 0; i < 2; i++) {
		if (bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, "refused", "GPL", insns, 1, &opts) >=
		    0)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "refused"))
		return be_refused();
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
