// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fuzz_overflow_expr.c - any text as an expression over samples: refused, or code that is sound. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "overflow_expr.h"
#include "tests/unit/overflow_fake.h"

/* What the program relies on: jumps go forward and end in the code; ranges are there, in order. */
static void check(const struct overflow_program *p)
{
	uint64_t n;
	uint32_t i;

	for (i = 0; i < p->config.nr_insns; i++) {
		const struct overflow_insn *insn = &p->config.code[i];

		if ((insn->op == OVERFLOW_OP_JUMP_FALSE || insn->op == OVERFLOW_OP_JUMP_TRUE) &&
		    (insn->arg <= i || insn->arg > p->config.nr_insns))
			abort();
		if (insn->field >= OVERFLOW_NR_FIELDS)
			abort();
		if (insn->op != OVERFLOW_OP_IN)
			continue;
		if (insn->arg + insn->imm > p->ranges.nr)
			abort();
		for (n = insn->arg; n + 1 < insn->arg + insn->imm; n++) {
			if (p->ranges.ranges[n].end >= p->ranges.ranges[n + 1].begin)
				abort();
		}
	}
	if (p->config.nr_globs > OVERFLOW_MAX_GLOBS || p->config.nr_insns > OVERFLOW_MAX_INSNS)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct overflow_names names = overflow_fake__names();
	const struct overflow_kernel kernel = { .kern_ctx = size & 1, .addr = true };
	struct overflow_program program = {};
	char *text = malloc(size + 1);
	struct expr_error error;

	memcpy(text, data, size);
	text[size] = '\0';
	/* What was refused is not complete. */
	if (!overflow_expr__add_filter(&program, text, &kernel, &names, &error))
		check(&program);
	else if (!error.message[0])
		abort();
	overflow_program__free(&program);
	free(text);
	return 0;
}
