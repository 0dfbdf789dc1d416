// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_files.c - structures of calls on files, file systems and limits. */
#include "layouts.h"

#include <linux/fcntl.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <asm/statfs.h>
#include <sys/resource.h>
#include <asm/stat.h>

#include "decode_word.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* A device has a number, other files a size: one of them is worth showing by default. */
static bool is_device(const struct blob *b, size_t mode_off)
{
	const uint64_t type = layout__get(b->data + mode_off, 2) & 0170000;

	return type == 0020000 || type == 0060000;
}

static void say_stat(const struct blob *b, const struct field *f, struct out *o);

/* Of a device its number is told, of others their size. */
#define STAT_ALL(sized)                 \
	SAY(struct stat, st_dev, dev),  \
	UINT(struct stat, st_ino),      \
	SAY(struct stat, st_mode, mode), \
	UINT(struct stat, st_nlink),    \
	SAY(struct stat, st_uid, uid),  \
	SAY(struct stat, st_gid, uid),  \
	UINT(struct stat, st_blksize),  \
	UINT(struct stat, st_blocks),   \
	sized,                          \
	CUSTOM(struct stat, st_atime, say_stat_time), \
	SINT(struct stat, st_atime_nsec), \
	CUSTOM(struct stat, st_mtime, say_stat_time), \
	SINT(struct stat, st_mtime_nsec), \
	CUSTOM(struct stat, st_ctime, say_stat_time), \
	SINT(struct stat, st_ctime_nsec)

static const struct field stat_all_fields[] = { STAT_ALL(SINT(struct stat, st_size)) };
DEFINE_LAYOUT_NATIVE(stat_all, sizeof(struct stat));
static const struct field stat_dev_fields[] = { STAT_ALL(SAY(struct stat, st_rdev, dev)) };
DEFINE_LAYOUT_NATIVE(stat_dev, sizeof(struct stat));

/* stat64 of the i386 calls, packed there. */
struct stat64_i386 {
	uint64_t st_dev;
	uint8_t pad0[4];
	uint32_t st_ino_low;
	uint32_t st_mode;
	uint32_t st_nlink;
	uint32_t st_uid;
	uint32_t st_gid;
	uint64_t st_rdev;
	uint8_t pad3[4];
	int64_t st_size;
	uint32_t st_blksize;
	uint64_t st_blocks;
	uint32_t st_atime;
	uint32_t st_atime_nsec;
	uint32_t st_mtime;
	uint32_t st_mtime_nsec;
	uint32_t st_ctime;
	uint32_t st_ctime_nsec;
	uint64_t st_ino;
} __attribute__((packed));

#define STAT64_ALL(sized)                       \
	SAY(struct stat64_i386, st_dev, dev),   \
	UINT(struct stat64_i386, st_ino),       \
	SAY(struct stat64_i386, st_mode, mode), \
	UINT(struct stat64_i386, st_nlink),     \
	SAY(struct stat64_i386, st_uid, uid),   \
	SAY(struct stat64_i386, st_gid, uid),   \
	UINT(struct stat64_i386, st_blksize),   \
	UINT(struct stat64_i386, st_blocks),    \
	sized,                                  \
	CUSTOM(struct stat64_i386, st_atime, say_stat_time), \
	UINT(struct stat64_i386, st_atime_nsec), \
	CUSTOM(struct stat64_i386, st_mtime, say_stat_time), \
	UINT(struct stat64_i386, st_mtime_nsec), \
	CUSTOM(struct stat64_i386, st_ctime, say_stat_time), \
	UINT(struct stat64_i386, st_ctime_nsec)

static const struct field stat64_all_fields[] = { STAT64_ALL(SINT(struct stat64_i386, st_size)) };
DEFINE_LAYOUT(stat64_all, sizeof(struct stat64_i386));
static const struct field stat64_dev_fields[] = { STAT64_ALL(SAY(struct stat64_i386, st_rdev, dev)) };
DEFINE_LAYOUT(stat64_dev, sizeof(struct stat64_i386));

/* stat of the older i386 calls: ids and device numbers of 16 bits. */
struct stat_i386 {
	uint32_t st_dev;
	uint32_t st_ino;
	uint16_t st_mode;
	uint16_t st_nlink;
	uint16_t st_uid;
	uint16_t st_gid;
	uint32_t st_rdev;
	uint32_t st_size;
	uint32_t st_blksize;
	uint32_t st_blocks;
	uint32_t st_atime;
	uint32_t st_atime_nsec;
	uint32_t st_mtime;
	uint32_t st_mtime_nsec;
	uint32_t st_ctime;
	uint32_t st_ctime_nsec;
	uint32_t unused[2];
};

