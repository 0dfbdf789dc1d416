/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * syscalls_tables.h - what the rows in syscalls_<area>.c are written with, and the list of areas.
 *
 * Included by those files and by syscalls.c only. To add a system call: one row in its area's file.
 */
#ifndef PERF_AUGMENT_SYSCALLS_TABLES_H
#define PERF_AUGMENT_SYSCALLS_TABLES_H

#include "commands.h"
#include "decode.h"
#include "layouts.h"
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
#define FLAGS_NOT_STRACE(n, s) { .name = n, .type = &arg_flags, .syms = &syms_##s, .strace_when = STRACE_NEITHER }
#define ENUM(n, s) { .name = n, .type = &arg_enum, .syms = &syms_##s }
#define IPC_FLAGS(n, s) { .name = n, .type = &arg_ipc_flags, .syms = &syms_##s }
/* A socket address; @l counts the argument that holds its length, or points to it, from 1. */
#define SOCKADDR_IN(n, l) { .name = n, .type = &arg_sockaddr, .len_arg = l }
#define SOCKADDR_OUT(n, l) \
	{ .name = n, .type = &arg_sockaddr, .when = AUG_AT_EXIT, .len_arg = l, \
	  .len_from = AUG_LEN_PTR }

/* What a pointer leads to: a structure, number or array by its layout without layout_, at entry, at
   exit, or both. @l counts the argument that holds the length from 1. */
