// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_progs_info.c - see bpf_progs_info.h. */
#include "bpf_progs_info.h"

#include <errno.h>

#include "util.h"

_Static_assert(sizeof(struct bpf_prog_info) >= BPF_PROG_INFO_LEN, "linux/bpf.h is older than 5.17");

/*
 * Where the info says where an array is, how many elements it has, and how large one is.
 * @size_at: 0 when @size is fixed; else @size is the least that we can use.
 */
#define AT(member) offsetof(struct bpf_prog_info, member)
static const struct {
	uint16_t offset_at;
	uint16_t nr_at;
	uint16_t size_at;
	uint16_t size;
} array_layout[NR_BPF_ARRAYS] = {
	[BPF_ARRAY_JITED_INSNS] = { AT(jited_prog_insns), AT(jited_prog_len), 0, 1 },
	[BPF_ARRAY_XLATED_INSNS] = { AT(xlated_prog_insns), AT(xlated_prog_len), 0, 1 },
	[BPF_ARRAY_MAP_IDS] = { AT(map_ids), AT(nr_map_ids), 0, 4 },
	[BPF_ARRAY_JITED_KSYMS] = { AT(jited_ksyms), AT(nr_jited_ksyms), 0, 8 },
	[BPF_ARRAY_JITED_FUNC_LENS] = { AT(jited_func_lens), AT(nr_jited_func_lens), 0, 4 },
	[BPF_ARRAY_FUNC_INFO] = { AT(func_info), AT(nr_func_info), AT(func_info_rec_size), 8 },
	[BPF_ARRAY_LINE_INFO] = { AT(line_info), AT(nr_line_info), AT(line_info_rec_size), 16 },
	[BPF_ARRAY_JITED_LINE_INFO] = { AT(jited_line_info), AT(nr_jited_line_info),
					AT(jited_line_info_rec_size), 8 },
	[BPF_ARRAY_PROG_TAGS] = { AT(prog_tags), AT(nr_prog_tags), 0, 8 },
};

/* Ends in the origin. */
static const char note_magic[BPF_ORIGIN_NOTE - 1] = { 'a', 'u', 'g', 'm', 'e', 'n', 't' };

const char *bpf_origin__name(enum bpf_origin origin)
{
	static const char *const names[NR_BPF_ORIGINS] = {
		[BPF_ORIGIN_LOST] = "lost",
		[BPF_ORIGIN_START] = "synthesised at start",
		[BPF_ORIGIN_FD] = "read by fd",
		[BPF_ORIGIN_LOAD] = "captured at load",
	};

	return names[origin];
}

struct bpf_prog_iter bpf_prog_iter__of(const uint8_t *section, size_t len)
{
	struct bpf_prog_iter it = { .c = cursor__of(section, len) };

	it.nr = cursor__u32(&it.c);
	return it;
}

static void find_array(struct bpf_prog_entry *entry, const uint8_t *data, unsigned int i)
{
	const uint8_t *info = (const uint8_t *)&entry->info;
	const uint64_t offset = load_u64(info + array_layout[i].offset_at);
	struct bpf_prog_elems elems = { .nr = load_u32(info + array_layout[i].nr_at),
					.elem_size = array_layout[i].size };

	if (!(entry->arrays >> i & 1) || !elems.nr)
		return;
	if (array_layout[i].size_at)
		elems.elem_size = load_u32(info + array_layout[i].size_at);
	if (elems.elem_size < array_layout[i].size || offset > entry->data_len ||
	    elems.nr > (entry->data_len - offset) / elems.elem_size) {
		entry->bad_arrays |= 1ULL << i;
		return;
	}
	elems.at = data + offset;
	entry->array[i] = elems;
}

/* Only what stands behind all arrays is a note. */
static void find_note(struct bpf_prog_entry *entry, const uint8_t *data)
{
	const uint8_t *note;
	unsigned int i;

	if (entry->data_len < BPF_ORIGIN_NOTE)
		return;
	note = data + entry->data_len - BPF_ORIGIN_NOTE;
	if (memcmp(note, note_magic, sizeof(note_magic)) ||
	    note[BPF_ORIGIN_NOTE - 1] >= NR_BPF_ORIGINS)
		return;
	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		const struct bpf_prog_elems *elems = &entry->array[i];

		if (elems->at && elems->at + (size_t)elems->nr * elems->elem_size > note)
			return;
	}
	entry->origin = note[BPF_ORIGIN_NOTE - 1];
}

int bpf_prog_iter__next(struct bpf_prog_iter *it, struct bpf_prog_entry *ret_entry)
{
	struct bpf_prog_entry entry = { .raw = it->c.at };
	const uint8_t *info, *data;
	unsigned int i;

	if (it->idx >= it->nr)
		return 0;
	it->idx++;
	entry.info_len = cursor__u32(&it->c);
	entry.data_len = cursor__u32(&it->c);
	entry.arrays = cursor__u64(&it->c);
	info = cursor__take(&it->c, entry.info_len);
	data = cursor__take(&it->c, entry.data_len);
	if (it->c.cut) {
		it->idx = it->nr;
		return -EINVAL;
	}
	memcpy(&entry.info, info, MIN(entry.info_len, sizeof(entry.info)));
	entry.raw_len = BPF_BPIL_HEADER + (size_t)entry.info_len + entry.data_len;
	for (i = 0; i < NR_BPF_ARRAYS; i++)
		find_array(&entry, data, i);
	find_note(&entry, data);
	*ret_entry = entry;
	return 1;
}

