// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kprobe_event.c - see kprobe_event.h. */
#include "kprobe_event.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"
#include "pidns.h"
#include "tracefs.h"
#include "util.h"

#define GROUP_MAX 64
#define NUMBERS_MAX 1000

static int path_of_events(char path[PATH_MAX])
{
	const char *dir = tracefs__dir();

	if (!dir)
		return -ENODEV;
	snprintf(path, PATH_MAX, "%s/kprobe_events", dir);
	return 0;
}

/*
 * tracefs' file, which stays open from the first event on: when events are removed, the mount may be gone.
 * Opened without O_APPEND the kernel would forget all others.
 */
static int events_fd = -1;

static int open_events(void)
{
	char path[PATH_MAX];
	int err;

	if (events_fd >= 0)
		return 0;
	err = path_of_events(path);
	if (err)
		return err;
	events_fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	return events_fd < 0 ? -errno : 0;
}

/* One write is one line. */
static int write_line(const char *line)
{
	const size_t len = strlen(line);
	int err = open_events();

	if (err)
		return err;
	return write(events_fd, line, len) == (ssize_t)len ? 0 : -errno;
}

static int remove_event(const char *group, const char *name)
{
	struct strbuf line = {};
	int err;

	strbuf__addf(&line, "-:%s/%s\n", group, name);
	err = strbuf__error(&line) ?: write_line(strbuf__cstr(&line));
	strbuf__free(&line);
	return err;
}

/* "p:GROUP_PID_NUMBER/NAME ..."; the kernel refuses to remove what is in use. */
static void remove_if_left(const char *line)
{
	char group[GROUP_MAX], name[KPROBE_NAME_MAX + 1];
	int pid, number;

	if (sscanf(line, "%*[pr0-9]:%63[^/]/%63s", group, name) != 2 ||
	    sscanf(group, KPROBE_EVENT_GROUP "_%d_%d", &pid, &number) != 2 || pid <= 0)
		return;
	if (kill(pid, 0) && errno == ESRCH)
		remove_event(group, name);
}

static void remove_left(void)
{
	FILE *f __cleanup_fclose = NULL;
	char path[PATH_MAX];
	char *line __cleanup_free = NULL;
	size_t size = 0;
	uint64_t dev, ino;

	/* In a pid namespace we do not know who is alive. */
	if (pidns__find(&dev, &ino) || path_of_events(path))
		return;
	f = fopen(path, "re");
	while (f && getline(&line, &size, f) > 0)
		remove_if_left(line);
}

static void explain(const struct kprobe_spec *spec, int err, struct strbuf *error)
{
	if (err == -ENOENT)
		strbuf__addf(error, "the kernel has no function %s that can be probed",
			     spec->function);
	else if (err == -ENODEV)
		strbuf__adds(error, "there is no readable tracefs; mount it: " TRACEFS_MOUNT);
	else
		strbuf__addf(error, "the kernel does not make an event at %s: %s%s", spec->function,
			     strerror(-err),
			     err == -EINVAL ? "; tracefs' file error_log has its reason" : "");
}

int kprobe_event__add(const struct kprobe_spec *spec, char **ret_event, struct strbuf *error)
{
	struct strbuf line = {};
	char group[GROUP_MAX];
	int err = -EEXIST, number;

	remove_left();
	for (number = 0; number < NUMBERS_MAX && err == -EEXIST; number++) {
		snprintf(group, sizeof(group), KPROBE_EVENT_GROUP "_%d_%d", (int)getpid(), number);
		strbuf__reset(&line);
		kprobe_spec__define(spec, group, &line);
		strbuf__addc(&line, '\n');
		err = strbuf__error(&line) ?: write_line(strbuf__cstr(&line));
	}
	strbuf__free(&line);
	if (err) {
		explain(spec, err, error);
		return err;
	}
	if (asprintf(ret_event, "%s:%s", group, spec->name) >= 0)
		return 0;
	*ret_event = NULL;
	remove_event(group, spec->name);
	return -ENOMEM;
}

void kprobe_event__remove(const char *event)
{
	const char *colon = event ? strchr(event, ':') : NULL;
	char group[GROUP_MAX];
	int err;

	if (!colon)
		return;
	snprintf(group, sizeof(group), "%.*s", (int)(colon - event), event);
	err = remove_event(group, colon + 1);
	if (err)
		log_warn("the event %s stays behind: %s; write '-:%s/%s' to tracefs' kprobe_events",
			 event, strerror(-err), group, colon + 1);
}
