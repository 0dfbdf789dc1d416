// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_elf_report.c - see bpf_elf_report.h: the text. JSON is in bpf_elf_report_json.c. */
#include "bpf_elf_report.h"

#include <bpf/btf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf_attach.h"
#include "bpf_elf_report_priv.h"
#include "btf_spell.h"
#include "map_kind.h"
#include "utf8.h"
#include "util.h"

#define MAX_COLUMNS 7
#define MAX_WIDTH 48 /* a longer cell pushes its own line only */

static struct map_side map_side(uint32_t size, uint32_t declared_id, bool has_marker,
				uint32_t marker_id, uint32_t marker_size)
{
	struct map_side side = { SIDE_NONE, 0, size };

	if (declared_id)
		side = (struct map_side){ SIDE_DECLARATION, declared_id, size };
	else if (has_marker && marker_size)
		side = (struct map_side){ SIDE_MARKER, marker_id, marker_size };
	else if (size)
		side.source = SIDE_SIZE;
	return side;
}

static bool has_marker(const struct bpf_elf_map *map)
{
	return map->marker.is_usable && bpf_elf_map__marker_agrees(map);
}

struct map_side bpf_elf_report__key(const struct bpf_elf_map *map)
{
	return map_side(map->key_size, map->key_id, has_marker(map), map->marker.key_id,
			map->marker.key_size);
}

struct map_side bpf_elf_report__value(const struct bpf_elf_map *map)
{
	return map_side(map->value_size, map->value_id, has_marker(map), map->marker.value_id,
			map->marker.value_size);
}

/* --- Tables ----------------------------------------------------------------------------------- */

/* struct table - cells end with a NUL, one after the other, nr_columns to a row. */
struct table {
	struct strbuf cells;
	unsigned int nr_columns;
	unsigned int next;
	size_t width[MAX_COLUMNS];
	size_t cell_start;
};

static void end_cell(struct table *table)
{
	const size_t len = utf8__columns(strbuf__cstr(&table->cells) + table->cell_start,
					 table->cells.len - table->cell_start);

	table->width[table->next] = MAX(table->width[table->next], MIN(len, MAX_WIDTH));
	strbuf__addc(&table->cells, '\0');
	table->cell_start = table->cells.len;
	table->next = (table->next + 1) % table->nr_columns;
}

static void add_cell(struct table *table, const char *text)
{
	strbuf__add_visible(&table->cells, text, strlen(text));
	end_cell(table);
}

static void begin_table(struct table *table, const char *const *headings, unsigned int nr)
{
	unsigned int i;

	*table = (struct table){ .nr_columns = nr };
	for (i = 0; i < nr; i++)
		add_cell(table, headings[i]);
}

/* Return: an error of the table, that it does not get lost with it. */
static void end_table(struct table *table, struct strbuf *text)
{
	const char *cell = table->cells.text, *end = cell + table->cells.len;
	unsigned int column = 0;

	if (strbuf__error(&table->cells))
		text->err = strbuf__error(&table->cells);
	for (; !text->err && cell < end; cell += strlen(cell) + 1) {
		size_t start = text->len;

		strbuf__adds(text, "  ");
		strbuf__adds(text, cell);
		if (++column < table->nr_columns) {
			strbuf__pad_columns(text, start, table->width[column - 1] + 2);
			continue;
		}
		while (text->len && text->text[text->len - 1] == ' ')
			text->len--;
		strbuf__addc(text, '\n');
		column = 0;
	}
	strbuf__free(&table->cells);
}

/* --- The object ------------------------------------------------------------------------------- */

static void add_escaped(struct strbuf *text, const char *bytes)
{
	strbuf__add_visible(text, bytes, strlen(bytes));
}

static void write_license(const struct bpf_elf *elf, struct strbuf *text)
{
	strbuf__adds(text, "  licence         ");
	if (elf->license)
		add_escaped(text, elf->license);
	else
		strbuf__adds(text, "none");
	if (elf->license && !bpf_elf__is_gpl(elf->license))
		strbuf__adds(text, " (not GPL-compatible)");
	strbuf__addc(text, '\n');
}

