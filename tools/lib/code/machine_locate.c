// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* machine_locate.c - see machine.h: what a sample's task was called, and where its code is. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "bpf_lines.h"
#include "demangle.h"
#include "machine_priv.h"
#include "util.h"

static uint32_t find_comm(struct machine *m, uint32_t tid, uint64_t time_ns, uint64_t *ret_from_ns,
			  uint64_t *ret_to_ns)
{
	const char *comm = bpf_progs__comm(m->progs, tid, time_ns, ret_from_ns, ret_to_ns);
	char buf[16];

	/* As perf calls those without a name. */
	if (!*comm && !tid)
		comm = "swapper";
	else if (!*comm)
		snprintf(buf, sizeof(buf), ":%d", (int)tid);
	return names__add(&m->names, *comm ? comm : buf, BPF_TASK_COMM_MAX);
}

uint32_t machine__comm(struct machine *m, uint32_t tid, uint64_t time_ns)
{
	struct comm_span *span = &m->spans[tid % COMM_SPANS];
	struct comm_span found = { .tid = tid };

	if (span->to_ns && span->tid == tid && span->from_ns <= time_ns && time_ns < span->to_ns)
		return span->comm;
	found.comm = find_comm(m, tid, time_ns, &found.from_ns, &found.to_ns);
	*span = found;
	return found.comm;
}

static uint64_t hash_place(const struct place *p)
{
	uint64_t hash = hash_mix(0, p->addr);

	hash = hash_mix(hash, (uint64_t)p->file << 32 | p->sym);
	hash = hash_mix(hash, (uint64_t)p->prog << 32 | p->func);
	return hash_mix(hash, (uint64_t)p->srcline << 8 | (uint8_t)p->level);
}

static bool same_place(const void *array, uint32_t idx, const void *key)
{
	const struct place *p = (const struct place *)array + idx, *wanted = key;

	return p->addr == wanted->addr && p->dso == wanted->dso && p->file == wanted->file &&
	       p->sym == wanted->sym && p->prog == wanted->prog && p->func == wanted->func &&
	       p->srcline == wanted->srcline && p->level == wanted->level;
}

static uint32_t add_place(struct machine *m, const struct place *place)
{
	const uint64_t hash = hash_place(place);
	uint32_t idx = hash_index__find(&m->place_index, hash, same_place, m->places, place);

	if (idx != HASH_INDEX_NONE)
		return idx;
	idx = (uint32_t)m->nr_places;
	if (m->nr_places >= NO_PLACE ||
	    array__grow(&m->places, m->nr_places, &m->places_size, sizeof(*m->places)) ||
	    hash_index__add(&m->place_index, hash, idx))
		return NO_PLACE;
	m->places[m->nr_places++] = *place;
	return idx;
}

static uint32_t add_name(struct machine *m, const char *text)
{
	return names__add(&m->names, text, strlen(text));
}

static int load_kernel(struct machine *m)
{
	__cleanup_free struct dso **modules = NULL;
	struct dso *kernel = NULL, none = {};
	size_t i, nr = 0;
	int err;

	m->kernel_loaded = true;
	modules = calloc(m->nr_dsos ? m->nr_dsos : 1, sizeof(*modules));
	if (!modules)
		return -ENOMEM;
	for (i = 0; i < m->nr_dsos; i++) {
		if (m->dsos[i].kind == DSO_MODULE)
			modules[nr++] = &m->dsos[i];
	}
	kernel = m->kernel_dso == NO_DSO ? &none : &m->dsos[m->kernel_dso];
	err = kernel_syms__load(bpf_progs__kernel(m->progs), &m->opts->kernel, &m->opts->dso,
				kernel, modules, nr);
	dso__free(&none);
	return err;
}

int machine__load_dso(struct machine *m, struct dso *dso)
{
	dso->nr_hits++;
	if (dso->loaded)
		return 0;
	if (dso->kind == DSO_KERNEL || dso->kind == DSO_MODULE)
		return m->kernel_loaded ? 0 : load_kernel(m);
	return dso__load(dso, &m->opts->dso);
}

/** struct address - what is being looked for, and for how long the answer holds. */
struct address {
	unsigned int cpumode;
	uint32_t pid;
	uint64_t time_ns;
	uint64_t ip;
	uint64_t from_ns, to_ns;
	bool in_exec;
};

