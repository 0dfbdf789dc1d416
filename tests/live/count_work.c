// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count_work.c - count_work [ROUNDS|MSms]: three quarters of its time in count_heavy(), which
 * count_outer() calls, one in count_light(); so many rounds, or until it has had so much CPU time.
 * With frame pointers, so that stacks can be taken.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

FRAMES static void count_outer(unsigned int nr)
{
	count_heavy(3 * nr);
	sum++;
}

static bool had(long long ms)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000 >= ms;
}

FRAMES int main(int argc, char **argv)
{
	const char *arg = argc > 1 ? argv[1] : "100";
	const bool by_time = strstr(arg, "ms");
	const long long nr = atoll(arg);

	for (long long i = 0; by_time ? !had(nr) : i < nr; i++) {
		count_outer(by_time ? 25000 : 250000);
		count_light(by_time ? 25000 : 250000);
	}
	return 0;
}
