/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_show.h - says the contents of records and features to a writer (out.h): every field by
 * name. Of what is damaged, what can be read is said and a member "damaged" tells.
 */
#ifndef PERF_AUGMENT_PERFDATA_SHOW_H
#define PERF_AUGMENT_PERFDATA_SHOW_H

#include "out.h"
#include "perfdata.h"

/**
 * perfdata_show__record() - an object of the record's fields.
 * @evlist: the events, for the layout of samples.
 */
void perfdata_show__record(struct out *o, struct perfdata_evlist *evlist,
			   const struct perfdata_record *rec);

/** perfdata_show__sample() - the members of a sample, in an object that the caller began. */
void perfdata_show__sample(struct out *o, struct perfdata_evlist *evlist,
			   const struct perfdata_record *rec);

/** perfdata_show__has_sample_id() - whether perfdata_show__sample_id() has something to say. */
bool perfdata_show__has_sample_id(struct perfdata_evlist *evlist,
				  const struct perfdata_record *rec);

/** perfdata_show__sample_id() - an object: what the kernel put behind a side-band record. */
void perfdata_show__sample_id(struct out *o, struct perfdata_evlist *evlist,
			      const struct perfdata_record *rec);

/**
 * perfdata_show__attr() - an object of an event's attribute; members that are zero are left out.
 */
void perfdata_show__attr(struct out *o, const struct perfdata_attr *attr);

/**
 * perfdata_show__feature() - a value: what a feature's section, or a FEATURE record's payload,
 * has.
 */
void perfdata_show__feature(struct out *o, unsigned int id, const uint8_t *bytes, size_t len);

/** perfdata_show__hex() - bytes as one word of hexadecimal digits. */
void perfdata_show__hex(struct out *o, const uint8_t *bytes, size_t len);

#endif /* PERF_AUGMENT_PERFDATA_SHOW_H */
