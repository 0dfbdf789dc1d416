// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_load.c - what libbpf is about to load: code that the constants of this run switch off is left out
 * first (see bpf_prune.h), and the largest program is taken over by engine_beside.c. See engine_priv.h.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_prune.h"
#include "engine_priv.h"
#include "log.h"
#include "util.h"

/* libbpf's callback has no place for an engine that comes and goes. */
static struct engine *loading;

/* Records are libbpf's own: copies are changed. They are needed until the program is loaded. */
static int copy_info(struct bpf_prune_info *info, const void *records, uint32_t rec_size,
		     uint32_t nr)
{
	*info = (struct bpf_prune_info){ .rec_size = rec_size, .nr = nr };
	if (!nr)
		return 0;
	info->records = malloc((size_t)nr * rec_size);
	if (!info->records)
		return -ENOMEM;
	memcpy(info->records, records, (size_t)nr * rec_size);
	return 0;
}

static void keep_info(struct engine *e, const struct bpf_prune_code *code,
		      struct bpf_prog_load_opts *opts)
{
	free(e->func_info);
	free(e->line_info);
	e->func_info = code->funcs.records;
	e->line_info = code->lines.records;
	opts->func_info = e->func_info;
	opts->func_info_cnt = code->funcs.nr;
	opts->line_info = e->line_info;
	opts->line_info_cnt = code->lines.nr;
}

static int prune(struct engine *e, struct bpf_program *prog, struct bpf_prog_load_opts *opts)
{
	const struct bpf_prune_consts consts = {
		.map_fd = bpf_map__fd(e->skel->maps.rodata),
		.data = e->skel->rodata,
		.size = sizeof(*e->skel->rodata),
	};
	struct bpf_prune_code code = { .nr = bpf_program__insn_cnt(prog) };
	const size_t size = code.nr * sizeof(*code.insns);
	int err;

	code.insns = malloc(size);
	if (!code.insns)
		return -ENOMEM;
	memcpy(code.insns, bpf_program__insns(prog), size);
	err = copy_info(&code.funcs, opts->func_info, opts->func_info_rec_size,
			opts->func_info_cnt);
	if (!err)
		err = copy_info(&code.lines, opts->line_info, opts->line_info_rec_size,
				opts->line_info_cnt);
	if (!err)
		err = bpf_prune(&code, &consts);
	if (!err)
		err = bpf_program__set_insns(prog, code.insns, code.nr);
	if (!err) {
		keep_info(e, &code, opts);
	} else {
		free(code.funcs.records);
		free(code.lines.records);
	}
	free(code.insns);
	return err;
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
