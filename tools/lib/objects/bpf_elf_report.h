/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_elf_report.h - what is in an object and who can load it, for people and as JSON. */
#ifndef PERF_AUGMENT_BPF_ELF_REPORT_H
#define PERF_AUGMENT_BPF_ELF_REPORT_H

#include "bpf_elf.h"
#include "bpf_elf_verdict.h"
#include "strbuf.h"

/**
 * struct bpf_elf_report
 * @name: of the file.
 * @problems: lines of bpf_elf__find_problems().
 * @verdicts: of bpf_elf__judge().
 */
struct bpf_elf_report {
	const char *name;
	const struct bpf_elf *elf;
	struct strbuf problems;
	struct bpf_verdict verdicts[BPF_NR_LOADERS];
};

/** bpf_elf_report__text() - append text in aligned columns. Return: 0 or -ENOMEM. */
int bpf_elf_report__text(struct bpf_elf_report *report, struct strbuf *text);

/** bpf_elf_report__json() - append one JSON object and a newline. Return: 0 or -ENOMEM. */
int bpf_elf_report__json(struct bpf_elf_report *report, struct strbuf *text);

#endif /* PERF_AUGMENT_BPF_ELF_REPORT_H */
