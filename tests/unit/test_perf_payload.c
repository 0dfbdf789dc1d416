// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_perf_payload.c - bytes of perf events: records of the kernel's rings, and what objects for
 * stock perf put behind the arguments of a call; whole, in both layouts, and cut anywhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "perf_payload.h"
#include "perf_rings.h"
#include "strbuf.h"
#include "util.h"

static void put_u32(struct strbuf *sb, uint32_t value)
{
	strbuf__add(sb, (const char *)&value, sizeof(value));
}

static void put_u64(struct strbuf *sb, uint64_t value)
{
	strbuf__add(sb, (const char *)&value, sizeof(value));
}

/* ---- payloads ---- */

static void put_string(struct strbuf *sb, const char *text)
{
	put_u32(sb, (uint32_t)strlen(text) + 1);
	put_u32(sb, 0);
	strbuf__add(sb, text, strlen(text) + 1);
}

static const struct payload *apply(const char *call, struct aug_record *rec, struct event *event,
				   const struct strbuf *sb, unsigned int idx)
{
	*event = (struct event){ .rec = rec };
	perf_payload__apply(syscalls__find(AUG_ABI_NATIVE, call), (const uint8_t *)sb->text,
			    sb->len, event);
	return event__entry(event, idx);
}

static void expect_text(const struct payload *p, const char *text)
{
	assert_non_null(p);
	assert_int_equal(p->len, strlen(text));
	assert_memory_equal(p->data, text, p->len);
	assert_true(p->flags & AUG_P_STR);
}

static void strings_in_their_order(void **state)
{
	struct aug_record rec = { .args = { 1, 2 } };
	struct strbuf sb = {};
	struct event event;

	(void)state;
	put_string(&sb, "/from");
	put_string(&sb, "/to");
	expect_text(apply("rename", &rec, &event, &sb, 0), "/from");
	expect_text(event__entry(&event, 1), "/to");
	/* A NULL pointer has no record. */
	rec.args[0] = 0;
	assert_null(apply("rename", &rec, &event, &sb, 0));
	expect_text(event__entry(&event, 1), "/from");
	strbuf__free(&sb);
}

static void a_fault_leaves_the_engines(void **state)
{
	struct aug_record rec = { .args = { 1, 2 } };
	struct strbuf sb = {};
	struct event event;

	(void)state;
	put_u32(&sb, 0);
	put_u32(&sb, (uint32_t)-EFAULT);
	put_string(&sb, "/to");
	assert_null(apply("rename", &rec, &event, &sb, 0));
	expect_text(event__entry(&event, 1), "/to");
	strbuf__free(&sb);
}

static void addresses_in_both_layouts(void **state)
{
	const uint8_t address[16] = { 2, 0, 0, 9, 127, 0, 0, 1 };
	struct aug_record rec = { .args = { 3, 0x1000, 16 } };
	const struct payload *p;
	struct strbuf sb = {};
	struct event event;

	(void)state;
	strbuf__add(&sb, (const char *)address, sizeof(address));
	put_u32(&sb, 0); /* the kernel's padding */
	p = apply("connect", &rec, &event, &sb, 1);
	assert_non_null(p);
	assert_int_equal(p->len, 16);
	assert_memory_equal(p->data, address, 16);

	strbuf__reset(&sb);
	put_u32(&sb, sizeof(address));
	put_u32(&sb, 0);
	strbuf__add(&sb, (const char *)address, sizeof(address));
	put_u32(&sb, 0);
	p = apply("connect", &rec, &event, &sb, 1);
	assert_non_null(p);
	assert_int_equal(p->len, 16);
	assert_memory_equal(p->data, address, 16);
	strbuf__free(&sb);
}

