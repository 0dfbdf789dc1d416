// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_kallsyms.c - lines of kallsyms, also of files that are none; the kernel's code. */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kallsyms.h"
#include "kernel_code.h"
#include "strbuf.h"

/* @ret_path: of a file with @len bytes of @text. */
static void write_file(char *ret_path, const char *text, size_t len)
{
	int fd;

	strcpy(ret_path, "/tmp/test_kallsyms.XXXXXX");
	fd = mkstemp(ret_path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
}

static int write_sym(void *ctx, const struct kallsyms_sym *sym)
{
	assert_int_equal(sym->name_len, strlen(sym->name));
	strbuf__addf(ctx, "%llx %c %s", (unsigned long long)sym->addr, sym->type, sym->name);
	if (sym->module)
		strbuf__addf(ctx, " of %s", sym->module);
	strbuf__adds(ctx, "\n");
	return 0;
}

static void assert_syms(const char *text, size_t len, const char *expected)
{
	struct strbuf lines = {};
	char path[32];

	write_file(path, text, len);
	assert_int_equal(kallsyms__for_each(path, write_sym, &lines), 0);
	assert_string_equal(strbuf__cstr(&lines), expected);
	strbuf__free(&lines);
	unlink(path);
}

#define TEXT(s) s, sizeof(s) - 1

static void kallsyms__takes_symbols_and_modules(void **state)
{
	(void)state;
	assert_syms(TEXT("0000000000000000 A fixed_percpu_data\n"
			 "ffffffff81000000 T _text\n"
			 "ffffffffc0000000 t ext4_init\t[ext4]\n"
			 "ffffffffc0a00000 t bpf_prog_6deef7357e7b4530_x\t[bpf]\n"),
		    "0 A fixed_percpu_data\n"
		    "ffffffff81000000 T _text\n"
		    "ffffffffc0000000 t ext4_init of ext4\n"
		    "ffffffffc0a00000 t bpf_prog_6deef7357e7b4530_x of bpf\n");
}

static void kallsyms__skips_lines_of_another_form(void **state)
{
	(void)state;
	assert_syms(TEXT(""), "");
	assert_syms(TEXT("\n\n"), "");
	assert_syms(TEXT("hello\nffffffff81000000\nffffffff81000000 T\nffffffff81000000 T \n"
			 " T x\nffffffff81000000T x\n11112222333344445 T long\n"
			 "ff T \tnone\nff T \0nul\nff t a\0b\n1 D no_newline"),
		    "ff t a\n1 D no_newline\n");
	assert_syms(TEXT("1 t a\t\n2 t b\t[\n3 t c\tm\n"), "1 t a of \n2 t b of \n3 t c of m\n");
}

/* Lines lie across blocks, and one is longer than a block. */
static void kallsyms__takes_lines_of_any_place(void **state)
{
	struct strbuf text = {}, expected = {};
	size_t i;

	(void)state;
	for (i = 1; i < 20000; i++) {
		strbuf__addf(&text, "%zx t name_%zu\n", i, i * i);
		strbuf__addf(&expected, "%zx t name_%zu\n", i, i * i);
	}
	assert_syms(text.text, text.len, strbuf__cstr(&expected));
	for (i = 0; i < 200000; i++)
		strbuf__adds(&text, "x");
	strbuf__adds(&text, "\nff T behind\n");
	strbuf__adds(&expected, "ff T behind\n");
	assert_syms(text.text, text.len, strbuf__cstr(&expected));
	strbuf__free(&text);
	strbuf__free(&expected);
}

static int stop(void *ctx, const struct kallsyms_sym *sym)
{
	(void)sym;
	++*(int *)ctx;
	return -ECANCELED;
}

static void kallsyms__ends_when_it_is_told(void **state)
{
	int calls = 0;
	char path[32];

	(void)state;
	write_file(path, TEXT("1 t a\n2 t b\n3 t b\t[m]\n"));
	assert_int_equal(kallsyms__for_each(path, stop, &calls), -ECANCELED);
	assert_int_equal(calls, 1);
	assert_int_equal(kallsyms__find(path, "b"), 2);
	assert_int_equal(kallsyms__find(path, "bb"), 0);
	unlink(path);
	assert_int_equal(kallsyms__for_each(path, stop, &calls), -ENOENT);
}

static void assert_code(const char *text, uint64_t start, uint64_t end, const char *name)
{
	struct kernel_code code = {};
	char path[32];

	write_file(path, text, strlen(text));
	assert_int_equal(kernel_code__read(&code, path), 0);
	assert_int_equal(code.text_start, start);
	assert_int_equal(code.text_end, end);
	if (start)
		assert_string_equal(code.text_name, name);
	kernel_code__free(&code);
	unlink(path);
}

static void kernel_code__finds_the_text(void **state)
{
	(void)state;
	assert_code("10 T _stext\n10 T _text\n90 T _etext\n", 0x10, 0x90, "_text");
	assert_code("10 T _text\n20 T _stext\n90 T _etext\n", 0x10, 0x90, "_text");
	assert_code("20 T _stext\n90 T _etext\n", 0x20, 0x90, "_stext");
	assert_code("20 T _stext\t[m]\n90 T _etext\n", 0, 0, NULL);
	/* Hidden, or nonsense. */
	assert_code("0 T _stext\n0 T _text\n0 T _etext\n", 0, 0, NULL);
	assert_code("90 T _text\n10 T _etext\n", 0, 0, NULL);
	assert_code("10 T _text\n", 0, 0, NULL);
}

static void kernel_code__sorts_what_is_bpfs(void **state)
{
	struct kernel_code code = {};
	char path[32];

	(void)state;
	write_file(path, TEXT("30 t c\t[bpf]\n40 t m\t[ext4]\n10 t a\t[bpf]\n0 t hidden\t[bpf]\n"));
	assert_int_equal(kernel_code__read(&code, path), 0);
	assert_int_equal(code.nr, 2);
	assert_string_equal(kernel_code__name(&code, 0), "a");
	assert_string_equal(kernel_code__name_at(&code, 0x30), "c");
	assert_null(kernel_code__name_at(&code, 0x20));
	kernel_code__free(&code);
	unlink(path);
	/* Without the file nothing is known. */
	assert_int_equal(kernel_code__read(&code, path), 0);
	assert_int_equal(code.nr, 0);
	kernel_code__free(&code);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kallsyms__takes_symbols_and_modules),
		cmocka_unit_test(kallsyms__skips_lines_of_another_form),
		cmocka_unit_test(kallsyms__takes_lines_of_any_place),
		cmocka_unit_test(kallsyms__ends_when_it_is_told),
		cmocka_unit_test(kernel_code__finds_the_text),
		cmocka_unit_test(kernel_code__sorts_what_is_bpfs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
