// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_load.c - what libbpf is about to load: code that the constants of this run switch off is left out
 * first (see bpf_prune.h), and the largest program is taken over by engine_beside.c. See engine_priv.h.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine_priv.h"
#include "log.h"
#include "util.h"

/* libbpf's callback has no place for an engine that comes and goes. */
static struct engine *loading;

/*
 * The constants as @prog sees them, which is what is left of it. Only what sys_enter_fault calls may wait for
 * memory; the same code in other programs may not even name the helper that does.
 */
static void *constants_of(const struct engine *e, const struct bpf_program *prog)
{
	typeof(*e->skel->rodata) *consts = malloc(sizeof(*consts));
	struct engine_config *cfg;

	if (!consts)
		return NULL;
	memcpy(consts, e->skel->rodata, sizeof(*consts));
	cfg = (struct engine_config *)&consts->config;
	cfg->may_fault = prog == e->skel->progs.sys_enter_fault;
	return consts;
}

static int prune(struct engine *e, struct bpf_program *prog, struct bpf_prog_load_opts *opts)
{
	void *data __cleanup_free = constants_of(e, prog);
	const struct bpf_prune_consts consts = {
		.map_fd = bpf_map__fd(e->skel->maps.rodata),
		.data = data,
		.size = sizeof(*e->skel->rodata),
	};

	return data ? bpf_pruned__prepare(&e->pruned, prog, opts, &consts) : -ENOMEM;
}

/* Each signal, SIGSTOP too, makes the verifier begin anew; libbpf's five attempts are few where it is slow. */
#define LOAD_ATTEMPTS 100

static int prepare_load(struct bpf_program *prog, struct bpf_prog_load_opts *opts, long cookie)
{
	struct engine *e = loading;
	int err;

	(void)cookie;
	opts->attempts = LOAD_ATTEMPTS;
	if (!e)
		return 0;
	err = prune(e, prog, opts);
	if (!err && prog == engine__capture_program(e))
		err = engine_beside__take(e, prog, opts);
	return err;
}

/* The part of a section's name behind the first "/"; NULL without one. */
static const char *behind_slash(const struct bpf_program *prog)
{
	const char *slash = strchr(bpf_program__section_name(prog), '/');

	return slash ? slash + 1 : NULL;
}

static int link_of(struct bpf_link *link, struct bpf_link **ret_link)
{
	*ret_link = link;
	return link ? 0 : -errno;
}

/* As libbpf attaches them itself: its own handlers are not asked any more. */
static int attach_raw(const struct bpf_program *prog, long cookie, struct bpf_link **ret_link)
{
	const char *name = behind_slash(prog);

	(void)cookie;
	*ret_link = NULL;
	return name ? link_of(bpf_program__attach_raw_tracepoint(prog, name), ret_link) : 0;
}

static int attach_tracepoint(const struct bpf_program *prog, long cookie,
			     struct bpf_link **ret_link)
{
	const char *category = behind_slash(prog), *name;
	char *copy __cleanup_free = NULL;

	(void)cookie;
	*ret_link = NULL;
	if (!category)
		return 0;
	name = strchr(category, '/');
	if (!name)
		return -EINVAL;
	copy = strndup(category, (size_t)(name - category));
	if (!copy)
		return -ENOMEM;
	return link_of(bpf_program__attach_tracepoint(prog, copy, name + 1), ret_link);
}

int engine_load__set_up(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, raw, .prog_prepare_load_fn = prepare_load,
		    .prog_attach_fn = attach_raw);
	LIBBPF_OPTS(libbpf_prog_handler_opts, tracepoint, .prog_prepare_load_fn = prepare_load,
		    .prog_attach_fn = attach_tracepoint);
	const struct {
		const char *section;
		enum bpf_prog_type type;
		const struct libbpf_prog_handler_opts *opts;
	} handled[] = {
		{ "raw_tp+", BPF_PROG_TYPE_RAW_TRACEPOINT, &raw },
		{ "tp+", BPF_PROG_TYPE_TRACEPOINT, &tracepoint },
		{ "tracepoint+", BPF_PROG_TYPE_TRACEPOINT, &tracepoint },
	};
	static bool is_done;
	size_t i;
	int id;

	/* Opened objects point to the handlers: they stay. */
	for (i = 0; i < ARRAY_SIZE(handled) && !is_done; i++) {
		id = libbpf_register_prog_handler(handled[i].section, handled[i].type, 0,
						  handled[i].opts);
		if (id < 0)
			return id;
	}
	is_done = true;
	return 0;
}

int engine_load(struct engine *e)
{
	int err;

	loading = e;
	err = engine_bpf__load(e->skel);
	loading = NULL;
	return err;
}
