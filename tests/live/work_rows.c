// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_rows.c - makes the calls of rows_table.h: each row's in a process of its own, without rights unless
 * the row says otherwise.
 *
 * work_rows native|compat|mux [NAME...]: all rows of that table, or those named. mux: the calls of 32-bit programs
 * that come through socketcall, ipc, or a pointer to their arguments, that way. Prints `PID NAME` of each
 * process, and `missing NAME` for each row of the tool's table that has no line. The working directory
 * must be empty.
 */
#include <errno.h>
#include <grp.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <linux/falloc.h>
#include <linux/fs.h>

#include "bpf-progs/unfold_calls.h"
#include "rows_fill.h"
#include "rows_table.h"
#include "syscalls.h"
#include "util.h"

#define NOBODY 65534

static const char *const *wanted;
static unsigned int abi;
/* The call that is made, of those that come through another one. */
static const struct sub_call *through;

/* ---- calls ---- */

/* The child of a fork() shares the stack of a vfork(): it ends right here. */
static long call_native(long nr, const unsigned long *args, bool is_fork)
{
	register unsigned long r10 __asm__("r10") = args[3];
	register unsigned long r8 __asm__("r8") = args[4];
	register unsigned long r9 __asm__("r9") = args[5];
	long ret;

	if (!is_fork) {
		__asm__ volatile("syscall"
				 : "=a"(ret)
				 : "0"(nr), "D"(args[0]), "S"(args[1]), "d"(args[2]), "r"(r10),
				   "r"(r8), "r"(r9)
				 : "rcx", "r11", "memory");
		return ret;
	}
	__asm__ volatile("syscall\n\t"
			 "test %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 "mov $60, %%eax\n\t"
			 "xor %%edi, %%edi\n\t"
			 "syscall\n"
			 "1:"
			 : "=a"(ret)
			 : "0"(nr), "D"(args[0]), "S"(args[1]), "d"(args[2]), "r"(r10), "r"(r8),
			   "r"(r9)
			 : "rcx", "r11", "memory");
	return ret;
}

/*
 * The sixth argument is in the frame pointer. What is pushed must not meet the arguments, so they are not on the
 * stack.
 */
static long call_compat(long nr, const unsigned long *args, bool is_fork)
{
	static unsigned int low[6];
	register unsigned long at __asm__("r12") = (unsigned long)low;
	register unsigned long forks __asm__("r13") = (unsigned long)is_fork;
	long ret;

	for (int i = 0; i < 6; i++)
		low[i] = (unsigned int)args[i];
	/* clang-format off */
	__asm__ volatile(
		"push %%rbp\n\t"
		"push %%rbx\n\t"
		"mov 0(%[args]), %%ebx\n\t"
		"mov 4(%[args]), %%ecx\n\t"
		"mov 8(%[args]), %%edx\n\t"
		"mov 12(%[args]), %%esi\n\t"
		"mov 20(%[args]), %%ebp\n\t"
		"mov 16(%[args]), %%edi\n\t"
		"int $0x80\n\t"
		"test %[fork], %[fork]\n\t"
		"jz 1f\n\t"
		"test %%eax, %%eax\n\t"
		"jnz 1f\n\t"
		"mov $1, %%eax\n\t"
		"xor %%ebx, %%ebx\n\t"
		"int $0x80\n"
		"1:\n\t"
		"pop %%rbx\n\t"
		"pop %%rbp"
		: "=a"(ret)
		: "0"(nr), [args] "r"(at), [fork] "r"(forks)
		: "rcx", "rdx", "rsi", "rdi", "memory", "r8", "r9", "r10", "r11");
	/* clang-format on */
	return (int)ret;
}

/* Where the arguments of a call are, and those two words of an ipc call that are behind a pointer. */
#define WORDS (AT(ARGS5_) + COMPAT_SHIFT)

static void call_mux(const unsigned long *args)
{
	const unsigned int which = (unsigned int)(through - sub_calls);
	unsigned int *words = (unsigned int *)WORDS;
	unsigned long regs[6] = {};

	if (which < SUB_CALL_IPC) {
		const bool is_socket = which < SUB_CALL_SELECT;

		for (int i = 0; i < 6; i++)
			words[i] = (unsigned int)args[i];
		regs[0] = is_socket ? which : WORDS;
		regs[1] = WORDS;
		call_compat(is_socket		     ? AUG_NR_SOCKETCALL
			    : which == SUB_CALL_MMAP ? AUG_NR_OLD_MMAP
						     : AUG_NR_OLD_SELECT,
			    regs, false);
		return;
	}
	regs[0] = which - SUB_CALL_IPC == SUB_CALL_MSGRCV_1 ? 1 << 16 | SUB_CALL_MSGRCV
							    : which - SUB_CALL_IPC;
	if (through->nr_words)
		regs[4] = WORDS;
	for (int i = 0; i < 6; i++) {
		const unsigned int word = through->from >> 4 * i & 7;

		if (word < 5 && (word != 3 || !through->nr_words))
			regs[word + 1] = args[i];
		else if (word < 7 && word >= 5)
			words[word - 5] = (unsigned int)args[i];
	}
	call_compat(AUG_NR_IPC, regs, false);
}

