/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kprobe_spec.h - perf's name of a program at a kernel function, "NAME=FUNCTION VARIABLE...", and
 * where the variables are: perf finds them by debug information, here the kernel's BTF tells of the
 * function's parameters and the calling convention in which registers these come.
 *
 * A variable is a parameter, "$retval" of FUNCTION%return, and what is reached from there by
 * "->member", ".member" and "[number]", with "name=" before it for another name.
 */
#ifndef PERF_AUGMENT_KPROBE_SPEC_H
#define PERF_AUGMENT_KPROBE_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

struct btf;

/* As many as perf passes, BPF_PROLOGUE_MAX_ARGS. */
#define KPROBE_VARS_MAX 3
/* The kernel takes no longer names of events and their fields. */
#define KPROBE_NAME_MAX 63
#define KPROBE_READS_MAX 8

/**
 * struct kprobe_var
 * @text: as written, behind "name="; owned.
 * @reg: name of the register that the kernel's probes know; @reg_offset: its place in the context.
 * @reads: what it takes to get there: the value so far, plus this many bytes, is the next address.
 * @size: of the value, 1, 2, 4 or 8 bytes.
 */
struct kprobe_var {
	char name[KPROBE_NAME_MAX + 1];
	char *text;
	const char *reg;
	uint16_t reg_offset;
	uint32_t reads[KPROBE_READS_MAX];
	size_t nr_reads;
	uint8_t size;
	bool is_signed;
	bool is_pointer;
};

struct kprobe_spec {
	char name[KPROBE_NAME_MAX + 1];
	char *function;
	bool is_return;
	struct kprobe_var vars[KPROBE_VARS_MAX];
	size_t nr_vars;
};

/**
 * kprobe_spec__parse() - read the name of a section.
 * @error: gets the reason.
 * Return: 0; -EINVAL when it is none, or one of those that need debug information; -ENOMEM.
 */
int kprobe_spec__parse(const char *section, struct kprobe_spec *ret_spec, struct strbuf *error);

/**
 * kprobe_spec__resolve() - find the variables.
 * @btf: the kernel's.
 * Return: 0; -ENOENT when there is no such function, parameter or member; -EINVAL when it is
 * nothing that a program can get; -EOPNOTSUPP on other machines than x86-64.
 */
int kprobe_spec__resolve(struct kprobe_spec *spec, const struct btf *btf, struct strbuf *error);

/** kprobe_spec__define() - append what the kernel's kprobe_events takes, for the event GROUP/NAME. */
void kprobe_spec__define(const struct kprobe_spec *spec, const char *group, struct strbuf *text);

void kprobe_spec__free(struct kprobe_spec *spec);

#endif /* PERF_AUGMENT_KPROBE_SPEC_H */
