// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_own.c - see overflow_own.h. */
#include "overflow_own.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf_elf.h"
#include "bpf_elf_attach.h"
#include "bpf_elf_image.h"
#include "bpf_elf_verdict.h"
#include "bpf_load.h"
#include "include/bpf/overflow.h"
#include "log.h"
#include "overflow_handler_priv.h"
#include "strbuf.h"
#include "util.h"

#define OUTPUT_MAP "overflow_output"

/** struct overflow_own - @program: the name that was chosen. */
struct overflow_own {
	char *path;
	char *program;
	struct bpf_object_image image;
	struct bpf_elf *elf;
};

static int read_file(struct overflow_own *own)
{
	struct strbuf error = {};
	int err = bpf_object_image__open(own->path, &own->image, NULL, &error);

	if (err) {
		log_err("--overflow: %s", strbuf__cstr(&error));
	} else {
		err = bpf_elf__parse(own->image.bytes, own->image.size, &own->elf, &error);
		if (err)
			log_err("--overflow: %s: %s", own->path, strbuf__cstr(&error));
	}
	strbuf__free(&error);
	return err;
}

/* FILE.o[:NAME]; a file whose name has a colon is found by its whole name. */
static int split(struct overflow_own *own, const char *text)
{
	const char *colon = access(text, F_OK) ? strrchr(text, ':') : NULL;

	own->path = colon ? strndup(text, (size_t)(colon - text)) : strdup(text);
	own->program = colon ? strdup(colon + 1) : NULL;
	return own->path && (own->program || !colon) ? 0 : -ENOMEM;
}

static const char *section_of(const struct overflow_own *own, const char *program)
{
	uint32_t i;

	for (i = 0; i < own->elf->nr_programs; i++) {
		const struct bpf_elf_program *p = &own->elf->programs[i];

		if (!strcmp(p->name, program))
			return own->elf->sections[p->section].name;
	}
	return NULL;
}

static int check_program(const struct overflow_own *own)
{
	const char *section = section_of(own, own->program);

	if (!section) {
		log_err("--overflow: %s has no program %s", own->path, own->program);
		return -EINVAL;
	}
	if (bpf_attach__is_for_samples(section))
		return 0;
	log_err("--overflow: %s: program %s is in the section '%.64s': one for samples is in "
		"'perf_event', as OVERFLOW(%s) of overflow.h begins it",
		own->path, own->program, section, own->program);
	return -EINVAL;
}

static int choose_program(struct overflow_own *own)
{
	struct strbuf names = {};
	unsigned int nr = 0;
	uint32_t i;

	for (i = 0; i < own->elf->nr_programs; i++) {
		const struct bpf_elf_program *p = &own->elf->programs[i];

		if (p->is_subprog ||
		    !bpf_attach__is_for_samples(own->elf->sections[p->section].name))
			continue;
		strbuf__adds(&names, nr++ ? ", " : "");
		strbuf__add_visible(&names, p->name, strlen(p->name));
		free(own->program);
		own->program = strdup(p->name);
	}
	if (!nr)
		log_err("--overflow: %s has no program for samples (section 'perf_event')",
			own->path);
	else if (nr > 1)
		log_err("--overflow: %s has several programs, say which: %s:NAME with one of %s",
			own->path, own->path, strbuf__cstr(&names));
	strbuf__free(&names);
	return nr == 1 ? own->program ? 0 : -ENOMEM : -EINVAL;
}

static int check_maps(const struct overflow_own *own)
{
	if (bpf_elf__counts_samples(own->elf))
		return 0;
	log_err("--overflow: %s does not count its samples: begin the program with OVERFLOW() of "
		"overflow.h",
		own->path);
	return -EINVAL;
}

int overflow_own__open(struct overflow_own **ret_own, const char *text)
{
	struct overflow_own *own = calloc(1, sizeof(*own));
	int err;

	if (!own)
		return -ENOMEM;
	err = split(own, text);
	if (!err)
		err = read_file(own);
	if (!err)
		err = own->program ? check_program(own) : choose_program(own);
	if (!err)
		err = check_maps(own);
	if (err)
		overflow_own__close(own);
	else
		*ret_own = own;
	return err;
}

void overflow_own__close(struct overflow_own *own)
{
	if (!own)
		return;
	bpf_elf__free(own->elf);
	bpf_object_image__free(&own->image);
	free(own->program);
	free(own->path);
	free(own);
}

static bool is_own_copy(const char *map_name)
{
	return !strcmp(map_name, OVERFLOW_STATS_MAP) || !strcmp(map_name, OUTPUT_MAP);
}

