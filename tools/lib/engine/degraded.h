/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * degraded.h - what a trace will lack, and why: collected while it begins, said in one line. Reasons and
 * advice are those of doctor.h.
 */
#ifndef PERF_AUGMENT_DEGRADED_H
#define PERF_AUGMENT_DEGRADED_H

#include "strbuf.h"

/**
 * degraded__add() - note that @what is missing.
 * @id: the doctor's check that fails; it is made, for what it has found.
 */
void degraded__add(struct strbuf *text, const char *what, const char *id);

/** degraded__say() - log what was noted, if anything was, and free it. */
void degraded__say(struct strbuf *text);

#endif /* PERF_AUGMENT_DEGRADED_H */
