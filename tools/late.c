// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* late.c - see late.h. */
#include "late.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "log.h"
#include "util.h"

/* Not there: the program is linked to it as to any other. */
#define LATE_LIBRARY(name) \
	extern const struct late_library name __attribute__((weak, visibility("hidden")))
LATE_LIBRARY(late_dw);
LATE_LIBRARY(late_traceevent);
LATE_LIBRARY(late_zstd);

static int load(const struct late_library *library)
{
	void *handle = dlopen(library->soname, RTLD_LAZY), *function;
	const char *name = library->names;
	size_t i;

	for (i = 0; i < library->nr; i++) {
		function = handle ? dlsym(handle, name) : NULL;
		if (!function) {
			log_err("cannot load a library that this needs: %s (it was there when "
				"perf-augment was built)",
				dlerror());
			return -ELIBACC;
		}
		__atomic_store_n(&library->functions[i], function, __ATOMIC_RELEASE);
		name += strlen(name) + 1;
	}
	return 0;
}

void *late_library__load(const struct late_library *library, size_t idx)
{
	if (load(library))
		exit(EXIT_FAILED);
	return library->functions[idx];
}

int late__need(unsigned int libraries)
{
	const struct {
		unsigned int bit;
		const struct late_library *late;
	} all[] = {
		{ LATE_DW, &late_dw },
		{ LATE_TRACEEVENT, &late_traceevent },
		{ LATE_ZSTD, &late_zstd },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++) {
		if (libraries & all[i].bit && all[i].late && load(all[i].late))
			return -ELIBACC;
	}
	return 0;
}
