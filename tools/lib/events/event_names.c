// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* event_names.c - see event_spec_priv.h and event_spec.h: events that have a name everywhere, with perf's aliases. */
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "event_spec_priv.h"
#include "util.h"

static const struct {
	const char *name;
	const char *alias;
	uint32_t type;
	uint64_t config;
} names[] = {
	{ "cpu-clock", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task-clock", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page-faults", "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor-faults", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context-switches", "cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", "migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "alignment-faults", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation-faults", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS },
	{ "dummy", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY },
	{ "bpf-output", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_BPF_OUTPUT },
	{ "cgroup-switches", NULL, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CGROUP_SWITCHES },
	{ "cycles", "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branches", "branch-instructions", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "bus-cycles", NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "stalled-cycles-frontend", "idle-cycles-frontend", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled-cycles-backend", "idle-cycles-backend", PERF_TYPE_HARDWARE,
	  PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "ref-cycles", NULL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
};

/* The parts of a cache event's name, NULL behind the last alias. */
#define ALIASES 8
static const char *const caches[PERF_COUNT_HW_CACHE_MAX][ALIASES] = {
	[PERF_COUNT_HW_CACHE_L1D] = { "L1-dcache", "l1-d", "l1d", "L1-data" },
	[PERF_COUNT_HW_CACHE_L1I] = { "L1-icache", "l1-i", "l1i", "L1-instruction" },
	[PERF_COUNT_HW_CACHE_LL] = { "LLC", "L2" },
	[PERF_COUNT_HW_CACHE_DTLB] = { "dTLB", "d-tlb", "Data-TLB" },
	[PERF_COUNT_HW_CACHE_ITLB] = { "iTLB", "i-tlb", "Instruction-TLB" },
	[PERF_COUNT_HW_CACHE_BPU] = { "branch", "branches", "bpu", "btb", "bpc" },
	[PERF_COUNT_HW_CACHE_NODE] = { "node" },
};

static const char *const cache_ops[PERF_COUNT_HW_CACHE_OP_MAX][ALIASES] = {
	[PERF_COUNT_HW_CACHE_OP_READ] = { "load", "loads", "read" },
	[PERF_COUNT_HW_CACHE_OP_WRITE] = { "store", "stores", "write" },
	[PERF_COUNT_HW_CACHE_OP_PREFETCH] = { "prefetch", "prefetches", "speculative-read",
					      "speculative-load" },
};

static const char *const cache_results[PERF_COUNT_HW_CACHE_RESULT_MAX][ALIASES] = {
	[PERF_COUNT_HW_CACHE_RESULT_ACCESS] = { "refs", "Reference", "ops", "access" },
	[PERF_COUNT_HW_CACHE_RESULT_MISS] = { "misses", "miss" },
};

static bool same_word(struct event_text text, const char *word)
{
	return strlen(word) == text.len && !strncasecmp(word, text.at, text.len);
}

/*
 * The longest alias that @text begins with, up to its end or a '-'. Return: its row, its length in
 * @ret_len; -1 when there is none.
 */
static int find_alias(struct event_text text, const char *const rows[][ALIASES], size_t nr,
		      size_t *ret_len)
{
	int found = -1;
	size_t i, j, len;

	*ret_len = 0;
	for (i = 0; i < nr; i++) {
		for (j = 0; j < ALIASES && rows[i][j]; j++) {
			len = strlen(rows[i][j]);
			if (len <= *ret_len || len > text.len ||
			    (len < text.len && text.at[len] != '-') ||
			    strncasecmp(rows[i][j], text.at, len))
				continue;
			found = (int)i;
			*ret_len = len;
		}
	}
	return found;
}

static struct event_text behind(struct event_text text, size_t len)
{
	if (len < text.len)
		len++; /* the '-' */
	return (struct event_text){ .at = text.at + len, .len = text.len - len };
}

/* CACHE, CACHE-OP, CACHE-RESULT or CACHE-OP-RESULT. */
static bool find_cache(struct event_text name, uint64_t *ret_config)
{
	size_t len;
	int cache, op, result;

	cache = find_alias(name, caches, ARRAY_SIZE(caches), &len);
	if (cache < 0 || len == name.len)
		return false;
	name = behind(name, len);
	op = find_alias(name, cache_ops, ARRAY_SIZE(cache_ops), &len);
	if (op < 0)
		op = PERF_COUNT_HW_CACHE_OP_READ;
	else
		name = behind(name, len);
	result = PERF_COUNT_HW_CACHE_RESULT_ACCESS;
	if (name.len) {
		result = find_alias(name, cache_results, ARRAY_SIZE(cache_results), &len);
		if (result < 0 || len != name.len)
			return false;
	}
	*ret_config = (uint64_t)cache | (uint64_t)op << 8 | (uint64_t)result << 16;
	return true;
}

bool event_name__find(struct event_text name, struct perf_event_attr *attr)
{
	uint64_t config;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (same_word(name, names[i].name) ||
		    (names[i].alias && same_word(name, names[i].alias))) {
			attr->type = names[i].type;
			attr->config = names[i].config;
			return true;
		}
	}
	if (!find_cache(name, &config))
		return false;
	attr->type = PERF_TYPE_HW_CACHE;
	attr->config = config;
	return true;
}

/* Return: NULL when the event is in none of the tables. */
static const char *known_name(const struct perf_event_attr *attr)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (names[i].type == attr->type && names[i].config == attr->config)
			return names[i].name;
	}
	return NULL;
}

