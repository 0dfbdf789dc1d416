/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_synth.h - records for what was there before recording began, as the kernel would have
 * written them: tasks, their mappings, the kernel and its modules. Their time is 0: before all.
 */
#ifndef PERF_AUGMENT_RECORD_SYNTH_H
#define PERF_AUGMENT_RECORD_SYNTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "kernel_code.h"

/** record_synth_fn - takes one record. Return: 0, or what ends the call it was called by. */
typedef int (*record_synth_fn)(void *ctx, const uint8_t *record, size_t size);

/**
 * struct record_synth - who gets them.
 * @sample_id_size: zeros behind each record.
 * @data_maps: also of what is not code, as attr.mmap_data has the kernel do.
 */
struct record_synth {
	record_synth_fn fn;
	void *ctx;
	size_t sample_id_size;
	bool data_maps;
};

/**
 * record_synth__kernel() - the kernel's text and its modules.
 * Return: 0; -EACCES when kallsyms shows no addresses (CAP_SYSLOG, kernel.kptr_restrict); what the
 * function returned.
 */
int record_synth__kernel(const struct record_synth *s, const struct kernel_code *code);

/**
 * record_synth__process() - who a process is and who started it, what its threads are called, and
 * with @maps what of it is executable. Of what ends meanwhile, as much as could be read.
 * Return: 0 or what the function returned.
 */
int record_synth__process(const struct record_synth *s, pid_t pid, bool maps);

/** record_synth__all() - all processes. Return: 0, -errno without a /proc, or as process(). */
int record_synth__all(const struct record_synth *s, bool maps);

#endif /* PERF_AUGMENT_RECORD_SYNTH_H */
