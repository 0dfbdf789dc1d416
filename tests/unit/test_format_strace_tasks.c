// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_format_strace_tasks.c - lines of strace's format that are no calls: threads that come and end, signals, stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "strace_lines.h"

static void stop__is_told_of_each_thread_but_of_signals_that_are_wanted(void **state)
{
	struct strace_opts opts = strace_plain;
	struct lines lines;

	(void)state;
	opts.pids = STRACE_PIDS_IN_FILE;
	opts.signals = ~(1ULL << (SIGTTIN - 1));
	lines__begin(&lines, &opts);
	lines__task(&lines, AUG_RECORD_SIGNAL, 0, 5, 6, SIGTSTP, 10);
	lines__task(&lines, AUG_RECORD_STOP, 0, 5, 6, SIGTSTP, 20);
	lines__task(&lines, AUG_RECORD_STOP, 0, 5, 5, SIGTSTP, 30);
	lines__task(&lines, AUG_RECORD_STOP, 0, 5, 5, SIGTTIN, 40);
	lines__task(&lines, AUG_RECORD_STOP, 0, 5, 5, 0xffff, 50);
	lines__end(
		&lines,
		"6     --- SIGTSTP {si_signo=SIGTSTP, si_code=SI_USER, si_pid=77, si_uid=1000} ---\n"
		"6     --- stopped by SIGTSTP ---\n"
		"strace: Process 5 attached\n"
		"5     --- stopped by SIGTSTP ---\n");
}

static void ignored_signal__waits_for_the_end_of_the_call(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 2, 1);
	lines__task(&lines, AUG_RECORD_SIGNAL, AUG_T_IGNORED, 5, 5, SIGWINCH, 1500);
	/* of a process that is not traced */
	lines__task(&lines, AUG_RECORD_SIGNAL, AUG_T_IGNORED, 9, 9, SIGWINCH, 1500);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 1000);
	lines__end(
		&lines,
		"close(2)                                = 0\n"
		"close(3)                                = 0\n"
		"--- SIGWINCH {si_signo=SIGWINCH, si_code=SI_USER, si_pid=77, si_uid=1000} ---\n");
}

/* The calls that they came in may not be shown. */
static void no_ignored_signal__is_lost(void **state)
{
	static const char line[] =
		"--- SIGWINCH {si_signo=SIGWINCH, si_code=SI_USER, si_pid=77, si_uid=1000} ---\n";
	static const char call[] = "close(2)                                = 0\n";
	char wanted[2048];
	struct lines lines;
	size_t len;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 2, 1);
	len = (size_t)snprintf(wanted, sizeof(wanted), "%s", call);
	for (unsigned int i = 0; i < 10; i++) {
		lines__task(&lines, AUG_RECORD_SIGNAL, AUG_T_IGNORED, 5, 5, SIGWINCH, 1500 + i);
		len += (size_t)snprintf(wanted + len, sizeof(wanted) - len, "%s", line);
	}
	lines__task(&lines, AUG_RECORD_EXIT, 0, 5, 5, 0, 2000);
	snprintf(wanted + len, sizeof(wanted) - len, "+++ exited with 0 +++\n");
	lines__end(&lines, wanted);
}

static void fatal_signal__is_the_one_that_was_sent(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 2, 1);
	lines__task(&lines, AUG_RECORD_SIGNAL, AUG_T_SENT, 5, 5, SIGTERM, 10);
	lines__task(&lines, AUG_RECORD_SIGNAL, 0, 5, 5, SIGKILL, 20);
	lines__task(&lines, AUG_RECORD_EXIT, 0, 5, 5, SIGTERM, 30);
	lines__end(&lines,
		   "close(2)                                = 0\n"
		   "--- SIGTERM {si_signo=SIGTERM, si_code=SI_USER, si_pid=77, si_uid=1000} ---\n"
		   "+++ killed by SIGTERM +++\n");
}

/* The main thread has ended, and another one is it: in the middle of its execve(). */
static void thread_that_executes__supersedes_the_main_one(void **state)
{
	struct aug_task_record end = { .size = sizeof(end),
				       .version = AUG_ABI_VERSION,
				       .type = AUG_RECORD_EXIT,
				       .pid = 5,
				       .tid = 5,
				       .superseded_by = 6,
				       .time_ns = 20 };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 2, 1);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 6, 3, 10);
	assert_int_equal(format_strace__task(lines.f, &end), 0);
	/* By another call than execve(), which does as well here. */
	lines__close(&lines, AUG_RECORD_CALL, AUG_F_WAITED, 5, 3, 30);
	lines__task(&lines, AUG_RECORD_EXIT, 0, 5, 5, 0, 40);
	lines__end(&lines, "close(2)                                = 0\n"
			   "strace: Process 6 attached\n"
			   "[pid     6] close(3 <pid changed to 5 ...>\n"
			   "+++ superseded by execve in pid 6 +++\n"
			   "<... close resumed>)                    = 0\n"
			   "+++ exited with 0 +++\n");
}

