// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_perfdata_write.c - the writer and conversion: a recording comes out of every form the same,
 * follows the rules that perf 6.1 lives by, and is there whole or not at all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_progs_info.h"
#include "perfdata_cursor.h"
#include "test_perfdata_dir.h"
#include "util.h"

static void convert_path(const char *from, enum perfdata_form form, const char *to, int level)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = form, .path = to, .level = level } };
	struct perfdata *pd;

	assert_int_equal(perfdata__open(&pd, from, NULL), 0);
	if (form == PERFDATA_FORM_PIPE)
		opts.out.fd = open(to, O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_int_equal(convert(pd, &opts, converted), 0);
	assert_int_equal(nr_said, 0);
	if (form == PERFDATA_FORM_PIPE)
		close(opts.out.fd);
	perfdata__close(pd);
	free(converted);
}

static int compare_u64(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static uint64_t hash(uint64_t h, const uint8_t *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		h = (h ^ bytes[i]) * 0x100000001b3ULL;
	return h;
}

/**
 * struct content - a recording without regard of form and order: a number for each of its records,
 * sorted, and what its features come to.
 */
struct content {
	uint64_t records[64];
	size_t nr;
	uint64_t hostname;
	uint32_t prog_ids[16];
	size_t nr_progs;
	size_t nr_attrs;
	uint64_t id_of_last_attr;
};

static void take_feature(struct content *c, uint64_t id, const uint8_t *bytes, size_t len)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(bytes, len);
	struct bpf_prog_entry entry;

	if (id == PERFDATA_F_HOSTNAME)
		c->hostname = hash(1, bytes, len);
	if (id != PERFDATA_F_BPF_PROG_INFO)
		return;
	while (bpf_prog_iter__next(&it, &entry) > 0) {
		assert_true(c->nr_progs < ARRAY_SIZE(c->prog_ids));
		c->prog_ids[c->nr_progs++] = entry.info.id;
	}
}

static void get_content(const char *path, struct content *c)
{
	const struct perfdata_feature *features;
	struct perfdata_record rec;
	struct perfdata *pd;
	uint8_t *bytes;
	size_t nr, i, len;

	*c = (struct content){};
	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	features = perfdata__features(pd, &nr);
	for (i = 0; i < nr; i++) {
		assert_int_equal(perfdata__load_feature(pd, &features[i], &bytes, &len), 0);
		take_feature(c, features[i].id, bytes, len);
		free(bytes);
	}
	while (perfdata__next(pd, &rec) > 0) {
		if (rec.type == PERFDATA_FEATURE)
			take_feature(c, load_u64(rec.bytes + 8), rec.bytes + 16, rec.size - 16U);
		if (rec.type == PERFDATA_ATTR || rec.type == PERFDATA_FEATURE ||
		    rec.type == PERFDATA_FINISHED_ROUND || rec.type == PERFDATA_COMPRESSED)
			continue;
		/* perf finds records of user space only outside of packed ones. */
		assert_true(!rec.unpacked || rec.type < PERFDATA_KERNEL_RECORDS);
		assert_true(c->nr < ARRAY_SIZE(c->records));
		c->records[c->nr++] = hash(rec.misc, rec.bytes, rec.size);
	}
	assert_false(perfdata__is_incomplete(pd));
	c->nr_attrs = perfdata__evlist(pd)->nr;
	c->id_of_last_attr = perfdata__evlist(pd)->attrs[c->nr_attrs - 1].ids[0];
	perfdata__close(pd);
	qsort(c->records, c->nr, sizeof(c->records[0]), compare_u64);
}

