// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_fold.c - see map_fold.h. The integers of the type are listed once. */
#include "map_fold.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "util.h"

#define MAX_LEAVES 65536

struct map_folder {
	enum map_fold how;
	size_t size;
	struct btf_field *leaves;
	size_t nr;
	size_t room;
	uint8_t *result;
	uint8_t *claimed; /* a bit for each bit of the value that a leaf has */
	uint64_t nr_saturated;
};

/* Of members that overlap the first is folded: the others are views of the same bits. */
static bool claim(struct map_folder *folder, const struct btf_field *leaf)
{
	uint64_t start = leaf->offset * 8 + leaf->bit_offset, bit;
	uint64_t end = start + (leaf->bit_size ? leaf->bit_size : leaf->node->size * 8);

	if (end > folder->size * 8)
		return false;
	for (bit = start; bit < end; bit++) {
		if (folder->claimed[bit / 8] >> (bit % 8) & 1)
			return false;
	}
	for (bit = start; bit < end; bit++)
		folder->claimed[bit / 8] |= (uint8_t)(1u << (bit % 8));
	return true;
}

static int add_leaf(void *ctx, const char *path, const struct btf_field *leaf)
{
	struct map_folder *folder = ctx;
	struct btf_field *more;

	(void)path;
	if (leaf->node->kind != BTF_NODE_SINT && leaf->node->kind != BTF_NODE_UINT &&
	    leaf->node->kind != BTF_NODE_BOOL)
		return 0;
	if (!claim(folder, leaf))
		return 0;
	if (folder->nr == folder->room) {
		folder->room = folder->room ? folder->room * 2 : 16;
		more = realloc(folder->leaves, folder->room * sizeof(*more));
		if (!more)
			return -ENOMEM;
		folder->leaves = more;
	}
	folder->leaves[folder->nr++] = *leaf;
	return 0;
}

int map_folder__new(const struct map_type *type, size_t size, enum map_fold how,
		    struct map_folder **ret_folder)
{
	struct map_folder *folder;
	struct btf_field root;
	int err = -ENOMEM;

	if (!type->plan)
		return -EINVAL;
	folder = calloc(1, sizeof(*folder));
	if (!folder)
		return -ENOMEM;
	folder->how = how;
	folder->size = size;
	folder->result = malloc(size + 1);
	folder->claimed = calloc(1, size + 1);
	root = btf_plan__field(type->plan);
	if (folder->result && folder->claimed)
		err = btf_field__for_each_leaf(&root, "", MAX_LEAVES, add_leaf, folder);
	if (err) {
		map_folder__free(folder);
		return err;
	}
	*ret_folder = folder;
	return 0;
}

void map_folder__free(struct map_folder *folder)
{
	if (!folder)
		return;
	free(folder->leaves);
	free(folder->result);
	free(folder->claimed);
	free(folder);
}

/* What does not fit becomes the largest or smallest number that does. */
static void store_cut(struct map_folder *folder, const struct btf_field *leaf, __int128 value)
{
	unsigned int nr_bits = leaf->bit_size ? leaf->bit_size : (unsigned int)leaf->node->size * 8;
	bool is_signed = btf_field__is_signed(leaf);
	__int128 max = ((__int128)1 << (nr_bits - is_signed)) - 1, min = is_signed ? -max - 1 : 0;

	if (value > max || value < min) {
		folder->nr_saturated++;
		value = value > max ? max : min;
	}
	btf_field__store(leaf, folder->result, folder->size, (uint64_t)value);
}

static void fold_leaf(struct map_folder *folder, const struct btf_field *leaf,
		      const uint8_t *values, size_t step, unsigned int nr)
{
	bool is_signed = btf_field__is_signed(leaf);
	__int128 sum = 0, max = 0, one;
	uint64_t value;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (btf_field__load(leaf, values + i * step, folder->size, &value))
			return;
		one = is_signed ? (__int128)(int64_t)value : (__int128)value;
		sum += one;
		max = i ? MAX(max, one) : one;
	}
	if (leaf->node->kind == BTF_NODE_BOOL)
		store_cut(folder, leaf, max != 0);
	else if (folder->how == MAP_FOLD_MAX)
		store_cut(folder, leaf, max);
	else
		store_cut(folder, leaf, folder->how == MAP_FOLD_AVG ? sum / (nr ? nr : 1) : sum);
}

const uint8_t *map_folder__fold(struct map_folder *folder, const uint8_t *values, size_t step,
				unsigned int nr)
{
	unsigned int first;
	size_t i;

	for (first = 0; first + 1 < nr && bytes__all_zero(values + first * step, folder->size);
	     first++)
		;
	memcpy(folder->result, values + first * step, folder->size);
	for (i = 0; i < folder->nr; i++)
		fold_leaf(folder, &folder->leaves[i], values, step, nr);
	return folder->result;
}

uint64_t map_folder__nr_saturated(const struct map_folder *folder)
{
	return folder->nr_saturated;
}
