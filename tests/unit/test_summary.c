// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_summary.c - percentiles and deviations against those of the durations themselves, sorted and
 * summed up in full, and the tables made of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record_builder.h"
#include "strbuf.h"
#include "summary.h"
#include "syscalls.h"
#include "util.h"

#define NR_SAMPLES 5000

/* By the definition in augment.h: below 2^7, 8 buckets per power of two, from 2^37 on. */
static unsigned int bucket_of(uint64_t ns)
{
	unsigned int octave = 0, i;

	if (ns < (1ULL << AUG_HIST_MIN_BITS))
		return 0;
	if (ns >= (1ULL << AUG_HIST_MAX_BITS))
		return AUG_HIST_BUCKETS - 1;
	while (ns >> (octave + 1))
		octave++;
	/* Eighths of the octave that are full. */
	for (i = 0; i < 8; i++) {
		if ((ns - (1ULL << octave)) * 8 < (uint64_t)(i + 1) << octave)
			break;
	}
	return 1 + (octave - AUG_HIST_MIN_BITS) * 8 + i;
}

static void add_sample(struct aug_summary *sum, uint64_t ns)
{
	unsigned __int128 squares = (unsigned __int128)sum->sum_sq_hi << 64 | sum->sum_sq_lo;

	squares += (unsigned __int128)ns * ns;
	sum->sum_sq_lo = (uint64_t)squares;
	sum->sum_sq_hi = (uint64_t)(squares >> 64);
	sum->min_ns = sum->calls ? MIN(sum->min_ns, ns) : ns;
	sum->max_ns = MAX(sum->max_ns, ns);
	sum->calls++;
	sum->sum_ns += ns;
	sum->hist[bucket_of(ns)]++;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Two passes over the samples: the mean, then the deviations from it. */
static double reference_stddev(const uint64_t *samples, size_t nr)
{
	long double mean = 0, sum = 0;
	size_t i;

	if (nr < 2)
		return 0;
	for (i = 0; i < nr; i++)
		mean += (long double)samples[i] / (long double)nr;
	for (i = 0; i < nr; i++)
		sum += ((long double)samples[i] - mean) * ((long double)samples[i] - mean);
	return (double)sqrtl(sum / (long double)(nr - 1));
}

static void check_percentile(const struct aug_summary *sum, const uint64_t *sorted, size_t nr,
			     unsigned int percent)
{
	const size_t rank = MAX((nr * percent + 99) / 100, 1UL);
	const uint64_t exact = sorted[rank - 1];
	const uint64_t got = summary__percentile(sum, percent);

	/* Not exceeded by that many, known to an eighth, or to the bucket below 128 ns. */
	if (got < exact || got > MAX(exact + exact / 8 + 1, MIN(128UL, sum->max_ns)))
		if (exact < 1ULL << AUG_HIST_MAX_BITS || got < exact)
			fail_msg("p%u of %zu is %llu, expected %llu or little more", percent, nr,
				 (unsigned long long)got, (unsigned long long)exact);
	assert_true(got >= sum->min_ns && got <= sum->max_ns);
}

static void check_samples(uint64_t *samples, size_t nr)
{
	static const unsigned int percents[] = { 1, 10, 25, 50, 75, 90, 95, 99, 100 };
	struct aug_summary sum = {};
	double expected, got;
	size_t i;

	for (i = 0; i < nr; i++)
		add_sample(&sum, samples[i]);
	expected = reference_stddev(samples, nr);
	got = summary__stddev(&sum);
	/* What a mean that dwarfs the deviation costs is far below what is printed of it. */
	if (!(fabs(got - expected) <= expected * 1e-6 + (double)sum.max_ns * 1e-8))
		fail_msg("stddev of %zu is %f, expected %f", nr, got, expected);
	qsort(samples, nr, sizeof(samples[0]), by_value);
	for (i = 0; i < ARRAY_SIZE(percents); i++)
		check_percentile(&sum, samples, nr, percents[i]);
}

enum shape { UNIFORM, EXPONENTIAL, TWO_HUMPS, POWERS, NEARLY_EQUAL, SMALL, NR_SHAPES };

static uint64_t draw(enum shape shape, uint64_t *random)
{
	const uint64_t r = test_random(random);
	const double unit = ((double)(r >> 11) + 1) / 9007199254740993.0;

	switch (shape) {
	case UNIFORM:
		return r % 10000000;
	case EXPONENTIAL:
		return (uint64_t)(-log(unit) * 20000);
	case TWO_HUMPS:
		return r % 10 ? 800 + r % 100 : 3000000000 + r % 1000000;
	case POWERS:
		return (1ULL << (r % 37)) - (r >> 60 & 1);
	case NEARLY_EQUAL:
		return 5000000000 + r % 3;
	default:
		return r % 300;
	}
}

static void distributions__are_summed_up_rightly(void **state)
{
	static const size_t counts[] = { 1, 2, 3, 10, 99, 100, 101, NR_SAMPLES };
	static uint64_t samples[NR_SAMPLES];
	uint64_t random = 11;
	unsigned int shape;
	size_t c, i;

	(void)state;
	for (shape = 0; shape < NR_SHAPES; shape++) {
		for (c = 0; c < ARRAY_SIZE(counts); c++) {
			for (i = 0; i < counts[c]; i++)
				samples[i] = draw(shape, &random);
			check_samples(samples, counts[c]);
		}
	}
}

/* Hours: beyond the histogram, and the squares need more than 64 bits. */
static void very_long_calls__are_summed_up_rightly(void **state)
{
	static uint64_t samples[1000];
	uint64_t random = 5;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(samples); i++)
		samples[i] = 3600000000000 + test_random(&random) % 3600000000000;
	check_samples(samples, ARRAY_SIZE(samples));
	samples[0] = 1;
	samples[1] = 1000000000000000000; /* 31 years */
	check_samples(samples, 2);
}

