// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_names.c - see ioctl_names.h; the table is ioctl_names.inc. */
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
#undef IOCTL
#define IOCTL(nr, text) { nr, #text },

static const struct ioctl_name names[] = {
#include "ioctl_names.inc"
};

/* The first row of @cmd, or where it would be. */
static size_t lower_bound(uint32_t cmd)
{
	size_t begin = 0, end = ARRAY_SIZE(names), middle;

	while (begin < end) {
		middle = (begin + end) / 2;
		if (names[middle].number < cmd)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

const char *ioctl_names__get(uint32_t cmd, size_t i)
{
	const size_t first = lower_bound(cmd);

	if (i >= ARRAY_SIZE(names) - first || names[first + i].number != cmd)
		return NULL;
	return names[first + i].name;
}
