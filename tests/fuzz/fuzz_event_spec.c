// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fuzz_event_spec.c - any text as a list of events, and as values of record's options. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_list.h"
#include "event_spec.h"
#include "record_parse.h"

/* Tracepoints are looked for on disk: few and short ones. */
#define TEXT_MAX 256

static void parse_values(const char *text)
{
	struct record_switch when;
	struct cpu_list cpus = {};
	uint64_t nr;
	int32_t clockid;
	size_t size;

	record_parse__number(text, &nr);
	record_parse__size(text, &nr);
	if (!record_parse__ring(text, 4096, &size) && (!size || size & (size - 1)))
		abort();
	record_parse__clock(text, &clockid);
	record_parse__switch(text, &when);
	cpu_list__parse(&cpus, text);
	cpu_list__free(&cpus);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct event_specs list = {};
	struct strbuf error = {};
	char *text;

	if (size > TEXT_MAX)
		return -1;
	text = strndup((const char *)data, size);
	if (!text)
		return 0;
	/* What is refused has a reason. */
	if (event_specs__parse(&list, text, &error) && !error.len)
		abort();
	event_specs__free(&list);
	strbuf__free(&error);
	parse_values(text);
	free(text);
	return 0;
}
