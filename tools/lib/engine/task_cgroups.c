// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* task_cgroups.c - see task_cgroups.h. */
#include "task_cgroups.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cgroup.h"
#include "pidns.h"
#include "strbuf.h"
#include "util.h"

void task_cgroups__free(struct task_cgroups *t)
{
	while (t->nr)
		free(t->groups[--t->nr].path);
	free(t->groups);
	id_map__free(&t->by_tid);
	memset(t, 0, sizeof(*t));
}

static int add_group(struct task_cgroups *t, uint64_t id)
{
	struct strbuf path = {};
	char *text = NULL;

	if (t->nr == t->size) {
		const size_t size = t->size ? 2 * t->size : 16;
		struct task_cgroup *more = realloc(t->groups, size * sizeof(*more));

		if (!more || size > INT_MAX)
			return -ENOMEM;
		t->groups = more;
		t->size = size;
	}
	if (!cgroup__path(id, &path))
		text = strdup(strbuf__cstr(&path));
	strbuf__free(&path);
	t->groups[t->nr++] = (struct task_cgroup){ .id = id, .path = text };
	return 0;
}

/* There are few of them, and a thread says it when it begins and when it moves. */
static int find_group(struct task_cgroups *t, uint64_t id)
{
	size_t i;

	for (i = 0; i < t->nr && t->groups[i].id != id; i++)
		;
	return i < t->nr ? (int)i : add_group(t, id) ?: (int)i;
}

static bool has_ended(uint32_t tid)
{
	return kill((pid_t)tid, 0) && errno == ESRCH;
}

/*
 * Nobody tells when threads end. Those that had ended at the last look are forgotten: what they did stands
 * in the rings no more.
 */
static int forget_ended(struct task_cgroups *t)
{
	struct id_map kept = {};
	uint64_t dev, ino;
	size_t i;
	int err = 0;

	/* In a pid namespace we do not know who is alive; numbers of threads are limited all the same. */
	if (pidns__find(&dev, &ino)) {
		t->look_at = SIZE_MAX;
		return 0;
	}
	for (i = 0; i < t->by_tid.size && !err; i++) {
		const struct id_slot *slot = &t->by_tid.slots[i];
		const bool ended = slot->value && has_ended(slot->id);
		const int value = (int)slot->value - 1;

		if (slot->value && !(ended && value & 1))
			err = id_map__set(&kept, slot->id, (value & ~1) | ended);
	}
	if (err || !kept.nr) {
		id_map__free(&kept);
	} else {
		id_map__free(&t->by_tid);
		t->by_tid = kept;
	}
	t->look_at = t->by_tid.nr + TASK_CGROUPS_SPARE;
	return err;
}

int task_cgroups__take(struct task_cgroups *t, const struct aug_task_record *rec)
{
	uint64_t id;
	int idx;

	memcpy(&id, rec->siginfo, sizeof(id));
	idx = find_group(t, id);
	if (idx < 0)
		return idx;
	if (t->by_tid.nr >= MAX(t->look_at, (size_t)TASK_CGROUPS_SPARE) && forget_ended(t))
		return -ENOMEM;
	return id_map__set(&t->by_tid, rec->tid, 2 * idx);
}

const char *task_cgroups__path(const struct task_cgroups *t, uint32_t tid)
{
	const int idx = id_map__get(&t->by_tid, tid);

	return idx < 0 ? NULL : t->groups[idx / 2].path;
}
