// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_strace_net.c - sockets, messages and waiting for descriptors in the lines of strace 6.1: options
 * without names, addresses and arrays that end early, what is left of a time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <string.h>
#include <sys/syscall.h>

#include "decode.h"
#include "strace_lines.h"

/* strace has names of these levels alone, and no option is negative. */
static void option_without_a_name__is_a_number(void **state)
{
	static const int levels[] = { 136, 58, 2 };
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	for (size_t i = 0; i < 3; i++) {
		builder__init(&b, SYS_setsockopt);
		b.rec.args[1] = (uint64_t)levels[i];
		b.rec.args[2] = i < 2 ? 1 : UINT64_MAX;
		lines__add(&lines, &b);
	}
	builder__init(&b, SYS_socket);
	b.rec.args[0] = 99;
	b.rec.args[1] = 1;
	b.rec.args[2] = UINT64_MAX;
	lines__add(&lines, &b);
	lines__end(&lines, "setsockopt(0, SOL_UDPLITE, 1, NULL, 0)  = 0\n"
			   "setsockopt(0, SOL_ICMPV6, 1, NULL, 0)   = 0\n"
			   "setsockopt(0, 0x2 /* SOL_?? */, 4294967295, NULL, 0) = 0\n"
			   "socket(0x63 /* AF_??? */, SOCK_STREAM, 18446744073709551615) = 0\n");
}

/* An address of 8 bytes, of which the kernel wrote @room. */
static void received_from(struct lines *lines, uint32_t room)
{
	static const uint8_t address[8] = { 1, 0, 0, 'a', 'b', 'c', 'd', 'e' };
	uint64_t header[7] = { 0x1000, room };
	struct record_builder b;

	builder__init(&b, SYS_recvmsg);
	b.rec.args[1] = 0x2000;
	builder__add(&b, 1, 0, header, sizeof(header));
	header[1] = sizeof(address);
	builder__add(&b, 1, AUG_P_EXIT, header, sizeof(header));
	builder__add(&b, 1, AUG_P_EXIT, address, sizeof(address))->part = AUG_PART_NAME;
	lines__add(lines, &b);
}

static void received_address__is_as_long_as_its_room(void **state)
{
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	received_from(&lines, 1);
	received_from(&lines, 5);
	lines__end(
		&lines,
		"recvmsg(0, {msg_name=0x1000, msg_namelen=1 => 8, msg_iov=NULL, msg_iovlen=0, "
		"msg_controllen=0, msg_flags=0}, 0) = 0\n"
		"recvmsg(0, {msg_name={sa_family=AF_UNIX, sun_path=@\"ab\"}, msg_namelen=5 => 8, "
		"msg_iov=NULL, msg_iovlen=0, msg_controllen=0, msg_flags=0}, 0) = 0\n");
}

/* With MSG_TRUNC, which tells the length of a message of which there was room for a part. */
static void received__is_no_more_than_there_was_room_for(void **state)
{
	static const uint64_t rooms[] = { 3, 0, 8, 20 };
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	for (size_t i = 0; i < 4; i++) {
		builder__init(&b, SYS_recvfrom);
		b.rec.args[1] = 0x1000;
		b.rec.args[2] = rooms[i];
		b.rec.args[3] = 0x20;
		b.rec.ret = 8;
		builder__add(&b, 1, AUG_P_EXIT, "abcSECRE", 8);
		lines__add(&lines, &b);
	}
	lines__end(&lines, "recvfrom(0, \"abc\", 3, MSG_TRUNC, NULL, NULL) = 8\n"
			   "recvfrom(0, \"\", 0, MSG_TRUNC, NULL, NULL) = 8\n"
			   "recvfrom(0, \"abcSECRE\", 8, MSG_TRUNC, NULL, NULL) = 8\n"
			   "recvfrom(0, \"abcSECRE\", 20, MSG_TRUNC, NULL, NULL) = 8\n");
}

