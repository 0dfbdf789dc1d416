// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perf_events_attach.c - see perf_events.h: programs of objects to what they run at, and off it. */
#include <bpf/bpf.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kprobe_event.h"
#include "log.h"
#include "parallel.h"
#include "perf_events_priv.h"
#include "tracefs.h"
#include "uprobe_symbol.h"
#include "util.h"

static int carry(struct perf_events *pe, const char *event, int prog_fd)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = PERF_ATTR_SIZE_VER5,
		.disabled = 1, /* the program runs all the same */
	};
	int *bigger, fd, err;
	uint64_t id;

	err = tracefs__id(event, &id);
	if (err)
		return err;
	attr.config = id;
	bigger = reallocarray(pe->carriers, pe->nr_carriers + 1, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	pe->carriers = bigger;
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, perf_rings__cpu(pe->rings, 0), -1,
			  PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return -errno;
	bigger[pe->nr_carriers++] = fd;
	return ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog_fd) ? -errno : 0;
}

static int attach_probe(struct stock_program *p)
{
	const bool is_return = strstr(p->attach.target, "%return") != NULL;
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .retprobe = is_return);
	char *target __cleanup_free = strdup(p->attach.target), *function, *end;
	uint64_t offset = 0;
	char path[PATH_MAX];
	int err;

	if (!target)
		return -ENOMEM;
	end = strstr(target, "%return");
	if (end)
		*end = '\0';
	/* exec=PATH;NAME=FUNCTION */
	function = strrchr(target, '=');
	end = strchr(target, ';');
	if (!function || !end || strncmp(target, "exec=", 5))
		return -EINVAL;
	*end = '\0';
	err = uprobe_symbol__find(target + 5, function + 1, path, sizeof(path), &offset);
	if (err == -ENOENT) /* libbpf knows the symbols that are not exported too */
		opts.func_name = function + 1;
	else if (err)
		return err;
	p->link = bpf_program__attach_uprobe_opts(p->prog, -1, err ? target + 5 : path, offset,
						  &opts);
	return p->link ? 0 : -errno;
}

static const char *why_not_attached(const struct stock_program *p, int err)
{
	if (err == -E2BIG)
		return "64 programs are on this tracepoint already";
	if (err == -EOPNOTSUPP && p->attach.style == BPF_ATTACH_UPROBE)
		return "which function that is, is decided as a program starts (IFUNC); probe the "
		       "one that is chosen";
	if (err == -ENOENT && p->attach.style == BPF_ATTACH_UPROBE)
		return "there is no such file, or no such function in its symbols";
	return strerror(-err);
}

static int attach_program(struct perf_events *pe, const struct stock_object *object,
			  struct stock_program *p)
{
	int err = 0;

	switch (p->attach.style) {
	case BPF_ATTACH_TRACEPOINT:
	case BPF_ATTACH_KPROBE:
		err = carry(pe, p->event, bpf_program__fd(p->prog));
		break;
	case BPF_ATTACH_LIBBPF:
		if (p->event) {
			err = carry(pe, p->event, bpf_program__fd(p->prog));
			break;
		}
		p->link = bpf_program__attach(p->prog);
		err = p->link ? 0 : -errno;
		break;
	case BPF_ATTACH_UPROBE:
		err = attach_probe(p);
		break;
	case BPF_ATTACH_TAIL_CALL:
	case BPF_ATTACH_AUGMENT: /* native.c's; never in an object for perf */
	case BPF_ATTACH_UNKNOWN:
		break;
	}
	if (err)
		log_err("%s: cannot attach program %s (section '%s'): %s", object->path,
			bpf_program__name(p->prog), bpf_program__section_name(p->prog),
			why_not_attached(p, err));
	return err;
}

int perf_events__attach_object(struct perf_events *pe, struct stock_object *object)
{
	size_t i;
	int err = 0;

	for (i = 0; i < object->nr_programs && !err; i++)
		err = attach_program(pe, object, &object->programs[i]);
	return err;
}

static void close_carrier(void *ctx, size_t i)
{
	const struct perf_events *pe = ctx;

	close(pe->carriers[i]);
}

void perf_events__detach(struct perf_events *pe)
{
	size_t i, p;

	parallel__each(pe->nr_carriers, close_carrier, pe);
	pe->nr_carriers = 0;
	for (i = 0; i < pe->opts.objects->nr; i++) {
		struct stock_object *object = &pe->opts.objects->items[i];

		for (p = 0; p < object->nr_programs; p++) {
			bpf_link__destroy(object->programs[p].link);
			object->programs[p].link = NULL;
		}
	}
}

void perf_events__remove_probes(const struct perf_events *pe)
{
	size_t i, p;

	for (i = 0; i < pe->opts.objects->nr; i++) {
		const struct stock_object *object = &pe->opts.objects->items[i];

		for (p = 0; p < object->nr_programs; p++) {
			if (object->programs[p].attach.style == BPF_ATTACH_KPROBE)
				kprobe_event__remove(object->programs[p].event);
		}
	}
}
