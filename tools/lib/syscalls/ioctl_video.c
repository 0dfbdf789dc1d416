// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ioctl_video.c - video and infrared: names, structures, ioctls. Formats are in ioctl_video_format.c, controls in
 * ioctl_video_control.c.
 */
#include "commands_rows.h"

#include <linux/lirc.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "ioctl_video.h"
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
DEFINE_ENUM(v4l2_buf_type, "V4L2_BUF_TYPE_", .marks_zero = true);
static const struct symbol v4l2_memory_table[] = {
	SYM(V4L2_MEMORY_MMAP), SYM(V4L2_MEMORY_USERPTR), SYM(V4L2_MEMORY_OVERLAY), SYM(V4L2_MEMORY_DMABUF),
};
DEFINE_ENUM(v4l2_memory, "V4L2_MEMORY_", .marks_zero = true);
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
DEFINE_LAYOUT(v4l2_rect, sizeof(struct v4l2_rect));
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

void say_fraction(const struct blob *b, const struct field *f, struct out *o)
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

/* ---- buffers ---- */

/* The header's name of a flag of the next kernels was another's. */
#define V4L2_BUF_FLAG_INPUT 0x200

static const struct symbol v4l2_buf_flags_table[] = {
	SYM(V4L2_BUF_FLAG_MAPPED), SYM(V4L2_BUF_FLAG_QUEUED), SYM(V4L2_BUF_FLAG_DONE),
	SYM(V4L2_BUF_FLAG_KEYFRAME), SYM(V4L2_BUF_FLAG_PFRAME), SYM(V4L2_BUF_FLAG_BFRAME),
	SYM(V4L2_BUF_FLAG_ERROR), SYM(V4L2_BUF_FLAG_IN_REQUEST), SYM(V4L2_BUF_FLAG_TIMECODE),
	SYM(V4L2_BUF_FLAG_INPUT), SYM(V4L2_BUF_FLAG_PREPARED), SYM(V4L2_BUF_FLAG_NO_CACHE_INVALIDATE),
	SYM(V4L2_BUF_FLAG_NO_CACHE_CLEAN), SYM(V4L2_BUF_FLAG_LAST), SYM(V4L2_BUF_FLAG_REQUEST_FD),
};
static DEFINE_FLAGS(v4l2_buf_flags, "V4L2_BUF_FLAG_");
static const struct symbol v4l2_buf_clock_table[] = {
	SYM(V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN), SYM(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC),
	SYM(V4L2_BUF_FLAG_TIMESTAMP_COPY),
};
static DEFINE_ENUM(v4l2_buf_clock, "V4L2_BUF_FLAG_", .unknown = "V4L2_BUF_FLAG_TIMESTAMP_");
static const struct symbol v4l2_buf_source_table[] = {
	SYM(V4L2_BUF_FLAG_TSTAMP_SRC_EOF), SYM(V4L2_BUF_FLAG_TSTAMP_SRC_SOE),
};
static DEFINE_ENUM(v4l2_buf_source, "V4L2_BUF_FLAG_", .unknown = "V4L2_BUF_FLAG_TSTAMP_SRC_");

/* Bits, and two numbers within them. */
static void say_v4l2_buf_flags(struct out *o, uint64_t value)
{
	const uint64_t clock = V4L2_BUF_FLAG_TIMESTAMP_MASK, source = V4L2_BUF_FLAG_TSTAMP_SRC_MASK;
	struct word w;

	if (o->consts == OUT_CONSTS_RAW) {
		out__symbol(o, &syms_v4l2_buf_flags, value);
		return;
	}
	word__init(&w);
	if (value & ~(clock | source)) {
		word__add_symbol(&w, &syms_v4l2_buf_flags, value & ~(clock | source), o);
		word__add(&w, "|");
	}
	word__add_symbol(&w, &syms_v4l2_buf_clock, value & clock, o);
	word__add(&w, "|");
	word__add_symbol(&w, &syms_v4l2_buf_source, value & source, o);
	word__say(&w, o);
}

