// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fd_text.c - see fd_text.h. */
#include "fd_text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "symbols.h"
#include "symbols_tables.h"
#include "util.h"

#define PIDFD_PATH "anon_inode:[pidfd]"

#ifndef PID_FS_MAGIC
#define PID_FS_MAGIC 0x50494446 /* 6.9 */
#endif
#ifndef DMA_BUF_MAGIC
#define DMA_BUF_MAGIC 0x444d4142
#endif

/* ---- paths ---- */

/* Names stand with the last one of the path first. */
static size_t join_names(const struct file_view *view, char buf[FD_PATH_MAX])
{
	size_t end = view->names_len, start, len = 0, name;

	if (view->file->flags & AUG_FILE_CUT)
		len = (size_t)(stpcpy(buf, "...") - buf);
	while (end) {
		for (start = end - 1; start && view->names[start - 1]; start--)
			;
		name = end - 1 - start;
		if (len + 1 + name > FD_PATH_MAX)
			break;
		buf[len++] = '/';
		memcpy(buf + len, view->names + start, name);
		len += name;
		end = start;
	}
	if (!len)
		buf[len++] = '/';
	return len;
}

/* What the kernel's d_dname() functions make up. */
static size_t made_up_name(const struct file_view *view, char buf[FD_PATH_MAX], bool *ret_deleted)
{
	const unsigned long long ino = view->file->ino;
	const char *name = view->names_len ? view->names : "";
	const char *second;
	int len;

	switch (view->file->magic) {
	case PIPEFS_MAGIC:
		len = snprintf(buf, FD_PATH_MAX, "pipe:[%llu]", ino);
		break;
	case SOCKFS_MAGIC:
		len = snprintf(buf, FD_PATH_MAX, "socket:[%llu]", ino);
		break;
	case ANON_INODE_FS_MAGIC:
		len = snprintf(buf, FD_PATH_MAX, "anon_inode:%s", name);
		break;
	case NSFS_MAGIC:
		len = snprintf(buf, FD_PATH_MAX, "%s:[%llu]", name, ino);
		break;
	case PID_FS_MAGIC:
		len = snprintf(buf, FD_PATH_MAX, PIDFD_PATH);
		break;
	case DMA_BUF_MAGIC:
		second = strlen(name) + 1 < view->names_len ? name + strlen(name) + 1 : "";
		len = snprintf(buf, FD_PATH_MAX, "/%s:%s", name, second);
		break;
	default: /* memfd and its kin: files that were never in a directory */
		len = snprintf(buf, FD_PATH_MAX, "/%s", name);
		*ret_deleted = true;
	}
	return MIN((size_t)len, FD_PATH_MAX - 1UL);
}

size_t fd_text__path(const struct file_view *view, char buf[FD_PATH_MAX], bool *ret_deleted)
{
	*ret_deleted = view->file->flags & AUG_FILE_DELETED;
	if (view->file->flags & AUG_FILE_MADE_UP)
		return made_up_name(view, buf, ret_deleted);
	return join_names(view, buf);
}

/* ---- sockets ---- */

void fd_text__address(const struct aug_socket *so, bool peer, char *buf, size_t size)
{
	const uint16_t port = ntohs(peer ? so->dst_port : so->src_port);
	char text[INET6_ADDRSTRLEN] = "";

	inet_ntop(so->family, peer ? so->dst : so->src, text, sizeof(text));
	snprintf(buf, size, so->family == AF_INET6 ? "[%s]:%u" : "%s:%u", text, port);
}

bool fd_text__has_peer(const struct aug_socket *so)
{
	static const uint8_t none[sizeof(so->dst)];

	return so->dst_port || memcmp(so->dst, none, so->family == AF_INET ? 4 : 16);
}

static void say_inet(const struct file_view *view, struct fd_peers *peers, struct out *o)
{
	const struct aug_socket *so = view->socket;
	char src[64], dst[64], text[160];
	int len;

	(void)peers;
	fd_text__address(so, false, src, sizeof(src));
	fd_text__address(so, true, dst, sizeof(dst));
	len = snprintf(text, sizeof(text), "%s%s%s", src, fd_text__has_peer(so) ? "->" : "",
		       fd_text__has_peer(so) ? dst : "");
	out__note(o, text, (size_t)len);
}

