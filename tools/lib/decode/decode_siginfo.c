// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_siginfo.c - the siginfo of a signal, as far as its code says that members are there. */
#include "decode_siginfo.h"

#include <linux/audit.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "decode_word.h"
#include "format.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "syscalls.h"
#include "util.h"

/* asm-generic/siginfo.h; libc's headers lack these. */
#ifndef SI_DETHREAD
#define SI_DETHREAD (-7)
#endif
#ifndef TRAP_PERF
#define TRAP_PERF 6
#endif
#ifndef SYS_SECCOMP
#define SYS_SECCOMP 1
#endif
#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2
#endif

/* clang-format off */

static const struct symbol si_code_table[] = {
	SYM(SI_USER),
	SYM(SI_KERNEL),
	SYM(SI_QUEUE),
	SYM(SI_TIMER),
	SYM(SI_MESGQ),
	SYM(SI_ASYNCIO),
	SYM(SI_SIGIO),
	SYM(SI_TKILL),
	SYM(SI_DETHREAD),
	SYM(SI_ASYNCNL),
};
static const struct symbols si_codes = { .prefix = "SI_", .prefix_len = 3, .is_decimal = true,
	.table = si_code_table, .nr = sizeof(si_code_table) / sizeof(si_code_table[0]) };

static const struct symbol ill_code_table[] = {
	SYM(ILL_ILLOPC),
	SYM(ILL_ILLOPN),
	SYM(ILL_ILLADR),
	SYM(ILL_ILLTRP),
	SYM(ILL_PRVOPC),
	SYM(ILL_PRVREG),
	SYM(ILL_COPROC),
	SYM(ILL_BADSTK),
	SYM(ILL_BADIADDR),
};
static const struct symbols ill_codes = { .prefix = "ILL_", .prefix_len = 4, .is_decimal = true,
	.table = ill_code_table, .nr = sizeof(ill_code_table) / sizeof(ill_code_table[0]) };

static const struct symbol fpe_code_table[] = {
	SYM(FPE_INTDIV),
	SYM(FPE_INTOVF),
	SYM(FPE_FLTDIV),
	SYM(FPE_FLTOVF),
	SYM(FPE_FLTUND),
	SYM(FPE_FLTRES),
	SYM(FPE_FLTINV),
	SYM(FPE_FLTSUB),
	SYM(FPE_FLTUNK),
	SYM(FPE_CONDTRAP),
};
static const struct symbols fpe_codes = { .prefix = "FPE_", .prefix_len = 4, .is_decimal = true,
	.table = fpe_code_table, .nr = sizeof(fpe_code_table) / sizeof(fpe_code_table[0]) };

static const struct symbol segv_code_table[] = {
	SYM(SEGV_MAPERR),
	SYM(SEGV_ACCERR),
	SYM(SEGV_BNDERR),
	SYM(SEGV_PKUERR),
	SYM(SEGV_ACCADI),
	SYM(SEGV_ADIDERR),
	SYM(SEGV_ADIPERR),
	SYM(SEGV_MTEAERR),
	SYM(SEGV_MTESERR),
};
static const struct symbols segv_codes = { .prefix = "SEGV_", .prefix_len = 5, .is_decimal = true,
	.table = segv_code_table, .nr = sizeof(segv_code_table) / sizeof(segv_code_table[0]) };

static const struct symbol bus_code_table[] = {
	SYM(BUS_ADRALN),
	SYM(BUS_ADRERR),
	SYM(BUS_OBJERR),
	SYM(BUS_MCEERR_AR),
	SYM(BUS_MCEERR_AO),
};
static const struct symbols bus_codes = { .prefix = "BUS_", .prefix_len = 4, .is_decimal = true,
	.table = bus_code_table, .nr = sizeof(bus_code_table) / sizeof(bus_code_table[0]) };

static const struct symbol trap_code_table[] = {
	SYM(TRAP_BRKPT),
	SYM(TRAP_TRACE),
	SYM(TRAP_BRANCH),
	SYM(TRAP_HWBKPT),
	SYM(TRAP_UNK),
	SYM(TRAP_PERF),
};
static const struct symbols trap_codes = { .prefix = "TRAP_", .prefix_len = 5, .is_decimal = true,
	.table = trap_code_table, .nr = sizeof(trap_code_table) / sizeof(trap_code_table[0]) };

