/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_elf_lines.h - the source line of an instruction of an object that was not loaded (.BTF.ext). */
#ifndef PERF_AUGMENT_BPF_ELF_LINES_H
#define PERF_AUGMENT_BPF_ELF_LINES_H

#include <stdint.h>

#include "bpf_elf.h"

/** struct bpf_elf_line - names are of the object's BTF; @text has no blanks in front. */
struct bpf_elf_line {
	const char *file;
	const char *text;
	uint32_t line;
};

/**
 * bpf_elf__line() - where instruction @insn of @prog comes from, counted from its first one.
 * Return: 0; -ENOENT when the object does not say, or the instruction is one of another function.
 */
int bpf_elf__line(const struct bpf_elf *elf, const struct bpf_elf_program *prog, uint64_t insn,
		  struct bpf_elf_line *ret_line);

#endif /* PERF_AUGMENT_BPF_ELF_LINES_H */
