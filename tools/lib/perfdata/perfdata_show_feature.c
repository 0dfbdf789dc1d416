// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * perfdata_show_feature.c - see perfdata_show.h: attributes of events, and features of the
 * header.
 */
#include <string.h>

#include "bpf_progs_info.h"
#include "perfdata_names.h"
#include "perfdata_parts.h"
#include "perfdata_show.h"
#include "perfdata_show_priv.h"
#include "util.h"

/* Entries of a list that are shown. */
#define LIST_SHOWN 4096

#define ATTR_U32(member)                                                   \
	{                                                                  \
#member, offsetof(struct perf_event_attr, member), 4, NULL \
	}
#define ATTR_U64(member)                                                   \
	{                                                                  \
#member, offsetof(struct perf_event_attr, member), 8, NULL \
	}
#define ATTR_SYM(member, syms)                                             \
	{                                                                  \
#member, offsetof(struct perf_event_attr, member), 8, syms \
	}
/* Where the bit field of perf_event_attr is: behind read_format. */
#define ATTR_FLAGS_AT (offsetof(struct perf_event_attr, read_format) + 8)

static const struct {
	const char *name;
	size_t at;
	size_t size;
	const struct symbols *syms;
} attr_members[] = {
	ATTR_SYM(sample_type, &syms_perfdata_sample_type),
	ATTR_SYM(read_format, &syms_perfdata_read_format),
	{ "flags", ATTR_FLAGS_AT, 8, &syms_perfdata_attr_flags },
	ATTR_U32(wakeup_events),
	ATTR_U32(bp_type),
	ATTR_U64(config1),
	ATTR_U64(config2),
	ATTR_SYM(branch_sample_type, &syms_perfdata_branch_type),
	ATTR_U64(sample_regs_user),
	ATTR_U32(sample_stack_user),
	ATTR_U32(clockid),
	ATTR_U64(sample_regs_intr),
	ATTR_U32(aux_watermark),
	{ "sample_max_stack", offsetof(struct perf_event_attr, sample_max_stack), 2, NULL },
	ATTR_U32(aux_sample_size),
	ATTR_U64(sig_data),
};

static void show_attr_member(struct out *o, const struct perf_event_attr *attr, size_t i)
{
	uint64_t value = 0;

	memcpy(&value, (const uint8_t *)attr + attr_members[i].at, attr_members[i].size);
	if (!value)
		return;
	out__member(o, attr_members[i].name);
	if (attr_members[i].syms)
		out__symbol(o, attr_members[i].syms, value);
	else
		out__hex(o, value);
}

void perfdata_show__attr(struct out *o, const struct perfdata_attr *attr)
{
	const struct perf_event_attr *a = &attr->attr;
	size_t i;

	out__begin(o, OUT_OBJECT);
	out__member(o, "type");
	out__symbol(o, &syms_perfdata_attr_type, a->type);
	out__member(o, "size");
	out__uint(o, attr->raw_size);
	out__member(o, "config");
	out__hex(o, a->config);
	out__member(o, a->freq ? "sample_freq" : "sample_period");
	out__uint(o, a->sample_period);
	for (i = 0; i < ARRAY_SIZE(attr_members); i++)
		show_attr_member(o, a, i);
	/* What is newer than our headers. */
	if (attr->raw_size > sizeof(*a)) {
		out__member(o, "more");
		perfdata_show__hex(o, attr->raw + sizeof(*a), attr->raw_size - sizeof(*a));
	}
	out__end(o, OUT_OBJECT);
}

void perfdata_show__string(struct out *o, struct cursor *c)
{
	size_t len;
	const char *text = cursor__string(c, &len);

	out__str(o, text ? text : "", len, c->cut);
}

void perfdata_show__strings(struct out *o, struct cursor *c, uint32_t nr)
{
	uint32_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; i < LIST_SHOWN && perfdata_show__more(c, i, nr); i++)
		perfdata_show__string(o, c);
	if (i < nr)
		out__more(o, nr - i);
	out__end(o, OUT_ARRAY);
}

static void show_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

/* Of what is larger than a record. Return: false when it is no part of one. */
static bool show_part(struct out *o, const struct cursor *c)
{
	struct perfdata_part part;

	if (!perfdata_part__parse(c->at, cursor__left(c), &part))
		return false;
	out__begin(o, OUT_OBJECT);
	show_uint(o, "part_of", part.id);
	show_uint(o, "offset", part.offset);
	show_uint(o, "size", part.len);
	show_uint(o, "total", part.total);
	out__end(o, OUT_OBJECT);
	return true;
}

static void show_cmdline(struct out *o, struct cursor *c)
{
	if (!show_part(o, c))
		perfdata_show__strings(o, c, cursor__u32(c));
}

static void show_u64(struct out *o, struct cursor *c)
{
	out__uint(o, cursor__u64(c));
}

