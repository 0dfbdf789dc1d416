/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* requests_ends.h - the part of work_requests.c whose arrays are longer than the memory that they begin in. */
#ifndef TESTS_REQUESTS_ENDS_H
#define TESTS_REQUESTS_ENDS_H

#include <poll.h>
#include <sys/uio.h>

/* Arrays of @nr elements, of which fewer may be there. */
static void arrays_that_end(void *array, long nr)
{
	syscall(SYS_writev, NO_FD, array, nr);
	syscall(SYS_readv, NO_FD, array, nr);
	syscall(SYS_preadv, NO_FD, array, nr, 5, 0);
	syscall(SYS_vmsplice, NO_FD, array, nr, 0);
	syscall(SYS_process_vm_readv, NO_TASK, array, nr, array, nr, 0);
#ifdef SYS_process_madvise
	syscall(SYS_process_madvise, NO_FD, array, nr, 0, 0);
#endif
	syscall(SYS_poll, array, nr, 0);
	syscall(SYS_setgroups, nr, array);
	syscall(SYS_io_submit, NULL, nr, array);
#if __LONG_WIDTH__ == 64
	syscall(SYS_semop, -2, array, nr);
#endif
	syscall(SYS_set_mempolicy, 1, array, nr * 64);
	syscall(SYS_migrate_pages, NO_TASK, nr * 64, array, array);
}

static void ends(void)
{
	static const size_t sizes[] = { 1, 4, 7, 8, 16, 20, 32, 48, 80 };
	struct iovec words[10];

	fill();
	for (size_t i = 0; i < NR(words); i++)
		words[i] = (struct iovec){ contents->mixed, i };
	for (size_t i = 0; i < NR(sizes); i++) {
		void *array = at_edge(words, sizes[i]);

		arrays_that_end(array, 1);
		arrays_that_end(array, 4);
		arrays_that_end(array, 40);
	}
}

#endif /* TESTS_REQUESTS_ENDS_H */
