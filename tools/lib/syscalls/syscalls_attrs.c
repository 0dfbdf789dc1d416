// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_attrs.c - rows of the system call table: extended attributes.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc attrs_rows[] = {
	{ "setxattr", { 188, 226 },
	  ARGS(ARG("pathname", path), ARG("name", text), { .name = "value", .type = &arg_xattr_in, .len_arg = 4, .max_nr = 65536 }, ARG("size", size),
	       FLAGS("flags", xattr_flags)) },
	{ "lsetxattr", { 189, 227 },
	  ARGS(ARG("pathname", path), ARG("name", text), { .name = "value", .type = &arg_xattr_in, .len_arg = 4, .max_nr = 65536 }, ARG("size", size),
	       FLAGS("flags", xattr_flags)) },
	{ "fsetxattr", { 190, 228 },
	  ARGS(ARG("fd", fd), ARG("name", text), { .name = "value", .type = &arg_xattr_in, .len_arg = 4, .max_nr = 65536 }, ARG("size", size),
	       FLAGS("flags", xattr_flags)) },
	{ "setxattrat", { 463, 463 },
	  ARGS(ARG("dfd", at_fd), ARG("pathname", path), FLAGS("at_flags", at_flags),
	       ARG("name", text), SIZED_IN("uargs", xattr_args, 6), ARG("usize", size)) },
	{ "getxattr", { 191, 229 },
	  ARGS(ARG("pathname", path), ARG("name", text), { .name = "value", .type = &arg_xattr_out, .len_from = AUG_LEN_RET, .len_arg = 4 }, ARG("size", size)) },
	{ "lgetxattr", { 192, 230 },
	  ARGS(ARG("pathname", path), ARG("name", text), { .name = "value", .type = &arg_xattr_out, .len_from = AUG_LEN_RET, .len_arg = 4 }, ARG("size", size)) },
	{ "fgetxattr", { 193, 231 },
	  ARGS(ARG("fd", fd), ARG("name", text), { .name = "value", .type = &arg_xattr_out, .len_from = AUG_LEN_RET, .len_arg = 4 }, ARG("size", size)) },
	{ "getxattrat", { 464, 464 },
	  ARGS(ARG("dfd", at_fd), ARG("pathname", path), FLAGS("at_flags", at_flags),
	       ARG("name", text), SIZED_IN("uargs", xattr_out, 6), ARG("usize", size)) },
	{ "listxattr", { 194, 232 },
	  ARGS(ARG("pathname", path), DATA_OUT_IN("list", 3), ARG("size", size)) },
	{ "llistxattr", { 195, 233 },
	  ARGS(ARG("pathname", path), DATA_OUT_IN("list", 3), ARG("size", size)) },
	{ "flistxattr", { 196, 234 }, ARGS(ARG("fd", fd), DATA_OUT_IN("list", 3), ARG("size", size)) },
	{ "listxattrat", { 465, 465 },
	  ARGS(ARG("dfd", at_fd), ARG("pathname", path), FLAGS("at_flags", at_flags),
	       DATA_OUT_IN("list", 5), ARG("size", size)) },
	{ "removexattr", { 197, 235 }, ARGS(ARG("pathname", path), ARG("name", text)) },
	{ "lremovexattr", { 198, 236 }, ARGS(ARG("pathname", path), ARG("name", text)) },
	{ "fremovexattr", { 199, 237 }, ARGS(ARG("fd", fd), ARG("name", text)) },
	{ "removexattrat", { 466, 466 },
	  ARGS(ARG("dfd", at_fd), ARG("pathname", path), FLAGS("at_flags", at_flags),
	       ARG("name", text)) },
};

DEFINE_SYSCALLS(attrs);
