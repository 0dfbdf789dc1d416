// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_signal.c - rows of the system call table: signals.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc signal_rows[] = {
	{ "rt_sigaction", { 13, 174 },
	  ARGS(ARG("sig", signal), STRUCT_IN("act", sigaction), STRUCT_OUT("oact", sigaction), ARG("sigsetsize", size)) },
	{ "rt_sigprocmask", { 14, 175 },
	  ARGS(ENUM("how", sigprocmask_how), EXACT_IN("nset", sigset, 4), EXACT_OUT("oset", sigset, 4),
	       ARG("sigsetsize", size)) },
	{ "rt_sigpending", { 127, 176 }, ARGS(SIZED_OUT("uset", sigset_part, 2), ARG("sigsetsize", size)) },
	{ "rt_sigsuspend", { 130, 179 }, ARGS(EXACT_IN("unewset", sigset, 2), ARG("sigsetsize", size)) },
	{ "rt_sigtimedwait", { 128, 177 }, .result = RESULT(ARG(NULL, signal)),
	  ARGS(EXACT_IN("uthese", sigset, 4), STRUCT_OUT_OR_NULL("uinfo", siginfo), STRUCT_IN("uts", timespec), ARG("sigsetsize", size)) },
	{ "rt_sigqueueinfo", { 129, 178 },
	  ARGS(ARG("pid", pid), ARG("sig", signal), STRUCT_IN("uinfo", siginfo)) },
	{ "rt_tgsigqueueinfo", { 297, 335 },
	  ARGS(ARG("tgid", pid), ARG("pid", pid), ARG("sig", signal), STRUCT_IN("uinfo", siginfo)) },
	{ "rt_sigreturn", { 15, 173 }, .flags = AUG_S_SIGFRAME, ARGS(STRUCT_IN("mask", sigset)) },
	{ "sigaltstack", { 131, 186 }, ARGS(STRUCT_IN("uss", stack), STRUCT_OUT("uoss", stack)) },
	{ "kill", { 62, 37 }, ARGS(ARG("pid", pid_or_pgid), ARG("sig", signal)) },
	{ "tkill", { 200, 238 }, ARGS(ARG("pid", pid), ARG("sig", signal)) },
	{ "tgkill", { 234, 270 }, ARGS(ARG("tgid", pid), ARG("pid", pid), ARG("sig", signal)) },
	{ "pidfd_send_signal", { 424, 424 },
	  ARGS(ARG("pidfd", fd), ARG("sig", signal), STRUCT_IN("info", siginfo),
	       FLAGS("flags", pidfd_signal_flags)) },
	{ "signalfd", { 282, 321 }, .ret = RET_FD,
	  ARGS(ARG("ufd", fd), EXACT_IN("user_mask", sigset, 3), ARG("sizemask", size)) },
	{ "signalfd4", { 289, 327 }, .ret = RET_FD,
	  ARGS(ARG("ufd", fd), EXACT_IN("user_mask", sigset, 3), ARG("sizemask", size),
	       FLAGS("flags", signalfd_flags)) },
	{ "pause", { 34, 29 }, ARGS() },
	{ "restart_syscall", { 219, 0 }, ARGS() },
};

DEFINE_SYSCALLS(signal);
