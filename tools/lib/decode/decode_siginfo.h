/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* decode_siginfo.h - signals and what comes with them. */
#ifndef PERF_AUGMENT_DECODE_SIGINFO_H
#define PERF_AUGMENT_DECODE_SIGINFO_H

#include <stddef.h>
#include <stdint.h>

#include "out.h"

/**
 * siginfo__say() - one value: the object of a struct siginfo of a 64-bit task.
 * @len: bytes there are; what is missing of the first 48 counts as zero.
 */
void siginfo__say(const uint8_t *data, size_t len, struct out *o);

/** siginfo__say32() - the same of a 32-bit task. */
void siginfo__say32(const uint8_t *data, size_t len, struct out *o);

#endif /* PERF_AUGMENT_DECODE_SIGINFO_H */
