// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * test_annotate.c - every function gets its own bytes, its samples and its lines; targets have names
 * only where these are known; what is missing or makes no sense is marked; and names of hostile
 * recordings come out of each printer as text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "annotate_print.h"
#include "annotate_select.h"
#include "test_prog_builder.h"
#include "util.h"

#define A 0xffffffffc0001000ULL
#define EVIL "<script>\"x\"&'\033[31m\xff"

/* push %rbp; call B; jne to the push; jne into the call; leave; a byte that is nothing; ret */
static const uint8_t main_code[] = { 0x55, 0xe8, 0xfa, 0x0f, 0x00, 0x00, 0x75,
				     0xf8, 0x75, 0xfa, 0xc9, 0x06, 0xc3 };
/* xor %eax,%eax; jmp to where nobody is */
static const uint8_t sub_code[] = { 0x31, 0xc0, 0xe9, 0x00, 0x00, 0x00, 0x10 };
#define B (A + 0x1000)

static void add_program(struct recording *r, struct test_prog *p, struct test_btf *b)
{
	struct strbuf btf = {}, entry = {};

	test_btf__bytes(b, &btf);
	test_prog__entry(p, &entry);
	test_u32(&r->features[PERFDATA_F_BPF_BTF], 1);
	test_u32(&r->features[PERFDATA_F_BPF_BTF], p->info.btf_id);
	test_u32(&r->features[PERFDATA_F_BPF_BTF], (uint32_t)btf.len);
	test_add(&r->features[PERFDATA_F_BPF_BTF], btf.text, btf.len);
	test_u32(&r->features[PERFDATA_F_BPF_PROG_INFO], 1);
	test_add(&r->features[PERFDATA_F_BPF_PROG_INFO], entry.text, entry.len);
	strbuf__free(&btf);
	strbuf__free(&entry);
	test_prog__free(p);
}

/* A program of two functions with lines. */
static void fill_program(struct recording *r)
{
	struct test_prog p = { .info = { .id = 7, .btf_id = 3, .type = BPF_PROG_TYPE_KPROBE } };
	struct test_btf b = {};
	const uint32_t main_name = test_btf__string(&b, "evil" EVIL),
		       sub_name = test_btf__string(&b, "helper"),
		       file = test_btf__string(&b, "/src/" EVIL ".c"),
		       one = test_btf__string(&b, "\tone(" EVIL ");"),
		       two = test_btf__string(&b, "two();");

	test_btf__type(&b, 0, BTF_KIND_FUNC_PROTO, 0);
	test_btf__type(&b, main_name, BTF_KIND_FUNC, 1);
	test_btf__type(&b, sub_name, BTF_KIND_FUNC, 1);
	test_prog__func(&p, A, main_code, sizeof(main_code));
	test_prog__func(&p, B, sub_code, sizeof(sub_code));
	test_u32(&p.array[BPF_ARRAY_FUNC_INFO], 0);
	test_u32(&p.array[BPF_ARRAY_FUNC_INFO], 2);
	test_u32(&p.array[BPF_ARRAY_FUNC_INFO], 2);
	test_u32(&p.array[BPF_ARRAY_FUNC_INFO], 3);
	test_prog__line(&p, 0, A, file, one, 10, 1);
	test_prog__line(&p, 1, A + 6, file, two, 11, 1);
	test_prog__line(&p, 2, B, file, two, 20, 1);
	test_prog__line(&p, 1, B + 2, file, two, 21, 1); /* nonsense */
	test_prog__insn(&p, (struct bpf_insn){ .code = 0x85, .src_reg = 1, .off = 1, .imm = 1 });
	test_prog__insn(&p, (struct bpf_insn){ .code = 0x95 });
	test_prog__insn(&p, (struct bpf_insn){ .code = 0x85, .imm = 14 });
	test_prog__insn(&p, (struct bpf_insn){ .code = 0x95 });
	test_u64(&p.array[BPF_ARRAY_PROG_TAGS], 0x1111111111111111);
	test_u64(&p.array[BPF_ARRAY_PROG_TAGS], 0x2222222222222222);
	memset(p.info.tag, 0xab, sizeof(p.info.tag));
	add_program(r, &p, &b);
}

