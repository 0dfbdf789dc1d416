// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile_show.c - see profile_show.h: what all forms have in common, and folded stacks. */
#include "profile_show.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util.h"

double profile_show__percent(uint64_t part, uint64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

const char *profile_shown__event_name(const struct profile_shown *shown, size_t event,
				      char buf[EVENT_NAME_SIZE])
{
	const struct perfdata_evlist *evlist = perfdata__evlist(shown->pd);

	if (event < evlist->nr && evlist->attrs[event].name)
		return evlist->attrs[event].name;
	if (event >= evlist->nr || !event_attr__name(&evlist->attrs[event].attr, buf))
		snprintf(buf, EVENT_NAME_SIZE, "event %zu", event);
	return buf;
}

bool profile_shown__has_samples(const struct profile_shown *shown, size_t event)
{
	size_t i;

	for (i = 0; i < shown->profile->nr_contexts; i++) {
		if (shown->profile->contexts[i].event == event)
			return true;
	}
	return false;
}

int profile_shown__stacks(const struct profile_shown *shown, struct label_tree *tree,
			  struct graph_labels *labels)
{
	const size_t nr = MAX(perfdata__evlist(shown->pd)->nr, (size_t)1);
	size_t i, nr_used = 0;
	const char *name;
	char buf[EVENT_NAME_SIZE];
	int err = 0;

	for (i = 0; i < nr; i++)
		nr_used += profile_shown__has_samples(shown, i);
	for (i = 0; i < nr && !err; i++) {
		if (!profile_shown__has_samples(shown, i))
			continue;
		name = profile_shown__event_name(shown, i, buf);
		err = profile_graph__of_event(tree, labels, shown->profile, shown->machine,
					      (uint32_t)i, nr_used > 1 ? name : NULL);
	}
	return err;
}

/* ';' ends a frame, and a line ends where it ends: neither may be in a name. */
static void add_frame(struct strbuf *text, const char *frame)
{
	size_t len;

	for (;; frame += len + 1) {
		len = strcspn(frame, ";");
		strbuf__add_visible(text, frame, len);
		if (!frame[len])
			break;
		strbuf__addc(text, ':');
	}
}

static void add_stack_line(struct strbuf *text, const struct label_tree *tree,
			   const struct graph_labels *labels, uint32_t node)
{
	uint32_t path[PROFILE_DEPTH_MAX + 2];
	size_t nr = 0;
	uint32_t at;

	for (at = node; at && nr < ARRAY_SIZE(path); at = tree->nodes[at].parent)
		path[nr++] = at;
	while (nr--) {
		add_frame(text, graph_labels__text(labels, tree->nodes[path[nr]].label));
		strbuf__addc(text, nr ? ';' : ' ');
	}
	strbuf__add_uint(text, tree->nodes[node].self.period);
	strbuf__addc(text, '\n');
}

static bool by_text(void *ctx, const struct label_node *a, const struct label_node *b)
{
	return strcmp(graph_labels__text(ctx, a->label), graph_labels__text(ctx, b->label)) < 0;
}

int profile_show__folded(const struct profile_shown *shown, struct sink *sink)
{
	struct graph_labels labels = {};
	struct label_tree tree = {};
	uint32_t node = 0;
	int err = profile_shown__stacks(shown, &tree, &labels);

	if (!err)
		label_tree__sort(&tree, by_text, &labels);
	while (!err && (node = label_tree__next(&tree, node))) {
		if (!tree.nodes[node].self.samples)
			continue;
		add_stack_line(&sink->buf, &tree, &labels, node);
		err = sink__line(sink);
	}
	label_tree__free(&tree);
	graph_labels__free(&labels);
	return err;
}
