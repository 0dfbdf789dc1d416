// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_load.c - from the object to its maps and programs: see engine_priv.h.
 *
 * libbpf makes the maps, from an object without code to relocate (bpf-progs/engine_maps.awk).
 * Programs are as a former run has prepared them; else libbpf relocates them, code that the
 * constants of this run switch off is left out (see bpf_prune.h), and when libbpf is about to load
 * one it is taken over by engine_progs.c and libbpf loads an empty one in its place.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine_priv.h"
#include "gen/engine_maps.skel.h"
#include "log.h"
#include "util.h"

/* libbpf's callback has no place for an engine that comes and goes. */
static struct {
	struct engine *engine;
	struct engine_bpf *skel;
} loading;

/*
 * The constants as @prog sees them, which is what is left of it. Only what sys_enter_fault calls
 * may wait for memory; the same code in other programs may not even name the helper that does.
 */
static void *constants_of(const struct engine_bpf *skel, const struct bpf_program *prog)
{
	typeof(*skel->rodata) *consts = malloc(sizeof(*consts));
	struct engine_config *cfg;

	if (!consts)
		return NULL;
	memcpy(consts, skel->rodata, sizeof(*consts));
	cfg = (struct engine_config *)&consts->config;
	cfg->may_fault = prog == skel->progs.sys_enter_fault;
	return consts;
}

static int prune(struct engine *e, const struct engine_bpf *skel, struct bpf_program *prog,
		 struct bpf_prog_load_opts *opts)
{
	void *data __cleanup_free = constants_of(skel, prog);
	const struct bpf_prune_consts consts = {
		.map_fd = bpf_map__fd(skel->maps.rodata),
		.data = data,
		.size = sizeof(*skel->rodata),
	};

	return data ? bpf_pruned__prepare(&e->pruned, prog, opts, &consts) : -ENOMEM;
}

/* ---- programs as libbpf has made them ---- */

static void *copy_of(const void *bytes, size_t size)
{
	void *copy = malloc(size + 1);

	if (copy && size)
		memcpy(copy, bytes, size);
	return copy;
}

/* Memory of libbpf's own may be gone before a thread is done. */
static int copy_image(struct prepared_prog *image, const struct bpf_program *prog,
		      const struct bpf_prog_load_opts *opts)
{
	struct bpf_prune_code *code = &image->code;

	image->type = bpf_program__type(prog);
	image->flags = opts->prog_flags;
	image->attach_type = opts->expected_attach_type;
	image->kern_version = opts->kern_version;
	code->nr = bpf_program__insn_cnt(prog);
	code->insns = copy_of(bpf_program__insns(prog), code->nr * sizeof(*code->insns));
	code->funcs.nr = opts->func_info_cnt;
	code->funcs.rec_size = opts->func_info_rec_size;
	code->funcs.records =
		copy_of(opts->func_info, (size_t)code->funcs.nr * code->funcs.rec_size);
	code->lines.nr = opts->line_info_cnt;
	code->lines.rec_size = opts->line_info_rec_size;
	code->lines.records =
		copy_of(opts->line_info, (size_t)code->lines.nr * code->lines.rec_size);
	return code->insns && code->funcs.records && code->lines.records ? 0 : -ENOMEM;
}

static int take_over(struct bpf_program *prog, struct bpf_prog_load_opts *opts)
{
	/* r0 = 0; exit */
	struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct prepared_prog image = {
		.idx = (uint32_t)engine_progs__index(loading.skel->obj, prog),
	};
	int err = copy_image(&image, prog, opts);

	if (!err)
		err = bpf_program__set_insns(prog, nothing, ARRAY_SIZE(nothing));
	if (!err) {
		engine_progs__add(loading.engine, &image, (int)opts->prog_btf_fd);
		opts->func_info_cnt = 0;
		opts->line_info_cnt = 0;
	}
	prepared_prog__free(&image);
	return err;
}

