// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_paths.c - calls with paths that are hard to copy, and on standard output the lines that a
 * trace has to show for them, in their order. Nothing of it exists. For trace_paths.sh.
 *
 *   work_paths lengths    every length at which the engine's areas and the kernel's limit are passed
 *   work_paths absent     paths in pages that are not in memory, or that are not there at all
 *   work_paths exec       execve(2) with a path, and with arguments, in pages that are not in memory
 *   work_paths unread     execve(2) that fails before the kernel reads the arguments, which are not in memory
 *   work_paths script FILE  execve(2) of it with arguments that are not in memory
 *   work_paths held       openat(2) that fails before the kernel reads the path, in a page that a userfaultfd
 *                         has and nobody provides
 *   work_paths waiting    openat(2) of a path in a page that is not in memory, which waits while another
 *                         thread changes the path
 *   work_paths changing   openat(2) while another thread changes the path; the two paths on
 *                         standard output, and their number
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define PATH_MAX_BYTES 4095 /* the longest path that the kernel takes, without its NUL */
#define ENOENT_TEXT "-1 ENOENT (No such file or directory)"
#define EFAULT_TEXT "-1 EFAULT (Bad address)"
#define TOO_LONG_TEXT "-1 ENAMETOOLONG (File name too long)"

static _Noreturn void die(const char *what)
{
	perror(what);
	exit(99);
}

/* Fill @path with @len bytes: names of 100 bytes below a directory that is not there. */
static char *make_path(char *path, size_t len, char letter)
{
	size_t i;

	for (i = 0; i < len; i++)
		path[i] = i % 101 ? letter : '/';
	if (len > 8)
		memcpy(path, "/aug/not", 8);
	path[len] = '\0';
	return path;
}

/* ---- lengths ---- */

static void open_of_length(size_t len)
{
	char path[2 * PAGE + 1];
	bool too_long = len > PATH_MAX_BYTES;

	syscall(SYS_openat, AT_FDCWD, make_path(path, len, 'x'), O_WRONLY, 0);
	printf("openat(dfd: CWD, filename: \"%.*s\"%s, flags: WRONLY) = %s\n", PATH_MAX_BYTES, path,
	       too_long ? "..." : "", too_long ? TOO_LONG_TEXT : ENOENT_TEXT);
}

static void rename_of_lengths(size_t old_len, size_t new_len)
{
	char old[PAGE], new[PAGE];

	syscall(SYS_rename, make_path(old, old_len, 'o'), make_path(new, new_len, 'n'));
	printf("rename(oldname: \"%s\", newname: \"%s\") = %s\n", old, new, ENOENT_TEXT);
}

static int lengths(void)
{
	static const size_t lens[] = { 9,    100,  254,	 255,  256,  318,  319,	 320,
				       321,  655,  656,	 671,  672,  673,  1000, 2047,
				       2048, 4093, 4094, 4095, 4096, 4097, 5000, 8191 };
	static const size_t pairs[][2] = { { 10, 10 },	   { 310, 310 },   { 319, 319 },
					   { 330, 330 },   { 10, 4000 },   { 4000, 10 },
					   { 4000, 4000 }, { 4095, 4095 }, { 319, 4095 },
					   { 320, 319 } };
	char path[2];
	size_t i;

	syscall(SYS_openat, AT_FDCWD, "", O_WRONLY, 0);
	printf("openat(dfd: CWD, filename: \"\", flags: WRONLY) = %s\n", ENOENT_TEXT);
	syscall(SYS_openat, AT_FDCWD, make_path(path, 1, 'x'), O_WRONLY, 0);
	printf("openat(dfd: CWD, filename: \"/\", flags: WRONLY) = -1 EISDIR (Is a directory)\n");
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++)
		open_of_length(lens[i]);
	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		rename_of_lengths(pairs[i][0], pairs[i][1]);
	/* A short path after long ones: nothing of them is left. */
	open_of_length(20);
	return 0;
}

/* ---- absent pages ---- */

/* A file of two pages. A fault in one may bring in the other: touch both, then drop() one. */
static char *map_file(void)
{
	char name[] = "/tmp/work_paths.XXXXXX", *area;
	int fd = mkstemp(name);

	if (fd < 0 || unlink(name) || ftruncate(fd, 2 * PAGE))
		die("cannot make a file");
	area = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (area == MAP_FAILED)
		die("mmap");
	close(fd);
	return area;
}

/* The page stays in the page cache, but this process has no way to it without a fault. */
static void drop(char *page)
{
	if (madvise(page, PAGE, MADV_DONTNEED))
		die("madvise");
}

