// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_link.c - programs of the engine at their tracepoints, as libbpf attaches its own: see
 * engine_priv.h.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine_priv.h"
#include "strbuf.h"
#include "tracefs.h"

static int open_event(const char *category, const char *name)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr) };
	struct strbuf full = {};
	uint64_t id;
	int fd, err;

	strbuf__addf(&full, "%.*s:%s", (int)(name - category - 1), category, name);
	err = strbuf__error(&full) ?: tracefs__id(strbuf__cstr(&full), &id);
	strbuf__free(&full);
	if (err)
		return err;
	attr.config = id;
	/* Programs of a tracepoint run for the events of all CPUs, whichever this one is of. */
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* Links of perf events came with 5.15. */
static int attach_event(struct engine_link *link, int prog_fd)
{
	link->fd = bpf_link_create(prog_fd, link->event_fd, BPF_PERF_EVENT, NULL);
	if (link->fd < 0 && ioctl(link->event_fd, PERF_EVENT_IOC_SET_BPF, prog_fd))
		return -errno;
	return ioctl(link->event_fd, PERF_EVENT_IOC_ENABLE, 0) ? -errno : 0;
}

int engine_link__open(struct engine_link *link, const char *section, int prog_fd)
{
	const char *category = strchr(section, '/'), *name;
	int err;

	if (!category)
		return -EINVAL;
	name = strchr(++category, '/');
	if (!name) {
		link->fd = bpf_raw_tracepoint_open(category, prog_fd);
		return link->fd < 0 ? -errno : 0;
	}
	link->event_fd = open_event(category, name + 1);
	if (link->event_fd < 0)
		return link->event_fd;
	err = attach_event(link, prog_fd);
	if (err)
		engine_link__close(link);
	return err;
}

void engine_link__close(struct engine_link *link)
{
	if (link->event_fd >= 0) {
		ioctl(link->event_fd, PERF_EVENT_IOC_DISABLE, 0);
		close(link->event_fd);
	}
	if (link->fd >= 0)
		close(link->fd);
	*link = ENGINE_LINK_NONE;
}
