/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* ioctl_btrfs.h - values that ioctl_btrfs*.c have in common; ioctl_btrfs.c. */
#ifndef PERF_AUGMENT_IOCTL_BTRFS_H
#define PERF_AUGMENT_IOCTL_BTRFS_H

#include "layout.h"

/** btrfs__say_uuid() - member @f: 16 bytes as text. */
void btrfs__say_uuid(const struct blob *b, const struct field *f, struct out *o);

/**
 * btrfs__say_number() - a decimal number that may have a name in @syms, of which each begins with the prefix; NULL:
 * only the greatest has one.
 */
void btrfs__say_number(struct out *o, uint64_t value, const struct symbols *syms);

/** say_all_to_the_end() - a number of which the greatest has a name. */
void say_all_to_the_end(struct out *o, uint64_t value);

/** say_btrfs_devid() - the number of a device in its file system; strace takes it for one of the kernel's. */
void say_btrfs_devid(struct out *o, uint64_t value);

#endif /* PERF_AUGMENT_IOCTL_BTRFS_H */
