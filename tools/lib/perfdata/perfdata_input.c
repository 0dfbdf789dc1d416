// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_input.c - see perfdata_input.h. Files are read with pread(), so that loads do not move
 * them.
 */
#include "perfdata_input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util.h"

#define WINDOW (2 * PERFDATA_PEEK_MAX)

/**
 * struct perfdata_input
 * @window: @window_len bytes that begin at @window_offset; for memory, all of it.
 * @at: index of the next byte in @window; may be past it after a skip in a file.
 * @size: UINT64_MAX for streams.
 */
struct perfdata_input {
	int fd;
	bool owns_fd;
	bool is_stream;
	bool at_end;
	int err;
	uint64_t size;
	uint64_t window_offset;
	size_t window_len;
	size_t at;
	const uint8_t *window;
	uint8_t *buffer;
};

struct perfdata_input *perfdata_input__open_fd(int fd, bool owns)
{
	struct perfdata_input *in = calloc(1, sizeof(*in));
	struct stat st;

	if (in)
		in->window = in->buffer = malloc(WINDOW);
	if (!in || !in->buffer) {
		if (owns)
			close(fd);
		free(in);
		return NULL;
	}
	in->fd = fd;
	in->owns_fd = owns;
	in->size = UINT64_MAX;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		in->size = (uint64_t)st.st_size;
	else
		in->is_stream = true;
	return in;
}

struct perfdata_input *perfdata_input__open_memory(const void *bytes, size_t size)
{
	struct perfdata_input *in = calloc(1, sizeof(*in));

	if (!in)
		return NULL;
	in->fd = -1;
	in->window = bytes;
	in->window_len = size;
	in->size = size;
	in->at_end = true;
	return in;
}

void perfdata_input__close(struct perfdata_input *in)
{
	if (!in)
		return;
	if (in->owns_fd)
		close(in->fd);
	free(in->buffer);
	free(in);
}

uint64_t perfdata_input__size(const struct perfdata_input *in)
{
	return in->size;
}

uint64_t perfdata_input__tell(const struct perfdata_input *in)
{
	return in->window_offset + in->at;
}

int perfdata_input__error(const struct perfdata_input *in)
{
	return in->err;
}

static ssize_t read_some(struct perfdata_input *in, void *buf, size_t len, uint64_t offset)
{
	ssize_t n;

	do {
		n = in->is_stream ? read(in->fd, buf, len) : pread(in->fd, buf, len, (off_t)offset);
	} while (n < 0 && errno == EINTR);
	return n;
}

/* Read until @len bytes lie ahead, or there are no more. */
static void fill(struct perfdata_input *in, size_t len)
{
	size_t ahead = in->window_len - in->at;

	memmove(in->buffer, in->buffer + in->at, ahead);
	in->window_offset += in->at;
	in->window_len = ahead;
	in->at = 0;
	while (in->window_len < len && !in->at_end) {
		ssize_t n = read_some(in, in->buffer + in->window_len, WINDOW - in->window_len,
				      in->window_offset + in->window_len);

		if (n < 0)
			in->err = -errno;
		if (n <= 0)
			in->at_end = true;
		else
			in->window_len += (size_t)n;
	}
}

const uint8_t *perfdata_input__peek(struct perfdata_input *in, size_t len, size_t *ret_len)
{
	len = MIN(len, (size_t)PERFDATA_PEEK_MAX);
	if (in->window_len - in->at < len && !in->at_end)
		fill(in, len);
	*ret_len = MIN(len, in->window_len - in->at);
	return in->window + in->at;
}

/* Jump in a file: nothing of the window is kept. */
static void move_window(struct perfdata_input *in, uint64_t offset)
{
	in->window_offset = offset;
	in->window_len = 0;
	in->at = 0;
	in->at_end = in->err != 0;
}

uint64_t perfdata_input__skip(struct perfdata_input *in, uint64_t len)
{
	uint64_t left = len, now;
	size_t ahead;

	while (left) {
		ahead = in->window_len - in->at;
		now = MIN(left, ahead);
		in->at += now;
		left -= now;
		if (!left || (in->at_end && in->at == in->window_len))
			break;
		if (in->is_stream) {
			fill(in, 1);
			continue;
		}
		now = perfdata_input__tell(in);
		if (now >= in->size)
			break;
		now = MIN(left, in->size - now);
		move_window(in, perfdata_input__tell(in) + now);
		left -= now;
		break;
	}
	return len - left;
}

int perfdata_input__seek(struct perfdata_input *in, uint64_t offset)
{
	uint64_t now = perfdata_input__tell(in);

	if (offset >= in->window_offset && offset - in->window_offset <= in->window_len) {
		in->at = (size_t)(offset - in->window_offset);
		return 0;
	}
	if (in->is_stream) {
		if (offset < now)
			return -ESPIPE;
		perfdata_input__skip(in, offset - now);
		return 0;
	}
	if (in->fd < 0)
		in->at = in->window_len; /* past the end of memory */
	else
		move_window(in, MIN(offset, in->size));
	return 0;
}

int perfdata_input__load(struct perfdata_input *in, uint64_t offset, void *buf, size_t size)
{
	size_t done = 0;

	if (in->is_stream)
		return -ESPIPE;
	if (offset > in->size || size > in->size - offset)
		return -ENODATA;
	if (in->fd < 0) {
		memcpy(buf, in->window + offset, size);
		return 0;
	}
	while (done < size) {
		ssize_t n = read_some(in, (uint8_t *)buf + done, size - done, offset + done);

		if (n < 0)
			return -errno;
		if (!n)
			return -ENODATA; /* it was cut while we read */
		done += (size_t)n;
	}
	return 0;
}
