// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * layouts_bpf.c - the parts of union bpf_attr, by command. All of its structures begin where it begins, so members
 * of those have their offset in the union.
 */
#include "layouts.h"

#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>

#include "decode.h"
#include "symbols_tables.h"
#include "util.h"

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

/* NUMA_NO_NODE is the kernel's own name: strace has it beside the number. */
static void say_numa_node(struct out *o, uint64_t value)
{
	static const char none[] = "NUMA_NO_NODE";

	if (value != UINT32_MAX) {
		out__uint(o, value);
	} else if (!o->strace) {
		out__constant(o, value, OUT_DEC, none, sizeof(none) - 1);
	} else {
		out__uint(o, value);
		if (o->consts != OUT_CONSTS_RAW)
			out__comment(o, none, sizeof(none) - 1);
	}
}
static const struct field *choose_numa_node(const struct blob *b, const struct out *o)
{
	static const struct field node = M(numa_node, numa_node, SAY, .say = say_numa_node);

	(void)o;
	return layout__get(b->data + offsetof(attr, map_flags), SIZE(map_flags)) & BPF_F_NUMA_NODE ? &node : NULL;
}

static const struct field bpf_map_create_fields[] = {
	M_SYM(map_type, map_type, bpf_map_type),
	M(key_size, key_size, UINT),
	M(value_size, value_size, UINT),
	M(max_entries, max_entries, UINT),
	M_SYM(map_flags, map_flags, bpf_map_flags),
	M(inner_map_fd, inner_map_fd, FD),
	M(numa_node, numa_node, CHOICE, .choose = choose_numa_node),
	M(map_name, map_name, STR),
	M(map_ifindex, map_ifindex, SAY, .say = say_ifindex),
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
	M(prog_ifindex, prog_ifindex, SAY, .say = say_ifindex),
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
	M(info, info.info, CUSTOM, .custom = say_bpf_info),
};
#define INFO(w, ...) \
	FOLLOW_(attr, info.info, AUG_CAP_BUF, w, FOLLOW_LEN_(attr, info.info_len), .size = BPF_INFO_MAX, ##__VA_ARGS__)
/* The kernel says how much it knows: of programs more than of all others, of which a map has 104 bytes (6.18). */
#define PROG_INFO_LEAST 112
#define LISTED(m, n, ...) \
	FOLLOW_(struct bpf_prog_info, m, AUG_CAP_BUF, AUG_AT_EXIT, FOLLOW_LEN_(struct bpf_prog_info, n), ##__VA_ARGS__)
static const struct follow bpf_info_follows[] = {
	[BPF_INFO_ASKED] = INFO(AUG_AT_ENTER),
	[BPF_INFO_ANSWER] = INFO(AUG_AT_EXIT, .base_least = PROG_INFO_LEAST),
	[BPF_INFO_JITED] = LISTED(jited_prog_insns, jited_prog_len),
	[BPF_INFO_XLATED] = LISTED(xlated_prog_insns, xlated_prog_len, .size = BPF_CODE_MAX),
	[BPF_INFO_MAP_IDS] = LISTED(map_ids, nr_map_ids, .layout = &layout_uint, .size = BPF_INFO_IDS_MAX),
};
WITHIN(info, info, END(info.info), WITH_FOLLOWS(bpf_info));

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

/* What comes behind these is by the type. Those since 6.4 are not in headers that we build with: by their places. */
#define LINK_MEMBERS \
	M(prog_fd, link_create.prog_fd, FD), \
	CHOICE(attr, link_create.attach_type, choose_target), \
	M_SYM(attach_type, link_create.attach_type, bpf_attach_type), \
	M(flags, link_create.flags, HEX)
#define AT(n, o, sz, k, ...) { .name = #n, .off = o, .size = sz, .kind = FIELD_##k, ##__VA_ARGS__ }

enum {
	ATTACH_NETFILTER = 45, ATTACH_TCX_INGRESS, ATTACH_TCX_EGRESS, ATTACH_UPROBE_MULTI, ATTACH_UNIX_CONNECT,
	ATTACH_UNIX_GETSOCKNAME = 53, ATTACH_NETKIT_PRIMARY, ATTACH_NETKIT_PEER, ATTACH_KPROBE_SESSION,
	ATTACH_UPROBE_SESSION, ATTACH_FSESSION, ATTACH_FENTRY_MULTI, ATTACH_FEXIT_MULTI, ATTACH_FSESSION_MULTI,
};
#define ATTACH_BEFORE_OR_AFTER (1 << 3 | 1 << 4)
#define ATTACH_ID (1 << 5)

static const struct field target_fd = M(target_fd, link_create.target_fd, FD);
static const struct field target_ifindex = M(target_ifindex, link_create.target_fd, SAY, .say = say_ifindex);

static const struct field *choose_target(const struct blob *b, const struct out *o)
{
	(void)o;
	switch (layout__get(b->data + offsetof(attr, link_create.attach_type), 4)) {
	case BPF_XDP:
	case ATTACH_TCX_INGRESS:
	case ATTACH_TCX_EGRESS:
	case ATTACH_NETKIT_PRIMARY:
	case ATTACH_NETKIT_PEER:
		return &target_ifindex;
	default:
		return &target_fd;
	}
}

static const struct field bpf_iter_map_fields[] = { AT(map_fd, 0, 4, FD) };
static DEFINE_LAYOUT(bpf_iter_map, 4);
static const struct field bpf_iter_info_fields[] = {
	{ .name = "map", .off = 0, .size = 4, .kind = FIELD_LAYOUT, .layout = &layout_bpf_iter_map },
};
static DEFINE_LAYOUT(bpf_iter_info, 4);
static const struct field bpf_number_fields[] = { NUMBER(uint64_t, FIELD_HEX) };
static DEFINE_LAYOUT(bpf_number, 8);

#define ONLY_FOR(type) .only_off = offsetof(attr, link_create.attach_type), .only = type
#define LINK_NUMBERS(o, len_o, type) \
	{ .off = o, .ptr_size = 8, .len_off = len_o, .len_size = 4, .kind = AUG_CAP_BUF, .when = AUG_AT_ENTER, \
	  .layout = &layout_bpf_number, ONLY_FOR(type) }
#define UPROBES(type) \
	{ .off = 16, .ptr_size = 8, .kind = AUG_CAP_STR, .when = AUG_AT_ENTER, .is_path = true, ONLY_FOR(type) }, \
	LINK_NUMBERS(24, 48, type), LINK_NUMBERS(32, 48, type), LINK_NUMBERS(40, 48, type)
#define KPROBES(type) LINK_NUMBERS(32, 20, type), LINK_NUMBERS(40, 20, type)
#define KPROBE_NAMES(type) \
	FOLLOW_STRINGS(attr, link_create.kprobe_multi.syms, link_create.kprobe_multi.cnt, ONLY_FOR(type))
#define ITER_INFO_MAX 64
static const struct follow bpf_link_follows[] = {
	/* So many words to strace; so many bytes to the kernel. */
	FOLLOW_(attr, link_create.iter_info, AUG_CAP_BUF, AUG_AT_ENTER,
		FOLLOW_LEN_(attr, link_create.iter_info_len), .layout = &layout_bpf_iter_info, ONLY_FOR(BPF_TRACE_ITER)),
	FOLLOW_(attr, link_create.iter_info, AUG_CAP_BUF, AUG_AT_ENTER,
		FOLLOW_LEN_(attr, link_create.iter_info_len), .size = ITER_INFO_MAX, ONLY_FOR(BPF_TRACE_ITER)),
	UPROBES(ATTACH_UPROBE_MULTI), UPROBES(ATTACH_UPROBE_SESSION),
	KPROBES(BPF_TRACE_KPROBE_MULTI), KPROBES(ATTACH_KPROBE_SESSION),
	KPROBE_NAMES(BPF_TRACE_KPROBE_MULTI), KPROBE_NAMES(ATTACH_KPROBE_SESSION),
};

/* Of some types, with members of their own: each is a layout of the whole. */
#define LINK_VARIANT(id, end, ...) \
	static const struct field bpf_link_##id##_members_fields[] = { LINK_MEMBERS, __VA_ARGS__ }; \
	static LAYOUT_(bpf_link_##id##_members, end, .compat = &layout_bpf_link_##id##_members, WITH_FOLLOWS(bpf_link)); \
	static const struct field bpf_link_##id##_fields[] = { \
		{ .name = "link_create", .off = 0, .size = end, .kind = FIELD_LAYOUT, \
		  .layout = &layout_bpf_link_##id##_members }, \
	}; \
	static LAYOUT_(bpf_link_##id, end, .compat = &layout_bpf_link_##id)
/* Within it a structure @n of so many bytes, whose members have their places in the whole. */
#define LINK_PART(id, n, end, ...) \
	static const struct field bpf_link_##id##_part_fields[] = { __VA_ARGS__ }; \
	static LAYOUT_(bpf_link_##id##_part, end, .compat = &layout_bpf_link_##id##_part, WITH_FOLLOWS(bpf_link)); \
	LINK_VARIANT(id, end, { .name = #n, .off = 0, .size = end, .kind = FIELD_LAYOUT, .layout = &layout_bpf_link_##id##_part })

/* The words of an iterator are those of its kind, which only the program tells. */
static void say_iter_info(const struct blob *b, const struct field *f, struct out *o)
{
	const struct layout l = { .nr_follows = 1, .follows = bpf_link_follows };
	const uint64_t addr = layout__get(b->data + f->off, f->size);
	struct piece piece;

	if (o->strace) {
		if (!layout__say_followed(&l, b, 0, o))
			out__ptr(o, addr);
		return;
	}
	if ((b->given && b->given < END(link_create.iter_info_len)) || !b->find ||
	    !b->find(b, 1, &piece)) {
		out__ptr(o, addr);
		return;
	}
	if (piece.err) {
		out__fault(o, addr, piece.err);
		return;
	}
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i + 4 <= piece.len; i += 4)
		out__uint(o, layout__get(piece.data + i, 4));
	if (piece.cut)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

LINK_VARIANT(other, END(link_create.flags), );
LINK_VARIANT(btf, END(link_create.target_btf_id),
	     M(target_btf_id, link_create.target_btf_id, UINT, .flags = FIELD_NONZERO));
LINK_VARIANT(iter, END(link_create.iter_info_len),
	     M(iter_info, link_create.iter_info, CUSTOM, .custom = say_iter_info),
	     M(iter_info_len, link_create.iter_info_len, UINT));
LINK_PART(perf_event, perf_event, END(link_create.perf_event),
	  M(bpf_cookie, link_create.perf_event.bpf_cookie, HEX));
LINK_PART(kprobe_multi, kprobe_multi, END(link_create.kprobe_multi),
	  M_SYM(flags, link_create.kprobe_multi.flags, bpf_kprobe_multi_flags),
	  M(cnt, link_create.kprobe_multi.cnt, UINT),
	  M(syms, link_create.kprobe_multi.syms, PTR),
	  M(addrs, link_create.kprobe_multi.addrs, PTR),
	  M(cookies, link_create.kprobe_multi.cookies, PTR));
LINK_PART(tracing, tracing, 32, AT(target_btf_id, 16, 4, UINT), AT(cookie, 24, 8, HEX));
LINK_PART(netfilter, netfilter, 32, AT(pf, 16, 4, UINT), AT(hooknum, 20, 4, UINT), AT(priority, 24, 4, SINT),
	  AT(flags, 28, 4, SYM, .syms = &syms_bpf_netfilter_flags));
LINK_PART(uprobe_multi, uprobe_multi, 64,
	  AT(path, 16, 8, PTR), AT(offsets, 24, 8, PTR), AT(ref_ctr_offsets, 32, 8, PTR),
	  AT(cookies, 40, 8, PTR), AT(cnt, 48, 4, UINT),
	  AT(flags, 52, 4, SYM, .syms = &syms_bpf_uprobe_multi_flags), AT(pid, 56, 4, PID),
	  AT(path_fd, 60, 4, FD, .flags = FIELD_NONZERO));
LINK_PART(tracing_multi, tracing_multi, 36, AT(ids, 16, 8, PTR), AT(cookies, 24, 8, PTR), AT(cnt, 32, 4, UINT));

/* Before or behind which other program: by its descriptor or number. */
static const struct field relative_fd = AT(relative_fd, 16, 4, FD);
static const struct field relative_id = AT(relative_id, 16, 4, UINT);
static const struct field *choose_relative(const struct blob *b, const struct out *o)
{
	(void)o;
	return layout__get(b->data + offsetof(attr, link_create.flags), 4) & ATTACH_ID ? &relative_id : &relative_fd;
}
#define LINK_RELATIVE(id) \
	LINK_PART(id, id, 32, CHOICE(attr, link_create.flags, choose_relative), AT(expected_revision, 24, 8, HEX))
LINK_RELATIVE(cgroup);
LINK_RELATIVE(tcx);
LINK_RELATIVE(netkit);

static const struct layout *const link_variants[] = {
	[BPF_CGROUP_INET_INGRESS] = &layout_bpf_link_btf,
	[BPF_TRACE_ITER] = &layout_bpf_link_iter,
	[BPF_PERF_EVENT] = &layout_bpf_link_perf_event,
	[BPF_TRACE_KPROBE_MULTI] = &layout_bpf_link_kprobe_multi,
	[ATTACH_KPROBE_SESSION] = &layout_bpf_link_kprobe_multi,
	[BPF_TRACE_FENTRY] = &layout_bpf_link_tracing,
	[BPF_TRACE_FEXIT] = &layout_bpf_link_tracing,
	[BPF_MODIFY_RETURN] = &layout_bpf_link_tracing,
	[BPF_LSM_MAC] = &layout_bpf_link_tracing,
	[BPF_TRACE_RAW_TP] = &layout_bpf_link_tracing,
	[ATTACH_FSESSION] = &layout_bpf_link_tracing,
	[ATTACH_FENTRY_MULTI] = &layout_bpf_link_tracing_multi,
	[ATTACH_FEXIT_MULTI] = &layout_bpf_link_tracing_multi,
	[ATTACH_FSESSION_MULTI] = &layout_bpf_link_tracing_multi,
	[ATTACH_NETFILTER] = &layout_bpf_link_netfilter,
	[ATTACH_TCX_INGRESS] = &layout_bpf_link_tcx,
	[ATTACH_TCX_EGRESS] = &layout_bpf_link_tcx,
	[ATTACH_UPROBE_MULTI] = &layout_bpf_link_uprobe_multi,
	[ATTACH_UPROBE_SESSION] = &layout_bpf_link_uprobe_multi,
	[ATTACH_NETKIT_PRIMARY] = &layout_bpf_link_netkit,
	[ATTACH_NETKIT_PEER] = &layout_bpf_link_netkit,
};

/* Those that strace 6.1 knows are told even where all of it is zero. */
static bool is_always_told(const struct layout *l)
{
	return l == &layout_bpf_link_btf || l == &layout_bpf_link_iter || l == &layout_bpf_link_perf_event ||
	       l == &layout_bpf_link_kprobe_multi;
}

static bool is_of_cgroup(uint64_t type)
{
	const char *name = symbols__name(&syms_bpf_attach_type, type);

	return name && !strncmp(name, "BPF_CGROUP_", strlen("BPF_CGROUP_"));
}

/* @b has bytes behind @from. */
static bool is_zero(const struct blob *b, size_t from, size_t end)
{
	return layout__is_zero(b->data + from, MIN(end, b->len) - from);
}

static const struct layout *link_variant(const struct blob *b)
{
	const size_t begin = END(link_create.flags);
	uint64_t type, flags;
	const struct layout *l;

	if (b->len <= begin)
		return &layout_bpf_link_other;
	type = layout__get(b->data + offsetof(attr, link_create.attach_type), 4);
	flags = layout__get(b->data + offsetof(attr, link_create.flags), 4);
	l = type < ARRAY_SIZE(link_variants) ? link_variants[type] : NULL;
	if (l && !is_always_told(l) && is_zero(b, begin, l->size))
		l = NULL;
	if (flags & ATTACH_BEFORE_OR_AFTER && is_of_cgroup(type) &&
	    !is_zero(b, begin, layout_bpf_link_cgroup.size))
		l = &layout_bpf_link_cgroup;
	return l ? l : &layout_bpf_link_other;
}
/* As long as the longest of them. */
static const struct field bpf_link_members_fields[] = { LINK_MEMBERS };
WITHIN(link, link_create, 64, WITH_FOLLOWS(bpf_link), .variant = link_variant);

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
