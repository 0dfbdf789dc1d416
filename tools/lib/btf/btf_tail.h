/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* btf_tail.h - how long the entries of BTF's type section are (Documentation/bpf/btf.rst of the kernel). */
#ifndef PERF_AUGMENT_BTF_TAIL_H
#define PERF_AUGMENT_BTF_TAIL_H

#include <bpf/btf.h>
#include <errno.h>
#include <stdint.h>

/** struct btf_tail - bytes once, and for each of vlen, as of the kinds. */
struct btf_tail {
	uint8_t once, each;
	uint8_t is_known;
};

/** btf_tails - by kind; a field of five bits. */
extern const struct btf_tail btf_tails[32];

/**
 * btf_tail__len() - bytes behind a struct btf_type.
 * @info: its member of that name, hostile.
 * Return: -EINVAL for a kind that is not known.
 */
static inline int64_t btf_tail__len(uint32_t info)
{
	/* No branch for each kind: they come in no order, by the hundred thousand. */
	const struct btf_tail *tail = &btf_tails[BTF_INFO_KIND(info)];

	return tail->is_known ? tail->once + (int64_t)BTF_INFO_VLEN(info) * tail->each : -EINVAL;
}

#endif /* PERF_AUGMENT_BTF_TAIL_H */
