/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* terminal.h - what may be written to a descriptor besides text. */
#ifndef PERF_AUGMENT_TERMINAL_H
#define PERF_AUGMENT_TERMINAL_H

#include <stdbool.h>

/**
 * terminal__takes_colors() - unless the user has said otherwise: is @fd a terminal that is not dumb, and no
 * NO_COLOR in the environment? An empty one says nothing.
 */
bool terminal__takes_colors(int fd);

#endif /* PERF_AUGMENT_TERMINAL_H */
