// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* task_cgroups.c - see task_cgroups.h. */
#include "task_cgroups.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cgroup.h"
#include "strbuf.h"

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

int task_cgroups__take(struct task_cgroups *t, const struct aug_task_record *rec)
{
	uint64_t id;
	int idx;

	memcpy(&id, rec->siginfo, sizeof(id));
	idx = find_group(t, id);
	return idx < 0 ? idx : id_map__set(&t->by_tid, rec->tid, idx);
}

const char *task_cgroups__path(const struct task_cgroups *t, uint32_t tid)
{
	const int idx = id_map__get(&t->by_tid, tid);

	return idx < 0 ? NULL : t->groups[idx].path;
}
