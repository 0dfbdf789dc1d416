// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* count_handler.c - see count.h: the program and its maps; the only file that sees its skeleton. */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "count.h"
#include "gen/count.skel.h"
#include "overflow_handler_priv.h"
#include "util.h"

/* A stack is a kilobyte, and many rows share one. */
#define KEYS_OF_A_STACK 4
#define MAX_FILES 16384

/* Rows are of one kind, whatever event they are of. */
static int share_maps(const struct count_bpf *skel, const struct count_bpf *first)
{
	const struct {
		struct bpf_map *map;
		const struct bpf_map *of;
	} shared[] = {
		{ skel->maps.counted, first->maps.counted },
		{ skel->maps.counted_stacks, first->maps.counted_stacks },
		{ skel->maps.counted_files, first->maps.counted_files },
		{ skel->maps.count_losses, first->maps.count_losses },
	};
	size_t i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(shared) && !err; i++)
		err = bpf_map__reuse_fd(shared[i].map, bpf_map__fd(shared[i].of));
	return err;
}

static int size_maps(const struct count_bpf *skel, const struct count_opts *opts)
{
	const bool stacks = opts->by & COUNT_BY_STACK;
	const bool files = opts->by & (COUNT_BY_STACK | COUNT_BY_CODE);
	int err = bpf_map__set_max_entries(skel->maps.counted, opts->entries);

	if (!err && stacks)
		err = bpf_map__set_max_entries(skel->maps.counted_stacks,
					       MAX(opts->entries / KEYS_OF_A_STACK, 1u));
	if (!err && files)
		err = bpf_map__set_max_entries(skel->maps.counted_files, MAX_FILES);
	return err;
}

static uint32_t bits_for(unsigned int nr)
{
	uint32_t bits = 0;

	while (1U << bits < nr)
		bits++;
	return bits;
}

static int load(struct overflow_handler *handler, const struct overflow_program *program,
		const struct count_opts *opts, uint32_t event, const struct overflow_handler *first)
{
	const int nr_cpus = libbpf_num_possible_cpus();
	struct count_bpf *skel;
	int err;

	if (nr_cpus < 0)
		return nr_cpus;
	skel = count_bpf__open();
	if (!skel)
		return -errno;
	handler->count = skel;
	err = overflow_handler__prepare(skel->obj, &skel->rodata->config, program);
	skel->rodata->count_config.by = opts->by;
	skel->rodata->count_config.event = event;
	skel->rodata->count_config.cpu_bits = bits_for((unsigned int)nr_cpus);
	if (!err)
		err = first ? share_maps(skel, first->count) : size_maps(skel, opts);
	if (!err)
		err = count_bpf__load(skel);
	return err ? err : overflow_handler__finish(handler, skel->obj, program);
}

int count_handler__new(struct overflow_handler **ret_handler,
		       const struct overflow_program *program, const struct count_opts *opts,
		       uint32_t event, const struct overflow_handler *first)
{
	struct overflow_handler *handler = calloc(1, sizeof(*handler));
	int err;

	if (!handler)
		return -ENOMEM;
	err = load(handler, program, opts, event, first);
	if (!err) {
		*ret_handler = handler;
		return 0;
	}
	overflow_handler__say_load_error(err);
	overflow_handler__free(handler);
	return err;
}

void count_handler__free(struct overflow_handler *handler)
{
	count_bpf__destroy(handler->count);
}

/* ---- reading ---- */

/* Nobody deletes what is in these maps. */
static int read_rows(struct count_table *table, int fd)
{
	struct count_row row, *last = NULL;

	while (!bpf_map_get_next_key(fd, last ? &last->key : NULL, &row.key)) {
		if (bpf_map_lookup_elem(fd, &row.key, &row.value))
			return -errno;
		if (array__grow(&table->rows, table->nr_rows, &table->rows_size,
				sizeof(*table->rows)))
			return -ENOMEM;
		last = &table->rows[table->nr_rows++];
		*last = row;
	}
	return 0;
}

static int read_stacks(struct count_table *table, int fd)
{
	struct count_stack_row row, *last = NULL;

	while (!bpf_map_get_next_key(fd, last ? &last->number : NULL, &row.number)) {
		if (bpf_map_lookup_elem(fd, &row.number, &row.stack))
			return -errno;
		if (array__grow(&table->stacks, table->nr_stacks, &table->stacks_size,
				sizeof(*table->stacks)))
			return -ENOMEM;
		last = &table->stacks[table->nr_stacks++];
		*last = row;
	}
	return 0;
}

static int read_files(struct count_table *table, int fd)
{
	struct count_file_row row, *last = NULL;

	while (!bpf_map_get_next_key(fd, last ? &last->file : NULL, &row.file)) {
		if (bpf_map_lookup_elem(fd, &row.file, &row.number))
			return -errno;
		if (array__grow(&table->files, table->nr_files, &table->files_size,
				sizeof(*table->files)))
			return -ENOMEM;
		last = &table->files[table->nr_files++];
		*last = row;
	}
	return 0;
}

static int read_losses(struct count_table *table, const struct overflow_handler *handler)
{
	struct count_losses *losses __cleanup_free = calloc(handler->nr_cpus, sizeof(*losses));
	const uint32_t zero = 0;
	unsigned int cpu;

	if (!losses)
		return -ENOMEM;
	if (bpf_map_lookup_elem(bpf_map__fd(handler->count->maps.count_losses), &zero, losses))
		return -errno;
	table->losses = (struct count_losses){};
	for (cpu = 0; cpu < handler->nr_cpus; cpu++) {
		table->losses.no_room += losses[cpu].no_room;
		table->losses.no_stack_room += losses[cpu].no_stack_room;
		table->losses.collisions += losses[cpu].collisions;
		table->losses.no_file_room += losses[cpu].no_file_room;
	}
	return 0;
}

static int by_number(const void *a, const void *b)
{
	const struct count_stack_row *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

int count__read(struct count_table *table, const struct overflow_handler *handler)
{
	const struct count_bpf *skel = handler->count;
	int err;

	count_table__free(table);
	err = read_rows(table, bpf_map__fd(skel->maps.counted));
	if (!err)
		err = read_stacks(table, bpf_map__fd(skel->maps.counted_stacks));
	if (!err)
		err = read_files(table, bpf_map__fd(skel->maps.counted_files));
	if (!err)
		err = read_losses(table, handler);
	if (!err && table->nr_stacks)
		qsort(table->stacks, table->nr_stacks, sizeof(*table->stacks), by_number);
	return err;
}

void count_table__free(struct count_table *table)
{
	free(table->rows);
	free(table->stacks);
	free(table->files);
	*table = (struct count_table){};
}

uint64_t count_table__samples(const struct count_table *table)
{
	uint64_t samples = 0;
	size_t i;

	for (i = 0; i < table->nr_rows; i++)
		samples += table->rows[i].value.samples;
	return samples;
}

const struct count_stack *count_table__stack(const struct count_table *table, uint64_t number)
{
	const struct count_stack_row key = { .number = number }, *row;

	row = table->nr_stacks
		      ? bsearch(&key, table->stacks, table->nr_stacks, sizeof(key), by_number)
		      : NULL;
	return row ? &row->stack : NULL;
}
