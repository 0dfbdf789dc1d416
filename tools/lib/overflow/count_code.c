// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count_code.c - see count.h: samples in memory that one BPF program had after another. Counts have no
 * time, so that nobody can tell whose they are.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#include "array.h"
#include "count.h"
#include "hash_index.h"
#include "perfdata_cursor.h"
#include "util.h"

void count_code__free(struct count_code *code)
{
	free(code->ranges);
	*code = (struct count_code){};
}

/* address, length, type, flags, name */
int count_code__saw(struct count_code *code, const uint8_t *record, size_t size)
{
	struct cursor c = cursor__of(record, size);
	struct perf_event_header header;
	struct count_code_range range;
	uint16_t type, flags;
	const char *name;
	size_t len;

	cursor__copy(&c, &header, sizeof(header));
	if (c.cut || header.type != PERF_RECORD_KSYMBOL)
		return 0;
	range.begin = cursor__u64(&c);
	range.end = range.begin + cursor__u32(&c);
	type = cursor__u16(&c);
	flags = cursor__u16(&c);
	name = cursor__text(&c, &len);
	if (c.cut || type != PERF_RECORD_KSYMBOL_TYPE_BPF ||
	    flags & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER)
		return 0;
	range.name = hash_bytes(name, len);
	if (array__grow(&code->ranges, code->nr, &code->size, sizeof(range)))
		return -ENOMEM;
	code->lowest = code->nr ? MIN(code->lowest, range.begin) : range.begin;
	code->highest = MAX(code->highest, range.end);
	code->ranges[code->nr++] = range;
	return 0;
}

/* The same name is the same code, as the tag is in it: whose of them it is makes no difference. */
static bool is_reused(const struct count_code *code, uint64_t addr)
{
	const struct count_code_range *first = NULL;
	size_t i;

	if (addr < code->lowest || addr >= code->highest)
		return false;
	for (i = 0; i < code->nr; i++) {
		const struct count_code_range *range = &code->ranges[i];

		if (addr < range->begin || addr >= range->end)
			continue;
		if (first && first->name != range->name)
			return true;
		first = range;
	}
	return false;
}

static bool was_in_reused(const struct count_code *code, const struct count_table *table,
			  const struct count_key *key)
{
	const struct count_stack *stack = key->stack ? count_table__stack(table, key->stack) : NULL;
	uint32_t i;

	for (i = 0; stack && i < stack->nr_kernel && i < COUNT_STACK_MAX; i++) {
		if (is_reused(code, stack->code[i]))
			return true;
	}
	return is_reused(code, key->code);
}

uint64_t count_code__reused(const struct count_code *code, const struct count_table *table)
{
	uint64_t samples = 0;
	size_t i;

	for (i = 0; i < table->nr_rows; i++) {
		if (was_in_reused(code, table, &table->rows[i].key))
			samples += table->rows[i].value.samples;
	}
	return samples;
}
