// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * strbuf_escape.c - see strbuf.h. Bytes of traced programs, spelled so that none of them reaches a terminal as it is.
 * Contents of files and sockets come this way: what is plain, or zero, goes by 16 bytes at a time.
 */
#include "strbuf.h"

#include <emmintrin.h>

#include "utf8.h"

/*
 * What a byte becomes: @len bytes of @text. Bytes above 0x7e are escaped too: they may be half a character, or the
 * C1 controls that some terminals obey.
 */
struct escape {
	char text[4];
	uint8_t len;
	bool is_octal; /* in its short form */
};

/* clang-format off */
#define LETTER(c, letter)	[c] = { { '\\', letter }, 2, false }
#define DIGIT(c, shift)		(char)('0' + ((c) >> (shift) & 7))
#define OCTAL(c)		[c] = {						\
	{ '\\', DIGIT(c, (c) >= 0100 ? 6 : (c) >= 010 ? 3 : 0),		\
	  DIGIT(c, (c) >= 0100 ? 3 : 0), DIGIT(c, 0) },				\
	(c) >= 0100 ? 4 : (c) >= 010 ? 3 : 2, true }
#define OCTALS(c)	OCTAL(c), OCTAL((c) + 1), OCTAL((c) + 2), OCTAL((c) + 3), \
			OCTAL((c) + 4), OCTAL((c) + 5), OCTAL((c) + 6), OCTAL((c) + 7)
#define OCTALS_32(c)	OCTALS(c), OCTALS((c) + 8), OCTALS((c) + 16), OCTALS((c) + 24)

/* The others, whose len is 0, are shown as they are. */
static const struct escape escapes[256] = {
	OCTALS(0), OCTAL(8),
	LETTER('\t', 't'), LETTER('\n', 'n'), LETTER('\v', 'v'), LETTER('\f', 'f'), LETTER('\r', 'r'),
	OCTAL(14), OCTAL(15), OCTALS(16), OCTALS(24),
	LETTER('"', '"'), LETTER('\\', '\\'),
	OCTAL(127), OCTALS_32(128), OCTALS_32(160), OCTALS_32(192), OCTALS_32(224),
};
/* clang-format on */

/* Three digits: the next byte would be read as part of fewer. */
static char *long_octal(char *p, unsigned char c)
{
	const char text[] = { '\\', DIGIT(c, 6), DIGIT(c, 3), DIGIT(c, 0) };

	memcpy(p, text, sizeof(text));
	return p + sizeof(text);
}

static bool is_octal_digit(char c)
{
	return c >= '0' && c <= '7';
}

/* Those from @i to @end of @len bytes. Return: the text's new end. */
static inline char *add_singly(char *p, const char *bytes, size_t i, size_t end, size_t len)
{
	for (; i < end; i++) {
		const unsigned char c = (unsigned char)bytes[i];
		const struct escape *escape = &escapes[c];

		if (!escape->len) {
			*p++ = (char)c;
		} else if (escape->is_octal && i + 1 < len && is_octal_digit(bytes[i + 1])) {
			p = long_octal(p, c);
		} else {
			memcpy(p, escape->text, sizeof(escape->text));
			p += escape->len;
		}
	}
	return p;
}

#define BLOCK sizeof(__m128i)

/* How many of the bytes of @block are shown as they are before the first that is not; escapes[] says the same. */
static size_t plain_bytes(__m128i block)
{
	/* Compared with a sign: those from 0x80 are less than a blank. */
	const __m128i visible = _mm_and_si128(_mm_cmpgt_epi8(block, _mm_set1_epi8(' ' - 1)),
					      _mm_cmplt_epi8(block, _mm_set1_epi8(0x7f)));
	const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')),
					   _mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));

	return (size_t)__builtin_ctz(
		~(unsigned int)_mm_movemask_epi8(_mm_andnot_si128(marks, visible)));
}

static bool is_zero(__m128i block)
{
	return _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_setzero_si128())) == 0xffff;
}

/* "\0" for each byte of a block. */
static char *add_zeroes(char *p)
{
	const __m128i text = _mm_set1_epi16('\\' | '0' << 8);

	_mm_storeu_si128((__m128i *)p, text);
	_mm_storeu_si128((__m128i *)(p + BLOCK), text);
	return p + 2 * BLOCK;
}

/* The first @nr of @len bytes; there is room for ESCAPE_MAX times as many. Return: the text's new end. */
static char *add_escapes(char *p, const char *bytes, size_t nr, size_t len)
{
	size_t i = 0, plain, end;
	__m128i block;

	while (i < nr) {
		end = nr;
		if (i + BLOCK <= nr) {
			end = i + BLOCK;
			block = _mm_loadu_si128((const __m128i *)(bytes + i));
			if (is_zero(block) && !(end < len && is_octal_digit(bytes[end]))) {
				p = add_zeroes(p);
				i = end;
				continue;
			}
			/* What is behind the plain ones is written over. */
			_mm_storeu_si128((__m128i *)p, block);
			plain = plain_bytes(block);
			p += plain;
			i += plain;
		}
		p = add_singly(p, bytes, i, end, len);
		i = end;
	}
	return p;
}

#define ESCAPE_MAX 4
/* Room is made for so many bytes at a time: most need no more than themselves. */
#define ESCAPE_STEP 256

void strbuf__add_escaped(struct strbuf *sb, const char *bytes, size_t len)
{
	size_t nr;

	for (; len; bytes += nr, len -= nr) {
		nr = len < ESCAPE_STEP ? len : ESCAPE_STEP;
		if (!strbuf__room(sb, ESCAPE_MAX * nr))
			return;
		sb->len = (size_t)(add_escapes(sb->text + sb->len, bytes, nr, len) - sb->text);
	}
}

/* Not shown are C1 controls (U+0080 to U+009F) and the marks of U+2028 to U+202E and U+2066 to U+2069. */
size_t strbuf__visible_len(const char *bytes, size_t len)
{
	const unsigned char *text = (const unsigned char *)bytes;
	const unsigned char c = text[0];
	const size_t nr = c < 0x80 ? c >= 0x20 && c != 0x7f : utf8__len(text, len);

	if (nr < 2 || (c == 0xc2 && text[1] < 0xa0))
		return c < 0x80 ? nr : 0;
	if (c == 0xe2 && ((text[1] == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae) ||
			  (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9)))
		return 0;
	return nr;
}

void strbuf__add_visible(struct strbuf *sb, const char *bytes, size_t len)
{
	size_t i = 0, nr;

	while (i < len) {
		nr = strbuf__visible_len(bytes + i, len - i);
		if (nr) {
			strbuf__add(sb, bytes + i, nr);
		} else {
			nr = 1;
			if (bytes[i] == '\t')
				strbuf__addc(sb, ' ');
			else
				strbuf__addf(sb, "\\%03o", (unsigned char)bytes[i]);
		}
		i += nr;
	}
}
