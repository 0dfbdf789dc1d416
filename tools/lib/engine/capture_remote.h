/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * capture_remote.h - what the arguments of a call lead to whose entry the engine has not seen, as a
 * process was in it already when the trace began. It waits, and its memory can be read from outside.
 */
#ifndef PERF_AUGMENT_CAPTURE_REMOTE_H
#define PERF_AUGMENT_CAPTURE_REMOTE_H

#include "engine.h"
#include "remote.h"
#include "strbuf.h"

/**
 * capture_remote__enter() - the record that the engine would have made at the entry of call @rec, which
 * thread rec->tid waits in: @rec and the payloads behind it. Arguments that cannot be read have none.
 * @opts: of the engine. Return: 0 or -ENOMEM.
 */
int capture_remote__enter(const struct engine_opts *opts, struct remote *mem,
			  const struct aug_record *rec, struct strbuf *record);

#endif /* PERF_AUGMENT_CAPTURE_REMOTE_H */
