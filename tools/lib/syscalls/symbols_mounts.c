// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_mounts.c - names for mounts, quotas and swap.
 *
 * <linux/mount.h> and <sys/mount.h> do not go together; the constants of umount2() are only in
 * the latter.
 */
#include "symbols_tables.h"

#include <linux/dqblk_xfs.h>
#include <linux/fcntl.h>
#include <linux/mount.h>
#include <linux/quota.h>

/* clang-format off */

static const struct symbol mount_flags_table[] = {
	SYM_FIELD(MS_MGC_VAL, MS_MGC_MSK),
	SYM(MS_RDONLY),
	SYM(MS_NOSUID),
	SYM(MS_NODEV),
	SYM(MS_NOEXEC),
	SYM(MS_SYNCHRONOUS),
	SYM(MS_REMOUNT),
	SYM(MS_MANDLOCK),
	SYM(MS_DIRSYNC),
	SYM(MS_NOSYMFOLLOW),
	SYM(MS_NOATIME),
	SYM(MS_NODIRATIME),
	SYM(MS_BIND),
	SYM(MS_MOVE),
	SYM(MS_REC),
	SYM(MS_SILENT),
	SYM(MS_POSIXACL),
	SYM(MS_UNBINDABLE),
	SYM(MS_PRIVATE),
	SYM(MS_SLAVE),
	SYM(MS_SHARED),
	SYM(MS_RELATIME),
	SYM(MS_KERNMOUNT),
	SYM(MS_I_VERSION),
	SYM(MS_STRICTATIME),
	SYM(MS_LAZYTIME),
	SYM(MS_SUBMOUNT),
	SYM(MS_NOREMOTELOCK),
	SYM(MS_NOSEC),
	SYM(MS_BORN),
	SYM(MS_ACTIVE),
	SYM_NAMED("MS_NOUSER", 1U << 31, 0),
};
DEFINE_FLAGS(mount_flags, "MS_", .width = 64);

#ifndef MNT_FORCE
#define MNT_FORCE 1
#endif
#ifndef MNT_DETACH
#define MNT_DETACH 2
#endif
#ifndef MNT_EXPIRE
#define MNT_EXPIRE 4
#endif
#ifndef UMOUNT_NOFOLLOW
#define UMOUNT_NOFOLLOW 8
#endif
static const struct symbol umount_flags_table[] = {
	SYM(MNT_FORCE),
	SYM(MNT_DETACH),
	SYM(MNT_EXPIRE),
	SYM(UMOUNT_NOFOLLOW),
};
DEFINE_FLAGS(umount_flags, "MNT_");

static const struct symbol fsopen_flags_table[] = {
	SYM(FSOPEN_CLOEXEC),
};
DEFINE_FLAGS(fsopen_flags, "FSOPEN_");

static const struct symbol fsmount_flags_table[] = {
	SYM(FSMOUNT_CLOEXEC),
};
DEFINE_FLAGS(fsmount_flags, "FSMOUNT_");

static const struct symbol mount_attr_table[] = {
	SYM(MOUNT_ATTR_RDONLY),
	SYM(MOUNT_ATTR_NOSUID),
	SYM(MOUNT_ATTR_NODEV),
	SYM(MOUNT_ATTR_NOEXEC),
	SYM(MOUNT_ATTR_NOATIME),
	SYM(MOUNT_ATTR_STRICTATIME),
	SYM(MOUNT_ATTR_NODIRATIME),
	SYM(MOUNT_ATTR_IDMAP),
	SYM(MOUNT_ATTR_NOSYMFOLLOW),
};
DEFINE_FLAGS(mount_attr, "MOUNT_ATTR_", .width = 64);
#define fsmount_attr_table mount_attr_table
DEFINE_FLAGS(fsmount_attr, "MOUNT_ATTR_");

static const struct symbol fspick_flags_table[] = {
	SYM(FSPICK_CLOEXEC),
	SYM(FSPICK_SYMLINK_NOFOLLOW),
	SYM(FSPICK_NO_AUTOMOUNT),
	SYM(FSPICK_EMPTY_PATH),
};
DEFINE_FLAGS(fspick_flags, "FSPICK_");

#ifndef FSCONFIG_CMD_CREATE_EXCL
#define FSCONFIG_CMD_CREATE_EXCL 8 /* 6.6 */
#endif
static const struct symbol fsconfig_cmd_table[] = {
	SYM(FSCONFIG_SET_FLAG),
	SYM(FSCONFIG_SET_STRING),
	SYM(FSCONFIG_SET_BINARY),
	SYM(FSCONFIG_SET_PATH),
	SYM(FSCONFIG_SET_PATH_EMPTY),
	SYM(FSCONFIG_SET_FD),
	SYM(FSCONFIG_CMD_CREATE),
	SYM(FSCONFIG_CMD_RECONFIGURE),
	SYM(FSCONFIG_CMD_CREATE_EXCL),
};
DEFINE_ENUM(fsconfig_cmd, "FSCONFIG_");

