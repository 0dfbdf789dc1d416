// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_uses.c - see bpf_uses.h. */
#include "bpf_uses.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "perfdata_cursor.h"
#include "strbuf.h"
#include "util.h"

#define NAME_SIZE 512

static int grow(void **array, size_t nr, size_t *size, size_t elem_size)
{
	void *bigger;

	if (nr < *size)
		return 0;
	bigger = reallocarray(*array, *size ? 2 * *size : 32, elem_size);
	if (!bigger)
		return -ENOMEM;
	*array = bigger;
	*size = *size ? 2 * *size : 32;
	return 0;
}

/* @target is taken over; an empty one is none. */
static int add_attachment(struct bpf_uses *uses, uint32_t prog_id, uint32_t link_id,
			  const char *kind, struct strbuf *target)
{
	int err = grow((void **)&uses->attachments, uses->nr_attachments, &uses->attachments_size,
		       sizeof(*uses->attachments));

	if (!err)
		err = strbuf__error(target);
	if (!err) {
		uses->attachments[uses->nr_attachments++] = (struct bpf_attachment){
			.prog_id = prog_id,
			.link_id = link_id,
			.kind = kind,
			.target = target->len ? strdup(strbuf__cstr(target)) : NULL
		};
	}
	strbuf__free(target);
	return err;
}

/* ---- links ---- */

/*
 * Links of perf events, as bpf_link_info has them since 6.6; behind the 16 bytes that all links have.
 */
enum { PERF_UPROBE = 1, PERF_URETPROBE, PERF_KPROBE, PERF_KRETPROBE, PERF_TRACEPOINT, PERF_EVENT };

struct perf_link {
	uint32_t type;
	uint32_t pad;
	union {
		struct {
			uint64_t name; /* in: where to; also for tracepoints and functions */
			uint32_t name_len;
			uint32_t offset;
		} probe;
		struct {
			uint64_t config;
			uint32_t type;
		} event;
	};
};

/** union link_info - with room for what newer kernels say. */
union link_info {
	struct bpf_link_info info;
	struct {
		uint8_t common[16];
		struct perf_link perf;
	};
	uint8_t room[256];
};

static const char *perf_kind(const struct perf_link *perf)
{
	static const char *const kinds[] = {
		[PERF_UPROBE] = "uprobe",	  [PERF_URETPROBE] = "uretprobe",
		[PERF_KPROBE] = "kprobe",	  [PERF_KRETPROBE] = "kretprobe",
		[PERF_TRACEPOINT] = "tracepoint", [PERF_EVENT] = "perf_event",
	};

	return perf->type && perf->type < ARRAY_SIZE(kinds) ? kinds[perf->type] : "perf_event";
}

static void describe_perf(const struct perf_link *perf, const char *name, struct strbuf *target)
{
	if (perf->type == PERF_EVENT) {
		strbuf__addf(target, "type %u config %llu", perf->event.type,
			     (unsigned long long)perf->event.config);
		return;
	}
	if (!perf->type || !*name)
		return;
	strbuf__adds(target, name);
	if (perf->type != PERF_TRACEPOINT && perf->probe.offset)
		strbuf__addf(target, "+0x%x", perf->probe.offset);
}

static void describe_ifindex(uint32_t ifindex, struct strbuf *target)
{
	char name[IF_NAMESIZE];

	if (if_indextoname(ifindex, name))
		strbuf__adds(target, name);
	else
		strbuf__addf(target, "ifindex %u", ifindex);
}

/* As the sections of such programs are called. */
static const char *tracing_kind(uint32_t attach_type)
{
	switch (attach_type) {
	case BPF_TRACE_FENTRY:
		return "fentry";
	case BPF_TRACE_FEXIT:
		return "fexit";
	case BPF_MODIFY_RETURN:
		return "fmod_ret";
	case BPF_LSM_MAC:
		return "lsm";
	}
	return "tracing";
}

/* Before Linux 5.13 the kernel does not say to what. */
static void describe_tracing(struct bpf_uses *uses, uint32_t btf_id, uint32_t type_id,
			     struct strbuf *target)
{
	static const char lsm[] = "bpf_lsm_"; /* the functions of hooks */
	const struct btf_type *type;
	const char *name = NULL;

	if (!type_id)
		return;
	if (btf_id != uses->btf_id) {
		btf__free(uses->btf);
		uses->btf_id = btf_id;
		uses->btf = btf__load_from_kernel_by_id(btf_id);
	}
	type = uses->btf ? btf__type_by_id(uses->btf, type_id) : NULL;
	if (type)
		name = btf__name_by_offset(uses->btf, type->name_off);
	if (name && *name)
		strbuf__adds(target, name + (strncmp(name, lsm, strlen(lsm)) ? 0 : strlen(lsm)));
	else
		strbuf__addf(target, "btf %u type %u", btf_id, type_id);
}

static void describe_link(struct bpf_uses *uses, const union link_info *u, const char *name,
			  struct strbuf *target)
{
	const struct bpf_link_info *info = &u->info;

