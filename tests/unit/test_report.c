// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_report.c - from recordings to tables, call graphs, stacks and flame graphs: who was at an
 * address then, sums that add up, hostile names escaped, damage survived and told.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "profile_show.h"
#include "test_perfdata_builder.h"
#include "util.h"

#define KERNEL 0xffffffff81000000ULL
#define BPF 0xffffffffc0001000ULL
#define MUTATIONS 3000

enum form { TEXT, JSON, FOLDED, FLAME };

/** struct setup - how a recording is shown. */
struct setup {
	const char *sort;
	const char *kallsyms;
	const char *symfs;
	bool chains;
	bool srcline;
	struct profile_show_opts show;
	enum form form;
};

static int show(const struct profile_shown *shown, enum form form, struct sink *sink)
{
	switch (form) {
	case TEXT:
		return profile_show__text(shown, sink);
	case JSON:
		return profile_show__json(shown, sink);
	case FOLDED:
		return profile_show__folded(shown, sink);
	case FLAME:
		break;
	}
	return profile_show__flamegraph(shown, "a<b", sink);
}

/* What is shown of @bytes; "" when it is no recording. The caller frees. */
static char *report_bytes(const void *bytes, size_t len, const struct setup *setup,
			  struct profile_totals *totals)
{
	const struct machine_opts machine_opts = {
		.dso = { .symfs = setup->symfs ? setup->symfs : "" },
		.kernel = { .kallsyms = setup->kallsyms ? setup->kallsyms : "/dev/null" },
		.srcline = setup->srcline,
	};
	struct profile_opts profile_opts = { .chains = setup->chains };
	struct profile_shown shown = { .totals = totals, .opts = &setup->show };
	struct profile profile;
	struct sink sink;
	const char *bad;
	char *text;
	size_t bad_len;
	off_t size;
	int fd;

	assert_int_equal(sort_keys__parse(&profile_opts.sort,
					  setup->sort ? setup->sort : "comm,dso,sym", &bad,
					  &bad_len),
			 0);
	if (perfdata__open_memory(&shown.pd, bytes, len, NULL))
		return strdup("");
	fd = memfd_create("report", MFD_CLOEXEC);
	sink__init(&sink, fd);
	profile__init(&profile, &profile_opts);
	shown.profile = &profile;
	shown.machine = machine__new(&machine_opts);
	assert_int_equal(profile__read(&profile, shown.machine, shown.pd, totals), 0);
	assert_int_equal(show(&shown, setup->form, &sink), 0);
	assert_int_equal(sink__close(&sink), 0);
	profile__free(&profile);
	machine__free(shown.machine);
	perfdata__close(shown.pd);
	size = lseek(fd, 0, SEEK_END);
	text = calloc(1, (size_t)size + 1);
	assert_int_equal(pread(fd, text, (size_t)size, 0), size);
	close(fd);
	return text;
}

static char *report(void (*fill)(struct recording *r), const struct setup *setup)
{
	struct recording r = { .attr_size = PERFDATA_ATTR_SIZE, .nr_attrs = 2 };
	struct profile_totals totals;
	uint8_t *bytes;
	size_t len;
	char *text;

	if (setup->chains)
		r.more_fields = PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN;
	fill(&r);
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	text = report_bytes(bytes, len, setup, &totals);
	free(bytes);
	test_recording__free(&r);
	return text;
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in:\n%s", part, text);
}

static void has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' in:\n%s", part, text);
}

static void add_mmap(struct recording *r, uint16_t misc, uint32_t pid, uint64_t start, uint64_t len,
		     uint64_t offset, const char *path, uint64_t time_ns)
{
	const uint64_t trailer[] = { (uint64_t)pid << 32 | pid, time_ns, 11, 0 };
	const size_t path_len = (strlen(path) + 8) & ~7UL;
	struct strbuf sb = {};
	size_t i;

	test_u32(&sb, pid);
	test_u32(&sb, pid);
	test_u64(&sb, start);
	test_u64(&sb, len);
	test_u64(&sb, offset);
	test_add(&sb, path, strlen(path));
	for (i = strlen(path); i < path_len; i++)
		strbuf__addc(&sb, '\0');
	test_add(&sb, trailer, sizeof(trailer));
	test_record(r, PERF_RECORD_MMAP, misc, sb.text, sb.len);
	strbuf__free(&sb);
}

