// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * breakpoint_fires.c - whether a breakpoint at a byte of this program tells of a write to it, which some virtual
 * machines accept and never do. Exits with 1, and says so, when it does not; with 0 also where all are taken.
 */
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile char watched;

int main(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_BREAKPOINT,
		.size = sizeof(attr),
		.bp_type = HW_BREAKPOINT_W,
		.bp_addr = (uintptr_t)&watched,
		.bp_len = HW_BREAKPOINT_LEN_1,
		.exclude_kernel = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	uint64_t count = 0;

	if (fd < 0) {
		if (errno == ENOSPC)
			return 0;
		printf("%s\n", strerror(errno));
		return 1;
	}
	watched = 1;
	if (read(fd, &count, sizeof(count)) != sizeof(count) || !count) {
		puts("the kernel takes one, and it tells of nothing");
		return 1;
	}
	return 0;
}
