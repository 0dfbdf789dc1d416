// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_progs.c - see bpf_progs.h: takes what was recorded, as it comes. */
#include "bpf_progs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_progs_priv.h"
#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "util.h"

struct bpf_progs *bpf_progs__new(void)
{
	return calloc(1, sizeof(struct bpf_progs));
}

static void free_prog(struct bpf_prog *prog)
{
	uint32_t i;

	for (i = 0; i < prog->nr_funcs; i++)
		free(prog->funcs[i].name);
	free(prog->funcs);
	free(prog->name);
	free(prog->raw);
	if (prog->lines)
		bpf_lines__free(prog->lines);
	free(prog->lines);
}

void bpf_progs__free(struct bpf_progs *progs)
{
	size_t i;

	if (!progs)
		return;
	for (i = 0; i < progs->nr_progs; i++)
		free_prog(&progs->progs[i]);
	for (i = 0; i < progs->nr_btfs; i++)
		free(progs->btfs[i].data);
	for (i = 0; i < progs->nr_events; i++)
		free(progs->events[i].name);
	free(progs->progs);
	free(progs->ids);
	free(progs->btfs);
	free(progs->events);
	free(progs->ranges);
	perfdata_join__free(&progs->join);
	bpf_tasks__free(&progs->tasks);
	free(progs);
}

int bpf_progs__grow(void **array, size_t nr, size_t *size, size_t elem_size)
{
	void *bigger;

	if (nr < *size)
		return 0;
	bigger = reallocarray(*array, *size ? 2 * *size : 64, elem_size);
	if (!bigger)
		return -ENOMEM;
	*array = bigger;
	*size = *size ? 2 * *size : 64;
	return 0;
}

uint32_t bpf_progs__new_prog(struct bpf_progs *progs)
{
	if (progs->nr_progs >= NO_PROG ||
	    bpf_progs__grow((void **)&progs->progs, progs->nr_progs, &progs->progs_size,
			    sizeof(*progs->progs)))
		return NO_PROG;
	progs->progs[progs->nr_progs] = (struct bpf_prog){};
	return (uint32_t)progs->nr_progs++;
}

