/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* format_event.h - lines of events that are no calls: tracepoints, and what BPF programs print. */
#ifndef PERF_AUGMENT_FORMAT_EVENT_H
#define PERF_AUGMENT_FORMAT_EVENT_H

#include "format.h"
#include "perf_events.h"

/** format_perf__event() - ` ts comm/tid sched:sched_switch(field: val, ...)`, with its line break. */
void format_perf__event(const struct format_opts *opts, const struct shown_event *event,
			struct strbuf *line);

/** format_json__event() - the JSON object of @event, with its line break. */
void format_json__event(const struct format_opts *opts, const struct shown_event *event,
			struct strbuf *line);

/**
 * format_event__fields() - say each field of a tracepoint as a member of the writer's innermost
 * object.
 */
void format_event__fields(const struct shown_event *event, bool show_zeros, struct out *o);

/** format_event__fault() - "minfault [main+0x10] => /lib/libc.so.6@0x1000 (d.)", as perf trace has it. */
void format_event__fault(const struct shown_event *event, struct stacks *stacks,
			 struct strbuf *text);

/** format_event__output() - what a program printed: up to a NUL, without a newline at the end. */
size_t format_event__output(const struct shown_event *event);

#endif /* PERF_AUGMENT_FORMAT_EVENT_H */
