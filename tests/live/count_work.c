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

#define MAX_ROUND_NS 10000000

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

/*
 * CPU time since the last look. In a virtual machine that was held meanwhile all of that is time of this
 * process: no more than a round can take is believed.
 */
static long long had_ns(void)
{
	static long long last_ns;
	long long now_ns, passed_ns;
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	now_ns = t.tv_sec * 1000000000LL + t.tv_nsec;
	passed_ns = now_ns - last_ns;
	last_ns = now_ns;
	return passed_ns < MAX_ROUND_NS ? passed_ns : MAX_ROUND_NS;
}

FRAMES int main(int argc, char **argv)
{
	const char *arg = argc > 1 ? argv[1] : "100";
	const bool by_time = strstr(arg, "ms");
	const long long nr = by_time ? atoll(arg) * 1000000 : atoll(arg);

	for (long long done = 0; done < nr; done += by_time ? had_ns() : 1) {
		count_outer(by_time ? 25000 : 250000);
		count_light(by_time ? 25000 : 250000);
	}
	return 0;
}
