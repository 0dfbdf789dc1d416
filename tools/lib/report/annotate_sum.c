// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* annotate_sum.c - samples by source line; and what all printers say of a program. */
#include <bpf/libbpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_print.h"

static int compare_places(const void *a, const void *b)
{
	const struct annotate_sum *x = a, *y = b;
	const char *x_file = x->line->file ? x->line->file : "";
	const char *y_file = y->line->file ? y->line->file : "";
	int by_file = x_file == y_file ? 0 : strcmp(x_file, y_file);

	if (by_file)
		return by_file;
	return x->line->line < y->line->line ? -1 : x->line->line > y->line->line;
}

static int compare_samples(const void *a, const void *b)
{
	const struct annotate_sum *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return compare_places(a, b);
}

struct annotate_sum *annotate_func__sum_lines(const struct annotate_func *f, size_t *ret_nr)
{
	struct annotate_sum *sums = calloc(f->nr_rows ? f->nr_rows : 1, sizeof(*sums));
	size_t i, nr = 0, kept = 0;

	*ret_nr = 0;
	for (i = 0; sums && i < f->nr_rows; i++) {
		if (f->rows[i].line_starts && f->rows[i].line_samples)
			sums[nr++] =
				(struct annotate_sum){ f->rows[i].line, f->rows[i].line_samples };
	}
	if (!nr) {
		free(sums);
		return NULL;
	}
	qsort(sums, nr, sizeof(*sums), compare_places);
	for (i = 1; i < nr; i++) {
		if (!compare_places(&sums[kept], &sums[i]))
			sums[kept].samples += sums[i].samples;
		else
			sums[++kept] = sums[i];
	}
	qsort(sums, kept + 1, sizeof(*sums), compare_samples);
	*ret_nr = kept + 1;
	return sums;
}

const char *annotate__program_type(const struct bpf_prog *prog, char *buf, size_t size)
{
	const char *name = libbpf_bpf_prog_type_str((enum bpf_prog_type)prog->entry.info.type);

	if (name)
		return name;
	snprintf(buf, size, "type %u", prog->entry.info.type);
	return buf;
}
