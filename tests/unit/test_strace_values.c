// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_strace_values.c - values that programs seldom pass, as strace 6.1 has them: bits beyond those that have a
 * name, numbers of 64 bits, and arguments whose meaning hangs on another one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/keyctl.h>
#include <linux/sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "decode.h"
#include "strace_lines.h"
#include "util.h"

#ifndef SYS_kcmp
#define SYS_kcmp 312
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif

static const struct strace_opts narrow = {
	.column = 0, .string_limit = 32, .signals = STRACE_ALL_SIGNALS, .to_stderr = true
};

#define ZEROS ", 0000000000000000"
#define ZEROS_5 ZEROS ZEROS ZEROS ZEROS ZEROS

static void check_all(const struct line_call *calls, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		lines__expect(&narrow, &calls[i]);
}

#define CHECK_ALL(calls) check_all(calls, sizeof(calls) / sizeof((calls)[0]))

static void wide_numbers__are_whole(void **state)
{
	static const struct line_call calls[] = {
		{ .nr = SYS_prctl,
		  .args = { 8, 1ULL << 40 },
		  .ret = 0,
		  .wanted = "prctl(PR_SET_KEEPCAPS, 1099511627776) = 0\n" },
		{ .nr = SYS_prctl,
		  .args = { 29, UINT64_MAX },
		  .ret = 0,
		  .wanted = "prctl(PR_SET_TIMERSLACK, -1) = 0\n" },
		{ .nr = SYS_prctl,
		  .args = { 23, 1ULL << 40 },
		  .ret = 0,
		  .wanted = "prctl(PR_CAPBSET_READ, 0x10000000000 /* CAP_??? */) = 0\n" },
		{ .nr = SYS_fcntl,
		  .args = { 3, 0, 1ULL << 40 },
		  .ret = 0,
		  .wanted = "fcntl(3, F_DUPFD, 1099511627776) = 0\n" },
		{ .nr = SYS_fcntl,
		  .args = { 3, 1033, 1ULL << 40 | 1 },
		  .ret = 0,
		  .wanted = "fcntl(3, F_ADD_SEALS, F_SEAL_SEAL|0x10000000000) = 0\n" },
		{ .nr = SYS_fcntl,
		  .args = { 3, 1024, UINT64_MAX },
		  .ret = 0,
		  .wanted = "fcntl(3, F_SETLEASE, 0xffffffffffffffff /* F_??? */) = 0\n" },
	};

	(void)state;
	CHECK_ALL(calls);
}

static void other_commands__leave_numbers(void **state)
{
	static const struct line_call calls[] = {
		{ .nr = SYS_prctl,
		  .args = { 53, 3, 16 },
		  .ret = 0,
		  .wanted = "prctl(PR_SET_SPECULATION_CTRL, 0x3 /* PR_SPEC_??? */, 0x10) = 0\n" },
		{ .nr = SYS_prctl,
		  .args = { 0x53564d41, 1, 0x1000, 10, 0x2000 },
		  .ret = 0,
		  .wanted =
			  "prctl(PR_SET_VMA, 0x1 /* PR_SET_VMA_??? */, 0x1000, 0xa, 0x2000) = 0\n" },
		{ .nr = SYS_arch_prctl,
		  .args = { 0, 1 },
		  .ret = 0,
		  .wanted = "arch_prctl(0 /* ARCH_??? */, 0x1) = 0\n" },
		{ .nr = SYS_ioprio_get,
		  .args = { 0, 1 },
		  .ret = 0,
		  .wanted =
			  "ioprio_get(0 /* IOPRIO_WHO_??? */, 1) = 0 (IOPRIO_PRIO_VALUE(IOPRIO_CLASS_NONE, 0))\n" },
		{ .nr = SYS_syslog,
		  .args = { 8, 0, 8 },
		  .ret = 0,
		  .wanted =
			  "syslog(8 /* SYSLOG_ACTION_CONSOLE_LEVEL */, NULL, 8 /* LOGLEVEL_DEBUG+1 */) = 0\n" },
		{ .nr = SYS_membarrier,
		  .args = { 2, 2, 7 },
		  .ret = 0,
		  .wanted =
			  "membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0x2 /* MEMBARRIER_CMD_FLAG_??? */) = 0\n" },
	};

	(void)state;
	CHECK_ALL(calls);
}

