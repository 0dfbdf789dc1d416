// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_video_control.c - controls of video devices: names, structures, ioctls. */
#include "commands_rows.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* Kinds of compound controls that came, or were renumbered, after Linux 5.10. */
static const struct symbol v4l2_ctrl_type_table[] = {
	SYM(V4L2_CTRL_TYPE_INTEGER), SYM(V4L2_CTRL_TYPE_BOOLEAN), SYM(V4L2_CTRL_TYPE_MENU),
	SYM(V4L2_CTRL_TYPE_BUTTON), SYM(V4L2_CTRL_TYPE_INTEGER64), SYM(V4L2_CTRL_TYPE_CTRL_CLASS),
	SYM(V4L2_CTRL_TYPE_STRING), SYM(V4L2_CTRL_TYPE_BITMASK), SYM(V4L2_CTRL_TYPE_INTEGER_MENU),
	SYM(V4L2_CTRL_TYPE_U8), SYM(V4L2_CTRL_TYPE_U16), SYM(V4L2_CTRL_TYPE_U32), SYM(V4L2_CTRL_TYPE_AREA),
	SYM(V4L2_CTRL_TYPE_HDR10_CLL_INFO), SYM(V4L2_CTRL_TYPE_HDR10_MASTERING_DISPLAY),
	SYM(V4L2_CTRL_TYPE_H264_SPS), SYM(V4L2_CTRL_TYPE_H264_PPS), SYM(V4L2_CTRL_TYPE_H264_SCALING_MATRIX),
	SYM(V4L2_CTRL_TYPE_H264_SLICE_PARAMS), SYM(V4L2_CTRL_TYPE_H264_DECODE_PARAMS),
	SYM(V4L2_CTRL_TYPE_H264_PRED_WEIGHTS), SYM(V4L2_CTRL_TYPE_FWHT_PARAMS), SYM(V4L2_CTRL_TYPE_VP8_FRAME),
};
static DEFINE_ENUM(v4l2_ctrl_type, "V4L2_CTRL_TYPE_", .marks_zero = true);
static const struct symbol v4l2_ctrl_flags_table[] = {
	SYM(V4L2_CTRL_FLAG_DISABLED), SYM(V4L2_CTRL_FLAG_GRABBED), SYM(V4L2_CTRL_FLAG_READ_ONLY),
	SYM(V4L2_CTRL_FLAG_UPDATE), SYM(V4L2_CTRL_FLAG_INACTIVE), SYM(V4L2_CTRL_FLAG_SLIDER),
	SYM(V4L2_CTRL_FLAG_WRITE_ONLY), SYM(V4L2_CTRL_FLAG_VOLATILE), SYM(V4L2_CTRL_FLAG_HAS_PAYLOAD),
	SYM(V4L2_CTRL_FLAG_EXECUTE_ON_WRITE), SYM(V4L2_CTRL_FLAG_MODIFY_LAYOUT),
};
static DEFINE_FLAGS(v4l2_ctrl_flags, "V4L2_CTRL_FLAG_");
static const struct symbol v4l2_ctrl_next_table[] = {
	SYM(V4L2_CTRL_FLAG_NEXT_CTRL), SYM(V4L2_CTRL_FLAG_NEXT_COMPOUND),
};
static DEFINE_FLAGS(v4l2_ctrl_next, "V4L2_CTRL_FLAG_");
static const struct symbol v4l2_ctrl_class_table[] = {
	SYM(V4L2_CTRL_CLASS_USER), SYM(V4L2_CTRL_CLASS_CODEC), SYM(V4L2_CTRL_CLASS_CAMERA),
	SYM(V4L2_CTRL_CLASS_FM_TX), SYM(V4L2_CTRL_CLASS_FLASH), SYM(V4L2_CTRL_CLASS_JPEG),
	SYM(V4L2_CTRL_CLASS_IMAGE_SOURCE), SYM(V4L2_CTRL_CLASS_IMAGE_PROC), SYM(V4L2_CTRL_CLASS_DV),
	SYM(V4L2_CTRL_CLASS_FM_RX), SYM(V4L2_CTRL_CLASS_RF_TUNER), SYM(V4L2_CTRL_CLASS_DETECT),
	SYM(V4L2_CTRL_CLASS_CODEC_STATELESS), SYM(V4L2_CTRL_CLASS_COLORIMETRY),
};
static DEFINE_ENUM(v4l2_ctrl_class, "V4L2_CTRL_CLASS_", .marks_zero = true);

