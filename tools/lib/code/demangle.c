// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* demangle.c - see demangle.h; libiberty knows how. Without parameters, as perf shows them. */
#include "demangle.h"

#include <libiberty/demangle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer ones are shown as they are: what they stand for can be very much longer. */
#define NAME_MAX_LEN 4096

static char *demangle_plain(const char *name)
{
	/* C++ and old Rust begin with _Z, also behind one more underscore; Rust with _R. */
	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != '_'))
		return NULL;
	if (strnlen(name, NAME_MAX_LEN + 1) > NAME_MAX_LEN)
		return NULL;
	return cplus_demangle(name, DMGL_NO_OPTS | DMGL_AUTO);
}

char *demangle(const char *name)
{
	const char *at = strchr(name, '@');
	char *plain, *function, *all = NULL;

	/* What stands behind it is a version, or "plt". */
	if (!at)
		return demangle_plain(name);
	plain = strndup(name, (size_t)(at - name));
	function = plain ? demangle_plain(plain) : NULL;
	if (function && asprintf(&all, "%s%s", function, at) < 0)
		all = NULL;
	free(function);
	free(plain);
	return all;
}
