/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * test_perfdata_builder.h - makes recordings in memory, right or wrong on purpose, without the code
 * that is tested. Copies have exactly their size, so that ASan sees reads past the end.
 */
#ifndef PERF_AUGMENT_TESTS_PERFDATA_BUILDER_H
#define PERF_AUGMENT_TESTS_PERFDATA_BUILDER_H

#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata.h"
#include "strbuf.h"

/* What the events of these recordings have; side-band records end in 32 bytes of it. */
#define TEST_SAMPLE_TYPE \
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU)

/**
 * struct recording - parts of one; test_recording__file() and __pipe() put them together.
 * @more_fields: bits that samples have besides TEST_SAMPLE_TYPE; none that is in a sample_id.
 * @config, @config1, @config2: of all events.
 */
struct recording {
	uint64_t more_fields;
	uint64_t branch_type; /* of the branches among them */
	uint64_t config, config1, config2;
	struct strbuf records;
	struct strbuf features[PERFDATA_NR_FEATURES];
	uint64_t has[PERFDATA_FEATURE_WORDS];
	uint32_t attr_size;
	unsigned int nr_attrs;
	bool build_ids; /* the events ask for them */
};

static inline void test_add(struct strbuf *sb, const void *bytes, size_t len)
{
	strbuf__add(sb, bytes, len);
	if (strbuf__error(sb))
		abort();
}

static inline void test_u32(struct strbuf *sb, uint32_t value)
{
	test_add(sb, &value, sizeof(value));
}

static inline void test_u64(struct strbuf *sb, uint64_t value)
{
	test_add(sb, &value, sizeof(value));
}

static inline void test_recording__free(struct recording *r)
{
	unsigned int i;

	strbuf__free(&r->records);
	for (i = 0; i < PERFDATA_NR_FEATURES; i++)
		strbuf__free(&r->features[i]);
}

static inline void test_record(struct recording *r, uint32_t type, uint16_t misc, const void *body,
			       size_t len)
{
	const struct perf_event_header header = { .type = type,
						  .misc = misc,
						  .size = (uint16_t)(8 + len) };

	test_add(&r->records, &header, sizeof(header));
	test_add(&r->records, body, len);
}

static inline void test_feature(struct recording *r, unsigned int id, const void *bytes, size_t len)
{
	r->has[id / 64] |= 1ULL << (id % 64);
	test_add(&r->features[id], bytes, len);
}

/** test_sample() - a sample of event @id; kernel mode when the address is in the upper half. */
static inline void test_sample(struct recording *r, uint64_t ip, uint64_t time_ns, uint32_t cpu,
			       uint64_t id)
{
	const uint64_t body[] = { ip, 7ULL << 32 | 7, time_ns, id, cpu };

	test_record(r, PERF_RECORD_SAMPLE,
		    ip >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER, body, sizeof(body));
}

/* A kernel record: @body, padded to 8, then its sample_id. */
static inline void test_sideband(struct recording *r, uint32_t type, const void *body, size_t len,
				 uint32_t tid, uint64_t time_ns)
{
	const uint64_t trailer[] = { (uint64_t)tid << 32 | tid, time_ns, 11, 0 };
	static const char zeros[8];
	struct strbuf sb = {};

	test_add(&sb, body, len);
	test_add(&sb, zeros, -len & 7);
	test_add(&sb, trailer, sizeof(trailer));
	test_record(r, type, 0, sb.text, sb.len);
	strbuf__free(&sb);
}

static inline void test_ksymbol(struct recording *r, uint64_t addr, uint32_t len, int unregister,
				const char *name, uint32_t tid, uint64_t time_ns)
{
	struct strbuf sb = {};

	test_u64(&sb, addr);
	test_u32(&sb, len);
	test_u32(&sb, PERF_RECORD_KSYMBOL_TYPE_BPF | (uint32_t)unregister << 16);
	test_add(&sb, name, strlen(name) + 1);
	test_sideband(r, PERF_RECORD_KSYMBOL, sb.text, sb.len, tid, time_ns);
	strbuf__free(&sb);
}

static inline void test_bpf_event(struct recording *r, uint16_t type, uint32_t id, uint32_t tid,
				  uint64_t time_ns)
{
	const struct {
		uint16_t type, flags;
		uint32_t id;
		uint8_t tag[8];
	} body = { .type = type, .id = id, .tag = { 1, 2, 3, 4, 5, 6, 7, (uint8_t)id } };

	test_sideband(r, PERF_RECORD_BPF_EVENT, &body, sizeof(body), tid, time_ns);
}

