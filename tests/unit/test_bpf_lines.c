// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_bpf_lines.c - the source line of an address and of an instruction; line info that goes
 * backwards, out of the program or out of its BTF is left out and counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "bpf_lines.h"
#include "test_prog_builder.h"
#include "util.h"

#define A 0xffffffffc0001000ULL
#define B 0xffffffffc0000800ULL

/** struct made - a program's lines with the bytes that they lie in. */
struct made {
	struct strbuf entry;
	struct strbuf btf;
	struct bpf_lines lines;
};

static struct bpf_prog_entry parse(const struct strbuf *sb)
{
	struct bpf_prog_iter it = { .c = cursor__of(sb->text, sb->len), .nr = 1 };
	struct bpf_prog_entry entry;

	assert_int_equal(bpf_prog_iter__next(&it, &entry), 1);
	return entry;
}

static void make(struct made *m, struct test_prog *p, struct test_btf *b)
{
	struct bpf_prog_entry entry;

	*m = (struct made){};
	test_prog__entry(p, &m->entry);
	test_btf__bytes(b, &m->btf);
	test_prog__free(p);
	entry = parse(&m->entry);
	assert_int_equal(
		bpf_lines__init(&m->lines, &entry, (const uint8_t *)m->btf.text, m->btf.len), 0);
}

static void unmake(struct made *m)
{
	bpf_lines__free(&m->lines);
	strbuf__free(&m->entry);
	strbuf__free(&m->btf);
}

/* Two functions, the second one at the lower address. */
static void two_funcs(struct test_prog *p)
{
	static const uint8_t code[32];

	test_prog__func(p, A, code, 32);
	test_prog__func(p, B, code, 16);
	p->info.xlated_prog_len = 8 * 10;
}

static void lines__are_found_by_address_and_instruction(void **state)
{
	struct test_prog p = {};
	struct test_btf b = {};
	const uint32_t file = test_btf__string(&b, "/src/work.bpf.c"),
		       one = test_btf__string(&b, "one();"), two = test_btf__string(&b, "two();");
	const struct bpf_line *line;
	struct made m;

	(void)state;
	two_funcs(&p);
	test_prog__line(&p, 0, A, file, one, 10, 2);
	test_prog__line(&p, 3, A + 8, file, two, 11, 3);
	test_prog__line(&p, 5, A + 8, file, one, 12, 4); /* no code came of 3 and 4 */
	test_prog__line(&p, 7, B + 4, file, two, 20, 5);
	make(&m, &p, &b);
	assert_int_equal(m.lines.nr_bad, 0);
	line = bpf_lines__of_addr(&m.lines, 0, A + 7);
	assert_string_equal(line->text, "one();");
	assert_string_equal(line->file, "/src/work.bpf.c");
	assert_string_equal(bpf_line__base(line), "work.bpf.c");
	assert_int_equal(line->line, 10);
	assert_int_equal(line->col, 2);
	assert_int_equal(bpf_lines__of_addr(&m.lines, 0, A + 31)->line, 12);
	assert_int_equal(bpf_lines__of_addr(&m.lines, 1, B + 4)->line, 20);
	/* Before its first line, a function has none; not that of its neighbour. */
	assert_null(bpf_lines__of_addr(&m.lines, 1, B + 3));
	assert_null(bpf_lines__of_addr(&m.lines, 0, A - 1));
	assert_int_equal(bpf_lines__of_insn(&m.lines, 0)->line, 10);
	assert_int_equal(bpf_lines__of_insn(&m.lines, 4)->line, 11);
	assert_int_equal(bpf_lines__of_insn(&m.lines, 5)->line, 12);
	assert_int_equal(bpf_lines__of_insn(&m.lines, 9)->line, 20);
	unmake(&m);
}

