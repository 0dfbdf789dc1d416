// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_bpf_parts.c - hostile bytes as what the capturer of BPF programs sends: a u16 length before
 * each record. What comes out is walked to its ends.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf_parts.h"
#include "bpf_synth.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int check_record(void *ctx, const uint8_t *record, size_t size)
{
	(void)ctx;
	(void)record;
	if (size > BPF_SYNTH_RECORD_MAX)
		__builtin_trap();
	return 0;
}

static void walk(struct bpf_captured *captured)
{
	static const struct kernel_code nothing_known;
	const struct bpf_synth synth = { .code = &nothing_known, .sample_id_size = 24 };
	const uint8_t *last;
	unsigned int i;

	if (captured->copy.entry.bad_arrays)
		__builtin_trap();
	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		const struct bpf_prog_elems *elems = &captured->copy.entry.array[i];

		if (!elems->at)
			continue;
		last = elems->at + (size_t)elems->nr * elems->elem_size;
		if (elems->at < captured->copy.raw ||
		    last > captured->copy.raw + captured->copy.raw_len)
			__builtin_trap();
	}
	if (captured->copy.raw)
		bpf_synth__prog(&synth, &captured->copy, captured->btf, captured->btf_len,
				check_record, NULL);
	bpf_prog_copy__free(&captured->copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bpf_parts *parts = bpf_parts__new(2);
	struct bpf_captured captured;
	size_t len;
	int ret;

	while (parts && size >= 2) {
		len = data[0] | (size_t)data[1] << 8;
		data += 2;
		size -= 2;
		if (len > size)
			len = size;
		ret = bpf_parts__add(parts, data, len, &captured);
		if (ret == 1)
			walk(&captured);
		else if (ret && ret != -EINVAL && ret != -ENOMEM)
			__builtin_trap();
		data += len;
		size -= len;
	}
	bpf_parts__free(parts);
	return 0;
}
