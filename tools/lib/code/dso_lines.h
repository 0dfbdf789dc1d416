/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * dso_lines.h - source lines of files whose debugging information has no index by address
 * (.debug_aranges): clang writes none, and libdw then finds nothing.
 */
#ifndef PERF_AUGMENT_DSO_LINES_H
#define PERF_AUGMENT_DSO_LINES_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct dso_line_range - of @unit: from @start to before @end. */
struct dso_line_range {
	uint64_t start;
	uint64_t end;
	Dwarf_Die unit;
};

/**
 * struct dso_lines - the address ranges of the compilation units, in order, as the debugging
 * information has them: @bias less than libdw's of the module. All zero before the first look.
 */
struct dso_lines {
	struct dso_line_range *ranges;
	size_t nr;
	size_t size;
	Dwarf_Addr bias;
	bool is_read;
};

/**
 * dso_lines__find() - the line of @addr, an address of libdw's; the first call reads the
 * ranges of all units.
 * @ret_line: its number. Return: the file's name, libdw's; NULL when it is not known.
 */
const char *dso_lines__find(struct dso_lines *lines, Dwfl_Module *module, uint64_t addr,
			    int *ret_line);

void dso_lines__free(struct dso_lines *lines);

#endif /* PERF_AUGMENT_DSO_LINES_H */