static void nonsense__is_left_out_and_counted(void **state)
{
	struct test_prog p = {};
	struct test_btf b = {};
	const uint32_t file = test_btf__string(&b, "a.c"), text = test_btf__string(&b, "x");
	struct made m;

	(void)state;
	two_funcs(&p);
	test_prog__line(&p, 0, A, file, text, 1, 1);
	test_prog__line(&p, 4, A + 4, file, text, 2, 1);
	test_prog__line(&p, 2, A + 8, file, text, 3, 1);	    /* backwards */
	test_prog__line(&p, 4, A + 8, file, text, 4, 1);	    /* again */
	test_prog__line(&p, 10, A + 12, file, text, 5, 1);	    /* behind the last */
	test_prog__line(&p, 5, A + 32, file, text, 6, 1);	    /* in no function */
	test_prog__line(&p, 6, A + 16, UINT32_MAX, 0xffffff, 7, 1); /* no such strings */
	test_prog__line(&p, 7, 0, file, text, 8, 1);		    /* no code is known */
	make(&m, &p, &b);
	assert_int_equal(m.lines.nr_bad, 4);
	assert_int_equal(m.lines.nr_by_addr, 3);
	assert_int_equal(m.lines.nr_by_insn, 5);
	assert_int_equal(bpf_lines__of_addr(&m.lines, 0, A + 15)->line, 2);
	assert_null(bpf_lines__of_addr(&m.lines, 0, A + 16)->text);
	assert_string_equal(bpf_line__base(bpf_lines__of_addr(&m.lines, 0, A + 16)), "?");
	assert_int_equal(bpf_lines__of_insn(&m.lines, 5)->line, 6);
	unmake(&m);
}

static void no_line_info__gives_no_lines(void **state)
{
	struct test_prog p = {};
	struct test_btf b = {};
	struct made m;

	(void)state;
	two_funcs(&p);
	make(&m, &p, &b);
	assert_null(bpf_lines__of_addr(&m.lines, 0, A));
	assert_null(bpf_lines__of_insn(&m.lines, 0));
	unmake(&m);
}

static void damaged_bytes__stay_within(void **state)
{
	static const uint64_t evil[] = { 0, 1, 0xff, 0xffffffff, UINT64_MAX, 0x7fffffff };
	struct test_prog p = {};
	struct test_btf b = {};
	const uint32_t file = test_btf__string(&b, "a.c");
	uint64_t seed = 11, sum = 0;
	struct made m;
	uint32_t i, j;

	(void)state;
	two_funcs(&p);
	for (i = 0; i < 8; i++)
		test_prog__line(&p, i, i < 5 ? A + 4 * i : B + i, file, file, i, i);
	make(&m, &p, &b);
	for (i = 0; i < 20000; i++) {
		uint8_t *entry_bytes = test_exact(m.entry.text, m.entry.len);
		uint8_t *btf = test_exact(m.btf.text, m.btf.len);
		struct strbuf view = { .text = (char *)entry_bytes, .len = m.entry.len };
		struct bpf_prog_iter it = { .c = cursor__of(view.text, view.len), .nr = 1 };
		struct bpf_prog_entry entry;
		struct bpf_lines lines;

		for (j = 0; j < 2; j++) {
			entry_bytes[test_random(&seed) % m.entry.len] =
				(uint8_t)evil[test_random(&seed) % ARRAY_SIZE(evil)];
			btf[test_random(&seed) % m.btf.len] = (uint8_t)test_random(&seed);
		}
		if (bpf_prog_iter__next(&it, &entry) > 0) {
			assert_int_equal(bpf_lines__init(&lines, &entry, btf, m.btf.len), 0);
			for (j = 0; j < lines.nr_by_insn; j++)
				sum += strlen(bpf_line__base(&lines.by_insn[j])) +
				       !!bpf_lines__of_addr(&lines, j & 1, lines.by_insn[j].addr);
			bpf_lines__free(&lines);
		}
		free(entry_bytes);
		free(btf);
	}
	assert_int_not_equal(sum, 0);
	unmake(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines__are_found_by_address_and_instruction),
		cmocka_unit_test(nonsense__is_left_out_and_counted),
		cmocka_unit_test(no_line_info__gives_no_lines),
		cmocka_unit_test(damaged_bytes__stay_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
