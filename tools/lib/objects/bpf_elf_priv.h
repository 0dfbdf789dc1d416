/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_elf_priv.h - what the files of bpf_elf.h share. */
#ifndef PERF_AUGMENT_BPF_ELF_PRIV_H
#define PERF_AUGMENT_BPF_ELF_PRIV_H

#include "bpf_elf.h"

struct strbuf;

/** bpf_elf__refuse() - append a reason to @error. Return: -EINVAL. */
int bpf_elf__refuse(struct strbuf *error, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The steps of bpf_elf__parse(), in this order. Return: as that. */
int bpf_elf__read_sections(struct bpf_elf *elf, struct strbuf *error);
int bpf_elf__read_symbols(struct bpf_elf *elf, struct strbuf *error);
int bpf_elf__read_programs(struct bpf_elf *elf, struct strbuf *error);
int bpf_elf__read_btf(struct bpf_elf *elf, struct strbuf *error);
int bpf_elf__read_maps(struct bpf_elf *elf, struct strbuf *error);
int bpf_elf__count_relocs(struct bpf_elf *elf, struct strbuf *error);

#endif /* PERF_AUGMENT_BPF_ELF_PRIV_H */
