/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* annotate_select.h - which functions to annotate, in which order. */
#ifndef PERF_AUGMENT_ANNOTATE_SELECT_H
#define PERF_AUGMENT_ANNOTATE_SELECT_H

#include "annotate.h"

struct annotate_item {
	struct bpf_prog *prog;
	uint32_t func;
	uint64_t nr_samples;
};

/**
 * annotate__select() - functions of programs, the hottest first, then in the order of programs.
 * @wanted: PROG[:FUNCTION], :FUNCTION, or the kernel's symbol of a function. PROG is an id, a tag or a
 *	name, FUNCTION is a name; in names * and ? are wildcards. NULL: all functions with samples, of
 *	programs that are loaded now all functions.
 * @ret_items: the caller frees them.
 * Return: 0, also when there is none; -ENOMEM.
 */
int annotate__select(struct annotate *a, const char *wanted, struct annotate_item **ret_items,
		     size_t *ret_nr);

#endif /* PERF_AUGMENT_ANNOTATE_SELECT_H */
