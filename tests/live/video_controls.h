/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* video_controls.h - the part of work_video.c that asks for controls, one and several at once. */
#ifndef TESTS_VIDEO_CONTROLS_H
#define TESTS_VIDEO_CONTROLS_H

static const uint32_t ids[] = {
	V4L2_CID_BRIGHTNESS,
	V4L2_CID_CONTRAST,
	V4L2_CID_USER_CLASS,
	V4L2_CID_PRIVATE_BASE,
	V4L2_CID_PRIVATE_BASE + 3,
	V4L2_CID_BASE + 44,
	V4L2_CID_BASE + 900,
	V4L2_CID_EXPOSURE_AUTO,
	V4L2_CID_FM_RX_CLASS,
	V4L2_CID_STATELESS_H264_SPS,
	V4L2_CID_STATELESS_MPEG2_SEQUENCE,
	V4L2_CID_STATELESS_HEVC_SPS,
	V4L2_CID_RDS_TX_PS_NAME,
	V4L2_CID_COLORIMETRY_CLASS,
	V4L2_CID_COLORIMETRY_HDR10_CLL_INFO,
	V4L2_CID_PIXEL_RATE,
	V4L2_CID_USER_MEYE_BASE,
	V4L2_CID_USER_ALLEGRO_BASE,
	V4L2_CID_MPEG_VIDEO_H264_PROFILE,
	V4L2_CID_JPEG_RESTART_INTERVAL,
	V4L2_CID_FLASH_LED_MODE,
	V4L2_CID_DETECT_MD_MODE,
	V4L2_CID_TUNE_PREEMPHASIS,
	0x990b7f,
	0,
	UINT32_MAX,
};
static const uint32_t next_flags[] = { 0, V4L2_CTRL_FLAG_NEXT_CTRL, V4L2_CTRL_FLAG_NEXT_COMPOUND,
				       V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND };

static void query(uint32_t asked_id, uint32_t id, uint32_t i)
{
	struct v4l2_queryctrl which = { .id = asked_id }, found = { .id = id };
	struct v4l2_query_ext_ctrl ext = { .id = asked_id }, got = { .id = id };
	static const uint32_t types[] = { 0,	 1,	2,     3,     4,     5,	    6,	   7,
					  8,	 9,	0xa,   0x100, 0x101, 0x102, 0x103, 0x106,
					  0x107, 0x110, 0x200, 0x201, 0x203, 0x220, 0x230, 0x250,
					  0x251, 0x260, 0x270, 0x272, 0x274, 0x280 };

	found.type = got.type = types[i % NR(types)];
	strcpy((char *)found.name, "Brightness \"1\"");
	strcpy(got.name, "Exposure, Auto\n");
	found.minimum = -64;
	found.maximum = 64;
	found.step = 1;
	found.default_value = -3;
	found.flags = got.flags = 1U << (i % 14) | (i % 3 ? 4 : 0);
	got.minimum = INT64_MIN;
	got.maximum = INT64_MAX;
	got.step = UINT64_MAX;
	got.default_value = -1;
	got.elem_size = 4;
	got.elems = 12;
	got.nr_of_dims = i % 6;
	for (uint32_t n = 0; n < 4; n++)
		got.dims[n] = n + 2;
	if (i % 5 == 4) {
		found.reserved[1] = 7;
		got.reserved[31] = 8;
	}
	CALL(VIDIOC_QUERYCTRL, which, found);
	CALL(VIDIOC_QUERY_EXT_CTRL, ext, got);
	CALL(VIDIOC_QUERYCTRL, found, found);
	CALL(VIDIOC_QUERY_EXT_CTRL, got, got);
}

static void controls(void)
{
	for (uint32_t i = 0; i < NR(ids); i++) {
		struct v4l2_control one = { .id = ids[i], .value = -1 },
				    other = { .id = ids[i], .value = 128 };

		CALL(VIDIOC_G_CTRL, one, other);
		CALL(VIDIOC_S_CTRL, one, other);
		other.id = ids[0];
		CALL(VIDIOC_G_CTRL, one, other);
		CALL(VIDIOC_S_CTRL, one, other);
		for (uint32_t n = 0; n < NR(next_flags); n++)
			query(ids[i] | next_flags[n], ids[i], i * NR(next_flags) + n);
		query(ids[i], ids[0] | next_flags[i % 4], i);
	}
}

/* Controls, those that cannot be read, and none. */
static void many_controls(void)
{
	static struct v4l2_ext_control controls[40];
	static const unsigned long calls[] = { VIDIOC_G_EXT_CTRLS, VIDIOC_S_EXT_CTRLS,
					       VIDIOC_TRY_EXT_CTRLS };
	static const uint32_t classes[] = { V4L2_CTRL_CLASS_USER,
					    V4L2_CTRL_CLASS_CODEC,
					    V4L2_CTRL_CLASS_CAMERA,
					    V4L2_CTRL_CLASS_FM_TX,
					    V4L2_CTRL_CLASS_FLASH,
					    V4L2_CTRL_CLASS_JPEG,
					    V4L2_CTRL_CLASS_IMAGE_SOURCE,
					    V4L2_CTRL_CLASS_IMAGE_PROC,
					    V4L2_CTRL_CLASS_DV,
					    V4L2_CTRL_CLASS_FM_RX,
					    V4L2_CTRL_CLASS_RF_TUNER,
					    V4L2_CTRL_CLASS_DETECT,
					    V4L2_CTRL_CLASS_CODEC_STATELESS,
					    V4L2_CTRL_CLASS_COLORIMETRY,
					    0,
					    V4L2_CTRL_WHICH_DEF_VAL,
					    V4L2_CTRL_WHICH_REQUEST_VAL,
					    0x980001 };
	static const uint32_t counts[] = { 0, 1, 40, UINT32_MAX };
	void *const places[] = { NULL, page + PAGE, (void *)1, controls };

	for (uint32_t i = 0; i < NR(controls); i++)
		controls[i] = (struct v4l2_ext_control){
			.id = i % 3 ? V4L2_CID_BASE + i : V4L2_CTRL_CLASS_CODEC + i * 100,
			.value64 = (int64_t)i * -0x123456789,
		};
	for (size_t i = 0; i < NR(classes) * NR(counts) * NR(places); i++) {
		struct v4l2_ext_controls asked = {
			.ctrl_class = classes[i % NR(classes)],
			.count = counts[i / NR(places) % NR(counts)],
			.error_idx = i % 4,
			.request_fd = i % 5,
			.controls = places[i % NR(places)],
		};
		struct v4l2_ext_controls answer = asked;

		/* Of too many strace -v tells all that is in memory. */
		if (asked.controls == controls && asked.count > NR(controls))
			continue;
		answer.error_idx = 2;
		for (size_t n = 0; n < NR(calls); n++) {
			/* Where it failed to set them it tells an answer, too. */
			if (n && asked.controls == controls)
				ask(calls[n], &asked, &answer, sizeof(asked));
			else
				CALL(calls[n], asked, answer);
		}
	}
}

#endif /* TESTS_VIDEO_CONTROLS_H */
