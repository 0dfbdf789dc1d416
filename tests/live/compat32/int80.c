// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * int80.c - calls through the 32-bit entry of the kernel, for trace_compat.sh: built as a 32-bit
 * program and as a 64-bit one that uses int $0x80. Prints the lines that a trace has to show.
 * Numbers are those of the i386 table: 33 access, 64 getppid, 5 open, 38 rename, 27 alarm, 19 lseek; in the native
 * table they mean other calls.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __x86_64__
#define LOW MAP_32BIT
#define CLOBBERED "memory", "r8", "r9", "r10", "r11"
#else
#define LOW 0
#define CLOBBERED "memory"
#endif

static long call5(long nr, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
		  unsigned long e)
{
	long ret;

	__asm__ volatile("int $0x80"
			 : "=a"(ret)
			 : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : CLOBBERED);
	return (int)ret;
}

static long call(long nr, unsigned long a, unsigned long b, unsigned long c)
{
	return call5(nr, a, b, c, 0, 0);
}

/* Results of lseek whose lower half, which is all that a 32-bit program gets, is an error and 21. */
static void seek_far(const char *path, unsigned long low)
{
	const int fd = open(path, O_RDONLY);

	call5(140, (unsigned long)fd, 1, 0xfffffff0, low, SEEK_SET);
	call(19, (unsigned long)fd, 0, SEEK_CUR);
	call5(140, (unsigned long)fd, 1, 21, low, SEEK_SET);
	call(19, (unsigned long)fd, 0, SEEK_CUR);
	close(fd);
}

int main(int argc, char **argv)
{
	/* Addresses have 32 bits here. */
	char *low =
		mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | LOW, -1, 0);
	unsigned long one = (unsigned long)low, two = one + 100;
	int ppid = 0, i;

	if (low == MAP_FAILED)
		return 1;
	strcpy(low, "/aug/compat/one");
	strcpy(low + 100, "/aug/compat/two");
	call(33, one, R_OK, 0);
	call(5, one, 1, 0);
	call(38, one, two, 0);
	for (i = 0; i < 10; i++)
		ppid = (int)call(64, 0, 0, 0);
	/* What was left of the first is all ones, and looks like an error. */
	call(27, 0xffffffff, 0, 0);
	call(27, 0, 0, 0);
	seek_far(argc ? argv[0] : "", one);
	strcpy(low, "/aug/compat/one");
	/* The same through the native entry of a 64-bit program, right after: no mix-up. */
	access(low, F_OK);
	call(33, two, R_OK, 0);

	printf("access@32(filename: \"/aug/compat/one\", mode: R_OK) = -1 ENOENT (No such file or "
	       "directory)\n");
	printf("open@32(filename: \"/aug/compat/one\", flags: WRONLY) = -1 ENOENT (No such file or "
	       "directory)\n");
	printf("rename@32(oldname: \"/aug/compat/one\", newname: \"/aug/compat/two\") = -1 ENOENT "
	       "(No such file or directory)\n");
	for (i = 0; i < 10; i++)
		printf("getppid@32() = %d\n", ppid);
#ifdef __x86_64__
	printf("access(filename: \"/aug/compat/one\", mode: F_OK) = -1 ENOENT (No such file or "
	       "directory)\n");
#else
	printf("access@32(filename: \"/aug/compat/one\", mode: F_OK) = -1 ENOENT (No such file or "
	       "directory)\n");
#endif
	printf("access@32(filename: \"/aug/compat/two\", mode: R_OK) = -1 ENOENT (No such file or "
	       "directory)\n");
	return 0;
}
