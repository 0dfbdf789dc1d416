// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_time.c - rows of the system call table: clocks and timers.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc time_rows[] = {
	{ "time", { 201, 13 }, ARGS(STRUCT_OUT("tloc", time)) },
	{ "gettimeofday", { 96, 78 }, ARGS(STRUCT_OUT("tv", timeval), STRUCT_OUT("tz", timezone)) },
	{ "settimeofday", { 164, 79 }, ARGS(STRUCT_IN("tv", timeval), STRUCT_IN("tz", timezone)) },
	{ "adjtimex", { 159, 124 }, .result = RESULT(ENUM(NULL, clock_state)),
	  ARGS(STRUCT_INOUT_BUT("txc_p", timex, AUG_AT_EXIT)) },
	{ "times", { 100, 43 }, ARGS(STRUCT_OUT("tbuf", tms)) },
	{ "nanosleep", { 35, 162 }, ARGS(STRUCT_IN("rqtp", timespec), STRUCT_INTERRUPTED("rmtp", timespec)) },
	{ "clock_gettime", { 228, 265 }, ARGS(ARG("which_clock", clockid), STRUCT_OUT("tp", timespec)) },
	{ "clock_settime", { 227, 264 }, ARGS(ARG("which_clock", clockid), STRUCT_IN("tp", timespec)) },
	{ "clock_getres", { 229, 266 }, ARGS(ARG("which_clock", clockid), STRUCT_OUT("tp", timespec)) },
	{ "clock_nanosleep", { 230, 267 },
	  ARGS(ARG("which_clock", clockid), FLAGS("flags", timer_flags), STRUCT_IN("rqtp", timespec),
	       STRUCT_INTERRUPTED("rmtp", timespec)) },
	{ "clock_adjtime", { 305, 343 }, .result = RESULT(ENUM(NULL, clock_state)),
	  ARGS(ARG("which_clock", clockid), STRUCT_INOUT_BUT("utx", timex, AUG_AT_EXIT)) },
	{ "timer_create", { 222, 259 },
	  ARGS(ARG("which_clock", clockid), STRUCT_IN("timer_event_spec", sigevent),
	       STRUCT_OUT("created_timer_id", int)) },
	{ "timer_settime", { 223, 260 },
	  ARGS(ARG("timer_id", int), FLAGS("flags", timer_flags), STRUCT_IN("new_setting", itimerspec),
	       STRUCT_OUT("old_setting", itimerspec)) },
	{ "timer_gettime", { 224, 261 }, ARGS(ARG("timer_id", int), STRUCT_OUT("setting", itimerspec)) },
	{ "timer_getoverrun", { 225, 262 }, ARGS(ARG("timer_id", int)) },
	{ "timer_delete", { 226, 263 }, ARGS(ARG("timer_id", int)) },
	{ "timerfd_create", { 283, 322 }, .ret = RET_FD,
	  ARGS(ARG("clockid", clockid), FLAGS("flags", timerfd_flags)) },
	{ "timerfd_settime", { 286, 325 },
	  ARGS(ARG("ufd", fd), FLAGS("flags", timerfd_flags), STRUCT_IN("utmr", itimerspec),
	       STRUCT_OUT("otmr", itimerspec)) },
	{ "timerfd_gettime", { 287, 326 }, ARGS(ARG("ufd", fd), STRUCT_OUT("otmr", itimerspec)) },
	{ "setitimer", { 38, 104 },
	  ARGS(ENUM("which", itimer_which), STRUCT_IN("value", itimerval), STRUCT_OUT("ovalue", itimerval)) },
	{ "getitimer", { 36, 105 }, ARGS(ENUM("which", itimer_which), STRUCT_OUT("value", itimerval)) },
	{ "alarm", { 37, 27 }, ARGS(ARG("seconds", uint)) },
};

DEFINE_SYSCALLS(time);
