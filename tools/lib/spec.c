// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* spec.c - see spec.h. */
#include "spec.h"

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
