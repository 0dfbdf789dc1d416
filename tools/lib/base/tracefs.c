// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* tracefs.c - see tracefs.h. */
#include "tracefs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nearest.h"
#include "util.h"

const char *tracefs__dir(void)
{
	static const char *const places[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	char path[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		snprintf(path, sizeof(path), "%s/events", places[i]);
		if (!access(path, R_OK | X_OK))
			return places[i];
	}
	return NULL;
}

void tp_names__free(struct tp_names *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		free(list->names[i]);
	free(list->names);
	*list = (struct tp_names){};
}

static int tp_names__add(struct tp_names *list, const char *system, const char *event)
{
	char **bigger = reallocarray(list->names, list->nr + 1, sizeof(*bigger));

	if (!bigger)
		return -ENOMEM;
	list->names = bigger;
	if (asprintf(&bigger[list->nr], "%s:%s", system, event) < 0)
		return -ENOMEM;
	list->nr++;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_dir_of_interest(const struct dirent *entry, const char *pattern)
{
	return entry->d_type == DT_DIR && entry->d_name[0] != '.' &&
	       !fnmatch(pattern, entry->d_name, 0);
}

static int add_system(struct tp_names *list, const char *events, const char *system,
		      const char *pattern)
{
	char path[PATH_MAX];
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%s", events, system);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? 0 : -errno;
	while (!err && (entry = readdir(dir))) {
		if (is_dir_of_interest(entry, pattern))
			err = tp_names__add(list, system, entry->d_name);
	}
	closedir(dir);
	return err;
}

static int add_matching(struct tp_names *list, const char *system, const char *event)
{
	char path[64];
	struct dirent *entry;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/events", tracefs__dir());
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (!err && (entry = readdir(dir))) {
		if (is_dir_of_interest(entry, system) && strcmp(entry->d_name, "ftrace"))
			err = add_system(list, path, entry->d_name, event);
	}
	closedir(dir);
	if (list->nr)
		qsort(list->names, list->nr, sizeof(*list->names), by_name);
	return err;
}

static void explain_unknown(const char *pattern, bool is_glob, struct strbuf *error)
{
	struct tp_names all = {};
	const char *names[3];
	struct nearest near;
	size_t i;

	strbuf__adds(error, is_glob ? "no tracepoint of this kernel matches '"
				    : "this kernel has no tracepoint '");
	strbuf__add_escaped(error, pattern, strlen(pattern));
	strbuf__addc(error, '\'');
	if (!is_glob && !add_matching(&all, "*", "*")) {
		nearest__init(&near, pattern, strlen(pattern), names, ARRAY_SIZE(names));
		for (i = 0; i < all.nr; i++)
			nearest__add(&near, all.names[i]);
		for (i = 0; i < near.nr; i++)
			strbuf__addf(error, "%s%s", i ? ", " : "; did you mean: ", names[i]);
		if (near.nr)
			strbuf__addc(error, '?');
	}
	tp_names__free(&all);
}

int tracefs__match(const char *pattern, struct tp_names *ret_list, struct strbuf *error)
{
	const char *colon = strchr(pattern, ':');
	char *system __cleanup_free = NULL;
	int err;

	*ret_list = (struct tp_names){};
	if (!colon || colon == pattern || !colon[1] || strchr(pattern, '/')) {
		strbuf__adds(error, "a tracepoint is SYSTEM:EVENT, not '");
		strbuf__add_escaped(error, pattern, strlen(pattern));
		strbuf__addc(error, '\'');
		return -EINVAL;
	}
	if (!tracefs__dir()) {
		strbuf__adds(error, "tracepoints need tracefs, readable: " TRACEFS_MOUNT);
		return -ENODEV;
	}
	system = strndup(pattern, (size_t)(colon - pattern));
	if (!system)
		return -ENOMEM;
	err = add_matching(ret_list, system, colon + 1);
	if (!err && !ret_list->nr) {
		explain_unknown(pattern, strpbrk(pattern, "*?[") != NULL, error);
		err = -ENOENT;
	} else if (err) {
		strbuf__addf(error, "cannot list tracepoints: %s", strerror(-err));
	}
	if (err)
		tp_names__free(ret_list);
	return err;
}

int tracefs__read(const char *name, const char *file, struct strbuf *text)
{
	const char *dir = tracefs__dir(), *colon = strchr(name, ':');
	int fd __cleanup_close = -1;
	char path[PATH_MAX];
	ssize_t len;

	if (!dir || !colon)
		return -ENODEV;
	if (snprintf(path, sizeof(path), "%s/events/%.*s/%s/%s", dir, (int)(colon - name), name,
		     colon + 1, file) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	for (;;) {
		if (!strbuf__room(text, 8192))
			return -ENOMEM;
		len = read(fd, text->text + text->len, 8192);
		if (len <= 0)
			return len ? -errno : 0;
		text->len += (size_t)len;
	}
}

int tracefs__id(const char *name, uint64_t *ret_id)
{
	struct strbuf text = {};
	int err = tracefs__read(name, "id", &text);

	if (!err)
		*ret_id = strtoull(strbuf__cstr(&text), NULL, 10);
	if (!err && !*ret_id)
		err = -EINVAL;
	strbuf__free(&text);
	return err;
}
