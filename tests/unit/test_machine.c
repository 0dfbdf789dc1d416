// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_machine.c - who had what mapped when, told in any order; symbols at one address and in one
 * another; stacks that share their beginnings; names of C++ and Rust.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "addr_timeline.h"
#include "demangle.h"
#include "dso.h"
#include "label_tree.h"
#include "machine_maps.h"
#include "names.h"
#include "symtab.h"
#include "util.h"

static uint32_t value_at(const struct addr_timeline *t, uint64_t addr, uint64_t time_ns)
{
	const struct addr_range *range = addr_timeline__find(t, addr, time_ns);

	return range ? range->value : 0;
}

static void timeline__splits_what_is_covered(void **state)
{
	struct addr_timeline t = {};

	(void)state;
	assert_int_equal(addr_timeline__add(&t, 100, 200, 10, 1), 0);
	assert_int_equal(addr_timeline__add(&t, 300, 400, 10, 2), 0);
	assert_int_equal(addr_timeline__add(&t, 150, 350, 20, 3), 0);
	addr_timeline__end(&t, 150, 30);
	assert_int_equal(addr_timeline__add(&t, 5, 5, 40, 9), 0);
	addr_timeline__seal(&t);
	assert_int_equal(value_at(&t, 100, 9), 0);
	assert_int_equal(value_at(&t, 199, 10), 1);
	assert_int_equal(value_at(&t, 199, 20), 3);
	assert_int_equal(value_at(&t, 149, 25), 1);
	assert_int_equal(value_at(&t, 200, 19), 0);
	assert_int_equal(value_at(&t, 200, 20), 3);
	assert_int_equal(value_at(&t, 350, 20), 2);
	assert_int_equal(value_at(&t, 349, 19), 2);
	assert_int_equal(value_at(&t, 349, 30), 0);
	assert_int_equal(value_at(&t, 399, UINT64_MAX - 1), 2);
	assert_int_equal(value_at(&t, 400, 30), 0);
	assert_int_equal(value_at(&t, 5, 50), 0);
	addr_timeline__free(&t);
}

/* Against a table of every address at every time. */
static void timeline__agrees_with_a_table(void **state)
{
	enum { ADDRS = 64, TIMES = 300 };
	static uint32_t table[TIMES][ADDRS];
	struct addr_timeline t = {};
	uint32_t now[ADDRS] = {}, time_ns, a;
	unsigned int seed = 1;

	(void)state;
	for (time_ns = 0; time_ns < TIMES; time_ns++) {
		const uint32_t start = (uint32_t)rand_r(&seed) % ADDRS;
		const uint32_t len = 1 + (uint32_t)rand_r(&seed) % 20;
		const uint32_t end = MIN(start + len, ADDRS);

		assert_int_equal(addr_timeline__add(&t, start, end, time_ns, time_ns + 1), 0);
		for (a = start; a < end; a++)
			now[a] = time_ns + 1;
		memcpy(table[time_ns], now, sizeof(now));
	}
	addr_timeline__seal(&t);
	for (time_ns = 0; time_ns < TIMES; time_ns++) {
		for (a = 0; a < ADDRS; a++)
			assert_int_equal(value_at(&t, a, time_ns), table[time_ns][a]);
	}
	addr_timeline__free(&t);
}

/* dso, or -1. */
static int dso_at(struct machine_maps *maps, uint32_t pid, uint64_t time_ns, uint64_t addr)
{
	struct machine_hit hit;

	return machine_maps__find(maps, pid, time_ns, addr, false, &hit) ? (int)hit.dso : -1;
}

