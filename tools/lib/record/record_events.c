// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_events.c - see record_events.h. */
#include "record_events.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "log.h"
#include "record_events_priv.h"
#include "util.h"

/* Per CPU. The default is perf's, whose user limit (perf_event_mlock_kb) it just fits. */
#define DEFAULT_RING_SIZE (512 * 1024)
#define MIN_RING_SIZE (16 * 1024)
/* Room for a burst of 2,000 loads. */
#define SIDE_RING_SIZE (512 * 1024)

static int add_event(struct record_events *events, const struct perf_event_attr *attr,
		     const char *name)
{
	struct record_event *event =
		reallocarray(events->events, events->nr_events + 1, sizeof(*events->events));

	if (!event)
		return -ENOMEM;
	events->events = event;
	event += events->nr_events;
	*event = (struct record_event){ .attr = *attr };
	event->name = strdup(name);
	if (!event->name)
		return -ENOMEM;
	events->nr_events++;
	return 0;
}

int record_events__new(struct record_events **ret_events, const struct event_specs *list,
		       const struct record_events_opts *opts)
{
	struct record_events *events = calloc(1, sizeof(*events));
	struct perf_event_attr attr;
	size_t i;
	int err = 0;

	if (!events)
		return -ENOMEM;
	events->opts = *opts;
	events->list = list;
	record_open__raise_limits();
	record_open__probe(&events->kernel);
	for (i = 0; i < list->nr && !err; i++) {
		const struct event_spec *spec = &list->specs[i];
		const size_t nr = event_specs__members(list, i - spec->to_leader);

		attr = record_open__attr(spec, nr > 1, opts, &events->kernel);
		err = add_event(events, &attr, spec->name);
		if (err)
			break;
		events->events[i].group = spec->group;
		events->events[i].nr_members = spec->to_leader ? 0 : (uint32_t)nr;
	}
	if (!err) {
		err = cpu_list__online(&events->cpus);
		if (err)
			log_err("the CPUs that are online cannot be read: %s", strerror(-err));
	}
	if (err) {
		record_events__free(events);
		return err;
	}
	*ret_events = events;
	return 0;
}

void own_event__close(struct own_event *own)
{
	size_t i;

	for (i = 0; i < own->nr_fds; i++)
		close(own->fds[i]);
	free(own->fds);
	*own = (struct own_event){};
}

static void free_rings(struct perf_ring **rings, size_t *nr)
{
	size_t i;

	for (i = 0; i < *nr; i++)
		perf_ring__unmap(&(*rings)[i]);
	free(*rings);
	*rings = NULL;
	*nr = 0;
}

void record_events__free(struct record_events *events)
{
	size_t i;

	if (!events)
		return;
	for (i = 0; i < events->nr_samplers; i++)
		close(events->samplers[i].fd);
	free(events->samplers);
	free_rings(&events->rings, &events->nr_rings);
	free_rings(&events->side_rings, &events->nr_side_rings);
	own_event__close(&events->tracker);
	own_event__close(&events->side);
	for (i = 0; i < events->nr_outputs; i++)
		own_event__close(&events->outputs[i]);
	free(events->outputs);
	for (i = 0; i < events->nr_events; i++) {
		free(events->events[i].name);
		free(events->events[i].ids);
	}
	free(events->events);
	cpu_list__free(&events->cpus);
	free(events);
}

static int add_id(struct record_event *event, int fd, uint64_t *ret_id)
{
	uint64_t id, *ids;

	if (ioctl(fd, PERF_EVENT_IOC_ID, &id))
		return -errno;
	ids = reallocarray(event->ids, event->nr_ids + 1, sizeof(*ids));
	if (!ids)
		return -ENOMEM;
	event->ids = ids;
	event->ids[event->nr_ids++] = id;
	if (ret_id)
		*ret_id = id;
	return 0;
}

