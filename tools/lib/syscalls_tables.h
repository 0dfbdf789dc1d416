/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * syscalls_tables.h - what the rows in syscalls_<area>.c are written with, and the list of areas.
 *
 * Included by those files and by syscalls.c only. To add a system call: one row in its area's file.
 */
#ifndef PERF_AUGMENT_SYSCALLS_TABLES_H
#define PERF_AUGMENT_SYSCALLS_TABLES_H

#include "decode.h"
#include "symbols_tables.h"
#include "syscalls.h"

struct syscall_table {
	const struct syscall_desc *rows;
	size_t nr;
};

/* clang-format off */

#define NR_ARGS_(...) (sizeof((struct arg_desc[]){ __VA_ARGS__ }) / sizeof(struct arg_desc))
#define ARGS(...) .nr_args = NR_ARGS_(__VA_ARGS__), .args = { __VA_ARGS__ }

/* One argument: its name and its type without arg_; with names, the table without syms_. */
#define ARG(n, t) { .name = n, .type = &arg_##t }
#define FLAGS(n, s) { .name = n, .type = &arg_flags, .syms = &syms_##s }
#define ENUM(n, s) { .name = n, .type = &arg_enum, .syms = &syms_##s }
#define IPC_FLAGS(n, s) { .name = n, .type = &arg_ipc_flags, .syms = &syms_##s }
/* A socket address; @l counts the argument that holds its length, or points to it, from 1. */
#define SOCKADDR_IN(n, l) { .name = n, .type = &arg_sockaddr, .len_arg = l }
#define SOCKADDR_OUT(n, l) \
	{ .name = n, .type = &arg_sockaddr, .when = AUG_AT_EXIT, .len_arg = l, \
	  .len_from = AUG_LEN_PTR }

/* A number that one of the tables does not have. */
#define NONE SYSCALL_NONE

/* Defines syscalls_<area> from the rows in <area>_rows. */
#define DEFINE_SYSCALLS(area) \
	const struct syscall_table syscalls_##area = { \
		.rows = area##_rows, .nr = sizeof(area##_rows) / sizeof(area##_rows[0]) }

/* clang-format on */

extern const struct syscall_table syscalls_files, syscalls_attrs, syscalls_io, syscalls_mounts,
	syscalls_net, syscalls_mm, syscalls_process, syscalls_sched, syscalls_signal, syscalls_time,
	syscalls_ipc, syscalls_system, syscalls_compat;

#endif /* PERF_AUGMENT_SYSCALLS_TABLES_H */
