/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * event_list.h - the lists of -e and of [trace] add_events: system calls (select.h) and augmenter
 * objects (augmenter.h), mixed between commas. The one place that takes such a list apart.
 */
#ifndef PERF_AUGMENT_EVENT_LIST_H
#define PERF_AUGMENT_EVENT_LIST_H

#include "augmenter.h"
#include "select.h"

/** struct event_object - a file that a list named. @is_config: in add_events. */
struct event_object {
	char *path;
	bool is_config;
};

/**
 * struct event_list - all zero is every call, and no object.
 * @augmenters: set by event_list__open().
 */
struct event_list {
	struct select calls;
	struct event_object *objects;
	size_t nr_objects;
	struct augmenters augmenters;
};

/** event_list__add() - take a list of -e into account. Return: 0; -EINVAL or -ENOMEM, logged. */
int event_list__add(struct event_list *list, const char *text);

/**
 * event_list__add_config() - take [trace] add_events of @cfg into account; events of perf's are left
 * out with a warning. Return: 0; -EINVAL or -ENOMEM, logged.
 */
int event_list__add_config(struct event_list *list, const struct config *cfg);

/**
 * event_list__open() - read or compile the objects.
 *
 * An object that add_events names and that cannot be had, or is for stock perf, is left out with a
 * word on it, as the same file serves perf.
 * @cfg: for [llvm].
 * Return: 0 or -errno, logged.
 */
int event_list__open(struct event_list *list, const struct config *cfg);

void event_list__free(struct event_list *list);

#endif /* PERF_AUGMENT_EVENT_LIST_H */