#define STAT32_ALL(sized)                     \
	SAY(struct stat_i386, st_dev, dev),   \
	UINT(struct stat_i386, st_ino),       \
	SAY(struct stat_i386, st_mode, mode), \
	UINT(struct stat_i386, st_nlink),     \
	UINT(struct stat_i386, st_uid),       \
	UINT(struct stat_i386, st_gid),       \
	UINT(struct stat_i386, st_blksize),   \
	UINT(struct stat_i386, st_blocks),    \
	sized,                                \
	CUSTOM(struct stat_i386, st_atime, say_stat_time), \
	UINT(struct stat_i386, st_atime_nsec), \
	CUSTOM(struct stat_i386, st_mtime, say_stat_time), \
	UINT(struct stat_i386, st_mtime_nsec), \
	CUSTOM(struct stat_i386, st_ctime, say_stat_time), \
	UINT(struct stat_i386, st_ctime_nsec)

static const struct field stat32_all_fields[] = { STAT32_ALL(UINT(struct stat_i386, st_size)) };
DEFINE_LAYOUT(stat32_all, sizeof(struct stat_i386));
static const struct field stat32_dev_fields[] = { STAT32_ALL(SAY(struct stat_i386, st_rdev, dev)) };
DEFINE_LAYOUT(stat32_dev, sizeof(struct stat_i386));

/* Of the first stat(2). */
struct stat_old {
	uint16_t st_dev;
	uint16_t st_ino;
	uint16_t st_mode;
	uint16_t st_nlink;
	uint16_t st_uid;
	uint16_t st_gid;
	uint16_t st_rdev;
	uint16_t zero;
	uint32_t st_size;
	uint32_t st_atime;
	uint32_t st_mtime;
	uint32_t st_ctime;
};

/* strace has numbers of blocks here too, which are 0. */
#define STAT_OLD_ALL(sized)                 \
	SAY(struct stat_old, st_dev, dev),   \
	UINT(struct stat_old, st_ino),       \
	SAY(struct stat_old, st_mode, mode), \
	UINT(struct stat_old, st_nlink),     \
	UINT(struct stat_old, st_uid),       \
	UINT(struct stat_old, st_gid),       \
	{ .name = "st_blksize", .off = offsetof(struct stat_old, zero), .size = 2, .kind = FIELD_UINT }, \
	{ .name = "st_blocks", .off = offsetof(struct stat_old, zero), .size = 2, .kind = FIELD_UINT }, \
	sized,                               \
	CUSTOM(struct stat_old, st_atime, say_stat_seconds), \
	CUSTOM(struct stat_old, st_mtime, say_stat_seconds), \
	CUSTOM(struct stat_old, st_ctime, say_stat_seconds)

static const struct field stat_old_all_fields[] = { STAT_OLD_ALL(UINT(struct stat_old, st_size)) };
DEFINE_LAYOUT(stat_old_all, sizeof(struct stat_old));
static const struct field stat_old_dev_fields[] = { STAT_OLD_ALL(SAY(struct stat_old, st_rdev, dev)) };
DEFINE_LAYOUT(stat_old_dev, sizeof(struct stat_old));

static const struct field stat_fields[] = {
	{ .size = sizeof(struct stat), .kind = FIELD_CUSTOM, .custom = say_stat },
};
LAYOUT_(stat, sizeof(struct stat), .compat = &layout_stat32, .is_bare = true);
static const struct field stat32_fields[] = {
	{ .size = sizeof(struct stat_i386), .kind = FIELD_CUSTOM, .custom = say_stat },
};
LAYOUT_(stat32, sizeof(struct stat_i386), .compat = &layout_stat32, .is_bare = true);
static const struct field stat64_fields[] = {
	{ .size = sizeof(struct stat64_i386), .kind = FIELD_CUSTOM, .custom = say_stat },
};
LAYOUT_(stat64, sizeof(struct stat64_i386), .compat = &layout_stat64, .is_bare = true);

static const struct field old_stat_fields[] = {
	{ .size = sizeof(struct stat_old), .kind = FIELD_CUSTOM, .custom = say_stat },
};
LAYOUT_(old_stat, sizeof(struct stat_old), .compat = &layout_old_stat, .is_bare = true);

