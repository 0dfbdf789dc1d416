/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * event_bp.h - hardware breakpoints as perf spells them: mem:ADDR[/LEN][:ACCESS], ACCESS being of
 * the letters r, w and x. Pure text; nothing is opened.
 */
#ifndef PERF_AUGMENT_EVENT_BP_H
#define PERF_AUGMENT_EVENT_BP_H

#include <linux/perf_event.h>
#include <stddef.h>

#include "strbuf.h"

/**
 * event_bp__parse() - a breakpoint to the fields type, config and bp_* of an attribute.
 * @text: @len bytes that begin with "mem:"; modifiers (":u") may follow the breakpoint.
 * @ret_used: bytes of the breakpoint itself.
 * Return: 0; -EINVAL with a sentence in @error, @attr is untouched then.
 */
int event_bp__parse(const char *text, size_t len, struct perf_event_attr *attr, size_t *ret_used,
		    struct strbuf *error);

#endif /* PERF_AUGMENT_EVENT_BP_H */
