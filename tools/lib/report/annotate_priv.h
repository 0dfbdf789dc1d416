/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* annotate_priv.h - shared by annotate.c, annotate_jited.c and annotate_xlated.c. */
#ifndef PERF_AUGMENT_ANNOTATE_PRIV_H
#define PERF_AUGMENT_ANNOTATE_PRIV_H

#include "annotate.h"

/** annotate_func__begin_text() - a piece that begins here, to be ended by .._end_text(). */
static inline struct annotate_text annotate_func__begin_text(const struct annotate_func *f)
{
	return (struct annotate_text){ .at = f->text.len };
}

static inline void annotate_func__end_text(const struct annotate_func *f,
					   struct annotate_text *piece)
{
	piece->len = f->text.len - piece->at;
}

/** annotate_func__add_row() - one more, all zero. NULL without memory. */
struct annotate_row *annotate_func__add_row(struct annotate_func *f, size_t *size);

/** annotate__jited(), annotate__xlated() - fill in the rows. Return: 0 or -ENOMEM. */
int annotate__jited(struct annotate *a, struct annotate_func *f, const struct bpf_lines *lines);
int annotate__xlated(struct annotate *a, struct annotate_func *f, const struct bpf_lines *lines);

#endif /* PERF_AUGMENT_ANNOTATE_PRIV_H */