static char level_of(unsigned int cpumode)
{
	switch (cpumode) {
	case PERF_RECORD_MISC_KERNEL:
		return 'k';
	case PERF_RECORD_MISC_USER:
		return '.';
	case PERF_RECORD_MISC_HYPERVISOR:
		return 'H';
	case PERF_RECORD_MISC_GUEST_KERNEL:
		return 'g';
	case PERF_RECORD_MISC_GUEST_USER:
		return 'u';
	}
	return '?';
}

static int set_srcline(struct machine *m, struct place *place, struct dso *dso, uint64_t addr)
{
	char line[PATH_MAX + 16];

	if (!m->opts->srcline)
		return 0;
	if (!dso || !dso__srcline(dso, addr, line, sizeof(line))) {
		if (place->sym != NO_SYMBOL)
			snprintf(line, sizeof(line), "%s+0x%" PRIx64,
				 symtab__name(&dso->symtab, place->sym),
				 addr - dso->symtab.syms[place->sym].start);
		else
			snprintf(line, sizeof(line), "%s[%" PRIx64 "]",
				 dso ? dso->name : "[unknown]", addr);
	}
	place->srcline = add_name(m, line);
	return place->srcline == NO_NAME ? -ENOMEM : 0;
}

/* @addr in the terms of the dso's symbols. */
static int place_in_dso(struct machine *m, struct place *place, uint32_t idx, uint64_t addr)
{
	struct dso *dso = &m->dsos[idx];

	place->file = idx;
	place->sym = symtab__find(&dso->symtab, addr);
	if (place->sym == NO_SYMBOL)
		place->addr = addr;
	place->dso = add_name(m, dso->name);
	return place->dso == NO_NAME ? -ENOMEM : set_srcline(m, place, dso, addr);
}

static int place_in_user(struct machine *m, struct place *place, struct address *a)
{
	struct machine_hit hit;
	struct dso *dso;
	uint64_t addr;
	int err;

	if (!machine_maps__find(&m->maps, a->pid, a->time_ns, a->ip, a->in_exec, &hit))
		return 0;
	hit.dso = m->dsos[hit.dso].same_as;
	dso = &m->dsos[hit.dso];
	err = machine__load_dso(m, dso);
	if (err)
		return err;
	a->from_ns = hit.from_ns;
	a->to_ns = hit.to_ns;
	addr = dso->kind == DSO_FILE || dso->kind == DSO_VDSO ? dso__address(dso, hit.offset)
							      : a->ip;
	return place_in_dso(m, place, hit.dso, addr);
}

/* "file.c:12" of an address in a BPF program. Return: its length, 0 when that is not known. */
static size_t prog_srcline(const struct machine *m, struct bpf_prog *prog, uint32_t func,
			   uint64_t addr, char *buf, size_t size)
{
	const struct bpf_lines *lines = bpf_progs__lines(m->progs, prog);
	const struct bpf_line *line = NULL;
	uint32_t i;
	int len;

	/* Functions are in the order of the records here, in the order of the header there. */
	for (i = 0; lines && i < bpf_prog_entry__nr_funcs(&prog->entry) && !line; i++) {
		if (bpf_prog_entry__func_addr(&prog->entry, i) == prog->funcs[func].addr)
			line = bpf_lines__of_addr(lines, i, addr);
	}
	if (!line || !line->file)
		return 0;
	len = snprintf(buf, size, "%s:%u", line->file, line->line);
	return len < 0 ? 0 : MIN((size_t)len, size - 1);
}

static int place_in_prog(struct machine *m, struct place *place, const struct address *a)
{
	char line[PATH_MAX + 16];
	struct bpf_prog *prog;
	const char *name;
	uint32_t func;

	prog = bpf_progs__find(m->progs, a->ip, a->time_ns, &func);
	if (!prog)
		return 0;
	place->prog = (uint32_t)(prog - m->prog_list);
	place->func = func;
	/* perf has a dso for each function, of the same name. */
	name = prog->funcs[func].name;
	place->dso = add_name(m, name ? name : "[bpf]");
	if (place->dso == NO_NAME)
		return -ENOMEM;
	if (!m->opts->srcline)
		return 0;
	if (!prog_srcline(m, prog, func, a->ip, line, sizeof(line)))
		snprintf(line, sizeof(line), "%s+0x%" PRIx64, name ? name : "[bpf]",
			 a->ip - prog->funcs[func].addr);
	place->srcline = add_name(m, line);
	return place->srcline == NO_NAME ? -ENOMEM : 0;
}

