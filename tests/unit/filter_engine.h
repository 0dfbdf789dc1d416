/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_engine.h - what bpf-progs/filter*.bpf.h do with a compiled filter, in C, for tests: on a call
 * whose strings are in its payloads, of a task that is root's in the group 77.
 */
#ifndef PERF_AUGMENT_TEST_FILTER_ENGINE_H
#define PERF_AUGMENT_TEST_FILTER_ENGINE_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "spec.h"

#define FAKE_GROUP 77

static inline int fake_cgroup(const char *path, struct cgroup *ret)
{
	*ret = (struct cgroup){ .id = FAKE_GROUP, .level = 2 };
	return strcmp(path, "/a/b") ? -ENOENT : 0;
}

static inline int fake_user_id(const char *name, bool group, uint32_t *ret)
{
	*ret = group ? 5 : 0;
	return strcmp(name, group ? "tty" : "root") ? -ENOENT : 0;
}

static const struct filter_names fake_names = { .cgroup = fake_cgroup, .user_id = fake_user_id };

static inline bool engine_glob(const struct glob_machine *g, const char *text, size_t len)
{
	uint64_t states = 1 | (g->stars & 1) << 1;

	for (size_t i = 0; i < len && text[i]; i++) {
		states = (states & g->next[(unsigned char)text[i]]) << 1 | (states & g->stars);
		states |= (states & g->stars) << 1;
	}
	return states & g->accept;
}

static inline bool engine_text(const struct filter_program *p, const struct filter_text *text,
			       const struct event *event)
{
	const struct filter_pattern *pattern;
	const struct payload *data = event__entry(event, text->arg);

	if (text->arg >= AUG_MAX_ARGS)
		abort();
	/* Descriptors: no event here has arrays of them. */
	if (text->source == FILTER_POLL_FD || text->source == FILTER_FD_SET_FD)
		return false;
	if (text->pattern >= p->nr_patterns)
		abort();
	if (!data || text->source != FILTER_STRING)
		return false;
	pattern = &p->patterns[text->pattern];
	if (pattern->how == FILTER_GLOB && pattern->len >= p->nr_globs)
		abort();
	if (pattern->how == FILTER_GLOB)
		return engine_glob(&p->globs[pattern->len], (const char *)data->data, data->len);
	if (pattern->how == FILTER_WHOLE ? data->len != pattern->len : data->len < pattern->len)
		return false;
	return !memcmp(data->data, pattern->bytes, pattern->len);
}

static inline uint64_t engine_field(const struct filter_program *p, unsigned int field,
				    const struct event *event, uint32_t texts)
{
	const struct aug_record *rec = event->rec;

	if (field < FILTER_F_TEXT && !(p->config.fields & 1ULL << field))
		abort();
	if (field < AUG_MAX_ARGS)
		return rec->args[field];
	if (field >= FILTER_F_TEXT)
		return texts >> (field - FILTER_F_TEXT) & 1;
	if (field >= FILTER_F_COMM)
		return engine_glob(&p->globs[p->config.comms[field - FILTER_F_COMM]], rec->comm,
				   sizeof(rec->comm));
	switch (field) {
	case FILTER_F_RET:
		return (uint64_t)rec->ret;
	case FILTER_F_ERRNO:
		return rec->ret < 0 && rec->ret >= -4095 ? (uint64_t)-rec->ret : 0;
	case FILTER_F_DURATION:
		return rec->time_ns - rec->enter_ns;
	case FILTER_F_PID:
		return rec->pid;
	case FILTER_F_TID:
		return rec->tid;
	case FILTER_F_UID:
	case FILTER_F_GID:
		return 0;
	}
	return FAKE_GROUP;
}

static inline uint64_t engine_extend(uint64_t value, bool is_32, bool is_signed)
{
	return !is_32 ? value : is_signed ? (uint64_t)(int64_t)(int32_t)value : (uint32_t)value;
}

static inline bool engine_test(const struct filter_program *p, const struct filter_test *t,
			       const struct event *event, uint32_t texts)
{
	const bool as = t->flags & FILTER_A_SIGNED, bs = t->flags & FILTER_B_SIGNED;
	uint64_t a = engine_field(p, t->a, event, texts), b = t->imm;
	__int128 x, y;

	a = engine_extend(a, t->flags & FILTER_A_32, as) & t->mask;
	if (t->flags & FILTER_B_FIELD)
		b = engine_extend(engine_field(p, t->b, event, texts), t->flags & FILTER_B_32, bs);
	x = as ? (__int128)(int64_t)a : (__int128)a;
	y = bs ? (__int128)(int64_t)b : (__int128)b;
	switch (t->op) {
	case FILTER_EQ:
		return x == y;
	case FILTER_NE:
		return x != y;
	case FILTER_LT:
		return x < y;
	case FILTER_LE:
		return x <= y;
	case FILTER_GT:
		return x > y;
	case FILTER_GE:
		return x >= y;
	}
	abort();
}

