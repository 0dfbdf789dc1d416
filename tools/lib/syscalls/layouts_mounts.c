// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * layouts_mounts.c - structures of statmount and listmount (6.8), which headers older than the kernel lack.
 *
 * The answer of statmount has the members that its mask speaks of: a layout for each bit. Members that are
 * texts, or lists of them, are offsets into what stands behind the structure.
 */
#include "layouts_mounts.h"

#include <string.h>

#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* Of statmount: what is asked for; of listmount: behind which mount the list goes on. */
#define MNT_ID_REQ_HEAD \
	UINT(struct mount_request, size), \
	FD(struct mount_request, mnt_ns_fd, .flags = FIELD_NONZERO)

static const struct field mnt_id_req_fields[] = {
	MNT_ID_REQ_HEAD,
	HEX(struct mount_request, mnt_id),
	NAMES(struct mount_request, param, statmount_mask),
	HEX(struct mount_request, mnt_ns_id),
};
DEFINE_LAYOUT(mnt_id_req, sizeof(struct mount_request));

static const struct field listmount_req_fields[] = {
	MNT_ID_REQ_HEAD,
	NAMES(struct mount_request, mnt_id, listmount_mnt_id),
	HEX(struct mount_request, param),
	HEX(struct mount_request, mnt_ns_id),
};
DEFINE_LAYOUT(listmount_req, sizeof(struct mount_request));

/* Behind which namespace the list goes on, of which kinds, and of which owner. */
static const struct field ns_id_req_fields[] = {
	UINT(struct ns_request, size),
	HEX(struct ns_request, spare, .flags = FIELD_NONZERO),
	HEX(struct ns_request, ns_id),
	NAMES(struct ns_request, ns_type, setns_flags),
	HEX(struct ns_request, spare2, .flags = FIELD_NONZERO),
	NAMES(struct ns_request, user_ns_id, listns_user_ns_id),
};
DEFINE_LAYOUT(ns_id_req, sizeof(struct ns_request));

/* ---- texts ---- */

/* The text that the member's offset @at leads to. Return: its length with the NUL, or what there is of it; 0: none. */
static size_t text__find(const struct blob *b, uint64_t at, const char **ret, bool *cut)
{
	const size_t start = sizeof(struct mount_answer) + at;
	size_t len;

	if (at >= b->len || start >= b->len)
		return 0;
	*ret = (const char *)b->data + start;
	len = strnlen(*ret, b->len - start);
	*cut = len == b->len - start;
	return *cut ? len : len + 1;
}

static void say_text(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t at = layout__get(b->data + f->off, f->size);
	const char *text;
	size_t len;
	bool cut;

	len = text__find(b, at, &text, &cut);
	if (len)
		out__str(o, text, cut ? len : len - 1, cut);
	else
		out__hex(o, at);
}

/* As many texts as the member before it says, one behind the other. */
static void say_texts(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t nr = layout__get(b->data + f->off - f->size, f->size);
	const uint64_t max = o->verbose ? nr : MIN(nr, (uint64_t)out__elements_max(o, LAYOUT_ARRAY_SHOWN));
	uint64_t at = layout__get(b->data + f->off, f->size), i;
	bool cut = false;

	out__begin(o, OUT_ARRAY);
	for (i = 0; i < max && !cut; i++) {
		const char *text;
		const size_t len = text__find(b, at, &text, &cut);

		if (!len)
			break;
		out__str(o, text, cut ? len : len - 1, cut);
		at += len;
	}
	if (i < nr)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

#define TEXT(m) CUSTOM(struct mount_answer, m, say_text)
#define TEXTS(n, m) UINT(struct mount_answer, n), CUSTOM(struct mount_answer, m, say_texts)

/* ---- the answer ---- */

#define PART(id, ...) \
	static const struct field statmount_##id##_fields[] = { __VA_ARGS__ }; \
	static const struct layout statmount_##id = { \
		.name = "statmount_" #id, .fields = statmount_##id##_fields, .size = sizeof(struct mount_answer), \
		.nr = sizeof(statmount_##id##_fields) / sizeof(statmount_##id##_fields[0]) }

PART(size, UINT(struct mount_answer, size));
PART(mnt_opts, TEXT(mnt_opts));
PART(mask, NAMES(struct mount_answer, mask, statmount_mask));
PART(sb_basic,
	UINT(struct mount_answer, sb_dev_major),
	UINT(struct mount_answer, sb_dev_minor),
	NAMES(struct mount_answer, sb_magic, fs_magic),
	NAMES(struct mount_answer, sb_flags, mount_flags));
PART(fs_type, TEXT(fs_type));
PART(mnt_basic,
	HEX(struct mount_answer, mnt_id),
	HEX(struct mount_answer, mnt_parent_id),
	HEX(struct mount_answer, mnt_id_old),
	HEX(struct mount_answer, mnt_parent_id_old),
	NAMES(struct mount_answer, mnt_attr, mount_attr),
	NAMES(struct mount_answer, mnt_propagation, mount_flags),
	HEX(struct mount_answer, mnt_peer_group),
	HEX(struct mount_answer, mnt_master));
PART(propagate_from, HEX(struct mount_answer, propagate_from));
PART(mnt_root, TEXT(mnt_root));
PART(mnt_point, TEXT(mnt_point));
PART(mnt_ns_id, HEX(struct mount_answer, mnt_ns_id));
PART(fs_subtype, TEXT(fs_subtype));
PART(sb_source, TEXT(sb_source));
PART(opt_array, TEXTS(opt_num, opt_array));
PART(opt_sec_array, TEXTS(opt_sec_num, opt_sec_array));
PART(supported_mask, NAMES(struct mount_answer, supported_mask, statmount_mask));
PART(mnt_uidmap, TEXTS(mnt_uidmap_num, mnt_uidmap));
PART(mnt_gidmap, TEXTS(mnt_gidmap_num, mnt_gidmap));

#define ALWAYS (~0ULL)

/* In the order of the members. */
const struct statmount_part statmount_parts[] = {
	{ ALWAYS, &statmount_size },
	{ 0x80, &statmount_mnt_opts },
	{ ALWAYS, &statmount_mask },
	{ 0x1, &statmount_sb_basic },
	{ 0x20, &statmount_fs_type },
	{ 0x2, &statmount_mnt_basic },
	{ 0x4, &statmount_propagate_from },
	{ 0x8, &statmount_mnt_root },
	{ 0x10, &statmount_mnt_point },
	{ 0x40, &statmount_mnt_ns_id },
	{ 0x100, &statmount_fs_subtype },
	{ 0x200, &statmount_sb_source },
	{ 0x400, &statmount_opt_array },
	{ 0x800, &statmount_opt_sec_array },
	{ 0x1000, &statmount_supported_mask },
	{ 0x2000, &statmount_mnt_uidmap },
	{ 0x4000, &statmount_mnt_gidmap },
};
const size_t statmount_nr_parts = ARRAY_SIZE(statmount_parts);
