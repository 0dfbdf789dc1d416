// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* profile_read.c - see profile_read.h. */
#include "profile_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "forwarded.h"
#include "hash_index.h"
#include "machine_unwind.h"
#include "names.h"
#include "perfdata_cursor.h"
#include "perfdata_sample.h"
#include "sample_spool.h"
#include "util.h"

/* misc of LOST_SAMPLES: a BPF filter of the user's dropped them. */
#define MISC_LOST_SAMPLES_BPF (1U << 15)

/** struct counted - the last count of an event on a CPU, or of a task. */
struct counted {
	uint64_t id;
	uint64_t value;
};

struct reader {
	struct profile *profile;
	struct machine *machine;
	struct perfdata *pd;
	struct sample_spool spool;
	bool spools;
	struct profile_totals totals;
	struct counted *counted;
	size_t nr_counted, counted_size;
	struct hash_index counted_index;
	uint32_t places[PROFILE_DEPTH_MAX];
	size_t nr_places;
};

static int take(struct reader *r, int err)
{
	r->totals.damaged += err == -EINVAL;
	return err == -EINVAL ? 0 : err;
}

static int read_features(struct reader *r)
{
	const struct perfdata_feature *features;
	uint8_t *bytes;
	size_t nr, i, len;
	int err = 0;

	features = perfdata__features(r->pd, &nr);
	for (i = 0; i < nr && !err; i++) {
		err = perfdata__load_feature(r->pd, &features[i], &bytes, &len);
		if (err)
			return err;
		err = take(r, machine__add_feature(r->machine, features[i].id, bytes, len));
		free(bytes);
	}
	return err;
}

static void count_lost(struct reader *r, const struct perfdata_record *rec)
{
	struct cursor c = cursor__of(rec->bytes, rec->size);

	cursor__take(&c, sizeof(struct perf_event_header));
	switch (rec->type) {
	case PERF_RECORD_LOST:
		cursor__u64(&c);
		r->totals.lost_records++;
		r->totals.lost += cursor__u64(&c);
		break;
	case PERF_RECORD_LOST_SAMPLES:
		if (rec->misc & MISC_LOST_SAMPLES_BPF)
			break;
		r->totals.lost_records++;
		r->totals.lost += cursor__u64(&c);
		break;
	case PERF_RECORD_THROTTLE:
		r->totals.throttled++;
		break;
	case PERF_RECORD_AUX:
	case PERFDATA_AUXTRACE:
		r->totals.aux++;
		break;
	}
}

static int read_machine(struct reader *r)
{
	struct perfdata_record rec;
	int more, err;

	while ((more = perfdata__next(r->pd, &rec)) > 0) {
		if (rec.type == PERF_RECORD_SAMPLE) {
			err = r->spools ? sample_spool__add(&r->spool, &rec) : 0;
		} else {
			count_lost(r, &rec);
			err = take(r,
				   machine__add_record(r->machine, perfdata__evlist(r->pd), &rec));
		}
		if (err)
			return err;
	}
	return more;
}

static int add_place(struct reader *r, unsigned int cpumode, const struct perfdata_sample *sample,
		     uint64_t ip, enum place_role role)
{
	uint32_t place;

	if (r->nr_places == PROFILE_DEPTH_MAX)
		return 0;
	place = machine__locate(r->machine, cpumode, sample->pid, sample->time, ip, role);
	if (place == NO_PLACE)
		return -ENOMEM;
	r->places[r->nr_places++] = place;
	return 0;
}

/* Marks between the addresses of a call chain say in what mode those behind them are. */
static unsigned int mode_of_mark(uint64_t mark, unsigned int cpumode)
{
	switch (mark) {
	case (uint64_t)PERF_CONTEXT_HV:
		return PERF_RECORD_MISC_HYPERVISOR;
	case (uint64_t)PERF_CONTEXT_KERNEL:
		return PERF_RECORD_MISC_KERNEL;
	case (uint64_t)PERF_CONTEXT_USER:
		return PERF_RECORD_MISC_USER;
	case (uint64_t)PERF_CONTEXT_GUEST_KERNEL:
		return PERF_RECORD_MISC_GUEST_KERNEL;
	case (uint64_t)PERF_CONTEXT_GUEST_USER:
		return PERF_RECORD_MISC_GUEST_USER;
	case (uint64_t)PERF_CONTEXT_GUEST:
		return PERF_RECORD_MISC_CPUMODE_UNKNOWN;
	}
	return cpumode;
}

/* The PMU kept the calls in user space that have not returned: --call-graph lbr. */
static bool has_calls(const struct perfdata_sample *sample, const struct perfdata_attr *attr)
{
	return sample->branches.nr && attr &&
	       attr->attr.branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK;
}

