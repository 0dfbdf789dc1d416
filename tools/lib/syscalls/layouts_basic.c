// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_basic.c - numbers behind pointers, and times. */
#include "layouts.h"

#include <linux/time_types.h>
#include <string.h>
#include <sys/timex.h>
#include <sys/time.h>
#include <sys/times.h>

#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct field int_fields[] = { NUMBER(int32_t, FIELD_SINT) };
DEFINE_LAYOUT(int, 4);
static const struct field fd_fields[] = { NUMBER(int32_t, FIELD_FD) };
DEFINE_LAYOUT(fd, 4);
static const struct field uint_fields[] = { NUMBER(uint32_t, FIELD_UINT) };
DEFINE_LAYOUT(uint, 4);
static const struct field u64_fields[] = { NUMBER(uint64_t, FIELD_UINT) };
DEFINE_LAYOUT(u64, 8);
static const struct field s64_fields[] = { NUMBER(int64_t, FIELD_SINT) };
DEFINE_LAYOUT(s64, 8);
static const struct field u16_fields[] = { NUMBER(uint16_t, FIELD_UINT) };
DEFINE_LAYOUT(u16, 2);
static const struct field hex_fields[] = { NUMBER(uint32_t, FIELD_HEX) };
DEFINE_LAYOUT(hex, 4);
static const struct field hex64_fields[] = { NUMBER(uint64_t, FIELD_HEX) };
DEFINE_LAYOUT(hex64, 8);
static const struct field aio_context_fields[] = { NUMBER(uint64_t, FIELD_HEX) };
DEFINE_LAYOUT_COMPAT(aio_context, 8, hex);
static const struct field page_state_fields[] = { NUMBER(uint8_t, FIELD_UINT) };
DEFINE_LAYOUT(page_state, 1);
/* A number, or an error. */
void say_errno_status(struct out *o, uint64_t value)
{
	const int32_t status = (int32_t)value;
	const char *name = status < 0 ? strerrorname_np((int)-(int64_t)status) : NULL;
	struct strbuf text = {};

	if (!o->strace || !name) {
		out__sint(o, status);
		return;
	}
	strbuf__addc(&text, '-');
	strbuf__adds(&text, name);
	out__constant(o, (uint64_t)(int64_t)status, OUT_DEC, text.text, text.len);
	strbuf__free(&text);
}
static const struct field status_fields[] = { NUMBER(int32_t, FIELD_SAY, .say = say_errno_status) };
DEFINE_LAYOUT(status, 4);
static const struct field mempolicy_fields[] = { NUMBER(int32_t, FIELD_SYM, .syms = &syms_mempolicy_mode32) };
DEFINE_LAYOUT(mempolicy, 4);
static const struct field tos_fields[] = { NUMBER(uint8_t, FIELD_HEX) };
DEFINE_LAYOUT(tos, 1);
static const struct field uid_fields[] = { NUMBER(uint32_t, FIELD_SAY, .say = say_uid) };
DEFINE_LAYOUT(uid, 4);
static void say_uid16(struct out *o, uint64_t id)
{
	if (id == UINT16_MAX)
		out__sint(o, -1);
	else
		out__uint(o, id);
}
static const struct field uid16_fields[] = { NUMBER(uint16_t, FIELD_SAY, .say = say_uid16) };
DEFINE_LAYOUT(uid16, 2);
/* Of calls that have 16 bits for it on i386. */
static const struct field uid_old_fields[] = { NUMBER(uint32_t, FIELD_SAY, .say = say_uid) };
DEFINE_LAYOUT_COMPAT(uid_old, 4, uid16);
static const struct field clockid_t_fields[] = { NUMBER(int32_t, FIELD_SAY, .say = say_clockid) };
DEFINE_LAYOUT(clockid_t, 4);

/* Words of the program's own size. */
static const struct field long_fields[] = { NUMBER(int64_t, FIELD_SINT) };
DEFINE_LAYOUT_COMPAT(long, 8, int);
static const struct field size_fields[] = { NUMBER(uint64_t, FIELD_UINT) };
DEFINE_LAYOUT_COMPAT(size, 8, uint);
static const struct field ptr32_fields[] = { NUMBER(uint32_t, FIELD_PTR) };
DEFINE_LAYOUT(ptr32, 4);
static const struct field ptr_fields[] = { NUMBER(uint64_t, FIELD_PTR) };
DEFINE_LAYOUT_COMPAT(ptr, 8, ptr32);

/* ---- times ---- */


