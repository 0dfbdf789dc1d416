/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * select.h - which system calls are wanted: the lists of -e, as a bitmap per system call table.
 *
 * A list is names, globs, classes and expressions between commas: "openat,*mmsg,%network,/^epoll".
 * A '!' in front of the list leaves out
 * all that it names, a '!' in front of one element that element: "open*,!openat". Lists of several
 * -e add up: wanted is what any of them names, or everything when all of them only leave out,
 * without what any of them leaves out.
 */
#ifndef PERF_AUGMENT_SELECT_H
#define PERF_AUGMENT_SELECT_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf-progs/engine_spec.h"

struct strbuf;
struct syscall_desc;

/** SELECT_WORDS - words of 64 bits per table. */
#define SELECT_WORDS (AUG_NR_SYSCALLS / 64)

/** struct select_set - one bit per number: word nr / 64, bit nr % 64. */
struct select_set {
	uint64_t bits[AUG_NR_ABIS][SELECT_WORDS];
};

/**
 * struct select - all zero wants every call.
 * @strace: lists are spelled as those of `strace -e trace=`: a '?' in front of a name lets it be
 *	    unknown, "all" and "none" are words, numbers are those of any table, the '%' of a class
 *	    that strace always had may be missing, and "@64", "@32" and "@x32" behind an element mean
 *	    the native table, the compat one, and none.
 * @any_named: some list named what it wants.
 */
struct select {
	bool strace;
	bool any_named;
	struct select_set named;
	struct select_set left_out;
};

/**
 * select__add() - take one list into account.
 *
 * A name is looked up in both tables, native and compat; it may also be the kernel's own name
 * (newfstat) where the table has the one of the manual (fstat). Globs are fnmatch(3)'s, expressions
 * regex(7)'s extended ones; both match names of the tables; "*" also matches numbers that no row
 * names. Classes are those of strace(1), see syscalls_classes.h.
 * @error: gets the reason, appended.
 * Return: 0; -EINVAL for an unknown name or class, a glob or expression that matches nothing or is
 * malformed, or an empty element, and then @sel is as it was; -ENOMEM.
 */
int select__add(struct select *sel, const char *list, struct strbuf *error);

/**
 * select__find() - the row of @name in the table @abi, or of what it is another name of (newfstat);
 * NULL when there is none.
 */
const struct syscall_desc *select__find(unsigned int abi, const char *name);

/** select__has() - whether calls of number @nr in the table @abi are wanted. */
bool select__has(const struct select *sel, unsigned int abi, unsigned int nr);

#endif /* PERF_AUGMENT_SELECT_H */
