/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* profile_sort.h - what the rows of a profile differ by: perf's names of it. */
#ifndef PERF_AUGMENT_PROFILE_SORT_H
#define PERF_AUGMENT_PROFILE_SORT_H

#include <stdbool.h>
#include <stddef.h>

enum sort_key {
	SORT_COMM,
	SORT_PID,
	SORT_TID,
	SORT_CPU,
	SORT_CGROUP,
	SORT_DSO,
	SORT_SYM,
	SORT_SRCLINE,
	SORT_SRCFILE,
	SORT_PROG,
	NR_SORT_KEYS
};

/** struct sort_keys - the columns, in their order. */
struct sort_keys {
	enum sort_key of[NR_SORT_KEYS];
	size_t nr;
};

/**
 * sort_keys__parse() - "comm,dso,sym".
 * @ret_bad, @ret_bad_len: what is no key.
 * Return: 0 or -EINVAL.
 */
int sort_keys__parse(struct sort_keys *ret_keys, const char *text, const char **ret_bad,
		     size_t *ret_bad_len);

bool sort_keys__has(const struct sort_keys *keys, enum sort_key key);

/** sort_key__name() - "comm"; sort_key__title() - "Command". */
const char *sort_key__name(enum sort_key key);
const char *sort_key__title(enum sort_key key);

#endif /* PERF_AUGMENT_PROFILE_SORT_H */
