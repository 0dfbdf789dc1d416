// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * layouts_bpf_info.c - what BPF_OBJ_GET_INFO_BY_FD of bpf(2) tells of an object (include/uapi/linux/bpf.h, 6.18): which
 * structure it is, only the kind of the descriptor says. Kernels tell what they know of, up to the length asked for.
 */
#include "layouts.h"

#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "decode.h"
#include "fd_text.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* ---- numbers that were there before, too ---- */

static void say_both(const struct blob *b, const struct field *f, struct out *o,
		     void (*say)(struct out *o, uint64_t value))
{
	const struct blob *asked = b->question;
	const uint64_t after = layout__get(b->data + f->off, f->size);
	const bool is_changed = asked && asked->len >= (size_t)f->off + f->size &&
				layout__get(asked->data + f->off, f->size) != after;

	if (is_changed) {
		out__begin(o, OUT_CHANGE);
		say(o, layout__get(asked->data + f->off, f->size));
	}
	say(o, after);
	if (is_changed)
		out__end(o, OUT_CHANGE);
}

static void say_uint(struct out *o, uint64_t value) { out__uint(o, value); }
static void say_address(struct out *o, uint64_t value) { out__ptr(o, value); }
static void say_count(const struct blob *b, const struct field *f, struct out *o) { say_both(b, f, o, say_uint); }
static void say_room(const struct blob *b, const struct field *f, struct out *o) { say_both(b, f, o, say_address); }

/* ---- what pointers of a program lead to ---- */

/* Return: false when there is none, or it was not copied. */
static bool find_listed(const struct blob *b, const struct field *f, unsigned int piece_nr, struct blob *ret)
{
	struct piece piece;

	if (!b->find || !b->find(b, piece_nr, &piece))
		return false;
	*ret = (struct blob){
		.data = piece.data, .len = piece.len, .addr = layout__get(b->data + f->off, f->size),
		.cut = piece.cut, .rest_err = piece.err,
	};
	return piece.len || !piece.err;
}

/* What the member at .count_off says: before the call, and after it. */
static uint64_t count_in(const struct blob *b, const struct field *f)
{
	return b && b->len >= (size_t)f->count_off + f->count_size ? layout__get(b->data + f->count_off, f->count_size) : 0;
}

/* An array of @l, as many as there was room for and the program has; counted in bytes, or @unit of them. */
static void say_list(const struct blob *b, const struct field *f, unsigned int piece_nr, const struct layout *l,
		     unsigned int unit, struct out *o)
{
	const uint64_t addr = layout__get(b->data + f->off, f->size);
	const uint64_t room = MIN(count_in(b->question, f), count_in(b, f)) * unit;
	struct blob list = {};

	if (!addr || (room >= l->size && !find_listed(b, f, piece_nr, &list))) {
		out__ptr(o, addr);
		return;
	}
	if (room < list.len || (room == list.len && !list.rest_err)) {
		list.len = room;
		list.cut = false;
	}
	layout__say_array(l, &list, o);
}

static void say_insns(const struct blob *b, const struct field *f, struct out *o)
{
	say_list(b, f, BPF_INFO_XLATED, &layout_bpf_insn, 1, o);
}

static void say_map_ids(const struct blob *b, const struct field *f, struct out *o)
{
	say_list(b, f, BPF_INFO_MAP_IDS, &layout_uint, sizeof(uint32_t), o);
}

/* To strace bytes; as bpftool has it. */
static void say_tag(const struct blob *b, const struct field *f, struct out *o)
{
	char text[2 * BPF_TAG_SIZE + 1];

	if (o->strace) {
		say_hex_bytes(o, b->data + f->off, BPF_TAG_SIZE);
		return;
	}
	for (unsigned int i = 0; i < BPF_TAG_SIZE; i++)
		snprintf(text + 2 * i, 3, "%02x", b->data[f->off + i]);
	out__word(o, text, sizeof(text) - 1);
}

/* strace shows as many bytes as the program has, wherever they came from. */
static void say_jited(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t addr = layout__get(b->data + f->off, f->size), all = count_in(b, f);
	const uint64_t room = o->strace ? all : MIN(count_in(b->question, f), all);
	const enum out_strings strings = o->strings;
	struct blob code = {};

	if (!addr || (room && !find_listed(b, f, BPF_INFO_JITED, &code))) {
		out__ptr(o, addr);
		return;
	}
	if (o->strace)
		o->strings = OUT_STRINGS_HEX;
	out__content(o, (const char *)code.data, MIN(code.len, room), code.len < room && (code.cut || code.rest_err));
	o->strings = strings;
}

