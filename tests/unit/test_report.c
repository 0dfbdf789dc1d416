// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_report.c - from recordings to tables: who was at an address then, sums that add up, hostile
 * names escaped, damage survived and told. Call chains are in test_report_chains.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report_text.h"

#define BPF 0xffffffffc0001000ULL
#define MUTATIONS 3000

static void fill_kernel(struct recording *r)
{
	add_kernel(r);
	test_comm(r, 7, "work\n", 0);
	test_sample(r, KERNEL + 0x1010, 100, 0, 11);
	test_sample(r, KERNEL + 0x1011, 100, 1, 11);
	test_sample(r, KERNEL + 0x2000, 100, 1, 11);
	test_sample(r, KERNEL + 0x100000, 100, 1, 11);
	test_sample(r, 0xffffffffc0800010, 100, 1, 11);
	test_sample(r, 0x1234, 100, 1, 12);
}

static void kernel__symbols_are_moved_to_where_it_was(void **state)
{
	struct setup setup = { .show = { .nr_samples = true } };
	char path[64], *text;

	(void)state;
	write_kallsyms(path);
	setup.kallsyms = path;
	text = report(fill_kernel, &setup);
	has(text, "# Samples: 5  of event 'cpu-clock'\n");
	has(text, "# Samples: 1  of event 'cpu-clock'\n");
	has(text, "    40.00%        2  work\\012  [kernel.kallsyms]  [k] do_work_alias\n");
	has(text, "    20.00%        1  work\\012  [kernel.kallsyms]  [k] some_data\n");
	has(text, "    20.00%        1  work\\012  [unknown]          [k] 0xffffffff81100000\n");
	/* Where the module was in that boot is not known. */
	has(text, "    20.00%        1  work\\012  [my_mod]           [k] 0xffffffffc0800010\n");
	has(text, "   100.00%        1  work\\012  [unknown]      [.] 0x0000000000001234\n");
	free(text);
	unlink(path);
}

static void fill_utf8(struct recording *r)
{
	test_comm(r, 7, "w\xc3\xb6rk \xc3\xa9", 0);
	test_sample(r, 0x1234, 100, 1, 11);
	test_sample(r, 0x1234, 101, 1, 11);
	test_comm(r, 7, "a\"\\;\n\x9b", 150);
	test_sample(r, 0x1234, 200, 1, 11);
}

/* As it is, and in columns; only what steers a terminal is escaped, and what ends a folded line or frame is not in it. */
static void utf8__is_shown_as_it_is(void **state)
{
	struct setup setup = { .form = TEXT };
	char *text;

	(void)state;
	text = report(fill_utf8, &setup);
	has(text, "    66.67%  wörk é        [unknown]      [.] 0x0000000000001234\n");
	has(text, "    33.33%  a\"\\;\\012\\233  [unknown]      [.] 0x0000000000001234\n");
	free(text);
	setup.form = FOLDED;
	text = report(fill_utf8, &setup);
	assert_string_equal(text, "a\"\\:\\012\\233;[unknown] 1\nwörk é;[unknown] 2\n");
	free(text);
	setup.form = FLAME;
	text = report(fill_utf8, &setup);
	has(text, "<title>wörk é (2 samples, 66.67%)</title>");
	free(text);
}

static void fill_bpf(struct recording *r)
{
	test_comm(r, 7, "loader", 0);
	test_sample(r, BPF + 10, 3000, 0, 11);
	test_sample(r, BPF + 10, 1500, 0, 11);
	test_ksymbol(r, BPF, 100, 0, "bpf_prog_0102030405060708_second", 7, 2000);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 2, 7, 2001);
	test_ksymbol(r, BPF, 100, 0, "bpf_prog_0102030405060708_first", 7, 1000);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 1, 7, 1001);
	test_sample(r, BPF + 10, 500, 0, 11);
}

static void bpf__programs_get_their_samples_by_time(void **state)
{
	struct setup setup = { .sort = "prog,sym", .form = JSON };
	char *text = report(fill_bpf, &setup);

	(void)state;
	has(text, "\"samples\":3,");
	has(text,
	    "{\"samples\":1,\"period\":1,\"prog\":{\"id\":1,\"name\":\"first\"},\"level\":\"k\","
	    "\"sym\":\"bpf_prog_0102030405060708_first\"}");
	has(text, "\"prog\":{\"id\":2,\"name\":\"second\"}");
	has(text, "\"prog\":null,\"level\":\"k\",\"sym\":null,\"addr\":18446744072635813898}");
	free(text);
	setup = (struct setup){ .sort = "program" };
	text = report(fill_bpf, &setup);
	has(text, "    33.33%  first (id 1)\n");
	has(text, "    33.33%  -\n");
	free(text);
}

/* Where our own code is mapped, and from which byte of the file. It is sampled itself, too. */
enum { FIND_OWN_LINE = __LINE__ + 1 };
static int find_own(struct dl_phdr_info *info, size_t size, void *ctx)
{
	uint64_t *own = ctx;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum && !own[1]; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];

		if (phdr->p_type != PT_LOAD || !(phdr->p_flags & PF_X))
			continue;
		own[0] = info->dlpi_addr + phdr->p_vaddr;
		own[1] = phdr->p_memsz;
		own[2] = phdr->p_offset;
	}
	return 1;
}

