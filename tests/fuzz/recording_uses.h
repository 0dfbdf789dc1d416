/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* recording_uses.h - hostile bytes as a recording, through all that lists what is in it. */
#ifndef PERF_AUGMENT_TESTS_RECORDING_USES_H
#define PERF_AUGMENT_TESTS_RECORDING_USES_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf_progs_show.h"
#include "forwarded_show.h"
#include "perfdata_dump.h"

/** struct recording - @path: NULL where it is in memory. */
struct recording {
	const uint8_t *data;
	size_t size;
	const char *path;
};

/* NULL where it is none; the errors are the documented ones. */
static inline struct perfdata *recording__open(const struct recording *r)
{
	struct perfdata *pd = NULL;
	int err = r->path ? perfdata__open(&pd, r->path, NULL)
			  : perfdata__open_memory(&pd, r->data, r->size, NULL);

	if (err && err != -EINVAL && err != -ENOTSUP && err != -ENOMEM)
		__builtin_trap();
	return pd;
}

static inline void recording__dump(const struct recording *r, bool json, int null_fd)
{
	const struct perfdata_dump_opts opts = { .json = json, .raw = json };
	struct perfdata *pd = recording__open(r);
	struct sink sink;

	if (!pd)
		return;
	sink__init(&sink, null_fd);
	if (perfdata_dump__run(pd, &opts, &sink) || sink__close(&sink))
		__builtin_trap();
	perfdata__close(pd);
}

static inline void recording__list_progs(const struct recording *r)
{
	struct perfdata *pd = recording__open(r);
	struct bpf_progs *progs = bpf_progs__new();
	struct bpf_progs_totals totals;
	struct strbuf text = {};

	if (pd && progs) {
		if (bpf_progs__read(progs, pd, &totals) ||
		    bpf_progs__show_text(progs, &totals, 80, &text) ||
		    bpf_progs__show_json(progs, &totals, &text))
			__builtin_trap();
		if (totals.in_bpf > totals.in_kernel || totals.in_kernel > totals.samples)
			__builtin_trap();
	}
	strbuf__free(&text);
	bpf_progs__free(progs);
	perfdata__close(pd);
}

static inline void recording__list_forwarded(const struct recording *r, bool json, int null_fd)
{
	struct perfdata *pd = recording__open(r);
	struct forwarded_list *list = NULL;
	struct sink sink;

	if (!pd)
		return;
	sink__init(&sink, null_fd);
	if (forwarded_list__read(&list, pd) || forwarded_list__show(list, json, &sink) ||
	    sink__close(&sink))
		__builtin_trap();
	forwarded_list__free(list);
	perfdata__close(pd);
}

#endif /* PERF_AUGMENT_TESTS_RECORDING_USES_H */