/* Rounding, or sums read while they are made, may leave less than nothing of the variance. */
static void equal_calls__do_not_deviate(void **state)
{
	const struct aug_summary torn = { .calls = 2, .sum_ns = 10, .sum_sq_lo = 25 };
	uint64_t random = 9, ns;
	unsigned int i, nr;

	(void)state;
	assert_true(summary__stddev(&torn) == 0);
	for (i = 0; i < 500; i++) {
		struct aug_summary sum = {};

		ns = test_random(&random) >> (20 + i % 20);
		for (nr = 2 + i % 50; nr; nr--)
			add_sample(&sum, ns);
		assert_true(summary__stddev(&sum) >= 0);
		assert_true(summary__stddev(&sum) <= (double)ns * 1e-8);
	}
}

static void every_bucket__ends_where_the_next_begins(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < AUG_HIST_BUCKETS; i++) {
		struct aug_summary sum = { .calls = 1, .max_ns = UINT64_MAX };
		uint64_t end;

		sum.hist[i] = 1;
		end = summary__percentile(&sum, 50);
		if (i == AUG_HIST_BUCKETS - 1) {
			assert_int_equal(end, UINT64_MAX);
			break;
		}
		/* The end of a bucket is the first value of the next. */
		assert_int_equal(bucket_of(end), i + 1);
		assert_int_equal(bucket_of(end - 1), i);
	}
}

static void empty_summary__has_no_percentile(void **state)
{
	struct aug_summary sum = {};

	(void)state;
	assert_int_equal(summary__percentile(&sum, 50), 0);
	assert_true(summary__stddev(&sum) == 0);
	add_sample(&sum, 500);
	assert_int_equal(summary__percentile(&sum, 0), 500);
	assert_int_equal(summary__percentile(&sum, 100), 500);
	assert_true(summary__stddev(&sum) == 0);
}

/* ---- tables ---- */

static struct aug_summary_key key_of(uint32_t tid, uint64_t start_ns, const char *name)
{
	const struct syscall_desc *desc = syscalls__find(AUG_ABI_NATIVE, name);

	assert_non_null(desc);
	return (struct aug_summary_key){
		.tid = tid,
		.start_ns = start_ns,
		.nr = (uint32_t)desc->nr[AUG_ABI_NATIVE],
	};
}

