// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_perfdata_directory.c - recordings that are a directory: all its files are read, in their order, and
 * what is no file in their place is told and not waited for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test_perfdata_dir.h"

static void start_recording(struct recording *r)
{
	test_recording__init(r);
	r->records.len = 0;
	test_sample(r, 1, 1000, 0, 11);
}

static void save_recording(struct recording *r, const char *name)
{
	uint8_t *bytes;
	size_t len;
	char path[64];

	bytes = test_recording__file(r, UINT64_MAX, &len);
	assert_int_equal(mkdir(in_dir(name), 0700), 0);
	snprintf(path, sizeof(path), "%s/data", name);
	save(in_dir(path), bytes, len);
	free(bytes);
	test_recording__free(r);
}

/* DIR/data with one sample. */
static void make_recording(const char *name)
{
	struct recording r;

	start_recording(&r);
	save_recording(&r, name);
}

static void save_sample(const char *name, uint64_t ip)
{
	struct recording r;

	test_recording__init(&r);
	r.records.len = 0;
	test_sample(&r, ip, 1000, 0, 11);
	save(in_dir(name), (const uint8_t *)r.records.text, r.records.len);
	test_recording__free(&r);
}

/* The addresses of all samples, which begin with them, one digit each. */
static unsigned int read_ips(const char *name)
{
	const struct perfdata_report report = { .say = count_said };
	struct perfdata_record rec;
	struct perfdata *pd;
	unsigned int ips = 0;
	uint64_t ip;
	int more;

	nr_said = 0;
	assert_int_equal(perfdata__open(&pd, in_dir(name), &report), 0);
	while ((more = perfdata__next(pd, &rec)) > 0) {
		if (rec.type != PERF_RECORD_SAMPLE)
			continue;
		memcpy(&ip, rec.bytes + sizeof(struct perf_event_header), sizeof(ip));
		ips = ips * 10 + (unsigned int)ip;
	}
	assert_int_equal(more, 0);
	assert_int_equal(perfdata__is_incomplete(pd), nr_said > 0);
	perfdata__close(pd);
	return ips;
}

static void files__are_read_by_their_numbers(void **state)
{
	(void)state;
	make_recording("order");
	save_sample("order/data.10", 4);
	save_sample("order/data.2", 3);
	save_sample("order/data.0", 2);
	save_sample("order/other", 5);
	assert_int_equal(read_ips("order"), 1234);
	assert_int_equal(nr_said, 0);
}

static void what_is_no_file__is_told_and_passed(void **state)
{
	(void)state;
	make_recording("strange");
	assert_int_equal(mkfifo(in_dir("strange/data.0"), 0600), 0);
	assert_int_equal(mkdir(in_dir("strange/data.1"), 0700), 0);
	assert_int_equal(symlink("nothing", in_dir("strange/data.2")), 0);
	assert_int_equal(symlink("/dev/zero", in_dir("strange/data.3")), 0);
	save_sample("strange/data.4", 2);
	alarm(10);
	assert_int_equal(read_ips("strange"), 12);
	alarm(0);
	assert_int_equal(nr_said, 4);
}

static void data_that_is_no_file__is_refused(void **state)
{
	const struct perfdata_report report = { .say = count_said };
	struct perfdata *pd;

	(void)state;
	assert_int_equal(mkdir(in_dir("fifo"), 0700), 0);
	assert_int_equal(mkfifo(in_dir("fifo/data"), 0600), 0);
	nr_said = 0;
	alarm(10);
	assert_int_equal(perfdata__open(&pd, in_dir("fifo"), &report), -ENOTSUP);
	alarm(0);
	assert_int_equal(nr_said, 1);
	assert_int_equal(mkdir(in_dir("empty"), 0700), 0);
	assert_int_equal(perfdata__open(&pd, in_dir("empty"), &report), -ENOENT);
}

static void convert_to(const char *from, enum perfdata_form form, const char *to)
{
	struct perfdata_converted *converted = calloc(1, sizeof(*converted));
	struct perfdata_convert_opts opts = { .out = { .form = form, .path = in_dir(to) } };
	struct perfdata *pd;

	assert_non_null(converted);
	if (form == PERFDATA_FORM_PIPE)
		opts.out.fd = open(in_dir(to), O_RDWR | O_CREAT | O_TRUNC, 0600);
	assert_int_equal(perfdata__open(&pd, in_dir(from), NULL), 0);
	assert_int_equal(convert(pd, &opts, converted), 0);
	perfdata__close(pd);
	if (form == PERFDATA_FORM_PIPE)
		close(opts.out.fd);
	free(converted);
}

/* What stands behind the AUXTRACE record. */
static uint64_t read_trace_len(const char *name)
{
	struct perfdata_record rec;
	struct perfdata *pd;
	uint64_t len = 0;

	assert_int_equal(perfdata__open(&pd, in_dir(name), NULL), 0);
	while (perfdata__next(pd, &rec) > 0)
		len += rec.payload_len;
	perfdata__close(pd);
	return len;
}

/* In a file of a directory the end cuts it; in the one that they become, it would take what follows. */
static void a_cut_trace__does_not_take_the_records_behind_it(void **state)
{
	const uint64_t auxtrace[] = { 1 << 20, 0, 0, 0, 0, 0 };
	const uint64_t trace[] = { 1, 2, 3 };
	const char *const names[] = { "cut.file", "cut.dir", "cut.pipe" };
	const enum perfdata_form forms[] = { PERFDATA_FORM_FILE, PERFDATA_FORM_DIR,
					     PERFDATA_FORM_PIPE };
	struct recording r;
	size_t i;

	(void)state;
	start_recording(&r);
	test_record(&r, PERFDATA_AUXTRACE, 0, auxtrace, sizeof(auxtrace));
	test_add(&r.records, trace, sizeof(trace));
	save_recording(&r, "cut");
	save_sample("cut/data.0", 2);
	assert_int_equal(read_ips("cut"), 12);
	assert_int_equal(nr_said, 1);
	for (i = 0; i < 3; i++) {
		convert_to("cut", forms[i], names[i]);
		assert_int_equal(read_ips(names[i]), 12);
		assert_int_equal(nr_said, 0);
		assert_int_equal(read_trace_len(names[i]), sizeof(trace));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files__are_read_by_their_numbers),
		cmocka_unit_test(what_is_no_file__is_told_and_passed),
		cmocka_unit_test(data_that_is_no_file__is_refused),
		cmocka_unit_test(a_cut_trace__does_not_take_the_records_behind_it),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
