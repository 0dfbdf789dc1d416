// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * work_video.c [FILE] - ioctls of video devices with contents as programs and drivers have them: on no descriptor,
 * and on a file of work_device, which answers with what is written to it.
 */
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "symbols_tables.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

/* A page, and none behind it. */
#define PAGE 4096
static char *const page = (char *)0x10000000;

static int file = -1;

/* What is asked, and what is answered: structures of @size. */
static void ask(unsigned long nr, const void *asked, const void *answer, size_t size)
{
	memcpy(page, asked, size);
	if (file < 0)
		return;
	if (write(file, answer, size) != (ssize_t)size)
		_exit(1);
	ioctl(file, nr, page);
}

/* The same, after a call that fails. */
static void call(unsigned long nr, const void *asked, const void *answer, size_t size)
{
	memcpy(page, asked, size);
	ioctl(-1, nr, page);
	ask(nr, asked, answer, size);
}
#define CALL(nr, asked, answer) call(nr, &(asked), &(answer), sizeof(asked))

static const uint32_t buf_types[] = { 0, 1,  2,	 3,  4,	 5,  6,	 7,    8,
				      9, 10, 11, 12, 13, 14, 15, 0x80, 0x10001 };
static const uint32_t pixel_formats[] = {
	V4L2_PIX_FMT_YUYV,
	V4L2_PIX_FMT_MJPEG,
	V4L2_PIX_FMT_NV12M,
	V4L2_PIX_FMT_SRGGB10,
	V4L2_PIX_FMT_Y16_BE,
	V4L2_SDR_FMT_CU8,
	V4L2_META_FMT_UVC,
	v4l2_fourcc('\'', '\\', '"', '?'),
	v4l2_fourcc('\n', '\t', 0x7f, ' '),
	v4l2_fourcc('\a', '\v', '\f', '\r'),
	v4l2_fourcc('\b', 033, '0', 0),
	0x32315559,
	0xb2315559,
};

/* Of all types but those that are told as others are. */
static const uint32_t kinds[] = { 0, 1, 3, 4, 6, 9, 11, 13 };

static void formats_of(uint32_t type)
{
	struct v4l2_format asked = { .type = type }, answer = { .type = type };

	for (size_t i = 0; i < sizeof(answer.fmt); i++)
		answer.fmt.raw_data[i] = i % 4 ? 0 : i / 4 + 1;
	CALL(VIDIOC_G_FMT, answer, asked);
	CALL(VIDIOC_S_FMT, answer, asked);
	for (size_t i = 0; i < NR(kinds); i++) {
		answer.type = kinds[i];
		CALL(VIDIOC_G_FMT, asked, answer);
		CALL(VIDIOC_S_FMT, asked, answer);
	}
	CALL(VIDIOC_TRY_FMT, asked, answer);
}

static void pixels(void)
{
	struct v4l2_format asked = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE }, answer = asked;
	struct v4l2_fmtdesc which = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE }, desc = which;

	for (uint32_t i = 0; i < 24; i++) {
		struct v4l2_format other = { .type = V4L2_BUF_TYPE_SDR_CAPTURE };

		other.fmt.sdr.pixelformat = pixel_formats[i % NR(pixel_formats)];
		CALL(VIDIOC_TRY_FMT, other, other);
		other.type = V4L2_BUF_TYPE_META_OUTPUT;
		other.fmt.meta.buffersize = i;
		CALL(VIDIOC_TRY_FMT, other, other);
		other.type = V4L2_BUF_TYPE_VBI_CAPTURE;
		other.fmt.vbi.sample_format = pixel_formats[i % NR(pixel_formats)];
		CALL(VIDIOC_TRY_FMT, other, other);
		asked.fmt.pix = (struct v4l2_pix_format){
			.width = 640,
			.height = 480,
			.pixelformat = pixel_formats[i % NR(pixel_formats)],
			.field = i,
			.bytesperline = 1280,
			.sizeimage = 640 * 480 * 2,
			.colorspace = i,
			.priv = V4L2_PIX_FMT_PRIV_MAGIC,
			.flags = i,
			.quantization = i % 3,
		};
		answer.fmt = asked.fmt;
		answer.fmt.pix.width = 320;
		CALL(VIDIOC_S_FMT, asked, answer);
		CALL(VIDIOC_G_FMT, asked, answer);
		which.index = i;
		desc.flags = 1U << i;
		desc.pixelformat = asked.fmt.pix.pixelformat;
		memcpy(desc.description, "YUYV 4:2:2\0\377", 13);
		CALL(VIDIOC_ENUM_FMT, which, desc);
	}
}

