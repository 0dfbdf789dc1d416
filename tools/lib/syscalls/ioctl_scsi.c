// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ioctl_scsi.c - SG_IO: commands to SCSI devices, by one of two structures, which their first number tells apart.
 *
 * 160 bytes are copied, as long as the longer one is. What the program gives is told from the entry, the rest from the
 * exit. Of a call that failed, which writes nothing, strace tells all, too.
 */
#include "commands_rows.h"

#include <linux/bsg.h>
#include <scsi/sg.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* Of the kernel's scsi/sg.h; the C library's is older. */
#define NAMED(value, name) SYM_NAMED(#name, value, 0)

static const struct symbol sg_direction_table[] = {
	SYM(SG_DXFER_NONE), SYM(SG_DXFER_TO_DEV), SYM(SG_DXFER_FROM_DEV), SYM(SG_DXFER_TO_FROM_DEV),
};
static DEFINE_ENUM(sg_direction, "SG_DXFER_", .marks_zero = true);
static const struct symbol sg_flags_table[] = {
	NAMED(1, SG_FLAG_DIRECT_IO), NAMED(2, SG_FLAG_UNUSED_LUN_INHIBIT), NAMED(4, SG_FLAG_MMAP_IO),
	NAMED(0x10, SG_FLAG_Q_AT_TAIL), NAMED(0x20, SG_FLAG_Q_AT_HEAD), NAMED(0x10000, SG_FLAG_NO_DXFER),
};
static DEFINE_FLAGS(sg_flags, "SG_FLAG_");
static const struct symbol sg_info_table[] = {
	NAMED(1, SG_INFO_CHECK), NAMED(2, SG_INFO_DIRECT_IO), NAMED(4, SG_INFO_MIXED_IO),
};
static DEFINE_FLAGS(sg_info, "SG_INFO_");
static const struct symbol bsg_protocol_table[] = { SYM(BSG_PROTOCOL_SCSI) };
static DEFINE_ENUM(bsg_protocol, "BSG_PROTOCOL_");
static const struct symbol bsg_subprotocol_table[] = {
	SYM(BSG_SUB_PROTOCOL_SCSI_CMD), SYM(BSG_SUB_PROTOCOL_SCSI_TMF), SYM(BSG_SUB_PROTOCOL_SCSI_TRANSPORT),
};
static DEFINE_ENUM(bsg_subprotocol, "BSG_SUB_PROTOCOL_");
static const struct symbol bsg_flags_table[] = {
	NAMED(0x10, BSG_FLAG_Q_AT_TAIL), NAMED(0x20, BSG_FLAG_Q_AT_HEAD),
};
static DEFINE_FLAGS(bsg_flags, "BSG_FLAG_");

#define V3(m) offsetof(struct sg_io_hdr, m)
#define V4(m) offsetof(struct sg_io_v4, m)
_Static_assert(sizeof(struct sg_io_v4) == 160 && sizeof(struct sg_io_hdr) == 88, "");

/*
 * What pointers lead to. Members of one structure are others of the other one: where they are not 0 there, a condition
 * keeps them apart, which looks at 16 bits. All are looked at at both ends, as the direction is not asked for, and as a
 * call may fail: where they are not in memory at the entry all is read at the exit. An iovec comes last; those of the
 * newer structure no driver takes.
 */
enum { PIECE_COMMAND, PIECE_DATA, PIECE_DOUT, PIECE_SENSE, PIECE_RESPONSE, PIECE_DIN, PIECE_BUFFERS };

#define DATA(s, m, n, w, ...) FOLLOW_(s, m, AUG_CAP_BUF, w, FOLLOW_LEN_(s, n), ##__VA_ARGS__)
#define IF_ZERO(s, m) .only_off = offsetof(s, m), .only = 0

