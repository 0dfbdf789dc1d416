// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_system.c - structures of calls on the kernel itself, on queues and on security. */
#include "layouts.h"

#include <linux/dqblk_xfs.h>
#include <linux/landlock.h>
#include <linux/quota.h>
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "symbols_tables.h"

/* clang-format off */

static const struct field lsm_id_fields[] = { NUMBER(uint64_t, FIELD_SYM, .syms = &syms_lsm_id) };
DEFINE_LAYOUT(lsm_id, 8);

/* What every context of a security module begins with. */
static const struct field lsm_ctx_fields[] = {
	{ .name = "id", .off = 0, .size = 8, .kind = FIELD_SYM, .syms = &syms_lsm_id },
	{ .name = "flags", .off = 8, .size = 8, .kind = FIELD_HEX },
	{ .name = "len", .off = 16, .size = 8, .kind = FIELD_UINT },
	{ .name = "ctx_len", .off = 24, .size = 8, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(lsm_ctx, 32);

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
DEFINE_LAYOUT_COMPAT(sysinfo, sizeof(struct sysinfo), sysinfo32);

static const struct field utsname_fields[] = {
	CHARS(struct utsname, sysname),
	CHARS(struct utsname, nodename),
	CHARS(struct utsname, release, .flags = FIELD_VERBOSE),
	CHARS(struct utsname, version, .flags = FIELD_VERBOSE),
	CHARS(struct utsname, machine, .flags = FIELD_VERBOSE),
	CHARS(struct utsname, domainname, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(utsname, sizeof(struct utsname));

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
DEFINE_LAYOUT_COMPAT(mq_attr, sizeof(struct mq_attr), mq_attr32);
/* Of a queue that is made: the kernel does not look at the flags. */
static const struct field mq_attr_made_fields[] = {
	HEX(struct mq_attr, mq_flags),
	SINT(struct mq_attr, mq_maxmsg),
	SINT(struct mq_attr, mq_msgsize),
	SINT(struct mq_attr, mq_curmsgs),
};
DEFINE_LAYOUT_COMPAT(mq_attr_made, sizeof(struct mq_attr), mq_attr_made32);

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
	{ .name = "key", .off = offsetof(struct ipc_perm, __key), .size = 4, .kind = FIELD_UINT },
	SAY(struct ipc_perm, cuid, uid),
	SAY(struct ipc_perm, cgid, uid),
};
DEFINE_LAYOUT_COMPAT(ipc_perm, sizeof(struct ipc_perm), ipc_perm32);
static const struct field ipc_perm_set_fields[] = {
	SAY(struct ipc_perm, uid, uid),
	SAY(struct ipc_perm, gid, uid),
	OCT(struct ipc_perm, mode),
};
DEFINE_LAYOUT_COMPAT(ipc_perm_set, sizeof(struct ipc_perm), ipc_perm32_set);
static const struct field shmid_ds_fields[] = {
	NESTED(struct shmid_ds, shm_perm, ipc_perm),
	UINT(struct shmid_ds, shm_segsz),
	PID(struct shmid_ds, shm_cpid),
	PID(struct shmid_ds, shm_lpid),
	UINT(struct shmid_ds, shm_nattch),
	SINT(struct shmid_ds, shm_atime),
	SINT(struct shmid_ds, shm_dtime),
	SINT(struct shmid_ds, shm_ctime),
};
DEFINE_LAYOUT_COMPAT(shmid_ds, sizeof(struct shmid_ds), shmid_ds32);
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
DEFINE_LAYOUT_COMPAT(msqid_ds, sizeof(struct msqid_ds), msqid_ds32);
static const struct field semid_ds_fields[] = {
	NESTED(struct semid_ds, sem_perm, ipc_perm),
	SINT(struct semid_ds, sem_otime),
	SINT(struct semid_ds, sem_ctime),
	UINT(struct semid_ds, sem_nsems),
};
DEFINE_LAYOUT_COMPAT(semid_ds, sizeof(struct semid_ds), semid_ds32);

/* What IPC_SET looks at. */
static const struct field shmid_set_fields[] = { NESTED(struct shmid_ds, shm_perm, ipc_perm_set) };
DEFINE_LAYOUT_COMPAT(shmid_set, sizeof(struct shmid_ds), shmid32_set);
static const struct field msqid_set_fields[] = {
	NESTED(struct msqid_ds, msg_perm, ipc_perm_set),
	UINT(struct msqid_ds, msg_qbytes),
};
DEFINE_LAYOUT_COMPAT(msqid_set, sizeof(struct msqid_ds), msqid32_set);
static const struct field semid_set_fields[] = { NESTED(struct semid_ds, sem_perm, ipc_perm_set) };
DEFINE_LAYOUT_COMPAT(semid_set, sizeof(struct semid_ds), semid32_set);

/* Limits and use of the whole system. */
static const struct field shminfo_fields[] = {
	UINT(struct shminfo, shmmax),
	UINT(struct shminfo, shmmin),
	UINT(struct shminfo, shmmni),
	UINT(struct shminfo, shmseg),
	UINT(struct shminfo, shmall),
};
DEFINE_LAYOUT_COMPAT(shminfo, sizeof(struct shminfo), shminfo32);
static const struct field shm_info_fields[] = {
	SINT(struct shm_info, used_ids),
	UINT(struct shm_info, shm_tot),
	UINT(struct shm_info, shm_rss),
	UINT(struct shm_info, shm_swp),
	UINT(struct shm_info, swap_attempts),
	UINT(struct shm_info, swap_successes),
};
DEFINE_LAYOUT_COMPAT(shm_info, sizeof(struct shm_info), shm_info32);
static const struct field msginfo_fields[] = {
	SINT(struct msginfo, msgpool),
	SINT(struct msginfo, msgmap),
	SINT(struct msginfo, msgmax),
	SINT(struct msginfo, msgmnb),
	SINT(struct msginfo, msgmni),
	SINT(struct msginfo, msgssz),
	SINT(struct msginfo, msgtql),
	UINT(struct msginfo, msgseg),
};
DEFINE_LAYOUT(msginfo, sizeof(struct msginfo));
static const struct field seminfo_fields[] = {
	SINT(struct seminfo, semmap),
	SINT(struct seminfo, semmni),
	SINT(struct seminfo, semmns),
	SINT(struct seminfo, semmnu),
	SINT(struct seminfo, semmsl),
	SINT(struct seminfo, semopm),
	SINT(struct seminfo, semume),
	SINT(struct seminfo, semusz),
	SINT(struct seminfo, semvmx),
	SINT(struct seminfo, semaem),
};
DEFINE_LAYOUT(seminfo, sizeof(struct seminfo));

/* ---- quotas ---- */

static const struct field dqblk_fields[] = {
	UINT(struct if_dqblk, dqb_bhardlimit),
	UINT(struct if_dqblk, dqb_bsoftlimit),
	UINT(struct if_dqblk, dqb_curspace),
	UINT(struct if_dqblk, dqb_ihardlimit),
	UINT(struct if_dqblk, dqb_isoftlimit),
	UINT(struct if_dqblk, dqb_curinodes),
	UINT(struct if_dqblk, dqb_btime, .flags = FIELD_VERBOSE),
	UINT(struct if_dqblk, dqb_itime, .flags = FIELD_VERBOSE),
	NAMES(struct if_dqblk, dqb_valid, quota_valid, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(dqblk, sizeof(struct if_dqblk));
static const struct field nextdqblk_fields[] = {
	UINT(struct if_nextdqblk, dqb_bhardlimit),
	UINT(struct if_nextdqblk, dqb_bsoftlimit),
	UINT(struct if_nextdqblk, dqb_curspace),
	UINT(struct if_nextdqblk, dqb_ihardlimit),
	UINT(struct if_nextdqblk, dqb_isoftlimit),
	UINT(struct if_nextdqblk, dqb_curinodes),
	UINT(struct if_nextdqblk, dqb_btime, .flags = FIELD_VERBOSE),
	UINT(struct if_nextdqblk, dqb_itime, .flags = FIELD_VERBOSE),
	NAMES(struct if_nextdqblk, dqb_valid, quota_valid, .flags = FIELD_VERBOSE),
	UINT(struct if_nextdqblk, dqb_id),
};
DEFINE_LAYOUT(nextdqblk, sizeof(struct if_nextdqblk));
static const struct field dqinfo_fields[] = {
	UINT(struct if_dqinfo, dqi_bgrace),
	UINT(struct if_dqinfo, dqi_igrace),
	NAMES(struct if_dqinfo, dqi_flags, quota_info_flags),
	NAMES(struct if_dqinfo, dqi_valid, quota_info_valid),
};
DEFINE_LAYOUT(dqinfo, sizeof(struct if_dqinfo));
static const struct field quota_format_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_quota_format) };
DEFINE_LAYOUT(quota_format, 4);
static const struct field xfs_quota_on_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_xfs_quota_flags) };
DEFINE_LAYOUT(xfs_quota_on, 4);
static const struct field xfs_quota_rm_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_xfs_dquot_flags) };
DEFINE_LAYOUT(xfs_quota_rm, 4);

