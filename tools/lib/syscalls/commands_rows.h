/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* commands_rows.h - how rows of commands_*.c are written. */
#ifndef PERF_AUGMENT_COMMANDS_ROWS_H
#define PERF_AUGMENT_COMMANDS_ROWS_H

#include "syscalls_tables.h"

/* clang-format off */

#define CMD(c, ...) { .cmd = (uint32_t)(c), .arg = __VA_ARGS__ }
/* The call returns a descriptor. */
#define CMD_FD(c, ...) { .cmd = (uint32_t)(c), .ret = RET_FD, .arg = __VA_ARGS__ }
/* It returns a task, or a process group. */
#define CMD_PID(c, ...) { .cmd = (uint32_t)(c), .ret = RET_PID, .arg = __VA_ARGS__ }
/* What it returns has names. */
#define CMD_RESULT(c, res, ...) { .cmd = (uint32_t)(c), .result = RESULT(res), .arg = __VA_ARGS__ }
#define NOTHING ARG(NULL, none)
/* A structure with answers in it. */
#define ANSWERED(lay) { .type = &arg_answered, .layout = &layout_##lay }
/* One structure for the question, one for the answer: {...} => {...} */
#define REPLIED(lay) { .type = &arg_replied, .layout = &layout_##lay }
/* The answer stands behind the result in strace's lines. */
#define REPLIED_APART(lay) { .type = &arg_replied, .layout = &layout_##lay, .exit_label = "" }
/* The same; strace shows where the answer would have been when the call failed. */
#define REPLIED_WHERE(lay) { .type = &arg_replied_where, .layout = &layout_##lay }

/* What strace 6.1 does not know: it shows the argument as a number. */
#define NUMBER_TO_STRACE(lay, w) POINTS_(NULL, struct, lay, w, .strace_when = STRACE_NUMBER)

/* clang-format on */

#endif /* PERF_AUGMENT_COMMANDS_ROWS_H */