static void add_kernel(struct recording *r)
{
	add_mmap(r, PERF_RECORD_MISC_KERNEL, UINT32_MAX, KERNEL, 0x100000, KERNEL,
		 "[kernel.kallsyms]_text", 0);
	add_mmap(r, PERF_RECORD_MISC_KERNEL, UINT32_MAX, 0xffffffffc0800000, 0x1000, 0,
		 "/lib/modules/6.1/kernel/my-mod.ko.xz", 0);
}

/* A kallsyms of another boot: all is 0x1000000 higher than it was recorded. */
static void write_kallsyms(char *path)
{
	FILE *file;

	strcpy(path, "/tmp/test_report.XXXXXX");
	file = fdopen(mkstemp(path), "w");
	fprintf(file, "%llx T _text\n%llx t do_work\n%llx T do_work_alias\n%llx D some_data\n",
		KERNEL + 0x1000000, KERNEL + 0x1001000, KERNEL + 0x1001000, KERNEL + 0x1002000);
	fprintf(file, "ffffffffc0800010 t mod_func\t[my_mod]\n");
	fclose(file);
}

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
	has(text, "# Samples: 5  of event 'event 0'\n");
	has(text, "# Samples: 1  of event 'event 1'\n");
	has(text, "    40.00%        2  work\\n   [kernel.kallsyms]  [k] do_work_alias\n");
	has(text, "    20.00%        1  work\\n   [kernel.kallsyms]  [k] some_data\n");
	has(text, "    20.00%        1  work\\n   [unknown]          [k] 0xffffffff81100000\n");
	/* Where the module was in that boot is not known. */
	has(text, "    20.00%        1  work\\n   [my_mod]           [k] 0xffffffffc0800010\n");
	has(text, "   100.00%        1  work\\n   [unknown]      [.] 0x0000000000001234\n");
	free(text);
	unlink(path);
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

/* Where our own code is mapped, and from which byte of the file. */
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
	test_sample(r, base + (uintptr_t)report_bytes - own[0] + 1, 100, 0, 11);
	test_sample(r, base + 8, 300, 0, 11);
}

