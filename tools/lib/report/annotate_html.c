// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * annotate_html.c - see annotate_print.h: one page that needs nothing else: no scripts, no fonts, no
 * network. Nothing of the recording gets into it but as text.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "annotate_print.h"

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"style-src 'unsafe-inline'\">\n"
	"<style>\n"
	"body { font-family: sans-serif; margin: 1em 2em; color: #222; background: #fff }\n"
	"table { border-collapse: collapse; font-family: monospace; font-size: 13px }\n"
	"td { padding: 0 .6em; white-space: pre; vertical-align: top }\n"
	"td.n { text-align: right; border-right: 1px solid #ccc }\n"
	"tr.src td { color: #047; background: #f4f6f8 }\n"
	"tr.src td.n { color: #678; font-style: italic }\n"
	"tr.hot td.n { color: #fff; background: #c22 }\n"
	"tr.warm td.n { background: #cec }\n"
	"td.at, td.raw { color: #999 }\n"
	"summary { cursor: pointer; font-weight: bold; margin: .5em 0 }\n"
	"p.mark { color: #a40 }\n"
	"a { color: #06c; text-decoration: none }\n"
	":target td { background: #ffd }\n"
	"@media (prefers-color-scheme: dark) {\n"
	"body { color: #ddd; background: #181818 } tr.src td { color: #9cf; background: #222 }\n"
	"tr.warm td.n { background: #353 } a { color: #6af } :target td { background: #440 } }\n"
	"</style>\n<title>";

static void add_html(struct strbuf *sb, const char *text, size_t len)
{
	struct strbuf visible = {};
	size_t i;

	strbuf__add_visible(&visible, text, len);
	for (i = 0; i < visible.len; i++) {
		switch (visible.text[i]) {
		case '&':
			strbuf__adds(sb, "&amp;");
			break;
		case '<':
			strbuf__adds(sb, "&lt;");
			break;
		case '>':
			strbuf__adds(sb, "&gt;");
			break;
		case '"':
			strbuf__adds(sb, "&quot;");
			break;
		case '\'':
			strbuf__adds(sb, "&#39;");
			break;
		default:
			strbuf__addc(sb, visible.text[i]);
		}
	}
	if (strbuf__error(&visible))
		sb->err = strbuf__error(&visible);
	strbuf__free(&visible);
}

static void add_str(struct strbuf *sb, const char *text)
{
	if (text)
		add_html(sb, text, strlen(text));
}

static void add_counts(const struct annotate_view *v, const struct annotate_func *f, uint64_t nr,
		       struct strbuf *sb)
{
	if (v->a->is_live)
		return;
	if (nr)
		strbuf__addf(sb, "<td class=\"n\">%.2f%%</td><td class=\"n\">%" PRIu64 "</td>",
			     annotate__percent(nr, f->nr_samples), nr);
	else
		strbuf__adds(sb, "<td class=\"n\"></td><td class=\"n\"></td>");
}

static const char *heat(const struct annotate_func *f, uint64_t nr)
{
	const double percent = annotate__percent(nr, f->nr_samples);

	return percent >= 5 ? " class=\"hot\"" : percent >= 0.5 ? " class=\"warm\"" : "";
}

static void add_line(const struct annotate_view *v, const struct annotate_func *f,
		     const struct annotate_row *row, struct strbuf *sb)
{
	const char *text = row->line->text ? row->line->text : "";

	strbuf__adds(sb, "<tr class=\"src\">");
	add_counts(v, f, row->line_samples, sb);
	strbuf__adds(sb, "<td class=\"at\"></td>");
	if (v->raw)
		strbuf__adds(sb, "<td></td>");
	strbuf__adds(sb, "<td>");
	add_str(sb, text + strspn(text, " \t"));
	strbuf__adds(sb, "</td><td class=\"at\">");
	add_str(sb, bpf_line__base(row->line));
	strbuf__addf(sb, ":%u</td></tr>\n", row->line->line);
}

static void add_raw(const struct annotate_func *f, const struct annotate_row *row,
		    struct strbuf *sb)
{
	const uint8_t *bytes;
	size_t len, i;

	bytes = annotate_func__bytes(f, row, &len);
	strbuf__adds(sb, "<td class=\"raw\">");
	for (i = 0; i < len; i++)
		strbuf__addf(sb, "%02x ", bytes[i]);
	strbuf__adds(sb, "</td>");
}

static void add_row(const struct annotate_view *v, const struct annotate_func *f,
		    const struct annotate_row *row, struct strbuf *sb)
{
	if (row->line_starts && !v->hide_source)
		add_line(v, f, row, sb);
	strbuf__addf(sb, "<tr%s", heat(f, row->samples));
	if (row->label)
		strbuf__addf(sb, " id=\"f%zuL%u\"", v->nr, row->label);
	strbuf__addc(sb, '>');
	add_counts(v, f, row->samples, sb);
	strbuf__addf(sb, v->a->xlated ? "<td class=\"at\">%u" : "<td class=\"at\">%x", row->at);
	if (row->label)
		strbuf__addf(sb, " .L%u", row->label);
	strbuf__adds(sb, "</td>");
	if (v->raw)
		add_raw(f, row, sb);
	strbuf__adds(sb, "<td>  ");
	if (row->target_label)
		strbuf__addf(sb, "<a href=\"#f%zuL%u\">", v->nr, row->target_label);
	add_html(sb, annotate_func__text(f, &row->text), row->text.len);
	if (row->target_label)
		strbuf__adds(sb, "</a>");
	strbuf__adds(sb, "</td><td class=\"at\">");
	add_html(sb, annotate_func__text(f, &row->note), row->note.len);
	strbuf__adds(sb, "</td></tr>\n");
}

