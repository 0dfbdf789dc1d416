// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * commands_prctl.c - arguments of prctl and arch_prctl by their option. Arguments that no row names are numbers: the kernel wants
 * zeros there.
 */
#include <asm/prctl.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>

#include "commands_rows.h"

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65 /* 6.3 */
#endif
#ifndef PR_SET_MEMORY_MERGE
#define PR_SET_MEMORY_MERGE 67 /* 6.4 */
#endif

/* clang-format off */

static const struct cmd_row prctl2_rows[] = {
	CMD(PR_SET_PDEATHSIG, ARG(NULL, prctl_signal)),
	CMD(PR_GET_PDEATHSIG, STRUCT_OUT(NULL, signal_number)),
	CMD_RESULT(PR_GET_DUMPABLE, ENUM(NULL, dumpable), NOTHING),
	CMD(PR_SET_DUMPABLE, ENUM(NULL, dumpable)),
	CMD(PR_GET_UNALIGN, STRUCT_OUT(NULL, uint)),
	CMD(PR_SET_UNALIGN, FLAGS(NULL, prctl_unalign)),
	CMD(PR_GET_KEEPCAPS, NOTHING),
	CMD(PR_SET_KEEPCAPS, ARG(NULL, size)),
	CMD(PR_GET_FPEMU, STRUCT_OUT(NULL, uint)),
	CMD(PR_SET_FPEMU, ARG(NULL, size)),
	CMD(PR_GET_FPEXC, STRUCT_OUT(NULL, uint)),
	CMD(PR_SET_FPEXC, ARG(NULL, size)),
	CMD(PR_GET_TIMING, NOTHING),
	CMD(PR_SET_TIMING, ARG(NULL, size)),
	CMD(PR_SET_NAME, ARG(NULL, comm)),
	CMD(PR_GET_NAME, ARG(NULL, comm_out)),
	CMD(PR_GET_ENDIAN, STRUCT_OUT(NULL, uint)),
	CMD(PR_SET_ENDIAN, ARG(NULL, size)),
	CMD(PR_GET_SECCOMP, NOTHING),
	CMD(PR_SET_SECCOMP, ENUM(NULL, seccomp_mode)),
	CMD(PR_CAPBSET_READ, ENUM(NULL, capability)),
	CMD(PR_CAPBSET_DROP, ENUM(NULL, capability)),
	CMD(PR_GET_TSC, STRUCT_OUT(NULL, prctl_tsc)),
	CMD(PR_SET_TSC, ENUM(NULL, prctl_tsc)),
	CMD_RESULT(PR_GET_SECUREBITS, FLAGS(NULL, securebits), NOTHING),
	CMD(PR_SET_SECUREBITS, FLAGS(NULL, securebits)),
	CMD(PR_GET_TIMERSLACK, NOTHING),
	CMD(PR_SET_TIMERSLACK, ARG(NULL, long)),
	CMD(PR_TASK_PERF_EVENTS_DISABLE, NOTHING),
	CMD(PR_TASK_PERF_EVENTS_ENABLE, NOTHING),
	CMD(PR_MCE_KILL, ENUM(NULL, prctl_mce_kill)),
	CMD_RESULT(PR_MCE_KILL_GET, ENUM(NULL, prctl_mce_policy), ARG(NULL, hex)),
	CMD(PR_SET_MM, ENUM(NULL, prctl_mm)),
	CMD(PR_SET_CHILD_SUBREAPER, ARG(NULL, size)),
	CMD(PR_GET_CHILD_SUBREAPER, STRUCT_OUT(NULL, int)),
	CMD(PR_SET_NO_NEW_PRIVS, ARG(NULL, size)),
	CMD(PR_GET_TID_ADDRESS, STRUCT_OUT(NULL, ptr)),
	CMD(PR_SET_THP_DISABLE, ARG(NULL, size)),
	CMD(PR_SET_FP_MODE, FLAGS(NULL, prctl_fp_mode)),
	CMD(PR_GET_FP_MODE, NOTHING),
	CMD(PR_CAP_AMBIENT, ENUM(NULL, cap_ambient)),
	CMD(PR_SVE_SET_VL, ARG(NULL, hex)),
	CMD(PR_SVE_GET_VL, NOTHING),
	CMD(PR_SME_SET_VL, ARG(NULL, hex)),
	CMD(PR_SME_GET_VL, NOTHING),
	CMD_RESULT(PR_GET_SPECULATION_CTRL, FLAGS(NULL, prctl_speculation_flags), ENUM(NULL, prctl_speculation)),
	CMD(PR_SET_SPECULATION_CTRL, ENUM(NULL, prctl_speculation)),
	CMD(PR_PAC_RESET_KEYS, FLAGS(NULL, prctl_pac_keys)),
	CMD(PR_PAC_SET_ENABLED_KEYS, FLAGS(NULL, prctl_pac_enabled_keys)),
	CMD(PR_SET_IO_FLUSHER, ARG(NULL, size)),
	CMD(PR_SET_SYSCALL_USER_DISPATCH, ENUM(NULL, prctl_dispatch)),
	CMD(PR_SCHED_CORE, ENUM(NULL, prctl_sched_core)),
	CMD(PR_SET_MDWE, FLAGS(NULL, prctl_mdwe)),
	CMD(PR_SET_MEMORY_MERGE, ARG(NULL, size)),
	CMD(78 /* PR_FUTEX_HASH, 6.16 */, ENUM(NULL, prctl_futex_hash)),
	CMD(79 /* PR_RSEQ_SLICE_EXTENSION, 7.0 */, ENUM(NULL, prctl_rseq_slice)),
	CMD(PR_SET_PTRACER, ARG(NULL, ptracer)),
	CMD(PR_SET_VMA, ENUM(NULL, prctl_vma)),
};
DEFINE_CMDS(prctl2, UINT32_MAX, ARG(NULL, hex));

