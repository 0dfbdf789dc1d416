// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_filter.c - any text as an expression over system calls: refused with a place in the text, or code
 * that is sound, and that the reader's evaluation agrees with on a call.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "syscalls.h"
#include "tests/unit/filter_engine.h"

/* Some of each kind: compiling for all calls is slow. */
static const char *const names[] = { "openat", "read",	     "write", "poll",
				     "select", "exit_group", "linkat" };

static struct aug_spec *make_specs(void)
{
	struct aug_spec *specs = calloc(AUG_NR_ABIS * AUG_NR_SYSCALLS + 1, sizeof(*specs));

	for (unsigned int i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct syscall_desc *desc = syscalls__find(i % AUG_NR_ABIS, names[i]);
		const unsigned int abi = i % AUG_NR_ABIS;

		specs[spec__index(abi, (unsigned int)desc->nr[abi])].flags = AUG_S_TRACED |
									     desc->flags;
	}
	specs[AUG_NR_ABIS * AUG_NR_SYSCALLS].flags = AUG_S_TRACED; /* numbers past the tables */
	return specs;
}

static void run(const struct filter *f, const struct filter_program *p,
		const struct aug_spec *specs)
{
	static const char path[] = "/tmp/file";
	struct aug_record rec = { .type = AUG_RECORD_CALL,
				  .ret = -2,
				  .time_ns = 5000,
				  .comm = "fuzz",
				  .args = { (uint32_t)-100, 0x1000, 0101, 0644, 5, ~0ULL } };
	struct event event = { .rec = &rec, .has_entry = 2 };
	bool open, kept;

	event.entry[1] = (struct payload){ .data = (const uint8_t *)path, .len = sizeof(path) - 1 };
	for (unsigned int i = 0; i <= AUG_NR_ABIS * AUG_NR_SYSCALLS; i++) {
		const bool in_table = i < AUG_NR_ABIS * AUG_NR_SYSCALLS;

		if (!p->specs[i].open && !(specs[i].flags & AUG_S_TRACED))
			continue;
		rec.abi = in_table ? (uint16_t)(i / AUG_NR_SYSCALLS) : AUG_ABI_NATIVE;
		rec.nr = in_table ? i % AUG_NR_SYSCALLS : AUG_NR_SYSCALLS;
		kept = filter_engine__keeps(p, specs, &event, &open);
		if (kept && !open && !filter__matches(f, &event))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct filter *f = filter__new(&fake_names);
	struct aug_spec *specs = make_specs();
	struct filter_program program = {};
	char *text = malloc(size + 1), caret[300];
	struct expr_error error;
	size_t idx;
	int err;

	memcpy(text, data, size);
	text[size] = '\0';
	err = filter__add(f, text, &error);
	if (!err)
		err = filter__compile(f, specs, &program, &idx, &error);
	if (!err) {
		run(f, &program, specs);
	} else {
		if (!error.message[0] || error.pos > strlen(text))
			abort();
		expr_error__caret(&error, text, caret, sizeof(caret));
	}
	filter_program__free(&program);
	filter__free(f);
	free(specs);
	free(text);
	return 0;
}
