// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fdio.c - see fdio.h. */
#include "fdio.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "util.h"

/* When nothing is read for so long, a signal that is blocked and waits for us ends the writing. */
#define STALLED_MS 1000

/* A terminal that says that it takes more may mean less than the next character needs. */
#define RETRY_MS 10

static bool told_to_stop(void)
{
	static const int signals[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
	sigset_t set;

	if (sigpending(&set))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		if (sigismember(&set, signals[i]) == 1)
			return true;
	}
	return false;
}

static int reopen(int fd, int flags)
{
	char path[32];
	int own;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	own = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | flags);
	return own < 0 ? -errno : own;
}

/*
 * The terminal at @fd once more, without blocking: the kernel waits until all of a write has found its place, which
 * it never does where nobody reads. The master of a pseudo terminal would be a new one.
 */
static int reopen_terminal(int fd)
{
	unsigned int nr;

	return !isatty(fd) || !ioctl(fd, TIOCGPTN, &nr) ? -ENOTTY : reopen(fd, O_NOCTTY);
}

/* To what may stall. What blocks, and is ready to be written to, takes PIPE_BUF bytes without waiting. */
static int write_patiently(int fd, const char *bytes, size_t len, size_t *ret_done)
{
	const size_t max_step = fcntl(fd, F_GETFL) & O_NONBLOCK ? SIZE_MAX : PIPE_BUF;
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	unsigned int stalled_ms = 0;
	ssize_t n;

	while (*ret_done < len) {
		if (!poll(&pfd, 1, STALLED_MS)) {
			stalled_ms += STALLED_MS;
		} else {
			n = write(fd, bytes + *ret_done, MIN(len - *ret_done, max_step));
			if (n < 0 && errno != EINTR && errno != EAGAIN)
				return -errno;
			if (n > 0) {
				*ret_done += (size_t)n;
				stalled_ms = 0;
			} else {
				poll(NULL, 0, RETRY_MS);
				stalled_ms += RETRY_MS;
			}
		}
		if (stalled_ms >= STALLED_MS && told_to_stop())
			return -EINTR;
	}
	return 0;
}

static int write_file(int fd, const char *bytes, size_t len, size_t *ret_done)
{
	ssize_t n;

	while (*ret_done < len) {
		n = write(fd, bytes + *ret_done, len - *ret_done);
		if (n >= 0)
			*ret_done += (size_t)n;
		else if (errno != EINTR)
			return -errno;
	}
	return 0;
}

int fdio__write_all(int fd, const void *bytes, size_t len, size_t *ret_done)
{
	int terminal_fd, err;
	size_t done = 0;
	struct stat st;

	if (!fstat(fd, &st) && S_ISREG(st.st_mode)) {
		err = write_file(fd, bytes, len, &done);
	} else {
		terminal_fd = reopen_terminal(fd);
		err = write_patiently(terminal_fd < 0 ? fd : terminal_fd, bytes, len, &done);
		if (terminal_fd >= 0)
			close(terminal_fd);
	}
	if (ret_done)
		*ret_done = done;
	return err;
}

/* Linux 6.14, include/uapi/linux/fs.h: what is written leaves the page cache once it is on the disk. */
#ifndef RWF_DONTCACHE
#define RWF_DONTCACHE 0x80
#endif

/* A file grows into the page cache up to here: what is small is read next. */
#define CACHED_MAX (16 << 20)
#define UNCACHED_MIN (32 << 10)

/*
 * The flag makes the disk begin at once, and where that is slower than we are it makes us wait: after some
 * writes in a row that took so long, so many bytes go into the page cache again.
 */
#define SLOW_NS 1000000
#define SLOW_MAX 4
#define SLOW_BYTES (256 << 20)

static _Thread_local struct {
	unsigned int nr_slow; /* writes in a row */
	size_t cached_left;   /* bytes that are to be written without the flag */
} pace;

/*
 * How many of the next @len bytes of a file need not stay in the page cache: a large file would push out what
 * other programs have there, and each page of it is a new one, which may take longer to get than to fill. Up to
 * a page's end: a page that is begun must not be fetched again for its second half.
 */
static size_t uncached_part(int fd, size_t len)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	off_t offset; /* -1 of what is no file */

	if (len < UNCACHED_MIN)
		return 0;
	if (pace.cached_left) {
		pace.cached_left -= MIN(pace.cached_left, len);
		return 0;
	}
	offset = lseek(fd, 0, SEEK_CUR);
	return offset < CACHED_MAX ? 0 : len - (((uint64_t)offset + len) & (page - 1));
}

static ssize_t write_uncached(int fd, const void *bytes, size_t len)
{
	const struct iovec iov = { .iov_base = (void *)bytes, .iov_len = len };
	const uint64_t begin_ns = clock__ns(CLOCK_MONOTONIC);
	const ssize_t n = pwritev2(fd, &iov, 1, -1, RWF_DONTCACHE);

	pace.nr_slow = clock__ns(CLOCK_MONOTONIC) - begin_ns > SLOW_NS ? pace.nr_slow + 1 : 0;
	if (pace.nr_slow == SLOW_MAX)
		pace = (typeof(pace)){ .cached_left = SLOW_BYTES };
	return n;
}

int fdio__write_stream(int fd, const void *bytes, size_t len, size_t *ret_done)
{
	const size_t uncached = uncached_part(fd, len);
	size_t done = 0, rest;
	ssize_t n = 1;
	int err;

	/* When there is no such flag, or anything else is wrong, the rest goes, or fails, the usual way. */
	while (done < uncached && n > 0) {
		n = write_uncached(fd, (const char *)bytes + done, uncached - done);
		done += n > 0 ? (size_t)n : 0;
	}
	err = fdio__write_all(fd, (const char *)bytes + done, len - done, &rest);
	if (ret_done)
		*ret_done = done + rest;
	return err;
}

/* What a pipe holds at most, unless the administrator allows more. */
#define PIPE_SIZE (1 << 20)

int fdio__reopen_pipe(int fd)
{
	struct stat st;
	int own;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISFIFO(st.st_mode))
		return -ENOTSUP;
	own = reopen(fd, 0);
	if (own < 0)
		return own;
	/* The user's share of pipe buffers may be used up: it works with less, too. */
	if (fcntl(own, F_GETPIPE_SZ) < PIPE_SIZE)
		fcntl(own, F_SETPIPE_SZ, PIPE_SIZE);
	return own;
}

/* Without /proc each is asked for. */
static rlim_t count_by_number(rlim_t limit, rlim_t enough)
{
	rlim_t nr_free = 0, fd;

	for (fd = 0; fd < limit && nr_free < enough; fd++)
		nr_free += fcntl((int)fd, F_GETFD) < 0;
	return nr_free;
}

static bool has_room(rlim_t limit, unsigned int nr)
{
	DIR *dir = opendir("/proc/self/fd");
	const struct dirent *d;
	rlim_t nr_free;

	limit = MIN(limit, (rlim_t)INT_MAX);
	if (!dir)
		return count_by_number(limit, nr) >= nr;
	nr_free = limit;
	/* Its own descriptor is free again soon. */
	while (nr_free && (d = readdir(dir))) {
		if (d->d_name[0] != '.' && (rlim_t)atol(d->d_name) < limit)
			nr_free -= atol(d->d_name) != dirfd(dir);
	}
	closedir(dir);
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
