// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_files.c - files of any file system, namespaces: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/inotify.h>
#include <linux/nsfs.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"

/* clang-format off */

static const struct symbol fs_xflags_table[] = {
	SYM(FS_XFLAG_REALTIME), SYM(FS_XFLAG_PREALLOC), SYM(FS_XFLAG_IMMUTABLE), SYM(FS_XFLAG_APPEND),
	SYM(FS_XFLAG_SYNC), SYM(FS_XFLAG_NOATIME), SYM(FS_XFLAG_NODUMP), SYM(FS_XFLAG_RTINHERIT),
	SYM(FS_XFLAG_PROJINHERIT), SYM(FS_XFLAG_NOSYMLINKS), SYM(FS_XFLAG_EXTSIZE),
	SYM(FS_XFLAG_EXTSZINHERIT), SYM(FS_XFLAG_NODEFRAG), SYM(FS_XFLAG_FILESTREAM), SYM(FS_XFLAG_DAX),
	SYM(FS_XFLAG_COWEXTSIZE), SYM(FS_XFLAG_HASATTR),
};
static DEFINE_FLAGS(fs_xflags, "FS_XFLAG_");

static const struct field fsxattr_fields[] = {
	NAMES(struct fsxattr, fsx_xflags, fs_xflags), UINT(struct fsxattr, fsx_extsize),
	UINT(struct fsxattr, fsx_nextents), HEX(struct fsxattr, fsx_projid),
	UINT(struct fsxattr, fsx_cowextsize),
};
static DEFINE_LAYOUT(fsxattr, sizeof(struct fsxattr));
/* What is set does not have the number of extents. */
static const struct field fsxattr_in_fields[] = {
	NAMES(struct fsxattr, fsx_xflags, fs_xflags), UINT(struct fsxattr, fsx_extsize),
	HEX(struct fsxattr, fsx_projid), UINT(struct fsxattr, fsx_cowextsize),
};
static DEFINE_LAYOUT(fsxattr_in, sizeof(struct fsxattr));
static const struct field file_clone_range_fields[] = {
	FD(struct file_clone_range, src_fd), UINT(struct file_clone_range, src_offset),
	UINT(struct file_clone_range, src_length), UINT(struct file_clone_range, dest_offset),
};
static DEFINE_LAYOUT(file_clone_range, sizeof(struct file_clone_range));
static const struct field fs_label_fields[] = { { .size = FSLABEL_MAX, .kind = FIELD_STR } };
static DEFINE_LAYOUT_BARE(fs_label, FSLABEL_MAX);

static const struct symbol fiemap_flags_table[] = {
	SYM(FIEMAP_FLAG_SYNC), SYM(FIEMAP_FLAG_XATTR), SYM(FIEMAP_FLAG_CACHE),
};
static DEFINE_FLAGS(fiemap_flags, "FIEMAP_FLAG_");
/* They stand behind the structure, which alone is copied. */
static void say_extents(const struct blob *b, const struct field *f, struct out *o)
{
	out__ptr(o, b->addr + f->off);
}
static const struct field fiemap_fields[] = {
	UINT(struct fiemap, fm_start, .flags = FIELD_ASKED), UINT(struct fiemap, fm_length, .flags = FIELD_ASKED),
	NAMES(struct fiemap, fm_flags, fiemap_flags), UINT(struct fiemap, fm_extent_count, .flags = FIELD_ASKED),
	UINT(struct fiemap, fm_mapped_extents, .flags = FIELD_ANSWER),
	{ .name = "fm_extents", .off = offsetof(struct fiemap, fm_extents), .kind = FIELD_CUSTOM,
	  .flags = FIELD_ANSWER | FIELD_VERBOSE, .custom = say_extents },
};
static DEFINE_LAYOUT(fiemap, sizeof(struct fiemap));

static const struct cmd_row files_rows[] = {
	CMD(FS_IOC_FIEMAP, REPLIED(fiemap)),
	CMD(FIONREAD, STRUCT_OUT(NULL, int)),
	/* any file */
	CMD(FIONBIO, STRUCT_IN(NULL, int)),
	CMD(FIOASYNC, STRUCT_IN(NULL, int)),
	CMD(FIOCLEX, NOTHING),
	CMD(FIONCLEX, NOTHING),
	CMD(FIOQSIZE, NUMBER_TO_STRACE(u64, AUG_AT_EXIT)),
	CMD(FIBMAP, NUMBER_TO_STRACE(int, INOUT_)),
	CMD(FIGETBSZ, NUMBER_TO_STRACE(int, AUG_AT_EXIT)),
	CMD(FICLONE, ARG(NULL, fd)),
	CMD(FS_IOC_GETFLAGS, STRUCT_OUT(NULL, fs_flags)),
	CMD(FS_IOC_SETFLAGS, STRUCT_IN(NULL, fs_flags)),
	CMD(FS_IOC_GETVERSION, NUMBER_TO_STRACE(uint, AUG_AT_EXIT)),
	CMD(FS_IOC_SETVERSION, NUMBER_TO_STRACE(uint, AUG_AT_ENTER)),
	CMD(FIFREEZE, NOTHING),
	CMD(FITHAW, NOTHING),
	CMD(FS_IOC32_GETFLAGS, STRUCT_OUT(NULL, fs_flags)),
	CMD(FS_IOC32_SETFLAGS, STRUCT_IN(NULL, fs_flags)),
	CMD(FS_IOC_GETFSLABEL, STRUCT_OUT(NULL, fs_label)),
	CMD(FS_IOC_SETFSLABEL, STRUCT_IN(NULL, fs_label)),
	CMD(FS_IOC_FSGETXATTR, STRUCT_OUT(NULL, fsxattr)),
	CMD(FS_IOC_FSSETXATTR, STRUCT_IN(NULL, fsxattr_in)),
	CMD(FICLONERANGE, STRUCT_IN(NULL, file_clone_range)),
	CMD(FITRIM, STRUCT_IN(NULL, fstrim_range)),
	/* namespaces */
	CMD_FD(NS_GET_USERNS, NOTHING),
	CMD_FD(NS_GET_PARENT, NOTHING),
	CMD(NS_GET_NSTYPE, NOTHING),
	CMD(NS_GET_OWNER_UID, STRUCT_OUT(NULL, uid)),
	CMD(INOTIFY_IOC_SETNEXTWD, ARG(NULL, int)),
};
const struct cmd_rows ioctl_files = CMD_ROWS(files);