uint32_t bpf_progs__by_id(struct bpf_progs *progs, uint32_t id)
{
	size_t low = 0, high = progs->nr_ids, mid;
	uint32_t prog;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (progs->ids[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	if (low < progs->nr_ids && progs->ids[low].id == id)
		return progs->ids[low].prog;
	if (bpf_progs__grow((void **)&progs->ids, progs->nr_ids, &progs->ids_size,
			    sizeof(*progs->ids)))
		return NO_PROG;
	prog = bpf_progs__new_prog(progs);
	if (prog == NO_PROG)
		return NO_PROG;
	progs->progs[prog].id = id;
	progs->progs[prog].has_id = true;
	memmove(&progs->ids[low + 1], &progs->ids[low],
		(progs->nr_ids - low) * sizeof(*progs->ids));
	progs->ids[low] = (struct bpf_id){ .id = id, .prog = prog };
	progs->nr_ids++;
	return prog;
}

static void *copy_of(const void *bytes, size_t len)
{
	void *copy = malloc(len ? len : 1);

	if (copy && len)
		memcpy(copy, bytes, len);
	return copy;
}

/* The first info of an id counts, as perf has it. */
static int add_info(struct bpf_progs *progs, const struct bpf_prog_entry *entry)
{
	uint32_t idx = bpf_progs__by_id(progs, entry->info.id);
	struct bpf_prog_iter it;
	struct bpf_prog *prog;

	if (idx == NO_PROG)
		return -ENOMEM;
	prog = &progs->progs[idx];
	if (prog->has_info)
		return 0;
	prog->raw = copy_of(entry->raw, entry->raw_len);
	if (!prog->raw)
		return -ENOMEM;
	it = (struct bpf_prog_iter){ .c = cursor__of(prog->raw, entry->raw_len), .nr = 1 };
	bpf_prog_iter__next(&it, &prog->entry);
	prog->has_info = true;
	memcpy(prog->tag, entry->info.tag, sizeof(prog->tag));
	prog->has_tag = true;
	return 0;
}

static int add_btf(struct bpf_progs *progs, const struct bpf_btf_entry *entry)
{
	struct bpf_btf_copy copy = { .id = entry->id, .size = entry->size, .seq = progs->nr_btfs };

	if (bpf_progs__grow((void **)&progs->btfs, progs->nr_btfs, &progs->btfs_size,
			    sizeof(*progs->btfs)))
		return -ENOMEM;
	copy.data = copy_of(entry->data, entry->size);
	if (!copy.data)
		return -ENOMEM;
	progs->btfs[progs->nr_btfs++] = copy;
	return 0;
}

int bpf_progs__add_header(struct bpf_progs *progs, unsigned int feature, const uint8_t *bytes,
			  size_t len)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(bytes, len);
	struct bpf_prog_entry entry;
	struct bpf_btf_entry btf;
	int more = 0, err = 0;

	if (feature == PERFDATA_F_BPF_PROG_INFO) {
		while (!err && (more = bpf_prog_iter__next(&it, &entry)) > 0)
			err = add_info(progs, &entry);
	} else if (feature == PERFDATA_F_BPF_BTF) {
		while (!err && (more = bpf_btf_iter__next(&it, &btf)) > 0)
			err = add_btf(progs, &btf);
	} else {
		kernel_id__add_feature(&progs->kernel, feature, bytes, len);
		return 0;
	}
	if (!err && it.c.cut)
		err = -EINVAL;
	return err ? err : more;
}

int bpf_progs__add_event(struct bpf_progs *progs, const struct bpf_event *event)
{
	if (bpf_progs__grow((void **)&progs->events, progs->nr_events, &progs->events_size,
			    sizeof(*progs->events))) {
		free(event->name);
		return -ENOMEM;
	}
	progs->events[progs->nr_events] = *event;
	progs->events[progs->nr_events].seq = progs->nr_events;
	progs->nr_events++;
	return 0;
}

static int add_ksymbol(struct bpf_progs *progs, struct cursor *c, struct bpf_event *event)
{
	uint16_t type, flags;
	const char *name;
	size_t len;

	event->addr = cursor__u64(c);
	event->len = cursor__u32(c);
	type = cursor__u16(c);
	flags = cursor__u16(c);
	name = cursor__text(c, &len);
	if (c->cut || type != PERF_RECORD_KSYMBOL_TYPE_BPF ||
	    event->addr + event->len < event->addr)
		return 0;
	event->kind = flags & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER ? BPF_EV_UNREGISTER
								   : BPF_EV_REGISTER;
	event->name = strndup(name, len);
	return event->name ? bpf_progs__add_event(progs, event) : -ENOMEM;
}

static int add_bpf_event(struct bpf_progs *progs, struct cursor *c, struct bpf_event *event)
{
	const uint16_t type = cursor__u16(c);

	cursor__u16(c);
	event->id = cursor__u32(c);
	cursor__copy(c, event->tag, sizeof(event->tag));
	/* Some kernels before 6.2 tell an unload of id 0. */
	if (c->cut || !event->id)
		return 0;
	if (type == PERF_BPF_EVENT_PROG_LOAD)
		event->kind = BPF_EV_LOAD;
	else if (type == PERF_BPF_EVENT_PROG_UNLOAD)
		event->kind = BPF_EV_UNLOAD;
	else
		return 0;
	return bpf_progs__add_event(progs, event);
}

static int add_comm(struct bpf_progs *progs, struct cursor *c, uint64_t time_ns)
{
	const char *comm;
	uint32_t tid;
	size_t len;

	cursor__u32(c);
	tid = cursor__u32(c);
	comm = cursor__text(c, &len);
	return c->cut ? 0 : bpf_tasks__add_comm(&progs->tasks, tid, time_ns, comm, len);
}

static int add_fork(struct bpf_progs *progs, struct cursor *c)
{
	uint32_t tid, parent_tid;
	uint64_t time_ns;

	cursor__take(c, 8);
	tid = cursor__u32(c);
	parent_tid = cursor__u32(c);
	time_ns = cursor__u64(c);
	return c->cut ? 0 : bpf_tasks__add_fork(&progs->tasks, tid, parent_tid, time_ns);
}

/* The payload of a FEATURE record. */
static int add_feature(struct bpf_progs *progs, struct cursor *c)
{
	const uint64_t id = cursor__u64(c);
	const uint8_t *section = c->at;
	size_t len = cursor__left(c);
	int whole;

	if (id != PERFDATA_F_BPF_PROG_INFO && id != PERFDATA_F_BPF_BTF)
		return 0;
	whole = perfdata_join__add(&progs->join, id, &section, &len);
	return whole > 0 ? bpf_progs__add_header(progs, (unsigned int)id, section, len) : whole;
}

int bpf_progs__add_record(struct bpf_progs *progs, struct perfdata_evlist *evlist,
			  const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);
	struct bpf_event event = { .prog = NO_PROG };
	const struct perfdata_attr *attr;
	struct perfdata_sample sample;

	cursor__take(&c, sizeof(struct perf_event_header));
	kernel_id__add_record(&progs->kernel, rec);
	if (rec->type == PERFDATA_FEATURE)
		return add_feature(progs, &c);
	if (rec->type != PERF_RECORD_KSYMBOL && rec->type != PERF_RECORD_BPF_EVENT &&
	    rec->type != PERF_RECORD_COMM && rec->type != PERF_RECORD_FORK)
		return 0;
	attr = perfdata_evlist__of_record(evlist, rec->bytes, rec->size);
	if (perfdata_sample__parse_trailer(&sample, attr, rec->bytes, rec->size))
		return 0;
	c.end -= MIN(attr ? attr->trailer_size : 0, cursor__left(&c));
	event.pid = sample.pid;
	event.tid = sample.tid;
	event.time_ns = sample.time;
	switch (rec->type) {
	case PERF_RECORD_KSYMBOL:
		return add_ksymbol(progs, &c, &event);
	case PERF_RECORD_BPF_EVENT:
		return add_bpf_event(progs, &c, &event);
	case PERF_RECORD_COMM:
		return add_comm(progs, &c, sample.time);
	}
	return add_fork(progs, &c);
}