static void huge_pages__have_any_size(void **state)
{
	static const struct line_call calls[] = {
		{ .nr = SYS_memfd_create,
		  .args = { 0, 32U << 26 | 1 },
		  .ret = 0,
		  .wanted = "memfd_create(NULL, MFD_CLOEXEC|32<<MFD_HUGE_SHIFT) = 0\n" },
		{ .nr = SYS_memfd_create,
		  .args = { 0, 4 | 1U << 26 },
		  .ret = 0,
		  .wanted = "memfd_create(NULL, MFD_HUGETLB|1<<MFD_HUGE_SHIFT) = 0\n" },
		{ .nr = SYS_memfd_create,
		  .args = { 0, 63U << 26 },
		  .ret = 0,
		  .wanted = "memfd_create(NULL, 63<<MFD_HUGE_SHIFT) = 0\n" },
	};

	(void)state;
	CHECK_ALL(calls);
}

static void futex_operations__are_those_that_can_be(void **state)
{
	static const struct line_call calls[] = {
		{ .nr = SYS_futex,
		  .args = { 4, 0x101, 3 },
		  .ret = 0,
		  .wanted = "futex(0x4, 0x101 /* FUTEX_??? */, 3) = 0\n" },
		{ .nr = SYS_futex,
		  .args = { 4, 0x82, 3, 4 },
		  .ret = 0,
		  .wanted = "futex(0x4, FUTEX_FD|FUTEX_PRIVATE_FLAG, 3) = 0\n" },
		{ .nr = SYS_futex,
		  .args = { 4, 0x7f, 3, 4, 5, 16 },
		  .ret = 0,
		  .wanted = "futex(0x4, 0x7f /* FUTEX_??? */, 3, 0x4, 0x5, 0x10) = 0\n" },
		{ .nr = SYS_futex,
		  .args = { 4, 0x100, 3 },
		  .ret = 0,
		  .wanted = "futex(0x4, FUTEX_WAIT|FUTEX_CLOCK_REALTIME, 3, NULL) = 0\n" },
		{ .nr = SYS_futex,
		  .args = { 4, 5, 3, 4, 5, 0x7f000001 },
		  .ret = 0,
		  .wanted =
			  "futex(0x4, FUTEX_WAKE_OP, 3, 4, 0x5, 0x7<<28 /* FUTEX_OP_??? */|0<<12|0xf<<24 /* FUTEX_OP_CMP_??? */|0x1) = 0\n" },
	};

	(void)state;
	CHECK_ALL(calls);
}

