/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prints the path of each openat call below /etc/, and of no other: the program looks at the path
 * in the kernel, and perf hears of nothing else.
 *
 *	perf trace -e etc_opens.o,close cat /etc/hostname
 */
#include <stdio.h>

struct openat_args {
	unsigned long long common;
	long nr;
	long dfd;
	const char *filename;
	long flags;
	long mode;
};

int syscall_enter(openat)(struct openat_args *args)
{
	char path[256] = "";
	long len = bpf_probe_read_user_str(path, sizeof(path), args->filename);

	/* Compares 4 bytes and 1: of 5 some clangs make a call, and BPF has no memcmp(). */
	if (len > 0 && !__builtin_memcmp(path, "/etc", 4) && path[4] == '/')
		bpf_perf_event_output(args, &__bpf_stdout__, BPF_F_CURRENT_CPU, path, len);
	return 0; /* not the event itself, only what was printed */
}

license(GPL);
