// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_format_strace.c - lines of calls, also those that depend on what came before: calls cut short and
 * resumed, the thread in front.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/hdreg.h>
#include <linux/kd.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "strace_lines.h"

static void single_thread__has_no_prefix(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 10);
	lines__task(&lines, AUG_RECORD_EXIT, 0, 5, 5, 7 << 8, 20);
	lines__end(&lines, "close(3)                                = 0\n+++ exited with 7 +++\n");
}

static void times_and_numbers__have_their_widths(void **state)
{
	const struct strace_opts opts = { .column = STRACE_COLUMN,
					  .signals = STRACE_ALL_SIGNALS,
					  .relative = true,
					  .relative_digits = 6,
					  .duration = true,
					  .duration_digits = 3,
					  .numbers = true,
					  .to_stderr = true };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &opts);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 10000);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 12345670000);
	lines__end(&lines, "     0.000000 [   3] close(3)           = 0 <0.001>\n"
			   "    12.345660 [   3] close(3)           = 0 <0.001>\n");
}

/* Of another thread: it began first and ended last. The distances add up to the whole time. */
static void relative_times__add_up_where_calls_overlap(void **state)
{
	const struct strace_opts opts = { .signals = STRACE_ALL_SIGNALS,
					  .pids = STRACE_PIDS_IN_FILE,
					  .relative = true,
					  .relative_digits = 6 };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &opts);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 10000);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 40000);
	lines__close(&lines, AUG_RECORD_CALL, 0, 6, 3, 20000);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 50000);
	lines__end(&lines, "5          0.000000 close(3) = 0\n"
			   "5          0.000030 close(3) = 0\n"
			   "6          0.000000 close(3) = 0\n"
			   "5          0.000010 close(3) = 0\n");
}

static void waiting_call__is_one_line_when_nothing_comes_between(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 5, 3, 10);
	assert_string_equal(strbuf__cstr(&lines.buf), "close(3");
	lines__close(&lines, AUG_RECORD_CALL, AUG_F_WAITED, 5, 3, 10);
	lines__end(&lines, "close(3)                                = 0\n");
}

/* An ioctl that leaves @answer where @entry was, as many bytes; NULL: nothing is known of it. */
static void ioctl_bytes(struct lines *lines, uint8_t type, uint16_t flags, uint32_t cmd,
			const void *entry, size_t entry_len, const void *answer, size_t answer_len)
{
	struct record_builder b;
	struct event event;

	builder__init(&b, SYS_ioctl);
	b.rec.type = type;
	b.rec.flags = flags;
	b.rec.tid = 5;
	b.rec.args[1] = cmd;
	b.rec.args[2] = 0x1000;
	if (entry)
		builder__add(&b, 2, 0, entry, (uint32_t)entry_len);
	if (answer)
		builder__add(&b, 2, AUG_P_EXIT, answer, (uint32_t)answer_len);
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines->f, &event), 0);
}

/* The same, of 4 bytes each. */
static void ioctl_call(struct lines *lines, uint8_t type, uint16_t flags, uint32_t cmd,
		       const char *entry, const char *answer)
{
	ioctl_bytes(lines, type, flags, cmd, entry, 4, answer, 4);
}

/* What a call answers is not known while it waits: what stands there is only what comes before. */
static void waiting_call__has_its_answer(void **state)
{
	static const char three[4] = { 3 }, four[4] = { 4 };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	ioctl_call(&lines, AUG_RECORD_ENTER, 0, FIONREAD, NULL, NULL);
	assert_string_equal(strbuf__cstr(&lines.buf), "ioctl(0, FIONREAD, ");
	ioctl_call(&lines, AUG_RECORD_CALL, AUG_F_WAITED, FIONREAD, NULL, three);
	ioctl_call(&lines, AUG_RECORD_ENTER, 0, FIONBIO, four, NULL);
	ioctl_call(&lines, AUG_RECORD_CALL, AUG_F_WAITED, FIONBIO, four, NULL);
	assert_string_equal(strbuf__cstr(&lines.buf),
			    "ioctl(0, FIONREAD, [3])                 = 0\n"
			    "ioctl(0, FIONBIO, [4])                  = 0\n");
	/* Of one that nothing is known of but its address. */
	strbuf__reset(&lines.buf);
	ioctl_call(&lines, AUG_RECORD_ENTER, 0, 0x8004fe01, four, NULL);
	assert_string_equal(strbuf__cstr(&lines.buf),
			    "ioctl(0, _IOC(_IOC_READ, 0xfe, 0x1, 0x4), 0x1000");
	ioctl_call(&lines, AUG_RECORD_CALL, AUG_F_WAITED, 0x8004fe01, four, three);
	lines__end(&lines, "ioctl(0, _IOC(_IOC_READ, 0xfe, 0x1, 0x4), 0x1000) = 0\n");
}

static void ioctl_answered(struct lines *lines, uint32_t cmd, const void *entry, size_t entry_len,
			   const void *answer, size_t answer_len)
{
	ioctl_bytes(lines, AUG_RECORD_CALL, 0, cmd, entry, entry_len, answer, answer_len);
}