/* The same with samples in both. */
static void fill(struct recording *r)
{
	fill_program(r);
	test_sample(r, A, 5000, 0, 11);
	test_sample(r, A + 3, 5000, 0, 11); /* within the call */
	test_sample(r, A + 6, 5000, 0, 11);
	test_sample(r, B + 2, 5000, 0, 11);
	test_sample(r, B + 2, 5000, 0, 11);
	test_sample(r, B + 2, 5000, 0, 11);
	test_sample(r, B + 2, 5000, 0, 11);
	test_sample(r, B + 0x800, 5000, 0, 11); /* nobody's */
}

static void add_count(struct recording *r, uint64_t ip, uint64_t nr)
{
	const uint64_t body[] = { ip, 7ULL << 32 | 7, 5000, 11, 0, nr };

	test_record(r, PERF_RECORD_SAMPLE,
		    ip >> 63 ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER, body, sizeof(body));
}

/* The same as record --count-by writes it. */
static void fill_counts(struct recording *r)
{
	/* One event, its attributes and ids left out, and its name. */
	static const uint32_t head[] = { 1, 0, 0, 64 };
	static const char name[64] = "cpu-clock/counts";

	fill_program(r);
	test_feature(r, PERFDATA_F_EVENT_DESC, head, sizeof(head));
	test_feature(r, PERFDATA_F_EVENT_DESC, name, sizeof(name));
	r->more_fields = PERF_SAMPLE_WEIGHT;
	add_count(r, A, 100);
	add_count(r, A + 6, 20);
	add_count(r, B + 2, 3);
	add_count(r, B + 0x800, 1000);
	add_count(r, 0x1000, 10000);
}

/* The same without anything but the symbol. */
static void fill_without_program(struct recording *r)
{
	test_ksymbol(r, A, 64, 0, "bpf_prog_0102030405060708_gone", 7, 1000);
	test_bpf_event(r, PERF_BPF_EVENT_PROG_LOAD, 9, 7, 1001);
	test_sample(r, A + 5, 5000, 0, 11);
	test_sample(r, A + 5, 5000, 0, 11);
}

static int count_hit(void *ctx, struct bpf_prog *prog, uint32_t func, uint64_t addr, uint64_t nr)
{
	return bpf_hits__add(ctx, prog, func, addr, nr);
}

static struct annotate read_recording(void (*fill_it)(struct recording *r))
{
	struct recording r = { .attr_size = PERFDATA_ATTR_SIZE, .nr_attrs = 1 };
	struct annotate a = { .progs = bpf_progs__new() };
	const struct bpf_progs_visitor visitor = { .hit = count_hit, .ctx = &a.hits };
	struct perfdata *pd;
	uint8_t *bytes;
	size_t len;

	fill_it(&r);
	r.has[0] |= r.features[PERFDATA_F_BPF_PROG_INFO].len
			    ? 1ULL << PERFDATA_F_BPF_BTF | 1ULL << PERFDATA_F_BPF_PROG_INFO
			    : 0;
	bytes = test_recording__file(&r, UINT64_MAX, &len);
	assert_int_equal(perfdata__open_memory(&pd, bytes, len, NULL), 0);
	assert_int_equal(bpf_progs__visit(a.progs, pd, &visitor, &a.totals), 0);
	bpf_hits__sort(&a.hits);
	perfdata__close(pd);
	free(bytes);
	test_recording__free(&r);
	a.names = (struct code_names){ .progs = a.progs };
	assert_int_equal(disasm__open(&a.disasm, "x86_64", DISASM_ATT), 0);
	return a;
}

static struct annotate_func one(struct annotate *a, const char *wanted)
{
	struct annotate_item *items;
	struct annotate_func f;
	size_t nr;

	assert_int_equal(annotate__select(a, wanted, &items, &nr), 0);
	assert_int_equal(nr, 1);
	assert_int_equal(annotate__func(a, items[0].prog, items[0].func, &f), 0);
	free(items);
	return f;
}

static void assert_text(const struct annotate_func *f, const struct annotate_text *piece,
			const char *expected)
{
	assert_int_equal(piece->len, strlen(expected));
	assert_memory_equal(annotate_func__text(f, piece), expected, piece->len);
}

