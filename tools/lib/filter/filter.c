// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* filter.c - expressions of a filter, and what names stand for on this machine; see filter.h. */
#include "filter.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filter_priv.h"
#include "util.h"

static int find_user_id(const char *name, bool group, uint32_t *ret_id)
{
	const struct passwd *user = group ? NULL : getpwnam(name);
	const struct group *gr = group ? getgrnam(name) : NULL;

	if (!user && !gr)
		return -ENOENT;
	*ret_id = user ? user->pw_uid : gr->gr_gid;
	return 0;
}

const struct filter_names filter_machine_names = {
	.cgroup = cgroup__find,
	.user_id = find_user_id,
};

struct filter *filter__new(const struct filter_names *names)
{
	struct filter *f = calloc(1, sizeof(*f));

	if (f)
		f->names = names;
	return f;
}

void filter__free(struct filter *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->nr; i++) {
		expr__free(f->exprs[i]);
		free(f->texts[i]);
	}
	free(f);
}

int filter__add(struct filter *f, const char *text, struct expr_error *error)
{
	const struct expr_resolver resolver = filter_words__resolver(f);
	int err;

	*error = (struct expr_error){ .message = "out of memory" };
	if (f->nr == FILTER_MAX_EXPRS) {
		snprintf(error->message, sizeof(error->message),
			 "there are too many expressions (%d at most)", FILTER_MAX_EXPRS);
		return -E2BIG;
	}
	f->texts[f->nr] = strdup(text);
	if (!f->texts[f->nr])
		return -ENOMEM;
	err = expr__parse(text, &resolver, &f->exprs[f->nr], error);
	if (err)
		free(f->texts[f->nr]);
	else
		f->nr++;
	return err;
}

bool filter__is_empty(const struct filter *f)
{
	return !f || !f->nr;
}

const char *filter__text(const struct filter *f, size_t idx)
{
	return idx < f->nr ? f->texts[idx] : NULL;
}