static const struct follow sg_io_follows[] = {
	[PIECE_COMMAND] = DATA(struct sg_io_hdr, cmdp, cmd_len, AUG_AT_ENTER),
	/* The request of the newer one, too. */
	[PIECE_DATA] = DATA(struct sg_io_hdr, dxferp, dxfer_len, INOUT_, IF_ZERO(struct sg_io_hdr, iovec_count)),
	[PIECE_DOUT] = DATA(struct sg_io_v4, dout_xferp, dout_xfer_len, AUG_AT_ENTER, IF_ZERO(struct sg_io_v4, dout_iovec_count)),
	[PIECE_SENSE] = DATA(struct sg_io_hdr, sbp, sb_len_wr, INOUT_),
	/* Directions are negative, protocols are small. */
	[PIECE_RESPONSE] = DATA(struct sg_io_v4, response, response_len, INOUT_,
				.only_off = V3(dxfer_direction) + 2, .only = 0),
	[PIECE_DIN] = DATA(struct sg_io_v4, din_xferp, din_xfer_len, INOUT_, IF_ZERO(struct sg_io_v4, din_iovec_count)),
	[PIECE_BUFFERS] = FOLLOW_(struct sg_io_hdr, dxferp, AUG_CAP_IOVEC, INOUT_, FOLLOW_LEN_(struct sg_io_hdr, iovec_count)),
};
_Static_assert(PIECE_BUFFERS < AUG_PART_FOLLOWED - AUG_PART_ITEM, "");

/* ---- contents ---- */

/* @piece of @len bytes. */
static void say_bytes(const struct piece *piece, uint64_t addr, uint64_t len, struct out *o)
{
	const size_t there = MIN((uint64_t)piece->len, len);

	if (piece->err)
		out__fault(o, addr, piece->err);
	else
		out__content(o, (const char *)piece->data, there, there < len);
}

/* strace has each byte in hex, but for buffers. */

static void say_data(const struct blob *b, unsigned int i, uint64_t addr, uint64_t len, struct out *o)
{
	const enum out_strings strings = o->strings;
	struct piece piece = { .len = 0 };

	if (o->strace)
		o->strings = OUT_STRINGS_HEX;
	if (addr && (!len || (b->find && b->find(b, i, &piece))))
		say_bytes(&piece, addr, len, o);
	else
		out__ptr(o, addr);
	o->strings = strings;
}