static void write_btf(const struct bpf_elf *elf, struct strbuf *text)
{
	if (!elf->btf) {
		strbuf__adds(text, "  BTF             none\n");
		return;
	}
	strbuf__addf(text, "  BTF             %u types%s%s\n", btf__type_cnt(elf->btf) - 1,
		     elf->has_func_info ? ", functions" : "",
		     elf->has_line_info ? ", source lines" : "");
}

static void write_relocs(const struct bpf_elf *elf, struct strbuf *text)
{
	const struct bpf_elf_relocs *r = &elf->relocs;
	const struct {
		uint32_t nr;
		const char *what;
	} kinds[] = {
		{ r->maps, "to maps" },	  { r->calls, "calls" }, { r->data, "to data" },
		{ r->externs, "extern" }, { r->core, "CO-RE" },
	};
	const char *separator = "";
	size_t i;

	strbuf__adds(text, "  relocations     ");
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!kinds[i].nr)
			continue;
		strbuf__addf(text, "%s%u %s", separator, kinds[i].nr, kinds[i].what);
		separator = ", ";
	}
	strbuf__adds(text, *separator ? "\n" : "none\n");
}

static void write_summary(const struct bpf_elf_report *report, struct strbuf *text)
{
	const struct bpf_elf *elf = report->elf;

	add_escaped(text, report->name);
	strbuf__addf(text, ": BPF object, %zu bytes, 64-bit %s\n", elf->size,
		     __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little-endian" : "big-endian");
	write_license(elf, text);
	write_btf(elf, text);
	write_relocs(elf, text);
	if (elf->has_version)
		strbuf__addf(text,
			     "  kernel version  %u.%u.%u (kernels before 5.0 want their own for "
			     "kprobes)\n",
			     elf->version >> 16, elf->version >> 8 & 0xff, elf->version & 0xff);
}

static void add_side(struct table *table, const struct bpf_elf *elf, struct map_side side)
{
	struct strbuf spelled = {};

	if (side.type_id) {
		btf_spell__name(elf->btf, side.type_id, &spelled);
		strbuf__add_visible(&table->cells, strbuf__cstr(&spelled), spelled.len);
		strbuf__addf(&table->cells, " (%u)", side.size);
		strbuf__free(&spelled);
	} else if (side.source == SIDE_SIZE) {
		strbuf__addf(&table->cells, "%u bytes", side.size);
	} else {
		strbuf__addc(&table->cells, '-');
	}
	end_cell(table);
}

static void add_map(struct table *table, const struct bpf_elf *elf, const struct bpf_elf_map *map)
{
	const struct map_kind *kind = map_kind__get(map->type);
	char flags[128];

	add_cell(table, map->name);
	if (kind == map_kind__get(UINT32_MAX))
		strbuf__addf(&table->cells, "type %u", map->type);
	else
		strbuf__adds(&table->cells, kind->name);
	end_cell(table);
	add_side(table, elf, bpf_elf_report__key(map));
	add_side(table, elf, bpf_elf_report__value(map));
	if (map->type == BPF_MAP_TYPE_PERF_EVENT_ARRAY && !map->max_entries)
		strbuf__adds(&table->cells, "CPUs");
	else
		strbuf__add_uint(&table->cells, map->max_entries);
	end_cell(table);
	map_kind__flags(map->flags, flags, sizeof(flags));
	strbuf__addf(&table->cells, "%s%s%s", *flags ? flags : "-", map->pinned ? ", pinned" : "",
		     map->is_static ? ", static" : "");
	end_cell(table);
	add_cell(table, !map->marker.type_id		  ? "-"
			: bpf_elf_map__marker_agrees(map) ? "agrees"
							  : "DISAGREES");
}

static void write_maps(const struct bpf_elf *elf, struct strbuf *text)
{
	static const char *const headings[] = { "name",	       "type",	"key",	 "value",
						"max_entries", "flags", "marker" };
	struct table table;
	uint32_t i;

	if (!elf->nr_maps) {
		strbuf__adds(text, "\nMaps: none\n");
		return;
	}
	if (bpf_elf__is_legacy(elf))
		strbuf__addf(text, "\nMaps: %u, legacy: %u bytes each in the section 'maps'\n",
			     elf->nr_maps, elf->legacy_size);
	else
		strbuf__addf(text, "\nMaps: %u, declared by BTF\n", elf->nr_maps);
	begin_table(&table, headings, ARRAY_SIZE(headings));
	for (i = 0; i < elf->nr_maps; i++)
		add_map(&table, elf, &elf->maps[i]);
	end_table(&table, text);
}

static void add_attachment(struct table *table, const struct bpf_elf *elf,
			   const struct bpf_elf_program *prog)
{
	struct bpf_attach attach;

	if (prog->is_subprog) {
		strbuf__adds(&table->cells, "called by programs");
	} else {
		bpf_attach__parse(elf->sections[prog->section].name, &attach);
		strbuf__addf(&table->cells, "%s%s", attach.kind, *attach.target ? " " : "");
		add_escaped(&table->cells, attach.target);
		if (prog->is_static)
			strbuf__adds(&table->cells, " (static: libbpf takes no such program)");
	}
	end_cell(table);
}

static void write_programs(const struct bpf_elf *elf, struct strbuf *text)
{
	static const char *const headings[] = { "name", "section", "attaches to", "instructions" };
	struct table table;
	uint32_t i;

	if (!elf->nr_programs) {
		strbuf__adds(text, "\nPrograms: none\n");
		return;
	}
	strbuf__addf(text, "\nPrograms: %u\n", elf->nr_programs);
	begin_table(&table, headings, ARRAY_SIZE(headings));
	for (i = 0; i < elf->nr_programs; i++) {
		const struct bpf_elf_program *prog = &elf->programs[i];

		add_cell(&table, prog->name);
		add_cell(&table, elf->sections[prog->section].name);
		add_attachment(&table, elf, prog);
		strbuf__addf(&table.cells, "%" PRIu64, prog->nr_insns);
		end_cell(&table);
	}
	end_table(&table, text);
}

static void write_lines(const struct strbuf *lines, struct strbuf *text)
{
	size_t start = 0, i;

	for (i = 0; i < lines->len; i++) {
		if (lines->text[i] != '\n')
			continue;
		strbuf__adds(text, "  ");
		strbuf__add_visible(text, lines->text + start, i - start);
		strbuf__addc(text, '\n');
		start = i + 1;
	}
}

static void write_verdicts(struct bpf_elf_report *report, struct strbuf *text)
{
	bool was_asked = true;
	unsigned int i;

	strbuf__adds(text, "\nWho can load it\n");
	for (i = 0; i < BPF_NR_LOADERS; i++) {
		struct bpf_verdict *verdict = &report->verdicts[i];
		size_t start = text->len;

		strbuf__addf(text, "  %s", bpf_loader__name(i));
		strbuf__pad(text, start, 18);
		strbuf__adds(text, bpf_answer__name(verdict->answer));
		if (verdict->reason.len) {
			strbuf__adds(text, ": ");
			/* Names of programs and the verifier's words are in it. */
			strbuf__add_visible(text, verdict->reason.text, verdict->reason.len);
		}
		strbuf__addc(text, '\n');
		was_asked = was_asked && verdict->answer != BPF_ANSWER_PERHAPS;
	}
	if (!was_asked)
		strbuf__adds(text, "  (perhaps: the file is in order; the kernel's verifier was "
				   "not asked, which "
				   "takes root)\n");
}

int bpf_elf_report__text(struct bpf_elf_report *report, struct strbuf *text)
{
	write_summary(report, text);
	write_maps(report->elf, text);
	write_programs(report->elf, text);
	if (report->problems.len) {
		strbuf__adds(text, "\nProblems\n");
		write_lines(&report->problems, text);
	}
	write_verdicts(report, text);
	return strbuf__error(text);
}
