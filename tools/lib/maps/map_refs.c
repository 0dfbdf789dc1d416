// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_refs.c - see map_refs.h. */
#include "map_refs.h"

#include <arpa/inet.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <dirent.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util.h"

#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

/** struct map_socket - an open socket and a process that has it. */
struct map_socket {
	uint64_t cookie;
	int pid;
	int fd;
	char comm[32];
};

void map_refs__free(struct map_refs *refs)
{
	free(refs->sockets);
	*refs = (struct map_refs){};
}

static void add_socket(struct map_refs *refs, int pid, int number, int pidfd)
{
	__cleanup_close int fd = (int)syscall(SYS_pidfd_getfd, pidfd, number, 0);
	struct map_socket found = { .pid = pid, .fd = number }, *more;
	socklen_t len = sizeof(found.cookie);
	__cleanup_fclose FILE *comm = NULL;
	char path[40];

	if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_COOKIE, &found.cookie, &len))
		return;
	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	comm = fopen(path, "re");
	if (comm && fgets(found.comm, sizeof(found.comm), comm))
		found.comm[strcspn(found.comm, "\n")] = '\0';
	more = realloc(refs->sockets, (refs->nr + 1) * sizeof(*more));
	if (!more)
		return;
	refs->sockets = more;
	refs->sockets[refs->nr++] = found;
}

static void add_sockets_of(struct map_refs *refs, int pid)
{
	__cleanup_close int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	struct dirent *entry;
	char path[300];
	struct stat st;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = pidfd < 0 ? NULL : opendir(path);
	while (dir && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/%d/fd/%.20s", pid, entry->d_name);
		if (!stat(path, &st) && S_ISSOCK(st.st_mode))
			add_socket(refs, pid, atoi(entry->d_name), pidfd);
	}
	if (dir)
		closedir(dir);
}

/* The kernel knows a socket by its cookie; whose it is has to be looked for. */
static void describe_socket(struct map_refs *refs, uint64_t cookie, struct strbuf *sb)
{
	struct dirent *entry;
	DIR *dir;
	size_t i;

	dir = refs->loaded ? NULL : opendir("/proc");
	refs->loaded = true;
	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9')
			add_sockets_of(refs, atoi(entry->d_name));
	}
	if (dir)
		closedir(dir);
	for (i = 0; i < refs->nr; i++) {
		if (refs->sockets[i].cookie == cookie) {
			strbuf__addf(sb, "socket: fd %d of %s(%d)", refs->sockets[i].fd,
				     refs->sockets[i].comm, refs->sockets[i].pid);
			return;
		}
	}
	strbuf__adds(sb, "socket that no process has open");
}

const char *map_refs__prog_type(uint32_t type, char *buf, size_t size)
{
	const char *name = libbpf_bpf_prog_type_str(type);

	if (name)
		return name;
	snprintf(buf, size, type == 32 ? "netfilter" : "type %u", type);
	return buf;
}

void map_refs__describe_prog(uint32_t id, struct strbuf *sb)
{
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info);
	__cleanup_close int fd = bpf_prog_get_fd_by_id(id);
	char type[24];

	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len)) {
		strbuf__addf(sb, "prog %u, gone", id);
		return;
	}
	strbuf__addf(sb, "prog %s %s", map_refs__prog_type(info.type, type, sizeof(type)),
		     info.name);
}

static void describe_map(uint32_t id, struct strbuf *sb)
{
	struct map map;

	if (map__open_id(id, &map)) {
		strbuf__addf(sb, "map %u, gone", id);
		return;
	}
	strbuf__addf(sb, "map %s %s", map.kind->name, map.info.name);
	map__close(&map);
}

static void describe_device(uint32_t ifindex, struct strbuf *sb)
{
	char name[IF_NAMESIZE];

	if (if_indextoname(ifindex, name))
		strbuf__addf(sb, "device %s", name);
	else
		strbuf__addf(sb, "device %u, not in this network namespace", ifindex);
}

/* struct bpf_devmap_val and bpf_cpumap_val have a program behind the first word. */
static void describe_second_prog(const uint8_t *value, size_t len, struct strbuf *sb)
{
	uint32_t id;

	if (len < 8)
		return;
	memcpy(&id, value + 4, sizeof(id));
	if (!id)
		return;
	if (sb->len)
		strbuf__adds(sb, ", ");
	map_refs__describe_prog(id, sb);
}

void map_refs__describe(struct map_refs *refs, const struct map *map, const uint8_t *value,
			size_t len, struct strbuf *sb)
{
	uint64_t cookie = 0;
	uint32_t id;

	if (len < sizeof(id))
		return;
	memcpy(&id, value, sizeof(id));
	switch (map->kind->refs) {
	case MAP_REF_PROG:
		map_refs__describe_prog(id, sb);
		break;
	case MAP_REF_MAP:
		describe_map(id, sb);
		break;
	case MAP_REF_DEVICE:
		describe_device(id, sb);
		describe_second_prog(value, len, sb);
		break;
	case MAP_REF_CPU:
		strbuf__addf(sb, "queue of %u", id);
		describe_second_prog(value, len, sb);
		break;
	case MAP_REF_SOCKET:
		memcpy(&cookie, value, MIN(len, sizeof(cookie)));
		describe_socket(refs, cookie, sb);
		break;
	case MAP_REF_STACK:
	case MAP_REF_FUNCS:
	case MAP_REF_NONE:
		break;
	}
}

/* The bits after the prefix are zero in a key that is an address and its prefix. */
static bool zero_after(const uint8_t *bytes, size_t len, uint32_t prefix)
{
	size_t bit;

	for (bit = prefix; bit < len * 8; bit++) {
		if (bytes[bit / 8] & (0x80 >> (bit % 8)))
			return false;
	}
	return true;
}

size_t map_refs__address(const struct map *map, const uint8_t *key, char *buf, size_t size)
{
	size_t len = map->info.key_size - sizeof(uint32_t);
	char address[INET6_ADDRSTRLEN];
	uint32_t prefix;

	if (map->info.type != BPF_MAP_TYPE_LPM_TRIE || map->info.key_size < sizeof(uint32_t) ||
	    (len != 4 && len != 16))
		return 0;
	memcpy(&prefix, key, sizeof(prefix));
	if (prefix > len * 8 || !zero_after(key + 4, len, prefix))
		return 0;
	if (!inet_ntop(len == 4 ? AF_INET : AF_INET6, key + 4, address, sizeof(address)))
		return 0;
	return (size_t)snprintf(buf, size, "%s/%u", address, prefix);
}