int bpf_btf_iter__next(struct bpf_prog_iter *it, struct bpf_btf_entry *ret_entry)
{
	struct bpf_btf_entry entry;

	if (it->idx >= it->nr)
		return 0;
	it->idx++;
	entry.id = cursor__u32(&it->c);
	entry.size = cursor__u32(&it->c);
	entry.data = cursor__take(&it->c, entry.size);
	if (it->c.cut) {
		it->idx = it->nr;
		return -EINVAL;
	}
	*ret_entry = entry;
	return 1;
}

static void store(uint8_t *info, size_t at, uint64_t value, size_t size)
{
	memcpy(info + at, &value, size);
}

static uint64_t array_len(const struct bpf_prog_elems *elems)
{
	return (uint64_t)elems->nr * elems->elem_size;
}

/* Say in @info that array @i stands at @offset, or that it is not there. */
static void place_array(uint8_t *info, unsigned int i, bool is_kept, uint64_t offset)
{
	/* Lengths of code are facts of the program, with or without the code. */
	if (!is_kept && i != BPF_ARRAY_JITED_INSNS && i != BPF_ARRAY_XLATED_INSNS)
		store(info, array_layout[i].nr_at, 0, 4);
	store(info, array_layout[i].offset_at, is_kept ? offset : 0, 8);
}

bool bpf_prog_entry__note(uint8_t *header, enum bpf_origin origin, uint8_t *ret_note)
{
	const uint32_t data_len = load_u32(header + 4);

	if (data_len > UINT32_MAX - BPF_ORIGIN_NOTE)
		return false;
	store(header, 4, data_len + BPF_ORIGIN_NOTE, 4);
	memcpy(ret_note, note_magic, sizeof(note_magic));
	ret_note[BPF_ORIGIN_NOTE - 1] = (uint8_t)origin;
	return true;
}

int bpf_prog_entry__without(const struct bpf_prog_entry *entry, uint64_t drop, uint8_t **ret_bytes,
			    size_t *ret_len)
{
	const uint32_t info_len = BPF_PROG_INFO_LEN;
	uint64_t kept = 0, data_len = 0, at = 0;
	uint8_t *bytes, *info, *data;
	unsigned int i;

	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		if (!entry->array[i].at || (drop >> i & 1))
			continue;
		kept |= 1ULL << i;
		data_len += (array_len(&entry->array[i]) + 7) & ~7ULL;
	}
	if (data_len > UINT32_MAX - BPF_ORIGIN_NOTE)
		return -EINVAL;
	bytes = calloc(1, BPF_BPIL_HEADER + info_len + data_len + BPF_ORIGIN_NOTE);
	if (!bytes)
		return -ENOMEM;
	info = bytes + BPF_BPIL_HEADER;
	data = info + info_len;
	store(bytes, 0, info_len, 4);
	store(bytes, 4, data_len, 4);
	store(bytes, 8, kept, 8);
	memcpy(info, &entry->info, info_len);
	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		place_array(info, i, kept >> i & 1, at);
		if (!(kept >> i & 1))
			continue;
		memcpy(data + at, entry->array[i].at, array_len(&entry->array[i]));
		at += (array_len(&entry->array[i]) + 7) & ~7ULL;
	}
	if (entry->origin && bpf_prog_entry__note(bytes, entry->origin, data + data_len))
		data_len += BPF_ORIGIN_NOTE;
	*ret_bytes = bytes;
	*ret_len = BPF_BPIL_HEADER + info_len + data_len;
	return 0;
}

struct bpf_prog_elems bpf_prog_info__array(const struct bpf_prog_info *info,
					   enum bpf_prog_array array)
{
	const uint8_t *bytes = (const uint8_t *)info;
	struct bpf_prog_elems elems = { .nr = load_u32(bytes + array_layout[array].nr_at),
					.elem_size = array_layout[array].size };

	if (array_layout[array].size_at)
		elems.elem_size = load_u32(bytes + array_layout[array].size_at);
	elems.at = (const uint8_t *)(uintptr_t)load_u64(bytes + array_layout[array].offset_at);
	return elems;
}

void bpf_prog_info__set_array(struct bpf_prog_info *info, enum bpf_prog_array array, void *at)
{
	store((uint8_t *)info, array_layout[array].offset_at, (uintptr_t)at, 8);
}

uint32_t bpf_prog_entry__nr_funcs(const struct bpf_prog_entry *entry)
{
	const struct bpf_prog_elems *addrs = &entry->array[BPF_ARRAY_JITED_KSYMS];
	const struct bpf_prog_elems *lens = &entry->array[BPF_ARRAY_JITED_FUNC_LENS];

	return MIN(MIN(addrs->nr, lens->nr), BPF_FUNCS_MAX);
}

uint64_t bpf_prog_entry__func_addr(const struct bpf_prog_entry *entry, uint32_t idx)
{
	return load_u64(entry->array[BPF_ARRAY_JITED_KSYMS].at + 8 * (size_t)idx);
}

uint32_t bpf_prog_entry__func_len(const struct bpf_prog_entry *entry, uint32_t idx)
{
	return load_u32(entry->array[BPF_ARRAY_JITED_FUNC_LENS].at + 4 * (size_t)idx);
}

bool bpf_prog_entry__has_image(const struct bpf_prog_entry *entry)
{
	const struct bpf_prog_elems *image = &entry->array[BPF_ARRAY_JITED_INSNS];
	uint64_t len = 0;
	uint32_t i, nr = bpf_prog_entry__nr_funcs(entry);

	if (!image->at)
		return false;
	for (i = 0; i < nr; i++)
		len += bpf_prog_entry__func_len(entry, i);
	return len <= image->nr;
}
