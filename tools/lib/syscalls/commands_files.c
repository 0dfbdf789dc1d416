// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_files.c - arguments by command: fcntl, fsconfig, epoll_ctl. */
#include <linux/fcntl.h>
#include <sys/epoll.h>

#include "commands_rows.h"
#include "util.h"

/* clang-format off */

static const struct cmd_row fcntl_rows[] = {
	CMD_FD(F_DUPFD, ARG(NULL, long)), /* the least number that will do: none that is open */
	CMD_FD(F_DUPFD_CLOEXEC, ARG(NULL, long)),
	CMD_RESULT(F_GETFD, FLAGS(NULL, fd_flags), NOTHING),
	CMD(F_SETFD, FLAGS(NULL, fd_flags)),
	CMD_RESULT(F_GETFL, FLAGS(NULL, open_flags), NOTHING),
	CMD(F_SETFL, FLAGS(NULL, open_flags)),
	CMD(F_GETLK, STRUCT_INOUT_BUT(NULL, flock_out, AUG_AT_EXIT)),
	CMD(F_SETLK, STRUCT_IN(NULL, flock)),
	CMD(F_SETLKW, STRUCT_IN(NULL, flock)),
	CMD(F_OFD_GETLK, STRUCT_INOUT_BUT(NULL, flock_ofd_out, AUG_AT_EXIT)),
	CMD(F_OFD_SETLK, STRUCT_IN(NULL, flock_ofd)),
	CMD(F_OFD_SETLKW, STRUCT_IN(NULL, flock_ofd)),
	CMD_PID(F_GETOWN, NOTHING),
	CMD(F_SETOWN, ARG(NULL, pid_or_pgid)),
	CMD(F_GETOWN_EX, STRUCT_OUT(NULL, f_owner_ex)),
	CMD(F_SETOWN_EX, STRUCT_IN(NULL, f_owner_ex)),
	CMD_RESULT(F_GETSIG, ARG(NULL, signal), NOTHING),
	CMD(F_SETSIG, ARG(NULL, signal)),
	CMD_RESULT(F_GETLEASE, ENUM(NULL, lock_type), NOTHING),
	CMD(F_SETLEASE, ENUM(NULL, lock_type)),
	CMD(1024 + 15 /* F_GETDELEG, 6.19 */, STRUCT_INOUT(NULL, delegation)),
	CMD(1024 + 16 /* F_SETDELEG, 6.19 */, STRUCT_IN(NULL, delegation)),
	CMD(F_NOTIFY, FLAGS(NULL, dnotify)),
	CMD(F_GETPIPE_SZ, NOTHING),
	CMD(F_SETPIPE_SZ, ARG(NULL, long)),
	CMD_RESULT(F_GET_SEALS, FLAGS(NULL, seals), NOTHING),
	CMD(F_ADD_SEALS, FLAGS(NULL, seals)),
	CMD(F_GET_RW_HINT, STRUCT_OUT(NULL, u64)),
	CMD(F_SET_RW_HINT, STRUCT_IN(NULL, u64)),
	CMD(F_GET_FILE_RW_HINT, STRUCT_OUT(NULL, u64)),
	CMD(F_SET_FILE_RW_HINT, STRUCT_IN(NULL, u64)),
};
DEFINE_CMDS(fcntl, UINT32_MAX, ARG(NULL, hex));
#ifndef F_GETLK64
#define F_GETLK64 12
#define F_SETLK64 13
#define F_SETLKW64 14
#endif
/* What fcntl64 has more. */
static const struct cmd_row lock64_rows[] = {
	CMD(F_GETLK64, STRUCT_INOUT_BUT(NULL, flock64_out, AUG_AT_EXIT)),
	CMD(F_SETLK64, STRUCT_IN(NULL, flock64)),
	CMD(F_SETLKW64, STRUCT_IN(NULL, flock64)),
};
static const struct cmd_rows *const fcntl64_parts[] = {
	&(const struct cmd_rows)CMD_ROWS(fcntl), &(const struct cmd_rows)CMD_ROWS(lock64),
};
const struct cmd_table cmds_fcntl64 = { .name = "fcntl64", .parts = fcntl64_parts, .nr_parts = ARRAY_SIZE(fcntl64_parts),
					.cmd_mask = UINT32_MAX, .other = ARG(NULL, hex) };

#define FSCONFIG_SET_STRING 1
#define FSCONFIG_SET_BINARY 2
#define FSCONFIG_SET_PATH 3
#define FSCONFIG_SET_PATH_EMPTY 4
#define FSCONFIG_SET_FD 5
static const struct cmd_row fsconfig_rows[] = {
	CMD(FSCONFIG_SET_STRING, ARG(NULL, text)),
	CMD(FSCONFIG_SET_BINARY, { .type = &arg_binary_in, .len_arg = 5 }),
	CMD(FSCONFIG_SET_PATH, ARG(NULL, path)),
	CMD(FSCONFIG_SET_PATH_EMPTY, ARG(NULL, path)),
};
DEFINE_CMDS(fsconfig, UINT32_MAX, ARG(NULL, ptr));
/* The commands that set something say what. */
static const struct cmd_row fsconfig_key_rows[] = {
	CMD(0, ARG(NULL, text)), CMD(FSCONFIG_SET_STRING, ARG(NULL, text)), CMD(FSCONFIG_SET_BINARY, ARG(NULL, text)),
	CMD(FSCONFIG_SET_PATH, ARG(NULL, text)), CMD(FSCONFIG_SET_PATH_EMPTY, ARG(NULL, text)),
	CMD(FSCONFIG_SET_FD, ARG(NULL, text)),
};
DEFINE_CMDS(fsconfig_key, UINT32_MAX, ARG(NULL, addr));
/* Where the path begins, or what is set. */
static const struct cmd_row fsconfig_aux_rows[] = {
	CMD(FSCONFIG_SET_PATH, ARG(NULL, at_fd)),
	CMD(FSCONFIG_SET_PATH_EMPTY, ARG(NULL, at_fd)),
	CMD(FSCONFIG_SET_FD, ARG(NULL, fd)),
};
DEFINE_CMDS(fsconfig_aux, UINT32_MAX, ARG(NULL, int));

/* What is removed needs no events: they are not looked at. */
static const struct cmd_row epoll_ctl_rows[] = {
	CMD(EPOLL_CTL_DEL, ARG(NULL, addr)),
};
DEFINE_CMDS(epoll_ctl, UINT32_MAX, STRUCT_IN(NULL, epoll_event));
