// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_progs_resolve.c - see bpf_progs.h: from events to programs, their functions and their times.
 *
 * The kernel tells a load as KSYMBOLs of all functions, then one BPF_EVENT, from one thread; that
 * is how symbols find their program. Symbols without a BPF_EVENT find it by address in the header,
 * the rest become programs without an id. bpf_progs_timeline.c lays all of it out in time.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_btf.h"
#include "bpf_progs_priv.h"
#include "bpf_progs_timeline.h"
#include "util.h"

/* Records that are looked at for the symbols of one load; other threads load at the same time. */
#define LOOK_BACK 4096

static int compare_events(const void *a, const void *b)
{
	const struct bpf_event *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static void sort_events(struct bpf_progs *progs)
{
	if (progs->nr_events)
		qsort(progs->events, progs->nr_events, sizeof(*progs->events), compare_events);
}

static bool is_prog_symbol(const char *name)
{
	return !strncmp(name, "bpf_prog_", strlen("bpf_prog_"));
}

/* "bpf_prog_0123456789abcdef_name" is name. */
static const char *name_of_symbol(const char *symbol)
{
	const size_t head = strlen("bpf_prog_") + 16;

	if (!is_prog_symbol(symbol) || strnlen(symbol, head + 2) < head + 2 || symbol[head] != '_')
		return symbol;
	return symbol + head + 1;
}

/*
 * The function of @prog at @addr, made when it is new. Return: its index; NO_PROG without memory.
 */
static uint32_t add_func(struct bpf_prog *prog, uint64_t addr, uint32_t len, const char *name)
{
	struct bpf_prog_func *funcs;
	uint32_t i;

	for (i = 0; i < prog->nr_funcs; i++) {
		if (prog->funcs[i].addr == addr)
			break;
	}
	/* A damaged recording may have one id for any number of symbols. */
	if (i == BPF_FUNCS_MAX)
		return i - 1;
	if (i == prog->nr_funcs) {
		funcs = reallocarray(prog->funcs, i + 1, sizeof(*funcs));
		if (!funcs)
			return NO_PROG;
		prog->funcs = funcs;
		funcs[i] = (struct bpf_prog_func){ .addr = addr, .len = len };
		prog->nr_funcs++;
	}
	if (!prog->funcs[i].name && name) {
		prog->funcs[i].name = strdup(name);
		if (!prog->funcs[i].name)
			return NO_PROG;
	}
	return i;
}

/* @event is about a function of program @idx. */
static int bind(struct bpf_progs *progs, struct bpf_event *event, uint32_t idx)
{
	uint32_t func = add_func(&progs->progs[idx], event->addr, event->len, event->name);

	if (func == NO_PROG)
		return -ENOMEM;
	event->prog = idx;
	event->func = func;
	progs->progs[idx].in_records = true;
	return 0;
}

/* The symbols that were told right before @at by the same thread, the first one first. */
static int bind_symbols_before(struct bpf_progs *progs, size_t at, uint8_t kind, uint32_t idx)
{
	const struct bpf_event *about = &progs->events[at];
	const size_t stop = at > LOOK_BACK ? at - LOOK_BACK : 0;
	size_t first = at, i;
	int err = 0;

	for (i = at; i-- > stop;) {
		const struct bpf_event *e = &progs->events[i];

		if (e->tid != about->tid)
			continue;
		if (e->kind != kind || e->prog != NO_PROG || !is_prog_symbol(e->name))
			break;
		first = i;
	}
	for (i = first; i < at && !err; i++) {
		struct bpf_event *e = &progs->events[i];

		if (e->tid == about->tid && e->kind == kind && e->prog == NO_PROG &&
		    is_prog_symbol(e->name))
			err = bind(progs, e, idx);
	}
	return err;
}

static void take_load(struct bpf_progs *progs, const struct bpf_event *event, struct bpf_prog *prog)
{
	if (!event->time_ns) {
		if (prog->load_kind == BPF_LOAD_UNKNOWN)
			prog->load_kind = BPF_LOAD_BEFORE;
		return;
	}
	if (prog->load_kind == BPF_LOAD_SEEN)
		return;
	prog->load_kind = BPF_LOAD_SEEN;
	prog->loaded_ns = event->time_ns;
	prog->loader_pid = event->pid;
	prog->loader_tid = event->tid;
	snprintf(prog->loader_comm, sizeof(prog->loader_comm), "%s",
		 bpf_tasks__find(&progs->tasks, event->tid, event->time_ns));
}

static int bind_loads(struct bpf_progs *progs)
{
	size_t i;
	int err = 0;

	for (i = 0; i < progs->nr_events && !err; i++) {
		struct bpf_event *e = &progs->events[i];
		struct bpf_prog *prog;
		uint32_t idx;

		if (e->kind != BPF_EV_LOAD && e->kind != BPF_EV_UNLOAD)
			continue;
		idx = bpf_progs__by_id(progs, e->id);
		if (idx == NO_PROG)
			return -ENOMEM;
		prog = &progs->progs[idx];
		e->prog = idx;
		prog->in_records = true;
		if (!prog->has_tag)
			memcpy(prog->tag, e->tag, sizeof(prog->tag));
		prog->has_tag = true;
		if (e->kind == BPF_EV_LOAD) {
			take_load(progs, e, prog);
			err = bind_symbols_before(progs, i, BPF_EV_REGISTER, idx);
		} else {
			prog->unloaded_ns = e->time_ns;
			err = bind_symbols_before(progs, i, BPF_EV_UNREGISTER, idx);
		}
	}
	return err;
}

/*
 * load_time is on the boot clock and taken before the program is verified, the records are on the
 * recording's clock: the smallest difference seen is the nearest to the clocks' own.
 */
static int64_t clock_offset(const struct bpf_progs *progs)
{
	int64_t offset = INT64_MAX;
	size_t i;

	for (i = 0; i < progs->nr_progs; i++) {
		const struct bpf_prog *prog = &progs->progs[i];

		if (prog->load_kind == BPF_LOAD_SEEN && prog->has_info &&
		    prog->entry.info.load_time)
			offset = MIN(offset,
				     (int64_t)(prog->loaded_ns - prog->entry.info.load_time));
	}
	return offset == INT64_MAX ? 0 : offset;
}

static void estimate_load(struct bpf_prog *prog, int64_t offset)
{
	const uint64_t load_time = prog->entry.info.load_time;

	if (!prog->has_info || !load_time || prog->load_kind == BPF_LOAD_SEEN)
		return;
	prog->loaded_ns = load_time + (uint64_t)offset;
	/* The recording's clock began after the boot clock did: nothing is before its 0. */
	if (offset < 0 && load_time < (uint64_t)-offset)
		prog->loaded_ns = 1;
	if (prog->load_kind == BPF_LOAD_UNKNOWN)
		prog->load_kind = BPF_LOAD_ESTIMATED;
}

/** struct place - a function that the header knows, for finding programs by address. */
struct place {
	uint64_t addr;
	uint64_t loaded_ns;
	uint32_t len;
	uint32_t prog;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->loaded_ns < y->loaded_ns ? -1 : x->loaded_ns > y->loaded_ns;
}

static int list_places(const struct bpf_progs *progs, struct place **ret_places, size_t *ret_nr)
{
	struct place *places = NULL;
	size_t nr = 0, size = 0, i;
	uint32_t j;

	for (i = 0; i < progs->nr_progs; i++) {
		const struct bpf_prog *prog = &progs->progs[i];
		uint32_t nr_funcs = prog->has_info ? bpf_prog_entry__nr_funcs(&prog->entry) : 0;

		for (j = 0; j < nr_funcs; j++) {
			if (bpf_progs__grow((void **)&places, nr, &size, sizeof(*places))) {
				free(places);
				return -ENOMEM;
			}
			places[nr++] = (struct place){
				.addr = bpf_prog_entry__func_addr(&prog->entry, j),
				.len = bpf_prog_entry__func_len(&prog->entry, j),
				.loaded_ns = prog->loaded_ns,
				.prog = (uint32_t)i,
			};
		}
	}
	if (nr)
		qsort(places, nr, sizeof(*places), compare_places);
	*ret_places = places;
	*ret_nr = nr;
	return 0;
}

/* The program that was loaded last before @event where it says, or NO_PROG. */
static uint32_t find_place(const struct place *places, size_t nr, const struct bpf_event *event)
{
	size_t low = 0, high = nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (places[mid].addr < event->addr ||
		    (places[mid].addr == event->addr && event->time_ns &&
		     places[mid].loaded_ns <= event->time_ns))
			low = mid + 1;
		else
			high = mid;
	}
	/* A synthesised symbol has no time: the first that was there. */
	if (event->time_ns && low)
		low--;
	if (low == nr || places[low].addr != event->addr || places[low].len != event->len)
		return NO_PROG;
	return places[low].prog;
}

