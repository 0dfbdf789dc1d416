/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * count.h - samples that are counted in the kernel, by what they have in common, and written once, at
 * the end: a recording whose samples each stand for many. Its size is that of the code that ran.
 *
 *	count_handler__new()	for each event
 *	count_files__saw()	what is mapped meanwhile
 *	count_code__saw()	what BPF programs are loaded
 *	count__read()		at the end
 *	count__write()
 */
#ifndef PERF_AUGMENT_COUNT_H
#define PERF_AUGMENT_COUNT_H

#include "bpf-progs/count_key.h"
#include "overflow_handler.h"
#include "perfdata_stream.h"
#include "record_events.h"

/** COUNT_ENTRIES - different keys, unless it is said otherwise. */
#define COUNT_ENTRIES 65536
#define COUNT_ENTRIES_MAX (1U << 24)

/** struct count_opts - @by: COUNT_BY_ bits, 0: nothing is counted. @entries: room for different keys. */
struct count_opts {
	uint32_t by;
	uint32_t entries;
};

/**
 * count_opts__parse() - add "comm,symbol".
 * @ret_bad, @ret_len: what is no key.
 * Return: 0 or -EINVAL.
 */
int count_opts__parse(struct count_opts *opts, const char *text, const char **ret_bad,
		      size_t *ret_len);

/** count_keys__text() - the words that there are: "ip, stack, ...". */
const char *count_keys__text(void);

/**
 * count_handler__new() - the program that counts the samples of event number @event.
 * @first: of the first event, which has the maps; or NULL.
 * Return: 0 or -errno; logged.
 */
int count_handler__new(struct overflow_handler **ret_handler,
		       const struct overflow_program *program, const struct count_opts *opts,
		       uint32_t event, const struct overflow_handler *first);

/** struct count_row - one count. */
struct count_row {
	struct count_key key;
	struct count_value value;
};

/** struct count_file_row - a file, and its number in codes. */
struct count_file_row {
	struct count_file file;
	uint32_t number;
};

/** struct count_stack_row - @number: as keys have it. */
struct count_stack_row {
	uint64_t number;
	struct count_stack stack;
};

/** struct count_table - all that was counted; all zero is an empty one. @stacks: by number. */
struct count_table {
	struct count_row *rows;
	size_t nr_rows, rows_size;
	struct count_stack_row *stacks;
	size_t nr_stacks, stacks_size;
	struct count_file_row *files;
	size_t nr_files, files_size;
	struct count_losses losses;
};

/** count__read() - from the maps. Return: 0 or -errno. */
int count__read(struct count_table *table, const struct overflow_handler *handler);
void count_table__free(struct count_table *table);

/** count_table__samples() - in all rows. */
uint64_t count_table__samples(const struct count_table *table);

/** count_table__stack() - NULL: there is none of this number. */
const struct count_stack *count_table__stack(const struct count_table *table, uint64_t number);

/** struct count_code_range - memory that code of a BPF program had; @name: a hash of its symbol. */
struct count_code_range {
	uint64_t begin, end;
	uint64_t name;
};

/** struct count_code - all of them, between @lowest and @highest; all zero is an empty one. */
struct count_code {
	struct count_code_range *ranges;
	size_t nr, size;
	uint64_t lowest, highest;
};

void count_code__free(struct count_code *code);

/** count_code__saw() - a record; others than KSYMBOL are ignored. Return: 0 or -ENOMEM. */
int count_code__saw(struct count_code *code, const uint8_t *record, size_t size);

/** count_code__reused() - samples in or below memory that one program had after another. */
uint64_t count_code__reused(const struct count_code *code, const struct count_table *table);

struct count_files;

/** count_files__new() - the paths of the files that are mapped somewhere. NULL without memory. */
struct count_files *count_files__new(void);
void count_files__free(struct count_files *files);

/** count_files__saw() - a record; others than MMAP2 are ignored. Return: 0 or -ENOMEM. */
int count_files__saw(struct count_files *files, const uint8_t *record, size_t size);

/** count_files__path() - NULL: nobody told. */
const char *count_files__path(const struct count_files *files, const struct count_file *file);

/** count__attr() - what a sampling event is in the recording: its samples have what we write of them. */
void count__attr(struct perf_event_attr *attr, const struct count_opts *opts);

/**
 * count__write() - the table as records.
 * @events: @nr of them, whose ids the samples have.
 * @time_ns: from which on they have times, so that BPF programs are known by their names.
 * Return: 0 or what the stream returns; -ENOMEM.
 */
int count__write(const struct count_table *table, const struct count_opts *opts,
		 const struct count_files *files, const struct record_event *events, size_t nr,
		 uint64_t time_ns, struct perfdata_stream *stream);

#endif /* PERF_AUGMENT_COUNT_H */
