// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_msg.c - messages of sendmsg(2) and its kin: address, iovecs, and where control data are.
 */
#include "decode.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "decode_data.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* struct msghdr, whichever its size. */
struct msg {
	uint64_t name;
	uint32_t name_len;
	uint64_t iov;
	uint64_t nr_iov;
	uint64_t control;
	uint64_t control_len;
	uint32_t flags;
};

#define MSG_SIZE 56
#define MSG_SIZE_COMPAT 28

/* One message: where its pieces are. */
struct msg_view {
	const struct arg *arg;
	uint8_t flags; /* AUG_P_EXIT or 0 */
	unsigned int elem;
};

static bool msg__read(const struct payload *p, bool compat, struct msg *m)
{
	const uint8_t *d = p->data;
	const size_t word = compat ? 4 : 8;

	if (p->len < (compat ? MSG_SIZE_COMPAT : MSG_SIZE))
		return false;
	m->name = layout__get(d, word);
	m->name_len = (uint32_t)layout__get(d + word, 4);
	m->iov = layout__get(d + 2 * word, word);
	m->nr_iov = layout__get(d + 3 * word, word);
	m->control = layout__get(d + 4 * word, word);
	m->control_len = layout__get(d + 5 * word, word);
	m->flags = (uint32_t)layout__get(d + 6 * word, 4);
	return true;
}

/* There is more, or was to be, at @addr. */
static void say_unread_from(uint64_t addr, struct out *o)
{
	char text[24];

	out__more(o, 0);
	if (o->strace)
		out__comment(o, text, (size_t)snprintf(text, sizeof(text), "%#" PRIx64, addr));
}

static void say_control(const struct msg_view *v, const struct msg *m, struct out *o)
{
	struct blob b = { .compat = arg__is_compat(v->arg), .at_exit = v->flags & AUG_P_EXIT };
	const size_t header_len = b.compat ? 12 : 16;
	struct payload p;
	bool is_last = false;

	if (!event__part(v->arg->event, v->arg->idx, v->flags, AUG_PART_CONTROL, v->elem, &p)) {
		out__ptr(o, m->control);
		return;
	}
	if (p.err) {
		out__fault(o, m->control, p.err);
		return;
	}
	/* strace wants room for a header. */
	if (o->strace && m->control_len < header_len) {
		out__ptr(o, m->control);
		return;
	}
	b.data = p.data;
	b.len = p.len;
	out__begin(o, OUT_ARRAY);
	while (b.len && !is_last) {
		const size_t taken = decode__cmsg(&b, &is_last, o);

		b.data += taken;
		b.len -= taken;
	}
	if (p.flags & AUG_P_CUT)
		out__more(o, 0);
	else if (b.len)
		say_unread_from(m->control + p.len - b.len, o);
	out__end(o, OUT_ARRAY);
}

/* ---- messages ---- */

static void say_address(const struct msg_view *v, const struct payload *p, struct out *o)
{
	struct blob b = arg__blob(v->arg, p);

	b.cut = p->flags & AUG_P_CUT;
	decode__sockaddr(&b, o);
}

/* The kernel wrote no more of an address than the program had room for, but tells its whole length. */
static size_t name_room(const struct msg_view *v)
{
	struct payload before;
	struct msg m;

	if (!(v->flags & AUG_P_EXIT) ||
	    !event__part(v->arg->event, v->arg->idx, 0, AUG_PART_SELF, v->elem, &before) ||
	    !msg__read(&before, arg__is_compat(v->arg), &m))
		return SIZE_MAX;
	return m.name_len;
}

static void say_name(const struct msg_view *v, const struct msg *m, struct out *o)
{
	const size_t room = name_room(v);
	struct payload p;

	/* A negative length is none. */
	if ((int32_t)m->name_len < 0 ||
	    !event__part(v->arg->event, v->arg->idx, v->flags, AUG_PART_NAME, v->elem, &p))
		out__ptr(o, m->name);
	else if (p.err && (!p.len || p.len < room))
		out__fault(o, m->name, p.err);
	else if (!room || (o->strace && MIN(room, (size_t)m->name_len) < sizeof(sa_family_t)))
		out__ptr(o, m->name);
	else {
		p.len = MIN(p.len, room);
		say_address(v, &p, o);
	}
}

/* strace goes by the address that is beside them. */
static bool is_netlink(const struct msg_view *v, const struct out *o)
{
	struct payload p;

	if (event__netlink(v->arg->event) < 0)
		return false;
	return !o->strace ||
	       (event__part(v->arg->event, v->arg->idx, v->flags, AUG_PART_NAME, v->elem, &p) &&
		p.len >= 2 && layout__get(p.data, 2) == AF_NETLINK);
}

