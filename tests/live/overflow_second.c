// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * overflow_second.c - attaches two programs to one event, which can have one. The status is 0 when the
 * second is refused and the first goes on; what is said of it is on standard error.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "overflow_handler.h"
#include "util.h"

static uint64_t seen(const struct overflow_handler *handler)
{
	const unsigned int nr = overflow_handler__nr_cpus(handler);
	struct overflow_counts *counts __cleanup_free = calloc(nr, sizeof(*counts));
	uint64_t sum = 0;
	unsigned int cpu;

	if (!counts || overflow_handler__counts(handler, counts))
		return 0;
	for (cpu = 0; cpu < nr; cpu++)
		sum += counts[cpu].seen;
	return sum;
}

/* Until the program has seen a sample of ours. */
static bool sees(const struct overflow_handler *handler)
{
	const time_t end = time(NULL) + 60;

	while (!seen(handler) && time(NULL) < end)
		;
	return seen(handler);
}

int main(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_CPU_CLOCK,
					.sample_period = 1000000 };
	const struct overflow_program nothing = {};
	struct overflow_handler *first = NULL, *second = NULL;
	const int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	bool ok;

	ok = fd >= 0 && !overflow_handler__new(&first, &nothing) &&
	     !overflow_handler__new(&second, &nothing) &&
	     !overflow_handler__attach(first, fd, "cpu-clock") &&
	     overflow_handler__attach(second, fd, "cpu-clock") == -EEXIST && sees(first) &&
	     !seen(second);
	overflow_handler__free(second);
	overflow_handler__free(first);
	return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
