// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symbols_ptrace.c - names for what ptrace's requests take. */
#include "symbols_tables.h"

#include <elf.h>
#include <linux/audit.h>
#include <linux/ptrace.h>
#include <linux/seccomp.h>

/* clang-format off */

static const struct symbol ptrace_options_table[] = {
	SYM(PTRACE_O_TRACESYSGOOD),
	SYM(PTRACE_O_TRACEFORK),
	SYM(PTRACE_O_TRACEVFORK),
	SYM(PTRACE_O_TRACECLONE),
	SYM(PTRACE_O_TRACEEXEC),
	SYM(PTRACE_O_TRACEVFORKDONE),
	SYM(PTRACE_O_TRACEEXIT),
	SYM(PTRACE_O_TRACESECCOMP),
	SYM(PTRACE_O_EXITKILL),
	SYM(PTRACE_O_SUSPEND_SECCOMP),
};
DEFINE_FLAGS(ptrace_options, "PTRACE_O_");

static const struct symbol elf_note_table[] = {
	SYM(NT_PRSTATUS),
	SYM(NT_FPREGSET),
	SYM(NT_PRPSINFO),
	SYM(NT_TASKSTRUCT),
	SYM(NT_AUXV),
	SYM(NT_386_TLS),
	SYM(NT_386_IOPERM),
	SYM(NT_X86_XSTATE),
	SYM_NAMED("NT_X86_SHSTK", 0x204, 0), /* 6.6 */
	SYM(NT_PRXFPREG),
};
DEFINE_ENUM(elf_note, "NT_", .width = 64);

static const struct symbol peeksiginfo_flags_table[] = {
	SYM(PTRACE_PEEKSIGINFO_SHARED),
};
DEFINE_FLAGS(peeksiginfo_flags, "PTRACE_PEEKSIGINFO_");

static const struct symbol seccomp_filter_flags_table[] = {
	SYM(SECCOMP_FILTER_FLAG_TSYNC),
	SYM(SECCOMP_FILTER_FLAG_LOG),
	SYM(SECCOMP_FILTER_FLAG_SPEC_ALLOW),
	SYM(SECCOMP_FILTER_FLAG_NEW_LISTENER),
	SYM(SECCOMP_FILTER_FLAG_TSYNC_ESRCH),
};
DEFINE_FLAGS(seccomp_filter_flags, "SECCOMP_FILTER_FLAG_", .width = 64);

static const struct symbol ptrace_syscall_info_table[] = {
	SYM(PTRACE_SYSCALL_INFO_NONE),
	SYM(PTRACE_SYSCALL_INFO_ENTRY),
	SYM(PTRACE_SYSCALL_INFO_EXIT),
	SYM(PTRACE_SYSCALL_INFO_SECCOMP),
};
DEFINE_ENUM(ptrace_syscall_info, "PTRACE_SYSCALL_INFO_");

static const struct symbol audit_arch_table[] = {
	SYM(AUDIT_ARCH_X86_64),
	SYM(AUDIT_ARCH_I386),
};
DEFINE_ENUM(audit_arch, "AUDIT_ARCH_");
