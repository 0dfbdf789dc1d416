// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_files.c - descriptors, paths, modes, device numbers, and commands whose argument depends
 * on them: fcntl, quotactl.
 */
#include "decode.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "decode_word.h"
#include "symbols_tables.h"

static void decode_fd(const struct arg *arg, struct out *o)
{
	out__sint(o, (int32_t)arg->value);
}

static void decode_at_fd(const struct arg *arg, struct out *o)
{
	if ((int32_t)arg->value != AT_FDCWD)
		out__sint(o, (int32_t)arg->value);
	else if (o->full_names)
		out__word(o, "AT_FDCWD", 8);
	else
		out__word(o, "CWD", 3);
}

static void decode_str(const struct arg *arg, struct out *o)
{
	const struct payload *p = event__entry(arg->event, arg->idx);

	if (!p)
		out__ptr(o, arg->value);
	else if (p->err)
		out__fault(o, arg->value, p->err);
	else
		out__str(o, (const char *)p->data, p->len, p->flags & AUG_P_CUT);
}

/* umode_t has 16 bits. */
static void decode_mode(const struct arg *arg, struct out *o)
{
	out__oct(o, (uint16_t)arg->value);
}

static bool open_mode_is_unused(const struct arg *arg)
{
	const uint64_t flags = arg->event->rec->args[arg->idx - 1];

	return !(flags & O_CREAT) && (flags & O_TMPFILE) != O_TMPFILE;
}

static void decode_mknod_mode(const struct arg *arg, struct out *o)
{
	const uint64_t named = arg->value & (S_IFMT | S_ISUID | S_ISGID | S_ISVTX);
	const uint64_t type = arg->value & S_IFMT;
	struct word w;

	if (!named || (type && !symbols__name(&syms_file_type, type))) {
		decode_mode(arg, o);
		return;
	}
	word__init(&w);
	word__add_symbol(&w, &syms_mknod_mode, named, o->full_names);
	word__add(&w, "|0");
	word__add_uint(&w, arg->value & 0777, 8, 2);
	word__say(&w, o);
}

static bool mknod_dev_is_unused(const struct arg *arg)
{
	const uint64_t type = arg->event->rec->args[arg->idx - 1] & S_IFMT;

	return type != S_IFCHR && type != S_IFBLK;
}

/* The kernel's 32-bit dev_t of the system call interface: 12 bits of major, 20 of minor. */
static void decode_dev(const struct arg *arg, struct out *o)
{
	const uint32_t dev = (uint32_t)arg->value;
	struct word w;

	word__init(&w);
	word__add(&w, "makedev(");
	word__add_hex(&w, (dev >> 8) & 0xfff);
	word__add(&w, ", ");
	word__add_hex(&w, (dev & 0xff) | ((dev >> 12) & 0xfff00));
	word__add(&w, ")");
	word__say(&w, o);
}

static uint32_t fcntl_cmd(const struct arg *arg)
{
	return (uint32_t)arg->event->rec->args[arg->idx - 1];
}

static bool fcntl_arg_is_unused(const struct arg *arg)
{
	switch (fcntl_cmd(arg)) {
	case F_GETFD:
	case F_GETFL:
	case F_GETOWN:
	case F_GETSIG:
	case F_GETLEASE:
	case F_GETPIPE_SZ:
	case F_GET_SEALS:
		return true;
	default:
		return false;
	}
}

static void decode_fcntl_arg(const struct arg *arg, struct out *o)
{
	switch (fcntl_cmd(arg)) {
	case F_SETFD:
		out__symbol(o, &syms_fd_flags, arg->value);
		break;
	case F_SETFL:
		out__symbol(o, &syms_open_flags, arg->value);
		break;
	case F_ADD_SEALS:
		out__symbol(o, &syms_seals, arg->value);
		break;
	case F_NOTIFY:
		out__symbol(o, &syms_dnotify, arg->value);
		break;
	case F_SETLEASE:
		out__symbol(o, &syms_lock_type, arg->value);
		break;
	case F_SETSIG:
		arg_signal.decode(arg, o);
		break;
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
	case F_SETOWN:
	case F_SETPIPE_SZ:
		out__sint(o, (int32_t)arg->value);
		break;
	default:
		out__ptr(o, arg->value);
		break;
	}
}

static void decode_quotactl_cmd(const struct arg *arg, struct out *o)
{
	const uint32_t cmd = (uint32_t)arg->value;
	struct word w;

	word__init(&w);
	word__add(&w, "QCMD(");
	word__add_symbol(&w, &syms_quota_cmd, cmd >> 8, o->full_names);
	word__add(&w, ", ");
	word__add_symbol(&w, &syms_quota_type, cmd & 0xff, o->full_names);
	word__add(&w, ")");
	word__say(&w, o);
}

const struct arg_type arg_fd = {
	.name = "fd", .decode = decode_fd, .show_zero = true, .is_32 = true
};
const struct arg_type arg_at_fd = {
	.name = "at_fd", .decode = decode_at_fd, .show_zero = true, .is_32 = true
};
const struct arg_type arg_path = {
	.name = "path",
	.decode = decode_str,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
	.show_zero = true, /* NULL: a call that fails for it, or one on a descriptor alone */
};
const struct arg_type arg_str = {
	.name = "str",
	.decode = decode_str,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_mode = {
	.name = "mode", .decode = decode_mode, .show_zero = true, .is_32 = true
};
const struct arg_type arg_open_mode = {
	.name = "open_mode",
	.decode = decode_mode,
	.is_unused = open_mode_is_unused,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_mknod_mode = {
	.name = "mknod_mode",
	.decode = decode_mknod_mode,
	.show_zero = true,
	.is_32 = true,
};
const struct arg_type arg_dev = { .name = "dev", .decode = decode_dev, .is_32 = true };
const struct arg_type arg_mknod_dev = {
	.name = "mknod_dev",
	.decode = decode_dev,
	.is_unused = mknod_dev_is_unused,
	.is_32 = true,
};
const struct arg_type arg_fcntl_arg = {
	.name = "fcntl_arg",
	.decode = decode_fcntl_arg,
	.is_unused = fcntl_arg_is_unused,
	.show_zero = true,
};
const struct arg_type arg_quotactl_cmd = {
	.name = "quotactl_cmd",
	.decode = decode_quotactl_cmd,
	.show_zero = true,
	.is_32 = true,
};
