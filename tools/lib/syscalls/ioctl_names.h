/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ioctl_names.h - names of the ioctls of all devices, beside those that ioctl_symbols__get() has, which
 * are more often met.
 */
#ifndef PERF_AUGMENT_IOCTL_NAMES_H
#define PERF_AUGMENT_IOCTL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * ioctl_names__get() - the name that driver @i of those that share @cmd gives it.
 * @compat: a 32-bit program's number; structures that are shorter there have numbers of their own.
 * Return: NULL after the last.
 */
const char *ioctl_names__get(uint32_t cmd, bool compat, size_t i);

#endif /* PERF_AUGMENT_IOCTL_NAMES_H */
