// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_attached.c - what augmenters attach: bytes to items, items to text and JSON by BTF types. Bytes
 * lie in heap blocks of their exact size, so that a read past the end is an ASan error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <bpf/btf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "attached.h"
#include "record.h"
#include "record_builder.h"
#include "util.h"

#define NR_RANDOM 20000

static const struct text_style style = {
	.object_open = "{ ",
	.object_close = " }",
	.array_open = "[",
	.array_close = "]",
	.separator = ", ",
	.member_prefix = ".",
	.assign = ": ",
};

/* struct block - as an augmenter's function and the engine make it. */
struct block {
	union {
		struct aug_attached head;
		uint8_t bytes[16384];
	} __attribute__((aligned(8)));
	size_t len;
};

static void block__init(struct block *b)
{
	memset(b, 0, sizeof(*b));
	b->len = sizeof(b->head);
}

/* @name: at most 7 bytes. */
static struct aug_item *block__add(struct block *b, uint8_t kind, const char *name,
				   uint32_t type_id, const void *data, uint32_t len)
{
	struct aug_item *item = (struct aug_item *)(b->bytes + b->len);

	*item = (struct aug_item){
		.size = sizeof(*item) + 8 + ((len + 7) & ~7U),
		.head = sizeof(*item),
		.kind = kind,
		.name_len = 8,
		.len = len,
		.full_len = len,
		.type_id = type_id,
	};
	memcpy(item + 1, name, strlen(name));
	if (len)
		memcpy((char *)(item + 1) + 8, data, len);
	b->len += item->size;
	b->head.nr_items++;
	return item;
}

static int check(const struct block *b, size_t len)
{
	uint8_t *copy __cleanup_free = malloc(len ? len : 1);
	struct attached_item item;
	size_t pos = 0;
	int err;

	assert_non_null(copy);
	memcpy(copy, b->bytes, len);
	err = attached__check(copy, len);
	if (err)
		return err;
	while (attached__next(copy, len, &pos, &item)) {
		assert_true(item.data >= copy && item.data + item.head.len <= copy + len);
		assert_true(strlen(item.name) < AUG_NAME_MAX);
	}
	return 0;
}

static void whole_and_every_cut(void **state)
{
	struct block b;
	size_t len;

	(void)state;
	block__init(&b);
	assert_int_equal(check(&b, b.len), 0);
	block__add(&b, AUG_ITEM_STR, "path", 0, "/etc", 4);
	block__add(&b, AUG_ITEM_BYTES, "bytes", 0, "123456789", 9);
	assert_int_equal(check(&b, b.len), 0);
	for (len = 0; len < b.len; len++)
		assert_int_equal(check(&b, len), -EBADMSG);
}

static void wrong_heads(void **state)
{
	struct aug_item *item;
	struct block b;

	(void)state;
	block__init(&b);
	item = block__add(&b, AUG_ITEM_STR, "path", 0, "/etc", 4);
#define WRONG(member, value)                                  \
	do {                                                  \
		const struct aug_item saved = *item;          \
		item->member = value;                         \
		assert_int_equal(check(&b, b.len), -EBADMSG); \
		*item = saved;                                \
	} while (0)
	WRONG(size, 0);
	WRONG(size, item->size + 8);
	WRONG(head, 0);
	WRONG(head, 255);
	WRONG(name_len, 0);
	WRONG(name_len, 9);
	WRONG(name_len, 248);
	WRONG(err, 1);
	WRONG(err, -14); /* with bytes */
	WRONG(len, 40);
	WRONG(len, UINT32_MAX);
	WRONG(full_len, 3);
#undef WRONG
	b.head.nr_items = 2;
	assert_int_equal(check(&b, b.len), -EBADMSG);
	b.head.nr_items = 1;
	assert_int_equal(check(&b, b.len), 0);
}

static void random_bytes(void **state)
{
	uint64_t seed = 4711;
	struct block b;
	unsigned int i, j;

	(void)state;
	for (i = 0; i < NR_RANDOM; i++) {
		block__init(&b);
		for (j = 0; j < 3; j++)
			block__add(&b, (uint8_t)test_random(&seed), "name", (uint32_t)i, "12345678",
				   (uint32_t)test_random(&seed) % 9);
		for (j = 0; j < 2; j++)
			b.bytes[test_random(&seed) % b.len] ^= (uint8_t)test_random(&seed);
		check(&b, b.len);
	}
}

/* struct point { int x; enum { NEAR = 1 } how; }; its id is in @ret_id. */
static struct btf *make_btf(int *ret_point, int *ret_int)
{
	struct btf *btf = btf__new_empty();
	int how;

	assert_non_null(btf);
	*ret_int = btf__add_int(btf, "int", 4, BTF_INT_SIGNED);
	how = btf__add_enum(btf, "how", 4);
	btf__add_enum_value(btf, "NEAR", 1);
	*ret_point = btf__add_struct(btf, "point", 8);
	btf__add_field(btf, "x", *ret_int, 0, 0);
	btf__add_field(btf, "how", how, 32, 0);
	return btf;
}

static void expect_said(struct attached_types *types, struct record_builder *rec, const char *text,
			const char *json)
{
	struct strbuf out = {};
	struct event event;
	struct out o;

	assert_int_equal(record__parse(rec->bytes, rec->rec.size, &event), 0);
	out__init_text(&o, &style, &out);
	out__begin(&o, OUT_ARGS);
	attached__say(types, &event, &o);
	out__end(&o, OUT_ARGS);
	assert_string_equal(strbuf__cstr(&out), text);
	strbuf__reset(&out);
	out__init_json(&o, &out);
	out__begin(&o, OUT_ARGS);
	attached__say(types, &event, &o);
	out__end(&o, OUT_ARGS);
	assert_string_equal(strbuf__cstr(&out), json);
	strbuf__free(&out);
}

