/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* perfdata_owner.h - whose recording it is. */
#ifndef PERF_AUGMENT_PERFDATA_OWNER_H
#define PERF_AUGMENT_PERFDATA_OWNER_H

#include <stdbool.h>

/**
 * perfdata_owner__check() - as perf: what somebody else put there may want to mislead.
 * @force: the user wants it read all the same.
 * Return: 0, also when it is not there or no file; -EPERM, logged.
 */
int perfdata_owner__check(const char *path, bool force);

#endif /* PERF_AUGMENT_PERFDATA_OWNER_H */
