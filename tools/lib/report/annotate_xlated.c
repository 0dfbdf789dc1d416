// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * annotate_xlated.c - the rows of a function's BPF instructions, as the kernel runs them: after the
 * verifier has rewritten them. Samples are known by line, not by instruction.
 */
#include <errno.h>
#include <string.h>

#include "annotate_priv.h"
#include "bpf_insn.h"
#include "perfdata_cursor.h"
#include "util.h"

/** struct naming - what a call may be. */
struct naming {
	const struct annotate *a;
	const struct annotate_func *f;
	struct annotate_text name;
};

static uint32_t nr_insns(const struct bpf_prog_entry *entry)
{
	return entry->array[BPF_ARRAY_XLATED_INSNS].nr / sizeof(struct bpf_insn);
}

static struct bpf_insn insn_at(const struct bpf_prog_entry *entry, uint32_t i)
{
	struct bpf_insn insn;

	memcpy(&insn, entry->array[BPF_ARRAY_XLATED_INSNS].at + (size_t)i * sizeof(insn),
	       sizeof(insn));
	return insn;
}

/* Its first instruction, by the BTF's func info; @entry_func may be one behind the last. */
static uint32_t first_insn(const struct bpf_prog_entry *entry, uint32_t entry_func)
{
	const struct bpf_prog_elems *infos = &entry->array[BPF_ARRAY_FUNC_INFO];
	uint32_t first = nr_insns(entry);

	if (entry_func < infos->nr)
		first = MIN(first, load_u32(infos->at + (size_t)entry_func * infos->elem_size));
	return entry_func ? first : 0;
}

/* Append what "call pc" goes on with. */
static bool name_bpf_call(struct naming *n, const struct bpf_insn *insn, struct strbuf *sb)
{
	const struct bpf_prog_entry *entry = &n->f->prog->entry;
	const uint32_t nr = bpf_prog_entry__nr_funcs(entry), to = (uint32_t)insn->imm;
	uint64_t addr;
	size_t at;

	strbuf__addf(sb, "%+d", insn->off);
	if (to >= nr)
		return true;
	addr = bpf_prog_entry__func_addr(entry, to);
	strbuf__addc(sb, '#');
	at = sb->len;
	if (!bpf_prog__add_own_symbol(n->f->prog, addr, sb))
		strbuf__addf(sb, "0x%llx", (unsigned long long)addr);
	else
		n->name = (struct annotate_text){ .at = at, .len = sb->len - at };
	return true;
}

/* Helpers and kernel functions are counted from __bpf_call_base. */
static bool name_call(void *ctx, const struct bpf_insn *insn, struct strbuf *sb)
{
	struct naming *n = ctx;
	const struct code_names *names = &n->a->names;
	const size_t at = sb->len;

	if (insn->src_reg == BPF_PSEUDO_CALL)
		return name_bpf_call(n, insn, sb);
	if (!names->call_base || !insn->imm ||
	    !code_names__add(names, names->call_base + (uint64_t)(int64_t)insn->imm, 0, sb))
		return false;
	n->name = (struct annotate_text){ .at = at, .len = sb->len - at };
	return true;
}

/* Names of helpers that are known by number are in the printed text alone. */
static void take_helper_name(struct annotate_func *f, struct annotate_row *row,
			     const struct bpf_insn *insn)
{
	const char *helper = insn->src_reg ? NULL : bpf_insn__helper(insn->imm);

	if (row->target_name.len || !helper)
		return;
	row->target_name = annotate_func__begin_text(f);
	strbuf__adds(&f->text, helper);
	annotate_func__end_text(f, &row->target_name);
}

static void add_map_note(const struct annotate *a, struct annotate_func *f,
			 struct annotate_row *row, const struct bpf_insn *insn)
{
	if (!a->map_name || !bpf_insn__is_wide(insn) ||
	    (insn->src_reg != BPF_PSEUDO_MAP_FD && insn->src_reg != BPF_PSEUDO_MAP_VALUE))
		return;
	row->note = annotate_func__begin_text(f);
	a->map_name(a->map_ctx, (uint32_t)insn->imm, &f->text);
	annotate_func__end_text(f, &row->note);
}

static int add_rows(struct annotate *a, struct annotate_func *f, const struct bpf_lines *lines,
		    uint32_t first, uint32_t end)
{
	const struct bpf_prog_entry *entry = &f->prog->entry;
	const struct bpf_line *line = NULL;
	struct naming naming = { .a = a, .f = f };
	const struct bpf_insn_names names = { .call = name_call, .ctx = &naming };
	struct bpf_insn insns[2];
	struct annotate_row *row;
	size_t size = 0;
	uint32_t i;

	for (i = first; i < end; i += row->size) {
		row = annotate_func__add_row(f, &size);
		if (!row)
			return -ENOMEM;
		insns[0] = insn_at(entry, i);
		insns[1] = i + 1 < end ? insn_at(entry, i + 1) : (struct bpf_insn){};
		naming.name = (struct annotate_text){};
		row->at = i;
		row->text = annotate_func__begin_text(f);
		row->size = bpf_insn__print(&f->text, insns, MIN(end - i, 2), &names);
		annotate_func__end_text(f, &row->text);
		row->bare = row->text;
		if (insns[0].code == (BPF_JMP | BPF_CALL)) {
			row->flow = DISASM_CALL;
			row->target_name = naming.name;
			take_helper_name(f, row, &insns[0]);
		}
		add_map_note(a, f, row, &insns[0]);
		row->line = bpf_lines__of_insn(lines, i);
		/* That of the function before has nothing to say of this one. */
		if (row->line && row->line->insn < first)
			row->line = NULL;
		row->line_starts = row->line && row->line != line;
		line = row->line;
	}
	return 0;
}

/* Samples go to the line of their address, that is, to the first instruction of this line. */
static void place_hits(struct annotate_func *f, const struct bpf_lines *lines, uint32_t entry_func)
{
	const struct bpf_line *line;
	size_t i, low, high, mid;

	for (i = 0; i < f->nr_hits && f->nr_rows; i++) {
		line = bpf_lines__of_addr(lines, entry_func, f->hits[i].addr);
		if (!line)
			continue;
		for (low = 0, high = f->nr_rows; low < high;) {
			mid = low + (high - low) / 2;
			if (f->rows[mid].at <= line->insn)
				low = mid + 1;
			else
				high = mid;
		}
		if (!low || !f->rows[low - 1].line_starts)
			continue;
		f->rows[low - 1].line_samples += f->hits[i].nr;
		f->nr_placed += f->hits[i].nr;
	}
}

int annotate__xlated(struct annotate *a, struct annotate_func *f, const struct bpf_lines *lines)
{
	const struct bpf_prog_entry *entry = &f->prog->entry;
	const uint32_t func = bpf_prog__entry_func(f->prog, f->func);
	uint32_t first, end;

	if (!nr_insns(entry) || (func == UINT32_MAX && f->prog->nr_funcs)) {
		f->lack = ANNOTATE_NO_XLATED;
		return 0;
	}
	/* Without func info nobody knows where one ends: all stands under the first. */
	first = func == UINT32_MAX ? 0 : first_insn(entry, func);
	end = func == UINT32_MAX ? nr_insns(entry) : first_insn(entry, func + 1);
	if (end > first && add_rows(a, f, lines, first, end))
		return -ENOMEM;
	place_hits(f, lines, func);
	return 0;
}
