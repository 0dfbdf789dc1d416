/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* ioctl_video.h - what the ioctl_video*.c have in common. */
#ifndef PERF_AUGMENT_IOCTL_VIDEO_H
#define PERF_AUGMENT_IOCTL_VIDEO_H

#include "layout.h"

/* ioctl_video.c */
extern const struct symbols syms_v4l2_buf_type, syms_v4l2_memory;
extern const struct layout layout_v4l2_rect;

/** say_fraction() - two numbers of 32 bits: 1/30. */
void say_fraction(const struct blob *b, const struct field *f, struct out *o);

#endif /* PERF_AUGMENT_IOCTL_VIDEO_H */
