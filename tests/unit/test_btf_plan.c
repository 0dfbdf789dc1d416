// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_btf_plan.c - BTF made by hand, run over bytes made by hand, as C-like text and as JSON. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/btf.h>
#include <cmocka.h>

#include "btf_plan.h"
#include "btf_spell.h"

static const struct text_style c_style = {
	.object_open = "{ ",
	.object_close = " }",
	.array_open = "{ ",
	.array_close = " }",
	.separator = ", ",
	.member_prefix = ".",
	.assign = " = ",
	.tight_empty = true,
};

struct fixture {
	struct btf *btf;
	int u8, s32, u32, u64, ch, boolean, point;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->btf = btf__new_empty();
	f->u8 = btf__add_int(f->btf, "unsigned char", 1, 0);
	f->s32 = btf__add_int(f->btf, "int", 4, BTF_INT_SIGNED);
	f->u32 = btf__add_int(f->btf, "unsigned int", 4, 0);
	f->u64 = btf__add_int(f->btf, "unsigned long", 8, 0);
	f->ch = btf__add_int(f->btf, "char", 1, BTF_INT_SIGNED);
	f->boolean = btf__add_int(f->btf, "_Bool", 1, BTF_INT_BOOL);
	f->point = btf__add_struct(f->btf, "point", 8);
	btf__add_field(f->btf, "x", f->s32, 0, 0);
	btf__add_field(f->btf, "y", f->s32, 32, 0);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	btf__free(f->btf);
	free(f);
	return 0;
}

static void check_run(const struct btf *btf, int type_id, const void *bytes, size_t len,
		      const char *text, const char *json)
{
	struct strbuf sb = {};
	struct btf_plan *plan;
	struct out o;

	assert_int_equal(btf_plan__new(btf, (uint32_t)type_id, &plan), 0);
	out__init_text(&o, &c_style, &sb);
	btf_plan__run(plan, bytes, len, &o);
	assert_string_equal(strbuf__cstr(&sb), text);
	strbuf__reset(&sb);
	out__init_json_plain(&o, &sb);
	btf_plan__run(plan, bytes, len, &o);
	assert_string_equal(strbuf__cstr(&sb), json);
	strbuf__free(&sb);
	btf_plan__free(plan);
}

static int plan_error(const struct btf *btf, int type_id)
{
	struct btf_plan *plan = NULL;
	int err = btf_plan__new(btf, (uint32_t)type_id, &plan);

	btf_plan__free(plan);
	return err;
}

static void scalars(void **state)
{
	struct fixture *f = *state;
	const int32_t minus = -5;
	const uint64_t big = UINT64_MAX;
	const uint8_t on = 1, wide[16] = { 1, 2, 3 };
	const double real = 1.5;
	int wide_id = btf__add_int(f->btf, "__int128", 16, BTF_INT_SIGNED);
	int real_id = btf__add_float(f->btf, "double", 8);
	int ptr = btf__add_ptr(f->btf, f->s32);
	const uint64_t addr = 0x1234, null = 0;

	check_run(f->btf, f->s32, &minus, 4, "-5", "-5");
	check_run(f->btf, f->u64, &big, 8, "18446744073709551615", "18446744073709551615");
	check_run(f->btf, f->boolean, &on, 1, "true", "true");
	check_run(f->btf, wide_id, wide, 16, "0x30201", "\"0x30201\"");
	check_run(f->btf, real_id, &real, 8, "1.5", "1.5");
	check_run(f->btf, ptr, &addr, 8, "0x1234", "4660");
	check_run(f->btf, ptr, &null, 8, "NULL", "0");
}

