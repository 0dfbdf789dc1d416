/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* overflow_own.h - people's programs made with include/bpf/overflow.h, as handlers of events. */
#ifndef PERF_AUGMENT_OVERFLOW_OWN_H
#define PERF_AUGMENT_OVERFLOW_OWN_H

#include "overflow_handler.h"

struct overflow_own;

/**
 * overflow_own__open() - read FILE.o[:NAME] and choose its program; nothing is loaded.
 * Return: 0; -EINVAL when there is no such program, or it is not one for samples; -errno; logged.
 */
int overflow_own__open(struct overflow_own **ret_own, const char *text);
void overflow_own__close(struct overflow_own *own);

/**
 * overflow_own__load() - for one event.
 * @first: the handler of the first event, whose maps the others share; NULL for that one itself.
 * Return: 0 or -errno; logged.
 */
int overflow_own__load(const struct overflow_own *own, const struct overflow_handler *first,
		       struct overflow_handler **ret_handler);

/** struct overflow_forwarded - records. @lost: there was no room. */
struct overflow_forwarded {
	uint64_t sent;
	uint64_t lost;
};

/** overflow_own__forwarded() - add those of the handler, so far. Return: 0 or -errno. */
int overflow_own__forwarded(const struct overflow_handler *handler,
			    struct overflow_forwarded *total);

#endif /* PERF_AUGMENT_OVERFLOW_OWN_H */
