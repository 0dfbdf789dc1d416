// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_btrfs_devices.c - devices and features of a btrfs: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/btrfs.h>
#include <linux/btrfs_tree.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "ioctl_btrfs.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* ---- features, and what a file system is ---- */

static const struct symbol btrfs_compat_ro_table[] = {
	SYM(BTRFS_FEATURE_COMPAT_RO_FREE_SPACE_TREE), SYM(BTRFS_FEATURE_COMPAT_RO_FREE_SPACE_TREE_VALID),
	SYM(BTRFS_FEATURE_COMPAT_RO_VERITY), SYM(BTRFS_FEATURE_COMPAT_RO_BLOCK_GROUP_TREE),
};
static DEFINE_FLAGS(btrfs_compat_ro, "BTRFS_FEATURE_COMPAT_RO_", .width = 64);
static const struct symbol btrfs_incompat_table[] = {
	SYM(BTRFS_FEATURE_INCOMPAT_MIXED_BACKREF), SYM(BTRFS_FEATURE_INCOMPAT_DEFAULT_SUBVOL),
	SYM(BTRFS_FEATURE_INCOMPAT_MIXED_GROUPS), SYM(BTRFS_FEATURE_INCOMPAT_COMPRESS_LZO),
	SYM(BTRFS_FEATURE_INCOMPAT_COMPRESS_ZSTD), SYM(BTRFS_FEATURE_INCOMPAT_BIG_METADATA),
	SYM(BTRFS_FEATURE_INCOMPAT_EXTENDED_IREF), SYM(BTRFS_FEATURE_INCOMPAT_RAID56),
	SYM(BTRFS_FEATURE_INCOMPAT_SKINNY_METADATA), SYM(BTRFS_FEATURE_INCOMPAT_NO_HOLES),
	SYM(BTRFS_FEATURE_INCOMPAT_METADATA_UUID), SYM(BTRFS_FEATURE_INCOMPAT_RAID1C34),
	SYM(BTRFS_FEATURE_INCOMPAT_ZONED), SYM(BTRFS_FEATURE_INCOMPAT_EXTENT_TREE_V2),
};
static DEFINE_FLAGS(btrfs_incompat, "BTRFS_FEATURE_INCOMPAT_", .width = 64);
/* None of them has a name. */
static const struct symbols syms_btrfs_compat = {
	.prefix = "BTRFS_FEATURE_COMPAT_", .prefix_len = sizeof("BTRFS_FEATURE_COMPAT_") - 1, .is_flags = true, .width = 64,
};
static const struct field btrfs_features_fields[] = {
	NAMES(struct btrfs_ioctl_feature_flags, compat_flags, btrfs_compat),
	NAMES(struct btrfs_ioctl_feature_flags, compat_ro_flags, btrfs_compat_ro),
	NAMES(struct btrfs_ioctl_feature_flags, incompat_flags, btrfs_incompat),
};
static DEFINE_LAYOUT(btrfs_features, sizeof(struct btrfs_ioctl_feature_flags));

/* Each with what it is about. */
static void say_supported(const struct blob *b, const struct field *f, struct out *o)
{
	static const char *const about[] = { "supported", "safe to set", "safe to clear" };
	struct blob one = *b;

	(void)f;
	one.len = layout_btrfs_features.size;
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < ARRAY_SIZE(about); i++) {
		layout__say(&layout_btrfs_features, &one, o);
		out__comment(o, about[i], strlen(about[i]));
		one.data += one.len;
		one.addr += one.len;
	}
	out__end(o, OUT_ARRAY);
}
static const struct field btrfs_supported_fields[] = {
	{ .size = 3 * sizeof(struct btrfs_ioctl_feature_flags), .kind = FIELD_CUSTOM, .custom = say_supported },
};
static DEFINE_LAYOUT_BARE(btrfs_supported, 3 * sizeof(struct btrfs_ioctl_feature_flags));

static const struct symbol btrfs_info_table[] = {
	SYM(BTRFS_FS_INFO_FLAG_CSUM_INFO), SYM(BTRFS_FS_INFO_FLAG_GENERATION), SYM(BTRFS_FS_INFO_FLAG_METADATA_UUID),
};
static DEFINE_FLAGS(btrfs_info, "BTRFS_FS_INFO_FLAG_", .width = 64);
static const struct symbol btrfs_csum_table[] = {
	SYM(BTRFS_CSUM_TYPE_CRC32), SYM(BTRFS_CSUM_TYPE_XXHASH), SYM(BTRFS_CSUM_TYPE_SHA256),
	SYM(BTRFS_CSUM_TYPE_BLAKE2),
};
static DEFINE_ENUM(btrfs_csum, "BTRFS_CSUM_TYPE_");