bool bpf_progs__lacks_parts(const struct bpf_progs *progs)
{
	return perfdata_join__is_open(&progs->join);
}

struct bpf_prog *bpf_progs__get(struct bpf_progs *progs, size_t *ret_nr)
{
	*ret_nr = progs->nr_progs;
	return progs->progs;
}

const struct kernel_id *bpf_progs__kernel(const struct bpf_progs *progs)
{
	return &progs->kernel;
}

const struct bpf_lines *bpf_progs__lines(const struct bpf_progs *progs, struct bpf_prog *prog)
{
	struct bpf_lines *lines;
	const uint8_t *btf;
	size_t len;

	if (prog->lines)
		return prog->lines;
	lines = calloc(1, sizeof(*lines));
	if (!lines)
		return NULL;
	btf = bpf_progs__btf(progs, prog, &len);
	if (bpf_lines__init(lines, &prog->entry, btf, len)) {
		free(lines);
		return NULL;
	}
	prog->lines = lines;
	return lines;
}

const char *bpf_progs__comm(const struct bpf_progs *progs, uint32_t tid, uint64_t time_ns,
			    uint64_t *ret_from_ns, uint64_t *ret_to_ns)
{
	return bpf_tasks__find_span(&progs->tasks, tid, time_ns, ret_from_ns, ret_to_ns);
}

uint64_t bpf_prog__code_len(const struct bpf_prog *prog)
{
	uint64_t len = 0;
	uint32_t i;

	for (i = 0; i < prog->nr_funcs; i++)
		len += prog->funcs[i].len;
	return len ? len : prog->entry.info.jited_prog_len;
}
