// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* annotate_json.c - see annotate_print.h: one JSON object. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "annotate_print.h"

static void say_text(struct out *o, const char *name, const char *text, size_t len)
{
	out__member(o, name);
	if (len)
		out__str(o, text, len, false);
	else
		out__none(o, "unknown", strlen("unknown"));
}

static void say_str(struct out *o, const char *name, const char *text)
{
	say_text(o, name, text, text ? strlen(text) : 0);
}

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void say_line(struct out *o, const struct bpf_line *line)
{
	say_str(o, "file", line->file);
	say_uint(o, "line", line->line);
	say_uint(o, "column", line->col);
	say_str(o, "source", line->text);
}

static void say_target(struct out *o, const struct annotate_func *f, const struct annotate_row *row)
{
	if (row->has_target) {
		out__member(o, "target");
		out__ptr(o, row->target);
	}
	if (row->target_label)
		say_uint(o, "target_offset", row->target - f->addr);
	if (row->flow == DISASM_CALL || row->target_name.len)
		say_text(o, "target_name", annotate_func__text(f, &row->target_name),
			 row->target_name.len);
}

static void say_row(struct annotate_view *v, const struct annotate_func *f,
		    const struct annotate_row *row)
{
	struct out *o = &v->json;
	const uint8_t *bytes;
	char hex[64];
	size_t at = 0, len, i;

	out__begin(o, OUT_OBJECT);
	say_uint(o, v->a->xlated ? "insn" : "offset", row->at);
	say_uint(o, v->a->xlated ? "slots" : "size", row->size);
	bytes = annotate_func__bytes(f, row, &len);
	for (i = 0; i < len && at + 2 < sizeof(hex); i++, at += 2)
		snprintf(hex + at, sizeof(hex) - at, "%02x", bytes[i]);
	say_text(o, "bytes", hex, at);
	say_text(o, "asm", annotate_func__text(f, &row->bare), row->bare.len);
	say_text(o, "text", annotate_func__text(f, &row->text), row->text.len);
	say_target(o, f, row);
	if (row->label)
		say_uint(o, "label", row->label);
	if (row->note.len)
		say_text(o, "map", annotate_func__text(f, &row->note), row->note.len);
	if (!v->a->xlated && !v->a->is_live)
		say_uint(o, "samples", row->samples);
	if (row->line_starts) {
		say_line(o, row->line);
		if (!v->a->is_live)
			say_uint(o, "line_samples", row->line_samples);
	}
	out__end(o, OUT_OBJECT);
}

static void say_hits(struct out *o, const struct annotate_func *f)
{
	size_t i;

	out__member(o, "hits");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < f->nr_hits; i++) {
		out__begin(o, OUT_OBJECT);
		say_uint(o, "offset", f->hits[i].addr - f->addr);
		say_uint(o, "samples", f->hits[i].nr);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

static void say_summary(struct out *o, const struct annotate_func *f)
{
	struct annotate_sum *sums;
	size_t i, nr;

	sums = annotate_func__sum_lines(f, &nr);
	out__member(o, "lines");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr; i++) {
		out__begin(o, OUT_OBJECT);
		say_line(o, sums[i].line);
		say_uint(o, "samples", sums[i].samples);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
	free(sums);
}

static void say_program(struct out *o, const struct bpf_prog *prog)
{
	char tag[17], type[32];
	unsigned int i;

	out__member(o, "program");
	out__begin(o, OUT_OBJECT);
	if (prog->has_id)
		say_uint(o, "id", prog->id);
	say_str(o, "name", prog->name);
	for (i = 0; i < sizeof(prog->tag); i++)
		snprintf(tag + 2 * i, sizeof(tag) - 2 * i, "%02x", prog->tag[i]);
	say_str(o, "tag", prog->has_tag ? tag : NULL);
	say_str(o, "type",
		prog->has_info ? annotate__program_type(prog, type, sizeof(type)) : NULL);
	out__end(o, OUT_OBJECT);
}

static int print_func(struct annotate_view *v, const struct annotate_func *f, struct strbuf *sb)
{
	struct out *o = &v->json;
	size_t i;

	out__begin(o, OUT_OBJECT);
	say_text(o, "symbol", annotate_func__text(f, &f->symbol), f->symbol.len);
	say_program(o, f->prog);
	out__member(o, "address");
	out__ptr(o, f->addr);
	if (f->code)
		say_uint(o, "length", f->code_len);
	if (!v->a->is_live) {
		say_uint(o, "samples", f->nr_samples);
		say_uint(o, "samples_placed", f->nr_placed);
	}
	say_str(o, "missing", f->lack ? annotate__lack_text(f->lack) : NULL);
	say_uint(o, "bad_bytes", f->nr_bad);
	say_uint(o, "bad_lines", f->nr_bad_lines);
	if (!v->a->is_live) {
		say_hits(o, f);
		say_summary(o, f);
	}
	out__member(o, "instructions");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < f->nr_rows; i++)
		say_row(v, f, &f->rows[i]);
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_OBJECT);
	return strbuf__error(sb);
}

static void print_begin(struct annotate_view *v, struct strbuf *sb)
{
	struct out *o = &v->json;

	out__init_json(o, sb);
	out__begin(o, OUT_OBJECT);
	say_str(o, "recording", v->a->is_live ? NULL : v->title);
	say_str(o, "code", v->a->xlated ? "xlated" : "jited");
	if (!v->a->is_live) {
		say_uint(o, "samples", v->a->totals.samples);
		say_uint(o, "samples_in_kernel", v->a->totals.in_kernel);
		say_uint(o, "samples_in_bpf", v->a->totals.in_bpf);
	}
	out__member(o, "functions");
	out__begin(o, OUT_ARRAY);
}

static void print_end(struct annotate_view *v, struct strbuf *sb)
{
	out__end(&v->json, OUT_ARRAY);
	out__end(&v->json, OUT_OBJECT);
	strbuf__addc(sb, '\n');
}

const struct annotate_printer annotate_print_json = {
	.begin = print_begin,
	.func = print_func,
	.end = print_end,
};
