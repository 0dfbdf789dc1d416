// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_aio.c - events and control blocks of asynchronous I/O. */
#include "layouts.h"

#include <linux/aio_abi.h>
#include <stddef.h>

#include "symbols_tables.h"

/* clang-format off */

static const struct field io_event_fields[] = {
	HEX(struct io_event, data),
	PTR(struct io_event, obj),
	SINT(struct io_event, res),
	SINT(struct io_event, res2),
};
DEFINE_LAYOUT(io_event, sizeof(struct io_event));

static const struct field iocb_head_fields[] = {
	HEX(struct iocb, aio_data),
	UINT(struct iocb, aio_key, .flags = FIELD_NONZERO),
	NAMES(struct iocb, aio_rw_flags, rwf_flags, .flags = FIELD_NONZERO),
	NAMES(struct iocb, aio_lio_opcode, aio_op),
};
static DEFINE_LAYOUT(iocb_head, sizeof(struct iocb));

static uint64_t iocb_flags(const struct blob *b)
{
	return layout__get(b->data + offsetof(struct iocb, aio_flags), 4);
}

/* A class and a level where the flags say that it is one. */
static void say_reqprio(const struct blob *b, struct out *o)
{
	const uint64_t value = layout__get(b->data + offsetof(struct iocb, aio_reqprio), 2);
	const bool is_ioprio = iocb_flags(b) & IOCB_FLAG_IOPRIO;

	if (!value && !is_ioprio)
		return;
	out__member(o, "aio_reqprio");
	if (is_ioprio)
		say_ioprio(o, value, OUT_HEX);
	else
		out__sint(o, (int16_t)value);
}

static void say_iocb_head(const struct blob *b, struct out *o)
{
	layout__say_members(&layout_iocb_head, b, o);
	say_reqprio(b, o);
	out__member(o, "aio_fildes");
	out__fd(o, (int32_t)layout__get(b->data + offsetof(struct iocb, aio_fildes), 4), false);
}

static void say_iocb_cancel(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	out__begin(o, OUT_OBJECT);
	say_iocb_head(b, o);
	out__end(o, OUT_OBJECT);
}

static const struct field iocb_cancel_fields[] = { NUMBER(struct iocb, FIELD_CUSTOM, .custom = say_iocb_cancel) };
LAYOUT_(iocb_cancel, sizeof(struct iocb), .compat = &layout_iocb_cancel, .is_bare = true);

/* The same, which say_iocb() goes on with by the operation. */
static void say_iocb(const struct blob *b, const struct field *f, struct out *o);
static const struct field iocb_fields[] = { NUMBER(struct iocb, FIELD_CUSTOM, .custom = say_iocb) };

#define ONLY(op) .only_off = offsetof(struct iocb, aio_lio_opcode), .only = IOCB_CMD_##op

enum { PIECE_BYTES, PIECE_ROOM, PIECE_BUFFERS };
static const struct follow iocb_follows[] = {
	[PIECE_BYTES] = FOLLOW_(struct iocb, aio_buf, AUG_CAP_BUF, AUG_AT_ENTER,
				FOLLOW_LEN_(struct iocb, aio_nbytes), ONLY(PWRITE)),
	[PIECE_ROOM] = FOLLOW_IOVEC(struct iocb, aio_buf, aio_nbytes, ONLY(PREADV), .is_bare = true),
	[PIECE_BUFFERS] = FOLLOW_IOVEC(struct iocb, aio_buf, aio_nbytes, ONLY(PWRITEV)),
};
LAYOUT_(iocb, sizeof(struct iocb), .compat = &layout_iocb, .is_bare = true, WITH_FOLLOWS(iocb));

static void say_aio_buf(const struct blob *b, unsigned int piece, struct out *o)
{
	const uint64_t addr = layout__get(b->data + offsetof(struct iocb, aio_buf), 8);
	const uint64_t nbytes = layout__get(b->data + offsetof(struct iocb, aio_nbytes), 8);

	out__member(o, "aio_buf");
	if (layout__say_followed(&layout_iocb, b, piece, o))
		return;
	if (addr && !nbytes && piece == PIECE_BYTES) {
		out__content(o, "", 0, false);
	} else if (addr && !nbytes) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
	} else {
		out__ptr(o, addr);
	}
}

static void say_room(const struct blob *b, struct out *o)
{
	const uint64_t addr = layout__get(b->data + offsetof(struct iocb, aio_buf), 8);

	out__member(o, "aio_buf");
	/* strace's zero is no pointer. */
	if (o->strace && !addr)
		out__uint(o, 0);
	else
		out__ptr(o, addr);
}

static void say_nbytes(const struct blob *b, struct out *o)
{
	out__member(o, "aio_nbytes");
	out__uint(o, layout__get(b->data + offsetof(struct iocb, aio_nbytes), 8));
}

/* With a number of bytes, or of buffers, that cannot be one they are not looked at. */
static bool has_no_length(const struct blob *b)
{
	return (int64_t)layout__get(b->data + offsetof(struct iocb, aio_nbytes), 8) < 0;
}

static void say_vector(const struct blob *b, unsigned int piece, struct out *o)
{
	if (!has_no_length(b)) {
		say_aio_buf(b, piece, o);
		return;
	}
	say_room(b, o);
	say_nbytes(b, o);
}

/* Return: whether it is such an operation. */
static bool say_iocb_tail(const struct blob *b, uint64_t opcode, struct out *o)
{
	switch (opcode) {
	case IOCB_CMD_PREAD:
		say_room(b, o);
		break;
	case IOCB_CMD_PWRITE:
		if (has_no_length(b))
			say_room(b, o);
		else
			say_aio_buf(b, PIECE_BYTES, o);
		break;
	case IOCB_CMD_PREADV:
		say_vector(b, PIECE_ROOM, o);
		break;
	case IOCB_CMD_PWRITEV:
		say_vector(b, PIECE_BUFFERS, o);
		break;
	case IOCB_CMD_POLL:
		out__member(o, "aio_buf");
		out__symbol(o, &syms_poll_events, layout__get(b->data + offsetof(struct iocb, aio_buf), 8));
		return true;
	default:
		return false;
	}
	if (opcode == IOCB_CMD_PREAD || opcode == IOCB_CMD_PWRITE)
		say_nbytes(b, o);
	out__member(o, "aio_offset");
	out__sint(o, (int64_t)layout__get(b->data + offsetof(struct iocb, aio_offset), 8));
	return true;
}

static void say_iocb(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t resfd = layout__get(b->data + offsetof(struct iocb, aio_resfd), 4);
	uint64_t flags = iocb_flags(b);
	bool has_resfd = flags & IOCB_FLAG_RESFD;

	(void)f;
	out__begin(o, OUT_OBJECT);
	say_iocb_head(b, o);
	/* Of what is no such operation strace does not look at the flags; of others at a number that is no descriptor. */
	if (!say_iocb_tail(b, layout__get(b->data + offsetof(struct iocb, aio_lio_opcode), 2), o) && o->strace) {
		flags = 0;
		has_resfd = false;
	} else if (o->strace && resfd) {
		has_resfd = true;
	}
	if (flags) {
		out__member(o, "aio_flags");
		out__symbol(o, &syms_aio_flags, flags);
	}
	if (has_resfd) {
		out__member(o, "aio_resfd");
		if (flags & IOCB_FLAG_RESFD)
			out__fd(o, (int32_t)resfd, false);
		else
			out__hex(o, resfd);
	}
	out__end(o, OUT_OBJECT);
}
