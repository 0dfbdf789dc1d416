// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_btrfs_trees.c - what is looked for in the trees of a btrfs, and sent: names, structures, ioctls. */
#include "commands_rows.h"

#include <errno.h>
#include <linux/btrfs.h>
#include <linux/btrfs_tree.h>
#include <string.h>
#include <sys/ioctl.h>

#include "ioctl_btrfs.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* ---- keys ---- */

static const struct symbol btrfs_objectid_table[] = {
	SYM(BTRFS_ROOT_TREE_OBJECTID), SYM(BTRFS_EXTENT_TREE_OBJECTID), SYM(BTRFS_CHUNK_TREE_OBJECTID),
	SYM(BTRFS_DEV_TREE_OBJECTID), SYM(BTRFS_FS_TREE_OBJECTID), SYM(BTRFS_ROOT_TREE_DIR_OBJECTID),
	SYM(BTRFS_CSUM_TREE_OBJECTID), SYM(BTRFS_QUOTA_TREE_OBJECTID), SYM(BTRFS_UUID_TREE_OBJECTID),
	SYM(BTRFS_FREE_SPACE_TREE_OBJECTID), SYM(BTRFS_BLOCK_GROUP_TREE_OBJECTID),
	SYM(BTRFS_FIRST_FREE_OBJECTID), SYM(BTRFS_LAST_FREE_OBJECTID),
};
static DEFINE_ENUM(btrfs_objectid, "BTRFS_", .width = 64, .is_open = true);
static const struct symbol btrfs_key_type_table[] = {
	SYM(BTRFS_INODE_ITEM_KEY), SYM(BTRFS_INODE_REF_KEY), SYM(BTRFS_INODE_EXTREF_KEY), SYM(BTRFS_XATTR_ITEM_KEY),
	SYM(BTRFS_VERITY_DESC_ITEM_KEY), SYM(BTRFS_VERITY_MERKLE_ITEM_KEY), SYM(BTRFS_ORPHAN_ITEM_KEY),
	SYM(BTRFS_DIR_LOG_ITEM_KEY), SYM(BTRFS_DIR_LOG_INDEX_KEY), SYM(BTRFS_DIR_ITEM_KEY), SYM(BTRFS_DIR_INDEX_KEY),
	SYM(BTRFS_EXTENT_DATA_KEY), SYM(BTRFS_EXTENT_CSUM_KEY), SYM(BTRFS_ROOT_ITEM_KEY), SYM(BTRFS_ROOT_BACKREF_KEY),
	SYM(BTRFS_ROOT_REF_KEY), SYM(BTRFS_EXTENT_ITEM_KEY), SYM(BTRFS_METADATA_ITEM_KEY), SYM(BTRFS_TREE_BLOCK_REF_KEY),
	SYM(BTRFS_EXTENT_DATA_REF_KEY), SYM(BTRFS_EXTENT_REF_V0_KEY), SYM(BTRFS_SHARED_BLOCK_REF_KEY),
	SYM(BTRFS_SHARED_DATA_REF_KEY), SYM(BTRFS_BLOCK_GROUP_ITEM_KEY), SYM(BTRFS_FREE_SPACE_INFO_KEY),
	SYM(BTRFS_FREE_SPACE_EXTENT_KEY), SYM(BTRFS_FREE_SPACE_BITMAP_KEY), SYM(BTRFS_DEV_EXTENT_KEY),
	SYM(BTRFS_DEV_ITEM_KEY), SYM(BTRFS_CHUNK_ITEM_KEY), SYM(BTRFS_QGROUP_STATUS_KEY), SYM(BTRFS_QGROUP_INFO_KEY),
	SYM(BTRFS_QGROUP_LIMIT_KEY), SYM(BTRFS_QGROUP_RELATION_KEY), SYM(BTRFS_TEMPORARY_ITEM_KEY),
	SYM(BTRFS_PERSISTENT_ITEM_KEY), SYM(BTRFS_DEV_REPLACE_KEY), SYM(BTRFS_UUID_KEY_SUBVOL),
	SYM(BTRFS_UUID_KEY_RECEIVED_SUBVOL), SYM(BTRFS_STRING_ITEM_KEY),
	SYM(UINT32_MAX),
};
static DEFINE_ENUM(btrfs_key_type, "", .is_open = true);

