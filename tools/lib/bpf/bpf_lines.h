/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_lines.h - the source lines of a BPF program: by the address of its JITed code, and by the index
 * of its BPF instruction. Made of its line info and its BTF, both hostile: an entry that cannot be
 * is left out and counted.
 */
#ifndef PERF_AUGMENT_BPF_LINES_H
#define PERF_AUGMENT_BPF_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "bpf_progs_info.h"

/**
 * struct bpf_line - where some code comes from.
 * @addr: where its JITed code begins; 0 when that is not known.
 * @insn: index of its first BPF instruction.
 * @func: index of the JITed function that @addr is in.
 * @file, @text: the source file and the line itself; NULL when the BTF does not have them. They
 *	lie in the BTF and hold whatever its maker wanted.
 * @line, @col: from 1; 0 when not known.
 */
struct bpf_line {
	uint64_t addr;
	uint32_t insn;
	uint32_t func;
	const char *file;
	const char *text;
	uint32_t line;
	uint32_t col;
};

/**
 * struct bpf_lines
 * @by_addr: those whose address is known, ascending. @by_insn: ascending.
 * @nr_bad: entries of the line info that were left out: outside of the program, or not in the order
 *	of its instructions.
 */
struct bpf_lines {
	struct bpf_line *by_addr;
	size_t nr_by_addr;
	struct bpf_line *by_insn;
	size_t nr_by_insn;
	size_t nr_bad;
	struct bpf_prog_entry entry;
};

/**
 * bpf_lines__init() - of the program @entry, whose bytes must outlive @lines, as must the BTF.
 * @btf: @btf_len bytes; NULL for none: lines have no text then, but numbers.
 * Return: 0, also when there is no line info; -ENOMEM.
 */
int bpf_lines__init(struct bpf_lines *lines, const struct bpf_prog_entry *entry, const uint8_t *btf,
		    size_t btf_len);
void bpf_lines__free(struct bpf_lines *lines);

/**
 * bpf_lines__of_addr() - the line of the code at @addr of function @func.
 * Return: NULL when the line info does not say.
 */
const struct bpf_line *bpf_lines__of_addr(const struct bpf_lines *lines, uint32_t func,
					  uint64_t addr);

/** bpf_lines__of_insn() - the line of BPF instruction @insn; NULL when it does not say. */
const struct bpf_line *bpf_lines__of_insn(const struct bpf_lines *lines, uint32_t insn);

/** bpf_line__base() - its file without directories; "?" when not known. */
const char *bpf_line__base(const struct bpf_line *line);

#endif /* PERF_AUGMENT_BPF_LINES_H */