static void structs_and_arrays(void **state)
{
	struct fixture *f = *state;
	const int32_t p[] = { 1, -2, 3, 4 };
	int array = btf__add_array(f->btf, f->u32, f->point, 2);
	int row = btf__add_array(f->btf, f->u32, f->s32, 2);
	int grid = btf__add_array(f->btf, f->u32, row, 2);
	int empty = btf__add_struct(f->btf, "empty", 0);

	check_run(f->btf, f->point, p, 8, "{ .x = 1, .y = -2 }", "{\"x\":1,\"y\":-2}");
	check_run(f->btf, array, p, 16, "{ { .x = 1, .y = -2 }, { .x = 3, .y = 4 } }",
		  "[{\"x\":1,\"y\":-2},{\"x\":3,\"y\":4}]");
	check_run(f->btf, grid, p, 16, "{ { 1, -2 }, { 3, 4 } }", "[[1,-2],[3,4]]");
	check_run(f->btf, empty, p, 0, "{}", "{}");
}

static void strings(void **state)
{
	struct fixture *f = *state;
	int chars = btf__add_array(f->btf, f->u32, f->ch, 4);
	int alias = btf__add_typedef(f->btf, "s8", f->ch);
	int numbers = btf__add_array(f->btf, f->u32, alias, 2);
	int bytes = btf__add_array(f->btf, f->u32, f->u8, 2);

	check_run(f->btf, chars, "ab", 4, "\"ab\"", "\"ab\"");
	/* Without an end it is a string for people; bpftool's JSON has numbers. */
	check_run(f->btf, chars, "abcd", 4, "\"abcd\"", "[97,98,99,100]");
	check_run(f->btf, chars, "a\1\0", 4, "{ 97, 1, 0, 0 }", "[97,1,0,0]");
	check_run(f->btf, numbers, "ab", 2, "{ 97, 98 }", "[97,98]");
	check_run(f->btf, bytes, "ab", 2, "{ 97, 98 }", "[97,98]");
	/* An array of strings is no string. */
	check_run(f->btf, btf__add_array(f->btf, f->u32, chars, 2), "ab\0\0cd\0", 8,
		  "{ \"ab\", \"cd\" }", "[\"ab\",\"cd\"]");
}

static void enums(void **state)
{
	struct fixture *f = *state;
	const uint32_t one = 1, three = 3, nine = 9, five = 5, top = 0xfffffffe;
	const uint64_t large = 0x100000000, both = 0x100000000 | 0x80;
	int flags, counts, wide;

	flags = btf__add_enum(f->btf, "flags", 4);
	btf__add_enum_value(f->btf, "READ", 1);
	btf__add_enum_value(f->btf, "WRITE", 2);
	btf__add_enum_value(f->btf, "EXEC", 8);
	counts = btf__add_enum(f->btf, "counts", 4);
	btf__add_enum_value(f->btf, "ZERO", 0);
	btf__add_enum_value(f->btf, "ONE", 1);
	btf__add_enum_value(f->btf, "TWO", 2);
	btf__add_enum_value(f->btf, "THREE", 3);
	btf__add_enum_value(f->btf, "FOUR", 4);
	wide = btf__add_enum64(f->btf, "wide", 8, false);
	btf__add_enum64_value(f->btf, "LARGE", 0x100000000ULL);
	btf__add_enum64_value(f->btf, "SMALL", 0x80);
	check_run(f->btf, flags, &one, 4, "READ", "\"READ\"");
	check_run(f->btf, flags, &three, 4, "READ|WRITE", "3");
	check_run(f->btf, flags, &nine, 4, "READ|EXEC", "9");
	check_run(f->btf, flags, &five, 4, "READ|0x4", "5");
	check_run(f->btf, counts, &three, 4, "THREE", "\"THREE\"");
	check_run(f->btf, counts, &five, 4, "5", "5");
	check_run(f->btf, counts, &top, 4, "4294967294", "-2");
	check_run(f->btf, wide, &large, 8, "LARGE", "\"LARGE\"");
	check_run(f->btf, wide, &both, 8, "LARGE|SMALL", "4294967424");
}

