// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_files.c - descriptors, paths, modes, device numbers, and commands whose argument depends
 * on them: fcntl, quotactl.
 */
#include "decode.h"

#include <fcntl.h>
#include <linux/fanotify.h>
#include <linux/reboot.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

#ifndef SWAP_FLAG_PRIO_MASK
#define SWAP_FLAG_PRIO_MASK 0x7fff /* linux/swap.h, which UAPI lacks */
#endif

static void decode_fd(const struct arg *arg, struct out *o)
{
	if (o->strace && arg->desc->strace_when == STRACE_NUMBER)
		out__sint(o, (int32_t)arg->value);
	else
		out__fd(o, (int32_t)arg->value, false);
}

static void decode_at_fd(const struct arg *arg, struct out *o)
{
	if ((int32_t)arg->value != AT_FDCWD) {
		out__fd(o, (int32_t)arg->value, false);
		return;
	}
	if (o->full_names)
		out__constant(o, (uint64_t)AT_FDCWD, OUT_DEC, "AT_FDCWD", 8);
	else
		out__word(o, "CWD", 3);
	out__fd_note(o, AT_FDCWD, false);
}

static void decode_fanotify_dfd(const struct arg *arg, struct out *o)
{
	if ((int32_t)arg->value == FAN_NOFD && o->full_names)
		out__constant(o, (uint64_t)FAN_NOFD, OUT_DEC, "FAN_NOFD", 8);
	else
		decode_at_fd(arg, o);
}

static void decode_mount_fd(const struct arg *arg, struct out *o)
{
	if (o->strace)
		out__fd(o, (int32_t)arg->value, false);
	else
		decode_at_fd(arg, o);
}

/* ---- handles of files ---- */

#define HANDLE_HEAD 8 /* handle_bytes, handle_type */
#define HANDLE_MAX 128

static void say_handle_rest(const struct payload *p, size_t room, struct out *o)
{
	const enum out_strings strings = o->strings;
	const size_t len = MIN(room, p->len - HANDLE_HEAD);

	out__member(o, "handle_type");
	out__sint(o, (int32_t)layout__get(p->data + 4, 4));
	out__member(o, "f_handle");
	if (o->strace && p->err && len < room) {
		out__word(o, "???", 3);
		return;
	}
	if (o->strace)
		o->strings = OUT_STRINGS_HEX;
	out__str(o, (const char *)p->data + HANDLE_HEAD, len, len < room);
	o->strings = strings;
}

static void say_handle(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const bool is_filled = exit && !exit->err && exit->len >= HANDLE_HEAD;
	const uint32_t before = (uint32_t)layout__get(p->data, 4);
	const uint32_t after = is_filled ? (uint32_t)layout__get(exit->data, 4) : before;

	out__begin(o, OUT_OBJECT);
	out__member(o, "handle_bytes");
	if (before != after) {
		out__begin(o, OUT_CHANGE);
		out__uint(o, before);
		out__uint(o, after);
		out__end(o, OUT_CHANGE);
	} else {
		out__uint(o, before);
	}
	if (!(arg__when(arg->desc) & AUG_AT_EXIT))
		say_handle_rest(p, before, o);
	else if (is_filled && !decode__has_error(arg->event))
		say_handle_rest(exit, after, o);
	out__end(o, OUT_OBJECT);
}

static void decode_file_handle(const struct arg *arg, struct out *o)
{
	const struct payload *p = event__entry(arg->event, arg->idx);

	if (p && p->err && p->len < HANDLE_HEAD)
		out__fault(o, arg->value, p->err);
	else if (!p || p->len < HANDLE_HEAD)
		out__ptr(o, arg->value);
	else
		say_handle(arg, p, o);
}

/* The low bits are a priority. */
static void decode_swap_flags(const struct arg *arg, struct out *o)
{
	const uint64_t priority = arg->value & SWAP_FLAG_PRIO_MASK;
	const uint64_t flags = (uint32_t)arg->value & ~(uint64_t)SWAP_FLAG_PRIO_MASK;
	struct word w;

	/* strace always tells the priority. */
	const bool tells_priority = priority || !flags || o->strace;

	word__init(&w);
	if (flags)
		word__add_symbol(&w, &syms_swap_flags, flags, o);
	if (flags && tells_priority)
		word__add(&w, "|");
	if (tells_priority)
		word__add_uint(&w, priority, 10, 1);
	word__say(&w, o);
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

/* Paths are whole, whatever the limit of contents is. */
static void say_path(const struct arg *arg, const struct payload *p, struct out *o)
{
	(void)arg;
	out__str(o, (const char *)p->data, p->len, p->flags & AUG_P_CUT);
}

static void decode_path_out(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_path);
}

static void decode_text(const struct arg *arg, struct out *o)
{
	const struct payload *p = event__entry(arg->event, arg->idx);

	if (p && (!p->err || payload__is_enough(p, o)))
		out__content(o, (const char *)p->data, p->len, p->err || p->flags & AUG_P_CUT);
	else
		decode_str(arg, o);
}

/* What the kernel does not look at strace shows as an address; @flags are argument 3. */
static void decode_mount_string(const struct arg *arg, struct out *o, uint64_t ignored_with)
{
	uint64_t flags = arg->event->rec->args[3];

	/* A mark of old programs, some of whose bits have become flags. */
	if ((flags & MS_MGC_MSK) == MS_MGC_VAL)
		flags &= ~(uint64_t)MS_MGC_MSK;
	if (o->strace && flags & ignored_with)
		out__ptr(o, arg->value);
	else
		decode_text(arg, o);
}