static const struct symbol cld_code_table[] = {
	SYM(CLD_EXITED),
	SYM(CLD_KILLED),
	SYM(CLD_DUMPED),
	SYM(CLD_TRAPPED),
	SYM(CLD_STOPPED),
	SYM(CLD_CONTINUED),
};
static const struct symbols cld_codes = { .prefix = "CLD_", .prefix_len = 4, .is_decimal = true,
	.table = cld_code_table, .nr = sizeof(cld_code_table) / sizeof(cld_code_table[0]) };

static const struct symbol poll_code_table[] = {
	SYM(POLL_IN),
	SYM(POLL_OUT),
	SYM(POLL_MSG),
	SYM(POLL_ERR),
	SYM(POLL_PRI),
	SYM(POLL_HUP),
};
static const struct symbols poll_codes = { .prefix = "POLL_", .prefix_len = 5, .is_decimal = true,
	.table = poll_code_table, .nr = sizeof(poll_code_table) / sizeof(poll_code_table[0]) };

static const struct symbol sys_code_table[] = {
	SYM(SYS_SECCOMP),
	SYM(SYS_USER_DISPATCH),
};
static const struct symbols sys_codes = { .prefix = "SYS_", .prefix_len = 4, .is_decimal = true,
	.table = sys_code_table, .nr = sizeof(sys_code_table) / sizeof(sys_code_table[0]) };

/* clang-format on */

/* The first 48 bytes of the kernel's siginfo of a 64-bit task (asm-generic/siginfo.h). */
struct raw_siginfo {
	int32_t signo;
	int32_t error;
	int32_t code;
	int32_t pad;
	union {
		struct {
			int32_t pid;
			uint32_t uid;
			union {
				int32_t status; /* SIGCHLD */
				int32_t value_int;
				uint64_t value_ptr;
			};
			uint64_t utime; /* SIGCHLD */
			uint64_t stime;
		};
		struct {
			int32_t timerid;
			int32_t overrun;
		};
		struct {
			uint64_t addr;
			uint16_t addr_lsb; /* SIGBUS */
			union {		   /* SIGSEGV */
				struct {
					uint64_t lower;
					uint64_t upper;
				};
				uint32_t pkey;
			};
		};
		struct {
			int64_t band;
			int32_t fd;
		};
		struct {
			uint64_t call_addr;
			int32_t syscall;
			uint32_t arch;
		};
	};
};

static const struct symbols *const codes_by_signal[32] = {
	[SIGILL] = &ill_codes,	 [SIGFPE] = &fpe_codes,	  [SIGSEGV] = &segv_codes,
	[SIGBUS] = &bus_codes,	 [SIGTRAP] = &trap_codes, [SIGCHLD] = &cld_codes,
	[SIGPOLL] = &poll_codes, [SIGSYS] = &sys_codes,
};

static const struct symbols *codes_of(const struct raw_siginfo *si)
{
	if (si->code > 0 && si->code < SI_KERNEL && si->signo > 0 && si->signo < 32 &&
	    codes_by_signal[si->signo])
		return codes_by_signal[si->signo];
	return &si_codes;
}

static void say_sint(struct out *o, const char *name, int64_t value)
{
	out__member(o, name);
	out__sint(o, value);
}

static void say_sender(const struct raw_siginfo *si, struct out *o)
{
	out__member(o, "si_pid");
	out__pid(o, si->pid);
	out__member(o, "si_uid");
	if (o->strace && si->uid == UINT32_MAX)
		out__sint(o, -1);
	else
		out__uint(o, si->uid);
}

static void say_value(const struct raw_siginfo *si, struct out *o)
{
	if (o->strace) {
		say_sint(o, "si_int", si->value_int);
		out__member(o, "si_ptr");
		out__ptr(o, si->value_ptr);
		return;
	}
	out__member(o, "si_value");
	out__begin(o, OUT_OBJECT);
	say_sint(o, "int", si->value_int);
	out__member(o, "ptr");
	out__ptr(o, si->value_ptr);
	out__end(o, OUT_OBJECT);
}

