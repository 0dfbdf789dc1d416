// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_perfdata.c - the reader: what is in a recording comes out of it in all forms; what is cut,
 * changed or not a recording is refused or read as far as it goes, and never read past its end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "bpf_progs_show.h"
#include "perfdata_dump.h"
#include "test_perfdata_builder.h"
#include "util.h"

#define NR_MUTATIONS 3000

static int null_fd = -1;
static unsigned int nr_said;

static void count_said(void *ctx, const char *text)
{
	(void)ctx;
	(void)text;
	nr_said++;
}

static const struct perfdata_report report = { .say = count_said };

/* What a recording came to. */
struct outcome {
	int open_err;
	int err;
	bool incomplete;
	bool unfinished;
	uint64_t nr_records;
	uint64_t nr_of_99;
	size_t nr_features;
};

/* Read it whole, and show everything. */
static struct outcome read_bytes(const uint8_t *bytes, size_t len)
{
	const struct perfdata_dump_opts opts = { .raw = true };
	struct perfdata_record rec;
	struct outcome out = {};
	struct perfdata *pd;
	struct sink sink;

	sink__init(&sink, null_fd);
	out.open_err = perfdata__open_memory(&pd, bytes, len, &report);
	if (out.open_err)
		return out;
	out.err = perfdata_dump__run(pd, &opts, &sink);
	assert_int_equal(sink__close(&sink), 0);
	perfdata__close(pd);
	assert_int_equal(perfdata__open_memory(&pd, bytes, len, &report), 0);
	perfdata__features(pd, &out.nr_features);
	while (perfdata__next(pd, &rec) > 0) {
		out.nr_records++;
		out.nr_of_99 += rec.type == 99;
	}
	out.incomplete = perfdata__is_incomplete(pd);
	out.unfinished = perfdata__is_unfinished(pd);
	perfdata__close(pd);
	return out;
}

static struct outcome read_exact(const uint8_t *bytes, size_t len)
{
	void *copy = test_exact(bytes, len);
	struct outcome out = read_bytes(copy, len);

	free(copy);
	return out;
}

static void both_forms__are_read_whole(void **state)
{
	struct recording r;
	struct outcome out;
	uint8_t *bytes;
	size_t len;

	(void)state;
	test_recording__init(&r);
	nr_said = 0;
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	out = read_exact(bytes, len);
	assert_int_equal(out.open_err, 0);
	assert_int_equal(out.err, 0);
	assert_false(out.incomplete);
	assert_int_equal(out.nr_records, 11);
	assert_int_equal(out.nr_features, 3);
	free(bytes);
	bytes = test_recording__pipe(&r, &len);
	out = read_exact(bytes, len);
	assert_int_equal(out.open_err, 0);
	assert_int_equal(out.err, 0);
	assert_false(out.incomplete);
	assert_int_equal(out.nr_records, 11 + 2 + 3);
	assert_int_equal(nr_said, 0);
	free(bytes);
	test_recording__free(&r);
}

static void unknown_types_and_features__are_there(void **state)
{
	struct recording r;
	struct outcome out;
	uint8_t *bytes;
	size_t len;

	(void)state;
	test_recording__init(&r);
	test_feature(&r, 200, "abc", 3);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	out = read_exact(bytes, len);
	assert_int_equal(out.nr_of_99, 1);
	assert_int_equal(out.nr_features, 4);
	assert_false(out.incomplete);
	free(bytes);
	test_recording__free(&r);
}

/* Cut a recording at every byte: what is left is read, and said to be incomplete. */
static void cut(uint8_t *(*make)(const struct recording *, size_t *), bool has_end)
{
	struct recording r;
	struct outcome out;
	uint8_t *bytes;
	size_t len, at, nr_complete = 0;

	test_recording__init(&r);
	bytes = make(&r, &len);
	for (at = 0; at < len; at++) {
		out = read_exact(bytes, at);
		assert_int_equal(out.err, 0);
		if (!out.open_err && !out.incomplete)
			nr_complete++;
	}
	/* A stream may end between records, nobody can tell. */
	if (has_end)
		assert_int_equal(nr_complete, 0);
	else
		assert_in_range(nr_complete, 1, 16);
	free(bytes);
	test_recording__free(&r);
}

