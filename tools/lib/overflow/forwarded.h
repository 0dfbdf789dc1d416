/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * forwarded.h - records that programs of overflow.h forwarded, in a recording. They are samples of an
 * event PERF_COUNT_SW_BPF_OUTPUT, as perf's bpf-output, called EVENT/forwarded. Raw data: a struct
 * overflow_head, then a value. Its type is in the recording's BPF_BTF, in the BTF of the number that
 * attr.config1 is. All of it is hostile.
 *
 *	forwarded_types__add_feature(), forwarded_types__add_record() for all there is
 *	forwarded_types__value(), forwarded_value__put()
 */
#ifndef PERF_AUGMENT_FORWARDED_H
#define PERF_AUGMENT_FORWARDED_H

#include "out.h"
#include "perfdata.h"
#include "perfdata_sample.h"

#define FORWARDED_NAME_SUFFIX "/forwarded"

/** FORWARDED_MARK - attr.config2 of these events, "forward1": others of the kind have data of any form. */
#define FORWARDED_MARK 0x3164726177726f66ULL

/** forwarded__is() - whether samples of the event are such records. @attr: may be NULL. */
bool forwarded__is(const struct perfdata_attr *attr);

/** forwarded__event() - the name of the event at whose samples they were forwarded; @ret_len of it. */
const char *forwarded__event(const struct perfdata_attr *attr, size_t *ret_len);

struct forwarded_types;

/** forwarded_types__new() - NULL without memory. */
struct forwarded_types *forwarded_types__new(void);
void forwarded_types__free(struct forwarded_types *types);

/**
 * forwarded_types__add_feature() - of the header; others than BPF_BTF, and BTF that no event of @evlist
 * names, are ignored.
 * Return: 0, -ENOMEM; -EINVAL when it is damaged: what stands before the damage was taken.
 */
int forwarded_types__add_feature(struct forwarded_types *types,
				 const struct perfdata_evlist *evlist, unsigned int id,
				 const uint8_t *bytes, size_t len);

/** forwarded_types__add_record() - the same of FEATURE records; others are ignored. */
int forwarded_types__add_record(struct forwarded_types *types, const struct perfdata_evlist *evlist,
				const struct perfdata_record *rec);

/**
 * struct forwarded_value - views into the sample, and into the types.
 * @type: name, or NULL. @plan: NULL when the recording does not have the type.
 */
struct forwarded_value {
	const char *type;
	const struct btf_plan *plan;
	const uint8_t *bytes;
	size_t len;
};

/**
 * forwarded_types__value() - what a sample of an event that forwarded__is() holds.
 * Return: 0; -EINVAL: the raw data ends before it does.
 */
int forwarded_types__value(struct forwarded_types *types, const struct perfdata_attr *attr,
			   const struct perfdata_sample *sample, struct forwarded_value *ret_value);

/** forwarded_value__put() - say it: exactly one value; without its type, bytes. */
void forwarded_value__put(const struct forwarded_value *value, struct out *out);

#endif /* PERF_AUGMENT_FORWARDED_H */
