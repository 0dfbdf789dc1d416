// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_summary_stats.c - percentiles and deviations against those of the durations themselves,
 * sorted and summed up in full.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "bpf-progs/histogram.h"
#include "record_builder.h"
#include "summary.h"
#include "summary_samples.h"
#include "util.h"

#define NR_SAMPLES 5000

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

	/* Not exceeded by that many, known to an eighth, or to the bucket below 32 ns. */
	if (got < exact || got > MAX(exact + exact / 8 + 1, MIN(32UL, sum->max_ns)))
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

static void programs__count_in_the_bucket_of_the_definition(void **state)
{
	(void)state;
	assert_int_equal(hist_bucket(0), bucket_of(0));
	assert_int_equal(hist_bucket(UINT64_MAX), bucket_of(UINT64_MAX));
	for (unsigned int octave = 0; octave < 64; octave++) {
		const uint64_t begin = 1ULL << octave;

		assert_int_equal(hist_log2(begin), octave);
		assert_int_equal(hist_log2(begin + (begin - 1)), octave);
		/* Both sides of each eighth. */
		for (uint64_t i = 0; i < 8; i++) {
			const uint64_t ns = begin + (begin >> 3) * i;

			assert_int_equal(hist_bucket(ns), bucket_of(ns));
			assert_int_equal(hist_bucket(ns - 1), bucket_of(ns - 1));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distributions__are_summed_up_rightly),
		cmocka_unit_test(very_long_calls__are_summed_up_rightly),
		cmocka_unit_test(equal_calls__do_not_deviate),
		cmocka_unit_test(every_bucket__ends_where_the_next_begins),
		cmocka_unit_test(empty_summary__has_no_percentile),
		cmocka_unit_test(programs__count_in_the_bucket_of_the_definition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