static uint8_t *make_file(const struct recording *r, size_t *ret_len)
{
	return test_recording__file(r, UINT64_MAX, ret_len);
}

static void cut_file__is_told(void **state)
{
	(void)state;
	cut(make_file, true);
}

static void cut_pipe__is_told(void **state)
{
	(void)state;
	cut(test_recording__pipe, false);
}

static void mutate(uint8_t *bytes, size_t len, uint64_t *seed)
{
	static const uint64_t evil[] = { 0,	     1,		 7,	     0x7fffffff,
					 0xffffffff, 1ULL << 40, UINT64_MAX, UINT64_MAX - 7 };
	unsigned int i, nr = 1 + test_random(seed) % 4;

	for (i = 0; i < nr; i++) {
		const size_t at = test_random(seed) % len, wanted = 1U << test_random(seed) % 4;
		const size_t n = MIN(len - at, wanted);
		const uint64_t value = test_random(seed) % 2
					       ? evil[test_random(seed) % ARRAY_SIZE(evil)]
					       : test_random(seed);

		memcpy(bytes + at, &value, n);
	}
}

/* Changed at random, in memory of the exact size: whatever comes out, nothing else is read. */
static void mutations__are_survived(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs;
	struct strbuf text = {};
	struct recording r;
	struct perfdata *pd;
	uint64_t seed = 42;
	uint8_t *bytes[2];
	size_t len[2];
	int i;

	(void)state;
	test_recording__init(&r);
	bytes[0] = make_file(&r, &len[0]);
	bytes[1] = test_recording__pipe(&r, &len[1]);
	for (i = 0; i < NR_MUTATIONS; i++) {
		uint8_t *copy = test_exact(bytes[i % 2], len[i % 2]);

		mutate(copy, len[i % 2], &seed);
		read_bytes(copy, len[i % 2]);
		if (!perfdata__open_memory(&pd, copy, len[i % 2], NULL)) {
			progs = bpf_progs__new();
			assert_int_equal(bpf_progs__read(progs, pd, &totals), 0);
			strbuf__reset(&text);
			assert_int_equal(bpf_progs__show_text(progs, &totals, 0, &text), 0);
			assert_int_equal(bpf_progs__show_json(progs, &totals, &text), 0);
			bpf_progs__free(progs);
			perfdata__close(pd);
		}
		free(copy);
	}
	strbuf__free(&text);
	free(bytes[0]);
	free(bytes[1]);
	test_recording__free(&r);
}

static void what_is_no_recording__is_refused(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		int err;
	} cases[] = {
		{ "", 0, -EINVAL },
		{ "PERFILE2", 8, -EINVAL },
		{ "\x7f"
		  "ELF............",
		  16, -EINVAL },
		{ "2ELIFREP\0\0\0\0\0\0\0\x68", 16, -ENOTSUP },
		{ "2ELIFREP\0\0\0\0\0\0\0\x10", 16, -ENOTSUP },
		{ "PERFFILE\x68\0\0\0\0\0\0\0", 16, -ENOTSUP },
		{ "PERFILE2\x68\0\0\0\0\0\0\0", 16, -EINVAL },
	};
	struct outcome out;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		nr_said = 0;
		out = read_exact((const uint8_t *)cases[i].bytes, cases[i].len);
		assert_int_equal(out.open_err, cases[i].err);
		assert_int_equal(nr_said, 1);
	}
}