#define FS_INFO(member) (b->data + offsetof(struct btrfs_ioctl_fs_info_args, member))

/* What is there where the flags say so. */
static void say_fs_csum(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	if (!(layout__get(FS_INFO(flags), 8) & BTRFS_FS_INFO_FLAG_CSUM_INFO))
		return;
	out__member(o, "csum_type");
	out__symbol(o, &syms_btrfs_csum, layout__get(FS_INFO(csum_type), 2));
	out__member(o, "csum_size");
	out__uint(o, layout__get(FS_INFO(csum_size), 2));
}
static void say_fs_more(const struct blob *b, const struct field *f, struct out *o)
{
	static const struct field uuid = { .off = offsetof(struct btrfs_ioctl_fs_info_args, metadata_uuid) };
	const uint64_t flags = layout__get(FS_INFO(flags), 8);

	(void)f;
	if (flags & BTRFS_FS_INFO_FLAG_GENERATION) {
		out__member(o, "generation");
		out__uint(o, layout__get(FS_INFO(generation), 8));
	}
	if (flags & BTRFS_FS_INFO_FLAG_METADATA_UUID) {
		out__member(o, "metadata_uuid");
		btrfs__say_uuid(b, &uuid, o);
	}
}
static const struct field btrfs_fs_info_fields[] = {
	UINT(struct btrfs_ioctl_fs_info_args, max_id), UINT(struct btrfs_ioctl_fs_info_args, num_devices),
	CUSTOM(struct btrfs_ioctl_fs_info_args, fsid, btrfs__say_uuid), UINT(struct btrfs_ioctl_fs_info_args, nodesize),
	UINT(struct btrfs_ioctl_fs_info_args, sectorsize), UINT(struct btrfs_ioctl_fs_info_args, clone_alignment),
	UNNAMED(struct btrfs_ioctl_fs_info_args, flags, say_fs_csum),
	NAMES(struct btrfs_ioctl_fs_info_args, flags, btrfs_info),
	UNNAMED(struct btrfs_ioctl_fs_info_args, metadata_uuid, say_fs_more),
};
static DEFINE_LAYOUT(btrfs_fs_info, sizeof(struct btrfs_ioctl_fs_info_args));

/* ---- one device ---- */