static int prepare_load(struct bpf_program *prog, struct bpf_prog_load_opts *opts, long cookie)
{
	int err;

	(void)cookie;
	opts->attempts = ENGINE_LOAD_ATTEMPTS;
	if (!loading.engine)
		return 0;
	err = prune(loading.engine, loading.skel, prog, opts);
	return err ?: take_over(prog, opts);
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

/* As libbpf's own: what is attached to is not in the section's name. */
static int attach_nowhere(const struct bpf_program *prog, long cookie, struct bpf_link **ret_link)
{
	(void)prog;
	(void)cookie;
	*ret_link = NULL;
	return 0;
}

int engine_load__set_up(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, raw, .prog_prepare_load_fn = prepare_load,
		    .prog_attach_fn = attach_raw);
	LIBBPF_OPTS(libbpf_prog_handler_opts, tracepoint, .prog_prepare_load_fn = prepare_load,
		    .prog_attach_fn = attach_tracepoint);
	LIBBPF_OPTS(libbpf_prog_handler_opts, probe, .prog_prepare_load_fn = prepare_load,
		    .prog_attach_fn = attach_nowhere);
	const struct {
		const char *section;
		enum bpf_prog_type type;
		const struct libbpf_prog_handler_opts *opts;
	} handled[] = {
		{ "raw_tp+", BPF_PROG_TYPE_RAW_TRACEPOINT, &raw },
		{ "tp+", BPF_PROG_TYPE_TRACEPOINT, &tracepoint },
		{ "tracepoint+", BPF_PROG_TYPE_TRACEPOINT, &tracepoint },
		{ "kprobe", BPF_PROG_TYPE_KPROBE, &probe },
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

static int load_by_libbpf(struct engine *e, struct engine_bpf *skel)
{
	int err = engine__fill_btf(e);

	e->progs->obj = skel->obj;
	if (!err) {
		loading.engine = e;
		loading.skel = skel;
		err = engine_bpf__load(skel);
		loading.engine = NULL;
	}
	engine_progs__close(e, skel->obj);
	return err;
}

/* ---- programs as a former run has prepared them ---- */

/* As another kind of program the kernel may take it, and then not attach it. */
static bool has_kind_of(const struct prepared_prog *image, const struct bpf_program *prog)
{
	return image->type == bpf_program__type(prog) && image->flags == bpf_program__flags(prog) &&
	       image->attach_type == bpf_program__expected_attach_type(prog);
}

static bool are_of_their_kinds(const struct engine *e, const struct engine_found *found)
{
	struct bpf_program *prog;
	size_t idx = 0, i;

	bpf_object__for_each_program (prog, e->skel->obj) {
		for (i = 0; i < found->nr; i++) {
			if (found->images[i].idx == idx && !has_kind_of(&found->images[i], prog))
				return false;
		}
		idx++;
	}
	return true;
}

static bool is_for_this_run(const struct engine *e, const struct engine_found *found)
{
	size_t nr_wanted = 0, i;

	for (i = 0; i < e->progs->nr; i++)
		nr_wanted += e->progs->items[i].is_wanted;
	for (i = 0; i < found->nr; i++) {
		if (!e->progs->items[found->images[i].idx].is_wanted)
			return false;
	}
	return found->nr && found->nr == nr_wanted && are_of_their_kinds(e, found);
}

/* One that names maps which are not there is as one that the kernel refuses. */
static void add_prepared(struct engine *e, struct engine_found *found,
			 const struct prepared_maps *maps)
{
	const int btf_fd = bpf_object__btf_fd(e->skel->obj);
	size_t i;

	for (i = 0; i < found->nr; i++) {
		if (!prepared_prog__link(&found->images[i], maps))
			engine_progs__add(e, &found->images[i], btf_fd);
	}
	engine_progs__close(e, e->skel->obj);
}

/* ---- all of it ---- */

struct engine_bpf *engine_load__open_maps(void)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts);
	struct engine_bpf *skel = calloc(1, sizeof(*skel));
	int err = skel ? engine_bpf__create_skeleton(skel) : -ENOMEM;
	size_t size;

	if (!err) {
		skel->skeleton->data = (void *)engine_maps_bpf__elf_bytes(&size);
		skel->skeleton->data_sz = size;
		err = bpf_object__open_skeleton(skel->skeleton, &opts);
	}
	if (!err)
		return skel;
	engine_bpf__destroy(skel);
	errno = -err;
	return NULL;
}

/* What was configured in the object of the maps, for one that has the code. */
static int configure_whole(const struct engine *e, struct engine_bpf *skel)
{
	const struct engine_prog *p = e->progs->items;
	const struct bpf_program *before = NULL;
	struct bpf_program *prog;

	memcpy((void *)skel->rodata, e->skel->rodata, sizeof(*skel->rodata));
	bpf_object__for_each_program (prog, skel->obj) {
		before = bpf_object__next_program(e->skel->obj, (struct bpf_program *)before);
		bpf_program__set_autoload(prog, p++->is_wanted);
		bpf_program__set_type(prog, bpf_program__type(before));
		bpf_program__set_flags(prog, bpf_program__flags(before));
	}
	return engine_event__share_maps(e, skel);
}

static int load_whole(struct engine *e)
{
	struct engine_bpf *skel = engine__open_object(e);
	int err = skel ? configure_whole(e, skel) : -errno;

	e->whole = skel;
	if (!err)
		return load_by_libbpf(e, skel);
	engine_progs__close(e, e->skel->obj);
	return err;
}

int engine_load__anew(struct engine *e)
{
	engine_progs__reopen(e);
	engine_progs__start(e);
	return load_whole(e);
}

static int load_maps(struct engine *e)
{
	struct bpf_program *prog;

	bpf_object__for_each_program (prog, e->skel->obj)
		bpf_program__set_autoload(prog, false);
	return engine_bpf__load(e->skel);
}

static int load_prepared(struct engine *e, struct engine_found *found)
{
	struct prepared_maps maps = {};
	int err = engine_maps__fds(e->skel->obj, &maps);

	log_debug("programs: prepared by a former run");
	e->progs->is_prepared = true;
	e->progs->is_kept = false;
	e->progs->obj = e->skel->obj;
	if (!err)
		add_prepared(e, found, &maps);
	free((int *)maps.fds);
	return err;
}

int engine_load(struct engine *e)
{
	struct engine_found *found;
	int err = engine_progs__new(e);

	if (err)
		return err;
	/*
	 * Where the kernel's types cannot be read, all runs fail alike, not those alone that find
	 * nothing prepared.
	 */
	if (e->btf.fd >= 0)
		engine_prepared__want(e);
	engine_progs__start(e);
	err = load_maps(e) ?: engine_slots__begin(e);
	if (err)
		return err;
	found = engine_prepared__wait(e);
	if (is_for_this_run(e, found)) {
		err = load_prepared(e, found);
	} else {
		e->progs->is_kept = found->is_kept;
		log_debug("programs: prepared %s",
			  e->progs->is_kept ? "for runs to come"
					    : "for this run alone: there is no cache");
		err = load_whole(e);
	}
	engine_prepared__forget(e);
	return err;
}
