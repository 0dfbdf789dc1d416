/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* result.bpf.h - what a call returned; a part of engine.bpf.c. */
#ifndef PERF_AUGMENT_RESULT_BPF_H
#define PERF_AUGMENT_RESULT_BPF_H

#define MAX_ERRNO 4095

static __always_inline bool is_error(s64 ret)
{
	return ret < 0 && ret >= -MAX_ERRNO;
}

/* As a 32-bit program has it, which gets the lower half: that may be an error where the whole is none. */
static __always_inline s64 compat_result(s64 ret)
{
	const s64 half = (s32)ret;

	return is_error(half) ? half : (u32)ret;
}

static __always_inline bool result_is_hidden(s64 ret)
{
	return config.hidden & (is_error(ret) ? AUG_HIDE_FAILED : AUG_HIDE_SUCCESSFUL);
}

#endif /* PERF_AUGMENT_RESULT_BPF_H */
