// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_progs_show.c - see bpf_progs_show.h. */
#include "bpf_progs_show.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "text_table.h"
#include "util.h"

/* Programs by id, then those without one by address. */
static int compare(const void *a, const void *b)
{
	const struct bpf_prog *x = *(struct bpf_prog *const *)a, *y = *(struct bpf_prog *const *)b;
	const uint64_t x_addr = x->nr_funcs ? x->funcs[0].addr : 0,
		       y_addr = y->nr_funcs ? y->funcs[0].addr : 0;

	if (x->has_id != y->has_id)
		return x->has_id ? -1 : 1;
	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	if (x_addr != y_addr)
		return x_addr < y_addr ? -1 : 1;
	return x->loaded_ns < y->loaded_ns ? -1 : x->loaded_ns > y->loaded_ns;
}

static struct bpf_prog **sorted(struct bpf_progs *progs, size_t *ret_nr)
{
	struct bpf_prog *all = bpf_progs__get(progs, ret_nr), **list;
	size_t i;

	list = calloc(*ret_nr ? *ret_nr : 1, sizeof(*list));
	if (!list)
		return NULL;
	for (i = 0; i < *ret_nr; i++)
		list[i] = &all[i];
	qsort(list, *ret_nr, sizeof(*list), compare);
	return list;
}

/* What kind of program; a symbol without an id is a piece of BPF's own code, or a program's. */
static const char *type_name(const struct bpf_prog *prog, char *buf, size_t size)
{
	const char *name;

	if (!prog->has_info) {
		if (!prog->has_id && prog->name && !strncmp(prog->name, "bpf_trampoline_", 15))
			return "trampoline";
		if (!prog->has_id && prog->name && !strncmp(prog->name, "bpf_dispatcher_", 15))
			return "dispatcher";
		return prog->has_id ? "-" : "symbol";
	}
	name = libbpf_bpf_prog_type_str((enum bpf_prog_type)prog->entry.info.type);
	if (name)
		return name;
	snprintf(buf, size, "%u", prog->entry.info.type);
	return buf;
}

static const char *source_name(const struct bpf_prog *prog)
{
	if (prog->has_info)
		return prog->in_records ? "header+records" : "header";
	return "records";
}

/* How the recorder came by it; stock perf does not say. */
static const char *how_name(const struct bpf_prog *prog)
{
	if (prog->has_info)
		return prog->entry.origin ? bpf_origin__name(prog->entry.origin) : NULL;
	return prog->load_kind == BPF_LOAD_SEEN ? bpf_origin__name(BPF_ORIGIN_LOST) : NULL;
}

static const char *image_name(const struct bpf_prog *prog)
{
	return prog->has_info && bpf_prog_entry__has_image(&prog->entry) ? "yes" : "no";
}

/* Seconds as perf prints them. */
static void add_time(struct strbuf *cell, uint64_t time_ns)
{
	strbuf__addf(cell, "%llu.%06llu", time_ns / NSEC_PER_SEC, time_ns % NSEC_PER_SEC / 1000);
}

static void add_load(struct strbuf *cell, const struct bpf_prog *prog)
{
	switch (prog->load_kind) {
	case BPF_LOAD_UNKNOWN:
		strbuf__adds(cell, "-");
		break;
	case BPF_LOAD_BEFORE:
		strbuf__adds(cell, "before");
		break;
	case BPF_LOAD_ESTIMATED:
		strbuf__addc(cell, '~');
		add_time(cell, prog->loaded_ns);
		break;
	case BPF_LOAD_SEEN:
		add_time(cell, prog->loaded_ns);
		break;
	}
}

static void add_unload(struct strbuf *cell, const struct bpf_prog *prog)
{
	if (prog->unloaded_ns)
		add_time(cell, prog->unloaded_ns);
	else
		strbuf__addc(cell, '-');
}

enum column {
	COL_ID,
	COL_TYPE,
	COL_TAG,
	COL_NAME,
	COL_LOADED,
	COL_UNLOADED,
	COL_PID,
	COL_COMM,
	COL_FUNCS,
	COL_BYTES,
	COL_BTF,
	COL_IMAGE,
	COL_SOURCE,
	COL_SAMPLES,
	COL_RUNS,
	COL_RUN_NS,
	COL_HOW,
	NR_COLUMNS
};

