// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_video_format.c - formats, sizes and rates of what video devices give and take: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/videodev2.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "ioctl_video.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct symbol v4l2_field_table[] = {
	SYM(V4L2_FIELD_ANY), SYM(V4L2_FIELD_NONE), SYM(V4L2_FIELD_TOP), SYM(V4L2_FIELD_BOTTOM),
	SYM(V4L2_FIELD_INTERLACED), SYM(V4L2_FIELD_SEQ_TB), SYM(V4L2_FIELD_SEQ_BT), SYM(V4L2_FIELD_ALTERNATE),
	SYM(V4L2_FIELD_INTERLACED_TB), SYM(V4L2_FIELD_INTERLACED_BT),
};
static DEFINE_ENUM(v4l2_field, "V4L2_FIELD_");
static const struct symbol v4l2_colorspace_table[] = {
	SYM(V4L2_COLORSPACE_DEFAULT), SYM(V4L2_COLORSPACE_SMPTE170M), SYM(V4L2_COLORSPACE_SMPTE240M),
	SYM(V4L2_COLORSPACE_REC709), SYM(V4L2_COLORSPACE_BT878), SYM(V4L2_COLORSPACE_470_SYSTEM_M),
	SYM(V4L2_COLORSPACE_470_SYSTEM_BG), SYM(V4L2_COLORSPACE_JPEG), SYM(V4L2_COLORSPACE_SRGB),
	SYM(V4L2_COLORSPACE_OPRGB), SYM(V4L2_COLORSPACE_BT2020), SYM(V4L2_COLORSPACE_RAW),
	SYM(V4L2_COLORSPACE_DCI_P3),
};
static DEFINE_ENUM(v4l2_colorspace, "V4L2_COLORSPACE_");
static const struct symbol v4l2_fmt_flags_table[] = {
	SYM(V4L2_FMT_FLAG_COMPRESSED), SYM(V4L2_FMT_FLAG_EMULATED), SYM(V4L2_FMT_FLAG_CONTINUOUS_BYTESTREAM),
	SYM(V4L2_FMT_FLAG_DYN_RESOLUTION), SYM(V4L2_FMT_FLAG_ENC_CAP_FRAME_INTERVAL),
	SYM(V4L2_FMT_FLAG_CSC_COLORSPACE), SYM(V4L2_FMT_FLAG_CSC_XFER_FUNC), SYM(V4L2_FMT_FLAG_CSC_YCBCR_ENC),
	SYM(V4L2_FMT_FLAG_CSC_QUANTIZATION),
};
static DEFINE_FLAGS(v4l2_fmt_flags, "V4L2_FMT_FLAG_");
static const struct symbol v4l2_vbi_table[] = { SYM(V4L2_VBI_UNSYNC), SYM(V4L2_VBI_INTERLACED) };
static DEFINE_FLAGS(v4l2_vbi, "V4L2_VBI_");
static const struct symbol v4l2_sliced_table[] = {
	SYM(V4L2_SLICED_VBI_625), SYM(V4L2_SLICED_TELETEXT_B), SYM(V4L2_SLICED_VPS),
	SYM(V4L2_SLICED_CAPTION_525), SYM(V4L2_SLICED_WSS_625),
};
static DEFINE_FLAGS(v4l2_sliced, "V4L2_SLICED_");
static const struct symbol v4l2_size_type_table[] = {
	SYM(V4L2_FRMSIZE_TYPE_DISCRETE), SYM(V4L2_FRMSIZE_TYPE_CONTINUOUS), SYM(V4L2_FRMSIZE_TYPE_STEPWISE),
};
static DEFINE_ENUM(v4l2_size_type, "V4L2_FRMSIZE_TYPE_", .marks_zero = true);
static const struct symbol v4l2_rate_type_table[] = {
	SYM(V4L2_FRMIVAL_TYPE_DISCRETE), SYM(V4L2_FRMIVAL_TYPE_CONTINUOUS), SYM(V4L2_FRMIVAL_TYPE_STEPWISE),
};
static DEFINE_ENUM(v4l2_rate_type, "V4L2_FRMIVAL_TYPE_", .marks_zero = true);

