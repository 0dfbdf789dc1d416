// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_io_uring.c - structures of io_uring_setup(2), io_uring_enter(2) and io_uring_register(2). */
#include "layouts.h"

#include <linux/io_uring.h>
#include <stddef.h>
#include <stdio.h>

#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* ---- setup ---- */

static void say_thread_cpu(struct out *o, uint64_t cpu)
{
	if (o->strace)
		out__hex(o, cpu);
	else
		out__uint(o, cpu);
}

#define RING_AT(n, o) { .name = n, .off = o, .size = 4, .kind = FIELD_UINT }
#define RING_RESERVED(n, o, s) { .name = n, .off = o, .size = s, .kind = FIELD_HEX, .flags = FIELD_NONZERO }
static const struct field io_sqring_offsets_fields[] = {
	RING_AT("head", 0), RING_AT("tail", 4), RING_AT("ring_mask", 8), RING_AT("ring_entries", 12),
	RING_AT("flags", 16), RING_AT("dropped", 20), RING_AT("array", 24),
	RING_RESERVED("resv1", 28, 4), RING_RESERVED("user_addr", 32, 8),
};
static DEFINE_LAYOUT(io_sqring_offsets, sizeof(struct io_sqring_offsets));
static const struct field io_cqring_offsets_fields[] = {
	RING_AT("head", 0), RING_AT("tail", 4), RING_AT("ring_mask", 8), RING_AT("ring_entries", 12),
	RING_AT("overflow", 16), RING_AT("cqes", 20), RING_AT("flags", 24),
	RING_RESERVED("resv1", 28, 4), RING_RESERVED("user_addr", 32, 8),
};
static DEFINE_LAYOUT(io_cqring_offsets, sizeof(struct io_cqring_offsets));

/* With what is behind it before the call; the ring whose workers are shared, where the flags say so. */
static void say_thread_idle(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t resv_at = offsetof(struct io_uring_params, resv);
	uint32_t resv[3];

	out__uint(o, layout__get(b->data + f->off, f->size));
	if (b->len < resv_at + sizeof(resv))
		return;
	if (layout__get(b->data + offsetof(struct io_uring_params, flags), 4) & IORING_SETUP_ATTACH_WQ) {
		out__member(o, "wq_fd");
		out__fd(o, (int32_t)layout__get(b->data + offsetof(struct io_uring_params, wq_fd), 4), false);
	}
	memcpy(resv, b->data + resv_at, sizeof(resv));
	if (!resv[0] && !resv[1] && !resv[2])
		return;
	out__member(o, "resv");
	out__begin(o, OUT_ARRAY);
	for (size_t i = 0; i < ARRAY_SIZE(resv); i++)
		out__hex(o, resv[i]);
	out__end(o, OUT_ARRAY);
}

static const struct field io_uring_params_fields[] = {
	NAMES(struct io_uring_params, flags, io_uring_setup_flags),
	SAY(struct io_uring_params, sq_thread_cpu, thread_cpu),
	CUSTOM(struct io_uring_params, sq_thread_idle, say_thread_idle),
	UINT(struct io_uring_params, sq_entries),
	UINT(struct io_uring_params, cq_entries),
	NAMES(struct io_uring_params, features, io_uring_features),
	NESTED(struct io_uring_params, sq_off, io_sqring_offsets),
	NESTED(struct io_uring_params, cq_off, io_cqring_offsets),
};
DEFINE_LAYOUT(io_uring_params, sizeof(struct io_uring_params));

/* Before the call only these count. */
static const struct field io_uring_params_in_fields[] = {
	NAMES(struct io_uring_params, flags, io_uring_setup_flags),
	SAY(struct io_uring_params, sq_thread_cpu, thread_cpu),
	CUSTOM(struct io_uring_params, sq_thread_idle, say_thread_idle),
};
DEFINE_LAYOUT(io_uring_params_in, sizeof(struct io_uring_params));

static const struct field io_uring_getevents_arg_fields[] = {
	{ .name = "sigmask", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "sigmask_sz", .off = 8, .size = 4, .kind = FIELD_UINT },
	{ .name = "ts", .off = 16, .size = 8, .kind = FIELD_PTR },
};
static const struct follow io_uring_getevents_arg_follows[] = {
	{ .off = 0, .ptr_size = 8, .kind = AUG_CAP_BYTES, .when = AUG_AT_ENTER, .layout = &layout_sigset },
	{ .off = 16, .ptr_size = 8, .kind = AUG_CAP_BYTES, .when = AUG_AT_ENTER, .layout = &layout_timespec64 },
};
DEFINE_LAYOUT_FOLLOWED(io_uring_getevents_arg, 24, io_uring_getevents_arg);