/* Arrays that say how long they are, longer than they can be or than what was copied. */
static void counted_array__ends_with_its_bytes(void **state)
{
	static struct kbdiacrsuc many = { .kb_cnt = UINT32_MAX, .kbdiacruc = { { 1, 2, 3 } } };
	static const uint8_t command[36] = { 0xec, 1, 0, 2 }, sectors[36] = { 0x50, 0, 1, 2, 'a' };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	ioctl_answered(&lines, KDSKBDIACRUC, &many, 3 * sizeof(many.kbdiacruc[0]), NULL, 0);
	ioctl_answered(&lines, HDIO_DRIVE_CMD, command, sizeof(command), sectors, 6);
	ioctl_answered(&lines, HDIO_DRIVE_CMD, command, sizeof(command), sectors, 4);
	ioctl_answered(&lines, HDIO_DRIVE_CMD, command, 4, sectors, 3);
	ioctl_answered(&lines, KDFONTOP, sectors, 8, command, 32);
	lines__end(
		&lines,
		"ioctl(0, KDSKBDIACRUC, {kb_cnt=4294967295, ...}) = 0\n"
		"ioctl(0, HDIO_DRIVE_CMD, {command=ATA_CMD_ID_ATA, sector_number=1, feature=0, "
		"sector_count=2} => {status=0x50, error=0, nsector=1, buf=\"\\x61\\x00\"...}) = 0\n"
		"ioctl(0, HDIO_DRIVE_CMD, {command=ATA_CMD_ID_ATA, sector_number=1, feature=0, "
		"sector_count=2} => {status=0x50, error=0, nsector=1, buf=\"\"...}) = 0\n"
		"ioctl(0, HDIO_DRIVE_CMD, {command=ATA_CMD_ID_ATA, sector_number=1, feature=0, "
		"sector_count=2} => {...}) = 0\n"
		"ioctl(0, KDFONTOP, <cut>)               = 0\n");
}

/* An answer that stands behind the result: the question is there while the call waits; none where it fails. */
static void answer__stands_behind_the_result(void **state)
{
	const struct v4l2_create_buffers asked = { .count = 4, .memory = V4L2_MEMORY_MMAP };
	const struct v4l2_create_buffers answer = { .index = 7, .count = 3 };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	ioctl_answered(&lines, VIDIOC_CREATE_BUFS, &asked, sizeof(asked), &answer, sizeof(answer));
	ioctl_answered(&lines, VIDIOC_CREATE_BUFS, &asked, sizeof(asked), NULL, 0);
	ioctl_answered(&lines, VIDIOC_CREATE_BUFS, &asked, sizeof(asked), &answer, 2);
	ioctl_bytes(&lines, AUG_RECORD_ENTER, 0, VIDIOC_CREATE_BUFS, &asked, sizeof(asked), NULL,
		    0);
	ioctl_bytes(&lines, AUG_RECORD_CALL, AUG_F_WAITED, VIDIOC_CREATE_BUFS, &asked,
		    sizeof(asked), &answer, sizeof(answer));
#define ASKED                                                              \
	"ioctl(0, VIDIOC_CREATE_BUFS, {count=4, memory=V4L2_MEMORY_MMAP, " \
	"format={type=0 /* V4L2_BUF_TYPE_??? */}}) = 0"
	lines__end(&lines, ASKED " ({index=7, count=3})\n" ASKED "\n" ASKED " ({...})\n" ASKED
				 " ({index=7, count=3})\n");
}

/* sendfile(2)'s position, before and after */
static void waiting_call__has_both_sides(void **state)
{
	static const char before[8] = { 1 }, after[8] = { 9 };
	struct record_builder b;
	struct event event;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_sendfile);
	b.rec.args[2] = 0x1000;
	b.rec.args[3] = 8;
	b.rec.type = AUG_RECORD_ENTER;
	builder__add(&b, 2, 0, before, sizeof(before));
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines.f, &event), 0);
	b.rec.type = AUG_RECORD_CALL;
	b.rec.flags = AUG_F_WAITED;
	b.rec.ret = 8;
	builder__add(&b, 2, AUG_P_EXIT, after, sizeof(after));
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines.f, &event), 0);
	lines__end(&lines, "sendfile(0, 0, [1] => [9], 8)           = 8\n");
}

static void other_thread__cuts_a_line(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 5, 3, 10);
	lines__close(&lines, AUG_RECORD_CALL, 0, 6, 4, 20);
	lines__close(&lines, AUG_RECORD_CALL, AUG_F_WAITED, 5, 3, 10);
	lines__end(&lines, "close(3strace: Process 6 attached\n"
			   " <unfinished ...>\n"
			   "[pid     6] close(4)                    = 0\n"
			   "[pid     5] <... close resumed>)        = 0\n");
}

