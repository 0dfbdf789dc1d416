// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_decode_dm.c - ioctls of the device mapper: what stands behind the header, whole, cut, and with counts and
 * places that lead nowhere. tests/live/strace_names.sh holds strace's lines to strace.
 */
#include "decode_call.h"

#include <linux/dm-ioctl.h>
#include <sys/ioctl.h>

#define ROOM 1024
#define START sizeof(struct dm_ioctl)

struct buffer {
	uint8_t bytes[ROOM];
};

static struct dm_ioctl *head_of(struct buffer *b)
{
	return (struct dm_ioctl *)b->bytes;
}

static struct buffer empty(void)
{
	struct buffer b = {};

	*head_of(&b) = (struct dm_ioctl){ .version = { 4, 48, 0 },
					  .data_size = ROOM,
					  .data_start = START };
	return b;
}

static void put_target(struct buffer *b, size_t at, uint64_t start, uint32_t next, const char *text)
{
	struct dm_target_spec *t = (struct dm_target_spec *)(b->bytes + START + at);

	*t = (struct dm_target_spec){ .sector_start = start, .length = 8, .next = next };
	strcpy(t->target_type, "linear");
	strcpy((char *)(t + 1), text);
}

/* Of @cmd with @asked, of which @copied bytes are there, and @left after it unless that is NULL. */
static void make_call(struct call *c, unsigned int cmd, const struct buffer *asked, size_t copied,
		      const struct buffer *left)
{
	struct payload *p;

	native(c, "ioctl");
	c->rec.args[0] = 3;
	c->rec.args[1] = cmd;
	c->rec.args[2] = 0x1000;
	p = call__payload(c, 2, asked->bytes, copied, 0);
	p->full_len = ROOM;
	if (copied < ROOM)
		p->flags |= AUG_P_CUT;
	if (left)
		call__payload(c, 2, left->bytes, ROOM, AUG_P_EXIT);
	else
		c->rec.ret = -ENXIO;
}

static void expect_arg(unsigned int cmd, const struct buffer *asked, size_t copied,
		       const struct buffer *left, const char *text)
{
	char whole[2048];
	struct call c;

	make_call(&c, cmd, asked, copied, left);
	snprintf(whole, sizeof(whole), "arg: %s }", text);
	if (!strstr(call__text(&c), whole))
		fail_msg("%s\nis not in\n%s", whole, call__text(&c));
	call__free(&c);
}

#define HEAD "{ version: [4, 48, 0], data_size: 1024"
#define HEAD_DATA HEAD ", data_start: 312"

/* Of a table that is loaded each says how far the next one is; of one that is told, how far from the first. */
static void a_table__is_there_as_it_is_loaded_and_as_it_is_told(void **state)
{
	struct buffer b = empty();

	(void)state;
	head_of(&b)->target_count = 3;
	strcpy(head_of(&b)->name, "vol");
	put_target(&b, 0, 0, 64, "8:1 0");
	put_target(&b, 64, 8, 64, "8:2 0");
	put_target(&b, 128, 16, 0, "");
	expect_arg(DM_TABLE_LOAD, &b, ROOM, NULL,
		   HEAD_DATA
		   ", name: \"vol\", target_count: 3, flags: 0, data: [{ sector_start: 0, "
		   "length: 8, target_type: \"linear\", string: \"8:1 0\" }, "
		   "{ sector_start: 8, length: 8, target_type: \"linear\", string: \"8:2 0\" }, "
		   "{ sector_start: 16, length: 8, target_type: \"linear\", string: \"\" }] }");
	/* What stands there before a status is asked for is no answer; afterwards it is one, though it is the same. */
	put_target(&b, 64, 8, 128, "8:2 0");
	expect_arg(DM_TABLE_STATUS, &b, ROOM, NULL, HEAD_DATA ", name: \"vol\", flags: 0 }");
	expect_arg(
		DM_TABLE_STATUS, &b, ROOM, &b,
		HEAD_DATA
		", name: \"vol\", target_count: 3, open_count: 0, event_nr: 0, flags: 0, "
		"data: [{ sector_start: 0, length: 8, status: 0, target_type: \"linear\", string: \"8:1 0\" }, "
		"{ sector_start: 8, length: 8, status: 0, target_type: \"linear\", string: \"8:2 0\" }, "
		"{ sector_start: 16, length: 8, status: 0, target_type: \"linear\", string: \"\" }] }");
}

static void what_changed__has_both_sides(void **state)
{
	struct buffer asked = empty(), left = empty();
	uint8_t *at = left.bytes + START;

	(void)state;
	head_of(&left)->flags = DM_UUID_FLAG;
	memcpy(at, &(struct dm_name_list){ .dev = 0xfd01, .next = 24 }, 12);
	strcpy((char *)at + 12, "abc");
	at[16] = 5;
	memcpy(at + 24, &(struct dm_name_list){ .dev = 0xfd02 }, 12);
	strcpy((char *)at + 36, "d\033");
	expect_arg(
		DM_LIST_DEVICES, &asked, ROOM, &left,
		HEAD_DATA
		", flags: 0 } => " HEAD_DATA
		", flags: UUID_FLAG, data: [{ dev: makedev(0xfd, 0x1), name: \"abc\", event_nr: 5 }, "
		"{ dev: makedev(0xfd, 0x2), name: \"d\\33\" }] }");
}