static void planes(void)
{
	static const uint8_t counts[] = { 0, 1, 3, 8, 9, 255 };
	struct v4l2_format asked = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE }, answer = asked;

	for (size_t i = 0; i < NR(counts); i++) {
		asked.fmt.pix_mp = (struct v4l2_pix_format_mplane){
			.width = 1920,
			.height = 1080,
			.pixelformat = V4L2_PIX_FMT_NV12M,
			.field = V4L2_FIELD_NONE,
			.colorspace = V4L2_COLORSPACE_REC709,
			.num_planes = counts[i],
		};
		for (uint32_t n = 0; n < VIDEO_MAX_PLANES; n++) {
			asked.fmt.pix_mp.plane_fmt[n].sizeimage = 1920 * 1080 / (n + 1);
			asked.fmt.pix_mp.plane_fmt[n].bytesperline = 1920;
		}
		answer = asked;
		answer.fmt.pix_mp.num_planes = counts[NR(counts) - i - 1];
		CALL(VIDIOC_S_FMT, asked, answer);
	}
}

/* Clips that cannot be read, or that there are none of. */
static void windows(void)
{
	static const uint32_t counts[] = { 0, 1, 40, UINT32_MAX };
	void *const at[] = { NULL, page + PAGE, (void *)1 };
	struct v4l2_format asked = { .type = V4L2_BUF_TYPE_VIDEO_OVERLAY }, answer = asked;

	for (size_t i = 0; i < NR(counts) * NR(at); i++) {
		asked.fmt.win = (struct v4l2_window){
			.w = { -10, 20, 640, 480 },
			.field = V4L2_FIELD_INTERLACED,
			.chromakey = 0xff00ff,
			.clips = i < NR(at) ? NULL : at[i % NR(at)],
			.clipcount = counts[i / NR(at)],
			.bitmap = i % 2 ? NULL : page,
			.global_alpha = 200,
		};
		answer = asked;
		CALL(VIDIOC_S_FMT, asked, answer);
		CALL(VIDIOC_G_FMT, asked, answer);
	}
}

static void slices(void)
{
	struct v4l2_format asked = { .type = V4L2_BUF_TYPE_VBI_CAPTURE }, answer = asked;

	asked.fmt.vbi = (struct v4l2_vbi_format){
		.sampling_rate = 27000000,
		.offset = 244,
		.samples_per_line = 1440,
		.sample_format = V4L2_PIX_FMT_GREY,
		.start = { -6, 313 },
		.count = { 16, 17 },
		.flags = V4L2_VBI_UNSYNC | V4L2_VBI_INTERLACED | 4,
	};
	answer.fmt.vbi = asked.fmt.vbi;
	answer.fmt.vbi.flags = 8;
	CALL(VIDIOC_S_FMT, asked, answer);
	asked.type = V4L2_BUF_TYPE_SLICED_VBI_OUTPUT;
	asked.fmt.sliced = (struct v4l2_sliced_vbi_format){
		.service_set = V4L2_SLICED_TELETEXT_B | V4L2_SLICED_CAPTION_525 | 2,
		.io_size = 4096,
	};
	for (uint16_t i = 0; i < 24; i++) {
		asked.fmt.sliced.service_lines[0][i] = i * 0x10;
		asked.fmt.sliced.service_lines[1][i] = V4L2_SLICED_WSS_625 + i;
	}
	answer = asked;
	answer.fmt.sliced.service_set = V4L2_SLICED_VBI_625;
	CALL(VIDIOC_S_FMT, asked, answer);
}