/* Where what is worth showing is, in each of the four. */
#define STAT_SHAPE(t, a, d) \
	{ .all = &layout_##a, .dev = &layout_##d, .mode = offsetof(t, st_mode), \
	  .mode_size = sizeof(((t *)0)->st_mode), \
	  .rdev = offsetof(t, st_rdev), .rdev_size = sizeof(((t *)0)->st_rdev), \
	  .size = offsetof(t, st_size), .size_size = sizeof(((t *)0)->st_size) }
static const struct stat_shape {
	const struct layout *all;
	const struct layout *dev;
	size_t mode, mode_size, rdev, rdev_size, size, size_size;
} stat_native = STAT_SHAPE(struct stat, stat_all, stat_dev),
  stat_32 = STAT_SHAPE(struct stat_i386, stat32_all, stat32_dev),
  stat_64 = STAT_SHAPE(struct stat64_i386, stat64_all, stat64_dev),
  stat_old = STAT_SHAPE(struct stat_old, stat_old_all, stat_old_dev);

static void say_stat(const struct blob *b, const struct field *f, struct out *o)
{
	const struct stat_shape *s = f == stat_fields	? &stat_native
				     : f == stat32_fields  ? &stat_32
				     : f == old_stat_fields ? &stat_old
							   : &stat_64;
	const bool is_dev = is_device(b, s->mode);

	if (o->verbose) {
		layout__say(is_dev ? s->dev : s->all, b, o);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "st_mode");
	say_mode(o, layout__get(b->data + s->mode, s->mode_size));
	if (is_dev) {
		out__member(o, "st_rdev");
		say_dev(o, layout__get(b->data + s->rdev, s->rdev_size));
	} else {
		out__member(o, "st_size");
		out__sint(o, (int64_t)layout__get(b->data + s->size, s->size_size));
	}
	out__more(o, 0);
	out__end(o, OUT_OBJECT);
}

static const struct field statx_time_fields[] = {
	SINT(struct statx_timestamp, tv_sec),
	UINT(struct statx_timestamp, tv_nsec),
};
DEFINE_LAYOUT(statx_time, sizeof(struct statx_timestamp));

/* Members that are there only when stx_mask has one of these bits. */
#define IN_MASK_(b, f) .flags = FIELD_IF_ANY | (f), .only_off = offsetof(struct statx, stx_mask), .only = (b)
#define IN_MASK(b) IN_MASK_(b, 0)
#define VERBOSE_IN_MASK(b) IN_MASK_(b, FIELD_VERBOSE)
static const struct field statx_fields[] = {
	NAMES(struct statx, stx_mask, statx_mask),
	UINT(struct statx, stx_blksize, .flags = FIELD_VERBOSE),
	NAMES(struct statx, stx_attributes, statx_attributes),
	UINT(struct statx, stx_nlink, VERBOSE_IN_MASK(STATX_NLINK)),
	SAY(struct statx, stx_uid, uid, VERBOSE_IN_MASK(STATX_UID)),
	SAY(struct statx, stx_gid, uid, VERBOSE_IN_MASK(STATX_GID)),
	SAY(struct statx, stx_mode, mode, IN_MASK(STATX_TYPE | STATX_MODE)),
	UINT(struct statx, stx_ino, VERBOSE_IN_MASK(STATX_INO)),
	UINT(struct statx, stx_size, IN_MASK(STATX_SIZE)),
	UINT(struct statx, stx_blocks, VERBOSE_IN_MASK(STATX_BLOCKS)),
	NAMES(struct statx, stx_attributes_mask, statx_attributes, .flags = FIELD_VERBOSE),
	CUSTOM(struct statx, stx_atime, say_statx_time, VERBOSE_IN_MASK(STATX_ATIME)),
	CUSTOM(struct statx, stx_btime, say_statx_time, VERBOSE_IN_MASK(STATX_BTIME)),
	CUSTOM(struct statx, stx_ctime, say_statx_time, VERBOSE_IN_MASK(STATX_CTIME)),
	CUSTOM(struct statx, stx_mtime, say_statx_time, VERBOSE_IN_MASK(STATX_MTIME)),
	UINT(struct statx, stx_rdev_major, .flags = FIELD_VERBOSE),
	UINT(struct statx, stx_rdev_minor, .flags = FIELD_VERBOSE),
	UINT(struct statx, stx_dev_major, .flags = FIELD_VERBOSE),
	UINT(struct statx, stx_dev_minor, .flags = FIELD_VERBOSE),
	HEX(struct statx, stx_mnt_id, VERBOSE_IN_MASK(STATX_MNT_ID)),
	/* The kernel sets one of the two bits; strace looks at the first alone. */
	HEX(struct statx, stx_mnt_id, IN_MASK_(0x4000 /* STATX_MNT_ID_UNIQUE, 6.8 */, FIELD_VERBOSE | FIELD_OURS)),
	UINT(struct statx, stx_dio_mem_align, VERBOSE_IN_MASK(STATX_DIOALIGN)),
	UINT(struct statx, stx_dio_offset_align, VERBOSE_IN_MASK(STATX_DIOALIGN)),
};
DEFINE_LAYOUT(statx, sizeof(struct statx));