/* Where the buffer is: strace takes planes for one, and leaves out descriptors. */
static const struct field *choose_buffer(const struct blob *b, const struct out *o)
{
	static const struct field offset = HEX(struct v4l2_buffer, m.offset);
	static const struct field userptr = PTR(struct v4l2_buffer, m.userptr);
	static const struct field planes = PTR(struct v4l2_buffer, m.planes);
	static const struct field fd = FD(struct v4l2_buffer, m.fd, .flags = FIELD_OURS);

	if (!o->strace && V4L2_TYPE_IS_MULTIPLANAR(layout__get(b->data + offsetof(struct v4l2_buffer, type), 4)))
		return &planes;
	switch (layout__get(b->data + offsetof(struct v4l2_buffer, memory), 4)) {
	case V4L2_MEMORY_MMAP:
		return &offset;
	case V4L2_MEMORY_USERPTR:
		return &userptr;
	case V4L2_MEMORY_DMABUF:
		return &fd;
	}
	return NULL;
}
static const struct field v4l2_timeval_fields[] = {
	SINT(struct timeval, tv_sec), UINT(struct timeval, tv_usec),
};
static DEFINE_LAYOUT_NATIVE(v4l2_timeval, sizeof(struct timeval));

#define BUFFER_MEMBERS(f) \
	NAMES(struct v4l2_buffer, memory, v4l2_memory, .flags = (f)), \
	CHOICE(struct v4l2_buffer, memory, choose_buffer, .flags = (f)), \
	UINT(struct v4l2_buffer, length, .flags = (f)), UINT(struct v4l2_buffer, bytesused, .flags = (f)), \
	SAY(struct v4l2_buffer, flags, v4l2_buf_flags, .flags = (f))
#define REST (FIELD_ANSWER | FIELD_VERBOSE | FIELD_OURS | FIELD_GAP)
#define BUFFER_REST \
	NESTED(struct v4l2_buffer, timestamp, v4l2_timeval, .flags = REST), \
	UINT(struct v4l2_buffer, sequence, .flags = REST)

static const struct field v4l2_buffer_fields[] = {
	NAMES(struct v4l2_buffer, type, v4l2_buf_type), UINT(struct v4l2_buffer, index),
	BUFFER_MEMBERS(FIELD_ANSWER), BUFFER_REST,
};
static DEFINE_LAYOUT_NATIVE(v4l2_buffer, sizeof(struct v4l2_buffer));
/* What a driver did not take strace leaves out. */
static const struct field v4l2_buffer_given_fields[] = {
	NAMES(struct v4l2_buffer, type, v4l2_buf_type), UINT(struct v4l2_buffer, index),
	BUFFER_MEMBERS(FIELD_ANSWER), BUFFER_REST, BUFFER_MEMBERS(FIELD_FAILED | FIELD_OURS),
};
static DEFINE_LAYOUT_NATIVE(v4l2_buffer_given, sizeof(struct v4l2_buffer));
static const struct field v4l2_buffer_done_fields[] = {
	NAMES(struct v4l2_buffer, type, v4l2_buf_type), UINT(struct v4l2_buffer, index, .flags = FIELD_ANSWER),
	BUFFER_MEMBERS(FIELD_ANSWER), NESTED(struct v4l2_buffer, timestamp, v4l2_timeval, .flags = FIELD_ANSWER),
	UINT(struct v4l2_buffer, sequence, .flags = REST),
};
static DEFINE_LAYOUT_NATIVE(v4l2_buffer_done, sizeof(struct v4l2_buffer));

/* ---- parameters of a stream: a union by its type ---- */

static const struct symbol v4l2_parm_cap_table[] = { SYM(V4L2_CAP_TIMEPERFRAME) };
static DEFINE_FLAGS(v4l2_parm_cap, "V4L2_CAP_");
static const struct symbol v4l2_parm_mode_table[] = { SYM(V4L2_MODE_HIGHQUALITY) };
static DEFINE_FLAGS(v4l2_parm_mode, "V4L2_MODE_");

