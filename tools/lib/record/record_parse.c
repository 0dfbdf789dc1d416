// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_parse.c - see record_parse.h. */
#include "record_parse.h"

#include <ctype.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "util.h"

#define RING_MAX (1ULL << 30)

/* Digits, and what follows them. */
static int take_number(const char *text, uint64_t *ret_nr, const char **ret_rest)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	*ret_nr = strtoull(text, &end, 0);
	*ret_rest = end;
	return errno || !*ret_nr ? -EINVAL : 0;
}

int record_parse__number(const char *text, uint64_t *ret_nr)
{
	const char *rest;
	const int err = take_number(text, ret_nr, &rest);

	return err || *rest ? -EINVAL : 0;
}

/* Each of the letters is 2^@shift times the one before; the first is 1. */
static int apply_suffix(uint64_t *nr, char letter, const char *letters, unsigned int shift)
{
	const char *at = letter ? strchr(letters, toupper((unsigned char)letter)) : NULL;
	unsigned int bits;

	if (!at)
		return -EINVAL;
	bits = (unsigned int)(at - letters) * shift;
	if (*nr > UINT64_MAX >> bits)
		return -EINVAL;
	*nr <<= bits;
	return 0;
}

int record_parse__size(const char *text, uint64_t *ret_bytes)
{
	const char *rest;
	int err = take_number(text, ret_bytes, &rest);

	if (err || !*rest)
		return err;
	return rest[1] ? -EINVAL : apply_suffix(ret_bytes, *rest, "BKMG", 10);
}

int record_parse__ring(const char *text, size_t page_size, size_t *ret_bytes)
{
	uint64_t bytes, size = page_size;
	const char *rest;
	int err = take_number(text, &bytes, &rest);

	if (err)
		return err;
	if (!*rest) {
		if (bytes > RING_MAX / page_size)
			return -E2BIG;
		bytes *= page_size;
	} else {
		err = record_parse__size(text, &bytes);
	}
	if (err)
		return err;
	if (bytes > RING_MAX)
		return -E2BIG;
	while (size < bytes)
		size *= 2;
	*ret_bytes = (size_t)size;
	return 0;
}

#define BRANCH_KINDS                                                                            \
	(PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_ANY_RETURN | \
	 PERF_SAMPLE_BRANCH_IND_CALL | PERF_SAMPLE_BRANCH_IND_JUMP | PERF_SAMPLE_BRANCH_CALL |  \
	 PERF_SAMPLE_BRANCH_COND | PERF_SAMPLE_BRANCH_CALL_STACK | PERF_SAMPLE_BRANCH_IN_TX |   \
	 PERF_SAMPLE_BRANCH_NO_TX | PERF_SAMPLE_BRANCH_ABORT_TX)

static int take_branch_word(const char *word, size_t len, uint64_t *branch_type)
{
	static const struct {
		const char *name;
		uint64_t bit;
	} words[] = {
		{ "u", PERF_SAMPLE_BRANCH_USER },
		{ "k", PERF_SAMPLE_BRANCH_KERNEL },
		{ "hv", PERF_SAMPLE_BRANCH_HV },
		{ "any", PERF_SAMPLE_BRANCH_ANY },
		{ "any_call", PERF_SAMPLE_BRANCH_ANY_CALL },
		{ "any_ret", PERF_SAMPLE_BRANCH_ANY_RETURN },
		{ "ind_call", PERF_SAMPLE_BRANCH_IND_CALL },
		{ "ind_jmp", PERF_SAMPLE_BRANCH_IND_JUMP },
		{ "call", PERF_SAMPLE_BRANCH_CALL },
		{ "cond", PERF_SAMPLE_BRANCH_COND },
		{ "abort_tx", PERF_SAMPLE_BRANCH_ABORT_TX },
		{ "in_tx", PERF_SAMPLE_BRANCH_IN_TX },
		{ "no_tx", PERF_SAMPLE_BRANCH_NO_TX },
		{ "stack", PERF_SAMPLE_BRANCH_CALL_STACK },
		{ "no_flags", PERF_SAMPLE_BRANCH_NO_FLAGS },
		{ "no_cycles", PERF_SAMPLE_BRANCH_NO_CYCLES },
		{ "save_type", PERF_SAMPLE_BRANCH_TYPE_SAVE },
		{ "hw_index", PERF_SAMPLE_BRANCH_HW_INDEX },
		{ "priv", PERF_SAMPLE_BRANCH_PRIV_SAVE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (strlen(words[i].name) == len && !strncmp(words[i].name, word, len)) {
			*branch_type |= words[i].bit;
			return 0;
		}
	}
	return -EINVAL;
}

int record_parse__branches(const char *text, uint64_t *branch_type)
{
	uint64_t type = *branch_type;
	size_t len;

	for (;; text += len + 1) {
		len = strcspn(text, ",");
		if (take_branch_word(text, len, &type))
			return -EINVAL;
		if (!text[len])
			break;
	}
	/* As perf: only a level means all branches there. */
	if (!(type & BRANCH_KINDS))
		type |= PERF_SAMPLE_BRANCH_ANY;
	*branch_type = type;
	return 0;
}

int record_parse__clock(const char *text, int32_t *ret_clockid)
{
	static const struct {
		const char *name;
		int32_t clockid;
	} clocks[] = {
		{ "monotonic", CLOCK_MONOTONIC },
		{ "mono", CLOCK_MONOTONIC },
		{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
		{ "raw", CLOCK_MONOTONIC_RAW },
		{ "realtime", CLOCK_REALTIME },
		{ "real", CLOCK_REALTIME },
		{ "boottime", CLOCK_BOOTTIME },
		{ "boot", CLOCK_BOOTTIME },
		{ "tai", CLOCK_TAI },
	};
	uint64_t nr;
	size_t i;

	if (!strncasecmp(text, "CLOCK_", 6))
		text += 6;
	for (i = 0; i < ARRAY_SIZE(clocks); i++) {
		if (!strcasecmp(text, clocks[i].name)) {
			*ret_clockid = clocks[i].clockid;
			return 0;
		}
	}
	if (!strcmp(text, "0")) {
		*ret_clockid = CLOCK_REALTIME;
		return 0;
	}
	if (record_parse__number(text, &nr) || nr > CLOCK_TAI)
		return -EINVAL;
	*ret_clockid = (int32_t)nr;
	return 0;
}

int record_parse__switch(const char *text, struct record_switch *ret)
{
	static const struct {
		char letter;
		uint64_t seconds;
	} units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };
	struct record_switch value = {};
	const char *rest;
	uint64_t nr;
	size_t i;

	if (!strcmp(text, "signal")) {
		*ret = (struct record_switch){ .on_signal = true };
		return 0;
	}
	if (take_number(text, &nr, &rest) || !*rest || rest[1])
		return -EINVAL;
	/* As perf reads it, M is a size and m are minutes. */
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (*rest != units[i].letter)
			continue;
		if (nr > UINT64_MAX / NSEC_PER_SEC / units[i].seconds)
			return -EINVAL;
		value.ns = nr * units[i].seconds * NSEC_PER_SEC;
		*ret = value;
		return 0;
	}
	if (apply_suffix(&nr, *rest, "BKMG", 10))
		return -EINVAL;
	value.bytes = nr;
	*ret = value;
	return 0;
}
