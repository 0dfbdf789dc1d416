// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_tp_format.c - bytes of tracepoints by the descriptions of tracefs: each kind of field, names of
 * values, places that lie outside of the sample; by our writers and by libtraceevent.
 */
#include "out_fixture.h"

#include <stdio.h>
#include <unistd.h>

#include "event_formats.h"
#include "tp_format.h"

/* struct formats - all of event_formats.h, and bytes of one sample. */
struct formats {
	struct fixture *out;
	struct tp_formats *all;
	struct tp_format *format[ARRAY_SIZE(event_formats)];
	uint8_t raw[128];
};

enum { SWITCH, KINDS, DYNAMIC, COMPUTED, ADDRESSES };

static int set_up_formats(void **state)
{
	struct formats *f = calloc(1, sizeof(*f));
	void *out;
	size_t i;

	if (!f || set_up(&out) || tp_formats__new(&f->all))
		return -1;
	f->out = out;
	for (i = 0; i < ARRAY_SIZE(event_formats); i++) {
		if (tp_formats__add(f->all, event_formats[i].name, event_formats[i].text,
				    strlen(event_formats[i].text), &f->format[i]))
			return -1;
	}
	*state = f;
	return 0;
}

static int tear_down_formats(void **state)
{
	struct formats *f = *state;
	void *out = f->out;

	tp_formats__free(f->all);
	tear_down(&out);
	free(f);
	return 0;
}

static void put(struct formats *f, size_t offset, const void *bytes, size_t size)
{
	memcpy(f->raw + offset, bytes, size);
}

static void put_u32(struct formats *f, size_t offset, uint32_t value)
{
	put(f, offset, &value, sizeof(value));
}

static void put_u64(struct formats *f, size_t offset, uint64_t value)
{
	put(f, offset, &value, sizeof(value));
}

static void expect_said(struct formats *f, int which, size_t size, bool zeros, const char *expected)
{
	uint8_t *exact = malloc(size ?: 1); /* so that ASan sees its end */

	assert_non_null(exact);
	memcpy(exact, f->raw, size);
	out__begin(&f->out->text, OUT_OBJECT);
	tp_format__say(f->format[which], exact, size, zeros, &f->out->text);
	out__end(&f->out->text, OUT_OBJECT);
	expect(f->out, expected);
	free(exact);
}

static void expect_printed(struct formats *f, int which, size_t size, const char *expected)
{
	assert_true(tp_format__can_print(f->format[which], f->raw, size));
	tp_format__print(f->format[which], f->raw, size, 0, &f->out->buf);
	expect(f->out, expected);
}

static void strings_and_flags(void **state)
{
	struct formats *f = *state;

	put(f, 8, "a\"b\n", 5);
	put_u32(f, 24, (uint32_t)-7);
	put_u64(f, 32, 0x41);
	expect_said(f, SWITCH, 40, false, "{ .comm: \"a\\\"b\\n\", .pid: -7, .state: S|P }");
	expect_printed(f, SWITCH, 40, "comm=a\\\"b\\n pid=-7 state=S|P");
	put_u64(f, 32, 0x104);
	expect_said(f, SWITCH, 40, false, "{ .comm: \"a\\\"b\\n\", .pid: -7, .state: 0x104 }");
	put_u64(f, 32, 0x103);
	expect_said(f, SWITCH, 40, false, "{ .comm: \"a\\\"b\\n\", .pid: -7, .state: S|D|0x100 }");
	/* A name that fills its array has no terminator. */
	put(f, 8, "0123456789abcdef", 16);
	put_u64(f, 32, 0);
	expect_said(f, SWITCH, 40, false, "{ .comm: \"0123456789abcdef\", .pid: -7 }");
	expect_said(f, SWITCH, 40, true, "{ .comm: \"0123456789abcdef\", .pid: -7, .state: 0 }");
}

static void names_and_arrays(void **state)
{
	struct formats *f = *state;

	put_u64(f, 8, 0xffff888000000010);
	f->raw[16] = 1;
	put_u32(f, 20, 5);
	put_u32(f, 24, 1);
	put_u32(f, 28, (uint32_t)-2);
	put_u32(f, 32, 3);
	put(f, 36, "\xff\xff", 2);
	expect_said(f, KINDS, 38, false,
		    "{ .where: 0xffff888000000010, .action: TIMER, .odd: 5, .numbers: [1, -2, 3], "
		    ".small: -1 }");
	f->raw[16] = 0; /* a name is said also of 0, a value without one as it is */
	expect_said(
		f, KINDS, 38, false,
		"{ .where: 0xffff888000000010, .action: HI, .odd: 5, .numbers: [1, -2, 3], .small: -1 "
		"}");
	f->raw[16] = 9;
	expect_said(
		f, KINDS, 38, false,
		"{ .where: 0xffff888000000010, .action: 9, .odd: 5, .numbers: [1, -2, 3], .small: -1 }");
}

