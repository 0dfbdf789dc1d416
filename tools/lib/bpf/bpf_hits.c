// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_hits.c - see bpf_hits.h. Open addressing, at most half full. */
#include "bpf_hits.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_SIZE 1024

void bpf_hits__free(struct bpf_hits *hits)
{
	free(hits->hits);
	*hits = (struct bpf_hits){};
}

static struct bpf_hit *slot_of(struct bpf_hit *hits, size_t size, const struct bpf_hit *key)
{
	uint64_t hash = (uintptr_t)key->prog * 0x9e3779b97f4a7c15ULL;
	size_t at;

	hash = (hash ^ key->addr) * 0xff51afd7ed558ccdULL + key->func;
	for (at = (hash ^ hash >> 32) & (size - 1); hits[at].prog; at = (at + 1) & (size - 1)) {
		if (hits[at].prog == key->prog && hits[at].addr == key->addr &&
		    hits[at].func == key->func)
			break;
	}
	return &hits[at];
}

static int make_room(struct bpf_hits *hits)
{
	const size_t size = hits->size ? 2 * hits->size : FIRST_SIZE;
	struct bpf_hit *bigger;
	size_t i;

	if (2 * hits->nr < hits->size)
		return 0;
	bigger = calloc(size, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	for (i = 0; i < hits->size; i++) {
		if (hits->hits[i].prog)
			*slot_of(bigger, size, &hits->hits[i]) = hits->hits[i];
	}
	free(hits->hits);
	hits->hits = bigger;
	hits->size = size;
	return 0;
}

int bpf_hits__add(struct bpf_hits *hits, const struct bpf_prog *prog, uint32_t func, uint64_t addr,
		  uint64_t nr)
{
	const struct bpf_hit key = { .prog = prog, .func = func, .addr = addr };
	struct bpf_hit *slot;

	if (make_room(hits))
		return -ENOMEM;
	slot = slot_of(hits->hits, hits->size, &key);
	if (!slot->prog) {
		*slot = key;
		hits->nr++;
	}
	slot->nr += nr;
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct bpf_hit *x = a, *y = b;

	if (x->prog != y->prog)
		return (uintptr_t)x->prog < (uintptr_t)y->prog ? -1 : 1;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

void bpf_hits__sort(struct bpf_hits *hits)
{
	size_t i, nr = 0;

	for (i = 0; i < hits->size; i++) {
		if (hits->hits[i].prog)
			hits->hits[nr++] = hits->hits[i];
	}
	if (nr)
		qsort(hits->hits, nr, sizeof(*hits->hits), compare);
	hits->nr = nr;
}

const struct bpf_hit *bpf_hits__find(const struct bpf_hits *hits, const struct bpf_prog *prog,
				     uint32_t func, size_t *ret_nr)
{
	const struct bpf_hit key = { .prog = prog, .func = func };
	size_t low = 0, high = hits->nr, mid, end;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (compare(&hits->hits[mid], &key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < hits->nr; end++) {
		if (hits->hits[end].prog != prog || hits->hits[end].func != func)
			break;
	}
	*ret_nr = end - low;
	return *ret_nr ? hits->hits + low : NULL;
}
