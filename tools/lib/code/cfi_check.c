// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cfi_check.c - see cfi_check.h. */
#include "cfi_check.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "perfdata_cursor.h"
#include "util.h"

/* No processor that we unwind has more; the largest ones are of vectors. */
#define REGISTERS_MAX 256
/* States that are remembered within each other; compilers need one. */
#define REMEMBERED_MAX 16

/** struct offsets - of entries in a section, ascending. */
struct offsets {
	uint64_t *at;
	size_t nr, size;
};

/** struct table - a section of entries. @fdes, @cies: where they begin. */
struct table {
	const unsigned char *ident;
	Elf_Data *data;
	bool is_eh;
	struct offsets fdes, cies;
};

/** struct cie - what FDEs need of theirs. @encoding: of addresses; @is_sized: augmentations have a length. */
struct cie {
	uint8_t encoding;
	bool is_sized;
};

static bool offsets__add(struct offsets *o, uint64_t at)
{
	if (array__grow(&o->at, o->nr, &o->size, sizeof(*o->at)))
		return false;
	o->at[o->nr++] = at;
	return true;
}

static int compare_offsets(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static bool offsets__have(const struct offsets *o, uint64_t at)
{
	return o->nr && bsearch(&at, o->at, o->nr, sizeof(at), compare_offsets);
}

static uint64_t take_leb128(struct cursor *c)
{
	uint64_t value = 0;
	unsigned int shift;
	uint8_t byte;

	for (shift = 0; shift < 64; shift += 7) {
		byte = cursor__u8(c);
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	c->cut = true;
	return 0;
}

/* Bytes of an address, 0 for an encoding that compilers do not use. */
static unsigned int encoded_size(const struct table *t, uint8_t encoding)
{
	if (encoding & DW_EH_PE_indirect || (encoding & 0x70) > DW_EH_PE_datarel)
		return 0;
	switch (encoding & 7) {
	case DW_EH_PE_absptr:
		return t->ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
	case DW_EH_PE_udata2:
		return 2;
	case DW_EH_PE_udata4:
		return 4;
	case DW_EH_PE_udata8:
		return 8;
	}
	return 0;
}

/*
 * The operands of an instruction: r register, n number, b block with its length, e address, and digits
 * for so many bytes. NULL: not known.
 */
static const char *operands_of(uint8_t opcode)
{
	static const char *const operands[] = {
		[DW_CFA_nop] = "",
		[DW_CFA_set_loc] = "e",
		[DW_CFA_advance_loc1] = "1",
		[DW_CFA_advance_loc2] = "2",
		[DW_CFA_advance_loc4] = "4",
		[DW_CFA_offset_extended] = "rn",
		[DW_CFA_restore_extended] = "r",
		[DW_CFA_undefined] = "r",
		[DW_CFA_same_value] = "r",
		[DW_CFA_register] = "rr",
		[DW_CFA_remember_state] = "",
		[DW_CFA_restore_state] = "",
		[DW_CFA_def_cfa] = "rn",
		[DW_CFA_def_cfa_register] = "r",
		[DW_CFA_def_cfa_offset] = "n",
		[DW_CFA_def_cfa_expression] = "b",
		[DW_CFA_expression] = "rb",
		[DW_CFA_offset_extended_sf] = "rn",
		[DW_CFA_def_cfa_sf] = "rn",
		[DW_CFA_def_cfa_offset_sf] = "n",
		[DW_CFA_val_offset] = "rn",
		[DW_CFA_val_offset_sf] = "rn",
		[DW_CFA_val_expression] = "rb",
		[DW_CFA_GNU_window_save] = "",
		[DW_CFA_GNU_args_size] = "n",
		[DW_CFA_GNU_negative_offset_extended] = "rn",
	};

	switch (opcode & 0xc0) {
	case DW_CFA_advance_loc:
	case DW_CFA_restore:
		return "";
	case DW_CFA_offset:
		return "n";
	}
	return opcode < ARRAY_SIZE(operands) ? operands[opcode] : NULL;
}

static bool check_operand(const struct table *t, char kind, uint8_t encoding, struct cursor *c)
{
	unsigned int size;

	switch (kind) {
	case 'r':
		return take_leb128(c) < REGISTERS_MAX && !c->cut;
	case 'n':
		take_leb128(c);
		break;
	case 'b':
		cursor__take(c, take_leb128(c));
		break;
	case 'e':
		size = encoded_size(t, encoding);
		cursor__take(c, size);
		return size && !c->cut;
	default:
		cursor__take(c, (unsigned int)(kind - '0'));
	}
	return !c->cut;
}

static bool check_instructions(const struct table *t, uint8_t encoding, struct cursor c)
{
	unsigned int remembered = 0;
	const char *operand;
	uint8_t opcode;

	while (cursor__left(&c)) {
		opcode = cursor__u8(&c);
		operand = operands_of(opcode);
		if (!operand)
			return false;
		for (; *operand; operand++) {
			if (!check_operand(t, *operand, encoding, &c))
				return false;
		}
		if (opcode == DW_CFA_remember_state && ++remembered > REMEMBERED_MAX)
			return false;
		if (opcode == DW_CFA_restore_state && remembered)
			remembered--;
	}
	return true;
}

/* "zPLR" and the like: what stands in the data of the augmentation, in its order. */
static bool parse_augmentation(const struct table *t, const Dwarf_CIE *entry, struct cie *ret_cie)
{
	struct cursor c = cursor__of(entry->augmentation_data, entry->augmentation_data_size);
	const char *at = entry->augmentation;
	unsigned int size;

	*ret_cie = (struct cie){ .encoding = DW_EH_PE_absptr };
	if (!*at)
		return true;
	if (*at++ != 'z')
		return false;
	ret_cie->is_sized = true;
	for (; *at; at++) {
		switch (*at) {
		case 'R':
			ret_cie->encoding = cursor__u8(&c);
			break;
		case 'L':
			cursor__u8(&c);
			break;
		case 'P':
			size = encoded_size(t, cursor__u8(&c) & ~DW_EH_PE_indirect);
			if (!size || !cursor__take(&c, size))
				return false;
			break;
		case 'S':
		case 'B':
			break;
		default:
			return false;
		}
	}
	return !c.cut && encoded_size(t, ret_cie->encoding);
}

static bool check_cie(const struct table *t, const Dwarf_CIE *entry, struct cie *ret_cie)
{
	if (!parse_augmentation(t, entry, ret_cie) ||
	    entry->return_address_register >= REGISTERS_MAX)
		return false;
	return check_instructions(t, ret_cie->encoding,
				  cursor__of(entry->initial_instructions,
					     (size_t)(entry->initial_instructions_end -
						      entry->initial_instructions)));
}

static bool check_fde(const struct table *t, const Dwarf_FDE *entry, const struct cie *cie)
{
	struct cursor c = cursor__of(entry->start, (size_t)(entry->end - entry->start));

	cursor__take(&c, 2 * encoded_size(t, cie->encoding));
	if (cie->is_sized)
		cursor__take(&c, take_leb128(&c));
	return !c.cut && check_instructions(t, cie->encoding, c);
}

/* An FDE mostly belongs to the CIE before it. */
static bool find_cie(const struct table *t, uint64_t at, uint64_t *last_at, struct cie *last)
{
	Dwarf_CFI_Entry entry;
	Dwarf_Off next;

	if (at == *last_at)
		return true;
	*last_at = at;
	return offsets__have(&t->cies, at) &&
	       !dwarf_next_cfi(t->ident, t->data, t->is_eh, at, &next, &entry) &&
	       dwarf_cfi_cie_p(&entry) && check_cie(t, &entry.cie, last);
}

/* As libdw goes through them: from the start, each where the one before ends. CIEs come first. */
static bool check_entries(struct table *t)
{
	uint64_t last_cie = UINT64_MAX;
	Dwarf_CFI_Entry entry;
	Dwarf_Off at = 0, next;
	struct cie cie = {};
	int result;

	while (!(result = dwarf_next_cfi(t->ident, t->data, t->is_eh, at, &next, &entry))) {
		if (dwarf_cfi_cie_p(&entry)) {
			if (!check_cie(t, &entry.cie, &cie) || !offsets__add(&t->cies, at))
				return false;
			last_cie = at;
		} else if (!find_cie(t, entry.fde.CIE_pointer, &last_cie, &cie) ||
			   !check_fde(t, &entry.fde, &cie) || !offsets__add(&t->fdes, at)) {
			return false;
		}
		if (next <= at)
			return false;
		at = next;
	}
	return result > 0;
}

/* The index as linkers write it: addresses of functions and of FDEs, relative to itself. */
static bool check_index(const struct table *t, uint64_t frame_addr, const Elf_Data *index,
			uint64_t index_addr)
{
	static const uint8_t head[] = { 1, DW_EH_PE_pcrel | DW_EH_PE_sdata4, DW_EH_PE_udata4,
					DW_EH_PE_datarel | DW_EH_PE_sdata4 };
	struct cursor c = cursor__of(index->d_buf, index->d_buf ? index->d_size : 0);
	const uint8_t *start = cursor__take(&c, sizeof(head));
	uint32_t nr, i;

	if (!start || memcmp(start, head, sizeof(head)) ||
	    index_addr + sizeof(head) + (uint64_t)(int32_t)cursor__u32(&c) != frame_addr)
		return false;
	nr = cursor__u32(&c);
	for (i = 0; i < nr && !c.cut; i++) {
		cursor__u32(&c);
		if (!offsets__have(&t->fdes,
				   index_addr + (uint64_t)(int32_t)cursor__u32(&c) - frame_addr))
			return false;
	}
	return !c.cut;
}

/** struct found - the sections of an ELF file. */
struct found {
	Elf_Data *eh_frame, *index, *debug_frame;
	uint64_t eh_frame_addr, index_addr;
};

static bool find_sections(Elf *elf, struct found *ret)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	const char *name;
	size_t names;

	*ret = (struct found){};
	if (elf_getshdrstrndx(elf, &names))
		return false;
	while ((scn = elf_nextscn(elf, scn))) {
		name = gelf_getshdr(scn, &shdr) ? elf_strptr(elf, names, shdr.sh_name) : NULL;
		if (!name || shdr.sh_type == SHT_NOBITS)
			continue;
		if (!strcmp(name, ".eh_frame")) {
			if (ret->eh_frame)
				return false;
			ret->eh_frame = elf_rawdata(scn, NULL);
			ret->eh_frame_addr = shdr.sh_addr;
		} else if (!strcmp(name, ".eh_frame_hdr")) {
			if (ret->index)
				return false;
			ret->index = elf_rawdata(scn, NULL);
			ret->index_addr = shdr.sh_addr;
		} else if (!strcmp(name, ".debug_frame") || !strcmp(name, ".zdebug_frame")) {
			if (ret->debug_frame)
				return false;
			/* As libdw does when it comes to them. */
			if (shdr.sh_flags & SHF_COMPRESSED && elf_compress(scn, 0, 0) < 0)
				return false;
			if (name[1] == 'z' && elf_compress_gnu(scn, 0, 0) < 0)
				return false;
			ret->debug_frame = elf_rawdata(scn, NULL);
		}
	}
	return true;
}

static bool has_index_header(Elf *elf)
{
	size_t nr = 0, i;
	GElf_Phdr phdr;

	if (elf_getphdrnum(elf, &nr))
		return true;
	for (i = 0; i < nr; i++) {
		if (gelf_getphdr(elf, (int)i, &phdr) && phdr.p_type == PT_GNU_EH_FRAME)
			return true;
	}
	return false;
}

static bool check_eh_frame(Elf *elf, const unsigned char *ident, const struct found *found)
{
	struct table t = { .ident = ident, .data = found->eh_frame, .is_eh = true };
	bool ok;

	if (!found->eh_frame)
		return !found->index && !has_index_header(elf);
	ok = check_entries(&t) && (!found->index || check_index(&t, found->eh_frame_addr,
								found->index, found->index_addr));
	free(t.fdes.at);
	free(t.cies.at);
	return ok;
}

static bool check_debug_frame(const unsigned char *ident, const struct found *found)
{
	struct table t = { .ident = ident, .data = found->debug_frame };
	bool ok = !found->debug_frame || check_entries(&t);

	free(t.fdes.at);
	free(t.cies.at);
	return ok;
}

bool cfi_check__elf(Elf *elf)
{
	const unsigned char *ident = (const unsigned char *)elf_getident(elf, NULL);
	struct found found;

	return ident && ident[EI_DATA] == ELFDATA2LSB && find_sections(elf, &found) &&
	       check_eh_frame(elf, ident, &found) && check_debug_frame(ident, &found);
}
