// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_btrfs.c - btrfs: subvolumes, quotas and more: names, structures, ioctls. */
#include "ioctl_btrfs.h"

#include "commands_rows.h"

#include <linux/btrfs.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

static const struct symbol btrfs_balance_ctl_table[] = {
	SYM(BTRFS_BALANCE_CTL_PAUSE), SYM(BTRFS_BALANCE_CTL_CANCEL),
};
static DEFINE_ENUM(btrfs_balance_ctl, "BTRFS_BALANCE_CTL_", .marks_zero = true);
static const struct symbol btrfs_subvol_table[] = {
	NAMED(1 << 0, BTRFS_SUBVOL_CREATE_ASYNC), SYM(BTRFS_SUBVOL_RDONLY), SYM(BTRFS_SUBVOL_QGROUP_INHERIT),
};
static DEFINE_FLAGS(btrfs_subvol, "BTRFS_SUBVOL_", .width = 64);
static const struct symbol btrfs_defrag_table[] = {
	SYM(BTRFS_DEFRAG_RANGE_COMPRESS), SYM(BTRFS_DEFRAG_RANGE_START_IO),
};
static DEFINE_FLAGS(btrfs_defrag, "BTRFS_DEFRAG_RANGE_", .width = 64);
static const struct symbol btrfs_compress_table[] = {
	NAMED(0, BTRFS_COMPRESS_NONE), NAMED(1, BTRFS_COMPRESS_ZLIB), NAMED(2, BTRFS_COMPRESS_LZO),
	NAMED(3, BTRFS_COMPRESS_ZSTD),
};
static DEFINE_ENUM(btrfs_compress, "BTRFS_COMPRESS_");

static const struct field btrfs_subvol_flags_fields[] = {
	NUMBER(uint64_t, FIELD_SYM, .syms = &syms_btrfs_subvol),
};
static DEFINE_LAYOUT_BARE(btrfs_subvol_flags, 8);

static const struct field btrfs_vol_args_fields[] = {
	FD(struct btrfs_ioctl_vol_args, fd), CHARS(struct btrfs_ioctl_vol_args, name),
};
static DEFINE_LAYOUT(btrfs_vol_args, sizeof(struct btrfs_ioctl_vol_args));

/* ---- subvolumes and the groups of a quota that they inherit ---- */

static const struct symbol btrfs_qgroup_limit_table[] = {
	SYM(BTRFS_QGROUP_LIMIT_MAX_RFER), SYM(BTRFS_QGROUP_LIMIT_MAX_EXCL), SYM(BTRFS_QGROUP_LIMIT_RSV_RFER),
	SYM(BTRFS_QGROUP_LIMIT_RSV_EXCL), SYM(BTRFS_QGROUP_LIMIT_RFER_CMPR), SYM(BTRFS_QGROUP_LIMIT_EXCL_CMPR),
};
static DEFINE_FLAGS(btrfs_qgroup_limit, "BTRFS_QGROUP_LIMIT_", .width = 64);
static const struct field btrfs_limits_fields[] = {
	NAMES(struct btrfs_qgroup_limit, flags, btrfs_qgroup_limit), UINT(struct btrfs_qgroup_limit, max_rfer),
	UINT(struct btrfs_qgroup_limit, max_excl), UINT(struct btrfs_qgroup_limit, rsv_rfer),
	UINT(struct btrfs_qgroup_limit, rsv_excl),
};
static DEFINE_LAYOUT(btrfs_limits, sizeof(struct btrfs_qgroup_limit));

static const struct symbol btrfs_inherit_table[] = { SYM(BTRFS_QGROUP_INHERIT_SET_LIMITS) };
static DEFINE_FLAGS(btrfs_inherit, "BTRFS_QGROUP_INHERIT_", .width = 64);
static const struct field btrfs_qgroup_fields[] = { NUMBER(uint64_t, FIELD_UINT) };
static DEFINE_LAYOUT_BARE(btrfs_qgroup, 8);