static void open_it(const char *path, const char *shown)
{
	syscall(SYS_openat, AT_FDCWD, path, O_WRONLY, 0);
	printf("openat(dfd: CWD, filename: %s, flags: WRONLY) = %s\n", shown,
	       *shown == '"' ? ENOENT_TEXT : EFAULT_TEXT);
}

static void open_address(const void *path)
{
	char shown[64];

	snprintf(shown, sizeof(shown), "%p <fault>", path);
	open_it(path, shown);
}

static int absent(void)
{
	char *area = map_file(), *two = map_file();
	char *crossing = area + PAGE - 12, *at_end = area + 2 * PAGE - 12;
	char shown[PAGE + 2];

	strcpy(area, "/aug/not/whole-page");
	drop(area);
	open_it(area, "\"/aug/not/whole-page\"");
	/* It is here now. */
	open_it(area, "\"/aug/not/whole-page\"");

	strcpy(crossing, "/aug/not/crossing-into-an-absent-page");
	drop(area + PAGE);
	open_it(crossing, "\"/aug/not/crossing-into-an-absent-page\"");

	strcpy(crossing, "/aug/not/crossing-from-an-absent-page");
	drop(area);
	open_it(crossing, "\"/aug/not/crossing-from-an-absent-page\"");

	snprintf(shown, sizeof(shown), "\"%s\"", make_path(area, PATH_MAX_BYTES, 'l'));
	drop(area);
	open_it(area, shown);

	/* Two paths of one call: the first, the second, both of them absent. */
	strcpy(area, "/aug/not/first");
	strcpy(two, "/aug/not/second");
	drop(area);
	syscall(SYS_rename, area, two);
	drop(two);
	syscall(SYS_rename, area, two);
	drop(area);
	drop(two);
	syscall(SYS_rename, area, two);
	for (int i = 0; i < 3; i++)
		printf("rename(oldname: \"/aug/not/first\", newname: \"/aug/not/second\") = %s\n",
		       ENOENT_TEXT);

	/* Right before memory that is not there. */
	if (mprotect(two + PAGE, PAGE, PROT_NONE))
		die("mprotect");
	strcpy(two + PAGE - 10, "/aug/fits");
	open_it(two + PAGE - 10, "\"/aug/fits\"");
	memcpy(two + PAGE - 9, "/aug/over", 9);
	open_address(two + PAGE - 9);
	open_address(two + PAGE);

	memcpy(at_end, "/aug/no-end.", 12);
	if (munmap(area + PAGE, PAGE))
		die("munmap");
	open_address(at_end);
	open_address((void *)1);
	open_address((void *)0x123456789abc);
	open_address((void *)0xffff888000000000);
	open_address((void *)-1);
	/* Which of the two the kernel minds first is its own affair. */
	strcpy(area, "/aug/not/beside-a-fault");
	syscall(SYS_rename, area, (void *)1);
	printf("rename(oldname: \"/aug/not/beside-a-fault\", newname: 0x1 <fault>) = %s\n",
	       errno == ENOENT ? ENOENT_TEXT : EFAULT_TEXT);
	syscall(SYS_rename, (void *)1, area);
	printf("rename(oldname: 0x1 <fault>, newname: \"/aug/not/beside-a-fault\") = %s\n",
	       errno == ENOENT ? ENOENT_TEXT : EFAULT_TEXT);
	open_it(area, "\"/aug/not/beside-a-fault\"");
	return 0;
}

/* Arguments that are shown: AUG_ITEMS_MAX. */
#define NR_ARGS 32