static void user__symbols_and_lines_of_files(void **state)
{
	struct setup setup = { .sort = "dso,sym,srcline,srcfile", .srcline = true };
	char *text = report(fill_own, &setup);

	(void)state;
	has(text, "    50.00%  exe ");
	has(text, "[.] report_bytes");
	has(text, "test_report.c:5");
	has(text, "lib\\33[2J;.so");
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

/* A sample with a call chain, the innermost first. */
static void add_chain(struct recording *r, uint64_t ip, uint64_t time_ns, uint64_t period,
		      const uint64_t *chain, uint64_t nr)
{
	const uint64_t body[] = { ip, 7ULL << 32 | 7, time_ns, 11, 0, period, nr };
	struct strbuf sb = {};

	test_add(&sb, body, sizeof(body));
	test_add(&sb, chain, 8 * nr);
	test_record(r, PERF_RECORD_SAMPLE,
		    ip >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER, sb.text, sb.len);
	strbuf__free(&sb);
}

#define CHAIN(r, ip, period, ...)                                         \
	add_chain(r, ip, 5000, period, (const uint64_t[]){ __VA_ARGS__ }, \
		  sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

/* Functions of a JIT, as symbols that are easy to have: main, parse, read, and a hostile one. */
static void fill_chains(struct recording *r)
{
	const uint64_t user = (uint64_t)PERF_CONTEXT_USER;
	const uint64_t kernel = (uint64_t)PERF_CONTEXT_KERNEL;

	add_kernel(r);
	test_comm(r, 7, "a;b", 0);
	add_mmap(r, PERF_RECORD_MISC_USER, 7, 0x1000, 0x10000, 0, "//anon", 0);
	CHAIN(r, 0x3000, 600, user, 0x3000, 0x2000 + 0x10, 0x1010);
	CHAIN(r, 0x2000, 200, user, 0x2000, 0x1010);
	/* A return address right behind a function is a call in it. */
	CHAIN(r, 0x4000, 150, user, 0x4000, 0x1100);
	CHAIN(r, KERNEL + 0x1000, 50, kernel, KERNEL + 0x1000, user, 0x3008, 0x2010, 0x1010);
}

static void write_perf_map(char *dir)
{
	char path[96];
	FILE *file;

	strcpy(dir, "/tmp/test_report.XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/tmp", dir);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/tmp/perf-7.map", dir);
	file = fopen(path, "w");
	fputs("1000 100 main\n2000 100 parse\n3000 100 read\n4000 100 ]]><script>&\"'\x01;\n",
	      file);
	fclose(file);
}

static void remove_perf_map(const char *dir)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/tmp/perf-7.map", dir);
	unlink(path);
	snprintf(path, sizeof(path), "%s/tmp", dir);
	rmdir(path);
	rmdir(dir);
}

static char *report_chains(const char *dir, const char *kallsyms, enum form form,
			   enum graph_order order, bool children)
{
	const struct setup setup = {
		.symfs = dir,
		.kallsyms = kallsyms,
		.chains = true,
		.form = form,
		.show = { .graph = order, .children = children, .graph_limit = 0.5 },
	};

	return report(fill_chains, &setup);
}

/* A sample with calls that the PMU kept, innermost first: from, to, flags. */
static void add_calls(struct recording *r, uint64_t ip, const uint64_t *chain, uint64_t nr_chain)
{
	static const uint64_t calls[][3] = { { 0x2010, 0x3000, 0 }, { 0x1010, 0x2000, 0 } };
	const uint64_t body[] = { ip, 7ULL << 32 | 7, 5000, 11, 0, 100, nr_chain };
	struct strbuf sb = {};

	test_add(&sb, body, sizeof(body));
	test_add(&sb, chain, 8 * nr_chain);
	test_u64(&sb, 2);
	test_add(&sb, calls, sizeof(calls));
	test_record(r, PERF_RECORD_SAMPLE,
		    ip >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER, sb.text, sb.len);
	strbuf__free(&sb);
}

/* By frame pointers the kernel found other callers than there were. */
static void fill_calls(struct recording *r)
{
	const uint64_t user[] = { (uint64_t)PERF_CONTEXT_USER, 0x3008, 0x4010 };
	const uint64_t both[] = { (uint64_t)PERF_CONTEXT_KERNEL, KERNEL + 0x1000,
				  (uint64_t)PERF_CONTEXT_USER, 0x3008, 0x4010 };

	r->more_fields |= PERF_SAMPLE_BRANCH_STACK;
	r->branch_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK;
	add_kernel(r);
	test_comm(r, 7, "a;b", 0);
	add_mmap(r, PERF_RECORD_MISC_USER, 7, 0x1000, 0x10000, 0, "//anon", 0);
	add_calls(r, 0x3008, user, 3);
	add_calls(r, KERNEL + 0x1000, both, 5);
}

static void calls_that_the_pmu_kept__are_callers(void **state)
{
	char dir[64], kallsyms[64], *text;
	struct setup setup = { .symfs = dir, .kallsyms = kallsyms, .chains = true, .form = FOLDED };

	(void)state;
	write_perf_map(dir);
	write_kallsyms(kallsyms);
	text = report(fill_calls, &setup);
	has(text, "main;parse;read 100\n");
	has(text, "main;parse;read;do_work_alias 100\n");
	free(text);
	unlink(kallsyms);
	remove_perf_map(dir);
}

static void chains__count_callers_and_draw_them(void **state)
{
	char dir[64], kallsyms[64], *text;

	(void)state;
	write_perf_map(dir);
	write_kallsyms(kallsyms);
	text = report_chains(dir, kallsyms, TEXT, GRAPH_CALLER, true);
	has(text, "# Event count (approx.): 1000\n");
	has(text, "   100.00%     0.00%  a;b      [JIT] tid 7        [.] main\n"
		  "            |\n"
		  "            ---main\n"
		  "               |\n"
		  "               |--85.00%--parse\n"
		  "               |          |\n"
		  "               |           --65.00%--read\n"
		  "               |                     |\n"
		  "               |                      ---5.00%--do_work_alias\n"
		  "               |\n"
		  "                --15.00%--]]><script>&\\\"'\\1;\n"
		  "\n");
	has(text, "    65.00%    60.00%  a;b      [JIT] tid 7        [.] read\n");
	has(text, "     5.00%     5.00%  a;b      [kernel.kallsyms]  [k] do_work_alias\n");
	free(text);

	text = report_chains(dir, kallsyms, TEXT, GRAPH_CALLEE, false);
	has(text, "    60.00%  a;b      [JIT] tid 7        [.] read\n"
		  "            |\n"
		  "            ---read\n"
		  "               parse\n"
		  "               main\n"
		  "\n");
	has_not(text, "[.] main");
	free(text);

	text = report_chains(dir, kallsyms, FOLDED, GRAPH_NONE, false);
	assert_string_equal(text, "a:b;main;]]><script>&\\\"'\\1: 150\n"
				  "a:b;main;parse 200\n"
				  "a:b;main;parse;read 600\n"
				  "a:b;main;parse;read;do_work_alias 50\n");
	free(text);
	unlink(kallsyms);
	remove_perf_map(dir);
}

static void flamegraph__has_no_name_but_as_text(void **state)
{
	char dir[64], *text;
	const char *script;

	(void)state;
	write_perf_map(dir);
	text = report_chains(dir, NULL, FLAME, GRAPH_NONE, false);
	has(text, "font-weight=\"bold\">a&lt;b</text>");
	has(text, "data-name=\"]]&gt;&lt;script&gt;&amp;&quot;&#39;\\001;\"");
	has(text, "<title>]]&gt;&lt;script&gt;&amp;&quot;&#39;\\001; (1 samples, 15.00%)</title>");
	has(text, "<title>main (4 samples, 100.00%)</title>");
	script = strstr(text, "<script");
	assert_non_null(script);
	assert_null(strstr(script + 1, "<script"));
	has_not(text, "http://www.w3.org/1999");
	has_not(text, "src=");
	free(text);
	remove_perf_map(dir);
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

/* Too many different stacks: samples still count, where they were. */
static void profile__drops_callers_not_samples(void **state)
{
	const struct profile_opts opts = { .chains = true };
	const struct profile_context context = { .comm = 1 };
	const struct weight two = { .samples = 1, .period = 2 };
	struct profile p;
	uint32_t places[3], i;
	uint64_t sum = 0;

	(void)state;
	profile__init(&p, &opts);
	p.nodes_max = 100;
	for (i = 0; i < 1000; i++) {
		places[0] = i % 10;
		places[1] = i;
		places[2] = 5000 + i;
		assert_int_equal(profile__add(&p, &context, places, 3, &two), 0);
	}
	profile__sum_up(&p);
	assert_true(p.nr_nodes < 120);
	assert_in_range(p.dropped, 900, 999);
	for (i = 0; i < p.nr_nodes; i++)
		sum += p.nodes[i].self.period;
	assert_int_equal(sum, 2000);
	assert_int_equal(p.nodes[0].total.period, 2000);
	profile__free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel__symbols_are_moved_to_where_it_was),
		cmocka_unit_test(bpf__programs_get_their_samples_by_time),
		cmocka_unit_test(user__symbols_and_lines_of_files),
		cmocka_unit_test(file__is_one_with_and_without_build_id),
		cmocka_unit_test(calls_that_the_pmu_kept__are_callers),
		cmocka_unit_test(chains__count_callers_and_draw_them),
		cmocka_unit_test(flamegraph__has_no_name_but_as_text),
		cmocka_unit_test(damage__is_survived_and_sums_agree),
		cmocka_unit_test(sort_keys__are_those_of_perf),
		cmocka_unit_test(profile__drops_callers_not_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
