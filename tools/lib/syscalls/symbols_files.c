// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_files.c - names for calls on files: open, fcntl, flock, *at(), statx, rename, locks,
 * seals.
 *
 * <linux/fcntl.h> and not <fcntl.h>: glibc makes O_LARGEFILE 0 on 64-bit machines, the kernel
 * does not.
 */
#include "symbols_tables.h"

#include <linux/close_range.h>
#include <linux/fadvise.h>
#include <linux/falloc.h>
#include <linux/fcntl.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <linux/xattr.h>
#include <sys/stat.h>

/* clang-format off */

static const struct symbol open_flags_table[] = {
	SYM_FIELD(O_RDONLY, O_ACCMODE),
	SYM_FIELD(O_WRONLY, O_ACCMODE),
	SYM_FIELD(O_RDWR, O_ACCMODE),
	SYM_FIELD(O_ACCMODE, O_ACCMODE),
	SYM(O_CREAT),
	SYM(O_EXCL),
	SYM(O_NOCTTY),
	SYM(O_TRUNC),
	SYM(O_APPEND),
	SYM(O_NONBLOCK),
	SYM(O_SYNC),
	SYM(O_DSYNC),
	SYM(__O_SYNC),
	SYM(O_DIRECT),
	SYM(O_LARGEFILE),
	SYM(O_NOFOLLOW),
	SYM(O_NOATIME),
	SYM(O_CLOEXEC),
	SYM(O_PATH),
	SYM(O_TMPFILE),
	SYM(__O_TMPFILE),
	SYM(O_DIRECTORY),
	SYM(FASYNC),
};
DEFINE_FLAGS(open_flags, "O_");
/* Those of openat2(2). */
#define open_how_flags_table open_flags_table
DEFINE_FLAGS(open_how_flags, "O_", .width = 64);

static const struct symbol fd_create_flags_table[] = {
	SYM(O_CREAT),
	SYM(O_EXCL),
	SYM(O_NOCTTY),
	SYM(O_TRUNC),
	SYM(O_APPEND),
	SYM(O_NONBLOCK),
	SYM(O_SYNC),
	SYM(O_DSYNC),
	SYM(__O_SYNC),
	SYM(O_DIRECT),
	SYM(O_LARGEFILE),
	SYM(O_NOFOLLOW),
	SYM(O_NOATIME),
	SYM(O_CLOEXEC),
	SYM(O_PATH),
	SYM(O_TMPFILE),
	SYM(__O_TMPFILE),
	SYM(O_DIRECTORY),
	SYM(FASYNC),
};
DEFINE_FLAGS(fd_create_flags, "O_");

static const struct symbol fd_flags_table[] = {
	SYM(FD_CLOEXEC),
};
DEFINE_FLAGS(fd_flags, "", .unknown = "FD_");

#ifndef F_OK
#define F_OK 0
#endif
#ifndef R_OK
#define R_OK 4
#endif
#ifndef W_OK
#define W_OK 2
#endif
#ifndef X_OK
#define X_OK 1
#endif
static const struct symbol access_mode_table[] = {
	SYM(F_OK),
	SYM(R_OK),
	SYM(W_OK),
	SYM(X_OK),
};
DEFINE_FLAGS(access_mode, "", .unknown = "?_OK");

#ifndef F_GETLK64
#define F_GETLK64 12
#endif
#ifndef F_SETLK64
#define F_SETLK64 13
#endif
#ifndef F_SETLKW64
#define F_SETLKW64 14
#endif
#ifndef F_DUPFD_QUERY
#define F_DUPFD_QUERY (1024 + 3) /* 6.10 */
#endif
#ifndef F_GETDELEG
#define F_GETDELEG (1024 + 15) /* 6.19 */
#define F_SETDELEG (1024 + 16)
#endif
#ifndef F_CREATED_QUERY
#define F_CREATED_QUERY (1024 + 4) /* 6.12 */
#endif
static const struct symbol fcntl_cmd_table[] = {
	SYM(F_DUPFD),
	SYM(F_GETFD),
	SYM(F_SETFD),
	SYM(F_GETFL),
	SYM(F_SETFL),
	SYM(F_GETLK),
	SYM(F_SETLK),
	SYM(F_SETLKW),
	SYM(F_SETOWN),
	SYM(F_GETOWN),
	SYM(F_SETSIG),
	SYM(F_GETSIG),
	SYM(F_GETLK64),
	SYM(F_SETLK64),
	SYM(F_SETLKW64),
	SYM(F_SETOWN_EX),
	SYM(F_GETOWN_EX),
	SYM(F_GETOWNER_UIDS),
	SYM(F_OFD_GETLK),
	SYM(F_OFD_SETLK),
	SYM(F_OFD_SETLKW),
	SYM(F_SETLEASE),
	SYM(F_GETLEASE),
	SYM(F_NOTIFY),
	SYM(F_DUPFD_QUERY),
	SYM(F_CREATED_QUERY),
	SYM(F_GETDELEG),
	SYM(F_SETDELEG),
	SYM(F_CANCELLK),
	SYM(F_DUPFD_CLOEXEC),
	SYM(F_SETPIPE_SZ),
	SYM(F_GETPIPE_SZ),
	SYM(F_ADD_SEALS),
	SYM(F_GET_SEALS),
	SYM(F_GET_RW_HINT),
	SYM(F_SET_RW_HINT),
	SYM(F_GET_FILE_RW_HINT),
	SYM(F_SET_FILE_RW_HINT),
};
DEFINE_ENUM(fcntl_cmd, "F_");