static const struct field timespec32_fields[] = {
	{ .name = "tv_sec", .off = 0, .size = 4, .kind = FIELD_SINT },
	{ .name = "tv_nsec", .off = 4, .size = 4, .kind = FIELD_SAY, .say = say_part32 },
};
DEFINE_LAYOUT(timespec32, 8);
static const struct field timespec_fields[] = {
	SINT(struct __kernel_timespec, tv_sec),
	SAY(struct __kernel_timespec, tv_nsec, part),
};
DEFINE_LAYOUT_COMPAT(timespec, sizeof(struct __kernel_timespec), timespec32);
static const struct field timespec64_fields[] = {
	SINT(struct __kernel_timespec, tv_sec),
	SAY(struct __kernel_timespec, tv_nsec, part),
};
DEFINE_LAYOUT(timespec64, sizeof(struct __kernel_timespec));

static const struct field timeval32_fields[] = {
	{ .name = "tv_sec", .off = 0, .size = 4, .kind = FIELD_SINT },
	{ .name = "tv_usec", .off = 4, .size = 4, .kind = FIELD_SAY, .say = say_part32 },
};
DEFINE_LAYOUT(timeval32, 8);
static const struct field timeval_fields[] = {
	SINT(struct timeval, tv_sec),
	SAY(struct timeval, tv_usec, part),
};
DEFINE_LAYOUT_COMPAT(timeval, sizeof(struct timeval), timeval32);
/* As wide in a 32-bit program. */
const struct layout layout_timeval64 = { .name = "timeval64", .size = sizeof(struct timeval), .fields = timeval_fields,
					 .nr = ARRAY_SIZE(timeval_fields), .compat = &layout_timeval64 };

static const struct field itimerspec32_fields[] = {
	{ .name = "it_interval", .off = 0, .size = 8, .kind = FIELD_LAYOUT, .layout = &layout_timespec32 },
	{ .name = "it_value", .off = 8, .size = 8, .kind = FIELD_LAYOUT, .layout = &layout_timespec32 },
};
DEFINE_LAYOUT(itimerspec32, 16);
static const struct field itimerspec_fields[] = {
	NESTED(struct __kernel_itimerspec, it_interval, timespec),
	NESTED(struct __kernel_itimerspec, it_value, timespec),
};
DEFINE_LAYOUT_COMPAT(itimerspec, sizeof(struct __kernel_itimerspec), itimerspec32);

static const struct field itimerspec64_fields[] = {
	NESTED(struct __kernel_itimerspec, it_interval, timespec64),
	NESTED(struct __kernel_itimerspec, it_value, timespec64),
};
DEFINE_LAYOUT(itimerspec64, sizeof(struct __kernel_itimerspec));

static const struct field itimerval32_fields[] = {
	{ .name = "it_interval", .off = 0, .size = 8, .kind = FIELD_LAYOUT, .layout = &layout_timeval32 },
	{ .name = "it_value", .off = 8, .size = 8, .kind = FIELD_LAYOUT, .layout = &layout_timeval32 },
};
DEFINE_LAYOUT(itimerval32, 16);
static const struct field itimerval_fields[] = {
	NESTED(struct itimerval, it_interval, timeval),
	NESTED(struct itimerval, it_value, timeval),
};
DEFINE_LAYOUT_COMPAT(itimerval, sizeof(struct itimerval), itimerval32);

static const struct field timezone_fields[] = {
	SINT(struct timezone, tz_minuteswest),
	SINT(struct timezone, tz_dsttime),
};
DEFINE_LAYOUT(timezone, sizeof(struct timezone));

static const struct field tms_fields[] = {
	CUSTOM(struct tms, tms_utime, say_clock),
	CUSTOM(struct tms, tms_stime, say_clock),
	CUSTOM(struct tms, tms_cutime, say_clock),
	CUSTOM(struct tms, tms_cstime, say_clock),
};
DEFINE_LAYOUT_COMPAT(tms, sizeof(struct tms), tms32);

static const struct field timex_fields[] = {
	NAMES(struct timex, modes, adjtimex_modes),
	SINT(struct timex, offset),
	SINT(struct timex, freq),
	SINT(struct timex, maxerror),
	SINT(struct timex, esterror),
	NAMES(struct timex, status, adjtimex_status),
	SINT(struct timex, constant),
	SINT(struct timex, precision),
	SINT(struct timex, tolerance),
	NESTED(struct timex, time, timeval),
	SINT(struct timex, tick),
	SINT(struct timex, ppsfreq),
	SINT(struct timex, jitter),
	SINT(struct timex, shift),
	SINT(struct timex, stabil),
	SINT(struct timex, jitcnt),
	SINT(struct timex, calcnt),
	SINT(struct timex, errcnt),
	SINT(struct timex, stbcnt),
	SINT(struct timex, tai),
};
DEFINE_LAYOUT_COMPAT(timex, sizeof(struct timex), timex32);
/* clock_adjtime64(2): the kernel's struct of 64 bits is the native one. */
const struct layout layout_timex64 = {
	.name = "timex64", .size = sizeof(struct timex), .fields = timex_fields,
	.nr = sizeof(timex_fields) / sizeof(timex_fields[0]), .compat = &layout_timex64 };