/* They stand behind the structure; strace tells them where all is asked for. */
static void say_qgroups(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t nr = layout__get(b->data + offsetof(struct btrfs_qgroup_inherit, num_qgroups), 8);
	const size_t at = offsetof(struct btrfs_qgroup_inherit, qgroups);

	(void)f;
	if (o->strace && !o->verbose) {
		out__more(o, 0);
		return;
	}
	out__member(o, "qgroups");
	layout__say_first(&layout_btrfs_qgroup, b, at, MIN(nr, (uint64_t)SIZE_MAX / 8), o);
}
static const struct field btrfs_qgroup_inherit_fields[] = {
	NAMES(struct btrfs_qgroup_inherit, flags, btrfs_inherit), UINT(struct btrfs_qgroup_inherit, num_qgroups),
	UINT(struct btrfs_qgroup_inherit, num_ref_copies), UINT(struct btrfs_qgroup_inherit, num_excl_copies),
	NESTED(struct btrfs_qgroup_inherit, lim, btrfs_limits),
	{ .off = offsetof(struct btrfs_qgroup_inherit, lim), .size = sizeof(struct btrfs_qgroup_limit),
	  .kind = FIELD_CUSTOM, .custom = say_qgroups },
};
static DEFINE_LAYOUT(btrfs_qgroup_inherit, sizeof(struct btrfs_qgroup_inherit));

static void say_inherited(const struct blob *b, struct out *o)
{
	const uint64_t addr = layout__get(b->data + offsetof(struct btrfs_ioctl_vol_args_v2, qgroup_inherit), 8);
	struct blob inherited = { .addr = addr };
	struct piece piece;

	if (!b->find || !b->find(b, 0, &piece) || piece.err || piece.len < sizeof(struct btrfs_qgroup_inherit)) {
		out__ptr(o, addr);
		return;
	}
	inherited.data = piece.data;
	inherited.len = piece.len;
	layout__say(&layout_btrfs_qgroup_inherit, &inherited, o);
}
static void say_subvol_flags(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t flags = layout__get(b->data + f->off, f->size);

	out__symbol(o, &syms_btrfs_subvol, flags);
	if (!(flags & BTRFS_SUBVOL_QGROUP_INHERIT) || b->len < sizeof(struct btrfs_ioctl_vol_args_v2))
		return;
	out__member(o, "size");
	out__uint(o, layout__get(b->data + offsetof(struct btrfs_ioctl_vol_args_v2, size), 8));
	out__member(o, "qgroup_inherit");
	say_inherited(b, o);
}
static const struct field btrfs_vol_args_v2_fields[] = {
	FD(struct btrfs_ioctl_vol_args_v2, fd, .flags = FIELD_ASKED),
	CUSTOM(struct btrfs_ioctl_vol_args_v2, flags, say_subvol_flags, .flags = FIELD_ASKED),
	CHARS(struct btrfs_ioctl_vol_args_v2, name, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_vol_args_v2, transid, .flags = FIELD_ANSWER),
};
/* The kernel takes no more than a page. What is no address is not looked at: the structure would have to be read again. */
static const struct follow btrfs_vol_args_v2_follows[] = {
	FOLLOW_(struct btrfs_ioctl_vol_args_v2, qgroup_inherit, AUG_CAP_BUF, AUG_AT_ENTER,
		FOLLOW_LEN_(struct btrfs_ioctl_vol_args_v2, size), .size = 4096,
		.only_off = offsetof(struct btrfs_ioctl_vol_args_v2, qgroup_inherit) + 6, .only = 0),
};
DEFINE_LAYOUT_FOLLOWED(btrfs_vol_args_v2, sizeof(struct btrfs_ioctl_vol_args_v2), btrfs_vol_args_v2);