static void bit_fields(void **state)
{
	struct fixture *f = *state;
	/* 3 bits: 5; 5 bits: 17; 7 bits, signed: -43 (0x55) */
	const uint8_t bytes[8] = { 5 | 17 << 3, 0x55 };
	const uint8_t unaligned[16] = { 0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f };
	int id;

	id = btf__add_struct(f->btf, "bits", 8);
	btf__add_field(f->btf, "a", f->u32, 0, 3);
	btf__add_field(f->btf, "b", f->u32, 3, 5);
	btf__add_field(f->btf, "s", f->s32, 8, 7);
	check_run(f->btf, id, bytes, 8, "{ .a = 5, .b = 17, .s = -43 }",
		  "{\"a\":\"0x5\",\"b\":\"0x11\",\"s\":\"0x55\"}");
	/* 64 bits that begin at bit 7: nine bytes. */
	id = btf__add_struct(f->btf, "packed", 16);
	btf__add_field(f->btf, "w", f->u64, 7, 64);
	check_run(f->btf, id, unaligned, 16, "{ .w = 18446744073709551615 }",
		  "{\"w\":\"0xffffffffffffffff\"}");
	/* The last bit of the last byte. */
	id = btf__add_struct(f->btf, "last", 1);
	btf__add_field(f->btf, "z", f->boolean, 7, 1);
	check_run(f->btf, id, unaligned, 1, "{ .z = true }", "{\"z\":\"0x1\"}");
}

static void unions_and_anonymous(void **state)
{
	struct fixture *f = *state;
	const uint32_t words[] = { 7, 0x01020304 };
	int bytes = btf__add_array(f->btf, f->u32, f->u8, 4), u, s;

	u = btf__add_union(f->btf, "", 4);
	btf__add_field(f->btf, "word", f->u32, 0, 0);
	btf__add_field(f->btf, "bytes", bytes, 0, 0);
	s = btf__add_struct(f->btf, "s", 8);
	btf__add_field(f->btf, "n", f->u32, 0, 0);
	btf__add_field(f->btf, "", u, 32, 0);
	check_run(f->btf, s, words, 8, "{ .n = 7, { .word = 16909060, .bytes = { 4, 3, 2, 1 } } }",
		  "{\"n\":7,\"\":{\"word\":16909060,\"bytes\":[4,3,2,1]}}");
}

static void sections(void **state)
{
	struct fixture *f = *state;
	const int32_t bytes[] = { 42, 1, 2 };
	int one = btf__add_var(f->btf, "one", BTF_VAR_GLOBAL_ALLOCATED, f->s32);
	int two = btf__add_var(f->btf, "two", BTF_VAR_GLOBAL_ALLOCATED, f->point);
	int sec = btf__add_datasec(f->btf, ".data", 12);

	btf__add_datasec_var_info(f->btf, one, 0, 4);
	btf__add_datasec_var_info(f->btf, two, 4, 8);
	check_run(f->btf, sec, bytes, 12, "{ .one = 42, .two = { .x = 1, .y = 2 } }",
		  "{\".data\":[{\"one\":42},{\"two\":{\"x\":1,\"y\":2}}]}");
}

static void specials(void **state)
{
	struct fixture *f = *state;
	const uint32_t zero[4] = {};
	int lock, s, tag, kptr;

	lock = btf__add_struct(f->btf, "bpf_spin_lock", 4);
	btf__add_field(f->btf, "val", f->u32, 0, 0);
	tag = btf__add_type_tag(f->btf, "kptr", f->point);
	kptr = btf__add_ptr(f->btf, tag);
	s = btf__add_struct(f->btf, "s", 16);
	btf__add_field(f->btf, "lock", lock, 0, 0);
	btf__add_field(f->btf, "task", kptr, 64, 0);
	check_run(f->btf, s, zero, 16, "{ .lock = <spin lock>, .task = <kptr> }",
		  "{\"lock\":{\"val\":0},\"task\":0}");
}