static inline void test_comm(struct recording *r, uint32_t tid, const char *comm, uint64_t time_ns)
{
	struct strbuf sb = {};

	test_u32(&sb, tid);
	test_u32(&sb, tid);
	test_add(&sb, comm, strlen(comm) + 1);
	test_sideband(r, PERF_RECORD_COMM, sb.text, sb.len, tid, time_ns);
	strbuf__free(&sb);
}

static inline void test_fork(struct recording *r, uint32_t tid, uint32_t parent, uint64_t time_ns)
{
	const struct {
		uint32_t pid, ppid, tid, ptid;
		uint64_t time_ns;
	} body = { tid, parent, tid, parent, time_ns };

	test_sideband(r, PERF_RECORD_FORK, &body, sizeof(body), parent, time_ns);
}

/**
 * test_prog_entry() - a program's entry of BPF_PROG_INFO with functions one behind another at @addr,
 * each of @len bytes: code, addresses and lengths.
 */
static inline void test_prog_entry(struct strbuf *sb, uint32_t id, uint64_t addr, uint32_t nr_funcs,
				   uint32_t len, uint64_t load_time)
{
	struct bpf_prog_info info = { .type = BPF_PROG_TYPE_KPROBE,
				      .id = id,
				      .load_time = load_time };
	const uint32_t code_len = (nr_funcs * len + 7) & ~7U, lens_len = (4 * nr_funcs + 7) & ~7U;
	uint32_t i;

	info.jited_prog_len = nr_funcs * len;
	info.nr_jited_ksyms = info.nr_jited_func_lens = nr_funcs;
	info.jited_ksyms = code_len;
	info.jited_func_lens = code_len + 8 * nr_funcs;
	memcpy(info.name, "test", 5);
	test_u32(sb, 232);
	test_u32(sb, code_len + 8 * nr_funcs + lens_len);
	test_u64(sb, 1 << 0 | 1 << 3 | 1 << 4);
	test_add(sb, &info, 232);
	for (i = 0; i < code_len; i++)
		strbuf__addc(sb, (char)0x90);
	for (i = 0; i < nr_funcs; i++)
		test_u64(sb, addr + (uint64_t)i * len);
	for (i = 0; i < lens_len / 4; i++)
		test_u32(sb, i < nr_funcs ? len : 0);
}

static inline void test_attr(const struct recording *r, uint8_t *bytes)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = r->attr_size,
		.config = r->config,
		.config1 = r->config1,
		.config2 = r->config2,
		.sample_type = TEST_SAMPLE_TYPE | r->more_fields,
		.sample_id_all = 1,
		.branch_sample_type = r->branch_type,
		.build_id = r->build_ids,
	};

	memset(bytes, 0, r->attr_size);
	memcpy(bytes, &attr, r->attr_size < sizeof(attr) ? r->attr_size : sizeof(attr));
}

/** test_recording__file() - the file form: @data_size UINT64_MAX for the right one. The caller frees. */
static inline uint8_t *test_recording__file(const struct recording *r, uint64_t data_size,
					    size_t *ret_len)
{
	struct perfdata_file_header h = { .magic = PERFDATA_MAGIC, .size = sizeof(h) };
	uint8_t attr[PERFDATA_ATTR_SIZE_MAX];
	struct strbuf sb = {};
	unsigned int i;
	uint64_t at;

	test_add(&sb, &h, sizeof(h));
	for (i = 0; i < r->nr_attrs; i++)
		test_u64(&sb, 11 + i); /* its id */
	h.attr_size = r->attr_size + sizeof(struct perfdata_section);
	h.attrs = (struct perfdata_section){ sb.len, h.attr_size * r->nr_attrs };
	for (i = 0; i < r->nr_attrs; i++) {
		test_attr(r, attr);
		test_add(&sb, attr, r->attr_size);
		test_u64(&sb, sizeof(h) + 8 * i);
		test_u64(&sb, 8);
	}
	h.data = (struct perfdata_section){ sb.len,
					    data_size == UINT64_MAX ? r->records.len : data_size };
	test_add(&sb, r->records.text, r->records.len);
	memcpy(h.features, r->has, sizeof(h.features));
	at = sb.len;
	for (i = 0; i < PERFDATA_NR_FEATURES; i++)
		at += r->has[i / 64] >> (i % 64) & 1 ? 16 : 0;
	for (i = 0; i < PERFDATA_NR_FEATURES; i++) {
		if (!(r->has[i / 64] >> (i % 64) & 1))
			continue;
		test_u64(&sb, at);
		test_u64(&sb, r->features[i].len);
		at += r->features[i].len;
	}
	for (i = 0; i < PERFDATA_NR_FEATURES; i++)
		test_add(&sb, r->features[i].text, r->features[i].len);
	memcpy(sb.text, &h, sizeof(h));
	*ret_len = sb.len;
	return (uint8_t *)sb.text;
}