static void say_child(const struct raw_siginfo *si, struct out *o)
{
	say_sender(si, o);
	out__member(o, "si_status");
	if (si->code == CLD_EXITED)
		out__sint(o, si->status);
	else
		say_signal(o, (uint32_t)si->status);
	out__member(o, "si_utime");
	say_ticks(o, si->utime);
	out__member(o, "si_stime");
	say_ticks(o, si->stime);
}

/* What the number means depends on the table it is of; NULL: it is not one of ours. */
static const struct syscall_desc *call_of(const struct raw_siginfo *si)
{
	if (si->arch == AUDIT_ARCH_X86_64)
		return syscalls__get(AUG_ABI_NATIVE, (unsigned int)si->syscall);
	if (si->arch == AUDIT_ARCH_I386)
		return syscalls__get(AUG_ABI_COMPAT, (unsigned int)si->syscall);
	return NULL;
}

static void say_seccomp(const struct raw_siginfo *si, struct out *o)
{
	const struct syscall_desc *desc = call_of(si);
	struct word w;

	out__member(o, "si_call_addr");
	out__ptr(o, si->call_addr);
	out__member(o, "si_syscall");
	if (desc && (si->arch == AUDIT_ARCH_X86_64 || !o->strace)) {
		word__init(&w);
		word__add(&w, "__NR_");
		word__add(&w, desc->name);
		out__constant(o, (uint32_t)si->syscall, OUT_DEC, w.text, w.len);
	} else {
		out__uint(o, (uint32_t)si->syscall);
		/* strace has no constants of other tables. */
		if (desc && o->consts != OUT_CONSTS_RAW)
			out__comment(o, desc->name, strlen(desc->name));
	}
	out__member(o, "si_arch");
	out__symbol(o, &syms_audit_arch, si->arch);
}

static void say_named_ptr(struct out *o, const char *name, uint64_t addr)
{
	out__member(o, name);
	out__ptr(o, addr);
}

static void say_fault(const struct raw_siginfo *si, struct out *o)
{
	say_named_ptr(o, "si_addr", si->addr);
	if (si->signo == SIGBUS && (si->code == BUS_MCEERR_AR || si->code == BUS_MCEERR_AO)) {
		out__member(o, "si_addr_lsb");
		out__hex(o, si->addr_lsb);
	} else if (si->signo == SIGSEGV && si->code == SEGV_BNDERR) {
		say_named_ptr(o, "si_lower", si->lower);
		say_named_ptr(o, "si_upper", si->upper);
	} else if (si->signo == SIGSEGV && si->code == SEGV_PKUERR) {
		out__member(o, "si_pkey");
		out__uint(o, si->pkey);
	}
}

static void say_poll(const struct raw_siginfo *si, struct out *o)
{
	say_sint(o, "si_band", si->band);
	say_sint(o, "si_fd", si->fd);
}

/* Others than those of known signals: what is not zero. */
static void say_any(const struct raw_siginfo *si, struct out *o)
{
	if (si->pid || si->uid || si->value_ptr)
		say_sender(si, o);
	if (si->value_ptr)
		say_value(si, o);
}

static void say_from_user(const struct raw_siginfo *si, struct out *o)
{
	switch (si->code) {
	case SI_USER:
	case SI_TKILL:
		say_sender(si, o);
		break;
	case SI_TIMER:
		out__member(o, "si_timerid");
		if (o->strace)
			out__hex(o, (uint32_t)si->timerid);
		else
			out__sint(o, si->timerid);
		say_sint(o, "si_overrun", si->overrun);
		say_value(si, o);
		break;
	case SI_SIGIO:
		say_poll(si, o);
		break;
	default:
		say_sender(si, o);
		if (si->value_ptr)
			say_value(si, o);
		break;
	}
}

static void say_from_kernel(const struct raw_siginfo *si, struct out *o)
{
	switch (si->signo) {
	case SIGCHLD:
		say_child(si, o);
		break;
	case SIGILL:
	case SIGFPE:
	case SIGSEGV:
	case SIGBUS:
	case SIGTRAP:
		say_fault(si, o);
		break;
	case SIGPOLL:
		/* With SI_KERNEL, as O_ASYNC alone makes it, there is nothing. */
		if (si->code <= POLL_HUP)
			say_poll(si, o);
		break;
	case SIGSYS:
		say_seccomp(si, o);
		break;
	default:
		say_any(si, o);
		break;
	}
}