static const struct text_column columns[NR_COLUMNS] = {
	[COL_ID] = { .title = "ID", .right = true },
	[COL_TYPE] = { .title = "TYPE", .rank = 1 },
	[COL_TAG] = { .title = "TAG", .rank = 11 },
	[COL_NAME] = { .title = "NAME" },
	[COL_LOADED] = { .title = "LOADED", .right = true, .rank = 2 },
	[COL_UNLOADED] = { .title = "UNLOADED", .right = true, .rank = 3 },
	[COL_PID] = { .title = "PID", .right = true, .rank = 5 },
	[COL_COMM] = { .title = "COMM", .rank = 4 },
	[COL_FUNCS] = { .title = "FUNCS", .right = true, .rank = 12 },
	[COL_BYTES] = { .title = "BYTES", .right = true, .rank = 8 },
	[COL_BTF] = { .title = "BTF", .rank = 13 },
	[COL_IMAGE] = { .title = "IMAGE", .rank = 7 },
	[COL_SOURCE] = { .title = "SOURCE", .rank = 6 },
	[COL_SAMPLES] = { .title = "SAMPLES", .right = true },
	[COL_RUNS] = { .title = "RUNS", .right = true, .rank = 9 },
	[COL_RUN_NS] = { .title = "RUN_NS", .right = true, .rank = 10 },
	[COL_HOW] = { .title = "HOW" },
};

static void add_tag(struct strbuf *cell, const struct bpf_prog *prog)
{
	size_t i;

	for (i = 0; i < sizeof(prog->tag) && prog->has_tag; i++)
		strbuf__addf(cell, "%02x", prog->tag[i]);
	if (!prog->has_tag)
		strbuf__addc(cell, '-');
}

static void add_text(struct strbuf *cell, const char *text)
{
	if (text && *text)
		strbuf__add_visible(cell, text, strlen(text));
	else
		strbuf__addc(cell, '-');
}

static void add_uint_if(struct strbuf *cell, bool known, uint64_t value)
{
	if (known)
		strbuf__add_uint(cell, value);
	else
		strbuf__addc(cell, '-');
}

static void add_cell(struct strbuf *cell, const struct bpf_prog *prog, enum column column)
{
	const struct bpf_prog_info *info = &prog->entry.info;
	char buf[16];

	switch (column) {
	case COL_ID:
		add_uint_if(cell, prog->has_id, prog->id);
		break;
	case COL_TYPE:
		strbuf__adds(cell, type_name(prog, buf, sizeof(buf)));
		break;
	case COL_TAG:
		add_tag(cell, prog);
		break;
	case COL_NAME:
		add_text(cell, prog->name);
		break;
	case COL_LOADED:
		add_load(cell, prog);
		break;
	case COL_UNLOADED:
		add_unload(cell, prog);
		break;
	case COL_PID:
		add_uint_if(cell, prog->loader_pid, prog->loader_pid);
		break;
	case COL_COMM:
		add_text(cell, prog->loader_comm);
		break;
	case COL_FUNCS:
		strbuf__add_uint(cell, prog->nr_funcs);
		break;
	case COL_BYTES:
		strbuf__add_uint(cell, bpf_prog__code_len(prog));
		break;
	case COL_BTF:
		add_uint_if(cell, prog->has_btf, info->btf_id);
		break;
	case COL_IMAGE:
		strbuf__adds(cell, image_name(prog));
		break;
	case COL_SOURCE:
		strbuf__adds(cell, source_name(prog));
		break;
	case COL_SAMPLES:
		strbuf__add_uint(cell, prog->nr_samples);
		break;
	case COL_RUNS:
		add_uint_if(cell, prog->has_info, info->run_cnt);
		break;
	case COL_RUN_NS:
		add_uint_if(cell, prog->has_info, info->run_time_ns);
		break;
	case COL_HOW:
		add_text(cell, how_name(prog));
		break;
	case NR_COLUMNS:
		break;
	}
}

int bpf_progs__show_text(struct bpf_progs *progs, const struct bpf_progs_totals *totals,
			 size_t width, struct strbuf *text)
{
	struct text_table table = { .columns = columns, .nr_columns = NR_COLUMNS, .width = width };
	struct bpf_prog **list;
	size_t nr, i, nr_images = 0, nr_ids = 0;
	int err;

	list = sorted(progs, &nr);
	if (!list)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		for (unsigned int c = 0; c < NR_COLUMNS; c++) {
			add_cell(&table.cells, list[i], (enum column)c);
			text_table__end_cell(&table);
		}
		nr_ids += list[i]->has_id;
		nr_images += list[i]->has_info && bpf_prog_entry__has_image(&list[i]->entry);
	}
	err = text_table__write(&table, text);
	text_table__free(&table);
	strbuf__addf(text,
		     "programs: seen %zu, image %zu; samples: %" PRIu64 ", in the kernel %" PRIu64
		     ", in BPF %" PRIu64 "\n",
		     nr_ids, nr_images, totals->samples, totals->in_kernel, totals->in_bpf);
	free(list);
	return err ?: strbuf__error(text);
}

