// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_decode_noise.c - every row of the table over bytes that mean nothing. */
#include "decode_call.h"

/* A writer that counts: names at the outer level, and the values that follow them. */
struct counts {
	struct out out;
	unsigned int depth;
	unsigned int names;
	unsigned int values;
};

static void count_value(struct out *o)
{
	struct counts *n = (struct counts *)o;

	if (!n->depth)
		n->values++;
}

static void count_begin(struct out *o, enum out_group group)
{
	(void)group;
	count_value(o);
	((struct counts *)o)->depth++;
}

static void count_end(struct out *o, enum out_group group)
{
	(void)group;
	((struct counts *)o)->depth--;
}

static void count_member(struct out *o, const char *name)
{
	struct counts *n = (struct counts *)o;

	assert_non_null(name);
	if (!n->depth) {
		assert_int_equal(n->names, n->values);
		n->names++;
	}
}

static void count_sint(struct out *o, int64_t value)
{
	(void)value;
	count_value(o);
}

static void count_uint(struct out *o, uint64_t value, enum out_base base)
{
	(void)value;
	(void)base;
	count_value(o);
}

static void count_word(struct out *o, const char *text, size_t len)
{
	assert_int_equal(strnlen(text, len), len);
	assert_true(len > 0);
	count_value(o);
}

/* Every byte is looked at, so that the sanitizer sees a wrong length. */
static void count_str(struct out *o, const char *bytes, size_t len, bool cut)
{
	volatile unsigned int sum = 0;

	(void)cut;
	for (size_t i = 0; i < len; i++)
		sum += (unsigned char)bytes[i];
	count_value(o);
}

static void count_ptr(struct out *o, uint64_t addr)
{
	(void)addr;
	count_value(o);
}

static void count_fault(struct out *o, uint64_t addr, int err)
{
	(void)addr;
	assert_true(err < 0);
	count_value(o);
}

static const struct out_ops count_ops = {
	.begin = count_begin,
	.end = count_end,
	.member = count_member,
	.sint = count_sint,
	.uint = count_uint,
	.word = count_word,
	.str = count_str,
	.ptr = count_ptr,
	.fault = count_fault,
};

static uint64_t noise(uint32_t *seed)
{
	static const uint64_t edges[] = { 0, 1, 0x80000000, UINT32_MAX, UINT64_MAX, INT64_MAX };
	uint64_t value = 0;

	for (unsigned int i = 0; i < 4; i++) {
		*seed = *seed * 1103515245 + 12345;
		value = value << 16 | *seed >> 16;
	}
	return value & 1 ? edges[(value >> 8) % ARRAY_SIZE(edges)] : value >> (value >> 8 & 63);
}

static void decode_noise(const struct syscall_desc *desc, unsigned int abi, uint32_t *seed)
{
	struct counts n = { .out.ops = &count_ops };
	uint8_t bytes[140];
	struct call c;

	call__init(&c, abi, desc->name);
	c.rec.ret = (int64_t)noise(seed);
	for (unsigned int i = 0; i < AUG_MAX_ARGS; i++)
		c.rec.args[i] = noise(seed);
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		for (unsigned int when = 0; when < 2; when++) {
			struct payload *p;

			if (!desc->args[i].type->capture || noise(seed) % 4 == 0)
				continue;
			for (size_t b = 0; b < sizeof(bytes); b++)
				bytes[b] = (uint8_t)noise(seed);
			p = call__payload(&c, i, bytes, noise(seed) % sizeof(bytes),
					  when ? AUG_P_EXIT : 0);
			if (noise(seed) % 8 == 0) {
				p->len = 0;
				p->err = -EFAULT;
			}
		}
	}
	n.out.full_names = *seed & 1;
	decode__args(&c.event, desc, &n.out, noise(seed) & 1);
	assert_int_equal(n.depth, 0);
	assert_int_equal(n.names, n.values);
	assert_true(n.names <= desc->nr_args);
	n.names = n.values = 0;
	decode__ret(&c.event, desc, &n.out);
	assert_int_equal(n.values, 1);
	call__free(&c);
}

static int decode_row(const struct syscall_desc *desc, void *ctx)
{
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (unsigned int round = 0; desc->nr[abi] >= 0 && round < 200; round++)
			decode_noise(desc, abi, ctx);
	}
	return 0;
}

static void rows__say_one_value_for_each_name_whatever_the_bytes(void **state)
{
	uint32_t seed = 42;

	(void)state;
	syscalls__for_each(decode_row, &seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows__say_one_value_for_each_name_whatever_the_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
