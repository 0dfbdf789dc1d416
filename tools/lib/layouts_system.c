// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_system.c - structures of calls on the kernel itself, on queues and on security. */
#include "layouts.h"

#include <linux/landlock.h>
#include <linux/perf_event.h>
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "symbols_tables.h"

/* clang-format off */

static const struct field sysinfo_fields[] = {
	SINT(struct sysinfo, uptime),
	ARRAY_OF(struct sysinfo, loads, FIELD_UINT),
	UINT(struct sysinfo, totalram),
	UINT(struct sysinfo, freeram),
	UINT(struct sysinfo, sharedram),
	UINT(struct sysinfo, bufferram),
	UINT(struct sysinfo, totalswap),
	UINT(struct sysinfo, freeswap),
	UINT(struct sysinfo, procs),
	UINT(struct sysinfo, totalhigh),
	UINT(struct sysinfo, freehigh),
	UINT(struct sysinfo, mem_unit),
};
DEFINE_LAYOUT_NATIVE(sysinfo, sizeof(struct sysinfo));

static const struct field utsname_fields[] = {
	CHARS(struct utsname, sysname),
	CHARS(struct utsname, nodename),
	CHARS(struct utsname, release, .flags = FIELD_VERBOSE),
	CHARS(struct utsname, version, .flags = FIELD_VERBOSE),
	CHARS(struct utsname, machine, .flags = FIELD_VERBOSE),
	CHARS(struct utsname, domainname, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(utsname, sizeof(struct utsname));

static const struct field perf_attr_fields[] = {
	NAMES(struct perf_event_attr, type, perf_type),
	UINT(struct perf_event_attr, size),
	HEX(struct perf_event_attr, config),
	UINT(struct perf_event_attr, sample_period),
	NAMES(struct perf_event_attr, sample_type, perf_sample),
	NAMES(struct perf_event_attr, read_format, perf_read),
	/* The bit field between read_format and wakeup_events. */
	{ .name = "flags", .off = offsetof(struct perf_event_attr, read_format) + 8, .size = 8,
	  .kind = FIELD_SYM, .syms = &syms_perf_bits },
	UINT(struct perf_event_attr, wakeup_events, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, bp_type, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, config1, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, config2, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, branch_sample_type, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, sample_regs_user, .flags = FIELD_VERBOSE),
	UINT(struct perf_event_attr, sample_stack_user, .flags = FIELD_VERBOSE),
	SAY(struct perf_event_attr, clockid, clockid, .flags = FIELD_VERBOSE),
	HEX(struct perf_event_attr, sample_regs_intr, .flags = FIELD_VERBOSE),
	UINT(struct perf_event_attr, aux_watermark, .flags = FIELD_VERBOSE),
	UINT(struct perf_event_attr, sample_max_stack, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(perf_attr, sizeof(struct perf_event_attr));

static const struct field sembuf_fields[] = {
	UINT(struct sembuf, sem_num),
	SINT(struct sembuf, sem_op),
	NAMES(struct sembuf, sem_flg, sem_flags),
};
DEFINE_LAYOUT(sembuf, sizeof(struct sembuf));

static const struct field mq_attr_fields[] = {
	NAMES(struct mq_attr, mq_flags, mq_flags),
	SINT(struct mq_attr, mq_maxmsg),
	SINT(struct mq_attr, mq_msgsize),
	SINT(struct mq_attr, mq_curmsgs),
};
DEFINE_LAYOUT_NATIVE(mq_attr, sizeof(struct mq_attr));

static const struct field landlock_ruleset_fields[] = {
	{ .name = "handled_access_fs", .off = 0, .size = 8, .kind = FIELD_SYM, .syms = &syms_landlock_access_fs },
	{ .name = "handled_access_net", .off = 8, .size = 8, .kind = FIELD_SYM, .syms = &syms_landlock_access_net },
	{ .name = "scoped", .off = 16, .size = 8, .kind = FIELD_HEX },
};
DEFINE_LAYOUT(landlock_ruleset, 24);
static const struct field landlock_path_fields[] = {
	{ .name = "allowed_access", .off = 0, .size = 8, .kind = FIELD_SYM, .syms = &syms_landlock_access_fs },
	{ .name = "parent_fd", .off = 8, .size = 4, .kind = FIELD_FD },
};
DEFINE_LAYOUT(landlock_path, 12);
static const struct field landlock_port_fields[] = {
	{ .name = "allowed_access", .off = 0, .size = 8, .kind = FIELD_SYM, .syms = &syms_landlock_access_net },
	{ .name = "port", .off = 8, .size = 8, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(landlock_port, 16);

static const struct field seccomp_action_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_seccomp_action) };
DEFINE_LAYOUT(seccomp_action, 4);
static const struct field seccomp_sizes_fields[] = {
	{ .name = "seccomp_notif", .off = 0, .size = 2, .kind = FIELD_UINT },
	{ .name = "seccomp_notif_resp", .off = 2, .size = 2, .kind = FIELD_UINT },
	{ .name = "seccomp_data", .off = 4, .size = 2, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(seccomp_sizes, 6);

static const struct field ipc_perm_fields[] = {
	SAY(struct ipc_perm, uid, uid),
	SAY(struct ipc_perm, gid, uid),
	OCT(struct ipc_perm, mode),
	HEX(struct ipc_perm, __key, .flags = FIELD_VERBOSE),
	SAY(struct ipc_perm, cuid, uid),
	SAY(struct ipc_perm, cgid, uid),
};
DEFINE_LAYOUT_NATIVE(ipc_perm, sizeof(struct ipc_perm));
static const struct field shmid_ds_fields[] = {
	NESTED(struct shmid_ds, shm_perm, ipc_perm),
	UINT(struct shmid_ds, shm_segsz),
	SINT(struct shmid_ds, shm_cpid),
	SINT(struct shmid_ds, shm_lpid),
	UINT(struct shmid_ds, shm_nattch),
	SINT(struct shmid_ds, shm_atime),
	SINT(struct shmid_ds, shm_dtime),
	SINT(struct shmid_ds, shm_ctime),
};
DEFINE_LAYOUT_NATIVE(shmid_ds, sizeof(struct shmid_ds));
static const struct field msqid_ds_fields[] = {
	NESTED(struct msqid_ds, msg_perm, ipc_perm),
	SINT(struct msqid_ds, msg_stime),
	SINT(struct msqid_ds, msg_rtime),
	SINT(struct msqid_ds, msg_ctime),
	UINT(struct msqid_ds, msg_qnum),
	UINT(struct msqid_ds, msg_qbytes),
	SINT(struct msqid_ds, msg_lspid),
	SINT(struct msqid_ds, msg_lrpid),
};
DEFINE_LAYOUT_NATIVE(msqid_ds, sizeof(struct msqid_ds));
static const struct field semid_ds_fields[] = {
	NESTED(struct semid_ds, sem_perm, ipc_perm),
	SINT(struct semid_ds, sem_otime),
	SINT(struct semid_ds, sem_ctime),
	UINT(struct semid_ds, sem_nsems),
};
DEFINE_LAYOUT_NATIVE(semid_ds, sizeof(struct semid_ds));