static void attrs_of_all_sizes__are_read(void **state)
{
	static const uint32_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 4096 };
	struct perfdata *pd;
	struct recording r;
	uint8_t *bytes;
	size_t len, i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		test_recording__init(&r);
		r.attr_size = sizes[i];
		bytes = make_file(&r, &len);
		assert_int_equal(perfdata__open_memory(&pd, bytes, len, &report), 0);
		assert_int_equal(perfdata__evlist(pd)->nr, 2);
		assert_int_equal(perfdata__evlist(pd)->attrs[1].raw_size, sizes[i]);
		assert_int_equal(perfdata__evlist(pd)->attrs[1].attr.sample_type, TEST_SAMPLE_TYPE);
		assert_int_equal(perfdata__evlist(pd)->attrs[1].ids[0], 12);
		assert_false(perfdata__is_incomplete(pd));
		perfdata__close(pd);
		free(bytes);
		test_recording__free(&r);
	}
}

/* attr.size where there is no room for it: the event is lost, and it is said. */
static void attr_of_impossible_size__is_told(void **state)
{
	static const uint32_t sizes[] = { 1, 63, 129, 0xffffffff };
	struct perfdata *pd;
	struct recording r;
	uint8_t *bytes;
	size_t len, i;

	(void)state;
	test_recording__init(&r);
	bytes = make_file(&r, &len);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		memcpy(bytes + 104 + 16 + 4, &sizes[i], 4);
		assert_int_equal(perfdata__open_memory(&pd, bytes, len, &report), 0);
		assert_int_equal(perfdata__evlist(pd)->nr, 1);
		assert_true(perfdata__is_incomplete(pd));
		perfdata__close(pd);
	}
	free(bytes);
	test_recording__free(&r);
}

static void unfinished_file__is_recovered(void **state)
{
	struct recording r;
	struct outcome out;
	uint8_t *bytes;
	size_t len;

	(void)state;
	test_recording__init(&r);
	memset(r.has, 0, sizeof(r.has));
	bytes = test_recording__file(&r, 0, &len);
	len -= r.features[PERFDATA_F_HOSTNAME].len + r.features[PERFDATA_F_NRCPUS].len +
	       r.features[PERFDATA_F_BPF_PROG_INFO].len;
	out = read_exact(bytes, len);
	assert_int_equal(out.open_err, 0);
	assert_true(out.unfinished);
	assert_true(out.incomplete);
	assert_int_equal(out.nr_records, 11);
	/* Killed in the middle of a record. */
	out = read_exact(bytes, len - 3);
	assert_int_equal(out.nr_records, 10);
	free(bytes);
	test_recording__free(&r);
}

/* Too small, too large for the records, though not for the file: features are behind them. */
static void record_of_impossible_size__ends_the_file(void **state)
{
	static const uint32_t sizes[] = { 0, 4, 7, 17, 64, 0xffff };
	struct recording r;
	struct outcome out;
	uint8_t *bytes;
	size_t len, i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		const uint32_t bad[] = { 68, sizes[i] << 16 };

		test_recording__init(&r);
		test_add(&r.records, bad, sizeof(bad));
		test_record(&r, 99, 0, NULL, 0);
		bytes = make_file(&r, &len);
		out = read_exact(bytes, len);
		assert_int_equal(out.nr_records, 11);
		assert_int_equal(out.nr_features, 3);
		assert_true(out.incomplete);
		free(bytes);
		test_recording__free(&r);
	}
}

