// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* tp_select.c - see tp_select.h. */
#include "tp_select.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tracefs.h"
#include "util.h"

/* ---- elements ---- */

static int bad_term(const char *element, size_t len, const char *term, size_t term_len,
		    struct strbuf *error)
{
	strbuf__addf(error,
		     "'%.*s': '%.*s' is not a term of a tracepoint: nr=N shows the first N of it "
		     "(N above 0)",
		     (int)len, element, (int)term_len, term);
	return -EINVAL;
}

static bool read_nr(const char *term, size_t len, uint64_t *ret_nr)
{
	char digits[24];
	char *end;

	if (len < 4 || len - 3 >= sizeof(digits) || memcmp(term, "nr=", 3) ||
	    !isdigit((unsigned char)term[3]))
		return false;
	memcpy(digits, term + 3, len - 3);
	digits[len - 3] = '\0';
	errno = 0;
	*ret_nr = strtoull(digits, &end, 0);
	return !errno && !*end && *ret_nr;
}

/* "nr=1,nr=2" between the slashes. */
static int parse_terms(const char *element, size_t len, const char *terms, size_t terms_len,
		       struct tp_wish *wish, struct strbuf *error)
{
	const char *end = terms + terms_len, *next;

	for (;; terms = next + 1) {
		next = memchr(terms, ',', (size_t)(end - terms)) ?: end;
		if (!read_nr(terms, (size_t)(next - terms), &wish->max_events))
			return bad_term(element, len, terms, (size_t)(next - terms), error);
		if (next == end)
			return 0;
	}
}

static int parse_pattern(const char *element, size_t len, struct tp_pattern *pattern,
			 struct strbuf *error)
{
	const char *slash = memchr(element, '/', len);
	int err;

	if (slash) {
		const char *terms = slash + 1;
		const size_t left = len - (size_t)(terms - element);

		if (!left || terms[left - 1] != '/') {
			strbuf__addf(error, "'%.*s': the second / is missing, or is not the end",
				     (int)len, element);
			return -EINVAL;
		}
		err = parse_terms(element, len, terms, left - 1, &pattern->wish, error);
		if (err)
			return err;
		len = (size_t)(slash - element);
	}
	pattern->glob = strndup(element, len);
	return pattern->glob ? 0 : -ENOMEM;
}

static int exclude(struct tp_select *sel, const char *glob, size_t len)
{
	char **all = reallocarray(sel->excluded, sel->nr_excluded + 1, sizeof(*all));

	if (!all)
		return -ENOMEM;
	sel->excluded = all;
	all[sel->nr_excluded] = strndup(glob, len);
	if (!all[sel->nr_excluded])
		return -ENOMEM;
	sel->nr_excluded++;
	return 0;
}

int tp_select__add(struct tp_select *sel, const char *element, size_t len, struct strbuf *error)
{
	struct tp_pattern *all, pattern = {};
	int err;

	if (*element == '!')
		return exclude(sel, element + 1, len - 1);
	all = reallocarray(sel->patterns, sel->nr_patterns + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	sel->patterns = all;
	err = parse_pattern(element, len, &pattern, error);
	if (!err)
		all[sel->nr_patterns++] = pattern;
	return err;
}

void tp_select__begin_list(struct tp_select *sel)
{
	sel->nr_before = sel->nr_patterns;
}

static int add_filter(struct tp_wish *wish, const char *expression)
{
	char *both = NULL;

	if (asprintf(&both, wish->filter ? "(%s) && (%s)" : "%s%s", wish->filter ?: "",
		     expression) < 0)
		return -ENOMEM;
	free(wish->filter);
	wish->filter = both;
	return 0;
}

int tp_select__filter(struct tp_select *sel, const char *expression)
{
	size_t i;
	int err = sel->nr_before < sel->nr_patterns ? 0 : -EINVAL;

	for (i = sel->nr_before; i < sel->nr_patterns && !err; i++)
		err = add_filter(&sel->patterns[i].wish, expression);
	return err;
}

/* ---- which there are ---- */

static bool is_excluded(const struct tp_select *sel, const char *name)
{
	size_t i;

	for (i = 0; i < sel->nr_excluded; i++) {
		if (!fnmatch(sel->excluded[i], name, 0))
			return true;
	}
	return false;
}

static int choose(struct tp_select *sel, const char *name, const struct tp_wish *wish)
{
	struct tp_chosen *all;
	size_t i;

	for (i = 0; i < sel->nr_chosen; i++) {
		if (!strcmp(sel->chosen[i].name, name)) {
			sel->chosen[i].wish = wish;
			return 0;
		}
	}
	all = reallocarray(sel->chosen, sel->nr_chosen + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	sel->chosen = all;
	all[sel->nr_chosen] = (struct tp_chosen){ .name = strdup(name), .wish = wish };
	if (!all[sel->nr_chosen].name)
		return -ENOMEM;
	sel->nr_chosen++;
	return 0;
}

static int take_pattern(struct tp_select *sel, const struct tp_pattern *pattern,
			struct strbuf *error)
{
	struct tp_names found;
	size_t i;
	int err = tracefs__match(pattern->glob, &found, error);

	for (i = 0; i < found.nr && !err; i++) {
		if (!is_excluded(sel, found.names[i]))
			err = choose(sel, found.names[i], &pattern->wish);
	}
	tp_names__free(&found);
	return err;
}

int tp_select__find(struct tp_select *sel, struct strbuf *error)
{
	size_t i;
	int err = 0;

	for (i = 0; i < sel->nr_patterns && !err; i++)
		err = take_pattern(sel, &sel->patterns[i], error);
	return err;
}

void tp_select__free(struct tp_select *sel)
{
	while (sel->nr_chosen)
		free(sel->chosen[--sel->nr_chosen].name);
	free(sel->chosen);
	while (sel->nr_patterns) {
		free(sel->patterns[--sel->nr_patterns].glob);
		free(sel->patterns[sel->nr_patterns].wish.filter);
	}
	free(sel->patterns);
	while (sel->nr_excluded)
		free(sel->excluded[--sel->nr_excluded]);
	free(sel->excluded);
	*sel = (struct tp_select){};
}
