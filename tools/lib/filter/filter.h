/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter.h - expressions over system calls (trace --where, -P and others), for the kernel and for the
 * reader of its records. docs/filters.md tells the language.
 *
 * Each part that && joins is decided as early as can be: at the entry of a call from its registers and
 * its task; from strings and descriptors; at its end; and what the engine cannot decide at all, from the
 * record. What a name stands for depends on the call, so the engine's code is made for each call apart. A
 * comparison with something that a call does not have is false.
 */
#ifndef PERF_AUGMENT_FILTER_H
#define PERF_AUGMENT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf-progs/engine_spec.h"
#include "bpf-progs/filter_code.h"
#include "cgroup.h"
#include "expr.h"
#include "record.h"

/**
 * struct filter_names - what names stand for on this machine; see filter_machine_names.
 * @cgroup: of a path from the root. @user_id: of a user, or of a group.
 * Both return 0 or -errno.
 */
struct filter_names {
	int (*cgroup)(const char *path, struct cgroup *ret_cgroup);
	int (*user_id)(const char *name, bool group, uint32_t *ret_id);
};

extern const struct filter_names filter_machine_names;

struct filter;

/** filter__new() - one without expressions keeps every call. Return: NULL without memory. */
struct filter *filter__new(const struct filter_names *names);

/** filter__free() - takes NULL. */
void filter__free(struct filter *f);

/**
 * filter__add() - only calls are kept for which @text holds too.
 * @error: filled on failure.
 * Return: 0; -EINVAL and -E2BIG for what is wrong in @text; -ENOMEM.
 */
int filter__add(struct filter *f, const char *text, struct expr_error *error);

/** filter__is_empty() - true for NULL too. */
bool filter__is_empty(const struct filter *f);

/** filter__text() - the expression number @idx; NULL when there are less. */
const char *filter__text(const struct filter *f, size_t idx);

/**
 * struct filter_program - for the engine; all zero is one that keeps everything.
 * @specs: one for each system call, see spec__index(). The rest is what they index.
 * @by_user: the reader has to decide for some calls.
 */
struct filter_program {
	struct filter_config config;
	struct filter_spec *specs;
	struct filter_test *tests;
	size_t nr_tests;
	struct filter_pattern *patterns;
	size_t nr_patterns;
	struct glob_machine *globs;
	size_t nr_globs;
	bool by_user;
};

/**
 * filter__compile() - make the engine's code of all expressions.
 * @specs: of all calls; AUG_S_TRACED is taken from those that no argument can make match.
 * @ret_idx: on failure, of the expression that @error is about. When no call can match any more, of the first one
 *	that none can match by itself; how many there are, if it takes several.
 * Return: 0; -EINVAL and -E2BIG with @error filled; -ENOMEM.
 */
int filter__compile(const struct filter *f, struct aug_spec *specs, struct filter_program *ret,
		    size_t *ret_idx, struct expr_error *error);

void filter_program__free(struct filter_program *p);

/**
 * filter__user_part() - the first part that the engine cannot decide in some call of @specs, for
 * messages; valid as long as @f.
 * Return: false when there is none.
 */
bool filter__user_part(const struct filter *f, const struct aug_spec *specs, const char **ret_text,
		       size_t *ret_len);

/**
 * filter__matches() - whether the call is kept, as far as its record tells: what only the kernel knows
 * is taken to hold.
 */
bool filter__matches(const struct filter *f, const struct event *event);

#endif /* PERF_AUGMENT_FILTER_H */
