// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_tips.c - see strace_tips.h. */
#include "strace_tips.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "log.h"
#include "util.h"

static const char *const tips_texts[] = {
	"what is traced is never stopped: a server can be traced while it is in use",
	"-z and -Z filter in the kernel: calls that are left out cost next to nothing",
	"a program can be traced although a debugger holds it: no ptrace is used",
	"-c with -S max-time finds the call that waited longest",
	"-s 65536 shows whole buffers, argv and environment strings with -v",
	"-e write=1 dumps what a program prints, whatever -s cuts",
	"-k shows where a call comes from; build with -fno-omit-frame-pointer for whole chains",
	"`perf-augment trace --where` filters by the values of arguments",
	"`perf-augment trace --format=json` has the same calls with typed values",
	"-X verbose shows the numbers beside the names of constants",
};

static int parse_word(struct strace_tips *tips, const char *word)
{
	static const char *const formats[] = { "none", "compact", "full" };
	unsigned long id;
	char *end;

	if (!strncmp(word, "format:", 7))
		word += 7;
	else if (!strncmp(word, "id:", 3))
		word += 3;
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		if (!strcmp(word, formats[i])) {
			tips->format = (enum strace_tips_format)i;
			return 0;
		}
	}
	tips->is_random = !strcmp(word, "random");
	if (tips->is_random)
		return 0;
	errno = 0;
	id = strtoul(word, &end, 10);
	if (errno || end == word || *end || !isdigit((unsigned char)*word) || id > UINT_MAX)
		return -EINVAL;
	tips->id = (unsigned int)id;
	return 0;
}

int strace_tips__parse(struct strace_tips *tips, const char *text)
{
	__cleanup_free char *copy = strdup(text ? text : "random");
	char *rest = copy, *word;

	if (!copy)
		return -ENOMEM;
	*tips = (struct strace_tips){ .format = STRACE_TIPS_COMPACT, .is_random = true };
	while ((word = strsep(&rest, ",")) != NULL) {
		if (parse_word(tips, word)) {
			log_err("--tips: '%s' is neither a number, random, none, compact nor full",
				word);
			return -EINVAL;
		}
	}
	return 0;
}

void strace_tips__print(const struct strace_tips *tips, FILE *file)
{
	const size_t nr = ARRAY_SIZE(tips_texts);
	const size_t id = (tips->is_random ? (size_t)clock() ^ (size_t)time(NULL) : tips->id) % nr;

	if (tips->format == STRACE_TIPS_FULL)
		fprintf(file, "\n  Tip %zu of %zu:\n  %s.\n\n", id, nr, tips_texts[id]);
	else if (tips->format == STRACE_TIPS_COMPACT)
		fprintf(file, "strace: tip %zu: %s\n", id, tips_texts[id]);
}
