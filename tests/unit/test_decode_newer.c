// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_decode_newer.c - calls that have come since strace 6.1: requests by their length, answers with texts
 * behind them, chains of contexts; whole, cut, and with lengths and offsets that lead nowhere.
 */
#include "decode_call.h"

#include <stddef.h>

#include "layouts_mounts.h"

/* An answer with @texts behind it. */
static size_t answer(uint8_t *bytes, struct mount_answer head, const char *texts, size_t len)
{
	head.size = (uint32_t)(sizeof(head) + len);
	memcpy(bytes, &head, sizeof(head));
	memcpy(bytes + sizeof(head), texts, len);
	return head.size;
}

static void expect_answer(struct mount_answer head, const char *texts, size_t len, uint64_t room,
			  size_t copied, const char *text)
{
	uint8_t bytes[1024];
	const size_t size = answer(bytes, head, texts, len);
	struct payload *p;
	struct call c;

	native(&c, "statmount");
	c.rec.args[1] = 0x1000;
	c.rec.args[2] = room;
	p = call__payload(&c, 1, bytes, copied < size ? copied : size, AUG_P_EXIT);
	p->full_len = (uint32_t)size;
	if (copied < size)
		p->flags |= AUG_P_CUT;
	if (!strstr(call__text(&c), text))
		fail_msg("%s\nis not in\n%s", text, call__text(&c));
	call__free(&c);
}

static void an_answer__has_what_its_mask_says(void **state)
{
	static const char texts[] = "ext4\0/\0/mnt/\033\0a=1\0b\0";
	const struct mount_answer head = { .mask = 0x20 | 0x8 | 0x10 | 0x400,
					   .fs_type = 0,
					   .mnt_root = 5,
					   .mnt_point = 7,
					   .opt_num = 2,
					   .opt_array = 14 };

	(void)state;
	expect_answer(
		head, texts, sizeof(texts), 1024, 1024,
		"buf: { size: 533, mask: MNT_ROOT|MNT_POINT|FS_TYPE|OPT_ARRAY, fs_type: \"ext4\", "
		"mnt_root: \"/\", mnt_point: \"/mnt/\\33\", opt_num: 2, opt_array: [\"a=1\", \"b\"] }");
	expect_answer(
		(struct mount_answer){
			.mask = 1, .sb_dev_major = 8, .sb_magic = 0xef53, .sb_flags = 1 },
		"", 0, 1024, 1024,
		"buf: { size: 512, mask: SB_BASIC, sb_dev_major: 8, sb_dev_minor: 0, sb_magic: EXT2_SUPER_MAGIC, "
		"sb_flags: RDONLY }");
}

static void texts__that_are_not_there(void **state)
{
	const struct mount_answer lost = { .mask = 0x10, .mnt_point = 0xfffffff0 };
	const struct mount_answer lists = { .mask = 0x400, .opt_num = 0xffffffff, .opt_array = 2 };

	(void)state;
	expect_answer(lost, "/", 2, 1024, 1024, "mnt_point: 0xfffffff0 }");
	/* Of a text without an end what there is. */
	expect_answer((struct mount_answer){ .mask = 0x10 }, "/home", 5, 1024, 1024,
		      "mnt_point: \"/home\"... }");
	expect_answer((struct mount_answer){ .mask = 0x10 }, "/home", 6, 1024, 516,
		      "mnt_point: \"/hom\"..., ... }");
	expect_answer(lists, "x\0a", 4, 1024, 1024,
		      "opt_num: 4294967295, opt_array: [\"a\", ...] }");
	/* The kernel wrote no more than there was room for. */
	expect_answer((struct mount_answer){ .mask = 0x10 }, "/", 2, 514, 1024,
		      "mnt_point: \"/\" }");
	expect_answer((struct mount_answer){ .mask = 0x10 }, "/", 2, 16, 1024,
		      "buf: { size: 514, mask: MNT_POINT, ... }");
	expect_answer((struct mount_answer){ .mask = 0x10 }, "/", 2, 3, 1024, "buf: 0x1000");
}

static void expect_request(const char *name, const void *bytes, size_t len, size_t full_len,
			   const char *text)
{
	struct payload *p;
	struct call c;

	native(&c, name);
	c.rec.args[0] = 0x1000;
	p = call__payload(&c, 0, bytes, len, 0);
	p->full_len = (uint32_t)full_len;
	p->flags |= len < full_len ? AUG_P_CUT : 0;
	if (strncmp(call__text(&c), text, strlen(text)))
		fail_msg("%s\nis not the begin of\n%s", text, call__text(&c));
	call__free(&c);
}

