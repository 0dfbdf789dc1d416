/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * perfdata_show_priv.h - features of the header: each function says what the cursor's bytes have, and
 * leaves it cut where they end too early.
 */
#ifndef PERF_AUGMENT_PERFDATA_SHOW_PRIV_H
#define PERF_AUGMENT_PERFDATA_SHOW_PRIV_H

#include "out.h"
#include "perfdata_cursor.h"

/** perfdata_show__more() - whether element @i of @nr follows; the cursor is cut when it should. */
static inline bool perfdata_show__more(struct cursor *c, uint64_t i, uint64_t nr)
{
	if (i < nr && !cursor__left(c))
		c->cut = true;
	return i < nr && !c->cut;
}

/** perfdata_show__string() - a text of perf's headers; @nr of them. */
void perfdata_show__string(struct out *o, struct cursor *c);
void perfdata_show__strings(struct out *o, struct cursor *c, uint32_t nr);

/* Of the machine: perfdata_show_machine.c */
void perfdata_show__nrcpus(struct out *o, struct cursor *c);
void perfdata_show__cpu_topology(struct out *o, struct cursor *c);
void perfdata_show__numa(struct out *o, struct cursor *c);
void perfdata_show__pmu_mappings(struct out *o, struct cursor *c);
void perfdata_show__caches(struct out *o, struct cursor *c);
void perfdata_show__mem_topology(struct out *o, struct cursor *c);
void perfdata_show__caps(struct out *o, struct cursor *c);
void perfdata_show__pmu_caps(struct out *o, struct cursor *c);
void perfdata_show__hybrid_topology(struct out *o, struct cursor *c);
void perfdata_show__cpu_domains(struct out *o, struct cursor *c);

#endif /* PERF_AUGMENT_PERFDATA_SHOW_PRIV_H */