#define MOUNT_IGNORES (MS_BIND | MS_MOVE | MS_SHARED | MS_PRIVATE | MS_SLAVE | MS_UNBINDABLE)

static void decode_mount_type(const struct arg *arg, struct out *o)
{
	decode_mount_string(arg, o, MOUNT_IGNORES | MS_REMOUNT);
}

/* A file system that is mounted anew looks at it whatever else is asked for. */
static void decode_mount_data(const struct arg *arg, struct out *o)
{
	decode_mount_string(arg, o, arg->event->rec->args[3] & MS_REMOUNT ? 0 : MOUNT_IGNORES);
}

static bool reboot_arg_is_unused(const struct arg *arg)
{
	return (uint32_t)arg->event->rec->args[2] != LINUX_REBOOT_CMD_RESTART2;
}

/* umode_t has 16 bits. */
static void decode_mode(const struct arg *arg, struct out *o)
{
	out__oct(o, (uint16_t)arg->value);
}

static bool open_mode_is_unused(const struct arg *arg)
{
	const uint64_t flags = arg->event->rec->args[arg->idx - 1];

	/* O_TMPFILE is a bit of its own, and O_DIRECTORY. */
	return !(flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY)));
}

static bool mq_mode_is_unused(const struct arg *arg)
{
	return !(arg->event->rec->args[1] & O_CREAT);
}

static void decode_mknod_mode(const struct arg *arg, struct out *o)
{
	say_mode(o, arg->value);
}

static bool mknod_dev_is_unused(const struct arg *arg)
{
	const uint64_t type = arg->event->rec->args[arg->idx - 1] & S_IFMT;

	return type != S_IFCHR && type != S_IFBLK;
}

static void decode_dev(const struct arg *arg, struct out *o)
{
	say_dev(o, (uint32_t)arg->value);
}

static void decode_other_fd(const struct arg *arg, struct out *o)
{
	out__sint(o, (int32_t)arg->value);
}

static void decode_quotactl_cmd(const struct arg *arg, struct out *o)
{
	const enum out_consts consts = o->consts;
	const uint32_t cmd = (uint32_t)arg->value;
	struct word w;

	word__init(&w);
	word__add(&w, "QCMD(");
	/* The whole stands beside a number, its parts do not. */
	o->consts = OUT_CONSTS_NAMED;
	word__add_symbol(&w, &syms_quota_cmd, cmd >> 8, o);
	word__add(&w, ", ");
	word__add_symbol(&w, &syms_quota_type, cmd & 0xff, o);
	o->consts = consts;
	word__add(&w, ")");
	word__say_constant(&w, o, cmd, OUT_DEC);
}

const struct arg_type arg_fd = {
	.name = "fd", .decode = decode_fd, .show_zero = true, .is_32 = true
};
const struct arg_type arg_at_fd = {
	.name = "at_fd", .decode = decode_at_fd, .show_zero = true, .is_32 = true
};
const struct arg_type arg_fanotify_dfd = {
	.name = "fanotify_dfd", .decode = decode_fanotify_dfd, .show_zero = true, .is_32 = true
};
const struct arg_type arg_other_fd = {
	.name = "other_fd", .decode = decode_other_fd, .show_zero = true, .is_32 = true
};
const struct arg_type arg_mount_fd = {
	.name = "mount_fd", .decode = decode_mount_fd, .show_zero = true, .is_32 = true
};
const struct arg_type arg_file_handle = {
	.name = "file_handle",
	.decode = decode_file_handle,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = HANDLE_MAX,
};
const struct arg_type arg_swap_flags = {
	.name = "swap_flags", .decode = decode_swap_flags, .show_zero = true, .is_32 = true
};
const struct arg_type arg_path = {
	.name = "path",
	.is_text = true,
	.decode = decode_str,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
	.show_zero = true, /* NULL: a call that fails for it, or one on a descriptor alone */
};
const struct arg_type arg_path_out = {
	.name = "path_out",
	.is_text = true,
	.decode = decode_path_out,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_EXIT,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_str = {
	.name = "str",
	.is_text = true,
	.decode = decode_str,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_text = {
	.name = "text",
	.is_text = true,
	.decode = decode_text,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_mount_type = {
	.name = "mount_type",
	.is_text = true,
	.decode = decode_mount_type,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_mount_data = {
	.name = "mount_data",
	.is_text = true,
	.decode = decode_mount_data,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_reboot_arg = {
	.name = "reboot_arg",
	.is_text = true,
	.decode = decode_text,
	.is_unused = reboot_arg_is_unused,
	.capture_flags = AUG_C_PARTS,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_mode = {
	.name = "mode", .decode = decode_mode, .show_zero = true, .is_32 = true
};
const struct arg_type arg_mq_mode = {
	.name = "mq_mode",
	.decode = decode_mode,
	.is_unused = mq_mode_is_unused,
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
const struct arg_type arg_quotactl_cmd = {
	.name = "quotactl_cmd",
	.decode = decode_quotactl_cmd,
	.show_zero = true,
	.is_32 = true,
};