static const struct field v4l2_captureparm_fields[] = {
	NAMES(struct v4l2_captureparm, capability, v4l2_parm_cap),
	NAMES(struct v4l2_captureparm, capturemode, v4l2_parm_mode),
	CUSTOM(struct v4l2_captureparm, timeperframe, say_fraction), HEX(struct v4l2_captureparm, extendedmode),
	UINT(struct v4l2_captureparm, readbuffers),
};
static DEFINE_LAYOUT(v4l2_captureparm, sizeof(struct v4l2_captureparm));
static const struct field v4l2_outputparm_fields[] = {
	NAMES(struct v4l2_outputparm, capability, v4l2_parm_cap),
	NAMES(struct v4l2_outputparm, outputmode, v4l2_parm_mode),
	CUSTOM(struct v4l2_outputparm, timeperframe, say_fraction), HEX(struct v4l2_outputparm, extendedmode),
	UINT(struct v4l2_outputparm, writebuffers),
};
static DEFINE_LAYOUT(v4l2_outputparm, sizeof(struct v4l2_outputparm));

static bool has_parm(const struct blob *b)
{
	const uint64_t type = layout__get(b->data + offsetof(struct v4l2_streamparm, type), 4);

	return type == V4L2_BUF_TYPE_VIDEO_CAPTURE || type == V4L2_BUF_TYPE_VIDEO_OUTPUT;
}
/* strace tells the answer where it knows both types. */
static bool has_parms(const struct blob *asked, const struct blob *answer, const struct out *o)
{
	return !o->strace || (has_parm(asked) && has_parm(answer));
}
static const struct field *choose_parm(const struct blob *b, const struct out *o)
{
	static const struct field capture = NESTED(struct v4l2_streamparm, parm.capture, v4l2_captureparm);
	static const struct field output = NESTED(struct v4l2_streamparm, parm.output, v4l2_outputparm);
	static const struct field raw =
		ARRAY_OF(struct v4l2_streamparm, parm.raw_data, FIELD_BYTES, .flags = FIELD_OURS | FIELD_VERBOSE);

	if (!has_parm(b) || (o->strace && b->asked && !has_parm(b->asked)))
		return &raw;
	return layout__get(b->data + offsetof(struct v4l2_streamparm, type), 4) == V4L2_BUF_TYPE_VIDEO_CAPTURE ?
		       &capture : &output;
}
static const struct field v4l2_parm_get_fields[] = {
	NAMES(struct v4l2_streamparm, type, v4l2_buf_type),
	CHOICE(struct v4l2_streamparm, type, choose_parm, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_parm_get, sizeof(struct v4l2_streamparm));
static const struct field v4l2_parm_set_fields[] = {
	NAMES(struct v4l2_streamparm, type, v4l2_buf_type, .flags = FIELD_ASKED),
	CHOICE(struct v4l2_streamparm, type, choose_parm),
};
static DEFINE_LAYOUT_REPLIED(v4l2_parm_set, sizeof(struct v4l2_streamparm), &layout_v4l2_parm_set, has_parms);

/* ---- what a device has ---- */

static const struct symbol v4l2_cap_table[] = {
	SYM(V4L2_CAP_VIDEO_CAPTURE), SYM(V4L2_CAP_VIDEO_OUTPUT), SYM(V4L2_CAP_VIDEO_OVERLAY),
	SYM(V4L2_CAP_VBI_CAPTURE), SYM(V4L2_CAP_VBI_OUTPUT), SYM(V4L2_CAP_SLICED_VBI_CAPTURE),
	SYM(V4L2_CAP_SLICED_VBI_OUTPUT), SYM(V4L2_CAP_RDS_CAPTURE), SYM(V4L2_CAP_VIDEO_OUTPUT_OVERLAY),
	SYM(V4L2_CAP_HW_FREQ_SEEK), SYM(V4L2_CAP_RDS_OUTPUT), SYM(V4L2_CAP_VIDEO_CAPTURE_MPLANE),
	SYM(V4L2_CAP_VIDEO_OUTPUT_MPLANE), SYM(V4L2_CAP_VIDEO_M2M_MPLANE), SYM(V4L2_CAP_VIDEO_M2M),
	SYM(V4L2_CAP_TUNER), SYM(V4L2_CAP_AUDIO), SYM(V4L2_CAP_RADIO), SYM(V4L2_CAP_MODULATOR),
	SYM(V4L2_CAP_SDR_CAPTURE), SYM(V4L2_CAP_EXT_PIX_FORMAT), SYM(V4L2_CAP_SDR_OUTPUT),
	SYM(V4L2_CAP_META_CAPTURE), SYM(V4L2_CAP_READWRITE), SYM_NAMED("V4L2_CAP_ASYNCIO", 0x02000000, 0),
	SYM(V4L2_CAP_STREAMING), SYM(V4L2_CAP_META_OUTPUT), SYM(V4L2_CAP_TOUCH), SYM(V4L2_CAP_DEVICE_CAPS),
};
static DEFINE_FLAGS(v4l2_cap, "V4L2_CAP_");
static const struct symbol v4l2_tuner_type_table[] = {
	SYM(V4L2_TUNER_RADIO), SYM(V4L2_TUNER_ANALOG_TV), SYM(V4L2_TUNER_DIGITAL_TV), SYM(V4L2_TUNER_SDR),
	SYM(V4L2_TUNER_RF),
};
static DEFINE_ENUM(v4l2_tuner_type, "V4L2_TUNER_", .marks_zero = true);
static const struct symbol v4l2_tuner_cap_table[] = {
	SYM(V4L2_TUNER_CAP_LOW), SYM(V4L2_TUNER_CAP_NORM), SYM(V4L2_TUNER_CAP_HWSEEK_BOUNDED),
	SYM(V4L2_TUNER_CAP_HWSEEK_WRAP), SYM(V4L2_TUNER_CAP_STEREO), SYM(V4L2_TUNER_CAP_LANG2),
	SYM(V4L2_TUNER_CAP_LANG1), SYM(V4L2_TUNER_CAP_RDS), SYM(V4L2_TUNER_CAP_RDS_BLOCK_IO),
	SYM(V4L2_TUNER_CAP_RDS_CONTROLS), SYM(V4L2_TUNER_CAP_FREQ_BANDS), SYM(V4L2_TUNER_CAP_HWSEEK_PROG_LIM),
	SYM(V4L2_TUNER_CAP_1HZ),
};
static DEFINE_FLAGS(v4l2_tuner_cap, "V4L2_TUNER_CAP_");
static const struct symbol v4l2_tuner_sub_table[] = {
	SYM(V4L2_TUNER_SUB_MONO), SYM(V4L2_TUNER_SUB_STEREO), SYM(V4L2_TUNER_SUB_LANG2),
	SYM(V4L2_TUNER_SUB_LANG1), SYM(V4L2_TUNER_SUB_RDS),
};
static DEFINE_FLAGS(v4l2_tuner_sub, "V4L2_TUNER_SUB_");
static const struct symbol v4l2_tuner_mode_table[] = {
	SYM(V4L2_TUNER_MODE_MONO), SYM(V4L2_TUNER_MODE_STEREO), SYM(V4L2_TUNER_MODE_LANG2),
	SYM(V4L2_TUNER_MODE_LANG1), SYM(V4L2_TUNER_MODE_LANG1_LANG2),
};
static DEFINE_ENUM(v4l2_tuner_mode, "V4L2_TUNER_MODE_");
static const struct symbol v4l2_input_type_table[] = {
	SYM(V4L2_INPUT_TYPE_TUNER), SYM(V4L2_INPUT_TYPE_CAMERA), SYM(V4L2_INPUT_TYPE_TOUCH),
};
static DEFINE_ENUM(v4l2_input_type, "V4L2_INPUT_TYPE_", .marks_zero = true);

static void say_kernel_version(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	word__add(&w, "KERNEL_VERSION(");
	word__add_dec(&w, (int64_t)(value >> 16));
	word__add(&w, ", ");
	word__add_dec(&w, value >> 8 & 0xff);
	word__add(&w, ", ");
	word__add_dec(&w, value & 0xff);
	word__add(&w, ")");
	word__say_constant(&w, o, value, OUT_HEX);
}
static const struct field v4l2_capability_fields[] = {
	CHARS(struct v4l2_capability, driver), CHARS(struct v4l2_capability, card),
	CHARS(struct v4l2_capability, bus_info), SAY(struct v4l2_capability, version, kernel_version),
	NAMES(struct v4l2_capability, capabilities, v4l2_cap),
	NAMES(struct v4l2_capability, device_caps, v4l2_cap, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(v4l2_capability, sizeof(struct v4l2_capability));
static const struct field v4l2_input_fields[] = {
	UINT(struct v4l2_input, index), CHARS(struct v4l2_input, name, .flags = FIELD_ANSWER),
	NAMES(struct v4l2_input, type, v4l2_input_type, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_input, sizeof(struct v4l2_input));
static const struct field v4l2_standard_fields[] = {
	UINT(struct v4l2_standard, index), CHARS(struct v4l2_standard, name, .flags = FIELD_ANSWER),
	CUSTOM(struct v4l2_standard, frameperiod, say_fraction, .flags = FIELD_ANSWER),
	UINT(struct v4l2_standard, framelines, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT_NATIVE(v4l2_standard, sizeof(struct v4l2_standard));

#define TUNER_MEMBERS(f) \
	CHARS(struct v4l2_tuner, name, .flags = (f)), NAMES(struct v4l2_tuner, type, v4l2_tuner_type, .flags = (f)), \
	NAMES(struct v4l2_tuner, capability, v4l2_tuner_cap, .flags = (f)), \
	UINT(struct v4l2_tuner, rangelow, .flags = (f)), UINT(struct v4l2_tuner, rangehigh, .flags = (f)), \
	NAMES(struct v4l2_tuner, rxsubchans, v4l2_tuner_sub, .flags = (f)), \
	NAMES(struct v4l2_tuner, audmode, v4l2_tuner_mode, .flags = (f)), \
	SINT(struct v4l2_tuner, signal, .flags = (f)), SINT(struct v4l2_tuner, afc, .flags = (f))

static const struct field v4l2_tuner_get_fields[] = {
	UINT(struct v4l2_tuner, index), TUNER_MEMBERS(FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_tuner_get, sizeof(struct v4l2_tuner));
static const struct field v4l2_tuner_set_fields[] = {
	UINT(struct v4l2_tuner, index, .flags = FIELD_ASKED), TUNER_MEMBERS(0),
};
static DEFINE_LAYOUT(v4l2_tuner_set, sizeof(struct v4l2_tuner));

static const struct cmd_row video_rows[] = {
	CMD(VIDIOC_QUERYCAP, STRUCT_OUT(NULL, v4l2_capability)),
	CMD(VIDIOC_QUERYBUF, ANSWERED(v4l2_buffer)),
	CMD(VIDIOC_QBUF, ANSWERED(v4l2_buffer_given)),
	CMD(VIDIOC_DQBUF, ANSWERED(v4l2_buffer_done)),
	CMD(VIDIOC_G_PARM, ANSWERED(v4l2_parm_get)),
	CMD(VIDIOC_S_PARM, REPLIED(v4l2_parm_set)),
	CMD(VIDIOC_ENUMINPUT, ANSWERED(v4l2_input)),
	CMD(VIDIOC_ENUMSTD, ANSWERED(v4l2_standard)),
	CMD(VIDIOC_G_TUNER, ANSWERED(v4l2_tuner_get)),
	CMD(VIDIOC_S_TUNER, REPLIED(v4l2_tuner_set)),
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
