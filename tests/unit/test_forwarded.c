// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_forwarded.c - records that programs forwarded, read back: by their types and in the order of
 * time, from both forms; without types, cut, and damaged at random.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "forwarded.h"
#include "forwarded_show.h"
#include "perfdata_dump.h"
#include "perfdata_parts.h"
#include "test_perfdata_builder.h"
#include "util.h"

#define BTF_ID 77
#define MUTATIONS 3000

/** struct fixture - a recording of forwarded records of struct seen { int a; char b[4]; }. */
struct fixture {
	struct recording r;
	struct btf *btf;
	int type;
};

static void add_btf(struct fixture *f)
{
	struct strbuf sb = {};
	const void *bytes;
	uint32_t len;
	int int_type, char_type, array_type;

	f->btf = btf__new_empty();
	int_type = btf__add_int(f->btf, "int", 4, BTF_INT_SIGNED);
	char_type = btf__add_int(f->btf, "char", 1, 0);
	array_type = btf__add_array(f->btf, int_type, char_type, 4);
	f->type = btf__add_struct(f->btf, "seen", 8);
	btf__add_field(f->btf, "a", int_type, 0, 0);
	btf__add_field(f->btf, "b", array_type, 32, 0);
	bytes = btf__raw_data(f->btf, &len);
	assert_non_null(bytes);
	test_u32(&sb, 2);
	test_u32(&sb, 5); /* another program's, which nobody asks for */
	test_u32(&sb, 4);
	test_add(&sb, "junk", 4);
	test_u32(&sb, BTF_ID);
	test_u32(&sb, len);
	test_add(&sb, bytes, len);
	test_feature(&f->r, PERFDATA_F_BPF_BTF, sb.text, sb.len);
	strbuf__free(&sb);
}

/* A sample whose raw data says @size bytes of @type, and has @len. */
static void add_forwarded(struct fixture *f, uint64_t time_ns, uint32_t type, uint32_t size,
			  const void *value, size_t len)
{
	const uint64_t fields[] = { 0x401000, 7ULL << 32 | 7, time_ns, 11, 1 };
	const uint32_t raw_size = (uint32_t)((4 + 8 + len + 7) & ~7ULL) - 4;
	static const char zeros[8];
	struct strbuf sb = {};

	test_add(&sb, fields, sizeof(fields));
	test_u32(&sb, raw_size);
	test_u32(&sb, type);
	test_u32(&sb, size);
	test_add(&sb, value, len);
	test_add(&sb, zeros, raw_size - 8 - len);
	test_record(&f->r, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, sb.text, sb.len);
	strbuf__free(&sb);
}

static void add_seen(struct fixture *f, uint64_t time_ns, int a, const char *b)
{
	struct {
		int a;
		char b[4];
	} seen = { .a = a };

	memcpy(seen.b, b, sizeof(seen.b));
	add_forwarded(f, time_ns, (uint32_t)f->type, sizeof(seen), &seen, sizeof(seen));
}

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->r = (struct recording){ .attr_size = PERFDATA_ATTR_SIZE,
				   .nr_attrs = 1,
				   .config = PERF_COUNT_SW_BPF_OUTPUT,
				   .config1 = BTF_ID,
				   .config2 = FORWARDED_MARK,
				   .more_fields = PERF_SAMPLE_RAW };
	add_btf(f);
	test_comm(&f->r, 7, "tas\033k", 0);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	btf__free(f->btf);
	test_recording__free(&f->r);
	free(f);
	return 0;
}

/* What is shown of @bytes. The caller frees. */
static char *show_bytes(const void *bytes, size_t len, bool json, struct forwarded_totals *totals)
{
	FILE *f = tmpfile();
	struct forwarded_list *list = NULL;
	struct perfdata *pd = NULL;
	struct sink sink;
	char *text;
	long size;

	assert_non_null(f);
	sink__init(&sink, fileno(f));
	*totals = (struct forwarded_totals){};
	if (!perfdata__open_memory(&pd, bytes, len, NULL)) {
		assert_int_equal(forwarded_list__read(&list, pd), 0);
		assert_int_equal(forwarded_list__show(list, json, &sink), 0);
		*totals = *forwarded_list__totals(list);
	}
	assert_int_equal(sink__close(&sink), 0);
	forwarded_list__free(list);
	perfdata__close(pd);
	size = lseek(fileno(f), 0, SEEK_END);
	text = calloc(1, (size_t)size + 1);
	assert_non_null(text);
	assert_int_equal(pread(fileno(f), text, (size_t)size, 0), size);
	fclose(f);
	return text;
}

