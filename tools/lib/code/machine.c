// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* machine.c - see machine.h: takes what was recorded. */
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "array.h"
#include "machine_priv.h"
#include "machine_unwind.h"
#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "util.h"

/* Of the namespaces of a NAMESPACES record, the one of mounts. */
#define MNT_NS_INDEX 5
/* Not in Debian 12's <linux/perf_event.h>. */
#define KSYMBOL_TYPE_OOL 2

struct machine *machine__new(const struct machine_opts *opts)
{
	struct machine *m = calloc(1, sizeof(*m));
	struct stat st;

	if (!m)
		return NULL;
	m->opts = opts;
	m->kernel_dso = NO_DSO;
	m->progs = bpf_progs__new();
	m->located = calloc(LOCATED_SIZE, sizeof(*m->located));
	if (!m->progs || !m->located) {
		machine__free(m);
		return NULL;
	}
	if (!stat("/proc/self/ns/mnt", &st))
		m->own_mnt = st.st_ino;
	return m;
}

void machine__free(struct machine *m)
{
	size_t i;

	if (!m)
		return;
	unwinder__free(m->unwinder);
	for (i = 0; i < m->nr_dsos; i++)
		dso__free(&m->dsos[i]);
	for (i = 0; i < m->nr_symbols; i++)
		free(m->symbols[i]);
	names__free(&m->names);
	bpf_progs__free(m->progs);
	machine_maps__free(&m->maps);
	free(m->dsos);
	hash_index__free(&m->dso_index);
	free(m->kernel_events);
	free(m->kernel_maps);
	addr_timeline__free(&m->kernel);
	free(m->mnts);
	hash_index__free(&m->mnt_index);
	free(m->cgroups);
	hash_index__free(&m->cgroup_index);
	free(m->ids);
	free(m->places);
	hash_index__free(&m->place_index);
	free(m->symbols);
	free(m->located);
	free(m);
}

static bool same_dso(const void *array, uint32_t idx, const void *key)
{
	const struct dso *dso = (const struct dso *)array + idx, *wanted = key;

	return dso->kind == wanted->kind && dso->pid == wanted->pid &&
	       dso->root_pid == wanted->root_pid && dso->foreign == wanted->foreign &&
	       build_id__same(&dso->build_id, &wanted->build_id) &&
	       !strcmp(dso->path, wanted->path);
}

static bool has_suffix(const char *text, size_t len, const char *suffix)
{
	const size_t suffix_len = strlen(suffix);

	return len > suffix_len && !strncmp(text + len - suffix_len, suffix, suffix_len);
}

/* "/lib/modules/6.1/x-y.ko.xz" is [x_y]. */
static char *module_name(const char *path)
{
	static const char *const suffixes[] = { ".gz", ".xz", ".zst", ".ko" };
	const char *base = strrchr(path, '/');
	size_t len, i;
	char *name;

	base = base ? base + 1 : path;
	if (*path == '[')
		return strdup(path);
	len = strlen(base);
	for (i = 0; i < ARRAY_SIZE(suffixes); i++) {
		if (has_suffix(base, len, suffixes[i]))
			len -= strlen(suffixes[i]);
	}
	if (asprintf(&name, "[%.*s]", (int)len, base) < 0)
		return NULL;
	for (i = 0; name[i]; i++)
		name[i] = name[i] == '-' ? '_' : name[i];
	return name;
}

/* What perf calls it: the last part of a path. */
static char *shown_name(const struct dso *dso)
{
	const char *base = strrchr(dso->path, '/');
	char *name;

	switch (dso->kind) {
	case DSO_MODULE:
		return module_name(dso->path);
	case DSO_JIT:
		return asprintf(&name, "[JIT] tid %u", dso->pid) < 0 ? NULL : name;
	case DSO_FILE:
		return strdup(base && base[1] ? base + 1 : dso->path);
	default:
		return strdup(dso->path);
	}
}

static uint32_t add_dso(struct machine *m, const struct dso *key)
{
	const uint64_t hash = hash_mix(hash_bytes(key->path, strlen(key->path)), key->pid);
	uint32_t idx = hash_index__find(&m->dso_index, hash, same_dso, m->dsos, key);
	struct dso *dso;

	if (idx != HASH_INDEX_NONE)
		return idx;
	idx = (uint32_t)m->nr_dsos;
	if (m->nr_dsos >= NO_DSO ||
	    array__grow(&m->dsos, m->nr_dsos, &m->dsos_size, sizeof(*m->dsos)))
		return NO_DSO;
	dso = &m->dsos[idx];
	*dso = *key;
	dso->path = strdup(key->path);
	dso->name = dso->path ? shown_name(dso) : NULL;
	if (!dso->name || hash_index__add(&m->dso_index, hash, idx)) {
		dso__free(dso);
		return NO_DSO;
	}
	m->nr_dsos++;
	return idx;
}

