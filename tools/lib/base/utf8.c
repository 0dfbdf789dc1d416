// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * utf8.c - see utf8.h. wcwidth() would ask the locale, which is "C" with us, and the terminal's need not be the
 * same.
 */
#include "utf8.h"

#include <stdint.h>

#include "util.h"

struct range {
	uint32_t first, last;
	unsigned int columns;
};

/*
 * What is not one column wide: marks that stand on the character before them; East Asian scripts, and pictures. Of
 * marks those of Latin, Greek, Cyrillic, Hebrew and Arabic.
 */
static const struct range ranges[] = {
	{ 0x300, 0x36f, 0 },	 { 0x483, 0x489, 0 },	  { 0x591, 0x5bd, 0 },
	{ 0x610, 0x61a, 0 },	 { 0x64b, 0x65f, 0 },	  { 0x231a, 0x231b, 2 },
	{ 0x23e9, 0x23ec, 2 },	 { 0x25fd, 0x25fe, 2 },	  { 0x2614, 0x2615, 2 },
	{ 0x26a1, 0x26a1, 2 },	 { 0x26d4, 0x26d4, 2 },	  { 0x2705, 0x2705, 2 },
	{ 0x274c, 0x274c, 2 },	 { 0x2795, 0x2797, 2 },	  { 0x2b50, 0x2b50, 2 },
	{ 0x1f680, 0x1f6c5, 2 }, { 0x1f7e0, 0x1f7eb, 2 }, { 0x1fa70, 0x1faff, 2 },
	{ 0x1100, 0x115f, 2 },	 { 0x1ab0, 0x1aff, 0 },	  { 0x1dc0, 0x1dff, 0 },
	{ 0x200b, 0x200f, 0 },	 { 0x20d0, 0x20ff, 0 },	  { 0x2e80, 0x303e, 2 },
	{ 0x3041, 0xa4cf, 2 },	 { 0xa960, 0xa97f, 2 },	  { 0xac00, 0xd7a3, 2 },
	{ 0xf900, 0xfaff, 2 },	 { 0xfe00, 0xfe0f, 0 },	  { 0xfe20, 0xfe2f, 0 },
	{ 0xfe30, 0xfe6f, 2 },	 { 0xff01, 0xff60, 2 },	  { 0xffe0, 0xffe6, 2 },
	{ 0x1f300, 0x1f64f, 2 }, { 0x1f900, 0x1f9ff, 2 }, { 0x20000, 0x3fffd, 2 },
};

static uint32_t decode(const unsigned char *s, size_t len)
{
	uint32_t c = s[0] & (0xffU >> (len + 1));
	size_t i;

	for (i = 1; i < len; i++)
		c = c << 6 | (s[i] & 0x3f);
	return c;
}

/* Of the character at @s; what is none is a column for each byte. */
static unsigned int columns_of(const unsigned char *s, size_t room, size_t *ret_len)
{
	uint32_t c;
	size_t i;

	*ret_len = s[0] < 0x80 ? 0 : utf8__len(s, room);
	if (!*ret_len) {
		*ret_len = 1;
		return 1;
	}
	c = decode(s, *ret_len);
	for (i = 0; i < ARRAY_SIZE(ranges); i++) {
		if (c >= ranges[i].first && c <= ranges[i].last)
			return ranges[i].columns;
	}
	return 1;
}

size_t utf8__columns(const char *text, size_t len)
{
	size_t i, nr, columns = 0;

	for (i = 0; i < len; i += nr)
		columns += columns_of((const unsigned char *)text + i, len - i, &nr);
	return columns;
}

size_t utf8__fit(const char *text, size_t len, size_t width)
{
	size_t i, nr, columns = 0;

	for (i = 0; i < len; i += nr) {
		columns += columns_of((const unsigned char *)text + i, len - i, &nr);
		if (columns > width)
			break;
	}
	return i;
}
