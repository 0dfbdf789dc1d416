// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * page_faults.c - page_faults BATCHES: touches 256 new pages so many times, and says how long a fault took in
 * the tenth of the batches that others, and the host of a virtual machine, disturbed least.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define PAGES 256
#define PAGE 4096

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	const size_t nr = argc == 2 ? (size_t)strtoul(argv[1], NULL, 10) : 0;
	double *took_ns = calloc(nr ? nr : 1, sizeof(*took_ns)), begin_ns;
	volatile char *pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t i, page;

	if (!nr || !took_ns || pages == MAP_FAILED)
		return 2;
	madvise((void *)pages, PAGES * PAGE, MADV_NOHUGEPAGE);
	for (i = 0; i < nr; i++) {
		begin_ns = now_ns();
		for (page = 0; page < PAGES; page++)
			pages[page * PAGE] = 1;
		took_ns[i] = (now_ns() - begin_ns) / PAGES;
		madvise((void *)pages, PAGES * PAGE, MADV_DONTNEED);
	}
	qsort(took_ns, nr, sizeof(*took_ns), by_size);
	printf("took %.1f ns\n", took_ns[nr / 10]);
	free(took_ns);
	return 0;
}
