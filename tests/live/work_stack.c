// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_stack.c - system calls at known places: main -> stack_outer -> stack_middle -> stack_leaf, which
 * makes the call itself. Built with frame pointers, whatever the flags are.
 *
 * work_stack [calls N | gone FILE | replaced FILE OTHER | fork N | fault | signals]
 *   gone, replaced: FILE, which is this program, is removed or becomes OTHER before the calls.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Asking for the frame makes one, in a leaf too. */
#define HAVE_FRAME() asm volatile("" ::"r"(__builtin_frame_address(0)) : "memory")

#define KEPT                              \
	__attribute__((noinline, noclone, \
		       optimize("no-omit-frame-pointer", "no-optimize-sibling-calls")))

/* getppid(), which nobody else here calls. */
KEPT long stack_leaf(void);
KEPT long stack_middle(void);
KEPT long stack_outer(void);
KEPT void stack_touch(volatile char *page);

long stack_leaf(void)
{
	long ret;

	HAVE_FRAME();
	asm volatile("syscall" : "=a"(ret) : "0"(SYS_getppid) : "rcx", "r11", "memory");
	return ret;
}

long stack_middle(void)
{
	long ret = stack_leaf();

	HAVE_FRAME();
	return ret;
}

long stack_outer(void)
{
	long ret = stack_middle();

	HAVE_FRAME();
	return ret;
}

void stack_touch(volatile char *page)
{
	HAVE_FRAME();
	*page = 1;
}

static void make_calls(int nr)
{
	while (nr-- > 0)
		stack_outer();
}

static void make_children(int nr)
{
	while (nr-- > 0) {
		const pid_t pid = fork();

		if (!pid) {
			stack_outer();
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
}

static void handle(int signo)
{
	(void)signo;
}

/* One that is handled, while no call is made, and one that ends the process. */
static void get_signals(void)
{
	signal(SIGUSR1, handle);
	kill(getpid(), SIGUSR1);
	__builtin_trap();
}

KEPT int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "calls";

	if (!strcmp(what, "fork"))
		make_children(argc > 2 ? atoi(argv[2]) : 1);
	else if (!strcmp(what, "fault"))
		stack_touch(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				 -1, 0));
	else if (!strcmp(what, "signals"))
		get_signals();
	else if (!strcmp(what, "gone") && argc > 2 && !unlink(argv[2]))
		make_calls(1);
	else if (!strcmp(what, "replaced") && argc > 3 && !rename(argv[3], argv[2]))
		make_calls(1);
	else if (!strcmp(what, "calls"))
		make_calls(argc > 2 ? atoi(argv[2]) : 1);
	else
		return 1;
	return 0;
}
