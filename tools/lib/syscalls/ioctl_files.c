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
#include "util.h"

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
static const struct symbol fiemap_extent_table[] = {
	SYM(FIEMAP_EXTENT_LAST), SYM(FIEMAP_EXTENT_UNKNOWN), SYM(FIEMAP_EXTENT_DELALLOC), SYM(FIEMAP_EXTENT_ENCODED),
	SYM(FIEMAP_EXTENT_DATA_ENCRYPTED), SYM(FIEMAP_EXTENT_NOT_ALIGNED), SYM(FIEMAP_EXTENT_DATA_INLINE),
	SYM(FIEMAP_EXTENT_DATA_TAIL), SYM(FIEMAP_EXTENT_UNWRITTEN), SYM(FIEMAP_EXTENT_MERGED), SYM(FIEMAP_EXTENT_SHARED),
};
static DEFINE_FLAGS(fiemap_extent, "FIEMAP_EXTENT_");
static const struct field fiemap_extent_fields[] = {
	UINT(struct fiemap_extent, fe_logical), UINT(struct fiemap_extent, fe_physical),
	UINT(struct fiemap_extent, fe_length), NAMES(struct fiemap_extent, fe_flags, fiemap_extent),
};
static DEFINE_LAYOUT(fiemap_extent, sizeof(struct fiemap_extent));

/* Room for extents, which stand behind the structure. Where there is none the copy ends before its number. */
static size_t extents_room(const struct blob *b)
{
	const size_t off = offsetof(struct fiemap, fm_extent_count);

	return b->len >= off + 4 ? layout__get(b->data + off, 4) : 0;
}
static void say_extents_room(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	out__member(o, "fm_extent_count");
	out__uint(o, extents_room(b));
}
static void say_extents(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t off = offsetof(struct fiemap, fm_extents), nr = layout__get(b->data + f->off, 4);
	const size_t there = b->len > off ? (b->len - off) / layout_fiemap_extent.size : 0;
	struct blob extents = *b;

	out__member(o, "fm_extents");
	/* They have only been counted. */
	if (nr > extents_room(b)) {
		out__ptr(o, b->addr + off);
		return;
	}
	extents.data += MIN(off, b->len);
	extents.addr += off;
	extents.len = MIN(nr, there) * layout_fiemap_extent.size;
	extents.cut = nr > there;
	/* What is copied beyond them does not matter. */
	if (nr <= there)
		extents.rest_err = 0;
	layout__say_array(&layout_fiemap_extent, &extents, o);
}
static const struct field fiemap_fields[] = {
	UINT(struct fiemap, fm_start, .flags = FIELD_ASKED), UINT(struct fiemap, fm_length, .flags = FIELD_ASKED),
	NAMES(struct fiemap, fm_flags, fiemap_flags),
	UNNAMED_AT(offsetof(struct fiemap, fm_extent_count), say_extents_room, .flags = FIELD_ASKED),
	UINT(struct fiemap, fm_mapped_extents, .flags = FIELD_ANSWER),
	UNNAMED(struct fiemap, fm_mapped_extents, say_extents, .flags = FIELD_ANSWER | FIELD_VERBOSE),
};
static DEFINE_LAYOUT(fiemap, sizeof(struct fiemap));

/* As many extents are copied as there is room for, and somewhat more. */
static const struct arg_type arg_fiemap = {
	.name = "fiemap",
	.decode = arg__say_replied,
	.capture = AUG_CAP_BUF,
	.capture_flags = AUG_C_PARTS,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.unit = sizeof(struct fiemap_extent) + 8,
	.size = 4096 - offsetof(struct fiemap, fm_extent_count),
	.needs_layout = true,
	.has_trailer = true,
};
#define FIEMAP { .type = &arg_fiemap, .layout = &layout_fiemap, .len_arg = 3, .len_from = AUG_LEN_PTR, \
		 .extra = offsetof(struct fiemap, fm_extent_count) }

/* Ranges that shall be the same as the source: of each what is wanted, then what became of it. */
static const struct field dedupe_info_fields[] = {
	FD(struct file_dedupe_range_info, dest_fd, .flags = FIELD_ASKED),
	UINT(struct file_dedupe_range_info, dest_offset, .flags = FIELD_ASKED),
	UINT(struct file_dedupe_range_info, bytes_deduped, .flags = FIELD_ANSWER),
	SINT(struct file_dedupe_range_info, status, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(dedupe_info, sizeof(struct file_dedupe_range_info));

/* strace shows two of them when not all is asked for. */
#define DEDUPE_SHOWN 2

static void say_dedupe_info(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t off = offsetof(struct file_dedupe_range, info);
	/* Where there is none the copy ends before their number. */
	size_t nr = b->len >= off ? layout__get(b->data + f->off, 2) : 0, there = b->len > off ? (b->len - off) / layout_dedupe_info.size : 0;
	struct blob infos = *b;

	if (!b->at_exit) {
		out__member(o, "dest_count");
		out__uint(o, nr);
	}
	if (o->strace && !o->verbose)
		there = MIN(there, (size_t)DEDUPE_SHOWN);
	infos.data += off;
	infos.addr += off;
	infos.len = MIN(nr, there) * layout_dedupe_info.size;
	infos.cut = nr > there;
	out__member(o, "info");
	layout__say_array(&layout_dedupe_info, &infos, o);
}
static const struct field dedupe_fields[] = {
	UINT(struct file_dedupe_range, src_offset, .flags = FIELD_ASKED),
	UINT(struct file_dedupe_range, src_length, .flags = FIELD_ASKED),
	UNNAMED_AT(offsetof(struct file_dedupe_range, dest_count), say_dedupe_info),
};
static DEFINE_LAYOUT(dedupe, sizeof(struct file_dedupe_range));

/* The number of ranges stands in the middle: as many are copied as there are, and somewhat more. */
static const struct arg_type arg_dedupe = {
	.name = "dedupe",
	.decode = arg__say_replied,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.unit = sizeof(struct file_dedupe_range_info) + 8,
	.size = 4096 - offsetof(struct file_dedupe_range, dest_count),
	.needs_layout = true,
	.has_trailer = true,
};
#define DEDUPE { .type = &arg_dedupe, .layout = &layout_dedupe, .len_arg = 3, .len_from = AUG_LEN_PTR, \
		 .extra = offsetof(struct file_dedupe_range, dest_count) }

static const struct cmd_row files_rows[] = {
	CMD(FIDEDUPERANGE, DEDUPE),
	CMD(FS_IOC_FIEMAP, FIEMAP),
	CMD(FIONREAD, STRUCT_OUT(NULL, int)),
	/* any file */
	CMD(FIONBIO, STRUCT_IN(NULL, int)),
	CMD(FIOASYNC, STRUCT_IN(NULL, int)),
	CMD(FIOCLEX, NOTHING),
	CMD(FIONCLEX, NOTHING),
	CMD(FIOQSIZE, NUMBER_TO_STRACE(u64, AUG_AT_EXIT)),
	CMD(FIBMAP, NUMBER_TO_STRACE(int, INOUT_)),
	CMD(FIGETBSZ, NUMBER_TO_STRACE(int, AUG_AT_EXIT)),
	CMD(FICLONE, { .type = &arg_fd, .strace_when = STRACE_NUMBER }),
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
