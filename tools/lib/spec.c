// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* spec.c - see spec.h. */
#include "spec.h"

#include <stdlib.h>
#include <string.h>

#include "decode.h"

static void add_capture(const struct arg_desc *arg, unsigned int idx, struct aug_spec *spec)
{
	const struct arg_type *type = arg->type;
	struct aug_capture *cap = &spec->captures[spec->nr_captures];

	if (!type->capture)
		return;
	cap->arg = (uint8_t)idx;
	cap->kind = type->capture;
	cap->when = arg->when ? arg->when : type->when;
	cap->unit = type->unit ? type->unit : 1;
	cap->size = type->size;
	if (type->capture == AUG_CAP_BUF) {
		cap->len_from = arg->len_from ? arg->len_from : AUG_LEN_ARG;
		cap->len_arg = arg->len_arg ? (uint8_t)(arg->len_arg - 1) : 0;
	}
	spec->nr_captures++;
	spec->nr_enter += !!(cap->when & AUG_AT_ENTER);
	spec->nr_exit += !!(cap->when & AUG_AT_EXIT);
}

void spec__build(const struct syscall_desc *desc, struct aug_spec *ret_spec)
{
	unsigned int i;

	memset(ret_spec, 0, sizeof(*ret_spec));
	ret_spec->flags = desc->flags;
	for (i = 0; i < desc->nr_args; i++)
		add_capture(&desc->args[i], i, ret_spec);
}

static int add_row(const struct syscall_desc *desc, void *ctx)
{
	struct aug_spec *specs = ctx;
	unsigned int abi;

	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		if (desc->nr[abi] != SYSCALL_NONE)
			spec__build(desc, &specs[spec__index(abi, (unsigned int)desc->nr[abi])]);
	}
	return 0;
}

struct aug_spec *spec__build_table(const struct select *wanted)
{
	const unsigned int nr_specs = AUG_NR_ABIS * AUG_NR_SYSCALLS + 1;
	struct aug_spec *specs = calloc(nr_specs, sizeof(*specs));
	unsigned int abi, nr;

	if (!specs)
		return NULL;
	syscalls__for_each(add_row, specs);
	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
			if (select__has(wanted, abi, nr))
				specs[spec__index(abi, nr)].flags |= AUG_S_TRACED;
		}
	}
	/* Numbers past the tables go with those inside that no row names, of which the last is one. */
	if (select__has(wanted, AUG_ABI_NATIVE, AUG_NR_SYSCALLS - 1))
		specs[nr_specs - 1].flags |= AUG_S_TRACED;
	return specs;
}
