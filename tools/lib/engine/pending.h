/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* pending.h - calls that wait: their ENTER records, kept by thread until the call ends. */
#ifndef PERF_AUGMENT_PENDING_H
#define PERF_AUGMENT_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/augment.h"

/** struct pending - all zero is empty. */
struct pending {
	struct pending_call **slots;
	size_t nr;
	size_t size; /* power of two */
};

/** struct pending_call - one waiting call; @shown: a "..." line was printed for it. */
struct pending_call {
	bool shown;
	size_t size;
	uint64_t record[]; /* a struct aug_record and its payloads */
};

/** pending__put() - remember @rec, replacing an older one of its thread. Return: 0 or -ENOMEM. */
int pending__put(struct pending *p, const struct aug_record *rec);

/** pending__take() - forget thread @tid's call. Return: whether it had been shown. */
bool pending__take(struct pending *p, uint32_t tid);

/**
 * pending__take_process() - forget the calls of all threads of process @pid.
 * Return: whether one with the number @nr had been shown.
 */
bool pending__take_process(struct pending *p, uint32_t pid, uint32_t nr);

typedef int (*pending_fn)(void *ctx, struct pending_call *call);

/** pending__for_each() - call @fn for those entered before @before_ns and not shown, oldest first. */
int pending__for_each(struct pending *p, uint64_t before_ns, pending_fn fn, void *ctx);

void pending__free(struct pending *p);

#endif /* PERF_AUGMENT_PENDING_H */