static void structs__are_of_the_command(void **state)
{
	static const struct line_call calls[] = {
		{ .nr = SYS_kcmp,
		  .args = { 1, 2, 7, 3, 0x1000 },
		  .ret = 0,
		  .wanted = "kcmp(1, 2, KCMP_EPOLL_TFD, 3, {efd=1, tfd=2, toff=3}) = 0\n",
		  .arg = { 4 },
		  .len = { 12 },
		  .data = { "\1\0\0\0\2\0\0\0\3\0\0" } },
		{ .nr = SYS_capset,
		  .args = { 0x1000, 0x2000 },
		  .ret = 0,
		  .wanted =
			  "capset({version=_LINUX_CAPABILITY_VERSION_1, pid=0}, {effective=1<<CAP_CHOWN, permitted=0, inheritable=0}) = 0\n",
		  .arg = { 0, 1 },
		  .len = { 8, 24 },
		  .data = { "\x30\x03\x98\x19\0\0\0",
			    "\1\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\1\0\0\0\1\0\0" } },
		{ .nr = SYS_futex_waitv,
		  .args = { 0x1000, 1 },
		  .ret = 0,
		  .wanted =
			  "futex_waitv([{val=0, uaddr=NULL, flags=0x1 /* FUTEX_??? */, __reserved=0x1}], 1, 0, NULL, CLOCK_REALTIME) = 0\n",
		  .arg = { 0 },
		  .len = { 24 },
		  .data = { "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\1\0\0" } },
		{ .nr = SYS_sched_setscheduler,
		  .args = { 0, 0x40000000, 0x1000 },
		  .ret = 0,
		  .wanted = "sched_setscheduler(0, 0x40000000 /* SCHED_??? */, [0]) = 0\n",
		  .arg = { 2 },
		  .len = { 4 },
		  .data = { "\0\0\0" } },
		/* Some bits of the mark of old programs mean that the strings are not looked at. */
		{ .nr = SYS_mount,
		  .args = { 0, 0, 0x1000, 0xc0ed0001, 0 },
		  .ret = 0,
		  .wanted = "mount(NULL, NULL, \"x\", MS_MGC_VAL|MS_RDONLY, NULL) = 0\n",
		  .arg = { 2 },
		  .len = { 1 },
		  .data = { "x" } },
		{ .nr = SYS_fcntl,
		  .args = { 3, 11 },
		  .ret = 36,
		  .wanted = "fcntl(3, F_GETSIG) = 36 (SIGRT_4)\n" },
		{ .nr = 431 /* fsconfig */,
		  .args = { 3, 3, 0, 0, (uint64_t)-100 },
		  .wanted = "fsconfig(3, FSCONFIG_SET_PATH, NULL, NULL, AT_FDCWD) = 0\n" },
		{ .nr = 431,
		  .args = { 3, 0, 0, 0, (uint64_t)-100 },
		  .wanted = "fsconfig(3, FSCONFIG_SET_FLAG, NULL, NULL, -100) = 0\n" },
		{ .nr = SYS_quotactl,
		  .args = { 0x580600, 0, 5, 0x1000 },
		  .wanted =
			  "quotactl(QCMD(Q_XQUOTARM, USRQUOTA), NULL, [FS_USER_QUOTA|FS_GROUP_QUOTA]) = 0\n",
		  .arg = { 3 },
		  .len = { 4 },
		  .data = { "\5\0\0" } },
		{ .nr = SYS_ptrace,
		  .args = { 0x4200, 5, 0, 0x7ffd00000001 },
		  .wanted =
			  "ptrace(PTRACE_SETOPTIONS, 5, NULL, PTRACE_O_TRACESYSGOOD|0x7ffd00000000) = 0\n" },
		{ .nr = SYS_rt_sigtimedwait,
		  .args = { 0, 0, 0, 8 },
		  .ret = 10,
		  .wanted = "rt_sigtimedwait(NULL, NULL, NULL, 8) = 10 (SIGUSR1)\n" },
	};

	(void)state;
	CHECK_ALL(calls);
}

/* 1025 is one more than there are: the 16 words that were copied are all of them. */
static void nodemask__ends_where_the_kernel_ends_it(void **state)
{
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &narrow);
	builder__init(&b, SYS_set_mempolicy);
	b.rec.args[1] = 0x1000;
	b.rec.args[2] = 1025;
	builder__add(&b, 1, AUG_P_CUT, (char[128]){ 1 }, 128);
	lines__add(&lines, &b);
	lines__end(&lines, "set_mempolicy(MPOL_DEFAULT, [0x00000000000001" ZEROS_5 ZEROS_5 ZEROS_5
			   "], 1025) = 0\n");
}

/* What is left of a sleep is written when a signal ends it, and at no other error. */
static void time_left__is_read_where_it_was_written(void **state)
{
	static const struct {
		int64_t ret;
		const char *wanted;
	} cases[] = {
		{ -516,
		  "nanosleep(NULL, {tv_sec=1, tv_nsec=2}) = ? ERESTART_RESTARTBLOCK (Interrupted by signal)\n" },
		{ -EINVAL, "nanosleep(NULL, 0x2000) = -1 EINVAL (Invalid argument)\n" },
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct record_builder b;
		struct lines lines;

		lines__begin(&lines, &narrow);
		builder__init(&b, SYS_nanosleep);
		b.rec.args[1] = 0x2000;
		b.rec.ret = cases[i].ret;
		builder__add(&b, 1, AUG_P_EXIT, (uint64_t[]){ 1, 2 }, 16);
		lines__add(&lines, &b);
		lines__end(&lines, cases[i].wanted);
	}
}