static void say_str(struct out *o, const char *name, const char *text)
{
	out__member(o, name);
	if (text && *text)
		out__str(o, text, strlen(text), false);
	else
		out__none(o, "unknown", strlen("unknown"));
}

static void say_uint_if(struct out *o, const char *name, bool known, uint64_t value)
{
	out__member(o, name);
	if (known)
		out__uint(o, value);
	else
		out__none(o, "unknown", strlen("unknown"));
}

static void say_funcs(struct out *o, const struct bpf_prog *prog)
{
	uint32_t i;

	out__member(o, "funcs");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < prog->nr_funcs; i++) {
		out__begin(o, OUT_OBJECT);
		say_str(o, "name", prog->funcs[i].name);
		out__member(o, "addr");
		out__uint(o, prog->funcs[i].addr);
		say_uint_if(o, "len", true, prog->funcs[i].len);
		say_uint_if(o, "samples", true, prog->funcs[i].nr_samples);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

static void say_prog(struct out *o, const struct bpf_prog *prog)
{
	static const char *const load_kinds[] = {
		[BPF_LOAD_UNKNOWN] = "unknown",
		[BPF_LOAD_BEFORE] = "before",
		[BPF_LOAD_ESTIMATED] = "estimated",
		[BPF_LOAD_SEEN] = "seen",
	};
	const struct bpf_prog_info *info = &prog->entry.info;
	struct strbuf tag = {};
	char buf[16];

	add_tag(&tag, prog);
	out__begin(o, OUT_OBJECT);
	say_uint_if(o, "id", prog->has_id, prog->id);
	say_str(o, "type", type_name(prog, buf, sizeof(buf)));
	say_str(o, "tag", prog->has_tag ? strbuf__cstr(&tag) : NULL);
	say_str(o, "name", prog->name);
	say_str(o, "load", load_kinds[prog->load_kind]);
	say_uint_if(o, "loaded_ns", prog->loaded_ns, prog->loaded_ns);
	say_uint_if(o, "unloaded_ns", prog->unloaded_ns, prog->unloaded_ns);
	say_uint_if(o, "pid", prog->loader_pid, prog->loader_pid);
	say_uint_if(o, "tid", prog->loader_pid, prog->loader_tid);
	say_str(o, "comm", prog->loader_comm);
	say_uint_if(o, "bytes", true, bpf_prog__code_len(prog));
	say_uint_if(o, "xlated_bytes", prog->has_info, info->xlated_prog_len);
	say_uint_if(o, "btf_id", prog->has_info && info->btf_id, info->btf_id);
	out__member(o, "btf");
	out__bool(o, prog->has_btf);
	out__member(o, "image");
	out__bool(o, !strcmp(image_name(prog), "yes"));
	say_str(o, "source", source_name(prog));
	say_str(o, "how", how_name(prog));
	say_uint_if(o, "samples", true, prog->nr_samples);
	say_uint_if(o, "run_cnt", prog->has_info, info->run_cnt);
	say_uint_if(o, "run_time_ns", prog->has_info, info->run_time_ns);
	say_funcs(o, prog);
	out__end(o, OUT_OBJECT);
	strbuf__free(&tag);
}

int bpf_progs__show_json(struct bpf_progs *progs, const struct bpf_progs_totals *totals,
			 struct strbuf *text)
{
	struct bpf_prog **list;
	struct out o;
	size_t nr, i;

	list = sorted(progs, &nr);
	if (!list)
		return -ENOMEM;
	out__init_json(&o, text);
	out__begin(&o, OUT_OBJECT);
	out__member(&o, "programs");
	out__begin(&o, OUT_ARRAY);
	for (i = 0; i < nr; i++)
		say_prog(&o, list[i]);
	out__end(&o, OUT_ARRAY);
	say_uint_if(&o, "samples", true, totals->samples);
	say_uint_if(&o, "samples_in_kernel", true, totals->in_kernel);
	say_uint_if(&o, "samples_in_bpf", true, totals->in_bpf);
	out__end(&o, OUT_OBJECT);
	strbuf__addc(text, '\n');
	free(list);
	return strbuf__error(text);
}