static void buffers(void)
{
	static const uint32_t flags[] = { 0x2001,  0x4002,   0x6004,	0xe008, 0x12000,
					  0x22000, 0x70000,  0x100,	0x200,	0x400,
					  0x80000, 0x100000, 0xffffffff };
	struct v4l2_plane *const at = (struct v4l2_plane *)(page + 1024);

	for (uint32_t i = 0; i < NR(buf_types) * 6; i++) {
		struct v4l2_buffer asked = {
			.index = i,
			.type = buf_types[i / 6],
			.memory = i % 6,
			.length = i % 4,
			.bytesused = 4096,
			.flags = flags[i % NR(flags)],
			.field = i % 12,
			.timestamp = { 1700000000, i % 3 ? 999999 : -1 },
			.timecode = { V4L2_TC_TYPE_25FPS, V4L2_TC_FLAG_DROPFRAME, 1, 2, 3, 4,
				      "abc" },
			.sequence = i,
			.reserved2 = i % 5,
			.request_fd = i % 2 ? 0 : 4,
		};
		struct v4l2_buffer answer = asked;

		asked.m.userptr = i % 5 ? (unsigned long)at : 0;
		answer.m.userptr = i % 7 ? (unsigned long)at + 64 * i : 1;
		answer.index = 3;
		answer.flags = flags[(i + 3) % NR(flags)];
		CALL(VIDIOC_QUERYBUF, asked, answer);
		CALL(VIDIOC_QBUF, asked, answer);
		CALL(VIDIOC_DQBUF, asked, answer);
	}
	for (uint32_t i = 0; i < 7; i++) {
		struct v4l2_requestbuffers asked = { .count = i, .type = i + 8, .memory = i };
		struct v4l2_requestbuffers answer = {
			.count = 4, .type = 1, .memory = 1, .capabilities = 0x3f
		};

		CALL(VIDIOC_REQBUFS, asked, answer);
	}
}

static void created(void)
{
	for (size_t i = 0; i < NR(buf_types); i++) {
		struct v4l2_create_buffers asked = {
			.index = 7,
			.count = 4,
			.memory = i % 6,
			.format = { .type = buf_types[i] },
			.capabilities = 0x1f,
			.flags = 1,
		};
		struct v4l2_create_buffers answer = asked;

		for (size_t n = 0; n < sizeof(asked.format.fmt); n++)
			asked.format.fmt.raw_data[n] = n % 4 ? 0 : n / 4 + 1;
		answer.count = 3;
		answer.index = i;
		CALL(VIDIOC_CREATE_BUFS, asked, answer);
	}
}

static void parameters(void)
{
	static const uint32_t modes[] = { 0, 1, 0x1000, 0x1001, 6 };

	for (size_t i = 0; i < NR(buf_types) * NR(modes); i++) {
		struct v4l2_streamparm asked = { .type = buf_types[i / NR(modes)] }, answer = asked;

		asked.parm.capture = (struct v4l2_captureparm){
			.capability = modes[i % NR(modes)],
			.capturemode = modes[(i + 1) % NR(modes)],
			.timeperframe = { 1, 30 },
			.extendedmode = i,
			.readbuffers = 4,
			.reserved = { 1, 2, 3, 4 },
		};
		answer.parm.output = (struct v4l2_outputparm){
			.capability = modes[(i + 2) % NR(modes)],
			.timeperframe = { 1001, 30000 },
			.extendedmode = 2,
			.writebuffers = 3,
		};
		if (i % 3 == 2)
			answer.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
		CALL(VIDIOC_G_PARM, asked, answer);
		CALL(VIDIOC_S_PARM, asked, answer);
	}
}