static int own_event__add(struct own_event *own, int fd)
{
	int *fds = reallocarray(own->fds, own->nr_fds + 1, sizeof(*fds));

	if (!fds)
		return -ENOMEM;
	own->fds = fds;
	own->fds[own->nr_fds++] = fd;
	return 0;
}

static struct perf_ring *ring_of_cpu(struct perf_ring *rings, size_t nr, int cpu)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (rings[i].cpu == cpu)
			return &rings[i];
	}
	return NULL;
}

/* The event's own ring, or that of the first event of the CPU. */
static int give_ring(struct perf_ring **rings, size_t *nr, int fd, int cpu, size_t size)
{
	struct perf_ring *ring = ring_of_cpu(*rings, *nr, cpu);
	int err;

	if (ring)
		return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd) ? -errno : 0;
	ring = reallocarray(*rings, *nr + 1, sizeof(*ring));
	if (!ring)
		return -ENOMEM;
	*rings = ring;
	err = perf_ring__map(&ring[*nr], fd, cpu, size);
	if (!err)
		(*nr)++;
	return err;
}

int own_event__open_on(struct own_event *own, struct perf_ring **rings, size_t *nr, size_t size,
		       pid_t tid, int cpu)
{
	const int fd = record_open__event(&own->attr, tid, cpu);
	int err;

	if (fd < 0)
		return fd;
	err = own_event__add(own, fd);
	if (err) {
		close(fd);
		return err;
	}
	return give_ring(rings, nr, fd, cpu, size);
}

/* On all CPUs and for each of @tids. CPUs and tasks that went away meanwhile are left out. */
static int open_own(struct record_events *events, struct own_event *own, struct perf_ring **rings,
		    size_t *nr, size_t size, const pid_t *tids, size_t nr_tids)
{
	size_t i, t;
	int err;

	for (i = 0; i < events->cpus.nr; i++) {
		for (t = 0; t < nr_tids; t++) {
			err = own_event__open_on(own, rings, nr, size, tids[t],
						 events->cpus.cpus[i]);
			if (err && err != -ENODEV && err != -ESRCH)
				return err;
		}
	}
	return *nr ? 0 : -ESRCH;
}

static int open_tracker(struct record_events *events, const pid_t *tids, size_t nr_tids)
{
	size_t size = events->opts.ring_size ? events->opts.ring_size : DEFAULT_RING_SIZE;
	struct perf_event_attr attr = record_open__own_attr(&events->opts, &events->kernel);
	int err;

	attr.mmap = attr.mmap2 = 1;
	attr.mmap_data = record_events_opts__data_maps(&events->opts);
	attr.comm = attr.comm_exec = 1;
	attr.task = 1;
	attr.build_id = events->kernel.build_id && !events->opts.file_numbers;
	if (!events->tracks_all) {
		attr.exclude_kernel = attr.exclude_hv = 1;
		attr.ksymbol = attr.bpf_event = 1;
	}
	for (;;) {
		own_event__close(&events->tracker);
		free_rings(&events->rings, &events->nr_rings);
		events->tracker.attr = attr;
		err = open_own(events, &events->tracker, &events->rings, &events->nr_rings, size,
			       tids, nr_tids);
		/* Locked memory is scarce for a user without CAP_IPC_LOCK. */
		if (err != -EPERM || events->opts.ring_size || size == MIN_RING_SIZE)
			return err;
		size /= 2;
	}
}

static int open_side(struct record_events *events)
{
	static const pid_t all = -1;
	struct perf_event_attr attr = record_open__own_attr(&events->opts, &events->kernel);

	attr.ksymbol = attr.bpf_event = 1;
	attr.watermark = 1;
	attr.wakeup_watermark = 1;
	events->side.attr = attr;
	return open_own(events, &events->side, &events->side_rings, &events->nr_side_rings,
			SIDE_RING_SIZE, &all, 1);
}