/* No more of all buffers together than @len bytes. */
static void say_buffer(const struct blob *b, unsigned int nth, uint64_t base, uint64_t room, uint64_t len, struct out *o)
{
	struct piece piece = { .len = 0 };
	const uint64_t size = MIN(room, len);

	if (base && (!size || (nth < AUG_FOLLOWED_MAX && b->find(b, AUG_PART_FOLLOWED - AUG_PART_ITEM + nth, &piece))))
		say_bytes(&piece, base, size, o);
	else
		out__ptr(o, base);
}
static void say_buffers(const struct blob *b, uint64_t addr, uint64_t nr, uint64_t len, struct out *o)
{
	struct piece array;
	size_t shown;

	if (!addr || !b->find || !b->find(b, PIECE_BUFFERS, &array)) {
		out__ptr(o, addr);
		return;
	}
	if (array.err) {
		out__fault(o, addr, array.err);
		return;
	}
	shown = MIN(nr, (uint64_t)array.len / 16);
	if (!o->verbose)
		shown = MIN(shown, out__elements_max(o, LAYOUT_ARRAY_SHOWN));
	out__begin(o, OUT_ARRAY);
	for (size_t n = 0; n < shown; n++) {
		const uint64_t base = layout__get(array.data + 16 * n, 8), room = layout__get(array.data + 16 * n + 8, 8);

		out__begin(o, OUT_OBJECT);
		out__member(o, "iov_base");
		say_buffer(b, (unsigned int)n, base, room, len, o);
		out__member(o, "iov_len");
		out__uint(o, room);
		out__end(o, OUT_OBJECT);
		len -= MIN(room, len);
	}
	if (shown < nr)
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

/* Bytes of @len that have come. */
static uint32_t nr_came(uint64_t len, uint64_t resid)
{
	const int32_t missing = (int32_t)resid;

	return (uint32_t)len - (missing > 0 && (uint32_t)missing <= (uint32_t)len ? (uint32_t)missing : 0);
}

/* ---- the older structure ---- */

#define AT3(b, m) layout__get((b)->data + V3(m), sizeof(((struct sg_io_hdr *)0)->m))

static void say_command(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_data(b, PIECE_COMMAND, AT3(b, cmdp), AT3(b, cmd_len), o);
}
static void say_sense(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_data(b, PIECE_SENSE, AT3(b, sbp), AT3(b, sb_len_wr), o);
}
static void say_transfer(const struct blob *b, uint32_t len, struct out *o)
{
	if (AT3(b, iovec_count))
		say_buffers(b, AT3(b, dxferp), AT3(b, iovec_count), len, o);
	else
		say_data(b, PIECE_DATA, AT3(b, dxferp), len, o);
}

/* What is sent, what has come, or both: strace names the member once more, where there is something. */
static void say_sg_data(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob *asked = b->asked ? b->asked : b;
	const int32_t direction = (int32_t)AT3(asked, dxfer_direction);
	const bool both = direction == SG_DXFER_TO_FROM_DEV;
	const uint32_t came = nr_came(AT3(b, dxfer_len), AT3(b, resid));
	const bool out = both || direction == SG_DXFER_TO_DEV;
	const bool in = b->asked && (both ? came != 0 : direction == SG_DXFER_FROM_DEV);

	(void)f;
	if (!out && !in)
		return;
	out__member(o, "dxferp");
	if (out && in)
		out__begin(o, OUT_CHANGE);
	if (out)
		say_transfer(asked, (uint32_t)AT3(asked, dxfer_len), o);
	if (out && in && o->strace)
		out__member(o, "dxferp");
	if (in)
		say_transfer(b, came, o);
	if (out && in)
		out__end(o, OUT_CHANGE);
}
static void say_letter(struct out *o, uint64_t value)
{
	const char text[] = { '\'', (char)value, '\'' };

	out__word(o, text, sizeof(text));
}
#define ANSWER .flags = FIELD_ANSWER
static const struct field sg_io_v3_fields[] = {
	SAY(struct sg_io_hdr, interface_id, letter), NAMES(struct sg_io_hdr, dxfer_direction, sg_direction),
	UINT(struct sg_io_hdr, cmd_len), CUSTOM(struct sg_io_hdr, cmdp, say_command), UINT(struct sg_io_hdr, mx_sb_len),
	UINT(struct sg_io_hdr, iovec_count), UINT(struct sg_io_hdr, dxfer_len), UINT(struct sg_io_hdr, timeout),
	NAMES(struct sg_io_hdr, flags, sg_flags), UNNAMED(struct sg_io_hdr, info, say_sg_data, .flags = FIELD_REPLACED),
	HEX(struct sg_io_hdr, status, ANSWER), HEX(struct sg_io_hdr, masked_status, ANSWER),
	HEX(struct sg_io_hdr, msg_status, ANSWER), UINT(struct sg_io_hdr, sb_len_wr, ANSWER),
	CUSTOM(struct sg_io_hdr, sbp, say_sense, ANSWER), HEX(struct sg_io_hdr, host_status, ANSWER),
	HEX(struct sg_io_hdr, driver_status, ANSWER), SINT(struct sg_io_hdr, resid, ANSWER),
	UINT(struct sg_io_hdr, duration, ANSWER), NAMES(struct sg_io_hdr, info, sg_info, ANSWER),
};
static DEFINE_LAYOUT_NATIVE(sg_io_v3, sizeof(struct sg_io_hdr));

/* ---- the newer one ---- */

#define AT4(b, m) layout__get((b)->data + V4(m), sizeof(((struct sg_io_v4 *)0)->m))

static void say_request(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_data(b, PIECE_DATA, AT4(b, request), AT4(b, request_len), o);
}
static void say_response(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_data(b, PIECE_RESPONSE, AT4(b, response), AT4(b, response_len), o);
}
static void say_dout(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	if (AT4(b, dout_iovec_count))
		out__ptr(o, AT4(b, dout_xferp));
	else
		say_data(b, PIECE_DOUT, AT4(b, dout_xferp), AT4(b, dout_xfer_len), o);
}
static void say_din(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	if (AT4(b, din_iovec_count))
		out__ptr(o, AT4(b, din_xferp));
	else
		say_data(b, PIECE_DIN, AT4(b, din_xferp), nr_came(AT4(b, din_xfer_len), AT4(b, din_resid)), o);
}
/* strace has the length of the answer before it, and among the other numbers. */
static void say_answer_length(const struct blob *b, const struct field *f, struct out *o)
{
	if (!o->strace)
		return;
	out__member(o, "response_len");
	out__uint(o, layout__get(b->data + f->off, 4));
}
static const struct field sg_io_v4_fields[] = {
	SAY(struct sg_io_v4, guard, letter), NAMES(struct sg_io_v4, protocol, bsg_protocol),
	NAMES(struct sg_io_v4, subprotocol, bsg_subprotocol), UINT(struct sg_io_v4, request_len),
	CUSTOM(struct sg_io_v4, request, say_request), HEX(struct sg_io_v4, request_tag), UINT(struct sg_io_v4, request_attr),
	UINT(struct sg_io_v4, request_priority), UINT(struct sg_io_v4, request_extra), UINT(struct sg_io_v4, max_response_len),
	UINT(struct sg_io_v4, dout_iovec_count), UINT(struct sg_io_v4, dout_xfer_len), UINT(struct sg_io_v4, din_iovec_count),
	UINT(struct sg_io_v4, din_xfer_len), CUSTOM(struct sg_io_v4, dout_xferp, say_dout), UINT(struct sg_io_v4, timeout),
	NAMES(struct sg_io_v4, flags, bsg_flags), HEX(struct sg_io_v4, usr_ptr),
	UNNAMED(struct sg_io_v4, response_len, say_answer_length, ANSWER), CUSTOM(struct sg_io_v4, response, say_response, ANSWER),
	CUSTOM(struct sg_io_v4, din_xferp, say_din, ANSWER), HEX(struct sg_io_v4, driver_status, ANSWER),
	HEX(struct sg_io_v4, transport_status, ANSWER), HEX(struct sg_io_v4, device_status, ANSWER),
	UINT(struct sg_io_v4, retry_delay, ANSWER), NAMES(struct sg_io_v4, info, sg_info, ANSWER),
	UINT(struct sg_io_v4, duration, ANSWER), UINT(struct sg_io_v4, response_len, ANSWER),
	SINT(struct sg_io_v4, din_resid, ANSWER), SINT(struct sg_io_v4, dout_resid, ANSWER),
	HEX(struct sg_io_v4, generated_tag, ANSWER),
};
static DEFINE_LAYOUT_NATIVE(sg_io_v4, sizeof(struct sg_io_v4));

/* ---- both ---- */

static void say_sg_io(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob *asked = b->asked ? b->asked : b;
	const uint32_t id = (uint32_t)layout__get(asked->data, sizeof(id));

	(void)f;
	if (id == 'S' || id == 'Q') {
		layout__say(id == 'S' ? &layout_sg_io_v3 : &layout_sg_io_v4, b, o);
		return;
	}
	out__begin(o, OUT_POINTEE);
	out__uint(o, id);
	out__end(o, OUT_POINTEE);
}
static const struct field sg_io_fields[] = { NUMBER(struct sg_io_v4, FIELD_CUSTOM, .custom = say_sg_io, .flags = FIELD_REPLACED) };
LAYOUT_(sg_io, sizeof(struct sg_io_v4), .compat = NULL, .is_bare = true, WITH_FOLLOWS(sg_io));

static void decode_sg_io(const struct arg *arg, struct out *o)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	struct blob asked, both;

	if (!o->strace || !decode__has_error(arg->event) || !arg__layout(arg) || !entry || entry->err ||
	    entry->len < layout_sg_io.size) {
		arg__say_answered(arg, o);
		return;
	}
	asked = both = arg__struct_blob(arg, entry);
	both.at_exit = true;
	both.asked = &asked;
	layout__say(&layout_sg_io, &both, o);
}
static const struct arg_type arg_sg_io = {
	.name = "sg_io",
	.decode = decode_sg_io,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};

static const struct cmd_row scsi_rows[] = {
	CMD(SG_IO, { .type = &arg_sg_io, .layout = &layout_sg_io }),
};
const struct cmd_rows ioctl_scsi = CMD_ROWS(scsi);
