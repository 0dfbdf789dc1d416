// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* augment_values_v1.bpf.c - the same as years ago, with version 1 of the header; for trace_augmenter.sh. */
#include "tests/objects/augmenter_v1/augmenter.bpf.h"

#include "augment_values.bpf.c"
