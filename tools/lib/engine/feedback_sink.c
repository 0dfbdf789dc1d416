// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * feedback_sink.c - what one of our own descriptors leads to: a terminal, a pipe, a socket's peer.
 * See feedback.h; the search for who is at the other end is in feedback.c.
 */
#include "feedback.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "feedback_priv.h"
#include "util.h"

/* The kernel's attribute list in an answer; 0 when the peer is not in it. */
static uint32_t find_peer(const struct nlmsghdr *head, size_t len)
{
	const struct rtattr *attr;
	uint32_t peer = 0;

	if (!NLMSG_OK(head, len) || head->nlmsg_type != SOCK_DIAG_BY_FAMILY ||
	    head->nlmsg_len < NLMSG_SPACE(sizeof(struct unix_diag_msg)))
		return 0;
	len = head->nlmsg_len - NLMSG_SPACE(sizeof(struct unix_diag_msg));
	attr = (const void *)((const char *)head + NLMSG_SPACE(sizeof(struct unix_diag_msg)));
	for (; RTA_OK(attr, len); attr = RTA_NEXT(attr, len))
		if (attr->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(attr) >= sizeof(peer))
			memcpy(&peer, RTA_DATA(attr), sizeof(peer));
	return peer;
}

/* Inode of the socket that a Unix socket is connected to; 0 when that is not known. */
static uint32_t peer_inode(ino_t inode)
{
	struct {
		struct nlmsghdr head;
		struct unix_diag_req req;
	} request = {
		.head = {
			.nlmsg_len = sizeof(request),
			.nlmsg_type = SOCK_DIAG_BY_FAMILY,
			.nlmsg_flags = NLM_F_REQUEST,
		},
		.req = {
			.sdiag_family = AF_UNIX,
			.udiag_states = ~0U,
			.udiag_ino = (uint32_t)inode,
			.udiag_show = UDIAG_SHOW_PEER,
			.udiag_cookie = { ~0U, ~0U },
		},
	};
	__cleanup_close int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
	union {
		struct nlmsghdr head;
		char bytes[1024];
	} answer;
	ssize_t len;

	if (fd < 0 || send(fd, &request, sizeof(request), 0) < 0)
		return 0;
	/* The answer is there when send() returns. */
	len = recv(fd, &answer, sizeof(answer), MSG_DONTWAIT);
	return len > 0 ? find_peer(&answer.head, (size_t)len) : 0;
}

static void fifo_name(int fd, char *ret, size_t size)
{
	char link[64], path[PATH_MAX];
	const char *name;
	ssize_t len;
	size_t name_len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, sizeof(path) - 1);
	if (len <= 0 || path[0] != '/')
		return;
	path[len] = '\0';
	name = strrchr(path, '/') + 1;
	name_len = strlen(name);
	if (name_len < size)
		memcpy(ret, name, name_len + 1);
}

static void tty_sink(int fd, const struct stat *st, struct feedback_sink *ret)
{
	dev_t tty = st->st_rdev;
	unsigned int number;

	ret->dev = st->st_dev;
	/* Behind /dev/tty or /dev/console there may be any terminal. */
	if (!feedback__is_pty(tty) && !ioctl(fd, TIOCGDEV, &number)) {
		tty = feedback__decode_dev(number);
		ret->dev = 0;
	}
	if (!feedback__is_pty(tty))
		return;
	ret->kind = FEEDBACK_TTY;
	ret->id = minor(tty);
}

void feedback__sink(int fd, struct feedback_sink *ret)
{
	struct stat st;

	*ret = (struct feedback_sink){};
	if (fstat(fd, &st) < 0)
		return;
	if (S_ISCHR(st.st_mode)) {
		tty_sink(fd, &st, ret);
	} else if (S_ISFIFO(st.st_mode)) {
		ret->kind = FEEDBACK_PIPE;
		ret->id = st.st_ino;
		fifo_name(fd, ret->fifo_name, sizeof(ret->fifo_name));
		ret->dev = ret->fifo_name[0] ? st.st_dev : 0;
	} else if (S_ISSOCK(st.st_mode)) {
		ret->id = peer_inode(st.st_ino);
		ret->kind = ret->id ? FEEDBACK_SOCKET : FEEDBACK_NONE;
	}
}
