// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_names.c ioctls|options - every ioctl of ioctl_names.inc, and those whose number holds a length, an event
 * or an axis; or every option of every level of sockets; on no descriptor.
 */
#include <linux/ioctl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#define IOCTL(nr, name) nr,

static const uint32_t named[] = {
#include "tools/lib/syscalls/ioctl_names.inc"
};

static void sized(unsigned char type, unsigned int nrs)
{
	static const unsigned int sizes[] = { 0, 8, 40, 260 };
	unsigned int dir, nr;
	size_t i;

	for (dir = _IOC_WRITE; dir <= (_IOC_READ | _IOC_WRITE); dir++) {
		for (nr = 0; nr < nrs; nr++) {
			for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
				ioctl(-1, _IOC(dir, type, nr, sizes[i]), 0);
		}
	}
}

static void ioctls(void)
{
	size_t i;

	for (i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		ioctl(-1, named[i], 0);
	sized('E', 256);
	sized('H', 20);
	sized('M', 4);
	sized('U', 48);
	sized('j', 20);
	sized('k', 2);
}

static void options_of(int level)
{
	int option;

	for (option = 0; option < 140; option++) {
		getsockopt(-1, level, option, NULL, NULL);
		setsockopt(-1, level, option, NULL, 0);
	}
}

static void options(void)
{
	static const int protocols[] = { 0, 1, 2, 6, 17, 40, 41, 58, 100, 101, 132, 136 };
	int level, option;
	size_t i;

	for (i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++)
		options_of(protocols[i]);
	for (level = 254; level < 290; level++)
		options_of(level);
	for (option = 10000; option < 10020; option++)
		getsockopt(-1, 276, option, NULL, NULL); /* SOL_RDS */
}

int main(int argc, char *argv[])
{
	if (argc == 2 && !strcmp(argv[1], "options"))
		options();
	else
		ioctls();
	return 0;
}