static void payload_behind_records__is_skipped_or_read(void **state)
{
	const uint32_t tracing[2] = { 24, 0 };
	struct perfdata_record rec;
	struct perfdata *pd;
	struct recording r;
	const uint8_t *piece;
	uint8_t *bytes;
	size_t len, n, i;

	(void)state;
	test_recording__init(&r);
	for (i = 0; i < 2; i++) {
		test_record(&r, PERFDATA_TRACING_DATA, 0, tracing, sizeof(tracing));
		test_add(&r.records, "payload payload payload ", 24);
	}
	test_record(&r, 99, 0, NULL, 0);
	bytes = test_recording__pipe(&r, &len);
	assert_int_equal(perfdata__open_memory(&pd, bytes, len, &report), 0);
	for (i = 0; perfdata__next(pd, &rec) > 0; i++) {
		if (i != 16 && i != 17)
			continue;
		assert_int_equal(rec.type, PERFDATA_TRACING_DATA);
		assert_int_equal(rec.payload_len, 24);
		if (i == 17) {
			piece = perfdata__payload(pd, &n);
			assert_int_equal(n, 24);
			assert_memory_equal(piece, "payload payload payload ", 24);
			assert_null(perfdata__payload(pd, &n));
		}
	}
	assert_int_equal(i, 19);
	assert_int_equal(rec.type, 99);
	assert_false(perfdata__is_incomplete(pd));
	perfdata__close(pd);
	free(bytes);
	test_recording__free(&r);
}

/* Records packed by zstd, @piece bytes at a time: records go on over the end of a piece. */
static void pack_records(struct recording *r, size_t piece)
{
	ZSTD_CCtx *zstd = ZSTD_createCCtx();
	struct strbuf plain = r->records;
	uint8_t out[4096];
	size_t at;

	r->records = (struct strbuf){};
	for (at = 0; at < plain.len; at += piece) {
		ZSTD_inBuffer in = { plain.text + at, MIN(piece, plain.len - at), 0 };
		ZSTD_outBuffer packed = { out, sizeof(out), 0 };

		assert_int_equal(ZSTD_compressStream2(zstd, &packed, &in, ZSTD_e_flush), 0);
		test_record(r, PERFDATA_COMPRESSED, 0, out, packed.pos);
	}
	ZSTD_freeCCtx(zstd);
	strbuf__free(&plain);
}

static void compressed_records__come_out(void **state)
{
	static const size_t pieces[] = { 1, 5, 64, 100000 };
	struct recording r;
	struct outcome out;
	uint8_t *bytes;
	size_t len, i, packed;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		test_recording__init(&r);
		packed = (r.records.len + pieces[i] - 1) / pieces[i];
		pack_records(&r, pieces[i]);
		bytes = make_file(&r, &len);
		out = read_exact(bytes, len);
		assert_int_equal(out.nr_records, 11 + packed);
		assert_int_equal(out.nr_of_99, 1);
		assert_false(out.incomplete);
		free(bytes);
		test_recording__free(&r);
	}
}

static void damaged_compression__loses_only_itself(void **state)
{
	struct recording r;
	struct outcome out;
	uint8_t *bytes;
	size_t len;

	(void)state;
	test_recording__init(&r);
	pack_records(&r, 100000);
	r.records.text[8] ^= 0x55; /* zstd's magic */
	test_record(&r, 99, 0, NULL, 0);
	bytes = make_file(&r, &len);
	out = read_exact(bytes, len);
	assert_int_equal(out.nr_records, 2);
	assert_int_equal(out.nr_of_99, 1);
	assert_true(out.incomplete);
	free(bytes);
	test_recording__free(&r);
}

static int set_up(void **state)
{
	(void)state;
	null_fd = open("/dev/null", O_WRONLY);
	return null_fd < 0;
}

static int tear_down(void **state)
{
	(void)state;
	close(null_fd);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_forms__are_read_whole),
		cmocka_unit_test(unknown_types_and_features__are_there),
		cmocka_unit_test(cut_file__is_told),
		cmocka_unit_test(cut_pipe__is_told),
		cmocka_unit_test(mutations__are_survived),
		cmocka_unit_test(what_is_no_recording__is_refused),
		cmocka_unit_test(attrs_of_all_sizes__are_read),
		cmocka_unit_test(attr_of_impossible_size__is_told),
		cmocka_unit_test(unfinished_file__is_recovered),
		cmocka_unit_test(record_of_impossible_size__ends_the_file),
		cmocka_unit_test(payload_behind_records__is_skipped_or_read),
		cmocka_unit_test(compressed_records__come_out),
		cmocka_unit_test(damaged_compression__loses_only_itself),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
