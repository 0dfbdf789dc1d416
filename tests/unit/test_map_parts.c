// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_map_parts.c - the parts of dump-map that need no map: keys as text, JSON read back, folds,
 * sorting.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "btf_spell.h"
#include "ksyms.h"
#include "log.h"
#include "map_fixture.h"
#include "map_fold.h"
#include "map_json.h"
#include "map_key.h"
#include "map_query.h"
#include "map_sort.h"
#include "map_write.h"

static int setup(void **state)
{
	*state = map_fixture__new();
	log__set_level(LOG_ERR);
	return 0;
}

static int teardown(void **state)
{
	map_fixture__free(*state);
	return 0;
}

static void keys(void **state)
{
	struct fixture *f = *state;
	static const struct {
		const char *text;
		struct thing want;
	} good[] = {
		{ "{ 7, \"ab\", BLUE, -2 }", { 7, "ab", 5, -2 } },
		{ "7, \"ab\", 3", { 7, "ab", 3, 0 } },
		{ ".n = -9, .name = \"x\\\"y\"", { 0, "x\"y", 0, -9 } },
		{ "{ .color = RED }", { 0, "", 3, 0 } },
		{ "{ 1k, abcd }", { 1024, "abcd", 0, 0 } },
		{ "hex:0100000061620000 0500000000000000", { 1, "ab", 5, 0 } },
		{ "{ 0xffffffff, \"\", 0, 0xffffffff }", { UINT32_MAX, "", 0, -1 } },
		{ "{ 7, { -1, 1, 34, 0xff }, BLUE, 0 }", { 7, "\xff\1\"\xff", 5, 0 } },
		{ ".name = { 9 }", { 0, "\t", 0, 0 } },
		{ ".name = \"a\\t\\n\\\\\"", { 0, "a\t\n\\", 0, 0 } },
		{ ".name = \"\\x1b\\0337\\377\"", { 0, "\33\0337\377", 0, 0 } },
	};
	static const char *const bad[] = {
		"{ 7",
		"{ 7, \"ab }",
		"{ 1, \"a\", 3, 4, 5 }",
		"{ .x = 1 }",
		"{ x }",
		"{ 1 } 2",
		"{ 0x1ffffffff }",
		"{ 1, \"abcde\" }",
		"hex:01",
		"hex:zz",
		"{ .id 3 }",
		"{ 1, b, GREEN }",
		".name = \"\\x1\"",
		".name = \"\\",
		".name = { a }",
		".name = { 1, 2, 3, 4, 5 }",
	};
	struct strbuf error = {};
	struct thing got;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		if (map_key__parse(&f->map, &f->types.key, good[i].text, (uint8_t *)&got, &error))
			fail_msg("%s: %s", good[i].text, strbuf__cstr(&error));
		if (memcmp(&got, &good[i].want, sizeof(got)))
			fail_msg("%s: other bytes", good[i].text);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		strbuf__reset(&error);
		if (!map_key__parse(&f->map, &f->types.key, bad[i], (uint8_t *)&got, &error))
			fail_msg("should be wrong: %s", bad[i]);
		assert_true(error.len > 5);
	}
	strbuf__free(&error);
}

/* Keys of one number: their bytes are those of @want. */
static void check_number(struct fixture *f, const char *spelling, const char *text,
			 const void *want)
{
	struct btf *scratch = btf_spell__scratch(f->btf);
	struct map_type type = { .btf = scratch };
	struct strbuf error = {};
	struct map map = f->map;
	uint8_t got[16];

	assert_int_equal(btf_spell__find(scratch, spelling, &type.type_id, &error), 0);
	assert_int_equal(btf_plan__new(scratch, type.type_id, &type.plan), 0);
	map.info.key_size = (uint32_t)btf_plan__size(type.plan);
	if (map_key__parse(&map, &type, text, got, &error))
		assert_null(want);
	else
		assert_memory_equal(got, want, map.info.key_size);
	strbuf__free(&error);
	btf_plan__free(type.plan);
	btf__free(scratch);
}

static void large_keys(void **state)
{
	struct fixture *f = *state;
	const unsigned __int128 wide = ((unsigned __int128)1 << 100) + 5;
	const __int128 minus = -2;
	const double real = -0.1;
	const float narrow = 0.1F;

	check_number(f, "u128", "0x10000000000000000000000005", &wide);
	check_number(f, "u128", "1267650600228229401496703205381", &wide);
	check_number(f, "u128", "-1", NULL);
	check_number(f, "u128", "1.5", NULL);
	check_number(f, "s128", "-2", &minus);
	check_number(f, "s128", "0xfffffffffffffffffffffffffffffffe", &minus);
	check_number(f, "s128", "-0xfffffffffffffffffffffffffffffffe", NULL);
	check_number(f, "double", "-0.1", &real);
	check_number(f, "double", "-0.1x", NULL);
	check_number(f, "float", "0.10000000149011612", &narrow);
	check_number(f, "float", "0.1", &narrow);
}