static int bind_by_address(struct bpf_progs *progs)
{
	struct place *places = NULL;
	size_t nr = 0, i;
	uint32_t idx;
	int err;

	err = list_places(progs, &places, &nr);
	for (i = 0; i < progs->nr_events && !err; i++) {
		struct bpf_event *e = &progs->events[i];

		if (e->prog != NO_PROG ||
		    (e->kind != BPF_EV_REGISTER && e->kind != BPF_EV_UNREGISTER))
			continue;
		idx = find_place(places, nr, e);
		if (idx != NO_PROG)
			err = bind(progs, e, idx);
	}
	free(places);
	return err;
}

/* What only the header knows is as if it had been registered at its load time. */
static int register_from_header(struct bpf_progs *progs)
{
	const size_t nr = progs->nr_progs;
	size_t i;
	uint32_t j, nr_funcs;
	int err = 0;

	for (i = 0; i < nr; i++) {
		struct bpf_prog *prog = &progs->progs[i];

		nr_funcs = prog->has_info && !prog->nr_funcs
				   ? bpf_prog_entry__nr_funcs(&prog->entry)
				   : 0;
		for (j = 0; j < nr_funcs && !err; j++) {
			struct bpf_event event = {
				.kind = BPF_EV_REGISTER,
				.addr = bpf_prog_entry__func_addr(&prog->entry, j),
				.len = bpf_prog_entry__func_len(&prog->entry, j),
				.time_ns = prog->load_kind == BPF_LOAD_BEFORE ? 0 : prog->loaded_ns,
				.prog = (uint32_t)i,
			};

			if (event.addr + event.len < event.addr)
				continue;
			event.func = add_func(prog, event.addr, event.len, NULL);
			err = event.func == NO_PROG ? -ENOMEM : bpf_progs__add_event(progs, &event);
		}
	}
	return err;
}

