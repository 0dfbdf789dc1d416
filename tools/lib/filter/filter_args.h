/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * filter_args.h - options that filter calls. Each stands for an expression (filter.h): values of one
 * option are alternatives, and all options must hold. Functions log what is wrong.
 */
#ifndef PERF_AUGMENT_FILTER_ARGS_H
#define PERF_AUGMENT_FILTER_ARGS_H

#include "filter.h"
#include "strbuf.h"

/** enum filter_option - the options whose values are gathered. */
enum filter_option {
	FILTER_BY_UID,
	FILTER_BY_COMM,
	FILTER_BY_CGROUP,
	FILTER_BY_FD,
	FILTER_BY_ERRNO,
	FILTER_BY_PATH,
	FILTER_NR_OPTIONS,
};

/**
 * struct filter_args - all zero is none; filter_args__free() when done.
 * @filter: NULL until something is asked for.
 * @options: of the filter's expressions, for messages. @by_fds: filter_args__path_fds() was asked for.
 * @nr_polled: descriptors that are looked for in what poll(2) and select(2) are given.
 */
struct filter_args {
	struct filter *filter;
	struct strbuf gathered[FILTER_NR_OPTIONS];
	const char *options[64];
	bool by_fds;
	size_t nr_polled;
	struct filter_program program;
};

void filter_args__free(struct filter_args *args);

/** filter_args__where() - an expression; the others - see docs/filters.md. Return: 0, -EINVAL or -ENOMEM. */
int filter_args__where(struct filter_args *args, const char *text);
int filter_args__uids(struct filter_args *args, const char *list);
int filter_args__comm(struct filter_args *args, const char *glob);
int filter_args__cgroup(struct filter_args *args, const char *name);
int filter_args__fds(struct filter_args *args, const char *list);
int filter_args__errnos(struct filter_args *args, const char *list);
int filter_args__below(struct filter_args *args, const char *dir);

/**
 * filter_args__path() - calls that are given @path, or a descriptor of its file; what it is resolved to
 * counts too.
 * @announce: say what it is resolved to, as strace does.
 */
int filter_args__path(struct filter_args *args, const char *path, bool announce);

/** filter_args__path_fds() - or one of these descriptors; "all": any: a filter_args__path() like others. */
int filter_args__path_fds(struct filter_args *args, const char *list);

/**
 * filter_args__duration() - "1.5": milliseconds at least; or one of > >= < <= with a number and ns, us,
 * ms or s. @ret_min_ns: gets the least one, when that is what it says.
 */
int filter_args__duration(struct filter_args *args, const char *text, uint64_t *ret_min_ns);

/**
 * filter_args__finish() - compile what was asked for, for the calls of @specs, from which those are taken
 * that cannot match.
 * @who: the option for which the engine has to decide everything; NULL when the reader can.
 * Return: 0 with @args->program, which is empty without filters; -EINVAL or -ENOMEM.
 */
int filter_args__finish(struct filter_args *args, struct aug_spec *specs, const char *who);

#endif /* PERF_AUGMENT_FILTER_ARGS_H */
