// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_bpf_refusal.c - what libbpf and the verifier said of an object, taken apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "bpf_refusal.h"

static char text[4096];

static struct bpf_refusal read_text(const char *words)
{
	struct bpf_refusal why;

	strcpy(text, words);
	bpf_refusal__read(text, &why);
	return why;
}

static void verifier_log(void **state)
{
	const struct bpf_refusal why =
		read_text("libbpf: prog 'enter': BPF program load failed: Permission denied\n"
			  "libbpf: prog 'enter': -- BEGIN PROG LOAD LOG --\n"
			  "func#0 @0\n"
			  "; int enter(void *ctx) @ a @ b.c:4\n"
			  "0: (b7) r1 = 0\n"
			  "1: (bf) r2 = r1\n"
			  "; return *p; @ a @ b.c:7\n"
			  "2: (61) r0 = *(u32 *)(r1 +0)\n"
			  ";  @ b.c:0\n"
			  "R1 invalid mem access 'scalar'\n"
			  "processed 3 insns (limit 1000000) max_states_per_insn 0\n"
			  "-- END PROG LOAD LOG --\n"
			  "libbpf: prog 'enter': failed to load: -13\n"
			  "libbpf: failed to load object 'trial'\n");

	(void)state;
	assert_string_equal(why.cause, "prog 'enter': BPF program load failed: Permission denied");
	assert_int_equal(why.program_len, 5);
	assert_memory_equal(why.program, "enter", 5);
	assert_true(why.by_verifier);
	assert_int_equal(why.nr_last, BPF_REFUSAL_LINES);
	assert_string_equal(why.last[0], "0: (b7) r1 = 0");
	assert_string_equal(why.last[3], "R1 invalid mem access 'scalar'");
	assert_int_equal(why.source_len, strlen("return *p; @ a"));
	assert_memory_equal(why.source, "return *p; @ a", why.source_len);
	assert_string_equal(why.source_place, "b.c:7");
	assert_int_equal(why.insn, 2);
	assert_non_null(strstr(why.hint, "bpf_probe_read_kernel()"));
}

/* What looks like a place and begins before the source line. */
static void source_of_a_mark(void **state)
{
	const struct bpf_refusal why = read_text("libbpf: -- BEGIN PROG LOAD LOG --\n"
						 "; @ b.c:7\n"
						 "invalid\n");

	(void)state;
	assert_string_equal(why.source, "@ b.c:7");
	assert_int_equal(why.source_len, strlen(why.source));
	assert_null(why.source_place);
}

/* Before 6.9 a source line has no place. */
static void source_without_a_place(void **state)
{
	const struct bpf_refusal why = read_text("libbpf: -- BEGIN PROG LOAD LOG --\n"
						 "; return *p;\n"
						 "invalid\n");

	(void)state;
	assert_string_equal(why.source, "return *p;");
	assert_int_equal(why.source_len, strlen(why.source));
	assert_null(why.source_place);
	assert_int_equal(why.insn, -1);
}

static void no_verifier(void **state)
{
	struct bpf_refusal why;

	(void)state;
	why = read_text("libbpf: Error in bpf_create_map_xattr(m):Invalid argument(-22). Retrying "
			"without BTF.\n"
			"libbpf: something first\n"
			"libbpf: map 'm': failed to create: Invalid argument(-22)\n"
			"libbpf: failed to load object 'x.o'\n");
	assert_string_equal(why.cause, "map 'm': failed to create: Invalid argument(-22)");
	assert_false(why.by_verifier);
	assert_null(why.program);
	assert_null(why.source);
	why = read_text("libbpf: something first\nlibbpf: something else\n");
	assert_string_equal(why.cause, "something first");
	why = read_text("");
	assert_null(why.cause);
	assert_null(why.hint);
	assert_int_equal(why.nr_last, 0);
}

/* A log that is cut off anywhere is read as far as it goes, and not past its end. */
static void cut_anywhere(void **state)
{
	static const char whole[] = "libbpf: prog 'p': -- BEGIN PROG LOAD LOG --\n"
				    "; x @ a.c:1\n1: (b7) r1\nno\n-- END PROG LOAD LOG --\n";
	struct bpf_refusal why;
	size_t len;
	char *copy;

	(void)state;
	for (len = 0; len < sizeof(whole); len++) {
		copy = malloc(len + 1);
		assert_non_null(copy);
		memcpy(copy, whole, len);
		copy[len] = '\0';
		bpf_refusal__read(copy, &why);
		assert_true(why.nr_last <= BPF_REFUSAL_LINES);
		free(copy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verifier_log),		  cmocka_unit_test(source_of_a_mark),
		cmocka_unit_test(source_without_a_place), cmocka_unit_test(no_verifier),
		cmocka_unit_test(cut_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