static void main_function__has_its_bytes_samples_and_labels(void **state)
{
	struct annotate a = read_recording(fill);
	struct annotate_func f = one(&a, "7:evil*");
	uint32_t at = 0;
	size_t i;

	(void)state;
	assert_int_equal(f.lack, ANNOTATE_COMPLETE);
	assert_int_equal(f.nr_rows, 7);
	for (i = 0; i < f.nr_rows; i++) {
		assert_int_equal(f.rows[i].at, at);
		at += f.rows[i].size;
	}
	assert_int_equal(at, sizeof(main_code));
	assert_text(&f, &f.rows[0].text, "pushq %rbp");
	assert_text(&f, &f.rows[1].text, "callq bpf_prog_2222222222222222_helper");
	assert_text(&f, &f.rows[2].text, "jne .L1");
	/* Into the middle of an instruction. */
	assert_text(&f, &f.rows[3].bare, "jne 0xffffffffc0001004");
	assert_text(&f, &f.rows[3].target_name, "bpf_prog_abababababababab_evil" EVIL "+0x4");
	assert_true(f.rows[5].is_bad);
	assert_int_equal(f.nr_bad, 1);
	assert_int_equal(f.nr_samples, 3);
	assert_int_equal(f.nr_placed, 3);
	assert_int_equal(f.rows[0].samples, 1);
	assert_int_equal(f.rows[1].samples, 1);
	assert_int_equal(f.rows[2].samples, 1);
	assert_true(f.rows[0].line_starts);
	assert_int_equal(f.rows[0].line_samples, 2);
	assert_int_equal(f.rows[0].line->line, 10);
	assert_int_equal(f.rows[2].line->line, 11);
	assert_int_equal(f.nr_bad_lines, 1);
	annotate_func__free(&f);
	annotate__free(&a);
}

static void counts__stand_for_many_samples_each(void **state)
{
	struct annotate a = read_recording(fill_counts);
	struct annotate_func f = one(&a, "7:evil*");

	(void)state;
	assert_int_equal(a.totals.samples, 11123);
	assert_int_equal(a.totals.in_kernel, 1123);
	assert_int_equal(a.totals.in_bpf, 123);
	assert_int_equal(f.prog->nr_samples, 123);
	assert_int_equal(f.prog->funcs[0].nr_samples, 120);
	assert_int_equal(f.nr_samples, 120);
	assert_int_equal(f.nr_placed, 120);
	assert_int_equal(f.rows[0].samples, 100);
	assert_int_equal(f.rows[2].samples, 20);
	assert_int_equal(f.rows[0].line_samples, 100);
	annotate_func__free(&f);
	annotate__free(&a);
}

static void sub_function__has_its_own_bytes(void **state)
{
	struct annotate a = read_recording(fill);
	struct annotate_func f = one(&a, ":helper");

	(void)state;
	assert_text(&f, &f.symbol, "bpf_prog_2222222222222222_helper");
	assert_int_equal(f.code_len, sizeof(sub_code));
	assert_memory_equal(f.code, sub_code, sizeof(sub_code));
	assert_int_equal(f.nr_rows, 2);
	assert_text(&f, &f.rows[0].text, "xorl %eax, %eax");
	/* Nobody is known there: a number, not a guess. */
	assert_text(&f, &f.rows[1].text, "jmp 0xffffffffd0002007");
	assert_int_equal(f.rows[1].target_name.len, 0);
	assert_int_equal(f.rows[1].samples, 4);
	annotate_func__free(&f);
	annotate__free(&a);
}

static void jumps__get_labels(void **state)
{
	/* 0: jmp 4; 2: jmp 0; 4: jmp 4 */
	static const uint8_t code[] = { 0xeb, 0x02, 0xeb, 0xfc, 0xeb, 0xfe };
	struct test_prog p = { .info = { .id = 8 } };
	struct recording r = {};
	struct annotate a = { .progs = bpf_progs__new(), .is_live = true };
	struct strbuf entry = {};
	struct annotate_func f;

	(void)state;
	test_prog__func(&p, A, code, sizeof(code));
	test_u32(&entry, 1);
	test_prog__entry(&p, &entry);
	test_prog__free(&p);
	assert_int_equal(bpf_progs__add_header(a.progs, PERFDATA_F_BPF_PROG_INFO,
					       (const uint8_t *)entry.text, entry.len),
			 0);
	assert_int_equal(bpf_progs__resolve(a.progs), 0);
	a.names.progs = a.progs;
	assert_int_equal(disasm__open(&a.disasm, "x86_64", DISASM_INTEL), 0);
	f = one(&a, NULL);
	assert_int_equal(f.nr_rows, 3);
	assert_int_equal(f.rows[0].label, 1);
	assert_int_equal(f.rows[1].label, 0);
	assert_int_equal(f.rows[2].label, 2);
	assert_text(&f, &f.rows[0].text, "jmp .L2");
	assert_text(&f, &f.rows[1].text, "jmp .L1");
	assert_text(&f, &f.rows[2].text, "jmp .L2");
	assert_text(&f, &f.rows[2].bare, "jmp 0xffffffffc0001004");
	annotate_func__free(&f);
	strbuf__free(&entry);
	test_recording__free(&r);
	annotate__free(&a);
}