static void wait_status__is_spelled_by_its_parts(void **state)
{
	static const struct {
		uint32_t status;
		const char *wanted;
	} cases[] = {
		{ 0x300, "[{WIFEXITED(s) && WEXITSTATUS(s) == 3}]" },
		{ 0x8b, "[{WIFSIGNALED(s) && WTERMSIG(s) == SIGSEGV && WCOREDUMP(s)}]" },
		{ 0xffff, "[{WIFCONTINUED(s)}]" },
		{ 0x857f, "[{WIFSTOPPED(s) && WSTOPSIG(s) == SIGTRAP | 0x80}]" },
		{ 0x6057f, "[{WIFSTOPPED(s) && WSTOPSIG(s) == SIGTRAP}|PTRACE_EVENT_EXIT<<16]" },
	};
	char wanted[128];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct record_builder b;
		struct lines lines;

		lines__begin(&lines, &narrow);
		builder__init(&b, SYS_wait4);
		b.rec.args[0] = 7;
		b.rec.args[1] = 0x2000;
		b.rec.ret = 7;
		builder__add(&b, 1, AUG_P_EXIT, &cases[i].status, 4);
		lines__add(&lines, &b);
		snprintf(wanted, sizeof(wanted), "wait4(7, %s, 0, NULL) = 7\n", cases[i].wanted);
		lines__end(&lines, wanted);
	}
}

/* A NUL at the end is left out of what is no hex. */
static void attribute__has_its_nul_in_hex(void **state)
{
	struct line_call call = { .nr = SYS_fsetxattr,
				  .args = { 3, 0, 0x1000, 3 },
				  .arg = { 2 },
				  .len = { 3 },
				  .data = { "ab" } };
	struct strace_opts opts = narrow;

	(void)state;
	call.wanted = "fsetxattr(3, NULL, \"ab\", 3, 0) = 0\n";
	lines__expect(&opts, &call);
	opts.strings = OUT_STRINGS_HEX_ESCAPES;
	lines__expect(&opts, &call);
	call.wanted = "fsetxattr(3, NULL, \"\\x61\\x62\\x00\", 3, 0) = 0\n";
	opts.strings = OUT_STRINGS_HEX_IF_NEEDED;
	lines__expect(&opts, &call);
	opts.strings = OUT_STRINGS_HEX;
	lines__expect(&opts, &call);
}

/* Of no threads' numbers there is where they would be. */
static void no_thread_numbers__are_an_address(void **state)
{
	uint64_t args[11] = { [4] = 17, [8] = 0x2000 };
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &narrow);
	builder__init(&b, SYS_clone3);
	b.rec.args[0] = 0x1000;
	b.rec.args[1] = sizeof(args);
	b.rec.ret = 7;
	builder__add(&b, 0, 0, args, sizeof(args));
	builder__add(&b, 0, 0, NULL, 0)->part = AUG_PART_ITEM;
	lines__add(&lines, &b);
	lines__end(&lines, "clone3({flags=0, exit_signal=SIGCHLD, stack=NULL, stack_size=0, "
			   "set_tid=0x2000, set_tid_size=0}, 88) = 7\n");
}

/* A type and flags, of which each is a number of its own; a type has no name without its flags. */
static void personality__has_two_parts(void **state)
{
	static const struct {
		uint32_t value;
		const char *named, *raw;
	} cases[] = {
		{ 0, "PER_LINUX", "0" },
		{ 0xffffffff, "0xffffffff", "0xffffffff" },
		{ 0x21, "0x21 /* PER_??? */", "0x21" },
		{ 0x1, "0x1 /* PER_??? */", "0x1" },
		{ 0x100000f, "PER_OSF4|SHORT_INODE", "0xf|0x1000000" },
		{ 0x80000000, "PER_LINUX|0x80000000", "0|0x80000000" },
		{ 0xffff, "PER_MASK|0xff00", "0xff|0xff00" },
	};
	struct strace_opts opts = narrow;
	char wanted[256];

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = i % 2 ? cases[i / 2].raw : cases[i / 2].named;
		const struct line_call call = { .nr = SYS_personality,
						.args = { cases[i / 2].value },
						.wanted = wanted };

		opts.consts = i % 2 ? OUT_CONSTS_RAW : OUT_CONSTS_NAMED;
		snprintf(wanted, sizeof(wanted), "personality(%s) = 0 (%s)\n", text,
			 i % 2 ? "0" : "PER_LINUX");
		lines__expect(&opts, &call);
	}
}

