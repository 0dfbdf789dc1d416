// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_dump.c - see strace_dump.h. */
#include "strace_dump.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "decode_data.h"
#include "layout.h"
#include "util.h"

#define BYTES_PER_LINE 16

/* ---- sets ---- */

static int add_number(struct fd_numbers *fds, const char *word)
{
	char *end;
	unsigned long number;
	int *list;

	errno = 0;
	number = strtoul(word, &end, 10);
	if (errno || end == word || *end || *word == '-' || *word == '+' || number > INT_MAX)
		return -EINVAL;
	list = reallocarray(fds->list, fds->nr + 1, sizeof(*list));
	if (!list)
		return -ENOMEM;
	fds->list = list;
	fds->list[fds->nr++] = (int)number;
	return 0;
}

int fd_numbers__parse(struct fd_numbers *fds, const char *text)
{
	const bool negated = *text == '!';
	__cleanup_free char *copy = strdup(text + negated);
	char *rest = copy, *word;
	bool all = false;
	int err = 0;

	if (!copy)
		return -ENOMEM;
	fd_numbers__free(fds);
	while (!err && (word = strsep(&rest, ",")) != NULL) {
		if (!strcmp(word, "all"))
			all = true;
		else if (strcmp(word, "none"))
			err = add_number(fds, word);
	}
	if (err || all)
		fd_numbers__free(fds);
	if (!err)
		fds->others = negated != all;
	return err;
}

void fd_numbers__free(struct fd_numbers *fds)
{
	free(fds->list);
	*fds = (struct fd_numbers){};
}

static bool fd_numbers__has(const struct fd_numbers *fds, int fd)
{
	for (size_t i = 0; i < fds->nr; i++) {
		if (fds->list[i] == fd)
			return !fds->others;
	}
	return fds->others;
}

/* ---- lines ---- */

static void add_hex_byte(struct strbuf *buf, uint8_t byte)
{
	static const char digits[] = "0123456789abcdef";

	strbuf__addc(buf, digits[byte >> 4]);
	strbuf__addc(buf, digits[byte & 15]);
	strbuf__addc(buf, ' ');
}

static void add_line(const uint8_t *data, size_t len, size_t offset, struct strbuf *buf)
{
	strbuf__addf(buf, " | %05zx  ", offset);
	for (size_t i = 0; i < BYTES_PER_LINE; i++) {
		if (i < len)
			add_hex_byte(buf, data[i]);
		else
			strbuf__adds(buf, "   ");
		if (i == BYTES_PER_LINE / 2 - 1)
			strbuf__addc(buf, ' ');
	}
	strbuf__addc(buf, ' ');
	for (size_t i = 0; i < BYTES_PER_LINE; i++) {
		const char c = i < len ? (char)data[i] : ' ';

		strbuf__addc(buf, c >= ' ' && c < 0x7f ? c : '.');
	}
	strbuf__adds(buf, " |\n");
}

static void add_payload(const struct payload *p, struct strbuf *buf)
{
	/* Of what is not all there strace shows nothing. */
	if (p->err)
		return;
	for (size_t i = 0; i < p->len; i += BYTES_PER_LINE)
		add_line(p->data + i, MIN(p->len - i, (size_t)BYTES_PER_LINE), i, buf);
	if (p->len < p->full_len)
		strbuf__addf(buf, " | %05x  ... %u more bytes were not copied |\n", p->len,
			     p->full_len - p->len);
}

/* The buffers of one vector; strace stops at the first empty one. */
static void add_vector(const struct event *event, unsigned int idx, unsigned int elem,
		       uint8_t flags, const struct payload *array, uint64_t left,
		       struct strbuf *buf)
{
	const size_t word = event->rec->abi == AUG_ABI_COMPAT ? 4 : 8;
	struct payload data;

	if (array->err)
		return;
	for (unsigned int i = 0; i < array->len / (2 * word); i++) {
		const uint64_t iov_len = layout__get(array->data + 2 * word * i + word, word);
		const uint64_t len = MIN(iov_len, left);

		if (!len)
			break;
		left -= len;
		strbuf__addf(buf, " * %llu bytes in buffer %u\n", (unsigned long long)len, i);
		/* No buffer has as many: what is behind the address is other memory. */
		if (i < AUG_ITEMS_LONG_MAX && len <= INT_MAX &&
		    event__part(event, idx, flags, AUG_PART_ITEM + i, elem, &data))
			add_payload(&data, buf);
	}
}

