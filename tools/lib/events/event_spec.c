// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* event_spec.c - see event_spec.h: the list, one event of it, and its modifiers. */
#include "event_spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "event_bp.h"
#include "event_spec_priv.h"
#include "util.h"

/* Tracepoints by globs can be many; each is opened on every CPU. */
#define EVENTS_MAX 2048

static void spec__free(struct event_spec *spec)
{
	free(spec->name);
	free(spec->tracepoint);
	free(spec->tracepoint_name);
	free(spec->group);
}

void event_specs__free(struct event_specs *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		spec__free(&list->specs[i]);
	free(list->specs);
	*list = (struct event_specs){};
}

size_t event_specs__members(const struct event_specs *list, size_t idx)
{
	size_t nr = 1;

	while (idx + nr < list->nr && list->specs[idx + nr].to_leader == nr)
		nr++;
	return nr;
}

bool event_spec__is(const struct event_spec *spec, uint32_t type, uint64_t config)
{
	return spec->attr.type == type && spec->attr.config == config;
}

bool event_attr__is_clock(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && (attr->config == PERF_COUNT_SW_CPU_CLOCK ||
						    attr->config == PERF_COUNT_SW_TASK_CLOCK);
}

bool event_text__number(struct event_text text, uint64_t *ret_value)
{
	char digits[24], *end;

	if (!text.len || text.len >= sizeof(digits) || !isdigit((unsigned char)text.at[0]))
		return false;
	memcpy(digits, text.at, text.len);
	digits[text.len] = '\0';
	errno = 0;
	*ret_value = strtoull(digits, &end, 0);
	return !errno && !*end;
}

/* Takes over what @spec owns, also on failure. */
static int add(struct event_specs *list, struct event_spec *spec, struct strbuf *error)
{
	struct event_spec *specs = NULL;

	if (list->nr >= EVENTS_MAX) {
		strbuf__addf(error, "more than %d events", EVENTS_MAX);
		spec__free(spec);
		return -EINVAL;
	}
	if (spec->name)
		specs = reallocarray(list->specs, list->nr + 1, sizeof(*specs));
	if (!specs) {
		spec__free(spec);
		return -ENOMEM;
	}
	list->specs = specs;
	list->specs[list->nr++] = *spec;
	return 0;
}

/** struct modifiers - what stands behind the last colon. */
struct modifiers {
	bool user, kernel, hypervisor;
	bool guest, host;
	bool idle, pinned, exclusive, precise_max, sample_read;
	unsigned int precise;
};

static int take_modifier(struct modifiers *m, char c)
{
	switch (c) {
	case 'u':
		m->user = true;
		return 0;
	case 'k':
		m->kernel = true;
		return 0;
	case 'h':
		m->hypervisor = true;
		return 0;
	case 'G':
		m->guest = true;
		return 0;
	case 'H':
		m->host = true;
		return 0;
	case 'I':
		m->idle = true;
		return 0;
	case 'D':
		m->pinned = true;
		return 0;
	case 'e':
		m->exclusive = true;
		return 0;
	case 'P':
		m->precise_max = true;
		return 0;
	case 'S':
		m->sample_read = true;
		return 0;
	case 'p':
		return ++m->precise > 3 ? -EINVAL : 0;
	}
	return -EINVAL;
}

/* Those of a group come on top of those that a member has. */
static void apply_modifiers(struct event_spec *spec, const struct modifiers *m)
{
	struct perf_event_attr *attr = &spec->attr;

	if (m->user || m->kernel || m->hypervisor) {
		if (!attr->exclude_user && !attr->exclude_kernel && !attr->exclude_hv)
			attr->exclude_user = attr->exclude_kernel = attr->exclude_hv = 1;
		attr->exclude_user &= !m->user;
		attr->exclude_kernel &= !m->kernel;
		attr->exclude_hv &= !m->hypervisor;
	}
	if (m->guest || m->host) {
		if (!attr->exclude_guest && !attr->exclude_host)
			attr->exclude_guest = attr->exclude_host = 1;
		attr->exclude_guest &= !m->guest;
		attr->exclude_host &= !m->host;
	}
	spec->has_guest |= m->guest || m->host;
	attr->exclude_idle |= m->idle;
	/* A group stands and falls with its leader. */
	attr->pinned |= m->pinned && !spec->to_leader;
	attr->exclusive |= m->exclusive && !spec->to_leader;
	attr->precise_ip = MAX(attr->precise_ip, m->precise_max ? 3 : m->precise);
	spec->precise_max |= m->precise_max;
	spec->sample_read |= m->sample_read;
}