static void maps__follow_forks_and_execs_in_time(void **state)
{
	struct machine_maps maps = {};
	struct machine_hit hit;

	(void)state;
	/* As rings are read: not in the order of time. */
	assert_int_equal(machine_maps__exec(&maps, 20, 300), 0);
	assert_int_equal(machine_maps__add(&maps, 20, 310, 0x1000, 0x1000, 0, 5), 0);
	assert_int_equal(machine_maps__add(&maps, 10, 150, 0x1000, 0x1000, 0, 2), 0);
	assert_int_equal(machine_maps__add(&maps, 10, 0, 0x1000, 0x2000, 0x400, 1), 0);
	assert_int_equal(machine_maps__fork(&maps, 20, 10, 100), 0);
	assert_int_equal(machine_maps__fork(&maps, 30, 20, 200), 0);
	assert_int_equal(machine_maps__add(&maps, 30, 250, 0x5000, 0x1000, 0, 7), 0);
	assert_int_equal(machine_maps__seal(&maps), 0);

	assert_true(machine_maps__find(&maps, 10, 120, 0x1010, false, &hit));
	assert_int_equal(hit.dso, 1);
	assert_int_equal(hit.offset, 0x410);
	assert_int_equal(hit.from_ns, 0);
	assert_int_equal(hit.to_ns, 150);
	assert_int_equal(dso_at(&maps, 10, 150, 0x1010), 2);
	assert_int_equal(dso_at(&maps, 10, 150, 0x2010), 1);
	/* The child has what its parent had then, not what it mapped later. */
	assert_int_equal(dso_at(&maps, 20, 99, 0x1010), -1);
	assert_int_equal(dso_at(&maps, 20, 160, 0x1010), 1);
	assert_int_equal(dso_at(&maps, 20, 299, 0x1010), 1);
	/* What is executed begins with nothing. */
	assert_int_equal(dso_at(&maps, 20, 305, 0x1010), -1);
	assert_int_equal(dso_at(&maps, 20, 310, 0x1010), 5);
	/* But the call that executes it came from what was there before, the child's copy. */
	assert_true(machine_maps__find(&maps, 20, 305, 0x1010, true, &hit));
	assert_int_equal(hit.dso, 1);
	assert_int_equal(hit.offset, 0x410);
	assert_int_equal(hit.from_ns, 305);
	assert_int_equal(hit.to_ns, 306);
	assert_true(machine_maps__find(&maps, 20, 310, 0x1010, true, &hit));
	assert_int_equal(hit.dso, 5);
	assert_false(machine_maps__find(&maps, 10, 120, 0x9010, true, &hit));
	/* A grandchild that maps something keeps the rest. */
	assert_int_equal(dso_at(&maps, 30, 220, 0x1010), 1);
	assert_int_equal(dso_at(&maps, 30, 240, 0x5010), -1);
	assert_int_equal(dso_at(&maps, 30, 260, 0x5010), 7);
	assert_int_equal(dso_at(&maps, 30, 400, 0x1010), 1);
	/* Without a time: at the end. */
	assert_int_equal(dso_at(&maps, 10, 0, 0x1010), 2);
	assert_int_equal(dso_at(&maps, 20, 0, 0x1010), 5);
	assert_int_equal(dso_at(&maps, 99, 500, 0x1010), -1);
	machine_maps__free(&maps);
}

static void add_symbol(struct symtab *t, uint64_t start, uint64_t len, const char *name,
		       enum symtab_binding binding)
{
	assert_int_equal(symtab__add(t, start, len, name, strlen(name), binding), 0);
}

static const char *symbol_at(const struct symtab *t, uint64_t addr)
{
	const uint32_t sym = symtab__find(t, addr);

	return sym == NO_SYMBOL ? "-" : symtab__name(t, sym);
}

static void symtab__shows_one_of_those_at_an_address(void **state)
{
	struct symtab t = {};

	(void)state;
	add_symbol(&t, 0x30, 0, "label", SYMTAB_LOCAL);
	add_symbol(&t, 0x10, 0, "sizeless_but_longer", SYMTAB_GLOBAL);
	add_symbol(&t, 0x10, 8, "weak_name", SYMTAB_WEAK);
	add_symbol(&t, 0x10, 8, "__global", SYMTAB_GLOBAL);
	add_symbol(&t, 0x10, 8, "global", SYMTAB_GLOBAL);
	add_symbol(&t, 0x40, 0x40, "outer", SYMTAB_GLOBAL);
	add_symbol(&t, 0x50, 8, "inner", SYMTAB_GLOBAL);
	add_symbol(&t, UINT64_MAX - 4, 100, "last", SYMTAB_GLOBAL);
	symtab__seal(&t);
	assert_string_equal(symbol_at(&t, 0x0f), "-");
	assert_string_equal(symbol_at(&t, 0x10), "global");
	assert_string_equal(symbol_at(&t, 0x18), "-");
	assert_string_equal(symbol_at(&t, 0x3f), "label");
	assert_string_equal(symbol_at(&t, 0x4f), "outer");
	assert_string_equal(symbol_at(&t, 0x57), "inner");
	assert_string_equal(symbol_at(&t, 0x58), "outer");
	assert_string_equal(symbol_at(&t, 0x80), "-");
	assert_string_equal(symbol_at(&t, UINT64_MAX - 1), "last");
	symtab__free(&t);
}

