/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* summary_priv.h - shared by summary.c and summary_show.c alone. */
#ifndef PERF_AUGMENT_SUMMARY_PRIV_H
#define PERF_AUGMENT_SUMMARY_PRIV_H

#include "hash_index.h"
#include "summary.h"
#include "task_name.h"

/** struct summary_row - one call of one group. @group: index into the groups. */
struct summary_row {
	uint32_t group;
	uint32_t nr;
	struct aug_summary sum;
};

/** struct summary_errno - of row @row. */
struct summary_errno {
	uint32_t row;
	uint32_t error;
	uint64_t nr;
};

/**
 * struct summary_group - a thread, a process, a control group, or all.
 * @id: its number; @since_ns: which of those that had the number.
 * @first, @nr_rows: in the order of rows, when sorted.
 */
struct summary_group {
	uint64_t id;
	uint64_t since_ns;
	uint32_t pid;
	struct task_name name;
	uint64_t calls;
	uint64_t run_ns;
	bool has_run;
	size_t first, nr_rows;
};

/** struct summary_member - the row that a key of the kernel went into. */
struct summary_member {
	struct aug_summary_key key;
	uint32_t row;
};

struct summary {
	struct summary_opts opts;
	struct summary_row *rows;
	size_t nr_rows, rows_size;
	struct hash_index row_index;
	struct summary_group *groups;
	size_t nr_groups, groups_size;
	struct hash_index group_index;
	struct summary_member *members;
	size_t nr_members, members_size;
	struct hash_index member_index;
	struct summary_errno *errnos;
	size_t nr_errnos, errnos_size;
};

/** struct summary_order - rows and groups as they are shown. @errnos: by row. */
struct summary_order {
	const struct summary_row **rows;
	struct summary_group *groups;
	const struct summary_errno **errnos;
	size_t nr_errnos;
	uint64_t calls;
};

/** summary_order__errnos() - the first of row @row, in @order->errnos; its others follow. */
size_t summary_order__errnos(const struct summary_order *order, uint32_t row);

/** summary__sort() - Return: 0 or -ENOMEM; to be freed in any case. */
int summary__sort(struct summary *s, struct summary_order *ret_order);
void summary_order__free(struct summary_order *order);

/** summary__add_call_name() - that of a key's @nr, which stands for all numbers that are too large, too. */
void summary__add_call_name(uint32_t nr, struct strbuf *text);

/** summary__bucket_end() - where bucket @i of the histogram ends; see AUG_HIST_* in augment.h. */
uint64_t summary__bucket_end(unsigned int i);

/** struct summary_octave - calls that took at least @from_ns and less than @to_ns. */
struct summary_octave {
	uint64_t from_ns, to_ns;
	uint64_t calls;
};

#define SUMMARY_OCTAVES (AUG_HIST_MAX_BITS - AUG_HIST_MIN_BITS + 2)

/** summary__octaves() - the histogram by powers of two. */
void summary__octaves(const struct aug_summary *sum, struct summary_octave octaves[]);

#endif /* PERF_AUGMENT_SUMMARY_PRIV_H */