/* Innermost first. In the kernel, the first one's target is the function that was left for it. */
static int add_calls(struct reader *r, unsigned int cpumode, const struct perfdata_sample *sample)
{
	const struct perfdata_view *branches = &sample->branches;
	uint64_t i;
	int err = 0;

	if (cpumode != PERF_RECORD_MISC_USER)
		err = add_place(r, PERF_RECORD_MISC_USER, sample, load_u64(branches->at + 8),
				PLACE_ENTRY);
	for (i = 0; i < branches->nr && !err; i++)
		err = add_place(r, PERF_RECORD_MISC_USER, sample, load_u64(branches->at + 24 * i),
				PLACE_INNERMOST);
	r->profile->cut += i < branches->nr || r->nr_places == PROFILE_DEPTH_MAX;
	return err;
}

/* @kernel_only: what user space called is known otherwise. */
static int add_chain(struct reader *r, unsigned int cpumode, const struct perfdata_sample *sample,
		     bool kernel_only)
{
	const struct perfdata_view *chain = &sample->callchain;
	enum place_role role = PLACE_INNERMOST;
	bool is_first = true;
	uint64_t i, ip;
	int err = 0;

	for (i = 0; i < chain->nr && !err; i++) {
		ip = load_u64(chain->at + 8 * i);
		if (ip >= (uint64_t)PERF_CONTEXT_MAX) {
			cpumode = mode_of_mark(ip, cpumode);
			role = is_first ? PLACE_INNERMOST : PLACE_ENTRY;
			if (kernel_only && cpumode == PERF_RECORD_MISC_USER)
				break;
			continue;
		}
		/* The innermost one is where the sample was, unless its mode was left out. */
		if (!is_first || ip != sample->ip)
			err = add_place(r, cpumode, sample, ip, role);
		is_first = false;
		role = PLACE_RETURN;
	}
	r->profile->cut += chain->nr > PROFILE_DEPTH_MAX && r->nr_places == PROFILE_DEPTH_MAX;
	return err;
}

struct user_frames {
	struct reader *r;
	const struct perfdata_sample *sample;
	bool skip;
};

static int add_user_frame(void *ctx, uint64_t ip, bool is_return)
{
	struct user_frames *f = ctx;

	if (f->skip) {
		f->skip = false;
		return 0;
	}
	f->r->profile->cut += f->r->nr_places == PROFILE_DEPTH_MAX;
	return add_place(f->r, PERF_RECORD_MISC_USER, f->sample, ip,
			 is_return ? PLACE_RETURN : PLACE_ENTRY);
}

/* Behind the kernel's part of the chain: what the copy of the stack tells. */
static int add_user_stack(struct reader *r, unsigned int cpumode,
			  const struct perfdata_sample *sample, const struct perfdata_attr *attr)
{
	/* The innermost one is where the sample was. */
	struct user_frames frames = { .r = r,
				      .sample = sample,
				      .skip = cpumode == PERF_RECORD_MISC_USER };
	int err;

	if (!sample->stack_user.nr || !sample->regs_user.nr || !attr)
		return 0;
	err = machine__unwind(r->machine, sample, attr->attr.sample_regs_user, add_user_frame,
			      &frames);
	r->totals.stacks += err == -ENOTSUP;
	return err == -ENOTSUP ? 0 : err;
}

static void count_unused(struct reader *r, const struct perfdata_sample *sample,
			 const struct perfdata_attr *attr)
{
	r->totals.branches += sample->branches.nr > 0 && !has_calls(sample, attr);
	r->totals.no_time += !(sample->has & PERF_SAMPLE_TIME);
	r->totals.has_chains |= sample->callchain.nr > 0 || sample->stack_user.nr > 0 ||
				has_calls(sample, attr);
}

static uint64_t period_of(const struct perfdata_sample *sample, const struct perfdata_attr *attr)
{
	/* The kernel gives them 0. */
	if (forwarded__is(attr))
		return 1;
	if (sample->has & PERF_SAMPLE_PERIOD)
		return sample->period;
	return attr && !attr->attr.freq && attr->attr.sample_period ? attr->attr.sample_period : 1;
}

static bool same_counted(const void *array, uint32_t idx, const void *key)
{
	return ((const struct counted *)array)[idx].id == *(const uint64_t *)key;
}

/* By how much the count of @id has grown since its last sample. Return: 0 or -ENOMEM. */
static int take_count(struct reader *r, uint64_t id, uint64_t value, uint64_t *ret_grown)
{
	const uint64_t hash = hash_mix(0, id);
	uint32_t idx = hash_index__find(&r->counted_index, hash, same_counted, r->counted, &id);

	if (idx == HASH_INDEX_NONE) {
		idx = (uint32_t)r->nr_counted;
		if (array__grow(&r->counted, r->nr_counted, &r->counted_size,
				sizeof(*r->counted)) ||
		    hash_index__add(&r->counted_index, hash, idx))
			return -ENOMEM;
		r->counted[r->nr_counted++] = (struct counted){ .id = id };
	}
	*ret_grown = value - r->counted[idx].value;
	r->counted[idx].value = value;
	return 0;
}