static bool by_label(void *ctx, const struct label_node *a, const struct label_node *b)
{
	(void)ctx;
	return a->label < b->label;
}

static void label_tree__walks_every_node_once(void **state)
{
	const struct weight one = { 1, 10 };
	struct label_tree tree = {};
	uint32_t labels[40], node = 0, nr = 0, last = 0;
	uint64_t self = 0;
	size_t i;

	(void)state;
	for (i = 0; i < 37; i++) {
		labels[0] = 1000 - (uint32_t)i * 7 % 37;
		labels[1] = 5;
		labels[2] = (uint32_t)i;
		assert_int_equal(label_tree__add(&tree, labels, 1 + i % 3, &one), 0);
	}
	label_tree__sort(&tree, by_label, NULL);
	while ((node = label_tree__next(&tree, node))) {
		nr++;
		self += tree.nodes[node].self.period;
		if (!tree.nodes[node].parent) {
			assert_true(tree.nodes[node].label > last);
			last = tree.nodes[node].label;
		}
	}
	assert_int_equal(nr, tree.nr - 1);
	assert_int_equal(self, 370);
	assert_int_equal(tree.nodes[0].total.period, 370);
	label_tree__free(&tree);
}

static void names__are_equal_by_number(void **state)
{
	struct names names = {};
	char text[16];
	uint32_t i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		snprintf(text, sizeof(text), "n%u", i);
		assert_int_equal(names__add(&names, text, sizeof(text)), i);
	}
	for (i = 0; i < 1000; i++) {
		snprintf(text, sizeof(text), "n%u", i);
		assert_int_equal(names__add(&names, text, strlen(text)), i);
		assert_string_equal(names__text(&names, i), text);
	}
	names__free(&names);
}

static void demangle__shows_what_was_written(void **state)
{
	static const struct {
		const char *name;
		const char *shown;
	} names[] = {
		{ "_ZN4llvm9AAResults13getModRefInfoEv", "llvm::AAResults::getModRefInfo" },
		{ "_ZNSolsEi@plt", "std::ostream::operator<<@plt" },
		{ "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
		  "core::fmt::Write::write_fmt" },
		{ "_RNvC7mycrate3foo", "mycrate::foo" },
		{ "main", NULL },
		{ "_Z", NULL },
		{ "", NULL },
		{ "@", NULL },
	};
	char *shown;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		shown = demangle(names[i].name);
		if (names[i].shown)
			assert_string_equal(shown, names[i].shown);
		else
			assert_null(shown);
		free(shown);
	}
}

/* pair<int, int>, a pair of two of these, a pair of two of those: 80 times would not fit any memory. */
static void demangle__leaves_what_grows_without_end(void **state)
{
	static const unsigned int depths[] = { 8, 80 };
	struct strbuf name = {};
	unsigned int i, k;
	char *shown;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		strbuf__reset(&name);
		strbuf__adds(&name, "_Z1fISt4pairIiiE");
		for (k = 0; k < depths[i]; k++) {
			/* Substitutions are numbered to the base of 36; the first has no number. */
			const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
			char last[8];

			if (k < 36)
				snprintf(last, sizeof(last), "S%c_", digits[k]);
			else
				snprintf(last, sizeof(last), "S%c%c_", digits[k / 36],
					 digits[k % 36]);
			strbuf__addf(&name, "S_I%s%sE", last, last);
		}
		strbuf__adds(&name, "Evv");
		alarm(20);
		shown = demangle(strbuf__cstr(&name));
		alarm(0);
		if (depths[i] == 8)
			assert_true(shown && strlen(shown) > 1000);
		else
			assert_null(shown);
		free(shown);
	}
	strbuf__free(&name);
}