#ifndef F_SEAL_EXEC
#define F_SEAL_EXEC 0x20 /* 6.3 */
#endif
static const struct symbol seals_table[] = {
	SYM(F_SEAL_SEAL),
	SYM(F_SEAL_SHRINK),
	SYM(F_SEAL_GROW),
	SYM(F_SEAL_WRITE),
	SYM(F_SEAL_FUTURE_WRITE),
	SYM(F_SEAL_EXEC),
};
DEFINE_FLAGS(seals, "F_", .unknown = "F_SEAL_", .width = 64);

static const struct symbol dnotify_table[] = {
	SYM(DN_ACCESS),
	SYM(DN_MODIFY),
	SYM(DN_CREATE),
	SYM(DN_DELETE),
	SYM(DN_RENAME),
	SYM(DN_ATTRIB),
	SYM(DN_MULTISHOT),
};
DEFINE_FLAGS(dnotify, "DN_", .width = 64);

static const struct symbol lock_type_table[] = {
	SYM(F_RDLCK),
	SYM(F_WRLCK),
	SYM(F_UNLCK),
	SYM(F_EXLCK),
	SYM(F_SHLCK),
};
DEFINE_ENUM(lock_type, "F_", .width = 64);

static const struct symbol flock_op_table[] = {
	SYM(LOCK_SH),
	SYM(LOCK_EX),
	SYM(LOCK_NB),
	SYM(LOCK_UN),
	SYM(LOCK_MAND),
	SYM(LOCK_RW),
	SYM(LOCK_READ),
	SYM(LOCK_WRITE),
};
DEFINE_FLAGS(flock_op, "LOCK_");

static const struct symbol at_flags_table[] = {
	SYM(AT_SYMLINK_NOFOLLOW),
	SYM(AT_REMOVEDIR),
	SYM(AT_SYMLINK_FOLLOW),
	SYM(AT_NO_AUTOMOUNT),
	SYM(AT_EMPTY_PATH),
	SYM(AT_RECURSIVE),
};
DEFINE_FLAGS(at_flags, "AT_");

static const struct symbol at_access_flags_table[] = {
	SYM(AT_SYMLINK_NOFOLLOW),
	SYM(AT_EACCESS),
	SYM(AT_EMPTY_PATH),
};
DEFINE_FLAGS(at_access_flags, "AT_");

#ifndef AT_HANDLE_MNT_ID_UNIQUE
#define AT_HANDLE_MNT_ID_UNIQUE 0x001 /* 6.12 */
#endif
#ifndef AT_HANDLE_CONNECTABLE
#define AT_HANDLE_CONNECTABLE 0x002 /* 6.13 */
#endif
#ifndef AT_HANDLE_FID
#define AT_HANDLE_FID 0x200 /* 6.5 */
#endif
static const struct symbol at_handle_flags_table[] = {
	SYM(AT_SYMLINK_FOLLOW),
	SYM(AT_EMPTY_PATH),
	SYM(AT_HANDLE_MNT_ID_UNIQUE),
	SYM(AT_HANDLE_CONNECTABLE),
	SYM(AT_HANDLE_FID),
};
DEFINE_FLAGS(at_handle_flags, "AT_");

#ifndef AT_EXECVE_CHECK
#define AT_EXECVE_CHECK 0x10000 /* 6.14 */
#endif
static const struct symbol at_exec_flags_table[] = {
	SYM(AT_SYMLINK_NOFOLLOW),
	SYM(AT_REMOVEDIR),
	SYM(AT_SYMLINK_FOLLOW),
	SYM(AT_NO_AUTOMOUNT),
	SYM(AT_EMPTY_PATH),
	SYM(AT_RECURSIVE),
	SYM(AT_EXECVE_CHECK),
};
DEFINE_FLAGS(at_exec_flags, "AT_");

