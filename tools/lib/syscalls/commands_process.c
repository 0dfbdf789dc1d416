// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_process.c - arguments by command or flag: clone, futex, seccomp, landlock. */
#include <linux/futex.h>
#include <linux/kcmp.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/wait.h>
#include <sys/resource.h>

#include "commands_rows.h"

/* clang-format off */

/* One segment; the others are arrays of the machine's descriptors. strace takes no look at the number. */
#define SEGMENT(c) CMD(c, { .type = &arg_segment, .layout = &layout_user_desc, .when = AUG_AT_ENTER, .len_arg = 3 })
static const struct cmd_row modify_ldt_rows[] = {
	SEGMENT(1),
	SEGMENT(0x11),
	CMD(0, { .type = &arg_segment, .layout = &layout_user_desc, .when = AUG_AT_EXIT, .len_arg = 3 }),
	CMD(2, { .type = &arg_segment, .layout = &layout_user_desc, .when = AUG_AT_EXIT, .len_arg = 3 }),
};
DEFINE_CMDS(modify_ldt, UINT32_MAX, ARG(NULL, addr));

/* A thread's own memory is a segment of 32-bit programs. */
static const struct cmd_row clone_tls32_rows[] = {
	CMD(CLONE_SETTLS, STRUCT_IN(NULL, user_desc)),
};
DEFINE_CMDS(clone_tls32, CLONE_SETTLS, ARG(NULL, addr));

/* The fourth argument: a time, a second count, or nothing. */
static const struct cmd_row futex_time_rows[] = {
	CMD(FUTEX_WAIT, STRUCT_IN(NULL, timespec)),
	CMD(FUTEX_WAKE, NOTHING),
	CMD(FUTEX_FD, NOTHING),
	CMD(FUTEX_REQUEUE, ARG(NULL, uint)),
	CMD(FUTEX_CMP_REQUEUE, ARG(NULL, uint)),
	CMD(FUTEX_WAKE_OP, ARG(NULL, uint)),
	CMD(FUTEX_LOCK_PI, STRUCT_IN(NULL, timespec)),
	CMD(FUTEX_UNLOCK_PI, NOTHING),
	CMD(FUTEX_TRYLOCK_PI, NOTHING),
	CMD(FUTEX_WAIT_BITSET, STRUCT_IN(NULL, timespec)),
	CMD(FUTEX_WAKE_BITSET, NOTHING),
	CMD(FUTEX_WAIT_REQUEUE_PI, STRUCT_IN(NULL, timespec)),
	CMD(FUTEX_CMP_REQUEUE_PI, ARG(NULL, uint)),
	CMD(13 /* FUTEX_LOCK_PI2, 5.14 */, STRUCT_IN(NULL, timespec)),
};
DEFINE_CMDS(futex_time, FUTEX_CMD_BITS, ARG(NULL, ptr));

static const struct cmd_row futex_time64_rows[] = {
	CMD(FUTEX_WAIT, STRUCT_IN(NULL, timespec64)),
	CMD(FUTEX_WAKE, NOTHING),
	CMD(FUTEX_FD, NOTHING),
	CMD(FUTEX_REQUEUE, ARG(NULL, uint)),
	CMD(FUTEX_CMP_REQUEUE, ARG(NULL, uint)),
	CMD(FUTEX_WAKE_OP, ARG(NULL, uint)),
	CMD(FUTEX_LOCK_PI, STRUCT_IN(NULL, timespec64)),
	CMD(FUTEX_UNLOCK_PI, NOTHING),
	CMD(FUTEX_TRYLOCK_PI, NOTHING),
	CMD(FUTEX_WAIT_BITSET, STRUCT_IN(NULL, timespec64)),
	CMD(FUTEX_WAKE_BITSET, NOTHING),
	CMD(FUTEX_WAIT_REQUEUE_PI, STRUCT_IN(NULL, timespec64)),
	CMD(FUTEX_CMP_REQUEUE_PI, ARG(NULL, uint)),
	CMD(13 /* FUTEX_LOCK_PI2, 5.14 */, STRUCT_IN(NULL, timespec64)),
};
DEFINE_CMDS(futex_time64, FUTEX_CMD_BITS, ARG(NULL, ptr));

/* Where a file stands in an epoll; else a descriptor, or nothing. */
static const struct cmd_row kcmp_rows[] = {
	CMD(KCMP_EPOLL_TFD, STRUCT_IN(NULL, kcmp_epoll_slot)),
};
DEFINE_CMDS(kcmp, UINT32_MAX, ARG(NULL, kcmp_idx));

static const struct cmd_row waitid_rows[] = {
	CMD(P_PGID, ARG(NULL, pgid)), CMD(P_PIDFD, ARG(NULL, fd)),
};
DEFINE_CMDS(waitid, UINT32_MAX, ARG(NULL, pid));

static const struct cmd_row priority_who_rows[] = {
	CMD(PRIO_PROCESS, ARG(NULL, pid)), CMD(PRIO_PGRP, ARG(NULL, pgid)),
};
DEFINE_CMDS(priority_who, UINT32_MAX, ARG(NULL, int));
static const struct cmd_row ioprio_who_rows[] = {
	CMD(1 /* IOPRIO_WHO_PROCESS */, ARG(NULL, pid)), CMD(2 /* IOPRIO_WHO_PGRP */, ARG(NULL, pgid)),
};
DEFINE_CMDS(ioprio_who, UINT32_MAX, ARG(NULL, int));

/* With a flag it says what there is: a version, or a set of errata. */
static const struct cmd_row landlock_create_rows[] = {
	CMD_FD(0, FLAGS(NULL, landlock_create_flags)),
};
DEFINE_CMDS(landlock_create, UINT32_MAX, FLAGS(NULL, landlock_create_flags));

static const struct cmd_row landlock_rows[] = {
	CMD(LANDLOCK_RULE_PATH_BENEATH, STRUCT_IN(NULL, landlock_path)),
	CMD(2 /* LANDLOCK_RULE_NET_PORT, 6.7 */, STRUCT_IN(NULL, landlock_port)),
};
DEFINE_CMDS(landlock, UINT32_MAX, ARG(NULL, ptr));

static const struct cmd_row seccomp_rows[] = {
	CMD(SECCOMP_SET_MODE_STRICT, ARG(NULL, ptr)),
	CMD(SECCOMP_SET_MODE_FILTER, STRUCT_IN(NULL, seccomp_fprog)),
	CMD(SECCOMP_GET_ACTION_AVAIL, STRUCT_IN(NULL, seccomp_action)),
	CMD(SECCOMP_GET_NOTIF_SIZES, STRUCT_OUT(NULL, seccomp_sizes)),
};
DEFINE_CMDS(seccomp, UINT32_MAX, ARG(NULL, ptr));

/* Flags are those of a filter. */
static const struct cmd_row seccomp_flags_rows[] = {
	CMD(SECCOMP_SET_MODE_FILTER, FLAGS(NULL, seccomp_flags)),
};
DEFINE_CMDS(seccomp_flags, UINT32_MAX, ARG(NULL, hex32));
