// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * event_pmu.c - see event_spec_priv.h: PMUs by name and the terms between slashes, from sysfs: a
 * format says where in config a term's bits go, an event is a list of such terms.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event_spec_priv.h"
#include "util.h"

#define PMU_DIR "/sys/bus/event_source/devices"
/* An event of sysfs is made of terms, not of events again. */
#define MAX_DEPTH 1

/* A small file of a PMU, without its line end. Return: 0, -ENOENT. */
static int read_file(struct event_text pmu, const char *dir, struct event_text name, char *buf,
		     size_t size)
{
	FILE *f __cleanup_fclose = NULL;
	char path[256];
	int n;

	if (!pmu.len || !name.len || pmu.at[0] == '.' || name.at[0] == '.' ||
	    memchr(pmu.at, '/', pmu.len) || memchr(name.at, '/', name.len))
		return -ENOENT;
	n = snprintf(path, sizeof(path), PMU_DIR "/%.*s/%s%.*s", EVENT_TEXT(pmu), dir,
		     EVENT_TEXT(name));
	if (n < 0 || (size_t)n >= sizeof(path))
		return -ENOENT;
	f = fopen(path, "re");
	if (!f || !fgets(buf, (int)size, f))
		return -ENOENT;
	buf[strcspn(buf, "\n")] = '\0';
	return 0;
}

int event_pmu__find(struct event_text pmu, uint32_t *ret_type)
{
	const struct event_text file = { .at = "type", .len = 4 };
	char buf[32];
	int err = read_file(pmu, "", file, buf, sizeof(buf));

	if (!err)
		*ret_type = (uint32_t)strtoul(buf, NULL, 10);
	return err;
}

/* Bits low to high of @value into those of @word that "0-7,32-35" names. */
static uint64_t spread(uint64_t word, const char *ranges, uint64_t *value)
{
	unsigned int low, high, bit;
	char *end;

	while (*ranges) {
		low = (unsigned int)strtoul(ranges, &end, 10);
		high = *end == '-' ? (unsigned int)strtoul(end + 1, &end, 10) : low;
		for (bit = low; bit <= high && bit < 64; bit++) {
			word = (word & ~(1ULL << bit)) | (*value & 1) << bit;
			*value >>= 1;
		}
		if (*end != ',')
			break;
		ranges = end + 1;
	}
	return word;
}

/* "config:0-7,32-35" with a value. */
static int apply_format(struct perf_event_attr *attr, struct event_text name, const char *format,
			uint64_t value, struct strbuf *error)
{
	const char *ranges = strchr(format, ':');
	const uint64_t wanted = value;

	if (!ranges) {
		strbuf__addf(error, "the PMU's format of '%.*s' is not understood",
			     EVENT_TEXT(name));
		return -EINVAL;
	}
	if (!strncmp(format, "config1:", 8)) {
		attr->config1 = spread(attr->config1, ranges + 1, &value);
	} else if (!strncmp(format, "config2:", 8)) {
		attr->config2 = spread(attr->config2, ranges + 1, &value);
	} else if (!strncmp(format, "config:", 7)) {
		attr->config = spread(attr->config, ranges + 1, &value);
	} else {
		strbuf__addf(error, "term '%.*s' goes to '%s', which is not supported",
			     EVENT_TEXT(name), format);
		return -EINVAL;
	}
	if (value) {
		strbuf__addf(error, "term '%.*s' has no room for %#" PRIx64, EVENT_TEXT(name),
			     wanted);
		return -EINVAL;
	}
	return 0;
}

