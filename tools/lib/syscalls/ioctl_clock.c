// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_clock.c - clocks and watchdogs: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/ptp_clock.h>
#include <linux/rtc.h>
#include <linux/watchdog.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct symbol ptp_extts_table[] = {
	SYM(PTP_ENABLE_FEATURE), SYM(PTP_RISING_EDGE), SYM(PTP_FALLING_EDGE), SYM(PTP_STRICT_FLAGS),
};
static DEFINE_FLAGS(ptp_extts, "PTP_");
static const struct symbol ptp_perout_table[] = {
	SYM(PTP_PEROUT_ONE_SHOT), SYM(PTP_PEROUT_DUTY_CYCLE), SYM(PTP_PEROUT_PHASE),
};
static DEFINE_FLAGS(ptp_perout, "PTP_PEROUT_");
static const struct symbol ptp_pin_func_table[] = {
	SYM(PTP_PF_NONE), SYM(PTP_PF_EXTTS), SYM(PTP_PF_PEROUT), SYM(PTP_PF_PHYSYNC),
};
static DEFINE_ENUM(ptp_pin_func, "PTP_PF_");
static const struct symbol rtc_param_table[] = {
	SYM(RTC_PARAM_FEATURES), SYM(RTC_PARAM_CORRECTION), SYM(RTC_PARAM_BACKUP_SWITCH_MODE),
};
static DEFINE_ENUM(rtc_param, "RTC_PARAM_", .width = 64);
static const struct symbol rtc_vl_table[] = {
	SYM(RTC_VL_DATA_INVALID), SYM(RTC_VL_BACKUP_LOW), SYM(RTC_VL_BACKUP_EMPTY), SYM(RTC_VL_ACCURACY_LOW),
	SYM(RTC_VL_BACKUP_SWITCH),
};
static DEFINE_FLAGS(rtc_vl, "RTC_VL_");

/* ---- precise times ---- */

