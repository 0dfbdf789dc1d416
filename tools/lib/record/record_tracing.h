/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * record_tracing.h - what readers need to print tracepoints: their formats, as the kernel's tracefs
 * has them, in the layout of trace-cmd's files. Feature TRACING_DATA.
 */
#ifndef PERF_AUGMENT_RECORD_TRACING_H
#define PERF_AUGMENT_RECORD_TRACING_H

#include "event_spec.h"
#include "perfdata_writer.h"

/**
 * record_tracing__add() - of the tracepoints of @list; nothing when there are none.
 * Return: 0, -ENOMEM, a write error; -errno when tracefs cannot be read, logged.
 */
int record_tracing__add(struct perfdata_writer *w, const struct event_specs *list);

#endif /* PERF_AUGMENT_RECORD_TRACING_H */
