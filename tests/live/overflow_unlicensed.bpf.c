// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_unlicensed.bpf.c - reads the kernel's memory, which takes a GPL-compatible licence. */
#include <overflow.h>

OVERFLOW(reads_kernel)
{
	u64 word = 0;

	bpf_probe_read_kernel(&word, sizeof(word), (void *)ctx->regs.sp);
	return word ? OVERFLOW_KEEP : OVERFLOW_DROP;
}
