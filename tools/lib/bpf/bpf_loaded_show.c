// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_loaded_show.c - see bpf_loaded.h: what it looks like. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "bpf_loaded.h"
#include "out.h"
#include "text_table.h"
#include "util.h"

/* What tells a program from the others stays longest, then what it costs. */
static const struct text_column columns[] = {
	{ .title = "ID", .right = true },
	{ .title = "TYPE", .rank = 1 },
	{ .title = "TAG", .rank = 6 },
	{ .title = "NAME" },
	{ .title = "LOADED", .rank = 4 },
	{ .title = "UID", .right = true, .rank = 7 },
	{ .title = "FUNCS", .right = true, .rank = 10 },
	{ .title = "BYTES", .right = true, .rank = 5 },
	{ .title = "XLATED", .right = true, .rank = 9 },
	{ .title = "MEMORY", .right = true, .rank = 8 },
	{ .title = "MAPS", .rank = 12 },
	{ .title = "BTF", .right = true, .rank = 11 },
	{ .title = "RUNS", .right = true, .rank = 2 },
	{ .title = "RUN_NS", .right = true, .rank = 3 },
	{ .title = "ATTACHED" },
	{ .title = "HOLDERS" },
};

/* load_time is on the boot clock. */
static uint64_t wall_clock_ns(uint64_t boot_ns)
{
	struct timespec boot, wall;

	clock_gettime(CLOCK_BOOTTIME, &boot);
	clock_gettime(CLOCK_REALTIME, &wall);
	return (uint64_t)wall.tv_sec * NSEC_PER_SEC + (uint64_t)wall.tv_nsec -
	       ((uint64_t)boot.tv_sec * NSEC_PER_SEC + (uint64_t)boot.tv_nsec) + boot_ns;
}

static void add_time(struct strbuf *text, uint64_t wall_ns)
{
	const time_t seconds = (time_t)(wall_ns / NSEC_PER_SEC);
	char buf[32] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(buf, sizeof(buf), "%F %T", &tm);
	strbuf__adds(text, buf);
}

static void add_visible_or_dash(struct strbuf *text, const char *word)
{
	if (word && *word)
		strbuf__add_visible(text, word, strlen(word));
	else
		strbuf__addc(text, '-');
}

static void add_tag(struct strbuf *text, const struct bpf_prog_info *info)
{
	size_t i;

	for (i = 0; i < sizeof(info->tag); i++)
		strbuf__addf(text, "%02x", info->tag[i]);
}

static uint32_t map_id(const struct bpf_prog_entry *entry, uint32_t idx)
{
	return load_u32(entry->array[BPF_ARRAY_MAP_IDS].at + 4 * (size_t)idx);
}

static void add_maps(struct strbuf *text, const struct bpf_prog_entry *entry)
{
	uint32_t i;

	for (i = 0; i < entry->array[BPF_ARRAY_MAP_IDS].nr; i++)
		strbuf__addf(text, "%s%u", i ? "," : "", map_id(entry, i));
	if (!i)
		strbuf__addc(text, '-');
}

static void add_attachments(struct strbuf *text, const struct bpf_uses *uses, uint32_t id)
{
	const struct bpf_attachment *a;
	size_t nr, i;

	a = bpf_uses__attachments(uses, id, &nr);
	for (i = 0; i < nr; i++) {
		strbuf__addf(text, "%s%s", i ? ", " : "", a[i].kind);
		if (!a[i].target)
			continue;
		strbuf__addc(text, ':');
		strbuf__add_visible(text, a[i].target, strlen(a[i].target));
	}
	if (!nr)
		strbuf__addc(text, '-');
}

static void add_holders(struct strbuf *text, const struct bpf_uses *uses, uint32_t id)
{
	const struct bpf_holder *h;
	size_t nr, i;

	h = bpf_uses__holders(uses, id, &nr);
	for (i = 0; i < nr; i++) {
		strbuf__adds(text, i ? ", " : "");
		strbuf__add_visible(text, h[i].comm, strlen(h[i].comm));
		strbuf__addf(text, "(%d)", (int)h[i].pid);
	}
	if (!nr)
		strbuf__addc(text, '-');
}

static void add_number(struct text_table *table, uint64_t value, bool is_known)
{
	if (is_known)
		strbuf__add_uint(&table->cells, value);
	else
		strbuf__addc(&table->cells, '-');
	text_table__end_cell(table);
}

