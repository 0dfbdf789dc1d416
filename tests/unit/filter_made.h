/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* filter_made.h - filters for tests of what the engine and the reader make of an expression. */
#ifndef PERF_AUGMENT_TESTS_FILTER_MADE_H
#define PERF_AUGMENT_TESTS_FILTER_MADE_H

#include "decode_call.h"

#include "filter.h"
#include "filter_engine.h"
#include "select.h"

/** struct made - a compiled filter. */
struct made {
	struct filter *filter;
	struct aug_spec *specs;
	struct filter_program program;
};

static inline void made__init(struct made *m, const char *text)
{
	const struct select all = {};
	struct expr_error error;
	size_t idx;

	m->filter = filter__new(&fake_names);
	m->specs = spec__build_table(&all, SPEC_LIMITS(SPEC_LIMIT_DEFAULT));
	assert_non_null(m->filter);
	assert_non_null(m->specs);
	if (filter__add(m->filter, text, &error) ||
	    filter__compile(m->filter, m->specs, &m->program, &idx, &error))
		fail_msg("%s: %s", text, error.message);
}

static inline void made__free(struct made *m)
{
	filter_program__free(&m->program);
	free(m->specs);
	filter__free(m->filter);
}

/* Of one call, which both sides must judge alike. */
static inline bool keeps(const struct made *m, const struct call *c)
{
	bool open, engine = filter_engine__keeps(&m->program, m->specs, &c->event, &open);
	const bool reader = filter__matches(m->filter, &c->event);

	if (open)
		return engine && reader;
	/* What only the kernel knows holds for the reader. */
	if (engine && !reader)
		fail_msg("the engine keeps a call that the reader does not");
	return engine;
}

#endif /* PERF_AUGMENT_TESTS_FILTER_MADE_H */
