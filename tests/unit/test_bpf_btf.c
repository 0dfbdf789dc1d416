// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_btf.c - a BTF that is shortened: functions keep their ids and names, lines their strings or
 * none, libbpf takes it, and damaged ones never lead out of their bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>

#include "bpf_btf.h"
#include "test_prog_builder.h"

#define NR_STRUCTS 40
#define FIRST_FUNC (NR_STRUCTS + 2) /* behind the structs and a prototype */
#define NR_FUNCS 3

static uint32_t text_at;

/* Structs with members, functions, and what stands behind these. */
static void make_btf(struct strbuf *sb)
{
	static const char *const names[NR_FUNCS] = { "on_enter", "spin", "mix" };
	struct test_btf b = {};
	char name[32];
	unsigned int i;

	for (i = 0; i < NR_STRUCTS; i++) {
		snprintf(name, sizeof(name), "struct_number_%u", i);
		test_u32(&b.types, test_btf__string(&b, name));
		test_u32(&b.types, BTF_KIND_STRUCT << 24 | 1);
		test_u32(&b.types, 8);
		test_u32(&b.types, test_btf__string(&b, "member"));
		test_u32(&b.types, NR_STRUCTS + 1 + NR_FUNCS + 1);
		test_u32(&b.types, 0);
	}
	test_u32(&b.types, 0);
	test_u32(&b.types, BTF_KIND_FUNC_PROTO << 24 | 1);
	test_u32(&b.types, 0);
	test_u32(&b.types, test_btf__string(&b, "ctx"));
	test_u32(&b.types, 1);
	for (i = 0; i < NR_FUNCS; i++)
		test_btf__type(&b, test_btf__string(&b, names[i]), BTF_KIND_FUNC, NR_STRUCTS + 1);
	test_btf__type(&b, test_btf__string(&b, "behind"), BTF_KIND_FLOAT, 8);
	text_at = test_btf__string(&b, "\tfor (;;)");
	test_btf__bytes(&b, sb);
}

static void assert_names(const uint8_t *bytes, size_t len)
{
	const char *name;
	size_t name_len;

	name = bpf_btf__func_name(bytes, len, FIRST_FUNC, &name_len);
	assert_non_null(name);
	assert_int_equal(name_len, 8);
	assert_memory_equal(name, "on_enter", 8);
	name = bpf_btf__func_name(bytes, len, FIRST_FUNC + 2, &name_len);
	assert_non_null(name);
	assert_memory_equal(name, "mix", 4);
	assert_null(bpf_btf__func_name(bytes, len, 1, &name_len));
	assert_null(bpf_btf__func_name(bytes, len, FIRST_FUNC - 1, &name_len));
	assert_null(bpf_btf__func_name(bytes, len, FIRST_FUNC + NR_FUNCS, &name_len));
}

static void assert_libbpf_takes(const uint8_t *bytes, size_t len)
{
	struct btf *btf = btf__new(bytes, (uint32_t)len);
	const struct btf_type *type;

	assert_non_null(btf);
	type = btf__type_by_id(btf, FIRST_FUNC + 1);
	assert_true(btf_is_func(type));
	assert_string_equal(btf__name_by_offset(btf, type->name_off), "spin");
	assert_true(btf_is_func_proto(btf__type_by_id(btf, type->type)));
	btf__free(btf);
}

static void short_one__has_functions_and_lines(void **state)
{
	struct strbuf sb = {};
	bool has_lines = false;
	uint8_t *small;
	size_t len;

	(void)state;
	make_btf(&sb);
	assert_int_equal(bpf_btf__shorten((uint8_t *)sb.text, sb.len, sb.len - 1, &small, &len,
					  &has_lines),
			 0);
	assert_true(len < sb.len);
	assert_true(has_lines);
	assert_names(small, len);
	assert_libbpf_takes(small, len);
	assert_string_equal(bpf_btf__string(small, len, text_at), "\tfor (;;)");
	free(small);
	strbuf__free(&sb);
}

/* A string at the place of another would be a wrong line: who asks for lines is told. */
static void shorter_one__has_functions(void **state)
{
	const size_t types = sizeof(struct btf_header) + 12 * (NR_STRUCTS + 1 + NR_FUNCS);
	const size_t names = 1 + sizeof("on_enter") + sizeof("spin") + sizeof("mix");
	struct strbuf sb = {};
	bool has_lines = true;
	uint8_t *small;
	size_t len;

	(void)state;
	make_btf(&sb);
	assert_int_equal(bpf_btf__shorten((uint8_t *)sb.text, sb.len, types + names, &small, &len,
					  &has_lines),
			 0);
	assert_int_equal(len, types + names);
	assert_false(has_lines);
	assert_names(small, len);
	assert_libbpf_takes(small, len);
	free(small);
	assert_int_equal(bpf_btf__shorten((uint8_t *)sb.text, sb.len, types + names - 1, &small,
					  &len, &has_lines),
			 -E2BIG);
	assert_int_equal(bpf_btf__shorten((uint8_t *)sb.text, sb.len, 20, &small, &len, &has_lines),
			 -E2BIG);
	assert_int_equal(bpf_btf__shorten((uint8_t *)sb.text, 20, 1000, &small, &len, &has_lines),
			 -EINVAL);
	strbuf__free(&sb);
}

/* Some of them damaged: what comes out is sound all the same. */
static void damaged_btf__is_survived(void **state)
{
	libbpf_print_fn_t print = libbpf_set_print(NULL);
	struct strbuf sb = {};
	uint64_t seed = 5;
	unsigned int i, nr_short = 0;
	bool has_lines;

	(void)state;
	make_btf(&sb);
	for (i = 0; i < 20000; i++) {
		const size_t len = i % 4 ? sb.len : test_random(&seed) % (sb.len + 1);
		uint8_t *copy = test_exact(sb.text, len), *small;
		unsigned int k, nr = (unsigned int)(1 + test_random(&seed) % 4);
		struct btf *btf;
		size_t small_len;

		for (k = 0; k < nr && len; k++)
			copy[test_random(&seed) % len] = (uint8_t)test_random(&seed);
		if (!bpf_btf__shorten(copy, len, test_random(&seed) % 2000, &small, &small_len,
				      &has_lines)) {
			btf = btf__new(small, (uint32_t)small_len);
			assert_non_null(btf);
			btf__free(btf);
			free(small);
			nr_short++;
		}
		free(copy);
	}
	assert_true(nr_short > 1000);
	libbpf_set_print(print);
	strbuf__free(&sb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_one__has_functions_and_lines),
		cmocka_unit_test(shorter_one__has_functions),
		cmocka_unit_test(damaged_btf__is_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
