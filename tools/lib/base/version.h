/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* version.h - of this program; a packager's -DPERF_AUGMENT_VERSION comes first. */
#ifndef PERF_AUGMENT_VERSION_H
#define PERF_AUGMENT_VERSION_H

#ifndef PERF_AUGMENT_VERSION
#define PERF_AUGMENT_VERSION "0.1"
#endif

#endif /* PERF_AUGMENT_VERSION_H */