static bool same_mnt(const void *array, uint32_t idx, const void *key)
{
	return ((const struct pid_mnt *)array)[idx].pid == *(const uint32_t *)key;
}

/* A file of a process in another mount namespace is not the one that we see at its path. */
static void set_namespace(const struct machine *m, struct dso *key, uint32_t pid)
{
	const uint32_t idx =
		hash_index__find(&m->mnt_index, hash_mix(0, pid), same_mnt, m->mnts, &pid);
	char path[64];
	struct stat st;

	if (idx == HASH_INDEX_NONE || m->mnts[idx].inode == m->own_mnt || m->opts->dso.symfs[0])
		return;
	snprintf(path, sizeof(path), "/proc/%u/ns/mnt", pid);
	if (!stat(path, &st) && st.st_ino == m->mnts[idx].inode)
		key->root_pid = pid;
	else
		key->foreign = true;
}

uint32_t machine__dso(struct machine *m, enum dso_kind kind, const char *path, uint32_t pid,
		      const struct build_id *build_id)
{
	struct dso key = { .kind = kind, .path = (char *)path };

	if (kind == DSO_JIT)
		key.pid = pid;
	if (kind == DSO_FILE)
		set_namespace(m, &key, pid);
	if (build_id)
		key.build_id = *build_id;
	return add_dso(m, &key);
}

static int add_kernel_event(struct machine *m, uint64_t time_ns, uint64_t start, uint64_t len,
			    uint32_t dso)
{
	if (m->nr_kernel_events >= UINT32_MAX ||
	    array__grow(&m->kernel_events, m->nr_kernel_events, &m->kernel_events_size,
			sizeof(*m->kernel_events)))
		return -ENOMEM;
	m->kernel_events[m->nr_kernel_events] = (struct kernel_event){
		.time_ns = time_ns,
		.start = start,
		.end = start + MIN(len, UINT64_MAX - start),
		.seq = (uint32_t)m->nr_kernel_events,
		.dso = dso,
	};
	m->nr_kernel_events++;
	return 0;
}

/** struct mapping - an MMAP or MMAP2 record. */
struct mapping {
	uint32_t pid;
	uint64_t start, len, offset;
	uint32_t flags;
	struct build_id build_id;
	char *path;
};

/* "[kernel.kallsyms]_text" is the kernel, others are modules. */
static int add_kernel_map(struct machine *m, const struct mapping *map, uint64_t time_ns)
{
	static const char kernel[] = "[kernel.kallsyms]";
	uint32_t dso;

	if (!text__begins(map->path, kernel)) {
		dso = machine__dso(m, DSO_MODULE, map->path, 0, NULL);
		if (dso == NO_DSO)
			return -ENOMEM;
		m->dsos[dso].base = map->start;
		return add_kernel_event(m, time_ns, map->start, map->len, dso);
	}
	dso = machine__dso(m, DSO_KERNEL, kernel, 0, NULL);
	if (dso == NO_DSO)
		return -ENOMEM;
	m->kernel_dso = dso;
	return add_kernel_event(m, time_ns, map->start, map->len, dso);
}

static int add_map(struct machine *m, const struct mapping *map, unsigned int cpumode,
		   uint64_t time_ns)
{
	const enum dso_kind kind = dso__kind_of_map(map->path, map->flags);
	uint32_t dso;

	if (cpumode == PERF_RECORD_MISC_KERNEL)
		return add_kernel_map(m, map, time_ns);
	if (cpumode != PERF_RECORD_MISC_USER)
		return 0;
	dso = machine__dso(m, kind, map->path, map->pid, &map->build_id);
	if (dso == NO_DSO)
		return -ENOMEM;
	return machine_maps__add(&m->maps, map->pid, time_ns, map->start, map->len, map->offset,
				 dso);
}

static void take_build_id(struct cursor *c, struct build_id *ret_id)
{
	const uint8_t len = cursor__u8(c);

	cursor__take(c, 3);
	cursor__copy(c, ret_id->bytes, sizeof(ret_id->bytes));
	ret_id->len = MIN(len, sizeof(ret_id->bytes));
	/* Zeros are said of files without one. */
	if (!memcmp(ret_id->bytes, (uint8_t[BUILD_ID_SIZE_MAX]){}, sizeof(ret_id->bytes)))
		ret_id->len = 0;
}