/* Whether memory has so many elements after the address. */
static bool has_place(uint64_t addr, uint64_t nr, size_t size)
{
	uint64_t end;

	return !__builtin_mul_overflow(nr, size, &end) && !__builtin_add_overflow(end, addr, &end);
}

static void say_iov(const struct msg_view *v, const struct msg *m, uint64_t left, struct out *o)
{
	const size_t size = arg__is_compat(v->arg) ? 8 : 16;
	struct iovec_view view = {
		.arg = v->arg,
		.addr = m->iov,
		.flags = v->flags,
		.elem = v->elem,
		.left = left,
		.has_data = true,
		.is_netlink = is_netlink(v, o),
	};
	struct payload p;

	if (o->strace && m->iov && !m->nr_iov) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
	} else if (!has_place(m->iov, m->nr_iov, size) ||
		   !event__part(v->arg->event, v->arg->idx, v->flags, AUG_PART_IOV, v->elem, &p)) {
		out__ptr(o, m->iov);
	} else if (payload__is_unread(&p, size)) {
		out__fault(o, m->iov, p.err);
	} else {
		iovec_view__say(&view, &p, o);
	}
}

/* What the kernel takes from the program, and gives back: the room for the address. */
static void say_name_len(const struct msg_view *v, uint32_t len, struct out *o)
{
	const bool compat = arg__is_compat(v->arg);
	struct payload before;
	struct msg m;

	if (v->flags & AUG_P_EXIT &&
	    event__part(v->arg->event, v->arg->idx, 0, AUG_PART_SELF, v->elem, &before) &&
	    msg__read(&before, compat, &m) && m.name_len != len) {
		out__begin(o, OUT_CHANGE);
		out__sint(o, (int32_t)m.name_len);
		out__sint(o, (int32_t)len);
		out__end(o, OUT_CHANGE);
	} else {
		out__sint(o, (int32_t)len);
	}
}

static void say_unread(const struct arg *arg, const struct payload *head, struct out *o)
{
	if (head->err)
		out__fault(o, arg->value, head->err);
	else
		out__ptr(o, arg->value);
}

static void say_msg(const struct msg_view *v, const struct payload *head, uint64_t left,
		    struct out *o)
{
	struct msg m;

	if (!msg__read(head, arg__is_compat(v->arg), &m)) {
		say_unread(v->arg, head, o);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "msg_name");
	say_name(v, &m, o);
	out__member(o, "msg_namelen");
	say_name_len(v, m.name_len, o);
	out__member(o, "msg_iov");
	say_iov(v, &m, left, o);
	out__member(o, "msg_iovlen");
	out__uint(o, m.nr_iov);
	if (m.control_len) {
		out__member(o, "msg_control");
		say_control(v, &m, o);
	}
	out__member(o, "msg_controllen");
	out__uint(o, m.control_len);
	out__member(o, "msg_flags");
	out__symbol(o, &syms_msg_flags, m.flags);
	out__end(o, OUT_OBJECT);
}

/* A call that receives and fails leaves the message as it was: only the room is of interest. */
static void say_room(const struct arg *arg, const struct payload *head, struct out *o)
{
	struct msg m;

	if (!msg__read(head, arg__is_compat(arg), &m)) {
		say_unread(arg, head, o);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "msg_namelen");
	out__sint(o, (int32_t)m.name_len);
	out__end(o, OUT_OBJECT);
}

static bool is_received(const struct arg *arg)
{
	return arg->desc->type->capture_flags & AUG_C_DATA_AT_EXIT;
}

static void decode_msg(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const bool received = is_received(arg);
	const struct msg_view view = { .arg = arg, .flags = received ? AUG_P_EXIT : 0 };
	const int64_t ret = arg->event->rec->ret;

	if (received ? !exit : !entry) {
		if (entry)
			say_room(arg, entry, o);
		else
			out__ptr(o, arg->value);
		return;
	}
	if (received)
		say_msg(&view, exit, ret > 0 ? (uint64_t)ret : 0, o);
	else
		say_msg(&view, entry, UINT64_MAX, o);
}

/* As the call left it; what was read again at the exit stands for both ends. */
static bool find_head_at_exit(const struct msg_view *v, struct payload *ret_head)
{
	const struct event *event = v->arg->event;
	const unsigned int idx = v->arg->idx;

	return event__part(event, idx, AUG_P_EXIT, AUG_PART_SELF, v->elem, ret_head) ||
	       (event__part(event, idx, 0, AUG_PART_SELF, v->elem, ret_head) &&
		ret_head->flags & AUG_P_REREAD);
}