static const struct symbol at_statx_flags_table[] = {
	SYM_FIELD(AT_STATX_SYNC_AS_STAT, AT_STATX_SYNC_TYPE),
	SYM(AT_STATX_FORCE_SYNC),
	SYM(AT_STATX_DONT_SYNC),
	SYM(AT_SYMLINK_NOFOLLOW),
	SYM(AT_REMOVEDIR),
	SYM(AT_SYMLINK_FOLLOW),
	SYM(AT_NO_AUTOMOUNT),
	SYM(AT_EMPTY_PATH),
	SYM(AT_RECURSIVE),
};
DEFINE_FLAGS(at_statx_flags, "AT_", .apart = 0x6000, .is_open = true);

#ifndef STATX_MNT_ID_UNIQUE
#define STATX_MNT_ID_UNIQUE 0x4000 /* 6.8 */
#endif
#ifndef STATX_SUBVOL
#define STATX_SUBVOL 0x8000 /* 6.10 */
#endif
#ifndef STATX_WRITE_ATOMIC
#define STATX_WRITE_ATOMIC 0x10000 /* 6.11 */
#endif
#ifndef STATX_DIO_READ_ALIGN
#define STATX_DIO_READ_ALIGN 0x20000 /* 6.14 */
#endif
static const struct symbol statx_mask_table[] = {
	SYM(STATX_ALL),
	SYM(STATX_BASIC_STATS),
	SYM(STATX_TYPE),
	SYM(STATX_MODE),
	SYM(STATX_NLINK),
	SYM(STATX_UID),
	SYM(STATX_GID),
	SYM(STATX_ATIME),
	SYM(STATX_MTIME),
	SYM(STATX_CTIME),
	SYM(STATX_INO),
	SYM(STATX_SIZE),
	SYM(STATX_BLOCKS),
	SYM(STATX_BTIME),
	SYM(STATX_MNT_ID),
	SYM(STATX_DIOALIGN),
	SYM(STATX_MNT_ID_UNIQUE),
	SYM(STATX_SUBVOL),
	SYM(STATX_WRITE_ATOMIC),
	SYM(STATX_DIO_READ_ALIGN),
};
DEFINE_FLAGS(statx_mask, "STATX_");

static const struct symbol rename_flags_table[] = {
	SYM(RENAME_NOREPLACE),
	SYM(RENAME_EXCHANGE),
	SYM(RENAME_WHITEOUT),
};
DEFINE_FLAGS(rename_flags, "RENAME_", .unknown = "RENAME_??");

static const struct symbol seek_whence_table[] = {
	SYM(SEEK_SET),
	SYM(SEEK_CUR),
	SYM(SEEK_END),
	SYM(SEEK_DATA),
	SYM(SEEK_HOLE),
};
DEFINE_ENUM(seek_whence, "SEEK_");

#ifndef FALLOC_FL_WRITE_ZEROES
#define FALLOC_FL_WRITE_ZEROES 0x80 /* 6.17 */
#endif
static const struct symbol fallocate_mode_table[] = {
	SYM(FALLOC_FL_KEEP_SIZE),
	SYM(FALLOC_FL_PUNCH_HOLE),
	SYM(FALLOC_FL_NO_HIDE_STALE),
	SYM(FALLOC_FL_COLLAPSE_RANGE),
	SYM(FALLOC_FL_ZERO_RANGE),
	SYM(FALLOC_FL_INSERT_RANGE),
	SYM(FALLOC_FL_UNSHARE_RANGE),
	SYM(FALLOC_FL_WRITE_ZEROES),
};
DEFINE_FLAGS(fallocate_mode, "FALLOC_FL_");

static const struct symbol fadvise_advice_table[] = {
	SYM(POSIX_FADV_NORMAL),
	SYM(POSIX_FADV_RANDOM),
	SYM(POSIX_FADV_SEQUENTIAL),
	SYM(POSIX_FADV_WILLNEED),
	SYM(POSIX_FADV_DONTNEED),
	SYM(POSIX_FADV_NOREUSE),
};
DEFINE_ENUM(fadvise_advice, "POSIX_FADV_");

static const struct symbol sync_file_range_flags_table[] = {
	SYM(SYNC_FILE_RANGE_WAIT_BEFORE),
	SYM(SYNC_FILE_RANGE_WRITE),
	SYM(SYNC_FILE_RANGE_WAIT_AFTER),
};
DEFINE_FLAGS(sync_file_range_flags, "SYNC_FILE_RANGE_");

