/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_progs.h - the BPF programs of a recording, from its records (KSYMBOL, BPF_EVENT, COMM, FORK)
 * and from its header (BPF_PROG_INFO, BPF_BTF), and which of them an address belonged to at a time.
 *
 * An address says little without its time: programs come and go, and the kernel uses their memory
 * again. A program is taken for gone when it is unregistered, or when another one is registered
 * where it was. One that only the header knows begins at its load_time, brought to the recording's
 * clock.
 *
 *	bpf_progs__add_header(), bpf_progs__add_record() for all there is, in any order
 *	bpf_progs__resolve()
 *	bpf_progs__find(), bpf_progs__get()
 */
#ifndef PERF_AUGMENT_BPF_PROGS_H
#define PERF_AUGMENT_BPF_PROGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf_lines.h"
#include "bpf_progs_info.h"
#include "kernel_id.h"
#include "perfdata.h"

struct bpf_progs;

/** BPF_PROG_COMM_LEN - a comm with its NUL, as the kernel has it. */
#define BPF_PROG_COMM_LEN 16

/**
 * struct bpf_prog_func - one function of a program.
 * @name: as the kernel's symbol is called, or from BTF; may be NULL.
 */
struct bpf_prog_func {
	uint64_t addr;
	uint32_t len;
	char *name;
	uint64_t nr_samples;
};

/**
 * enum bpf_prog_time - what is known of a program's load time.
 * @BPF_LOAD_BEFORE: it was there when the recording began. @BPF_LOAD_ESTIMATED: computed from its
 * load_time. @BPF_LOAD_SEEN: its load was recorded.
 */
enum bpf_prog_time { BPF_LOAD_UNKNOWN, BPF_LOAD_BEFORE, BPF_LOAD_ESTIMATED, BPF_LOAD_SEEN };

/**
 * struct bpf_prog - a program, or with !@has_id a symbol in BPF's memory: a trampoline, a
 * dispatcher, or a program of which nothing but its symbol was recorded.
 * @name: function's whole name where that is known, else the 15 letters of the kernel.
 * @loaded_ns, @unloaded_ns: on the recording's clock; 0 when not known.
 * @loader_pid, @loader_tid, @loader_comm: who loaded it; 0 and "" when not known.
 * @has_info: it is in the header; @in_records: its load, unload or symbols are in the records.
 * @has_btf: the header has the BTF that it names.
 * @entry: its info, for !@has_info all zero.
 * @lines: see bpf_progs__lines().
 */
struct bpf_prog {
	uint32_t id;
	bool has_id;
	bool has_tag;
	bool has_info;
	bool in_records;
	bool has_btf;
	uint8_t tag[8];
	char *name;
	enum bpf_prog_time load_kind;
	uint64_t loaded_ns;
	uint64_t unloaded_ns;
	uint32_t loader_pid;
	uint32_t loader_tid;
	char loader_comm[BPF_PROG_COMM_LEN];
	struct bpf_prog_func *funcs;
	uint32_t nr_funcs;
	uint64_t nr_samples;
	struct bpf_prog_entry entry;
	uint8_t *raw;
	struct bpf_lines *lines;
};

/** bpf_progs__new() - NULL when there is no memory. */
struct bpf_progs *bpf_progs__new(void);
void bpf_progs__free(struct bpf_progs *progs);

/**
 * bpf_progs__add_header() - a feature of the header, or the payload of a FEATURE record; others
 * than BPF_PROG_INFO, BPF_BTF and what says which kernel it was are ignored.
 * Return: 0, -ENOMEM; -EINVAL when it is damaged: what stands before the damage was taken.
 */
int bpf_progs__add_header(struct bpf_progs *progs, unsigned int feature, const uint8_t *bytes,
			  size_t len);

/**
 * bpf_progs__add_record() - a record; those that say nothing of BPF or comms are ignored.
 * Return: as bpf_progs__add_header(), which takes FEATURE records.
 */
int bpf_progs__add_record(struct bpf_progs *progs, struct perfdata_evlist *evlist,
			  const struct perfdata_record *rec);

/** bpf_progs__lacks_parts() - whether a program or BTF came in parts that are not all there. */
bool bpf_progs__lacks_parts(const struct bpf_progs *progs);

/** bpf_progs__resolve() - all is added: work out who was where when. Return: 0 or -ENOMEM. */
int bpf_progs__resolve(struct bpf_progs *progs);

/** bpf_progs__get() - all programs, in no order. Valid until free. */
struct bpf_prog *bpf_progs__get(struct bpf_progs *progs, size_t *ret_nr);

/**
 * bpf_progs__find() - whose code was at @addr at @time_ns; a time of 0 means at the end.
 * @ret_func: index of the function.
 * Return: NULL when no BPF program was there.
 */
struct bpf_prog *bpf_progs__find(struct bpf_progs *progs, uint64_t addr, uint64_t time_ns,
				 uint32_t *ret_func);

/** bpf_progs__btf() - the BTF that @prog names; NULL when it is not there. Valid until free. */
const uint8_t *bpf_progs__btf(const struct bpf_progs *progs, const struct bpf_prog *prog,
			      size_t *ret_len);

/**
 * bpf_progs__lines() - the source lines of @prog, made when they are first asked for.
 * Return: empty ones when there is no line info; NULL without memory. Valid until free.
 */
const struct bpf_lines *bpf_progs__lines(const struct bpf_progs *progs, struct bpf_prog *prog);

/** bpf_progs__kernel() - the kernel of the recording. Valid until free. */
const struct kernel_id *bpf_progs__kernel(const struct bpf_progs *progs);

/**
 * bpf_progs__comm() - what thread @tid was called at @time_ns, "" when not known. The answer holds
 * from @ret_from_ns until before @ret_to_ns; 0 for this time alone.
 */
const char *bpf_progs__comm(const struct bpf_progs *progs, uint32_t tid, uint64_t time_ns,
			    uint64_t *ret_from_ns, uint64_t *ret_to_ns);

/** bpf_prog__code_len() - bytes of all its functions. */
uint64_t bpf_prog__code_len(const struct bpf_prog *prog);

#endif /* PERF_AUGMENT_BPF_PROGS_H */
