// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* late.c - see late.h. */
#include "late.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"

/* What the dynamic linker ends with. */
#define EXIT_NOT_LOADED 127

static void *find(void *handle, const char *name)
{
	void *function = handle ? dlsym(handle, name) : NULL;

	if (function)
		return function;
	log_err("cannot load a library that this needs: %s; it was there when perf-augment was "
		"built: install its package again",
		dlerror());
	exit(EXIT_NOT_LOADED);
}

void *late_library__load(const struct late_library *library, size_t idx)
{
	void *handle = dlopen(library->soname, RTLD_LAZY);
	const char *name = library->names;
	size_t i;

	for (i = 0; i < library->nr; i++) {
		__atomic_store_n(&library->functions[i], find(handle, name), __ATOMIC_RELEASE);
		name += strlen(name) + 1;
	}
	return library->functions[idx];
}