static void addresses(void **state)
{
	const struct map_type none = {};
	struct map map = { .info = { .type = BPF_MAP_TYPE_LPM_TRIE, .key_size = 8 } };
	struct strbuf error = {};
	uint8_t got[20];

	(void)state;
	assert_int_equal(map_key__parse(&map, &none, "10.1.0.0/16", got, &error), 0);
	assert_memory_equal(got, "\20\0\0\0\12\1\0\0", 8);
	assert_int_equal(map_key__parse(&map, &none, "10.1.2.3", got, &error), 0);
	assert_int_equal(got[0], 32);
	assert_int_equal(map_key__parse(&map, &none, "10.1.0.0/33", got, &error), -EINVAL);
	assert_string_equal(strbuf__cstr(&error),
			    "the prefix is longer than the address, which has 32 bits");
	strbuf__reset(&error);
	assert_int_equal(map_key__parse(&map, &none, "10.1.0.0/99999999999999999999", got, &error),
			 -EINVAL);
	assert_non_null(strstr(strbuf__cstr(&error), "has 32 bits"));
	strbuf__reset(&error);
	assert_int_equal(map_key__parse(&map, &none, "10.1.0.0/x", got, &error), -EINVAL);
	assert_string_equal(strbuf__cstr(&error),
			    "a length from 0 to 32 bits is expected behind the '/'");
	assert_int_equal(map_key__parse(&map, &none, "10.1.0.0/0", got, &error), 0);
	assert_int_equal(got[0], 0);
	map.info.key_size = 20;
	assert_int_equal(map_key__parse(&map, &none, "fe80::/10", got, &error), 0);
	assert_int_equal(got[4], 0xfe);
	strbuf__free(&error);
}

static int append_leaf(void *ctx, const char *path, struct map_json_slice leaf)
{
	strbuf__addf(ctx, "%s=%.*s;", path, (int)leaf.len, leaf.text);
	return 0;
}

static void json(void **state)
{
	static const char *const bad[] = { "{",	   "[1,]",	 "{\"a\"}",	   "{\"a\":}",
					   "\"x",  "[1 2]",	 "{1:2}",	   "\"\\",
					   "[1]]", "{\"a\":1,}", "\"\\\033[31m\"", "\"\\x41\"" };
	char text[] = " [ { \"key\" : 1 , \"value\" : { \"a\" : [ 1 , { \"b\" : \"x y\" } ] , \"\" "
		      ": { \"c\" : -1.5 } } } ]\n{}\n";
	struct map_json_slice entry, value;
	struct strbuf sb = {};
	char copy[32];
	const char *at;
	size_t pos, i;
	long len;

	(void)state;
	len = map_json__minify(text, strlen(text), &pos);
	assert_true(len > 0);
	at = text + 1;
	assert_true(map_json__next(&at, text + len, &entry));
	value = map_json__member(entry, "value");
	assert_int_equal(map_json__for_each_leaf(value, "value", append_leaf, &sb), 0);
	assert_string_equal(strbuf__cstr(&sb), "value.a[0]=1;value.a[1].b=\"x y\";value.c=-1.5;");
	assert_null(map_json__member(entry, "valu").text);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		strcpy(copy, bad[i]);
		if (map_json__minify(copy, strlen(copy), &pos) != -EINVAL)
			fail_msg("should be wrong: %s", bad[i]);
	}
	strbuf__free(&sb);
}

static void folds(void **state)
{
	struct fixture *f = *state;
	const struct thing cpus[] = { { 0, "", 0, 0 },
				      { 10, "one", 3, -5 },
				      { UINT32_MAX - 4, "two", 5, 7 } };
	struct map_folder *folder;
	struct thing got;

	assert_int_equal(map_folder__new(&f->types.value, 16, MAP_FOLD_SUM, &folder), 0);
	memcpy(&got, map_folder__fold(folder, (const uint8_t *)cpus, 16, 2), sizeof(got));
	assert_int_equal(got.id, 10);
	assert_int_equal(got.n, -5);
	/* What cannot be added up is that of the first CPU with a value. */
	assert_string_equal(got.name, "one");
	assert_int_equal(map_folder__nr_saturated(folder), 0);
	memcpy(&got, map_folder__fold(folder, (const uint8_t *)cpus, 16, 3), sizeof(got));
	assert_int_equal(got.id, UINT32_MAX);
	assert_int_equal(map_folder__nr_saturated(folder), 1);
	map_folder__free(folder);
	assert_int_equal(map_folder__new(&f->types.value, 16, MAP_FOLD_MAX, &folder), 0);
	memcpy(&got, map_folder__fold(folder, (const uint8_t *)cpus, 16, 3), sizeof(got));
	assert_int_equal(got.n, 7);
	memcpy(&got, map_folder__fold(folder, (const uint8_t *)(cpus + 1), 16, 1), sizeof(got));
	assert_int_equal(got.n, -5);
	map_folder__free(folder);
	assert_int_equal(map_folder__new(&f->types.value, 16, MAP_FOLD_AVG, &folder), 0);
	memcpy(&got, map_folder__fold(folder, (const uint8_t *)cpus, 16, 2), sizeof(got));
	assert_int_equal(got.id, 5);
	map_folder__free(folder);
}

