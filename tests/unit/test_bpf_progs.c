// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_progs.c - who was where when: addresses that are used again, registrations that overlap,
 * programs that only the header or only the records know; and that damaged program info and BTF
 * never lead out of their bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <linux/btf.h>

#include "bpf_btf.h"
#include "bpf_progs_read.h"
#include "bpf_progs_show.h"
#include "test_perfdata_builder.h"
#include "util.h"

#define A 0xffffffffc0001000ULL
#define NR_MUTATIONS 20000

/* Programs of a recording that is put together by @fill. */
static struct bpf_progs *progs_of(void (*fill)(struct recording *r),
				  struct bpf_progs_totals *totals)
{
	struct recording r = { .attr_size = PERFDATA_ATTR_SIZE, .nr_attrs = 1 };
	struct bpf_progs *progs = bpf_progs__new();
	struct perfdata *pd;
	uint8_t *bytes;
	size_t len;

	fill(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	assert_int_equal(perfdata__open_memory(&pd, bytes, len, NULL), 0);
	assert_int_equal(bpf_progs__read(progs, pd, totals), 0);
	assert_false(perfdata__is_incomplete(pd));
	perfdata__close(pd);
	free(bytes);
	test_recording__free(&r);
	return progs;
}

static uint32_t id_at(struct bpf_progs *progs, uint64_t addr, uint64_t time_ns)
{
	uint32_t func;
	const struct bpf_prog *prog = bpf_progs__find(progs, addr, time_ns, &func);

	if (!prog)
		return 0;
	assert_true(func < prog->nr_funcs);
	assert_in_range(addr, prog->funcs[func].addr,
			prog->funcs[func].addr + prog->funcs[func].len - 1);
	return prog->id;
}

static const struct bpf_prog *by_id(struct bpf_progs *progs, uint32_t id)
{
	size_t nr, i;
	const struct bpf_prog *all = bpf_progs__get(progs, &nr);

	for (i = 0; i < nr; i++) {
		if (all[i].has_id && all[i].id == id)
			return &all[i];
	}
	return NULL;
}

/* The kernel's order: symbols, then the event. */
static void load(struct recording *r, uint32_t id, uint64_t addr, uint32_t len, uint32_t tid,
		 uint64_t time_ns)
{
	char name[64];

	snprintf(name, sizeof(name), "bpf_prog_0102030405060708_p%u", id);
	test_ksymbol(r, addr, len, 0, name, tid, time_ns);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, id, tid, time_ns ? time_ns + 1 : 0);
}

static void unload(struct recording *r, uint32_t id, uint64_t addr, uint32_t len, uint32_t tid,
		   uint64_t time_ns)
{
	test_ksymbol(r, addr, len, 1, "bpf_prog_0102030405060708_x", tid, time_ns);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_UNLOAD, id, tid, time_ns + 1);
}

static void fill_reuse(struct recording *r)
{
	test_comm(r, 7, "shell", 10);
	test_fork(r, 8, 7, 20);
	test_sample(r, A + 10, 1500, 0, 11);
	test_sample(r, A + 10, 3500, 0, 11);
	test_sample(r, A + 10, 3400, 0, 11);
	test_sample(r, A + 10, 500, 0, 11);
	test_sample(r, 0x1000, 1500, 0, 11);
	/* Not in the order of time: rings of two CPUs. */
	load(r, 2, A, 64, 8, 3000);
	load(r, 1, A, 100, 7, 1000);
	unload(r, 1, A, 100, 99, 2000);
	test_comm(r, 8, "loader", 2500);
	/* By the child, before it had a name of its own. */
	load(r, 3, A + 0x1000, 16, 8, 1600);
}

