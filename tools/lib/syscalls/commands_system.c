// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_system.c - arguments by command: System V IPC control, quotactl, syslog, io_uring, bpf. */
#include <linux/bpf.h>
#include <linux/dqblk_xfs.h>
#include <linux/io_uring.h>
#include <linux/quota.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "commands_rows.h"

/* clang-format off */

/* Commands may carry IPC_64, which 64-bit kernels do not look at. */
#define IPC_CMD_MASK 0xff

static const struct cmd_row shmctl_rows[] = {
	CMD(IPC_RMID, ARG(NULL, ptr)),
	CMD(IPC_SET, STRUCT_IN(NULL, shmid_set)),
	CMD(IPC_STAT, STRUCT_OUT(NULL, shmid_ds)),
	CMD(SHM_STAT, STRUCT_OUT(NULL, shmid_ds)),
	CMD(SHM_STAT_ANY, STRUCT_OUT(NULL, shmid_ds)),
	CMD(IPC_INFO, STRUCT_OUT(NULL, shminfo)),
	CMD(SHM_INFO, STRUCT_OUT(NULL, shm_info)),
};
DEFINE_CMDS(shmctl, IPC_CMD_MASK, ARG(NULL, ptr));

static const struct cmd_row msgctl_rows[] = {
	CMD(IPC_SET, STRUCT_IN(NULL, msqid_set)),
	CMD(IPC_STAT, STRUCT_OUT(NULL, msqid_ds)),
	CMD(MSG_STAT, STRUCT_OUT(NULL, msqid_ds)),
	CMD(MSG_STAT_ANY, STRUCT_OUT(NULL, msqid_ds)),
	CMD(IPC_INFO, STRUCT_OUT(NULL, msginfo)),
	CMD(MSG_INFO, STRUCT_OUT(NULL, msginfo)),
};
DEFINE_CMDS(msgctl, IPC_CMD_MASK, ARG(NULL, ptr));

static const struct cmd_row semctl_rows[] = {
	CMD(IPC_SET, STRUCT_IN(NULL, semid_set)),
	CMD(IPC_STAT, STRUCT_OUT(NULL, semid_ds)),
	CMD(SEM_STAT, STRUCT_OUT(NULL, semid_ds)),
	CMD(SEM_STAT_ANY, STRUCT_OUT(NULL, semid_ds)),
	CMD(IPC_INFO, STRUCT_OUT(NULL, seminfo)),
	CMD(SEM_INFO, STRUCT_OUT(NULL, seminfo)),
	CMD(SETVAL, ARG(NULL, semval)),
};
DEFINE_CMDS(semctl, IPC_CMD_MASK, ARG(NULL, ptr));

/* Commands with a type of quota in the low byte. */
#define QUOTA(c) (((uint32_t)(c) << SUBCMDSHIFT))
static const struct cmd_row quotactl_id_rows[] = {
	CMD(QUOTA(Q_SYNC), NOTHING),
	CMD(QUOTA(Q_QUOTAON), ENUM(NULL, quota_format)),
	CMD(QUOTA(Q_QUOTAOFF), NOTHING),
	CMD(QUOTA(Q_GETFMT), NOTHING),
	CMD(QUOTA(Q_GETINFO), NOTHING),
	CMD(QUOTA(Q_SETINFO), NOTHING),
	CMD(QUOTA(Q_XQUOTAON), NOTHING),
	CMD(QUOTA(Q_XQUOTAOFF), NOTHING),
	CMD(QUOTA(Q_XGETQSTAT), NOTHING),
	CMD(QUOTA(Q_XGETQSTATV), NOTHING),
	CMD(QUOTA(Q_XQUOTARM), NOTHING),
	CMD(QUOTA(Q_XQUOTASYNC), NOTHING),
};
DEFINE_CMDS(quotactl_id, ~(uint32_t)SUBCMDMASK, ARG(NULL, uid));
static const struct cmd_row quotactl_addr_rows[] = {
	CMD(QUOTA(Q_SYNC), NOTHING),
	CMD(QUOTA(Q_QUOTAON), ARG(NULL, path)),
	CMD(QUOTA(Q_QUOTAOFF), NOTHING),
	CMD(QUOTA(Q_GETFMT), STRUCT_OUT(NULL, quota_format)),
	CMD(QUOTA(Q_GETINFO), STRUCT_OUT(NULL, dqinfo)),
	CMD(QUOTA(Q_SETINFO), STRUCT_IN(NULL, dqinfo)),
	CMD(QUOTA(Q_GETQUOTA), STRUCT_OUT(NULL, dqblk)),
	CMD(QUOTA(Q_SETQUOTA), STRUCT_IN(NULL, dqblk)),
	CMD(QUOTA(Q_GETNEXTQUOTA), STRUCT_OUT(NULL, nextdqblk)),
	CMD(QUOTA(Q_XQUOTAON), STRUCT_IN(NULL, xfs_quota_on)),
	CMD(QUOTA(Q_XQUOTAOFF), STRUCT_IN(NULL, xfs_quota_on)),
	CMD(QUOTA(Q_XQUOTARM), STRUCT_IN(NULL, xfs_quota_rm)),
	CMD(QUOTA(Q_XGETQUOTA), STRUCT_OUT(NULL, fs_disk_quota)),
	CMD(QUOTA(Q_XGETNEXTQUOTA), STRUCT_OUT(NULL, fs_disk_quota)),
	CMD(QUOTA(Q_XSETQLIM), STRUCT_IN(NULL, fs_disk_quota)),
	CMD(QUOTA(Q_XGETQSTAT), STRUCT_OUT(NULL, fs_quota_stat)),
	CMD(QUOTA(Q_XGETQSTATV), STRUCT_OUT(NULL, fs_quota_statv)),
	CMD(QUOTA(Q_XQUOTASYNC), NOTHING),
};
DEFINE_CMDS(quotactl_addr, ~(uint32_t)SUBCMDMASK, ARG(NULL, addr));

