// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_kprobe_spec.c - any text as the name of a program at a kernel function. Beyond "no crash": what is
 * refused has a reason, what goes to the kernel is one line, and the instructions for it fit and jump
 * to places of their own.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_insn.h"
#include "kprobe_prologue.h"
#include "tests/unit/kprobe_btf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_code(const struct kprobe_spec *spec)
{
	struct bpf_insn insns[KPROBE_PROLOGUE_MAX];
	const size_t nr = kprobe_prologue__make(spec, insns);
	size_t i;
	long off;

	if (nr > KPROBE_PROLOGUE_MAX)
		abort();
	for (i = 0; i < nr; i++) {
		if (insns[i].code == (BPF_JMP | BPF_CALL) || !bpf_insn__is_jump(&insns[i], &off))
			continue;
		/* The instruction behind the last one is the program's first. */
		if (off < 0 || i + 1 + (size_t)off > nr)
			abort();
	}
}

static void check(const char *section, const struct btf *btf)
{
	struct strbuf error = {}, text = {};
	struct kprobe_spec spec;
	int err = kprobe_spec__parse(section, &spec, &error);

	if (!err)
		err = kprobe_spec__resolve(&spec, btf, &error);
	if (err && !error.len)
		abort();
	if (!err) {
		kprobe_spec__define(&spec, "group", &text);
		if (!text.len || strchr(strbuf__cstr(&text), '\n'))
			abort();
		check_code(&spec);
	}
	kprobe_spec__free(&spec);
	strbuf__free(&text);
	strbuf__free(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct btf *btf;
	char *section = strndup((const char *)data, size);

	if (!btf)
		btf = make_btf();
	if (section)
		check(section, btf);
	free(section);
	return 0;
}