static void say_error(const struct raw_siginfo *si, struct out *o)
{
	const char *name = format__error_name(si->error);

	if (!si->error)
		return;
	out__member(o, "si_errno");
	if (name && si->error > 0)
		out__constant(o, (uint64_t)si->error, OUT_DEC, name, strlen(name));
	else if (o->strace)
		out__uint(o, (uint32_t)si->error);
	else
		out__sint(o, si->error);
}

/* strace has the number of one without a name in hexadecimal, and no mark. */
static void say_code(const struct raw_siginfo *si, struct out *o)
{
	const struct symbols *codes = codes_of(si);

	out__member(o, "si_code");
	if (o->strace && !symbols__name(codes, (uint32_t)si->code))
		out__hex(o, (uint32_t)si->code);
	else
		out__symbol(o, codes, (uint32_t)si->code);
}

static void say_raw(const struct raw_siginfo *si, struct out *o)
{
	out__begin(o, OUT_OBJECT);
	if (si->signo) {
		out__member(o, "si_signo");
		say_signal(o, (uint32_t)si->signo);
		if (!o->strace)
			say_error(si, o);
		say_code(si, o);
		if (o->strace)
			say_error(si, o);
		if (si->code <= 0)
			say_from_user(si, o);
		else
			say_from_kernel(si, o);
	}
	out__end(o, OUT_OBJECT);
}

void siginfo__say(const uint8_t *data, size_t len, struct out *o)
{
	struct raw_siginfo si = {};

	memcpy(&si, data, MIN(len, sizeof(si)));
	say_raw(&si, o);
}

/* The same of a 32-bit task, from byte 12 on. */
union raw_rest32 {
	struct {
		int32_t pid;
		uint32_t uid;
		int32_t value;
		int32_t utime;
		int32_t stime;
	};
	struct {
		int32_t timerid;
		int32_t overrun;
	};
	struct {
		uint32_t addr;
		uint16_t addr_lsb;
		uint32_t lower;
		uint32_t upper;
	};
	struct {
		int32_t band;
		int32_t fd;
	};
	struct {
		uint32_t call_addr;
		int32_t syscall;
		uint32_t arch;
	};
};

static void widen(const union raw_rest32 *rest, struct raw_siginfo *si)
{
	const bool is_kernels = si->code > 0;

	if (si->code == SI_SIGIO || (is_kernels && si->signo == SIGPOLL)) {
		si->band = rest->band;
		si->fd = rest->fd;
	} else if (is_kernels && si->signo == SIGSYS) {
		si->call_addr = rest->call_addr;
		si->syscall = rest->syscall;
		si->arch = rest->arch;
	} else if (is_kernels &&
		   (si->signo == SIGILL || si->signo == SIGFPE || si->signo == SIGTRAP ||
		    si->signo == SIGSEGV || si->signo == SIGBUS)) {
		si->addr = rest->addr;
		si->addr_lsb = rest->addr_lsb;
		/* A key stands where the lower bound does. */
		si->lower = rest->lower;
		si->upper = rest->upper;
	} else {
		/* A timer's two numbers stand where the sender's are. */
		si->pid = rest->pid;
		si->uid = rest->uid;
		si->value_ptr = (uint32_t)rest->value;
		if (is_kernels && si->signo == SIGCHLD) {
			si->utime = (uint64_t)rest->utime;
			si->stime = (uint64_t)rest->stime;
		}
	}
}

void siginfo__say32(const uint8_t *data, size_t len, struct out *o)
{
	const size_t head = offsetof(struct raw_siginfo, pad);
	struct raw_siginfo si = {};
	union raw_rest32 rest = {};

	memcpy(&si, data, MIN(len, head));
	if (len > head)
		memcpy(&rest, data + head, MIN(len - head, sizeof(rest)));
	widen(&rest, &si);
	say_raw(&si, o);
}
