// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count_work.c - count_work [ROUNDS]: three quarters of its time in count_heavy(), which count_outer()
 * calls, one in count_light(). With frame pointers, so that stacks can be taken.
 */
#include <stdint.h>
#include <stdlib.h>

/* Without optimisation, as even functions that call none have frame pointers then. */
#define FRAMES __attribute__((noinline, noclone, optimize("O0")))

static volatile uint64_t sum;

FRAMES static void count_heavy(unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		sum += i * 3;
}

FRAMES static void count_light(unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		sum += i * 3;
}

FRAMES static void count_outer(void)
{
	count_heavy(750000);
	sum++;
}

FRAMES int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 100;

	for (int i = 0; i < rounds; i++) {
		count_outer();
		count_light(250000);
	}
	return 0;
}