static void messages__end_where_they_cannot_be_read(void **state)
{
	static const uint64_t header[8] = {};
	struct record_builder b;
	struct aug_payload *p;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_sendmmsg);
	b.rec.ret = -9;
	b.rec.args[1] = 0x1fc0;
	lines__add(&lines, &b);
	b.rec.args[2] = 3;
	builder__add(&b, 1, 0, header, sizeof(header));
	p = builder__add(&b, 1, 0, NULL, 0);
	p->elem = 1;
	p->err = -14;
	lines__add(&lines, &b);
	lines__end(
		&lines,
		"sendmmsg(0, [], 0, 0)                   = -1 EBADF (Bad file descriptor)\n"
		"sendmmsg(0, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, "
		"msg_controllen=0, msg_flags=0}}, ... /* 0x2000 */], 3, 0) = -1 EBADF (Bad file descriptor)\n");
}

/* What was not in memory at the entry is read once, at the exit. */
static void messages__that_were_read_again_have_their_length(void **state)
{
	static const uint64_t header[8] = { [7] = 5 };
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_sendmmsg);
	b.rec.ret = 1;
	b.rec.args[1] = 0x1000;
	b.rec.args[2] = 1;
	builder__add(&b, 1, AUG_P_REREAD, header, sizeof(header));
	lines__add(&lines, &b);
	lines__end(
		&lines,
		"sendmmsg(0, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, "
		"msg_controllen=0, msg_flags=0}, msg_len=5}], 1, 0) = 1\n");
}

static void time_left__of_messages_stands_behind(void **state)
{
	static const int64_t asked[] = { 0, 1000 }, left[] = { 0, 60 };
	static const uint64_t header[8] = {};
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_recvmmsg);
	b.rec.args[1] = 0x1000;
	lines__add(&lines, &b);
	b.rec.ret = -9;
	lines__add(&lines, &b);
	b.rec.ret = 1;
	b.rec.args[2] = 1;
	b.rec.args[4] = 0x3000;
	builder__add(&b, 1, AUG_P_EXIT, header, sizeof(header));
	builder__add(&b, 4, 0, asked, sizeof(asked));
	builder__add(&b, 4, AUG_P_EXIT, left, sizeof(left));
	lines__add(&lines, &b);
	lines__end(
		&lines,
		"recvmmsg(0, [], 0, 0, NULL)             = 0 (Timeout)\n"
		"recvmmsg(0, 0x1000, 0, 0, NULL)         = -1 EBADF (Bad file descriptor)\n"
		"recvmmsg(0, [{msg_hdr={msg_name=NULL, msg_namelen=0, msg_iov=NULL, msg_iovlen=0, "
		"msg_controllen=0, msg_flags=0}, msg_len=0}], 1, 0, {tv_sec=0, tv_nsec=1000}) "
		"= 1 (left {tv_sec=0, tv_nsec=60})\n");
}

/* A word is copied, but only the first bits are descriptors that are waited for. */
static void descriptors__are_as_many_as_are_looked_at(void **state)
{
	static const uint64_t word = 0x8000000000000013;
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_select);
	b.rec.args[0] = 4;
	b.rec.args[1] = 0x1000;
	builder__add(&b, 1, 0, &word, sizeof(word));
	lines__add(&lines, &b);
	lines__end(&lines, "select(4, [0 1], NULL, NULL, NULL)      = 0 (Timeout)\n");
}

static void polled__are_those_that_are_looked_at(void **state)
{
	static const uint8_t entry[8] = { 255, 255, 255, 255, 1 };
	struct record_builder b;
	struct lines lines;

	(void)state;
	lines__begin(&lines, &strace_plain);
	builder__init(&b, SYS_poll);
	b.rec.args[0] = 0x1000;
	lines__add(&lines, &b);
	b.rec.args[1] = 1;
	builder__add(&b, 0, 0, entry, sizeof(entry));
	lines__add(&lines, &b);
	lines__end(&lines, "poll([], 0, 0)                          = 0 (Timeout)\n"
			   "poll([{fd=-1}], 1, 0)                   = 0 (Timeout)\n");
}

