// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* out.c - what all writers share. */
#include "out.h"

#include <stdio.h>

#include "symbols.h"
#include "util.h"

void out__symbol(struct out *o, const struct symbols *syms, uint64_t value)
{
	char text[SYMBOLS_TEXT_MAX];
	size_t len = symbols__format(syms, value, o->full_names, text, sizeof(text));

	/* strace marks a number that should have been a name: 0x30 with CAP_??? in a comment. */
	if (o->strace && syms->prefix_len && value & symbols__mask(syms) && text[0] >= '0' &&
	    text[0] <= '9')
		len += (size_t)snprintf(text + len, sizeof(text) - len, " /* %s??? */",
					syms->prefix);
	out__word(o, text, MIN(len, sizeof(text) - 1));
}
