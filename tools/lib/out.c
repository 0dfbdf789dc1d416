// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* out.c - what all writers share. */
#include "out.h"

#include "symbols.h"

void out__symbol(struct out *o, const struct symbols *syms, uint64_t value)
{
	char text[SYMBOLS_TEXT_MAX];
	size_t len = symbols__format(syms, value, o->full_names, text, sizeof(text));

	out__word(o, text, len);
}
