// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* nearest.c - see nearest.h. */
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "util.h"

static bool same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Optimal string alignment; three rows of the matrix are kept. */
unsigned int nearest__distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	unsigned int rows[3][NEAREST_MAX_LEN + 1];

	if (a_len > NEAREST_MAX_LEN || b_len > NEAREST_MAX_LEN)
		return NEAREST_MAX_LEN + 1;
	for (unsigned int j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (unsigned int i = 1; i <= a_len; i++) {
		unsigned int *cur = rows[i % 3];
		const unsigned int *prev = rows[(i - 1) % 3];
		const unsigned int *prev2 = rows[(i + 1) % 3];

		cur[0] = i;
		for (unsigned int j = 1; j <= b_len; j++) {
			unsigned int cost = prev[j - 1] + !same_letter(a[i - 1], b[j - 1]);

			cost = MIN(cost, prev[j] + 1);
			cost = MIN(cost, cur[j - 1] + 1);
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
			    same_letter(a[i - 2], b[j - 1]))
				cost = MIN(cost, prev2[j - 2] + 1);
			cur[j] = cost;
		}
	}
	return rows[a_len % 3][b_len];
}

static size_t common_prefix(const struct nearest *n, const char *other)
{
	size_t len = 0;

	while (len < n->len && other[len] && n->name[len] == other[len])
		len++;
	return len;
}

/* Fewer edits first, then the longer common beginning, then the alphabet. */
static bool is_nearer(const struct nearest *n, unsigned int distance, const char *name,
		      const char *than)
{
	unsigned int than_distance = nearest__distance(n->name, n->len, than, strlen(than));
	size_t prefix = common_prefix(n, name), than_prefix = common_prefix(n, than);

	if (distance != than_distance)
		return distance < than_distance;
	if (prefix != than_prefix)
		return prefix > than_prefix;
	return strcmp(name, than) < 0;
}

void nearest__init(struct nearest *n, const char *name, size_t len, const char **names, size_t max)
{
	*n = (struct nearest){ .name = name, .len = len, .names = names, .max = max };
	if (!len || len > NEAREST_MAX_LEN)
		n->max = 0;
	/* A third of the letters may differ: "opnat" is near openat, "foo" is near nothing much, "x" near nothing. */
	n->max_distance = len < 2 ? 0 : len < 3 ? 1 : len < 6 ? 2 : (unsigned int)len / 3;
}

void nearest__add(struct nearest *n, const char *candidate)
{
	size_t len = strlen(candidate), pos, i;
	unsigned int distance;

	/* Most candidates are told apart by their length. */
	if (!n->max || (len > n->len ? len - n->len : n->len - len) > n->max_distance)
		return;
	distance = nearest__distance(n->name, n->len, candidate, len);
	if (distance > n->max_distance)
		return;
	for (i = 0; i < n->nr; i++) {
		if (!strcmp(n->names[i], candidate))
			return;
	}
	for (pos = n->nr; pos && is_nearer(n, distance, candidate, n->names[pos - 1]); pos--)
		;
	if (pos == n->max)
		return;
	if (n->nr < n->max)
		n->nr++;
	memmove(&n->names[pos + 1], &n->names[pos], (n->nr - 1 - pos) * sizeof(n->names[0]));
	n->names[pos] = candidate;
}