/* Options that do not look at the arguments from the third on. */
#define OF_ONE_ARGUMENT \
	CMD(PR_SET_PDEATHSIG, NOTHING), \
	CMD(PR_GET_PDEATHSIG, NOTHING), \
	CMD(PR_GET_DUMPABLE, NOTHING), \
	CMD(PR_SET_DUMPABLE, NOTHING), \
	CMD(PR_GET_UNALIGN, NOTHING), \
	CMD(PR_SET_UNALIGN, NOTHING), \
	CMD(PR_GET_KEEPCAPS, NOTHING), \
	CMD(PR_SET_KEEPCAPS, NOTHING), \
	CMD(PR_GET_FPEMU, NOTHING), \
	CMD(PR_SET_FPEMU, NOTHING), \
	CMD(PR_GET_FPEXC, NOTHING), \
	CMD(PR_SET_FPEXC, NOTHING), \
	CMD(PR_GET_TIMING, NOTHING), \
	CMD(PR_SET_TIMING, NOTHING), \
	CMD(PR_SET_NAME, NOTHING), \
	CMD(PR_GET_NAME, NOTHING), \
	CMD(PR_GET_ENDIAN, NOTHING), \
	CMD(PR_SET_ENDIAN, NOTHING), \
	CMD(PR_GET_SECCOMP, NOTHING), \
	CMD(PR_CAPBSET_READ, NOTHING), \
	CMD(PR_CAPBSET_DROP, NOTHING), \
	CMD(PR_GET_TSC, NOTHING), \
	CMD(PR_SET_TSC, NOTHING), \
	CMD(PR_GET_SECUREBITS, NOTHING), \
	CMD(PR_SET_SECUREBITS, NOTHING), \
	CMD(PR_GET_TIMERSLACK, NOTHING), \
	CMD(PR_SET_TIMERSLACK, NOTHING), \
	CMD(PR_TASK_PERF_EVENTS_DISABLE, NOTHING), \
	CMD(PR_TASK_PERF_EVENTS_ENABLE, NOTHING), \
	CMD(PR_SET_CHILD_SUBREAPER, NOTHING), \
	CMD(PR_GET_CHILD_SUBREAPER, NOTHING), \
	CMD(PR_GET_TID_ADDRESS, NOTHING), \
	CMD(PR_SET_FP_MODE, NOTHING), \
	CMD(PR_GET_FP_MODE, NOTHING), \
	CMD(PR_SVE_SET_VL, NOTHING), \
	CMD(PR_SVE_GET_VL, NOTHING), \
	CMD(PR_SME_SET_VL, NOTHING), \
	CMD(PR_SME_GET_VL, NOTHING), \
	CMD(PR_GET_SPECULATION_CTRL, NOTHING), \
	CMD(PR_SET_PTRACER, NOTHING)

