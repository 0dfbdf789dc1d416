/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* compare.bpf.h - numbers of expressions, which are signed or not. */
#ifndef PERF_AUGMENT_COMPARE_BPF_H
#define PERF_AUGMENT_COMPARE_BPF_H

/* Of the numbers that are meant: a negative one is below every unsigned one. */
static __always_inline bool is_less(u64 a, bool a_signed, u64 b, bool b_signed)
{
	bool a_negative = a_signed && (s64)a < 0, b_negative = b_signed && (s64)b < 0;

	return a_negative != b_negative ? a_negative : a < b;
}

static __always_inline bool is_equal(u64 a, bool a_signed, u64 b, bool b_signed)
{
	return a == b && !is_less(a, a_signed, b, b_signed) && !is_less(b, b_signed, a, a_signed);
}

#endif /* PERF_AUGMENT_COMPARE_BPF_H */