/* Programs without an id: one for each symbol that is left. */
static int bind_rest(struct bpf_progs *progs)
{
	size_t i;
	uint32_t idx;
	int err = 0;

	for (i = 0; i < progs->nr_events && !err; i++) {
		struct bpf_event *e = &progs->events[i];

		if (e->prog != NO_PROG || e->kind != BPF_EV_REGISTER)
			continue;
		idx = bpf_progs__new_prog(progs);
		if (idx == NO_PROG)
			return -ENOMEM;
		if (e->time_ns) {
			progs->progs[idx].load_kind = BPF_LOAD_SEEN;
			progs->progs[idx].loaded_ns = e->time_ns;
		} else {
			progs->progs[idx].load_kind = BPF_LOAD_BEFORE;
		}
		err = bind(progs, e, idx);
	}
	return err;
}

static int compare_btfs(const void *a, const void *b)
{
	const struct bpf_btf_copy *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* The first that came of an id. */
static const struct bpf_btf_copy *find_btf(const struct bpf_progs *progs, uint32_t id)
{
	size_t low = 0, high = progs->nr_btfs, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (progs->btfs[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return id && low < progs->nr_btfs && progs->btfs[low].id == id ? &progs->btfs[low] : NULL;
}

const uint8_t *bpf_progs__btf(const struct bpf_progs *progs, const struct bpf_prog *prog,
			      size_t *ret_len)
{
	const struct bpf_btf_copy *btf = find_btf(progs, prog->entry.info.btf_id);

	*ret_len = btf ? btf->size : 0;
	return btf ? btf->data : NULL;
}

/* Names of functions that have no symbol, from BTF. */
static int name_funcs(struct bpf_prog *prog, const struct bpf_btf_copy *btf)
{
	const struct bpf_prog_elems *infos = &prog->entry.array[BPF_ARRAY_FUNC_INFO];
	const char *name;
	uint32_t i;
	size_t len;

	for (i = 0; i < prog->nr_funcs && i < infos->nr; i++) {
		if (prog->funcs[i].name)
			continue;
		/* struct bpf_func_info: insn_off, type_id */
		name = bpf_btf__func_name(btf->data, btf->size,
					  load_u32(infos->at + (size_t)i * infos->elem_size + 4),
					  &len);
		if (!name)
			continue;
		prog->funcs[i].name = strndup(name, len);
		if (!prog->funcs[i].name)
			return -ENOMEM;
	}
	return 0;
}

static int name_prog(struct bpf_progs *progs, struct bpf_prog *prog)
{
	const struct bpf_btf_copy *btf = find_btf(progs, prog->entry.info.btf_id);
	const char *name = prog->entry.info.name;
	size_t len = strnlen(name, sizeof(prog->entry.info.name));
	int err;

	prog->has_btf = btf != NULL;
	if (btf) {
		err = name_funcs(prog, btf);
		if (err)
			return err;
	}
	/* The kernel's name is cut at 15 letters, that of the first function is not. */
	if (prog->nr_funcs && prog->funcs[0].name) {
		name = name_of_symbol(prog->funcs[0].name);
		len = strlen(name);
	}
	prog->name = strndup(name, len);
	return prog->name ? 0 : -ENOMEM;
}

static int name_progs(struct bpf_progs *progs)
{
	size_t i;
	int err = 0;

	if (progs->nr_btfs)
		qsort(progs->btfs, progs->nr_btfs, sizeof(*progs->btfs), compare_btfs);
	for (i = 0; i < progs->nr_progs && !err; i++)
		err = name_prog(progs, &progs->progs[i]);
	return err;
}

int bpf_progs__resolve(struct bpf_progs *progs)
{
	int64_t offset;
	size_t i;
	int err;

	bpf_tasks__sort(&progs->tasks);
	sort_events(progs);
	err = bind_loads(progs);
	if (err)
		return err;
	offset = clock_offset(progs);
	for (i = 0; i < progs->nr_progs; i++)
		estimate_load(&progs->progs[i], offset);
	err = bind_by_address(progs);
	if (!err)
		err = register_from_header(progs);
	if (!err)
		err = bind_rest(progs);
	if (err)
		return err;
	sort_events(progs);
	err = bpf_progs__lay_out(progs);
	return err ? err : name_progs(progs);
}