/* What streams are connected with, or were while it was open: they are for good. */
static uint64_t peer_of(const struct file_view *view, struct fd_peers *peers)
{
	const struct aug_socket *so = view->socket;

	if (!peers || so->type == SOCK_DGRAM)
		return so->peer_ino;
	if (!so->peer_ino)
		return fd_peers__get(peers, view->file->ino);
	fd_peers__add(peers, view->file->ino, so->peer_ino);
	return so->peer_ino;
}

static void say_unix(const struct file_view *view, struct fd_peers *peers, struct out *o)
{
	const struct aug_socket *so = view->socket;
	const char *path = (const char *)so->path;
	const bool is_abstract = so->path_len && !path[0];
	const uint64_t peer = peer_of(view, peers);
	char text[64];
	int len;

	len = snprintf(text, sizeof(text), "%llu", (unsigned long long)view->file->ino);
	if (peer)
		len += snprintf(text + len, sizeof(text) - (size_t)len, "->%llu",
				(unsigned long long)peer);
	out__note(o, text, (size_t)len);
	if (!so->path_len)
		return;
	out__note_spelled(o, is_abstract ? ",@\"" : ",\"", is_abstract ? 3 : 2);
	path += is_abstract;
	out__note(o, path, strnlen(path, so->path_len - is_abstract));
	out__note_spelled(o, "\"", 1);
}

static void say_netlink(const struct file_view *view, struct fd_peers *peers, struct out *o)
{
	const struct aug_socket *so = view->socket;
	const char *name = symbols__name(&syms_netlink_protocol, so->protocol);
	char text[64];
	int len;

	(void)peers;
	if (name)
		len = snprintf(text, sizeof(text), "%s:%u", name + strlen("NETLINK_"), so->port_id);
	else
		len = snprintf(text, sizeof(text), "%u", so->protocol);
	out__note(o, text, (size_t)len);
}

static const struct {
	uint16_t family;
	bool always; /* also while it has no address */
	void (*say)(const struct file_view *view, struct fd_peers *peers, struct out *o);
} families[] = {
	{ AF_INET, false, say_inet },
	{ AF_INET6, false, say_inet },
	{ AF_UNIX, true, say_unix },
	{ AF_NETLINK, false, say_netlink },
};

static bool is_inet(const struct aug_socket *so)
{
	return so->family == AF_INET || so->family == AF_INET6;
}

/* The ports of these are numbers of protocols and of queries: sock_diag(7), which strace asks, has none of them. */
static bool is_raw_or_ping(const struct aug_socket *so)
{
	return is_inet(so) && (so->type == SOCK_RAW || so->protocol == IPPROTO_ICMP ||
			       so->protocol == IPPROTO_ICMPV6);
}

/*
 * The name of its protocol, as strace has it. NULL: one whose kernel's name it does not know, and without an address,
 * by which it finds out.
 */
static const char *protocol_name(const struct file_view *view)
{
	const struct aug_socket *so = view->socket;
	const bool is_v4 = so->family == AF_INET;

	if (is_inet(so) && so->protocol == IPPROTO_MPTCP)
		return !so->is_bound ? NULL : is_v4 ? "TCP" : "TCPv6";
	if (is_v4 && so->protocol == IPPROTO_UDPLITE)
		return so->is_bound ? "UDPLITE" : NULL;
	return view->names_len ? view->names : "";
}

/* <TCP:[...]>. Return: false for sockets of which strace has no details either. */
static bool say_socket(const struct file_view *view, struct fd_peers *peers, struct out *o)
{
	const struct aug_socket *so = view->socket;
	const char *name = so ? protocol_name(view) : NULL;
	char ino[32];
	int len;

	for (size_t i = 0; name && i < ARRAY_SIZE(families); i++) {
		if (families[i].family != so->family)
			continue;
		out__note(o, "<", 1);
		out__note(o, name, strlen(name));
		out__note(o, ":[", 2);
		len = snprintf(ino, sizeof(ino), "%llu", (unsigned long long)view->file->ino);
		if (families[i].always || (so->is_bound && !is_raw_or_ping(so)))
			families[i].say(view, peers, o);
		else
			out__note(o, ino, (size_t)len);
		out__note(o, "]>", 2);
		return true;
	}
	return false;
}

