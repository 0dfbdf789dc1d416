// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perf_events_open.c - see perf_events.h: from tracepoints and objects to events that count.
 *
 * A program for perf runs for every task whatever its event is open for, and needs the event of its
 * output open on its CPU at that moment. So programs have an event of their own to carry them
 * (perf_events_attach.c), the output is open for all tasks, and perf_events.c leaves out who is no
 * target; samples are taken of the targets alone.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf_load.h"
#include "kprobe_event.h"
#include "log.h"
#include "perf_events_priv.h"
#include "strbuf.h"
#include "syscalls.h"
#include "tracefs.h"
#include "util.h"

#define RINGS_DEFAULT_TOTAL (8UL << 20)
#define RING_MIN (64UL << 10)
#define RING_MAX (1UL << 30)

/* Longest filter that the kernel takes: a page. */
#define FILTER_MAX 4000

static size_t choose_ring_size(size_t wanted)
{
	const size_t nr_cpus = (size_t)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
	size_t size = RING_MIN;

	if (!wanted)
		wanted = RINGS_DEFAULT_TOTAL / nr_cpus;
	while (size < wanted && size < RING_MAX)
		size *= 2;
	return size;
}

/* ---- sources ---- */

static struct perf_source *add_source(struct perf_events *pe, enum perf_source_kind kind,
				      const char *name)
{
	struct perf_source *bigger = reallocarray(pe->sources, pe->nr_sources + 1, sizeof(*bigger)),
			   *source;

	if (!bigger)
		return NULL;
	pe->sources = bigger;
	source = &bigger[pe->nr_sources];
	*source = (struct perf_source){ .kind = kind, .name = strdup(name) };
	if (!source->name)
		return NULL;
	pe->nr_sources++;
	return source;
}

static int read_format(struct perf_events *pe, struct perf_source *source)
{
	struct strbuf text = {};
	int err = tracefs__read(source->name, "format", &text);

	if (!err)
		err = strbuf__error(&text);
	if (!err)
		err = tp_formats__add(pe->formats, source->name, text.text, text.len,
				      &source->format);
	strbuf__free(&text);
	return err;
}

static const struct syscall_desc *entered_call(const char *name)
{
	static const char prefix[] = "syscalls:sys_enter_";

	if (strncmp(name, prefix, sizeof(prefix) - 1))
		return NULL;
	return select__find(AUG_ABI_NATIVE, name + sizeof(prefix) - 1);
}

static int get_tracepoint(struct perf_events *pe, const char *name, struct perf_source **ret_source)
{
	struct perf_source *source;
	size_t i;
	int err;

	for (i = 0; i < pe->nr_sources; i++) {
		*ret_source = &pe->sources[i];
		if ((*ret_source)->kind == PERF_SOURCE_TRACEPOINT &&
		    !strcmp((*ret_source)->name, name))
			return 0;
	}
	source = add_source(pe, PERF_SOURCE_TRACEPOINT, name);
	if (!source)
		return -ENOMEM;
	err = tracefs__id(name, &source->config);
	if (!err)
		err = read_format(pe, source);
	if (err) {
		log_err("cannot use the tracepoint '%s': %s", name,
			err == -ENODEV
				? "tracefs is not mounted, or not ours to read: " TRACEFS_MOUNT
				: strerror(-err));
		return err;
	}
	source->enter = entered_call(name);
	*ret_source = source;
	return 0;
}

static int add_fault(struct perf_events *pe, const char *name, uint64_t config)
{
	struct perf_source *source = add_source(pe, PERF_SOURCE_FAULT, name);

	if (!source)
		return -ENOMEM;
	source->config = config;
	source->is_shown = true;
	return 0;
}

static int add_faults(struct perf_events *pe)
{
	int err = 0;

	if (pe->opts.faults & PERF_EVENTS_FAULTS_MAJOR)
		err = add_fault(pe, "majfault", PERF_COUNT_SW_PAGE_FAULTS_MAJ);
	if (!err && pe->opts.faults & PERF_EVENTS_FAULTS_MINOR)
		err = add_fault(pe, "minfault", PERF_COUNT_SW_PAGE_FAULTS_MIN);
	return err;
}

static int add_tracepoints(struct perf_events *pe)
{
	const struct tp_select *sel = pe->opts.tracepoints;
	struct perf_source *source;
	size_t i;
	int err = 0;

	for (i = 0; i < sel->nr_chosen && !err; i++) {
		err = get_tracepoint(pe, sel->chosen[i].name, &source);
		if (err)
			break;
		source->is_shown = true;
		source->wish = sel->chosen[i].wish;
	}
	for (i = 0; i < ARRAY_SIZE(pe->opts.watched) && !err; i++) {
		if (!pe->opts.watched[i])
			continue;
		err = get_tracepoint(pe, pe->opts.watched[i], &source);
		if (!err)
			source->is_shown = true;
	}
	return err;
}