/* Of syslog(2): reading has a buffer, a level of the console stands in the place of its length. */
#define SYSLOG_READ 2
#define SYSLOG_READ_ALL 3
#define SYSLOG_READ_CLEAR 4
#define SYSLOG_CONSOLE_LEVEL 8
static const struct cmd_row syslog_buf_rows[] = {
	CMD(0, NOTHING), CMD(1, NOTHING), CMD(5, NOTHING), CMD(6, NOTHING), CMD(7, NOTHING), CMD(9, NOTHING), CMD(10, NOTHING),
	CMD(SYSLOG_READ, DATA_OUT(NULL)),
	CMD(SYSLOG_READ_ALL, DATA_OUT(NULL)),
	CMD(SYSLOG_READ_CLEAR, DATA_OUT(NULL)),
	CMD(SYSLOG_CONSOLE_LEVEL, ARG(NULL, addr)),
};
DEFINE_CMDS(syslog_buf, UINT32_MAX, ARG(NULL, addr));
static const struct cmd_row syslog_len_rows[] = {
	CMD(0, NOTHING), CMD(1, NOTHING), CMD(5, NOTHING), CMD(6, NOTHING), CMD(7, NOTHING), CMD(9, NOTHING), CMD(10, NOTHING),
	CMD(SYSLOG_CONSOLE_LEVEL, ARG(NULL, syslog_level)),
};
DEFINE_CMDS(syslog_len, UINT32_MAX, ARG(NULL, int));

/* Whether there is a struct in the place of the set of signals is in the flags. */
#define IO_URING_EXT_ARG (1U << 3)
static const struct cmd_row io_uring_arg_rows[] = {
	CMD(0, POINTS_(NULL, struct, sigset, AUG_AT_ENTER, .len_arg = 6)),
	CMD(IO_URING_EXT_ARG, STRUCT_IN_NOT_STRACE(NULL, io_uring_getevents_arg)),
};
DEFINE_CMDS(io_uring_arg, IO_URING_EXT_ARG, ARG(NULL, addr));

static const struct cmd_row io_uring_register_rows[] = {
	CMD(IORING_REGISTER_BUFFERS, IOVEC_BARE(NULL, 4)),
	CMD(IORING_REGISTER_FILES, ARRAY_IN(NULL, fd, 4)),
	CMD(IORING_REGISTER_EVENTFD, ARRAY_IN(NULL, fd, 4)),
	CMD(IORING_REGISTER_EVENTFD_ASYNC, ARRAY_IN(NULL, fd, 4)),
	CMD(IORING_REGISTER_FILES_UPDATE, POINTS_(NULL, io_uring_files_update, io_uring_files_update, AUG_AT_ENTER)),
	CMD(IORING_REGISTER_PROBE, { .type = &arg_io_uring_probe, .len_arg = 4, .extra = 16 }),
	CMD(IORING_REGISTER_RESTRICTIONS, ARRAY_IN(NULL, io_uring_restriction, 4)),
	CMD(IORING_REGISTER_FILES2, EXTENDED_IN(NULL, io_uring_rsrc_files, 4, 32)),
	CMD(IORING_REGISTER_FILES_UPDATE2, EXTENDED_IN(NULL, io_uring_update_files, 4, 32)),
	CMD(IORING_REGISTER_BUFFERS2, EXTENDED_IN(NULL, io_uring_rsrc_buffers, 4, 32)),
	CMD(IORING_REGISTER_BUFFERS_UPDATE, EXTENDED_IN(NULL, io_uring_update_buffers, 4, 32)),
	CMD(IORING_REGISTER_IOWQ_AFF, CPUSET_IN(NULL, 4)),
	CMD(IORING_REGISTER_IOWQ_MAX_WORKERS, POINTS_(NULL, io_uring_workers, io_uring_max_workers, INOUT_, .len_arg = 4)),
	CMD(20 /* IORING_REGISTER_RING_FDS, 5.18 */, ARRAY_IN(NULL, io_uring_ring_fd, 4)),
	CMD(21 /* IORING_UNREGISTER_RING_FDS, 5.18 */, ARRAY_IN(NULL, io_uring_ring_unreg, 4)),
	CMD(22 /* IORING_REGISTER_PBUF_RING, 5.19 */, STRUCT_IN(NULL, io_uring_buf_reg)),
	CMD(23 /* IORING_UNREGISTER_PBUF_RING, 5.19 */, STRUCT_IN(NULL, io_uring_buf_reg)),
};
/* The highest bit says that the ring is a registered one. */
DEFINE_CMDS(io_uring_register, INT32_MAX, ARG(NULL, addr));