/* ---- notes ---- */

static bool say_device(const struct file_view *view, const char *path, size_t path_len,
		       struct out *o)
{
	const uint32_t rdev = view->file->rdev;
	char text[64];
	int len;

	if (!S_ISCHR(view->file->mode) && !S_ISBLK(view->file->mode))
		return false;
	len = snprintf(text, sizeof(text), "<%s %u:%u>>",
		       S_ISBLK(view->file->mode) ? "block" : "char", FD_DEV_MAJOR(rdev),
		       FD_DEV_MINOR(rdev));
	out__note(o, "<", 1);
	out__note_path(o, path, path_len);
	out__note(o, text, (size_t)len);
	return true;
}

static bool say_pidfd(int32_t pid, struct out *o)
{
	char text[32];
	int len;

	if (!pid)
		return false;
	len = snprintf(text, sizeof(text), "<pid:%d", pid);
	out__note(o, text, (size_t)len);
	out__pid_note(o, pid);
	out__note(o, ">", 1);
	return true;
}

void fd_text__made_pidfd(struct out *o, int32_t pid)
{
	static const char path[] = "<" PIDFD_PATH ">";
	const struct fd_notes *notes = container_of(o->fds, struct fd_notes, out);

	if (notes->show & FD_SHOW_PIDFD && say_pidfd(pid, o))
		return;
	if (notes->show & FD_SHOW_PATH)
		out__note(o, path, sizeof(path) - 1);
}

static void note(const struct out_fds *fds, int32_t fd, bool at_exit, struct out *o)
{
	const struct fd_notes *notes = container_of(fds, struct fd_notes, out);
	char path[FD_PATH_MAX];
	struct file_view view;
	bool deleted;
	size_t len;

	if (!event__file(notes->event, fd, at_exit, &view))
		return;
	/* Of the working directory strace tells the path alone. */
	if (fd != AUG_FD_CWD && notes->show & FD_SHOW_SOCKET && say_socket(&view, notes->peers, o))
		return;
	len = fd_text__path(&view, path, &deleted);
	if (fd != AUG_FD_CWD && !deleted && notes->show & FD_SHOW_DEV &&
	    say_device(&view, path, len, o))
		return;
	if (fd != AUG_FD_CWD && notes->show & FD_SHOW_PIDFD && say_pidfd(view.file->pid, o))
		return;
	if (!(notes->show & FD_SHOW_PATH))
		return;
	out__note(o, "<", 1);
	out__note_path(o, path, len);
	/* That of the working directory is the text of its link. */
	if (deleted && fd == AUG_FD_CWD)
		out__note(o, " (deleted)>", 11);
	else
		out__note(o, ">(deleted)", deleted ? 10 : 1);
}

void fd_notes__init(struct fd_notes *notes, unsigned int show, const struct event *event,
		    struct fd_peers *peers)
{
	notes->out.note = note;
	notes->event = event;
	notes->peers = peers;
	notes->show = show;
}

/* ---- the option ---- */

static int show_word(const char *word, size_t len, unsigned int *show)
{
	static const struct {
		const char *word;
		unsigned int show;
	} words[] = {
		{ "path", FD_SHOW_PATH },   { "socket", FD_SHOW_SOCKET }, { "dev", FD_SHOW_DEV },
		{ "pidfd", FD_SHOW_PIDFD }, { "all", FD_SHOW_ALL },	  { "none", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strlen(words[i].word) == len && !memcmp(word, words[i].word, len)) {
			*show |= words[i].show;
			return 0;
		}
	}
	return -EINVAL;
}

int fd_show__parse(const char *set, unsigned int *ret_show, struct strbuf *error)
{
	const bool negated = *set == '!';
	unsigned int show = 0;
	size_t len;

	for (set += negated;; set += len + 1) {
		len = strcspn(set, ",");
		if (show_word(set, len, &show)) {
			strbuf__adds(error, "'");
			strbuf__add_escaped(error, set, len);
			strbuf__adds(error, "' is none of path, socket, dev, pidfd, all and none");
			return -EINVAL;
		}
		if (!set[len])
			break;
	}
	*ret_show = negated ? FD_SHOW_ALL & ~show : show;
	return 0;
}
