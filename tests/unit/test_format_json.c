// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_format_json.c - whole lines of JSON: what a payload says of an argument, and who has no name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>

#include "format.h"
#include "record.h"
#include "record_builder.h"
#include "strbuf.h"

#define HEAD \
	"{\"ts_ns\":2000000000,\"wall_ns\":2000000000,\"pid\":1234,\"tid\":1234,\"comm\":\"test\","

/* The line of @b behind what all have. */
static void expect_line(struct record_builder *b, enum format_state state, const char *expected)
{
	const struct format_opts opts = { .kind = FORMAT_JSON };
	struct strbuf line = {}, whole = {};
	struct event event;

	assert_int_equal(record__parse(b, b->rec.size, &event), 0);
	format_json__call(&opts, &event, state, &line);
	strbuf__adds(&whole, HEAD);
	strbuf__adds(&whole, expected);
	strbuf__addc(&whole, '\n');
	assert_string_equal(strbuf__cstr(&line), strbuf__cstr(&whole));
	strbuf__free(&line);
	strbuf__free(&whole);
}

static void make_openat(struct record_builder *b)
{
	builder__init(b, SYS_openat);
	b->rec.args[0] = (uint64_t)AT_FDCWD;
	b->rec.args[1] = 0x1000;
	b->rec.ret = 3;
}

#define OPENAT "\"syscall\":\"openat\",\"nr\":257,\"args\":{\"dfd\":\"AT_FDCWD\",\"filename\":"
#define OPENED ",\"flags\":\"O_RDONLY\"},\"ret\":3,\"duration_ns\":1000"

static void plain_call__has_no_marks(void **state)
{
	struct record_builder b;

	(void)state;
	make_openat(&b);
	builder__add(&b, 1, AUG_P_STR, "/a", 2);
	expect_line(&b, FORMAT_WHOLE, OPENAT "\"/a\"" OPENED "}");
}

static void argument_that_was_read_at_the_exit__is_named(void **state)
{
	struct record_builder b;

	(void)state;
	make_openat(&b);
	builder__add(&b, 1, AUG_P_STR | AUG_P_REREAD, "/a", 2);
	expect_line(&b, FORMAT_WHOLE, OPENAT "\"/a\"" OPENED ",\"reread\":[\"filename\"]}");
}

static void argument_that_is_cut__is_named(void **state)
{
	struct record_builder b;

	(void)state;
	make_openat(&b);
	builder__add(&b, 1, AUG_P_STR | AUG_P_CUT, "/a", 2)->full_len = 5;
	expect_line(&b, FORMAT_WHOLE,
		    OPENAT "{\"str\":\"/a\",\"cut\":true}" OPENED ",\"cut\":[\"filename\"]}");
}

static void argument_that_could_not_be_read__is_named(void **state)
{
	struct record_builder b;

	(void)state;
	make_openat(&b);
	builder__add(&b, 1, AUG_P_STR, NULL, 0)->err = -EFAULT;
	b.rec.ret = -EFAULT;
	expect_line(&b, FORMAT_WHOLE,
		    OPENAT "{\"ptr\":\"0x1000\",\"fault\":-14},\"flags\":\"O_RDONLY\"},"
			   "\"ret\":-1,\"errno\":14,\"error\":\"EFAULT\",\"duration_ns\":1000,"
			   "\"faulted\":[\"filename\"]}");
}

/* What pointers in it lead to counts: of writev() the array could be read. */
static void pieces_of_an_argument__name_it(void **state)
{
	const uint64_t iov[4] = { 0x1000, 5, 0x2000, 5 };
	struct record_builder b;
	struct aug_payload *p;

	(void)state;
	builder__init(&b, SYS_writev);
	b.rec.args[1] = 0x3000;
	b.rec.args[2] = 2;
	b.rec.ret = 10;
	builder__add(&b, 1, 0, iov, sizeof(iov));
	p = builder__add(&b, 1, AUG_P_CUT, "abc", 3);
	p->part = AUG_PART_ITEM;
	p->full_len = 5;
	p = builder__add(&b, 1, 0, NULL, 0);
	p->part = AUG_PART_ITEM + 1;
	p->err = -EFAULT;
	expect_line(&b, FORMAT_WHOLE,
		    "\"syscall\":\"writev\",\"nr\":20,\"args\":{\"fd\":0,\"vec\":["
		    "{\"iov_base\":{\"str\":\"abc\",\"cut\":true},\"iov_len\":5},"
		    "{\"iov_base\":{\"ptr\":\"0x2000\",\"fault\":-14},\"iov_len\":5}],\"vlen\":2},"
		    "\"ret\":10,\"duration_ns\":1000,\"faulted\":[\"vec\"],\"cut\":[\"vec\"]}");
}