static void add_row(struct summary *s, struct aug_summary_key key, const char *comm, uint64_t calls,
		    uint64_t ns)
{
	struct aug_summary sum = {};
	uint64_t i;

	for (i = 0; i < calls; i++)
		add_sample(&sum, ns);
	sum.errors = calls / 2;
	memcpy(sum.comm, comm, strnlen(comm, sizeof(sum.comm)));
	assert_int_equal(summary__add(s, &key, &sum), 0);
}

static const char *print(struct summary *s, struct strbuf *text)
{
	strbuf__reset(text);
	summary__print(s, text);
	assert_int_equal(strbuf__error(text), 0);
	return strbuf__cstr(text);
}

static void table__has_its_columns(void **state)
{
	struct summary *s = summary__new(NULL);
	struct aug_summary sum = {};
	struct strbuf text = {};

	(void)state;
	add_sample(&sum, 1000000);
	add_sample(&sum, 3000000);
	sum.errors = 1;
	memcpy(sum.comm, "cat", 3);
	assert_int_equal(summary__add(s, &(struct aug_summary_key){ .tid = 42, .nr = 257 }, &sum),
			 0);
	assert_string_equal(
		print(s, &text),
		"\n Summary of 2 calls of 1 threads:\n"
		"\n cat (42), 2 calls, 100.0%\n\n"
		"   syscall               calls  errors      total        min        avg        max"
		"     stddev        p50        p90        p99\n"
		"                                           (msec)     (usec)     (usec)     (usec)"
		"     (usec)     (usec)     (usec)     (usec)\n"
		"   ------------------ -------- ------- ---------- ---------- ---------- ----------"
		" ---------- ---------- ---------- ----------\n"
		"   openat                    2       1      4.000    1000.00    2000.00    3000.00"
		"    1414.21    1048.58    3000.00    3000.00\n"
		"\n");
	strbuf__free(&text);
	summary__free(s);
}

static void expect_order(const char *text, const char *const parts[])
{
	const char *pos = text;
	size_t i;

	for (i = 0; parts[i]; i++) {
		pos = strstr(pos, parts[i]);
		if (!pos)
			fail_msg("'%s' is missing or not in its place in:\n%s", parts[i], text);
	}
}

static void threads__are_by_calls_and_calls_by_time(void **state)
{
	static const char *const order[] = {
		"Summary of 28 calls of 4 threads",
		" busy (20), 15 calls, 53.6%",
		"   write ",
		"   read ",
		"   openat ",
		" new (10), 6 calls, 21.4%",
		"   close ",
		"   read ",
		" old (10), 6 calls, 21.4%",
		"   openat ",
		"   write ",
		" idle (5), 1 calls, 3.6%",
		"   read ",
		NULL,
	};
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};

	(void)state;
	add_row(s, key_of(20, 1, "read"), "busy", 8, 1000);
	add_row(s, key_of(10, 2, "close"), "new", 5, 10);
	add_row(s, key_of(5, 1, "read"), "idle", 1, 1000000000);
	add_row(s, key_of(20, 1, "openat"), "busy", 6, 500);
	add_row(s, key_of(10, 9, "openat"), "old", 5, 9);
	add_row(s, key_of(10, 2, "read"), "new", 1, 40);
	add_row(s, key_of(10, 9, "write"), "old", 1, 1);
	add_row(s, key_of(20, 1, "write"), "busy", 1, 9000);
	/* A thread id that is used again is another thread. */
	expect_order(print(s, &text), order);
	/* Printing does not change anything. */
	expect_order(print(s, &text), order);
	strbuf__free(&text);
	summary__free(s);
}

