/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * machine.h - the machine that was recorded, as its records tell of it: what tasks were called, what
 * they had mapped, the kernel, its modules and BPF programs, at each time. Names the place of an
 * address:
 *
 *	machine__add_feature(), machine__add_record() for all there is, in any order
 *	machine__seal()
 *	machine__comm(), machine__locate(), machine__place()
 */
#ifndef PERF_AUGMENT_MACHINE_H
#define PERF_AUGMENT_MACHINE_H

#include "bpf_progs.h"
#include "dso.h"
#include "kernel_syms.h"
#include "perfdata.h"

struct machine;

/**
 * struct machine_opts
 * @srcline: places differ by source line too.
 */
struct machine_opts {
	struct dso_opts dso;
	struct kernel_opts kernel;
	bool srcline;
};

/**
 * struct place - a piece of code: a function, or an address of which no function is known.
 * @level: '.' user, 'k' kernel, 'g' and 'u' kernel and user of a guest, 'H' hypervisor, '?'.
 * @dso: a name, see machine__name(). @file: the dso, NO_DSO for BPF programs and where there is none.
 * @sym: in @file's table; NO_SYMBOL.
 * @prog: the BPF program, index of bpf_progs__get(), or NO_PROG_IDX; @func: its function.
 * @addr: where it has no symbol: in the terms of its file, or of memory.
 * @srcline: a name; NO_NAME when not asked for.
 */
struct place {
	uint64_t addr;
	uint32_t dso;
	uint32_t file;
	uint32_t sym;
	uint32_t prog;
	uint32_t func;
	uint32_t srcline;
	char level;
};

#define NO_DSO UINT32_MAX
#define NO_PROG_IDX UINT32_MAX
#define NO_PLACE UINT32_MAX

/** machine__new() - @opts and what it points to outlive the machine. NULL without memory. */
struct machine *machine__new(const struct machine_opts *opts);
void machine__free(struct machine *m);

/** machine__add_feature() - of the header. Return: 0, -ENOMEM; -EINVAL when it is damaged. */
int machine__add_feature(struct machine *m, unsigned int id, const uint8_t *bytes, size_t len);

/** machine__add_record() - any record but samples. Return: as machine__add_feature(). */
int machine__add_record(struct machine *m, struct perfdata_evlist *evlist,
			const struct perfdata_record *rec);

/** machine__seal() - all is added. Return: 0 or -ENOMEM. */
int machine__seal(struct machine *m);

/** machine__comm() - what @tid was called; a name. Return: NO_NAME without memory. */
uint32_t machine__comm(struct machine *m, uint32_t tid, uint64_t time_ns);

/** machine__cgroup() - the path of a control group, "-" of NULL; a name. Return: NO_NAME without memory. */
uint32_t machine__cgroup(struct machine *m, const uint64_t *id);

/** enum place_role - PLACE_RETURN: where a call returns to; PLACE_ENTRY: where the kernel was entered. */
enum place_role { PLACE_INNERMOST, PLACE_RETURN, PLACE_ENTRY };

/**
 * machine__locate() - the place of address @ip.
 * @cpumode: PERF_RECORD_MISC_KERNEL, ...
 * @role: the place of a PLACE_RETURN is the call's.
 * Return: its number, or NO_PLACE without memory.
 */
uint32_t machine__locate(struct machine *m, unsigned int cpumode, uint32_t pid, uint64_t time_ns,
			 uint64_t ip, enum place_role role);

const struct place *machine__place(const struct machine *m, uint32_t place);
uint32_t machine__nr_places(const struct machine *m);
const char *machine__name(const struct machine *m, uint32_t name);

/** machine__symbol() - the function's name, demangled; NULL when not known. Valid until free. */
const char *machine__symbol(struct machine *m, uint32_t place);

/** machine__prog() - the BPF program of a place, or NULL. */
const struct bpf_prog *machine__prog(const struct machine *m, const struct place *place);

/** machine__dsos() - all of them, for what is to be said of them. */
const struct dso *machine__dsos(const struct machine *m, size_t *ret_nr);

/** machine__dropped() - maps that were too many: the recording is damaged. */
uint64_t machine__dropped(const struct machine *m);

#endif /* PERF_AUGMENT_MACHINE_H */