/* An array whose end cannot be read has the elements before it. */
static void unread_end_of_an_array__is_an_element(void **state)
{
	const uint64_t iov[5] = { 0x1000, 5, 0x2000, 5, 0x3000 };
	struct record_builder b;
	struct aug_payload *p;

	(void)state;
	builder__init(&b, SYS_writev);
	b.rec.args[1] = 0x3fd8;
	b.rec.args[2] = 4;
	b.rec.ret = -EFAULT;
	p = builder__add(&b, 1, AUG_P_REREAD, iov, sizeof(iov));
	p->full_len = 64;
	p->err = -EFAULT;
	expect_line(
		&b, FORMAT_WHOLE,
		"\"syscall\":\"writev\",\"nr\":20,\"args\":{\"fd\":0,\"vec\":["
		"{\"iov_base\":\"0x1000\",\"iov_len\":5},{\"iov_base\":\"0x2000\",\"iov_len\":5},"
		"{\"ptr\":\"0x3ff8\",\"fault\":-14}],\"vlen\":4},"
		"\"ret\":-1,\"errno\":14,\"error\":\"EFAULT\",\"duration_ns\":1000,"
		"\"faulted\":[\"vec\"]}");
	/* Not even one. */
	p->len = 15;
	b.rec.size = sizeof(b.rec) + sizeof(*p) + 16;
	expect_line(&b, FORMAT_WHOLE,
		    "\"syscall\":\"writev\",\"nr\":20,\"args\":{\"fd\":0,\"vec\":"
		    "{\"ptr\":\"0x3fd8\",\"fault\":-14},\"vlen\":4},"
		    "\"ret\":-1,\"errno\":14,\"error\":\"EFAULT\",\"duration_ns\":1000,"
		    "\"faulted\":[\"vec\"]}");
}

/* A string of argv that cannot be read has its address; and what nanosleep() left alone is not told. */
static void faults__are_named_as_they_are_told(void **state)
{
	const uint64_t address = 0x4000;
	struct record_builder b;
	struct aug_payload *p;

	(void)state;
	builder__init(&b, SYS_execve);
	b.rec.args[1] = 0x1000;
	b.rec.ret = -EFAULT;
	p = builder__add(&b, 1, 0, &address, sizeof(address));
	p->part = AUG_PART_ITEM;
	p->err = -EFAULT;
	builder__add(&b, 1, 0, NULL, 0)->full_len = 1;
	expect_line(
		&b, FORMAT_WHOLE,
		"\"syscall\":\"execve\",\"nr\":59,\"args\":{\"filename\":null,"
		"\"argv\":[{\"ptr\":\"0x4000\",\"fault\":-14}],\"envp\":null},\"ret\":-1,\"errno\":14,\"error\":\"EFAULT\",\"duration_ns\":1000,"
		"\"faulted\":[\"argv\"]}");
	builder__init(&b, SYS_nanosleep);
	b.rec.args[1] = 0x2000;
	b.rec.ret = -EINVAL;
	builder__add(&b, 1, AUG_P_EXIT, NULL, 0)->err = -EFAULT;
	expect_line(
		&b, FORMAT_WHOLE,
		"\"syscall\":\"nanosleep\",\"nr\":35,\"args\":{\"rqtp\":null,\"rmtp\":\"0x2000\"},"
		"\"ret\":-1,\"errno\":22,\"error\":\"EINVAL\",\"duration_ns\":1000}");
}

