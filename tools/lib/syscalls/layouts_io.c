// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_io.c - structures of waiting for events, of asynchronous I/O, and of terminals. */
#include "layouts.h"

#include <linux/aio_abi.h>
#include <linux/io_uring.h>
#include <stddef.h>
#include <sys/ioctl.h>

#include "symbols_tables.h"

/* clang-format off */

/* Packed on x86: the data follow at once. */
static void say_epoll_data(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t data = layout__get(b->data + f->off, 8);

	out__begin(o, OUT_OBJECT);
	out__member(o, "u32");
	out__uint(o, (uint32_t)data);
	out__member(o, "u64");
	out__uint(o, data);
	out__end(o, OUT_OBJECT);
}

static const struct field epoll_event_fields[] = {
	{ .name = "events", .off = 0, .size = 4, .kind = FIELD_SYM, .syms = &syms_epoll_events },
	{ .name = "data", .off = 4, .size = 8, .kind = FIELD_CUSTOM, .custom = say_epoll_data },
};
DEFINE_LAYOUT(epoll_event, 12);

static const struct field io_event_fields[] = {
	HEX(struct io_event, data),
	PTR(struct io_event, obj),
	SINT(struct io_event, res),
	SINT(struct io_event, res2),
};
DEFINE_LAYOUT(io_event, sizeof(struct io_event));