/* Four characters, and the name of what they stand for. */
static void say_code(const struct symbols *syms, uint32_t code, struct out *o)
{
	struct word w;

	if (o->consts == OUT_CONSTS_RAW || (!o->strace && symbols__name(syms, code))) {
		out__symbol(o, syms, code);
		return;
	}
	word__init(&w);
	word__add(&w, "v4l2_fourcc(");
	for (int i = 0; i < 4; i++) {
		const char c = (char)(code >> 8 * i);

		word__add(&w, i ? ", '" : "'");
		if (c < ' ' || c > '~') {
			word__add(&w, "\\x");
			word__add_uint(&w, (uint8_t)c, 16, 2);
		} else {
			word__add(&w, c == '\'' || c == '\\' ? "\\" : "");
			word__addn(&w, &c, 1);
		}
		word__add(&w, "'");
	}
	word__add(&w, ")");
	if (symbols__name(syms, code)) {
		word__add(&w, " /* ");
		word__add(&w, symbols__name(syms, code));
		word__add(&w, " */");
	}
	word__say(&w, o);
}
static void say_v4l2_pix_fmt(struct out *o, uint64_t value)
{
	say_code(&syms_v4l2_pix_fmt, (uint32_t)value, o);
}
static void say_v4l2_sdr_fmt(struct out *o, uint64_t value)
{
	say_code(&syms_v4l2_sdr_fmt, (uint32_t)value, o);
}
static void say_v4l2_meta_fmt(struct out *o, uint64_t value)
{
	say_code(&syms_v4l2_meta_fmt, (uint32_t)value, o);
}

/* ---- struct v4l2_format: a union by its type ---- */

static const struct field v4l2_pix_fields[] = {
	UINT(struct v4l2_pix_format, width), UINT(struct v4l2_pix_format, height),
	SAY(struct v4l2_pix_format, pixelformat, v4l2_pix_fmt), NAMES(struct v4l2_pix_format, field, v4l2_field),
	UINT(struct v4l2_pix_format, bytesperline), UINT(struct v4l2_pix_format, sizeimage),
	NAMES(struct v4l2_pix_format, colorspace, v4l2_colorspace),
};
static DEFINE_LAYOUT(v4l2_pix, sizeof(struct v4l2_pix_format));

static const struct field v4l2_plane_fmt_fields[] = {
	UINT(struct v4l2_plane_pix_format, sizeimage), UINT(struct v4l2_plane_pix_format, bytesperline),
};
static DEFINE_LAYOUT(v4l2_plane_fmt, sizeof(struct v4l2_plane_pix_format));

/* No more than there can be. */
static void say_planes(const struct blob *b, const struct field *f, struct out *o)
{
	const uint8_t nr = b->data[offsetof(struct v4l2_pix_format_mplane, num_planes)];

	layout__say_first(&layout_v4l2_plane_fmt, b, f->off, MIN(nr, VIDEO_MAX_PLANES), o);
}
static const struct field v4l2_pix_mp_fields[] = {
	UINT(struct v4l2_pix_format_mplane, width), UINT(struct v4l2_pix_format_mplane, height),
	SAY(struct v4l2_pix_format_mplane, pixelformat, v4l2_pix_fmt),
	NAMES(struct v4l2_pix_format_mplane, field, v4l2_field),
	NAMES(struct v4l2_pix_format_mplane, colorspace, v4l2_colorspace),
	CUSTOM(struct v4l2_pix_format_mplane, plane_fmt, say_planes),
	UINT(struct v4l2_pix_format_mplane, num_planes),
};
static DEFINE_LAYOUT(v4l2_pix_mp, sizeof(struct v4l2_pix_format_mplane));

