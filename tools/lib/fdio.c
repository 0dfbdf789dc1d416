// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fdio.c - see fdio.h. */
#include "fdio.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
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
	const bool can_block = fstat(fd, &st) || !S_ISREG(st.st_mode);
	size_t done = 0, step;
	int err = 0;
	ssize_t n;

	while (done < len && !err) {
		if (can_block && !poll(&pfd, 1, STALLED_MS)) {
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