/* From a file through all forms, packed and not, and back. */
static void all_forms__have_the_same_content(void **state)
{
	static const enum perfdata_form forms[] = { PERFDATA_FORM_PIPE, PERFDATA_FORM_DIR,
						    PERFDATA_FORM_FILE, PERFDATA_FORM_DIR,
						    PERFDATA_FORM_PIPE, PERFDATA_FORM_FILE };
	struct content first, now;
	struct recording r;
	char name[32], path[128], last[128];
	uint8_t *bytes;
	size_t len, i;

	(void)state;
	test_recording__init(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	snprintf(last, sizeof(last), "%s", in_dir("first"));
	save(last, bytes, len);
	get_content(last, &first);
	assert_int_equal(first.nr, 10);
	assert_int_equal(first.nr_progs, 1);
	assert_int_equal(first.id_of_last_attr, 12);
	for (i = 0; i < 2 * ARRAY_SIZE(forms); i++) {
		snprintf(name, sizeof(name), "step%zu", i);
		snprintf(path, sizeof(path), "%s", in_dir(name));
		convert_path(last, forms[i % ARRAY_SIZE(forms)], path,
			     i < ARRAY_SIZE(forms) ? 0 : 3);
		get_content(path, &now);
		assert_memory_equal(&now, &first, sizeof(now));
		memcpy(last, path, sizeof(last));
	}
	free(bytes);
	test_recording__free(&r);
}

/* The stream: BTF before programs, no LAST, build-ids of type 67, nothing behind its place. */
static void stream__follows_the_rules(void **state)
{
	const uint8_t build_id[44] = { [8] = 0xff, 0xff, 0xff, 0xff, 1, 2, 3, [36] = '[', 'v', ']' };
	struct perf_event_header header = { .type = 0, .misc = 0x8001, .size = sizeof(build_id) };
	struct perfdata_record rec;
	struct recording r;
	struct perfdata *pd;
	struct strbuf sb = {};
	uint64_t btf_at = 0, prog_at = 0, sample_at = 0, id;
	unsigned int nr_build_ids = 0;
	uint8_t *bytes;
	size_t len;

	(void)state;
	test_recording__init(&r);
	test_u32(&sb, 1);
	test_u32(&sb, 77);
	test_u32(&sb, 4);
	test_add(&sb, "BTF!", 4);
	test_feature(&r, PERFDATA_F_BPF_BTF, sb.text, sb.len);
	strbuf__free(&sb);
	test_feature(&r, PERFDATA_F_BUILD_ID, &header, sizeof(header));
	test_add(&r.features[PERFDATA_F_BUILD_ID], build_id + 8, sizeof(build_id) - 8);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	save(in_dir("rules"), bytes, len);
	convert_path(in_dir("rules"), PERFDATA_FORM_PIPE, in_dir("rules.pipe"), 0);
	assert_int_equal(perfdata__open(&pd, in_dir("rules.pipe"), NULL), 0);
	while (perfdata__next(pd, &rec) > 0) {
		id = rec.type == PERFDATA_FEATURE ? load_u64(rec.bytes + 8) : 0;
		assert_true(id < PERFDATA_FEATURES_OF_6_1);
		if (id == PERFDATA_F_BPF_BTF)
			btf_at = rec.offset;
		if (id == PERFDATA_F_BPF_PROG_INFO)
			prog_at = rec.offset;
		if (rec.type == PERF_RECORD_SAMPLE && !sample_at)
			sample_at = rec.offset;
		assert_int_not_equal(rec.type, 0);
		if (rec.type == PERFDATA_BUILD_ID) {
			nr_build_ids++;
			assert_int_equal(rec.misc, 0x8001);
			assert_memory_equal(rec.bytes + 8, build_id + 8, sizeof(build_id) - 8);
		}
	}
	assert_true(btf_at && btf_at < prog_at && prog_at < sample_at);
	assert_int_equal(nr_build_ids, 1);
	perfdata__close(pd);
	free(bytes);
	/* And back: the section of the file form is as it was, with type 0. */
	convert_path(in_dir("rules.pipe"), PERFDATA_FORM_FILE, in_dir("rules.back"), 0);
	assert_int_equal(perfdata__open(&pd, in_dir("rules.back"), NULL), 0);
	assert_int_equal(perfdata__load_feature(pd, perfdata__find_feature(pd, PERFDATA_F_BUILD_ID),
						&bytes, &len),
			 0);
	assert_int_equal(len, r.features[PERFDATA_F_BUILD_ID].len);
	assert_memory_equal(bytes, r.features[PERFDATA_F_BUILD_ID].text, len);
	perfdata__close(pd);
	free(bytes);
	test_recording__free(&r);
}

/* What is new since perf 6.1 goes, and is counted. */
static void compat__leaves_out_what_is_newer(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = PERFDATA_FORM_FILE },
					      .compat_6_1 = true };
	struct perfdata_record rec;
	struct recording r;
	struct perfdata *pd;
	uint8_t *bytes;
	size_t len, nr;

	(void)state;
	test_recording__init(&r);
	r.attr_size = 136;
	test_record(&r, PERFDATA_BPF_METADATA, 0, r.records.text, 64);
	test_feature(&r, 33, "new", 3);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	bytes[104 + 16 + 130] = 1; /* config3 of the first event */
	opts.out.path = in_dir("compat");
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), 0);
	assert_int_equal(converted->dropped.total, 2); /* type 99 too */
	assert_int_equal(converted->nr_features, 1);
	assert_int_equal(converted->nr_attrs, 2);
	assert_int_equal(converted->nr_lossy_attrs, 1);
	assert_int_equal(perfdata__open(&pd, opts.out.path, NULL), 0);
	assert_int_equal(perfdata__evlist(pd)->attrs[0].raw_size, PERFDATA_ATTR_SIZE);
	assert_int_equal(load_u32(perfdata__evlist(pd)->attrs[0].raw + 4), PERFDATA_ATTR_SIZE);
	perfdata__features(pd, &nr);
	assert_int_equal(nr, 4); /* and the time of samples */
	while (perfdata__next(pd, &rec) > 0)
		assert_true(rec.type < PERFDATA_TYPES_OF_6_1);
	perfdata__close(pd);
	/* Without it, all stays. */
	opts.compat_6_1 = false;
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), 0);
	assert_int_equal(converted->dropped.total, 0);
	assert_int_equal(perfdata__open(&pd, opts.out.path, NULL), 0);
	assert_int_equal(perfdata__evlist(pd)->attrs[0].raw_size, 136);
	assert_non_null(perfdata__find_feature(pd, 33));
	perfdata__close(pd);
	free(converted);
	free(bytes);
	test_recording__free(&r);
}

