// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_elf_lines.c - see bpf_elf_lines.h. The layout of .BTF.ext is in the kernel's
 * Documentation/bpf/btf.rst; every offset and count in it is hostile.
 */
#include "bpf_elf_lines.h"

#include <bpf/btf.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define EXT_MAGIC 0xeb9f

struct ext_header {
	uint16_t magic;
	uint8_t version;
	uint8_t flags;
	uint32_t hdr_len;
	uint32_t func_off, func_len;
	uint32_t line_off, line_len;
};

struct ext_section {
	uint32_t name_off;
	uint32_t nr;
};

struct ext_line {
	uint32_t insn_off; /* bytes from the start of the section */
	uint32_t file_off;
	uint32_t text_off;
	uint32_t line_col;
};

/* struct lines - the part that has lines. */
struct lines {
	const uint8_t *pos;
	size_t left;
	uint32_t record_size;
};

static int find_lines(const struct bpf_elf *elf, struct lines *lines)
{
	const uint32_t idx = bpf_elf__section(elf, ".BTF.ext");
	const struct bpf_elf_section *sec = &elf->sections[idx];
	struct ext_header head;
	uint64_t begin;

	if (!idx || !elf->btf || !sec->data || sec->size < sizeof(head))
		return -ENOENT;
	memcpy(&head, sec->data, sizeof(head));
	begin = (uint64_t)head.hdr_len + head.line_off;
	if (head.magic != EXT_MAGIC || head.line_len < sizeof(uint32_t) ||
	    begin + head.line_len > sec->size)
		return -ENOENT;
	memcpy(&lines->record_size, sec->data + begin, sizeof(uint32_t));
	lines->pos = sec->data + begin + sizeof(uint32_t);
	lines->left = head.line_len - sizeof(uint32_t);
	return lines->record_size < sizeof(struct ext_line) ? -ENOENT : 0;
}

/* Step to the records of the section @name, and leave their number. */
static int find_section(const struct bpf_elf *elf, const char *name, struct lines *lines,
			uint32_t *ret_nr)
{
	struct ext_section sec;
	const char *sec_name;

	while (lines->left >= sizeof(sec)) {
		memcpy(&sec, lines->pos, sizeof(sec));
		lines->pos += sizeof(sec);
		lines->left -= sizeof(sec);
		if ((uint64_t)sec.nr * lines->record_size > lines->left)
			return -ENOENT;
		sec_name = btf__name_by_offset(elf->btf, sec.name_off);
		if (sec_name && !strcmp(sec_name, name)) {
			*ret_nr = sec.nr;
			return 0;
		}
		lines->pos += (size_t)sec.nr * lines->record_size;
		lines->left -= (size_t)sec.nr * lines->record_size;
	}
	return -ENOENT;
}

/* struct nearest - of an instruction: the record that it is under, and author's lines around it. */
struct nearest {
	struct ext_line own, before, after;
};

static bool has_line(const struct ext_line *line)
{
	return line->line_col >> 10;
}

/*
 * Code of headers is part of the author's function that it was inlined into: what counts are lines of
 * the file that the function begins in.
 */
static struct nearest find_nearest(const struct lines *lines, uint32_t nr, uint64_t begin,
				   uint64_t end, uint64_t off)
{
	struct nearest near = {};
	bool has_file = false;
	struct ext_line line;
	uint32_t file = 0, i;

	for (i = 0; i < nr; i++) {
		memcpy(&line, lines->pos + (size_t)i * lines->record_size, sizeof(line));
		if (line.insn_off < begin || line.insn_off >= end)
			continue;
		if (!has_file)
			file = line.file_off;
		has_file = true;
		if (line.insn_off <= off && line.insn_off >= near.own.insn_off)
			near.own = line;
		if (!has_line(&line) || line.file_off != file)
			continue;
		if (line.insn_off <= off && line.insn_off >= near.before.insn_off)
			near.before = line;
		else if (line.insn_off > off &&
			 (!has_line(&near.after) || line.insn_off < near.after.insn_off))
			near.after = line;
	}
	return near;
}

int bpf_elf__line(const struct bpf_elf *elf, const struct bpf_elf_program *prog, uint64_t insn,
		  struct bpf_elf_line *ret_line)
{
	const struct ext_line *best;
	struct nearest near;
	struct lines lines;
	uint32_t nr;

	if (insn >= prog->nr_insns || find_lines(elf, &lines) ||
	    find_section(elf, elf->sections[prog->section].name, &lines, &nr))
		return -ENOENT;
	near = find_nearest(&lines, nr, prog->offset, prog->offset + prog->nr_insns * 8,
			    prog->offset + insn * 8);
	/* Line 0 is code that the compiler has moved, mostly up, from the line that comes next. */
	best = has_line(&near.own) || !has_line(&near.after) ? &near.before : &near.after;
	ret_line->file = btf__name_by_offset(elf->btf, best->file_off);
	ret_line->text = btf__name_by_offset(elf->btf, best->text_off);
	ret_line->line = best->line_col >> 10;
	if (!has_line(best) || !ret_line->file || !ret_line->text)
		return -ENOENT;
	ret_line->text += strspn(ret_line->text, " \t");
	return 0;
}