static const struct field v4l2_win_fields[] = {
	NESTED(struct v4l2_window, w, v4l2_rect), NAMES(struct v4l2_window, field, v4l2_field),
	HEX(struct v4l2_window, chromakey), PTR(struct v4l2_window, clips), UINT(struct v4l2_window, clipcount),
	PTR(struct v4l2_window, bitmap), HEX(struct v4l2_window, global_alpha, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT_NATIVE(v4l2_win, sizeof(struct v4l2_window));

static const struct field v4l2_vbi_fields[] = {
	UINT(struct v4l2_vbi_format, sampling_rate), UINT(struct v4l2_vbi_format, offset),
	UINT(struct v4l2_vbi_format, samples_per_line), SAY(struct v4l2_vbi_format, sample_format, v4l2_pix_fmt),
	ARRAY_OF(struct v4l2_vbi_format, start, FIELD_SINT, .flags = FIELD_ALL),
	ARRAY_OF(struct v4l2_vbi_format, count, FIELD_UINT, .flags = FIELD_ALL),
	NAMES(struct v4l2_vbi_format, flags, v4l2_vbi),
};
static DEFINE_LAYOUT(v4l2_vbi, sizeof(struct v4l2_vbi_format));

/* The lines of a field of an image. */
#define SLICED_LINES 24
static const struct field v4l2_sliced_lines_fields[] = {
	{ .size = 2, .nr = SLICED_LINES, .kind = FIELD_HEX, .flags = FIELD_ALL },
};
static DEFINE_LAYOUT_BARE(v4l2_sliced_lines, 2 * SLICED_LINES);
static const struct field v4l2_sliced_fields[] = {
	NAMES(struct v4l2_sliced_vbi_format, service_set, v4l2_sliced),
	ARRAY_OF(struct v4l2_sliced_vbi_format, service_lines, FIELD_LAYOUT, .layout = &layout_v4l2_sliced_lines,
		 .flags = FIELD_ALL),
	UINT(struct v4l2_sliced_vbi_format, io_size),
};
static DEFINE_LAYOUT(v4l2_sliced, sizeof(struct v4l2_sliced_vbi_format));

static const struct field v4l2_sdr_fields[] = {
	SAY(struct v4l2_sdr_format, pixelformat, v4l2_sdr_fmt),
	UINT(struct v4l2_sdr_format, buffersize, .flags = FIELD_NONZERO),
};
static DEFINE_LAYOUT(v4l2_sdr, sizeof(struct v4l2_sdr_format));
static const struct field v4l2_meta_fields[] = {
	SAY(struct v4l2_meta_format, dataformat, v4l2_meta_fmt), UINT(struct v4l2_meta_format, buffersize),
};
static DEFINE_LAYOUT(v4l2_meta, sizeof(struct v4l2_meta_format));

enum { FMT_UNKNOWN, FMT_PIX, FMT_PIX_MP, FMT_WIN, FMT_VBI, FMT_SLICED, FMT_SDR, FMT_META };

static const struct field fmt_members[] = {
	/* Of a type that nobody knows. */
	[FMT_UNKNOWN] = ARRAY_OF(struct v4l2_format, fmt.raw_data, FIELD_BYTES, .flags = FIELD_OURS | FIELD_VERBOSE),
	[FMT_PIX] = NESTED(struct v4l2_format, fmt.pix, v4l2_pix),
	[FMT_PIX_MP] = NESTED(struct v4l2_format, fmt.pix_mp, v4l2_pix_mp),
	[FMT_WIN] = NESTED(struct v4l2_format, fmt.win, v4l2_win),
	[FMT_VBI] = NESTED(struct v4l2_format, fmt.vbi, v4l2_vbi),
	[FMT_SLICED] = NESTED(struct v4l2_format, fmt.sliced, v4l2_sliced),
	[FMT_SDR] = NESTED(struct v4l2_format, fmt.sdr, v4l2_sdr),
	[FMT_META] = NESTED(struct v4l2_format, fmt.meta, v4l2_meta),
};
static const uint8_t fmt_of_type[] = {
	[V4L2_BUF_TYPE_VIDEO_CAPTURE] = FMT_PIX, [V4L2_BUF_TYPE_VIDEO_OUTPUT] = FMT_PIX,
	[V4L2_BUF_TYPE_VIDEO_OVERLAY] = FMT_WIN, [V4L2_BUF_TYPE_VIDEO_OUTPUT_OVERLAY] = FMT_WIN,
	[V4L2_BUF_TYPE_VBI_CAPTURE] = FMT_VBI, [V4L2_BUF_TYPE_VBI_OUTPUT] = FMT_VBI,
	[V4L2_BUF_TYPE_SLICED_VBI_CAPTURE] = FMT_SLICED, [V4L2_BUF_TYPE_SLICED_VBI_OUTPUT] = FMT_SLICED,
	[V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE] = FMT_PIX_MP, [V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE] = FMT_PIX_MP,
	[V4L2_BUF_TYPE_SDR_CAPTURE] = FMT_SDR, [V4L2_BUF_TYPE_SDR_OUTPUT] = FMT_SDR,
	[V4L2_BUF_TYPE_META_CAPTURE] = FMT_META, [V4L2_BUF_TYPE_META_OUTPUT] = FMT_META,
};

static unsigned int fmt_of(const struct blob *b)
{
	const uint64_t type = layout__get(b->data + offsetof(struct v4l2_format, type), 4);

	return type < ARRAY_SIZE(fmt_of_type) ? fmt_of_type[type] : FMT_UNKNOWN;
}
static const struct field *choose_fmt(const struct blob *b, const struct out *o)
{
	(void)o;
	return &fmt_members[fmt_of(b)];
}

static const struct field v4l2_format_get_fields[] = {
	NAMES(struct v4l2_format, type, v4l2_buf_type),
	CHOICE(struct v4l2_format, type, choose_fmt, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT_NATIVE(v4l2_format_get, sizeof(struct v4l2_format));
static const struct field v4l2_format_set_fields[] = {
	NAMES(struct v4l2_format, type, v4l2_buf_type, .flags = FIELD_ASKED),
	CHOICE(struct v4l2_format, type, choose_fmt),
};
/* strace tells the answer where it knows both types, and has all that was asked: it looks at clips. */
static bool has_format(const struct blob *asked, const struct blob *answer, const struct out *o)
{
	return !o->strace || (fmt_of(asked) && fmt_of(asked) != FMT_WIN && fmt_of(answer));
}
static DEFINE_LAYOUT_REPLIED(v4l2_format_set, sizeof(struct v4l2_format), NULL, has_format);

static const struct field v4l2_format_fields[] = {
	NAMES(struct v4l2_format, type, v4l2_buf_type), CHOICE(struct v4l2_format, type, choose_fmt),
};
static DEFINE_LAYOUT_NATIVE(v4l2_format, sizeof(struct v4l2_format));
static const struct field v4l2_create_buffers_fields[] = {
	UINT(struct v4l2_create_buffers, index, .flags = FIELD_ANSWER), UINT(struct v4l2_create_buffers, count),
	NAMES(struct v4l2_create_buffers, memory, v4l2_memory, .flags = FIELD_ASKED),
	NESTED(struct v4l2_create_buffers, format, v4l2_format, .flags = FIELD_ASKED),
};
static DEFINE_LAYOUT_NATIVE(v4l2_create_buffers, sizeof(struct v4l2_create_buffers));

/* ---- which there are ---- */

static const struct field v4l2_fmtdesc_fields[] = {
	UINT(struct v4l2_fmtdesc, index), NAMES(struct v4l2_fmtdesc, type, v4l2_buf_type),
	NAMES(struct v4l2_fmtdesc, flags, v4l2_fmt_flags, .flags = FIELD_ANSWER),
	CHARS(struct v4l2_fmtdesc, description, .flags = FIELD_ANSWER),
	SAY(struct v4l2_fmtdesc, pixelformat, v4l2_pix_fmt, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_fmtdesc, sizeof(struct v4l2_fmtdesc));

static const struct field v4l2_size_discrete_fields[] = {
	UINT(struct v4l2_frmsize_discrete, width), UINT(struct v4l2_frmsize_discrete, height),
};
static DEFINE_LAYOUT(v4l2_size_discrete, sizeof(struct v4l2_frmsize_discrete));
static const struct field v4l2_size_stepwise_fields[] = {
	UINT(struct v4l2_frmsize_stepwise, min_width), UINT(struct v4l2_frmsize_stepwise, max_width),
	UINT(struct v4l2_frmsize_stepwise, step_width), UINT(struct v4l2_frmsize_stepwise, min_height),
	UINT(struct v4l2_frmsize_stepwise, max_height), UINT(struct v4l2_frmsize_stepwise, step_height),
};
static DEFINE_LAYOUT(v4l2_size_stepwise, sizeof(struct v4l2_frmsize_stepwise));

/* strace leaves out sizes of which any will do. */
static const struct field *choose_size(const struct blob *b, const struct out *o)
{
	static const struct field discrete = NESTED(struct v4l2_frmsizeenum, discrete, v4l2_size_discrete);
	static const struct field stepwise = NESTED(struct v4l2_frmsizeenum, stepwise, v4l2_size_stepwise);

	switch (layout__get(b->data + offsetof(struct v4l2_frmsizeenum, type), 4)) {
	case V4L2_FRMSIZE_TYPE_DISCRETE:
		return &discrete;
	case V4L2_FRMSIZE_TYPE_CONTINUOUS:
		return o->strace ? NULL : &stepwise;
	case V4L2_FRMSIZE_TYPE_STEPWISE:
		return &stepwise;
	}
	return NULL;
}
static const struct field v4l2_frmsizeenum_fields[] = {
	UINT(struct v4l2_frmsizeenum, index), SAY(struct v4l2_frmsizeenum, pixel_format, v4l2_pix_fmt),
	NAMES(struct v4l2_frmsizeenum, type, v4l2_size_type, .flags = FIELD_ANSWER),
	CHOICE(struct v4l2_frmsizeenum, type, choose_size, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_frmsizeenum, sizeof(struct v4l2_frmsizeenum));

static const struct field v4l2_rate_stepwise_fields[] = {
	CUSTOM(struct v4l2_frmival_stepwise, min, say_fraction),
	CUSTOM(struct v4l2_frmival_stepwise, max, say_fraction),
	CUSTOM(struct v4l2_frmival_stepwise, step, say_fraction),
};
static DEFINE_LAYOUT(v4l2_rate_stepwise, sizeof(struct v4l2_frmival_stepwise));

static const struct field *choose_rate(const struct blob *b, const struct out *o)
{
	static const struct field discrete = CUSTOM(struct v4l2_frmivalenum, discrete, say_fraction);
	static const struct field stepwise = NESTED(struct v4l2_frmivalenum, stepwise, v4l2_rate_stepwise);

	(void)o;
	switch (layout__get(b->data + offsetof(struct v4l2_frmivalenum, type), 4)) {
	case V4L2_FRMIVAL_TYPE_DISCRETE:
		return &discrete;
	case V4L2_FRMIVAL_TYPE_CONTINUOUS:
	case V4L2_FRMIVAL_TYPE_STEPWISE:
		return &stepwise;
	}
	return NULL;
}
static const struct field v4l2_frmivalenum_fields[] = {
	UINT(struct v4l2_frmivalenum, index), SAY(struct v4l2_frmivalenum, pixel_format, v4l2_pix_fmt),
	UINT(struct v4l2_frmivalenum, width), UINT(struct v4l2_frmivalenum, height),
	NAMES(struct v4l2_frmivalenum, type, v4l2_rate_type, .flags = FIELD_ANSWER),
	CHOICE(struct v4l2_frmivalenum, type, choose_rate, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(v4l2_frmivalenum, sizeof(struct v4l2_frmivalenum));

static const struct cmd_row video_format_rows[] = {
	CMD(VIDIOC_G_FMT, ANSWERED(v4l2_format_get)),
	CMD(VIDIOC_S_FMT, REPLIED(v4l2_format_set)),
	CMD(VIDIOC_TRY_FMT, REPLIED(v4l2_format_set)),
	CMD(VIDIOC_CREATE_BUFS, REPLIED_APART(v4l2_create_buffers)),
	CMD(VIDIOC_ENUM_FMT, ANSWERED(v4l2_fmtdesc)),
	CMD(VIDIOC_ENUM_FRAMESIZES, ANSWERED(v4l2_frmsizeenum)),
	CMD(VIDIOC_ENUM_FRAMEINTERVALS, ANSWERED(v4l2_frmivalenum)),
};
const struct cmd_rows ioctl_video_format = CMD_ROWS(video_format);
