/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * syscalls.h - the one description of each system call.
 *
 * A row gives the names and types of the arguments, what to copy of what they point to and when.
 * Where the i386 call of a name takes the same arguments, one row serves both tables.
 * From it come the capture spec of the BPF engine (spec.c), the decoding (decode.c), the list of
 * names that -e takes, and the tests that loop over the table. Rows live in syscalls_<area>.c.
 */
#ifndef PERF_AUGMENT_SYSCALLS_H
#define PERF_AUGMENT_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf-progs/engine_spec.h"

/** STRACE_NEITHER - arg_desc.strace_when: strace shows the address alone, of flags the number. */
#define STRACE_NEITHER (1 << 7)

/** STRACE_NUMBER - the same: strace shows the number, not knowing that it is an address, or a descriptor. */
#define STRACE_NUMBER (1 << 6)

struct arg_type;
struct cmd_table;
struct layout;
struct symbols;

/**
 * struct arg_desc - one argument.
 * @name: as in the kernel's SYSCALL_DEFINE; this is what perf trace prints too.
 * @type: how it is decoded and what of it is copied; one of the arg_* objects of decode.h.
 * @syms: the names, for types that need them.
 * @layout: what it points to, for types that need it.
 * @cmds: what it is by the command in another argument, for arg_by_cmd.
 * @when: AUG_AT_*; 0 takes the type's own.
 * @len_arg: 1 + index of the argument that holds the length (or points to it); 0 for none.
 * @len_from: AUG_LEN_*; 0 with len_arg set means AUG_LEN_ARG. For AUG_LEN_FIELD, len_arg is 1 + the
 *            offset of the member.
 * @min_len: the least length that AUG_LEN_FIELD gives; of arg_sized, the least that the kernel takes.
 * @max_nr: elements that the kernel takes at most; 0: any number.
 * @exit_label: for formats that tell the exit side behind the return value (struct out.exit_apart):
 *             "left", or "" for none; NULL: it is told where the argument is.
 * @strace_when: AUG_AT_* of the side that strace shows, where it shows one of two; 0: both.
 * @strace_unless_failed: of a call that failed strace shows where it is.
 * @null_at_entry: of a call that waits strace shows a NULL at once, and what is behind it.
 * @needs_result: the kernel writes it only when it returns something above 0.
 * @len_off: of AUG_LEN_PTR, where in what the argument points to the length is.
 * @extra: bytes more than the length says, in words of the program where it is negative.
 * @is_message: the result is how long a message or a key was, of which there may have been room for a part.
 * @says_twice: strace shows both sides of a number as [2] => [12].
 */
struct arg_desc {
	const char *name;
	const struct arg_type *type;
	const struct symbols *syms;
	const struct layout *layout;
	const struct cmd_table *cmds;
	uint8_t when;
	uint8_t len_arg;
	uint8_t len_from;
	uint8_t len_off;
	uint16_t min_len;
	int16_t extra;
	uint32_t max_nr;
	const char *exit_label;
	bool needs_result;
	bool is_message;
	bool says_twice;
	bool strace_unless_failed;
	bool null_at_entry;
	uint8_t strace_when;
};

/**
 * enum ret_kind - how the return value is shown. A value in [-4095, -1] is an errno for all but
 * RET_VOID: also of calls that never fail, which a seccomp filter may refuse.
 */
enum ret_kind {
	RET_INT, /* a number: count, fd, pid, 0 */
	RET_FD,
	RET_FD_BARE, /* the same; strace does not look what it is */
	RET_PID,
	RET_PGID, /* of a process group, or a session */
	RET_PTR,  /* an address: mmap, brk */
	RET_HEX,  /* bits */
	RET_OCT,  /* umask */
	RET_VOID, /* does not return, unless it is refused: exit, exit_group */
	RET_ID, /* of a user or group: 32 bits without a sign, so that (uid_t)-1 is none of those */
};

#define SYSCALL_NONE (-1)

/**
 * struct syscall_desc - one system call.
 * @name: without sys_.
 * @nr: number in each table (AUG_ABI_*), SYSCALL_NONE where there is none.
 * @nr_args: arguments it takes; the ARGS() macro of syscalls_tables.h counts them.
 * @ret: enum ret_kind.
 * @flags: AUG_S_NORETURN, AUG_S_EXEC, AUG_S_FORK, AUG_S_SIGFRAME, AUG_S_SOCKET.
 * @result: how a result is told that has names, as if it were an argument; NULL: by @ret alone.
 */
struct syscall_desc {
	const char *name;
	int16_t nr[AUG_NR_ABIS];
	uint8_t nr_args;
	uint8_t ret;
	uint16_t flags;
	const struct arg_desc *result;
	struct arg_desc args[AUG_MAX_ARGS];
};

/**
 * syscalls__get() - the row of a number; O(1).
 * Return: NULL when the table has none (a newer kernel).
 */
const struct syscall_desc *syscalls__get(unsigned int abi, unsigned int nr);

/** syscalls__has_executed() - is it the end of an execve(2) that has made another program of its process? */
bool syscalls__has_executed(const struct aug_record *rec);

/** syscalls__find() - the row of a name that has a number in @abi; NULL when there is none. */
const struct syscall_desc *syscalls__find(unsigned int abi, const char *name);

/**
 * syscalls__index_by_name() - @idx, abi * AUG_NR_SYSCALLS + nr, or for a call of 32-bit programs that came through
 * another one the lowest index of its name: what is summed up by name.
 */
uint32_t syscalls__index_by_name(uint32_t idx);

/**
 * syscalls__for_each() - call @fn for each row until it returns non-zero; return that.
 *
 * A call whose arguments differ between the tables has two rows of one name, each with one number.
 */
int syscalls__for_each(int (*fn)(const struct syscall_desc *desc, void *ctx), void *ctx);

/**
 * syscalls__nearest() - names that resemble @name, best first.
 * @ret_names: distinct names, valid for ever.
 *
 * Return: how many were put into @ret_names, at most @max; 0 when nothing is near.
 */
size_t syscalls__nearest(const char *name, const char **ret_names, size_t max);

#endif /* PERF_AUGMENT_SYSCALLS_H */