/* Terms that every event may have. Return: 1 when it was one, 0, -EINVAL, -ENOMEM. */
static int apply_common(struct event_spec *spec, struct event_text name, struct event_text value,
			bool has_value, struct strbuf *error)
{
	struct perf_event_attr *attr = &spec->attr;
	char *copy;
	uint64_t nr = 0;

	if (event_text__is(name, "name") && has_value) {
		copy = strndup(value.at, value.len);
		if (!copy)
			return -ENOMEM;
		free(spec->name);
		spec->name = copy;
		return 1;
	}
	if (!event_text__is(name, "config") && !event_text__is(name, "config1") &&
	    !event_text__is(name, "config2") && !event_text__is(name, "period") &&
	    !event_text__is(name, "freq"))
		return 0;
	if (!has_value || !event_text__number(value, &nr)) {
		strbuf__addf(error, "term '%.*s' needs a number", EVENT_TEXT(name));
		return -EINVAL;
	}
	if (event_text__is(name, "config")) {
		attr->config = nr;
	} else if (event_text__is(name, "config1")) {
		attr->config1 = nr;
	} else if (event_text__is(name, "config2")) {
		attr->config2 = nr;
	} else {
		spec->has_period = true;
		attr->freq = event_text__is(name, "freq");
		attr->sample_period = nr;
		if (!nr) {
			strbuf__addf(error, "term '%.*s' cannot be 0", EVENT_TEXT(name));
			return -EINVAL;
		}
	}
	return 1;
}

static int apply_terms(struct event_spec *spec, struct event_text pmu, struct event_text terms,
		       unsigned int depth, struct strbuf *error);

static int unknown_term(struct event_text pmu, struct event_text name, struct strbuf *error)
{
	if (pmu.len)
		strbuf__addf(error,
			     "PMU %.*s has no term '%.*s'; " PMU_DIR "/%.*s/format and events list "
			     "them, and all have config, config1, config2, name, period and freq",
			     EVENT_TEXT(pmu), EVENT_TEXT(name), EVENT_TEXT(pmu));
	else
		strbuf__addf(error,
			     "'%.*s' is not a term of this event: it may have config, config1, "
			     "config2, name, period and freq",
			     EVENT_TEXT(name));
	return -EINVAL;
}

static int apply_term(struct event_spec *spec, struct event_text pmu, struct event_text term,
		      unsigned int depth, struct strbuf *error)
{
	const char *equals = memchr(term.at, '=', term.len);
	struct event_text name = term, value = {};
	uint64_t nr = 1;
	char buf[512];
	int err;

	if (equals) {
		name.len = (size_t)(equals - term.at);
		value = (struct event_text){ .at = equals + 1, .len = term.len - name.len - 1 };
	}
	err = apply_common(spec, name, value, equals, error);
	if (err)
		return err < 0 ? err : 0;
	if (!read_file(pmu, "format/", name, buf, sizeof(buf))) {
		if (equals && !event_text__number(value, &nr)) {
			strbuf__addf(error, "'%.*s' is not a number, for term '%.*s'",
				     EVENT_TEXT(value), EVENT_TEXT(name));
			return -EINVAL;
		}
		return apply_format(&spec->attr, name, buf, nr, error);
	}
	if (!equals && depth < MAX_DEPTH && !read_file(pmu, "events/", name, buf, sizeof(buf)))
		return apply_terms(spec, pmu, (struct event_text){ .at = buf, .len = strlen(buf) },
				   depth + 1, error);
	return unknown_term(pmu, name, error);
}

static int apply_terms(struct event_spec *spec, struct event_text pmu, struct event_text terms,
		       unsigned int depth, struct strbuf *error)
{
	const char *comma;
	struct event_text term;
	int err = 0;

	while (terms.len && !err) {
		comma = memchr(terms.at, ',', terms.len);
		term = terms;
		if (comma)
			term.len = (size_t)(comma - terms.at);
		err = apply_term(spec, pmu, term, depth, error);
		term.len += comma ? 1 : 0;
		terms.at += term.len;
		terms.len -= term.len;
	}
	return err;
}

int event_pmu__terms(struct event_spec *spec, struct event_text pmu, struct event_text terms,
		     struct strbuf *error)
{
	return apply_terms(spec, pmu, terms, 0, error);
}