/* One without a name by its class, where that has one. */
static void add_id(struct word *w, uint32_t id, const struct out *o)
{
	const uint32_t class = id & ~0xffffU;

	if (o->consts == OUT_CONSTS_RAW) {
		word__add_hex(w, id);
		return;
	}
	if (symbols__name(&syms_v4l2_cid, id) || !symbols__name(&syms_v4l2_ctrl_class, class)) {
		word__add_symbol(w, &syms_v4l2_cid, id, o);
		return;
	}
	if (o->consts == OUT_CONSTS_BOTH) {
		word__add_hex(w, id);
		word__add(w, " /* ");
	}
	word__add_name(w, &syms_v4l2_ctrl_class, class, o->full_names);
	word__add(w, "+");
	word__add_hex(w, id - class);
	word__add(w, o->consts == OUT_CONSTS_BOTH ? " */" : "");
}

static void say_control_id(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	add_id(&w, (uint32_t)value, o);
	word__say(&w, o);
}

static const struct field v4l2_control_get_fields[] = {
	SAY(struct v4l2_control, id, control_id), SINT(struct v4l2_control, value, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_control_get, sizeof(struct v4l2_control));
static const struct field v4l2_control_set_fields[] = {
	SAY(struct v4l2_control, id, control_id), SINT(struct v4l2_control, value, .flags = FIELD_REPLACED),
};
static DEFINE_LAYOUT(v4l2_control_set, sizeof(struct v4l2_control));

/* The one that is asked for, or that the one behind it is: with flags. The other is what was found. */
static void say_asked_id(const struct blob *b, const struct field *f, struct out *o)
{
	const uint32_t next = V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND;
	const struct blob *asked = b->asked ? b->asked : b;
	const uint32_t id = (uint32_t)layout__get(asked->data + f->off, f->size);
	const uint32_t found = (uint32_t)layout__get(b->data + f->off, f->size);
	struct word w;

	word__init(&w);
	if (id & next && o->consts != OUT_CONSTS_RAW) {
		word__add_symbol(&w, &syms_v4l2_ctrl_next, id & next, o);
		word__add(&w, "|");
		add_id(&w, id & ~next, o);
	} else {
		add_id(&w, id, o);
	}
	if (found == id) {
		word__say(&w, o);
		return;
	}
	out__begin(o, OUT_CHANGE);
	word__say(&w, o);
	word__init(&w);
	add_id(&w, found, o);
	word__say(&w, o);
	out__end(o, OUT_CHANGE);
}

#define MORE_ANSWER (FIELD_ANSWER | FIELD_VERBOSE)

static const struct field v4l2_queryctrl_fields[] = {
	CUSTOM(struct v4l2_queryctrl, id, say_asked_id, .flags = FIELD_REPLACED),
	NAMES(struct v4l2_queryctrl, type, v4l2_ctrl_type, .flags = FIELD_ANSWER),
	CHARS(struct v4l2_queryctrl, name, .flags = FIELD_ANSWER),
	SINT(struct v4l2_queryctrl, minimum, .flags = MORE_ANSWER),
	SINT(struct v4l2_queryctrl, maximum, .flags = MORE_ANSWER),
	SINT(struct v4l2_queryctrl, step, .flags = MORE_ANSWER),
	SINT(struct v4l2_queryctrl, default_value, .flags = MORE_ANSWER),
	NAMES(struct v4l2_queryctrl, flags, v4l2_ctrl_flags, .flags = MORE_ANSWER),
	ARRAY_OF(struct v4l2_queryctrl, reserved, FIELD_HEX, .flags = MORE_ANSWER | FIELD_NONZERO),
};
static DEFINE_LAYOUT(v4l2_queryctrl, sizeof(struct v4l2_queryctrl));

/* No more than there can be. */
static void say_dims(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t nr = layout__get(b->data + offsetof(struct v4l2_query_ext_ctrl, nr_of_dims), 4);

	layout__say_first(&layout_uint, b, f->off, MIN(nr, (size_t)V4L2_CTRL_MAX_DIMS), o);
}
static const struct field v4l2_query_ext_ctrl_fields[] = {
	CUSTOM(struct v4l2_query_ext_ctrl, id, say_asked_id, .flags = FIELD_REPLACED),
	NAMES(struct v4l2_query_ext_ctrl, type, v4l2_ctrl_type, .flags = FIELD_ANSWER),
	CHARS(struct v4l2_query_ext_ctrl, name, .flags = FIELD_ANSWER),
	SINT(struct v4l2_query_ext_ctrl, minimum, .flags = MORE_ANSWER),
	SINT(struct v4l2_query_ext_ctrl, maximum, .flags = MORE_ANSWER),
	UINT(struct v4l2_query_ext_ctrl, step, .flags = MORE_ANSWER),
	SINT(struct v4l2_query_ext_ctrl, default_value, .flags = MORE_ANSWER),
	NAMES(struct v4l2_query_ext_ctrl, flags, v4l2_ctrl_flags, .flags = MORE_ANSWER),
	UINT(struct v4l2_query_ext_ctrl, elem_size, .flags = MORE_ANSWER),
	UINT(struct v4l2_query_ext_ctrl, elems, .flags = MORE_ANSWER),
	UINT(struct v4l2_query_ext_ctrl, nr_of_dims, .flags = MORE_ANSWER),
	CUSTOM(struct v4l2_query_ext_ctrl, dims, say_dims, .flags = MORE_ANSWER),
	ARRAY_OF(struct v4l2_query_ext_ctrl, reserved, FIELD_HEX, .flags = MORE_ANSWER | FIELD_NONZERO),
};
static DEFINE_LAYOUT(v4l2_query_ext_ctrl, sizeof(struct v4l2_query_ext_ctrl));

/* ---- several at once ---- */

/* One with a size is behind a pointer: text, or what a codec has. */
static const struct field *choose_value(const struct blob *b, const struct out *o)
{
	static const struct field string = PTR(struct v4l2_ext_control, string);
	static const struct field string32 = {
		.name = "string", .off = offsetof(struct v4l2_ext_control, string), .size = 4, .kind = FIELD_PTR,
	};
	static const struct field value = SINT(struct v4l2_ext_control, value);

	(void)o;
	if (!layout__get(b->data + offsetof(struct v4l2_ext_control, size), 4))
		return &value;
	return b->compat ? &string32 : &string;
}
static const struct field *choose_value64(const struct blob *b, const struct out *o)
{
	static const struct field value64 = SINT(struct v4l2_ext_control, value64);

	(void)o;
	return layout__get(b->data + offsetof(struct v4l2_ext_control, size), 4) ? NULL : &value64;
}
/* Of these strace does not name the class. */
static void say_listed_id(struct out *o, uint64_t value)
{
	if (o->strace)
		out__symbol(o, &syms_v4l2_cid, value);
	else
		say_control_id(o, value);
}
static const struct field v4l2_ext_control_fields[] = {
	SAY(struct v4l2_ext_control, id, listed_id), UINT(struct v4l2_ext_control, size),
	CHOICE(struct v4l2_ext_control, value64, choose_value), CHOICE(struct v4l2_ext_control, value64, choose_value64),
};
static DEFINE_LAYOUT(v4l2_ext_control, sizeof(struct v4l2_ext_control));

struct v4l2_ext_controls32 {
	uint32_t ctrl_class, count, error_idx;
	int32_t request_fd;
	uint32_t reserved, controls;
};
_Static_assert(offsetof(struct v4l2_ext_controls32, error_idx) == offsetof(struct v4l2_ext_controls, error_idx),
	       "what is before the pointer is where it is in others");

/* When none was asked for nothing more is told. */
static bool has_controls(const struct blob *b)
{
	b = b->asked ? b->asked : b;
	return layout__get(b->data + offsetof(struct v4l2_ext_controls, count), 4);
}
static const struct field *choose_controls(const struct blob *b, const struct out *o)
{
	static const struct field controls = PTR(struct v4l2_ext_controls, controls);
	static const struct field controls32 = PTR(struct v4l2_ext_controls32, controls);

	(void)o;
	return !has_controls(b) ? NULL : b->compat ? &controls32 : &controls;
}
/* The kernel writes it where it refuses a control, not where it did not come that far; it is not read again. */
static void say_not_read(const struct blob *b, const struct field *f, struct out *o)
{
	(void)b;
	(void)f;
	out__none(o, "not read", strlen("not read"));
}
static const struct field *choose_error(const struct blob *b, const struct out *o)
{
	static const struct field error_idx = UINT(struct v4l2_ext_controls, error_idx);
	static const struct field not_read =
		CUSTOM(struct v4l2_ext_controls, error_idx, say_not_read, .flags = FIELD_OURS | FIELD_GAP);

	(void)o;
	if (!has_controls(b))
		return NULL;
	return b->error == EBADF || b->error == ENOTTY ? &error_idx : &not_read;
}
/*
 * What is no address of a program is not looked at: the structure would have to be read again at the exit. Of more than
 * these what is beyond is "...": the kernel takes 1024 (V4L2_CID_MAX_CTRLS).
 */
#define CONTROLS_COPIED (200 * sizeof(struct v4l2_ext_control))
#define CONTROLS(s, high) \
	FOLLOW_(s, controls, AUG_CAP_BUF, INOUT_, FOLLOW_LEN_(s, count), .layout = &layout_v4l2_ext_control, \
		.size = CONTROLS_COPIED, .only_off = (high) ? offsetof(s, controls) + 6 : 0, .only = 0)
static const struct follow v4l2_ext_controls_follows[] = { CONTROLS(struct v4l2_ext_controls, true) };
static const struct follow v4l2_ext_controls32_follows[] = { CONTROLS(struct v4l2_ext_controls32, false) };

/* Those of a call that failed are those that it was asked with. */
#define CONTROLS_GET(s) \
	NAMES(s, ctrl_class, v4l2_ctrl_class), UINT(s, count), \
	CHOICE(s, count, choose_controls, .flags = FIELD_ANSWER), CHOICE(s, count, choose_controls, .flags = FIELD_FAILED), \
	CHOICE(s, count, choose_error, .flags = FIELD_FAILED)
static const struct field v4l2_ext_controls_get32_fields[] = { CONTROLS_GET(struct v4l2_ext_controls32) };
LAYOUT_(v4l2_ext_controls_get32, sizeof(struct v4l2_ext_controls32), .compat = &layout_v4l2_ext_controls_get32,
	WITH_FOLLOWS(v4l2_ext_controls32));
static const struct field v4l2_ext_controls_get_fields[] = { CONTROLS_GET(struct v4l2_ext_controls) };
LAYOUT_(v4l2_ext_controls_get, sizeof(struct v4l2_ext_controls), .compat = &layout_v4l2_ext_controls_get32,
	WITH_FOLLOWS(v4l2_ext_controls));

/* strace looks at them again where it has seen them before. */
static bool has_seen_controls(const struct blob *b)
{
	struct piece piece;

	return b->find && b->find(b, 0, &piece) && !piece.err;
}
static const struct field *choose_refused(const struct blob *b, const struct out *o)
{
	static const struct field not_read =
		CUSTOM(struct v4l2_ext_controls, error_idx, say_not_read, .flags = FIELD_OURS | FIELD_GAP);

	if (o->strace)
		return has_controls(b) && has_seen_controls(b) ? &not_read : NULL;
	return choose_error(b, o);
}
#define CONTROLS_SET(s) \
	NAMES(s, ctrl_class, v4l2_ctrl_class, .flags = FIELD_ASKED), UINT(s, count, .flags = FIELD_ASKED), \
	CHOICE(s, count, choose_controls), CHOICE(s, count, choose_refused, .flags = FIELD_FAILED)
static bool has_set_controls(const struct blob *asked, const struct blob *answer, const struct out *o)
{
	(void)answer;
	return has_controls(asked) && (!o->strace || has_seen_controls(asked));
}
static const struct field v4l2_ext_controls_set32_fields[] = { CONTROLS_SET(struct v4l2_ext_controls32) };
LAYOUT_(v4l2_ext_controls_set32, sizeof(struct v4l2_ext_controls32), .compat = &layout_v4l2_ext_controls_set32,
	.has_reply = has_set_controls, WITH_FOLLOWS(v4l2_ext_controls32));
static const struct field v4l2_ext_controls_set_fields[] = { CONTROLS_SET(struct v4l2_ext_controls) };
LAYOUT_(v4l2_ext_controls_set, sizeof(struct v4l2_ext_controls), .compat = &layout_v4l2_ext_controls_set32,
	.has_reply = has_set_controls, WITH_FOLLOWS(v4l2_ext_controls));

static const struct cmd_row video_control_rows[] = {
	CMD(VIDIOC_G_CTRL, ANSWERED(v4l2_control_get)),
	CMD(VIDIOC_S_CTRL, ANSWERED(v4l2_control_set)),
	CMD(VIDIOC_QUERYCTRL, ANSWERED(v4l2_queryctrl)),
	CMD(VIDIOC_QUERY_EXT_CTRL, ANSWERED(v4l2_query_ext_ctrl)),
	CMD(VIDIOC_G_EXT_CTRLS, ANSWERED(v4l2_ext_controls_get)),
	CMD(VIDIOC_S_EXT_CTRLS, REPLIED(v4l2_ext_controls_set)),
	CMD(VIDIOC_TRY_EXT_CTRLS, REPLIED(v4l2_ext_controls_set)),
};
const struct cmd_rows ioctl_video_control = CMD_ROWS(video_control);