static void reused_address__belongs_to_the_program_of_the_time(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_reuse, &totals);

	(void)state;
	assert_int_equal(id_at(progs, A, 999), 0);
	assert_int_equal(id_at(progs, A, 1000), 1);
	assert_int_equal(id_at(progs, A + 99, 1999), 1);
	assert_int_equal(id_at(progs, A + 100, 1999), 0);
	assert_int_equal(id_at(progs, A, 2000), 0);
	assert_int_equal(id_at(progs, A, 3000), 2);
	assert_int_equal(id_at(progs, A + 64, 3000), 0);
	assert_int_equal(id_at(progs, A, 0), 2);
	assert_int_equal(totals.samples, 5);
	assert_int_equal(totals.in_kernel, 4);
	assert_int_equal(totals.in_bpf, 3);
	assert_int_equal(by_id(progs, 1)->nr_samples, 1);
	assert_int_equal(by_id(progs, 2)->nr_samples, 2);
	assert_int_equal(by_id(progs, 1)->loaded_ns, 1001);
	assert_int_equal(by_id(progs, 1)->unloaded_ns, 2001);
	assert_int_equal(by_id(progs, 1)->load_kind, BPF_LOAD_SEEN);
	assert_int_equal(by_id(progs, 1)->loader_pid, 7);
	assert_string_equal(by_id(progs, 1)->loader_comm, "shell");
	assert_string_equal(by_id(progs, 2)->loader_comm, "loader");
	assert_string_equal(by_id(progs, 3)->loader_comm, "shell");
	assert_string_equal(by_id(progs, 2)->name, "p2");
	assert_int_equal(by_id(progs, 2)->unloaded_ns, 0);
	bpf_progs__free(progs);
}

static void fill_overlap(struct recording *r)
{
	load(r, 1, A, 100, 7, 1000);
	load(r, 2, A + 50, 100, 8, 2000); /* the unload of 1 was lost */
	load(r, 3, A + 200, 10, 8, 2100);
}

static void overlapping_registration__ends_the_old_one(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_overlap, &totals);

	(void)state;
	assert_int_equal(id_at(progs, A + 60, 1999), 1);
	assert_int_equal(id_at(progs, A + 60, 2000), 2);
	assert_int_equal(id_at(progs, A + 10, 2000), 0);
	assert_int_equal(id_at(progs, A + 205, 2100), 3);
	bpf_progs__free(progs);
}

static void fill_header_only(struct recording *r)
{
	struct strbuf sb = {};

	test_u32(&sb, 3);
	test_prog_entry(&sb, 1, A, 1, 100, 5000 + 900);
	test_prog_entry(&sb, 2, A + 32, 2, 32, 5000 + 2000); /* other process: no records */
	test_prog_entry(&sb, 3, A + 0x1000, 1, 64, 5000 + 2980);
	test_feature(r, PERFDATA_F_BPF_PROG_INFO, sb.text, sb.len);
	strbuf__free(&sb);
	load(r, 1, A, 100, 7, 1000);
	load(r, 3, A + 0x1000, 64, 7, 3000);
	test_sample(r, A + 70, 2500, 0, 11);
}

/* load_time is 5000 - 20 ahead of the recording's clock: that of program 3, verified fastest. */
static void program_of_the_header__begins_at_its_load_time(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_header_only, &totals);

	(void)state;
	assert_int_equal(by_id(progs, 2)->load_kind, BPF_LOAD_ESTIMATED);
	assert_int_equal(by_id(progs, 2)->loaded_ns, 2000 + 21);
	assert_int_equal(id_at(progs, A + 40, 2020), 1);
	assert_int_equal(id_at(progs, A + 40, 2021), 2);
	assert_int_equal(id_at(progs, A + 64, 2500), 2);
	assert_int_equal(by_id(progs, 2)->funcs[1].nr_samples, 1);
	assert_false(by_id(progs, 2)->in_records);
	assert_true(by_id(progs, 2)->has_info);
	assert_true(bpf_prog_entry__has_image(&by_id(progs, 2)->entry));
	assert_string_equal(by_id(progs, 2)->name, "test");
	assert_true(by_id(progs, 3)->in_records);
	bpf_progs__free(progs);
}

static void fill_before(struct recording *r)
{
	/* Synthesised: no time, no thread. */
	load(r, 4, A, 50, 0, 0);
	load(r, 5, A + 0x100, 50, 0, 0);
	/* And recorded: it was loaded after the recording began, before it was synthesised. */
	load(r, 5, A + 0x100, 50, 9, 100);
	/* Gone while recording; nobody told that it was there. */
	unload(r, 6, A + 0x200, 50, 9, 700);
	test_ksymbol(r, A + 0x300, 4096, 0, "bpf_trampoline_17", 9, 800);
	test_ksymbol(r, A + 0x300, 4096, 1, "bpf_trampoline_17", 9, 900);
}

