// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_process.c - arguments by command: prctl, arch_prctl, futex, seccomp, landlock. */
#include <asm/prctl.h>
#include <linux/futex.h>
#include <linux/landlock.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>

#include "syscalls_tables.h"

/* clang-format off */

#define CMD(c, ...) { .cmd = (uint32_t)(c), .arg = __VA_ARGS__ }
#define NOTHING ARG(NULL, none)

static const struct cmd_row prctl2_rows[] = {
	CMD(PR_SET_PDEATHSIG, ARG(NULL, signal)),
	CMD(PR_GET_PDEATHSIG, STRUCT_OUT(NULL, signal_number)),
	CMD(PR_GET_DUMPABLE, NOTHING),
	CMD(PR_SET_DUMPABLE, ENUM(NULL, dumpable)),
	CMD(PR_GET_KEEPCAPS, NOTHING),
	CMD(PR_SET_KEEPCAPS, ARG(NULL, uint)),
	CMD(PR_GET_TIMING, NOTHING),
	CMD(PR_SET_NAME, ARG(NULL, comm)),
	CMD(PR_GET_NAME, ARG(NULL, comm_out)),
	CMD(PR_GET_SECCOMP, NOTHING),
	CMD(PR_SET_SECCOMP, ENUM(NULL, seccomp_mode)),
	CMD(PR_CAPBSET_READ, ENUM(NULL, capability)),
	CMD(PR_CAPBSET_DROP, ENUM(NULL, capability)),
	CMD(PR_GET_TSC, STRUCT_OUT(NULL, int)),
	CMD(PR_GET_SECUREBITS, NOTHING),
	CMD(PR_SET_SECUREBITS, ARG(NULL, hex)),
	CMD(PR_GET_TIMERSLACK, NOTHING),
	CMD(PR_SET_TIMERSLACK, ARG(NULL, size)),
	CMD(PR_TASK_PERF_EVENTS_DISABLE, NOTHING),
	CMD(PR_TASK_PERF_EVENTS_ENABLE, NOTHING),
	CMD(PR_SET_PTRACER, ARG(NULL, pid)),
	CMD(PR_SET_CHILD_SUBREAPER, ARG(NULL, uint)),
	CMD(PR_GET_CHILD_SUBREAPER, STRUCT_OUT(NULL, int)),
	CMD(PR_SET_NO_NEW_PRIVS, ARG(NULL, uint)),
	CMD(PR_GET_NO_NEW_PRIVS, NOTHING),
	CMD(PR_GET_TID_ADDRESS, STRUCT_OUT(NULL, ptr)),
	CMD(PR_SET_THP_DISABLE, ARG(NULL, uint)),
	CMD(PR_GET_THP_DISABLE, NOTHING),
	CMD(PR_SET_MM, ENUM(NULL, prctl_mm)),
	CMD(PR_CAP_AMBIENT, ENUM(NULL, cap_ambient)),
	CMD(PR_SET_VMA, ARG(NULL, uint)),
};
DEFINE_CMDS(prctl2, UINT32_MAX, ARG(NULL, hex));

/* Options that do not look at the arguments from the third, the fourth and the fifth on. */
#define PRCTL_OF_ONE_ARGUMENT \
	CMD(PR_SET_PDEATHSIG, NOTHING), \
	CMD(PR_GET_PDEATHSIG, NOTHING), \
	CMD(PR_GET_DUMPABLE, NOTHING), \
	CMD(PR_SET_DUMPABLE, NOTHING), \
	CMD(PR_GET_KEEPCAPS, NOTHING), \
	CMD(PR_SET_KEEPCAPS, NOTHING), \
	CMD(PR_GET_TIMING, NOTHING), \
	CMD(PR_SET_NAME, NOTHING), \
	CMD(PR_GET_NAME, NOTHING), \
	CMD(PR_GET_SECCOMP, NOTHING), \
	CMD(PR_CAPBSET_READ, NOTHING), \
	CMD(PR_CAPBSET_DROP, NOTHING), \
	CMD(PR_GET_TSC, NOTHING), \
	CMD(PR_GET_SECUREBITS, NOTHING), \
	CMD(PR_SET_SECUREBITS, NOTHING), \
	CMD(PR_GET_TIMERSLACK, NOTHING), \
	CMD(PR_SET_TIMERSLACK, NOTHING), \
	CMD(PR_TASK_PERF_EVENTS_DISABLE, NOTHING), \
	CMD(PR_TASK_PERF_EVENTS_ENABLE, NOTHING), \
	CMD(PR_SET_PTRACER, NOTHING), \
	CMD(PR_SET_CHILD_SUBREAPER, NOTHING), \
	CMD(PR_GET_CHILD_SUBREAPER, NOTHING), \
	CMD(PR_SET_NO_NEW_PRIVS, NOTHING), \
	CMD(PR_GET_NO_NEW_PRIVS, NOTHING), \
	CMD(PR_GET_TID_ADDRESS, NOTHING), \
	CMD(PR_SET_THP_DISABLE, NOTHING), \
	CMD(PR_GET_THP_DISABLE, NOTHING),

