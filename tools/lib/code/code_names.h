/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * code_names.h - what the code at a kernel address is called: a BPF function of the recording, or a
 * function of the kernel when this machine runs the kernel of the recording, still at the same
 * place. Else there is no name: another kernel's would be a wrong one.
 */
#ifndef PERF_AUGMENT_CODE_NAMES_H
#define PERF_AUGMENT_CODE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf_progs.h"
#include "ksyms.h"
#include "strbuf.h"

/**
 * struct code_names
 * @ksyms: NULL when the kernel's names are not known; @low to @high is what they may be asked for.
 * @call_base: where the kernel counts helpers from (__bpf_call_base); 0 when not known.
 */
struct code_names {
	struct bpf_progs *progs;
	struct ksyms *ksyms;
	uint64_t low, high;
	uint64_t call_base;
};

/**
 * code_names__init_live() - of the running kernel, for programs that are loaded now.
 * @path: NULL for /proc/kallsyms.
 * Return: 0 or -ENOMEM.
 */
int code_names__init_live(struct code_names *names, struct bpf_progs *progs, const char *path);

/**
 * code_names__init_recorded() - of a recording: with the kernel's names only when this is its kernel.
 * @path: a copy of the recorded machine's kallsyms, which is then taken as it is; NULL for our own.
 * Return: 0; -ENOMEM; -ENOENT: @path has no symbols.
 */
int code_names__init_recorded(struct code_names *names, struct bpf_progs *progs, const char *path);
void code_names__free(struct code_names *names);

/**
 * code_names__add() - append "name" or "name+0x12" of @addr at @time_ns (0: at the end). Names are
 * those of the recording, not escaped.
 * Return: false when it is not known; nothing was appended.
 */
bool code_names__add(const struct code_names *names, uint64_t addr, uint64_t time_ns,
		     struct strbuf *sb);

/**
 * bpf_prog__entry_func() - which function of its info function @func of @prog is. Return: UINT32_MAX
 * when it is none of them.
 */
uint32_t bpf_prog__entry_func(const struct bpf_prog *prog, uint32_t func);

/**
 * bpf_prog__add_symbol() - append a function's name as the kernel has it: bpf_prog_TAG_NAME. A program
 * whose functions are not known has its own.
 */
void bpf_prog__add_symbol(const struct bpf_prog *prog, uint32_t func, struct strbuf *sb);

/**
 * bpf_prog__add_own_symbol() - the same of the function of @prog that begins at @addr. Return: false
 * when none does.
 */
bool bpf_prog__add_own_symbol(const struct bpf_prog *prog, uint64_t addr, struct strbuf *sb);

#endif /* PERF_AUGMENT_CODE_NAMES_H */
