// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* test_kprobe_spec.c - perf's variables of kernel functions: from words to registers, memory and code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "bpf_insn.h"
#include "kprobe_btf.h"
#include "kprobe_prologue.h"
#include "kprobe_spec.h"
#include "strbuf.h"

static struct strbuf text;

/* Return: the definition for the kernel, or the reason why there is none. */
static const char *define(const char *section, int wanted)
{
	struct kprobe_spec spec;
	struct btf *btf = make_btf();
	int err;

	strbuf__reset(&text);
	err = kprobe_spec__parse(section, &spec, &text);
	if (!err)
		err = kprobe_spec__resolve(&spec, btf, &text);
	assert_int_equal(err, wanted);
	if (!err)
		kprobe_spec__define(&spec, "g", &text);
	kprobe_spec__free(&spec);
	btf__free(btf);
	return strbuf__cstr(&text);
}

static void found(void **state)
{
	(void)state;
	assert_string_equal(define("n=f", 0), "p:g/n f");
	assert_string_equal(define("n=f%return", 0), "r:g/n f");
	assert_string_equal(define("n=f count", 0), "p:g/n f count=%di:s32");
	/* What goes by the stack takes no register. */
	assert_string_equal(define("n=f small x=last", 0), "p:g/n f small=%dx:u8 x=%cx:u64");
	assert_string_equal(define("n=f o", 0), "p:g/n f o=%si:x64");
	assert_string_equal(define("n=f o->next->narrow", 0), "p:g/n f narrow=+0(+0(%si)):s16");
	assert_string_equal(define("n=f o->deep o->in.list[2]", 0),
			    "p:g/n f deep=+8(%si):u8 list=+40(%si):u32");
	assert_string_equal(define("n=f second=o->next[1].list[1]", 0),
			    "p:g/n f second=+52(+0(%si)):u32");
	assert_string_equal(define("n=f%return $retval", 0), "r:g/n f arg1=%ax:s32");
	assert_string_equal(define("inlines=no;n=f count", 0), "p:g/n f count=%di:s32");
}

static void refused(void **state)
{
	(void)state;
	assert_string_equal(
		define("n=f nosuch", -ENOENT),
		"f has no parameter nosuch; its parameters: count, o, big, small, last");
	assert_non_null(strstr(define("n=g a", -ENOENT), "no function g"));
	assert_non_null(strstr(define("n=f o->nosuch", -ENOENT), "structure outer has no member"));
	assert_non_null(strstr(define("n=f o->next->bit", -ENOENT), "bit field"));
	assert_non_null(strstr(define("n=f o->in", -EINVAL), "name one of its members"));
	assert_non_null(strstr(define("n=f o.next", -EINVAL), "no structure"));
	assert_non_null(strstr(define("n=f count->next", -EINVAL), "no pointer to a structure"));
	assert_non_null(strstr(define("n=f big.a", -EINVAL), "by the stack"));
	assert_non_null(strstr(define("n=f o->in.list[4]", -ENOENT), "no such element"));
	assert_non_null(strstr(define("n=f o->in.list[x]", -EINVAL), "number"));
	assert_non_null(strstr(define("n=f o->in.list[1", -EINVAL), "number"));
	assert_non_null(strstr(define("n=f o!", -EINVAL), "neither"));
	assert_non_null(strstr(define("n=f o-", -EINVAL), "neither"));
	assert_non_null(strstr(define("n=f count:x32", -EINVAL), "perf's alone"));
	assert_non_null(strstr(define("n=f %di", -EINVAL), "perf's alone"));
	assert_non_null(strstr(define("n=f $retval", -EINVAL), "%return alone"));
	assert_non_null(strstr(define("n=f%return count", -EINVAL), "$retval alone"));
	assert_non_null(strstr(define("n=f count count", -EINVAL), "two variables"));
	assert_non_null(strstr(define("n=f count o small last", -EINVAL), "more than 3"));
	assert_non_null(strstr(define("n=f:3", -EINVAL), "debug information"));
	assert_non_null(strstr(define("n=f+8 count", -EINVAL), "debug information"));
	assert_non_null(strstr(define("n=f\np:h/x", -EINVAL), "debug information"));
	assert_non_null(strstr(define("n\n=f", -EINVAL), "NAME=FUNCTION"));
	assert_non_null(strstr(define("n=", -EINVAL), "debug information"));
	assert_non_null(strstr(define("", -EINVAL), "NAME=FUNCTION"));
}

/* Each failed read leads to the same place behind the arguments, and all ways to the program's start. */
static void code(void **state)
{
	struct bpf_insn insns[KPROBE_PROLOGUE_MAX];
	struct btf *btf = make_btf();
	struct kprobe_spec spec;
	size_t nr, i, nr_failures = 0, target = 0;
	long off;

	(void)state;
	assert_int_equal(kprobe_spec__parse("n=f o->next->narrow count o->deep", &spec, &text), 0);
	assert_int_equal(kprobe_spec__resolve(&spec, btf, &text), 0);
	nr = kprobe_prologue__make(&spec, insns);
	assert_true(nr <= KPROBE_PROLOGUE_MAX);
	for (i = 0; i < nr; i++) {
		if (insns[i].code == (BPF_JMP | BPF_CALL) || !bpf_insn__is_jump(&insns[i], &off))
			continue;
		if (insns[i].code == (BPF_JMP | BPF_JA)) {
			assert_int_equal(i + 1 + (size_t)off, nr - 1);
			assert_int_equal(target, i + 1);
			continue;
		}
		nr_failures++;
		assert_true(!target || target == i + 1 + (size_t)off);
		target = i + 1 + (size_t)off;
	}
	assert_int_equal(nr_failures, 3);
	kprobe_spec__free(&spec);
	btf__free(btf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(found),
		cmocka_unit_test(refused),
		cmocka_unit_test(code),
	};
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);

	strbuf__free(&text);
	return failed;
}