static void flexible(void **state)
{
	struct fixture *f = *state;
	const uint32_t words[] = { 2, 10, 11 };
	int array = btf__add_array(f->btf, f->u32, f->u32, 0), s;

	s = btf__add_struct(f->btf, "s", 4);
	btf__add_field(f->btf, "n", f->u32, 0, 0);
	btf__add_field(f->btf, "items", array, 32, 0);
	check_run(f->btf, s, words, 12, "{ .n = 2, .items = { 10, 11 } }",
		  "{\"n\":2,\"items\":[10,11]}");
	check_run(f->btf, s, words, 4, "{ .n = 2, .items = {} }", "{\"n\":2,\"items\":[]}");
	/* Padding is no element. */
	s = btf__add_struct(f->btf, "padded", 8);
	btf__add_field(f->btf, "n", f->u32, 0, 0);
	btf__add_field(f->btf, "items", array, 32, 0);
	check_run(f->btf, s, words, 8, "{ .n = 2, .items = {} }", "{\"n\":2,\"items\":[]}");
	check_run(f->btf, s, words, 12, "{ .n = 2, .items = { 10, 11 } }",
		  "{\"n\":2,\"items\":[10,11]}");
}

static void times(void **state)
{
	struct fixture *f = *state;
	int s64 = btf__add_int(f->btf, "long", 8, BTF_INT_SIGNED), s;
	const int64_t late = -1500000000;
	struct strbuf sb = {};
	struct btf_plan *plan;
	struct out o;

	s = btf__add_struct(f->btf, "s", 8);
	btf__add_field(f->btf, "delta_ns", s64, 0, 0);
	assert_int_equal(btf_plan__new(f->btf, (uint32_t)s, &plan), 0);
	btf_plan__set_times(plan, true);
	out__init_text(&o, &c_style, &sb);
	btf_plan__run(plan, &late, 8, &o);
	assert_string_equal(strbuf__cstr(&sb), "{ .delta_ns = -1500000000 <-1.500000000s> }");
	strbuf__free(&sb);
	btf_plan__free(plan);
}

static void cut(void **state)
{
	struct fixture *f = *state;
	const int32_t p[] = { 1, 2, 3, 4 };
	int array = btf__add_array(f->btf, f->u32, f->point, 2);

	check_run(f->btf, f->point, p, 4, "{ .x = 1, ... /* 1 more */ }",
		  "{\"x\":1,\"...\":{\"omitted\":1}}");
	check_run(f->btf, f->point, p, 6, "{ .x = 1, .y = <cut> }", "{\"x\":1,\"y\":null}");
	check_run(f->btf, array, p, 8, "{ { .x = 1, .y = 2 }, ... /* 1 more */ }",
		  "[{\"x\":1,\"y\":2},{\"omitted\":1}]");
	check_run(f->btf, f->s32, p, 0, "<cut>", "null");
}