static void odd_rows__are_named(void **state)
{
	static const char *const parts[] = {
		"a\\33b\\n (1), 4 calls", "   syscall_500 ",  "   openat@32 ",
		"   (unknown numbers) ",  "   rt_sigreturn ", NULL,
	};
	const struct aug_summary_key unknown = { .tid = 1, .nr = 500 };
	const struct aug_summary_key compat = { .tid = 1, .nr = AUG_NR_SYSCALLS + 295 };
	const struct aug_summary_key beyond = { .tid = 1, .nr = AUG_NR_ABIS * AUG_NR_SYSCALLS };
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};

	(void)state;
	add_row(s, unknown, "a\033b\n", 1, 40);
	add_row(s, beyond, "a\033b\n", 1, 20);
	add_row(s, compat, "a\033b\n", 1, 30);
	add_row(s, key_of(1, 0, "rt_sigreturn"), "a\033b\n", 1, 10);
	expect_order(print(s, &text), parts);
	assert_null(strchr(text.text, '\033'));
	strbuf__free(&text);
	summary__free(s);
}

static void many_rows__are_all_there(void **state)
{
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};
	size_t nr_lines = 0, i;
	uint32_t tid;

	(void)state;
	for (tid = 1; tid <= 300; tid++) {
		add_row(s, key_of(tid, tid, "read"), "a name of 16 byt", tid, 40);
		add_row(s, key_of(tid, tid, "write"), "a name of 16 byt", 1, 1000);
	}
	print(s, &text);
	for (i = 0; i < text.len; i++)
		nr_lines += text.text[i] == '\n';
	assert_int_equal(nr_lines, 2 + 300 * (3 + 3 + 2) + 1);
	assert_non_null(strstr(text.text, "\n a name of 16 byt (300), 301 calls, 0.7%\n"));
	strbuf__free(&text);
	summary__free(s);
}

/* ---- adding up ---- */

static void add_thread(struct summary *s, uint32_t tid, uint32_t pid, uint64_t cgroup,
		       const char *name, uint64_t calls, uint64_t ns)
{
	struct aug_summary_key key = key_of(tid, tid, name);
	struct aug_summary sum = { .pid = pid, .leader_ns = pid };
	uint64_t i;

	key.cgroup = cgroup;
	for (i = 0; i < calls; i++)
		add_sample(&sum, ns);
	memcpy(sum.comm, "t", 1);
	assert_int_equal(summary__add(s, &key, &sum), 0);
}

static void modes__add_up_whole_groups(void **state)
{
	static const char *const threads[] = { " of 22 calls of 3 threads", " t (1), 12 calls",
					       NULL };
	static const char *const processes[] = { " of 22 calls of 2 processes", " t (1), 15 calls",
						 "   read                     12 ", NULL };
	static const char *const totals[] = { " Summary of 22 calls:", " total, 22 calls, 100.0%",
					      "   read                     19 ", NULL };
	static const char *const cgroups[] = { " of 22 calls of 2 control groups",
					       " cgroup 18446744073709551614 (gone), 15 calls",
					       NULL };
	static const char *const *const orders[] = {
		[SUMMARY_THREAD] = threads,
		[SUMMARY_PROCESS] = processes,
		[SUMMARY_TOTAL] = totals,
		[SUMMARY_CGROUP] = cgroups,
	};
	struct strbuf text = {};
	unsigned int mode;

	(void)state;
	for (mode = SUMMARY_THREAD; mode <= SUMMARY_CGROUP; mode++) {
		const struct summary_opts opts = { .mode = mode };
		struct summary *s = summary__new(&opts);

		add_thread(s, 1, 1, UINT64_MAX - 1, "read", 9, 100);
		add_thread(s, 1, 1, UINT64_MAX - 1, "write", 3, 100);
		add_thread(s, 2, 1, UINT64_MAX - 1, "read", 3, 5000);
		add_thread(s, 3, 3, UINT64_MAX - 2, "read", 7, 100);
		expect_order(print(s, &text), orders[mode]);
		summary__free(s);
	}
	strbuf__free(&text);
}

