/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * feedback.h - who must be left out of a system-wide trace, so that it does not trace its output.
 *
 * Each line that we print makes others work: the terminal emulator, tmux, sshd, the pager behind a
 * pipe. Tracing them prints more lines, without end. Processes that merely share our terminal, our
 * shell among them, do not work for our output and are not left out.
 *
 * Not found: who draws for a terminal emulator (a display server), and an ssh client on this very
 * machine at the other end of our sshd's connection.
 */
#ifndef PERF_AUGMENT_FEEDBACK_H
#define PERF_AUGMENT_FEEDBACK_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct pid_list - all zero is an empty one.
 * @pids: thread group ids as the scanned /proc names them; sorted, each once.
 * @nr_unseen: processes whose open files could not all be looked at; @unseen: one of them.
 */
struct pid_list {
	pid_t *pids;
	size_t nr;
	unsigned int nr_unseen;
	pid_t unseen;
};

void pid_list__free(struct pid_list *list);

bool pid_list__has(const struct pid_list *list, pid_t pid);

/**
 * feedback__pids() - the processes that work for what we write to @out_fds.
 *
 * We are one of them. For a terminal: those that hold its master side, and, as these write to
 * terminals of their own, the holders of these, and so on. For a pipe, FIFO or Unix socket: the
 * readers at its other end, and what they write to. Also the sshd processes of our session.
 * @out_fds: where we print; one that is closed, a file or a device adds nothing.
 * @ret: an empty list; valid on failure too.
 * Return: 0, also when some processes could not be looked at; -ENOMEM; -errno without a /proc.
 */
int feedback__pids(const int *out_fds, size_t nr_fds, struct pid_list *ret);

/* What follows is for the unit tests. */

enum feedback_kind { FEEDBACK_NONE, FEEDBACK_TTY, FEEDBACK_PIPE, FEEDBACK_SOCKET };

/**
 * struct feedback_sink - where a descriptor leads to.
 * @dev: of the devpts instance or the FIFO's file system; 0 for not known or none.
 * @id: index of the terminal; inode of the pipe; inode of the socket's peer.
 * @fifo_name: last part of a FIFO's path; empty for a pipe.
 */
struct feedback_sink {
	enum feedback_kind kind;
	uint64_t dev;
	uint64_t id;
	char fifo_name[NAME_MAX + 1];
};

/** feedback__sink() - find out where @fd leads to; FEEDBACK_NONE when nobody is fed by it. */
void feedback__sink(int fd, struct feedback_sink *ret);

/** feedback__scan() - feedback__pids() for the process @self of the /proc at @proc_root. */
int feedback__scan(const char *proc_root, pid_t self, const struct feedback_sink *sinks,
		   size_t nr_sinks, struct pid_list *ret);

#endif /* PERF_AUGMENT_FEEDBACK_H */