static void hostile(void **state)
{
	struct fixture *f = *state;
	const uint8_t bytes[64] = {};
	struct strbuf sb = {};
	struct btf_plan *plan;
	struct out o;
	int s, a, i, id;

	/* A type that is not there, a struct in itself, a typedef of itself. */
	assert_int_equal(plan_error(f->btf, 100000), -ENOENT);
	s = btf__add_struct(f->btf, "loop", 8);
	btf__add_field(f->btf, "again", s, 0, 0);
	assert_int_equal(plan_error(f->btf, s), -ELOOP);
	id = btf__add_typedef(f->btf, "me", (int)btf__type_cnt(f->btf));
	assert_int_equal(plan_error(f->btf, id), -ELOOP);
	/* A member behind the end, a bit field across it. */
	s = btf__add_struct(f->btf, "short_one", 4);
	btf__add_field(f->btf, "far", f->u64, 0, 0);
	assert_int_equal(plan_error(f->btf, s), -ERANGE);
	s = btf__add_struct(f->btf, "short_bits", 1);
	btf__add_field(f->btf, "b", f->u32, 6, 3);
	assert_int_equal(plan_error(f->btf, s), -ERANGE);
	/* Deep, also when deep parts were compiled at places that are not. */
	id = f->s32;
	for (i = 0; i < BTF_PLAN_MAX_DEPTH - 2; i++)
		id = btf__add_array(f->btf, f->u32, id, 1);
	assert_int_equal(plan_error(f->btf, id), 0);
	s = btf__add_struct(f->btf, "side", 8);
	btf__add_field(f->btf, "shallow", id, 0, 0);
	for (i = 0; i < 4; i++)
		id = btf__add_array(f->btf, f->u32, id, 1);
	btf__add_struct(f->btf, "both", 16);
	btf__add_field(f->btf, "first", s, 0, 0);
	btf__add_field(f->btf, "then", id, 64, 0);
	assert_int_equal(plan_error(f->btf, (int)btf__type_cnt(f->btf) - 1), -E2BIG);
	/* A name that a terminal would obey. */
	s = btf__add_struct(f->btf, "s", 8);
	btf__add_field(f->btf, "\033[2J", f->u64, 0, 0);
	check_run(f->btf, s, bytes, 8, "{ .(unprintable) = 0 }", "{\"(unprintable)\":0}");
	/* Four thousand million elements of nothing. */
	s = btf__add_struct(f->btf, "nothing", 0);
	a = btf__add_array(f->btf, f->u32, s, UINT32_MAX);
	assert_int_equal(btf_plan__new(f->btf, (uint32_t)a, &plan), 0);
	out__init_json_plain(&o, &sb);
	btf_plan__run(plan, bytes, 0, &o);
	assert_true(sb.len < 100000);
	btf_plan__free(plan);
	strbuf__free(&sb);
	/* A thousand thousand bit fields in four bytes. */
	s = btf__add_struct(f->btf, "fields", 4);
	for (i = 0; i < 1000; i++)
		btf__add_field(f->btf, "b", f->u32, 0, 1);
	id = btf__add_struct(f->btf, "views", 4);
	for (i = 0; i < 1000; i++)
		btf__add_field(f->btf, "v", s, 0, 0);
	assert_int_equal(btf_plan__new(f->btf, (uint32_t)id, &plan), 0);
	out__init_json_plain(&o, &sb);
	btf_plan__run(plan, bytes, 4, &o);
	assert_true(sb.len < 100000);
	btf_plan__free(plan);
	strbuf__free(&sb);
	/* More bytes than there are in the world. */
	a = btf__add_array(f->btf, f->u32, f->u64, UINT32_MAX);
	assert_int_equal(plan_error(f->btf, a), -ERANGE);
}

static void fields(void **state)
{
	struct fixture *f = *state;
	const int32_t bytes[] = { 1, -2, 3, 4 };
	int array = btf__add_array(f->btf, f->u32, f->point, 2);
	struct btf_field field, member;
	struct btf_plan *plan;
	uint64_t value;
	int32_t copy[4];

	assert_int_equal(btf_plan__new(f->btf, (uint32_t)array, &plan), 0);
	field = btf_plan__field(plan);
	assert_int_equal(btf_field__element(&field, 2, &member), -ERANGE);
	assert_int_equal(btf_field__member(&field, "x", 1, &member), -ENOTDIR);
	assert_int_equal(btf_field__element(&field, 0, &member), 0);
	assert_int_equal(btf_field__member(&member, "z", 1, &field), -ENOENT);
	assert_int_equal(btf_field__member(&member, "y", 1, &field), 0);
	assert_int_equal(btf_field__load(&field, bytes, sizeof(bytes), &value), 0);
	assert_int_equal((int64_t)value, -2);
	assert_int_equal(btf_field__load(&field, bytes, 7, &value), -ERANGE);
	memcpy(copy, bytes, sizeof(copy));
	assert_int_equal(btf_field__store(&field, copy, sizeof(copy), (uint64_t)-77), 0);
	assert_int_equal(copy[1], -77);
	assert_int_equal(btf_field__store(&field, copy, sizeof(copy), 1ULL << 40), -ERANGE);
	btf_plan__free(plan);
}

