// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_values.c - see strace_values.h. */
#include "strace_values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "util.h"

int strace_value__bad(const char *option, const char *value, const char *wanted)
{
	log_err("%s: '%s' is not %s", option, value, wanted);
	return -EINVAL;
}

int strace_value__int(const char *option, const char *text, int min, int max, int *ret)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (errno || end == text || *end || value < min || value > max) {
		log_err("%s: '%s' is not a number from %d to %d", option, text, min, max);
		return -EINVAL;
	}
	*ret = (int)value;
	return 0;
}

/* By number or by name. */
int strace_value__interruptible(const char *word, int *ret)
{
	static const struct {
		const char *word;
		int value;
	} words[] = {
		{ "anywhere", 1 }, { "always", 1 },	{ "waiting", 2 },
		{ "never", 3 },	   { "never_tstp", 4 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i].word)) {
			*ret = words[i].value;
			return 0;
		}
	}
	return strace_value__int("-I", word, 1, 4, ret);
}

/* Digits behind the second that a word like "us" asks for. */
int strace_value__precision(const char *option, const char *word, uint8_t *ret_digits)
{
	static const char *const words[] = { "s", "ms", "us", "ns" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcasecmp(word, words[i])) {
			*ret_digits = (uint8_t)(3 * i);
			return 0;
		}
	}
	return strace_value__bad(option, word, "one of s, ms, us and ns");
}

static bool clock_format(const char *word, enum strace_clock *ret_clock)
{
	static const char *const words[] = {
		[STRACE_NO_CLOCK] = "none", [STRACE_TIME_OF_DAY] = "time", [STRACE_UNIX_TIME] = "unix"
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcasecmp(word, words[i])) {
			*ret_clock = (enum strace_clock)i;
			return true;
		}
	}
	return false;
}

/* One of [format:]FORMAT and [precision:]PRECISION. */
static int clock_word(struct strace_opts *format, const char *word, bool *has_format)
{
	static const char option[] = "--absolute-timestamps";

	if (!strncasecmp(word, "format:", 7)) {
		*has_format = true;
		return clock_format(word + 7, &format->clock)
			       ? 0
			       : strace_value__bad(option, word + 7, "one of none, time and unix");
	}
	if (!strncasecmp(word, "precision:", 10))
		return strace_value__precision(option, word + 10, &format->clock_digits);
	if (clock_format(word, &format->clock)) {
		*has_format = true;
		return 0;
	}
	return strace_value__precision(option, word, &format->clock_digits);
}

/* Given again, it changes what it names. */
int strace_value__clock(struct strace_opts *format, const char *text)
{
	__cleanup_free char *copy = strdup(text ? text : "time");
	char *rest = copy, *word;
	bool has_format = false;
	int err = copy ? 0 : -ENOMEM;

	while (!err && (word = strsep(&rest, ",")) != NULL)
		err = *word ? clock_word(format, word, &has_format) : 0;
	if (!err && !has_format && format->clock == STRACE_NO_CLOCK)
		format->clock = STRACE_TIME_OF_DAY;
	return err;
}

int strace_value__consts(const char *word, enum out_consts *ret_consts)
{
	static const char *const words[] = {
		[OUT_CONSTS_NAMED] = "abbrev", [OUT_CONSTS_RAW] = "raw", [OUT_CONSTS_BOTH] = "verbose"
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word, words[i])) {
			*ret_consts = (enum out_consts)i;
			return 0;
		}
	}
	return strace_value__bad("-X", word, "one of raw, abbrev and verbose");
}

int strace_value__hex(const char *word, enum out_strings *ret_strings)
{
	static const char *const words[] = { [OUT_STRINGS_ESCAPED] = "none",
					     [OUT_STRINGS_HEX_ESCAPES] = "non-ascii-chars",
					     [OUT_STRINGS_HEX_IF_NEEDED] = "non-ascii",
					     [OUT_STRINGS_HEX] = "all" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word ? word : "all", words[i])) {
			*ret_strings = (enum out_strings)i;
			return 0;
		}
	}
	return strace_value__bad("--strings-in-hex", word,
				 "one of none, non-ascii-chars, non-ascii and all");
}

/* NUMBER, with a unit or microseconds. */
int strace_value__overhead(const char *text, uint64_t *ret_ns)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "", 1e3 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 } };
	char *end;
	double value;

	errno = 0;
	value = strtod(text, &end);
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (errno || end == text || !(value >= 0) || strcmp(end, units[i].unit))
			continue;
		value *= units[i].ns;
		if (value > 3600e9)
			break;
		*ret_ns = (uint64_t)value;
		return 0;
	}
	return strace_value__bad("-O", text,
				 "a time: a number and s, ms, us or ns, at most an hour");
}

int strace_value__daemon(const char *word, unsigned int *ret_level)
{
	static const char *const words[] = { "grandchild", "pgroup", "session" };

	for (unsigned int i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(word ? word : words[0], words[i])) {
			*ret_level = i + 1;
			return 0;
		}
	}
	return strace_value__bad("--daemonize", word, "one of grandchild, pgroup and session");
}

int strace_value__stacks(const char *word, bool *ret_source_lines)
{
	*ret_source_lines = word && !strcmp(word, "source");
	if (!word || *ret_source_lines || !strcmp(word, "symbol"))
		return 0;
	return strace_value__bad("--stack-trace", word, "one of symbol and source");
}
