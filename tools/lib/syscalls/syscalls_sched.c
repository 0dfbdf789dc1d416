// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_sched.c - rows of the system call table: scheduling, CPU and I/O priority.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc sched_rows[] = {
	{ "sched_yield", { 24, 158 }, ARGS() },
	{ "sched_setscheduler", { 144, 156 },
	  ARGS(ARG("pid", pid), { .name = "policy", .type = &arg_sched_policy, .syms = &syms_sched_setscheduler_policy }, STRUCT_IN("param", sched_param)) },
	{ "sched_getscheduler", { 145, 157 }, .result = RESULT(ENUM(NULL, sched_setscheduler_policy)), ARGS(ARG("pid", pid)) },
	{ "sched_setparam", { 142, 154 }, ARGS(ARG("pid", pid), STRUCT_IN("param", sched_param)) },
	{ "sched_getparam", { 143, 155 }, ARGS(ARG("pid", pid), STRUCT_OUT("param", sched_param)) },
	{ "sched_setattr", { 314, 351 },
	  ARGS(ARG("pid", pid), POINTS_("uattr", sched_attr, sched_attr, AUG_AT_ENTER | AUG_AT_FAILURE, .len_from = AUG_LEN_FIELD, .len_arg = 1, .min_len = 48), ARG("flags", uint)) },
	{ "sched_getattr", { 315, 352 },
	  ARGS(ARG("pid", pid), POINTS_("uattr", sched_attr, sched_attr, AUG_AT_EXIT, .len_arg = 3), ARG("usize", uint), ARG("flags", uint)) },
	{ "sched_get_priority_max", { 146, 159 }, ARGS(ENUM("policy", sched_policy)) },
	{ "sched_get_priority_min", { 147, 160 }, ARGS(ENUM("policy", sched_policy)) },
	{ "sched_rr_get_interval", { 148, 161 }, ARGS(ARG("pid", pid), STRUCT_OUT("interval", timespec)) },
	{ "sched_setaffinity", { 203, 241 },
	  ARGS(ARG("pid", pid), ARG("len", uint), CPUSET_IN("user_mask_ptr", 2)) },
	{ "sched_getaffinity", { 204, 242 },
	  ARGS(ARG("pid", pid), ARG("len", uint), CPUSET_OUT("user_mask_ptr")) },
	{ "getcpu", { 309, 318 }, ARGS(STRUCT_OUT("cpup", uint), STRUCT_OUT("nodep", uint), ARG("unused", addr)) },
	{ "getpriority", { 140, 96 }, ARGS(ENUM("which", priority_which), BY_CMD("who", priority_who, 1)) },
	{ "setpriority", { 141, 97 },
	  ARGS(ENUM("which", priority_which), BY_CMD("who", priority_who, 1), ARG("niceval", int)) },
	{ "ioprio_get", { 252, 290 }, .result = RESULT(ARG(NULL, ioprio)), ARGS(ENUM("which", ioprio_which), BY_CMD("who", ioprio_who, 1)) },
	{ "ioprio_set", { 251, 289 },
	  ARGS(ENUM("which", ioprio_which), BY_CMD("who", ioprio_who, 1), ARG("ioprio", ioprio)) },
};

DEFINE_SYSCALLS(sched);
