// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* forwarded.c - see forwarded.h. */
#include "forwarded.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "bpf_progs_info.h"
#include "btf_plan.h"
#include "include/bpf/overflow.h"
#include "perfdata_cursor.h"
#include "perfdata_parts.h"
#include "util.h"

/* A recording has so many types of records at most that are printed by their type. */
#define MAX_PLANS 256

struct types_btf {
	uint32_t id;
	struct btf *btf;
};

/** struct types_plan - @plan: NULL when there is no such type, or none that can be followed. */
struct types_plan {
	uint32_t btf_id;
	uint32_t type;
	struct btf_plan *plan;
};

struct forwarded_types {
	struct types_btf *btfs;
	size_t nr_btfs, btfs_size;
	struct types_plan plans[MAX_PLANS];
	size_t nr_plans;
	struct perfdata_join join;
};

bool forwarded__is(const struct perfdata_attr *attr)
{
	return attr && attr->attr.type == PERF_TYPE_SOFTWARE &&
	       attr->attr.config == PERF_COUNT_SW_BPF_OUTPUT &&
	       attr->attr.config2 == FORWARDED_MARK && attr->attr.sample_type & PERF_SAMPLE_RAW;
}

const char *forwarded__event(const struct perfdata_attr *attr, size_t *ret_len)
{
	const char *name = attr->name ? attr->name : "bpf-output";
	const size_t suffix = strlen(FORWARDED_NAME_SUFFIX);
	size_t len = strlen(name);

	if (len > suffix && !strcmp(name + len - suffix, FORWARDED_NAME_SUFFIX))
		len -= suffix;
	*ret_len = len;
	return name;
}

struct forwarded_types *forwarded_types__new(void)
{
	return calloc(1, sizeof(struct forwarded_types));
}

void forwarded_types__free(struct forwarded_types *types)
{
	size_t i;

	if (!types)
		return;
	for (i = 0; i < types->nr_plans; i++)
		btf_plan__free(types->plans[i].plan);
	for (i = 0; i < types->nr_btfs; i++)
		btf__free(types->btfs[i].btf);
	perfdata_join__free(&types->join);
	free(types->btfs);
	free(types);
}

static bool is_named(const struct perfdata_evlist *evlist, uint32_t id)
{
	size_t i;

	for (i = 0; i < evlist->nr; i++) {
		if (forwarded__is(&evlist->attrs[i]) && evlist->attrs[i].attr.config1 == id)
			return true;
	}
	return false;
}

static const struct btf *find_btf(const struct forwarded_types *types, uint64_t id)
{
	size_t i;

	for (i = 0; i < types->nr_btfs; i++) {
		if (types->btfs[i].id == id)
			return types->btfs[i].btf;
	}
	return NULL;
}

/* The first of an id counts, as everywhere. */
static int add_btf(struct forwarded_types *types, const struct bpf_btf_entry *entry)
{
	libbpf_print_fn_t print;
	struct btf *btf;

	if (find_btf(types, entry->id))
		return 0;
	print = libbpf_set_print(NULL); /* of what is damaged we tell ourselves */
	btf = btf__new(entry->data, entry->size);
	libbpf_set_print(print);
	if (!btf)
		return errno == ENOMEM ? -ENOMEM : -EINVAL;
	if (array__grow(&types->btfs, types->nr_btfs, &types->btfs_size, sizeof(*types->btfs))) {
		btf__free(btf);
		return -ENOMEM;
	}
	types->btfs[types->nr_btfs++] = (struct types_btf){ entry->id, btf };
	return 0;
}

int forwarded_types__add_feature(struct forwarded_types *types,
				 const struct perfdata_evlist *evlist, unsigned int id,
				 const uint8_t *bytes, size_t len)
{
	struct bpf_prog_iter it = bpf_prog_iter__of(bytes, len);
	struct bpf_btf_entry entry;
	int more = 0, err = 0, bad = 0;

	if (id != PERFDATA_F_BPF_BTF)
		return 0;
	while (!err && (more = bpf_btf_iter__next(&it, &entry)) > 0) {
		if (is_named(evlist, entry.id))
			err = add_btf(types, &entry);
		if (err == -EINVAL) {
			bad = err;
			err = 0;
		}
	}
	return err ? err : more < 0 ? more : bad;
}

int forwarded_types__add_record(struct forwarded_types *types, const struct perfdata_evlist *evlist,
				const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);
	const uint8_t *section;
	uint64_t id;
	size_t len;
	int whole;

	if (rec->type != PERFDATA_FEATURE)
		return 0;
	cursor__take(&c, sizeof(struct perf_event_header));
	id = cursor__u64(&c);
	if (id != PERFDATA_F_BPF_BTF)
		return 0;
	section = c.at;
	len = cursor__left(&c);
	whole = perfdata_join__add(&types->join, id, &section, &len);
	return whole > 0 ? forwarded_types__add_feature(types, evlist, PERFDATA_F_BPF_BTF, section,
							len)
			 : whole;
}

static const struct btf_plan *find_plan(struct forwarded_types *types, uint64_t btf_id,
					uint32_t type)
{
	const struct btf *btf = find_btf(types, btf_id);
	struct types_plan *plan = types->plans;

	for (; plan < types->plans + types->nr_plans; plan++) {
		if (plan->btf_id == btf_id && plan->type == type)
			return plan->plan;
	}
	if (!btf || types->nr_plans == MAX_PLANS)
		return NULL;
	*plan = (struct types_plan){ .btf_id = (uint32_t)btf_id, .type = type };
	if (btf_plan__new(btf, type, &plan->plan))
		plan->plan = NULL;
	types->nr_plans++;
	return plan->plan;
}

int forwarded_types__value(struct forwarded_types *types, const struct perfdata_attr *attr,
			   const struct perfdata_sample *sample, struct forwarded_value *ret_value)
{
	const struct perfdata_view *raw = &sample->raw;
	struct overflow_head head;

	*ret_value = (struct forwarded_value){};
	if (!(sample->has & PERF_SAMPLE_RAW) || raw->nr < sizeof(head))
		return -EINVAL;
	memcpy(&head, raw->at, sizeof(head));
	if (head.size > raw->nr - sizeof(head))
		return -EINVAL;
	ret_value->bytes = raw->at + sizeof(head);
	ret_value->len = head.size;
	ret_value->plan = find_plan(types, attr->attr.config1, head.type);
	if (ret_value->plan)
		ret_value->type = btf_plan__root(ret_value->plan)->name;
	return 0;
}

void forwarded_value__put(const struct forwarded_value *value, struct out *out)
{
	if (value->plan)
		btf_plan__run(value->plan, value->bytes, value->len, out);
	else
		out__bytes(out, value->bytes, value->len);
}
