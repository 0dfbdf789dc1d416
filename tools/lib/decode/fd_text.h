/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fd_text.h - what a descriptor stands for, in the words of strace -y and -yy: 3</etc/hostname>,
 * 4<TCP:[127.0.0.1:80->127.0.0.1:5]>, 5</dev/tty<char 5:0>>.
 */
#ifndef PERF_AUGMENT_FD_TEXT_H
#define PERF_AUGMENT_FD_TEXT_H

#include "fd_peers.h"
#include "out.h"
#include "record.h"
#include "strbuf.h"

/* What is shown: strace's --decode-fds */
#define FD_SHOW_PATH (1 << 0)
#define FD_SHOW_SOCKET (1 << 1)
#define FD_SHOW_DEV (1 << 2)
#define FD_SHOW_PIDFD (1 << 3)
#define FD_SHOW_ALL (FD_SHOW_PATH | FD_SHOW_SOCKET | FD_SHOW_DEV | FD_SHOW_PIDFD)

/** struct fd_notes - for struct out.fds: the descriptors of one call. @event and @peers are borrowed. */
struct fd_notes {
	struct out_fds out;
	const struct event *event;
	struct fd_peers *peers;
	unsigned int show;
};

/** fd_notes__init() - @peers: tell the other end of a local socket on when it is closed; NULL: what is there now. */
void fd_notes__init(struct fd_notes *notes, unsigned int show, const struct event *event,
		    struct fd_peers *peers);

/**
 * fd_text__made_pidfd() - for o->fds, which must be set: what a new pidfd stands for that was not looked at.
 * @pid: its process; 0: not known.
 */
void fd_text__made_pidfd(struct out *o, int32_t pid);

/** FD_PATH_MAX - bytes for fd_text__path(). */
#define FD_PATH_MAX (AUG_STR_MAX + 512)

/**
 * fd_text__path() - the path, as readlink(2) of /proc/PID/fd/N has it, but for " (deleted)".
 * Return: its length; @buf has no NUL.
 */
size_t fd_text__path(const struct file_view *view, char buf[FD_PATH_MAX], bool *ret_deleted);

/* The kernel's numbers of devices: 12 bits and 20. */
#define FD_DEV_MAJOR(dev) ((dev) >> 20)
#define FD_DEV_MINOR(dev) ((dev)&0xfffff)

/** fd_text__has_peer() - a socket of AF_INET or AF_INET6 is connected. */
bool fd_text__has_peer(const struct aug_socket *so);

/** fd_text__address() - `127.0.0.1:80`, `[::1]:80` of a socket of AF_INET or AF_INET6. */
void fd_text__address(const struct aug_socket *so, bool peer, char *buf, size_t size);

/**
 * fd_show__parse() - a set of strace's words: path, socket, dev, pidfd, all, none; `!` in front: all
 * but these.
 * Return: 0; -EINVAL, and @error says which word.
 */
int fd_show__parse(const char *set, unsigned int *ret_show, struct strbuf *error);

#endif /* PERF_AUGMENT_FD_TEXT_H */
