// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* stopped.c - see stopped.h. */
#include "stopped.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "bpf-progs/stopped_task.h"
#include "gen/stopped.skel.h"
#include "log.h"
#include "pidns.h"
#include "strbuf.h"
#include "target.h"
#include "util.h"

/* All that the iterator on @fd gives: a read may end within an element. */
static int read_tasks(int fd, struct strbuf *ret)
{
	char part[4096];
	ssize_t n;

	while ((n = read(fd, part, sizeof(part))) > 0 || (n < 0 && errno == EINTR)) {
		if (n > 0)
			strbuf__add(ret, part, (size_t)n);
	}
	return n < 0 ? -errno : strbuf__error(ret);
}

static int iterate(struct stopped_bpf *skel, struct strbuf *ret)
{
	struct bpf_link *link = bpf_program__attach_iter(skel->progs.stopped_tasks, NULL);
	int fd, err;

	if (!link)
		return -errno;
	fd = bpf_iter_create(bpf_link__fd(link));
	err = fd < 0 ? -errno : read_tasks(fd, ret);
	if (fd >= 0)
		close(fd);
	bpf_link__destroy(link);
	return err;
}

static int look(struct stopped *s)
{
	struct stopped_bpf *skel = stopped_bpf__open();
	struct strbuf tasks = {};
	struct stopped_task task;
	uint64_t dev, ino;
	size_t off;
	int err;

	if (!skel)
		return -errno;
	if (pidns__find(&dev, &ino))
		skel->rodata->config.pidns_ino = ino;
	err = stopped_bpf__load(skel) ?: iterate(skel, &tasks);
	for (off = 0; !err && off + sizeof(task) <= tasks.len; off += sizeof(task)) {
		memcpy(&task, tasks.text + off, sizeof(task));
		err = id_map__set(&s->signals, task.tid, (int)task.signal);
	}
	strbuf__free(&tasks);
	stopped_bpf__destroy(skel);
	return err;
}

int stopped__signal(struct stopped *s, pid_t tid)
{
	int err;

	if (!target__is_stopped(tid))
		return 0;
	if (!s->has_looked) {
		err = look(s);
		if (err)
			log_warn("which signals stopped processes is not shown: %s",
				 strerror(-err));
		s->has_looked = true;
	}
	return MAX(id_map__get(&s->signals, (uint32_t)tid), 0);
}

void stopped__free(struct stopped *s)
{
	id_map__free(&s->signals);
}