/* Threads that are added up give what one thread with all their calls would. */
static void parts__are_as_the_whole(void **state)
{
	const struct summary_opts opts = { .mode = SUMMARY_TOTAL, .histogram = true };
	struct summary *whole = summary__new(&opts), *parts = summary__new(&opts);
	struct aug_summary all = { .pid = 1 }, some[7] = {};
	struct aug_summary_key key = key_of(1, 1, "read");
	struct strbuf texts[2] = {};
	uint64_t random = 3, ns;
	unsigned int i;

	(void)state;
	for (i = 0; i < 3000; i++) {
		ns = test_random(&random) >> (random % 50);
		add_sample(&all, ns);
		add_sample(&some[i % 7], ns);
	}
	assert_int_equal(summary__add(whole, &key, &all), 0);
	for (i = 0; i < 7; i++) {
		key.tid = 1 + i;
		assert_int_equal(summary__add(parts, &key, &some[i]), 0);
	}
	assert_string_equal(print(whole, &texts[0]), print(parts, &texts[1]));
	strbuf__free(&texts[0]);
	strbuf__free(&texts[1]);
	summary__free(whole);
	summary__free(parts);
}

static void rows__are_by_any_column_and_cut(void **state)
{
	static const char *const by_name[] = { "   close ", "   read ", "   (1 more)\n", NULL };
	static const char *const by_max[] = { "   write ", "   close ", "   (1 more)\n", NULL };
	static const char *const by_calls_[] = { "   read ", "   close ", "   (1 more)\n", NULL };
	const struct {
		const char *word;
		const char *const *order;
	} columns[] = { { "name", by_name },
			{ "longest", by_max },
			{ "p99", by_max },
			{ "calls", by_calls_ } };
	struct strbuf text = {};
	enum summary_column column;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		struct summary_opts opts = { .max_rows = 2 };
		struct summary *s;

		assert_int_equal(summary__parse_column(columns[i].word, &opts.sort), 0);
		s = summary__new(&opts);
		add_thread(s, 1, 1, 0, "read", 9, 100);
		add_thread(s, 1, 1, 0, "write", 1, 4000);
		add_thread(s, 1, 1, 0, "close", 2, 3000);
		expect_order(print(s, &text), columns[i].order);
		summary__free(s);
	}
	assert_int_equal(summary__parse_column("colour", &column), -EINVAL);
	strbuf__free(&text);
}

static void add_named(struct summary *s, uint32_t tid, const char *name, const char *comm,
		      uint64_t last_ns)
{
	struct aug_summary_key key = key_of(tid, tid, name);
	struct aug_summary sum = { .pid = 1, .leader_ns = 1, .last_ns = last_ns };

	add_sample(&sum, 10);
	memcpy(sum.comm, comm, strnlen(comm, sizeof(sum.comm)));
	assert_int_equal(summary__add(s, &key, &sum), 0);
}

/* Rows come in the order of a hash: before execve(2) the name was another one. */
static void names__are_the_last_ones(void **state)
{
	static const char *const calls[] = { "read", "close", "execve", "write" };
	static const char *const names[] = { "sh", "sh", "cat", "cat" };
	const struct summary_opts by_process = { .mode = SUMMARY_PROCESS };
	struct strbuf text = {};
	size_t first, i;

	(void)state;
	for (first = 0; first < ARRAY_SIZE(calls); first++) {
		struct summary *s = summary__new(NULL), *p = summary__new(&by_process);

		for (i = 0; i < ARRAY_SIZE(calls); i++) {
			const size_t at = (first + i) % ARRAY_SIZE(calls);

			add_named(s, 1, calls[at], names[at], 100 + at);
			add_named(p, 1, calls[at], names[at], 100 + at);
			add_named(p, 2, calls[at], "worker", 200 + at);
		}
		assert_non_null(strstr(print(s, &text), "\n cat (1), 4 calls"));
		assert_non_null(strstr(print(p, &text), "\n cat (1), 8 calls"));
		summary__free(s);
		summary__free(p);
	}
	strbuf__free(&text);
}

static void unknown_numbers__are_sorted_by_what_is_shown(void **state)
{
	static const char *const order[] = { "   (unknown numbers) ", "   alarm ", NULL };
	const struct summary_opts opts = { .mode = SUMMARY_TOTAL, .sort = SUMMARY_COL_NAME };
	const struct aug_summary_key unknown = { .nr = AUG_NR_ABIS * AUG_NR_SYSCALLS };
	struct summary *s = summary__new(&opts);
	struct strbuf text = {};

	(void)state;
	add_row(s, key_of(1, 1, "alarm"), "t", 1, 10);
	add_row(s, unknown, "t", 1, 10);
	expect_order(print(s, &text), order);
	strbuf__free(&text);
	summary__free(s);
}