/* What is asked for is told, if it is nowhere or could not be written, too. */
static void asked_members__are_told(void **state)
{
	uint64_t args[11] = { CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID, [3] = 8, [4] = 17 };
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &narrow);
	builder__init(&b, SYS_clone3);
	b.rec.args[0] = 0x1000;
	b.rec.args[1] = sizeof(args);
	b.rec.ret = 7;
	builder__add(&b, 0, 0, args, sizeof(args));
	lines__add(&lines, &b);
	lines__end(
		&lines,
		"clone3({flags=CLONE_PARENT_SETTID|CLONE_CHILD_CLEARTID, child_tid=NULL, parent_tid=0x8, "
		"exit_signal=SIGCHLD, stack=NULL, stack_size=0} => {parent_tid=0x8}, 88) = 7\n");
}

/* A clone3() that waits: all of it is told at once, unless the kernel answers, or nothing could be read yet. */
static void clone3_that_waits__is_told_as_far_as_it_is_known(void **state)
{
	static const struct {
		uint64_t flags;
		bool is_unread;
		uint64_t size;
		const char *begun, *wanted;
	} cases[] = {
		{ 0, false, 88,
		  "clone3({flags=0, exit_signal=SIGCHLD, stack=NULL, stack_size=0}, 88",
		  "clone3({flags=0, exit_signal=SIGCHLD, stack=NULL, stack_size=0}, 88) = 7\n" },
		{ CLONE_PARENT_SETTID, false, 88,
		  "clone3({flags=CLONE_PARENT_SETTID, parent_tid=NULL, exit_signal=SIGCHLD, "
		  "stack=NULL, stack_size=0}",
		  "clone3({flags=CLONE_PARENT_SETTID, parent_tid=NULL, exit_signal=SIGCHLD, "
		  "stack=NULL, stack_size=0} => {parent_tid=NULL}, 88) = 7\n" },
		{ 0, false, 128, "clone3({flags=0, exit_signal=SIGCHLD, stack=NULL, stack_size=0}",
		  "clone3({flags=0, exit_signal=SIGCHLD, stack=NULL, stack_size=0}, 128) = 7\n" },
		{ 0, true, 88, "clone3(",
		  "clone3({flags=0, exit_signal=SIGCHLD, stack=NULL, stack_size=0}, 88) = 7\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const uint64_t args[11] = { cases[i].flags, [4] = 17 };
		struct record_builder b;
		struct lines lines;

		lines__begin(&lines, &narrow);
		builder__init(&b, SYS_clone3);
		b.rec.args[0] = 0x1000;
		b.rec.args[1] = cases[i].size;
		b.rec.type = AUG_RECORD_ENTER;
		if (!cases[i].is_unread)
			builder__add(&b, 0, 0, args, sizeof(args));
		lines__add(&lines, &b);
		assert_string_equal(strbuf__cstr(&lines.buf), cases[i].begun);
		builder__init(&b, SYS_clone3);
		b.rec.args[0] = 0x1000;
		b.rec.args[1] = cases[i].size;
		b.rec.flags = AUG_F_WAITED;
		b.rec.ret = 7;
		builder__add(&b, 0, cases[i].is_unread ? AUG_P_REREAD : 0, args, sizeof(args));
		lines__add(&lines, &b);
		lines__end(&lines, cases[i].wanted);
	}
}

/* Where there is no place for what comes, strace tells all there is at once. */
static void sigtimedwait_without_a_place__is_told_at_once(void **state)
{
	const uint64_t set = 1 << 9;
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &narrow);
	builder__init(&b, SYS_rt_sigtimedwait);
	b.rec.args[0] = 0x1000;
	b.rec.args[3] = 8;
	b.rec.type = AUG_RECORD_ENTER;
	builder__add(&b, 0, 0, &set, sizeof(set));
	lines__add(&lines, &b);
	assert_string_equal(strbuf__cstr(&lines.buf), "rt_sigtimedwait([USR1], NULL, NULL, 8");
	b.rec.type = AUG_RECORD_CALL;
	b.rec.flags = AUG_F_WAITED;
	b.rec.ret = 10;
	lines__add(&lines, &b);
	lines__end(&lines, "rt_sigtimedwait([USR1], NULL, NULL, 8) = 10 (SIGUSR1)\n");
}

