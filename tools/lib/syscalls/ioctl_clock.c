// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_clock.c - clocks and watchdogs: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/ptp_clock.h>
#include <linux/rtc.h>
#include <linux/watchdog.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */


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
	CMD(PTP_ENABLE_PPS, ARG(NULL, hex)),
	CMD(PTP_ENABLE_PPS2, ARG(NULL, hex)),
};
const struct cmd_rows ioctl_clock = CMD_ROWS(clock);