/* The last argument, and what was read at the exit. */
static void any_argument_of_either_side__is_named(void **state)
{
	static const char head[] =
		"\"syscall\":\"mmap\",\"nr\":9,\"args\":{\"addr\":null,\"len\":0,"
		"\"prot\":\"PROT_NONE\",\"flags\":\"MAP_FILE\",\"fd\":0,\"off\":0},\"ret\":\"0x1000\","
		"\"duration_ns\":1000,";
	const uint8_t sides[] = { 0, AUG_P_EXIT };
	struct record_builder b;
	char expected[400];
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		builder__init(&b, SYS_mmap);
		b.rec.ret = 0x1000;
		builder__add(&b, 5, sides[i], NULL, 0)->err = -EFAULT;
		snprintf(expected, sizeof(expected), "%s\"faulted\":[\"off\"]}", head);
		expect_line(&b, FORMAT_WHOLE, expected);
		builder__init(&b, SYS_mmap);
		b.rec.ret = 0x1000;
		builder__add(&b, 5, sides[i] | AUG_P_CUT, "a", 1)->full_len = 2;
		snprintf(expected, sizeof(expected), "%s\"cut\":[\"off\"]}", head);
		expect_line(&b, FORMAT_WHOLE, expected);
	}
}

static void call_that_waits__has_no_result(void **state)
{
	struct record_builder b;

	(void)state;
	make_openat(&b);
	builder__add(&b, 1, AUG_P_STR, "/a", 2);
	expect_line(&b, FORMAT_WAITING, OPENAT "\"/a\",\"flags\":\"O_RDONLY\"},\"waiting\":true}");
}

static void number_without_a_name__is_told(void **state)
{
	struct record_builder b;

	(void)state;
	builder__init(&b, 500);
	b.rec.args[5] = 6;
	b.rec.ret = -ENOSYS;
	builder__add(&b, 1, 0, NULL, 0)->err = -EFAULT;
	expect_line(&b, FORMAT_WHOLE,
		    "\"syscall\":\"syscall_500\",\"nr\":500,\"args\":{\"arg0\":0,"
		    "\"arg1\":0,\"arg2\":0,\"arg3\":0,\"arg4\":0,"
		    "\"arg5\":6},\"ret\":-1,\"errno\":38,\"error\":\"ENOSYS\","
		    "\"duration_ns\":1000}");
}

/* What a call returns is told by name, too, where it has one. */
static void results__have_names(void **state)
{
	static const char head[] = "\"syscall\":\"fcntl\",\"nr\":72,\"args\":{\"fd\":3,\"cmd\":";
	struct record_builder b;
	char expected[300];

	(void)state;
	builder__init(&b, SYS_fcntl);
	b.rec.args[0] = 3;
	b.rec.args[1] = F_GETFL;
	b.rec.ret = 0100001;
	snprintf(expected, sizeof(expected),
		 "%s\"F_GETFL\"},\"ret\":32769,\"ret_name\":\"O_WRONLY|O_LARGEFILE\","
		 "\"duration_ns\":1000}",
		 head);
	expect_line(&b, FORMAT_WHOLE, expected);
	b.rec.ret = -EBADF;
	snprintf(expected, sizeof(expected),
		 "%s\"F_GETFL\"},\"ret\":-1,\"errno\":9,\"error\":\"EBADF\",\"duration_ns\":1000}",
		 head);
	expect_line(&b, FORMAT_WHOLE, expected);
	b.rec.args[1] = F_GETOWN;
	b.rec.ret = 5;
	snprintf(expected, sizeof(expected), "%s\"F_GETOWN\"},\"ret\":5,\"duration_ns\":1000}",
		 head);
	expect_line(&b, FORMAT_WHOLE, expected);
	builder__init(&b, SYS_sched_getscheduler);
	b.rec.ret = 1;
	expect_line(&b, FORMAT_WHOLE,
		    "\"syscall\":\"sched_getscheduler\",\"nr\":145,\"args\":{\"pid\":0},\"ret\":1,"
		    "\"ret_name\":\"SCHED_FIFO\",\"duration_ns\":1000}");
}

/* The one of call @nr with the arguments and, of number @arg, the bytes that are copied. */
struct typed {
	uint32_t nr;
	uint64_t args[5];
	uint8_t arg, flags;
	uint32_t len;
	uint64_t data[2];
	const char *expected;
};

