// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_perfdata_sink.c - where a recording is written to: disks and pipes that fail, what is replaced
 * and what is not, recordings in place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "perfdata_cursor.h"
#include "test_perfdata_dir.h"
#include "util.h"

static unsigned int nr_entries(const char *path)
{
	DIR *d = opendir(path);
	unsigned int nr = 0;

	assert_non_null(d);
	while (readdir(d))
		nr++;
	closedir(d);
	return nr;
}

/* No space in the middle: the old file is as it was, and nothing else is left behind. */
static void failed_write__leaves_the_old_file(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = PERFDATA_FORM_FILE } };
	const struct rlimit small = { 4096, RLIM_INFINITY };
	struct rlimit before;
	struct recording r;
	unsigned int nr, i;
	struct stat st;
	uint8_t *bytes;
	size_t len;

	(void)state;
	test_recording__init(&r);
	for (i = 0; i < 200; i++)
		test_sample(&r, i, 3000 + i, 0, 11);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	save(in_dir("old"), (const uint8_t *)"PERFILE2", 8);
	nr = nr_entries(dir);
	opts.out.path = in_dir("old");
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -EFBIG);
	opts.out.form = PERFDATA_FORM_DIR;
	opts.out.path = in_dir("new_directory");
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(nr_entries(dir), nr);
	assert_int_equal(stat(in_dir("old"), &st), 0);
	assert_int_equal(st.st_size, 8);
	free(converted);
	free(bytes);
	test_recording__free(&r);
}

static void failed_stream__is_told(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = PERFDATA_FORM_PIPE } };
	struct recording r;
	uint8_t *bytes;
	int fds[2];
	size_t len;

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	test_recording__init(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	assert_int_equal(pipe(fds), 0);
	close(fds[0]);
	opts.out.fd = fds[1];
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -EPIPE);
	close(fds[1]);
	opts.out.fd = open("/dev/full", O_WRONLY);
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -ENOSPC);
	close(opts.out.fd);
	free(converted);
	free(bytes);
	test_recording__free(&r);
}

/* Only recordings are replaced. */
static void other_things__are_not_replaced(void **state)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = PERFDATA_FORM_DIR } };
	struct recording r;
	uint8_t *bytes;
	size_t len;

	(void)state;
	test_recording__init(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	opts.out.path = in_dir("home");
	assert_int_equal(mkdir(opts.out.path, 0700), 0);
	save(in_dir("home/letter"), (const uint8_t *)"dear", 4);
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -EEXIST);
	assert_int_equal(access(in_dir("home/letter"), F_OK), 0);
	opts.out.form = PERFDATA_FORM_FILE;
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -EEXIST);
	opts.out.path = in_dir("home/letter");
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -EEXIST);
	opts.out.path = "/dev/null";
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), -EEXIST);
	/* An older recording is. */
	opts.out.form = PERFDATA_FORM_DIR;
	opts.out.path = in_dir("again");
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), 0);
	save(in_dir("again/data.77"), (const uint8_t *)"old", 3);
	assert_int_equal(convert_bytes(bytes, len, &opts, converted), 0);
	assert_int_equal(access(in_dir("again/data"), F_OK), 0);
	assert_int_equal(access(in_dir("again/data.77"), F_OK), -1);
	free(converted);
	free(bytes);
	test_recording__free(&r);
}

/* In place: what a killed recorder leaves is read as unfinished. */
static void unfinished_file__is_readable(void **state)
{
	struct perfdata_writer_opts opts = { .form = PERFDATA_FORM_FILE, .in_place = true };
	const struct perf_event_header round = { .type = PERFDATA_FINISHED_ROUND,
						 .size = sizeof(round) };
	struct perfdata_attr attr = { .raw_size = PERFDATA_ATTR_SIZE };
	struct perf_event_attr raw = { .size = PERFDATA_ATTR_SIZE };
	struct perfdata_writer *w;
	struct perfdata_record rec;
	struct perfdata *pd;

	(void)state;
	opts.path = in_dir("in_place");
	attr.raw = (uint8_t *)&raw;
	assert_int_equal(perfdata_writer__open(&w, &opts), 0);
	assert_int_equal(perfdata_writer__add_attr(w, &attr), 0);
	assert_int_equal(perfdata_writer__start(w), 0);
	assert_int_equal(
		perfdata_stream__record(perfdata_writer__stream(w, 0), &round, sizeof(round)), 0);
	assert_int_equal(perfdata_stream__flush(perfdata_writer__stream(w, 0)), 0);
	perfdata_writer__free(w);
	assert_int_equal(perfdata__open(&pd, opts.path, NULL), 0);
	assert_true(perfdata__is_unfinished(pd));
	assert_int_equal(perfdata__evlist(pd)->nr, 1);
	assert_int_equal(perfdata__next(pd, &rec), 1);
	assert_int_equal(perfdata__next(pd, &rec), 0);
	perfdata__close(pd);
}

/* A writer of an event without a name, in place, that takes records. */
static struct perfdata_writer *begin_writing(struct perfdata_writer_opts *opts)
{
	struct perfdata_attr attr = { .raw_size = PERFDATA_ATTR_SIZE };
	struct perf_event_attr raw = { .size = PERFDATA_ATTR_SIZE };
	struct perfdata_writer *w;