/*
 * A sample with counts stands for what they have grown by, of each event of the group: as perf, whose
 * periods of such samples are these. An event that has not counted meanwhile has no sample.
 */
static int add_counts(struct reader *r, const struct perfdata_sample *sample, uint64_t format,
		      struct profile_context *context)
{
	struct perfdata_evlist *evlist = perfdata__evlist(r->pd);
	uint64_t id, value, grown, i;
	int err = 0;

	for (i = 0; !err && perfdata_sample__count(sample, format, i, &id, &value); i++) {
		const struct perfdata_attr *attr = perfdata_evlist__find_id(evlist, id);
		struct weight weight = { .samples = 1 };

		if (!attr)
			continue;
		err = take_count(r, id, value, &grown);
		if (err || !grown)
			continue;
		context->event = (uint32_t)(attr - evlist->attrs);
		weight.period = grown;
		r->totals.samples++;
		err = profile__add(r->profile, context, r->places, r->nr_places, &weight);
	}
	return err;
}

/* Where the sample was, and who called that. */
static int add_places(struct reader *r, unsigned int cpumode, const struct perfdata_sample *sample,
		      const struct perfdata_attr *attr)
{
	const bool calls = has_calls(sample, attr);
	int err;

	r->nr_places = 0;
	err = add_place(r, cpumode, sample, sample->ip, PLACE_INNERMOST);
	if (err || !r->profile->opts->chains)
		return err;
	err = add_chain(r, cpumode, sample, calls);
	if (!err && calls)
		err = add_calls(r, cpumode, sample);
	return err ? err : add_user_stack(r, cpumode, sample, attr);
}

static int add_sample(struct reader *r, const struct perfdata_record *rec)
{
	struct perfdata_evlist *evlist = perfdata__evlist(r->pd);
	const struct perfdata_attr *attr =
		perfdata_evlist__of_record(evlist, rec->bytes, rec->size);
	const unsigned int cpumode = perfdata_record__cpumode(rec);
	struct profile_context context = {};
	struct perfdata_sample sample;
	struct weight weight;
	int err;

	if (perfdata_sample__parse(&sample, attr, rec->bytes, rec->size))
		r->totals.bad_samples++;
	count_unused(r, &sample, attr);
	if (!(sample.has & PERF_SAMPLE_TID))
		sample.pid = sample.tid = UINT32_MAX;
	context.event = attr ? (uint32_t)(attr - evlist->attrs) : 0;
	context.pid = sample.pid;
	context.tid = sample.tid;
	context.cpu = sample.has & PERF_SAMPLE_CPU ? sample.cpu : UINT32_MAX;
	context.comm = machine__comm(r->machine, sample.tid, sample.time);
	if (context.comm == NO_NAME)
		return -ENOMEM;
	if (sort_keys__has(&r->profile->opts->sort, SORT_CGROUP)) {
		context.cgroup = machine__cgroup(
			r->machine, sample.has & PERF_SAMPLE_CGROUP ? &sample.cgroup : NULL);
		if (context.cgroup == NO_NAME)
			return -ENOMEM;
	}
	err = add_places(r, cpumode, &sample, attr);
	if (err)
		return err;
	if (sample.has & PERF_SAMPLE_READ && attr && attr->attr.read_format & PERF_FORMAT_ID)
		return add_counts(r, &sample, attr->attr.read_format, &context);
	weight = (struct weight){ perfdata_sample__nr(&sample, attr), period_of(&sample, attr) };
	r->totals.samples += weight.samples;
	return profile__add(r->profile, &context, r->places, r->nr_places, &weight);
}

static int read_samples(struct reader *r)
{
	struct perfdata_record rec;
	int more, err = 0;

	while ((more = r->spools ? sample_spool__next(&r->spool, &rec)
				 : perfdata__next(r->pd, &rec)) > 0) {
		if (rec.type == PERF_RECORD_SAMPLE)
			err = add_sample(r, &rec);
		if (err)
			return err;
	}
	return more;
}

int profile__read(struct profile *profile, struct machine *machine, struct perfdata *pd,
		  struct profile_totals *ret_totals)
{
	struct reader *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return -ENOMEM;
	r->profile = profile;
	r->machine = machine;
	r->pd = pd;
	r->spools = !perfdata__can_rewind(pd);
	err = read_features(r);
	if (!err)
		err = read_machine(r);
	if (!err)
		err = machine__seal(machine);
	if (!err)
		err = r->spools ? sample_spool__rewind(&r->spool) : perfdata__rewind(pd);
	if (!err)
		err = read_samples(r);
	if (!err)
		profile__sum_up(profile);
	*ret_totals = r->totals;
	sample_spool__free(&r->spool);
	free(r->counted);
	hash_index__free(&r->counted_index);
	free(r);
	return err;
}