static void add_row(struct text_table *table, const struct bpf_loaded *loaded,
		    const struct bpf_loaded_prog *prog)
{
	const struct bpf_prog_entry *entry = &prog->copy.entry;
	const struct bpf_prog_info *info = &entry->info;
	struct strbuf *cells = &table->cells;
	char buf[16];

	add_number(table, info->id, true);
	strbuf__adds(cells, bpf_prog_copy__type(&prog->copy, buf, sizeof(buf)));
	text_table__end_cell(table);
	add_tag(cells, info);
	text_table__end_cell(table);
	add_visible_or_dash(cells, prog->name);
	text_table__end_cell(table);
	add_time(cells, wall_clock_ns(info->load_time));
	text_table__end_cell(table);
	add_number(table, info->created_by_uid, true);
	add_number(table, MAX(info->nr_jited_func_lens, 1U), true);
	add_number(table, info->jited_prog_len, true);
	add_number(table, info->xlated_prog_len, true);
	add_number(table, prog->memory, prog->memory);
	add_maps(cells, entry);
	text_table__end_cell(table);
	add_number(table, info->btf_id, info->btf_id);
	add_number(table, info->run_cnt, true);
	add_number(table, info->run_time_ns, true);
	add_attachments(cells, &loaded->uses, info->id);
	text_table__end_cell(table);
	add_holders(cells, &loaded->uses, info->id);
	text_table__end_cell(table);
}

int bpf_loaded__show_text(const struct bpf_loaded *loaded, size_t width, struct strbuf *text)
{
	struct text_table table = {
		.columns = columns,
		.nr_columns = ARRAY_SIZE(columns),
		.width = width,
	};
	size_t i;
	int err;

	for (i = 0; i < loaded->nr; i++)
		add_row(&table, loaded, &loaded->progs[i]);
	err = text_table__write(&table, text);
	text_table__free(&table);
	return err;
}

/* ---- JSON ---- */

static void say_str(struct out *o, const char *name, const char *text)
{
	out__member(o, name);
	if (text && *text)
		out__str(o, text, strlen(text), false);
	else
		out__none(o, "none", strlen("none"));
}

static void say_uint(struct out *o, const char *name, uint64_t value)
{
	out__member(o, name);
	out__uint(o, value);
}

static void say_uses(struct out *o, const struct bpf_uses *uses, uint32_t id)
{
	const struct bpf_attachment *a;
	const struct bpf_holder *h;
	size_t nr, i;

	out__member(o, "attached");
	out__begin(o, OUT_ARRAY);
	a = bpf_uses__attachments(uses, id, &nr);
	for (i = 0; i < nr; i++) {
		out__begin(o, OUT_OBJECT);
		say_str(o, "kind", a[i].kind);
		say_str(o, "target", a[i].target);
		if (a[i].link_id)
			say_uint(o, "link_id", a[i].link_id);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
	out__member(o, "holders");
	out__begin(o, OUT_ARRAY);
	h = bpf_uses__holders(uses, id, &nr);
	for (i = 0; i < nr; i++) {
		out__begin(o, OUT_OBJECT);
		say_uint(o, "pid", (uint64_t)h[i].pid);
		say_str(o, "comm", h[i].comm);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

static void say_prog(struct out *o, const struct bpf_loaded *loaded,
		     const struct bpf_loaded_prog *prog)
{
	const struct bpf_prog_entry *entry = &prog->copy.entry;
	const struct bpf_prog_info *info = &entry->info;
	struct strbuf tag = {};
	char buf[16];
	uint32_t i;

	add_tag(&tag, info);
	out__begin(o, OUT_OBJECT);
	say_uint(o, "id", info->id);
	say_str(o, "type", bpf_prog_copy__type(&prog->copy, buf, sizeof(buf)));
	say_str(o, "tag", strbuf__cstr(&tag));
	say_str(o, "name", prog->name);
	say_uint(o, "loaded_wall_ns", wall_clock_ns(info->load_time));
	say_uint(o, "uid", info->created_by_uid);
	say_uint(o, "funcs", MAX(info->nr_jited_func_lens, 1U));
	say_uint(o, "bytes", info->jited_prog_len);
	say_uint(o, "xlated_bytes", info->xlated_prog_len);
	say_uint(o, "memory_bytes", prog->memory);
	say_uint(o, "verified_insns", info->verified_insns);
	out__member(o, "image");
	out__bool(o, prog->copy.has_image);
	if (info->btf_id)
		say_uint(o, "btf_id", info->btf_id);
	out__member(o, "map_ids");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < entry->array[BPF_ARRAY_MAP_IDS].nr; i++)
		out__uint(o, map_id(entry, i));
	out__end(o, OUT_ARRAY);
	say_uint(o, "run_cnt", info->run_cnt);
	say_uint(o, "run_time_ns", info->run_time_ns);
	say_uint(o, "recursion_misses", info->recursion_misses);
	say_uses(o, &loaded->uses, info->id);
	out__end(o, OUT_OBJECT);
	strbuf__free(&tag);
}

int bpf_loaded__show_json(const struct bpf_loaded *loaded, struct strbuf *text)
{
	struct out o;
	size_t i;

	out__init_json(&o, text);
	out__begin(&o, OUT_OBJECT);
	out__member(&o, "programs");
	out__begin(&o, OUT_ARRAY);
	for (i = 0; i < loaded->nr; i++)
		say_prog(&o, loaded, &loaded->progs[i]);
	out__end(&o, OUT_ARRAY);
	out__end(&o, OUT_OBJECT);
	strbuf__addc(text, '\n');
	return strbuf__error(text);
}