/* Of an __int128: 70 bits at bit 3, then 5 signed ones. */
static void wide_bit_fields(void **state)
{
	struct fixture *f = *state;
	int u128 = btf__add_int(f->btf, "unsigned __int128", 16, 0);
	int s128 = btf__add_int(f->btf, "__int128", 16, BTF_INT_SIGNED);
	int s = btf__add_struct(f->btf, "wide", 16);
	unsigned __int128 value = (unsigned __int128)0x2a << 64 | 0x1122334455667788;
	uint8_t bytes[16];
	struct btf_field root, field;
	struct btf_plan *plan;
	uint64_t small;
	unsigned __int128 wide;

	btf__add_field(f->btf, "w", u128, 3, 70);
	btf__add_field(f->btf, "n", s128, 73, 5);
	value = value << 3 | (unsigned __int128)0x1e << 73;
	memcpy(bytes, &value, 16);
	check_run(f->btf, s, bytes, 16, "{ .w = 0x2a1122334455667788, .n = -2 }",
		  "{\"w\":\"0x2a1122334455667788\",\"n\":\"0x1e\"}");
	check_run(f->btf, s, bytes, 10, "{ .w = 0x2a1122334455667788, .n = -2 }",
		  "{\"w\":\"0x2a1122334455667788\",\"n\":\"0x1e\"}");
	check_run(f->btf, s, bytes, 9, "{ .w = <cut>, ... /* 1 more */ }",
		  "{\"w\":null,\"...\":{\"omitted\":1}}");
	assert_int_equal(btf_plan__new(f->btf, (uint32_t)s, &plan), 0);
	root = btf_plan__field(plan);
	assert_int_equal(btf_field__member(&root, "n", 1, &field), 0);
	assert_int_equal(btf_field__load(&field, bytes, 16, &small), 0);
	assert_int_equal((int64_t)small, -2);
	assert_int_equal(btf_field__member(&root, "w", 1, &field), 0);
	assert_false(btf_field__is_integer(&field));
	assert_int_equal(btf_field__load_wide(&field, bytes, 16, &wide), 0);
	assert_int_equal((uint64_t)(wide >> 64), 0x2a);
	assert_int_equal((uint64_t)wide, 0x1122334455667788);
	assert_int_equal(btf_field__load_wide(&field, bytes, 9, &wide), -ERANGE);
	btf_plan__free(plan);

	/* More bits than the type has. */
	s = btf__add_struct(f->btf, "liar", 16);
	btf__add_field(f->btf, "w", f->u64, 0, 70);
	assert_int_equal(plan_error(f->btf, s), -ERANGE);
}

static void constants_by_nearness(void **state)
{
	struct fixture *f = *state;
	int e = btf__add_enum(f->btf, "state", 4);
	struct strbuf sb = {};
	struct btf_plan *plan;

	btf__add_enum_value(f->btf, "STATE_NEW", 0);
	btf__add_enum_value(f->btf, "STATE_DONE", 1);
	btf__add_enum_value(f->btf, "STATE_RUNNING", 2);
	assert_int_equal(btf_plan__new(f->btf, (uint32_t)e, &plan), 0);
	btf_node__list_constants(btf_plan__root(plan), "STATE_RUNING", 12, &sb, 1);
	assert_string_equal(strbuf__cstr(&sb), "STATE_RUNNING, ...");
	strbuf__reset(&sb);
	btf_node__list_constants(btf_plan__root(plan), "STATE_NEW", 9, &sb, 3);
	assert_string_equal(strbuf__cstr(&sb), "STATE_NEW, STATE_DONE, STATE_RUNNING");
	strbuf__free(&sb);
	btf_plan__free(plan);
}

