// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* annotate_old.bpf.c - the programs of annotate_kinds.bpf.c for kernels without bpf_loop(). */
#define BEFORE_5_17
#include "annotate_kinds.bpf.c"