static void values_by_type(void **state)
{
	const int32_t points[4] = { 3, 1, -4, 7 };
	struct attached_types *types = attached_types__new();
	static struct record_builder rec;
	int point, number;
	struct btf *btf = make_btf(&point, &number);
	struct aug_item *item;
	struct block b;

	(void)state;
	assert_non_null(types);
	assert_int_equal(attached_types__set(types, 3, btf), 0);
	block__init(&b);
	b.head.object = 3;
	b.head.nr_lost = 2;
	block__add(&b, AUG_ITEM_VALUE, "point", (uint32_t)point, points, 8);
	item = block__add(&b, AUG_ITEM_ARRAY, "all", (uint32_t)point, points, 16);
	item->full_len = 40;
	block__add(&b, AUG_ITEM_VALUE, "n", (uint32_t)number, points + 2, 4);
	item = block__add(&b, AUG_ITEM_STR, "s\"\n", 0, "a\"b", 3);
	item->full_len = 4;
	item = block__add(&b, AUG_ITEM_VALUE, "gone", (uint32_t)point, NULL, 0);
	item->err = -14;
	item->ptr = 0x1234;
	builder__init(&rec, 0);
	builder__add(&rec, AUG_ARG_ATTACHED, 0, b.bytes, (uint32_t)b.len);
	expect_said(
		types, &rec,
		"(point: { .x: 3, .how: NEAR }, all: [{ .x: 3, .how: NEAR }, { .x: -4, .how: 7 "
		"}, ... /* 3 more */], n: -4, s??: \"a\\\"b\"..., gone: 0x1234 <fault>, attached_lost: 2)",
		"{\"point\":{\"x\":3,\"how\":\"NEAR\"},\"all\":[{\"x\":3,\"how\":\"NEAR\"},"
		"{\"x\":-4,\"how\":7},{\"omitted\":3}],\"n\":-4,"
		"\"s??\":{\"str\":\"a\\\"b\",\"cut\":true},"
		"\"gone\":{\"ptr\":\"0x1234\",\"fault\":-14},\"attached_lost\":2}");
	attached_types__free(types);
	btf__free(btf);
}

/* read() has an argument of one of the names; both ends attach something of the other. */
static void names_that_are_taken__are_numbered(void **state)
{
	static struct record_builder rec;
	struct block b;

	(void)state;
	block__init(&b);
	block__add(&b, AUG_ITEM_STR, "buf", 0, "a", 1);
	block__add(&b, AUG_ITEM_STR, "n", 0, "b", 1);
	builder__init(&rec, 0);
	builder__add(&rec, AUG_ARG_ATTACHED, 0, b.bytes, (uint32_t)b.len);
	builder__add(&rec, AUG_ARG_ATTACHED, AUG_P_EXIT, b.bytes, (uint32_t)b.len);
	expect_said(NULL, &rec, "(buf#2: \"a\", n: \"b\", buf#3: \"a\", n#2: \"b\")",
		    "{\"buf#2\":\"a\",\"n\":\"b\",\"buf#3\":\"a\",\"n#2\":\"b\"}");
}

/* Types that are not there, or that the bytes are too short for. */
static void hostile_types(void **state)
{
	struct attached_types *types = attached_types__new();
	static struct record_builder rec;
	int point, number;
	struct btf *btf = make_btf(&point, &number);
	struct strbuf out = {};
	struct event event;
	struct block b;
	struct out o;
	uint32_t len;

	(void)state;
	assert_int_equal(attached_types__set(types, 0, btf), 0);
	block__init(&b);
	for (len = 0; len < 8; len++)
		block__add(&b, AUG_ITEM_VALUE, "short", (uint32_t)point, "12345678", len);
	block__add(&b, AUG_ITEM_VALUE, "none", 99999, "1234", 4);
	block__add(&b, AUG_ITEM_ARRAY, "none", 99999, "1234", 4);
	block__add(&b, 200, "kind", (uint32_t)point, "1234", 4);
	builder__init(&rec, 0);
	builder__add(&rec, AUG_ARG_ATTACHED, AUG_P_EXIT, b.bytes, (uint32_t)b.len);
	assert_int_equal(record__parse(rec.bytes, rec.rec.size, &event), 0);
	out__init_json(&o, &out);
	out__begin(&o, OUT_ARGS);
	attached__say(types, &event, &o);
	attached__say(NULL, &event, &o);
	out__end(&o, OUT_ARGS);
	assert_int_equal(strbuf__error(&out), 0);
	strbuf__free(&out);
	attached_types__free(types);
	btf__free(btf);
}

static void once_per_end(void **state)
{
	static struct record_builder rec;
	struct event event;
	struct block b;

	(void)state;
	block__init(&b);
	builder__init(&rec, 0);
	builder__add(&rec, AUG_ARG_ATTACHED, 0, b.bytes, (uint32_t)b.len);
	builder__add(&rec, AUG_ARG_ATTACHED, AUG_P_EXIT, b.bytes, (uint32_t)b.len);
	assert_int_equal(record__parse(rec.bytes, rec.rec.size, &event), 0);
	assert_int_equal(event.has_attached, 3);
	builder__add(&rec, AUG_ARG_ATTACHED, 0, b.bytes, (uint32_t)b.len);
	assert_int_equal(record__parse(rec.bytes, rec.rec.size, &event), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_and_every_cut),
		cmocka_unit_test(wrong_heads),
		cmocka_unit_test(random_bytes),
		cmocka_unit_test(values_by_type),
		cmocka_unit_test(names_that_are_taken__are_numbered),
		cmocka_unit_test(hostile_types),
		cmocka_unit_test(once_per_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