static void spelling(void **state)
{
	struct fixture *f = *state;
	struct btf *scratch = btf_spell__scratch(f->btf);
	struct strbuf sb = {};
	static const struct {
		const char *text, *name;
		uint64_t size;
	} good[] = {
		{ "struct point", "struct point", 8 },
		{ "struct point[3]", "struct point[3]", 24 },
		{ "const point", "struct point", 8 },
		{ "u32[4]", "unsigned int[4]", 16 },
		{ "u8[2][3]", "unsigned char[2][3]", 6 },
		{ "__u64", "unsigned long long", 8 },
		{ "long unsigned int", "unsigned long", 8 },
		{ "char *", "char *", 8 },
		{ "struct point *[2]", "struct point *[2]", 16 },
		{ "uint16_t", "unsigned short", 2 },
		{ "float", "float", 4 },
		{ "double[2]", "double[2]", 16 },
		{ "long double", "long double", 16 },
		{ "__s8[3]", "signed char[3]", 3 },
		{ "s16", "short", 2 },
		{ "__s64", "long long", 8 },
		{ "unsigned", "unsigned int", 4 },
		{ "size_t[2][2]", "unsigned long[2][2]", 32 },
		{ "unsigned __int128", "unsigned __int128", 16 },
		{ "uintptr_t", "unsigned long", 8 },
		{ "__be32", "unsigned int", 4 },
	};
	static const char *const bad[] = {
		"",  "struct",		 "u32[",	   "u32[]", "u32[2", "u32 x", "void",
		"*", "long long double", "unsigned double"
	};
	struct btf_plan *plan;
	uint32_t id;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(btf_spell__find(scratch, good[i].text, &id, &sb), 0);
		assert_int_equal(btf_plan__new(scratch, id, &plan), 0);
		assert_int_equal(btf_plan__size(plan), good[i].size);
		btf_plan__free(plan);
		strbuf__reset(&sb);
		btf_spell__name(scratch, id, &sb);
		assert_string_equal(strbuf__cstr(&sb), good[i].name);
		strbuf__reset(&sb);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_not_equal(btf_spell__find(scratch, bad[i], &id, &sb), 0);
		assert_true(sb.len > 10);
		strbuf__reset(&sb);
	}
	assert_int_equal(btf_spell__find(scratch, "struct poimt", &id, &sb), -ENOENT);
	assert_non_null(strstr(strbuf__cstr(&sb), "near it: point"));
	strbuf__reset(&sb);
	assert_int_equal(btf_spell__find(scratch, "duoble", &id, &sb), -ENOENT);
	assert_non_null(strstr(strbuf__cstr(&sb), "near it: double"));
	strbuf__free(&sb);
	btf__free(scratch);
}

static void say_number(uint32_t id, struct strbuf *sb)
{
	strbuf__addf(sb, "prog %u", id);
}

static void functions_that_are_programs(void **state)
{
	static const uint64_t ids[] = { 7, 0 };
	struct fixture *f = *state;
	struct strbuf sb = {};
	struct btf_plan *plan;
	struct out o;
	int ptr = btf__add_ptr(f->btf, btf__add_func_proto(f->btf, 0));
	int array = btf__add_array(f->btf, f->u32, ptr, 2);

	assert_int_equal(btf_plan__new(f->btf, (uint32_t)array, &plan), 0);
	btf_plan__set_progs(plan, say_number);
	out__init_text(&o, &c_style, &sb);
	btf_plan__run(plan, ids, sizeof(ids), &o);
	assert_string_equal(strbuf__cstr(&sb), "{ 7 /* prog 7 */, NULL }");
	strbuf__reset(&sb);
	out__init_json_plain(&o, &sb);
	btf_plan__run(plan, ids, sizeof(ids), &o);
	assert_string_equal(strbuf__cstr(&sb), "[7,0]");
	strbuf__free(&sb);
	btf_plan__free(plan);
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(scalars),
		TEST(structs_and_arrays),
		TEST(strings),
		TEST(enums),
		TEST(bit_fields),
		TEST(unions_and_anonymous),
		TEST(sections),
		TEST(specials),
		TEST(flexible),
		TEST(cut),
		TEST(hostile),
		TEST(fields),
		TEST(wide_bit_fields),
		TEST(constants_by_nearness),
		TEST(spelling),
		TEST(times),
		TEST(functions_that_are_programs),
	};

	return cmocka_run_group_tests_name("btf_plan", tests, NULL, NULL);
}