static const struct field io_uring_files_update_fields[] = {
	{ .name = "offset", .off = 0, .size = 4, .kind = FIELD_UINT },
	{ .name = "resv", .off = 4, .size = 4, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
	{ .name = "fds", .off = 8, .size = 8, .kind = FIELD_PTR },
};
DEFINE_LAYOUT(io_uring_files_update, 16);
/* Rings that are registered, at any place when the offset is -1, and those that are not any more. */
static const struct field io_uring_ring_fd_fields[] = {
	{ .name = "offset", .off = 0, .size = 4, .kind = FIELD_SAY, .say = say_uid }, /* -1: any */
	{ .name = "resv", .off = 4, .size = 4, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
	{ .name = "data", .off = 8, .size = 8, .kind = FIELD_FD },
};
DEFINE_LAYOUT(io_uring_ring_fd, 16);
static const struct field io_uring_ring_unreg_fields[] = {
	{ .name = "offset", .off = 0, .size = 4, .kind = FIELD_UINT },
	{ .name = "resv", .off = 4, .size = 4, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
	{ .name = "data", .off = 8, .size = 8, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(io_uring_ring_unreg, 16);
/* With the flags behind it, which were not used before Linux 6.4. */
static void say_bgid(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t flags = b->len >= f->off + 4U ? layout__get(b->data + f->off + 2, 2) : 0;

	out__uint(o, layout__get(b->data + f->off, f->size));
	if (flags) {
		out__member(o, o->strace ? "pad" : "flags");
		out__hex(o, flags);
	}
}
static const struct field io_uring_buf_reg_fields[] = {
	{ .name = "ring_addr", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "ring_entries", .off = 8, .size = 4, .kind = FIELD_UINT },
	{ .name = "bgid", .off = 12, .size = 2, .kind = FIELD_CUSTOM, .custom = say_bgid },
	{ .name = "resv", .off = 16, .size = 8, .nr = 3, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(io_uring_buf_reg, 40);
/* Its operations are behind it. */
static const struct field io_uring_probe_fields[] = {
	NAMES(struct io_uring_probe, last_op, io_uring_probed_op),
	UINT(struct io_uring_probe, ops_len),
	HEX(struct io_uring_probe, resv, .flags = FIELD_NONZERO),
	ARRAY_OF(struct io_uring_probe, resv2, FIELD_HEX, .flags = FIELD_NONZERO),
};
DEFINE_LAYOUT(io_uring_probe, 16);
static const struct field io_uring_probe_op_fields[] = {
	NAMES(struct io_uring_probe_op, op, io_uring_probed_op),
	HEX(struct io_uring_probe_op, resv, .flags = FIELD_NONZERO),
	NAMES(struct io_uring_probe_op, flags, io_uring_probe_flags),
	HEX(struct io_uring_probe_op, resv2, .flags = FIELD_NONZERO),
};
DEFINE_LAYOUT(io_uring_probe_op, sizeof(struct io_uring_probe_op));

/* ---- files, buffers and their tags ---- */

static const struct field io_uring_tag_fields[] = { NUMBER(uint64_t, FIELD_HEX) };
static DEFINE_LAYOUT(io_uring_tag, 8);

static const struct field io_uring_rsrc_fields[] = {
	UINT(struct io_uring_rsrc_register, nr),
	NAMES(struct io_uring_rsrc_register, flags, io_uring_rsrc_flags),
	HEX(struct io_uring_rsrc_register, resv2, .flags = FIELD_NONZERO),
	{ FIELD_AT(struct io_uring_rsrc_register, data), .kind = FIELD_PTR },
	{ FIELD_AT(struct io_uring_rsrc_register, tags), .kind = FIELD_PTR },
};
static const struct field io_uring_rsrc_update2_fields[] = {
	UINT(struct io_uring_rsrc_update2, offset),
	HEX(struct io_uring_rsrc_update2, resv, .flags = FIELD_NONZERO),
	{ FIELD_AT(struct io_uring_rsrc_update2, data), .kind = FIELD_PTR },
	{ FIELD_AT(struct io_uring_rsrc_update2, tags), .kind = FIELD_PTR },
	UINT(struct io_uring_rsrc_update2, nr),
	HEX(struct io_uring_rsrc_update2, resv2, .flags = FIELD_NONZERO),
};
/* What is registered: descriptors, or buffers; these as the program has them. */
#define RSRC_OF(id, s, fields_id, what, compat_id) \
	static const struct follow id##_follows[] = { \
		FOLLOW_ARRAY(s, data, nr, AUG_AT_ENTER, what), \
		FOLLOW_ARRAY(s, tags, nr, AUG_AT_ENTER, io_uring_tag), \
	}; \
	const struct layout layout_##id = { \
		.name = #id, .size = sizeof(s), .fields = fields_id##_fields, \
		.nr = sizeof(fields_id##_fields) / sizeof(fields_id##_fields[0]), \
		.compat = &layout_##compat_id, WITH_FOLLOWS(id) }
/* -2 in an update leaves a place as it is. */
static void say_ring_file(struct out *o, uint64_t value)
{
	static const char skip[] = "IORING_REGISTER_FILES_SKIP";

	if ((int32_t)value == IORING_REGISTER_FILES_SKIP)
		out__constant(o, (uint64_t)IORING_REGISTER_FILES_SKIP, OUT_DEC, skip, sizeof(skip) - 1);
	else
		out__fd(o, (int32_t)value, false);
}
static const struct field io_uring_file_fields[] = { NUMBER(int32_t, FIELD_SAY, .say = say_ring_file) };
static DEFINE_LAYOUT(io_uring_file, 4);

RSRC_OF(io_uring_rsrc_files, struct io_uring_rsrc_register, io_uring_rsrc, fd, io_uring_rsrc_files);
RSRC_OF(io_uring_rsrc_buffers, struct io_uring_rsrc_register, io_uring_rsrc, iovec, io_uring_rsrc_buffers32);
RSRC_OF(io_uring_rsrc_buffers32, struct io_uring_rsrc_register, io_uring_rsrc, iovec32, io_uring_rsrc_buffers32);
RSRC_OF(io_uring_update_files, struct io_uring_rsrc_update2, io_uring_rsrc_update2, io_uring_file,
	io_uring_update_files);
RSRC_OF(io_uring_update_buffers, struct io_uring_rsrc_update2, io_uring_rsrc_update2, iovec, io_uring_update_buffers32);
RSRC_OF(io_uring_update_buffers32, struct io_uring_rsrc_update2, io_uring_rsrc_update2, iovec32, io_uring_update_buffers32);

/* ---- restrictions and workers ---- */

static void say_restriction(const struct blob *b, const struct field *f, struct out *o)
{
	const uint16_t opcode = (uint16_t)layout__get(b->data + f->off, 2);
	const uint8_t what = b->data[f->off + 2];
	unsigned int i;
	char text[16];

	out__begin(o, OUT_OBJECT);
	out__member(o, "opcode");
	out__symbol(o, &syms_io_uring_restriction, opcode);
	if (opcode == IORING_RESTRICTION_REGISTER_OP) {
		out__member(o, "register_op");
		out__symbol(o, &syms_io_uring_register_op, what);
	} else if (opcode == IORING_RESTRICTION_SQE_OP) {
		out__member(o, "sqe_op");
		out__symbol(o, &syms_io_uring_op, what);
	} else if (opcode < IORING_RESTRICTION_LAST) {
		out__member(o, "sqe_flags");
		out__symbol(o, &syms_io_uring_sqe_flags, what);
	} else if (o->strace) {
		out__comment(o, text, (size_t)snprintf(text, sizeof(text), "op: %#x", what));
	} else {
		out__member(o, "arg");
		out__hex(o, what);
	}
	if (b->data[f->off + 3]) {
		out__member(o, "resv");
		out__hex(o, b->data[f->off + 3]);
	}
	if (layout__get(b->data + f->off + 4, 8) || layout__get(b->data + f->off + 12, 4)) {
		out__member(o, "resv2");
		out__begin(o, OUT_ARRAY);
		for (i = 0; i < 3; i++)
			out__hex(o, layout__get(b->data + f->off + 4 + 4 * i, 4));
		out__end(o, OUT_ARRAY);
	}
	out__end(o, OUT_OBJECT);
}
static const struct field io_uring_restriction_fields[] = {
	NUMBER(struct io_uring_restriction, FIELD_CUSTOM, .custom = say_restriction),
};
DEFINE_LAYOUT_BARE(io_uring_restriction, sizeof(struct io_uring_restriction));

/* Which kind of workers it is depends on the place. */
static void say_max_workers(const struct blob *b, const struct field *f, struct out *o)
{
	const uint32_t nr = (uint32_t)layout__get(b->data + f->off, 4);
	static const char *const names[] = { "IO_WQ_BOUND", "IO_WQ_UNBOUND" };
	const char *name = b->nth < 2 ? names[b->nth] : "IO_WQ_???";
	char text[64];
	int len;

	if (!o->strace) {
		out__uint(o, nr);
		return;
	}
	if (o->consts == OUT_CONSTS_RAW)
		len = snprintf(text, sizeof(text), "[%zu]=%u", b->nth, nr);
	else if (o->consts == OUT_CONSTS_NAMED && b->nth < 2)
		len = snprintf(text, sizeof(text), "[%s]=%u", name, nr);
	else
		len = snprintf(text, sizeof(text), "[%zu /* %s */]=%u", b->nth, name, nr);
	out__word(o, text, (size_t)len);
}
static const struct field io_uring_max_workers_fields[] = {
	NUMBER(uint32_t, FIELD_CUSTOM, .custom = say_max_workers),
};
DEFINE_LAYOUT(io_uring_max_workers, 4);
