/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* fdio.h - writing to descriptors that may take less than all, be non-blocking, or be read by nobody. */
#ifndef PERF_AUGMENT_FDIO_H
#define PERF_AUGMENT_FDIO_H

#include <stddef.h>

/**
 * fdio__write_all() - write @len bytes, however many calls that takes.
 * @ret_done: gets how many went out, also on failure; NULL when that does not matter.
 * Return: 0; -EINTR when SIGINT, SIGQUIT, SIGTERM or SIGHUP is blocked and pending while nothing is read for
 * a second; -errno of write(2), -EPIPE where SIGPIPE is ignored.
 */
int fdio__write_all(int fd, const void *bytes, size_t len, size_t *ret_done);

/**
 * fdio__write_stream() - as fdio__write_all(), for text that grows as long as a traced program runs: beyond 16 MiB
 * of a file it does not stay in the page cache, from which it would push what other programs have there (Linux
 * 6.14; where the disk is slower than we are it stays after all).
 */
int fdio__write_stream(int fd, const void *bytes, size_t len, size_t *ret_done);

/**
 * fdio__reopen_pipe() - a descriptor of our own for the pipe behind @fd, that does not block and has a
 * large buffer: a write takes all that fits, not PIPE_BUF bytes at a time. Others that hold @fd see
 * no difference.
 * Return: the descriptor; -ENOTSUP when it is no pipe; -errno without a /proc or the right to it.
 */
int fdio__reopen_pipe(int fd);

/**
 * fdio__make_room() - @nr more descriptors can be opened; the soft limit is raised for that when it
 * must be.
 * Return: 0, or -EMFILE.
 */
int fdio__make_room(unsigned int nr);

#endif /* PERF_AUGMENT_FDIO_H */
