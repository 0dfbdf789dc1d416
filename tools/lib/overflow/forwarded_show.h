/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * forwarded_show.h - what programs forwarded, record by record in the order of time: in text as
 * perf script shows samples, in JSON an object on each line.
 *
 *	forwarded_list__read()		the recording, to its end
 *	forwarded_list__show()
 */
#ifndef PERF_AUGMENT_FORWARDED_SHOW_H
#define PERF_AUGMENT_FORWARDED_SHOW_H

#include "perfdata.h"
#include "sink.h"

struct forwarded_list;

/**
 * struct forwarded_totals - @records: that there are. @damaged: records or features that cannot be
 * understood; left out. @untyped: records whose type the recording does not have, shown as bytes.
 * @lost: records of any kind that were lost while recording.
 */
struct forwarded_totals {
	uint64_t records;
	uint64_t damaged;
	uint64_t untyped;
	uint64_t lost;
};

/** forwarded_list__read() - Return: 0; -ENOMEM; a read error. */
int forwarded_list__read(struct forwarded_list **ret_list, struct perfdata *pd);
void forwarded_list__free(struct forwarded_list *list);

/** forwarded_list__show() - all of them. Return: 0, -ENOMEM, or the sink's error. */
int forwarded_list__show(struct forwarded_list *list, bool json, struct sink *sink);

const struct forwarded_totals *forwarded_list__totals(const struct forwarded_list *list);

#endif /* PERF_AUGMENT_FORWARDED_SHOW_H */