static void fill_own(struct recording *r)
{
	uint64_t own[3] = {};
	/* Mapped elsewhere than we are. */
	const uint64_t base = 0x7000000000;

	dl_iterate_phdr(find_own, own);
	test_comm(r, 7, "self", 0);
	add_mmap(r, PERF_RECORD_MISC_USER, 7, base, own[1], own[2], "/proc/self/exe", 50);
	add_mmap(r, PERF_RECORD_MISC_USER, 7, base, 0x1000, 0, "/nowhere/lib\x1b[2J;.so", 200);
	test_sample(r, base + (uintptr_t)find_own - own[0] + 1, 100, 0, 11);
	test_sample(r, base + 8, 300, 0, 11);
}

static void user__symbols_and_lines_of_files(void **state)
{
	struct setup setup = { .sort = "dso,sym,srcline,srcfile", .srcline = true };
	const char *const file = "test_report.c:";
	char *text = report(fill_own, &setup);

	(void)state;
	has(text, "    50.00%  exe ");
	has(text, "[.] find_own");
	has(text, file);
	/* Compilers begin a function at its name or at its brace. */
	assert_in_range(atoi(strstr(text, file) + strlen(file)), FIND_OWN_LINE, FIND_OWN_LINE + 1);
	has(text, "lib\\033[2J;.so");
	free(text);
}

/* MMAP2 with a build-id. */
static void add_mmap2(struct recording *r, uint32_t pid, uint64_t start, const char *path,
		      uint8_t id, uint64_t time_ns)
{
	const uint64_t trailer[] = { (uint64_t)pid << 32 | pid, time_ns, 11, 0 };
	const uint8_t build_id[24] = { 20, 0, 0, 0, id, id, id };
	char padded[64] = {};
	struct strbuf sb = {};

	snprintf(padded, sizeof(padded), "%s", path);
	test_u32(&sb, pid);
	test_u32(&sb, pid);
	test_u64(&sb, start);
	test_u64(&sb, 0x1000);
	test_u64(&sb, 0);
	test_add(&sb, build_id, sizeof(build_id));
	test_u64(&sb, 5);
	test_add(&sb, padded, sizeof(padded));
	test_add(&sb, trailer, sizeof(trailer));
	test_record(r, PERF_RECORD_MMAP2,
		    PERF_RECORD_MISC_USER | (id ? PERFDATA_MISC_MMAP_BUILD_ID : 0), sb.text,
		    sb.len);
	strbuf__free(&sb);
}

static void fill_ids(struct recording *r)
{
	r->build_ids = true;
	add_mmap2(r, 7, 0x10000, "/nowhere/a", 0, 0);
	add_mmap2(r, 7, 0x20000, "/nowhere/a", 1, 10);
	add_mmap2(r, 7, 0x30000, "/nowhere/a", 2, 20);
	test_sample(r, 0x10080, 100, 0, 11);
	test_sample(r, 0x20080, 100, 0, 11);
	test_sample(r, 0x30080, 100, 0, 11);
}

static void file__is_one_with_and_without_build_id(void **state)
{
	struct setup setup = { .sort = "dso,sym", .show = { .nr_samples = true } };
	char *text = report(fill_ids, &setup);

	(void)state;
	has(text, "    66.67%        2  a              [.] 0x0000000000000080\n");
	has(text, "    33.33%        1  a              [.] 0x0000000000000080\n");
	free(text);
}

static void fill_damaged(struct recording *r)
{
	test_recording__init(r);
}

/* One byte after another is wrong: the sums still agree, and nothing is read past the end. */
static void damage__is_survived_and_sums_agree(void **state)
{
	struct recording r = { .attr_size = PERFDATA_ATTR_SIZE, .nr_attrs = 2 };
	struct setup setup = { .symfs = "/nonexistent", .form = JSON };
	struct profile_totals totals;
	uint8_t *bytes, *copy;
	char *text, wanted[64];
	uint64_t seed = 42;
	size_t len, i, j;

	(void)state;
	fill_damaged(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	for (i = 0; i < MUTATIONS; i++) {
		copy = test_exact(bytes, len);
		for (j = 0; j < 1 + i % 4; j++)
			copy[test_random(&seed) % len] = (uint8_t)test_random(&seed);
		totals = (struct profile_totals){};
		text = report_bytes(copy, len, &setup, &totals);
		snprintf(wanted, sizeof(wanted), "{\"samples\":%llu,",
			 (unsigned long long)totals.samples);
		if (*text)
			has(text, wanted);
		free(text);
		free(copy);
	}
	free(bytes);
	test_recording__free(&r);
}

static void sort_keys__are_those_of_perf(void **state)
{
	struct sort_keys keys;
	const char *bad;
	size_t len;

	(void)state;
	assert_int_equal(sort_keys__parse(&keys, "symbol,comm,sym,program", &bad, &len), 0);
	assert_int_equal(keys.nr, 3);
	assert_int_equal(keys.of[0], SORT_SYM);
	assert_int_equal(keys.of[2], SORT_PROG);
	assert_int_equal(sort_keys__parse(&keys, "comm,nope,dso", &bad, &len), -EINVAL);
	assert_int_equal(len, 4);
	assert_memory_equal(bad, "nope", 4);
	assert_int_equal(sort_keys__parse(&keys, "", &bad, &len), -EINVAL);
	assert_int_equal(sort_keys__parse(&keys, "comm,", &bad, &len), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel__symbols_are_moved_to_where_it_was),
		cmocka_unit_test(utf8__is_shown_as_it_is),
		cmocka_unit_test(bpf__programs_get_their_samples_by_time),
		cmocka_unit_test(user__symbols_and_lines_of_files),
		cmocka_unit_test(file__is_one_with_and_without_build_id),
		cmocka_unit_test(damage__is_survived_and_sums_agree),
		cmocka_unit_test(sort_keys__are_those_of_perf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
