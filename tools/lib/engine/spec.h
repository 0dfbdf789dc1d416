/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* spec.h - from the description of a system call to what the BPF engine does for it. */
#ifndef PERF_AUGMENT_SPEC_H
#define PERF_AUGMENT_SPEC_H

#include "bpf-progs/engine_spec.h"
#include "select.h"
#include "syscalls.h"

/** SPEC_LIMIT_DEFAULT - bytes of contents that are copied unless the user says otherwise, as in strace. */
#define SPEC_LIMIT_DEFAULT 32

/**
 * struct spec_limits - bytes that are copied.
 * @bytes: of buffers.
 * @text: of strings, with their NUL or the byte in its place.
 */
struct spec_limits {
	uint32_t bytes;
	uint32_t text;
};

/** SPEC_LIMITS() - those with which @nr bytes of each are shown. */
#define SPEC_LIMITS(nr) ((struct spec_limits){ .bytes = (nr), .text = (nr) + 1 })

/**
 * spec_limits__of_strace() - those with which strace shows @nr bytes: of a buffer one more must be readable, or it is
 * an address. It tells, too, that there is something where none is shown.
 */
static inline struct spec_limits spec_limits__of_strace(uint32_t nr)
{
	return (struct spec_limits){ .bytes = nr < AUG_DATA_MAX ? nr + 1 : AUG_DATA_MAX,
				     .text = nr ? nr + 1 : 2 };
}

/**
 * spec__build() - fill @ret_spec from @desc; AUG_S_TRACED is left to the caller.
 * @abi: which kind of programs.
 * @limits: of contents: buffers, strings of argv.
 */
void spec__build(const struct syscall_desc *desc, unsigned int abi, struct spec_limits limits,
		 struct aug_spec *ret_spec);

/** spec__capture() - what is copied of argument @idx. Return: false when nothing is. */
bool spec__capture(const struct arg_desc *arg, unsigned int idx, unsigned int abi,
		   struct spec_limits limits, struct aug_capture *cap);

/**
 * spec__build_follows() - what the engine copies of what members of structures point to.
 * @ret: room for AUG_FOLLOWS_MAX. Return: how many there are.
 */
uint32_t spec__build_follows(struct spec_limits limits, struct aug_follow *ret);

/**
 * spec__for_each_cmd() - the captures of arguments that depend on a command: the engine's map
 * cmd_captures. Return: 0, or what @fn returned when it was not 0.
 */
int spec__for_each_cmd(struct spec_limits limits,
		       int (*fn)(void *ctx, const struct aug_cmd_key *key,
				 const struct aug_capture *cap),
		       void *ctx);

/**
 * spec__build_table() - specs of all calls, by spec__index(); AUG_S_TRACED is set for those wanted.
 * Return: AUG_NR_ABIS * AUG_NR_SYSCALLS + 1 of them, the caller's to free; NULL: no memory.
 */
struct aug_spec *spec__build_table(const struct select *wanted, struct spec_limits limits);

/**
 * spec__widen() - have more copied than fits into one record: engine_opts.long_data.
 * @abbreviated: calls of which not all elements are shown; those of others are copied all, with the
 *		 strings of envp up to @limits.
 */
void spec__widen(struct aug_spec *specs, const struct select *abbreviated,
		 struct spec_limits limits);

/**
 * spec__keep_kinds() - where descriptors are not told as files, they are looked at for AUG_S_KINDS alone, of calls that
 * are shown in full.
 * @abbreviated: the others; NULL: all.
 *
 * Return: whether there is such a call, for engine_opts.want_fds.
 */
bool spec__keep_kinds(struct aug_spec *specs, const struct select *abbreviated);

/**
 * spec__mark_unfolded() - the last step: calls of 32-bit programs that come through another one,
 * and those others, are for bpf-progs/unfold.bpf.h, if they are wanted.
 */
void spec__mark_unfolded(struct aug_spec *specs);

/** spec__has_unfolded() - whether it has anything to do. */
bool spec__has_unfolded(const struct aug_spec *specs);

/** spec__index() - place of a number in the engine's arrays; numbers past the table share the last one. */
static inline unsigned int spec__index(unsigned int abi, unsigned int nr)
{
	return abi < AUG_NR_ABIS && nr < AUG_NR_SYSCALLS ? abi * AUG_NR_SYSCALLS + nr
							 : AUG_NR_ABIS * AUG_NR_SYSCALLS;
}

/** spec__any_traced() - whether there is a call in the table that is traced. */
bool spec__any_traced(const struct aug_spec *specs);

#endif /* PERF_AUGMENT_SPEC_H */
