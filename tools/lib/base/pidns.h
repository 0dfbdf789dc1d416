/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* pidns.h - our pid namespace, as BPF helpers want it named. */
#ifndef PERF_AUGMENT_PIDNS_H
#define PERF_AUGMENT_PIDNS_H

#include <stdbool.h>
#include <stdint.h>

/**
 * pidns__find() - whether we are in a pid namespace that is not the initial one, and in which: there
 * our numbers are not those that the kernel's helpers give.
 * @ret_dev: its device number as the kernel keeps it, not as stat() encodes it; @ret_ino: its inode.
 */
bool pidns__find(uint64_t *ret_dev, uint64_t *ret_ino);

#endif /* PERF_AUGMENT_PIDNS_H */