	attr.raw = (uint8_t *)&raw;
	opts->in_place = true;
	assert_int_equal(perfdata_writer__open(&w, opts), 0);
	assert_int_equal(perfdata_writer__add_attr(w, &attr), 0);
	assert_int_equal(perfdata_writer__start(w), 0);
	return w;
}

struct kernel_record {
	struct perf_event_header header;
	uint64_t words[7];
};

/* Records of a type that nothing looks into. Return: the first error. */
static int write_records(struct perfdata_stream *stream, unsigned int nr)
{
	struct kernel_record record = { .header = { .type = PERF_RECORD_LOST,
						    .size = sizeof(record) } };
	int err = 0;

	for (; nr && !err; nr--) {
		record.words[6] = nr * 0x9e3779b97f4a7c15ULL;
		err = perfdata_stream__kernel_bytes(stream, &record, 24);
		if (!err)
			err = perfdata_stream__kernel_bytes(stream, (uint8_t *)&record + 24,
							    sizeof(record) - 24);
	}
	return err;
}

static unsigned int count_records(const char *path, uint32_t type)
{
	struct perfdata_record rec;
	struct perfdata *pd;
	unsigned int nr = 0;

	assert_int_equal(perfdata__open(&pd, path, NULL), 0);
	while (perfdata__next(pd, &rec) > 0)
		nr += rec.type == type;
	assert_false(perfdata__is_incomplete(pd));
	assert_false(perfdata__is_unfinished(pd));
	perfdata__close(pd);
	return nr;
}

static void full_disk__leaves_what_was_flushed(void **state)
{
	const struct rlimit small = { 200000, RLIM_INFINITY };
	struct perfdata_writer_opts opts = { .form = PERFDATA_FORM_FILE };
	struct perfdata_stream *stream;
	struct perfdata_writer *w;
	struct rlimit before;
	int err;

	(void)state;
	opts.path = in_dir("full");
	w = begin_writing(&opts);
	stream = perfdata_writer__stream(w, 0);
	assert_int_equal(
		perfdata_writer__add_feature(w, PERFDATA_F_HOSTNAME, (const uint8_t *)"x", 1), 0);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(write_records(stream, 1000), 0);
	assert_int_equal(perfdata_stream__flush(stream), 0);
	do {
		err = write_records(stream, 20000);
	} while (!err);
	assert_int_equal(err, -EFBIG);
	assert_int_equal(perfdata_writer__salvage(w), 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	perfdata_writer__free(w);
	/* More than was flushed, and not all that fits: there is room for the header's features. */
	assert_in_range(count_records(opts.path, PERF_RECORD_LOST), 1500, 200000 / 64);
}

/* Features that do not fit, or would leave few records, cost no records. */
static void full_disk__keeps_records_rather_than_features(void **state)
{
	static const uint8_t feature[400000];
	struct perfdata_writer_opts opts = { .form = PERFDATA_FORM_FILE };
	const size_t lens[] = { 1, 60000, sizeof(feature) };
	struct perfdata_writer *w;
	struct rlimit before, small;
	unsigned int i;

	(void)state;
	opts.path = in_dir("full_bare");
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		small = (struct rlimit){ i ? 200000 : 100000, RLIM_INFINITY };
		w = begin_writing(&opts);
		assert_int_equal(
			perfdata_writer__add_feature(w, PERFDATA_F_HOSTNAME, feature, lens[i]), 0);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
		while (!write_records(perfdata_writer__stream(w, 0), 20000))
			;
		assert_int_equal(perfdata_writer__salvage(w), 1);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
		perfdata_writer__free(w);
		assert_in_range(count_records(opts.path, PERF_RECORD_LOST),
				small.rlim_cur / 64 - 100, small.rlim_cur / 64);
	}
}

/* zstd takes being called without anything to do for an error, after a while. */
static void packed_stream__may_have_much_in_between(void **state)
{
	struct perfdata_writer_opts opts = { .form = PERFDATA_FORM_PIPE, .level = 1 };
	const struct perf_event_header round = { .type = PERFDATA_FINISHED_ROUND,
						 .size = sizeof(round) };
	struct perfdata_stream *stream;
	struct perfdata_writer *w;
	unsigned int i;

	(void)state;
	opts.fd = open(in_dir("between"), O_RDWR | O_CREAT | O_TRUNC, 0600);
	w = begin_writing(&opts);
	stream = perfdata_writer__stream(w, 0);
	assert_int_equal(write_records(stream, 10), 0);
	for (i = 0; i < 100; i++)
		assert_int_equal(perfdata_stream__record(stream, &round, sizeof(round)), 0);
	assert_int_equal(write_records(stream, 10), 0);
	assert_int_equal(perfdata_writer__finish(w), 0);
	perfdata_writer__free(w);
	close(opts.fd);
	assert_int_equal(count_records(in_dir("between"), PERF_RECORD_LOST), 20);
	assert_int_equal(count_records(in_dir("between"), PERFDATA_FINISHED_ROUND), 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failed_write__leaves_the_old_file),
		cmocka_unit_test(failed_stream__is_told),
		cmocka_unit_test(other_things__are_not_replaced),
		cmocka_unit_test(unfinished_file__is_readable),
		cmocka_unit_test(full_disk__leaves_what_was_flushed),
		cmocka_unit_test(full_disk__keeps_records_rather_than_features),
		cmocka_unit_test(packed_stream__may_have_much_in_between),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