static void what_is_not_there__is_said(void **state)
{
	struct buffer b = empty();

	(void)state;
	head_of(&b)->target_count = 0xffffffff;
	put_target(&b, 0, 0, 8, "");
	expect_arg(DM_TABLE_LOAD, &b, ROOM, NULL,
		   HEAD_DATA ", target_count: 4294967295, flags: 0, data: [{ sector_start: 0, "
			     "length: 8, target_type: \"linear\", string: \"\" }, <misplaced>] }");
	put_target(&b, 0, 0, 512, "8:1");
	/* Of the copy the second has been cut off, or the text of the first. */
	expect_arg(DM_TABLE_LOAD, &b, START + 512, NULL,
		   HEAD_DATA ", target_count: 4294967295, flags: 0, data: [{ sector_start: 0, "
			     "length: 8, target_type: \"linear\", string: \"8:1\" }, ...] }");
	expect_arg(DM_TABLE_LOAD, &b, START + 42, NULL,
		   HEAD_DATA ", target_count: 4294967295, flags: 0, data: [{ sector_start: 0, "
			     "length: 8, target_type: \"linear\", string: \"8:\"... }, ...] }");
	expect_arg(DM_TABLE_LOAD, &b, START + 40, NULL,
		   HEAD_DATA ", target_count: 4294967295, flags: 0, data: [{ sector_start: 0, "
			     "length: 8, target_type: \"linear\", string: 0x1160 }, ...] }");
	head_of(&b)->data_start = 0xffffffff;
	expect_arg(DM_TARGET_MSG, &b, ROOM, NULL,
		   HEAD ", data_start: 4294967295, flags: 0, data: [<misplaced>] }");
	head_of(&b)->data_size = 20;
	expect_arg(DM_TARGET_MSG, &b, ROOM, NULL, "{ version: [4, 48, 0], data_size: 20 }");
	head_of(&b)->version[0] = 5;
	expect_arg(DM_TARGET_MSG, &b, ROOM, NULL, "{ version: [5, 48, 0], ... }");
	expect_arg(DM_TARGET_MSG, &b, START - 8, NULL, "0x1000");
}

/* Numbers that are small, at a border, or anything. */
static uint32_t odd(uint32_t *seed)
{
	static const uint32_t odds[] = { 0, 1, 8, 12, 16, 40, 41, 304, 305, 312, 1000, ROOM, ~0u };

	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 28 ? odds[(*seed >> 8) % ARRAY_SIZE(odds)] : *seed >> 3;
}

static void fill(struct buffer *b, uint32_t *seed)
{
	*b = empty();
	for (size_t i = START; i < ROOM; i += sizeof(uint32_t)) {
		const uint32_t value = odd(seed);

		memcpy(b->bytes + i, &value, sizeof(value));
	}
	head_of(b)->data_size = odd(seed) % 4 ? ROOM : odd(seed);
	head_of(b)->data_start = odd(seed) % 4 ? START + odd(seed) % 16 : odd(seed);
	head_of(b)->target_count = odd(seed);
	head_of(b)->flags = odd(seed);
}

/* The sanitizers look on; payloads end where their bytes do. */
static void bytes_that_mean_nothing__are_told(void **state)
{
	struct buffer asked, left;
	struct strbuf sb = {};
	uint32_t seed = 7;
	struct call c;
	struct out o;

	(void)state;
	for (unsigned int i = 0; i < 20000; i++) {
		fill(&asked, &seed);
		fill(&left, &seed);
		make_call(&c, _IOWR(DM_IOCTL, i % 18, struct dm_ioctl), &asked,
			  305 + odd(&seed) % (ROOM - 304), i % 3 ? &left : NULL);
		for (unsigned int format = 0; format < 3; format++) {
			sb.len = 0;
			out__init_text(&o, &style, &sb);
			o.strace = format;
			o.limits_strings = format;
			o.string_limit = 32;
			o.verbose = format == 2;
			decode__args(&c.event, c.desc, &o, false);
			assert_int_equal(strbuf__error(&sb), 0);
			assert_int_equal(o.depth, 0);
			assert_true(sb.len > 0);
		}
		call__free(&c);
	}
	strbuf__free(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table__is_there_as_it_is_loaded_and_as_it_is_told),
		cmocka_unit_test(what_changed__has_both_sides),
		cmocka_unit_test(what_is_not_there__is_said),
		cmocka_unit_test(bytes_that_mean_nothing__are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