static const struct field ptp_caps_fields[] = {
	SINT(struct ptp_clock_caps, max_adj), SINT(struct ptp_clock_caps, n_alarm),
	SINT(struct ptp_clock_caps, n_ext_ts), SINT(struct ptp_clock_caps, n_per_out),
	SINT(struct ptp_clock_caps, pps), SINT(struct ptp_clock_caps, n_pins),
	SINT(struct ptp_clock_caps, cross_timestamping), SINT(struct ptp_clock_caps, adjust_phase),
	ARRAY_OF(struct ptp_clock_caps, rsv, FIELD_HEX, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(ptp_caps, sizeof(struct ptp_clock_caps));
static const struct field ptp_time_members_fields[] = {
	SINT(struct ptp_clock_time, sec), UINT(struct ptp_clock_time, nsec),
	HEX(struct ptp_clock_time, reserved, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(ptp_time_members, sizeof(struct ptp_clock_time));
/* One of a clock, not a span. */
static void say_ptp_time(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob inner = { .data = b->data + f->off, .len = f->size };

	layout__say(&layout_ptp_time_members, &inner, o);
	if (o->consts != OUT_CONSTS_RAW)
		say_date(o, (int64_t)layout__get(inner.data, 8),
			 layout__get(inner.data + offsetof(struct ptp_clock_time, nsec), 4), 9);
}
static const struct field ptp_time_fields[] = {
	{ .size = sizeof(struct ptp_clock_time), .kind = FIELD_CUSTOM, .custom = say_ptp_time },
};
static DEFINE_LAYOUT_BARE(ptp_time, sizeof(struct ptp_clock_time));
static const struct field ptp_extts_fields[] = {
	UINT(struct ptp_extts_request, index), NAMES(struct ptp_extts_request, flags, ptp_extts),
};
static DEFINE_LAYOUT(ptp_extts, sizeof(struct ptp_extts_request));
static const struct field ptp_extts2_fields[] = {
	UINT(struct ptp_extts_request, index), NAMES(struct ptp_extts_request, flags, ptp_extts),
	ARRAY_OF(struct ptp_extts_request, rsv, FIELD_HEX, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(ptp_extts2, sizeof(struct ptp_extts_request));

/* Its flags say what the first and the last time are. */
static uint32_t perout_flags(const struct blob *b)
{
	return (uint32_t)layout__get(b->data + offsetof(struct ptp_perout_request, flags), 4);
}
static void say_perout(const struct blob *b, bool has_rsv, struct out *o)
{
	const struct blob first = { .data = b->data, .len = sizeof(struct ptp_clock_time) };
	const struct blob period = { .data = b->data + offsetof(struct ptp_perout_request, period),
				     .len = first.len };
	const struct blob last = { .data = b->data + offsetof(struct ptp_perout_request, rsv), .len = first.len };
	const uint32_t flags = perout_flags(b);
	uint64_t any = 0;

	out__begin(o, OUT_OBJECT);
	out__member(o, flags & PTP_PEROUT_PHASE ? "phase" : "start");
	layout__say(flags & PTP_PEROUT_PHASE ? &layout_ptp_time_members : &layout_ptp_time, &first, o);
	out__member(o, "period");
	layout__say(&layout_ptp_time_members, &period, o);
	out__member(o, "index");
	out__uint(o, layout__get(b->data + offsetof(struct ptp_perout_request, index), 4));
	out__member(o, "flags");
	out__symbol(o, &syms_ptp_perout, flags);
	for (size_t i = 0; i < sizeof(struct ptp_clock_time); i += 4)
		any |= layout__get(last.data + i, 4);
	if (flags & PTP_PEROUT_DUTY_CYCLE) {
		out__member(o, "on");
		layout__say(&layout_ptp_time_members, &last, o);
	} else if (has_rsv && any) {
		out__member(o, "rsv");
		out__begin(o, OUT_ARRAY);
		for (size_t i = 0; i < sizeof(struct ptp_clock_time); i += 4)
			out__hex(o, layout__get(last.data + i, 4));
		out__end(o, OUT_ARRAY);
	}
	out__end(o, OUT_OBJECT);
}
static void say_perout1(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_perout(b, false, o);
}
static void say_perout2(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_perout(b, true, o);
}
static const struct field ptp_perout_fields[] = {
	{ .size = sizeof(struct ptp_perout_request), .kind = FIELD_CUSTOM, .custom = say_perout1 },
};
static DEFINE_LAYOUT_BARE(ptp_perout, sizeof(struct ptp_perout_request));
static const struct field ptp_perout2_fields[] = {
	{ .size = sizeof(struct ptp_perout_request), .kind = FIELD_CUSTOM, .custom = say_perout2 },
};
static DEFINE_LAYOUT_BARE(ptp_perout2, sizeof(struct ptp_perout_request));

static const struct field ptp_pin_get_fields[] = {
	UINT(struct ptp_pin_desc, index), CHARS(struct ptp_pin_desc, name, .flags = FIELD_ANSWER),
	NAMES(struct ptp_pin_desc, func, ptp_pin_func, .flags = FIELD_ANSWER),
	UINT(struct ptp_pin_desc, chan, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(ptp_pin_get, sizeof(struct ptp_pin_desc));
static const struct field ptp_pin_get2_fields[] = {
	UINT(struct ptp_pin_desc, index), ARRAY_OF(struct ptp_pin_desc, rsv, FIELD_HEX, .flags = FIELD_NONZERO),
	CHARS(struct ptp_pin_desc, name, .flags = FIELD_ANSWER),
	NAMES(struct ptp_pin_desc, func, ptp_pin_func, .flags = FIELD_ANSWER),
	UINT(struct ptp_pin_desc, chan, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(ptp_pin_get2, sizeof(struct ptp_pin_desc));
static const struct field ptp_pin_set_fields[] = {
	UINT(struct ptp_pin_desc, index), NAMES(struct ptp_pin_desc, func, ptp_pin_func),
	UINT(struct ptp_pin_desc, chan),
};
static DEFINE_LAYOUT(ptp_pin_set, sizeof(struct ptp_pin_desc));
static const struct field ptp_pin_set2_fields[] = {
	UINT(struct ptp_pin_desc, index), NAMES(struct ptp_pin_desc, func, ptp_pin_func),
	UINT(struct ptp_pin_desc, chan), ARRAY_OF(struct ptp_pin_desc, rsv, FIELD_HEX, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(ptp_pin_set2, sizeof(struct ptp_pin_desc));
static const struct field ptp_precise_fields[] = {
	NESTED(struct ptp_sys_offset_precise, device, ptp_time),
	NESTED(struct ptp_sys_offset_precise, sys_realtime, ptp_time),
	NESTED(struct ptp_sys_offset_precise, sys_monoraw, ptp_time_members),
	ARRAY_OF(struct ptp_sys_offset_precise, rsv, FIELD_HEX, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(ptp_precise, sizeof(struct ptp_sys_offset_precise));

/* Of n samples the clock's times stand between those of the system: one more. */
static void say_ptp_offset_times(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t nr = layout__get(b->data + offsetof(struct ptp_sys_offset, n_samples), 4);
	const size_t times = 2 * MIN(nr, (uint64_t)PTP_MAX_SAMPLES) + 1;
	const struct blob inner = { .data = b->data + f->off, .len = times * layout_ptp_time.size };

	layout__say_array(&layout_ptp_time, &inner, o);
}
static const struct field ptp_offset_fields[] = {
	UINT(struct ptp_sys_offset, n_samples),
	ARRAY_OF(struct ptp_sys_offset, rsv, FIELD_HEX, .flags = FIELD_NONZERO),
	CUSTOM(struct ptp_sys_offset, ts, say_ptp_offset_times, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(ptp_offset, sizeof(struct ptp_sys_offset));
/* Of the system before and after it. */
static const struct field ptp_sample_fields[] = {
	{ .size = sizeof(struct ptp_clock_time), .nr = 3, .kind = FIELD_LAYOUT, .layout = &layout_ptp_time },
};
static DEFINE_LAYOUT_BARE(ptp_sample, 3 * sizeof(struct ptp_clock_time));
static const struct field ptp_extended_fields[] = {
	UINT(struct ptp_sys_offset_extended, n_samples),
	ARRAY_OF(struct ptp_sys_offset_extended, rsv, FIELD_HEX, .flags = FIELD_NONZERO),
	ARRAY_OF(struct ptp_sys_offset_extended, ts, FIELD_LAYOUT, .layout = &layout_ptp_sample,
		 .flags = FIELD_ANSWER | FIELD_CLAMPED, COUNTED_BY(struct ptp_sys_offset_extended, n_samples)),
};
static DEFINE_LAYOUT(ptp_extended, sizeof(struct ptp_sys_offset_extended));

/* ---- the clock of the board ---- */

static const struct field rtc_vl_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_rtc_vl) };
static DEFINE_LAYOUT(rtc_vl, 4);
#define FEATURE(bit, name) SYM_NAMED("1<<RTC_FEATURE_" #name, 1 << bit, 0)
static const struct symbol rtc_features_table[] = {
	FEATURE(0, ALARM), FEATURE(1, ALARM_RES_MINUTE), FEATURE(2, NEED_WEEK_DAY), FEATURE(3, ALARM_RES_2S),
	FEATURE(4, UPDATE_INTERRUPT), FEATURE(5, CORRECTION), FEATURE(6, BACKUP_SWITCH_MODE), FEATURE(7, ALARM_WAKEUP_ONLY),
};
static DEFINE_FLAGS(rtc_features, "1<<RTC_FEATURE_", .width = 64);
static const struct symbol rtc_bsm_table[] = {
	SYM(RTC_BSM_DISABLED), SYM(RTC_BSM_DIRECT), SYM(RTC_BSM_LEVEL), SYM(RTC_BSM_STANDBY),
};
static DEFINE_ENUM(rtc_bsm, "RTC_BSM_", .width = 64);

/* Numbers of some kinds, as the parameter says. */
static void say_rtc_value(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t param = layout__get(b->data, 8), value = layout__get(b->data + f->off, 8);

	out__member(o, param == RTC_PARAM_CORRECTION ? "svalue" : "uvalue");
	if (param == RTC_PARAM_CORRECTION)
		out__sint(o, (int64_t)value);
	else if (param == RTC_PARAM_FEATURES)
		out__symbol(o, &syms_rtc_features, value);
	else if (param == RTC_PARAM_BACKUP_SWITCH_MODE)
		out__symbol(o, &syms_rtc_bsm, value);
	else
		out__hex(o, value);
}
static const struct field rtc_param_get_fields[] = {
	NAMES(struct rtc_param, param, rtc_param, .flags = FIELD_ASKED),
	UNNAMED(struct rtc_param, uvalue, say_rtc_value, .flags = FIELD_ANSWER),
	UINT(struct rtc_param, index, .flags = FIELD_ASKED),
	HEX(struct rtc_param, __pad, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(rtc_param_get, sizeof(struct rtc_param));
static const struct field rtc_param_set_fields[] = {
	NAMES(struct rtc_param, param, rtc_param), UNNAMED(struct rtc_param, uvalue, say_rtc_value),
	UINT(struct rtc_param, index),
	HEX(struct rtc_param, __pad, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(rtc_param_set, sizeof(struct rtc_param));

static const struct field rtc_wkalrm_fields[] = {
	UINT(struct rtc_wkalrm, enabled), UINT(struct rtc_wkalrm, pending),
	NESTED(struct rtc_wkalrm, time, rtc_time),
};
static DEFINE_LAYOUT(rtc_wkalrm, sizeof(struct rtc_wkalrm));
static const struct field rtc_pll_fields[] = {
	SINT(struct rtc_pll_info, pll_ctrl), SINT(struct rtc_pll_info, pll_value),
	SINT(struct rtc_pll_info, pll_max), SINT(struct rtc_pll_info, pll_min),
	SINT(struct rtc_pll_info, pll_posmult), SINT(struct rtc_pll_info, pll_negmult),
	SINT(struct rtc_pll_info, pll_clock),
};
static DEFINE_LAYOUT_NATIVE(rtc_pll, sizeof(struct rtc_pll_info));

static const struct cmd_row clock_rows[] = {
	CMD(RTC_AIE_ON, NOTHING),
	CMD(RTC_AIE_OFF, NOTHING),
	CMD(RTC_UIE_ON, NOTHING),
	CMD(RTC_UIE_OFF, NOTHING),
	CMD(RTC_PIE_ON, NOTHING),
	CMD(RTC_PIE_OFF, NOTHING),
	CMD(RTC_WIE_ON, NOTHING),
	CMD(RTC_WIE_OFF, NOTHING),
	CMD(RTC_VL_CLR, NOTHING),
	CMD(RTC_RD_TIME, STRUCT_OUT(NULL, rtc_time)),
	CMD(RTC_SET_TIME, STRUCT_IN(NULL, rtc_time)),
	CMD(RTC_ALM_READ, STRUCT_OUT(NULL, rtc_time)),
	CMD(RTC_ALM_SET, STRUCT_IN(NULL, rtc_time)),
	CMD(RTC_IRQP_SET, ARG(NULL, size)),
	CMD(RTC_EPOCH_SET, ARG(NULL, size)),
	CMD(WDIOC_KEEPALIVE, NOTHING),
	CMD(WDIOC_SETTIMEOUT, STRUCT_IN(NULL, int)),
	CMD(WDIOC_SETPRETIMEOUT, STRUCT_IN(NULL, int)),
	CMD(RTC_WKALM_RD, STRUCT_OUT(NULL, rtc_wkalrm)),
	CMD(RTC_WKALM_SET, STRUCT_IN(NULL, rtc_wkalrm)),
	CMD(RTC_PLL_GET, STRUCT_OUT(NULL, rtc_pll)),
	CMD(RTC_PLL_SET, STRUCT_IN(NULL, rtc_pll)),
	CMD(RTC_IRQP_READ, STRUCT_OUT(NULL, size)),
	CMD(RTC_EPOCH_READ, STRUCT_OUT(NULL, size)),
	CMD(WDIOC_GETSTATUS, STRUCT_OUT(NULL, int)),
	CMD(WDIOC_GETBOOTSTATUS, STRUCT_OUT(NULL, int)),
	CMD(WDIOC_GETTEMP, STRUCT_OUT(NULL, int)),
	CMD(WDIOC_GETTIMEOUT, STRUCT_OUT(NULL, int)),
	CMD(WDIOC_GETPRETIMEOUT, STRUCT_OUT(NULL, int)),
	CMD(WDIOC_GETTIMELEFT, STRUCT_OUT(NULL, int)),
	CMD(RTC_VL_READ, STRUCT_OUT(NULL, rtc_vl)),
	CMD(RTC_PARAM_GET, REPLIED_WHERE(rtc_param_get)),
	CMD(RTC_PARAM_SET, STRUCT_IN(NULL, rtc_param_set)),
	CMD(PTP_CLOCK_GETCAPS, STRUCT_OUT(NULL, ptp_caps)),
	CMD(PTP_CLOCK_GETCAPS2, STRUCT_OUT(NULL, ptp_caps)),
	CMD(PTP_EXTTS_REQUEST, STRUCT_IN(NULL, ptp_extts)),
	CMD(PTP_EXTTS_REQUEST2, STRUCT_IN(NULL, ptp_extts2)),
	CMD(PTP_PEROUT_REQUEST, STRUCT_IN(NULL, ptp_perout)),
	CMD(PTP_PEROUT_REQUEST2, STRUCT_IN(NULL, ptp_perout2)),
	CMD(PTP_PIN_GETFUNC, ANSWERED(ptp_pin_get)),
	CMD(PTP_PIN_GETFUNC2, ANSWERED(ptp_pin_get2)),
	CMD(PTP_PIN_SETFUNC, STRUCT_IN(NULL, ptp_pin_set)),
	CMD(PTP_PIN_SETFUNC2, STRUCT_IN(NULL, ptp_pin_set2)),
	CMD(PTP_SYS_OFFSET, ANSWERED(ptp_offset)),
	CMD(PTP_SYS_OFFSET2, ANSWERED(ptp_offset)),
	CMD(PTP_SYS_OFFSET_EXTENDED, ANSWERED(ptp_extended)),
	CMD(PTP_SYS_OFFSET_EXTENDED2, ANSWERED(ptp_extended)),
	CMD(PTP_SYS_OFFSET_PRECISE, STRUCT_OUT(NULL, ptp_precise)),
	CMD(PTP_SYS_OFFSET_PRECISE2, STRUCT_OUT(NULL, ptp_precise)),
	CMD(PTP_ENABLE_PPS, ARG(NULL, hex)),
	CMD(PTP_ENABLE_PPS2, ARG(NULL, hex)),
};
const struct cmd_rows ioctl_clock = CMD_ROWS(clock);
