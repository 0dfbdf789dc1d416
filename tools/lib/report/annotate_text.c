// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * annotate_text.c - see annotate_print.h: text like that of `perf annotate --stdio`, and without
 * samples like that of `bpftool prog dump`.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "annotate_print.h"

/* From these percentages on perf has red and green. */
#define MIN_RED 5.0
#define MIN_GREEN 0.5
#define RED "\033[31m"
#define GREEN "\033[32m"
#define BLUE "\033[34m"
#define OFF "\033[0m"

/* Bytes of an instruction take up to this much in hexadecimal; the longest ones more. */
#define RAW_WIDTH 33

static void add_colored(const struct annotate_view *v, struct strbuf *sb, const char *color,
			const char *text, size_t len)
{
	if (v->color)
		strbuf__adds(sb, color);
	strbuf__add_visible(sb, text, len);
	if (v->color)
		strbuf__adds(sb, OFF);
}

/* The two columns at the left: "  12.50 |       33 | ". */
static void add_counts(const struct annotate_view *v, const struct annotate_func *f, uint64_t nr,
		       struct strbuf *sb)
{
	const double percent = annotate__percent(nr, f->nr_samples);
	const char *color = percent >= MIN_RED ? RED : percent >= MIN_GREEN ? GREEN : NULL;

	if (v->a->is_live)
		return;
	if (!nr) {
		strbuf__adds(sb, "         |          | ");
		return;
	}
	if (color && v->color)
		strbuf__adds(sb, color);
	strbuf__addf(sb, " %7.2f | %8" PRIu64 " ", percent, nr);
	if (color && v->color)
		strbuf__adds(sb, OFF);
	strbuf__adds(sb, "| ");
}

static void add_place(const struct bpf_line *line, struct strbuf *sb)
{
	const char *base = bpf_line__base(line);

	/* What the compiler made of nothing in particular. */
	if (!line->line && !line->text) {
		strbuf__adds(sb, "(no line)");
		return;
	}
	strbuf__add_visible(sb, base, strlen(base));
	strbuf__addf(sb, ":%u", line->line);
}

static void add_line(const struct annotate_view *v, const struct annotate_func *f,
		     const struct annotate_row *row, struct strbuf *sb)
{
	const struct bpf_line *line = row->line;
	const char *text = line->text ? line->text : "";

	add_counts(v, f, row->line_samples, sb);
	strbuf__adds(sb, "; ");
	if (v->print_line || !line->text) {
		add_place(line, sb);
		strbuf__addc(sb, ' ');
	}
	/* The indentation of the source says nothing here. */
	text += strspn(text, " \t");
	add_colored(v, sb, BLUE, text, strlen(text));
	strbuf__addc(sb, '\n');
}

static void add_raw(const struct annotate_func *f, const struct annotate_row *row,
		    struct strbuf *sb)
{
	const size_t start = sb->len;
	const uint8_t *bytes;
	size_t len, i;

	bytes = annotate_func__bytes(f, row, &len);
	for (i = 0; i < len; i++)
		strbuf__addf(sb, "%02x ", bytes[i]);
	strbuf__pad(sb, start, RAW_WIDTH);
}

static void add_row(const struct annotate_view *v, const struct annotate_func *f,
		    const struct annotate_row *row, struct strbuf *sb)
{
	if (row->label) {
		add_counts(v, f, 0, sb);
		strbuf__addf(sb, ".L%u:\n", row->label);
	}
	if (row->line_starts && !v->hide_source)
		add_line(v, f, row, sb);
	add_counts(v, f, row->samples, sb);
	strbuf__addf(sb, v->a->xlated ? "%4u: " : "%4x:  ", row->at);
	if (v->raw)
		add_raw(f, row, sb);
	strbuf__add_visible(sb, annotate_func__text(f, &row->text), row->text.len);
	if (row->note.len) {
		strbuf__adds(sb, "  ; ");
		strbuf__add_visible(sb, annotate_func__text(f, &row->note), row->note.len);
	}
	strbuf__addc(sb, '\n');
}

static void add_program(const struct annotate_func *f, struct strbuf *sb)
{
	const struct bpf_prog *prog = f->prog;
	char buf[32];

	if (!prog->has_id)
		return;
	strbuf__addf(sb, " in program %u ", prog->id);
	if (prog->name)
		strbuf__add_visible(sb, prog->name, strlen(prog->name));
	if (prog->has_info)
		strbuf__addf(sb, " (%s)", annotate__program_type(prog, buf, sizeof(buf)));
}