static char *show(const struct fixture *f, bool pipe, bool json, struct forwarded_totals *totals)
{
	size_t len;
	uint8_t *bytes = pipe ? test_recording__pipe(&f->r, &len)
			      : test_recording__file(&f->r, UINT64_MAX, &len);
	void *exact = test_exact(bytes, len);
	char *text = show_bytes(exact, len, json, totals);

	free(exact);
	free(bytes);
	return text;
}

static void by_type_and_time(void **state)
{
	static const char text[] =
		"tas\\033k               7/7       [001]     0.000001000: bpf-output: seen { .a = -1, .b = \"ab\" }\n"
		"tas\\033k               7/7       [001]     3.000002000: bpf-output: seen { .a = 5, .b = \"cd\" }\n";
	static const char json[] =
		"{\"time\":1000,\"event\":\"bpf-output\",\"cpu\":1,\"pid\":7,\"tid\":7,\"comm\":\"tas\\u001bk\",\"ip\":4198400,\"type\":\"seen\","
		"\"value\":{\"a\":-1,\"b\":\"ab\"}}\n"
		"{\"time\":3000002000,\"event\":\"bpf-output\",\"cpu\":1,\"pid\":7,\"tid\":7,\"comm\":\"tas\\u001bk\",\"ip\":4198400,\"type\":\"seen\","
		"\"value\":{\"a\":5,\"b\":\"cd\"}}\n";
	struct fixture *f = *state;
	struct forwarded_totals totals;
	bool pipe;
	char *shown;

	add_seen(f, 3000002000, 5, "cd\0");
	add_seen(f, 1000, -1, "ab\0");
	for (pipe = false;; pipe = true) {
		shown = show(f, pipe, false, &totals);
		assert_string_equal(shown, text);
		free(shown);
		shown = show(f, pipe, true, &totals);
		assert_string_equal(shown, json);
		free(shown);
		assert_int_equal(totals.records, 2);
		assert_int_equal(totals.damaged + totals.untyped + totals.lost, 0);
		if (pipe)
			break;
	}
}

static void add_part(struct fixture *f, const uint8_t *btf, uint32_t total, uint32_t offset,
		     uint32_t len)
{
	struct perfdata_part_head head;
	struct strbuf sb = {};

	perfdata_part__begin(&head, BTF_ID, total, offset);
	test_u64(&sb, PERFDATA_F_BPF_BTF);
	test_add(&sb, &head, sizeof(head));
	test_add(&sb, btf + offset, len);
	test_record(&f->r, PERFDATA_FEATURE, 0, sb.text, sb.len);
	strbuf__free(&sb);
}

/* In a stream, a large BTF comes in parts; the one that stock perf gets behind them knows no types. */
static void by_type_in_parts(void **state)
{
	struct fixture *f = *state;
	struct forwarded_totals totals;
	struct strbuf sb = {};
	struct btf_header none = { .magic = BTF_MAGIC, .version = 1, .hdr_len = sizeof(none) };
	const uint8_t *btf;
	uint32_t len;
	char *shown;

	btf = btf__raw_data(f->btf, &len);
	f->r.has[0] = 0;
	add_part(f, btf, len, 0, 60);
	add_part(f, btf, len, 60, len - 60);
	none.str_len = 1;
	test_u64(&sb, PERFDATA_F_BPF_BTF);
	test_u32(&sb, 1);
	test_u32(&sb, BTF_ID);
	test_u32(&sb, sizeof(none) + 1);
	test_add(&sb, &none, sizeof(none));
	test_add(&sb, "", 1);
	test_record(&f->r, PERFDATA_FEATURE, 0, sb.text, sb.len);
	strbuf__free(&sb);
	add_seen(f, 1000, -1, "ab\0");
	shown = show(f, true, false, &totals);
	assert_non_null(strstr(shown, "bpf-output: seen { .a = -1, .b = \"ab\" }\n"));
	assert_int_equal(totals.records, 1);
	assert_int_equal(totals.damaged + totals.untyped + totals.lost, 0);
	free(shown);
}