static const struct symbol open_tree_flags_table[] = {
	SYM(OPEN_TREE_CLONE),
	SYM(OPEN_TREE_CLOEXEC),
	SYM(AT_SYMLINK_NOFOLLOW),
	SYM(AT_REMOVEDIR),
	SYM(AT_SYMLINK_FOLLOW),
	SYM(AT_NO_AUTOMOUNT),
	SYM(AT_EMPTY_PATH),
	SYM(AT_RECURSIVE),
};
DEFINE_FLAGS(open_tree_flags, "", .unknown = "OPEN_TREE_");

#ifndef MOVE_MOUNT_BENEATH
#define MOVE_MOUNT_BENEATH 0x200 /* 6.5 */
#endif
static const struct symbol move_mount_flags_table[] = {
	SYM(MOVE_MOUNT_F_SYMLINKS),
	SYM(MOVE_MOUNT_F_AUTOMOUNTS),
	SYM(MOVE_MOUNT_F_EMPTY_PATH),
	SYM(MOVE_MOUNT_T_SYMLINKS),
	SYM(MOVE_MOUNT_T_AUTOMOUNTS),
	SYM(MOVE_MOUNT_T_EMPTY_PATH),
	SYM(MOVE_MOUNT_SET_GROUP),
	SYM(MOVE_MOUNT_BENEATH),
};
DEFINE_FLAGS(move_mount_flags, "MOVE_MOUNT_");

static const struct symbol mount_setattr_flags_table[] = {
	SYM(AT_SYMLINK_NOFOLLOW),
	SYM(AT_NO_AUTOMOUNT),
	SYM(AT_EMPTY_PATH),
	SYM(AT_RECURSIVE),
};
DEFINE_FLAGS(mount_setattr_flags, "AT_");

#ifndef LISTMOUNT_REVERSE
#define LISTMOUNT_REVERSE (1 << 0) /* 6.11 */
#endif
static const struct symbol listmount_flags_table[] = {
	SYM(LISTMOUNT_REVERSE),
};
DEFINE_FLAGS(listmount_flags, "LISTMOUNT_");

/* Of 6.8 to 6.18: as UAPI headers have them. */
static const struct symbol listmount_mnt_id_table[] = {
	SYM_NAMED("LSMT_ROOT", ~0ULL, 0),
};
DEFINE_ENUM(listmount_mnt_id, "LSMT_", .is_open = true, .width = 64);

/* Of 6.19. */
static const struct symbol listns_user_ns_id_table[] = {
	SYM_NAMED("LISTNS_CURRENT_USER", ~0ULL, 0),
};
DEFINE_ENUM(listns_user_ns_id, "LISTNS_", .is_open = true, .width = 64);

static const struct symbol statmount_mask_table[] = {
	SYM_NAMED("STATMOUNT_SB_BASIC", 0x1, 0),
	SYM_NAMED("STATMOUNT_MNT_BASIC", 0x2, 0),
	SYM_NAMED("STATMOUNT_PROPAGATE_FROM", 0x4, 0),
	SYM_NAMED("STATMOUNT_MNT_ROOT", 0x8, 0),
	SYM_NAMED("STATMOUNT_MNT_POINT", 0x10, 0),
	SYM_NAMED("STATMOUNT_FS_TYPE", 0x20, 0),
	SYM_NAMED("STATMOUNT_MNT_NS_ID", 0x40, 0),
	SYM_NAMED("STATMOUNT_MNT_OPTS", 0x80, 0),
	SYM_NAMED("STATMOUNT_FS_SUBTYPE", 0x100, 0),
	SYM_NAMED("STATMOUNT_SB_SOURCE", 0x200, 0),
	SYM_NAMED("STATMOUNT_OPT_ARRAY", 0x400, 0),
	SYM_NAMED("STATMOUNT_OPT_SEC_ARRAY", 0x800, 0),
	SYM_NAMED("STATMOUNT_SUPPORTED_MASK", 0x1000, 0),
	SYM_NAMED("STATMOUNT_MNT_UIDMAP", 0x2000, 0),
	SYM_NAMED("STATMOUNT_MNT_GIDMAP", 0x4000, 0),
};
DEFINE_FLAGS(statmount_mask, "STATMOUNT_", .width = 64);

