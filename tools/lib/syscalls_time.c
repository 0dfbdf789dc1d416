// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_time.c - rows of the system call table: clocks and timers.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc time_rows[] = {
	{ "time", { 201, 13 }, ARGS(ARG("tloc", ptr)) },
	{ "gettimeofday", { 96, 78 }, ARGS(ARG("tv", ptr), ARG("tz", ptr)) },
	{ "settimeofday", { 164, 79 }, ARGS(ARG("tv", ptr), ARG("tz", ptr)) },
	{ "adjtimex", { 159, 124 }, ARGS(ARG("txc_p", ptr)) },
	{ "times", { 100, 43 }, ARGS(ARG("tbuf", ptr)) },
	{ "nanosleep", { 35, 162 }, ARGS(ARG("rqtp", ptr), ARG("rmtp", ptr)) },
	{ "clock_gettime", { 228, 265 }, ARGS(ARG("which_clock", clockid), ARG("tp", ptr)) },
	{ "clock_settime", { 227, 264 }, ARGS(ARG("which_clock", clockid), ARG("tp", ptr)) },
	{ "clock_getres", { 229, 266 }, ARGS(ARG("which_clock", clockid), ARG("tp", ptr)) },
	{ "clock_nanosleep", { 230, 267 },
	  ARGS(ARG("which_clock", clockid), FLAGS("flags", timer_flags), ARG("rqtp", ptr),
	       ARG("rmtp", ptr)) },
	{ "clock_adjtime", { 305, 343 }, ARGS(ARG("which_clock", clockid), ARG("utx", ptr)) },
	{ "timer_create", { 222, 259 },
	  ARGS(ARG("which_clock", clockid), ARG("timer_event_spec", ptr),
	       ARG("created_timer_id", ptr)) },
	{ "timer_settime", { 223, 260 },
	  ARGS(ARG("timer_id", int), FLAGS("flags", timer_flags), ARG("new_setting", ptr),
	       ARG("old_setting", ptr)) },
	{ "timer_gettime", { 224, 261 }, ARGS(ARG("timer_id", int), ARG("setting", ptr)) },
	{ "timer_getoverrun", { 225, 262 }, ARGS(ARG("timer_id", int)) },
	{ "timer_delete", { 226, 263 }, ARGS(ARG("timer_id", int)) },
	{ "timerfd_create", { 283, 322 }, .ret = RET_FD,
	  ARGS(ARG("clockid", clockid), FLAGS("flags", timerfd_flags)) },
	{ "timerfd_settime", { 286, 325 },
	  ARGS(ARG("ufd", int), FLAGS("flags", timerfd_flags), ARG("utmr", ptr),
	       ARG("otmr", ptr)) },
	{ "timerfd_gettime", { 287, 326 }, ARGS(ARG("ufd", int), ARG("otmr", ptr)) },
	{ "setitimer", { 38, 104 },
	  ARGS(ENUM("which", itimer_which), ARG("value", ptr), ARG("ovalue", ptr)) },
	{ "getitimer", { 36, 105 }, ARGS(ENUM("which", itimer_which), ARG("value", ptr)) },
	{ "alarm", { 37, 27 }, ARGS(ARG("seconds", uint)) },
};

DEFINE_SYSCALLS(time);
