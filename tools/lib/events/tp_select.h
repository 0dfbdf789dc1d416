/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * tp_select.h - the tracepoints of -e: names and globs, each with terms behind it
 * ("sched:sched_switch/nr=1/") and a --filter.
 */
#ifndef PERF_AUGMENT_TP_SELECT_H
#define PERF_AUGMENT_TP_SELECT_H

#include <stddef.h>
#include <stdint.h>

#include "strbuf.h"

/**
 * struct tp_wish - what holds for each tracepoint of an element.
 * @max_events: how many are shown of each; 0 for all.
 * @filter: in the kernel's language; NULL for none.
 */
struct tp_wish {
	uint64_t max_events;
	char *filter;
};

/** struct tp_pattern - an element; @glob: "SYSTEM:EVENT", either side a glob. */
struct tp_pattern {
	char *glob;
	struct tp_wish wish;
};

/** struct tp_chosen - a tracepoint; @wish: of the last pattern that has it, borrowed. */
struct tp_chosen {
	char *name;
	const struct tp_wish *wish;
};

/**
 * struct tp_select - all zero is none.
 * @nr_before: patterns of lists before the last one.
 * @excluded: globs of what is left out.
 * @chosen: set by tp_select__find().
 */
struct tp_select {
	struct tp_pattern *patterns;
	size_t nr_patterns;
	size_t nr_before;
	char **excluded;
	size_t nr_excluded;
	struct tp_chosen *chosen;
	size_t nr_chosen;
};

/**
 * tp_select__add() - take an element of -e: "SYSTEM:EVENT", "!SYSTEM:EVENT", "SYSTEM:EVENT/nr=N/".
 * @error: on -EINVAL gets a sentence.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int tp_select__add(struct tp_select *sel, const char *element, size_t len, struct strbuf *error);

/** tp_select__begin_list() - what is added from here on is what the next filter is for. */
void tp_select__begin_list(struct tp_select *sel);

/**
 * tp_select__filter() - for the tracepoints of the last list; another one for the same must hold too.
 * Return: 0; -EINVAL when there is none, -ENOMEM.
 */
int tp_select__filter(struct tp_select *sel, const char *expression);

/**
 * tp_select__find() - look up in tracefs which tracepoints there are; each is taken once.
 * @error: on failure gets the reason, if there is more to say than the errno.
 * Return: 0 or -errno.
 */
int tp_select__find(struct tp_select *sel, struct strbuf *error);

void tp_select__free(struct tp_select *sel);

#endif /* PERF_AUGMENT_TP_SELECT_H */