static int collect(void *ctx, const struct map_row *row)
{
	strbuf__addf(ctx, "%d ", ((const struct thing *)(const void *)row->value)->n);
	return 0;
}

/* The first view of a union is added up; its other views are not added up once more. */
static void fold_of_union(void **state)
{
	struct fixture *f = *state;
	int u32 = btf__find_by_name(f->btf, "unsigned int");
	int u8 = btf__add_int(f->btf, "unsigned char", 1, 0);
	int bytes = btf__add_array(f->btf, u32, u8, 4), u = btf__add_union(f->btf, "u", 4);
	const uint32_t values[2][2] = { { 200 }, { 200 } };
	struct map_type type = {};
	struct map_folder *folder;
	uint32_t got;

	btf__add_field(f->btf, "word", u32, 0, 0);
	btf__add_field(f->btf, "bytes", bytes, 0, 0);
	assert_int_equal(btf_plan__new(f->btf, (uint32_t)u, &type.plan), 0);
	assert_int_equal(map_folder__new(&type, 4, MAP_FOLD_SUM, &folder), 0);
	memcpy(&got, map_folder__fold(folder, (const uint8_t *)values, 8, 2), 4);
	assert_int_equal(got, 400);
	map_folder__free(folder);
	btf_plan__free(type.plan);
}

static void check_sort(struct fixture *f, const char *path, bool reverse, uint64_t top,
		       const char *want)
{
	static const int numbers[] = { 5, -3, 9, 0, -7, 2 };
	const struct map_dump_opts opts = { .sort = path };
	struct map_query query;
	struct map_sorter *sorter;
	struct strbuf sb = {};
	struct thing thing = {};
	size_t i;

	assert_int_equal(map_query__init(&query, &opts, &f->types, false), 0);
	sorter = map_sorter__new(&query.sort, reverse, top);
	for (i = 0; i < 6; i++) {
		const struct map_row row = {
			.key = (const uint8_t *)&thing,
			.value = (const uint8_t *)&thing,
			.key_len = 16,
			.value_len = 16,
			.nr_values = 1,
			.cpu = -1,
		};

		thing.n = numbers[i];
		snprintf(thing.name, sizeof(thing.name), "%c", (int)('f' - i));
		assert_int_equal(map_sorter__add(sorter, &row), 0);
	}
	map_sorter__for_each(sorter, collect, &sb);
	assert_string_equal(strbuf__cstr(&sb), want);
	strbuf__free(&sb);
	map_sorter__free(sorter);
	map_query__free(&query);
}

static void sorting(void **state)
{
	check_sort(*state, "value.n", false, 0, "-7 -3 0 2 5 9 ");
	check_sort(*state, "value.n", true, 2, "9 5 ");
	check_sort(*state, "value.name", false, 0, "2 -7 0 9 -3 5 ");
	/* Equal rows stay in the order of the map. */
	check_sort(*state, "value.id", true, 0, "5 -3 9 0 -7 2 ");
}

static void bad_questions(void **state)
{
	struct fixture *f = *state;
	const struct map_dump_opts bad[] = {
		{ .where = "value.x == 1" },
		{ .where = "cpu == 1" },
		{ .where = "foo" },
		{ .where = "value == 1" },
		{ .where = "key.id ==" },
		{ .select = "value.x" },
		{ .select = "," },
		{ .select = "value.name[9]" },
		{ .sort = "value" },
		{ .sort = "valuee.n" },
		{ .where = "value.color == GREEN" },
		{ .where = "value.id.x" },
	};
	struct map_query query;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (map_query__init(&query, &bad[i], &f->types, false) != -EINVAL)
			fail_msg("question %zu should be wrong", i);
	}
}

