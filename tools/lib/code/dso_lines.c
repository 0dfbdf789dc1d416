// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* dso_lines.c - see dso_lines.h. */
#include "dso_lines.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"

static int by_start(const void *a, const void *b)
{
	const struct dso_line_range *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Units that do not say where they are have no lines either; what there is no memory for has none. */
static void add_unit(struct dso_lines *lines, Dwarf_Die *unit)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t offset = 0;

	while ((offset = dwarf_ranges(unit, offset, &base, &start, &end)) > 0) {
		if (start >= end)
			continue;
		if (array__grow(&lines->ranges, lines->nr, &lines->size, sizeof(*lines->ranges)))
			return;
		lines->ranges[lines->nr++] = (struct dso_line_range){ start, end, *unit };
	}
}

static void read_ranges(struct dso_lines *lines, Dwfl_Module *module)
{
	Dwarf_Die *unit = NULL;

	lines->is_read = true;
	while ((unit = dwfl_module_nextcu(module, unit, &lines->bias)) != NULL)
		add_unit(lines, unit);
	if (lines->nr)
		qsort(lines->ranges, lines->nr, sizeof(*lines->ranges), by_start);
}

/* The range of @addr that begins last, or NULL. */
static struct dso_line_range *find_range(const struct dso_lines *lines, uint64_t addr)
{
	size_t low = 0, high = lines->nr;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;

		if (lines->ranges[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low && addr < lines->ranges[low - 1].end ? &lines->ranges[low - 1] : NULL;
}

const char *dso_lines__find(struct dso_lines *lines, Dwfl_Module *module, uint64_t addr,
			    int *ret_line)
{
	struct dso_line_range *range;
	Dwarf_Line *line;

	if (!lines->is_read)
		read_ranges(lines, module);
	addr -= lines->bias;
	range = find_range(lines, addr);
	line = range ? dwarf_getsrc_die(&range->unit, addr) : NULL;
	if (!line || dwarf_lineno(line, ret_line))
		return NULL;
	return dwarf_linesrc(line, NULL, NULL);
}

void dso_lines__free(struct dso_lines *lines)
{
	free(lines->ranges);
	memset(lines, 0, sizeof(*lines));
}