static void a_request__is_as_long_as_it_says(void **state)
{
	uint8_t longer[64] = { 64 };

	(void)state;
	expect_request("statmount", &(struct mount_request){ .size = 24, .mnt_id = 1, .param = 3 },
		       24, 24, "{ req: { size: 24, mnt_id: 0x1, param: SB_BASIC|MNT_BASIC }");
	expect_request("listmount",
		       &(struct mount_request){ .size = 32, .mnt_id = ~0ULL, .mnt_ns_id = 5 }, 32,
		       32, "{ req: { size: 32, mnt_id: ROOT, param: 0, mnt_ns_id: 0x5 }");
	expect_request(
		"listns",
		&(struct ns_request){
			.size = 32, .ns_id = 7, .ns_type = 0x50000000, .user_ns_id = ~0ULL },
		32, 32,
		"{ req: { size: 32, ns_id: 0x7, ns_type: NEWUSER|NEWNET, user_ns_id: CURRENT_USER }");
	expect_request("statmount", &(struct mount_request){ .size = 23, .mnt_id = 1 }, 23, 23,
		       "{ req: { size: 23 }");
	expect_request("statmount", longer, 64, 64,
		       "{ req: { size: 64, mnt_id: 0, param: 0, mnt_ns_id: 0 }");
	longer[63] = 1;
	expect_request("statmount", longer, 64, 64,
		       "{ req: { size: 64, mnt_id: 0, param: 0, mnt_ns_id: 0, ... }");
	expect_request("statmount", longer, 2, 2, "{ req: 0x1000");
}

/* ---- contexts of security modules ---- */

struct context {
	uint64_t id, flags, len, ctx_len;
	char ctx[16];
};

static void expect_contexts(uint64_t flags, const void *before, const void *bytes, size_t len,
			    const char *text)
{
	struct call c;

	native(&c, "lsm_get_self_attr");
	c.rec.args[0] = 100;
	c.rec.args[1] = 0x1000;
	c.rec.args[3] = flags;
	c.full_names = true;
	call__payload(&c, 1, before, 48, 0);
	if (bytes)
		call__payload(&c, 1, bytes, len, AUG_P_EXIT);
	if (!strstr(call__text(&c), text))
		fail_msg("%s\nis not in\n%s", text, call__text(&c));
	call__free(&c);
}

static void contexts__follow_each_other(void **state)
{
	struct context ctx[2] = { { 101, 0, 48, 5, "user" }, { 104, 1, 48, 3, "abc" } };

	(void)state;
	expect_contexts(
		0, ctx, ctx, sizeof(ctx),
		"ctx: [{ id: LSM_ID_SELINUX, flags: 0, len: 48, ctx_len: 5, ctx: \"user\\0\" }, "
		"{ id: LSM_ID_APPARMOR, flags: 0x1, len: 48, ctx_len: 3, ctx: \"abc\" }]");
	expect_contexts(
		1, ctx, ctx + 1, sizeof(ctx[1]),
		"ctx: { id: LSM_ID_SELINUX } => [{ id: LSM_ID_APPARMOR, flags: 0x1, len: 48, ctx_len: 3, ctx: \"abc\" }]");
	expect_contexts(1, ctx, NULL, 0, "ctx: { id: LSM_ID_SELINUX }, flags: LSM_FLAG_SINGLE");
	expect_contexts(0, ctx, NULL, 0, "ctx: 0x1000");
	/* Lengths that lead nowhere end the list. */
	ctx[0].len = 31;
	expect_contexts(0, ctx, ctx, sizeof(ctx),
			"ctx: [{ id: LSM_ID_SELINUX, flags: 0, len: 31, ctx_len: 5 }]");
	ctx[0].len = ~0ULL;
	ctx[0].ctx_len = ~0ULL;
	expect_contexts(
		0, ctx, ctx, 40,
		"ctx: [{ id: LSM_ID_SELINUX, flags: 0, len: 18446744073709551615, ctx_len: 18446744073709551615, "
		"ctx: \"user\\0\\0\\0\\0\" }]");
	expect_contexts(0, ctx, ctx, 31, "ctx: 0x1000");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer__has_what_its_mask_says),
		cmocka_unit_test(texts__that_are_not_there),
		cmocka_unit_test(a_request__is_as_long_as_it_says),
		cmocka_unit_test(contexts__follow_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