static const struct field fsid_fields[] = {
	{ .name = "val", .off = 0, .size = 4, .nr = 2, .kind = FIELD_HEX },
};
DEFINE_LAYOUT(fsid, 8);

static const struct field statfs_fields[] = {
	NAMES(struct statfs, f_type, fs_magic),
	UINT(struct statfs, f_bsize),
	UINT(struct statfs, f_blocks),
	UINT(struct statfs, f_bfree),
	UINT(struct statfs, f_bavail),
	UINT(struct statfs, f_files),
	UINT(struct statfs, f_ffree),
	NESTED(struct statfs, f_fsid, fsid),
	UINT(struct statfs, f_namelen),
	UINT(struct statfs, f_frsize),
	NAMES(struct statfs, f_flags, statfs_flags),
};
DEFINE_LAYOUT_COMPAT(statfs, sizeof(struct statfs), statfs32);

/* It may matter to a call that can make a file. */
static void say_how_mode(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t mode = layout__get(b->data + f->off, f->size);

	if (!mode && !(layout__get(b->data, 8) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))))
		return;
	out__member(o, "mode");
	out__oct(o, mode);
}
static const struct field open_how_fields[] = {
	NAMES(struct open_how, flags, open_how_flags),
	UNNAMED(struct open_how, mode, say_how_mode),
	NAMES(struct open_how, resolve, resolve_flags),
};
DEFINE_LAYOUT(open_how, sizeof(struct open_how));

static const struct field flock_fields[] = {
	NAMES(struct flock, l_type, lock_type),
	NAMES(struct flock, l_whence, seek_whence),
	SINT(struct flock, l_start),
	SINT(struct flock, l_len),
};
DEFINE_LAYOUT_COMPAT(flock, sizeof(struct flock), flock32);
static const struct field flock_out_fields[] = {
	NAMES(struct flock, l_type, lock_type),
	NAMES(struct flock, l_whence, seek_whence),
	SINT(struct flock, l_start),
	SINT(struct flock, l_len),
	PID(struct flock, l_pid),
};
DEFINE_LAYOUT_COMPAT(flock_out, sizeof(struct flock), flock32_out);
/* Locks of open file descriptions have come when 32-bit programs had 64-bit offsets. */
const struct layout layout_flock_ofd = { .name = "flock", .size = sizeof(struct flock), .fields = flock_fields,
					 .nr = ARRAY_SIZE(flock_fields), .compat = &layout_flock64 };
const struct layout layout_flock_ofd_out = { .name = "flock", .size = sizeof(struct flock), .fields = flock_out_fields,
					     .nr = ARRAY_SIZE(flock_out_fields), .compat = &layout_flock64_out };

/* A task, or a group, as the type beside it says. */
static void say_owner(const struct blob *b, const struct field *f, struct out *o)
{
	const int32_t pid = (int32_t)layout__get(b->data + f->off, 4);

	if (layout__get(b->data, 4) == F_OWNER_PGRP)
		out__pgid(o, pid);
	else
		out__pid(o, pid);
}
static const struct field f_owner_ex_fields[] = {
	NAMES(struct f_owner_ex, type, f_owner_type),
	CUSTOM(struct f_owner_ex, pid, say_owner),
};
DEFINE_LAYOUT(f_owner_ex, sizeof(struct f_owner_ex));

/* struct delegation of Linux 6.19 */
static const struct field delegation_fields[] = {
	{ .name = "d_flags", .off = 0, .size = 4, .kind = FIELD_HEX },
	{ .name = "d_type", .off = 4, .size = 2, .kind = FIELD_SYM, .syms = &syms_lock_type },
};
DEFINE_LAYOUT(delegation, 8);

