/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * event_list.h - the lists of -e and of [trace] add_events: system calls (select.h), tracepoints,
 * which have a colon in them, and objects (augmenter.h), mixed between commas. The one place that
 * takes such a list apart.
 */
#ifndef PERF_AUGMENT_EVENT_LIST_H
#define PERF_AUGMENT_EVENT_LIST_H

#include "augmenter.h"
#include "select.h"
#include "stock_object.h"
#include "tp_select.h"

/** struct event_object - a file that a list named. @is_config: in add_events. */
struct event_object {
	char *path;
	bool is_config;
};

/**
 * struct event_list - all zero is every call, and no object.
 * @names_calls: some element of -e was a system call.
 * @tracepoints, @augmenters, @stock, @wants_calls: set by event_list__open(): what there is of these;
 *	the objects that are for stock perf; whether system calls are to be traced.
 */
struct event_list {
	struct select calls;
	bool names_calls;
	struct tp_select tracepoints;
	struct stock_objects stock;
	bool wants_calls;
	struct event_object *objects;
	size_t nr_objects;
	struct augmenters augmenters;
};

/** event_list__add() - take a list of -e into account. Return: 0; -EINVAL or -ENOMEM, logged. */
int event_list__add(struct event_list *list, const char *text);

/**
 * event_list__filter() - a filter for the tracepoints of the last list. Return: 0; -EINVAL or -ENOMEM,
 * logged.
 */
int event_list__filter(struct event_list *list, const char *expression);

/**
 * event_list__add_config() - take [trace] add_events of @cfg into account. Return: 0; -EINVAL or
 * -ENOMEM, logged.
 */
int event_list__add_config(struct event_list *list, const struct config *cfg);

/**
 * event_list__open() - read or compile the objects, look up the tracepoints, and find out which
 * calls are wanted.
 *
 * perf's rules: calls are traced when -e names some, when it names nothing at all, and when an object
 * of -e augments them: then all, or those that it is on. Where no calls are traced, an augmenter of
 * add_events stays out. An object that add_events names and that cannot be had is left out with a
 * word on it, as the same file serves perf.
 * @cfg: for [llvm].
 * Return: 0 or -errno, logged.
 */
int event_list__open(struct event_list *list, const struct config *cfg);

void event_list__free(struct event_list *list);

#endif /* PERF_AUGMENT_EVENT_LIST_H */