static void say_btrfs_objectid(struct out *o, uint64_t value)
{
	btrfs__say_number(o, value, value == UINT64_MAX ? NULL : &syms_btrfs_objectid);
}
/* The greatest ends a search for all types. */
static void say_btrfs_key_type(struct out *o, uint64_t value)
{
	btrfs__say_number(o, value, &syms_btrfs_key_type);
}
static const struct field btrfs_objectid_fields[] = { NUMBER(uint64_t, FIELD_SAY, .say = say_btrfs_objectid) };
static DEFINE_LAYOUT(btrfs_objectid, 8);

/* ---- searches ---- */

/* Where a search for any file begins and ends strace leaves out. */
static void say_objectid(const struct blob *b, const char *name, size_t off, uint64_t usual, struct out *o)
{
	const uint64_t value = layout__get(b->data + off, 8);

	if (o->strace && !o->verbose && value == usual)
		return;
	out__member(o, name);
	say_btrfs_objectid(o, value);
}
static void say_min_objectid(const struct blob *b, const struct field *f, struct out *o)
{
	say_objectid(b, "min_objectid", f->off, BTRFS_FIRST_FREE_OBJECTID, o);
}
static void say_max_objectid(const struct blob *b, const struct field *f, struct out *o)
{
	say_objectid(b, "max_objectid", f->off, BTRFS_LAST_FREE_OBJECTID, o);
}
static const struct field btrfs_search_key_fields[] = {
	SAY(struct btrfs_ioctl_search_key, tree_id, btrfs_objectid, .flags = FIELD_ASKED),
	UNNAMED(struct btrfs_ioctl_search_key, min_objectid, say_min_objectid, .flags = FIELD_ASKED),
	UNNAMED(struct btrfs_ioctl_search_key, max_objectid, say_max_objectid, .flags = FIELD_ASKED),
	SAY(struct btrfs_ioctl_search_key, min_offset, all_to_the_end, .flags = FIELD_ASKED),
	SAY(struct btrfs_ioctl_search_key, max_offset, all_to_the_end, .flags = FIELD_ASKED),
	SAY(struct btrfs_ioctl_search_key, min_transid, all_to_the_end, .flags = FIELD_ASKED),
	SAY(struct btrfs_ioctl_search_key, max_transid, all_to_the_end, .flags = FIELD_ASKED),
	SAY(struct btrfs_ioctl_search_key, min_type, btrfs_key_type, .flags = FIELD_ASKED),
	SAY(struct btrfs_ioctl_search_key, max_type, btrfs_key_type, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_search_key, nr_items),
};
static DEFINE_LAYOUT(btrfs_search_key, sizeof(struct btrfs_ioctl_search_key));
static const struct field btrfs_search_header_fields[] = {
	UINT(struct btrfs_ioctl_search_header, transid),
	SAY(struct btrfs_ioctl_search_header, objectid, btrfs_objectid),
	UINT(struct btrfs_ioctl_search_header, offset),
	SAY(struct btrfs_ioctl_search_header, type, btrfs_key_type), UINT(struct btrfs_ioctl_search_header, len),
};
static DEFINE_LAYOUT(btrfs_search_header, sizeof(struct btrfs_ioctl_search_header));