static void xlated__stands_per_function_with_samples_by_line(void **state)
{
	static const uint8_t call[] = { 0x85, 0, 0, 0, 14, 0, 0, 0 };
	struct annotate a = read_recording(fill);
	struct annotate_func f;
	size_t len;

	(void)state;
	a.xlated = true;
	f = one(&a, "7:evil*");
	assert_int_equal(f.nr_rows, 2);
	assert_text(&f, &f.rows[0].text, "(85) call pc+1#bpf_prog_2222222222222222_helper");
	assert_int_equal(f.rows[0].line_samples, 2);
	assert_int_equal(f.rows[1].line_samples, 1);
	assert_int_equal(f.nr_placed, 3);
	annotate_func__free(&f);
	f = one(&a, "abababababababab:helper");
	assert_int_equal(f.nr_rows, 2);
	assert_int_equal(f.rows[0].at, 2);
	assert_text(&f, &f.rows[0].text, "(85) call bpf_get_current_pid_tgid#14");
	assert_text(&f, &f.rows[0].target_name, "bpf_get_current_pid_tgid");
	assert_memory_equal(annotate_func__bytes(&f, &f.rows[0], &len), call, sizeof(call));
	assert_int_equal(len, sizeof(call));
	annotate_func__free(&f);
	annotate__free(&a);
}

static void program_without_image__is_said_not_guessed(void **state)
{
	struct annotate a = read_recording(fill_without_program);
	struct annotate_view view = { .a = &a };
	struct strbuf text = {};
	struct annotate_func f = one(&a, NULL);

	(void)state;
	assert_int_equal(f.lack, ANNOTATE_NO_PROGRAM);
	assert_int_equal(f.nr_rows, 0);
	assert_int_equal(f.nr_samples, 2);
	assert_int_equal(annotate_print_text.func(&view, &f, &text), 0);
	assert_non_null(strstr(strbuf__cstr(&text), "no image"));
	assert_non_null(strstr(strbuf__cstr(&text), "100.00 |        2 |    5:"));
	strbuf__free(&text);
	annotate_func__free(&f);
	annotate__free(&a);
}

static void hottest_function__comes_first(void **state)
{
	struct annotate a = read_recording(fill);
	struct annotate_item *items;
	size_t nr;

	(void)state;
	assert_int_equal(annotate__select(&a, NULL, &items, &nr), 0);
	assert_int_equal(nr, 2);
	assert_int_equal(items[0].nr_samples, 4);
	assert_int_equal(items[1].nr_samples, 3);
	free(items);
	assert_int_equal(annotate__select(&a, "nobody", &items, &nr), 0);
	assert_int_equal(nr, 0);
	free(items);
	assert_int_equal(annotate__select(&a, "bpf_prog_2222222222222222_*", &items, &nr), 0);
	assert_int_equal(nr, 1);
	free(items);
	assert_int_equal(annotate__select(&a, "7", &items, &nr), 0);
	assert_int_equal(nr, 2);
	free(items);
	annotate__free(&a);
}

static char *print(struct annotate *a, const struct annotate_printer *printer)
{
	struct annotate_view view = { .a = a, .title = EVIL, .print_line = true, .raw = true };
	struct annotate_item *items;
	struct strbuf text = {};
	struct annotate_func f;
	char *copy;
	size_t nr, i;

	assert_int_equal(annotate__select(a, NULL, &items, &nr), 0);
	printer->begin(&view, &text);
	for (i = 0; i < nr; i++, view.nr++) {
		assert_int_equal(annotate__func(a, items[i].prog, items[i].func, &f), 0);
		assert_int_equal(printer->func(&view, &f, &text), 0);
		annotate_func__free(&f);
	}
	printer->end(&view, &text);
	free(items);
	copy = strdup(strbuf__cstr(&text));
	strbuf__free(&text);
	return copy;
}

