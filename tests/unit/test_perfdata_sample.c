// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_perfdata_sample.c - samples with every field in the kernel's order, sample_ids, and which
 * event a record belongs to. Cut at every byte, nothing past the end is read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "test_perfdata_builder.h"
#include "util.h"

/* All fields that can be there together. */
#define ALL_FIELDS ((1ULL << 25) - 1 - PERF_SAMPLE_WEIGHT_STRUCT)

static struct perfdata_attr full_attr(void)
{
	return (struct perfdata_attr){ .attr = {
					       .sample_type = ALL_FIELDS,
					       .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID |
							      PERFDATA_FORMAT_LOST |
							      PERF_FORMAT_TOTAL_TIME_ENABLED,
					       .branch_sample_type = PERFDATA_BRANCH_HW_INDEX |
								     PERFDATA_BRANCH_COUNTERS,
					       .sample_regs_user = 5,
					       .sample_regs_intr = 1,
				       } };
}

/* A sample of full_attr(), by the kernel's documentation. */
static void make_full(struct recording *r)
{
	struct strbuf sb = {};
	unsigned int i;

	test_u64(&sb, 100);    /* identifier */
	test_u64(&sb, 0x1234); /* ip */
	test_u32(&sb, 1);
	test_u32(&sb, 2);    /* pid, tid */
	test_u64(&sb, 3000); /* time */
	test_u64(&sb, 4);    /* addr */
	test_u64(&sb, 100);  /* id */
	test_u64(&sb, 6);    /* stream_id */
	test_u32(&sb, 7);
	test_u32(&sb, 0);  /* cpu */
	test_u64(&sb, 8);  /* period */
	test_u64(&sb, 2);  /* read: 2 counters */
	test_u64(&sb, 55); /* time enabled */
	for (i = 0; i < 6; i++)
		test_u64(&sb, i); /* value, id, lost */
	test_u64(&sb, 2);	  /* callchain */
	test_u64(&sb, 0xa);
	test_u64(&sb, 0xb);
	test_u32(&sb, 4 + 8);
	test_add(&sb, "raw data....", 12); /* raw */
	test_u64(&sb, 1);		   /* branches */
	test_u64(&sb, 99);		   /* hw_idx */
	for (i = 0; i < 3; i++)
		test_u64(&sb, 0x10 + i);
	test_u64(&sb, 0x77); /* counters */
	test_u64(&sb, 2);    /* regs_user: abi, 2 registers */
	test_u64(&sb, 0x21);
	test_u64(&sb, 0x22);
	test_u64(&sb, 16); /* stack_user: 16 bytes, 8 used */
	test_add(&sb, "stack of 16 byte", 16);
	test_u64(&sb, 8);
	test_u64(&sb, 31); /* weight */
	test_u64(&sb, 32); /* data_src */
	test_u64(&sb, 33); /* transaction */
	test_u64(&sb, 1);  /* regs_intr */
	test_u64(&sb, 0x34);
	test_u64(&sb, 35); /* phys_addr */
	test_u64(&sb, 36); /* cgroup */
	test_u64(&sb, 37); /* data_page_size */
	test_u64(&sb, 38); /* code_page_size */
	test_u64(&sb, 8);  /* aux */
	test_add(&sb, "aux data", 8);
	test_record(r, PERF_RECORD_SAMPLE, 0, sb.text, sb.len);
	strbuf__free(&sb);
}

