// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_mounts.c - rows of the system call table: mounts, file system statistics, quotas,
 * swap.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc mounts_rows[] = {
	{ "mount", { 165, 21 },
	  ARGS(ARG("dev_name", path), ARG("dir_name", path), ARG("type", mount_type),
	       FLAGS("flags", mount_flags), ARG("data", mount_data)) },
	{ "umount2", { 166, 52 }, ARGS(ARG("name", path), FLAGS("flags", umount_flags)) },
	{ "pivot_root", { 155, 217 }, ARGS(ARG("new_root", path), ARG("put_old", path)) },
	{ "fsopen", { 430, 430 }, .ret = RET_FD,
	  ARGS(ARG("_fs_name", text), FLAGS("flags", fsopen_flags)) },
	{ "fsconfig", { 431, 431 },
	  ARGS(ARG("fd", fd), ENUM("cmd", fsconfig_cmd), BY_CMD("_key", fsconfig_key, 2), BY_CMD("_value", fsconfig, 2),
	       BY_CMD("aux", fsconfig_aux, 2)) },
	{ "fsmount", { 432, 432 }, .ret = RET_FD,
	  ARGS(ARG("fs_fd", fd), FLAGS("flags", fsmount_flags), FLAGS("attr_flags", fsmount_attr)) },
	{ "fspick", { 433, 433 }, .ret = RET_FD,
	  ARGS(ARG("dfd", at_fd), ARG("path", path), FLAGS("flags", fspick_flags)) },
	{ "open_tree", { 428, 428 }, .ret = RET_FD,
	  ARGS(ARG("dfd", at_fd), ARG("filename", path), FLAGS("flags", open_tree_flags)) },
	{ "open_tree_attr", { 467, 467 }, .ret = RET_FD,
	  ARGS(ARG("dfd", at_fd), ARG("filename", path), FLAGS("flags", open_tree_flags),
	       EXTENDED_IN("uattr", mount_attr, 5, 32), ARG("usize", size)) },
	{ "move_mount", { 429, 429 },
	  ARGS(ARG("from_dfd", at_fd), ARG("from_pathname", path), ARG("to_dfd", at_fd),
	       ARG("to_pathname", path), FLAGS("flags", move_mount_flags)) },
	{ "mount_setattr", { 442, 442 },
	  ARGS(ARG("dfd", at_fd), ARG("path", path), FLAGS("flags", mount_setattr_flags),
	       EXTENDED_IN("uattr", mount_attr, 5, 32), ARG("usize", size)) },
	{ "statmount", { 457, 457 },
	  ARGS(MOUNT_REQUEST("req", mnt_id_req), MOUNT_ANSWER("buf"), ARG("bufsize", size), ARG("flags", hex32)) },
	{ "listmount", { 458, 458 },
	  ARGS(MOUNT_REQUEST("req", listmount_req), ARRAY_RET("mnt_ids", hex64), ARG("nr_mnt_ids", size),
	       FLAGS("flags", listmount_flags)) },
	{ "listns", { 470, 470 },
	  ARGS(MOUNT_REQUEST("req", ns_id_req), ARRAY_RET("ns_ids", hex64), ARG("nr_ns_ids", size), ARG("flags", hex32)) },
	{ "statfs", { 137, 99 }, ARGS(ARG("pathname", path), STRUCT_OUT("buf", statfs)) },
	{ "fstatfs", { 138, 100 }, ARGS(ARG("fd", fd), STRUCT_OUT("buf", statfs)) },
	{ "ustat", { 136, 62 }, ARGS(ARG("dev", dev), STRUCT_OUT_NOT_STRACE("ubuf", ustat)) },
	{ "sysfs", { 139, 135 }, ARGS(ARG("option", hex), ARG("arg1", hex), ARG("arg2", hex)) },
	{ "quotactl", { 179, 131 },
	  ARGS(ARG("cmd", quotactl_cmd), ARG("special", path), BY_CMD("id", quotactl_id, 1),
	       BY_CMD("addr", quotactl_addr, 1)) },
	{ "quotactl_fd", { 443, 443 },
	  ARGS(ARG("fd", fd), ARG("cmd", quotactl_cmd), BY_CMD("id", quotactl_id, 2),
	       BY_CMD("addr", quotactl_addr, 2)) },
	{ "swapon", { 167, 87 }, ARGS(ARG("specialfile", path), ARG("swap_flags", swap_flags)) },
	{ "swapoff", { 168, 115 }, ARGS(ARG("specialfile", path)) },
	{ "acct", { 163, 51 }, ARGS(ARG("name", path)) },
};

DEFINE_SYSCALLS(mounts);
