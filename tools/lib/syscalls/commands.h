/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * commands.h - tables that say what an argument is for each command of a call: arg_by_cmd.
 *
 * As for a row of the system call table, both the decoding and what the engine copies come from them.
 */
#ifndef PERF_AUGMENT_COMMANDS_H
#define PERF_AUGMENT_COMMANDS_H

#include <stdatomic.h>

#include "decode.h"

/**
 * struct cmd_row - what the argument is for command @cmd; the names in .arg are not used.
 * @ret: what the call returns, when that is not as of struct syscall_desc; RET_INT: it is.
 * @result: what it returns, as of struct syscall_desc.
 */
struct cmd_row {
	uint32_t cmd;
	enum ret_kind ret;
	const struct arg_desc *result;
	struct arg_desc arg;
};

/** CMD_INDEX_SLOTS - a power of two, more than twice the rows of any table that has an index. */
#define CMD_INDEX_SLOTS 2048

/** struct cmd_index - where the row of a command is; made when the first is looked up. */
struct cmd_index {
	atomic_bool is_made;
	const struct cmd_row *slots[CMD_INDEX_SLOTS];
};

/** struct cmd_rows - those of one file. */
struct cmd_rows {
	const struct cmd_row *rows;
	uint16_t nr;
};

/**
 * struct cmd_table
 * @parts: its rows; a command has one.
 * @index: where there are so many that looking at all takes too long; NULL: where there are not.
 * @cmd_mask: bits of the argument that are the command.
 * @other: for commands that no row names.
 */
struct cmd_table {
	const char *name;
	const struct cmd_rows *const *parts;
	uint16_t nr_parts;
	struct cmd_index *index;
	uint32_t cmd_mask;
	struct arg_desc other;
};

/** cmd_table__at() - row number @i of all; NULL behind the last. */
const struct cmd_row *cmd_table__at(const struct cmd_table *table, size_t i);

/** cmd_table__row() - the row of @cmd; NULL when there is none. */
const struct cmd_row *cmd_table__row(const struct cmd_table *table, uint64_t cmd);

/** cmd_table__find() - what the argument is for @cmd. */
const struct arg_desc *cmd_table__find(const struct cmd_table *table, uint64_t cmd);

/** arg_desc__resolve() - @desc, or for arg_by_cmd what the command of this call makes of it. */
const struct arg_desc *arg_desc__resolve(const struct arg_desc *desc, const struct aug_record *rec);

/* commands_net.c */
extern const struct cmd_table cmds_sockopt_value;

/* commands_files.c, commands_ioctl.c */
extern const struct cmd_table cmds_fcntl, cmds_fcntl64, cmds_ioctl, cmds_fsconfig,
	cmds_fsconfig_key, cmds_fsconfig_aux, cmds_epoll_ctl;

/* ioctl_<area>.c: the parts of cmds_ioctl */
extern const struct cmd_rows ioctl_block, ioctl_btrfs, ioctl_clock, ioctl_console, ioctl_devices,
	ioctl_dm, ioctl_files, ioctl_flash, ioctl_gpio, ioctl_input, ioctl_keyboard, ioctl_machine,
	ioctl_video, ioctl_watch;
extern const struct cmd_rows ioctl_btrfs_devices, ioctl_btrfs_trees, ioctl_video_control,
	ioctl_video_format;
extern const struct cmd_rows ioctl_scsi, ioctl_tee;

/* syscalls_unfolded.c */
extern const struct cmd_table cmds_ipc_shmctl, cmds_ipc_msgctl, cmds_ipc_semctl;

/* commands_process.c */
extern const struct cmd_table cmds_modify_ldt, cmds_clone_tls32, cmds_futex_time, cmds_futex_time64,
	cmds_kcmp, cmds_waitid, cmds_priority_who, cmds_ioprio_who, cmds_landlock,
	cmds_landlock_create, cmds_seccomp, cmds_seccomp_flags;

/* commands_prctl.c */
extern const struct cmd_table cmds_prctl2, cmds_prctl3, cmds_prctl4, cmds_prctl5, cmds_arch_prctl;

/* commands_keys.c */
extern const struct cmd_table cmds_keyctl2, cmds_keyctl3, cmds_keyctl4, cmds_keyctl5;

/* commands_ptrace.c */
extern const struct cmd_table cmds_ptrace_pid, cmds_ptrace_addr, cmds_ptrace_data;

/* commands_system.c */
extern const struct cmd_table cmds_shmctl, cmds_msgctl, cmds_semctl, cmds_bpf, cmds_quotactl_id,
	cmds_quotactl_addr, cmds_io_uring_arg, cmds_syslog_buf, cmds_syslog_len,
	cmds_io_uring_register;

#endif /* PERF_AUGMENT_COMMANDS_H */