static void full_sample__has_all_fields(void **state)
{
	const struct perfdata_attr attr = full_attr();
	struct perfdata_sample s;
	struct recording r = {};

	(void)state;
	make_full(&r);
	assert_int_equal(
		perfdata_sample__parse(&s, &attr, (uint8_t *)r.records.text, r.records.len), 0);
	assert_int_equal(s.has, ALL_FIELDS);
	assert_int_equal(s.ip, 0x1234);
	assert_int_equal(s.pid, 1);
	assert_int_equal(s.tid, 2);
	assert_int_equal(s.time, 3000);
	assert_int_equal(s.id, 100);
	assert_int_equal(s.cpu, 7);
	assert_int_equal(s.period, 8);
	assert_int_equal(s.read.nr, 2 + 6);
	assert_int_equal(s.callchain.nr, 2);
	assert_int_equal(load_u64(s.callchain.at + 8), 0xb);
	assert_int_equal(s.raw.nr, 12);
	assert_memory_equal(s.raw.at, "raw data....", 12);
	assert_int_equal(s.branch_hw_idx, 99);
	assert_int_equal(s.branches.nr, 1);
	assert_int_equal(load_u64(s.branch_counters.at), 0x77);
	assert_int_equal(load_u64(s.regs_user.at + 8), 0x22);
	assert_int_equal(s.stack_user.nr, 8);
	assert_int_equal(s.weight, 31);
	assert_int_equal(load_u64(s.regs_intr.at), 0x34);
	assert_int_equal(s.phys_addr, 35);
	assert_int_equal(s.code_page_size, 38);
	assert_memory_equal(s.aux.at, "aux data", 8);
	test_recording__free(&r);
}

static void cut_sample__is_told(void **state)
{
	const struct perfdata_attr attr = full_attr();
	struct perfdata_sample s;
	struct recording r = {};
	size_t len;
	void *copy;

	(void)state;
	make_full(&r);
	for (len = 8; len < r.records.len; len++) {
		copy = test_exact(r.records.text, len);
		assert_int_equal(perfdata_sample__parse(&s, &attr, copy, len), -EINVAL);
		free(copy);
	}
	test_recording__free(&r);
}

/* Counts so large that sizes wrap. */
static void huge_counts__are_refused(void **state)
{
	static const uint64_t counts[] = { 1ULL << 61, UINT64_MAX, UINT64_MAX / 8 + 1, 1ULL << 32,
					   12 };
	static const uint64_t types[] = { PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_BRANCH_STACK,
					  PERF_SAMPLE_STACK_USER, PERF_SAMPLE_AUX,
					  PERF_SAMPLE_READ };
	struct perfdata_attr attr = full_attr();
	struct perfdata_sample s;
	struct recording r = {};
	uint64_t body[4] = {};
	size_t i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		attr.attr.sample_type = types[i];
		for (j = 0; j < ARRAY_SIZE(counts); j++) {
			body[0] = counts[j];
			if (counts[j] == 12 &&
			    (types[i] == PERF_SAMPLE_STACK_USER || types[i] == PERF_SAMPLE_AUX))
				continue;
			strbuf__reset(&r.records);
			test_record(&r, PERF_RECORD_SAMPLE, 0, body, sizeof(body));
			assert_int_equal(perfdata_sample__parse(&s, &attr,
								(uint8_t *)r.records.text,
								r.records.len),
					 -EINVAL);
			assert_int_equal(s.has, 0);
		}
	}
	test_recording__free(&r);
}

static void trailer__is_read_from_the_end(void **state)
{
	struct perf_event_attr raw = { .size = PERFDATA_ATTR_SIZE,
				       .sample_type = TEST_SAMPLE_TYPE,
				       .sample_id_all = 1 };
	struct perfdata_evlist evlist = {};
	struct perfdata_sample s;
	struct recording r = {};
	const uint64_t ids[2] = { 11, 12 };

	(void)state;
	assert_int_equal(
		perfdata_evlist__add(&evlist, (uint8_t *)&raw, sizeof(raw), (uint8_t *)ids, 1), 0);
	assert_int_equal(perfdata_evlist__add(&evlist, (uint8_t *)&raw, sizeof(raw),
					      (uint8_t *)(ids + 1), 1),
			 0);
	test_comm(&r, 9, "x", 1234);
	assert_int_equal(evlist.attrs[0].trailer_size, 32);
	assert_int_equal(perfdata_sample__parse_trailer(&s, &evlist.attrs[0],
							(uint8_t *)r.records.text, r.records.len),
			 0);
	assert_int_equal(s.tid, 9);
	assert_int_equal(s.time, 1234);
	assert_int_equal(s.id, 11);
	assert_int_equal(perfdata_sample__parse_trailer(&s, &evlist.attrs[0],
							(uint8_t *)r.records.text, 32),
			 -EINVAL);
	test_recording__free(&r);
	perfdata_evlist__free(&evlist);
}