static void show_sample_time(struct out *o, struct cursor *c)
{
	out__begin(o, OUT_OBJECT);
	show_uint(o, "first", cursor__u64(c));
	show_uint(o, "last", cursor__u64(c));
	out__end(o, OUT_OBJECT);
}

static void show_clock_data(struct out *o, struct cursor *c)
{
	out__begin(o, OUT_OBJECT);
	show_uint(o, "version", cursor__u32(c));
	show_uint(o, "clockid", cursor__u32(c));
	show_uint(o, "wall_clock_ns", cursor__u64(c));
	show_uint(o, "clockid_time_ns", cursor__u64(c));
	out__end(o, OUT_OBJECT);
}

static void show_compressed(struct out *o, struct cursor *c)
{
	out__begin(o, OUT_OBJECT);
	show_uint(o, "version", cursor__u32(c));
	show_uint(o, "type", cursor__u32(c));
	show_uint(o, "level", cursor__u32(c));
	show_uint(o, "ratio", cursor__u32(c));
	show_uint(o, "mmap_len", cursor__u32(c));
	out__end(o, OUT_OBJECT);
}

static void show_event_desc(struct out *o, struct cursor *c)
{
	const uint32_t nr = cursor__u32(c), attr_size = cursor__u32(c);
	uint32_t i, nr_ids;

	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		cursor__take(c, attr_size);
		nr_ids = cursor__u32(c);
		out__member(o, "name");
		perfdata_show__string(o, c);
		show_uint(o, "nr_ids", nr_ids);
		cursor__take(c, 8ULL * nr_ids);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

static void show_groups(struct out *o, struct cursor *c)
{
	const uint32_t nr = cursor__u32(c);
	uint32_t i;

	out__begin(o, OUT_ARRAY);
	for (i = 0; perfdata_show__more(c, i, nr); i++) {
		out__begin(o, OUT_OBJECT);
		out__member(o, "name");
		perfdata_show__string(o, c);
		show_uint(o, "leader", cursor__u32(c));
		show_uint(o, "members", cursor__u32(c));
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

static void show_u32(struct out *o, struct cursor *c)
{
	out__uint(o, cursor__u32(c));
}

/* ELF's numbers of the machine that was recorded. */
static void show_e_machine(struct out *o, struct cursor *c)
{
	out__begin(o, OUT_OBJECT);
	show_uint(o, "e_machine", cursor__u32(c));
	show_uint(o, "e_flags", cursor__u32(c));
	out__end(o, OUT_OBJECT);
}

/* A record in the section, as perf writes them there: the same as BUILD_ID, with type 0. */
static void show_one_build_id(struct out *o, struct cursor *c,
			      const struct perf_event_header *header)
{
	struct cursor body =
		cursor__of(c->at, MIN(cursor__left(c), header->size - sizeof(*header)));
	uint8_t id[PERFDATA_BUILD_ID_MAX], size;
	const char *name;
	size_t len;

	out__begin(o, OUT_OBJECT);
	out__member(o, "pid");
	out__sint(o, (int32_t)cursor__u32(&body));
	cursor__copy(&body, id, sizeof(id));
	size = cursor__u8(&body);
	cursor__take(&body, 3);
	if (!(header->misc & PERFDATA_MISC_BUILD_ID_SIZE))
		size = sizeof(id);
	out__member(o, "build_id");
	perfdata_show__hex(o, id, MIN(size, sizeof(id)));
	out__member(o, "filename");
	name = cursor__text(&body, &len);
	out__str(o, name, len, false);
	out__end(o, OUT_OBJECT);
}

static void show_build_ids(struct out *o, struct cursor *c)
{
	struct perf_event_header header;

	out__begin(o, OUT_ARRAY);
	while (cursor__left(c) >= sizeof(header)) {
		cursor__copy(c, &header, sizeof(header));
		if (header.size < sizeof(header)) {
			c->cut = true;
			break;
		}
		show_one_build_id(o, c, &header);
		cursor__take(c, header.size - sizeof(header));
	}
	out__end(o, OUT_ARRAY);
}

static void show_bpf_prog(struct out *o, const struct bpf_prog_entry *entry)
{
	const struct bpf_prog_info *info = &entry->info;
	const char *how = bpf_origin__name(entry->origin);
	uint32_t i, nr = bpf_prog_entry__nr_funcs(entry);

	out__begin(o, OUT_OBJECT);
	show_uint(o, "id", info->id);
	show_uint(o, "type", info->type);
	out__member(o, "tag");
	perfdata_show__hex(o, info->tag, sizeof(info->tag));
	out__member(o, "name");
	out__str(o, info->name, strnlen(info->name, sizeof(info->name)), false);
	show_uint(o, "info_len", entry->info_len);
	show_uint(o, "data_len", entry->data_len);
	out__member(o, "arrays");
	out__hex(o, entry->arrays);
	if (entry->bad_arrays) {
		out__member(o, "bad_arrays");
		out__hex(o, entry->bad_arrays);
	}
	if (entry->origin) {
		out__member(o, "how");
		out__str(o, how, strlen(how), false);
	}
	show_uint(o, "jited_len", info->jited_prog_len);
	show_uint(o, "xlated_len", info->xlated_prog_len);
	show_uint(o, "load_time", info->load_time);
	show_uint(o, "uid", info->created_by_uid);
	show_uint(o, "btf_id", info->btf_id);
	show_uint(o, "run_cnt", info->run_cnt);
	show_uint(o, "run_time_ns", info->run_time_ns);
	show_uint(o, "nr_line_info", info->nr_line_info);
	out__member(o, "funcs");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < nr && i < LIST_SHOWN; i++) {
		out__begin(o, OUT_OBJECT);
		out__member(o, "addr");
		out__hex(o, bpf_prog_entry__func_addr(entry, i));
		show_uint(o, "len", bpf_prog_entry__func_len(entry, i));
		out__end(o, OUT_OBJECT);
	}
	if (i < nr)
		out__more(o, nr - i);
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_OBJECT);
}

static void show_bpf_progs(struct out *o, struct cursor *c)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(c->at, cursor__left(c));
	struct bpf_prog_entry entry;
	int more;

	if (show_part(o, c))
		return;
	out__begin(o, OUT_ARRAY);
	while ((more = bpf_prog_iter__next(&it, &entry)) > 0)
		show_bpf_prog(o, &entry);
	out__end(o, OUT_ARRAY);
	c->cut = more < 0 || it.c.cut;
}

