// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* work_newer.c - calls with two descriptors, for strace_newer.sh. */
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

static char contents[8];

__attribute__((noinline, noclone)) static void read_both(int first, int second)
{
	if (read(first, contents, 4) < 0 ||
	    read(second, contents, 4) < 0) /* the line of the test */
		_exit(2);
}

int main(void)
{
	const int first = open("/proc/version", O_RDONLY), second = open("/proc/uptime", O_RDONLY);

	if (first != 3 || second != 4)
		return 2;
	read_both(first, second);
	dup2(first, 9);
	lseek(9, 0, SEEK_SET);
	close(first);
	close(second);
	poll(&(struct pollfd){ .fd = 9 }, 1, 0);
	getppid();
	return 0;
}