/* A directory of our own; the caller removes what it made. */
static void make_dir(char *dir)
{
	strcpy(dir, "/tmp/test_machine.XXXXXX");
	assert_non_null(mkdtemp(dir));
}

static void perf_map__is_believed_of_ourselves(void **state)
{
	struct dso dso = { .kind = DSO_JIT, .path = strdup("//anon"), .pid = 77 };
	struct dso_opts opts = {};
	char dir[64], tmp[80], path[96];
	FILE *file;

	(void)state;
	make_dir(dir);
	snprintf(tmp, sizeof(tmp), "%s/tmp", dir);
	assert_int_equal(mkdir(tmp, 0700), 0);
	snprintf(path, sizeof(path), "%s/perf-77.map", tmp);
	file = fopen(path, "w");
	fputs("1000 20 LazyCompile:~f x.js:1\nnonsense\n2000\n3000 zz x\n-1 -1 \n4000 10 g\n",
	      file);
	fclose(file);
	opts.symfs = dir;
	assert_int_equal(dso__load(&dso, &opts), 0);
	assert_null(dso.why);
	assert_int_equal(dso.symtab.nr, 2);
	assert_string_equal(symbol_at(&dso.symtab, 0x101f), "LazyCompile:~f x.js:1");
	assert_string_equal(symbol_at(&dso.symtab, 0x1020), "-");
	assert_string_equal(symbol_at(&dso.symtab, 0x4000), "g");
	dso__free(&dso);
	if (!geteuid() && !chown(path, 65534, 65534)) {
		dso = (struct dso){ .kind = DSO_JIT, .path = strdup("//anon"), .pid = 77 };
		assert_int_equal(dso__load(&dso, &opts), 0);
		assert_non_null(strstr(dso.why, "somebody else"));
		assert_int_equal(dso.symtab.nr, 0);
		dso__free(&dso);
		opts.force = true;
		dso = (struct dso){ .kind = DSO_JIT, .path = strdup("//anon"), .pid = 77 };
		assert_int_equal(dso__load(&dso, &opts), 0);
		assert_int_equal(dso.symtab.nr, 2);
		dso__free(&dso);
	}
	unlink(path);
	rmdir(tmp);
	rmdir(dir);
}

static void file__must_be_the_recorded_one(void **state)
{
	struct dso dso = { .kind = DSO_FILE, .path = strdup("/proc/self/exe") };
	const struct dso_opts opts = { .symfs = "" };

	(void)state;
	assert_int_equal(dso__load(&dso, &opts), 0);
	assert_null(dso.why);
	assert_true(dso.symtab.nr > 10);
	dso__free(&dso);
	dso = (struct dso){ .kind = DSO_FILE,
			    .path = strdup("/proc/self/exe"),
			    .build_id = { { 1, 2, 3 }, 20 } };
	assert_int_equal(dso__load(&dso, &opts), 0);
	assert_non_null(strstr(dso.why, "changed since"));
	assert_int_equal(dso.symtab.nr, 0);
	dso__free(&dso);
	/* Nothing but files is opened. */
	dso = (struct dso){ .kind = DSO_FILE, .path = strdup("/dev/zero") };
	assert_int_equal(dso__load(&dso, &opts), 0);
	assert_non_null(dso.why);
	dso__free(&dso);
	dso = (struct dso){ .kind = DSO_FILE, .path = strdup("/etc/passwd") };
	assert_int_equal(dso__load(&dso, &opts), 0);
	assert_non_null(dso.why);
	dso__free(&dso);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timeline__splits_what_is_covered),
		cmocka_unit_test(timeline__agrees_with_a_table),
		cmocka_unit_test(maps__follow_forks_and_execs_in_time),
		cmocka_unit_test(symtab__shows_one_of_those_at_an_address),
		cmocka_unit_test(label_tree__walks_every_node_once),
		cmocka_unit_test(names__are_equal_by_number),
		cmocka_unit_test(demangle__shows_what_was_written),
		cmocka_unit_test(demangle__leaves_what_grows_without_end),
		cmocka_unit_test(perf_map__is_believed_of_ourselves),
		cmocka_unit_test(file__must_be_the_recorded_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