#define ENDED ",\"ret\":1,\"duration_ns\":1000}"
#define WAIT4 "\"syscall\":\"wait4\",\"nr\":61,\"args\":{\"upid\":5,\"stat_addr\":"
#define WAITED(st, text)                                                   \
	{                                                                  \
		SYS_wait4, { 5, 0x1000 }, 1, AUG_P_EXIT, 4, { st },        \
			WAIT4 text ",\"options\":\"0\",\"ru\":null}" ENDED \
	}

/* What text has in the words of C and of shells. */
static void composed_values__have_types(void **state)
{
	static const struct typed calls[] = {
		WAITED(0x300, "{\"exited\":3}"),
		WAITED(0x8b, "{\"signaled\":\"SIGSEGV\",\"core\":true}"),
		WAITED(0x137f, "{\"stopped\":\"SIGSTOP\"}"),
		WAITED(0x4057f, "{\"stopped\":\"SIGTRAP\",\"event\":\"PTRACE_EVENT_EXEC\"}"),
		WAITED(0x857f, "{\"stopped\":\"SIGTRAP\",\"syscall\":true}"),
		WAITED(0xffff, "{\"continued\":true}"),
		{ SYS_prlimit64,
		  { 5, 3, 0x1000 },
		  2,
		  0,
		  16,
		  { 8388608, UINT64_MAX },
		  "\"syscall\":\"prlimit64\",\"nr\":302,\"args\":{\"pid\":5,"
		  "\"resource\":\"RLIMIT_STACK\",\"new_rlim\":{\"rlim_cur\":8388608,"
		  "\"rlim_max\":\"RLIM64_INFINITY\"},\"old_rlim\":null}" ENDED },
		{ SYS_shmget,
		  { 0x1234, 1, 0600 },
		  .expected = "\"syscall\":\"shmget\",\"nr\":29,\"args\":{\"key\":4660,\"size\":1,"
			      "\"shmflg\":384}" ENDED },
		{ SYS_msgget,
		  { 0, 01600 },
		  .expected = "\"syscall\":\"msgget\",\"nr\":68,\"args\":{\"key\":\"IPC_PRIVATE\","
			      "\"msgflg\":\"IPC_CREAT|0600\"}" ENDED },
		{ SYS_add_key,
		  { [4] = 3 },
		  .expected =
			  "\"syscall\":\"add_key\",\"nr\":248,\"args\":{\"_type\":null,"
			  "\"_description\":null,\"_payload\":null,\"plen\":0,\"ringid\":3}" ENDED },
		{ SYS_add_key,
		  { [4] = (uint32_t)-3 },
		  .expected = "\"syscall\":\"add_key\",\"nr\":248,\"args\":{\"_type\":null,"
			      "\"_description\":null,\"_payload\":null,\"plen\":0,"
			      "\"ringid\":\"KEY_SPEC_SESSION_KEYRING\"}" ENDED },
	};
	struct record_builder b;

	(void)state;
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		builder__init(&b, calls[i].nr);
		memcpy(b.rec.args, calls[i].args, sizeof(calls[i].args));
		b.rec.ret = 1;
		if (calls[i].len)
			builder__add(&b, calls[i].arg, calls[i].flags, calls[i].data, calls[i].len);
		expect_line(&b, FORMAT_WHOLE, calls[i].expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_call__has_no_marks),
		cmocka_unit_test(argument_that_was_read_at_the_exit__is_named),
		cmocka_unit_test(argument_that_is_cut__is_named),
		cmocka_unit_test(argument_that_could_not_be_read__is_named),
		cmocka_unit_test(pieces_of_an_argument__name_it),
		cmocka_unit_test(unread_end_of_an_array__is_an_element),
		cmocka_unit_test(faults__are_named_as_they_are_told),
		cmocka_unit_test(any_argument_of_either_side__is_named),
		cmocka_unit_test(call_that_waits__has_no_result),
		cmocka_unit_test(number_without_a_name__is_told),
		cmocka_unit_test(results__have_names),
		cmocka_unit_test(composed_values__have_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
