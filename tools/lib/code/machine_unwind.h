/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * machine_unwind.h - who called whom in user space, from the registers and the copy of the stack that
 * a sample has (--call-graph dwarf). libdw unwinds, by the call frame information of the files that
 * the process had mapped then.
 */
#ifndef PERF_AUGMENT_MACHINE_UNWIND_H
#define PERF_AUGMENT_MACHINE_UNWIND_H

#include "machine.h"
#include "perfdata_sample.h"

/** unwind_fn - takes a frame, the innermost first. Return: 0 or -errno. */
typedef int (*unwind_fn)(void *ctx, uint64_t ip, bool is_return);

/**
 * machine__unwind() - the frames of @sample, as far as they can be followed.
 * @regs_mask: which registers the event has (sample_regs_user).
 * Return: 0; -ENOTSUP when not one could be told: the processor is not known here, registers are
 * missing, the code is in no file that is there; -ENOMEM; what @fn returned.
 */
int machine__unwind(struct machine *m, const struct perfdata_sample *sample, uint64_t regs_mask,
		    unwind_fn fn, void *ctx);

struct unwinder;
void unwinder__free(struct unwinder *u);

#endif /* PERF_AUGMENT_MACHINE_UNWIND_H */
