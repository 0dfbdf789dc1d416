/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_elf_attach.h - what the name of a program's section says it attaches to: names of libbpf
 * ("tracepoint/sched/sched_switch"), those of perf up to 6.5 ("sched:sched_switch"), and those of
 * augmenter.bpf.h ("augment/tp/sched/sched_switch").
 */
#ifndef PERF_AUGMENT_BPF_ELF_ATTACH_H
#define PERF_AUGMENT_BPF_ELF_ATTACH_H

#include <stdbool.h>
#include <stddef.h>

/**
 * enum bpf_attach_style
 * @BPF_ATTACH_UNKNOWN: neither libbpf nor perf knows the name.
 * @BPF_ATTACH_LIBBPF: libbpf finds the program's type by itself.
 * @BPF_ATTACH_TRACEPOINT: perf, "SYSTEM:EVENT".
 * @BPF_ATTACH_TAIL_CALL: perf, "!SYSTEM:EVENT": loaded, attached to nothing.
 * @BPF_ATTACH_KPROBE: perf, "NAME=FUNCTION ARGS".
 * @BPF_ATTACH_UPROBE: perf, "exec=PATH;NAME=FUNCTION".
 * @BPF_ATTACH_AUGMENT: augmenter.bpf.h, "augment/...".
 */
enum bpf_attach_style {
	BPF_ATTACH_UNKNOWN,
	BPF_ATTACH_LIBBPF,
	BPF_ATTACH_TRACEPOINT,
	BPF_ATTACH_TAIL_CALL,
	BPF_ATTACH_KPROBE,
	BPF_ATTACH_UPROBE,
	BPF_ATTACH_AUGMENT,
};

/** What the names of the sections of augmenter.bpf.h begin with. */
#define BPF_ATTACH_AUGMENT_PREFIX "augment/"

/**
 * struct bpf_attach
 * @prog_type: BPF_PROG_TYPE_*, for bpf_program__set_type(); 0 when unknown.
 * @kind: "tracepoint", "kprobe", ...; never NULL.
 * @when: of BPF_ATTACH_AUGMENT: AUG_ON_*.
 * @target: in the section's name: what follows the kind; "" for none.
 */
struct bpf_attach {
	enum bpf_attach_style style;
	int prog_type;
	unsigned int when;
	const char *kind;
	const char *target;
};

/** bpf_attach__parse() - read a section's name. */
void bpf_attach__parse(const char *section, struct bpf_attach *ret);

/**
 * bpf_attach__parse_perf() - as perf 6.1 reads it, which knows no name of libbpf's.
 * Return: false when perf refuses it.
 */
bool bpf_attach__parse_perf(const char *section, struct bpf_attach *ret);

/**
 * bpf_attach__is_traceable() - can `perf-augment trace` run such a program, the kernel permitting?
 * @why: a string constant, when it cannot.
 */
bool bpf_attach__is_traceable(const struct bpf_attach *attach, const char **why);

/** bpf_attach__is_for_samples() - is a program of this section one that `record --overflow` can run? */
bool bpf_attach__is_for_samples(const char *section);

/**
 * bpf_attach__is_possible() - does the running kernel have what a program attaches to?
 *
 * Looks at tracefs and at the kernel's event sources. What cannot be looked at is taken to be there.
 * @why: a string constant, when it has not.
 */
bool bpf_attach__is_possible(const struct bpf_attach *attach, const char **why);

#endif /* PERF_AUGMENT_BPF_ELF_ATTACH_H */