#ifndef RWF_NOAPPEND
#define RWF_NOAPPEND 0x20 /* 6.9 */
#endif
#ifndef RWF_ATOMIC
#define RWF_ATOMIC 0x40 /* 6.11 */
#endif
#ifndef RWF_DONTCACHE
#define RWF_DONTCACHE 0x80 /* 6.14 */
#endif
#ifndef RWF_NOSIGNAL
#define RWF_NOSIGNAL 0x100 /* 6.18 */
#endif
static const struct symbol rwf_flags_table[] = {
	SYM(RWF_HIPRI),
	SYM(RWF_DSYNC),
	SYM(RWF_SYNC),
	SYM(RWF_NOWAIT),
	SYM(RWF_APPEND),
	SYM(RWF_NOAPPEND),
	SYM(RWF_ATOMIC),
	SYM(RWF_DONTCACHE),
	SYM(RWF_NOSIGNAL),
};
DEFINE_FLAGS(rwf_flags, "RWF_");

static const struct symbol xattr_flags_table[] = {
	SYM(XATTR_CREATE),
	SYM(XATTR_REPLACE),
};
DEFINE_FLAGS(xattr_flags, "XATTR_");

static const struct symbol close_range_flags_table[] = {
	SYM(CLOSE_RANGE_UNSHARE),
	SYM(CLOSE_RANGE_CLOEXEC),
};
DEFINE_FLAGS(close_range_flags, "CLOSE_RANGE_");

static const struct symbol file_type_table[] = {
	SYM(S_IFSOCK),
	SYM(S_IFLNK),
	SYM(S_IFREG),
	SYM(S_IFBLK),
	SYM(S_IFDIR),
	SYM(S_IFCHR),
	SYM(S_IFIFO),
};
DEFINE_ENUM(file_type, "S_");

static const struct symbol mknod_mode_table[] = {
	SYM_FIELD(S_IFSOCK, S_IFMT),
	SYM_FIELD(S_IFLNK, S_IFMT),
	SYM_FIELD(S_IFREG, S_IFMT),
	SYM_FIELD(S_IFBLK, S_IFMT),
	SYM_FIELD(S_IFDIR, S_IFMT),
	SYM_FIELD(S_IFCHR, S_IFMT),
	SYM_FIELD(S_IFIFO, S_IFMT),
	SYM(S_ISUID),
	SYM(S_ISGID),
	SYM(S_ISVTX),
};
DEFINE_FLAGS(mknod_mode, "S_");

/* FS_*_FL of include/uapi/linux/fs.h */
static const struct symbol fs_flags_table[] = {
	SYM_NAMED("FS_SECRM_FL", 1U << 0, 0),
	SYM_NAMED("FS_UNRM_FL", 1U << 1, 0),
	SYM_NAMED("FS_COMPR_FL", 1U << 2, 0),
	SYM_NAMED("FS_SYNC_FL", 1U << 3, 0),
	SYM_NAMED("FS_IMMUTABLE_FL", 1U << 4, 0),
	SYM_NAMED("FS_APPEND_FL", 1U << 5, 0),
	SYM_NAMED("FS_NODUMP_FL", 1U << 6, 0),
	SYM_NAMED("FS_NOATIME_FL", 1U << 7, 0),
	SYM_NAMED("FS_DIRTY_FL", 1U << 8, 0),
	SYM_NAMED("FS_COMPRBLK_FL", 1U << 9, 0),
	SYM_NAMED("FS_NOCOMP_FL", 1U << 10, 0),
	SYM_NAMED("FS_ENCRYPT_FL", 1U << 11, 0),
	SYM_NAMED("FS_INDEX_FL", 1U << 12, 0),
	SYM_NAMED("FS_IMAGIC_FL", 1U << 13, 0),
	SYM_NAMED("FS_JOURNAL_DATA_FL", 1U << 14, 0),
	SYM_NAMED("FS_NOTAIL_FL", 1U << 15, 0),
	SYM_NAMED("FS_DIRSYNC_FL", 1U << 16, 0),
	SYM_NAMED("FS_TOPDIR_FL", 1U << 17, 0),
	SYM_NAMED("FS_HUGE_FILE_FL", 1U << 18, 0),
	SYM_NAMED("FS_EXTENT_FL", 1U << 19, 0),
	SYM_NAMED("FS_VERITY_FL", 1U << 20, 0),
	SYM_NAMED("FS_EA_INODE_FL", 1U << 21, 0),
	SYM_NAMED("FS_EOFBLOCKS_FL", 1U << 22, 0),
	SYM_NAMED("FS_NOCOW_FL", 1U << 23, 0),
	SYM_NAMED("FS_DAX_FL", 1U << 25, 0),
	SYM_NAMED("FS_INLINE_DATA_FL", 1U << 28, 0),
	SYM_NAMED("FS_PROJINHERIT_FL", 1U << 29, 0),
	SYM_NAMED("FS_CASEFOLD_FL", 1U << 30, 0),
	SYM_NAMED("FS_RESERVED_FL", 1U << 31, 0),
};
DEFINE_FLAGS(fs_flags, "FS_", .unknown = "FS_???_FL");
