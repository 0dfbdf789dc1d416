// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_record_parse.c - values of record's options, lists of CPUs, and rings read piece by piece. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu_list.h"
#include "perf_ring.h"
#include <linux/perf_event.h>

#include "record_parse.h"
#include "util.h"

static void parse__sizes(void **state)
{
	uint64_t bytes;

	(void)state;
	assert_int_equal(record_parse__size("4096", &bytes), 0);
	assert_int_equal(bytes, 4096);
	assert_int_equal(record_parse__size("64K", &bytes), 0);
	assert_int_equal(bytes, 65536);
	assert_int_equal(record_parse__size("2g", &bytes), 0);
	assert_int_equal(bytes, 2ULL << 30);
	assert_int_equal(record_parse__size("0", &bytes), -EINVAL);
	assert_int_equal(record_parse__size("-1", &bytes), -EINVAL);
	assert_int_equal(record_parse__size("1KB", &bytes), -EINVAL);
	assert_int_equal(record_parse__size("99999999999999999999", &bytes), -EINVAL);
	assert_int_equal(record_parse__size("99999999999999G", &bytes), -EINVAL);
	assert_int_equal(record_parse__size("", &bytes), -EINVAL);
}

static void parse__rings(void **state)
{
	size_t bytes;

	(void)state;
	assert_int_equal(record_parse__ring("16", 4096, &bytes), 0);
	assert_int_equal(bytes, 65536);
	assert_int_equal(record_parse__ring("17", 4096, &bytes), 0);
	assert_int_equal(bytes, 131072);
	assert_int_equal(record_parse__ring("512K", 4096, &bytes), 0);
	assert_int_equal(bytes, 524288);
	assert_int_equal(record_parse__ring("1B", 4096, &bytes), 0);
	assert_int_equal(bytes, 4096);
	assert_int_equal(record_parse__ring("2G", 4096, &bytes), -E2BIG);
	assert_int_equal(record_parse__ring("99999999999", 4096, &bytes), -E2BIG);
	assert_int_equal(record_parse__ring("x", 4096, &bytes), -EINVAL);
}

static void parse__branches(void **state)
{
	static const char *const wrong[] = { "", ",", "any,", "anyx", "an", "U" };
	uint64_t type = 0;
	size_t i;

	(void)state;
	assert_int_equal(record_parse__branches("any", &type), 0);
	assert_int_equal(type, PERF_SAMPLE_BRANCH_ANY);
	type = 0;
	assert_int_equal(record_parse__branches("any_call,u,save_type", &type), 0);
	assert_int_equal(type, PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_USER |
				       PERF_SAMPLE_BRANCH_TYPE_SAVE);
	type = 0;
	assert_int_equal(record_parse__branches("k", &type), 0);
	assert_int_equal(type, PERF_SAMPLE_BRANCH_KERNEL | PERF_SAMPLE_BRANCH_ANY);
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		type = 7;
		assert_int_equal(record_parse__branches(wrong[i], &type), -EINVAL);
		assert_int_equal(type, 7);
	}
}

static void parse__clocks(void **state)
{
	int32_t clockid;

	(void)state;
	assert_int_equal(record_parse__clock("mono", &clockid), 0);
	assert_int_equal(clockid, CLOCK_MONOTONIC);
	assert_int_equal(record_parse__clock("CLOCK_BOOTTIME", &clockid), 0);
	assert_int_equal(clockid, CLOCK_BOOTTIME);
	assert_int_equal(record_parse__clock("0", &clockid), 0);
	assert_int_equal(clockid, CLOCK_REALTIME);
	assert_int_equal(record_parse__clock("4", &clockid), 0);
	assert_int_equal(clockid, CLOCK_MONOTONIC_RAW);
	assert_int_equal(record_parse__clock("sundial", &clockid), -EINVAL);
	assert_int_equal(record_parse__clock("99", &clockid), -EINVAL);
}