static const struct field io_uring_params_fields[] = {
	NAMES(struct io_uring_params, flags, io_uring_setup_flags),
	UINT(struct io_uring_params, sq_thread_cpu),
	UINT(struct io_uring_params, sq_thread_idle),
	UINT(struct io_uring_params, sq_entries),
	UINT(struct io_uring_params, cq_entries),
	NAMES(struct io_uring_params, features, io_uring_features),
	FD(struct io_uring_params, wq_fd, .flags = FIELD_NONZERO),
	{ .name = "sq_off", .off = offsetof(struct io_uring_params, sq_off),
	  .size = 4, .nr = 7, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "cq_off", .off = offsetof(struct io_uring_params, cq_off),
	  .size = 4, .nr = 7, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
};
DEFINE_LAYOUT(io_uring_params, sizeof(struct io_uring_params));

/* Before the call only these count. */
static const struct field io_uring_params_in_fields[] = {
	NAMES(struct io_uring_params, flags, io_uring_setup_flags),
	UINT(struct io_uring_params, sq_thread_cpu),
	UINT(struct io_uring_params, sq_thread_idle),
	FD(struct io_uring_params, wq_fd, .flags = FIELD_NONZERO),
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
static const struct field io_uring_rsrc_update_fields[] = {
	{ .name = "offset", .off = 0, .size = 4, .kind = FIELD_UINT },
	{ .name = "resv", .off = 4, .size = 4, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
	{ .name = "data", .off = 8, .size = 8, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(io_uring_rsrc_update, 16);
static const struct field io_uring_buf_reg_fields[] = {
	{ .name = "ring_addr", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "ring_entries", .off = 8, .size = 4, .kind = FIELD_UINT },
	{ .name = "bgid", .off = 12, .size = 2, .kind = FIELD_UINT },
	{ .name = "flags", .off = 14, .size = 2, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
	{ .name = "resv", .off = 16, .size = 8, .nr = 3, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(io_uring_buf_reg, 40);
/* Its operations are as many as the program has room for: the first say what there is. */
static const struct field io_uring_probe_fields[] = {
	{ .name = "last_op", .off = 0, .size = 1, .kind = FIELD_UINT },
	{ .name = "ops_len", .off = 1, .size = 1, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(io_uring_probe, 16);

/* ---- control blocks of asynchronous I/O ---- */

static const struct field iocb_cancel_fields[] = {
	HEX(struct iocb, aio_data),
	UINT(struct iocb, aio_key, .flags = FIELD_NONZERO),
	NAMES(struct iocb, aio_lio_opcode, aio_op),
	SINT(struct iocb, aio_reqprio, .flags = FIELD_NONZERO),
	FD(struct iocb, aio_fildes),
};
DEFINE_LAYOUT(iocb_cancel, sizeof(struct iocb));

/* The same, which iocb__say() goes on with by the operation. Both are read: bytes, and an array of buffers. */
static void say_iocb(const struct blob *b, const struct field *f, struct out *o);
static const struct field iocb_fields[] = { NUMBER(struct iocb, FIELD_CUSTOM, .custom = say_iocb) };
static const struct follow iocb_follows[] = {
	FOLLOW_DATA(struct iocb, aio_buf, aio_nbytes, AUG_AT_ENTER),
	FOLLOW_ARRAY(struct iocb, aio_buf, aio_nbytes, AUG_AT_ENTER, iovec),
};
LAYOUT_(iocb, sizeof(struct iocb), .compat = &layout_iocb, .is_bare = true, WITH_FOLLOWS(iocb));

static const struct field iovec_fields[] = {
	{ .name = "iov_base", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "iov_len", .off = 8, .size = 8, .kind = FIELD_UINT },
};
static const struct field iovec32_fields[] = {
	{ .name = "iov_base", .off = 0, .size = 4, .kind = FIELD_PTR },
	{ .name = "iov_len", .off = 4, .size = 4, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(iovec32, 8);
DEFINE_LAYOUT_COMPAT(iovec, 16, iovec32);

static void say_aio_buf(const struct blob *b, unsigned int piece, struct out *o)
{
	const uint64_t addr = layout__get(b->data + offsetof(struct iocb, aio_buf), 8);

	out__member(o, "aio_buf");
	if (!layout__say_followed(&layout_iocb, b, piece, o))
		out__ptr(o, addr);
}

static void say_iocb_tail(const struct blob *b, uint64_t opcode, struct out *o)
{
	const uint64_t nbytes = layout__get(b->data + offsetof(struct iocb, aio_nbytes), 8);

	switch (opcode) {
	case IOCB_CMD_PREAD:
		out__member(o, "aio_buf");
		/* strace's zero is no pointer. */
		if (o->strace && !layout__get(b->data + offsetof(struct iocb, aio_buf), 8))
			out__uint(o, 0);
		else
			out__ptr(o, layout__get(b->data + offsetof(struct iocb, aio_buf), 8));
		break;
	case IOCB_CMD_PWRITE:
		say_aio_buf(b, 0, o);
		break;
	case IOCB_CMD_PREADV:
	case IOCB_CMD_PWRITEV:
		say_aio_buf(b, 1, o);
		break;
	case IOCB_CMD_POLL:
		out__member(o, "aio_buf");
		out__symbol(o, &syms_poll_events, layout__get(b->data + offsetof(struct iocb, aio_buf), 8));
		return;
	default:
		return;
	}
	if (opcode == IOCB_CMD_PREAD || opcode == IOCB_CMD_PWRITE) {
		out__member(o, "aio_nbytes");
		out__uint(o, nbytes);
	}
	out__member(o, "aio_offset");
	out__sint(o, (int64_t)layout__get(b->data + offsetof(struct iocb, aio_offset), 8));
}

static void say_iocb(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t flags = layout__get(b->data + offsetof(struct iocb, aio_flags), 4);

	(void)f;
	out__begin(o, OUT_OBJECT);
	layout__say_members(&layout_iocb_cancel, b, o);
	say_iocb_tail(b, layout__get(b->data + offsetof(struct iocb, aio_lio_opcode), 2), o);
	if (flags) {
		out__member(o, "aio_flags");
		out__symbol(o, &syms_aio_flags, flags);
	}
	if (flags & IOCB_FLAG_RESFD) {
		out__member(o, "aio_resfd");
		out__fd(o, (int32_t)layout__get(b->data + offsetof(struct iocb, aio_resfd), 4), false);
	}
	out__end(o, OUT_OBJECT);
}

static const struct field futex_waitv_fields[] = {
	{ .name = "val", .off = 0, .size = 8, .kind = FIELD_HEX },
	{ .name = "uaddr", .off = 8, .size = 8, .kind = FIELD_PTR },
	{ .name = "flags", .off = 16, .size = 4, .kind = FIELD_SYM, .syms = &syms_futex_waitv_flags },
};
DEFINE_LAYOUT(futex_waitv, 24);

static const struct field termios_fields[] = {
	{ .name = "c_iflag", .off = 0, .size = 4, .kind = FIELD_HEX },
	{ .name = "c_oflag", .off = 4, .size = 4, .kind = FIELD_HEX },
	{ .name = "c_cflag", .off = 8, .size = 4, .kind = FIELD_HEX },
	{ .name = "c_lflag", .off = 12, .size = 4, .kind = FIELD_HEX },
	{ .name = "c_line", .off = 16, .size = 1, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "c_cc", .off = 17, .size = 1, .nr = 19, .kind = FIELD_HEX, .flags = FIELD_VERBOSE },
};
DEFINE_LAYOUT(termios, 36);

static const struct field winsize_fields[] = {
	UINT(struct winsize, ws_row),
	UINT(struct winsize, ws_col),
	UINT(struct winsize, ws_xpixel),
	UINT(struct winsize, ws_ypixel),
};
DEFINE_LAYOUT(winsize, sizeof(struct winsize));
