// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_ptrace.c - arguments by request: ptrace. */
#include <linux/ptrace.h>
#include <sys/user.h>

#include "commands_rows.h"

/* clang-format off */

/* Of x86; libc's header has them, but clashes with the kernel's. */
#define PTRACE_GETREGS 12
#define PTRACE_SETREGS 13
#define PTRACE_GETFPREGS 14
#define PTRACE_SETFPREGS 15
#define PTRACE_GET_THREAD_AREA 25
#define PTRACE_SET_THREAD_AREA 26
#define PTRACE_SYSEMU 31
#define PTRACE_SYSEMU_SINGLESTEP 32
#define PTRACE_SINGLEBLOCK 33


static const struct cmd_row ptrace_pid_rows[] = {
	CMD(PTRACE_TRACEME, NOTHING),
};
DEFINE_CMDS(ptrace_pid, UINT32_MAX, ARG(NULL, pid));

#define PTRACE_OF_NO_ARGUMENTS \
	CMD(PTRACE_TRACEME, NOTHING), \
	CMD(PTRACE_KILL, NOTHING), \
	CMD(PTRACE_ATTACH, NOTHING), \
	CMD(PTRACE_INTERRUPT, NOTHING), \
	CMD(PTRACE_LISTEN, NOTHING)

static const struct cmd_row ptrace_addr_rows[] = {
	PTRACE_OF_NO_ARGUMENTS,
	CMD(PTRACE_PEEKUSR, ARG(NULL, user_offset)),
	CMD(PTRACE_POKEUSR, ARG(NULL, user_offset)),
	CMD(PTRACE_GETREGS, NOTHING),
	CMD(PTRACE_SETREGS, NOTHING),
	CMD(PTRACE_GETFPREGS, NOTHING),
	CMD(PTRACE_SETFPREGS, NOTHING),
	CMD(PTRACE_GETREGSET, ENUM(NULL, elf_note)),
	CMD(PTRACE_SETREGSET, ENUM(NULL, elf_note)),
	CMD(PTRACE_PEEKSIGINFO, STRUCT_IN(NULL, peeksiginfo)),
	CMD(PTRACE_GETSIGMASK, ARG(NULL, size)),
	CMD(PTRACE_SETSIGMASK, ARG(NULL, size)),
	CMD(PTRACE_SECCOMP_GET_FILTER, ARG(NULL, size)),
	CMD(PTRACE_SECCOMP_GET_METADATA, ARG(NULL, size)),
	CMD(PTRACE_GET_SYSCALL_INFO, ARG(NULL, size)),
};
DEFINE_CMDS(ptrace_addr, UINT32_MAX, ARG(NULL, addr));

static const struct cmd_row ptrace_data_rows[] = {
	PTRACE_OF_NO_ARGUMENTS,
	CMD(PTRACE_PEEKTEXT, STRUCT_OUT(NULL, word)),
	CMD(PTRACE_PEEKDATA, STRUCT_OUT(NULL, word)),
	CMD(PTRACE_PEEKUSR, STRUCT_OUT(NULL, word)),
	CMD(PTRACE_POKETEXT, ARG(NULL, hex)),
	CMD(PTRACE_POKEDATA, ARG(NULL, hex)),
	CMD(PTRACE_POKEUSR, ARG(NULL, hex)),
	CMD(PTRACE_CONT, ARG(NULL, signal)),
	CMD(PTRACE_SINGLESTEP, ARG(NULL, signal)),
	CMD(PTRACE_SYSCALL, ARG(NULL, signal)),
	CMD(PTRACE_DETACH, ARG(NULL, signal)),
	CMD(PTRACE_SYSEMU, ARG(NULL, signal)),
	CMD(PTRACE_SYSEMU_SINGLESTEP, ARG(NULL, signal)),
	CMD(PTRACE_SINGLEBLOCK, ARG(NULL, signal)),
	CMD(PTRACE_SETOPTIONS, FLAGS(NULL, ptrace_options)),
	CMD(PTRACE_OLDSETOPTIONS, FLAGS(NULL, ptrace_options)),
	CMD(PTRACE_SEIZE, FLAGS(NULL, ptrace_options)),
	CMD(PTRACE_GETREGS, STRUCT_OUT(NULL, user_regs)),
	CMD(PTRACE_SETREGS, STRUCT_IN(NULL, user_regs)),
	CMD(PTRACE_GETFPREGS, STRUCT_OUT(NULL, user_fpregs)),
	CMD(PTRACE_SETFPREGS, STRUCT_IN(NULL, user_fpregs)),
	CMD(PTRACE_GETREGSET, { .type = &arg_regset_out, .layout = &layout_regset_out }),
	CMD(PTRACE_SETREGSET, { .type = &arg_regset_in, .layout = &layout_regset_in }),
	CMD(PTRACE_GETEVENTMSG, STRUCT_OUT(NULL, size)),
	CMD(PTRACE_GETSIGINFO, STRUCT_OUT(NULL, siginfo)),
	CMD(PTRACE_SETSIGINFO, STRUCT_IN(NULL, siginfo)),
	CMD(PTRACE_PEEKSIGINFO, ARRAY_RET(NULL, siginfo)),
	CMD(PTRACE_GETSIGMASK, STRUCT_OUT(NULL, sigset)),
	CMD(PTRACE_SETSIGMASK, STRUCT_IN(NULL, sigset)),
	CMD(PTRACE_SECCOMP_GET_FILTER, POINTS_(NULL, seccomp_code, seccomp_insn, AUG_AT_EXIT, .len_from = AUG_LEN_RET)),
	CMD(PTRACE_SECCOMP_GET_METADATA, ANSWERED(seccomp_metadata)),
	CMD(PTRACE_GET_SYSCALL_INFO, { .type = &arg_syscall_info, .len_from = AUG_LEN_RET, .len_arg = 3 }),
};
DEFINE_CMDS(ptrace_data, UINT32_MAX, ARG(NULL, addr));