static void programs_before_the_recording__are_there_from_the_start(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_before, &totals);
	const struct bpf_prog *prog;
	uint32_t func;

	(void)state;
	assert_int_equal(id_at(progs, A + 1, 1), 4);
	assert_int_equal(by_id(progs, 4)->load_kind, BPF_LOAD_BEFORE);
	assert_int_equal(id_at(progs, A + 0x101, 99), 0);
	assert_int_equal(id_at(progs, A + 0x101, 100), 5);
	assert_int_equal(by_id(progs, 5)->load_kind, BPF_LOAD_SEEN);
	assert_int_equal(id_at(progs, A + 0x201, 699), 6);
	assert_int_equal(id_at(progs, A + 0x201, 700), 0);
	prog = bpf_progs__find(progs, A + 0x310, 850, &func);
	assert_non_null(prog);
	assert_false(prog->has_id);
	assert_string_equal(prog->name, "bpf_trampoline_17");
	assert_int_equal(prog->unloaded_ns, 900);
	assert_null(bpf_progs__find(progs, A + 0x310, 900, &func));
	bpf_progs__free(progs);
}

/* 2000 programs at one place, one after another. */
static void fill_many(struct recording *r)
{
	uint32_t i;

	for (i = 1; i <= 2000; i++) {
		load(r, i, A + i % 3 * 16, 64, 7, 1000 * i);
		unload(r, i, A + i % 3 * 16, 64, 7, 1000 * i + 500);
	}
}

static void many_programs_at_one_place__are_told_apart(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_many, &totals);
	uint32_t i;

	(void)state;
	for (i = 1; i <= 2000; i++) {
		assert_int_equal(id_at(progs, A + 40, 1000 * i + 499), i);
		assert_int_equal(id_at(progs, A + 40, 1000 * i + 500), 0);
	}
	bpf_progs__free(progs);
}

/* Two threads load at the same time: their records are mixed. */
static void fill_mixed(struct recording *r)
{
	test_ksymbol(r, A, 16, 0, "bpf_prog_0102030405060708_one", 7, 1000);
	test_ksymbol(r, A + 0x100, 16, 0, "bpf_prog_0102030405060708_two", 8, 1001);
	test_ksymbol(r, A + 0x20, 16, 0, "bpf_prog_0102030405060709_one_sub", 7, 1002);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 2, 8, 1003);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 1, 7, 1004);
}

static void loads_of_two_threads__are_told_apart(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_mixed, &totals);

	(void)state;
	assert_int_equal(by_id(progs, 1)->nr_funcs, 2);
	assert_string_equal(by_id(progs, 1)->name, "one");
	assert_string_equal(by_id(progs, 1)->funcs[1].name, "bpf_prog_0102030405060709_one_sub");
	assert_int_equal(by_id(progs, 2)->nr_funcs, 1);
	assert_int_equal(id_at(progs, A + 0x21, 2000), 1);
	assert_int_equal(id_at(progs, A + 0x101, 2000), 2);
	bpf_progs__free(progs);
}

/* BTF with int 1, proto 2, function 3 "hello". */
static size_t make_btf(uint8_t *bytes)
{
	static const char strings[] = "\0int\0hello";
	const struct btf_header h = {
		.magic = BTF_MAGIC,
		.version = 1,
		.hdr_len = sizeof(h),
		.type_len = 12 + 4 + 12 + 8 + 12,
		.str_off = 12 + 4 + 12 + 8 + 12,
		.str_len = sizeof(strings),
	};
	const struct btf_type types[] = {
		{ .name_off = 1, .info = BTF_KIND_INT << 24, .size = 4 },
		{ .info = BTF_KIND_FUNC_PROTO << 24 | 1, .type = 1 },
		{ .name_off = 5, .info = BTF_KIND_FUNC << 24, .type = 2 },
	};
	size_t at = sizeof(h);

	memcpy(bytes, &h, sizeof(h));
	memcpy(bytes + at, &types[0], 12);
	memset(bytes + at + 12, 0, 4);
	memcpy(bytes + at + 16, &types[1], 12);
	memset(bytes + at + 28, 0, 8);
	memcpy(bytes + at + 36, &types[2], 12);
	memcpy(bytes + at + 48, strings, sizeof(strings));
	return at + 48 + sizeof(strings);
}

