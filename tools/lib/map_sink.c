// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_sink.c - see map_sink.h. */
#include "map_sink.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

static int write_all(int fd, const char *text, size_t len)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	ssize_t n;

	while (len) {
		n = write(fd, text, len);
		if (n < 0 && errno == EAGAIN) {
			/* A terminal or pipe that somebody made non-blocking. */
			poll(&p, 1, 100);
			continue;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

int map_sink__flush(struct map_sink *sink)
{
	if (!sink->err)
		sink->err = strbuf__error(&sink->buf);
	if (!sink->err && sink->buf.len)
		sink->err = write_all(sink->fd, sink->buf.text, sink->buf.len);
	strbuf__reset(&sink->buf);
	return sink->err;
}

void map_sink__free(struct map_sink *sink)
{
	strbuf__free(&sink->buf);
}
