// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_io.c - structures of waiting for events, of io_uring, and of terminals. */
#include "layouts.h"

#include <linux/fs.h>
#include <linux/io_uring.h>
#include <linux/rtc.h>
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

static const struct field futex_waitv_fields[] = {
	{ .name = "val", .off = 0, .size = 8, .kind = FIELD_HEX },
	{ .name = "uaddr", .off = 8, .size = 8, .kind = FIELD_PTR },
	{ .name = "flags", .off = 16, .size = 4, .kind = FIELD_SYM, .syms = &syms_futex_waitv_flags },
};
DEFINE_LAYOUT(futex_waitv, 24);

static const struct field winsize_fields[] = {
	UINT(struct winsize, ws_row),
	UINT(struct winsize, ws_col),
	UINT(struct winsize, ws_xpixel),
	UINT(struct winsize, ws_ypixel),
};
DEFINE_LAYOUT(winsize, sizeof(struct winsize));

/* ---- requests of files and clocks ---- */

static const struct field fs_flags_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_fs_flags) };
DEFINE_LAYOUT(fs_flags, 4);

static const struct field fstrim_range_fields[] = {
	HEX(struct fstrim_range, start),
	UINT(struct fstrim_range, len),
	UINT(struct fstrim_range, minlen),
};
DEFINE_LAYOUT(fstrim_range, sizeof(struct fstrim_range));

static const struct field rtc_time_fields[] = {
	SINT(struct rtc_time, tm_sec),
	SINT(struct rtc_time, tm_min),
	SINT(struct rtc_time, tm_hour),
	SINT(struct rtc_time, tm_mday),
	SINT(struct rtc_time, tm_mon),
	SINT(struct rtc_time, tm_year),
	SINT(struct rtc_time, tm_wday, .flags = FIELD_VERBOSE),
	SINT(struct rtc_time, tm_yday, .flags = FIELD_VERBOSE),
	SINT(struct rtc_time, tm_isdst, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(rtc_time, sizeof(struct rtc_time));