static inline bool engine_stage(const struct filter_program *p, const struct filter_stage *stage,
				const struct event *event, uint32_t texts)
{
	unsigned int next = 0, target;

	if (stage->nr > FILTER_MAX_TESTS || stage->first + stage->nr > p->nr_tests)
		abort();
	while (next < stage->nr) {
		const struct filter_test *t = &p->tests[stage->first + next];

		target = engine_test(p, t, event, texts) ? t->on_true : t->on_false;
		if (target < FILTER_DROP && (target <= next || target >= stage->nr))
			abort(); /* jumps go forward, and end in the stage */
		next = target;
	}
	return next != FILTER_DROP;
}

/* The first look at a string, which must not say no to one that matches. */
static inline bool engine_look(const struct filter_quick *quick, const struct payload *data)
{
	uint64_t words[2] = {};

	memcpy(words, data->data, data->len < sizeof(words) ? data->len : sizeof(words));
	return !((words[0] ^ quick->head[0]) & quick->mask[0]) &&
	       !((words[1] ^ quick->head[1]) & quick->mask[1]);
}

/* The same at its end. */
static inline bool engine_look_tail(const struct filter_quick *quick, const struct payload *data)
{
	const size_t len = strnlen((const char *)data->data, data->len);
	const size_t nr = len < sizeof(uint64_t) ? len : sizeof(uint64_t);
	uint64_t last = 0;

	memcpy((uint8_t *)&last + sizeof(last) - nr, data->data + len - nr, nr);
	return !((last ^ quick->head[0]) & quick->mask[0]);
}

/* Return: whether a first look drops the call. */
static inline bool engine_drops(const struct filter_spec *spec, const struct event *event)
{
	if (!spec->nr_quick)
		return false;
	if (spec->nr_quick != spec->nr_texts || spec->nr_quick > FILTER_MAX_QUICK)
		abort();
	for (unsigned int i = 0; i < spec->nr_quick; i++) {
		const struct payload *data = event__entry(event, spec->texts[i].arg);

		if (spec->texts[i].source != FILTER_STRING || !data)
			continue;
		if (spec->by_tail >> i & 1 ? engine_look_tail(&spec->quick[i], data)
					   : engine_look(&spec->quick[i], data))
			return false;
	}
	return true;
}

/* The filter that all calls share, or all of 64-bit callers, is that of each. */
static inline void engine_check_common(const struct filter_program *p,
				       const struct filter_spec *spec, unsigned int abi)
{
	const struct filter_common *common = &p->config.common;

	if (!common->is_set || (common->is_native && abi != AUG_ABI_NATIVE))
		return;
	if (common->open != spec->open)
		abort();
	for (unsigned int i = 0; i < FILTER_NR_STAGES; i++) {
		if (i == FILTER_BY_TEXTS)
			continue;
		if (common->nr[i] != spec->stages[i].nr)
			abort();
		if (common->nr[i] && memcmp(common->tests[i], p->tests + spec->stages[i].first,
					    common->nr[i] * sizeof(*p->tests)))
			abort();
	}
}

/** filter_engine__keeps() - what the engine makes of the call; @ret_open: the reader decides too. */
static inline bool filter_engine__keeps(const struct filter_program *p,
					const struct aug_spec *specs, const struct event *event,
					bool *ret_open)
{
	const unsigned int idx = spec__index(event->rec->abi, event->rec->nr);
	const struct filter_spec *spec = &p->specs[idx];
	uint32_t texts = 0;

	*ret_open = spec->open & FILTER_OPEN_USER;
	if (!(specs[idx].flags & AUG_S_TRACED))
		return false;
	engine_check_common(p, spec, event->rec->abi);
	if (spec->nr_texts > FILTER_MAX_TEXTS)
		abort();
	if (spec->stages[FILTER_BY_REGISTERS].nr > FILTER_QUICK_TESTS)
		abort();
	for (unsigned int i = 0; i < spec->nr_texts; i++)
		texts |= (uint32_t)engine_text(p, &spec->texts[i], event) << i;
	if (texts && engine_drops(spec, event))
		abort();
	for (unsigned int i = 0; i < FILTER_NR_STAGES; i++) {
		if (!engine_stage(p, &spec->stages[i], event, texts))
			return false;
	}
	return true;
}

#endif /* PERF_AUGMENT_TEST_FILTER_ENGINE_H */