/* ---- calls ---- */

enum shape { BUFFER, VECTOR, MESSAGE, MESSAGES };

static const struct {
	const char *name;
	enum shape shape;
	bool is_read;
} calls[] = {
	{ "read", BUFFER, true },
	{ "write", BUFFER, false },
	{ "pread64", BUFFER, true },
	{ "pwrite64", BUFFER, false },
	{ "recv", BUFFER, true },
	{ "send", BUFFER, false },
	{ "recvfrom", BUFFER, true },
	{ "sendto", BUFFER, false },
	{ "mq_timedreceive", BUFFER, true },
	{ "mq_timedsend", BUFFER, false },
	{ "readv", VECTOR, true },
	{ "writev", VECTOR, false },
	{ "preadv", VECTOR, true },
	{ "pwritev", VECTOR, false },
	{ "preadv2", VECTOR, true },
	{ "pwritev2", VECTOR, false },
	{ "vmsplice", VECTOR, false },
	{ "recvmsg", MESSAGE, true },
	{ "sendmsg", MESSAGE, false },
	{ "recvmmsg", MESSAGES, true },
	{ "sendmmsg", MESSAGES, false },
	{ "mq_timedreceive_time64", BUFFER, true },
	{ "recvmmsg_time64", MESSAGES, true },
	{ "mq_timedsend_time64", BUFFER, false },
};

static void add_message(const struct event *event, unsigned int elem, bool is_read, uint64_t left,
			struct strbuf *buf)
{
	const uint8_t flags = is_read ? AUG_P_EXIT : 0;
	struct payload array;

	if (event__part(event, 1, flags, AUG_PART_IOV, elem, &array))
		add_vector(event, 1, elem, flags, &array, left, buf);
}

/* The length of a message stands behind it. */
static void add_messages(const struct event *event, bool is_read, struct strbuf *buf)
{
	const bool compat = event->rec->abi == AUG_ABI_COMPAT;
	const size_t head = compat ? 28 : 56, word = compat ? 4 : 8;
	struct payload p;

	for (unsigned int i = 0; i < AUG_ITEMS_LONG_MAX && (int64_t)i < event->rec->ret; i++) {
		if (!event__part(event, 1, is_read ? AUG_P_EXIT : 0, AUG_PART_SELF, i, &p) ||
		    p.len < head + 4)
			return;
		strbuf__addf(buf, " = %llu buffers in vector %u\n",
			     (unsigned long long)layout__get(p.data + 3 * word, word), i);
		add_message(event, i, is_read, is_read ? layout__get(p.data + head, 4) : UINT64_MAX,
			    buf);
	}
}

static void add_call(const struct event *event, enum shape shape, bool is_read, struct strbuf *buf)
{
	const uint64_t left = is_read ? (uint64_t)event->rec->ret : UINT64_MAX;
	const struct payload *p = event__entry(event, 1);

	switch (shape) {
	case BUFFER:
		p = is_read ? event__exit(event, 1) : p;
		if (p)
			add_payload(p, buf);
		break;
	case VECTOR:
		if (p)
			add_vector(event, 1, 0, is_read ? AUG_P_EXIT : 0, p, left, buf);
		break;
	case MESSAGE:
		add_message(event, 0, is_read, left, buf);
		break;
	case MESSAGES:
		add_messages(event, is_read, buf);
		break;
	}
}

void strace_dump__add(const struct event *event, const struct syscall_desc *desc,
		      const struct fd_numbers *read, const struct fd_numbers *written,
		      struct strbuf *buf)
{
	const int fd = (int)event->rec->args[0];

	if (fd < 0)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		if (strcmp(calls[i].name, desc->name))
			continue;
		/* What was to be written is told of calls that failed, too. */
		if (calls[i].is_read && event->rec->ret < 0)
			return;
		if (fd_numbers__has(calls[i].is_read ? read : written, fd))
			add_call(event, calls[i].shape, calls[i].is_read, buf);
		return;
	}
}