static const struct field btrfs_dev_info_fields[] = {
	SAY(struct btrfs_ioctl_dev_info_args, devid, btrfs_devid, .flags = FIELD_ASKED),
	CUSTOM(struct btrfs_ioctl_dev_info_args, uuid, btrfs__say_uuid, .flags = FIELD_NONZERO),
	UINT(struct btrfs_ioctl_dev_info_args, bytes_used, .flags = FIELD_ANSWER),
	UINT(struct btrfs_ioctl_dev_info_args, total_bytes, .flags = FIELD_ANSWER),
	CHARS(struct btrfs_ioctl_dev_info_args, path, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_dev_info, sizeof(struct btrfs_ioctl_dev_info_args));

static const struct symbol btrfs_dev_stats_table[] = { SYM(BTRFS_DEV_STATS_RESET) };
static DEFINE_FLAGS(btrfs_dev_stats, "BTRFS_DEV_STATS_", .width = 64);
static const struct symbol btrfs_dev_stat_table[] = {
	SYM(BTRFS_DEV_STAT_WRITE_ERRS), SYM(BTRFS_DEV_STAT_READ_ERRS), SYM(BTRFS_DEV_STAT_FLUSH_ERRS),
	SYM(BTRFS_DEV_STAT_CORRUPTION_ERRS), SYM(BTRFS_DEV_STAT_GENERATION_ERRS),
};
static DEFINE_ENUM(btrfs_dev_stat, "BTRFS_DEV_STAT_", .is_raw_decimal = true);

/* Numbers of errors by their kind, of which there are as many as the answer says. */
static void say_dev_stats(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t nr = layout__get(b->data + offsetof(struct btrfs_ioctl_get_dev_stats, nr_items), 8);
	struct word w;

	if (!o->strace)
		out__member(o, "values");
	out__begin(o, o->strace ? OUT_ARRAY : OUT_OBJECT);
	for (size_t i = 0; i < MIN(nr, (uint64_t)BTRFS_DEV_STAT_VALUES_MAX); i++) {
		const uint64_t value = layout__get(b->data + f->off + i * 8, 8);

		if (!o->strace) {
			out__member(o, btrfs_dev_stat_table[i].name + syms_btrfs_dev_stat.prefix_len);
			out__uint(o, value);
			continue;
		}
		word__init(&w);
		word__add(&w, "[");
		word__add_symbol(&w, &syms_btrfs_dev_stat, i, o);
		word__add(&w, "]=");
		word__add_uint(&w, value, 10, 1);
		word__say(&w, o);
	}
	if (nr > BTRFS_DEV_STAT_VALUES_MAX)
		out__more(o, 0);
	out__end(o, o->strace ? OUT_ARRAY : OUT_OBJECT);
}
static const struct field btrfs_get_dev_stats_fields[] = {
	SAY(struct btrfs_ioctl_get_dev_stats, devid, btrfs_devid, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_get_dev_stats, nr_items),
	NAMES(struct btrfs_ioctl_get_dev_stats, flags, btrfs_dev_stats),
	UNNAMED(struct btrfs_ioctl_get_dev_stats, values, say_dev_stats, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_get_dev_stats, sizeof(struct btrfs_ioctl_get_dev_stats));

/* ---- a device that takes the place of another ---- */

#define REPLACE(name) SYM(BTRFS_IOCTL_DEV_REPLACE_##name)
static const struct symbol btrfs_replace_cmd_table[] = { REPLACE(CMD_START), REPLACE(CMD_STATUS), REPLACE(CMD_CANCEL) };
static DEFINE_ENUM(btrfs_replace_cmd, "BTRFS_IOCTL_DEV_REPLACE_CMD_", .width = 64);
static const struct symbol btrfs_replace_mode_table[] = {
	REPLACE(CONT_READING_FROM_SRCDEV_MODE_ALWAYS), REPLACE(CONT_READING_FROM_SRCDEV_MODE_AVOID),
};
static DEFINE_ENUM(btrfs_replace_mode, "BTRFS_IOCTL_DEV_REPLACE_CONT_READING_FROM_SRCDEV_MODE_", .width = 64);
static const struct symbol btrfs_replace_result_table[] = {
	REPLACE(RESULT_NO_ERROR), REPLACE(RESULT_NOT_STARTED), REPLACE(RESULT_ALREADY_STARTED),
	REPLACE(RESULT_SCRUB_INPROGRESS),
};
static DEFINE_ENUM(btrfs_replace_result, "BTRFS_IOCTL_DEV_REPLACE_RESULT_", .width = 64);
static const struct symbol btrfs_replace_state_table[] = {
	REPLACE(STATE_NEVER_STARTED), REPLACE(STATE_STARTED), REPLACE(STATE_FINISHED), REPLACE(STATE_CANCELED),
	REPLACE(STATE_SUSPENDED),
};
static DEFINE_ENUM(btrfs_replace_state, "BTRFS_IOCTL_DEV_REPLACE_STATE_", .width = 64);

static const struct field btrfs_replace_start_fields[] = {
	SAY(struct btrfs_ioctl_dev_replace_start_params, srcdevid, btrfs_devid),
	NAMES(struct btrfs_ioctl_dev_replace_start_params, cont_reading_from_srcdev_mode, btrfs_replace_mode),
	CHARS(struct btrfs_ioctl_dev_replace_start_params, srcdev_name),
	CHARS(struct btrfs_ioctl_dev_replace_start_params, tgtdev_name),
};
static DEFINE_LAYOUT(btrfs_replace_start, sizeof(struct btrfs_ioctl_dev_replace_start_params));

/* In thousandths. */
static void say_progress(struct out *o, uint64_t value)
{
	char text[32];

	out__uint(o, value);
	if (value <= 1000)
		out__comment(o, text, (size_t)snprintf(text, sizeof(text), "%u.%u%%", (unsigned int)value / 10,
						       (unsigned int)value % 10));
}
static void say_time(struct out *o, uint64_t value)
{
	out__uint(o, value);
	if (value)
		say_seconds(o, (int64_t)value, " /* ", " */");
}
static const struct field btrfs_replace_status_fields[] = {
	NAMES(struct btrfs_ioctl_dev_replace_status_params, replace_state, btrfs_replace_state),
	SAY(struct btrfs_ioctl_dev_replace_status_params, progress_1000, progress),
	SAY(struct btrfs_ioctl_dev_replace_status_params, time_started, time),
	SAY(struct btrfs_ioctl_dev_replace_status_params, time_stopped, time),
	UINT(struct btrfs_ioctl_dev_replace_status_params, num_write_errors),
	UINT(struct btrfs_ioctl_dev_replace_status_params, num_uncorrectable_read_errors),
};
static DEFINE_LAYOUT(btrfs_replace_status, sizeof(struct btrfs_ioctl_dev_replace_status_params));

/* What one command is given, and what another one tells. */
static void say_replace_params(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t cmd = layout__get(b->data, 8);
	struct blob inner = *b;

	inner.data += f->off;
	inner.addr += f->off;
	inner.len -= f->off;
	if (!b->at_exit && cmd == BTRFS_IOCTL_DEV_REPLACE_CMD_START) {
		out__member(o, "start");
		layout__say(&layout_btrfs_replace_start, &inner, o);
	} else if (b->at_exit && cmd == BTRFS_IOCTL_DEV_REPLACE_CMD_STATUS) {
		out__member(o, "status");
		layout__say(&layout_btrfs_replace_status, &inner, o);
	}
}
static const struct field btrfs_replace_fields[] = {
	NAMES(struct btrfs_ioctl_dev_replace_args, cmd, btrfs_replace_cmd, .flags = FIELD_ASKED),
	NAMES(struct btrfs_ioctl_dev_replace_args, result, btrfs_replace_result, .flags = FIELD_ANSWER),
	UNNAMED(struct btrfs_ioctl_dev_replace_args, start, say_replace_params),
};
static DEFINE_LAYOUT(btrfs_replace, sizeof(struct btrfs_ioctl_dev_replace_args));

/* ---- work in the background ---- */

static const struct symbol btrfs_scrub_table[] = { SYM(BTRFS_SCRUB_READONLY) };
static DEFINE_FLAGS(btrfs_scrub, "BTRFS_SCRUB_", .width = 64);
#define SCRUBBED(m) UINT(struct btrfs_scrub_progress, m)
static const struct field btrfs_scrubbed_fields[] = {
	SCRUBBED(data_extents_scrubbed), SCRUBBED(tree_extents_scrubbed), SCRUBBED(data_bytes_scrubbed),
	SCRUBBED(tree_bytes_scrubbed), SCRUBBED(read_errors), SCRUBBED(csum_errors), SCRUBBED(verify_errors),
	SCRUBBED(no_csum), SCRUBBED(csum_discards), SCRUBBED(super_errors), SCRUBBED(malloc_errors),
	SCRUBBED(uncorrectable_errors), SCRUBBED(corrected_errors), SCRUBBED(last_physical), SCRUBBED(unverified_errors),
};
static DEFINE_LAYOUT(btrfs_scrubbed, sizeof(struct btrfs_scrub_progress));
static const struct field btrfs_scrub_fields[] = {
	SAY(struct btrfs_ioctl_scrub_args, devid, btrfs_devid, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_scrub_args, start, .flags = FIELD_ASKED),
	SAY(struct btrfs_ioctl_scrub_args, end, all_to_the_end, .flags = FIELD_ASKED),
	NAMES(struct btrfs_ioctl_scrub_args, flags, btrfs_scrub, .flags = FIELD_ASKED),
	NESTED(struct btrfs_ioctl_scrub_args, progress, btrfs_scrubbed, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_scrub, sizeof(struct btrfs_ioctl_scrub_args));
static const struct field btrfs_scrub_progress_fields[] = {
	SAY(struct btrfs_ioctl_scrub_args, devid, btrfs_devid, .flags = FIELD_ASKED),
	NESTED(struct btrfs_ioctl_scrub_args, progress, btrfs_scrubbed, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_scrub_progress, sizeof(struct btrfs_ioctl_scrub_args));

static const struct symbol btrfs_balance_table[] = {
	SYM(BTRFS_BALANCE_DATA), SYM(BTRFS_BALANCE_SYSTEM), SYM(BTRFS_BALANCE_METADATA), SYM(BTRFS_BALANCE_FORCE),
	SYM(BTRFS_BALANCE_RESUME),
};
static DEFINE_FLAGS(btrfs_balance, "BTRFS_BALANCE_", .width = 64);
static const struct symbol btrfs_balance_state_table[] = {
	SYM(BTRFS_BALANCE_STATE_RUNNING), SYM(BTRFS_BALANCE_STATE_PAUSE_REQ), SYM(BTRFS_BALANCE_STATE_CANCEL_REQ),
};
static DEFINE_FLAGS(btrfs_balance_state, "BTRFS_BALANCE_STATE_", .width = 64);
static const struct symbol btrfs_balance_args_table[] = {
	SYM(BTRFS_BALANCE_ARGS_PROFILES), SYM(BTRFS_BALANCE_ARGS_USAGE), SYM(BTRFS_BALANCE_ARGS_DEVID),
	SYM(BTRFS_BALANCE_ARGS_DRANGE), SYM(BTRFS_BALANCE_ARGS_VRANGE), SYM(BTRFS_BALANCE_ARGS_LIMIT),
	SYM(BTRFS_BALANCE_ARGS_LIMIT_RANGE), SYM(BTRFS_BALANCE_ARGS_STRIPES_RANGE), SYM(BTRFS_BALANCE_ARGS_CONVERT),
	SYM(BTRFS_BALANCE_ARGS_SOFT), SYM(BTRFS_BALANCE_ARGS_USAGE_RANGE),
};
static DEFINE_FLAGS(btrfs_balance_args, "BTRFS_BALANCE_ARGS_", .width = 64);
#define BLOCK_GROUPS \
	SYM(BTRFS_BLOCK_GROUP_DATA), SYM(BTRFS_BLOCK_GROUP_SYSTEM), SYM(BTRFS_BLOCK_GROUP_METADATA), \
	SYM(BTRFS_BLOCK_GROUP_RAID0), SYM(BTRFS_BLOCK_GROUP_RAID1), SYM(BTRFS_BLOCK_GROUP_DUP), \
	SYM(BTRFS_BLOCK_GROUP_RAID10), SYM(BTRFS_BLOCK_GROUP_RAID5), SYM(BTRFS_BLOCK_GROUP_RAID6), \
	SYM(BTRFS_AVAIL_ALLOC_BIT_SINGLE), SYM(BTRFS_SPACE_INFO_GLOBAL_RSV)
static const struct symbol btrfs_profiles_table[] = { BLOCK_GROUPS };
static DEFINE_FLAGS(btrfs_profiles, "BTRFS_BLOCK_GROUP_", .width = 64);
static const struct field btrfs_balance_args_fields[] = {
	NAMES(struct btrfs_balance_args, profiles, btrfs_profiles), SAY(struct btrfs_balance_args, usage, all_to_the_end),
	SAY(struct btrfs_balance_args, devid, btrfs_devid), SAY(struct btrfs_balance_args, pstart, all_to_the_end),
	SAY(struct btrfs_balance_args, pend, all_to_the_end), SAY(struct btrfs_balance_args, vstart, all_to_the_end),
	SAY(struct btrfs_balance_args, vend, all_to_the_end), SAY(struct btrfs_balance_args, target, all_to_the_end),
	NAMES(struct btrfs_balance_args, flags, btrfs_balance_args),
};
static DEFINE_LAYOUT(btrfs_balance_args, sizeof(struct btrfs_balance_args));
static const struct field btrfs_balance_stat_fields[] = {
	UINT(struct btrfs_balance_progress, expected), UINT(struct btrfs_balance_progress, considered),
	UINT(struct btrfs_balance_progress, completed),
};
static DEFINE_LAYOUT(btrfs_balance_stat, sizeof(struct btrfs_balance_progress));

/* What is balanced: those that the flags name. strace does not tell how far it got. */
static void say_balanced(const struct blob *b, const struct field *f, struct out *o)
{
	static const struct { uint64_t flag; const char *name; size_t off; } kinds[] = {
		{ BTRFS_BALANCE_DATA, "data", offsetof(struct btrfs_ioctl_balance_args, data) },
		{ BTRFS_BALANCE_METADATA, "meta", offsetof(struct btrfs_ioctl_balance_args, meta) },
		{ BTRFS_BALANCE_SYSTEM, "sys", offsetof(struct btrfs_ioctl_balance_args, sys) },
	};
	const uint64_t flags = layout__get(b->data, 8);
	struct blob inner = *b;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!(flags & kinds[i].flag))
			continue;
		inner.data = b->data + kinds[i].off;
		inner.len = layout_btrfs_balance_args.size;
		out__member(o, kinds[i].name);
		layout__say(&layout_btrfs_balance_args, &inner, o);
	}
	if (o->strace || !b->at_exit)
		return;
	inner.data = b->data + f->off;
	inner.len = f->size;
	out__member(o, "stat");
	layout__say(&layout_btrfs_balance_stat, &inner, o);
}
static const struct field btrfs_balance_fields[] = {
	NAMES(struct btrfs_ioctl_balance_args, flags, btrfs_balance),
	NAMES(struct btrfs_ioctl_balance_args, state, btrfs_balance_state, .flags = FIELD_ANSWER),
	UNNAMED(struct btrfs_ioctl_balance_args, stat, say_balanced),
};
static DEFINE_LAYOUT(btrfs_balance, sizeof(struct btrfs_ioctl_balance_args));

/* ---- room on the devices ---- */

static const struct symbol btrfs_space_table[] = { BLOCK_GROUPS };
static DEFINE_FLAGS(btrfs_space, "BTRFS_", .unknown = "BTRFS_SPACE_INFO_", .width = 64);
static const struct field btrfs_space_fields[] = {
	NAMES(struct btrfs_ioctl_space_info, flags, btrfs_space), UINT(struct btrfs_ioctl_space_info, total_bytes),
	UINT(struct btrfs_ioctl_space_info, used_bytes),
};
static DEFINE_LAYOUT(btrfs_space, sizeof(struct btrfs_ioctl_space_info));

/* They stand behind the structure; who has room for none asks how many there are. */
static void say_spaces(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t off = offsetof(struct btrfs_ioctl_space_args, spaces);
	/* Where there is none the copy ends before their number. */
	const uint64_t nr = b->len >= off ? layout__get(b->data + f->off, 8) : 0;
	struct blob array = *b;

	out__member(o, "total_spaces");
	out__uint(o, nr);
	if (nr && !layout__get(b->data, 8))
		return;
	if (o->strace && !o->verbose) {
		out__more(o, 0);
		return;
	}
	array.data += off;
	array.addr += off;
	array.len = b->len > off ? b->len - off : 0;
	array.cut = nr > array.len / layout_btrfs_space.size;
	array.len = array.cut ? array.len : nr * layout_btrfs_space.size;
	out__member(o, "spaces");
	if (nr > UINT64_MAX / layout_btrfs_space.size)
		out__ptr(o, array.addr);
	else
		layout__say_array(&layout_btrfs_space, &array, o);
}
static const struct field btrfs_spaces_fields[] = {
	UINT(struct btrfs_ioctl_space_args, space_slots, .flags = FIELD_ASKED),
	UNNAMED_AT(offsetof(struct btrfs_ioctl_space_args, total_spaces), say_spaces, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_spaces, sizeof(struct btrfs_ioctl_space_args));

/* The number of spaces stands in the middle: as many are copied as there are, and somewhat more. */
static const struct arg_type arg_btrfs_spaces = {
	.name = "btrfs_spaces",
	.decode = arg__say_replied,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.unit = sizeof(struct btrfs_ioctl_space_info) + 8,
	.size = 4096 - offsetof(struct btrfs_ioctl_space_args, total_spaces),
	.needs_layout = true,
	.has_trailer = true,
};
#define SPACES { .type = &arg_btrfs_spaces, .layout = &layout_btrfs_spaces, .len_arg = 3, .len_from = AUG_LEN_PTR, \
		 .extra = offsetof(struct btrfs_ioctl_space_args, total_spaces) }

static const struct cmd_row btrfs_devices_rows[] = {
	CMD(BTRFS_IOC_GET_FEATURES, STRUCT_OUT(NULL, btrfs_features)),
	CMD(BTRFS_IOC_SET_FEATURES, PAIR_IN(NULL, btrfs_features)),
	CMD(BTRFS_IOC_GET_SUPPORTED_FEATURES, STRUCT_OUT(NULL, btrfs_supported)),
	CMD(BTRFS_IOC_FS_INFO, STRUCT_OUT(NULL, btrfs_fs_info)),
	CMD(BTRFS_IOC_DEV_INFO, REPLIED(btrfs_dev_info)),
	CMD(BTRFS_IOC_GET_DEV_STATS, REPLIED(btrfs_get_dev_stats)),
	CMD(BTRFS_IOC_DEV_REPLACE, REPLIED(btrfs_replace)),
	CMD(BTRFS_IOC_SCRUB, REPLIED(btrfs_scrub)),
	CMD(BTRFS_IOC_SCRUB_PROGRESS, REPLIED(btrfs_scrub_progress)),
	CMD(BTRFS_IOC_BALANCE_V2, REPLIED(btrfs_balance)),
	CMD(BTRFS_IOC_BALANCE_PROGRESS, STRUCT_OUT(NULL, btrfs_balance)),
	CMD(BTRFS_IOC_SPACE_INFO, SPACES),
};
const struct cmd_rows ioctl_btrfs_devices = CMD_ROWS(btrfs_devices);
