// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* trace_parse.c - see trace_parse.h. */
#include "trace_parse.h"

#include <ctype.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bpf-progs/engine_config.h"
#include "bpf_feature.h"
#include "log.h"
#include "terminal.h"
#include "tracefs.h"
#include "perf_events.h"
#include "util.h"

void trace_parse__default_graph(uint8_t *ret_stacks, uint32_t *ret_dump)
{
	*ret_stacks = bpf_feature__task_pt_regs() ? AUG_STACK_DUMP : AUG_STACK_USER;
	*ret_dump = AUG_STACK_DUMP_MAX;
}

static int parse_dwarf(const char *text, uint8_t *ret_stacks, uint32_t *ret_dump)
{
	uint64_t size = AUG_STACK_DUMP_MAX;

	if (*text && *text != ',') {
		log_err("--call-graph: 'dwarf%s' is not known; there is dwarf,SIZE", text);
		return -EINVAL;
	}
	if (*text &&
	    trace_parse__number("--call-graph dwarf", text + 1, 64, AUG_STACK_DUMP_MAX, &size))
		return -EINVAL;
	if (!bpf_feature__task_pt_regs()) {
		log_err("--call-graph: dwarf needs bpf_task_pt_regs() of Linux 5.15, and the right to load "
			"BPF programs; there is fp");
		return -EINVAL;
	}
	*ret_stacks = AUG_STACK_DUMP;
	*ret_dump = (uint32_t)size;
	return 0;
}

int trace_parse__call_graph(const char *text, uint8_t *ret_stacks, uint32_t *ret_dump)
{
	if (!strcmp(text, "fp")) {
		*ret_stacks = AUG_STACK_USER;
		return 0;
	}
	if (text__begins(text, "dwarf"))
		return parse_dwarf(text + 5, ret_stacks, ret_dump);
	if (text__begins(text, "lbr"))
		log_err("--call-graph: lbr is recorded by hardware at samples of its own, not at system "
			"calls; there are fp and dwarf");
	else
		log_err("--call-graph: '%s' is not known; there are fp and dwarf", text);
	return -EINVAL;
}

int trace_parse__faults(const char *text, unsigned int *ret_faults)
{
	if (!strcmp(text, "all"))
		*ret_faults |= PERF_EVENTS_FAULTS_MAJOR | PERF_EVENTS_FAULTS_MINOR;
	else if (!strcmp(text, "maj"))
		*ret_faults |= PERF_EVENTS_FAULTS_MAJOR;
	else if (!strcmp(text, "min"))
		*ret_faults |= PERF_EVENTS_FAULTS_MINOR;
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
	if (errno || *end || end == text || !isdigit((unsigned char)*text) || value < min ||
	    value > max) {
		log_err("%s: '%s' is not a number from %" PRIu64 " to %" PRIu64, option, text, min,
			max);
		return -EINVAL;
	}
	*ret_nr = value;
	return 0;
}

int trace_parse__delay(const char *text, uint64_t *ret_ns)
{
	uint64_t ms;
	int err = trace_parse__number("--delay", text, 0, UINT32_MAX, &ms);

	*ret_ns = err ? 0 : ms * NSEC_PER_MSEC;
	return err;
}

int trace_parse__cpus(const char *text, struct cpu_list *cpus)
{
	const int nr_possible = libbpf_num_possible_cpus();
	int err = cpu_list__parse(cpus, text);
	size_t i, nr_absent = 0;

	for (i = 0; i < cpus->nr && !err; i++)
		err = cpus->cpus[i] < AUG_MAX_CPUS ? 0 : -EINVAL;
	if (err)
		log_err("--cpu: '%s' is not a list of CPUs like 0-3,8, of numbers below %d", text,
			AUG_MAX_CPUS);
	for (i = 0; i < cpus->nr && !err && nr_possible > 0; i++)
		nr_absent += cpus->cpus[i] >= nr_possible;
	if (nr_absent && nr_absent == cpus->nr) {
		log_err("--cpu: this machine has none of the CPUs '%s': its CPUs are 0 to %d", text,
			nr_possible - 1);
		return -EINVAL;
	}
	if (nr_absent)
		log_warn("--cpu: this machine has not all of the CPUs '%s': its CPUs are 0 to %d",
			 text, nr_possible - 1);
	return err;
}

int trace_parse__tracepoint(const char *option, const char *text, char **ret_name)
{
	struct tp_names names = {};
	struct strbuf error = {};
	int err = tracefs__match(text, &names, &error);

	if (!err && names.nr != 1) {
		log_err("%s: '%s' names %zu tracepoints; it takes one", option, text, names.nr);
		err = -EINVAL;
	} else if (err) {
		log_err("%s: %s", option, error.len ? strbuf__cstr(&error) : strerror(-err));
	} else {
		free(*ret_name);
		*ret_name = strdup(names.names[0]);
		err = *ret_name ? 0 : -ENOMEM;
	}
	tp_names__free(&names);
	strbuf__free(&error);
	return err;
}

int trace_parse__color(const char *text, enum trace_color *ret_color)
{
	static const char *const words[] = { "auto", "always", "never" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcmp(text, words[i])) {
			*ret_color = (enum trace_color)i;
			return 0;
		}
	}
	log_err("--color: '%s' is none of auto, always and never", text);
	return -EINVAL;
}

bool trace_color__is_on(enum trace_color color, int fd)
{
	if (color != TRACE_COLOR_AUTO)
		return color == TRACE_COLOR_ALWAYS;
	return terminal__takes_colors(fd);
}

int trace_parse__count(const char *option, const char *text, uint64_t *ret_nr)
{
	char *end;

	errno = 0;
	*ret_nr = strtoull(text, &end, 10);
	if (errno || *end || end == text || !isdigit((unsigned char)*text) || !*ret_nr) {
		log_err("%s: '%s' is not a number above 0", option, text);
		return -EINVAL;
	}
	return 0;
}

/* A time in units of @unit_ns nanoseconds, called @unit_name in the message. */
int trace_parse__time(const char *option, const char *text, double unit_ns, const char *unit_name,
		      uint64_t *ret_ns)
{
	char *end;
	double value;

	errno = 0;
	value = strtod(text, &end);
	if (errno || *end || end == text || !(value >= 0 && value * unit_ns < 1e18)) {
		log_err("%s: '%s' is not a number of %s", option, text, unit_name);
		return -EINVAL;
	}
	*ret_ns = (uint64_t)(value * unit_ns);
	return 0;
}

/* As perf's -m: a number of pages, or a size with a suffix. */
int trace_parse__ring_size(const char *text, size_t *ret_size)
{
	static const char suffixes[] = "BKMG";
	unsigned long long nr;
	const char *suffix;
	char *end;

	errno = 0;
	nr = strtoull(text, &end, 0);
	if (errno || end == text || !isdigit((unsigned char)*text) || !nr)
		goto invalid;
	suffix = *end ? strchr(suffixes, *end >= 'a' ? *end - 'a' + 'A' : *end) : NULL;
	if (*end && (!suffix || end[1]))
		goto invalid;
	if (nr > (1ULL << 30))
		goto too_large;
	if (suffix)
		nr <<= 10 * (suffix - suffixes);
	else
		nr *= (unsigned long long)sysconf(_SC_PAGESIZE);
	if (nr > (1ULL << 30))
		goto too_large;
	*ret_size = (size_t)nr;
	return 0;

too_large:
	log_err("--mmap-pages: '%s' is more than 1G per CPU", text);
	return -EINVAL;
invalid:
	log_err("--mmap-pages: '%s' is neither a number of pages nor a size like 512K or 16M",
		text);
	return -EINVAL;
}
