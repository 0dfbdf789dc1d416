// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * annotate_jited.c - the rows of a function's machine code. Its bytes stand in the image behind those
 * of the functions before it; only the first one's begin at 0.
 */
#include <errno.h>
#include <string.h>

#include "annotate_priv.h"
#include "util.h"

/* Where the function's code is, if all of it is there. */
static void find_code(struct annotate_func *f)
{
	const struct bpf_prog_entry *entry = &f->prog->entry;
	const uint32_t func = bpf_prog__entry_func(f->prog, f->func);
	uint64_t offset = 0;
	uint32_t i;

	f->lack = ANNOTATE_NO_IMAGE;
	if (func == UINT32_MAX || !bpf_prog_entry__has_image(entry))
		return;
	for (i = 0; i < func; i++)
		offset += bpf_prog_entry__func_len(entry, i);
	f->code = entry->array[BPF_ARRAY_JITED_INSNS].at + offset;
	f->code_len = bpf_prog_entry__func_len(entry, func);
	f->lack = ANNOTATE_COMPLETE;
}

/* The row that holds the byte at @at, or NULL. */
static struct annotate_row *row_at(struct annotate_func *f, uint64_t at)
{
	size_t low = 0, high = f->nr_rows, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (f->rows[mid].at <= at)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low || at >= (uint64_t)f->rows[low - 1].at + f->rows[low - 1].size)
		return NULL;
	return &f->rows[low - 1];
}

static int add_rows(struct annotate *a, struct annotate_func *f, const struct bpf_lines *lines,
		    uint32_t entry_func)
{
	struct disasm_insn insn;
	struct annotate_row *row;
	uint32_t at = 0;
	size_t size = 0;

	while (at < f->code_len) {
		row = annotate_func__add_row(f, &size);
		if (!row)
			return -ENOMEM;
		disasm__next(a->disasm, f->code + at, f->code_len - at, f->addr + at, &insn);
		row->at = at;
		row->size = insn.size;
		row->is_bad = insn.is_bad;
		row->flow = insn.flow;
		row->has_target = insn.has_target;
		row->target = insn.target;
		row->line = bpf_lines__of_addr(lines, entry_func, f->addr + at);
		row->bare = annotate_func__begin_text(f);
		strbuf__adds(&f->text, insn.text);
		annotate_func__end_text(f, &row->bare);
		/* What is in front of the target; the target's name comes when labels are known. */
		row->text = row->bare;
		if (insn.has_target)
			row->text.len = insn.operand;
		f->nr_bad += insn.is_bad;
		at += insn.size;
	}
	return 0;
}

/* Give numbers to the instructions that are jumped to. */
static void number_labels(struct annotate_func *f)
{
	struct annotate_row *to;
	uint32_t nr = 0;
	size_t i;

	for (i = 0; i < f->nr_rows; i++) {
		const struct annotate_row *row = &f->rows[i];

		if (row->flow != DISASM_JUMP || !row->has_target)
			continue;
		to = row_at(f, row->target - f->addr);
		if (to && to->at == row->target - f->addr)
			to->label = 1;
	}
	for (i = 0; i < f->nr_rows; i++) {
		if (f->rows[i].label)
			f->rows[i].label = ++nr;
	}
}

/* When its code was made: who was at an address that it calls is who was there then. */
static uint64_t time_of(const struct bpf_prog *prog)
{
	return prog->load_kind == BPF_LOAD_SEEN ? prog->loaded_ns : 0;
}

/* "jne " and ".L3", "callq " and "bpf_map_lookup_elem". */
static void name_target(const struct annotate *a, struct annotate_func *f, struct annotate_row *row)
{
	const struct annotate_row *to = NULL;
	struct annotate_text text;

	if (row->flow == DISASM_JUMP)
		to = row_at(f, row->target - f->addr);
	if (to && to->label && to->at == row->target - f->addr) {
		row->target_label = to->label;
	} else {
		row->target_name = annotate_func__begin_text(f);
		if (!bpf_prog__add_own_symbol(f->prog, row->target, &f->text))
			code_names__add(&a->names, row->target, time_of(f->prog), &f->text);
		annotate_func__end_text(f, &row->target_name);
		if (!row->target_name.len) {
			row->text = row->bare;
			return;
		}
	}
	text = annotate_func__begin_text(f);
	strbuf__room(&f->text, row->text.len);
	strbuf__add(&f->text, annotate_func__text(f, &row->text), row->text.len);
	if (row->target_label) {
		strbuf__addf(&f->text, ".L%u", row->target_label);
	} else {
		strbuf__room(&f->text, row->target_name.len);
		strbuf__add(&f->text, annotate_func__text(f, &row->target_name),
			    row->target_name.len);
	}
	annotate_func__end_text(f, &text);
	row->text = text;
}

static void place_hits(struct annotate_func *f)
{
	struct annotate_row *row;
	size_t i;

	for (i = 0; i < f->nr_hits; i++) {
		row = row_at(f, f->hits[i].addr - f->addr);
		if (!row)
			continue;
		row->samples += f->hits[i].nr;
		f->nr_placed += f->hits[i].nr;
	}
}

static bool is_same_line(const struct bpf_line *a, const struct bpf_line *b)
{
	if (a == b || !a || !b)
		return a == b;
	if (a->line != b->line)
		return false;
	return a->file == b->file || (a->file && b->file && !strcmp(a->file, b->file));
}

/* Instructions of one line that follow each other are shown under it. */
static void group_by_line(struct annotate_func *f)
{
	struct annotate_row *first = NULL;
	size_t i;

	for (i = 0; i < f->nr_rows; i++) {
		struct annotate_row *row = &f->rows[i];

		if (row->line && (!first || !is_same_line(first->line, row->line))) {
			first = row;
			row->line_starts = true;
		} else if (!row->line) {
			first = NULL;
		}
		if (first)
			first->line_samples += row->samples;
	}
}

int annotate__jited(struct annotate *a, struct annotate_func *f, const struct bpf_lines *lines)
{
	size_t i;
	int err;

	find_code(f);
	if (!f->lack && !a->disasm)
		f->lack = ANNOTATE_NO_DISASSEMBLER;
	if (f->lack)
		return 0;
	err = add_rows(a, f, lines, bpf_prog__entry_func(f->prog, f->func));
	/* A cut text would lead the pieces out of it. */
	if (err || strbuf__error(&f->text))
		return -ENOMEM;
	number_labels(f);
	for (i = 0; i < f->nr_rows && !strbuf__error(&f->text); i++) {
		if (f->rows[i].has_target)
			name_target(a, f, &f->rows[i]);
	}
	place_hits(f);
	group_by_line(f);
	return 0;
}
