// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_siginfo.c - what comes with a signal, in strace's words: the lines are strace 6.1's. All signals
 * with all codes are compared with strace itself in tests/live/strace_siginfo.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/audit.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>

#include "strace_lines.h"
#include "util.h"

/* As the third argument of a call. */
static void expect(const siginfo_t *si, enum out_consts consts, const char *expected)
{
	struct strace_opts opts = strace_plain;
	struct record_builder b;
	struct lines lines;
	const char *text;
	size_t len;

	opts.consts = consts;
	opts.column = 0;
	builder__init(&b, SYS_rt_sigqueueinfo);
	b.rec.args[2] = 0x1000;
	builder__add(&b, 2, 0, si, sizeof(*si));
	lines__begin(&lines, &opts);
	lines__add(&lines, &b);
	text = strchr(strbuf__cstr(&lines.buf), '{');
	len = strlen(expected);
	assert_non_null(text);
	assert_string_equal(text + MIN(len, strlen(text)), ") = 0\n");
	((char *)text)[len] = '\0';
	assert_string_equal(text, expected);
	lines__free(&lines);
}

static siginfo_t make(int signo, int code)
{
	siginfo_t si;

	memset(&si, 0, sizeof(si));
	si.si_signo = signo;
	si.si_code = code;
	return si;
}

static void sender__is_always_there_where_a_program_sends(void **state)
{
	siginfo_t si = make(SIGUSR1, SI_QUEUE);

	(void)state;
	expect(&si, OUT_CONSTS_NAMED, "{si_signo=SIGUSR1, si_code=SI_QUEUE, si_pid=0, si_uid=0}");
	si.si_code = -7;
	si.si_ptr = (void *)0x100000002;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGUSR1, si_code=SI_DETHREAD, si_pid=0, si_uid=0, si_int=2, "
	       "si_ptr=0x100000002}");
}

static void descriptor__is_told_with_codes_that_have_it(void **state)
{
	siginfo_t si = make(SIGIO, SI_KERNEL);

	(void)state;
	si.si_band = 65;
	si.si_fd = 4;
	expect(&si, OUT_CONSTS_NAMED, "{si_signo=SIGIO, si_code=SI_KERNEL}");
	si.si_code = POLL_HUP;
	expect(&si, OUT_CONSTS_NAMED, "{si_signo=SIGIO, si_code=POLL_HUP, si_band=65, si_fd=4}");
	si = make(SIGUSR1, SI_SIGIO);
	si.si_fd = 4;
	expect(&si, OUT_CONSTS_NAMED, "{si_signo=SIGUSR1, si_code=SI_SIGIO, si_band=0, si_fd=4}");
}

static void timer__has_a_number_in_hex(void **state)
{
	siginfo_t si = make(SIGALRM, SI_TIMER);

	(void)state;
	si.si_timerid = 16;
	si.si_overrun = 16;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGALRM, si_code=SI_TIMER, si_timerid=0x10, si_overrun=16, si_int=0, "
	       "si_ptr=NULL}");
}

static void fault__has_what_its_code_says(void **state)
{
	siginfo_t si = make(SIGBUS, BUS_MCEERR_AO);

	(void)state;
	si.si_addr = (void *)0x1000;
	si.si_addr_lsb = 12;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGBUS, si_code=BUS_MCEERR_AO, si_addr=0x1000, si_addr_lsb=0xc}");
	si.si_code = BUS_ADRERR;
	expect(&si, OUT_CONSTS_NAMED, "{si_signo=SIGBUS, si_code=BUS_ADRERR, si_addr=0x1000}");
	si = make(SIGSEGV, SEGV_BNDERR);
	si.si_lower = (void *)0x10;
	si.si_upper = (void *)0x20;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGSEGV, si_code=SEGV_BNDERR, si_addr=NULL, si_lower=0x10, si_upper=0x20}");
	si = make(SIGSEGV, SEGV_PKUERR);
	si.si_pkey = 3;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGSEGV, si_code=SEGV_PKUERR, si_addr=NULL, si_pkey=3}");
}

static void refused_call__is_of_the_table_of_its_arch(void **state)
{
	siginfo_t si = make(SIGSYS, 1);

	(void)state;
	si.si_syscall = 12;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=NULL, si_syscall=12, "
	       "si_arch=0 /* AUDIT_ARCH_??? */}");
	si.si_arch = AUDIT_ARCH_X86_64;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=NULL, si_syscall=__NR_brk, "
	       "si_arch=AUDIT_ARCH_X86_64}");
	si.si_arch = AUDIT_ARCH_I386;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=NULL, "
	       "si_syscall=12 /* chdir */, si_arch=AUDIT_ARCH_I386}");
	expect(&si, OUT_CONSTS_RAW,
	       "{si_signo=31, si_code=0x1, si_call_addr=NULL, si_syscall=12, si_arch=0x40000003}");
	si.si_syscall = -1;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=NULL, si_syscall=4294967295, "
	       "si_arch=AUDIT_ARCH_I386}");
}

static void times_of_a_child__have_no_sign(void **state)
{
	siginfo_t si = make(SIGCHLD, CLD_EXITED);

	(void)state;
	si.si_utime = -1;
	si.si_stime = 250;
	expect(&si, OUT_CONSTS_NAMED,
	       "{si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=0, si_uid=0, si_status=0, "
	       "si_utime=18446744073709551615 /* 184467440737095516.15 s */, "
	       "si_stime=250 /* 2.50 s */}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sender__is_always_there_where_a_program_sends),
		cmocka_unit_test(descriptor__is_told_with_codes_that_have_it),
		cmocka_unit_test(timer__has_a_number_in_hex),
		cmocka_unit_test(fault__has_what_its_code_says),
		cmocka_unit_test(refused_call__is_of_the_table_of_its_arch),
		cmocka_unit_test(times_of_a_child__have_no_sign),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
