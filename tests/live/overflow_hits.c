// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_hits.c - overflow_hits TIMES: says the address of a variable, waits for a line, writes the
 * variable so many times and a neighbour as often.
 */
#include <stdio.h>
#include <stdlib.h>

static volatile long watched[16];

int main(int argc, char **argv)
{
	const int nr = argc > 1 ? atoi(argv[1]) : 1;
	int i;

	printf("%p\n", (void *)&watched[0]);
	fflush(stdout);
	getchar();
	for (i = 0; i < nr; i++) {
		watched[0] = i;
		watched[8] = i;
	}
	return 0;
}
