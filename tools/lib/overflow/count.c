// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* count.c - see count.h: the words of --count-by. */
#include "count.h"

#include <errno.h>
#include <string.h>

#include "util.h"

static const struct {
	const char *name;
	uint32_t by;
} keys[] = {
	{ "ip", COUNT_BY_CODE },       { "symbol", COUNT_BY_CODE }, { "sym", COUNT_BY_CODE },
	{ "dso", COUNT_BY_CODE },      { "stack", COUNT_BY_STACK }, { "comm", COUNT_BY_COMM },
	{ "pid", COUNT_BY_PID },       { "tid", COUNT_BY_TID },	    { "cpu", COUNT_BY_CPU },
	{ "cgroup", COUNT_BY_CGROUP },
};

const char *count_keys__text(void)
{
	return "ip, symbol, dso, stack, comm, pid, tid, cpu, cgroup";
}

int count_opts__parse(struct count_opts *opts, const char *text, const char **ret_bad,
		      size_t *ret_len)
{
	size_t len, i;

	for (;; text += len + 1) {
		len = strcspn(text, ",");
		for (i = 0; i < ARRAY_SIZE(keys); i++) {
			if (strlen(keys[i].name) == len && !strncmp(keys[i].name, text, len))
				break;
		}
		if (i == ARRAY_SIZE(keys)) {
			*ret_bad = text;
			*ret_len = len;
			return -EINVAL;
		}
		opts->by |= keys[i].by;
		if (!text[len])
			return 0;
	}
}