/* The text of one row in a format. */
static void check_format(struct fixture *f, const struct map_dump_opts *opts, const char *want)
{
	const struct thing key = { 1, "k", 3, -1 }, value = { 2, "a,\"b", 99, 4 };
	const struct map_row row = {
		.key = (const uint8_t *)&key,
		.value = (const uint8_t *)&value,
		.key_len = 16,
		.value_len = 16,
		.nr_values = 1,
		.cpu = -1,
	};
	struct map_sink sink = { .fd = -1 };
	struct map_query query;
	struct map_writer w;

	assert_int_equal(map_query__init(&query, opts, &f->types, false), 0);
	if (opts->format == MAP_FORMAT_CSV || opts->format == MAP_FORMAT_TABLE)
		assert_int_equal(query.nr_columns ? 0 : map_query__add_flat(&query, true), 0);
	map_writer__init(&w, &f->map, opts, &f->types, &query, &sink);
	w.ops->begin(&w);
	w.ops->row(&w, &row);
	w.ops->end(&w);
	assert_string_equal(strbuf__cstr(&sink.buf), want);
	map_writer__free(&w);
	map_sink__free(&sink);
	map_query__free(&query);
}

static void formats(void **state)
{
	struct fixture *f = *state;

	check_format(f, &(struct map_dump_opts){ .format = MAP_FORMAT_C },
		     "[{ .id = 1, .name = \"k\", .color = RED, .n = -1 }] = "
		     "{ .id = 2, .name = \"a,\\\"b\", .color = 99, .n = 4 }\n");
	check_format(f,
		     &(struct map_dump_opts){
			     .format = MAP_FORMAT_C, .select = "key,value.n", .hex = true },
		     "[{ .id = 0x1, .name = \"k\", .color = RED, .n = -0x1 }] = { .n = 0x4 }\n");
	check_format(f,
		     &(struct map_dump_opts){
			     .format = MAP_FORMAT_C, .pretty = true, .select = "value.n,value.id" },
		     "[{ .id = 1, .name = \"k\", .color = RED, .n = -1 }] = {\n\t.n = 4,\n\t.id = "
		     "2,\n}\n");
	check_format(
		f, &(struct map_dump_opts){ .format = MAP_FORMAT_JSON, .select = "value.n" },
		"[{\"key\":{\"id\":1,\"name\":\"k\",\"color\":\"RED\",\"n\":-1},\"value.n\":4}]\n");
	check_format(f, &(struct map_dump_opts){ .format = MAP_FORMAT_JSONL, .select = "key" },
		     "{\"key\":{\"id\":1,\"name\":\"k\",\"color\":\"RED\",\"n\":-1}}\n");
	check_format(f,
		     &(struct map_dump_opts){ .format = MAP_FORMAT_CSV,
					      .select = "key.id,value.name" },
		     "key.id,value.name\n1,\"a,\"\"b\"\n");
	check_format(f,
		     &(struct map_dump_opts){ .format = MAP_FORMAT_TABLE,
					      .select = "value.name,value.n" },
		     "value.name  value.n\na,\"b        4\n");
	check_format(f, &(struct map_dump_opts){ .format = MAP_FORMAT_RAW },
		     "key: 01 00 00 00 6b 00 00 00 03 00 00 00 ff ff ff ff  "
		     "value: 02 00 00 00 61 2c 22 62 63 00 00 00 04 00 00 00\n");
}

static void kernel_symbols(void **state)
{
	char path[] = "/tmp/test_ksymsXXXXXX", text[64];
	int fd = mkstemp(path);
	struct ksyms *ksyms;

	(void)state;
	dprintf(fd,
		"ffffffff81000100 T second\nffffffff81000000 T first\n0000000000000000 T hidden\n"
		"ffffffff81000200 d data\nffffffffc0000000 t inner\t[module]\nnonsense\n");
	ksyms = ksyms__new(path);
	ksyms__format(ksyms, 0xffffffff81000000, text, sizeof(text));
	assert_string_equal(text, " <first>");
	ksyms__format(ksyms, 0xffffffff81000110, text, sizeof(text));
	assert_string_equal(text, " <second+0x10>");
	ksyms__format(ksyms, 0xffffffffc0000001, text, sizeof(text));
	assert_string_equal(text, " <inner+0x1>");
	assert_int_equal(ksyms__format(ksyms, 0x1000, text, sizeof(text)), 0);
	ksyms__free(ksyms);
	close(fd);
	remove(path);
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(keys),	      TEST(addresses),	TEST(json),	     TEST(folds),
		TEST(fold_of_union),  TEST(sorting),	TEST(bad_questions), TEST(formats),
		TEST(kernel_symbols), TEST(large_keys),
	};

	return cmocka_run_group_tests_name("map_parts", tests, NULL, NULL);
}
