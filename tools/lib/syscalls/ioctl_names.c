// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_names.c - see ioctl_names.h; the tables are ioctl_names*.inc. */
#include "ioctl_names.h"

#include "util.h"

/* In place, not by pointers: two thousand of those would have to be relocated at each start. */
struct ioctl_name {
	uint32_t number;
	char name[52];
};

/* C takes a string that leaves no room for its end. */
#define IOCTL(nr, text) \
	_Static_assert(sizeof(#text) <= sizeof(((struct ioctl_name *)NULL)->name), #text);
#include "ioctl_names.inc"
#include "ioctl_names_32.inc"
#undef IOCTL
#define IOCTL(nr, text) { nr, #text },

static const struct ioctl_name names[] = {
#include "ioctl_names.inc"
};

static const struct ioctl_name names_32[] = {
#include "ioctl_names_32.inc"
};

/* The first row of @cmd, or where it would be. */
static size_t lower_bound(const struct ioctl_name *rows, size_t nr, uint32_t cmd)
{
	size_t begin = 0, end = nr, middle;

	while (begin < end) {
		middle = (begin + end) / 2;
		if (rows[middle].number < cmd)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

static const char *find(const struct ioctl_name *rows, size_t nr, uint32_t cmd, size_t i)
{
	const size_t first = lower_bound(rows, nr, cmd);

	return i < nr - first && rows[first + i].number == cmd ? rows[first + i].name : NULL;
}

const char *ioctl_names__get(uint32_t cmd, bool compat, size_t i)
{
	if (compat && find(names_32, ARRAY_SIZE(names_32), cmd, 0))
		return find(names_32, ARRAY_SIZE(names_32), cmd, i);
	return find(names, ARRAY_SIZE(names), cmd, i);
}