static void without_its_type(void **state)
{
	struct fixture *f = *state;
	struct forwarded_totals totals;
	char *shown;

	add_forwarded(f, 1, 1000, 2, "\1\2", 2);
	add_seen(f, 2, 1, "x\0\0");
	shown = show(f, false, true, &totals);
	assert_non_null(strstr(shown, "\"ip\":4198400,\"value\":[\"0x01\",\"0x02\"]}\n"));
	assert_non_null(strstr(shown, "{\"a\":1,\"b\":\"x\"}}\n"));
	assert_int_equal(totals.untyped, 1);
	free(shown);
	/* Nor its BTF: there are bytes. */
	f->r.has[0] = 0;
	shown = show(f, false, false, &totals);
	assert_null(strstr(shown, "seen"));
	assert_int_equal(totals.untyped, 2);
	assert_int_equal(totals.damaged, 0);
	free(shown);
}

static void what_is_cut(void **state)
{
	struct fixture *f = *state;
	struct forwarded_totals totals;
	const uint64_t lost[] = { 11, 3 };
	char *shown;

	/* Fewer bytes than the type has: what is there is shown; more than there are: none. */
	add_forwarded(f, 1, (uint32_t)f->type, 4, "\2\0\0", 4);
	add_forwarded(f, 2, (uint32_t)f->type, 4000, "\2\0\0", 4);
	test_sideband(&f->r, PERF_RECORD_LOST, lost, sizeof(lost), 7, 3);
	shown = show(f, false, true, &totals);
	assert_non_null(strstr(shown, "\"value\":{\"a\":2"));
	assert_ptr_equal(strchr(shown, '\n') + 1, shown + strlen(shown));
	assert_int_equal(totals.records, 2);
	assert_int_equal(totals.damaged, 1);
	assert_int_equal(totals.lost, 3);
	free(shown);
}

/* perf's own bpf-output has data of any form. */
static void others_are_none(void **state)
{
	struct fixture *f = *state;
	struct forwarded_totals totals;
	char *shown;

	add_seen(f, 1, 1, "x\0\0");
	f->r.config2 = 0;
	shown = show(f, false, false, &totals);
	assert_string_equal(shown, "");
	assert_int_equal(totals.records + totals.damaged, 0);
	free(shown);
}

static void dump(const void *bytes, size_t len)
{
	const struct perfdata_dump_opts opts = { .json = true };
	struct perfdata *pd = NULL;
	struct sink sink;
	const int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);

	sink__init(&sink, fd);
	if (!perfdata__open_memory(&pd, bytes, len, NULL))
		assert_int_equal(perfdata_dump__run(pd, &opts, &sink), 0);
	sink__close(&sink);
	perfdata__close(pd);
	close(fd);
}

static void damage_survives(void **state)
{
	struct fixture *f = *state;
	uint64_t seed = 4711;
	size_t len, i, j;
	uint8_t *bytes;

	for (i = 0; i < 8; i++)
		add_seen(f, i, (int)i, "abc");
	for (i = 0; i < MUTATIONS; i++) {
		struct forwarded_totals totals;

		bytes = i & 1 ? test_recording__pipe(&f->r, &len)
			      : test_recording__file(&f->r, UINT64_MAX, &len);
		for (j = 0; j < 1 + i % 4; j++)
			bytes[test_random(&seed) % len] = (uint8_t)test_random(&seed);
		free(show_bytes(bytes, len, i & 2, &totals));
		dump(bytes, len);
		free(bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(by_type_and_time, set_up, tear_down),
		cmocka_unit_test_setup_teardown(by_type_in_parts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(without_its_type, set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_is_cut, set_up, tear_down),
		cmocka_unit_test_setup_teardown(others_are_none, set_up, tear_down),
		cmocka_unit_test_setup_teardown(damage_survives, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