/* Offsets that lead out of a program's info would make perf 6.1 crash: they are not written. */
static void bad_arrays__are_not_passed_on(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = PERFDATA_FORM_FILE } };
	const uint64_t far = 1ULL << 40;
	struct bpf_prog_entry entry;
	struct bpf_prog_iter it;
	struct recording r;
	struct perfdata *pd;
	uint8_t *bytes, *section;
	size_t len;

	(void)state;
	test_recording__init(&r);
	memcpy(r.features[PERFDATA_F_BPF_PROG_INFO].text + 4 + 16 +
		       offsetof(struct bpf_prog_info, jited_func_lens),
	       &far, sizeof(far));
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	opts.out.path = in_dir("bad_arrays");
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), 0);
	assert_int_equal(nr_said, 1);
	assert_int_equal(converted->nr_lost, 1);
	assert_int_equal(perfdata__open(&pd, opts.out.path, NULL), 0);
	assert_int_equal(
		perfdata__load_feature(pd, perfdata__find_feature(pd, PERFDATA_F_BPF_PROG_INFO),
				       &section, &len),
		0);
	it = bpf_prog_iter__of(section, len);
	assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
	assert_int_equal(entry.bad_arrays, 0);
	assert_int_equal(entry.info.id, 5);
	assert_int_equal(entry.info.nr_jited_func_lens, 0);
	assert_int_equal(entry.array[BPF_ARRAY_JITED_KSYMS].nr, 2);
	assert_int_equal(load_u64(entry.array[BPF_ARRAY_JITED_KSYMS].at), 0xffffffffc0001000);
	perfdata__close(pd);
	free(section);
	free(converted);
	free(bytes);
	test_recording__free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_forms__have_the_same_content),
		cmocka_unit_test(stream__follows_the_rules),
		cmocka_unit_test(compat__leaves_out_what_is_newer),
		cmocka_unit_test(bad_arrays__are_not_passed_on),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