static int take_mmap(struct machine *m, struct cursor *c, const struct perfdata_record *rec,
		     uint64_t time_ns)
{
	__cleanup_free char *path = NULL;
	struct mapping map = {};
	const char *text;
	size_t len;

	map.pid = cursor__u32(c);
	cursor__u32(c);
	map.start = cursor__u64(c);
	map.len = cursor__u64(c);
	map.offset = cursor__u64(c);
	if (rec->type == PERF_RECORD_MMAP2) {
		if (rec->misc & PERFDATA_MISC_MMAP_BUILD_ID)
			take_build_id(c, &map.build_id);
		else
			cursor__take(c, 24);
		cursor__u32(c);
		map.flags = cursor__u32(c);
	}
	text = cursor__text(c, &len);
	if (c->cut)
		return -EINVAL;
	path = strndup(text, len);
	map.path = path;
	return path ? add_map(m, &map, perfdata_record__cpumode(rec), time_ns) : -ENOMEM;
}

static int take_comm(struct machine *m, struct cursor *c, uint16_t misc, uint64_t time_ns)
{
	const uint32_t pid = cursor__u32(c);

	if (c->cut)
		return -EINVAL;
	return misc & PERF_RECORD_MISC_COMM_EXEC ? machine_maps__exec(&m->maps, pid, time_ns) : 0;
}

static int take_fork(struct machine *m, struct cursor *c, uint64_t time_ns)
{
	const uint32_t pid = cursor__u32(c), parent = cursor__u32(c);
	const uint64_t own_time_ns = (cursor__take(c, 8), cursor__u64(c));

	if (c->cut)
		return -EINVAL;
	/* A thread has its process's memory. */
	if (pid == parent)
		return 0;
	return machine_maps__fork(&m->maps, pid, parent, time_ns ? time_ns : own_time_ns);
}

/* Code of the kernel itself that comes and goes; BPF's is for bpf_progs. */
static int take_ksymbol(struct machine *m, struct cursor *c, uint64_t time_ns)
{
	const uint64_t addr = cursor__u64(c);
	const uint32_t len = cursor__u32(c);
	const uint16_t type = cursor__u16(c), flags = cursor__u16(c);
	__cleanup_free char *name = NULL;
	const char *text;
	size_t text_len;
	uint32_t dso = NO_DSO;

	text = cursor__text(c, &text_len);
	if (c->cut)
		return -EINVAL;
	if (type != KSYMBOL_TYPE_OOL)
		return 0;
	if (!(flags & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER)) {
		name = strndup(text, text_len);
		dso = name ? machine__dso(m, DSO_SYMBOL, name, 0, NULL) : NO_DSO;
		if (dso == NO_DSO)
			return -ENOMEM;
	}
	return add_kernel_event(m, time_ns, addr, len, dso);
}

static int take_namespaces(struct machine *m, struct cursor *c)
{
	const uint32_t pid = cursor__u32(c);
	const uint64_t nr = (cursor__u32(c), cursor__u64(c));
	uint32_t idx;

	cursor__take(c, 16 * MNT_NS_INDEX + 8);
	if (c->cut || nr <= MNT_NS_INDEX)
		return c->cut ? -EINVAL : 0;
	idx = hash_index__find(&m->mnt_index, hash_mix(0, pid), same_mnt, m->mnts, &pid);
	if (idx == HASH_INDEX_NONE) {
		idx = (uint32_t)m->nr_mnts;
		if (array__grow(&m->mnts, m->nr_mnts, &m->mnts_size, sizeof(*m->mnts)) ||
		    hash_index__add(&m->mnt_index, hash_mix(0, pid), idx))
			return -ENOMEM;
		m->nr_mnts++;
	}
	m->mnts[idx] = (struct pid_mnt){ .pid = pid, .inode = cursor__u64(c) };
	return c->cut ? -EINVAL : 0;
}

static bool same_cgroup(const void *array, uint32_t idx, const void *key)
{
	return ((const struct known_cgroup *)array)[idx].id == *(const uint64_t *)key;
}

static int take_cgroup(struct machine *m, struct cursor *c)
{
	const uint64_t id = cursor__u64(c);
	const char *text;
	size_t len;
	uint32_t path;

	text = cursor__text(c, &len);
	if (c->cut)
		return -EINVAL;
	/* The number of one that is gone is not given again soon: the first one counts. */
	if (hash_index__find(&m->cgroup_index, hash_mix(0, id), same_cgroup, m->cgroups, &id) !=
	    HASH_INDEX_NONE)
		return 0;
	path = names__add(&m->names, text, len);
	if (path == NO_NAME ||
	    array__grow(&m->cgroups, m->nr_cgroups, &m->cgroups_size, sizeof(*m->cgroups)) ||
	    hash_index__add(&m->cgroup_index, hash_mix(0, id), (uint32_t)m->nr_cgroups))
		return -ENOMEM;
	m->cgroups[m->nr_cgroups++] = (struct known_cgroup){ .id = id, .path = path };
	return 0;
}