static void note_null(const struct out_fds *fds, int32_t fd, bool at_exit, struct out *o)
{
	(void)fds;
	(void)fd;
	(void)at_exit;
	out__note(o, "</dev/null>", 11);
}

/* What descriptors stand for is told where they are asked for alone. */
static void ready_descriptors__are_numbers(void **state)
{
	static const uint8_t entry[8] = { 3, 0, 0, 0, 1 }, exit[8] = { 3, 0, 0, 0, 1, 0, 1 };
	static const struct text_style style = { .object_open = "{",
						 .object_close = "}",
						 .array_open = "[",
						 .array_close = "]",
						 .separator = ", ",
						 .member_prefix = "",
						 .assign = "=" };
	static const struct out_fds fds = { .note = note_null };
	struct strbuf text = {};
	struct record_builder b;
	struct event event;
	struct out o;

	(void)state;
	builder__init(&b, SYS_poll);
	b.rec.args[0] = 0x1000;
	b.rec.args[1] = 1;
	b.rec.ret = 1;
	builder__add(&b, 0, 0, entry, sizeof(entry));
	builder__add(&b, 0, AUG_P_EXIT, exit, sizeof(exit));
	assert_int_equal(record__parse(&b, b.rec.size, &event), 0);
	out__init_text(&o, &style, &text);
	o.strace = true;
	o.full_names = true;
	o.fds = &fds;
	decode__some_args(&event, syscalls__get(AUG_ABI_NATIVE, SYS_poll), &o, true, 0, 1);
	assert_non_null(strstr(strbuf__cstr(&text), "[{fd=3</dev/null>, events=POLLIN}]"));
	assert_non_null(strstr(strbuf__cstr(&text), "[{fd=3, revents=POLLIN}]"));
	strbuf__free(&text);
}

static size_t times_in(const char *text, const char *word)
{
	size_t nr = 0;

	while ((text = strstr(text, word))) {
		text += strlen(word);
		nr++;
	}
	return nr;
}

static void ready_descriptors__are_as_many_as_those_asked(void **state)
{
	struct pollfd fds[40];
	struct record_builder b;
	struct lines lines;
	const char *text;

	(void)state;
	for (size_t i = 0; i < 40; i++)
		fds[i] = (struct pollfd){ 4, POLLIN, POLLIN };
	builder__init(&b, SYS_poll);
	b.rec.args[0] = 0x1000;
	b.rec.args[1] = 40;
	b.rec.ret = 40;
	builder__add(&b, 0, 0, fds, sizeof(fds));
	builder__add(&b, 0, AUG_P_EXIT, fds, sizeof(fds));
	lines__begin(&lines, &strace_plain);
	lines__add(&lines, &b);
	text = strbuf__cstr(&lines.buf);
	assert_int_equal(times_in(text, "revents=POLLIN}"), 32);
	assert_int_equal(times_in(text, " events=POLLIN}"), 32);
	assert_non_null(strstr(text, "{fd=4, revents=POLLIN}, ...])\n"));
	lines__free(&lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(option_without_a_name__is_a_number),
		cmocka_unit_test(received_address__is_as_long_as_its_room),
		cmocka_unit_test(received__is_no_more_than_there_was_room_for),
		cmocka_unit_test(messages__end_where_they_cannot_be_read),
		cmocka_unit_test(messages__that_were_read_again_have_their_length),
		cmocka_unit_test(time_left__of_messages_stands_behind),
		cmocka_unit_test(descriptors__are_as_many_as_are_looked_at),
		cmocka_unit_test(polled__are_those_that_are_looked_at),
		cmocka_unit_test(ready_descriptors__are_numbers),
		cmocka_unit_test(ready_descriptors__are_as_many_as_those_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