/* As a kernel with two listeners writes it: a sample_id, then what was in the ring before. */
static void trailer__of_a_record_that_is_too_long(void **state)
{
	static const char name[] = "bpf_prog_1234567890abcdef_f";
	const struct perfdata_attr attr = {
		.attr = { .sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER,
			  .sample_id_all = 1 },
		.trailer_size = 16,
	};
	struct {
		struct perf_event_header header;
		uint64_t words[2];
		uint64_t time, id;
		uint64_t junk[2];
	} event = { .header = { .type = PERF_RECORD_BPF_EVENT, .size = sizeof(event) },
		    .time = 3000,
		    .id = 7,
		    .junk = { 1, 2 } };
	struct {
		struct perf_event_header header;
		uint64_t words[2];
		char name[32];
		uint64_t time, id;
		uint64_t junk[2];
	} symbol = { .header = { .type = PERF_RECORD_KSYMBOL, .size = sizeof(symbol) },
		     .time = 4000,
		     .id = 8,
		     .junk = { 1, 2 } };
	struct perfdata_sample sample;
	size_t size;

	(void)state;
	memcpy(symbol.name, name, sizeof(name));
	assert_int_equal(perfdata_sample__parse_trailer(&sample, &attr, (uint8_t *)&event,
							sizeof(event)),
			 0);
	assert_int_equal(sample.time, 3000);
	assert_int_equal(sample.id, 7);
	assert_int_equal(perfdata_sample__parse_trailer(&sample, &attr, (uint8_t *)&symbol,
							sizeof(symbol)),
			 0);
	assert_int_equal(sample.time, 4000);
	assert_int_equal(perfdata_sample__true_size((uint8_t *)&symbol, sizeof(symbol), 16), 72);
	/* One that ends in its name, or without any. */
	memset((uint8_t *)&symbol + 24, 'x', sizeof(symbol) - 24);
	for (size = 16; size <= sizeof(symbol); size++) {
		assert_true(perfdata_sample__true_size((uint8_t *)&symbol, size, 16) <= size);
		perfdata_sample__parse_trailer(&sample, &attr, (uint8_t *)&symbol, size);
	}
}

static void event_of_record__is_found_by_id(void **state)
{
	struct perf_event_attr raw = { .size = PERFDATA_ATTR_SIZE,
				       .sample_type = TEST_SAMPLE_TYPE,
				       .sample_id_all = 1 };
	struct perfdata_evlist evlist = {};
	struct recording r = {};
	uint64_t id;

	(void)state;
	for (id = 11; id < 21; id++)
		assert_int_equal(perfdata_evlist__add(&evlist, (uint8_t *)&raw, sizeof(raw),
						      (uint8_t *)&id, 1),
				 0);
	for (id = 11; id < 22; id++) {
		strbuf__reset(&r.records);
		test_sample(&r, 1, 2, 3, id);
		assert_ptr_equal(perfdata_evlist__of_record(&evlist, (uint8_t *)r.records.text,
							    r.records.len),
				 &evlist.attrs[id == 21 ? 0 : id - 11]);
	}
	/* A record too short to have an id. */
	strbuf__reset(&r.records);
	test_record(&r, PERF_RECORD_SAMPLE, 0, NULL, 0);
	assert_ptr_equal(perfdata_evlist__of_record(&evlist, (uint8_t *)r.records.text, 8),
			 &evlist.attrs[0]);
	test_recording__free(&r);
	perfdata_evlist__free(&evlist);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_sample__has_all_fields),
		cmocka_unit_test(cut_sample__is_told),
		cmocka_unit_test(huge_counts__are_refused),
		cmocka_unit_test(trailer__is_read_from_the_end),
		cmocka_unit_test(trailer__of_a_record_that_is_too_long),
		cmocka_unit_test(event_of_record__is_found_by_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
