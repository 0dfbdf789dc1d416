// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_video.c - video and infrared: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/lirc.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"

/* clang-format off */

static const struct symbol v4l2_buf_type_table[] = {
	SYM(V4L2_BUF_TYPE_VIDEO_CAPTURE), SYM(V4L2_BUF_TYPE_VIDEO_OUTPUT), SYM(V4L2_BUF_TYPE_VIDEO_OVERLAY),
	SYM(V4L2_BUF_TYPE_VBI_CAPTURE), SYM(V4L2_BUF_TYPE_VBI_OUTPUT),
	SYM(V4L2_BUF_TYPE_SLICED_VBI_CAPTURE), SYM(V4L2_BUF_TYPE_SLICED_VBI_OUTPUT),
	SYM(V4L2_BUF_TYPE_VIDEO_OUTPUT_OVERLAY), SYM(V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE),
	SYM(V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE), SYM(V4L2_BUF_TYPE_SDR_CAPTURE),
	SYM(V4L2_BUF_TYPE_SDR_OUTPUT), SYM(V4L2_BUF_TYPE_META_CAPTURE), SYM(V4L2_BUF_TYPE_META_OUTPUT),
};
static DEFINE_ENUM(v4l2_buf_type, "V4L2_BUF_TYPE_", .marks_zero = true);
static const struct symbol v4l2_memory_table[] = {
	SYM(V4L2_MEMORY_MMAP), SYM(V4L2_MEMORY_USERPTR), SYM(V4L2_MEMORY_OVERLAY), SYM(V4L2_MEMORY_DMABUF),
};
static DEFINE_ENUM(v4l2_memory, "V4L2_MEMORY_", .marks_zero = true);
static const struct symbol lirc_mode_table[] = {
	SYM(LIRC_MODE_RAW), SYM(LIRC_MODE_PULSE), SYM(LIRC_MODE_MODE2), SYM(LIRC_MODE_SCANCODE),
	SYM(LIRC_MODE_LIRCCODE),
};
static DEFINE_ENUM(lirc_mode, "LIRC_MODE_", .marks_zero = true);
/* Without those that no driver has had for long. */
static const struct symbol lirc_features_table[] = {
	SYM(LIRC_CAN_SEND_PULSE), SYM(LIRC_CAN_SEND_LIRCCODE), SYM(LIRC_CAN_SET_SEND_CARRIER),
	SYM(LIRC_CAN_SET_SEND_DUTY_CYCLE), SYM(LIRC_CAN_SET_TRANSMITTER_MASK), SYM(LIRC_CAN_REC_MODE2),
	SYM(LIRC_CAN_REC_SCANCODE), SYM(LIRC_CAN_REC_LIRCCODE), SYM(LIRC_CAN_SET_REC_CARRIER),
	SYM(LIRC_CAN_MEASURE_CARRIER), SYM(LIRC_CAN_USE_WIDEBAND_RECEIVER), SYM(LIRC_CAN_SET_REC_TIMEOUT),
	SYM(LIRC_CAN_GET_REC_RESOLUTION), SYM(LIRC_CAN_SET_REC_CARRIER_RANGE),
};
static DEFINE_FLAGS(lirc_features, "LIRC_CAN_");

static const struct field v4l2_buf_type_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_v4l2_buf_type),
};
static DEFINE_LAYOUT(v4l2_buf_type, 4);
static const struct field lirc_mode_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_lirc_mode) };
static DEFINE_LAYOUT(lirc_mode, 4);
static const struct field lirc_features_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_lirc_features),
};
static DEFINE_LAYOUT(lirc_features, 4);

static const struct field v4l2_rect_fields[] = {
	SINT(struct v4l2_rect, left), SINT(struct v4l2_rect, top), UINT(struct v4l2_rect, width),
	UINT(struct v4l2_rect, height),
};
static DEFINE_LAYOUT(v4l2_rect, sizeof(struct v4l2_rect));
static const struct field v4l2_crop_fields[] = {
	NAMES(struct v4l2_crop, type, v4l2_buf_type), NESTED(struct v4l2_crop, c, v4l2_rect),
};
static DEFINE_LAYOUT(v4l2_crop, sizeof(struct v4l2_crop));
static const struct field v4l2_framebuffer_fields[] = {
	HEX(struct v4l2_framebuffer, capability), HEX(struct v4l2_framebuffer, flags),
	PTR(struct v4l2_framebuffer, base),
};
static DEFINE_LAYOUT_NATIVE(v4l2_framebuffer, sizeof(struct v4l2_framebuffer));