/* ---- programs ---- */

/* Since the machine started; as a date once more. */
static void say_load_time(struct out *o, uint64_t value)
{
	struct timespec now, boot;
	int64_t sec, nsec;

	out__uint(o, value);
	if (!o->strace || o->consts == OUT_CONSTS_RAW || clock_gettime(CLOCK_REALTIME, &now) ||
	    clock_gettime(CLOCK_BOOTTIME, &boot))
		return;
	nsec = (int64_t)(value % NSEC_PER_SEC) + now.tv_nsec - boot.tv_nsec;
	sec = (int64_t)(value / NSEC_PER_SEC) + now.tv_sec - boot.tv_sec;
	/* The second that it began in, of a sum of up to two. */
	say_date(o, sec + (nsec >= (int64_t)NSEC_PER_SEC) - (nsec < 0), 0, 9);
}

static void say_gpl_compatible(struct out *o, uint64_t value) { out__uint(o, value & 1); }

#define N(m, ...) UINT(struct bpf_prog_info, m, ##__VA_ARGS__)
#define COUNT(m) CUSTOM(struct bpf_prog_info, m, say_count)
#define ROOM(m) CUSTOM(struct bpf_prog_info, m, say_room)
#define WHERE(m) PTR(struct bpf_prog_info, m)
#define LISTED(m, say, n) CUSTOM(struct bpf_prog_info, m, say, .count_off = offsetof(struct bpf_prog_info, n), .count_size = 4)
static const struct field bpf_prog_info_fields[] = {
	NAMES(struct bpf_prog_info, type, bpf_prog_type),
	N(id),
	CUSTOM(struct bpf_prog_info, tag, say_tag),
	COUNT(jited_prog_len), LISTED(jited_prog_insns, say_jited, jited_prog_len),
	COUNT(xlated_prog_len), LISTED(xlated_prog_insns, say_insns, xlated_prog_len),
	SAY(struct bpf_prog_info, load_time, load_time),
	SAY(struct bpf_prog_info, created_by_uid, uid),
	COUNT(nr_map_ids), LISTED(map_ids, say_map_ids, nr_map_ids),
	CHARS(struct bpf_prog_info, name),
	SAY(struct bpf_prog_info, ifindex, ifindex),
	{ .name = "gpl_compatible", .off = offsetof(struct bpf_prog_info, ifindex) + 4, .size = 4, .kind = FIELD_SAY,
	  .say = say_gpl_compatible },
	SAY(struct bpf_prog_info, netns_dev, dev), N(netns_ino),
	COUNT(nr_jited_ksyms), COUNT(nr_jited_func_lens), ROOM(jited_ksyms), ROOM(jited_func_lens),
	N(btf_id),
	COUNT(func_info_rec_size), WHERE(func_info), COUNT(nr_func_info),
	COUNT(nr_line_info), WHERE(line_info), ROOM(jited_line_info), COUNT(nr_jited_line_info),
	COUNT(line_info_rec_size), COUNT(jited_line_info_rec_size),
	COUNT(nr_prog_tags), WHERE(prog_tags),
	N(run_time_ns), N(run_cnt), N(recursion_misses), N(verified_insns),
	N(attach_btf_obj_id, .flags = FIELD_NONZERO | FIELD_OURS), N(attach_btf_id, .flags = FIELD_NONZERO | FIELD_OURS),
};
static DEFINE_LAYOUT(bpf_prog_info, sizeof(struct bpf_prog_info));
#undef N
#undef COUNT
#undef ROOM
#undef WHERE
#undef LISTED

/* ---- maps, types ---- */

#define N(m) UINT(struct bpf_map_info, m)
static const struct field bpf_map_info_fields[] = {
	NAMES(struct bpf_map_info, type, bpf_map_type),
	N(id), N(key_size), N(value_size), N(max_entries),
	NAMES(struct bpf_map_info, map_flags, bpf_map_flags),
	CHARS(struct bpf_map_info, name),
	SAY(struct bpf_map_info, ifindex, ifindex),
	N(btf_vmlinux_value_type_id),
	SAY(struct bpf_map_info, netns_dev, dev), N(netns_ino),
	N(btf_id), N(btf_key_type_id), N(btf_value_type_id),
	/* 6.9, 5.16 and 6.18 */
	{ .name = "btf_vmlinux_id", .off = 76, .size = 4, .kind = FIELD_UINT, .flags = FIELD_NONZERO | FIELD_OURS },
	{ .name = "map_extra", .off = 80, .size = 8, .kind = FIELD_HEX, .flags = FIELD_NONZERO | FIELD_OURS },
	{ .name = "hash", .off = 88, .size = 8, .kind = FIELD_PTR, .flags = FIELD_NONZERO | FIELD_OURS },
	{ .name = "hash_size", .off = 96, .size = 4, .kind = FIELD_UINT, .flags = FIELD_NONZERO | FIELD_OURS },
};
static DEFINE_LAYOUT(bpf_map_info, 104);
#undef N