/* The kernel makes an event of the function, with the variables as its fields. */
static int add_probe(struct perf_events *pe, const struct stock_object *object,
		     struct stock_program *p)
{
	struct strbuf label = {}, error = {};
	struct perf_source *source;
	int err;

	err = kprobe_event__add(&p->probe, &p->event, &error);
	if (err)
		log_err("%s: program %s (section '%s'): %s", object->path,
			bpf_program__name(p->prog), bpf_program__section_name(p->prog),
			strbuf__cstr(&error));
	strbuf__free(&error);
	if (!err)
		err = get_tracepoint(pe, p->event, &source);
	if (err)
		return err;
	strbuf__addf(&label, KPROBE_EVENT_GROUP ":%s", p->probe.name);
	source->label = strdup(strbuf__cstr(&label));
	strbuf__free(&label);
	source->is_shown = true;
	return source->label ? 0 : -ENOMEM;
}

/*
 * The events of an augmenter's tracepoints are the calls that the engine shows, so they are no lines
 * of their own; nor are those of libbpf's "tp/...", whose programs do not say what to keep.
 */
static int add_object_events(struct perf_events *pe, struct stock_object *object)
{
	struct perf_source *source;
	size_t i;
	int err = 0;

	for (i = 0; i < object->nr_programs && !err; i++) {
		struct stock_program *p = &object->programs[i];
		const bool is_call = object->augments && p->event && strstr(p->event, "sys_enter");
		const bool is_end = object->augments && p->event && strstr(p->event, "sys_exit");

		if (p->attach.style == BPF_ATTACH_KPROBE)
			err = add_probe(pe, object, p);
		if (err || p->attach.style == BPF_ATTACH_KPROBE || !p->event ||
		    p->attach.style == BPF_ATTACH_TAIL_CALL)
			continue;
		if (!is_call && (is_end || p->attach.style == BPF_ATTACH_LIBBPF))
			continue;
		err = get_tracepoint(pe, p->event, &source);
		if (err)
			break;
		if (is_call)
			source->is_call = true;
		else
			source->is_shown = true;
	}
	return err;
}

/* The entries of calls that an object decides upon must all come. */
static int check_filters(const struct perf_events *pe)
{
	size_t i;

	for (i = 0; i < pe->nr_sources; i++) {
		const struct perf_source *source = &pe->sources[i];

		if (!source->is_call || !source->wish || !source->wish->filter)
			continue;
		log_err("--filter: %s cannot have one, as an object of -e decides upon its calls",
			source->name);
		return -EINVAL;
	}
	return 0;
}

/* ---- opening ---- */

static int remember_id(struct perf_events *pe, uint64_t id, size_t source)
{
	struct perf_id *bigger;

	if (pe->nr_ids == pe->room_ids) {
		const size_t room = MAX(2 * pe->room_ids, 64UL);

		bigger = reallocarray(pe->ids, room, sizeof(*bigger));
		if (!bigger)
			return -ENOMEM;
		pe->ids = bigger;
		pe->room_ids = room;
	}
	pe->ids[pe->nr_ids++] = (struct perf_id){ .id = id, .source = (uint32_t)source };
	return 0;
}

static int explain_filter(const struct perf_source *source, int err)
{
	struct strbuf fields = {};

	tp_format__list_fields(source->format, &fields);
	log_err("--filter: the kernel does not take '%s' for %s (%s): it knows comparisons of %s, && || "
		"! and ( )",
		source->wish->filter, source->name, strerror(-err), strbuf__cstr(&fields));
	strbuf__free(&fields);
	return err;
}

/*
 * What --filter says; and of an event for all tasks the kernel leaves out who works for our output,
 * rather than have it fill the ring.
 */
static int filter_in_kernel(const struct perf_events *pe, const struct perf_source *source,
			    bool is_for_all, int fd)
{
	const char *wanted = source->wish ? source->wish->filter : NULL;
	struct strbuf text = {};
	size_t i;
	int err = 0;

	if (wanted)
		strbuf__addf(&text, "(%s)", wanted);
	for (i = 0; i < pe->opts.nr_filter_pids && is_for_all && text.len < FILTER_MAX - 40; i++)
		strbuf__addf(&text, "%scommon_pid != %d", text.len ? " && " : "",
			     pe->opts.filter_pids[i]);
	if (text.len && ioctl(fd, PERF_EVENT_IOC_SET_FILTER, strbuf__cstr(&text)))
		err = -errno;
	strbuf__free(&text);
	if (err && wanted)
		return explain_filter(source, err);
	if (err)
		log_debug("no filter in the kernel: %s", strerror(-err));
	return 0;
}