/* Sums over all events are in one place; what an event's samples did is its own. */
static int share_maps(struct bpf_object *obj, const struct bpf_object *first)
{
	struct bpf_map *map;
	int err = 0;

	bpf_object__for_each_map (map, obj) {
		const char *name = bpf_map__name(map);

		if (bpf_map__is_internal(map) || is_own_copy(name))
			continue;
		err = bpf_map__reuse_fd(map, bpf_object__find_map_fd_by_name(first, name));
		if (err)
			break;
	}
	return err;
}

/* Of those that are there, the kernel tells which the program has. */
static bool uses_map(int prog_fd, int map_fd)
{
	struct bpf_map_info map = {};
	struct bpf_prog_info prog = {};
	uint32_t ids[64], len = sizeof(map), i;

	if (map_fd < 0 || bpf_obj_get_info_by_fd(map_fd, &map, &len))
		return false;
	prog.nr_map_ids = ARRAY_SIZE(ids);
	prog.map_ids = (uintptr_t)ids;
	len = sizeof(prog);
	if (bpf_obj_get_info_by_fd(prog_fd, &prog, &len))
		return false;
	for (i = 0; i < prog.nr_map_ids && i < ARRAY_SIZE(ids); i++) {
		if (ids[i] == map.id)
			return true;
	}
	return false;
}

static int load(const struct overflow_own *own, const struct overflow_handler *first,
		struct overflow_handler *h)
{
	struct bpf_program *prog;
	int err, nr_cpus = libbpf_num_possible_cpus();

	if (nr_cpus < 0)
		return nr_cpus;
	err = bpf_load__open(own->image.bytes, own->image.size, own->path, NULL, &h->obj);
	if (err)
		return err;
	bpf_object__for_each_program (prog, h->obj)
		bpf_program__set_autoload(prog, !strcmp(bpf_program__name(prog), own->program));
	if (first)
		err = share_maps(h->obj, first->obj);
	if (!err)
		err = bpf_load__object(h->obj, own->path, own->elf);
	if (err)
		return err;
	h->nr_cpus = (unsigned int)nr_cpus;
	h->counts_fd = bpf_object__find_map_fd_by_name(h->obj, OVERFLOW_STATS_MAP);
	h->prog_fd = bpf_program__fd(bpf_object__find_program_by_name(h->obj, own->program));
	h->output_fd = bpf_object__find_map_fd_by_name(h->obj, OUTPUT_MAP);
	if (!uses_map(h->prog_fd, h->output_fd))
		h->output_fd = -1;
	return 0;
}

int overflow_own__load(const struct overflow_own *own, const struct overflow_handler *first,
		       struct overflow_handler **ret_handler)
{
	struct overflow_handler *h = calloc(1, sizeof(*h));
	int err = h ? load(own, first, h) : -ENOMEM;

	if (err)
		overflow_handler__free(h);
	else
		*ret_handler = h;
	return err;
}

void overflow_own__free(struct overflow_handler *h)
{
	bpf_object__close(h->obj);
}

static int read_stats(const struct overflow_handler *h, struct overflow_stats **ret_stats)
{
	struct overflow_stats *stats = calloc(h->nr_cpus, sizeof(*stats));
	const uint32_t zero = 0;
	int err;

	if (!stats)
		return -ENOMEM;
	if (!bpf_map_lookup_elem(h->counts_fd, &zero, stats)) {
		*ret_stats = stats;
		return 0;
	}
	err = -errno;
	free(stats);
	return err;
}

int overflow_own__counts(const struct overflow_handler *h, struct overflow_counts *counts)
{
	struct overflow_stats *stats;
	unsigned int cpu;
	int err = read_stats(h, &stats);

	if (err)
		return err;
	for (cpu = 0; cpu < h->nr_cpus; cpu++)
		counts[cpu] = (struct overflow_counts){
			.seen = stats[cpu].seen,
			.kept = stats[cpu].kept,
			.dropped = stats[cpu].dropped,
			.events = stats[cpu].events,
		};
	free(stats);
	return 0;
}

int overflow_own__forwarded(const struct overflow_handler *h, struct overflow_forwarded *total)
{
	struct overflow_stats *stats;
	unsigned int cpu;
	int err = read_stats(h, &stats);

	if (err)
		return err;
	for (cpu = 0; cpu < h->nr_cpus; cpu++) {
		total->sent += stats[cpu].forwarded;
		total->lost += stats[cpu].lost;
	}
	free(stats);
	return 0;
}
