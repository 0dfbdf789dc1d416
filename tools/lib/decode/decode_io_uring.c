// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_io_uring.c - arguments of io_uring_register(2) that no layout alone describes. */
#include "decode.h"
#include "layouts.h"
#include "util.h"

/* ---- what a ring can do ---- */

/* More operations than the kernel takes. */
#define PROBE_OPS_MAX 256
#define PROBE_OPS_LEN 1 /* where a probe says how many there are */

static void say_probe(const struct arg *arg, const struct payload *p, size_t nr, struct out *o)
{
	struct blob head = arg__blob(arg, p), ops = head;

	head.len = layout_io_uring_probe.size;
	ops.data += head.len;
	ops.addr += head.len;
	ops.len = MIN((size_t)p->len - head.len, nr * layout_io_uring_probe_op.size);
	ops.cut = p->flags & AUG_P_CUT && ops.len == p->len - head.len;
	out__begin(o, OUT_OBJECT);
	layout__say_members(&layout_io_uring_probe, &head, o);
	out__member(o, "ops");
	layout__say_array(&layout_io_uring_probe_op, &ops, o);
	out__end(o, OUT_OBJECT);
}

/* The kernel wants it to be empty, and fills it in: what is not empty is why it fails. */
static void decode_probe(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const uint64_t room = arg->event->rec->args[arg->desc->len_arg - 1];
	const size_t head = layout_io_uring_probe.size;

	if (room > PROBE_OPS_MAX || !entry || (!entry->err && entry->len < head))
		out__ptr(o, arg->value);
	else if (entry->err)
		out__fault(o, arg->value, entry->err);
	else if (!layout__is_zero(entry->data, entry->len))
		say_probe(arg, entry, room, o);
	else if (exit && exit->err)
		out__fault(o, arg->value, exit->err);
	else if (exit && exit->len >= head)
		say_probe(arg, exit, exit->data[PROBE_OPS_LEN], o);
	else
		out__ptr(o, arg->value);
}

/* ---- numbers of workers ---- */

/* strace shows both sides whether they differ or not, of a call that failed where they would be. */
static void decode_workers(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (!o->strace || !entry || entry->err || !entry->len) {
		arg_array.decode(arg, o);
		return;
	}
	out__begin(o, OUT_CHANGE);
	arg__say_array(arg, entry, o);
	if (exit && !exit->err)
		arg__say_array(arg, exit, o);
	else
		out__ptr(o, arg->value);
	out__end(o, OUT_CHANGE);
}

/* ---- files in the place of others ---- */

/* Of none the array is empty, wherever it is; of others only its address is known. */
static void decode_files_update(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct layout *l = &layout_io_uring_files_update;
	struct blob b;
	uint64_t fds;

	if (!entry || entry->err || entry->len < l->size || !o->strace) {
		arg_struct.decode(arg, o);
		return;
	}
	b = arg__blob(arg, entry);
	fds = layout__get(b.data + IO_URING_FILES_UPDATE_FDS, 8);
	b.len = IO_URING_FILES_UPDATE_FDS;
	b.is_whole = true;
	out__begin(o, OUT_OBJECT);
	layout__say_members(l, &b, o);
	out__member(o, "fds");
	if (fds && !arg->event->rec->args[3]) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
	} else {
		out__ptr(o, fds);
	}
	out__end(o, OUT_OBJECT);
}

const struct arg_type arg_io_uring_probe = {
	.name = "io_uring_probe",
	.decode = decode_probe,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.unit = 8,
	.size = 8 * PROBE_OPS_MAX,
};
const struct arg_type arg_io_uring_workers = {
	.name = "io_uring_workers",
	.decode = decode_workers,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.unit = 4,
	.size = 4 * LAYOUT_ARRAY_SHOWN,
	.needs_layout = true,
};
const struct arg_type arg_io_uring_files_update = {
	.name = "io_uring_files_update",
	.decode = decode_files_update,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
