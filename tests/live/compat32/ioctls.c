// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctls.c - every ioctl of ioctl_names_32.inc, on no descriptor; built with -m32. */
#include <stddef.h>
#include <sys/ioctl.h>

#define IOCTL(nr, name) nr,

static const unsigned int named[] = {
#include "../../../tools/lib/syscalls/ioctl_names_32.inc"
};

int main(void)
{
	size_t i;

	for (i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		ioctl(-1, named[i], 0);
	return 0;
}