static int parse_modifiers(struct modifiers *m, struct event_text event, struct event_text text,
			   struct strbuf *error)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (!take_modifier(m, text.at[i]))
			continue;
		strbuf__addf(error,
			     "'%c' in '%.*s' is not a modifier: u user, k kernel, h hypervisor, G "
			     "guest, H host, I not idle, D pinned, e exclusive, p to ppp and P "
			     "precise, S counts of the group",
			     isprint((unsigned char)text.at[i]) ? text.at[i] : '?',
			     EVENT_TEXT(event));
		return -EINVAL;
	}
	return 0;
}

/* What follows the event itself: nothing, or (behind an optional colon) modifiers. */
static int finish_event(struct event_specs *list, struct event_spec *spec, struct event_text event,
			struct event_text rest, struct strbuf *error)
{
	struct modifiers m = {};
	int err;

	if (rest.len && rest.at[0] == ':') {
		rest.at++;
		rest.len--;
	}
	err = parse_modifiers(&m, event, rest, error);
	if (err) {
		spec__free(spec);
		return err;
	}
	apply_modifiers(spec, &m);
	if (!spec->name)
		spec->name = strndup(event.at, event.len);
	return add(list, spec, error);
}

static struct event_text from(struct event_text text, size_t offset)
{
	return (struct event_text){ .at = text.at + offset, .len = text.len - offset };
}

static int parse_breakpoint(struct event_specs *list, struct event_text event, struct strbuf *error)
{
	struct event_spec spec = {};
	size_t used;
	int err = event_bp__parse(event.at, event.len, &spec.attr, &used, error);

	if (err)
		return err;
	if (used < event.len && event.at[used] != ':') {
		strbuf__addf(error, "'%.*s' behind the breakpoint '%.*s' is not understood",
			     EVENT_TEXT(from(event, used)), (int)used, event.at);
		return -EINVAL;
	}
	spec.attr.sample_period = 1;
	return finish_event(list, &spec, event, from(event, used), error);
}

static int unknown_event(struct event_text name, struct strbuf *error)
{
	const char *nearest = event_name__nearest(name);

	strbuf__addf(error, "'%.*s' is not an event", EVENT_TEXT(name));
	if (nearest)
		strbuf__addf(error, "; did you mean %s?", nearest);
	else
		strbuf__adds(error, ": cpu-clock, page-faults, cycles and the like, rNNN, "
				    "PMU/TERMS/, SYSTEM:TRACEPOINT, mem:0xADDR:w");
	return -EINVAL;
}

/* NAME/TERMS/MODIFIERS, where NAME is a PMU's or an event's. */
static int parse_with_terms(struct event_specs *list, struct event_text event, size_t slash,
			    struct strbuf *error)
{
	const struct event_text name = { .at = event.at, .len = slash };
	struct event_text terms = from(event, slash + 1), pmu = {};
	const char *end = memchr(terms.at, '/', terms.len);
	struct event_spec spec = {};
	uint32_t type;
	int err;

	if (!end) {
		strbuf__addf(error, "'%.*s': the second / is missing", EVENT_TEXT(event));
		return -EINVAL;
	}
	terms.len = (size_t)(end - terms.at);
	if (!event_pmu__find(name, &type)) {
		spec.attr.type = type;
		pmu = name;
	} else if (!event_name__find(name, &spec.attr)) {
		strbuf__addf(error,
			     "'%.*s' is neither a PMU of this machine nor an event; "
			     "/sys/bus/event_source/devices lists the PMUs",
			     EVENT_TEXT(name));
		return -EINVAL;
	}
	err = event_pmu__terms(&spec, pmu, terms, error);
	if (err) {
		spec__free(&spec);
		return err;
	}
	return finish_event(list, &spec, event, from(event, (size_t)(end - event.at) + 1), error);
}

