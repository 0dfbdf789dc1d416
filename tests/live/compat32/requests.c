// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* requests.c - work_requests.c as a 32-bit program. */
#define _GNU_SOURCE /* struct mmsghdr */
#include "../work_requests.c"
