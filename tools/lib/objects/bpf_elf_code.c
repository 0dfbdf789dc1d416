// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_elf_code.c - see bpf_elf.h: the programs of an object, and its relocations by kind. */
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bpf_elf_priv.h"
#include "strbuf.h"
#include "util.h"

#ifndef R_BPF_64_64
#define R_BPF_64_64 1 /* a 64-bit immediate: a map or a variable */
#endif
#define R_BPF_CALL 10 /* elf.h has it as R_BPF_64_32, older ones not at all */

#define INSN_BYTES 8

/* Fixed parts of .BTF.ext; libbpf has no interface to them. */
struct ext_header {
	uint16_t magic;
	uint8_t version;
	uint8_t flags;
	uint32_t hdr_len;
	uint32_t func_info_off, func_info_len;
	uint32_t line_info_off, line_info_len;
	uint32_t core_relo_off, core_relo_len;
};
#define EXT_MAGIC 0xeb9f
#define EXT_CORE_BYTES 16  /* of struct bpf_core_relo */
#define EXT_CORE_KIND 12   /* where its kind is */
#define EXT_CORE_KIND_ID 7 /* BPF_CORE_TYPE_ID_TARGET */

static bool is_code(const struct bpf_elf_section *sec)
{
	return sec->type == SHT_PROGBITS && (sec->flags & SHF_EXECINSTR) && sec->size;
}

static bool is_function(const struct bpf_elf *elf, const struct bpf_elf_symbol *sym)
{
	return sym->type == STT_FUNC && sym->section && is_code(&elf->sections[sym->section]);
}

/* Labels inside of programs are local ones. */
static bool is_untyped(const struct bpf_elf *elf, const struct bpf_elf_symbol *sym,
		       const uint8_t *has_functions)
{
	return sym->type == STT_NOTYPE && sym->bind == STB_GLOBAL && sym->section &&
	       !has_functions[sym->section] && is_code(&elf->sections[sym->section]);
}

static int read_program(struct bpf_elf *elf, uint32_t idx, struct strbuf *error)
{
	const struct bpf_elf_symbol *sym = &elf->symbols[idx];
	const struct bpf_elf_section *sec = &elf->sections[sym->section];
	bool typed = sym->type == STT_FUNC;

	if (typed == !sym->size || sym->size % INSN_BYTES || sym->value % INSN_BYTES ||
	    sym->value >= sec->size || sym->size > sec->size - sym->value)
		return bpf_elf__refuse(error,
				       "damaged: program '%.64s' is %" PRIu64
				       " bytes at byte %" PRIu64
				       " of section '%.64s', which has %" PRIu64,
				       sym->name, sym->size, sym->value, sec->name, sec->size);
	elf->programs[elf->nr_programs++] = (struct bpf_elf_program){
		.name = sym->name,
		.symbol = idx,
		.section = sym->section,
		.offset = sym->value,
		.nr_insns = sym->size / INSN_BYTES,
		.is_static = sym->bind == STB_LOCAL,
		.is_untyped = !typed,
	};
	return 0;
}

static int compare_programs(const void *a, const void *b)
{
	const struct bpf_elf_program *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return strcmp(x->name, y->name);
}

static int find_programs(struct bpf_elf *elf, uint8_t *has_functions, struct strbuf *error)
{
	uint32_t i;
	int err;

	for (i = 0; i < elf->nr_symbols; i++)
		if (is_function(elf, &elf->symbols[i]))
			has_functions[elf->symbols[i].section] = 1;
	for (i = 0; i < elf->nr_symbols; i++) {
		if (!is_function(elf, &elf->symbols[i]) &&
		    !is_untyped(elf, &elf->symbols[i], has_functions))
			continue;
		err = read_program(elf, i, error);
		if (err)
			return err;
	}
	return 0;
}

/* A program without a size ends where the next one begins. */
static void measure_program(const struct bpf_elf *elf, uint32_t idx)
{
	struct bpf_elf_program *prog = &elf->programs[idx], *next = prog + 1;
	uint64_t end = elf->sections[prog->section].size;

	if (!prog->is_untyped)
		return;
	if (idx + 1 < elf->nr_programs && next->section == prog->section)
		end = next->offset;
	prog->nr_insns = (end - prog->offset) / INSN_BYTES;
}

int bpf_elf__read_programs(struct bpf_elf *elf, struct strbuf *error)
{
	uint8_t *has_functions = calloc(elf->nr_sections, 1);
	uint32_t i;
	int err;

	elf->programs = calloc(elf->nr_symbols + 1, sizeof(*elf->programs));
	err = elf->programs && has_functions ? find_programs(elf, has_functions, error) : -ENOMEM;
	free(has_functions);
	if (err)
		return err;
	qsort(elf->programs, elf->nr_programs, sizeof(*elf->programs), compare_programs);
	/* As libbpf has it: functions in .text are called by programs, if there are others. */
	for (i = 0; i < elf->nr_programs; i++) {
		struct bpf_elf_program *prog = &elf->programs[i];
		bool in_text = !strcmp(elf->sections[prog->section].name, ".text");

		prog->is_subprog = in_text && elf->nr_programs > 1;
		prog->is_static = prog->is_static && !in_text;
		measure_program(elf, i);
	}
	return 0;
}

