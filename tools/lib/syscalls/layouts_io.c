// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_io.c - structures of waiting for events, of buffers, and of simple ioctls. */
#include "layouts.h"

#include <linux/fs.h>
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
	{ .name = "__reserved", .off = 20, .size = 4, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
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
