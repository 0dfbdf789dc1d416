// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile_sort.c - see profile_sort.h. */
#include "profile_sort.h"

#include <errno.h>
#include <string.h>

#include "util.h"

static const struct {
	const char *name;
	const char *title;
} keys[NR_SORT_KEYS] = {
	[SORT_COMM] = { "comm", "Command" },
	[SORT_PID] = { "pid", "Pid:Command" },
	[SORT_TID] = { "tid", "Tid:Command" },
	[SORT_CPU] = { "cpu", "CPU" },
	[SORT_CGROUP] = { "cgroup", "Cgroup" },
	[SORT_DSO] = { "dso", "Shared Object" },
	[SORT_SYM] = { "sym", "Symbol" },
	[SORT_SRCLINE] = { "srcline", "Source:Line" },
	[SORT_SRCFILE] = { "srcfile", "Source File" },
	[SORT_PROG] = { "prog", "BPF Program" },
};

/* Other names of the same. */
static const struct {
	const char *name;
	enum sort_key key;
} aliases[] = {
	{ "symbol", SORT_SYM },
	{ "function", SORT_SYM },
	{ "program", SORT_PROG },
};

const char *sort_key__name(enum sort_key key)
{
	return keys[key].name;
}

const char *sort_key__title(enum sort_key key)
{
	return keys[key].title;
}

bool sort_keys__has(const struct sort_keys *sort, enum sort_key key)
{
	size_t i;

	for (i = 0; i < sort->nr; i++) {
		if (sort->of[i] == key)
			return true;
	}
	return false;
}

static bool is_name(const char *text, size_t len, const char *name)
{
	return strlen(name) == len && !strncmp(text, name, len);
}

static int look_up(const char *text, size_t len, enum sort_key *ret_key)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		*ret_key = (enum sort_key)i;
		if (is_name(text, len, keys[i].name))
			return 0;
	}
	for (i = 0; i < ARRAY_SIZE(aliases); i++) {
		*ret_key = aliases[i].key;
		if (is_name(text, len, aliases[i].name))
			return 0;
	}
	return -EINVAL;
}

int sort_keys__parse(struct sort_keys *ret_keys, const char *text, const char **ret_bad,
		     size_t *ret_bad_len)
{
	struct sort_keys sort = {};
	enum sort_key key;
	size_t len;

	for (;; text += len + 1) {
		len = strcspn(text, ",");
		if (look_up(text, len, &key)) {
			*ret_bad = text;
			*ret_bad_len = len;
			return -EINVAL;
		}
		if (!sort_keys__has(&sort, key))
			sort.of[sort.nr++] = key;
		if (!text[len])
			break;
	}
	*ret_keys = sort;
	return 0;
}
