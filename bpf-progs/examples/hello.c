/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A line in the output of perf for each directory that somebody makes:
 *
 *	perf trace -e hello.o,mkdir* mkdir /tmp/new
 */
#include <stdio.h>

int syscall_enter(mkdir)(void *args)
{
	puts("a new directory: ");
	return 0;
}

license(GPL);
