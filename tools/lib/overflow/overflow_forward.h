/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * overflow_forward.h - what people's programs forward at samples, while it is recorded: each sampling
 * event that has such a program has another one beside it, EVENT/forwarded, whose samples the program
 * writes itself. See forwarded.h for what they are.
 */
#ifndef PERF_AUGMENT_OVERFLOW_FORWARD_H
#define PERF_AUGMENT_OVERFLOW_FORWARD_H

#include "overflow_handler.h"
#include "perfdata_writer.h"
#include "record_events.h"

/**
 * overflow_forward__open() - the event, for the handler of the event @name; nothing when its program
 * forwards nothing.
 * Return: 0 or -errno; logged.
 */
int overflow_forward__open(struct overflow_handler *handler, struct record_events *events,
			   const char *name);

/** overflow_forward__write_types() - the types of the records, into a recording. Return: 0 or -errno. */
int overflow_forward__write_types(const struct overflow_handler *handler,
				  struct perfdata_writer *w);

#endif /* PERF_AUGMENT_OVERFLOW_FORWARD_H */