uint32_t machine__cgroup(struct machine *m, const uint64_t *id)
{
	uint32_t idx;
	char text[48];

	if (!id)
		return names__add(&m->names, "-", 1);
	idx = hash_index__find(&m->cgroup_index, hash_mix(0, *id), same_cgroup, m->cgroups, id);
	if (idx != HASH_INDEX_NONE)
		return m->cgroups[idx].path;
	snprintf(text, sizeof(text), "[cgroup %llu]", (unsigned long long)*id);
	return names__add(&m->names, text, strlen(text));
}

/* A BUILD_ID record without its header: pid, id, name. */
static int take_recorded_id(struct machine *m, struct cursor *c, uint16_t misc)
{
	struct recorded_id id = { .id.len = BUILD_ID_SIZE_MAX };
	const char *path;
	uint8_t size;
	size_t len;

	cursor__u32(c);
	cursor__copy(c, id.id.bytes, sizeof(id.id.bytes));
	size = cursor__u8(c);
	cursor__take(c, 3);
	path = cursor__text(c, &len);
	if (c->cut)
		return -EINVAL;
	if (misc & PERFDATA_MISC_BUILD_ID_SIZE)
		id.id.len = MIN(size, sizeof(id.id.bytes));
	id.path = names__add(&m->names, path, len);
	if (id.path == NO_NAME || array__grow(&m->ids, m->nr_ids, &m->ids_size, sizeof(*m->ids)))
		return -ENOMEM;
	m->ids[m->nr_ids++] = id;
	return 0;
}

static int take_id_list(struct machine *m, const uint8_t *bytes, size_t len)
{
	struct cursor c = cursor__of(bytes, len), record;
	struct perf_event_header header;
	const uint8_t *at;
	int err;

	while (cursor__left(&c)) {
		cursor__copy(&c, &header, sizeof(header));
		if (c.cut || header.size < sizeof(header))
			return -EINVAL;
		at = cursor__take(&c, header.size - sizeof(header));
		if (!at)
			return -EINVAL;
		record = cursor__of(at, header.size - sizeof(header));
		err = take_recorded_id(m, &record, header.misc);
		if (err)
			return err;
	}
	return 0;
}

int machine__add_feature(struct machine *m, unsigned int id, const uint8_t *bytes, size_t len)
{
	int err = id == PERFDATA_F_BUILD_ID ? take_id_list(m, bytes, len) : 0;

	if (err)
		return err;
	return bpf_progs__add_header(m->progs, id, bytes, len);
}

int machine__add_record(struct machine *m, struct perfdata_evlist *evlist,
			const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);
	const struct perfdata_attr *attr;
	struct perfdata_sample sample;
	uint64_t id;
	int err;

	cursor__take(&c, sizeof(struct perf_event_header));
	if (rec->type == PERFDATA_FEATURE) {
		id = cursor__u64(&c);
		return id < PERFDATA_NR_FEATURES
			       ? machine__add_feature(m, (unsigned int)id, c.at, cursor__left(&c))
			       : 0;
	}
	err = bpf_progs__add_record(m->progs, evlist, rec);
	if (err)
		return err;
	if (rec->type == PERFDATA_BUILD_ID)
		return take_recorded_id(m, &c, rec->misc);
	if (rec->type >= PERFDATA_KERNEL_RECORDS)
		return 0;
	attr = perfdata_evlist__of_record(evlist, rec->bytes, rec->size);
	if (perfdata_sample__parse_trailer(&sample, attr, rec->bytes, rec->size))
		return -EINVAL;
	c.end -= MIN(attr ? attr->trailer_size : 0, cursor__left(&c));
	switch (rec->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		return take_mmap(m, &c, rec, sample.time);
	case PERF_RECORD_COMM:
		return take_comm(m, &c, rec->misc, sample.time);
	case PERF_RECORD_FORK:
		return take_fork(m, &c, sample.time);
	case PERF_RECORD_KSYMBOL:
		return take_ksymbol(m, &c, sample.time);
	case PERF_RECORD_NAMESPACES:
		return take_namespaces(m, &c);
	case PERF_RECORD_CGROUP:
		return take_cgroup(m, &c);
	}
	return 0;
}

const char *machine__name(const struct machine *m, uint32_t name)
{
	return names__text(&m->names, name);
}

const struct dso *machine__dsos(const struct machine *m, size_t *ret_nr)
{
	*ret_nr = m->nr_dsos;
	return m->dsos;
}

uint64_t machine__dropped(const struct machine *m)
{
	return m->maps.dropped + m->kernel_dropped;
}