/* The size of the attribute is the third argument; some of it may be written over. */
/* The kernel takes no more than a page. */
#define ATTR_(lay, w) POINTS_(NULL, tailed, bpf_##lay, w, .len_arg = 3, .max_nr = 4096)
#define ATTR(lay) ATTR_(lay, AUG_AT_ENTER)
#define ATTR_INOUT(lay) ATTR_(lay, INOUT_)
#define ATTR_LOGGED(lay) ATTR_(lay, INOUT_ | AUG_AT_FAILURE)

static const struct cmd_row bpf_rows[] = {
	CMD_FD(BPF_MAP_CREATE, ATTR(map_create)),
	CMD(BPF_MAP_LOOKUP_ELEM, ATTR(elem)),
	CMD(BPF_MAP_UPDATE_ELEM, ATTR(elem)),
	CMD(BPF_MAP_DELETE_ELEM, ATTR(key)),
	CMD(BPF_MAP_GET_NEXT_KEY, ATTR(next_key)),
	CMD(BPF_MAP_LOOKUP_AND_DELETE_ELEM, ATTR(elem)),
	CMD(BPF_MAP_FREEZE, ATTR(map)),
	CMD(BPF_MAP_LOOKUP_BATCH, ATTR_INOUT(lookup_batch)),
	CMD(BPF_MAP_LOOKUP_AND_DELETE_BATCH, ATTR_INOUT(lookup_batch)),
	CMD(BPF_MAP_UPDATE_BATCH, ATTR_INOUT(update_batch)),
	CMD(BPF_MAP_DELETE_BATCH, ATTR_INOUT(delete_batch)),
	CMD_FD(BPF_PROG_LOAD, ATTR_LOGGED(prog_load)),
	CMD(BPF_OBJ_PIN, ATTR(obj)),
	CMD_FD(BPF_OBJ_GET, ATTR(obj)),
	CMD(BPF_PROG_ATTACH, ATTR(attach)),
	CMD(BPF_PROG_DETACH, ATTR(detach)),
	CMD(BPF_PROG_TEST_RUN, ATTR_INOUT(test)),
	CMD(BPF_PROG_GET_NEXT_ID, ATTR_INOUT(next_id)),
	CMD(BPF_MAP_GET_NEXT_ID, ATTR_INOUT(next_id)),
	CMD(BPF_BTF_GET_NEXT_ID, ATTR_INOUT(next_id)),
	CMD(BPF_LINK_GET_NEXT_ID, ATTR_INOUT(next_id)),
	CMD_FD(BPF_PROG_GET_FD_BY_ID, ATTR(prog_id)),
	CMD_FD(BPF_MAP_GET_FD_BY_ID, ATTR(map_id)),
	CMD_FD(BPF_BTF_GET_FD_BY_ID, ATTR(btf_id)),
	CMD_FD(BPF_LINK_GET_FD_BY_ID, ATTR(link_id)),
	CMD(BPF_OBJ_GET_INFO_BY_FD, ATTR_INOUT(info)),
	CMD(BPF_PROG_QUERY, ATTR_INOUT(query)),
	CMD(BPF_TASK_FD_QUERY, ATTR_INOUT(task_fd)),
	CMD_FD(BPF_RAW_TRACEPOINT_OPEN, ATTR(raw_tp)),
	CMD_FD(BPF_BTF_LOAD, ATTR_LOGGED(btf_load)),
	CMD_FD(BPF_LINK_CREATE, ATTR(link)),
	CMD(BPF_LINK_UPDATE, ATTR(link_update)),
	CMD(BPF_LINK_DETACH, ATTR(link_detach)),
	CMD_FD(BPF_ITER_CREATE, ATTR(iter)),
	CMD_FD(BPF_ENABLE_STATS, ATTR(stats)),
	CMD(BPF_PROG_BIND_MAP, ATTR(bind)),
};
DEFINE_CMDS(bpf, UINT32_MAX, ARG(NULL, ptr));
