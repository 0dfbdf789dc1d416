// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * layouts_bpf.c - the parts of union bpf_attr, by command. All of its structures begin where it begins, so members
 * of those have their offset in the union.
 */
#include "layouts.h"

#include <linux/bpf.h>
#include <stdio.h>

#include "decode.h"
#include "symbols_tables.h"

/* clang-format off */

typedef union bpf_attr attr;

#define SIZE(m) sizeof(((attr *)0)->m)
#define END(m) (offsetof(attr, m) + SIZE(m))
/* Member @m of the union, called @n. */
#define M(n, m, k, ...) { .name = #n, .off = offsetof(attr, m), .size = SIZE(m), .kind = FIELD_##k, ##__VA_ARGS__ }
#define M_SYM(n, m, s, ...) M(n, m, SYM, .syms = &syms_##s, ##__VA_ARGS__)
/* A number that the kernel may write over. */
#define M_CHANGED(n, m) M(n, m, CUSTOM, .custom = say_changed)
/* A structure within the union, which is all that the command looks at: layout_bpf_<id> of bpf_<id>_members. */
#define WITHIN(id, n, end, ...) \
	LAYOUT_(bpf_##id##_members, end, .compat = &layout_bpf_##id##_members, ##__VA_ARGS__); \
	static const struct field bpf_##id##_fields[] = { \
		{ .name = #n, .off = 0, .size = end, .kind = FIELD_LAYOUT, .layout = &layout_bpf_##id##_members }, \
	}; \
	LAYOUT_(bpf_##id, end, .compat = &layout_bpf_##id, ##__VA_ARGS__)

static void say_changed(const struct blob *b, const struct field *f, struct out *o)
{
	const struct arg *arg = b->owner;
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const uint64_t before = layout__get(b->data + f->off, f->size);
	uint64_t after = before;

	if (exit && !exit->err && exit->len >= f->off + (size_t)f->size && !decode__has_error(arg->event))
		after = layout__get(exit->data + f->off, f->size);
	if (before == after) {
		out__uint(o, before);
		return;
	}
	out__begin(o, OUT_CHANGE);
	out__uint(o, before);
	out__uint(o, after);
	out__end(o, OUT_CHANGE);
}

static void say_kernel_version(struct out *o, uint64_t value)
{
	char text[64];
	int len = snprintf(text, sizeof(text), "KERNEL_VERSION(%u, %u, %u)", (unsigned int)value >> 16,
			   (unsigned int)value >> 8 & 0xff, (unsigned int)value & 0xff);

	out__constant(o, value, OUT_HEX, text, (size_t)len);
}

/* ---- maps ---- */

static const struct field bpf_map_create_fields[] = {
	M_SYM(map_type, map_type, bpf_map_type),
	M(key_size, key_size, UINT),
	M(value_size, value_size, UINT),
	M(max_entries, max_entries, UINT),
	M_SYM(map_flags, map_flags, bpf_map_flags),
	M(inner_map_fd, inner_map_fd, FD),
	M(numa_node, numa_node, UINT, .flags = FIELD_NONZERO), /* with BPF_F_NUMA_NODE */
	M(map_name, map_name, STR),
	M(map_ifindex, map_ifindex, UINT),
	M(btf_fd, btf_fd, FD),
	M(btf_key_type_id, btf_key_type_id, UINT),
	M(btf_value_type_id, btf_value_type_id, UINT),
	M(btf_vmlinux_value_type_id, btf_vmlinux_value_type_id, UINT),
	M(map_extra, map_extra, UINT),
};
DEFINE_LAYOUT(bpf_map_create, END(map_extra));

#define MAP_AND_KEY M(map_fd, map_fd, FD), M(key, key, PTR)
static const struct field bpf_elem_fields[] = { MAP_AND_KEY, M(value, value, PTR), M_SYM(flags, flags, bpf_elem_flags) };
DEFINE_LAYOUT(bpf_elem, END(flags));
static const struct field bpf_key_fields[] = { MAP_AND_KEY };
DEFINE_LAYOUT(bpf_key, END(key));
static const struct field bpf_next_key_fields[] = { MAP_AND_KEY, M(next_key, next_key, PTR) };
DEFINE_LAYOUT(bpf_next_key, END(next_key));
static const struct field bpf_map_fields[] = { M(map_fd, map_fd, FD) };
DEFINE_LAYOUT(bpf_map, END(map_fd));

#define BATCH_TAIL \
	M_CHANGED(count, batch.count), \
	M(map_fd, batch.map_fd, FD), \
	M_SYM(elem_flags, batch.elem_flags, bpf_elem_flags), \
	M(flags, batch.flags, HEX)
static const struct field bpf_lookup_batch_members_fields[] = {
	M(in_batch, batch.in_batch, PTR),
	M(out_batch, batch.out_batch, PTR),
	M(keys, batch.keys, PTR),
	M(values, batch.values, PTR),
	BATCH_TAIL,
};
WITHIN(lookup_batch, batch, END(batch.flags));
static const struct field bpf_update_batch_members_fields[] = {
	M(keys, batch.keys, PTR),
	M(values, batch.values, PTR),
	BATCH_TAIL,
};
WITHIN(update_batch, batch, END(batch.flags));
static const struct field bpf_delete_batch_members_fields[] = { M(keys, batch.keys, PTR), BATCH_TAIL };
WITHIN(delete_batch, batch, END(batch.flags));

/* ---- programs ---- */

static void say_insns(const struct blob *b, const struct field *f, struct out *o)
{
	say_bpf_code(&layout_bpf_prog_load, b, f, o);
}
static const struct field bpf_prog_load_fields[] = {
	M_SYM(prog_type, prog_type, bpf_prog_type),
	M(insn_cnt, insn_cnt, UINT),
	M(insns, insns, CUSTOM, .custom = say_insns),
	M(license, license, PTR),
	M(log_level, log_level, UINT),
	M(log_size, log_size, UINT),
	M(log_buf, log_buf, PTR),
	M(kern_version, kern_version, SAY, .say = say_kernel_version),
	M_SYM(prog_flags, prog_flags, bpf_prog_flags),
	M(prog_name, prog_name, STR),
	M(prog_ifindex, prog_ifindex, UINT),
	M_SYM(expected_attach_type, expected_attach_type, bpf_attach_type),
	M(prog_btf_fd, prog_btf_fd, FD),
	M(func_info_rec_size, func_info_rec_size, UINT),
	M(func_info, func_info, PTR),
	M(func_info_cnt, func_info_cnt, UINT),
	M(line_info_rec_size, line_info_rec_size, UINT),
	M(line_info, line_info, PTR),
	M(line_info_cnt, line_info_cnt, UINT),
	M(attach_btf_id, attach_btf_id, UINT),
	M(attach_prog_fd, attach_prog_fd, FD),
	{ .name = "fd_array", .off = 120, .size = 8, .kind = FIELD_PTR }, /* 5.14 */
};
/* What the verifier says is there when it refuses, above all. */
#define LOG(m) FOLLOW_(attr, m, AUG_CAP_STR, AUG_AT_EXIT)
static const struct follow bpf_prog_load_follows[] = {
	FOLLOW_(attr, insns, AUG_CAP_BUF, AUG_AT_ENTER, FOLLOW_LEN_(attr, insn_cnt), .layout = &layout_bpf_insn,
		.size = BPF_CODE_MAX),
	FOLLOW_STR(attr, license), LOG(log_buf)
};
DEFINE_LAYOUT_FOLLOWED(bpf_prog_load, 128, bpf_prog_load);

static const struct field bpf_obj_fields[] = {
	M(pathname, pathname, PTR),
	M(bpf_fd, bpf_fd, FD),
	M_SYM(file_flags, file_flags, bpf_file_flags),
};
static const struct follow bpf_obj_follows[] = { FOLLOW_STR(attr, pathname, .is_path = true) };
DEFINE_LAYOUT_FOLLOWED(bpf_obj, END(file_flags), bpf_obj);

static const struct field bpf_attach_fields[] = {
	M(target_fd, target_fd, FD),
	M(attach_bpf_fd, attach_bpf_fd, FD),
	M_SYM(attach_type, attach_type, bpf_attach_type),
	M_SYM(attach_flags, attach_flags, bpf_attach_flags),
	M(replace_bpf_fd, replace_bpf_fd, FD),
};
DEFINE_LAYOUT(bpf_attach, END(replace_bpf_fd));
static const struct field bpf_detach_fields[] = {
	M(target_fd, target_fd, FD),
	M_SYM(attach_type, attach_type, bpf_attach_type),
};
DEFINE_LAYOUT(bpf_detach, END(attach_type));

static const struct field bpf_test_members_fields[] = {
	M(prog_fd, test.prog_fd, FD),
	M_CHANGED(retval, test.retval),
	M(data_size_in, test.data_size_in, UINT),
	M_CHANGED(data_size_out, test.data_size_out),
	M(data_in, test.data_in, PTR),
	M(data_out, test.data_out, PTR),
	M(repeat, test.repeat, UINT),
	M_CHANGED(duration, test.duration),
	M(ctx_size_in, test.ctx_size_in, UINT),
	M_CHANGED(ctx_size_out, test.ctx_size_out),
	M(ctx_in, test.ctx_in, PTR),
	M(ctx_out, test.ctx_out, PTR),
	M_SYM(flags, test.flags, bpf_test_flags),
	M(cpu, test.cpu, UINT),
	M(batch_size, test.batch_size, UINT),
};
WITHIN(test, test, END(test.batch_size));

static const struct field bpf_query_members_fields[] = {
	M(target_fd, query.target_fd, FD),
	M_SYM(attach_type, query.attach_type, bpf_attach_type),
	M_SYM(query_flags, query.query_flags, bpf_query_flags),
	M_SYM(attach_flags, query.attach_flags, bpf_attach_flags),
	M(prog_ids, query.prog_ids, PTR),
	M_CHANGED(prog_cnt, query.prog_cnt),
};
WITHIN(query, query, END(query.prog_cnt));

static const struct field bpf_raw_tp_members_fields[] = {
	M(name, raw_tracepoint.name, PTR),
	M(prog_fd, raw_tracepoint.prog_fd, FD),
};
static const struct follow bpf_raw_tp_follows[] = { FOLLOW_STR(attr, raw_tracepoint.name) };
WITHIN(raw_tp, raw_tracepoint, END(raw_tracepoint.prog_fd), WITH_FOLLOWS(bpf_raw_tp));

static const struct field bpf_bind_members_fields[] = {
	M(prog_fd, prog_bind_map.prog_fd, FD),
	M(map_fd, prog_bind_map.map_fd, FD),
	M(flags, prog_bind_map.flags, HEX),
};
WITHIN(bind, prog_bind_map, END(prog_bind_map.flags));

/* ---- numbers of objects, and what is said of them ---- */

static const struct field bpf_next_id_fields[] = {
	M(start_id, start_id, UINT),
	M_CHANGED(next_id, next_id),
	M_SYM(open_flags, open_flags, bpf_file_flags),
};
DEFINE_LAYOUT(bpf_next_id, END(open_flags));

#define ID_FIELDS(n) \
	M(n, prog_id, UINT), \
	M(next_id, next_id, UINT), \
	M_SYM(open_flags, open_flags, bpf_file_flags)
static const struct field bpf_prog_id_fields[] = { ID_FIELDS(prog_id) };
DEFINE_LAYOUT(bpf_prog_id, END(open_flags));
static const struct field bpf_map_id_fields[] = { ID_FIELDS(map_id) };
DEFINE_LAYOUT(bpf_map_id, END(open_flags));
static const struct field bpf_btf_id_fields[] = { M(btf_id, btf_id, UINT) };
DEFINE_LAYOUT(bpf_btf_id, END(btf_id));
static const struct field bpf_link_id_fields[] = { M(link_id, link_id, UINT) };
DEFINE_LAYOUT(bpf_link_id, END(link_id));

static const struct field bpf_info_members_fields[] = {
	M(bpf_fd, info.bpf_fd, FD),
	M_CHANGED(info_len, info.info_len),
	M(info, info.info, PTR),
};
WITHIN(info, info, END(info.info));

static const struct field bpf_task_fd_members_fields[] = {
	M(pid, task_fd_query.pid, PID),
	M(fd, task_fd_query.fd, UINT), /* of that task */
	M(flags, task_fd_query.flags, UINT),
	M_CHANGED(buf_len, task_fd_query.buf_len),
	M(buf, task_fd_query.buf, PTR),
	M_CHANGED(prog_id, task_fd_query.prog_id),
	M_SYM(fd_type, task_fd_query.fd_type, bpf_fd_type),
	M(probe_offset, task_fd_query.probe_offset, HEX),
	M(probe_addr, task_fd_query.probe_addr, HEX),
};
WITHIN(task_fd, task_fd_query, END(task_fd_query.probe_addr));

static const struct field bpf_btf_load_fields[] = {
	M(btf, btf, PTR),
	M(btf_log_buf, btf_log_buf, PTR),
	M(btf_size, btf_size, UINT),
	M(btf_log_size, btf_log_size, UINT),
	M(btf_log_level, btf_log_level, UINT),
};
static const struct follow bpf_btf_load_follows[] = {
	FOLLOW_DATA(attr, btf, btf_size, AUG_AT_ENTER),
	LOG(btf_log_buf),
};
DEFINE_LAYOUT_FOLLOWED(bpf_btf_load, END(btf_log_level), bpf_btf_load);

/* ---- links, iterators, statistics ---- */

static const struct field bpf_link_members_fields[] = {
	M(prog_fd, link_create.prog_fd, FD),
	M(target_fd, link_create.target_fd, FD),
	M_SYM(attach_type, link_create.attach_type, bpf_attach_type),
	M(flags, link_create.flags, HEX),
};
WITHIN(link, link_create, END(link_create.flags));
static const struct field bpf_link_update_members_fields[] = {
	M(link_fd, link_update.link_fd, FD),
	M(new_prog_fd, link_update.new_prog_fd, FD),
	M_SYM(flags, link_update.flags, bpf_attach_flags),
	M(old_prog_fd, link_update.old_prog_fd, FD, .flags = FIELD_NONZERO),
};
WITHIN(link_update, link_update, END(link_update.old_prog_fd));
static const struct field bpf_link_detach_members_fields[] = { M(link_fd, link_detach.link_fd, FD) };
WITHIN(link_detach, link_detach, END(link_detach.link_fd));
static const struct field bpf_iter_members_fields[] = {
	M(link_fd, iter_create.link_fd, FD),
	M(flags, iter_create.flags, HEX),
};
WITHIN(iter, iter_create, END(iter_create.flags));
static const struct field bpf_stats_members_fields[] = { M(type, enable_stats.type, UINT) };
WITHIN(stats, enable_stats, END(enable_stats.type));