static void errors_and_runs__stand_with_their_rows(void **state)
{
	static const char *const order[] = { " t (1), 12 calls, 100.0%, 2.500 msec\n", "   read ",
					     "\n\t\t\t\tEPERM: 1\n\t\t\t\tENOENT: 7\n",
					     " idle (9), 0 calls, 0.0%, 1.000 msec\n", NULL };
	const struct summary_opts opts = { .mode = SUMMARY_PROCESS, .errnos = true, .runs = true };
	struct aug_errno_key error = { .error = 2 };
	const struct aug_run_key runs[] = { { .tid = 1 }, { .tid = 2 }, { .tid = 9 } };
	const struct aug_run times[] = {
		{ .pid = 1, .leader_ns = 1, .run_ns = 1500000, .comm = "t" },
		{ .pid = 1, .leader_ns = 1, .run_ns = 1000000, .comm = "t" },
		{ .pid = 9, .leader_ns = 9, .run_ns = 1000000, .comm = "idle" },
	};
	struct summary *s = summary__new(&opts);
	struct strbuf text = {};
	size_t i;

	(void)state;
	add_thread(s, 1, 1, 0, "read", 9, 100);
	add_thread(s, 2, 1, 0, "read", 3, 100);
	error.call = key_of(1, 1, "read");
	assert_int_equal(summary__add_errno(s, &error, 5), 0);
	error.call = key_of(2, 2, "read");
	assert_int_equal(summary__add_errno(s, &error, 2), 0);
	error.error = 1;
	assert_int_equal(summary__add_errno(s, &error, 1), 0);
	/* Of a call that found no room. */
	error.call = key_of(77, 77, "read");
	assert_int_equal(summary__add_errno(s, &error, 1), 0);
	for (i = 0; i < ARRAY_SIZE(runs); i++)
		assert_int_equal(summary__add_run(s, &runs[i], &times[i]), 0);
	expect_order(print(s, &text), order);
	expect_order(print(s, &text), order);
	strbuf__reset(&text);
	summary__print_json(s, &text);
	assert_non_null(strstr(strbuf__cstr(&text), "\"errnos\":{\"EPERM\":1,\"ENOENT\":7}"));
	assert_non_null(strstr(strbuf__cstr(&text),
			       "{\"summary\":\"process\",\"pid\":9,\"comm\":\"idle\","
			       "\"calls\":0,\"run_ns\":1000000,\"syscalls\":[]}\n"));
	strbuf__free(&text);
	summary__free(s);
}

static void nothing__is_a_table_too(void **state)
{
	struct summary *s = summary__new(NULL);
	struct strbuf text = {};

	(void)state;
	assert_string_equal(print(s, &text), "\n Summary of 0 calls of 0 threads:\n\n");
	strbuf__free(&text);
	summary__free(s);
	summary__free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distributions__are_summed_up_rightly),
		cmocka_unit_test(very_long_calls__are_summed_up_rightly),
		cmocka_unit_test(equal_calls__do_not_deviate),
		cmocka_unit_test(every_bucket__ends_where_the_next_begins),
		cmocka_unit_test(empty_summary__has_no_percentile),
		cmocka_unit_test(table__has_its_columns),
		cmocka_unit_test(threads__are_by_calls_and_calls_by_time),
		cmocka_unit_test(odd_rows__are_named),
		cmocka_unit_test(many_rows__are_all_there),
		cmocka_unit_test(modes__add_up_whole_groups),
		cmocka_unit_test(parts__are_as_the_whole),
		cmocka_unit_test(rows__are_by_any_column_and_cut),
		cmocka_unit_test(names__are_the_last_ones),
		cmocka_unit_test(unknown_numbers__are_sorted_by_what_is_shown),
		cmocka_unit_test(errors_and_runs__stand_with_their_rows),
		cmocka_unit_test(nothing__is_a_table_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