static int place_in_kernel(struct machine *m, struct place *place, struct address *a)
{
	const struct addr_range *range;
	const struct kernel_map *map;
	int err;

	if (a->ip >= m->bpf_start && a->ip < m->bpf_end) {
		err = place_in_prog(m, place, a);
		if (err || place->prog != NO_PROG_IDX)
			return err;
	}
	range = addr_timeline__find(&m->kernel, a->ip, a->time_ns ? a->time_ns : UINT64_MAX - 1);
	if (!range)
		return 0;
	map = &m->kernel_maps[range->value];
	err = machine__load_dso(m, &m->dsos[map->dso]);
	if (err)
		return err;
	/* Where programs come and go, the next answer may be another one. */
	if (a->ip < m->bpf_start || a->ip >= m->bpf_end) {
		a->from_ns = range->from_ns;
		a->to_ns = range->to_ns;
	}
	return place_in_dso(m, place, map->dso,
			    m->dsos[map->dso].kind == DSO_SYMBOL ? a->ip - map->start : a->ip);
}

static uint32_t locate(struct machine *m, struct address *a, bool is_return)
{
	struct place place = {
		.file = NO_DSO,
		.sym = NO_SYMBOL,
		.prog = NO_PROG_IDX,
		.srcline = NO_NAME,
		.level = level_of(a->cpumode),
	};
	int err = 0;

	a->ip -= is_return;
	if (a->cpumode == PERF_RECORD_MISC_KERNEL)
		err = place_in_kernel(m, &place, a);
	else if (a->cpumode == PERF_RECORD_MISC_USER)
		err = place_in_user(m, &place, a);
	if (!err && place.file == NO_DSO && place.prog == NO_PROG_IDX) {
		place.addr = a->ip;
		place.dso = add_name(m, "[unknown]");
		err = place.dso == NO_NAME ? -ENOMEM : set_srcline(m, &place, NULL, a->ip);
	}
	/* Shown as it was recorded. */
	if (place.addr)
		place.addr += is_return;
	return err ? NO_PLACE : add_place(m, &place);
}

uint32_t machine__locate(struct machine *m, unsigned int cpumode, uint32_t pid, uint64_t time_ns,
			 uint64_t ip, enum place_role role)
{
	const uint32_t how = cpumode | (uint32_t)role << 8 | 1U << 10;
	struct address a = {
		.cpumode = cpumode,
		.time_ns = time_ns,
		.ip = ip,
		.in_exec = role == PLACE_ENTRY,
	};
	struct located *found;
	uint32_t place;

	a.pid = cpumode == PERF_RECORD_MISC_KERNEL ? 0 : pid;
	found = &m->located[hash_mix(ip, (uint64_t)a.pid << 32 | how) % LOCATED_SIZE];
	if (found->how == how && found->ip == ip && found->pid == a.pid &&
	    found->from_ns <= time_ns && time_ns < found->to_ns)
		return found->place;
	place = locate(m, &a, role == PLACE_RETURN);
	if (place != NO_PLACE && a.to_ns)
		*found = (struct located){ .ip = ip,
					   .from_ns = a.from_ns,
					   .to_ns = a.to_ns,
					   .pid = a.pid,
					   .place = place,
					   .how = how };
	return place;
}

const struct place *machine__place(const struct machine *m, uint32_t place)
{
	return &m->places[place];
}

uint32_t machine__nr_places(const struct machine *m)
{
	return (uint32_t)m->nr_places;
}

const struct bpf_prog *machine__prog(const struct machine *m, const struct place *place)
{
	return place->prog == NO_PROG_IDX ? NULL : &m->prog_list[place->prog];
}

static bool grow_symbols(struct machine *m)
{
	char **symbols;

	if (m->nr_symbols == m->nr_places)
		return true;
	symbols = reallocarray(m->symbols, m->nr_places, sizeof(*symbols));
	if (!symbols)
		return false;
	memset(symbols + m->nr_symbols, 0, (m->nr_places - m->nr_symbols) * sizeof(*symbols));
	m->symbols = symbols;
	m->nr_symbols = m->nr_places;
	return true;
}

const char *machine__symbol(struct machine *m, uint32_t idx)
{
	const struct place *place = &m->places[idx];
	const struct bpf_prog *prog = machine__prog(m, place);
	const char *name;

	if (prog)
		return prog->funcs[place->func].name;
	if (place->sym == NO_SYMBOL)
		return NULL;
	name = symtab__name(&m->dsos[place->file].symtab, place->sym);
	if (!grow_symbols(m))
		return name;
	if (!m->symbols[idx])
		m->symbols[idx] = demangle(name);
	return m->symbols[idx] ? m->symbols[idx] : name;
}
