// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count_write.c - see count.h: counts as an ordinary recording. Code in files has one address in all
 * processes: count_key.h's number is that address, and a process of our own has every file mapped
 * where its code is. The tasks that samples are of are children of that process.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cgroup.h"
#include "count.h"
#include "hash_index.h"
#include "perfdata_abi.h"
#include "strbuf.h"
#include "util.h"

/* Above all numbers of tasks: the process that has the files, and those that have only a name. */
#define ROOT_PID 0x40000000U
#define FIRST_NAMED_PID (ROOT_PID + 1)
#define NO_COMM "[all]"

#define SAMPLE_TYPE                                                                     \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_WEIGHT)

struct writer {
	const struct count_table *table;
	const struct count_opts *opts;
	const struct record_event *events;
	size_t nr_events;
	struct perfdata_stream *stream;
	struct strbuf record;
	uint64_t time_ns;
	uint32_t next_pid;
};

void count__attr(struct perf_event_attr *attr, const struct count_opts *opts)
{
	attr->sample_type = SAMPLE_TYPE;
	if (opts->by & COUNT_BY_STACK)
		attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (opts->by & COUNT_BY_CGROUP)
		attr->sample_type |= PERF_SAMPLE_CGROUP;
	attr->sample_regs_user = 0;
	attr->sample_stack_user = 0;
}

/* ---- records ---- */

static void put_u32(struct writer *w, uint32_t value)
{
	strbuf__add(&w->record, (const char *)&value, sizeof(value));
}

static void put_u64(struct writer *w, uint64_t value)
{
	strbuf__add(&w->record, (const char *)&value, sizeof(value));
}

/* With NULs up to a multiple of 8. */
static void put_text(struct writer *w, const char *text, size_t len)
{
	static const char zeros[8];

	strbuf__add(&w->record, text, len);
	strbuf__add(&w->record, zeros, 8 - len % 8);
}

static void begin(struct writer *w, uint32_t type, uint16_t misc)
{
	const struct perf_event_header header = { .type = type, .misc = misc };

	strbuf__reset(&w->record);
	strbuf__add(&w->record, (const char *)&header, sizeof(header));
}

static int end(struct writer *w)
{
	const uint16_t size = (uint16_t)w->record.len;

	if (strbuf__error(&w->record))
		return strbuf__error(&w->record);
	if (w->record.len > UINT16_MAX)
		return 0; /* a path is never that long */
	memcpy(w->record.text + offsetof(struct perf_event_header, size), &size, sizeof(size));
	return perfdata_stream__record(w->stream, w->record.text, w->record.len);
}

/* TID, TIME, CPU, IDENTIFIER: what all events have behind records that are no samples. */
static int end_with_id(struct writer *w, uint32_t pid, uint32_t tid)
{
	put_u32(w, pid);
	put_u32(w, tid);
	put_u64(w, w->time_ns);
	put_u64(w, 0);
	put_u64(w, w->events[0].ids[0]);
	return end(w);
}

static int write_comm(struct writer *w, uint32_t pid, uint32_t tid, const char *comm, size_t len)
{
	begin(w, PERF_RECORD_COMM, 0);
	put_u32(w, pid);
	put_u32(w, tid);
	put_text(w, comm, len);
	return end_with_id(w, pid, tid);
}

static int write_fork(struct writer *w, uint32_t pid, uint32_t tid)
{
	begin(w, PERF_RECORD_FORK, 0);
	put_u32(w, pid);
	put_u32(w, ROOT_PID);
	put_u32(w, tid);
	put_u32(w, ROOT_PID);
	put_u64(w, w->time_ns);
	return end_with_id(w, pid, tid);
}