/* A thread is told of behind the call that makes it, or by what it does itself before that has ended. */
static void thread_that_is_made__is_told_behind_the_call(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__task(&lines, AUG_RECORD_START, AUG_T_MADE, 5, 6, 5, 1000);
	lines__task(&lines, AUG_RECORD_START, AUG_T_MADE, 9, 9, 8, 1000);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 900);
	lines__task(&lines, AUG_RECORD_START, AUG_T_MADE, 5, 7, 5, 2000100);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 5, 4, 2000000);
	lines__close(&lines, AUG_RECORD_CALL, 0, 7, 3, 2000200);
	lines__close(&lines, AUG_RECORD_CALL, AUG_F_WAITED, 5, 4, 2000300);
	lines__task(&lines, AUG_RECORD_START, 0, 5, 6, 0, 2000300);
	/* Nothing of the call that made it is shown: it is before what comes next. */
	lines__task(&lines, AUG_RECORD_START, AUG_T_MADE, 5, 8, 5, 4000000);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 5000000);
	lines__end(&lines, "close(3)                                = 0\n"
			   "strace: Process 6 attached\n"
			   "[pid     5] close(4strace: Process 7 attached\n"
			   " <unfinished ...>\n"
			   "[pid     7] close(3)                    = 0\n"
			   "[pid     5] <... close resumed>)        = 0\n"
			   "strace: Process 8 attached\n"
			   "[pid     5] close(3)                    = 0\n");
}

static void core_dump__is_told(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 2, 1);
	lines__task(&lines, AUG_RECORD_SIGNAL, AUG_T_SENT, 5, 5, SIGSEGV, 10);
	lines__task(&lines, AUG_RECORD_SIGNAL, 0, 5, 5, SIGSEGV, 20);
	lines__task(&lines, AUG_RECORD_EXIT, 0, 5, 5, SIGSEGV | 0x80, 30);
	lines__end(&lines,
		   "close(2)                                = 0\n"
		   "--- SIGSEGV {si_signo=SIGSEGV, si_code=SI_USER, si_pid=77, si_uid=1000} ---\n"
		   "+++ killed by SIGSEGV (core dumped) +++\n");
}

static void many_threads__are_kept_apart(void **state)
{
	struct lines lines;
	uint32_t i;

	(void)state;
	lines__begin(&lines, &strace_plain);
	for (i = 0; i < 200; i++)
		lines__close(&lines, AUG_RECORD_ENTER, 0, 1 + (i * 37) % 200, 3, i);
	for (i = 0; i < 200; i++)
		lines__close(&lines, AUG_RECORD_CALL, AUG_F_WAITED, 1 + i, 3, i);
	for (i = 0; i < 199; i++)
		lines__task(&lines, AUG_RECORD_EXIT, 0, 1, 1 + i, 0, 1000);
	strbuf__reset(&lines.buf);
	lines__close(&lines, AUG_RECORD_CALL, 0, 200, 3, 2000);
	lines__end(&lines, "close(3)                                = 0\n");
}

static void bad_records__are_refused(void **state)
{
	struct aug_task_record rec = { .size = sizeof(rec), .version = AUG_ABI_VERSION };

	(void)state;
	assert_null(record__parse_task(&rec, sizeof(rec) - 1));
	rec.size--;
	assert_null(record__parse_task(&rec, sizeof(rec)));
	rec.size = sizeof(rec) + 8;
	assert_null(record__parse_task(&rec, sizeof(rec)));
	rec.size = sizeof(rec);
	rec.version++;
	assert_null(record__parse_task(&rec, sizeof(rec)));
	rec.version--;
	assert_non_null(record__parse_task(&rec, sizeof(rec)));
	rec.tid = 5;
	rec.superseded_by = 5;
	assert_null(record__parse_task(&rec, sizeof(rec)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stop__is_told_of_each_thread_but_of_signals_that_are_wanted),
		cmocka_unit_test(ignored_signal__waits_for_the_end_of_the_call),
		cmocka_unit_test(no_ignored_signal__is_lost),
		cmocka_unit_test(fatal_signal__is_the_one_that_was_sent),
		cmocka_unit_test(thread_that_executes__supersedes_the_main_one),
		cmocka_unit_test(thread_that_is_made__is_told_behind_the_call),
		cmocka_unit_test(core_dump__is_told),
		cmocka_unit_test(many_threads__are_kept_apart),
		cmocka_unit_test(bad_records__are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
