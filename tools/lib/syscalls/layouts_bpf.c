// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_bpf.c - the parts of union bpf_attr, by command. */
#include "layouts.h"

#include <linux/bpf.h>

#include "symbols_tables.h"

/* clang-format off */

typedef union bpf_attr attr;

static const struct field bpf_map_create_fields[] = {
	{ .name = "map_type", .off = offsetof(attr, map_type), .size = sizeof(((attr *)0)->map_type), .kind = FIELD_SYM, .syms = &syms_bpf_map_type },
	{ .name = "key_size", .off = offsetof(attr, key_size), .size = sizeof(((attr *)0)->key_size), .kind = FIELD_UINT },
	{ .name = "value_size", .off = offsetof(attr, value_size), .size = sizeof(((attr *)0)->value_size), .kind = FIELD_UINT },
	{ .name = "max_entries", .off = offsetof(attr, max_entries), .size = sizeof(((attr *)0)->max_entries), .kind = FIELD_UINT },
	{ .name = "map_flags", .off = offsetof(attr, map_flags), .size = sizeof(((attr *)0)->map_flags), .kind = FIELD_SYM, .syms = &syms_bpf_map_flags },
	{ .name = "inner_map_fd", .off = offsetof(attr, inner_map_fd), .size = sizeof(((attr *)0)->inner_map_fd), .kind = FIELD_FD },
	{ .name = "map_name", .off = offsetof(attr, map_name), .size = sizeof(((attr *)0)->map_name), .kind = FIELD_STR },
	{ .name = "map_ifindex", .off = offsetof(attr, map_ifindex), .size = sizeof(((attr *)0)->map_ifindex), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "btf_fd", .off = offsetof(attr, btf_fd), .size = sizeof(((attr *)0)->btf_fd), .kind = FIELD_FD, .flags = FIELD_NONZERO },
	{ .name = "btf_key_type_id", .off = offsetof(attr, btf_key_type_id), .size = sizeof(((attr *)0)->btf_key_type_id), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "btf_value_type_id", .off = offsetof(attr, btf_value_type_id), .size = sizeof(((attr *)0)->btf_value_type_id), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(bpf_map_create, offsetof(attr, btf_value_type_id) + sizeof(((attr *)0)->btf_value_type_id));

static const struct field bpf_elem_fields[] = {
	{ .name = "map_fd", .off = offsetof(attr, map_fd), .size = sizeof(((attr *)0)->map_fd), .kind = FIELD_FD },
	{ .name = "key", .off = offsetof(attr, key), .size = sizeof(((attr *)0)->key), .kind = FIELD_PTR },
	{ .name = "value", .off = offsetof(attr, value), .size = sizeof(((attr *)0)->value), .kind = FIELD_PTR },
	{ .name = "flags", .off = offsetof(attr, flags), .size = sizeof(((attr *)0)->flags), .kind = FIELD_SYM, .syms = &syms_bpf_elem_flags },
};
DEFINE_LAYOUT(bpf_elem, offsetof(attr, flags) + sizeof(((attr *)0)->flags));

static const struct field bpf_batch_fields[] = {
	{ .name = "in_batch", .off = offsetof(attr, batch.in_batch), .size = sizeof(((attr *)0)->batch.in_batch), .kind = FIELD_PTR },
	{ .name = "out_batch", .off = offsetof(attr, batch.out_batch), .size = sizeof(((attr *)0)->batch.out_batch), .kind = FIELD_PTR },
	{ .name = "keys", .off = offsetof(attr, batch.keys), .size = sizeof(((attr *)0)->batch.keys), .kind = FIELD_PTR },
	{ .name = "values", .off = offsetof(attr, batch.values), .size = sizeof(((attr *)0)->batch.values), .kind = FIELD_PTR },
	{ .name = "count", .off = offsetof(attr, batch.count), .size = sizeof(((attr *)0)->batch.count), .kind = FIELD_UINT },
	{ .name = "map_fd", .off = offsetof(attr, batch.map_fd), .size = sizeof(((attr *)0)->batch.map_fd), .kind = FIELD_FD },
	{ .name = "elem_flags", .off = offsetof(attr, batch.elem_flags), .size = sizeof(((attr *)0)->batch.elem_flags), .kind = FIELD_SYM, .syms = &syms_bpf_elem_flags },
	{ .name = "flags", .off = offsetof(attr, batch.flags), .size = sizeof(((attr *)0)->batch.flags), .kind = FIELD_HEX },
};
DEFINE_LAYOUT(bpf_batch, offsetof(attr, batch.flags) + sizeof(((attr *)0)->batch.flags));

static const struct field bpf_prog_load_fields[] = {
	{ .name = "prog_type", .off = offsetof(attr, prog_type), .size = sizeof(((attr *)0)->prog_type), .kind = FIELD_SYM, .syms = &syms_bpf_prog_type },
	{ .name = "insn_cnt", .off = offsetof(attr, insn_cnt), .size = sizeof(((attr *)0)->insn_cnt), .kind = FIELD_UINT },
	{ .name = "insns", .off = offsetof(attr, insns), .size = sizeof(((attr *)0)->insns), .kind = FIELD_PTR },
	{ .name = "license", .off = offsetof(attr, license), .size = sizeof(((attr *)0)->license), .kind = FIELD_PTR },
	{ .name = "log_level", .off = offsetof(attr, log_level), .size = sizeof(((attr *)0)->log_level), .kind = FIELD_UINT },
	{ .name = "log_size", .off = offsetof(attr, log_size), .size = sizeof(((attr *)0)->log_size), .kind = FIELD_UINT },
	{ .name = "log_buf", .off = offsetof(attr, log_buf), .size = sizeof(((attr *)0)->log_buf), .kind = FIELD_PTR },
	{ .name = "kern_version", .off = offsetof(attr, kern_version), .size = sizeof(((attr *)0)->kern_version), .kind = FIELD_HEX },
	{ .name = "prog_flags", .off = offsetof(attr, prog_flags), .size = sizeof(((attr *)0)->prog_flags), .kind = FIELD_HEX },
	{ .name = "prog_name", .off = offsetof(attr, prog_name), .size = sizeof(((attr *)0)->prog_name), .kind = FIELD_STR },
	{ .name = "prog_ifindex", .off = offsetof(attr, prog_ifindex), .size = sizeof(((attr *)0)->prog_ifindex), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "expected_attach_type", .off = offsetof(attr, expected_attach_type), .size = sizeof(((attr *)0)->expected_attach_type), .kind = FIELD_SYM, .syms = &syms_bpf_attach_type },
	{ .name = "prog_btf_fd", .off = offsetof(attr, prog_btf_fd), .size = sizeof(((attr *)0)->prog_btf_fd), .kind = FIELD_FD, .flags = FIELD_NONZERO },
	{ .name = "func_info_rec_size", .off = offsetof(attr, func_info_rec_size), .size = sizeof(((attr *)0)->func_info_rec_size), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "func_info", .off = offsetof(attr, func_info), .size = sizeof(((attr *)0)->func_info), .kind = FIELD_PTR, .flags = FIELD_NONZERO },
	{ .name = "func_info_cnt", .off = offsetof(attr, func_info_cnt), .size = sizeof(((attr *)0)->func_info_cnt), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "line_info_rec_size", .off = offsetof(attr, line_info_rec_size), .size = sizeof(((attr *)0)->line_info_rec_size), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "line_info", .off = offsetof(attr, line_info), .size = sizeof(((attr *)0)->line_info), .kind = FIELD_PTR, .flags = FIELD_NONZERO },
	{ .name = "line_info_cnt", .off = offsetof(attr, line_info_cnt), .size = sizeof(((attr *)0)->line_info_cnt), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "attach_btf_id", .off = offsetof(attr, attach_btf_id), .size = sizeof(((attr *)0)->attach_btf_id), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "attach_prog_fd", .off = offsetof(attr, attach_prog_fd), .size = sizeof(((attr *)0)->attach_prog_fd), .kind = FIELD_FD, .flags = FIELD_NONZERO },
};
static const struct follow bpf_prog_load_follows[] = { FOLLOW_STR(attr, license) };
DEFINE_LAYOUT_FOLLOWED(bpf_prog_load, offsetof(attr, attach_prog_fd) + sizeof(((attr *)0)->attach_prog_fd), bpf_prog_load);

static const struct field bpf_obj_fields[] = {
	{ .name = "pathname", .off = offsetof(attr, pathname), .size = sizeof(((attr *)0)->pathname), .kind = FIELD_PTR },
	{ .name = "bpf_fd", .off = offsetof(attr, bpf_fd), .size = sizeof(((attr *)0)->bpf_fd), .kind = FIELD_FD },
	{ .name = "file_flags", .off = offsetof(attr, file_flags), .size = sizeof(((attr *)0)->file_flags), .kind = FIELD_SYM, .syms = &syms_bpf_map_flags },
};
static const struct follow bpf_obj_follows[] = { FOLLOW_STR(attr, pathname, .is_path = true) };
DEFINE_LAYOUT_FOLLOWED(bpf_obj, offsetof(attr, file_flags) + sizeof(((attr *)0)->file_flags), bpf_obj);

static const struct field bpf_attach_fields[] = {
	{ .name = "target_fd", .off = offsetof(attr, target_fd), .size = sizeof(((attr *)0)->target_fd), .kind = FIELD_FD },
	{ .name = "attach_bpf_fd", .off = offsetof(attr, attach_bpf_fd), .size = sizeof(((attr *)0)->attach_bpf_fd), .kind = FIELD_FD },
	{ .name = "attach_type", .off = offsetof(attr, attach_type), .size = sizeof(((attr *)0)->attach_type), .kind = FIELD_SYM, .syms = &syms_bpf_attach_type },
	{ .name = "attach_flags", .off = offsetof(attr, attach_flags), .size = sizeof(((attr *)0)->attach_flags), .kind = FIELD_HEX },
	{ .name = "replace_bpf_fd", .off = offsetof(attr, replace_bpf_fd), .size = sizeof(((attr *)0)->replace_bpf_fd), .kind = FIELD_FD, .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(bpf_attach, offsetof(attr, replace_bpf_fd) + sizeof(((attr *)0)->replace_bpf_fd));

static const struct field bpf_next_id_fields[] = {
	{ .name = "start_id", .off = offsetof(attr, start_id), .size = sizeof(((attr *)0)->start_id), .kind = FIELD_UINT },
	{ .name = "next_id", .off = offsetof(attr, next_id), .size = sizeof(((attr *)0)->next_id), .kind = FIELD_UINT },
	{ .name = "open_flags", .off = offsetof(attr, open_flags), .size = sizeof(((attr *)0)->open_flags), .kind = FIELD_SYM, .syms = &syms_bpf_map_flags, .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(bpf_next_id, offsetof(attr, open_flags) + sizeof(((attr *)0)->open_flags));

static const struct field bpf_id_fields[] = {
	{ .name = "prog_id", .off = offsetof(attr, prog_id), .size = sizeof(((attr *)0)->prog_id), .kind = FIELD_UINT },
	{ .name = "next_id", .off = offsetof(attr, next_id), .size = sizeof(((attr *)0)->next_id), .kind = FIELD_UINT, .flags = FIELD_NONZERO },
	{ .name = "open_flags", .off = offsetof(attr, open_flags), .size = sizeof(((attr *)0)->open_flags), .kind = FIELD_SYM, .syms = &syms_bpf_map_flags, .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(bpf_id, offsetof(attr, open_flags) + sizeof(((attr *)0)->open_flags));

static const struct field bpf_info_fields[] = {
	{ .name = "bpf_fd", .off = offsetof(attr, info.bpf_fd), .size = sizeof(((attr *)0)->info.bpf_fd), .kind = FIELD_FD },
	{ .name = "info_len", .off = offsetof(attr, info.info_len), .size = sizeof(((attr *)0)->info.info_len), .kind = FIELD_UINT },
	{ .name = "info", .off = offsetof(attr, info.info), .size = sizeof(((attr *)0)->info.info), .kind = FIELD_PTR },
};
DEFINE_LAYOUT(bpf_info, offsetof(attr, info.info) + sizeof(((attr *)0)->info.info));

static const struct field bpf_raw_tp_fields[] = {
	{ .name = "name", .off = offsetof(attr, raw_tracepoint.name), .size = sizeof(((attr *)0)->raw_tracepoint.name), .kind = FIELD_PTR },
	{ .name = "prog_fd", .off = offsetof(attr, raw_tracepoint.prog_fd), .size = sizeof(((attr *)0)->raw_tracepoint.prog_fd), .kind = FIELD_FD },
};
static const struct follow bpf_raw_tp_follows[] = { FOLLOW_STR(attr, raw_tracepoint.name) };
DEFINE_LAYOUT_FOLLOWED(bpf_raw_tp, offsetof(attr, raw_tracepoint.prog_fd) + sizeof(((attr *)0)->raw_tracepoint.prog_fd), bpf_raw_tp);

static const struct field bpf_btf_load_fields[] = {
	{ .name = "btf", .off = offsetof(attr, btf), .size = sizeof(((attr *)0)->btf), .kind = FIELD_PTR },
	{ .name = "btf_log_buf", .off = offsetof(attr, btf_log_buf), .size = sizeof(((attr *)0)->btf_log_buf), .kind = FIELD_PTR },
	{ .name = "btf_size", .off = offsetof(attr, btf_size), .size = sizeof(((attr *)0)->btf_size), .kind = FIELD_UINT },
	{ .name = "btf_log_size", .off = offsetof(attr, btf_log_size), .size = sizeof(((attr *)0)->btf_log_size), .kind = FIELD_UINT },
	{ .name = "btf_log_level", .off = offsetof(attr, btf_log_level), .size = sizeof(((attr *)0)->btf_log_level), .kind = FIELD_UINT },
};
DEFINE_LAYOUT(bpf_btf_load, offsetof(attr, btf_log_level) + sizeof(((attr *)0)->btf_log_level));

static const struct field bpf_link_fields[] = {
	{ .name = "prog_fd", .off = offsetof(attr, link_create.prog_fd), .size = sizeof(((attr *)0)->link_create.prog_fd), .kind = FIELD_FD },
	{ .name = "target_fd", .off = offsetof(attr, link_create.target_fd), .size = sizeof(((attr *)0)->link_create.target_fd), .kind = FIELD_FD },
	{ .name = "attach_type", .off = offsetof(attr, link_create.attach_type), .size = sizeof(((attr *)0)->link_create.attach_type), .kind = FIELD_SYM, .syms = &syms_bpf_attach_type },
	{ .name = "flags", .off = offsetof(attr, link_create.flags), .size = sizeof(((attr *)0)->link_create.flags), .kind = FIELD_HEX },
};
DEFINE_LAYOUT(bpf_link, offsetof(attr, link_create.flags) + sizeof(((attr *)0)->link_create.flags));

static const struct field bpf_fd_fields[] = {
	{ .name = "map_fd", .off = offsetof(attr, map_fd), .size = sizeof(((attr *)0)->map_fd), .kind = FIELD_FD },
};
DEFINE_LAYOUT(bpf_fd, offsetof(attr, map_fd) + sizeof(((attr *)0)->map_fd));
