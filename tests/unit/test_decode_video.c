// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Structures of video devices in our own formats: unions by a type that may be anything, counts that are more than
 * there can be, what strace leaves out. What strace tells is held to it by tests/live/work_video.c.
 */
#include "decode_call.h"

#include <linux/videodev2.h>

static void asks(struct call *c, uint32_t cmd, const void *asked, size_t size)
{
	native(c, "ioctl");
	c->rec.args[1] = cmd;
	c->rec.args[2] = 0x1000;
	call__payload(c, 2, asked, size, 0);
}

static void expect_arg(struct call *c, const char *name, const char *arg)
{
	char text[4096];

	snprintf(text, sizeof(text), "{ fd: 0, cmd: VIDIOC_%s, arg: %s }", name, arg);
	assert_string_equal(call__text(c), text);
}

/* Both sides may have different types. */
static void union__is_told_by_its_type(void **state)
{
	struct v4l2_format asked = { .type = V4L2_BUF_TYPE_META_OUTPUT };
	struct v4l2_format answer = { .type = V4L2_BUF_TYPE_SDR_CAPTURE };
	struct call c;

	(void)state;
	asked.fmt.meta.dataformat = V4L2_META_FMT_UVC;
	asked.fmt.meta.buffersize = 10;
	answer.fmt.sdr.pixelformat = v4l2_fourcc('\'', 'a', 0, '\\');
	asks(&c, VIDIOC_S_FMT, &asked, sizeof(asked));
	expect_arg(&c, "S_FMT",
		   "{ type: META_OUTPUT, fmt.meta: { dataformat: UVC, buffersize: 10 } }");
	call__payload(&c, 2, &answer, sizeof(answer), AUG_P_EXIT);
	expect_arg(&c, "S_FMT",
		   "{ type: META_OUTPUT, fmt.meta: { dataformat: UVC, buffersize: 10 } } => "
		   "{ fmt.sdr: { pixelformat: v4l2_fourcc('\\'', 'a', '\\x00', '\\\\') } }");
	call__free(&c);
}

/* What nobody knows is missed, and all of it told where all is asked for. */
static void unknown_type__has_its_bytes(void **state)
{
	struct v4l2_streamparm asked = { .type = 77 };
	struct call c;

	(void)state;
	memset(asked.parm.raw_data, 'x', sizeof(asked.parm.raw_data));
	asks(&c, VIDIOC_S_PARM, &asked, sizeof(asked));
	expect_arg(&c, "S_PARM", "{ type: 0x4d, ... }");
	c.verbose = true;
	assert_non_null(strstr(call__text(&c), "parm.raw_data: \"xxxx"));
	call__free(&c);
}

/* At each length what is whole is told, and nothing behind it is looked at. */
static void cut_union__is_missed(void **state)
{
	struct v4l2_format asked = { .type = V4L2_BUF_TYPE_SDR_OUTPUT };
	const size_t whole = offsetof(struct v4l2_format, fmt.sdr) + sizeof(asked.fmt.sdr);

	(void)state;
	for (size_t len = 1; len < sizeof(asked); len++) {
		struct call c;

		asks(&c, VIDIOC_S_FMT, &asked, len);
		call__payload(&c, 2, &asked, len, AUG_P_EXIT);
		if (len < 4)
			expect_arg(&c, "S_FMT", "{ ... } => { ... }");
		else if (len < whole)
			expect_arg(&c, "S_FMT", "{ type: SDR_OUTPUT, ... } => { ... }");
		else
			assert_non_null(strstr(call__text(&c), " => { fmt.sdr: { pixelformat: "));
		call__free(&c);
	}
}

static void planes__are_no_more_than_there_can_be(void **state)
{
	struct v4l2_format asked = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE };
	const char *text;
	struct call c;
	size_t nr = 0;

	(void)state;
	asked.fmt.pix_mp.num_planes = UINT8_MAX;
	asks(&c, VIDIOC_S_FMT, &asked, sizeof(asked));
	text = call__text(&c);
	for (const char *at = text; (at = strstr(at, "sizeimage")); at++)
		nr++;
	assert_int_equal(nr, VIDEO_MAX_PLANES);
	assert_non_null(strstr(text, "bytesperline: 0 }], num_planes: 255 }"));
	call__free(&c);
}