/* Pointers into the native area are those to the other one, for a 32-bit call. */
static void make_call(const struct row *row, const unsigned long *args)
{
	const struct syscall_desc *desc = syscalls__find(abi, row->name);
	unsigned long moved[6];

	for (int i = 0; i < 6; i++) {
		moved[i] = args[i];
		if (abi == AUG_ABI_COMPAT && args[i] >= BASE && args[i] < BASE + AREA)
			moved[i] += COMPAT_SHIFT;
	}
	if (through)
		call_mux(moved);
	else if (abi == AUG_ABI_NATIVE)
		call_native(desc->nr[abi], moved, row->flags & F);
	else
		call_compat(desc->nr[abi], moved, row->flags & F);
}

/* ---- rows ---- */

static void handle_alarm(int signo)
{
	(void)signo;
}

static void begin_timer(void)
{
	const struct itimerval soon = { .it_value.tv_usec = 20000, .it_interval.tv_usec = 20000 };
	const struct sigaction act = { .sa_handler = handle_alarm };

	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
}

/* The child's end may come before ours or after it: nothing is to be seen of it. */
static void block_child_signal(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static void run_row(const struct row *row)
{
	if (!(row->flags & R) && (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
				  setresuid(NOBODY, NOBODY, NOBODY)))
		err(1, "cannot become nobody");
	if (row->flags & W)
		begin_timer();
	if (row->flags & F)
		block_child_signal();
	for (unsigned int i = 0; i < row->nr_calls; i++)
		make_call(row, row->calls[i]);
	_exit(0);
}

static bool is_wanted(const char *name)
{
	if (!*wanted)
		return true;
	for (size_t i = 0; wanted[i]; i++) {
		if (!strcmp(wanted[i], name))
			return true;
	}
	return false;
}

/* One after the other, so that each finds the files as the one before left them. */
static void start_row(const struct row *row)
{
	const struct syscall_desc *desc = syscalls__find(abi, row->name);
	int status;
	pid_t pid;

	if (!is_wanted(row->name) || !desc || (!through && desc->nr[abi] >= AUG_NR_UNFOLDED))
		return;
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid)
		run_row(row);
	printf("%d %s\n", pid, row->name);
	fflush(stdout);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
}

static const struct row *find(const struct row *rows, size_t nr, const char *name)
{
	for (size_t i = 0; i < nr; i++) {
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	}
	return NULL;
}

static int check_row(const struct syscall_desc *desc, void *ctx)
{
	(void)ctx;
	if (desc->nr[abi] == SYSCALL_NONE || desc->nr[abi] >= AUG_NR_UNFOLDED)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(rows_apart); i++) {
		if (!strcmp(rows_apart[i], desc->name))
			return 0;
	}
	if (!find(native_rows, ARRAY_SIZE(native_rows), desc->name) &&
	    !find(compat_rows, ARRAY_SIZE(compat_rows), desc->name))
		printf("missing %s\n", desc->name);
	return 0;
}

/* Arguments of select and mmap are those of the native call. */
static void start_mux_rows(void)
{
	for (through = sub_calls; through < sub_calls + SUB_CALLS; through++) {
		const struct syscall_desc *desc = through->nr ? syscalls__get(abi, through->nr)
							      : NULL;
		const struct row *row =
			desc ? find(compat_rows, ARRAY_SIZE(compat_rows), desc->name) : NULL;

		if (!desc)
			continue;
		if (!row || through->nr_words >= 5)
			row = find(native_rows, ARRAY_SIZE(native_rows), desc->name);
		if (row)
			start_row(row);
		else
			printf("missing %s\n", desc->name);
	}
}

int main(int argc, char **argv)
{
	const char *table = argc > 1 ? argv[1] : "";

	if (strcmp(table, "native") && strcmp(table, "compat") && strcmp(table, "mux")) {
		fprintf(stderr, "usage: work_rows native|compat|mux [NAME...]\n");
		return 2;
	}
	abi = strcmp(table, "native") ? AUG_ABI_COMPAT : AUG_ABI_NATIVE;
	wanted = (const char *const *)argv + 2;
	syscalls__for_each(check_row, NULL);
	fixtures__make();
	if (!strcmp(table, "mux")) {
		start_mux_rows();
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(native_rows); i++) {
		if (abi == AUG_ABI_NATIVE ||
		    !find(compat_rows, ARRAY_SIZE(compat_rows), native_rows[i].name))
			start_row(&native_rows[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(compat_rows) && abi == AUG_ABI_COMPAT; i++)
		start_row(&compat_rows[i]);
	return 0;
}