static int check_sample_cpus(const struct record_events *events)
{
	const struct cpu_list *wanted = events->opts.sample_cpus;
	struct strbuf online = {};
	size_t i;

	for (i = 0; wanted && i < wanted->nr; i++) {
		if (cpu_list__has(&events->cpus, wanted->cpus[i]))
			continue;
		cpu_list__format(&events->cpus, &online);
		log_err("-C: CPU %d is not online; %s are", wanted->cpus[i], strbuf__cstr(&online));
		strbuf__free(&online);
		return -EINVAL;
	}
	return 0;
}

static int explain_tracking(const struct record_events *events, int err)
{
	if (err == -EPERM && events->tracker.nr_fds)
		log_err("ring buffers of %zu KiB for each of %zu CPUs are more than this user may lock "
			"(kernel.perf_event_mlock_kb): make them smaller with -m, or use sudo",
			(events->opts.ring_size ? events->opts.ring_size : MIN_RING_SIZE) / 1024,
			events->cpus.nr);
	else
		/* By an event that was asked for, as the tracker was not: what it lacks, all do. */
		record_open__explain(events->list->nr ? events->list->specs[0].name : "dummy",
				     &events->tracker.attr,
				     &(struct record_open_at){ .tid = events->tracks_all ? -1 : 0,
							       .cpu = events->cpus.cpus[0],
							       .cgroup_fd = NO_CGROUP },
				     err);
	return err;
}

int record_events__open_tracking(struct record_events *events, const pid_t *tids, size_t nr_tids)
{
	static const pid_t all = -1;
	struct own_event *tracker = &events->tracker;
	int err = check_sample_cpus(events);

	if (err)
		return err;
	events->tracks_all = true;
	err = open_tracker(events, &all, 1);
	if ((err == -EACCES || err == -EPERM) && !tracker->nr_fds && tids[0] != -1) {
		events->tracks_all = false;
		err = open_tracker(events, tids, nr_tids);
	}
	if (!err && events->tracks_all)
		err = open_side(events);
	if (err)
		return explain_tracking(events, err);
	if (!events->tracks_all)
		log_warn(
			"without CAP_PERFMON only the recorded tasks' own loads of BPF programs are "
			"seen: samples in programs of others have no name (sudo helps)");
	return 0;
}

static int add_sampler(struct record_events *events, const struct record_sampler *sampler)
{
	struct record_sampler *samplers;

	/* Powers of two are when it is full. */
	if (!(events->nr_samplers & (events->nr_samplers - 1))) {
		samplers = reallocarray(events->samplers,
					events->nr_samplers ? 2 * events->nr_samplers : 1,
					sizeof(*samplers));
		if (!samplers)
			return -ENOMEM;
		events->samplers = samplers;
	}
	events->samplers[events->nr_samplers++] = *sampler;
	return 0;
}

static int cgroup_of(const struct record_events *events, unsigned int idx)
{
	const struct record_events_opts *opts = &events->opts;

	return opts->nr_cgroups ? opts->cgroup_fds[idx % opts->nr_cgroups] : NO_CGROUP;
}

/* Of the group's leader for the same task and CPU; -ESRCH when that could not be opened. */
static int leader_fd(const struct record_events *events, const struct record_sampler *member)
{
	const uint32_t to_leader = events->list->specs[member->event].to_leader;
	size_t i;

	for (i = events->nr_samplers; i && to_leader; i--) {
		const struct record_sampler *s = &events->samplers[i - 1];

		if (s->event == member->event - to_leader && s->cpu == member->cpu &&
		    s->tid == member->tid)
			return s->fd;
	}
	return to_leader ? -ESRCH : -1;
}