static const struct field v4l2_crop_get_fields[] = {
	NAMES(struct v4l2_crop, type, v4l2_buf_type), NESTED(struct v4l2_crop, c, v4l2_rect, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_crop_get, sizeof(struct v4l2_crop));

static void say_fraction(const struct blob *b, const struct field *f, struct out *o)
{
	struct word w;

	word__init(&w);
	word__add_dec(&w, layout__get(b->data + f->off, 4));
	word__add(&w, "/");
	word__add_dec(&w, layout__get(b->data + f->off + 4, 4));
	word__say(&w, o);
}
static const struct field v4l2_cropcap_fields[] = {
	NAMES(struct v4l2_cropcap, type, v4l2_buf_type),
	NESTED(struct v4l2_cropcap, bounds, v4l2_rect, .flags = FIELD_ANSWER),
	NESTED(struct v4l2_cropcap, defrect, v4l2_rect, .flags = FIELD_ANSWER),
	CUSTOM(struct v4l2_cropcap, pixelaspect, say_fraction, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_cropcap, sizeof(struct v4l2_cropcap));
static const struct field v4l2_buffers_fields[] = {
	NAMES(struct v4l2_requestbuffers, type, v4l2_buf_type),
	NAMES(struct v4l2_requestbuffers, memory, v4l2_memory),
	UINT(struct v4l2_requestbuffers, count, .flags = FIELD_REPLACED),
};
static DEFINE_LAYOUT(v4l2_buffers, sizeof(struct v4l2_requestbuffers));

static const struct cmd_row video_rows[] = {
	CMD(VIDIOC_REQBUFS, ANSWERED(v4l2_buffers)),
	CMD(VIDIOC_G_CROP, ANSWERED(v4l2_crop_get)),
	CMD(VIDIOC_CROPCAP, ANSWERED(v4l2_cropcap)),
	CMD(VIDIOC_G_INPUT, STRUCT_OUT(NULL, uint)),
	CMD(VIDIOC_G_STD, STRUCT_OUT(NULL, hex64)),
	CMD(VIDIOC_G_FBUF, STRUCT_OUT(NULL, v4l2_framebuffer)),
	CMD(VIDIOC_STREAMON, STRUCT_IN(NULL, v4l2_buf_type)),
	CMD(VIDIOC_STREAMOFF, STRUCT_IN(NULL, v4l2_buf_type)),
	CMD(VIDIOC_S_STD, STRUCT_IN(NULL, hex64)),
	CMD(VIDIOC_S_INPUT, STRUCT_IN(NULL, uint)),
	CMD(VIDIOC_S_CROP, STRUCT_IN(NULL, v4l2_crop)),
	CMD(VIDIOC_S_FBUF, STRUCT_IN(NULL, v4l2_framebuffer)),
	CMD(LIRC_GET_FEATURES, STRUCT_OUT(NULL, lirc_features)),
	CMD(LIRC_GET_SEND_MODE, STRUCT_OUT(NULL, lirc_mode)),
	CMD(LIRC_GET_REC_MODE, STRUCT_OUT(NULL, lirc_mode)),
	CMD(LIRC_SET_SEND_MODE, STRUCT_IN(NULL, lirc_mode)),
	CMD(LIRC_SET_REC_MODE, STRUCT_IN(NULL, lirc_mode)),
	CMD(LIRC_GET_REC_RESOLUTION, STRUCT_OUT(NULL, uint)),
	CMD(LIRC_GET_MIN_TIMEOUT, STRUCT_OUT(NULL, uint)),
	CMD(LIRC_GET_MAX_TIMEOUT, STRUCT_OUT(NULL, uint)),
	CMD(LIRC_GET_LENGTH, STRUCT_OUT(NULL, uint)),
	CMD(LIRC_GET_REC_TIMEOUT, STRUCT_OUT(NULL, uint)),
	CMD(LIRC_SET_SEND_CARRIER, STRUCT_IN(NULL, uint)),
	CMD(LIRC_SET_REC_CARRIER, STRUCT_IN(NULL, uint)),
	CMD(LIRC_SET_REC_CARRIER_RANGE, STRUCT_IN(NULL, uint)),
	CMD(LIRC_SET_SEND_DUTY_CYCLE, STRUCT_IN(NULL, uint)),
	CMD(LIRC_SET_TRANSMITTER_MASK, STRUCT_IN(NULL, hex)),
	CMD(LIRC_SET_REC_TIMEOUT, STRUCT_IN(NULL, uint)),
	CMD(LIRC_SET_REC_TIMEOUT_REPORTS, STRUCT_IN(NULL, uint)),
	CMD(LIRC_SET_MEASURE_CARRIER_MODE, STRUCT_IN(NULL, uint)),
	CMD(LIRC_SET_WIDEBAND_RECEIVER, STRUCT_IN(NULL, uint)),
};
const struct cmd_rows ioctl_video = CMD_ROWS(video);
