// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* sink.c - see sink.h. */
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fdio.h"
#include "invoker.h"
#include "output_file.h"
#include "thread.h"
#include "util.h"

#define FLUSH_AT (256 * 1024)

void sink__init(struct sink *sink, int fd)
{
	memset(sink, 0, sizeof(*sink));
	sink->fd = fd;
	sink->replaced_fd = -1;
}

size_t sink__width(const struct sink *sink)
{
	struct winsize size;

	return ioctl(sink->fd, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

/* @ret_replaced_fd: what had the name PATH.old before, or -1; see let_go_of_replaced(). */
static int keep_old_file(const char *path, int *ret_replaced_fd)
{
	char old[PATH_MAX];
	struct stat st;
	int err;

	/* A link is not followed: /dev/stdout may lead to a file, and must stay where it is. */
	if (lstat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return 0;
	if (snprintf(old, sizeof(old), "%s.old", path) >= (int)sizeof(old))
		return -ENAMETOOLONG;
	err = output_file__check(path);
	if (!err)
		err = output_file__check(old);
	if (err)
		return err;
	*ret_replaced_fd = open(old, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	return rename(path, old) ? -errno : 0;
}

/* Of a file that keep_old_file() renames, or that is made: what its directory allows. */
static int check_new(const char *path, bool has_old)
{
	const char *slash = strrchr(path, '/');
	char old[PATH_MAX], dir[PATH_MAX];
	struct stat st;

	if (snprintf(old, sizeof(old), "%s.old", path) >= (int)sizeof(old))
		return -ENAMETOOLONG;
	if (has_old && !lstat(old, &st) && S_ISDIR(st.st_mode))
		return -EISDIR;
	/* With its last '/', so that what is no directory is none. */
	snprintf(dir, sizeof(dir), "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
	return faccessat(AT_FDCWD, dir, W_OK | X_OK, AT_EACCESS) ? -errno : 0;
}

static int check(const char *path)
{
	struct stat st;
	int err = output_file__check(path);

	if (err)
		return err;
	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return -EISDIR;
	if (lstat(path, &st))
		return errno == ENOENT ? check_new(path, false) : -errno;
	if (S_ISREG(st.st_mode) && st.st_size)
		return check_new(path, true);
	if (!faccessat(AT_FDCWD, path, W_OK, AT_EACCESS))
		return 0;
	/* A link to what is not there yet */
	return S_ISLNK(st.st_mode) && errno == ENOENT ? 0 : -errno;
}

int sink__check(const char *path)
{
	struct invoker inv;
	int err;

	if (!strcmp(path, "-"))
		return 0;
	err = invoker__enter(&inv);
	if (err)
		return err;
	err = *path ? check(path) : -ENOENT;
	invoker__leave(&inv);
	return err;
}

static void *close_fd(void *fd)
{
	close((int)(intptr_t)fd);
	return NULL;
}

/*
 * The replaced file is freed with its last descriptor. That takes some milliseconds for each few megabytes of it in
 * the page cache, for which neither the start of a trace nor the reader of its rings waits.
 */
static void let_go_of_replaced(struct sink *sink)
{
	const int fd = sink->replaced_fd;
	pthread_t thread;

	sink->replaced_fd = -1;
	if (fd < 0)
		return;
	if (thread__start(&thread, NULL, close_fd, (void *)(intptr_t)fd))
		close(fd);
	else
		pthread_detach(thread);
}

int sink__open(struct sink *sink, const char *path)
{
	struct invoker inv;
	int err, fd, replaced_fd = -1;

	if (!strcmp(path, "-")) {
		sink__init(sink, STDOUT_FILENO);
		return 0;
	}
	err = invoker__enter(&inv);

	if (err)
		return err;
	err = keep_old_file(path, &replaced_fd);
	invoker__leave(&inv);
	fd = err ? err : output_file__open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (fd < 0) {
		if (replaced_fd >= 0)
			close(replaced_fd);
		return fd;
	}
	sink__init(sink, fd);
	sink->owns_fd = true;
	sink->replaced_fd = replaced_fd;
	return 0;
}

static uint64_t count_lines(const char *text, size_t len)
{
	uint64_t nr = 0;
	size_t i;

	for (i = 0; i < len; i++)
		nr += text[i] == '\n';
	return nr;
}

/* Lines given but not written: a line that found no memory has no end in the buffer, a table has many. */
static uint64_t lines_left(const struct sink *sink, size_t done)
{
	const uint64_t written = count_lines(sink->buf.text, done);
	const uint64_t left = count_lines(sink->buf.text + done, sink->buf.len - done);

	return MAX(left, sink->lines_buffered - MIN(sink->lines_buffered, written));
}

static void count_marks(struct sink *sink, size_t done)
{
	for (size_t i = 0; i < sink->nr_marks; i++)
		*sink->marks[i].nr_lost += sink->marks[i].end > done;
}

int sink__mark(struct sink *sink, uint64_t *nr_lost)
{
	const size_t max = sink->max_marks ? 2 * sink->max_marks : 256;
	struct sink_mark *bigger;

	if (sink->nr_marks == sink->max_marks) {
		bigger = reallocarray(sink->marks, max, sizeof(*bigger));
		if (!bigger)
			return -ENOMEM;
		sink->marks = bigger;
		sink->max_marks = max;
	}
	sink->marks[sink->nr_marks++] =
		(struct sink_mark){ .end = sink->buf.len, .nr_lost = nr_lost };
	return 0;
}

int sink__flush(struct sink *sink)
{
	size_t done = 0;

	if (!sink->err)
		sink->err = strbuf__error(&sink->buf);
	if (!sink->err && sink->buf.len)
		sink->err = fdio__write_stream(sink->fd, sink->buf.text, sink->buf.len, &done);
	if (sink->err) {
		sink->lines_lost += lines_left(sink, done);
		count_marks(sink, done);
	}
	sink->lines_buffered = 0;
	sink->nr_marks = 0;
	strbuf__reset(&sink->buf);
	let_go_of_replaced(sink);
	return sink->err;
}

int sink__line(struct sink *sink)
{
	sink->lines_buffered++;
	if (sink->buf.len < FLUSH_AT && !strbuf__error(&sink->buf))
		return sink->err;
	return sink__flush(sink);
}

int sink__close(struct sink *sink)
{
	int err = sink__flush(sink);

	if (sink->owns_fd && close(sink->fd) && !err)
		err = -errno; /* NFS and quotas report here */
	sink->owns_fd = false;
	strbuf__free(&sink->buf);
	free(sink->marks);
	sink->marks = NULL;
	sink->max_marks = 0;
	return err;
}
