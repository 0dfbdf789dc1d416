// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * strace_files.c - see strace_files.h. A file is open only while it is written to: there may be more
 * threads than descriptors.
 */
#include "strace_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "by_tid.h"
#include "fdio.h"
#include "log.h"
#include "output_file.h"
#include "strace_pidns.h"
#include "syscalls.h"
#include "util.h"

#define WRITE_AT (16 * 1024)

/** struct file - one thread's. @begun: it has been created in this run. */
struct file {
	uint32_t tid;
	bool begun;
	struct strbuf buf;
	struct format_strace *format;
};

/** struct strace_files - @by_tid: of struct file. @err: of the first failed write. */
struct strace_files {
	const char *prefix;
	const struct strace_opts *opts;
	struct attached_types *attached;
	struct stacks *stacks;
	struct by_tid by_tid;
	int err;
	struct strace_pidns pidns;
};

struct strace_files *strace_files__new(const char *prefix, const struct strace_opts *opts)
{
	struct strace_files *files = calloc(1, sizeof(*files));

	if (files) {
		files->prefix = prefix;
		files->opts = opts;
	}
	return files;
}

void strace_files__set_attached(struct strace_files *files, struct attached_types *types)
{
	files->attached = types;
}

void strace_files__set_stacks(struct strace_files *files, struct stacks *stacks)
{
	files->stacks = stacks;
}

static int write_file(struct strace_files *files, struct file *file)
{
	const int flags = O_WRONLY | O_CREAT | (file->begun ? O_APPEND : O_TRUNC);
	struct strbuf path = {};
	size_t done;
	int fd, err = files->err;

	if (err || !file->buf.len)
		return err;
	strbuf__addf(&path, "%s.%u", files->prefix, file->tid);
	fd = output_file__open(strbuf__cstr(&path), flags, 0666);
	err = fd < 0 ? fd : fdio__write_all(fd, file->buf.text, file->buf.len, &done);
	if (fd >= 0 && close(fd) && !err)
		err = -errno;
	if (err)
		log_err("cannot write to '%s': %s; tracing ends here", strbuf__cstr(&path),
			output_file__why(err));
	strbuf__free(&path);
	file->begun = true;
	strbuf__reset(&file->buf);
	files->err = err;
	return err;
}

static void free_file(void *item)
{
	struct file *file = item;

	format_strace__free(file->format);
	strbuf__free(&file->buf);
	free(file);
}

static struct file *new_file(struct strace_files *files, uint32_t tid)
{
	struct file *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	file->tid = tid;
	file->format = format_strace__new(files->opts, &file->buf);
	if (!file->format) {
		free(file);
		return NULL;
	}
	format_strace__set_attached(file->format, files->attached);
	format_strace__set_stacks(file->format, files->stacks);
	format_strace__set_pidns(file->format, &files->pidns);
	return file;
}

static struct file *get_file(struct strace_files *files, uint32_t tid)
{
	struct file *file = by_tid__find(&files->by_tid, tid);

	if (file)
		return file;
	file = new_file(files, tid);
	if (file && by_tid__add(&files->by_tid, tid, file)) {
		free_file(file);
		file = NULL;
	}
	return file;
}

int strace_files__start(struct strace_files *files, uint32_t tid)
{
	struct file *file = get_file(files, tid);

	return file ? format_strace__start(file->format, tid) : -ENOMEM;
}

int strace_files__expect(struct strace_files *files, uint32_t tid)
{
	struct file *file = get_file(files, tid);

	return file ? format_strace__expect(file->format, tid) : -ENOMEM;
}

void strace_files__attached(struct strace_files *files, uint32_t tid, unsigned int nr_threads)
{
	struct file *file = by_tid__find(&files->by_tid, tid);

	if (file)
		format_strace__attached(file->format, tid, nr_threads);
}

/* The file of the thread that executed a program ends there. */
static int supersede(struct strace_files *files, struct file *file, uint32_t by)
{
	struct file *old = by_tid__find(&files->by_tid, by);
	int err;

	if (!old)
		return 0;
	if (format_strace__leave(old->format, by, file->tid))
		format_strace__resume(file->format, file->tid);
	err = write_file(files, old);
	free_file(by_tid__take(&files->by_tid, by));
	return err;
}

int strace_files__call(struct strace_files *files, const struct event *event)
{
	const bool is_new = !by_tid__find(&files->by_tid, event->rec->tid);
	struct file *file = get_file(files, event->rec->tid);
	int err = -ENOMEM;

	if (file && is_new)
		/* Only where a thread has become the main one, which had ended: its file is there. */
		file->begun = syscalls__has_executed(event->rec);
	if (file)
		err = format_strace__call(file->format, event);
	if (!err && file->buf.len >= WRITE_AT)
		err = write_file(files, file);
	return err;
}

int strace_files__chain(struct strace_files *files, const struct event *event)
{
	struct file *file = by_tid__find(&files->by_tid, event->rec->tid);

	return file ? format_strace__chain(file->format, event) : 0;
}

int strace_files__task(struct strace_files *files, const struct aug_task_record *rec)
{
	struct file *file;
	int err;

	/* Of a child that may have no file yet; its parent's lines need it. */
	if (rec->type == AUG_RECORD_PIDNS) {
		strace_pidns__take(&files->pidns, rec);
		return 0;
	}
	/* It has its file with its first call. */
	if (rec->type == AUG_RECORD_START && rec->flags & AUG_T_MADE)
		return 0;
	if (rec->type == AUG_RECORD_START && !by_tid__find(&files->by_tid, rec->tid)) {
		file = get_file(files, rec->tid);
		if (!file)
			return -ENOMEM;
		format_strace__attached(file->format, rec->tid, 1);
	}
	/* Signals are told of processes that are not traced, too. */
	file = by_tid__find(&files->by_tid, rec->tid);
	if (!file)
		return 0;
	if (rec->type == AUG_RECORD_EXIT && rec->superseded_by)
		return supersede(files, file, rec->superseded_by)
			       ?: format_strace__task(file->format, rec);
	err = format_strace__task(file->format, rec);
	if (!err && rec->type == AUG_RECORD_EXIT) {
		err = write_file(files, file);
		free_file(by_tid__take(&files->by_tid, rec->tid));
	}
	return err;
}

int strace_files__flush(struct strace_files *files)
{
	for (size_t i = 0; i < files->by_tid.nr; i++)
		write_file(files, files->by_tid.entries[i].item);
	return files->err;
}

int strace_files__end(struct strace_files *files)
{
	for (size_t i = 0; i < files->by_tid.nr; i++) {
		struct file *file = files->by_tid.entries[i].item;

		format_strace__end(file->format);
	}
	return strace_files__flush(files);
}

void strace_files__free(struct strace_files *files)
{
	if (!files)
		return;
	by_tid__free(&files->by_tid, free_file);
	strace_pidns__free(&files->pidns);
	free(files);
}