static void count_reloc(struct bpf_elf *elf, const struct bpf_elf_symbol *sym, uint32_t type)
{
	const char *section = elf->sections[sym->section].name;

	if (type == R_BPF_CALL)
		elf->relocs.calls++;
	else if (!sym->section)
		elf->relocs.externs++;
	else if (!strcmp(section, ".maps") || sym->section == elf->legacy_section)
		elf->relocs.maps++;
	else
		elf->relocs.data++;
}

/* One relocation section of code: how many of which, and that each refers to a symbol. */
static int count_section(struct bpf_elf *elf, const struct bpf_elf_section *sec,
			 struct strbuf *error)
{
	size_t entry = sec->type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
	uint64_t i;

	if (sec->size % entry)
		return bpf_elf__refuse(error,
				       "damaged: %" PRIu64 " bytes of relocations in '%.64s'",
				       sec->size, sec->name);
	for (i = 0; i < sec->size; i += entry) {
		Elf64_Rel rel;
		uint32_t idx;

		memcpy(&rel, sec->data + i, sizeof(rel));
		idx = ELF64_R_SYM(rel.r_info);
		if (idx >= elf->nr_symbols)
			return bpf_elf__refuse(
				error, "damaged: a relocation in '%.64s' refers to symbol %u of %u",
				sec->name, idx, elf->nr_symbols);
		if (sec->info < elf->nr_sections && is_code(&elf->sections[sec->info]))
			count_reloc(elf, &elf->symbols[idx], ELF64_R_TYPE(rel.r_info));
	}
	return 0;
}

static uint32_t count_ids(const uint8_t *data, uint32_t count, uint32_t record)
{
	uint32_t nr = 0, kind, i;

	for (i = 0; i < count; i++) {
		memcpy(&kind, data + (size_t)i * record + EXT_CORE_KIND, sizeof(kind));
		nr += kind == EXT_CORE_KIND_ID;
	}
	return nr;
}

/* CO-RE relocations are records by section: { name, count, count * record }. */
static int count_core(struct bpf_elf *elf, const uint8_t *data, size_t size)
{
	uint32_t record, count;

	if (size < sizeof(record))
		return -EINVAL;
	memcpy(&record, data, sizeof(record));
	if (record < EXT_CORE_BYTES)
		return -EINVAL;
	data += sizeof(record);
	size -= sizeof(record);
	while (size) {
		if (size < 8)
			return -EINVAL;
		memcpy(&count, data + 4, sizeof(count));
		data += 8;
		size -= 8;
		if (!count || count > size / record)
			return -EINVAL;
		elf->relocs.core += count;
		elf->relocs.core_ids += count_ids(data, count, record);
		data += (size_t)count * record;
		size -= (size_t)count * record;
	}
	return 0;
}

static int read_ext(struct bpf_elf *elf, const struct bpf_elf_section *sec, struct strbuf *error)
{
	struct ext_header hdr = {};
	size_t size;

	if (sec->size < offsetof(struct ext_header, core_relo_off))
		goto damaged;
	/* The last two members came later; hdr_len says whether they are there. */
	memcpy(&hdr, sec->data, MIN(sizeof(hdr), sec->size));
	if (hdr.magic != EXT_MAGIC || hdr.hdr_len < offsetof(struct ext_header, core_relo_off) ||
	    hdr.hdr_len > sec->size)
		goto damaged;
	elf->has_func_info = hdr.func_info_len > 0;
	elf->has_line_info = hdr.line_info_len > 0;
	if (hdr.hdr_len < sizeof(hdr) || !hdr.core_relo_len)
		return 0;
	size = sec->size - hdr.hdr_len;
	if (hdr.core_relo_off > size || hdr.core_relo_len > size - hdr.core_relo_off)
		goto damaged;
	if (!count_core(elf, sec->data + hdr.hdr_len + hdr.core_relo_off, hdr.core_relo_len))
		return 0;
damaged:
	return bpf_elf__refuse(error, "damaged: section .BTF.ext cannot be read");
}

int bpf_elf__count_relocs(struct bpf_elf *elf, struct strbuf *error)
{
	uint32_t i, ext = bpf_elf__section(elf, ".BTF.ext");
	int err;

	for (i = 1; i < elf->nr_sections; i++) {
		const struct bpf_elf_section *sec = &elf->sections[i];

		if (sec->type != SHT_REL && sec->type != SHT_RELA)
			continue;
		err = count_section(elf, sec, error);
		if (err)
			return err;
	}
	if (ext && elf->sections[ext].type == SHT_PROGBITS)
		return read_ext(elf, &elf->sections[ext], error);
	return 0;
}