/* Return: 0; -ENODEV and -ESRCH when CPU or task are gone; other -errno, logged. */
static int open_sampler(struct record_events *events, unsigned int idx, pid_t tid,
			const struct perf_ring *ring)
{
	struct record_event *event = &events->events[idx];
	struct record_sampler sampler = { .event = idx, .cpu = ring->cpu, .tid = tid };
	struct record_open_at at = { .tid = tid,
				     .cpu = ring->cpu,
				     .cgroup_fd = cgroup_of(events, idx) };
	int err;

	at.leader_fd = leader_fd(events, &sampler);
	if (at.leader_fd == -ESRCH)
		return -ESRCH;
	sampler.fd = record_open__sampler(&event->attr, &events->list->specs[idx], &at,
					  !events->tracks_all);
	if (sampler.fd < 0) {
		/* Without a PMU, hardware events fail as tasks that are gone do not. */
		if (sampler.fd != -ESRCH && !(sampler.fd == -ENODEV && events->nr_samplers))
			record_open__explain(event->name, &event->attr, &at, sampler.fd);
		return sampler.fd;
	}
	err = add_sampler(events, &sampler);
	if (err) {
		close(sampler.fd);
		return err;
	}
	if (ioctl(sampler.fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd)) {
		err = -errno;
		log_err("event %s: it cannot share a ring buffer: %s", event->name, strerror(-err));
		return err;
	}
	return add_id(event, sampler.fd, &events->samplers[events->nr_samplers - 1].id);
}

bool record_events__samples_on(const struct record_events *events, int cpu)
{
	const struct cpu_list *cpus = events->opts.sample_cpus;

	return !cpus || !cpus->nr || cpu_list__has(cpus, cpu);
}

int record_events__add_own(struct record_events *events, const struct own_event *own,
			   const char *name)
{
	size_t i;
	int err;

	if (!own->nr_fds)
		return 0;
	err = add_event(events, &own->attr, name);
	for (i = 0; i < own->nr_fds && !err; i++)
		err = add_id(&events->events[events->nr_events - 1], own->fds[i], NULL);
	return err;
}

static void warn_of_children(const struct record_events *events, pid_t tid)
{
	size_t e;

	for (e = 0; e < events->list->nr && tid >= 0 && events->opts.inherit; e++) {
		if (!events->events[e].attr.inherit && !events->list->specs[e].to_leader)
			log_warn("event %s: children and new threads are not followed, as samples "
				 "have its counts (:S)",
				 events->events[e].name);
	}
}

int record_events__open_samplers(struct record_events *events, const pid_t *tids, size_t nr_tids)
{
	unsigned int e;
	size_t t, r;
	int err;

	for (e = 0; e < events->list->nr; e++) {
		for (t = 0; t < nr_tids; t++) {
			for (r = 0; r < events->nr_rings; r++) {
				if (!record_events__samples_on(events, events->rings[r].cpu))
					continue;
				err = open_sampler(events, e, tids[t], &events->rings[r]);
				if (err && err != -ESRCH &&
				    !(err == -ENODEV && events->nr_samplers))
					return err;
			}
		}
		if (events->events[e].attr.exclude_kernel &&
		    !events->list->specs[e].attr.exclude_kernel)
			log_warn("event %s: this user may not sample the kernel: only user space "
				 "is recorded (kernel.perf_event_paranoid)",
				 events->events[e].name);
	}
	warn_of_children(events, tids[0]);
	if (!events->nr_samplers) {
		log_err("the tasks to be recorded are gone");
		return -ESRCH;
	}
	/* Threads that appeared meanwhile are opened later, by themselves. */
	if (events->nr_events > events->list->nr)
		return 0;
	err = record_events__add_own(events, &events->tracker, "dummy:tracking");
	return err ? err : record_events__add_own(events, &events->side, "dummy:bpf");
}

int record_events__for_each_sampler(const struct record_events *events,
				    int (*fn)(void *ctx, const struct record_sampler *sampler),
				    void *ctx)
{
	size_t i;
	int err = 0;

	for (i = 0; i < events->nr_samplers && !err; i++)
		err = fn(ctx, &events->samplers[i]);
	return err;
}

