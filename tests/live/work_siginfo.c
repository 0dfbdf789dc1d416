// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_siginfo.c - sends itself signals with every code, known or not, whose other bytes are zero,
 * alike, or all ones. Signals of a kind are one for all: those that have members of their own, and few.
 */
#include <linux/audit.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST_MEMBER offsetof(siginfo_t, si_pid)

static void nothing(int signo)
{
	(void)signo;
}

static void send_one(int signo, int code, int fill, int arch, int nr)
{
	siginfo_t si;

	memset(&si, 0, sizeof(si));
	memset((char *)&si + FIRST_MEMBER, fill, 32);
	si.si_signo = signo;
	si.si_code = code;
	si.si_errno = fill ? 2 : 0;
	if (arch) {
		si.si_arch = (unsigned int)arch;
		si.si_syscall = nr;
	}
	syscall(SYS_rt_sigqueueinfo, getpid(), signo, &si);
}

int main(void)
{
	static const int signals[] = { SIGHUP,	SIGILL,	 SIGTRAP, SIGBUS, SIGFPE, SIGSEGV,
				       SIGCHLD, SIGUSR1, SIGPOLL, SIGSYS, 34,	  64 };
	static const int codes[] = { SI_KERNEL, 0,  1,	2,  3,	4,  5,	6,  7,	8,   9,	     10,
				     100,	-1, -2, -3, -4, -5, -6, -7, -8, -60, 0x10001 };
	static const int fills[] = { 0, 0x11, 0x80, 0xff };
	static const unsigned int archs[] = { AUDIT_ARCH_X86_64, AUDIT_ARCH_I386, AUDIT_ARCH_ARM };
	static const int calls[] = { 0, 12, 334, 450, 9999, -1 };
	const struct sigaction action = { .sa_handler = nothing };
	size_t s, i, k;

	for (s = 0; s < sizeof(signals) / sizeof(*signals); s++) {
		sigaction(signals[s], &action, NULL);
		for (i = 0; i < sizeof(codes) / sizeof(*codes); i++)
			for (k = 0; k < sizeof(fills) / sizeof(*fills); k++)
				send_one(signals[s], codes[i], fills[k], 0, 0);
	}
	for (i = 0; i < sizeof(archs) / sizeof(*archs); i++)
		for (k = 0; k < sizeof(calls) / sizeof(*calls); k++)
			send_one(SIGSYS, 1, 0, (int)archs[i], calls[k]);
	return 0;
}
