// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_elf_report_json.c - see bpf_elf_report.h. */
#include <bpf/btf.h>
#include <string.h>

#include "bpf_elf_attach.h"
#include "bpf_elf_report.h"
#include "bpf_elf_report_priv.h"
#include "btf_spell.h"
#include "map_kind.h"
#include "out.h"

static void say_string(struct out *o, const char *name, const char *text)
{
	out__member(o, name);
	if (text)
		out__str(o, text, strlen(text), false);
	else
		out__none(o, "none", 4);
}

static void say_number(struct out *o, const char *name, uint64_t number)
{
	out__member(o, name);
	out__uint(o, number);
}

static void say_bool(struct out *o, const char *name, bool value)
{
	out__member(o, name);
	out__bool(o, value);
}

static void say_btf(struct out *o, const struct bpf_elf *elf)
{
	out__member(o, "btf");
	if (!elf->btf) {
		out__none(o, "none", 4);
		return;
	}
	out__begin(o, OUT_OBJECT);
	say_number(o, "types", btf__type_cnt(elf->btf) - 1);
	say_bool(o, "functions", elf->has_func_info);
	say_bool(o, "lines", elf->has_line_info);
	out__end(o, OUT_OBJECT);
}

static void say_relocs(struct out *o, const struct bpf_elf_relocs *relocs)
{
	out__member(o, "relocations");
	out__begin(o, OUT_OBJECT);
	say_number(o, "maps", relocs->maps);
	say_number(o, "calls", relocs->calls);
	say_number(o, "data", relocs->data);
	say_number(o, "externs", relocs->externs);
	say_number(o, "core", relocs->core);
	out__end(o, OUT_OBJECT);
}

static void say_type(struct out *o, const struct btf *btf, uint32_t type_id)
{
	struct strbuf spelled = {};

	if (type_id)
		btf_spell__name(btf, type_id, &spelled);
	say_string(o, "type", type_id ? strbuf__cstr(&spelled) : NULL);
	strbuf__free(&spelled);
}

static void say_side(struct out *o, const char *name, const struct bpf_elf *elf,
		     struct map_side side)
{
	out__member(o, name);
	if (side.source == SIDE_NONE) {
		out__none(o, "none", 4);
		return;
	}
	out__begin(o, OUT_OBJECT);
	say_type(o, elf->btf, side.type_id);
	say_number(o, "size", side.size);
	say_string(o, "from",
		   side.source == SIDE_DECLARATION ? "declaration"
		   : side.source == SIDE_MARKER	   ? "marker"
						   : "size");
	out__end(o, OUT_OBJECT);
}

static void say_marker(struct out *o, const struct bpf_elf_map *map)
{
	const struct bpf_elf_marker *marker = &map->marker;

	out__member(o, "marker");
	if (!marker->type_id) {
		out__none(o, "none", 4);
		return;
	}
	out__begin(o, OUT_OBJECT);
	say_number(o, "key_size", marker->key_size);
	say_number(o, "value_size", marker->value_size);
	say_bool(o, "agrees", bpf_elf_map__marker_agrees(map));
	out__end(o, OUT_OBJECT);
}

static void say_map(struct out *o, const struct bpf_elf *elf, const struct bpf_elf_map *map)
{
	bool is_known = map_kind__get(map->type) != map_kind__get(UINT32_MAX);
	char flags[128];

	out__begin(o, OUT_OBJECT);
	say_string(o, "name", map->name);
	say_string(o, "style", map->style == BPF_ELF_MAP_LEGACY ? "legacy" : "btf");
	say_string(o, "type", is_known ? map_kind__get(map->type)->name : NULL);
	say_number(o, "type_number", map->type);
	say_side(o, "key", elf, bpf_elf_report__key(map));
	say_side(o, "value", elf, bpf_elf_report__value(map));
	say_number(o, "key_size", map->key_size);
	say_number(o, "value_size", map->value_size);
	say_number(o, "max_entries", map->max_entries);
	say_number(o, "flags", map->flags);
	say_string(o, "flag_names", map_kind__flags(map->flags, flags, sizeof(flags)));
	say_bool(o, "pinned", map->pinned);
	say_bool(o, "static", map->is_static);
	say_marker(o, map);
	out__end(o, OUT_OBJECT);
}

static void say_program(struct out *o, const struct bpf_elf *elf,
			const struct bpf_elf_program *prog)
{
	const char *section = elf->sections[prog->section].name;
	struct bpf_attach attach;

	bpf_attach__parse(section, &attach);
	out__begin(o, OUT_OBJECT);
	say_string(o, "name", prog->name);
	say_string(o, "section", section);
	say_string(o, "type", prog->is_subprog ? NULL : attach.kind);
	say_string(o, "target", prog->is_subprog || !*attach.target ? NULL : attach.target);
	say_number(o, "instructions", prog->nr_insns);
	say_bool(o, "subprogram", prog->is_subprog);
	out__end(o, OUT_OBJECT);
}

static void say_problems(struct out *o, const struct strbuf *lines)
{
	size_t start = 0, i;

	out__member(o, "problems");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < lines->len; i++) {
		if (lines->text[i] != '\n')
			continue;
		out__str(o, lines->text + start, i - start, false);
		start = i + 1;
	}
	out__end(o, OUT_ARRAY);
}

static void say_verdicts(struct out *o, struct bpf_elf_report *report)
{
	unsigned int i;

	out__member(o, "loaders");
	out__begin(o, OUT_ARRAY);
	for (i = 0; i < BPF_NR_LOADERS; i++) {
		struct bpf_verdict *verdict = &report->verdicts[i];

		out__begin(o, OUT_OBJECT);
		say_string(o, "name", bpf_loader__name(i));
		say_string(o, "loads", bpf_answer__name(verdict->answer));
		say_string(o, "reason",
			   verdict->reason.len ? strbuf__cstr(&verdict->reason) : NULL);
		out__end(o, OUT_OBJECT);
	}
	out__end(o, OUT_ARRAY);
}

int bpf_elf_report__json(struct bpf_elf_report *report, struct strbuf *text)
{
	const struct bpf_elf *elf = report->elf;
	struct out o;
	uint32_t i;

	out__init_json(&o, text);
	out__begin(&o, OUT_OBJECT);
	say_string(&o, "file", report->name);
	say_number(&o, "size", elf->size);
	say_string(&o, "endianness", __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big");
	say_string(&o, "license", elf->license);
	say_bool(&o, "gpl_compatible", bpf_elf__is_gpl(elf->license));
	out__member(&o, "kernel_version");
	if (elf->has_version)
		out__uint(&o, elf->version);
	else
		out__none(&o, "none", 4);
	say_btf(&o, elf);
	say_relocs(&o, &elf->relocs);
	out__member(&o, "maps");
	out__begin(&o, OUT_ARRAY);
	for (i = 0; i < elf->nr_maps; i++)
		say_map(&o, elf, &elf->maps[i]);
	out__end(&o, OUT_ARRAY);
	out__member(&o, "programs");
	out__begin(&o, OUT_ARRAY);
	for (i = 0; i < elf->nr_programs; i++)
		say_program(&o, elf, &elf->programs[i]);
	out__end(&o, OUT_ARRAY);
	say_problems(&o, &report->problems);
	say_verdicts(&o, report);
	out__end(&o, OUT_OBJECT);
	strbuf__addc(text, '\n');
	return strbuf__error(text);
}