static int write_file(struct writer *w, const struct count_file_row *row, const char *path)
{
	char unknown[64];

	if (!path) {
		snprintf(unknown, sizeof(unknown), "[inode %llu of %u:%u]",
			 (unsigned long long)row->file.ino, row->file.dev >> 20,
			 row->file.dev & 0xfffff);
		path = unknown;
	}
	begin(w, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER);
	put_u32(w, ROOT_PID);
	put_u32(w, ROOT_PID);
	put_u64(w, COUNT_IN_FILE | (uint64_t)row->number << COUNT_FILE_SHIFT);
	put_u64(w, COUNT_OFFSET_MASK);
	put_u64(w, 0);
	put_u32(w, row->file.dev >> 20);
	put_u32(w, row->file.dev & 0xfffff);
	put_u64(w, row->file.ino);
	put_u64(w, 0);
	put_u32(w, PROT_READ | PROT_EXEC);
	put_u32(w, MAP_PRIVATE);
	put_text(w, path, strlen(path));
	return end_with_id(w, ROOT_PID, ROOT_PID);
}

static int write_files(struct writer *w, const struct count_files *files)
{
	size_t i;
	int err = write_comm(w, ROOT_PID, ROOT_PID, "perf-augment", strlen("perf-augment"));

	for (i = 0; i < w->table->nr_files && !err; i++)
		err = write_file(w, &w->table->files[i],
				 count_files__path(files, &w->table->files[i].file));
	return err;
}

/* ---- control groups ---- */

static bool is_counted(const struct writer *w, uint64_t cgroup)
{
	size_t i;

	for (i = 0; i < w->table->nr_rows; i++) {
		if (w->table->rows[i].key.cgroup == cgroup)
			return true;
	}
	return false;
}

static int write_cgroup(void *ctx, uint64_t id, const char *path)
{
	struct writer *w = ctx;

	if (!is_counted(w, id))
		return 0;
	begin(w, PERF_RECORD_CGROUP, 0);
	put_u64(w, id);
	put_text(w, path, strlen(path));
	return end_with_id(w, 0, 0);
}

/* Those that are gone have their number only. */
static int write_cgroups(struct writer *w)
{
	const int err = w->opts->by & COUNT_BY_CGROUP ? cgroup__for_each(write_cgroup, w) : 0;

	return err == -ENODEV ? 0 : err;
}

/* ---- samples ---- */

static bool is_kernel(uint64_t code)
{
	return code >> 63;
}

/* Stacks that the kernel took with the sample have its marks in them: ours are put where they belong. */
static bool is_mark(uint64_t code)
{
	return code >= (uint64_t)PERF_CONTEXT_MAX;
}

static uint32_t put_frames(struct writer *w, uint64_t mark, const __u64 *code, uint32_t nr)
{
	uint32_t i, put = 0;

	for (i = 0; i < nr; i++) {
		if (is_mark(code[i]))
			continue;
		if (!put)
			put_u64(w, mark);
		put_u64(w, code[i]);
		put++;
	}
	return put ? put + 1 : 0;
}

static void put_chain(struct writer *w, const struct count_row *row,
		      const struct count_stack *stack)
{
	const size_t at = w->record.len;
	const __u64 code = row->key.code;
	uint64_t nr = 0;

	put_u64(w, 0);
	if (stack) {
		nr = put_frames(w, PERF_CONTEXT_KERNEL, stack->code, stack->nr_kernel);
		nr += put_frames(w, PERF_CONTEXT_USER, stack->code + stack->nr_kernel,
				 stack->nr_user);
	} else if (code) {
		nr = put_frames(w, is_kernel(code) ? PERF_CONTEXT_KERNEL : PERF_CONTEXT_USER, &code,
				1);
	}
	if (!strbuf__error(&w->record))
		memcpy(w->record.text + at, &nr, sizeof(nr));
}

static uint64_t innermost(const struct count_stack *stack)
{
	uint32_t i;

	for (i = 0; i < stack->nr_kernel + stack->nr_user && i < COUNT_STACK_MAX; i++) {
		if (!is_mark(stack->code[i]))
			return stack->code[i];
	}
	return 0;
}