/* What was found: headers, each with an item behind it, within @size bytes. */
static void say_items(const struct blob *b, const struct field *f, uint64_t size, struct out *o)
{
	const size_t nr = layout__get(b->data + offsetof(struct btrfs_ioctl_search_key, nr_items), 4);
	/* strace shows one more than of other arrays, and no more when all is asked for. */
	const size_t most = out__elements_max(o, LAYOUT_ARRAY_SHOWN) + (o->strace ? 1 : 0);
	const size_t shown = o->verbose && !o->strace ? nr : MIN(nr, most);
	const size_t room = MIN(size, (uint64_t)(b->len - f->off)), header = layout_btrfs_search_header.size;
	struct blob one = *b;
	size_t i, at = 0;

	if (o->strace && !o->verbose) {
		out__more(o, 0);
		return;
	}
	out__member(o, "buf");
	out__begin(o, OUT_ARRAY);
	one.len = header;
	for (i = 0; i < shown && at <= room && room - at >= header; i++) {
		one.data = b->data + f->off + at;
		one.addr = b->addr + f->off + at;
		layout__say(&layout_btrfs_search_header, &one, o);
		at += header + layout__get(one.data + offsetof(struct btrfs_ioctl_search_header, len), 4);
	}
	if (i < nr)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}
static void say_found(const struct blob *b, const struct field *f, struct out *o)
{
	say_items(b, f, BTRFS_SEARCH_ARGS_BUFSIZE, o);
}
static void say_found_in_room(const struct blob *b, const struct field *f, struct out *o)
{
	say_items(b, f, layout__get(b->data + offsetof(struct btrfs_ioctl_search_args_v2, buf_size), 8), o);
}
static const struct field btrfs_search_fields[] = {
	NESTED(struct btrfs_ioctl_search_args, key, btrfs_search_key),
	UNNAMED_AT(offsetof(struct btrfs_ioctl_search_args, buf), say_found, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_search, sizeof(struct btrfs_ioctl_search_args));
static const struct field btrfs_search_v2_fields[] = {
	NESTED(struct btrfs_ioctl_search_args_v2, key, btrfs_search_key),
	UINT(struct btrfs_ioctl_search_args_v2, buf_size),
	UNNAMED_AT(offsetof(struct btrfs_ioctl_search_args_v2, buf), say_found_in_room, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_search_v2, sizeof(struct btrfs_ioctl_search_args_v2));

/* Of the buffer behind the structure so much is copied that all of it is what the older call has. */
static const struct arg_type arg_btrfs_search = {
	.name = "btrfs_search",
	.decode = arg__say_replied,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.size = sizeof(struct btrfs_ioctl_search_args) - sizeof(struct btrfs_ioctl_search_args_v2),
	.needs_layout = true,
	.has_trailer = true,
};
#define SEARCH_V2 { .type = &arg_btrfs_search, .layout = &layout_btrfs_search_v2, .len_from = AUG_LEN_FIELD, \
		    .len_arg = 1 + offsetof(struct btrfs_ioctl_search_args_v2, buf_size), \
		    .extra = sizeof(struct btrfs_ioctl_search_args_v2) }

/* ---- files by their number, and by the extent ---- */

/* The tree that it was looked up in, where that was not said. */
static void say_treeid(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob *question = b->question;

	if (b->at_exit && (!question || question->len < 8 || layout__get(question->data + f->off, 8)))
		return;
	out__member(o, "treeid");
	say_btrfs_objectid(o, layout__get(b->data + f->off, 8));
}
static const struct field btrfs_ino_lookup_fields[] = {
	UNNAMED(struct btrfs_ioctl_ino_lookup_args, treeid, say_treeid),
	SAY(struct btrfs_ioctl_ino_lookup_args, objectid, btrfs_objectid, .flags = FIELD_ASKED),
	CHARS(struct btrfs_ioctl_ino_lookup_args, name, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(btrfs_ino_lookup, sizeof(struct btrfs_ioctl_ino_lookup_args));

/* Answers stand in a container, which begins with how much is in it. */
#define CONTAINER_MAX 4096
static const struct field btrfs_container_fields[] = {
	UINT(struct btrfs_data_container, bytes_left), UINT(struct btrfs_data_container, bytes_missing),
	UINT(struct btrfs_data_container, elem_cnt), UINT(struct btrfs_data_container, elem_missed),
};
static DEFINE_LAYOUT(btrfs_container, sizeof(struct btrfs_data_container));

static void say_container(const struct blob *b, const struct field *f, struct out *o,
			  void (*say)(const struct blob *values, size_t nr, struct out *o))
{
	const uint64_t addr = layout__get(b->data + f->off, 8);
	const size_t head = layout_btrfs_container.size;
	struct piece piece;
	struct blob values;

	if (!b->at_exit || !b->find || !b->find(b, 0, &piece)) {
		out__ptr(o, addr);
		return;
	}
	if (piece.err || piece.len < head) {
		out__fault(o, addr, piece.err ? piece.err : -EFAULT);
		return;
	}
	values = (struct blob){ .data = piece.data, .len = piece.len, .addr = addr };
	out__begin(o, OUT_OBJECT);
	layout__say_members(&layout_btrfs_container, &values, o);
	if (o->strace && !o->verbose) {
		out__more(o, 0);
	} else {
		values.data += head;
		values.addr += head;
		values.len -= head;
		out__member(o, "val");
		say(&values, layout__get(piece.data + offsetof(struct btrfs_data_container, elem_cnt), 4), o);
	}
	out__end(o, OUT_OBJECT);
}

/* Three numbers of each. */
static const struct field btrfs_inode_fields[] = {
	{ .name = "inum", .off = 0, .size = 8, .kind = FIELD_UINT },
	{ .name = "offset", .off = 8, .size = 8, .kind = FIELD_UINT },
	{ .name = "root", .off = 16, .size = 8, .kind = FIELD_UINT },
};
static DEFINE_LAYOUT(btrfs_inode, 24);
static void say_inode_array(const struct blob *values, size_t nr, struct out *o)
{
	const size_t size = layout_btrfs_inode.size;
	struct blob inodes = *values;

	inodes.cut = nr / 3 > inodes.len / size;
	inodes.len = MIN(nr / 3, inodes.len / size) * size;
	layout__say_array(&layout_btrfs_inode, &inodes, o);
}
static void say_inodes(const struct blob *b, const struct field *f, struct out *o)
{
	say_container(b, f, o, say_inode_array);
}

/* Each number is where a path begins, from the first number on. */
static void say_path_array(const struct blob *values, size_t nr, struct out *o)
{
	const size_t there = MIN(nr, values->len / 8);
	const size_t shown = o->verbose ? there : MIN(there, out__elements_max(o, LAYOUT_ARRAY_SHOWN));
	/* Paths of the kernel do not overlap: all together are no longer than what holds them. */
	size_t left = values->len, i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; i < shown; i++) {
		const uint64_t at = layout__get(values->data + i * 8, 8);
		const char *path = (const char *)values->data + at;
		const size_t len = at < values->len ? strnlen(path, values->len - at) : 0;

		if (len > left)
			break;
		left -= len;
		if (at < values->len)
			out__str(o, path, len, len == values->len - at);
		else
			out__ptr(o, values->addr + at);
	}
	if (i < nr)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}
static void say_paths(const struct blob *b, const struct field *f, struct out *o)
{
	say_container(b, f, o, say_path_array);
}

static const struct symbol btrfs_logical_ino_table[] = { SYM(BTRFS_LOGICAL_INO_ARGS_IGNORE_OFFSET) };
static DEFINE_FLAGS(btrfs_logical_ino, "BTRFS_LOGICAL_INO_ARGS_", .width = 64);
static const struct field btrfs_logical_ino_fields[] = {
	UINT(struct btrfs_ioctl_logical_ino_args, logical, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_logical_ino_args, size, .flags = FIELD_ASKED),
	ARRAY_OF(struct btrfs_ioctl_logical_ino_args, reserved, FIELD_HEX, .flags = FIELD_ASKED | FIELD_NONZERO),
	NAMES(struct btrfs_ioctl_logical_ino_args, flags, btrfs_logical_ino, .flags = FIELD_ASKED),
	CUSTOM(struct btrfs_ioctl_logical_ino_args, inodes, say_inodes),
};
static const struct follow btrfs_logical_ino_follows[] = {
	FOLLOW_(struct btrfs_ioctl_logical_ino_args, inodes, AUG_CAP_BUF, AUG_AT_EXIT,
		FOLLOW_LEN_(struct btrfs_ioctl_logical_ino_args, size), .size = CONTAINER_MAX),
};
DEFINE_LAYOUT_FOLLOWED(btrfs_logical_ino, sizeof(struct btrfs_ioctl_logical_ino_args), btrfs_logical_ino);
static const struct field btrfs_ino_paths_fields[] = {
	UINT(struct btrfs_ioctl_ino_path_args, inum, .flags = FIELD_ASKED),
	UINT(struct btrfs_ioctl_ino_path_args, size, .flags = FIELD_ASKED),
	CUSTOM(struct btrfs_ioctl_ino_path_args, fspath, say_paths),
};
static const struct follow btrfs_ino_paths_follows[] = {
	FOLLOW_(struct btrfs_ioctl_ino_path_args, fspath, AUG_CAP_BUF, AUG_AT_EXIT,
		FOLLOW_LEN_(struct btrfs_ioctl_ino_path_args, size), .size = CONTAINER_MAX),
};
DEFINE_LAYOUT_FOLLOWED(btrfs_ino_paths, sizeof(struct btrfs_ioctl_ino_path_args), btrfs_ino_paths);

/* ---- a subvolume that is sent ---- */

static const struct symbol btrfs_send_table[] = {
	SYM(BTRFS_SEND_FLAG_NO_FILE_DATA), SYM(BTRFS_SEND_FLAG_OMIT_STREAM_HEADER), SYM(BTRFS_SEND_FLAG_OMIT_END_CMD),
	SYM(BTRFS_SEND_FLAG_VERSION), SYM(BTRFS_SEND_FLAG_COMPRESSED),
};
static DEFINE_FLAGS(btrfs_send, "BTRFS_SEND_FLAG_", .unknown = "BTRFS_SEND_FLAGS_", .width = 64);

/* strace follows the pointer only when all is asked for. */
static void say_clone_sources(const struct blob *b, const struct field *f, struct out *o)
{
	if ((o->strace && !o->verbose) || !layout__say_followed(&layout_btrfs_send, b, 0, o))
		out__ptr(o, layout__get(b->data + f->off, f->size));
}
static const struct field btrfs_send_fields[] = {
	FD(struct btrfs_ioctl_send_args, send_fd), UINT(struct btrfs_ioctl_send_args, clone_sources_count),
	CUSTOM(struct btrfs_ioctl_send_args, clone_sources, say_clone_sources),
	SAY(struct btrfs_ioctl_send_args, parent_root, btrfs_objectid),
	NAMES(struct btrfs_ioctl_send_args, flags, btrfs_send),
};
static const struct follow btrfs_send_follows[] = {
	FOLLOW_ARRAY(struct btrfs_ioctl_send_args, clone_sources, clone_sources_count, AUG_AT_ENTER, btrfs_objectid),
};
LAYOUT_(btrfs_send, sizeof(struct btrfs_ioctl_send_args), .compat = NULL, WITH_FOLLOWS(btrfs_send));

static const struct cmd_row btrfs_trees_rows[] = {
	CMD(BTRFS_IOC_TREE_SEARCH, REPLIED(btrfs_search)),
	CMD(BTRFS_IOC_TREE_SEARCH_V2, SEARCH_V2),
	CMD(BTRFS_IOC_INO_LOOKUP, REPLIED(btrfs_ino_lookup)),
	CMD(BTRFS_IOC_INO_PATHS, REPLIED(btrfs_ino_paths)),
	CMD(BTRFS_IOC_LOGICAL_INO, REPLIED(btrfs_logical_ino)),
	CMD(BTRFS_IOC_SEND, STRUCT_IN(NULL, btrfs_send)),
};
const struct cmd_rows ioctl_btrfs_trees = CMD_ROWS(btrfs_trees);