static void function_name__comes_from_btf(void **state)
{
	uint8_t bytes[256];
	size_t len = make_btf(bytes), name_len = 0, cut;
	const char *name = bpf_btf__func_name(bytes, len, 3, &name_len);
	void *copy;

	(void)state;
	assert_non_null(name);
	assert_int_equal(name_len, 5);
	assert_memory_equal(name, "hello", 5);
	assert_null(bpf_btf__func_name(bytes, len, 0, &name_len));
	assert_null(bpf_btf__func_name(bytes, len, 1, &name_len));
	assert_null(bpf_btf__func_name(bytes, len, 4, &name_len));
	assert_null(bpf_btf__func_name(bytes, len, UINT32_MAX, &name_len));
	for (cut = 0; cut < len; cut++) {
		copy = test_exact(bytes, cut);
		assert_null(bpf_btf__func_name(copy, cut, 3, &name_len));
		free(copy);
	}
	/* Strings that end without a NUL. */
	bytes[offsetof(struct btf_header, str_len)]--;
	assert_null(bpf_btf__func_name(bytes, len, 3, &name_len));
}

static void mutate(uint8_t *bytes, size_t len, uint64_t *seed)
{
	static const uint64_t evil[] = { 0, 1, 0x7fffffff, 0xffffffff, 1ULL << 40, UINT64_MAX };
	const size_t at = test_random(seed) % len, wanted = 1U << test_random(seed) % 4;
	const uint64_t value = test_random(seed) % 2 ? evil[test_random(seed) % ARRAY_SIZE(evil)]
						     : test_random(seed);

	memcpy(bytes + at, &value, MIN(len - at, wanted));
}

/* Read all that an entry claims to have. */
static uint64_t sum_of(const struct bpf_prog_entry *entry)
{
	uint64_t sum = 0;
	unsigned int i;
	uint32_t j;

	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		const struct bpf_prog_elems *elems = &entry->array[i];

		for (j = 0; elems->at && j < elems->nr * elems->elem_size; j++)
			sum += elems->at[j];
	}
	for (j = 0; j < bpf_prog_entry__nr_funcs(entry); j++)
		sum += bpf_prog_entry__func_addr(entry, j) + bpf_prog_entry__func_len(entry, j);
	return sum + bpf_prog_entry__has_image(entry);
}

/* As the recorder notes it, and only there. */
static void origin__is_told_by_a_note_behind_the_arrays(void **state)
{
	uint8_t header[BPF_BPIL_HEADER], note[BPF_ORIGIN_NOTE], *small;
	struct strbuf plain = {}, noted = {};
	struct bpf_prog_entry entry;
	struct bpf_prog_iter it;
	size_t len;

	(void)state;
	test_prog_entry(&plain, 7, A, 2, 24, 5900);
	it = (struct bpf_prog_iter){ .c = cursor__of(plain.text, plain.len), .nr = 1 };
	assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
	assert_int_equal(entry.origin, BPF_ORIGIN_LOST);

	memcpy(header, plain.text, sizeof(header));
	assert_true(bpf_prog_entry__note(header, BPF_ORIGIN_LOAD, note));
	strbuf__add(&noted, (const char *)header, sizeof(header));
	strbuf__add(&noted, plain.text + sizeof(header), plain.len - sizeof(header));
	strbuf__add(&noted, (const char *)note, sizeof(note));
	it = (struct bpf_prog_iter){ .c = cursor__of(noted.text, noted.len), .nr = 1 };
	assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
	assert_int_equal(entry.origin, BPF_ORIGIN_LOAD);
	assert_int_equal(entry.raw_len, noted.len);

	/* It stays when arrays are dropped. */
	assert_int_equal(bpf_prog_entry__without(&entry, 1, &small, &len), 0);
	it = (struct bpf_prog_iter){ .c = cursor__of(small, len), .nr = 1 };
	assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
	assert_int_equal(entry.origin, BPF_ORIGIN_LOAD);
	free(small);

	/* An origin that we do not know, and bytes of an array that look like it. */
	noted.text[noted.len - 1] = NR_BPF_ORIGINS;
	it = (struct bpf_prog_iter){ .c = cursor__of(noted.text, noted.len), .nr = 1 };
	assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
	assert_int_equal(entry.origin, BPF_ORIGIN_LOST);
	memcpy(plain.text + plain.len - sizeof(note), note, sizeof(note));
	it = (struct bpf_prog_iter){ .c = cursor__of(plain.text, plain.len), .nr = 1 };
	assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
	assert_int_equal(entry.origin, BPF_ORIGIN_LOST);
	strbuf__free(&plain);
	strbuf__free(&noted);
}