static const struct field btrfs_qgroup_create_fields[] = {
	UINT(struct btrfs_ioctl_qgroup_create_args, create),
	UINT(struct btrfs_ioctl_qgroup_create_args, qgroupid),
};
static DEFINE_LAYOUT(btrfs_qgroup_create, sizeof(struct btrfs_ioctl_qgroup_create_args));
static const struct field btrfs_qgroup_assign_fields[] = {
	UINT(struct btrfs_ioctl_qgroup_assign_args, assign),
	UINT(struct btrfs_ioctl_qgroup_assign_args, src), UINT(struct btrfs_ioctl_qgroup_assign_args, dst),
};
static DEFINE_LAYOUT(btrfs_qgroup_assign, sizeof(struct btrfs_ioctl_qgroup_assign_args));
static const struct field btrfs_quota_rescan_fields[] = {
	UINT(struct btrfs_ioctl_quota_rescan_args, flags),
};
static DEFINE_LAYOUT(btrfs_quota_rescan, sizeof(struct btrfs_ioctl_quota_rescan_args));

void btrfs__say_number(struct out *o, uint64_t value, const struct symbols *syms)
{
	const char *name = syms ? symbols__name(syms, value) : value == UINT64_MAX ? "UINT64_MAX" : NULL;

	if (name && o->consts == OUT_CONSTS_NAMED) {
		name += syms && !o->full_names ? syms->prefix_len : 0;
		out__word(o, name, strlen(name));
		return;
	}
	out__uint(o, value);
	if (name && o->consts == OUT_CONSTS_BOTH)
		out__comment(o, name, strlen(name));
}
void say_all_to_the_end(struct out *o, uint64_t value)
{
	btrfs__say_number(o, value, NULL);
}
static const struct field btrfs_defrag_range_fields[] = {
	UINT(struct btrfs_ioctl_defrag_range_args, start),
	SAY(struct btrfs_ioctl_defrag_range_args, len, all_to_the_end),
	NAMES(struct btrfs_ioctl_defrag_range_args, flags, btrfs_defrag),
	UINT(struct btrfs_ioctl_defrag_range_args, extent_thresh),
	NAMES(struct btrfs_ioctl_defrag_range_args, compress_type, btrfs_compress),
};
static DEFINE_LAYOUT(btrfs_defrag_range, sizeof(struct btrfs_ioctl_defrag_range_args));

void btrfs__say_uuid(const struct blob *b, const struct field *f, struct out *o)
{
	say_uuid(o, b->data + f->off);
}
void say_btrfs_devid(struct out *o, uint64_t value)
{
	if (o->strace)
		say_dev(o, value);
	else
		out__uint(o, value);
}
static const struct field btrfs_timespec_fields[] = {
	UINT(struct btrfs_ioctl_timespec, sec), UINT(struct btrfs_ioctl_timespec, nsec),
};
static DEFINE_LAYOUT(btrfs_timespec, sizeof(struct btrfs_ioctl_timespec));
/* With the date, in strace's lines. */
static void say_btrfs_time(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob time = { .data = b->data + f->off, .len = f->size };

	layout__say(&layout_btrfs_timespec, &time, o);
	say_date(o, (int64_t)layout__get(time.data, 8), layout__get(time.data + 8, 4), 9);
}
static const struct field btrfs_received_subvol_fields[] = {
	CUSTOM(struct btrfs_ioctl_received_subvol_args, uuid, btrfs__say_uuid, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_received_subvol_args, stransid, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_received_subvol_args, rtransid, .flags = FIELD_ANSWER),
	CUSTOM(struct btrfs_ioctl_received_subvol_args, stime, say_btrfs_time, .flags = FIELD_ASKED),
	CUSTOM(struct btrfs_ioctl_received_subvol_args, rtime, say_btrfs_time, .flags = FIELD_ANSWER),
	UINT(struct btrfs_ioctl_received_subvol_args, flags, .flags = FIELD_ASKED),
};
static DEFINE_LAYOUT_NATIVE(btrfs_received_subvol, sizeof(struct btrfs_ioctl_received_subvol_args));

