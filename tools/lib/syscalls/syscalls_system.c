// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_system.c - rows of the system call table: the kernel itself: identity, modules, keys,
 * BPF, perf, security modules.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc system_rows[] = {
	{ "uname", { 63, 122 }, ARGS(STRUCT_OUT("name", utsname)) },
	{ "sethostname", { 170, 74 }, ARGS(DATA_IN_MAX("name", 2, 64), ARG("len", length)) },
	{ "setdomainname", { 171, 121 }, ARGS(DATA_IN_MAX("name", 2, 64), ARG("len", length)) },
	{ "sysinfo", { 99, 116 }, ARGS(STRUCT_OUT("info", sysinfo)) },
	{ "syslog", { 103, 103 },
	  ARGS(ARG("type", syslog_type), BY_CMD("buf", syslog_buf, 1), BY_CMD("len", syslog_len, 1)) },
	{ "getrandom", { 318, 355 },
	  ARGS({ .name = "ubuf", .type = &arg_random_out, .len_from = AUG_LEN_RET }, ARG("len", size),
	       FLAGS("flags", getrandom_flags)) },
	{ "reboot", { 169, 88 },
	  ARGS(ENUM("magic1", reboot_magic1), ENUM("magic2", reboot_magic2),
	       ENUM("cmd", reboot_cmd), ARG("arg", reboot_arg)) },
	{ "kexec_load", { 246, 283 },
	  ARGS(ARG("entry", addr), ARG("nr_segments", size), ARRAY_IN_MAX("segments", kexec_segment, 2, 16),
	       FLAGS("flags", kexec_load_flags)) },
	{ "kexec_file_load", { 320, NONE },
	  ARGS(ARG("kernel_fd", fd), ARG("initrd_fd", fd), ARG("cmdline_len", size),
	       DATA_IN("cmdline_ptr", 3), FLAGS("flags", kexec_file_flags)) },
	{ "init_module", { 175, 128 },
	  ARGS(ARG("umod", addr), ARG("len", size), ARG("uargs", text)) },
	{ "finit_module", { 313, 350 },
	  ARGS(ARG("fd", fd), ARG("uargs", text), FLAGS("flags", finit_module_flags)) },
	{ "delete_module", { 176, 129 },
	  ARGS(ARG("name_user", text), FLAGS("flags", delete_module_flags)) },
	{ "bpf", { 321, 357 }, .flags = AUG_S_KINDS, ARGS(ENUM("cmd", bpf_cmd), BY_CMD("uattr", bpf, 1), ARG("size", uint)) },
	{ "perf_event_open", { 298, 336 }, .ret = RET_FD,
	  ARGS(POINTS_("attr_uptr", perf_attr, perf_attr, AUG_AT_ENTER | AUG_AT_FAILURE, .len_from = AUG_LEN_FIELD,
		       .len_arg = 5, .min_len = 64), ARG("pid", pid), ARG("cpu", int), ARG("group_fd", fd),
	       FLAGS("flags", perf_event_open_flags)) },
	{ "add_key", { 248, 286 },
	  ARGS(ARG("_type", text), ARG("_description", text), DATA_IN("_payload", 4), ARG("plen", size),
	       ENUM("ringid", key_serial)) },
	{ "request_key", { 249, 287 },
	  ARGS(ARG("_type", text), ARG("_description", text), ARG("_callout_info", text),
	       ENUM("destringid", key_serial)) },
	{ "keyctl", { 250, 288 },
	  ARGS(ENUM("option", keyctl_option), BY_CMD("arg2", keyctl2, 1), BY_CMD("arg3", keyctl3, 1),
	       BY_CMD("arg4", keyctl4, 1), BY_CMD("arg5", keyctl5, 1)) },
	{ "lsm_get_self_attr", { 459, 459 },
	  ARGS(ENUM("attr", lsm_attr), LSM_CTX_OUT("ctx", 3), STRUCT_INOUT_ALWAYS("size", uint),
	       FLAGS("flags", lsm_flags)) },
	{ "lsm_set_self_attr", { 460, 460 },
	  ARGS(ENUM("attr", lsm_attr), LSM_CTX_IN("ctx", 3), ARG("size", uint), ARG("flags", hex32)) },
	{ "lsm_list_modules", { 461, 461 },
	  ARGS(ARRAY_RET("ids", lsm_id), STRUCT_INOUT_ALWAYS("size", uint), ARG("flags", hex32)) },
	{ "vhangup", { 153, 111 }, ARGS() },

	/* Not in the newest kernels any more. */
	{ "uselib", { 134, 86 }, ARGS(ARG("library", path)) },
	{ "lookup_dcookie", { 212, NONE },
	  ARGS(ARG("cookie64", size), DATA_OUT("buf"), ARG("len", size)) },

	/* Never written, or gone before Linux 5.10: the number is all there is. */
	{ "_sysctl", { 156, 149 }, ARGS(STRUCT_IN("args", sysctl_args)) },
	{ "afs_syscall", { 183, 137 }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex), ARG("arg4", hex), ARG("arg5", hex)) },
	{ "create_module", { 174, 127 }, ARGS(ARG("arg1", hex), ARG("arg2", hex)) },
	{ "get_kernel_syms", { 177, 130 }, ARGS(ARG("arg1", hex)) },
	{ "query_module", { 178, 167 }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex), ARG("arg4", hex), ARG("arg5", hex)) },
	{ "nfsservctl", { 180, 169 }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex)) },
	{ "getpmsg", { 181, 188 }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex), ARG("arg4", hex), ARG("arg5", hex)) },
	{ "putpmsg", { 182, 189 }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex), ARG("arg4", hex), ARG("arg5", hex)) },
	{ "security", { 185, NONE }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex)) },
	{ "tuxcall", { 184, NONE }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex)) },
	{ "vserver", { 236, 273 }, ARGS(ARG("arg1", hex), ARG("arg2", hex), ARG("arg3", hex), ARG("arg4", hex), ARG("arg5", hex)) },
};

DEFINE_SYSCALLS(system);