/* Planes are no offset, and a descriptor is one; what a driver refused is told. */
static void buffer__is_told_by_its_memory(void **state)
{
	struct v4l2_buffer asked = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE,
		.memory = V4L2_MEMORY_MMAP,
		.m.planes = (struct v4l2_plane *)0x2000,
		.length = 2,
	};
	struct call c;

	(void)state;
	asks(&c, VIDIOC_QBUF, &asked, sizeof(asked));
	expect_arg(&c, "QBUF", "{ type: VIDEO_CAPTURE_MPLANE, index: 0 }");
	c.rec.ret = -EINVAL;
	expect_arg(
		&c, "QBUF",
		"{ type: VIDEO_CAPTURE_MPLANE, index: 0, memory: MMAP, m.planes: 0x2000, length: 2, "
		"bytesused: 0, flags: TIMESTAMP_UNKNOWN|TSTAMP_SRC_EOF }");
	call__free(&c);
	asked.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
	asked.memory = V4L2_MEMORY_DMABUF;
	asked.m.fd = 7;
	asks(&c, VIDIOC_QBUF, &asked, sizeof(asked));
	asked.flags = V4L2_BUF_FLAG_QUEUED;
	call__payload(&c, 2, &asked, sizeof(asked), AUG_P_EXIT);
	expect_arg(
		&c, "QBUF",
		"{ type: VIDEO_OUTPUT, index: 0, memory: DMABUF, m.fd: 7, length: 2, bytesused: 0, "
		"flags: QUEUED|TIMESTAMP_UNKNOWN|TSTAMP_SRC_EOF, ... }");
	call__free(&c);
}

/* The kernel writes it when it refuses a control; what failed calls leave is not copied. */
static void refused_control__is_not_told_as_it_was(void **state)
{
	struct v4l2_ext_controls asked = { .ctrl_class = V4L2_CTRL_CLASS_USER,
					   .count = 2,
					   .error_idx = 9 };
	struct call c;

	(void)state;
	asks(&c, VIDIOC_G_EXT_CTRLS, &asked, sizeof(asked));
	c.rec.ret = -ENOTTY;
	expect_arg(&c, "G_EXT_CTRLS",
		   "{ ctrl_class: USER, count: 2, controls: NULL, error_idx: 9 }");
	c.rec.ret = -EINVAL;
	expect_arg(&c, "G_EXT_CTRLS",
		   "{ ctrl_class: USER, count: 2, controls: NULL, error_idx: <not read> }");
	call__free(&c);
}

static void answer__is_told_beside_the_question(void **state)
{
	struct v4l2_create_buffers asked = { .count = 8, .memory = V4L2_MEMORY_MMAP };
	struct v4l2_create_buffers answer = { .index = 3, .count = 5 };
	struct v4l2_queryctrl which = { .id = V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CID_BRIGHTNESS };
	struct v4l2_queryctrl found = { .id = V4L2_CTRL_CLASS_CAMERA + 0xfff, .name = "x" };
	struct call c;

	(void)state;
	asks(&c, VIDIOC_CREATE_BUFS, &asked, sizeof(asked));
	call__payload(&c, 2, &answer, sizeof(answer), AUG_P_EXIT);
	expect_arg(
		&c, "CREATE_BUFS",
		"{ count: 8, memory: MMAP, format: { type: 0, ... } } => { index: 3, count: 5 }");
	call__free(&c);
	asks(&c, VIDIOC_QUERYCTRL, &which, sizeof(which));
	call__payload(&c, 2, &found, sizeof(found), AUG_P_EXIT);
	expect_arg(&c, "QUERYCTRL",
		   "{ id: NEXT_CTRL|BRIGHTNESS => CAMERA+0xfff, type: 0, name: \"x\", ... }");
	call__free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(union__is_told_by_its_type),
		cmocka_unit_test(unknown_type__has_its_bytes),
		cmocka_unit_test(cut_union__is_missed),
		cmocka_unit_test(planes__are_no_more_than_there_can_be),
		cmocka_unit_test(buffer__is_told_by_its_memory),
		cmocka_unit_test(refused_control__is_not_told_as_it_was),
		cmocka_unit_test(answer__is_told_beside_the_question),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