static const struct cmd_row prctl3_rows[] = {
	CMD(PR_SET_SECCOMP, POINTS_(NULL, prctl_filter, seccomp_fprog, AUG_AT_ENTER)),
	CMD(PR_MCE_KILL, { .type = &arg_prctl_policy, .syms = &syms_prctl_mce_policy }),
	CMD(PR_CAP_AMBIENT, { .type = &arg_prctl_cap, .syms = &syms_capability }),
	CMD(PR_SET_SPECULATION_CTRL, { .type = &arg_prctl_speculation, .syms = &syms_prctl_speculation_state }),
	CMD(PR_PAC_SET_ENABLED_KEYS, FLAGS(NULL, prctl_pac_enabled_keys)),
	CMD(PR_SCHED_CORE, ARG(NULL, pid)),
	CMD(PR_SET_VMA, ARG(NULL, prctl_vma_start)),
	OF_ONE_ARGUMENT,
};
DEFINE_CMDS(prctl3, UINT32_MAX, ARG(NULL, hex));
static const struct cmd_row prctl4_rows[] = {
	CMD(PR_SET_SECCOMP, ARG(NULL, prctl_seccomp)),
	CMD(PR_SET_SPECULATION_CTRL, NOTHING),
	CMD(PR_SCHED_CORE, { .type = &arg_enum_beside, .syms = &syms_prctl_sched_scope }),
	CMD(PR_SET_VMA, ARG(NULL, prctl_vma_size)),
	OF_ONE_ARGUMENT,
};
DEFINE_CMDS(prctl4, UINT32_MAX, ARG(NULL, hex));
static const struct cmd_row prctl5_rows[] = {
	CMD(PR_SET_SECCOMP, ARG(NULL, prctl_seccomp)),
	CMD(PR_SET_SPECULATION_CTRL, NOTHING),
	CMD(PR_SET_SYSCALL_USER_DISPATCH, ARG(NULL, addr)),
	CMD(PR_SCHED_CORE, STRUCT_OUT(NULL, hex64)),
	CMD(PR_SET_VMA, ARG(NULL, prctl_vma_name)),
	OF_ONE_ARGUMENT,
};
DEFINE_CMDS(prctl5, UINT32_MAX, ARG(NULL, hex));

static const struct cmd_row arch_prctl_rows[] = {
	CMD(ARCH_SET_FS, ARG(NULL, base)),
	CMD(ARCH_SET_GS, ARG(NULL, base)),
	CMD(ARCH_GET_FS, STRUCT_OUT(NULL, ptr)),
	CMD(ARCH_GET_GS, STRUCT_OUT(NULL, ptr)),
	CMD(ARCH_GET_CPUID, NOTHING),
	CMD(ARCH_GET_XCOMP_SUPP, STRUCT_OUT(NULL, xfeatures)),
	CMD(ARCH_GET_XCOMP_PERM, STRUCT_OUT(NULL, xfeatures)),
	CMD(ARCH_GET_XCOMP_GUEST_PERM, STRUCT_OUT(NULL, xfeatures)),
	CMD(ARCH_REQ_XCOMP_PERM, { .type = &arg_enum_beside, .syms = &syms_xfeature }),
	CMD(ARCH_REQ_XCOMP_GUEST_PERM, { .type = &arg_enum_beside, .syms = &syms_xfeature }),
};
DEFINE_CMDS(arch_prctl, UINT32_MAX, ARG(NULL, hex));