#define POINTS_(n, t, lay, w, ...) \
	{ .name = n, .type = &arg_##t, .layout = &layout_##lay, .when = w, ##__VA_ARGS__ }
#define INOUT_ (AUG_AT_ENTER | AUG_AT_EXIT)
#define STRUCT_IN(n, lay) POINTS_(n, struct, lay, AUG_AT_ENTER)
#define STRUCT_IN_UNLESS_FAILED(n, lay) POINTS_(n, struct, lay, AUG_AT_ENTER, .strace_unless_failed = true)
#define STRUCT_OUT(n, lay) POINTS_(n, struct, lay, AUG_AT_EXIT)
#define STRUCT_OUT_OR_NULL(n, lay) POINTS_(n, struct, lay, AUG_AT_EXIT, .null_at_entry = true)
#define STRUCT_INOUT(n, lay) POINTS_(n, struct, lay, INOUT_)
#define ADDR_LEN(n) POINTS_(n, addr_len, int, INOUT_)
/* The same, of which strace shows one side. */
#define STRUCT_INOUT_BUT(n, lay, w) POINTS_(n, struct, lay, INOUT_, .strace_when = w)
/* The same, which strace does not take apart: it shows where it is. */
#define STRUCT_OUT_NOT_STRACE(n, lay) POINTS_(n, struct, lay, AUG_AT_EXIT, .strace_when = STRACE_NEITHER)
#define STRUCT_IN_NOT_STRACE(n, lay) POINTS_(n, struct, lay, AUG_AT_ENTER, .strace_when = STRACE_NEITHER)
/* A number of which strace shows both sides with brackets of their own. */
#define NUMBER_MOVED(n, lay) POINTS_(n, struct, lay, INOUT_, .says_twice = true)
/* A structure that must have the size that argument @l says. */
#define EXACT_IN(n, lay, l) POINTS_(n, struct, lay, AUG_AT_ENTER, .len_arg = l)
#define EXACT_OUT(n, lay, l) POINTS_(n, struct, lay, AUG_AT_EXIT, .len_arg = l)
/* At least @min bytes of it. */
#define SIZED_IN_MIN(n, lay, l, m) POINTS_(n, sized, lay, AUG_AT_ENTER, .len_arg = l, .min_len = m)
/* The same, and what is behind it, of newer programs. */
#define EXTENDED_IN(n, lay, l, m) POINTS_(n, extended, lay, AUG_AT_ENTER, .len_arg = l, .min_len = m)
/* As many bytes as its first member says come behind its second. */
#define FILE_HANDLE(n, w) \
	{ .name = n, .type = &arg_file_handle, .when = w, .len_from = AUG_LEN_FIELD, .len_arg = 1, .extra = 8 }
/* What is left of a time, which is said when a signal ends the call. */
#define STRUCT_INTERRUPTED(n, lay) POINTS_(n, interrupted, lay, AUG_AT_FAILURE)
#define SIZED_IN(n, lay, l) POINTS_(n, sized, lay, AUG_AT_ENTER, .len_arg = l)
#define SIZED_OUT(n, lay, l) POINTS_(n, sized, lay, AUG_AT_EXIT, .len_arg = l)
#define SIZED_INOUT(n, lay, l) POINTS_(n, sized, lay, INOUT_, .len_arg = l)
/* The structure's own length is in its member at offset @off; it is at least @min. */
#define SIZE_FIRST_IN(n, lay, o, min) \
	POINTS_(n, sized, lay, AUG_AT_ENTER, .len_from = AUG_LEN_FIELD, .len_arg = (o) + 1, \
		.min_len = min)
/* Structures that begin with their length, of mounts. */
#define MOUNT_REQUEST(n, lay) \
	POINTS_(n, mount_request, lay, AUG_AT_ENTER, .len_from = AUG_LEN_FIELD, .len_arg = 1, .min_len = 8)
#define MOUNT_ANSWER(n) \
	{ .name = n, .type = &arg_mount_answer, .len_from = AUG_LEN_FIELD, .len_arg = 1, .min_len = 8 }
#define ARRAY_IN(n, lay, l) POINTS_(n, array, lay, AUG_AT_ENTER, .len_arg = l)
#define ARRAY_OUT(n, lay, l) POINTS_(n, array, lay, AUG_AT_EXIT, .len_arg = l)
#define ARRAY_INOUT(n, lay, l) POINTS_(n, array, lay, INOUT_, .len_arg = l)
/* No more than @max of them are looked at. */
#define ARRAY_IN_MAX(n, lay, l, m) POINTS_(n, array, lay, AUG_AT_ENTER, .len_arg = l, .max_nr = m)
/* A byte for each page of as many bytes as argument @l says. */
#define PAGES_OUT(n, lay, l) \
	POINTS_(n, array, lay, AUG_AT_EXIT, .len_arg = l, .len_from = AUG_LEN_PAGES)
#define PTRS_IN(n, lay, l) POINTS_(n, ptrs, lay, AUG_AT_ENTER, .len_arg = l)
/* Contexts of security modules; a number that is there when the call failed, too. */
#define LSM_CTX_IN(n, l) { .name = n, .type = &arg_lsm_ctx_in, .len_arg = l }
#define LSM_CTX_OUT(n, l) { .name = n, .type = &arg_lsm_ctx_out, .len_arg = l, .len_from = AUG_LEN_PTR }
#define STRUCT_INOUT_ALWAYS(n, lay) POINTS_(n, struct, lay, INOUT_ | AUG_AT_FAILURE)
#define ARRAY_RET(n, lay) POINTS_(n, array, lay, AUG_AT_EXIT, .len_from = AUG_LEN_RET)
/* With room for as many as argument @l says. */
#define ARRAY_RET_IN(n, lay, l) \
	POINTS_(n, array, lay, AUG_AT_EXIT, .len_from = AUG_LEN_RET, .len_arg = l)
#define PAIR_IN(n, lay) POINTS_(n, pair, lay, AUG_AT_ENTER)
#define PAIR_OUT(n, lay) POINTS_(n, pair, lay, AUG_AT_EXIT)

/* Contents; as many bytes as argument @l says, or as the call returns. */
#define DATA_IN(n, l) { .name = n, .type = &arg_data_in, .len_arg = l }
#define DATA_IN_MAX(n, l, m) { .name = n, .type = &arg_data_in, .len_arg = l, .max_nr = m }
#define DATA_OUT(n) { .name = n, .type = &arg_data_out, .len_from = AUG_LEN_RET }
/* With room for as many as argument @l says; the result does not depend on it when that is none. */
#define DATA_OUT_IN(n, l) { .name = n, .type = &arg_data_out, .len_from = AUG_LEN_RET, .len_arg = l }
/* A message, or a key; the result may be more than argument @l had room for. */
#define RECEIVED(n, l) \
	{ .name = n, .type = &arg_data_out, .len_from = AUG_LEN_RET, .len_arg = l, .is_message = true }
#define DIRENTS(n, t) { .name = n, .type = &arg_##t, .len_from = AUG_LEN_RET }
#define IOVEC_IN(n, l) { .name = n, .type = &arg_iovec_in, .len_arg = l }
#define IOVEC_OUT(n, l) { .name = n, .type = &arg_iovec_out, .len_arg = l }
#define IOVEC_BARE(n, l) { .name = n, .type = &arg_iovec_bare, .len_arg = l }
#define MMSG_IN(n, l) { .name = n, .type = &arg_mmsg_in, .len_arg = l }
#define MMSG_OUT(n, l) { .name = n, .type = &arg_mmsg_out, .len_arg = l }
#define SOCKOPT_IN(n, l) { .name = n, .type = &arg_sockopt, .len_arg = l }
#define SOCKOPT_CODE(n, l) { .name = n, .type = &arg_sockopt_code, .layout = &layout_socket_fprog, .len_arg = l }
#define SOCKOPT_OUT(n, l) \
	{ .name = n, .type = &arg_sockopt, .when = AUG_AT_EXIT, .len_arg = l, \
	  .len_from = AUG_LEN_PTR }
#define POLLFDS(n, l) { .name = n, .type = &arg_pollfds, .len_arg = l, .exit_label = "" }
/* A time-out, of which the kernel says what is left. */
#define TIME_LEFT(n, lay) POINTS_(n, struct, lay, INOUT_, .exit_label = "left")
#define FDSET(n, label) \
	{ .name = n, .type = &arg_fdset, .len_arg = 1, .len_from = AUG_LEN_BITS, .exit_label = label }
/* Written when the call returns something above 0. */
#define RESULT_OUT(n, lay) POINTS_(n, struct, lay, AUG_AT_EXIT, .needs_result = true)
#define CPUSET_IN(n, l) { .name = n, .type = &arg_cpuset, .len_arg = l }
#define CPUSET_OUT(n) \
	{ .name = n, .type = &arg_cpuset, .when = AUG_AT_EXIT, .len_from = AUG_LEN_RET }
#define NODEMASK_IN(n, l) { .name = n, .type = &arg_nodemask, .len_arg = l, .len_from = AUG_LEN_BITS }
#define NODEMASK_OUT(n, l) \
	{ .name = n, .type = &arg_nodemask, .when = AUG_AT_EXIT, .len_arg = l, .len_from = AUG_LEN_BITS }
/* What a call returns, where that has names. */
#define RESULT(...) (&(const struct arg_desc)__VA_ARGS__)
/* What the command in argument @l makes of it: commands_<area>.c. */
#define BY_CMD(n, table, l) { .name = n, .type = &arg_by_cmd, .cmds = &cmds_##table, .len_arg = l }

/* A number that one of the tables does not have. */
#define NONE SYSCALL_NONE

/* Defines cmds_<id> from <id>_rows: the bits that are the command, and what holds for all others. */
#define DEFINE_CMDS(id, mask, ...) \
	const struct cmd_table cmds_##id = { \
		.name = #id, .nr_parts = 1, .cmd_mask = mask, \
		.parts = &(const struct cmd_rows *const){ &(const struct cmd_rows)CMD_ROWS(id) }, \
		.other = __VA_ARGS__ }
#define CMD_ROWS(id) { .rows = id##_rows, .nr = sizeof(id##_rows) / sizeof(id##_rows[0]) }

/* Defines syscalls_<area> from the rows in <area>_rows. */
#define DEFINE_SYSCALLS(area) \
	const struct syscall_table syscalls_##area = { \
		.rows = area##_rows, .nr = sizeof(area##_rows) / sizeof(area##_rows[0]) }

/* clang-format on */

extern const struct syscall_table syscalls_files, syscalls_attrs, syscalls_io, syscalls_mounts,
	syscalls_net, syscalls_mm, syscalls_process, syscalls_sched, syscalls_signal, syscalls_time,
	syscalls_ipc, syscalls_system, syscalls_compat, syscalls_unfolded;

#endif /* PERF_AUGMENT_SYSCALLS_TABLES_H */
