// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_filter_numbers.c - numbers that filters compare: how wide they are, with or without a sign, in one register or two. */
#include "filter_made.h"

/* Only the low half of such a register counts; -1 is that of 32 bits. */
static void check_widths(void **state)
{
	struct made m;
	struct call c;

	(void)state;
	call__init(&c, AUG_ABI_NATIVE, "close");
	c.rec.args[0] = 0xabcdef0000000003;
	made__init(&m, "fd == 3");
	assert_true(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_NATIVE, "setuid");
	c.rec.args[0] = 0xffffffff;
	made__init(&m, "setuid.uid == -1");
	assert_true(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_COMPAT, "read");
	c.rec.args[2] = 0xfffffff0;
	made__init(&m, "count > 4g - 20");
	assert_true(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_NATIVE, "read");
	c.rec.args[2] = 10;
	c.rec.ret = 3;
	made__init(&m, "ret < count && !(count < ret)");
	assert_true(keeps(&m, &c));
	c.rec.ret = 10;
	assert_false(keeps(&m, &c));
	c.rec.ret = -EINTR;
	assert_true(keeps(&m, &c));
	made__free(&m);
}

/* Of 32-bit programs the lines show one number where there are two registers; and so has the filter. */
static void check_pairs(void **state)
{
	struct made m;
	struct call c;

	(void)state;
	call__init(&c, AUG_ABI_COMPAT, "pread64");
	c.rec.args[3] = 8;
	c.rec.args[4] = 5;
	made__init(&m, "pread64.poslo == 21474836488");
	assert_true(keeps(&m, &c));
	made__free(&m);
	made__init(&m, "pread64.poslo == 8 || pread64.poslo + 0 < 4g");
	assert_false(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_COMPAT, "_llseek");
	c.rec.args[1] = 0xffffffff;
	c.rec.args[2] = 0xfffffffb;
	made__init(&m, "_llseek.offset_low == -5 && _llseek.offset_low < 0");
	assert_true(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_NATIVE, "lseek");
	c.rec.args[1] = (uint64_t)-5;
	made__init(&m, "lseek.offset < 0");
	assert_true(keeps(&m, &c));
	made__free(&m);
}

/* The engine compares both halves, so that what the kernel counts can be asked for by them. */
static void check_halves(void **state)
{
	static const int64_t numbers[] = {
		0,
		5,
		8,
		-1,
		-5,
		1LL << 31,
		(1LL << 32) - 1,
		1LL << 32,
		(1LL << 32) + 8,
		-(1LL << 32),
		-(1LL << 32) - 8,
		INT64_MAX,
		-INT64_MAX,
	};
	static const char *const ops[] = { "==", "!=", "<", "<=", ">", ">=" };
	struct made m;
	struct call c;
	char text[96];

	(void)state;
	call__init(&c, AUG_ABI_COMPAT, "pread64");
	for (size_t i = 0; i < ARRAY_SIZE(numbers) * ARRAY_SIZE(ops); i++) {
		const int64_t right = numbers[i / ARRAY_SIZE(ops)];
		const size_t op = i % ARRAY_SIZE(ops);

		snprintf(text, sizeof(text), "pread64.poslo %s %lld", ops[op], (long long)right);
		made__init(&m, text);
		assert_false(m.program.by_user);
		for (size_t k = 0; k < ARRAY_SIZE(numbers); k++) {
			const int64_t left = numbers[k];
			const bool wanted[] = { left == right, left != right,
						left<right, left <= right, left> right,
						left >= right };

			c.rec.args[3] = (uint32_t)left;
			c.rec.args[4] = (uint64_t)left >> 32;
			if (keeps(&m, &c) != wanted[op])
				fail_msg("%lld: %s", (long long)left, text);
		}
		made__free(&m);
	}
	/* A mask, also one that takes from both; and the upper half in the argument before. */
	made__init(&m, "pread64.poslo & 0x100000008");
	c.rec.args[3] = 7;
	c.rec.args[4] = 2;
	assert_false(keeps(&m, &c));
	c.rec.args[4] = 3;
	assert_true(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_COMPAT, "_llseek");
	c.rec.args[1] = 1;
	c.rec.args[2] = 16;
	made__init(&m, "_llseek.offset_low == 0x100000010");
	assert_true(keeps(&m, &c));
	made__free(&m);
	/* Numbers of the other kind, which have the same bits as one of this. */
	call__init(&c, AUG_ABI_COMPAT, "lookup_dcookie");
	c.rec.args[0] = 0xfffffffb;
	c.rec.args[1] = 0xffffffff;
	made__init(&m, "lookup_dcookie.cookie_lo == -5 || lookup_dcookie.cookie_lo < 0");
	assert_false(keeps(&m, &c));
	made__free(&m);
	made__init(&m, "lookup_dcookie.cookie_lo > 0x7fffffffffffffff");
	assert_true(keeps(&m, &c));
	made__free(&m);
	call__init(&c, AUG_ABI_COMPAT, "pread64");
	c.rec.args[3] = 0xfffffffb;
	c.rec.args[4] = 0xffffffff;
	made__init(&m, "pread64.poslo == 0xfffffffffffffffb");
	assert_false(keeps(&m, &c));
	made__free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_widths),
		cmocka_unit_test(check_pairs),
		cmocka_unit_test(check_halves),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