/* How much of a message went through; false when it did not. */
static bool mmsg__len(const struct msg_view *v, uint64_t *ret_len)
{
	const size_t msg_size = arg__is_compat(v->arg) ? MSG_SIZE_COMPAT : MSG_SIZE;
	struct payload head;

	*ret_len = 0;
	if ((int64_t)v->elem >= v->arg->event->rec->ret || !find_head_at_exit(v, &head) ||
	    head.len < msg_size + 4)
		return false;
	*ret_len = layout__get(head.data + msg_size, 4);
	return true;
}

/* From one message to the next: their lengths are padded. */
static size_t mmsg__size(const struct arg *arg)
{
	return arg__is_compat(arg) ? MSG_SIZE_COMPAT + 4 : MSG_SIZE + 8;
}

static void say_mmsg(const struct msg_view *v, const struct payload *head, struct out *o)
{
	uint64_t len;
	const bool is_done = mmsg__len(v, &len);

	out__begin(o, OUT_OBJECT);
	out__member(o, "msg_hdr");
	say_msg(v, head, v->flags & AUG_P_EXIT ? len : UINT64_MAX, o);
	if (is_done) {
		out__member(o, "msg_len");
		out__uint(o, len);
	}
	out__end(o, OUT_OBJECT);
}

static void decode_mmsg(const struct arg *arg, struct out *o)
{
	const bool received = is_received(arg);
	const uint64_t nr = (uint32_t)arg->event->rec->args[arg->desc->len_arg - 1];
	const int64_t ret = arg->event->rec->ret;
	struct msg_view view = { .arg = arg, .flags = received ? AUG_P_EXIT : 0 };
	const uint64_t wanted = received && ret >= 0 ? (uint64_t)ret : nr;
	const uint32_t shown =
		o->verbose ? AUG_ITEMS_LONG_MAX
			   : MIN(out__elements_max(o, AUG_ITEMS_MAX), AUG_ITEMS_LONG_MAX);
	struct payload head;

	/* Nothing is copied of no messages; those of a call that failed to receive are not looked at. */
	if (o->strace && arg->value && !wanted && !(received && ret < 0)) {
		out__begin(o, OUT_ARRAY);
		out__end(o, OUT_ARRAY);
		return;
	}
	if ((o->strace && received && ret < 0) ||
	    !event__part(arg->event, arg->idx, view.flags, AUG_PART_SELF, 0, &head)) {
		out__ptr(o, arg->value);
		return;
	}
	if (head.err) {
		out__fault(o, arg->value, head.err);
		return;
	}
	out__begin(o, OUT_ARRAY);
	while (view.elem < shown && view.elem < wanted &&
	       event__part(arg->event, arg->idx, view.flags, AUG_PART_SELF, view.elem, &head) &&
	       !(o->strace && head.err)) {
		say_mmsg(&view, &head, o);
		view.elem++;
	}
	if (o->strace && view.elem < wanted && view.elem < shown && head.err)
		say_unread_from(arg->value + view.elem * mmsg__size(arg), o);
	else if (view.elem < wanted)
		out__more(o, o->strace ? 0 : wanted - view.elem);
	out__end(o, OUT_ARRAY);
}

const struct arg_type arg_msg_in = {
	.name = "msg_in",
	.decode = decode_msg,
	.capture = AUG_CAP_MSGHDR,
	.when = AUG_AT_ENTER,
	.capture_flags = AUG_C_PARTS, /* the array */
};
const struct arg_type arg_msg_out = {
	.name = "msg_out",
	.decode = decode_msg,
	.capture = AUG_CAP_MSGHDR,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.capture_flags = AUG_C_DATA_AT_EXIT | AUG_C_PARTS, /* the address, the array */
};
const struct arg_type arg_mmsg_in = {
	.name = "mmsg_in",
	.decode = decode_mmsg,
	.capture = AUG_CAP_MMSGHDR,
	.when = AUG_AT_ENTER | AUG_AT_EXIT, /* the lengths */
	.capture_flags = AUG_C_PARTS,
};
const struct arg_type arg_mmsg_out = {
	.name = "mmsg_out",
	.decode = decode_mmsg,
	.capture = AUG_CAP_MMSGHDR,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.capture_flags = AUG_C_DATA_AT_EXIT | AUG_C_PARTS,
};