struct tracepoints {
	struct event_specs *list;
	struct event_text event;
	struct event_text modifiers;
	struct strbuf *error;
};

static int add_tracepoint(void *ctx, const char *system, const char *name, uint64_t id)
{
	struct tracepoints *t = ctx;
	struct event_spec spec = {
		.attr = { .type = PERF_TYPE_TRACEPOINT, .config = id, .sample_period = 1 },
	};

	spec.tracepoint = strdup(system);
	spec.tracepoint_name = strdup(name);
	if (!spec.tracepoint || !spec.tracepoint_name ||
	    asprintf(&spec.name, "%s:%s", system, name) < 0) {
		spec.name = NULL;
		spec__free(&spec);
		return -ENOMEM;
	}
	return finish_event(t->list, &spec, t->event, t->modifiers, t->error);
}

/* SYSTEM:NAME[:MODIFIERS] */
static int parse_tracepoint(struct event_specs *list, struct event_text event, size_t colon,
			    struct strbuf *error)
{
	struct event_text name = from(event, colon + 1);
	const char *end = memchr(name.at, ':', name.len);
	struct tracepoints t = { .list = list, .event = event, .error = error };

	if (end) {
		t.modifiers = from(name, (size_t)(end - name.at));
		name.len = (size_t)(end - name.at);
	}
	return event_tp__for_each((struct event_text){ .at = event.at, .len = colon }, name,
				  add_tracepoint, &t, error);
}

/* rHEX. */
static bool is_raw(struct event_text name, uint64_t *ret_config)
{
	char digits[17], *end;

	if (name.len < 2 || name.len > sizeof(digits) || name.at[0] != 'r')
		return false;
	memcpy(digits, name.at + 1, name.len - 1);
	digits[name.len - 1] = '\0';
	*ret_config = strtoull(digits, &end, 16);
	return !*end && isxdigit((unsigned char)digits[0]);
}

/* TYPE:CONFIG, both numbers. Return: how many bytes, 0 when it is not. */
static size_t numeric_event(struct event_text event, size_t colon, struct perf_event_attr *attr)
{
	struct event_text config = from(event, colon + 1);
	const char *end = memchr(config.at, ':', config.len);
	uint64_t type, value;

	if (end)
		config.len = (size_t)(end - config.at);
	if (!event_text__number((struct event_text){ .at = event.at, .len = colon }, &type) ||
	    !event_text__number(config, &value) || type > UINT32_MAX)
		return 0;
	attr->type = (uint32_t)type;
	attr->config = value;
	return colon + 1 + config.len;
}

static int parse_event(struct event_specs *list, struct event_text event, struct strbuf *error)
{
	const char *slash = memchr(event.at, '/', event.len);
	const char *colon = memchr(event.at, ':', event.len);
	struct event_text name = event;
	struct event_spec spec = {};
	uint64_t raw;
	size_t used;

	if (event.len >= 4 && !memcmp(event.at, "mem:", 4))
		return parse_breakpoint(list, event, error);
	if (slash)
		return parse_with_terms(list, event, (size_t)(slash - event.at), error);
	if (colon)
		name.len = (size_t)(colon - event.at);
	if (event_name__find(name, &spec.attr))
		return finish_event(list, &spec, event, from(event, name.len), error);
	if (is_raw(name, &raw)) {
		spec.attr.type = PERF_TYPE_RAW;
		spec.attr.config = raw;
		return finish_event(list, &spec, event, from(event, name.len), error);
	}
	if (!colon)
		return unknown_event(name, error);
	used = numeric_event(event, name.len, &spec.attr);
	if (used)
		return finish_event(list, &spec, event, from(event, used), error);
	return parse_tracepoint(list, event, name.len, error);
}