	switch (info->type) {
	case BPF_LINK_TYPE_RAW_TRACEPOINT:
	case BPF_LINK_TYPE_ITER:
		strbuf__adds(target, name);
		break;
	case BPF_LINK_TYPE_TRACING:
		describe_tracing(uses, info->tracing.target_obj_id, info->tracing.target_btf_id,
				 target);
		break;
	case BPF_LINK_TYPE_CGROUP:
		strbuf__addf(target, "cgroup %llu %s", (unsigned long long)info->cgroup.cgroup_id,
			     libbpf_bpf_attach_type_str(info->cgroup.attach_type) ?: "");
		break;
	case BPF_LINK_TYPE_NETNS:
		strbuf__addf(target, "netns %u %s", info->netns.netns_ino,
			     libbpf_bpf_attach_type_str(info->netns.attach_type) ?: "");
		break;
	case BPF_LINK_TYPE_XDP:
		describe_ifindex(info->xdp.ifindex, target);
		break;
	case BPF_LINK_TYPE_PERF_EVENT:
		describe_perf(&u->perf, name, target);
		break;
	}
}

/* Let the kernel write the name to @name; where it stands depends on the type. */
static void ask_for_name(union link_info *u, char *name)
{
	switch (u->info.type) {
	case BPF_LINK_TYPE_RAW_TRACEPOINT:
		u->info.raw_tracepoint.tp_name = (uintptr_t)name;
		u->info.raw_tracepoint.tp_name_len = NAME_SIZE;
		break;
	case BPF_LINK_TYPE_ITER:
		u->info.iter.target_name = (uintptr_t)name;
		u->info.iter.target_name_len = NAME_SIZE;
		break;
	case BPF_LINK_TYPE_PERF_EVENT:
		if (u->perf.type == PERF_EVENT)
			break;
		u->perf.probe.name = (uintptr_t)name;
		u->perf.probe.name_len = NAME_SIZE;
		break;
	}
}

static int add_link(struct bpf_uses *uses, uint32_t id)
{
	int fd __cleanup_close = bpf_link_get_fd_by_id(id);
	char name[NAME_SIZE + 1] = "";
	struct strbuf target = {};
	union link_info u = {};
	__u32 len = sizeof(u);
	const char *kind;

	/* It went meanwhile, or is being made. */
	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &u.info, &len))
		return 0;
	ask_for_name(&u, name);
	len = sizeof(u);
	if (bpf_obj_get_info_by_fd(fd, &u.info, &len))
		return 0;
	kind = u.info.type == BPF_LINK_TYPE_PERF_EVENT ? perf_kind(&u.perf)
	       : u.info.type == BPF_LINK_TYPE_TRACING
		       ? tracing_kind(u.info.tracing.attach_type)
		       : libbpf_bpf_link_type_str(u.info.type) ?: "link";
	describe_link(uses, &u, name, &target);
	return add_attachment(uses, u.info.prog_id, u.info.id, kind, &target);
}

static int find_links(struct bpf_uses *uses)
{
	uint32_t id = 0;
	int err = 0;

	while (!err && !bpf_link_get_next_id(id, &id))
		err = add_link(uses, id);
	btf__free(uses->btf);
	uses->btf = NULL;
	uses->btf_id = 0;
	return err;
}

/* ---- processes ---- */

static void read_comm(pid_t pid, char comm[16])
{
	char path[32];
	int fd __cleanup_close = -1;
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? 0 : read(fd, comm, 15);
	comm[len > 0 ? len : 0] = '\0';
	comm[strcspn(comm, "\n")] = '\0';
}

static int add_holder(struct bpf_uses *uses, uint32_t prog_id, pid_t pid)
{
	struct bpf_holder holder = { .prog_id = prog_id, .pid = pid };
	int err = grow((void **)&uses->holders, uses->nr_holders, &uses->holders_size,
		       sizeof(*uses->holders));

	if (err || !prog_id)
		return err;
	read_comm(pid, holder.comm);
	uses->holders[uses->nr_holders++] = holder;
	return 0;
}

/* Programs and links name their program in fdinfo. Return: its id, 0 when there is none. */
static uint32_t read_prog_id(pid_t pid, const char *fd_name)
{
	FILE *f __cleanup_fclose = NULL;
	char line[128];
	uint32_t id = 0;

	snprintf(line, sizeof(line), "/proc/%d/fdinfo/%.16s", pid, fd_name);
	f = fopen(line, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "prog_id: %u", &id) == 1)
			break;
	}
	return id;
}