static const struct cmd_row prctl3_rows[] = {
	CMD(PR_SET_SECCOMP, STRUCT_IN(NULL, sock_fprog)),
	CMD(PR_SET_MM, ARG(NULL, ptr)),
	CMD(PR_CAP_AMBIENT, ENUM(NULL, capability)),
	CMD(PR_SET_VMA, ARG(NULL, ptr)),
	PRCTL_OF_ONE_ARGUMENT
};
DEFINE_CMDS(prctl3, UINT32_MAX, ARG(NULL, hex));
static const struct cmd_row prctl4_rows[] = {
	CMD(PR_SET_SECCOMP, NOTHING),
	CMD(PR_SET_MM, ARG(NULL, size)),
	CMD(PR_CAP_AMBIENT, NOTHING),
	CMD(PR_SET_VMA, ARG(NULL, size)),
	PRCTL_OF_ONE_ARGUMENT
};
DEFINE_CMDS(prctl4, UINT32_MAX, ARG(NULL, hex));
static const struct cmd_row prctl5_rows[] = {
	CMD(PR_SET_SECCOMP, NOTHING),
	CMD(PR_SET_MM, ARG(NULL, hex)),
	CMD(PR_CAP_AMBIENT, NOTHING),
	CMD(PR_SET_VMA, ARG(NULL, str)),
	PRCTL_OF_ONE_ARGUMENT
};
DEFINE_CMDS(prctl5, UINT32_MAX, ARG(NULL, hex));

static const struct cmd_row arch_prctl_rows[] = {
	CMD(ARCH_SET_FS, ARG(NULL, ptr)),
	CMD(ARCH_SET_GS, ARG(NULL, ptr)),
	CMD(ARCH_GET_FS, STRUCT_OUT(NULL, ptr)),
	CMD(ARCH_GET_GS, STRUCT_OUT(NULL, ptr)),
	CMD(ARCH_GET_CPUID, NOTHING),
};
DEFINE_CMDS(arch_prctl, UINT32_MAX, ARG(NULL, hex));

/* One segment; the others are arrays of the machine's descriptors. strace takes no look at the number. */
#define SEGMENT(c) CMD(c, { .type = &arg_segment, .layout = &layout_user_desc, .when = AUG_AT_ENTER, .len_arg = 3 })
static const struct cmd_row modify_ldt_rows[] = {
	SEGMENT(1),
	SEGMENT(0x11),
	CMD(0, { .type = &arg_segment, .layout = &layout_user_desc, .when = AUG_AT_EXIT, .len_arg = 3 }),
	CMD(2, { .type = &arg_segment, .layout = &layout_user_desc, .when = AUG_AT_EXIT, .len_arg = 3 }),
};
DEFINE_CMDS(modify_ldt, UINT32_MAX, ARG(NULL, addr));

/* The fourth argument: a time, a second count, or nothing. */
static const struct cmd_row futex_time_rows[] = {
	CMD(FUTEX_WAIT, STRUCT_IN(NULL, timespec)),
	CMD(FUTEX_WAKE, NOTHING),
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
DEFINE_CMDS(futex_time, (uint32_t)FUTEX_CMD_MASK, ARG(NULL, ptr));

static const struct cmd_row futex_time64_rows[] = {
	CMD(FUTEX_WAIT, STRUCT_IN(NULL, timespec64)),
	CMD(FUTEX_WAKE, NOTHING),
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
DEFINE_CMDS(futex_time64, (uint32_t)FUTEX_CMD_MASK, ARG(NULL, ptr));

static const struct cmd_row landlock_rows[] = {
	CMD(LANDLOCK_RULE_PATH_BENEATH, STRUCT_IN(NULL, landlock_path)),
	CMD(2 /* LANDLOCK_RULE_NET_PORT, 6.7 */, STRUCT_IN(NULL, landlock_port)),
};
DEFINE_CMDS(landlock, UINT32_MAX, ARG(NULL, ptr));

static const struct cmd_row seccomp_rows[] = {
	CMD(SECCOMP_SET_MODE_STRICT, ARG(NULL, ptr)),
	CMD(SECCOMP_SET_MODE_FILTER, STRUCT_IN(NULL, sock_fprog)),
	CMD(SECCOMP_GET_ACTION_AVAIL, STRUCT_IN(NULL, seccomp_action)),
	CMD(SECCOMP_GET_NOTIF_SIZES, STRUCT_OUT(NULL, seccomp_sizes)),
};
DEFINE_CMDS(seccomp, UINT32_MAX, ARG(NULL, ptr));
