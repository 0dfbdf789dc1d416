// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_bpf_btf.c - hostile bytes as BTF: two say how long it may become. What comes out is no longer, is
 * BTF to libbpf, and has the functions that the bytes have under the same ids, and their strings at the
 * same places where it says so.
 */
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_btf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(const struct btf *small, const uint8_t *btf, size_t size, uint32_t id)
{
	const struct btf_type *type = btf__type_by_id(small, id);
	const char *name, *now;
	size_t len;

	if (!btf_is_func(type))
		return;
	name = bpf_btf__func_name(btf, size, id, &len);
	now = btf__name_by_offset(small, type->name_off);
	if (!now || strlen(now) != (name ? len : 0) || (name && memcmp(name, now, len)))
		__builtin_trap();
	if (!btf_is_func_proto(btf__type_by_id(small, type->type)))
		__builtin_trap();
}

static void check_strings(const struct btf *small, const uint8_t *btf, size_t size, size_t max)
{
	const char *was, *now;
	uint32_t at;

	for (at = 0; at < max; at++) {
		was = bpf_btf__string(btf, size, at);
		now = btf__name_by_offset(small, at);
		if (was && (!now || strcmp(was, now)))
			__builtin_trap();
	}
}

static void check(const uint8_t *small, size_t small_len, bool has_lines, const uint8_t *btf,
		  size_t size)
{
	struct btf *parsed = btf__new(small, (uint32_t)small_len);
	uint32_t id;

	if (!parsed)
		__builtin_trap();
	for (id = 1; id < btf__type_cnt(parsed) && id < 64; id++)
		check_name(parsed, btf, size, id);
	if (has_lines)
		check_strings(parsed, btf, size, small_len < 256 ? small_len : 256);
	btf__free(parsed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *small;
	size_t max, len;
	bool has_lines;
	int err;

	libbpf_set_print(NULL);
	if (size < 2)
		return 0;
	max = data[0] | (size_t)data[1] << 8;
	data += 2;
	size -= 2;
	err = bpf_btf__shorten(data, size, max, &small, &len, &has_lines);
	if (err && err != -EINVAL && err != -E2BIG && err != -ENOMEM)
		__builtin_trap();
	if (err)
		return 0;
	if (len > max)
		__builtin_trap();
	check(small, len, has_lines, data, size);
	free(small);
	return 0;
}