static const struct field rlimit32_fields[] = {
	{ .name = "rlim_cur", .off = 0, .size = 4, .kind = FIELD_SAY, .say = say_rlim32 },
	{ .name = "rlim_max", .off = 4, .size = 4, .kind = FIELD_SAY, .say = say_rlim32 },
};
DEFINE_LAYOUT(rlimit32, 8);
static const struct field rlimit64_fields[] = {
	SAY(struct rlimit64, rlim_cur, rlim),
	SAY(struct rlimit64, rlim_max, rlim),
};
DEFINE_LAYOUT(rlimit64, sizeof(struct rlimit64));
static const struct field rlimit_fields[] = {
	SAY(struct rlimit64, rlim_cur, rlim),
	SAY(struct rlimit64, rlim_max, rlim),
};
DEFINE_LAYOUT_COMPAT(rlimit, sizeof(struct rlimit64), rlimit32);

static const struct field cachestat_range_fields[] = {
	{ .name = "off", .off = 0, .size = 8, .kind = FIELD_UINT },
	{ .name = "len", .off = 8, .size = 8, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(cachestat_range, 16);
static const struct field cachestat_fields[] = {
	{ .name = "nr_cache", .off = 0, .size = 8, .kind = FIELD_UINT },
	{ .name = "nr_dirty", .off = 8, .size = 8, .kind = FIELD_UINT },
	{ .name = "nr_writeback", .off = 16, .size = 8, .kind = FIELD_UINT },
	{ .name = "nr_evicted", .off = 24, .size = 8, .kind = FIELD_UINT },
	{ .name = "nr_recently_evicted", .off = 32, .size = 8, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(cachestat, 40);

/* struct mount_attr of <linux/mount.h>, which clashes with the C library's <sys/mount.h>. */
#define MAPS_IDS .only_off = 2, .only = 0x10 /* MOUNT_ATTR_IDMAP of attr_set */
static const struct field mount_attr_fields[] = {
	{ .name = "attr_set", .off = 0, .size = 8, .kind = FIELD_SYM, .syms = &syms_mount_attr },
	{ .name = "attr_clr", .off = 8, .size = 8, .kind = FIELD_SYM, .syms = &syms_mount_attr },
	{ .name = "propagation", .off = 16, .size = 8, .kind = FIELD_SYM, .syms = &syms_mount_propagation },
	{ .name = "userns_fd", .off = 24, .size = 8, .kind = FIELD_FD, .flags = FIELD_IF_ANY, MAPS_IDS },
	{ .name = "userns_fd", .off = 24, .size = 8, .kind = FIELD_UINT, .flags = FIELD_IF_NONE, MAPS_IDS },
};
DEFINE_LAYOUT(mount_attr, 32);

static const struct field file_attr_fields[] = {
	{ .name = "fa_xflags", .off = 0, .size = 8, .kind = FIELD_HEX },
	{ .name = "fa_extsize", .off = 8, .size = 4, .kind = FIELD_UINT },
	{ .name = "fa_nextents", .off = 12, .size = 4, .kind = FIELD_UINT },
	{ .name = "fa_projid", .off = 16, .size = 4, .kind = FIELD_UINT },
	{ .name = "fa_cowextsize", .off = 20, .size = 4, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(file_attr, 24);

static const struct field xattr_args_fields[] = {
	{ .name = "value", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "size", .off = 8, .size = 4, .kind = FIELD_UINT },
	{ .name = "flags", .off = 12, .size = 4, .kind = FIELD_SYM, .syms = &syms_xattr_flags },
};
#define XATTR_VALUE(w) \
	{ .off = 0, .ptr_size = 8, .len_off = 8, .len_size = 4, .kind = AUG_CAP_BUF, .when = w }
static const struct follow xattr_args_follows[] = { XATTR_VALUE(AUG_AT_ENTER) };
DEFINE_LAYOUT_FOLLOWED(xattr_args, 16, xattr_args);
/* What getxattrat(2) gets. */
static const struct follow xattr_out_follows[] = { XATTR_VALUE(AUG_AT_EXIT) };
const struct layout layout_xattr_out = { .name = "xattr_out", .size = 16, .fields = xattr_args_fields, .nr = 3,
	.compat = &layout_xattr_out, WITH_FOLLOWS(xattr_out) };
