// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_annotate.c - hostile program info, line info and BTF, through machine code, BPF instructions and
 * all three printers. Beyond "no crash": instructions add up to the code, what is printed has no
 * control bytes, and a page has no element that is not ours.
 *
 * The input: u32 length of a BPF_BTF, that, the rest is a BPF_PROG_INFO.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_print.h"
#include "annotate_select.h"
#include "perfdata_cursor.h"
#include "util.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Some samples, in each function that there is. */
static void add_hits(struct annotate *a)
{
	size_t nr, i;
	struct bpf_prog *progs = bpf_progs__get(a->progs, &nr);
	uint32_t j, k;

	for (i = 0; i < nr; i++) {
		for (j = 0; j < progs[i].nr_funcs; j++) {
			for (k = 0; k < 3; k++) {
				progs[i].funcs[j].nr_samples++;
				progs[i].nr_samples++;
				a->totals.samples++;
				if (bpf_hits__add(&a->hits, &progs[i], j,
						  progs[i].funcs[j].addr + 3 * k, 1))
					__builtin_trap();
			}
		}
	}
	bpf_hits__sort(&a->hits);
}

static void check_func(const struct annotate *a, const struct annotate_func *f)
{
	uint64_t placed = 0, lines = 0;
	uint32_t at = 0;
	size_t i;

	for (i = 0; i < f->nr_rows; i++) {
		const struct annotate_row *row = &f->rows[i];

		if (!row->size || (!a->xlated && row->at != at))
			__builtin_trap();
		at += row->size;
		placed += row->samples;
		lines += row->line_samples;
	}
	if (!f->lack && !a->xlated && at != f->code_len)
		__builtin_trap();
	if ((a->xlated ? lines : placed) != f->nr_placed || f->nr_placed > f->nr_samples)
		__builtin_trap();
}

static void check_text(const struct strbuf *text, bool html)
{
	size_t i;

	for (i = 0; i < text->len; i++) {
		const unsigned char c = (unsigned char)text->text[i];

		if ((c < 0x20 && c != '\n') || c == 0x7f)
			__builtin_trap();
		if (html && c == '<' && i + 1 < text->len &&
		    !strchr("/!ahtmbpsd", text->text[i + 1]))
			__builtin_trap();
	}
}

static void print_all(struct annotate *a, const struct annotate_printer *printer)
{
	struct annotate_view view = { .a = a, .title = "fuzz", .print_line = true, .raw = true };
	struct annotate_item *items;
	struct strbuf text = {};
	struct annotate_func f;
	size_t nr, i;

	if (annotate__select(a, NULL, &items, &nr))
		__builtin_trap();
	printer->begin(&view, &text);
	/* Thousands of functions over the same code say nothing new. */
	for (i = 0; i < MIN(nr, 16); i++, view.nr++) {
		if (annotate__func(a, items[i].prog, items[i].func, &f))
			__builtin_trap();
		check_func(a, &f);
		if (printer->func(&view, &f, &text))
			__builtin_trap();
		annotate_func__free(&f);
	}
	printer->end(&view, &text);
	check_text(&text, printer == &annotate_print_html);
	strbuf__free(&text);
	free(items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct annotate a = { .progs = bpf_progs__new() };
	struct cursor c = cursor__of(data, size);
	const uint32_t wanted = cursor__u32(&c);
	const size_t btf_len = MIN(wanted, cursor__left(&c));
	int i;

	if (!a.progs || disasm__open(&a.disasm, "x86_64", (enum disasm_syntax)(size & 1)))
		__builtin_trap();
	a.names.progs = a.progs;
	a.names.call_base = 0xffffffff81000000;
	bpf_progs__add_header(a.progs, PERFDATA_F_BPF_BTF, c.at, btf_len);
	bpf_progs__add_header(a.progs, PERFDATA_F_BPF_PROG_INFO, c.at + btf_len,
			      cursor__left(&c) - btf_len);
	if (bpf_progs__resolve(a.progs))
		__builtin_trap();
	if (size & 2)
		add_hits(&a);
	else
		a.is_live = true;
	for (i = 0; i < 2; i++) {
		a.xlated = i;
		print_all(&a, &annotate_print_text);
		print_all(&a, &annotate_print_json);
		print_all(&a, &annotate_print_html);
	}
	annotate__free(&a);
	return 0;
}
