/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* event_spec_priv.h - the parts of event_spec.h: tables of names, PMUs in sysfs, tracepoints. */
#ifndef PERF_AUGMENT_EVENT_SPEC_PRIV_H
#define PERF_AUGMENT_EVENT_SPEC_PRIV_H

#include "event_spec.h"

/** struct event_text - a part of what was typed. */
struct event_text {
	const char *at;
	size_t len;
};

/** EVENT_TEXT - for a printf with "%.*s". */
#define EVENT_TEXT(t) (int)(t).len, (t).at

static inline bool event_text__is(struct event_text text, const char *word)
{
	return strlen(word) == text.len && !memcmp(word, text.at, text.len);
}

/** event_text__number() - decimal, or hexadecimal behind 0x; the whole text. */
bool event_text__number(struct event_text text, uint64_t *ret_value);

/**
 * event_name__find() - a software, hardware or cache event by one of its names; case matters in
 * none. Return: whether there is such a one; type and config of @attr are set then.
 */
bool event_name__find(struct event_text name, struct perf_event_attr *attr);

/** event_name__nearest() - a name to suggest for one that does not exist, or NULL. */
const char *event_name__nearest(struct event_text name);

/** event_pmu__find() - the PMU's number, from sysfs. Return: 0; -ENOENT. */
int event_pmu__find(struct event_text pmu, uint32_t *ret_type);

/**
 * event_pmu__terms() - apply "event=0x3c,umask=1,period=1000,name=x" to @spec.
 * @pmu: whose formats and events the names are; an empty text: only the terms that all events have.
 * Return: 0; -EINVAL with a sentence in @error; -ENOMEM.
 */
int event_pmu__terms(struct event_spec *spec, struct event_text pmu, struct event_text terms,
		     struct strbuf *error);

/**
 * event_tp__for_each() - the tracepoints that a system and a name, or globs, stand for.
 * @fn: gets each one's id; what it returns but 0 ends the walk.
 * Return: 0; -EINVAL with a sentence in @error; what @fn returned.
 */
int event_tp__for_each(struct event_text system, struct event_text name,
		       int (*fn)(void *ctx, const char *system, const char *name, uint64_t id),
		       void *ctx, struct strbuf *error);

/** event_tp__root() - where tracefs is; NULL when it is not mounted or not ours to read. */
const char *event_tp__root(void);

#endif /* PERF_AUGMENT_EVENT_SPEC_PRIV_H */
