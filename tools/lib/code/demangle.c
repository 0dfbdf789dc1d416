// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * demangle.c - see demangle.h; libiberty knows how. Without parameters, as perf shows them.
 *
 * A name may refer to parts of itself, each of which does so again: 400 bytes stand for 40 MB, 800 for more
 * than there is memory. Files that processes map have such names when their makers want that.
 */
#include "demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strbuf.h"

/* Longer ones are shown as they are. */
#define NAME_MAX_LEN 4096

struct output {
	struct strbuf text;
	jmp_buf end;
};

/* libiberty has no other way to be told that it is enough. It keeps what it needs on the stack. */
static void take(const char *piece, size_t len, void *ctx)
{
	struct output *o = ctx;

	strbuf__add(&o->text, piece, len);
	if (o->text.len > DEMANGLED_MAX_LEN || strbuf__error(&o->text))
		longjmp(o->end, 1);
}

static bool run(struct output *o, const char *name)
{
	if (setjmp(o->end))
		return false;
	if (rust_demangle_callback(name, DMGL_NO_OPTS | DMGL_AUTO, take, o))
		return true;
	strbuf__reset(&o->text);
	return cplus_demangle_v3_callback(name, DMGL_NO_OPTS | DMGL_AUTO, take, o);
}

static char *demangle_plain(const char *name)
{
	struct output o = {};

	/* C++ and old Rust begin with _Z, also behind one more underscore; Rust with _R. */
	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != '_'))
		return NULL;
	if (strnlen(name, NAME_MAX_LEN + 1) > NAME_MAX_LEN)
		return NULL;
	if (run(&o, name)) {
		strbuf__cstr(&o.text);
		if (!strbuf__error(&o.text))
			return o.text.text;
	}
	strbuf__free(&o.text);
	return NULL;
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
