/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* strace_summary.h - the table of `strace -c`, from the sums that the engine makes in the kernel. */
#ifndef PERF_AUGMENT_STRACE_SUMMARY_H
#define PERF_AUGMENT_STRACE_SUMMARY_H

#include <stddef.h>
#include <stdint.h>

#include "bpf-progs/engine_counts.h"
#include "strbuf.h"

/** enum strace_column - what a column holds, and what rows can be sorted by. */
enum strace_column {
	STRACE_COL_PERCENT,
	STRACE_COL_TOTAL,
	STRACE_COL_MIN,
	STRACE_COL_MAX,
	STRACE_COL_AVG,
	STRACE_COL_CALLS,
	STRACE_COL_ERRORS,
	STRACE_COL_NAME,
	STRACE_NR_COLUMNS,
};

/** STRACE_SORT_NONE - rows in the order of the numbers of their calls. */
#define STRACE_SORT_NONE STRACE_NR_COLUMNS

/** struct strace_table - what to show. @columns: @nr_columns of them, from the left.
 * @overhead_ns: what to take off the time of each call (-O). */
struct strace_table {
	uint8_t columns[STRACE_NR_COLUMNS];
	unsigned int nr_columns;
	unsigned int sort;
	uint64_t overhead_ns;
};

/** strace_table__init() - the columns and the order of strace without -U and -S. */
void strace_table__init(struct strace_table *table);

/** strace_table__set_columns() - from the list of -U. Return: 0; -EINVAL with a message in @error. */
int strace_table__set_columns(struct strace_table *table, const char *list, struct strbuf *error);

/** strace_table__set_sort() - from the word of -S. Return: as above. */
int strace_table__set_sort(struct strace_table *table, const char *word, struct strbuf *error);

struct strace_summary;

/** strace_summary__new() - Return: NULL when there is no memory. */
struct strace_summary *strace_summary__new(void);
void strace_summary__free(struct strace_summary *s);

/** strace_summary__add() - one thread's sums of one call. */
void strace_summary__add(struct strace_summary *s, const struct aug_summary_key *key,
			 const struct aug_summary *sum);

/** strace_summary__print() - append the table of all threads together. */
void strace_summary__print(struct strace_summary *s, const struct strace_table *table,
			   struct strbuf *text);

#endif /* PERF_AUGMENT_STRACE_SUMMARY_H */