static void sizes(void)
{
	for (uint32_t type = 0; type < 5; type++) {
		struct v4l2_frmsizeenum size = { .index = type, .pixel_format = V4L2_PIX_FMT_YUYV };
		struct v4l2_frmsizeenum got = size;
		struct v4l2_frmivalenum ival = {
			.index = type,
			.pixel_format = V4L2_PIX_FMT_NV12,
			.width = 640,
			.height = 480,
		};
		struct v4l2_frmivalenum rate = ival;

		got.type = rate.type = type;
		got.stepwise = (struct v4l2_frmsize_stepwise){ 16, 1920, 2, 17, 1080, 4 };
		rate.stepwise =
			(struct v4l2_frmival_stepwise){ { 1, 30 }, { 1, 5 }, { 1001, 30000 } };
		CALL(VIDIOC_ENUM_FRAMESIZES, size, got);
		CALL(VIDIOC_ENUM_FRAMEINTERVALS, ival, rate);
		/* What is asked has all of it. */
		CALL(VIDIOC_ENUM_FRAMESIZES, got, got);
		CALL(VIDIOC_ENUM_FRAMEINTERVALS, rate, rate);
		got.index = 9;
		rate.width = 9;
		CALL(VIDIOC_ENUM_FRAMESIZES, size, got);
		CALL(VIDIOC_ENUM_FRAMEINTERVALS, ival, rate);
	}
}

#include "video_controls.h"

static void inputs(void)
{
	for (uint32_t i = 0; i < 6; i++) {
		struct v4l2_input which = { .index = i }, input = { .index = i, .type = i };
		struct v4l2_standard std = { .index = i }, pal = { .index = i };
		struct v4l2_tuner set = { .index = i,
					  .type = i,
					  .audmode = i,
					  .signal = -i,
					  .afc = -1 },
				  tuner = set;
		struct v4l2_capability cap = {};

		strcpy((char *)input.name, i % 2 ? "S-Video" : "0123456789012345678901234567890");
		memset(input.name + 31, i == 2 ? 'x' : 0, 1);
		input.audioset = 3;
		input.tuner = 1;
		input.std = V4L2_STD_PAL_B;
		input.status = 0x103;
		input.capabilities = 6;
		CALL(VIDIOC_ENUMINPUT, which, input);
		pal.id = V4L2_STD_PAL;
		strcpy((char *)pal.name, "PAL");
		pal.frameperiod = (struct v4l2_fract){ 1, 25 };
		pal.framelines = 625;
		pal.index = i % 2 ? i : 9;
		CALL(VIDIOC_ENUMSTD, std, pal);
		strcpy((char *)tuner.name, "FM");
		tuner.capability = 0x1003U << i;
		tuner.rangelow = 1400000;
		tuner.rangehigh = 1728000;
		tuner.rxsubchans = 3U << i;
		tuner.signal = 65535;
		CALL(VIDIOC_G_TUNER, set, tuner);
		CALL(VIDIOC_S_TUNER, set, tuner);
		CALL(VIDIOC_S_TUNER, tuner, tuner);
		strcpy((char *)cap.driver, "uvcvideo");
		strcpy((char *)cap.card, "Integrated Camera: \"HD\"");
		strcpy((char *)cap.bus_info, "usb-0000:00:14.0-8");
		cap.version = 0x060100 + i;
		cap.capabilities = 0x84a00001U << i;
		cap.device_caps = 0x04200001U << i;
		CALL(VIDIOC_QUERYCAP, cap, cap);
		cap.device_caps = 0;
		CALL(VIDIOC_QUERYCAP, cap, cap);
	}
}

static void others(void)
{
	struct v4l2_crop crop = { V4L2_BUF_TYPE_VIDEO_OVERLAY, { -1, 2, 3, 4 } }, cropped = crop;
	struct v4l2_cropcap which = { .type = 1 },
			    cap = { 1, { -1, -2, 3, 4 }, { 5, 6, 7, 8 }, { 54, 59 } };
	struct v4l2_framebuffer fb = { .capability = 0x2f, .flags = 7, .base = page };
	uint64_t std = V4L2_STD_NTSC;

	cropped.c.left = -9;
	CALL(VIDIOC_G_CROP, crop, cropped);
	CALL(VIDIOC_S_CROP, crop, crop);
	CALL(VIDIOC_CROPCAP, which, cap);
	CALL(VIDIOC_G_FBUF, fb, fb);
	CALL(VIDIOC_S_FBUF, fb, fb);
	CALL(VIDIOC_G_STD, std, std);
	CALL(VIDIOC_S_STD, std, std);
}

