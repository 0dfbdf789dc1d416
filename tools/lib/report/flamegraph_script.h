/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* flamegraph_script.h - what makes a flame graph click, search and tell: JavaScript without names of others. */
#ifndef PERF_AUGMENT_FLAMEGRAPH_SCRIPT_H
#define PERF_AUGMENT_FLAMEGRAPH_SCRIPT_H

/** Ends up in a CDATA section: no "]]>" in it. */
extern const char flamegraph_style[];
extern const char flamegraph_script[];

#endif /* PERF_AUGMENT_FLAMEGRAPH_SCRIPT_H */
