// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_options.c - any text as the values of trace's options, and as a whole command line of strace, whose
 * words end at line ends. Beyond "no crash": a refused list of calls has a reason and changes nothing.
 *
 * Input: a byte that says as what, the text.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "filter_args.h"
#include "select.h"
#include "strace_args.h"
#include "trace_parse.h"

#define WORDS_MAX 32

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void as_calls(const char *text, bool strace)
{
	struct select sel = { .strace = strace }, before;
	struct strbuf error = {};

	for (int i = 0; i < 2; i++) {
		before = sel;
		if (select__add(&sel, text, &error) &&
		    (!error.len || memcmp(&sel, &before, sizeof(sel))))
			abort();
	}
	for (unsigned int nr = 0; nr < AUG_NR_SYSCALLS; nr++)
		select__has(&sel, AUG_ABI_NATIVE, nr);
	strbuf__free(&error);
}

static void as_filter(const char *text)
{
	struct filter_args filters = {};
	uint64_t min_ns;

	filter_args__where(&filters, text);
	filter_args__uids(&filters, text);
	filter_args__comm(&filters, text);
	filter_args__fds(&filters, text);
	filter_args__errnos(&filters, text);
	filter_args__duration(&filters, text, &min_ns);
	filter_args__free(&filters);
}

static void as_values(const char *text)
{
	struct cpu_list cpus = {};
	enum trace_color color;
	unsigned int faults;
	uint32_t dump;
	uint64_t nr;
	size_t size;
	uint8_t stacks;

	trace_parse__call_graph(text, &stacks, &dump);
	trace_parse__faults(text, &faults);
	if (!trace_parse__number("-n", text, 3, 7, &nr) && (nr < 3 || nr > 7))
		abort();
	if (!trace_parse__count("-n", text, &nr) && !nr)
		abort();
	trace_parse__time("-t", text, 1e6, "milliseconds", &nr);
	trace_parse__ring_size(text, &size);
	trace_parse__delay(text, &nr);
	trace_parse__cpus(text, &cpus);
	trace_parse__color(text, &color);
	cpu_list__free(&cpus);
}

/* But for -u, which looks names up in files and services, and -E, which is this program's environment. */
static void as_strace(char *text)
{
	char *argv[WORDS_MAX + 2] = { "strace" }, *word;
	struct strace_args args;
	int argc = 1;

	while (argc <= WORDS_MAX && (word = strsep(&text, "\n")))
		argv[argc++] = word;
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] == '-' && strpbrk(argv[i], "uEv"))
			return;
	}
	strace_args__parse(&args, argc, argv);
	strace_args__free(&args);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = size ? strndup((const char *)data + 1, size - 1) : NULL;

	if (!text)
		return 0;
	switch (data[0] % 5) {
	case 0:
	case 1:
		as_calls(text, data[0] % 5);
		break;
	case 2:
		as_filter(text);
		break;
	case 3:
		as_values(text);
		break;
	default:
		as_strace(text);
	}
	free(text);
	return 0;
}