void record_events__enable(struct record_events *events)
{
	size_t i;

	for (i = 0; i < events->nr_samplers && !events->opts.on_exec; i++)
		ioctl(events->samplers[i].fd, PERF_EVENT_IOC_ENABLE, 0);
}

static void disable_own(const struct own_event *own)
{
	size_t i;

	for (i = 0; i < own->nr_fds; i++)
		ioctl(own->fds[i], PERF_EVENT_IOC_DISABLE, 0);
}

void record_events__disable(struct record_events *events)
{
	size_t i;

	for (i = 0; i < events->nr_samplers; i++)
		ioctl(events->samplers[i].fd, PERF_EVENT_IOC_DISABLE, 0);
	for (i = 0; i < events->nr_outputs; i++)
		disable_own(&events->outputs[i]);
	disable_own(&events->tracker);
	disable_own(&events->side);
}

/*
 * What read(2) gives by the event's read_format: a value or, of a group, how many; two times; then id and
 * lost, of a group with the value before them, of each.
 */
static bool parse_counter(const uint64_t *words, size_t nr, uint64_t id, bool is_group,
			  bool has_lost, struct record_counter *ret_counter)
{
	const size_t size = 2 + has_lost;
	size_t at;

	*ret_counter = (struct record_counter){ .has_lost = has_lost };
	if (nr < (is_group ? 3U : 4U))
		return false; /* in an error state: of a pinned event */
	ret_counter->enabled_ns = words[1];
	ret_counter->running_ns = words[2];
	if (!is_group) {
		ret_counter->value = words[0];
		ret_counter->lost = has_lost && nr > 4 ? words[4] : 0;
		return true;
	}
	for (at = 3; at + size <= nr; at += size) {
		if (words[at + 1] != id)
			continue;
		ret_counter->value = words[at];
		ret_counter->lost = has_lost ? words[at + 2] : 0;
		return true;
	}
	return false;
}

int record_events__for_each_counter(const struct record_events *events,
				    void (*fn)(void *ctx, const struct record_sampler *sampler,
					       const struct record_counter *counter),
				    void *ctx)
{
	const size_t room = 5 + 3 * events->list->nr;
	uint64_t *words __cleanup_free = calloc(room, sizeof(*words));
	struct record_counter counter;
	size_t i;
	ssize_t n;

	if (!words)
		return -ENOMEM;
	for (i = 0; i < events->nr_samplers; i++) {
		const struct record_sampler *s = &events->samplers[i];
		const uint64_t format = events->events[s->event].attr.read_format;

		n = read(s->fd, words, room * sizeof(*words));
		if (n > 0 &&
		    parse_counter(words, (size_t)n / sizeof(*words), s->id,
				  format & PERF_FORMAT_GROUP, events->kernel.lost, &counter))
			fn(ctx, s, &counter);
	}
	return 0;
}

bool record_events__targets_ended(const struct record_events *events)
{
	struct pollfd pfd = {};
	size_t i;

	for (i = 0; i < events->nr_samplers; i++) {
		if (events->samplers[i].tid < 0)
			return false;
		if (events->samplers[i].event)
			continue;
		pfd.fd = events->samplers[i].fd;
		if (poll(&pfd, 1, 0) != 1 || !(pfd.revents & POLLHUP))
			return false;
	}
	return true;
}

const struct record_event *record_events__list(const struct record_events *events, size_t *ret_nr)
{
	*ret_nr = events->nr_events;
	return events->events;
}

size_t record_events__nr_samplers(const struct record_events *events)
{
	return events->list->nr;
}

bool record_events__tracks_all(const struct record_events *events)
{
	return events->tracks_all;
}

struct perf_ring *record_events__rings(struct record_events *events, size_t *ret_nr)
{
	*ret_nr = events->nr_rings;
	return events->rings;
}

struct perf_ring *record_events__side_rings(struct record_events *events, size_t *ret_nr)
{
	*ret_nr = events->nr_side_rings;
	return events->side_rings;
}
