// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_report_chains.c - from recordings with callers to call graphs, stacks and flame graphs: sums
 * that add up, hostile names escaped, samples that count without their callers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report_text.h"

static void has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' in:\n%s", part, text);
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
		  "                --15.00%--]]><script>&\"'\\001;\n"
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
	assert_string_equal(text, "a:b;main;]]><script>&\"'\\001: 150\n"
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
		cmocka_unit_test(calls_that_the_pmu_kept__are_callers),
		cmocka_unit_test(chains__count_callers_and_draw_them),
		cmocka_unit_test(flamegraph__has_no_name_but_as_text),
		cmocka_unit_test(profile__drops_callers_not_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
