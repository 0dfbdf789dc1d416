/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * unfold_remote.h - what bpf-progs/unfold.bpf.h does, for a call whose entry the engine has not seen: see
 * capture_remote.h.
 */
#ifndef PERF_AUGMENT_UNFOLD_REMOTE_H
#define PERF_AUGMENT_UNFOLD_REMOTE_H

#include "engine.h"
#include "remote.h"

/**
 * unfold_remote__call() - when @rec is a call that another one comes through, it becomes that one.
 * Return: whether @opts want the call that it then is.
 */
bool unfold_remote__call(const struct engine_opts *opts, struct remote *mem,
			 struct aug_record *rec);

#endif /* PERF_AUGMENT_UNFOLD_REMOTE_H */