/* Up to the next comma, or end of a group, that is not between slashes. */
static size_t event_len(struct event_text text)
{
	const bool is_breakpoint = text.len >= 4 && !memcmp(text.at, "mem:", 4);
	bool in_terms = false;
	size_t i;

	for (i = 0; i < text.len; i++) {
		/* The slash of mem:ADDR/LEN stands alone. */
		if (text.at[i] == '/' && !is_breakpoint)
			in_terms = !in_terms;
		else if (!in_terms && (text.at[i] == ',' || text.at[i] == '{' || text.at[i] == '}'))
			break;
	}
	return i;
}

static int parse_event_alone(struct event_specs *list, struct event_text text, size_t len,
			     struct strbuf *error)
{
	if (!len) {
		strbuf__adds(error, text.len && text.at[0] == '{' ? "a group has no groups in it"
								  : "an event's name is missing");
		return -EINVAL;
	}
	text.len = len;
	return parse_event(list, text, error);
}

/* Events up to the end, or up to a brace. @ret_len: what they take. */
static int parse_events(struct event_specs *list, struct event_text text, size_t *ret_len,
			struct strbuf *error)
{
	struct event_text event;
	size_t at = 0;
	int err;

	for (;;) {
		event = from(text, at);
		at += event_len(event);
		err = parse_event_alone(list, event, event_len(event), error);
		*ret_len = at;
		if (err || at == text.len || text.at[at] != ',')
			return err;
		at++;
	}
}

static int end_group(struct event_specs *list, size_t first, const struct modifiers *m,
		     struct event_text name)
{
	size_t i;

	for (i = first; i < list->nr; i++) {
		struct event_spec *spec = &list->specs[i];

		spec->to_leader = (uint32_t)(i - first);
		if (spec->to_leader)
			spec->attr.pinned = spec->attr.exclusive = 0;
		apply_modifiers(spec, m);
	}
	if (!name.len)
		return 0;
	list->specs[first].group = strndup(name.at, name.len);
	return list->specs[first].group ? 0 : -ENOMEM;
}

/* [NAME]{EVENT,...}[:MODIFIERS], of which @name_len bytes are the name. */
static int parse_group(struct event_specs *list, struct event_text text, size_t name_len,
		       size_t *ret_len, struct strbuf *error)
{
	struct event_text rest = from(text, name_len + 1), modifiers;
	const size_t first = list->nr;
	struct modifiers m = {};
	size_t len = 0;
	int err = parse_events(list, rest, &len, error);

	if (err)
		return err;
	rest = from(rest, len);
	if (!rest.len || rest.at[0] != '}') {
		strbuf__addf(error,
			     rest.len ? "'%.*s': a group has no groups in it"
				      : "'%.*s': the } of the group is missing",
			     EVENT_TEXT(text));
		return -EINVAL;
	}
	modifiers = rest = from(rest, 1);
	modifiers.len = event_len(rest);
	*ret_len = text.len - rest.len + modifiers.len;
	if (modifiers.len && modifiers.at[0] != ':') {
		strbuf__addf(error, "'%.*s' behind a group is not understood",
			     EVENT_TEXT(modifiers));
		return -EINVAL;
	}
	if (modifiers.len)
		modifiers = from(modifiers, 1);
	err = parse_modifiers(&m, text, modifiers, error);
	return err ? err : end_group(list, first, &m, (struct event_text){ text.at, name_len });
}

int event_specs__parse(struct event_specs *list, const char *spelled, struct strbuf *error)
{
	struct event_text text = { .at = spelled, .len = strlen(spelled) };
	size_t len;
	int err;

	for (;;) {
		len = event_len(text);
		if (len < text.len && text.at[len] == '{')
			err = parse_group(list, text, len, &len, error);
		else
			err = parse_event_alone(list, text, len, error);
		if (err || len == text.len)
			return err;
		if (text.at[len] != ',') {
			strbuf__addf(error, "'%.*s' is not understood here",
				     EVENT_TEXT(from(text, len)));
			return -EINVAL;
		}
		text = from(text, len + 1);
	}
}
