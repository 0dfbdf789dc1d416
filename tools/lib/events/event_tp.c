// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* event_tp.c - see event_spec_priv.h: tracepoints and their ids, from tracefs. */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event_spec_priv.h"
#include "tracefs.h"
#include "util.h"

static const char *const roots[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };

const char *event_tp__root(void)
{
	char path[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(roots); i++) {
		snprintf(path, sizeof(path), "%s/events", roots[i]);
		if (!access(path, R_OK | X_OK))
			return roots[i];
	}
	return NULL;
}

struct walk {
	const char *root;
	const char *system, *name;
	int (*fn)(void *ctx, const char *system, const char *name, uint64_t id);
	void *ctx;
	unsigned int nr;
};

/* Return: 0, -ENOENT for what has no id: filters, and directories that are no events. */
static int read_id(const char *root, const char *system, const char *name, uint64_t *ret_id)
{
	char *path __cleanup_free = NULL;
	FILE *f __cleanup_fclose = NULL;

	if (asprintf(&path, "%s/events/%s/%s/id", root, system, name) < 0) {
		path = NULL;
		return -ENOMEM;
	}
	f = fopen(path, "re");
	if (!f)
		return errno == EACCES ? -EACCES : -ENOENT;
	return fscanf(f, "%" SCNu64, ret_id) == 1 ? 0 : -ENOENT;
}

/* Entries of a directory that match a glob, in the order of their names. */
static int for_each_entry(const char *path, const char *glob,
			  int (*fn)(struct walk *w, const char *entry), struct walk *w)
{
	struct dirent **entries;
	int nr = scandir(path, &entries, NULL, alphasort), i, err = 0;

	if (nr < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
	for (i = 0; i < nr; i++) {
		if (!err && entries[i]->d_name[0] != '.' && !fnmatch(glob, entries[i]->d_name, 0))
			err = fn(w, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return err;
}

static int visit_event(struct walk *w, const char *name)
{
	const char *system = w->system;
	uint64_t id;
	int err = read_id(w->root, system, name, &id);

	if (err)
		return err == -ENOENT ? 0 : err;
	w->nr++;
	return w->fn(w->ctx, system, name, id);
}

static int visit_system(struct walk *w, const char *system)
{
	struct walk inner = *w;
	char *path __cleanup_free = NULL;
	int err;

	/* ftrace's own entries are no events to open. */
	if (!strcmp(system, "ftrace"))
		return 0;
	if (asprintf(&path, "%s/events/%s", w->root, system) < 0) {
		path = NULL;
		return -ENOMEM;
	}
	inner.system = system;
	err = for_each_entry(path, w->name, visit_event, &inner);
	w->nr = inner.nr;
	return err;
}

static int walk__run(struct walk *w)
{
	char *path __cleanup_free = NULL;

	if (asprintf(&path, "%s/events", w->root) < 0) {
		path = NULL;
		return -ENOMEM;
	}
	return for_each_entry(path, w->system, visit_system, w);
}

int event_tp__for_each(struct event_text system, struct event_text name,
		       int (*fn)(void *ctx, const char *system, const char *name, uint64_t id),
		       void *ctx, struct strbuf *error)
{
	struct walk w = { .root = event_tp__root(), .fn = fn, .ctx = ctx };
	char *system_glob __cleanup_free = strndup(system.at, system.len);
	char *name_glob __cleanup_free = strndup(name.at, name.len);
	int err = -ENOMEM;

	if (!w.root) {
		strbuf__addf(error,
			     "'%.*s:%.*s' is a tracepoint, and tracefs is not mounted or not ours "
			     "to read: " TRACEFS_MOUNT ", as root",
			     EVENT_TEXT(system), EVENT_TEXT(name));
		return -EINVAL;
	}
	w.system = system_glob;
	w.name = name_glob;
	if (system_glob && name_glob)
		err = walk__run(&w);
	if (!err && !w.nr) {
		strbuf__addf(error,
			     "there is no tracepoint '%s:%s'; %s/available_events lists them",
			     w.system, w.name, w.root);
		err = -EINVAL;
	} else if (err == -EACCES) {
		strbuf__addf(error, "tracepoint '%s:%s': %s/events is for root only", w.system,
			     w.name, w.root);
		err = -EINVAL;
	}
	return err;
}