static void hostile_names__are_text_to_every_printer(void **state)
{
	static const struct annotate_printer *const printers[] = { &annotate_print_text,
								   &annotate_print_json,
								   &annotate_print_html };
	struct annotate a = read_recording(fill);
	unsigned char *at;
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(printers); i++) {
		a.xlated = false;
		text = print(&a, printers[i]);
		assert_non_null(strstr(text, "script"));
		for (at = (unsigned char *)text; *at; at++)
			assert_true(*at == '\n' || (*at >= 0x20 && *at < 0x7f));
		if (printers[i] == &annotate_print_html) {
			assert_null(strstr(text, "<script"));
			assert_null(strstr(text, "&'"));
			assert_null(strstr(text, "\"x\""));
		}
		free(text);
		a.xlated = true;
		free(print(&a, printers[i]));
	}
	annotate__free(&a);
}

static void any_bytes__are_disassembled_to_their_end(void **state)
{
	static const char *const archs[] = { "x86_64", "aarch64" };
	struct disasm_insn insn;
	uint64_t seed = 3;
	struct disasm *d;
	uint8_t *bytes;
	size_t at, i, len, arch;
	uint8_t buf[64];

	(void)state;
	assert_int_equal(disasm__open(&d, "vax", DISASM_ATT), -ENOTSUP);
	for (arch = 0; arch < ARRAY_SIZE(archs); arch++) {
		assert_int_equal(disasm__open(&d, archs[arch], DISASM_ATT), 0);
		for (i = 0; i < 5000; i++) {
			len = 1 + test_random(&seed) % sizeof(buf);
			for (at = 0; at < len; at++)
				buf[at] = (uint8_t)test_random(&seed);
			bytes = test_exact(buf, len);
			for (at = 0; at < len; at += insn.size) {
				disasm__next(d, bytes + at, len - at, A + at, &insn);
				assert_in_range(insn.size, 1, len - at);
				assert_true(insn.operand < strlen(insn.text));
			}
			free(bytes);
		}
		disasm__close(d);
	}
}

static void kernel_functions__are_named_for_their_own_kernel_only(void **state)
{
	static const char kallsyms[] = "ffffffff81000000 T _stext\n"
				       "ffffffff81000000 T _text\n"
				       "ffffffff81001000 T __bpf_call_base\n"
				       "ffffffff81002000 T bpf_ktime_get_ns\n"
				       "ffffffff82000000 T _etext\n"
				       "ffffffffc0009000 t of_a_module\t[m]\n";
	char path[] = "/tmp/test_annotate_XXXXXX";
	__cleanup_close int fd = mkstemp(path);
	struct annotate a = read_recording(fill);
	struct strbuf text = {};

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, kallsyms, strlen(kallsyms)), strlen(kallsyms));
	/* It does not say under which kernel it was made: no names of ours. */
	assert_int_equal(code_names__init_recorded(&a.names, a.progs, NULL), 0);
	assert_null(a.names.ksyms);
	assert_int_equal(code_names__init_recorded(&a.names, a.progs, "/dev/null"), -ENOENT);
	assert_int_equal(code_names__init_recorded(&a.names, a.progs, path), 0);
	assert_int_equal(a.names.call_base, 0xffffffff81001000);
	assert_true(code_names__add(&a.names, 0xffffffff81002004, 0, &text));
	assert_string_equal(strbuf__cstr(&text), "bpf_ktime_get_ns+0x4");
	/* Modules come and go. */
	assert_false(code_names__add(&a.names, 0xffffffffc0009000, 0, &text));
	strbuf__free(&text);
	unlink(path);
	annotate__free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(main_function__has_its_bytes_samples_and_labels),
		cmocka_unit_test(counts__stand_for_many_samples_each),
		cmocka_unit_test(sub_function__has_its_own_bytes),
		cmocka_unit_test(jumps__get_labels),
		cmocka_unit_test(xlated__stands_per_function_with_samples_by_line),
		cmocka_unit_test(program_without_image__is_said_not_guessed),
		cmocka_unit_test(hottest_function__comes_first),
		cmocka_unit_test(hostile_names__are_text_to_every_printer),
		cmocka_unit_test(any_bytes__are_disassembled_to_their_end),
		cmocka_unit_test(kernel_functions__are_named_for_their_own_kernel_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
