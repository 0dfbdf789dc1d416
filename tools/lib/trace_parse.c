// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* trace_parse.c - see trace_parse.h. */
#include "trace_parse.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "perf_events.h"
#include "util.h"

int trace_parse__call_graph(const char *text)
{
	if (!strcmp(text, "fp"))
		return 0;
	if (text__begins(text, "lbr"))
		log_err("--call-graph: lbr is recorded by hardware at samples of its own, not at system "
			"calls; there is fp");
	else if (text__begins(text, "dwarf"))
		log_err("--call-graph: dwarf is not there; there is fp, which needs programs and libraries built "
			"with frame pointers");
	else
		log_err("--call-graph: '%s' is not known; there is fp", text);
	return -EINVAL;
}

int trace_parse__faults(const char *text, unsigned int *ret_faults)
{
	if (!strcmp(text, "all"))
		*ret_faults = PERF_EVENTS_FAULTS_MAJOR | PERF_EVENTS_FAULTS_MINOR;
	else if (!strcmp(text, "maj"))
		*ret_faults = PERF_EVENTS_FAULTS_MAJOR;
	else if (!strcmp(text, "min"))
		*ret_faults = PERF_EVENTS_FAULTS_MINOR;
	else {
		log_err("--pf: '%s' is none of all, maj and min", text);
		return -EINVAL;
	}
	return 0;
}

int trace_parse__number(const char *option, const char *text, uint64_t min, uint64_t max,
			uint64_t *ret_nr)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || *end || end == text || *text == '-' || value < min || value > max) {
		log_err("%s: '%s' is not a number from %" PRIu64 " to %" PRIu64, option, text, min,
			max);
		return -EINVAL;
	}
	*ret_nr = value;
	return 0;
}