static int write_sample(struct writer *w, const struct count_row *row, uint32_t pid, uint32_t tid)
{
	const struct count_stack *stack =
		row->key.stack ? count_table__stack(w->table, row->key.stack) : NULL;
	const struct record_event *event = &w->events[row->key.event];
	const uint64_t code = stack ? innermost(stack) : row->key.code;

	begin(w, PERF_RECORD_SAMPLE,
	      is_kernel(code) ? PERF_RECORD_MISC_KERNEL
	      : code	      ? PERF_RECORD_MISC_USER
			      : PERF_RECORD_MISC_CPUMODE_UNKNOWN);
	put_u64(w, event->ids[0]);
	put_u64(w, code);
	put_u32(w, pid);
	put_u32(w, tid);
	put_u64(w, w->time_ns);
	put_u64(w, w->opts->by & COUNT_BY_CPU ? row->key.cpu : 0);
	put_u64(w, row->value.period);
	if (w->opts->by & COUNT_BY_STACK)
		put_chain(w, row, stack);
	put_u64(w, row->value.samples);
	if (w->opts->by & COUNT_BY_CGROUP)
		put_u64(w, row->key.cgroup);
	return end(w);
}

/* Each task and name comes once, with all that was counted of it behind. */
static int by_task(const void *a, const void *b)
{
	const struct count_key *x = &((const struct count_row *)a)->key;
	const struct count_key *y = &((const struct count_row *)b)->key;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	return memcmp(x->comm, y->comm, sizeof(x->comm));
}

/* The same counts are the same bytes. */
static int by_key(const void *a, const void *b)
{
	const struct count_key *x = &((const struct count_row *)a)->key;
	const struct count_key *y = &((const struct count_row *)b)->key;
	const int order = by_task(a, b);

	if (order)
		return order;
	if (x->code != y->code)
		return x->code < y->code ? -1 : 1;
	if (x->stack != y->stack)
		return x->stack < y->stack ? -1 : 1;
	return memcmp(x, y, sizeof(*x));
}

static int begin_task(struct writer *w, const struct count_row *row, bool is_new, uint32_t *pid,
		      uint32_t *tid)
{
	const bool by_comm = w->opts->by & COUNT_BY_COMM;
	const bool by_id = w->opts->by & (COUNT_BY_PID | COUNT_BY_TID);
	const char *comm = by_comm ? row->key.comm : by_id ? row->value.first_comm : NO_COMM;
	int err = 0;

	w->time_ns++;
	if (!by_id)
		*pid = *tid = w->next_pid++;
	else
		*pid = row->key.pid, *tid = w->opts->by & COUNT_BY_TID ? row->key.tid : *pid;
	/* The idle task runs nothing of user space. */
	if (*pid && (is_new || !by_id))
		err = write_fork(w, *pid, *pid);
	if (!err && *tid != *pid)
		err = write_comm(w, *pid, *pid, row->value.first_comm,
				 strnlen(row->value.first_comm, COUNT_COMM_LEN));
	return err ? err : write_comm(w, *pid, *tid, comm, strnlen(comm, COUNT_COMM_LEN));
}

static int write_samples(struct writer *w)
{
	const struct count_table *table = w->table;
	const struct count_row *last = NULL;
	uint32_t pid = 0, tid = 0;
	size_t i;
	int err = 0;

	if (table->nr_rows)
		qsort(table->rows, table->nr_rows, sizeof(*table->rows), by_key);
	for (i = 0; i < table->nr_rows && !err; i++) {
		const struct count_row *row = &table->rows[i];

		if (row->key.event >= w->nr_events || !w->events[row->key.event].nr_ids)
			continue;
		if (!last || by_task(last, row))
			err = begin_task(w, row, !last || last->key.pid != row->key.pid, &pid,
					 &tid);
		last = row;
		if (!err)
			err = write_sample(w, row, pid, tid);
	}
	return err;
}

int count__write(const struct count_table *table, const struct count_opts *opts,
		 const struct count_files *files, const struct record_event *events, size_t nr,
		 uint64_t time_ns, struct perfdata_stream *stream)
{
	struct writer w = {
		.table = table,
		.opts = opts,
		.events = events,
		.nr_events = nr,
		.stream = stream,
		.time_ns = time_ns,
		.next_pid = FIRST_NAMED_PID,
	};
	int err;

	if (!nr || !events[0].nr_ids)
		return 0;
	err = write_files(&w, files);
	if (!err)
		err = write_cgroups(&w);
	if (!err)
		err = write_samples(&w);
	strbuf__free(&w.record);
	return err;
}