/* Where the kernel has BTF, it names the values of enums. */
static void enums_of_btf(void **state)
{
	struct formats *f = *state;

	if (access("/sys/kernel/btf/vmlinux", R_OK))
		skip();
	put_u32(f, 40, 1);
	out__begin(&f->out->text, OUT_OBJECT);
	tp_format__say(f->format[ADDRESSES], f->raw, 44, false, &f->out->text);
	out__end(&f->out->text, OUT_OBJECT);
	assert_non_null(strstr(strbuf__cstr(&f->out->buf), ".map: BPF_MAP_TYPE_HASH"));
}

static void fill_dynamic(struct formats *f)
{
	put_u32(f, 8, 4 << 16 | 24);
	put_u32(f, 12, 3 << 16 | (28 - 16)); /* from the end of the field itself */
	put_u32(f, 16, 2 << 16 | 31);
	put_u32(f, 20, 8 << 16 | 40);
	put(f, 24, "one", 4);
	put(f, 28, "xy", 3);
	put(f, 31, "\x01\xff", 2);
	put_u64(f, 40, 77);
}

static void dynamic_fields(void **state)
{
	struct formats *f = *state;

	fill_dynamic(f);
	expect_said(f, DYNAMIC, 48, false,
		    "{ .name: \"one\", .other: \"xy\", .bytes: \"\\1\\377\", .words: [77] }");
	expect_printed(f, DYNAMIC, 48, "one xy 01 ff 77");
	/* The last one's bytes are not all there. */
	expect_said(f, DYNAMIC, 47, false,
		    "{ .name: \"one\", .other: \"xy\", .bytes: \"\\1\\377\", .words: <cut off> }");
	assert_false(tp_format__can_print(f->format[DYNAMIC], f->raw, 47));
	put_u32(f, 8, 0xffffffff);
	expect_said(f, DYNAMIC, 48, false,
		    "{ .name: <cut off>, .other: \"xy\", .bytes: \"\\1\\377\", .words: [77] }");
	assert_false(tp_format__can_print(f->format[DYNAMIC], f->raw, 48));
}

static void string_without_its_end(void **state)
{
	struct formats *f = *state;

	fill_dynamic(f);
	put_u32(f, 8, 4 << 16 | 44);
	put(f, 40, "12345678", 8);
	expect_printed(f, DYNAMIC, 48, "5678 xy 01 ff 4050765991979987505");
}

static void lengths_that_a_record_says(void **state)
{
	struct formats *f = *state;

	put_u32(f, 16, 0x7fffffff);
	assert_false(tp_format__can_print(f->format[COMPUTED], f->raw, 20));
	assert_true(tp_format__can_print(f->format[KINDS], f->raw, 38));
	assert_true(tp_format__can_print(f->format[ADDRESSES], f->raw, 128));
}

/* Of which libtraceevent 1.6 tells the place, but not the length alone. */
static void length_of_a_relative_field(void **state)
{
	static const char *const prints[] = {
		"\"%d\", __get_dynamic_array_len(bytes)",
		"\"%s\", __print_hex(__get_dynamic_array(bytes), __get_dynamic_array_len(bytes))",
	};
	struct formats *f = *state;
	struct tp_format *format;
	char text[512];

	for (size_t i = 0; i < ARRAY_SIZE(prints); i++) {
		snprintf(text, sizeof(text),
			 "name: relative%zu\nID: %zu\nformat:\n" COMMON_FIELDS
			 "\tfield:__rel_loc u8[] bytes;\toffset:8;\tsize:4;\tsigned:0;\n"
			 "\nprint fmt: %s\n",
			 i, 100 + i, prints[i]);
		assert_int_equal(
			tp_formats__add(f->all, "test:relative", text, strlen(text), &format), 0);
		assert_false(tp_format__can_print(format, f->raw, 16));
	}
}

static void cut_anywhere(void **state)
{
	struct formats *f = *state;
	size_t i, size;
	uint8_t *exact;

	fill_dynamic(f);
	for (i = 0; i < ARRAY_SIZE(event_formats); i++) {
		for (size = 0; size < sizeof(f->raw); size++) {
			exact = malloc(size ?: 1);
			assert_non_null(exact);
			memcpy(exact, f->raw, size);
			tp_format__say(f->format[i], exact, size, true, &f->out->text);
			if (tp_format__can_print(f->format[i], exact, size))
				tp_format__print(f->format[i], exact, size, 0, &f->out->buf);
			free(exact);
			strbuf__reset(&f->out->buf);
		}
	}
}

static void no_format(void **state)
{
	static const char *const texts[] = { "", "name: x\n", "garbage \xff" };
	struct formats *f = *state;
	struct tp_format *format;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		assert_int_equal(tp_formats__add(f->all, "test:none", texts[i], strlen(texts[i]),
						 &format),
				 -EINVAL);
}

#define FORMAT_TEST(name) cmocka_unit_test_setup_teardown(name, set_up_formats, tear_down_formats)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FORMAT_TEST(strings_and_flags),
		FORMAT_TEST(names_and_arrays),
		FORMAT_TEST(enums_of_btf),
		FORMAT_TEST(dynamic_fields),
		FORMAT_TEST(string_without_its_end),
		FORMAT_TEST(lengths_that_a_record_says),
		FORMAT_TEST(cut_anywhere),
		FORMAT_TEST(no_format),
		FORMAT_TEST(length_of_a_relative_field),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