static void damaged_info__stays_within_its_bytes(void **state)
{
	uint64_t seed = 7, sum = 0;
	struct bpf_prog_entry entry;
	struct bpf_prog_iter it;
	struct strbuf sb = {};
	uint8_t *copy, *small;
	size_t small_len;
	int i;

	(void)state;
	test_u32(&sb, 2);
	test_prog_entry(&sb, 1, A, 3, 24, 5900);
	test_prog_entry(&sb, 2, A, 1, 24, 5900);
	for (i = 0; i < NR_MUTATIONS; i++) {
		copy = test_exact(sb.text, sb.len);
		mutate(copy, sb.len, &seed);
		mutate(copy, sb.len, &seed);
		it = bpf_prog_iter__of(copy, sb.len);
		while (bpf_prog_iter__next(&it, &entry) > 0) {
			sum += sum_of(&entry);
			if (bpf_prog_entry__without(&entry, seed % 512, &small, &small_len))
				continue;
			it = (struct bpf_prog_iter){ .c = cursor__of(small, small_len), .nr = 1 };
			assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
			assert_int_equal(entry.bad_arrays, 0);
			sum += sum_of(&entry);
			free(small);
			break;
		}
		free(copy);
	}
	assert_int_not_equal(sum, 0);
	strbuf__free(&sb);
}

static void damaged_btf__stays_within_its_bytes(void **state)
{
	uint8_t bytes[256], *copy;
	const size_t len = make_btf(bytes);
	uint64_t seed = 9;
	const char *name;
	size_t name_len;
	int i;

	(void)state;
	for (i = 0; i < NR_MUTATIONS; i++) {
		copy = test_exact(bytes, len);
		mutate(copy, len, &seed);
		name = bpf_btf__func_name(copy, len, 3, &name_len);
		if (name)
			assert_true((uint8_t *)name >= copy &&
				    (uint8_t *)name + name_len <= copy + len);
		free(copy);
	}
}

/* A symbol's name is hostile: no control bytes come out. */
static void fill_hostile(struct recording *r)
{
	test_ksymbol(r, A, 16, 0, "bpf_prog_0102030405060708_\033[31mred\n", 7, 1000);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 1, 7, 1004);
}

static void hostile_names__are_escaped(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_hostile, &totals);
	struct strbuf text = {};
	size_t i, nr_lines = 0;

	(void)state;
	assert_int_equal(bpf_progs__show_text(progs, &totals, 0, &text), 0);
	for (i = 0; i < text.len; i++) {
		nr_lines += text.text[i] == '\n';
		assert_true(text.text[i] == '\n' || text.text[i] >= ' ');
	}
	assert_int_equal(nr_lines, 3);
	strbuf__free(&text);
	bpf_progs__free(progs);
}

/* What is text stays as it is, and counts for its columns. */
static void fill_utf8(struct recording *r)
{
	test_ksymbol(r, A, 16, 0, "bpf_prog_0102030405060708_wörk", 7, 1000);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 1, 7, 1004);
}

static void names_in_utf8__are_shown(void **state)
{
	struct bpf_progs_totals totals;
	struct bpf_progs *progs = progs_of(fill_utf8, &totals);
	struct strbuf text = {};

	(void)state;
	assert_int_equal(bpf_progs__show_text(progs, &totals, 0, &text), 0);
	assert_non_null(strstr(strbuf__cstr(&text), "  wörk  "));
	strbuf__free(&text);
	bpf_progs__free(progs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reused_address__belongs_to_the_program_of_the_time),
		cmocka_unit_test(overlapping_registration__ends_the_old_one),
		cmocka_unit_test(program_of_the_header__begins_at_its_load_time),
		cmocka_unit_test(programs_before_the_recording__are_there_from_the_start),
		cmocka_unit_test(many_programs_at_one_place__are_told_apart),
		cmocka_unit_test(loads_of_two_threads__are_told_apart),
		cmocka_unit_test(function_name__comes_from_btf),
		cmocka_unit_test(origin__is_told_by_a_note_behind_the_arrays),
		cmocka_unit_test(damaged_info__stays_within_its_bytes),
		cmocka_unit_test(damaged_btf__stays_within_its_bytes),
		cmocka_unit_test(hostile_names__are_escaped),
		cmocka_unit_test(names_in_utf8__are_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
