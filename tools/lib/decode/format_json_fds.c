// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* format_json_fds.c - the member "fds" of a call: what its descriptors stand for. docs/trace-json.md */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "fd_text.h"
#include "format.h"
#include "symbols_tables.h"
#include "util.h"

static void say_str(struct out *o, const char *name, const char *text, size_t len)
{
	out__member(o, name);
	out__str(o, text, len, false);
}

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void say_true(struct out *o, const char *name, bool value)
{
	if (!value)
		return;
	out__member(o, name);
	out__bool(o, true);
}

static const char *type_name(uint16_t mode)
{
	static const char *const names[] = {
		[S_IFREG >> 12] = "file", [S_IFDIR >> 12] = "directory",
		[S_IFCHR >> 12] = "char", [S_IFBLK >> 12] = "block",
		[S_IFIFO >> 12] = "fifo", [S_IFSOCK >> 12] = "socket",
		[S_IFLNK >> 12] = "link",
	};
	const unsigned int type = (mode & S_IFMT) >> 12;

	/* Of the kernel's own inodes some have no type. */
	return type < ARRAY_SIZE(names) && names[type] ? names[type] : "none";
}

static void say_end(struct out *o, const char *name, uint16_t family, const uint8_t *addr,
		    uint16_t port)
{
	char text[INET6_ADDRSTRLEN] = "";

	inet_ntop(family, addr, text, sizeof(text));
	out__member(o, name);
	out__begin(o, OUT_OBJECT);
	say_str(o, "addr", text, strlen(text));
	say_uint(o, "port", ntohs(port));
	out__end(o, OUT_OBJECT);
}

static void say_addresses(const struct aug_socket *so, struct out *o)
{
	const size_t abstract = so->path_len && !so->path[0];

	switch (so->family) {
	case AF_INET:
	case AF_INET6:
		if (!so->is_bound)
			break;
		say_end(o, "src", so->family, so->src, so->src_port);
		if (fd_text__has_peer(so))
			say_end(o, "dst", so->family, so->dst, so->dst_port);
		break;
	case AF_UNIX:
		if (so->peer_ino)
			say_uint(o, "peer_ino", so->peer_ino);
		if (!so->path_len)
			break;
		say_str(o, abstract ? "abstract" : "path", (const char *)so->path + abstract,
			abstract ? so->path_len - 1
				 : strnlen((const char *)so->path, so->path_len));
		break;
	case AF_NETLINK:
		if (so->is_bound)
			say_uint(o, "port_id", so->port_id);
		break;
	}
}

static void say_socket(const struct file_view *view, struct out *o)
{
	const struct aug_socket *so = view->socket;

	out__member(o, "socket");
	out__begin(o, OUT_OBJECT);
	out__member(o, "family");
	out__symbol(o, &syms_addr_family, so->family);
	out__member(o, "type");
	out__symbol(o, &syms_sock_type, so->type);
	if (view->names_len)
		say_str(o, "protocol", view->names, strlen(view->names));
	say_addresses(so, o);
	out__end(o, OUT_OBJECT);
}

static void say_file(const struct file_view *view, struct out *o)
{
	const struct aug_file *file = view->file;
	char path[FD_PATH_MAX];
	bool deleted;
	size_t len = fd_text__path(view, path, &deleted);

	out__begin(o, OUT_OBJECT);
	out__member(o, "fd");
	out__sint(o, file->fd);
	say_true(o, "at_exit", view->at_exit);
	say_str(o, "path", path, len);
	say_true(o, "deleted", deleted);
	say_true(o, "cut", file->flags & AUG_FILE_CUT);
	say_str(o, "type", type_name(file->mode), strlen(type_name(file->mode)));
	say_uint(o, "ino", file->ino);
	if (S_ISCHR(file->mode) || S_ISBLK(file->mode)) {
		say_uint(o, "major", FD_DEV_MAJOR(file->rdev));
		say_uint(o, "minor", FD_DEV_MINOR(file->rdev));
	}
	if (file->pid) {
		out__member(o, "pid");
		out__sint(o, file->pid);
	}
	if (view->socket)
		say_socket(view, o);
	out__end(o, OUT_OBJECT);
}

void format_json__fds(const struct event *event, struct out *o)
{
	const void *pos = NULL;
	struct file_view view;

	out__member(o, "fds");
	out__begin(o, OUT_ARRAY);
	while (event__next_file(event, &pos, &view))
		say_file(&view, o);
	out__end(o, OUT_ARRAY);
}