/* It began before the trace: what comes next is no end of it. */
static void call_without_an_end__is_unknown(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 100, 3, 0);
	lines__close(&lines, AUG_RECORD_CALL, 0, 100, 4, 0);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 100, 5, 0);
	lines__close(&lines, AUG_RECORD_CALL, 0, 101, 6, 0);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 100, 7, 0);
	lines__close(&lines, AUG_RECORD_CALL, AUG_F_WAITED, 100, 7, 0);
	lines__end(&lines, "close(3 <unfinished ...>)               = ?\n"
			   "close(4)                                = 0\n"
			   "close(5strace: Process 101 attached\n"
			   " <unfinished ...>\n"
			   "[pid   101] close(6)                    = 0\n"
			   "[pid   100] <... close resumed>)        = ?\n"
			   "[pid   100] close(7)                    = 0\n");
}

/* Records with numbers that no kernel makes: nothing is shifted or added too far. */
static void impossible_numbers__are_taken(void **state)
{
	const struct strace_opts opts = { .clock = STRACE_UNIX_TIME,
					  .column = STRACE_COLUMN,
					  .string_limit = 32,
					  .signals = STRACE_ALL_SIGNALS,
					  .to_stderr = true };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &opts);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, INT64_MAX);
	assert_non_null(strstr(strbuf__cstr(&lines.buf), " close(3) "));
	strbuf__reset(&lines.buf);
	lines__task(&lines, AUG_RECORD_SIGNAL, 0, 5, 5, 65, 10);
	lines__task(&lines, AUG_RECORD_EXIT, 0, 5, 5, 86, 20);
	lines__end(&lines, "");
}

/* modify_ldt(2) returns an error as an unsigned int: what is the least of signed ones has no name. */
static void least_number__is_no_error(void **state)
{
	struct record_builder b;
	struct lines lines;
	struct event event;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_modify_ldt);
	b.rec.tid = 5;
	b.rec.ret = 0x80000000;
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines.f, &event), 0);
	assert_non_null(strstr(strbuf__cstr(&lines.buf), " = 2147483648\n"));
	strbuf__reset(&lines.buf);
	lines__end(&lines, "");
}

/* What was not readable at the entry comes at the end, unless the call does not look at it: no comma is left. */
static void unused_argument__leaves_no_comma(void **state)
{
	struct record_builder b;
	struct lines lines;
	struct event event;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_mq_open);
	b.rec.tid = 5;
	b.rec.args[3] = 0x1000;
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines.f, &event), 0);
	lines__end(&lines, "mq_open(NULL, O_RDONLY)                 = 0\n");
}

/* A CPU without the flaw: 0 has a name. */
static void zero_speculation__is_named(void **state)
{
	struct record_builder b;
	struct lines lines;
	struct event event;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_prctl);
	b.rec.tid = 5;
	b.rec.args[0] = PR_GET_SPECULATION_CTRL;
	b.rec.args[1] = PR_SPEC_STORE_BYPASS;
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	assert_int_equal(format_strace__call(lines.f, &event), 0);
	lines__end(
		&lines,
		"prctl(PR_GET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS) = 0 (PR_SPEC_NOT_AFFECTED)\n");
}

static void files__name_each_thread(void **state)
{
	const struct strace_opts opts = {
		.column = 20, .string_limit = 32, .pids = STRACE_PIDS_IN_FILE, .no_attach = true
	};
	struct lines lines;

	(void)state;
	lines__begin(&lines, &opts);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 10);
	lines__close(&lines, AUG_RECORD_CALL, 0, 1234567, 3, 10);
	lines__end(&lines, "5     close(3)      = 0\n1234567 close(3)    = 0\n");
}

static void open_line__ends_with_the_trace(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	lines__close(&lines, AUG_RECORD_ENTER, 0, 5, 3, 10);
	format_strace__end(lines.f);
	lines__end(&lines, "close(3 <detached ...>\n");
}

static void durations__stand_behind(void **state)
{
	const struct strace_opts opts = { .string_limit = 32,
					  .duration = true,
					  .duration_digits = 6 };
	struct lines lines;

	(void)state;
	lines__begin(&lines, &opts);
	lines__close(&lines, AUG_RECORD_CALL, 0, 5, 3, 10);
	lines__end(&lines, "close(3) = 0 <0.001500>\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_thread__has_no_prefix),
		cmocka_unit_test(waiting_call__is_one_line_when_nothing_comes_between),
		cmocka_unit_test(waiting_call__has_its_answer),
		cmocka_unit_test(counted_array__ends_with_its_bytes),
		cmocka_unit_test(answer__stands_behind_the_result),
		cmocka_unit_test(waiting_call__has_both_sides),
		cmocka_unit_test(other_thread__cuts_a_line),
		cmocka_unit_test(times_and_numbers__have_their_widths),
		cmocka_unit_test(relative_times__add_up_where_calls_overlap),
		cmocka_unit_test(call_without_an_end__is_unknown),
		cmocka_unit_test(impossible_numbers__are_taken),
		cmocka_unit_test(least_number__is_no_error),
		cmocka_unit_test(unused_argument__leaves_no_comma),
		cmocka_unit_test(zero_speculation__is_named),
		cmocka_unit_test(files__name_each_thread),
		cmocka_unit_test(open_line__ends_with_the_trace),
		cmocka_unit_test(durations__stand_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
