/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* profile_show.h - a profile as perf's tables, as JSON, as folded stacks. */
#ifndef PERF_AUGMENT_PROFILE_SHOW_H
#define PERF_AUGMENT_PROFILE_SHOW_H

#include "event_spec.h"
#include "profile_graph.h"
#include "profile_read.h"
#include "sink.h"

/**
 * struct profile_show_opts
 * @children: columns for what functions called too.
 * @nr_samples: a column of samples.
 * @graph: call graphs under rows; @graph_limit: percent of all that a branch of them must have.
 * @row_limit: percent that a row must have.
 */
struct profile_show_opts {
	bool children;
	bool nr_samples;
	enum graph_order graph;
	double graph_limit;
	double row_limit;
};

/** struct profile_shown - what is shown. */
struct profile_shown {
	const struct profile *profile;
	struct machine *machine;
	struct perfdata *pd;
	const struct profile_totals *totals;
	const struct profile_show_opts *opts;
};

/* All return 0, -ENOMEM or the sink's write error. */
int profile_show__text(const struct profile_shown *shown, struct sink *sink);
int profile_show__json(const struct profile_shown *shown, struct sink *sink);
/** profile_show__folded() - "comm;caller;function PERIOD", a line for each stack. */
int profile_show__folded(const struct profile_shown *shown, struct sink *sink);
/** profile_show__flamegraph() - an SVG file that needs nothing else. */
int profile_show__flamegraph(const struct profile_shown *shown, const char *title,
			     struct sink *sink);

/** profile_shown__event_name() - "cpu-clock"; @buf is for those whose name was not recorded. */
const char *profile_shown__event_name(const struct profile_shown *shown, size_t event,
				      char buf[EVENT_NAME_SIZE]);
/** profile_shown__has_samples() - of that event. */
bool profile_shown__has_samples(const struct profile_shown *shown, size_t event);
/** profile_shown__stacks() - of all events in one tree. Return: 0 or -ENOMEM. */
int profile_shown__stacks(const struct profile_shown *shown, struct label_tree *tree,
			  struct graph_labels *labels);

/** profile_show__percent() - @part of @all, 0 of nothing. */
double profile_show__percent(uint64_t part, uint64_t all);

/** profile_show__graph() - the text form of a tree of stacks, indented as perf does. */
void profile_show__graph(struct strbuf *text, struct label_tree *tree,
			 const struct graph_labels *labels, uint64_t all, double limit);

#endif /* PERF_AUGMENT_PROFILE_SHOW_H */
