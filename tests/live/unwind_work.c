// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * unwind_work.c - burns CPU time deep in calls without frame pointers: through libc's qsort(), and in a
 * signal handler. `unwind_work MS`
 */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile unsigned long spun;
static clock_t until;

/* None of them may be a tail call. */
static NOINLINE int unwind_leaf(int rounds)
{
	while (rounds--)
		spun += (unsigned long)rounds * 7;
	return 1;
}

static NOINLINE int unwind_compare(const void *a, const void *b)
{
	const int order = *(const int *)a - *(const int *)b;

	return unwind_leaf(2000) ? order : 0;
}

static NOINLINE int unwind_sort(void)
{
	int numbers[64], i;

	for (i = 0; i < 64; i++)
		numbers[i] = i * 37 % 64;
	qsort(numbers, 64, sizeof(*numbers), unwind_compare);
	return numbers[0] + 1;
}

static NOINLINE int unwind_deep(int depth)
{
	volatile char room[64];

	room[depth % 64] = (char)depth;
	if (depth)
		return unwind_deep(depth - 1) + room[depth % 64] % 2;
	return unwind_sort() + 1;
}

static void on_signal(int nr)
{
	(void)nr;
	spun += (unsigned long)unwind_leaf(100000);
}

static NOINLINE int unwind_signalled(void)
{
	raise(SIGUSR1);
	return unwind_leaf(10) + 1;
}

int main(int argc, char **argv)
{
	const struct timespec no_time = { 0, 0 };
	const long ms = argc > 1 ? atol(argv[1]) : 500;
	int sum = 0;

	signal(SIGUSR1, on_signal);
	until = clock() + ms * (CLOCKS_PER_SEC / 1000);
	while (clock() < until) {
		sum += unwind_deep(10) + unwind_signalled();
		nanosleep(&no_time, NULL);
	}
	return sum == -1;
}
