// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* degraded.c - see degraded.h. */
#include "degraded.h"

#include <string.h>

#include "doctor.h"
#include "log.h"

static const struct doctor_check *find(const char *id)
{
	const struct doctor_check *checks;
	size_t nr, i;

	checks = doctor__checks(&nr);
	for (i = 0; i < nr; i++) {
		if (!strcmp(checks[i].id, id))
			return &checks[i];
	}
	return NULL;
}

void degraded__add(struct strbuf *text, const char *what, const char *id)
{
	const struct doctor_check *check = find(id);
	struct strbuf detail = {};

	strbuf__addf(text, "%s%s", text->len ? "; " : "", what);
	if (!check)
		return;
	check->probe(&detail);
	strbuf__addf(text, " (no %s", check->what);
	if (detail.len)
		strbuf__addf(text, ": %s", strbuf__cstr(&detail));
	if (check->advice)
		strbuf__addf(text, "; %s", check->advice);
	strbuf__addc(text, ')');
	strbuf__free(&detail);
}

void degraded__say(struct strbuf *text)
{
	if (text->len)
		log_warn("this trace will lack: %s", strbuf__cstr(text));
	strbuf__free(text);
	*text = (struct strbuf){};
}