static int explain_open(const struct perf_source *source, pid_t tid, int err)
{
	if (err == -ESRCH)
		return err;
	if (err == -EMFILE)
		log_err("cannot open the event %s: the limit of open files is too low for an event per "
			"tracepoint, thread and CPU; see ulimit -n",
			source->name);
	else if (err == -EACCES || err == -EPERM)
		log_err("cannot open the event %s: %s; it needs CAP_PERFMON, or "
			"kernel.perf_event_paranoid below 0",
			source->name, strerror(-err));
	else
		log_err("cannot open the event %s of thread %d: %s", source->name, tid,
			strerror(-err));
	return err;
}

static int open_source(struct perf_events *pe, size_t idx, const struct perf_event_attr *attr,
		       pid_t tid)
{
	const struct perf_source *source = &pe->sources[idx];
	size_t cpu;
	int err = 0, fd;
	uint64_t id;

	for (cpu = 0; cpu < perf_rings__nr_cpus(pe->rings) && !err; cpu++) {
		err = perf_rings__open(pe->rings, attr, tid, cpu, &fd, &id);
		if (!err)
			err = remember_id(pe, id, idx);
		if (err)
			return explain_open(source, tid, err);
		if (source->kind == PERF_SOURCE_TRACEPOINT)
			err = filter_in_kernel(pe, source, tid < 0, fd);
	}
	return err;
}

static int open_for(struct perf_events *pe, pid_t tid, bool on_exec)
{
	size_t i;
	int err = 0;

	for (i = 0; i < pe->nr_sources && !err; i++) {
		const struct perf_source *source = &pe->sources[i];
		struct perf_event_attr attr = {
			.disabled = 1,
			.inherit = tid >= 0 && pe->opts.inherit,
		};

		switch (source->kind) {
		case PERF_SOURCE_TASKS:
			attr.type = PERF_TYPE_SOFTWARE;
			attr.config = PERF_COUNT_SW_DUMMY;
			attr.task = 1;
			attr.comm = 1;
			attr.comm_exec = 1;
			attr.mmap = pe->opts.stacks != NULL;
			attr.mmap2 = pe->opts.stacks != NULL;
			attr.mmap_data = pe->opts.faults != 0;
			break;
		case PERF_SOURCE_FAULT:
			attr.type = PERF_TYPE_SOFTWARE;
			attr.config = source->config;
			attr.sample_period = 1;
			attr.enable_on_exec = on_exec;
			break;
		case PERF_SOURCE_TRACEPOINT:
			attr.type = PERF_TYPE_TRACEPOINT;
			attr.config = source->config;
			attr.sample_period = 1;
			attr.enable_on_exec = on_exec && !source->is_call;
			break;
		case PERF_SOURCE_CALLS:
		case PERF_SOURCE_TEXT:
			continue;
		}
		err = open_source(pe, i, &attr, tid);
	}
	return err;
}

int perf_events__add_task(struct perf_events *pe, pid_t tid, bool on_exec)
{
	struct perf_task *task = perf_tasks__get(&pe->tasks, (uint32_t)tid, (uint32_t)tid);
	int err;

	if (!task)
		return -ENOMEM;
	task->is_traced = true;
	if (pe->opts.all_tasks)
		return 0;
	err = open_for(pe, tid, on_exec);
	/* What a command has before its exec is ours; and /proc/TID is there for threads too. */
	if (!err && !on_exec && pe->opts.stacks)
		err = stacks__read_process(pe->opts.stacks, (uint32_t)tid);
	return err;
}

/* ---- output of programs ---- */

static int open_output(struct perf_events *pe, const struct stock_object *object,
		       const struct bpf_map *map)
{
	const struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_BPF_OUTPUT,
		.sample_period = 1,
	};
	const bool is_calls = !strcmp(bpf_map__name(map), STOCK_OBJECT_AUGMENTED);
	struct perf_source *source;
	size_t cpu;
	int err, fd;
	uint64_t id;

	source =
		add_source(pe, is_calls ? PERF_SOURCE_CALLS : PERF_SOURCE_TEXT, bpf_map__name(map));
	if (!source)
		return -ENOMEM;
	source->object = object;
	source->is_call = is_calls;
	source->is_shown = !is_calls;
	for (cpu = 0; cpu < perf_rings__nr_cpus(pe->rings); cpu++) {
		uint32_t key = (uint32_t)perf_rings__cpu(pe->rings, cpu);

		err = perf_rings__open(pe->rings, &attr, -1, cpu, &fd, &id);
		if (!err)
			err = remember_id(pe, id, pe->nr_sources - 1);
		if (err)
			return explain_open(source, -1, err);
		if (bpf_map_update_elem(bpf_map__fd(map), &key, &fd, BPF_ANY)) {
			err = -errno;
			log_err("%s: cannot give its map %s an event of CPU %u: %s", object->path,
				bpf_map__name(map), key, strerror(-err));
			return err;
		}
	}
	return 0;
}