static void parse__switches(void **state)
{
	struct record_switch value;

	(void)state;
	assert_int_equal(record_parse__switch("signal", &value), 0);
	assert_true(value.on_signal && !value.bytes && !value.ns);
	assert_int_equal(record_parse__switch("10M", &value), 0);
	assert_true(!value.on_signal && value.bytes == 10 << 20 && !value.ns);
	assert_int_equal(record_parse__switch("2m", &value), 0);
	assert_true(!value.bytes && value.ns == 120 * NSEC_PER_SEC);
	assert_int_equal(record_parse__switch("1d", &value), 0);
	assert_true(value.ns == 86400 * NSEC_PER_SEC);
	assert_int_equal(record_parse__switch("10", &value), -EINVAL);
	assert_int_equal(record_parse__switch("10x", &value), -EINVAL);
	assert_int_equal(record_parse__switch("99999999999999999d", &value), -EINVAL);
}

static void cpu_list__reads_and_writes_ranges(void **state)
{
	static const char *const bad[] = {
		"", "a", "1-", "-1", "3-1", "1,,2", "1,", "1 2", "99999"
	};
	struct cpu_list list = {};
	struct strbuf text = {};
	size_t i;

	(void)state;
	assert_int_equal(cpu_list__parse(&list, "6,0-2,2-3\n"), 0);
	assert_int_equal(list.nr, 5);
	assert_true(cpu_list__has(&list, 3) && !cpu_list__has(&list, 4));
	cpu_list__format(&list, &text);
	assert_string_equal(strbuf__cstr(&text), "0-3,6");
	cpu_list__free(&list);
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		if (cpu_list__parse(&list, bad[i]) != -EINVAL)
			fail_msg("'%s' was taken", bad[i]);
		cpu_list__free(&list);
	}
	strbuf__free(&text);
}

/** struct seen - what for_each called for. */
struct seen {
	size_t nr, bytes;
	uint64_t last;
};

static void see(void *ctx, const uint8_t *record, size_t size)
{
	struct seen *seen = ctx;

	seen->nr++;
	seen->bytes += size;
	memcpy(&seen->last, record + size - 8, 8);
}

static void put(uint8_t *data, size_t ring, size_t at, uint16_t size, uint64_t last)
{
	uint8_t record[64] = {};
	const struct perf_event_header header = { .type = 1, .size = size };
	size_t i;

	memcpy(record, &header, sizeof(header));
	memcpy(record + size - 8, &last, 8);
	for (i = 0; i < size; i++)
		data[(at + i) % ring] = record[i];
}

static void ring__joins_a_record_that_wraps(void **state)
{
	static uint8_t scratch[65536];
	struct perf_event_mmap_page meta = { .data_head = 4096 + 40, .data_tail = 4096 - 64 };
	uint8_t *data = calloc(1, 4096);
	struct perf_ring ring = { .meta = &meta, .data = data, .size = 4096 };
	struct perf_ring_part part;
	struct seen seen = {};

	(void)state;
	put(data, 4096, 4096 - 64, 48, 11);
	put(data, 4096, 4096 - 16, 56, 22);
	assert_int_equal(perf_ring__peek(&ring, &part), 104);
	assert_int_equal(part.len[0], 64);
	assert_int_equal(perf_ring_part__for_each(&part, scratch, see, &seen), 104);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(seen.last, 22);
	perf_ring__consume(&ring, 104);
	assert_int_equal(perf_ring__peek(&ring, &part), 0);
	free(data);
}

static void ring__stops_at_an_impossible_size(void **state)
{
	static const uint16_t sizes[] = { 0, 4, 12, 4000 };
	static uint8_t scratch[65536];
	struct perf_event_mmap_page meta = { .data_head = 128 };
	uint8_t *data = calloc(1, 4096);
	struct perf_ring ring = { .meta = &meta, .data = data, .size = 4096 };
	struct perf_ring_part part;
	struct seen seen;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		const struct perf_event_header header = { .type = 1, .size = sizes[i] };

		seen = (struct seen){};
		put(data, 4096, 0, 64, 5);
		memcpy(data + 64, &header, sizeof(header));
		assert_int_equal(perf_ring__peek(&ring, &part), 128);
		assert_int_equal(perf_ring_part__for_each(&part, scratch, see, &seen), 64);
		assert_int_equal(seen.nr, 1);
	}
	free(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parse__sizes),
		cmocka_unit_test(parse__rings),
		cmocka_unit_test(parse__branches),
		cmocka_unit_test(parse__clocks),
		cmocka_unit_test(parse__switches),
		cmocka_unit_test(cpu_list__reads_and_writes_ranges),
		cmocka_unit_test(ring__joins_a_record_that_wraps),
		cmocka_unit_test(ring__stops_at_an_impossible_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