static void add_heading(const struct annotate_view *v, const struct annotate_func *f,
			struct strbuf *sb)
{
	char type[32];

	strbuf__addf(sb, "<details open id=\"f%zu\">\n<summary>", v->nr);
	add_html(sb, annotate_func__text(f, &f->symbol), f->symbol.len);
	strbuf__adds(sb, "</summary>\n<p>");
	if (f->prog->has_id) {
		strbuf__addf(sb, "program %u ", f->prog->id);
		add_str(sb, f->prog->name);
	}
	if (f->prog->has_info) {
		strbuf__adds(sb, ", ");
		add_str(sb, annotate__program_type(f->prog, type, sizeof(type)));
	}
	if (f->code)
		strbuf__addf(sb, ", %u bytes at 0x%" PRIx64, f->code_len, f->addr);
	if (!v->a->is_live)
		strbuf__addf(sb, ", %" PRIu64 " samples, %.2f%% of all", f->nr_samples,
			     annotate__percent(f->nr_samples, v->a->totals.samples));
	strbuf__adds(sb, "</p>\n");
}

static void add_summary(const struct annotate_view *v, const struct annotate_func *f,
			struct strbuf *sb)
{
	struct annotate_sum *sums;
	size_t i, nr;

	sums = annotate_func__sum_lines(f, &nr);
	if (!sums)
		return;
	strbuf__adds(sb, "<table>\n");
	for (i = 0; i < nr; i++) {
		const char *text = sums[i].line->text ? sums[i].line->text : "";

		strbuf__addf(sb, "<tr%s>", heat(f, sums[i].samples));
		add_counts(v, f, sums[i].samples, sb);
		strbuf__adds(sb, "<td class=\"at\">");
		add_str(sb, bpf_line__base(sums[i].line));
		strbuf__addf(sb, ":%u</td><td>", sums[i].line->line);
		add_str(sb, text + strspn(text, " \t"));
		strbuf__adds(sb, "</td></tr>\n");
	}
	strbuf__adds(sb, "</table>\n<br>\n");
	free(sums);
}

static void add_marks(const struct annotate_func *f, struct strbuf *sb)
{
	size_t i;

	if (f->lack)
		strbuf__addf(sb, "<p class=\"mark\">%s</p>\n", annotate__lack_text(f->lack));
	for (i = 0; f->lack && i < f->nr_hits; i++)
		strbuf__addf(sb, "<p>offset %" PRIx64 ": %" PRIu64 " samples</p>\n",
			     f->hits[i].addr - f->addr, f->hits[i].nr);
	if (!f->lack && f->nr_placed < f->nr_samples)
		strbuf__addf(sb,
			     "<p class=\"mark\">%" PRIu64
			     " samples are not at anything shown here</p>\n",
			     f->nr_samples - f->nr_placed);
	if (f->nr_bad)
		strbuf__addf(sb, "<p class=\"mark\">%zu bytes are no instruction</p>\n", f->nr_bad);
	if (f->nr_bad_lines)
		strbuf__addf(sb,
			     "<p class=\"mark\">%zu entries of the program's line info make no "
			     "sense: left out</p>\n",
			     f->nr_bad_lines);
}

static int print_func(struct annotate_view *v, const struct annotate_func *f, struct strbuf *sb)
{
	size_t i;

	add_heading(v, f, sb);
	add_marks(f, sb);
	if (v->print_line && !v->a->is_live)
		add_summary(v, f, sb);
	strbuf__adds(sb, "<table>\n");
	for (i = 0; i < f->nr_rows; i++)
		add_row(v, f, &f->rows[i], sb);
	strbuf__adds(sb, "</table>\n</details>\n");
	return strbuf__error(sb);
}

static void print_begin(struct annotate_view *v, struct strbuf *sb)
{
	strbuf__adds(sb, head);
	add_str(sb, v->title);
	strbuf__adds(sb, "</title>\n</head>\n<body>\n<h1>");
	add_str(sb, v->title);
	strbuf__adds(sb, "</h1>\n");
	if (!v->a->is_live)
		strbuf__addf(sb,
			     "<p>%" PRIu64 " samples, %" PRIu64 " in the kernel, %" PRIu64
			     " in BPF programs</p>\n",
			     v->a->totals.samples, v->a->totals.in_kernel, v->a->totals.in_bpf);
}

static void print_end(struct annotate_view *v, struct strbuf *sb)
{
	(void)v;
	strbuf__adds(sb, "</body>\n</html>\n");
}

const struct annotate_printer annotate_print_html = {
	.begin = print_begin,
	.func = print_func,
	.end = print_end,
};
