/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* btf_tail.h - how long the entries of BTF's type section are (Documentation/bpf/btf.rst of the kernel). */
#ifndef PERF_AUGMENT_BTF_TAIL_H
#define PERF_AUGMENT_BTF_TAIL_H

#include <stdint.h>

/**
 * btf_tail__len() - bytes behind a struct btf_type.
 * @info: its member of that name, hostile.
 * Return: -EINVAL for a kind that is not known.
 */
int64_t btf_tail__len(uint32_t info);

#endif /* PERF_AUGMENT_BTF_TAIL_H */