/** test_recording__pipe() - the pipe form. The caller frees. */
static inline uint8_t *test_recording__pipe(const struct recording *r, size_t *ret_len)
{
	uint8_t attr[PERFDATA_ATTR_SIZE_MAX];
	struct strbuf sb = {};
	unsigned int i;

	test_u64(&sb, PERFDATA_MAGIC);
	test_u64(&sb, 16);
	for (i = 0; i < r->nr_attrs; i++) {
		test_attr(r, attr);
		test_u32(&sb, PERFDATA_ATTR);
		test_u32(&sb, (8 + r->attr_size + 8) << 16);
		test_add(&sb, attr, r->attr_size);
		test_u64(&sb, 11 + i);
	}
	for (i = 0; i < PERFDATA_NR_FEATURES; i++) {
		if (!(r->has[i / 64] >> (i % 64) & 1))
			continue;
		test_u32(&sb, PERFDATA_FEATURE);
		test_u32(&sb, (uint32_t)(16 + r->features[i].len) << 16);
		test_u64(&sb, i);
		test_add(&sb, r->features[i].text, r->features[i].len);
	}
	test_add(&sb, r->records.text, r->records.len);
	*ret_len = sb.len;
	return (uint8_t *)sb.text;
}

/** test_exact() - the first @len of @bytes, in a heap block of that size. The caller frees. */
static inline void *test_exact(const void *bytes, size_t len)
{
	void *copy = malloc(len);

	if (len && !copy)
		abort();
	if (len)
		memcpy(copy, bytes, len);
	return copy;
}

/** test_random() - xorshift64*: the same numbers in every run; @seed is not 0. */
static inline uint64_t test_random(uint64_t *seed)
{
	*seed ^= *seed >> 12;
	*seed ^= *seed << 25;
	*seed ^= *seed >> 27;
	return *seed * 0x2545f4914f6cdd1dULL;
}

/** test_recording__init() - two events, some records of many kinds, some features. */
static inline void test_recording__init(struct recording *r)
{
	static const char host[64 + 4] = "\x40\0\0\0hostname";
	const uint32_t cpus[2] = { 2, 2 };
	const uint64_t id_index[] = { 1, 11, 0, 0, 7 };
	struct strbuf sb = {};

	*r = (struct recording){ .attr_size = PERFDATA_ATTR_SIZE, .nr_attrs = 2 };
	test_feature(r, PERFDATA_F_HOSTNAME, host, sizeof(host));
	test_feature(r, PERFDATA_F_NRCPUS, cpus, sizeof(cpus));
	test_u32(&sb, 1);
	test_prog_entry(&sb, 5, 0xffffffffc0001000, 2, 100, 900);
	test_feature(r, PERFDATA_F_BPF_PROG_INFO, sb.text, sb.len);
	strbuf__free(&sb);
	test_record(r, PERFDATA_ID_INDEX, 0, id_index, sizeof(id_index));
	test_comm(r, 7, "loader", 0);
	test_fork(r, 8, 7, 500);
	test_ksymbol(r, 0xffffffffc0001000, 100, 0, "bpf_prog_0102030405060705_test", 8, 1000);
	test_ksymbol(r, 0xffffffffc0001064, 100, 0, "bpf_prog_0102030405060706_sub", 8, 1001);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 5, 8, 1002);
	test_sample(r, 0xffffffffc0001010, 2000, 0, 11);
	test_sample(r, 0xffffffffc0001070, 2001, 1, 12);
	test_sample(r, 0x400000, 2002, 1, 11);
	test_record(r, 99, 0, "12345678", 8);
	test_record(r, PERFDATA_FINISHED_ROUND, 0, NULL, 0);
}

#endif /* PERF_AUGMENT_TESTS_PERFDATA_BUILDER_H */