static int spell_cache(uint64_t config, char name[EVENT_NAME_SIZE])
{
	const size_t cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16;

	if (cache >= ARRAY_SIZE(caches) || op >= ARRAY_SIZE(cache_ops) ||
	    result >= ARRAY_SIZE(cache_results))
		return -1;
	/* "loads" and "stores", or "load-misses" */
	if (result == PERF_COUNT_HW_CACHE_RESULT_ACCESS)
		return snprintf(name, EVENT_NAME_SIZE, "%s-%s", caches[cache][0], cache_ops[op][1]);
	return snprintf(name, EVENT_NAME_SIZE, "%s-%s-%s", caches[cache][0], cache_ops[op][0],
			cache_results[result][0]);
}

static int spell_event(const struct perf_event_attr *attr, char name[EVENT_NAME_SIZE])
{
	const char *known = known_name(attr);

	if (known)
		return snprintf(name, EVENT_NAME_SIZE, "%s", known);
	switch (attr->type) {
	case PERF_TYPE_HW_CACHE:
		return spell_cache(attr->config, name);
	case PERF_TYPE_RAW:
		return snprintf(name, EVENT_NAME_SIZE, "raw 0x%" PRIx64, (uint64_t)attr->config);
	case PERF_TYPE_BREAKPOINT:
		return snprintf(name, EVENT_NAME_SIZE, "mem:0x%" PRIx64 ":%s%s%s",
				(uint64_t)attr->bp_addr, attr->bp_type & HW_BREAKPOINT_R ? "r" : "",
				attr->bp_type & HW_BREAKPOINT_W ? "w" : "",
				attr->bp_type & HW_BREAKPOINT_X ? "x" : "");
	}
	return -1;
}

bool event_attr__name(const struct perf_event_attr *attr, char name[EVENT_NAME_SIZE])
{
	const int len = spell_event(attr, name);
	char letters[8];
	size_t nr = 0;

	if (len < 0)
		return false;
	if (attr->exclude_kernel || attr->exclude_user || attr->exclude_hv) {
		if (!attr->exclude_kernel)
			letters[nr++] = 'k';
		if (!attr->exclude_user)
			letters[nr++] = 'u';
		if (!attr->exclude_hv)
			letters[nr++] = 'h';
	}
	memset(letters + nr, 'p', attr->precise_ip);
	nr += attr->precise_ip;
	if (nr)
		snprintf(name + len, EVENT_NAME_SIZE - (size_t)len, ":%.*s", (int)nr, letters);
	return true;
}

/* Letters to insert, delete or change to get from one to the other; words of up to 31. */
static unsigned int distance(struct event_text a, const char *b)
{
	unsigned int row[32], diagonal, above;
	const size_t len = strlen(b);
	size_t i, j;

	for (j = 0; j <= len; j++)
		row[j] = (unsigned int)j;
	for (i = 1; i <= a.len; i++) {
		diagonal = row[0];
		row[0] = (unsigned int)i;
		for (j = 1; j <= len; j++) {
			above = row[j];
			row[j] = MIN(MIN(row[j] + 1, row[j - 1] + 1),
				     diagonal + (a.at[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[len];
}

const char *event_name__nearest(struct event_text name)
{
	const char *nearest = NULL;
	unsigned int best = 4, d;
	size_t i;

	if (name.len > 31)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		d = distance(name, names[i].name);
		if (d < best && d < name.len) {
			best = d;
			nearest = names[i].name;
		}
	}
	return nearest;
}