typedef struct fs_disk_quota fsdq;
static const struct field fs_disk_quota_fields[] = {
	SINT(fsdq, d_version),
	NAMES(fsdq, d_flags, xfs_dquot_flags),
	HEX(fsdq, d_fieldmask),
	UINT(fsdq, d_id),
	UINT(fsdq, d_blk_hardlimit),
	UINT(fsdq, d_blk_softlimit),
	UINT(fsdq, d_ino_hardlimit),
	UINT(fsdq, d_ino_softlimit),
	UINT(fsdq, d_bcount),
	UINT(fsdq, d_icount),
	SINT(fsdq, d_itimer, .flags = FIELD_VERBOSE),
	SINT(fsdq, d_btimer, .flags = FIELD_VERBOSE),
	UINT(fsdq, d_iwarns, .flags = FIELD_VERBOSE),
	UINT(fsdq, d_bwarns, .flags = FIELD_VERBOSE),
	UINT(fsdq, d_rtb_hardlimit, .flags = FIELD_VERBOSE),
	UINT(fsdq, d_rtb_softlimit, .flags = FIELD_VERBOSE),
	UINT(fsdq, d_rtbcount, .flags = FIELD_VERBOSE),
	SINT(fsdq, d_rtbtimer, .flags = FIELD_VERBOSE),
	UINT(fsdq, d_rtbwarns, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(fs_disk_quota, sizeof(fsdq));

static const struct field fs_qfilestat_fields[] = {
	UINT(struct fs_qfilestat, qfs_ino),
	UINT(struct fs_qfilestat, qfs_nblks),
	UINT(struct fs_qfilestat, qfs_nextents),
};
static DEFINE_LAYOUT(fs_qfilestat, sizeof(struct fs_qfilestat));
typedef struct fs_quota_stat fsqs;
static const struct field fs_quota_stat_fields[] = {
	SINT(fsqs, qs_version),
	NAMES(fsqs, qs_flags, xfs_quota_flags, .flags = FIELD_VERBOSE),
	NESTED(fsqs, qs_uquota, fs_qfilestat, .flags = FIELD_VERBOSE),
	NESTED(fsqs, qs_gquota, fs_qfilestat, .flags = FIELD_VERBOSE),
	UINT(fsqs, qs_incoredqs, .flags = FIELD_VERBOSE),
	SINT(fsqs, qs_btimelimit, .flags = FIELD_VERBOSE),
	SINT(fsqs, qs_itimelimit, .flags = FIELD_VERBOSE),
	SINT(fsqs, qs_rtbtimelimit, .flags = FIELD_VERBOSE),
	UINT(fsqs, qs_bwarnlimit, .flags = FIELD_VERBOSE),
	UINT(fsqs, qs_iwarnlimit, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(fs_quota_stat, sizeof(fsqs));
static const struct field fs_qfilestatv_fields[] = {
	UINT(struct fs_qfilestatv, qfs_ino),
	UINT(struct fs_qfilestatv, qfs_nblks),
	UINT(struct fs_qfilestatv, qfs_nextents),
};
static DEFINE_LAYOUT(fs_qfilestatv, sizeof(struct fs_qfilestatv));
typedef struct fs_quota_statv fsqsv;
static const struct field fs_quota_statv_fields[] = {
	SINT(fsqsv, qs_version),
	NAMES(fsqsv, qs_flags, xfs_quota_flags, .flags = FIELD_VERBOSE),
	UINT(fsqsv, qs_incoredqs, .flags = FIELD_VERBOSE),
	NESTED(fsqsv, qs_uquota, fs_qfilestatv, .flags = FIELD_VERBOSE),
	NESTED(fsqsv, qs_gquota, fs_qfilestatv, .flags = FIELD_VERBOSE),
	NESTED(fsqsv, qs_pquota, fs_qfilestatv, .flags = FIELD_VERBOSE),
	SINT(fsqsv, qs_btimelimit, .flags = FIELD_VERBOSE),
	SINT(fsqsv, qs_itimelimit, .flags = FIELD_VERBOSE),
	SINT(fsqsv, qs_rtbtimelimit, .flags = FIELD_VERBOSE),
	UINT(fsqsv, qs_bwarnlimit, .flags = FIELD_VERBOSE),
	UINT(fsqsv, qs_iwarnlimit, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(fs_quota_statv, sizeof(fsqsv));

static const struct field kexec_segment_fields[] = {
	{ .name = "buf", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "bufsz", .off = 8, .size = 8, .kind = FIELD_UINT },
	{ .name = "mem", .off = 16, .size = 8, .kind = FIELD_PTR },
	{ .name = "memsz", .off = 24, .size = 8, .kind = FIELD_UINT },
};
static const struct field kexec_segment32_fields[] = {
	{ .name = "buf", .off = 0, .size = 4, .kind = FIELD_PTR },
	{ .name = "bufsz", .off = 4, .size = 4, .kind = FIELD_UINT },
	{ .name = "mem", .off = 8, .size = 4, .kind = FIELD_PTR },
	{ .name = "memsz", .off = 12, .size = 4, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(kexec_segment32, 16);
DEFINE_LAYOUT_COMPAT(kexec_segment, 32, kexec_segment32);

/* Of _sysctl(2), gone from the kernel. */
static const struct field sysctl_args_fields[] = {
	{ .name = "name", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "nlen", .off = 8, .size = 4, .kind = FIELD_SINT },
	{ .name = "oldval", .off = 16, .size = 8, .kind = FIELD_PTR },
	{ .name = "oldlenp", .off = 24, .size = 8, .kind = FIELD_PTR },
	{ .name = "newval", .off = 32, .size = 8, .kind = FIELD_PTR },
	{ .name = "newlen", .off = 40, .size = 8, .kind = FIELD_UINT },
};
static const struct field sysctl_args32_fields[] = {
	{ .name = "name", .off = 0, .size = 4, .kind = FIELD_PTR },
	{ .name = "nlen", .off = 4, .size = 4, .kind = FIELD_SINT },
	{ .name = "oldval", .off = 8, .size = 4, .kind = FIELD_PTR },
	{ .name = "oldlenp", .off = 12, .size = 4, .kind = FIELD_PTR },
	{ .name = "newval", .off = 16, .size = 4, .kind = FIELD_PTR },
	{ .name = "newlen", .off = 20, .size = 4, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(sysctl_args32, 24);
DEFINE_LAYOUT_COMPAT(sysctl_args, 48, sysctl_args32);
