// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fdio.c - see fdio.h. */
#include "fdio.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util.h"

/* When nothing is read for so long, a signal that is blocked and waits for us ends the writing. */
#define STALLED_MS 1000

static bool told_to_stop(void)
{
	sigset_t set;

	return !sigpending(&set) &&
	       (sigismember(&set, SIGINT) == 1 || sigismember(&set, SIGTERM) == 1 ||
		sigismember(&set, SIGHUP) == 1);
}

/*
 * Where signals are blocked, a reader that stands still must not hold us for good: what is ready to
 * be written to takes PIPE_BUF bytes without waiting.
 */
int fdio__write_all(int fd, const void *bytes, size_t len, size_t *ret_done)
{
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	struct stat st;
	const bool can_stall = fstat(fd, &st) || !S_ISREG(st.st_mode);
	const bool can_block = can_stall && !(fcntl(fd, F_GETFL) & O_NONBLOCK);
	size_t done = 0, step;
	int err = 0;
	ssize_t n;

	while (done < len && !err) {
		if (can_stall && !poll(&pfd, 1, STALLED_MS)) {
			err = told_to_stop() ? -EINTR : 0;
			continue;
		}
		step = can_block ? MIN(len - done, (size_t)PIPE_BUF) : len - done;
		n = write(fd, (const char *)bytes + done, step);
		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR && errno != EAGAIN)
			err = -errno;
	}
	if (ret_done)
		*ret_done = done;
	return err;
}

/* What a pipe holds at most, unless the administrator allows more. */
#define PIPE_SIZE (1 << 20)

int fdio__reopen_pipe(int fd)
{
	char path[32];
	struct stat st;
	int own;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISFIFO(st.st_mode))
		return -ENOTSUP;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	own = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	if (own < 0)
		return -errno;
	/* The user's share of pipe buffers may be used up: it works with less, too. */
	if (fcntl(own, F_GETPIPE_SZ) < PIPE_SIZE)
		fcntl(own, F_SETPIPE_SZ, PIPE_SIZE);
	return own;
}

static bool has_room(rlim_t limit, unsigned int nr)
{
	unsigned int nr_free = 0;
	rlim_t fd;

	for (fd = 0; fd < limit && fd <= INT_MAX && nr_free < nr; fd++)
		nr_free += fcntl((int)fd, F_GETFD) < 0;
	return nr_free >= nr;
}

int fdio__make_room(unsigned int nr)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || has_room(limit.rlim_cur, nr))
		return 0;
	if (!has_room(limit.rlim_max, nr))
		return -EMFILE;
	limit.rlim_cur = limit.rlim_max;
	return setrlimit(RLIMIT_NOFILE, &limit) ? -EMFILE : 0;
}
