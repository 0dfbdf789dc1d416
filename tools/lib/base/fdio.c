// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fdio.c - see fdio.h. */
#include "fdio.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "util.h"

/* When nothing is read for so long, a signal that is blocked and waits for us ends the writing. */
#define STALLED_MS 1000

#define TICK_MS 500
#define RETRY_US 10000

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

static void on_tick(int sig)
{
	(void)sig;
}

/* struct ticker - a signal to this thread, now and then, that does nothing but end a call that blocks. */
struct ticker {
	timer_t timer;
	sigset_t old_mask;
	bool runs;
};

/* It may not run, as a user has so many timers: then a terminal that nobody reads holds us. */
static void ticker__start(struct ticker *ticker)
{
	const struct sigaction action = { .sa_handler = on_tick };
	const struct timespec tick = { .tv_nsec = TICK_MS * 1000000 };
	const struct itimerspec times = { .it_interval = tick, .it_value = tick };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN };
	struct sigaction old;
	sigset_t mask;

	event._sigev_un._tid = gettid();
	/* What is ignored stays so: a command inherits it. */
	ticker->runs = !sigaction(SIGRTMIN, NULL, &old) && old.sa_handler != SIG_IGN &&
		       !sigaction(SIGRTMIN, &action, NULL) &&
		       !timer_create(CLOCK_MONOTONIC, &event, &ticker->timer);
	if (!ticker->runs)
		return;
	sigemptyset(&mask);
	sigaddset(&mask, SIGRTMIN);
	pthread_sigmask(SIG_UNBLOCK, &mask, &ticker->old_mask);
	timer_settime(ticker->timer, 0, &times, NULL);
}

static void ticker__stop(struct ticker *ticker)
{
	if (!ticker->runs)
		return;
	timer_delete(ticker->timer);
	pthread_sigmask(SIG_SETMASK, &ticker->old_mask, NULL);
}

/*
 * To what may stall. A pipe that is ready to be written to takes PIPE_BUF bytes without waiting, unless somebody else
 * fills it; a terminal waits for room for all of them, for good where nobody reads.
 */
static int write_patiently(int fd, const char *bytes, size_t len, size_t *ret_done)
{
	const size_t max_step = fcntl(fd, F_GETFL) & O_NONBLOCK ? SIZE_MAX : PIPE_BUF;
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	uint64_t progress_ns = clock__ns(CLOCK_MONOTONIC);
	bool is_late;
	ssize_t n;

	while (*ret_done < len) {
		n = 0;
		/* A poll that fails tells nothing, the write does. */
		is_late = !poll(&pfd, 1, TICK_MS);
		if (!is_late)
			n = write(fd, bytes + *ret_done, MIN(len - *ret_done, max_step));
		if (n > 0) {
			*ret_done += (size_t)n;
			progress_ns = clock__ns(CLOCK_MONOTONIC);
			continue;
		}
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return -errno;
		/* There may be room, but less than the next character needs. */
		if (!is_late && (!n || errno == EAGAIN))
			usleep(RETRY_US);
		if (clock__ns(CLOCK_MONOTONIC) - progress_ns >= STALLED_MS * 1000000ULL &&
		    told_to_stop())
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
	struct ticker ticker;
	size_t done = 0;
	struct stat st;
	int err;

	if (!fstat(fd, &st) && S_ISREG(st.st_mode)) {
		err = write_file(fd, bytes, len, &done);
	} else {
		ticker__start(&ticker);
		err = write_patiently(fd, bytes, len, &done);
		ticker__stop(&ticker);
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