static void show_bpf_btf(struct out *o, struct cursor *c)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(c->at, cursor__left(c));
	struct bpf_btf_entry entry;
	int more;

	if (show_part(o, c))
		return;
	out__begin(o, OUT_ARRAY);
	while ((more = bpf_btf_iter__next(&it, &entry)) > 0) {
		out__begin(o, OUT_OBJECT);
		show_uint(o, "id", entry.id);
		show_uint(o, "size", entry.size);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
	c->cut = more < 0 || it.c.cut;
}

static void (*const shows[])(struct out *o, struct cursor *c) = {
	[PERFDATA_F_BUILD_ID] = show_build_ids,
	[PERFDATA_F_HOSTNAME] = perfdata_show__string,
	[PERFDATA_F_OSRELEASE] = perfdata_show__string,
	[PERFDATA_F_VERSION] = perfdata_show__string,
	[PERFDATA_F_ARCH] = perfdata_show__string,
	[PERFDATA_F_NRCPUS] = perfdata_show__nrcpus,
	[PERFDATA_F_CPUDESC] = perfdata_show__string,
	[PERFDATA_F_CPUID] = perfdata_show__string,
	[PERFDATA_F_TOTAL_MEM] = show_u64,
	[PERFDATA_F_CMDLINE] = show_cmdline,
	[PERFDATA_F_EVENT_DESC] = show_event_desc,
	[PERFDATA_F_CPU_TOPOLOGY] = perfdata_show__cpu_topology,
	[PERFDATA_F_NUMA_TOPOLOGY] = perfdata_show__numa,
	[PERFDATA_F_PMU_MAPPINGS] = perfdata_show__pmu_mappings,
	[PERFDATA_F_GROUP_DESC] = show_groups,
	[PERFDATA_F_CACHE] = perfdata_show__caches,
	[PERFDATA_F_SAMPLE_TIME] = show_sample_time,
	[PERFDATA_F_MEM_TOPOLOGY] = perfdata_show__mem_topology,
	[PERFDATA_F_CLOCKID] = show_u64,
	[PERFDATA_F_DIR_FORMAT] = show_u64,
	[PERFDATA_F_BPF_PROG_INFO] = show_bpf_progs,
	[PERFDATA_F_BPF_BTF] = show_bpf_btf,
	[PERFDATA_F_COMPRESSED] = show_compressed,
	[PERFDATA_F_CPU_PMU_CAPS] = perfdata_show__caps,
	[PERFDATA_F_CLOCK_DATA] = show_clock_data,
	[PERFDATA_F_HYBRID_TOPOLOGY] = perfdata_show__hybrid_topology,
	[PERFDATA_F_PMU_CAPS] = perfdata_show__pmu_caps,
	[PERFDATA_F_CPU_DOMAIN_INFO] = perfdata_show__cpu_domains,
	[PERFDATA_F_E_MACHINE] = show_e_machine,
	[PERFDATA_F_CLN_SIZE] = show_u32,
};

void perfdata_show__feature(struct out *o, unsigned int id, const uint8_t *bytes, size_t len)
{
	struct cursor c = cursor__of(bytes, len);

	out__begin(o, OUT_OBJECT);
	show_uint(o, "size", len);
	if (len && id < ARRAY_SIZE(shows) && shows[id]) {
		out__member(o, "content");
		shows[id](o, &c);
		if (c.cut) {
			out__member(o, "damaged");
			out__bool(o, true);
		}
	}
	out__end(o, OUT_OBJECT);
}