static const struct symbol quota_cmd_table[] = {
	SYM_NAMED("Q_V1_QUOTAON", 0x100, 0), /* of the formats before 2.4.22 */
	SYM_NAMED("Q_V1_QUOTAOFF", 0x200, 0),
	SYM_NAMED("Q_V1_GETQUOTA", 0x300, 0),
	SYM_NAMED("Q_V1_SETQUOTA", 0x400, 0),
	SYM_NAMED("Q_V1_SETUSE", 0x500, 0),
	SYM_NAMED("Q_V1_SYNC", 0x600, 0),
	SYM_NAMED("Q_SETQLIM", 0x700, 0),
	SYM_NAMED("Q_V1_GETSTATS", 0x800, 0),
	SYM_NAMED("Q_V2_GETINFO", 0x900, 0),
	SYM_NAMED("Q_V2_SETINFO", 0xa00, 0),
	SYM_NAMED("Q_V2_SETGRACE", 0xb00, 0),
	SYM_NAMED("Q_V2_SETFLAGS", 0xc00, 0),
	SYM_NAMED("Q_V2_GETQUOTA", 0xd00, 0),
	SYM_NAMED("Q_V2_SETQUOTA", 0xe00, 0),
	SYM_NAMED("Q_V2_SETUSE", 0xf00, 0),
	SYM_NAMED("Q_V1_RSQUASH", 0x1000, 0),
	SYM_NAMED("Q_V2_GETSTATS", 0x1100, 0),
	SYM(Q_SYNC),
	SYM(Q_QUOTAON),
	SYM(Q_QUOTAOFF),
	SYM(Q_GETFMT),
	SYM(Q_GETINFO),
	SYM(Q_SETINFO),
	SYM(Q_GETQUOTA),
	SYM(Q_SETQUOTA),
	SYM(Q_GETNEXTQUOTA),
	SYM(Q_XQUOTAON),
	SYM(Q_XQUOTAOFF),
	SYM(Q_XGETQUOTA),
	SYM(Q_XSETQLIM),
	SYM(Q_XGETQSTAT),
	SYM(Q_XQUOTARM),
	SYM(Q_XQUOTASYNC),
	SYM(Q_XGETQSTATV),
	SYM(Q_XGETNEXTQUOTA),
};
DEFINE_ENUM(quota_cmd, "Q_", .marks_zero = true);

#ifndef USRQUOTA
#define USRQUOTA 0
#endif
#ifndef GRPQUOTA
#define GRPQUOTA 1
#endif
#ifndef PRJQUOTA
#define PRJQUOTA 2
#endif
static const struct symbol quota_type_table[] = {
	SYM(USRQUOTA),
	SYM(GRPQUOTA),
	SYM(PRJQUOTA),
};
DEFINE_ENUM(quota_type, "", .unknown = "???QUOTA");

#ifndef SWAP_FLAG_PREFER
#define SWAP_FLAG_PREFER 0x8000
#endif
#ifndef SWAP_FLAG_DISCARD
#define SWAP_FLAG_DISCARD 0x10000
#endif
#ifndef SWAP_FLAG_DISCARD_ONCE
#define SWAP_FLAG_DISCARD_ONCE 0x20000
#endif
#ifndef SWAP_FLAG_DISCARD_PAGES
#define SWAP_FLAG_DISCARD_PAGES 0x40000
#endif
static const struct symbol swap_flags_table[] = {
	SYM(SWAP_FLAG_PREFER),
	SYM(SWAP_FLAG_DISCARD),
	SYM(SWAP_FLAG_DISCARD_ONCE),
	SYM(SWAP_FLAG_DISCARD_PAGES),
};
DEFINE_FLAGS(swap_flags, "SWAP_FLAG_");

static const struct symbol mount_propagation_table[] = {
	SYM(MS_UNBINDABLE),
	SYM(MS_PRIVATE),
	SYM(MS_SLAVE),
	SYM(MS_SHARED),
};
DEFINE_ENUM(mount_propagation, "MS_", .width = 64, .marks_zero = true);

static const struct symbol quota_format_table[] = {
	SYM(QFMT_VFS_OLD),
	SYM(QFMT_VFS_V0),
	SYM(QFMT_OCFS2),
	SYM(QFMT_VFS_V1),
	SYM_NAMED("QFMT_SHMEM", 5, 0), /* 6.6 */
};
DEFINE_ENUM(quota_format, "QFMT_VFS_", .marks_zero = true);

static const struct symbol quota_valid_table[] = {
	SYM(QIF_BLIMITS),
	SYM(QIF_SPACE),
	SYM(QIF_ILIMITS),
	SYM(QIF_INODES),
	SYM(QIF_BTIME),
	SYM(QIF_ITIME),
};
DEFINE_FLAGS(quota_valid, "QIF_");

static const struct symbol quota_info_flags_table[] = {
	SYM_NAMED("DQF_ROOT_SQUASH", 1, 0),
	SYM_NAMED("DQF_SYS_FILE", 1 << 16, 0),
};
DEFINE_FLAGS(quota_info_flags, "DQF_");

static const struct symbol quota_info_valid_table[] = {
	SYM(IIF_BGRACE),
	SYM(IIF_IGRACE),
	SYM(IIF_FLAGS),
};
DEFINE_FLAGS(quota_info_valid, "IIF_");

static const struct symbol xfs_quota_flags_table[] = {
	SYM(FS_QUOTA_UDQ_ACCT),
	SYM(FS_QUOTA_UDQ_ENFD),
	SYM(FS_QUOTA_GDQ_ACCT),
	SYM(FS_QUOTA_GDQ_ENFD),
	SYM(FS_QUOTA_PDQ_ACCT),
	SYM(FS_QUOTA_PDQ_ENFD),
};
DEFINE_FLAGS(xfs_quota_flags, "FS_QUOTA_");

static const struct symbol xfs_dquot_flags_table[] = {
	SYM(FS_USER_QUOTA),
	SYM(FS_PROJ_QUOTA),
	SYM(FS_GROUP_QUOTA),
};
DEFINE_FLAGS(xfs_dquot_flags, "FS_");
