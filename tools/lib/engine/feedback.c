// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * feedback.c - see feedback.h: from where we print, step by step, to all who work for it. Targets
 * are followed once each, over the table of open files that feedback_proc.c reads.
 */
#include "feedback.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "feedback_priv.h"
#include "util.h"

/* Terminals, pipes and sockets that are followed; bounds the work a hostile process can make. */
#define MAX_TARGETS 256

/* How far up the parents are looked at; a loop in what /proc says ends there too. */
#define MAX_PARENTS 64

struct target {
	enum feedback_kind kind;
	uint64_t dev;
	uint64_t id;
};

/* struct search - @next is the first target that was not followed yet. */
struct search {
	struct open_files table;
	struct target targets[MAX_TARGETS];
	size_t nr_targets;
	size_t next;
	struct pid_list *ret;
};

void pid_list__free(struct pid_list *list)
{
	free(list->pids);
	*list = (struct pid_list){};
}

/* Where @pid is, or where it belongs. */
static size_t pid_position(const struct pid_list *list, pid_t pid)
{
	size_t low = 0, high = list->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list->pids[middle] < pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool pid_list__has(const struct pid_list *list, pid_t pid)
{
	size_t at = pid_position(list, pid);

	return at < list->nr && list->pids[at] == pid;
}

static int add_pid(struct pid_list *list, pid_t pid)
{
	size_t at = pid_position(list, pid);
	pid_t *pids;

	if (at < list->nr && list->pids[at] == pid)
		return 0;
	pids = realloc(list->pids, (list->nr + 1) * sizeof(*pids));
	if (!pids)
		return -ENOMEM;
	memmove(pids + at + 1, pids + at, (list->nr - at) * sizeof(*pids));
	pids[at] = pid;
	list->pids = pids;
	list->nr++;
	return 0;
}

static void add_target(struct search *search, enum feedback_kind kind, uint64_t dev, uint64_t id)
{
	size_t i;

	for (i = 0; i < search->nr_targets; i++) {
		const struct target *old = &search->targets[i];

		if (old->kind == kind && old->id == id && old->dev == dev)
			return;
	}
	if (search->nr_targets < MAX_TARGETS)
		search->targets[search->nr_targets++] = (struct target){ kind, dev, id };
}

/* A master whose devpts instance is not known may be the one. */
static bool is_master_of(const struct open_file *file, const struct target *target)
{
	if (file->kind != OPEN_MASTER || file->id != target->id)
		return false;
	return !target->dev || !file->dev || file->dev == target->dev ||
	       file->node_dev == target->dev;
}

static bool is_open_for(const struct search *search, const struct open_file *file, int not_mode)
{
	int flags;

	return !open_files__flags(&search->table, file, &flags) && (flags & O_ACCMODE) != not_mode;
}

static bool is_fed_by(const struct search *search, const struct open_file *file,
		      const struct target *target)
{
	switch (target->kind) {
	case FEEDBACK_TTY:
		return is_master_of(file, target);
	case FEEDBACK_PIPE:
		return file->kind == OPEN_PIPE && file->id == target->id &&
		       file->dev == target->dev && is_open_for(search, file, O_WRONLY);
	case FEEDBACK_SOCKET:
		return file->kind == OPEN_SOCKET && file->id == target->id;
	case FEEDBACK_NONE:
		break;
	}
	return false;
}

/*
 * What a process writes to in its turn: any terminal that it has open, and the pipe of a reader's
 * standard output. Other pipes of it are not for what it reads from us.
 */
static void follow_file(struct search *search, const struct open_file *file, bool is_reader)
{
	if (file->kind == OPEN_TTY)
		add_target(search, FEEDBACK_TTY, file->dev, file->id);
	else if (is_reader && file->kind == OPEN_PIPE &&
		 (file->fd == STDOUT_FILENO || file->fd == STDERR_FILENO) &&
		 is_open_for(search, file, O_RDONLY))
		add_target(search, FEEDBACK_PIPE, file->dev, file->id);
}

/* Leave out the process of the row @at, and follow what it writes to. */
static int leave_out(struct search *search, size_t at, bool is_reader)
{
	const struct open_files *table = &search->table;
	pid_t pid = table->files[at].pid;

	while (at > 0 && table->files[at - 1].pid == pid)
		at--;
	for (; at < table->nr && table->files[at].pid == pid; at++)
		follow_file(search, &table->files[at], is_reader);
	return add_pid(search->ret, pid);
}

static int follow_targets(struct search *search)
{
	size_t i;
	int err;

	while (search->next < search->nr_targets) {
		const struct target *target = &search->targets[search->next++];

		for (i = 0; i < search->table.nr; i++) {
			if (!is_fed_by(search, &search->table.files[i], target))
				continue;
			err = leave_out(search, i, target->kind != FEEDBACK_TTY);
			if (err)
				return err;
		}
	}
	return 0;
}

static bool is_sshd(const char *comm)
{
	return !strcmp(comm, "sshd") || !strcmp(comm, "sshd-session") || !strcmp(comm, "sshd-auth");
}

/*
 * The sshd processes of our session. One is unprivileged, hides its files and copies our output,
 * the other, its parent, watches it. Further up there may be the one that listens for new
 * connections, an sshd whose parent is none: that one does not work for us.
 */
static int add_sshd_parents(struct search *search)
{
	struct proc_stat stat, parent;
	pid_t pid = search->table.self;
	unsigned int i;
	int err;

	if (proc_stat__read(search->table.proc_fd, pid, &stat))
		return 0;
	for (i = 0; i < MAX_PARENTS && stat.ppid > 0; i++) {
		pid = stat.ppid;
		if (proc_stat__read(search->table.proc_fd, pid, &stat))
			return 0;
		if (!is_sshd(stat.comm))
			continue;
		if (!strcmp(stat.comm, "sshd") &&
		    (proc_stat__read(search->table.proc_fd, stat.ppid, &parent) ||
		     !is_sshd(parent.comm)))
			continue;
		err = add_pid(search->ret, pid);
		if (err)
			return err;
	}
	return 0;
}

static int run_search(struct search *search)
{
	int err;

	err = add_sshd_parents(search);
	if (err)
		return err;
	err = open_files__read(&search->table);
	if (err)
		return err;
	search->ret->nr_unseen = search->table.nr_unseen;
	search->ret->unseen = search->table.unseen;
	return follow_targets(search);
}

int feedback__scan(const char *proc_root, pid_t self, const struct feedback_sink *sinks,
		   size_t nr_sinks, struct pid_list *ret)
{
	struct search search = {
		.table = { .self = self, .sinks = sinks, .nr_sinks = nr_sinks },
		.ret = ret,
	};
	size_t i;
	int err;

	err = add_pid(ret, self);
	if (err)
		return err;
	for (i = 0; i < nr_sinks; i++) {
		if (sinks[i].kind == FEEDBACK_NONE)
			continue;
		add_target(&search, sinks[i].kind, sinks[i].dev, sinks[i].id);
		search.table.want_pipes |= sinks[i].kind != FEEDBACK_TTY;
	}
	if (!search.nr_targets)
		return 0;
	search.table.proc_fd = open(proc_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (search.table.proc_fd < 0)
		return -errno;
	err = run_search(&search);
	close(search.table.proc_fd);
	free(search.table.files);
	return err;
}

int feedback__pids(const int *out_fds, size_t nr_fds, struct pid_list *ret)
{
	__cleanup_free struct feedback_sink *sinks = calloc(nr_fds ? nr_fds : 1, sizeof(*sinks));
	size_t i;

	if (!sinks)
		return -ENOMEM;
	for (i = 0; i < nr_fds; i++)
		feedback__sink(out_fds[i], &sinks[i]);
	return feedback__scan("/proc", getpid(), sinks, nr_fds, ret);
}
