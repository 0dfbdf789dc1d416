/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * x32.h - calls by the x32 ABI, which come through the native entry with a bit in their number. Few kernels
 * take them; others fail them with ENOSYS. They are named and marked; their arguments are not copied.
 */
#ifndef PERF_AUGMENT_X32_H
#define PERF_AUGMENT_X32_H

#include "syscalls.h"

/** x32__is() - whether the call number @nr of table @abi is one of x32. */
bool x32__is(unsigned int abi, unsigned int nr);

/** x32__number() - its number without the bit. */
unsigned int x32__number(unsigned int nr);

/** x32__get() - the native call that it is; NULL when no table has the number. */
const struct syscall_desc *x32__get(unsigned int nr);

#endif /* PERF_AUGMENT_X32_H */