/* Copies of just the length, so that the sanitizer sees a read past it. */
static void cut_anywhere(void **state)
{
	static const char *const calls[] = { "rename", "connect", "openat", "sendto" };
	struct aug_record rec = { .args = { 1, 2, 16, 4, 5, 16 } };
	struct strbuf sb = {}, part;
	struct event event;
	size_t len, i;

	(void)state;
	put_string(&sb, "/from");
	put_string(&sb, "/to");
	put_u32(&sb, UINT32_MAX);
	for (len = 1; len <= sb.len; len++) {
		part = (struct strbuf){ .text = malloc(len), .len = len };
		memcpy(part.text, sb.text, len);
		for (i = 0; i < ARRAY_SIZE(calls); i++)
			apply(calls[i], &rec, &event, &part, 0);
		free(part.text);
	}
	strbuf__free(&sb);
}

/* ---- records ---- */

static void begin_record(struct strbuf *sb, uint32_t type)
{
	strbuf__reset(sb);
	put_u32(sb, type);
	put_u32(sb, 0);
}

static int parse(struct strbuf *sb, struct perf_record *rec, uint64_t *lost)
{
	struct perf_event_header *header = (void *)sb->text;

	header->size = (uint16_t)sb->len;
	return perf_record__parse((const uint8_t *)sb->text, sb->len, 0, rec, lost);
}

static void put_trailer(struct strbuf *sb)
{
	put_u32(sb, 70);
	put_u32(sb, 71);
	put_u64(sb, 72);
	put_u64(sb, 1);
	put_u64(sb, 73);
}

static void samples(void **state)
{
	struct perf_record rec;
	struct strbuf sb = {};
	uint64_t lost;

	(void)state;
	begin_record(&sb, PERF_RECORD_SAMPLE);
	put_u64(&sb, 11);
	put_u32(&sb, 12);
	put_u32(&sb, 13);
	put_u64(&sb, 14);
	put_u64(&sb, 1);
	put_u64(&sb, 5000); /* the period */
	put_u32(&sb, 4);
	put_u32(&sb, 0x64636261);
	assert_int_equal(parse(&sb, &rec, &lost), 0);
	assert_int_equal(rec.id, 11);
	assert_int_equal(rec.pid, 12);
	assert_int_equal(rec.tid, 13);
	assert_int_equal(rec.time_ns, 14);
	assert_int_equal(rec.cpu, 1);
	assert_int_equal(rec.raw_size, 4);
	assert_memory_equal(rec.raw, "abcd", 4);
	sb.len--; /* the raw bytes go past the end */
	assert_int_equal(parse(&sb, &rec, &lost), -EBADMSG);
	strbuf__free(&sb);
}

static void side_band(void **state)
{
	struct perf_record rec;
	struct strbuf sb = {};
	uint64_t lost;

	(void)state;
	begin_record(&sb, PERF_RECORD_FORK);
	put_u32(&sb, 5);
	put_u32(&sb, 6);
	put_u32(&sb, 7);
	put_u32(&sb, 8);
	put_u64(&sb, 9);
	put_trailer(&sb);
	assert_int_equal(parse(&sb, &rec, &lost), 0);
	assert_int_equal(rec.pid, 5);
	assert_int_equal(rec.tid, 7);
	assert_int_equal(rec.parent_tid, 8);
	assert_int_equal(rec.time_ns, 72);

	begin_record(&sb, PERF_RECORD_LOST);
	put_u64(&sb, 1);
	put_u64(&sb, 42);
	put_trailer(&sb);
	assert_int_equal(parse(&sb, &rec, &lost), -ENOMSG);
	assert_int_equal(lost, 42);

	begin_record(&sb, PERF_RECORD_COMM);
	put_u32(&sb, 5);
	put_u32(&sb, 6);
	strbuf__add(&sb, "name\0\0\0", 8);
	put_trailer(&sb);
	assert_int_equal(parse(&sb, &rec, &lost), 0);
	assert_int_equal(rec.text_len, 4);
	begin_record(&sb, PERF_RECORD_COMM);
	put_u64(&sb, 0);
	assert_int_equal(parse(&sb, &rec, &lost), -EBADMSG);
	strbuf__free(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_in_their_order),
		cmocka_unit_test(a_fault_leaves_the_engines),
		cmocka_unit_test(addresses_in_both_layouts),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(samples),
		cmocka_unit_test(side_band),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