static void add_heading(const struct annotate_view *v, const struct annotate_func *f,
			struct strbuf *sb)
{
	size_t start = sb->len, end;

	if (!v->a->is_live)
		strbuf__adds(sb, " Percent |  Samples | ");
	strbuf__add_visible(sb, annotate_func__text(f, &f->symbol), f->symbol.len);
	add_program(f, sb);
	if (f->code)
		strbuf__addf(sb, ", %u bytes at 0x%" PRIx64, f->code_len, f->addr);
	if (!v->a->is_live)
		strbuf__addf(sb, ": %" PRIu64 " samples, %.2f%% of %" PRIu64, f->nr_samples,
			     annotate__percent(f->nr_samples, v->a->totals.samples),
			     v->a->totals.samples);
	else
		strbuf__addc(sb, ':');
	end = sb->len;
	strbuf__addc(sb, '\n');
	if (v->a->is_live)
		return;
	for (; start < end; start++)
		strbuf__addc(sb, '-');
	strbuf__addc(sb, '\n');
}

/* What `perf annotate -l` begins with: the lines, the hottest first. */
static void add_summary(const struct annotate_view *v, const struct annotate_func *f,
			struct strbuf *sb)
{
	struct annotate_sum *sums;
	size_t i, nr;
	const char *text;

	sums = annotate_func__sum_lines(f, &nr);
	if (!sums)
		return;
	strbuf__adds(sb, "Sorted summary of ");
	strbuf__add_visible(sb, annotate_func__text(f, &f->symbol), f->symbol.len);
	strbuf__addc(sb, '\n');
	for (i = 0; i < nr; i++) {
		add_counts(v, f, sums[i].samples, sb);
		add_place(sums[i].line, sb);
		strbuf__adds(sb, "  ");
		text = sums[i].line->text ? sums[i].line->text : "";
		text += strspn(text, " \t");
		add_colored(v, sb, BLUE, text, strlen(text));
		strbuf__addc(sb, '\n');
	}
	strbuf__addc(sb, '\n');
	free(sums);
}

/* Of code that is not there, the addresses are known that were hit. */
static void add_lack(const struct annotate_view *v, const struct annotate_func *f,
		     struct strbuf *sb)
{
	size_t i;

	add_counts(v, f, 0, sb);
	strbuf__addf(sb, "%s\n", annotate__lack_text(f->lack));
	for (i = 0; i < f->nr_hits; i++) {
		add_counts(v, f, f->hits[i].nr, sb);
		strbuf__addf(sb, "%4" PRIx64 ":\n", f->hits[i].addr - f->addr);
	}
}

static void add_marks(const struct annotate_view *v, const struct annotate_func *f,
		      struct strbuf *sb)
{
	if (!f->lack && !f->nr_rows)
		strbuf__adds(sb, v->a->xlated
					 ? "# its instructions stand under the program's first "
					   "function: without func info nobody knows where they "
					   "begin\n"
					 : "# it has no code\n");
	if (!f->lack && f->nr_placed < f->nr_samples)
		strbuf__addf(sb, "# %" PRIu64 " samples are at no %s\n",
			     f->nr_samples - f->nr_placed,
			     v->a->xlated ? "line that is known" : "instruction of it");
	if (f->nr_bad)
		strbuf__addf(sb, "# %zu bytes are no instruction\n", f->nr_bad);
	if (f->nr_bad_lines)
		strbuf__addf(sb,
			     "# %zu entries of the program's line info make no sense: left out\n",
			     f->nr_bad_lines);
}

static int print_func(struct annotate_view *v, const struct annotate_func *f, struct strbuf *sb)
{
	size_t i;

	if (v->nr)
		strbuf__addc(sb, '\n');
	if (v->print_line && !v->a->is_live)
		add_summary(v, f, sb);
	add_heading(v, f, sb);
	if (f->lack)
		add_lack(v, f, sb);
	for (i = 0; i < f->nr_rows; i++)
		add_row(v, f, &f->rows[i], sb);
	add_marks(v, f, sb);
	return strbuf__error(sb);
}

static void print_nothing(struct annotate_view *v, struct strbuf *sb)
{
	(void)v;
	(void)sb;
}

const struct annotate_printer annotate_print_text = {
	.begin = print_nothing,
	.func = print_func,
	.end = print_nothing,
};