static const struct field bpf_btf_info_fields[] = {
	PTR(struct bpf_btf_info, btf),
	CUSTOM(struct bpf_btf_info, btf_size, say_count),
	UINT(struct bpf_btf_info, id),
	PTR(struct bpf_btf_info, name),
	CUSTOM(struct bpf_btf_info, name_len, say_count),
	UINT(struct bpf_btf_info, kernel_btf),
};
static DEFINE_LAYOUT(bpf_btf_info, sizeof(struct bpf_btf_info));

/* ---- links: behind type, number and program stands what the type has of its own ---- */

#define AT(n, o, s, k, ...) { .name = #n, .off = o, .size = s, .kind = FIELD_##k, ##__VA_ARGS__ }
#define TYPE_AT(o) AT(attach_type, o, 4, SYM, .syms = &syms_bpf_attach_type)
#define COUNT_AT(n, o) AT(n, o, 4, CUSTOM, .custom = say_count)
#define COOKIE_AT(o) AT(cookie, o, 8, HEX, .flags = FIELD_NONZERO)
/* Up to @end of the structure, of links called @id. */
#define OWN(id, end, ...) \
	static const struct field bpf_link_##id##_own_fields[] = { __VA_ARGS__ }; \
	static DEFINE_LAYOUT(bpf_link_##id##_own, end)

OWN(raw_tracepoint, 40, AT(tp_name, 16, 8, PTR), COUNT_AT(tp_name_len, 24), COOKIE_AT(32));
OWN(tracing, 40, TYPE_AT(16), AT(target_obj_id, 20, 4, UINT), AT(target_btf_id, 24, 4, UINT), COOKIE_AT(32));
OWN(cgroup, 28, AT(cgroup_id, 16, 8, UINT), TYPE_AT(24));
OWN(iter, 28, AT(target_name, 16, 8, PTR), COUNT_AT(target_name_len, 24));
OWN(netns, 24, AT(netns_ino, 16, 4, UINT), TYPE_AT(20));
OWN(xdp, 20, AT(ifindex, 16, 4, SAY, .say = say_ifindex));
OWN(struct_ops, 20, AT(map_id, 16, 4, UINT));
OWN(netfilter, 32, AT(pf, 16, 4, UINT), AT(hooknum, 20, 4, UINT), AT(priority, 24, 4, SINT), AT(flags, 28, 4, HEX));
OWN(kprobe_multi, 48, AT(addrs, 16, 8, PTR), COUNT_AT(count, 24), AT(flags, 28, 4, HEX), AT(missed, 32, 8, UINT),
    AT(cookies, 40, 8, PTR));
OWN(uprobe_multi, 64, AT(path, 16, 8, PTR), AT(offsets, 24, 8, PTR), AT(ref_ctr_offsets, 32, 8, PTR),
    AT(cookies, 40, 8, PTR), COUNT_AT(path_size, 48), COUNT_AT(count, 52), AT(flags, 56, 4, HEX), AT(pid, 60, 4, PID));
OWN(perf_event, 20, AT(type, 16, 4, SYM, .syms = &syms_bpf_perf_event_type));
OWN(device, 24, AT(ifindex, 16, 4, SAY, .say = say_ifindex), TYPE_AT(20)); /* tcx, netkit */
OWN(sockmap, 24, AT(map_id, 16, 4, UINT), TYPE_AT(20));

#define OF(id) { #id, &layout_bpf_link_##id##_own }
/* By enum bpf_link_type. */
static const struct { const char *name; const struct layout *layout; } own[] = {
	{}, OF(raw_tracepoint), OF(tracing), OF(cgroup), OF(iter), OF(netns), OF(xdp), OF(perf_event), OF(kprobe_multi),
	OF(struct_ops), OF(netfilter), { "tcx", &layout_bpf_link_device_own }, OF(uprobe_multi),
	{ "netkit", &layout_bpf_link_device_own }, OF(sockmap),
};

/* As much of it as there is. */
static void say_own(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t type = layout__get(b->data, 4);

	(void)f;
	if (type >= ARRAY_SIZE(own) || !own[type].name)
		return;
	out__member(o, own[type].name);
	layout__say(own[type].layout, b, o);
}

static const struct field bpf_link_info_fields[] = {
	NAMES(struct bpf_link_info, type, bpf_link_type),
	UINT(struct bpf_link_info, id),
	UINT(struct bpf_link_info, prog_id),
	{ .off = 16, .size = 4, .kind = FIELD_CUSTOM, .custom = say_own },
};
static DEFINE_LAYOUT(bpf_link_info, 64);

/* ---- the request ---- */

/*
 * strace knows of the first two. What kernels have added at a time it shows all of, with zeros for what is not there:
 * @added: where these begin.
 */
static const struct kind {
	const char *name;
	const struct layout *layout;
	uint16_t added[8];
} kinds[] = {
	{ "anon_inode:bpf-map", &layout_bpf_map_info,
	  { offsetof(struct bpf_map_info, name), offsetof(struct bpf_map_info, ifindex),
	    offsetof(struct bpf_map_info, btf_id), offsetof(struct bpf_map_info, map_extra) - 4 } },
	{ "anon_inode:bpf-prog", &layout_bpf_prog_info,
	  { offsetof(struct bpf_prog_info, load_time), offsetof(struct bpf_prog_info, ifindex),
	    offsetof(struct bpf_prog_info, nr_jited_ksyms), offsetof(struct bpf_prog_info, btf_id),
	    offsetof(struct bpf_prog_info, run_time_ns), offsetof(struct bpf_prog_info, recursion_misses),
	    offsetof(struct bpf_prog_info, verified_insns), offsetof(struct bpf_prog_info, attach_btf_obj_id) } },
	{ "anon_inode:btf", &layout_bpf_btf_info, {} },
	{ "anon_inode:bpf_link", &layout_bpf_link_info, {} },
	{ "anon_inode:bpf-link", &layout_bpf_link_info, {} }, /* newer kernels; seen with 6.18 */
};
#define NR_STRACE_KINDS 2

/* By what kind of an object the descriptor stands for. Return: NULL when that is not known. */
static const struct kind *kind_of(const struct event *event, int32_t fd, const struct out *o)
{
	const size_t nr = o->strace ? NR_STRACE_KINDS : ARRAY_SIZE(kinds);
	char path[FD_PATH_MAX];
	struct file_view view;
	bool is_deleted;
	size_t len, i;

	if (!event__file(event, fd, false, &view))
		return NULL;
	len = fd_text__path(&view, path, &is_deleted);
	for (i = 0; i < nr; i++) {
		if (len == strlen(kinds[i].name) && !memcmp(path, kinds[i].name, len))
			return &kinds[i];
	}
	return NULL;
}

/* Up to which of them strace shows @len bytes. */
static size_t shown_to(const struct kind *kind, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(kind->added) && kind->added[i]; i++) {
		if (len <= kind->added[i])
			return kind->added[i];
	}
	return len;
}

