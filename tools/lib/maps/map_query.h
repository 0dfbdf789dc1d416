/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_query.h - questions about rows of a map: --where, --select, --sort, bound to the map's
 * types.
 */
#ifndef PERF_AUGMENT_MAP_QUERY_H
#define PERF_AUGMENT_MAP_QUERY_H

#include "btf_plan.h"
#include "expr.h"
#include "map_types.h"

struct map_dump_opts;

/**
 * struct map_row - what is shown as one entry.
 * @key: NULL when entries of this map have none.
 * @per_cpu: there are values of @nr_values CPUs at @value, @step bytes apart; else there is one.
 * @cpu: the CPU that the value is of; -1 when that is not said.
 * @err: the value cannot be read, and why.
 */
struct map_row {
	const uint8_t *key;
	const uint8_t *value;
	size_t key_len;
	size_t value_len;
	size_t step;
	unsigned int nr_values;
	bool per_cpu;
	int cpu;
	int err;
};

enum map_side { MAP_SIDE_KEY, MAP_SIDE_VALUE, MAP_SIDE_CPU };

/**
 * struct map_column - a place in a row.
 * @name: as it was written.
 * @field: where, in the key or the value.
 * @whole: the side as it is, which may have no type.
 */
struct map_column {
	char *name;
	enum map_side side;
	struct btf_field field;
	bool whole;
};

/**
 * struct map_query - bound questions.
 * @fields: what names of the expression stand for.
 * @nr_undefined: rows for which the expression had no value: a division by zero.
 */
struct map_query {
	const struct map_types *types;
	struct expr *where;
	struct map_column *fields;
	size_t nr_fields;
	struct map_column *columns;
	size_t nr_columns;
	struct map_column sort;
	bool has_sort;
	bool has_cpu;
	uint64_t nr_undefined;
};

/**
 * map_query__init() - bind the questions of @opts to @types, which must outlive the query. Logs
 * on failure.
 * @has_cpu: rows have a CPU, which may be asked for as "cpu".
 * Return: 0, -EINVAL, -ENOMEM.
 */
int map_query__init(struct map_query *query, const struct map_dump_opts *opts,
		    const struct map_types *types, bool has_cpu);
void map_query__free(struct map_query *query);

/**
 * map_query__add_flat() - make columns of all leaves of key, if there is one, and value.
 * Return: 0 or -errno; logs.
 */
int map_query__add_flat(struct map_query *query, bool has_key);

/** map_query__matches() - is @row wanted: --where. A row of several CPUs is when one of them is. */
bool map_query__matches(struct map_query *query, const struct map_row *row);

/** map_column__load() - the value of @column in @row. Return: 0, -EINVAL, -ERANGE. */
int map_column__load(const struct map_column *column, const struct map_row *row,
		     struct expr_value *ret_value);

/** map_column__run() - say the value of @column to a writer. */
void map_column__run(const struct map_column *column, const struct map_types *types,
		     const struct map_row *row, struct out *o);

#endif /* PERF_AUGMENT_MAP_QUERY_H */