static const struct symbol btrfs_quota_ctl_table[] = {
	SYM(BTRFS_QUOTA_CTL_ENABLE), SYM(BTRFS_QUOTA_CTL_DISABLE), SYM(BTRFS_QUOTA_CTL_RESCAN__NOTUSED),
};
static DEFINE_ENUM(btrfs_quota_ctl, "BTRFS_QUOTA_CTL_", .width = 64, .marks_zero = true);
static const struct field btrfs_quota_ctl_fields[] = {
	NAMES(struct btrfs_ioctl_quota_ctl_args, cmd, btrfs_quota_ctl),
};
static DEFINE_LAYOUT(btrfs_quota_ctl, sizeof(struct btrfs_ioctl_quota_ctl_args));
static const struct field btrfs_limit_fields[] = {
	UINT(struct btrfs_ioctl_qgroup_limit_args, qgroupid),
	NESTED(struct btrfs_ioctl_qgroup_limit_args, lim, btrfs_limits),
};
static DEFINE_LAYOUT(btrfs_limit, sizeof(struct btrfs_ioctl_qgroup_limit_args));
static const struct field btrfs_rescan_status_fields[] = {
	UINT(struct btrfs_ioctl_quota_rescan_args, flags),
	SAY(struct btrfs_ioctl_quota_rescan_args, progress, all_to_the_end),
};
static DEFINE_LAYOUT(btrfs_rescan_status, sizeof(struct btrfs_ioctl_quota_rescan_args));
static const struct cmd_row btrfs_rows[] = {
	CMD(BTRFS_IOC_QUOTA_CTL, STRUCT_IN(NULL, btrfs_quota_ctl)),
	CMD(BTRFS_IOC_QUOTA_RESCAN_STATUS, STRUCT_OUT(NULL, btrfs_rescan_status)),
	CMD(BTRFS_IOC_QGROUP_LIMIT, STRUCT_INOUT_BUT(NULL, btrfs_limit, AUG_AT_EXIT)),
	CMD(BTRFS_IOC_TRANS_START, NOTHING),
	CMD(BTRFS_IOC_TRANS_END, NOTHING),
	CMD(BTRFS_IOC_SYNC, NOTHING),
	CMD(BTRFS_IOC_SCRUB_CANCEL, NOTHING),
	CMD(BTRFS_IOC_QUOTA_RESCAN_WAIT, NOTHING),
	CMD(BTRFS_IOC_DEFRAG, NOTHING),
	CMD(BTRFS_IOC_BALANCE, NOTHING),
	CMD(BTRFS_IOC_DEFAULT_SUBVOL, STRUCT_IN(NULL, u64)),
	CMD(BTRFS_IOC_WAIT_SYNC, STRUCT_IN(NULL, u64)),
	CMD(BTRFS_IOC_START_SYNC, STRUCT_OUT(NULL, u64)),
	CMD(BTRFS_IOC_BALANCE_CTL, ENUM(NULL, btrfs_balance_ctl)),
	CMD(BTRFS_IOC_SUBVOL_GETFLAGS, STRUCT_OUT(NULL, btrfs_subvol_flags)),
	CMD(BTRFS_IOC_SUBVOL_SETFLAGS, STRUCT_IN(NULL, btrfs_subvol_flags)),
	CMD(BTRFS_IOC_SNAP_CREATE, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_SNAP_DESTROY, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_SUBVOL_CREATE, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_RESIZE, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_SCAN_DEV, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_FORGET_DEV, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_ADD_DEV, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_RM_DEV, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_DEVICES_READY, STRUCT_IN(NULL, btrfs_vol_args)),
	CMD(BTRFS_IOC_SNAP_CREATE_V2, REPLIED(btrfs_vol_args_v2)),
	CMD(BTRFS_IOC_SUBVOL_CREATE_V2, REPLIED(btrfs_vol_args_v2)),
	CMD(BTRFS_IOC_QGROUP_CREATE, STRUCT_IN(NULL, btrfs_qgroup_create)),
	CMD(BTRFS_IOC_QGROUP_ASSIGN, STRUCT_IN(NULL, btrfs_qgroup_assign)),
	CMD(BTRFS_IOC_QUOTA_RESCAN, STRUCT_IN(NULL, btrfs_quota_rescan)),
	CMD(BTRFS_IOC_DEFRAG_RANGE, STRUCT_IN(NULL, btrfs_defrag_range)),
	CMD(BTRFS_IOC_SET_RECEIVED_SUBVOL, REPLIED(btrfs_received_subvol)),
};
const struct cmd_rows ioctl_btrfs = CMD_ROWS(btrfs);