/* The kernel says how much it knows of a structure that it refuses for its size alone. */
static void refused_size__has_the_one_that_is_known(void **state)
{
	static const int64_t results[] = { -E2BIG, -EINVAL };
	const uint32_t asked[12] = { 8 }, answer[12] = { 56 };
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &narrow);
	for (size_t i = 0; i < 2; i++) {
		builder__init(&b, SYS_sched_setattr);
		b.rec.args[1] = 0x1000;
		b.rec.ret = results[i];
		builder__add(&b, 1, 0, asked, sizeof(asked));
		builder__add(&b, 1, AUG_P_EXIT, answer, sizeof(answer));
		lines__add(&lines, &b);
	}
	lines__end(&lines, "sched_setattr(0, {size=8} => {size=56}, 0) = -1 E2BIG (Argument list "
			   "too long)\n"
			   "sched_setattr(0, {size=8}, 0) = -1 EINVAL (Invalid argument)\n");
}

static void note_file(const struct out_fds *fds, int32_t fd, bool at_exit, struct out *o)
{
	(void)fds;
	(void)fd;
	(void)at_exit;
	out__note(o, "</a>", 4);
}

/* strace takes what is cloned for a number. */
static void cloned_descriptor__is_a_number(void **state)
{
	static const struct text_style style = { .separator = ", ", .bare_zero = true };
	static const struct out_fds fds = { .note = note_file };
	struct record_builder b;
	struct strbuf text = {};
	struct event event;
	struct out o;

	(void)state;
	builder__init(&b, SYS_ioctl);
	memcpy(b.rec.args, (uint64_t[]){ 3, 0x40049409, 5 }, 24);
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	for (int strace = 0; strace < 2; strace++) {
		out__init_text(&o, &style, &text);
		o.strace = strace;
		o.bare_args = true;
		o.fds = &fds;
		out__begin(&o, OUT_ARGS);
		decode__some_args(&event, syscalls__get(AUG_ABI_NATIVE, SYS_ioctl), &o, true, 2, 3);
		out__end(&o, OUT_ARGS);
	}
	assert_string_equal(strbuf__cstr(&text), "(5</a>)(5)");
	strbuf__free(&text);
}

/* What a key is described by ends with one, too. */
static void description__has_its_nul_in_hex(void **state)
{
	const uint64_t args[] = { KEYCTL_DESCRIBE, 7, 0x1000, 64 };
	static const char *const wanted[] = {
		[OUT_STRINGS_ESCAPED] = "keyctl(KEYCTL_DESCRIBE, 7, \"a;b\", 64) = 4\n",
		[OUT_STRINGS_HEX] =
			"keyctl(KEYCTL_DESCRIBE, 7, \"\\x61\\x3b\\x62\\x00\", 64) = 4\n",
	};
	struct strace_opts opts = narrow;
	struct record_builder b;
	struct lines lines;

	(void)state;
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		if (!wanted[i])
			continue;
		opts.strings = (enum out_strings)i;
		lines__begin(&lines, &opts);
		builder__init(&b, SYS_keyctl);
		memcpy(b.rec.args, args, sizeof(args));
		b.rec.ret = 4;
		builder__add(&b, 2, AUG_P_EXIT, "a;b", 4);
		lines__add(&lines, &b);
		lines__end(&lines, wanted[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wide_numbers__are_whole),
		cmocka_unit_test(other_commands__leave_numbers),
		cmocka_unit_test(huge_pages__have_any_size),
		cmocka_unit_test(futex_operations__are_those_that_can_be),
		cmocka_unit_test(structs__are_of_the_command),
		cmocka_unit_test(nodemask__ends_where_the_kernel_ends_it),
		cmocka_unit_test(time_left__is_read_where_it_was_written),
		cmocka_unit_test(wait_status__is_spelled_by_its_parts),
		cmocka_unit_test(attribute__has_its_nul_in_hex),
		cmocka_unit_test(description__has_its_nul_in_hex),
		cmocka_unit_test(no_thread_numbers__are_an_address),
		cmocka_unit_test(personality__has_two_parts),
		cmocka_unit_test(clone3_that_waits__is_told_as_far_as_it_is_known),
		cmocka_unit_test(sigtimedwait_without_a_place__is_told_at_once),
		cmocka_unit_test(asked_members__are_told),
		cmocka_unit_test(refused_size__has_the_one_that_is_known),
		cmocka_unit_test(cloned_descriptor__is_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
