// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls.c - look-up in the rows of syscalls_<area>.c: by number, by name, by likeness.
 *
 * The index by number is filled before main() and does not change afterwards. Nothing here knows a
 * system call: a new one is a row in its area's file.
 */
#include "syscalls.h"

#include <string.h>

#include "syscalls_tables.h"
#include "util.h"

static const struct syscall_table *const tables[] = {
	&syscalls_files, &syscalls_attrs,   &syscalls_io,     &syscalls_mounts, &syscalls_net,
	&syscalls_mm,	 &syscalls_process, &syscalls_sched,  &syscalls_signal, &syscalls_time,
	&syscalls_ipc,	 &syscalls_system,  &syscalls_compat,
};

static const struct syscall_desc *by_nr[AUG_NR_ABIS][AUG_NR_SYSCALLS];

static int index_row(const struct syscall_desc *desc, void *ctx)
{
	(void)ctx;
	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		if (desc->nr[abi] >= 0 && desc->nr[abi] < AUG_NR_SYSCALLS)
			by_nr[abi][desc->nr[abi]] = desc;
	}
	return 0;
}

static void __attribute__((constructor)) build_index(void)
{
	syscalls__for_each(index_row, NULL);
}

const struct syscall_desc *syscalls__get(unsigned int abi, unsigned int nr)
{
	return abi < AUG_NR_ABIS && nr < AUG_NR_SYSCALLS ? by_nr[abi][nr] : NULL;
}

int syscalls__for_each(int (*fn)(const struct syscall_desc *desc, void *ctx), void *ctx)
{
	for (size_t t = 0; t < ARRAY_SIZE(tables); t++) {
		for (size_t i = 0; i < tables[t]->nr; i++) {
			int ret = fn(&tables[t]->rows[i], ctx);

			if (ret)
				return ret;
		}
	}
	return 0;
}

const struct syscall_desc *syscalls__find(unsigned int abi, const char *name)
{
	if (abi >= AUG_NR_ABIS)
		return NULL;
	for (unsigned int nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
		const struct syscall_desc *desc = by_nr[abi][nr];

		if (desc && !strcmp(desc->name, name))
			return desc;
	}
	return NULL;
}

/* Longest name that is compared; longer ones are like nothing in the tables. */
#define NAME_MAX_LEN 40

/*
 * Edits that make @b of @a: a letter put in, left out, changed, or two neighbours swapped
 * (optimal string alignment). Three rows of the matrix are kept.
 */
static unsigned int edit_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	unsigned int rows[3][NAME_MAX_LEN + 1];

	for (unsigned int j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (unsigned int i = 1; i <= a_len; i++) {
		unsigned int *cur = rows[i % 3];
		const unsigned int *prev = rows[(i - 1) % 3];
		const unsigned int *prev2 = rows[(i + 1) % 3];

		cur[0] = i;
		for (unsigned int j = 1; j <= b_len; j++) {
			unsigned int cost = prev[j - 1] + (a[i - 1] != b[j - 1]);

			cost = MIN(cost, prev[j] + 1);
			cost = MIN(cost, cur[j - 1] + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				cost = MIN(cost, prev2[j - 2] + 1);
			cur[j] = cost;
		}
	}
	return rows[a_len % 3][b_len];
}

static size_t common_prefix(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

struct near_search {
	const char *name;
	size_t len;
	unsigned int max_distance;
	const char **names;
	size_t nr;
	size_t max;
};

/* Fewer edits first, then the longer common beginning, then the alphabet. */
static bool is_nearer(const struct near_search *s, unsigned int distance, const char *name,
		      const char *than)
{
	unsigned int than_distance = edit_distance(s->name, s->len, than, strlen(than));
	size_t prefix = common_prefix(s->name, name);
	size_t than_prefix = common_prefix(s->name, than);

	if (distance != than_distance)
		return distance < than_distance;
	if (prefix != than_prefix)
		return prefix > than_prefix;
	return strcmp(name, than) < 0;
}

static int consider_row(const struct syscall_desc *desc, void *ctx)
{
	struct near_search *s = ctx;
	const size_t len = strlen(desc->name);
	unsigned int distance;
	size_t pos;

	if (len > NAME_MAX_LEN)
		return 0;
	distance = edit_distance(s->name, s->len, desc->name, len);
	if (distance > s->max_distance)
		return 0;
	for (size_t i = 0; i < s->nr; i++) {
		if (!strcmp(s->names[i], desc->name))
			return 0;
	}
	for (pos = s->nr; pos && is_nearer(s, distance, desc->name, s->names[pos - 1]); pos--)
		;
	if (pos == s->max)
		return 0;
	if (s->nr < s->max)
		s->nr++;
	memmove(&s->names[pos + 1], &s->names[pos], (s->nr - 1 - pos) * sizeof(s->names[0]));
	s->names[pos] = desc->name;
	return 0;
}

size_t syscalls__nearest(const char *name, const char **ret_names, size_t max)
{
	struct near_search s = {
		.name = name,
		.len = strlen(name),
		.names = ret_names,
		.max = max,
	};

	if (!max || !s.len || s.len > NAME_MAX_LEN)
		return 0;
	/* A third of the letters may differ: "opnat" is near openat, "foo" is near nothing much. */
	s.max_distance = s.len < 6 ? 2 : (unsigned int)s.len / 3;
	if (s.len < 3)
		s.max_distance = 1;
	syscalls__for_each(consider_row, &s);
	return s.nr;
}
