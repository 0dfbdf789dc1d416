/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* utf8.h - what is a character of more than one byte, and how wide it is on a terminal. */
#ifndef PERF_AUGMENT_UTF8_H
#define PERF_AUGMENT_UTF8_H

#include <stddef.h>

/** utf8__len() - of the sequence at @s, 0 when it is not one (RFC 3629: no overlong, no surrogate). */
static inline size_t utf8__len(const unsigned char *s, size_t room)
{
	unsigned char lo = 0x80, hi = 0xbf;
	size_t len, i;

	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		len = 2;
	else if (s[0] >= 0xe0 && s[0] <= 0xef)
		len = 3;
	else if (s[0] >= 0xf0 && s[0] <= 0xf4)
		len = 4;
	else
		return 0;
	if (len > room)
		return 0;
	if (s[0] == 0xe0)
		lo = 0xa0;
	else if (s[0] == 0xed)
		hi = 0x9f;
	else if (s[0] == 0xf0)
		lo = 0x90;
	else if (s[0] == 0xf4)
		hi = 0x8f;
	if (s[1] < lo || s[1] > hi)
		return 0;
	for (i = 2; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	return len;
}

/** utf8__columns() - that @text takes on a terminal; what is no UTF-8 takes one for each byte. */
size_t utf8__columns(const char *text, size_t len);

/** utf8__fit() - how many of @len bytes, in whole characters, take at most @width columns. */
size_t utf8__fit(const char *text, size_t len, size_t width);

#endif /* PERF_AUGMENT_UTF8_H */
