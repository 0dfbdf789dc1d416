/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* annotate_live.h - programs that are loaded now, to be annotated. */
#ifndef PERF_AUGMENT_ANNOTATE_LIVE_H
#define PERF_AUGMENT_ANNOTATE_LIVE_H

#include "annotate.h"

/**
 * struct annotate_wanted - which programs: by @id unless 0, else pinned at @pin, else by @name, a pattern
 * for the whole name or the kernel's 15 letters of it. @kallsyms: a copy to name the kernel's functions by; NULL
 * for this machine's own.
 */
struct annotate_wanted {
	uint32_t id;
	const char *pin;
	const char *name;
	const char *kallsyms;
};

/**
 * struct annotate_found
 * @is_hidden: the kernel kept code or addresses from us: that takes CAP_SYSLOG.
 * @other: what is pinned there when it is not a program: "map", "link"; else NULL.
 */
struct annotate_found {
	bool is_hidden;
	const char *other;
};

/**
 * annotate_live__init() - fetch programs; a->progs then has them.
 * Return: 0; -ENOENT: there is none; -EINVAL, with @ret_found->other: it is something else; -ENOMEM;
 * -EPERM; -errno of bpf(2).
 */
int annotate_live__init(struct annotate *a, const struct annotate_wanted *wanted,
			struct annotate_found *ret_found);

#endif /* PERF_AUGMENT_ANNOTATE_LIVE_H */