/* Its bytes are those of @room from now on, @len of them, which end in zeros. */
static void fill(struct blob *b, uint8_t room[BPF_INFO_MAX], size_t len)
{
	if (b->len)
		memcpy(room, b->data, MIN(b->len, BPF_INFO_MAX));
	b->data = room;
	b->len = len;
}

void say_bpf_info(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t addr = layout__get(b->data + f->off, f->size);
	const struct arg *arg = b->owner;
	struct piece asked = {}, answer = {};
	uint8_t filled[2][BPF_INFO_MAX] = {};
	struct blob before, after;
	const struct kind *kind;

	kind = o->strace && !o->verbose ? NULL : kind_of(arg->event, (int32_t)layout__get(b->data, 4), o);
	if (!kind || !b->find) {
		out__ptr(o, addr);
		return;
	}
	if (!b->find(b, BPF_INFO_ASKED, &asked) || asked.err)
		asked.len = 0;
	/* Of a call that failed strace shows what it asked with. */
	if (!b->find(b, BPF_INFO_ANSWER, &answer)) {
		if (!o->strace || !asked.len) {
			out__ptr(o, addr);
			return;
		}
		answer = asked;
	}
	if (answer.err) {
		out__fault(o, addr, answer.err);
		return;
	}
	before = (struct blob){ .data = asked.data, .len = asked.len };
	after = (struct blob){
		.data = answer.data, .len = answer.len, .addr = addr, .is_whole = true, .at_exit = true, .question = &before,
		.find = b->find, .owner = arg, .elem = b->elem,
	};
	if (o->strace) {
		fill(&before, filled[0], sizeof(filled[0]));
		fill(&after, filled[1], shown_to(kind, MIN(after.len, sizeof(filled[1]))));
	}
	layout__say(kind->layout, &after, o);
}
