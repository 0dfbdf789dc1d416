/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * stacks.h - what code the addresses of live processes are: which file, which function. It is told of
 * each mapping when it is made, and opens the file then, so that processes and files that are gone when
 * their records are read still have names. What it cannot know for sure it says to be unknown: a file
 * that is not the one that was mapped names nothing.
 *
 *	stacks__new()
 *	stacks__read_process() for those that run already; stacks__map(), __fork(), __exec(), __exit() in
 *	the order of time
 *	stacks__frame(), stacks__say_chain()
 */
#ifndef PERF_AUGMENT_STACKS_H
#define PERF_AUGMENT_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

struct code_file;
struct stacks;

/**
 * struct stack_frame - the place of an address; texts are valid until stacks__free().
 * @path: of the file; "[vdso]", "[kernel.kallsyms]"; NULL when nothing is known of the address.
 * @symbol: the function, demangled; NULL when not known.
 * @symbol_offset: how far behind its begin.
 * @offset: in the file; of the kernel the address itself.
 * @file, @code_addr: what stacks__srcline() knows it by; NULL for none.
 */
struct stack_frame {
	uint64_t ip;
	struct code_file *file;
	uint64_t code_addr;
	const char *path;
	const char *symbol;
	uint64_t symbol_offset;
	uint64_t offset;
	bool is_kernel;
};

/** struct stack_map - as PERF_RECORD_MMAP2 and /proc/PID/maps tell it. @path: NUL-terminated. */
struct stack_map {
	uint64_t start;
	uint64_t len;
	uint64_t offset;
	uint64_t device; /* major << 32 | minor */
	uint64_t inode;
	uint32_t flags; /* MAP_* */
	const char *path;
};

/** stacks__new() - reads the kernel's symbols, as that may not be permitted later. NULL without memory. */
struct stacks *stacks__new(void);
void stacks__free(struct stacks *s);

/** stacks__knows_kernel() - the kernel's symbols could be read. */
bool stacks__knows_kernel(const struct stacks *s);

/** stacks__follow_proc() - nobody tells of mappings: /proc is looked at when a process first has a chain. */
void stacks__follow_proc(struct stacks *s);

/* All return 0 or -ENOMEM. */

/** stacks__read_process() - what the process of thread @tid has mapped now, unless that is known already. */
int stacks__read_process(struct stacks *s, uint32_t tid);
/** stacks__read_all() - the same of all processes. */
int stacks__read_all(struct stacks *s);
int stacks__map(struct stacks *s, uint32_t pid, const struct stack_map *map);
int stacks__fork(struct stacks *s, uint32_t pid, uint32_t parent);
void stacks__exec(struct stacks *s, uint32_t pid);
/** stacks__exit() - the process has ended; records of it may still come for some time. */
void stacks__exit(struct stacks *s, uint32_t pid);

/**
 * stacks__frame() - the place of @ip in @pid, or in the kernel.
 * @is_return: a call returns there: the place is the call's.
 */
void stacks__frame(struct stacks *s, uint32_t pid, uint64_t ip, bool is_kernel, bool is_return,
		   struct stack_frame *ret_frame);

/** stacks__srcline() - "/src/file.c:12" of a frame, "" when that is not known; @buf is for it. Return: its length. */
size_t stacks__srcline(const struct stack_frame *frame, char *buf, size_t size);

/**
 * struct stack_chain - call chains of one event, the innermost address first.
 * @kernel, @user: NULL for none. May not be aligned.
 * @dump: what the chain of user space is found from: AUG_ARG_STACK_DUMP; @dump_len bytes, checked.
 * @user_err: -errno when the kernel could not walk the stack of user space.
 */
struct stack_chain {
	uint32_t pid;
	const uint8_t *kernel;
	size_t nr_kernel;
	const uint8_t *user;
	size_t nr_user;
	int user_err;
	const uint8_t *dump;
	size_t dump_len;
};

typedef void (*stack_frame_fn)(void *ctx, const struct stack_frame *frame);

/**
 * stacks__for_each() - all frames, at most @max_frames (0: all), the kernel's first.
 * @ret_is_cut: fewer than that, and the stack goes on where there is no copy of it.
 * Return: how many.
 */
size_t stacks__for_each(struct stacks *s, const struct stack_chain *chain, size_t max_frames,
			stack_frame_fn fn, void *ctx, bool *ret_is_cut);

/**
 * stacks__add_strace() - append strace -k's lines: " > /lib/libc.so.6(read+0x10) [0xf0010]", @with_lines those of
 * -kk, with " /src/read.c:26" behind them where that is known.
 */
void stacks__add_strace(struct stacks *s, const struct stack_chain *chain, size_t max_frames,
			bool with_lines, struct strbuf *text);

#endif /* PERF_AUGMENT_STACKS_H */