/* A program that was set on a perf event with an ioctl has no link: the descriptor tells of it. */
static int add_perf_fd(struct bpf_uses *uses, pid_t pid, int fd)
{
	static const char *const kinds[] = {
		[BPF_FD_TYPE_RAW_TRACEPOINT] = "raw_tracepoint",
		[BPF_FD_TYPE_TRACEPOINT] = "tracepoint",
		[BPF_FD_TYPE_KPROBE] = "kprobe",
		[BPF_FD_TYPE_KRETPROBE] = "kretprobe",
		[BPF_FD_TYPE_UPROBE] = "uprobe",
		[BPF_FD_TYPE_URETPROBE] = "uretprobe",
	};
	__u32 prog_id = 0, type = 0, len = NAME_SIZE;
	struct strbuf target = {};
	char name[NAME_SIZE + 1] = "";
	__u64 offset, addr;
	size_t i;
	int err;

	if (bpf_task_fd_query(pid, fd, 0, name, &len, &prog_id, &type, &offset, &addr))
		return 0;
	err = add_holder(uses, prog_id, pid);
	/* One with a link was said already. */
	for (i = 0; i < uses->nr_attachments; i++) {
		if (uses->attachments[i].prog_id == prog_id)
			return err;
	}
	if (err || !prog_id)
		return err;
	strbuf__adds(&target, name);
	return add_attachment(uses, prog_id, 0,
			      type < ARRAY_SIZE(kinds) ? kinds[type] : "perf_event", &target);
}

static int look_at_fd(struct bpf_uses *uses, pid_t pid, int fds, const char *fd_name)
{
	char what[64];
	ssize_t len = readlinkat(fds, fd_name, what, sizeof(what) - 1);

	if (len <= 0)
		return 0;
	what[len] = '\0';
	if (!strcmp(what, "anon_inode:bpf-prog") || !strcmp(what, "anon_inode:bpf_link"))
		return add_holder(uses, read_prog_id(pid, fd_name), pid);
	if (!strcmp(what, "anon_inode:[perf_event]"))
		return add_perf_fd(uses, pid, atoi(fd_name));
	return 0;
}

static int look_at_process(struct bpf_uses *uses, pid_t pid)
{
	char path[32];
	struct dirent *entry;
	DIR *fds;
	int err = 0;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	fds = opendir(path);
	while (fds && !err && (entry = readdir(fds))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			err = look_at_fd(uses, pid, dirfd(fds), entry->d_name);
	}
	if (fds)
		closedir(fds);
	return err;
}

static int find_holders(struct bpf_uses *uses)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	int err = 0;

	while (proc && !err && (entry = readdir(proc))) {
		if (isdigit((unsigned char)entry->d_name[0]))
			err = look_at_process(uses, atoi(entry->d_name));
	}
	if (proc)
		closedir(proc);
	return err;
}

/* ---- all of it ---- */

static int by_prog(const void *a, const void *b)
{
	const struct bpf_attachment *x = a, *y = b;

	if (x->prog_id != y->prog_id)
		return x->prog_id < y->prog_id ? -1 : 1;
	return (x->link_id > y->link_id) - (x->link_id < y->link_id);
}

static int by_prog_and_pid(const void *a, const void *b)
{
	const struct bpf_holder *x = a, *y = b;

	if (x->prog_id != y->prog_id)
		return x->prog_id < y->prog_id ? -1 : 1;
	return (x->pid > y->pid) - (x->pid < y->pid);
}

static void sort(struct bpf_uses *uses)
{
	size_t i, nr = 0;

	if (uses->nr_attachments)
		qsort(uses->attachments, uses->nr_attachments, sizeof(*uses->attachments), by_prog);
	if (uses->nr_holders)
		qsort(uses->holders, uses->nr_holders, sizeof(*uses->holders), by_prog_and_pid);
	for (i = 0; i < uses->nr_holders; i++) {
		if (!nr || by_prog_and_pid(&uses->holders[nr - 1], &uses->holders[i]))
			uses->holders[nr++] = uses->holders[i];
	}
	uses->nr_holders = nr;
}

int bpf_uses__find(struct bpf_uses *ret_uses)
{
	struct bpf_uses uses = {};
	int err = find_links(&uses);

	if (!err)
		err = find_holders(&uses);
	if (err) {
		bpf_uses__free(&uses);
		return err;
	}
	sort(&uses);
	*ret_uses = uses;
	return 0;
}

void bpf_uses__free(struct bpf_uses *uses)
{
	size_t i;

	for (i = 0; i < uses->nr_attachments; i++)
		free(uses->attachments[i].target);
	free(uses->attachments);
	free(uses->holders);
	*uses = (struct bpf_uses){};
}

const struct bpf_attachment *bpf_uses__attachments(const struct bpf_uses *uses, uint32_t prog_id,
						   size_t *ret_nr)
{
	const struct bpf_attachment *first = NULL;
	size_t i;

	*ret_nr = 0;
	for (i = 0; i < uses->nr_attachments; i++) {
		if (uses->attachments[i].prog_id != prog_id)
			continue;
		first = first ?: &uses->attachments[i];
		++*ret_nr;
	}
	return first;
}

const struct bpf_holder *bpf_uses__holders(const struct bpf_uses *uses, uint32_t prog_id,
					   size_t *ret_nr)
{
	const struct bpf_holder *first = NULL;
	size_t i;

	*ret_nr = 0;
	for (i = 0; i < uses->nr_holders; i++) {
		if (uses->holders[i].prog_id != prog_id)
			continue;
		first = first ?: &uses->holders[i];
		++*ret_nr;
	}
	return first;
}