static int open_outputs(struct perf_events *pe, const struct stock_object *object)
{
	struct bpf_map *map;
	int err = 0;

	bpf_object__for_each_map (map, object->obj) {
		if (bpf_map__type(map) == BPF_MAP_TYPE_PERF_EVENT_ARRAY && !err)
			err = open_output(pe, object, map);
	}
	return err;
}

/* ---- all together ---- */

static int load_objects(struct perf_events *pe)
{
	const struct stock_fill fill = {
		.wanted = pe->opts.wanted,
		.filter_pids = pe->opts.filter_pids,
		.nr_filter_pids = pe->opts.nr_filter_pids,
	};
	struct stock_objects *objects = pe->opts.objects;
	size_t i;
	int err = 0;

	for (i = 0; i < objects->nr && !err; i++) {
		err = stock_object__load(&objects->items[i], &fill);
		if (!err)
			err = add_object_events(pe, &objects->items[i]);
		if (!err)
			err = open_outputs(pe, &objects->items[i]);
	}
	return err;
}

static int open_rings(struct perf_events *pe)
{
	const size_t size = choose_ring_size(pe->opts.ring_size);
	const unsigned int extra = (pe->opts.faults ? PERF_RINGS_ADDRESSES : 0) |
				   (pe->opts.want_chains ? PERF_RINGS_CHAINS : 0);
	int err = perf_rings__new(size, extra, &pe->rings);

	if (err)
		log_err("cannot make the ring buffers of perf events, %zu KiB for each CPU: %s%s",
			size >> 10, strerror(-err),
			err == -EACCES || err == -EPERM
				? "; they need CAP_PERFMON, or kernel.perf_event_paranoid below 0 "
				  "and a larger kernel.perf_event_mlock_kb"
				: "");
	return err;
}

int perf_events__new(const struct perf_events_opts *opts, struct perf_events **ret_events)
{
	struct perf_events *pe = calloc(1, sizeof(*pe));
	int err = -ENOMEM;

	if (!pe)
		return err;
	bpf_load__choose_print();
	pe->opts = *opts;
	if (!add_source(pe, PERF_SOURCE_TASKS, "names of threads"))
		goto fail;
	err = tp_formats__new(&pe->formats);
	if (!err)
		err = open_rings(pe);
	if (!err)
		err = add_faults(pe);
	if (!err)
		err = add_tracepoints(pe);
	if (!err)
		err = load_objects(pe);
	if (!err)
		err = check_filters(pe);
	if (err)
		goto fail;
	*ret_events = pe;
	return 0;

fail:
	if (err == -ENOMEM)
		log_err("out of memory");
	perf_events__free(pe);
	return err;
}

static int by_id(const void *a, const void *b)
{
	const struct perf_id *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

int perf_events__begin(struct perf_events *pe)
{
	size_t i;
	int err = 0;

	if (pe->opts.all_tasks)
		err = open_for(pe, -1, false);
	if (err)
		return err;
	qsort(pe->ids, pe->nr_ids, sizeof(*pe->ids), by_id);
	for (i = 0; i < pe->opts.objects->nr && !err; i++)
		err = perf_events__attach_object(pe, &pe->opts.objects->items[i]);
	if (err)
		return err;
	err = perf_rings__enable(pe->rings);
	if (err) {
		log_err("cannot let the events count: %s", strerror(-err));
		return err;
	}
	/* From now on we are told of what else is mapped. */
	if (pe->opts.all_tasks && pe->opts.stacks)
		err = stacks__read_all(pe->opts.stacks);
	return err;
}

void perf_events__end(struct perf_events *pe)
{
	perf_rings__disable(pe->rings);
	perf_events__detach(pe);
}

void perf_events__free(struct perf_events *pe)
{
	size_t i;

	if (!pe)
		return;
	perf_events__detach(pe);
	free(pe->carriers);
	perf_rings__free(pe->rings);
	tp_formats__free(pe->formats);
	perf_events__remove_probes(pe);
	for (i = 0; i < pe->nr_sources; i++) {
		free(pe->sources[i].name);
		free(pe->sources[i].label);
	}
	free(pe->sources);
	free(pe->ids);
	perf_tasks__free(&pe->tasks);
	free(pe);
}

int perf_events__add_to_epoll(struct perf_events *pe, int epoll_fd, uint64_t token)
{
	int err = perf_rings__add_to_epoll(pe->rings, epoll_fd, token);

	if (err)
		log_err("cannot wait for perf events: %s", strerror(-err));
	return err;
}
