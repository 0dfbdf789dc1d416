// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* began_before.c - see began_before.h. */
#include "began_before.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "strbuf.h"
#include "util.h"

/* @kept: one of each thread, by thread id. @nr_bytes: of all of them. */
struct began_before {
	struct aug_record **kept;
	size_t nr;
	size_t size;
	size_t nr_bytes;
	struct strbuf joined;
};

struct began_before *began_before__new(void)
{
	return calloc(1, sizeof(struct began_before));
}

void began_before__free(struct began_before *b)
{
	if (!b)
		return;
	for (size_t i = 0; i < b->nr; i++)
		free(b->kept[i]);
	free(b->kept);
	strbuf__free(&b->joined);
	free(b);
}

/* Where the thread's is, or would be. */
static size_t place_of(const struct began_before *b, uint32_t tid)
{
	size_t first = 0, end = b->nr, middle;

	while (first < end) {
		middle = first + (end - first) / 2;
		if (b->kept[middle]->tid < tid)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

static bool has(const struct began_before *b, size_t place, uint32_t tid)
{
	return place < b->nr && b->kept[place]->tid == tid;
}

int began_before__put(struct began_before *b, const struct aug_record *rec)
{
	const size_t place = place_of(b, rec->tid);
	struct aug_record *copy;

	if (has(b, place, rec->tid) || !rec->nr_payloads ||
	    b->nr_bytes + rec->size > BEGAN_BEFORE_MAX)
		return 0;
	if (array__grow(&b->kept, b->nr, &b->size, sizeof(b->kept[0])))
		return -ENOMEM;
	copy = malloc(rec->size);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, rec, rec->size);
	memmove(&b->kept[place + 1], &b->kept[place], (b->nr - place) * sizeof(copy));
	b->kept[place] = copy;
	b->nr++;
	b->nr_bytes += rec->size;
	return 0;
}

/* What a payload is about, as a bit; 0: something else. */
static unsigned int subject(const struct aug_payload *p)
{
	if (p->arg < AUG_MAX_ARGS)
		return 1U << p->arg;
	return p->arg == AUG_ARG_FILE ? 1U << AUG_MAX_ARGS : 0;
}

/* What of a record's beginning is kept: what arguments lead to. */
static bool is_kept(const struct aug_payload *p)
{
	return subject(p) && !(p->flags & AUG_P_EXIT);
}

/* @is_begin: the beginning of @rec alone; else all of it, but for what is in @kept of its beginning. */
static void add_payloads(const struct aug_record *rec, bool is_begin, unsigned int kept,
			 struct strbuf *sb, struct aug_record *head)
{
	const uint8_t *pos = (const uint8_t *)(rec + 1);

	for (unsigned int i = 0; i < rec->nr_payloads; i++) {
		const struct aug_payload *p = (const void *)pos;
		const size_t size = sizeof(*p) + ALIGN8(p->len);

		pos += size;
		if (is_begin ? !is_kept(p) : is_kept(p) && subject(p) & kept)
			continue;
		if (head->nr_payloads == UINT16_MAX)
			return;
		strbuf__add(sb, (const char *)p, size);
		head->nr_payloads++;
	}
}

static unsigned int subjects(const struct aug_record *rec)
{
	const uint8_t *pos = (const uint8_t *)(rec + 1);
	unsigned int bits = 0;

	for (unsigned int i = 0; i < rec->nr_payloads; i++) {
		const struct aug_payload *p = (const void *)pos;

		if (is_kept(p))
			bits |= subject(p);
		pos += sizeof(*p) + ALIGN8(p->len);
	}
	return bits;
}

/* It is that of another call where the thread had ended the one before its registers were looked at. */
static bool is_same_call(const struct aug_record *kept, const struct aug_record *rec)
{
	return kept->nr == rec->nr && kept->abi == rec->abi &&
	       !memcmp(kept->args, rec->args, sizeof(rec->args));
}

static const struct aug_record *join(struct began_before *b, const struct aug_record *kept,
				     const struct aug_record *rec)
{
	struct aug_record head = *rec;

	head.nr_payloads = 0;
	strbuf__reset(&b->joined);
	strbuf__add(&b->joined, (const char *)&head, sizeof(head));
	add_payloads(kept, true, 0, &b->joined, &head);
	add_payloads(rec, false, subjects(kept), &b->joined, &head);
	if (strbuf__error(&b->joined))
		return NULL;
	head.size = (uint32_t)b->joined.len;
	memcpy(b->joined.text, &head, sizeof(head));
	return (const void *)b->joined.text;
}

const struct aug_record *began_before__join(struct began_before *b, const struct aug_record *rec,
					    size_t *size)
{
	const size_t place = place_of(b, rec->tid);
	struct aug_record *kept;

	if (!has(b, place, rec->tid))
		return rec;
	kept = b->kept[place];
	b->nr--;
	b->nr_bytes -= kept->size;
	memmove(&b->kept[place], &b->kept[place + 1], (b->nr - place) * sizeof(kept));
	if (is_same_call(kept, rec)) {
		rec = join(b, kept, rec);
		if (rec)
			*size = rec->size;
	}
	free(kept);
	return rec;
}