/* With the path absent, and the page @args. */
static void exec_it(const char *path, char **argv, char *args, const char *result)
{
	static char *envp[] = { NULL };
	pid_t pid;
	int i;

	printf("execve(filename: \"%s\", argv: [", path);
	for (i = 0; argv[i]; i++)
		printf("%s\"%s\"", i ? ", " : "", argv[i]);
	printf("], envp: %p /* 0 vars */) = %s\n", (void *)envp, result);
	fflush(stdout);
	drop((char *)path);
	if (args)
		drop(args);
	pid = vfork();
	if (!pid) {
		syscall(SYS_execve, path, argv, envp);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		die("vfork");
}

static int exec(void)
{
	char *area = map_file(), *args = map_file(), *argv[] = { "true", NULL };
	char **argv_absent = (char **)args;
	int i;

	strcpy(area, "/aug/not/executable");
	exec_it(area, argv, NULL, ENOENT_TEXT);
	argv_absent[0] = strcpy(args + 64, "absent");
	argv_absent[1] = NULL;
	strcpy(area, "/bin/true");
	exec_it(area, argv, NULL, "0");
	exec_it(area, argv_absent, args, "0");
	/* As many as are shown, and the NULL behind them. */
	for (i = 0; i < NR_ARGS; i++) {
		argv_absent[i] = args + 1024 + i * 16;
		snprintf(argv_absent[i], 16, "absent %d", i);
	}
	argv_absent[i] = NULL;
	strcpy(area, "/bin/true");
	exec_it(area, argv_absent, args, "0");
	memmove(area + 3, "./././././././././././bin/true", 31);
	memcpy(area, "/./", 3);
	exec_it(area, argv, NULL, "0");
	return 0;
}

static int exec_absent(const char *path, const char *result)
{
	char *area = map_file(), *args = map_file();
	char **argv = (char **)args;

	snprintf(area, PAGE, "%s", path);
	argv[0] = strcpy(args + 64, "absent");
	argv[1] = NULL;
	exec_it(area, argv, args, result);
	return 0;
}

/* ---- a path in a page that nobody brings: who waits for it is killed ---- */

static int held(void)
{
	char *area = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register page = {
		.range = { .start = (uintptr_t)area, .len = PAGE },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);

	if (fd < 0 || area == MAP_FAILED || ioctl(fd, UFFDIO_API, &api) ||
	    ioctl(fd, UFFDIO_REGISTER, &page))
		die("userfaultfd");
	alarm(20);
	syscall(SYS_openat, AT_FDCWD, area, O_TMPFILE, 0);
	printf("openat(dfd: CWD, filename: %p <fault>, flags: RDONLY|TMPFILE, mode: 0) = -1 EINVAL (Invalid argument)\n",
	       (void *)area);
	return 0;
}

/* ---- a path in an absent page that is changed before the call ends ---- */

static atomic_int opener;

static void *open_fifo(void *path)
{
	int fd;

	opener = (int)syscall(SYS_gettid);
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
	close(fd);
	return NULL;
}

static bool is_waiting(int tid)
{
	char name[64], state = 0;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/self/task/%d/stat", tid);
	f = fopen(name, "r");
	if (!f || fscanf(f, "%*d %*s %c", &state) != 1)
		die(name);
	fclose(f);
	return state == 'S';
}

static int waiting(void)
{
	char *area = map_file(), name[64];
	pthread_t thread;
	int fd;

	snprintf(name, sizeof(name), "/tmp/work_paths_fifo.%d", (int)getpid());
	strcpy(area, name);
	drop(area);
	if (mkfifo(name, 0600) || pthread_create(&thread, NULL, open_fifo, area))
		die(name);
	while (!opener || !is_waiting(opener))
		usleep(1000);
	area[strlen(name)] = '!';
	fd = open(name, O_WRONLY);
	pthread_join(thread, NULL);
	close(fd);
	unlink(name);
	puts(name);
	return 0;
}

/* ---- a path that another thread changes ---- */

#define NR_CHANGING 2000
static char moving[] = "/aug/not/aaaaaaaa";
static atomic_int done;

static void *change(void *arg)
{
	size_t end = strlen(moving) - 1;

	while (!done)
		((volatile char *)moving)[end] ^= 'a' ^ 'b';
	return arg;
}

static int changing(void)
{
	pthread_t thread;
	int i;

	if (pthread_create(&thread, NULL, change, NULL))
		die("pthread_create");
	for (i = 0; i < NR_CHANGING; i++)
		syscall(SYS_openat, AT_FDCWD, moving, O_WRONLY, 0);
	done = 1;
	pthread_join(thread, NULL);
	for (i = 0; i < 2; i++)
		printf("openat(dfd: CWD, filename: \"/aug/not/aaaaaaa%c\", flags: WRONLY) = %s\n",
		       "ab"[i], ENOENT_TEXT);
	printf("%d\n", NR_CHANGING);
	return 0;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	if (!strcmp(mode, "lengths"))
		return lengths();
	if (!strcmp(mode, "absent"))
		return absent();
	if (!strcmp(mode, "exec"))
		return exec();
	if (!strcmp(mode, "unread"))
		return exec_absent("/aug/not/executable", ENOENT_TEXT);
	if (!strcmp(mode, "script") && argc > 2)
		return exec_absent(argv[2], "0");
	if (!strcmp(mode, "held"))
		return held();
	if (!strcmp(mode, "waiting"))
		return waiting();
	if (!strcmp(mode, "changing"))
		return changing();
	fprintf(stderr, "work_paths: unknown mode '%s'\n", mode);
	return 2;
}