/* Not readable, or not to its end. */
static void unreadable(void)
{
	static const unsigned long calls[] = {
		VIDIOC_QUERYCAP,
		VIDIOC_ENUM_FMT,
		VIDIOC_G_FMT,
		VIDIOC_S_FMT,
		VIDIOC_TRY_FMT,
		VIDIOC_QUERYBUF,
		VIDIOC_QBUF,
		VIDIOC_DQBUF,
		VIDIOC_G_PARM,
		VIDIOC_S_PARM,
		VIDIOC_ENUMSTD,
		VIDIOC_ENUMINPUT,
		VIDIOC_G_CTRL,
		VIDIOC_S_CTRL,
		VIDIOC_G_TUNER,
		VIDIOC_S_TUNER,
		VIDIOC_QUERYCTRL,
		VIDIOC_G_EXT_CTRLS,
		VIDIOC_S_EXT_CTRLS,
		VIDIOC_TRY_EXT_CTRLS,
		VIDIOC_ENUM_FRAMESIZES,
		VIDIOC_ENUM_FRAMEINTERVALS,
		VIDIOC_CREATE_BUFS,
		VIDIOC_QUERY_EXT_CTRL,
	};

	memset(page, 0, PAGE);
	for (size_t i = 0; i < NR(calls); i++) {
		const size_t size = _IOC_SIZE(calls[i]);

		ioctl(-1, calls[i], NULL);
		ioctl(-1, calls[i], 1);
		ioctl(-1, calls[i], page + PAGE - size / 2);
		ioctl(-1, calls[i], page + PAGE - size + 1);
		ioctl(-1, calls[i], page + PAGE - size);
		ioctl(file, calls[i], page + PAGE - size / 2);
		ioctl(file, calls[i], page + PAGE - size);
	}
}

/* All formats and controls that have names, and what is beside them. */
static void names(void)
{
	static const struct {
		const struct symbols *syms;
		uint32_t type;
	} formats[] = {
		{ &syms_v4l2_pix_fmt, V4L2_BUF_TYPE_VIDEO_CAPTURE },
		{ &syms_v4l2_sdr_fmt, V4L2_BUF_TYPE_SDR_CAPTURE },
		{ &syms_v4l2_meta_fmt, V4L2_BUF_TYPE_META_CAPTURE },
	};

	for (size_t i = 0; i < NR(formats); i++) {
		for (size_t n = 0; n < formats[i].syms->nr; n++) {
			struct v4l2_format asked = { .type = formats[i].type };

			asked.fmt.meta.dataformat = formats[i].syms->table[n].value;
			if (asked.type == V4L2_BUF_TYPE_VIDEO_CAPTURE)
				asked.fmt.pix.pixelformat = asked.fmt.meta.dataformat;
			memcpy(page, &asked, sizeof(asked));
			ioctl(-1, VIDIOC_TRY_FMT, page);
		}
	}
	for (size_t n = 0; n < syms_v4l2_cid.nr; n++) {
		for (int beside = -1; beside < 2; beside++) {
			struct v4l2_control one = { .id = syms_v4l2_cid.table[n].value + beside };

			memcpy(page, &one, sizeof(one));
			ioctl(-1, VIDIOC_G_CTRL, page);
		}
	}
}

int main(int argc, char *argv[])
{
	if (argc > 1)
		file = open(argv[1], O_RDWR);
	if (argc > 2 || (argc > 1 && file < 0))
		return 2;
	if (mmap(page, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
		 0) != page)
		return 1;
	for (size_t i = 0; i < NR(buf_types); i++)
		formats_of(buf_types[i]);
	pixels();
	planes();
	windows();
	slices();
	buffers();
	created();
	parameters();
	sizes();
	controls();
	many_controls();
	names();
	inputs();
	others();
	unreadable();
	return 0;
}
