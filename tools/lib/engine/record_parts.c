// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_parts.c - see record_parts.h. Few calls are kept at a time: one of each thread that is in one. */
#include "record_parts.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "record.h"
#include "util.h"

/* Calls that are kept at most: those of threads that were killed inside one never end. */
#define KEPT_MAX 256

/** struct bytes - payloads, one behind the other. */
struct bytes {
	uint8_t *data;
	size_t len;
	size_t size;
};

/** struct kept - one thread's. @nr_more: records that came. */
struct kept {
	uint32_t tid;
	unsigned int nr_more;
	struct bytes payloads;
};

struct record_parts {
	struct kept kept[KEPT_MAX];
	size_t nr;
	struct bytes joined;
};

struct record_parts *record_parts__new(void)
{
	return calloc(1, sizeof(struct record_parts));
}

void record_parts__free(struct record_parts *parts)
{
	if (!parts)
		return;
	for (size_t i = 0; i < parts->nr; i++)
		free(parts->kept[i].payloads.data);
	free(parts->joined.data);
	free(parts);
}

static void *bytes__add(struct bytes *bytes, const void *data, size_t len)
{
	size_t size = bytes->size ? bytes->size : 4096;
	uint8_t *bigger;

	while (size < bytes->len + len)
		size *= 2;
	if (size > bytes->size) {
		bigger = realloc(bytes->data, size);
		if (!bigger)
			return NULL;
		bytes->data = bigger;
		bytes->size = size;
	}
	memcpy(bytes->data + bytes->len, data, len);
	bytes->len += len;
	return bytes->data + bytes->len - len;
}

/* Do the payloads fill the record? */
static bool is_sound(const struct aug_record *rec, size_t size)
{
	const uint8_t *pos = (const uint8_t *)(rec + 1), *end = (const uint8_t *)rec + size;

	if (size < sizeof(*rec) || rec->size != size || size % 8)
		return false;
	for (unsigned int i = 0; i < rec->nr_payloads; i++) {
		const struct aug_payload *p = (const void *)pos;

		if ((size_t)(end - pos) < sizeof(*p) ||
		    (size_t)(end - pos) - sizeof(*p) < ALIGN8(p->len) || p->len > p->full_len)
			return false;
		pos += sizeof(*p) + ALIGN8(p->len);
	}
	return pos == end;
}

static struct kept *find(struct record_parts *parts, uint32_t tid)
{
	for (size_t i = 0; i < parts->nr; i++) {
		if (parts->kept[i].tid == tid)
			return &parts->kept[i];
	}
	return NULL;
}

static void drop(struct record_parts *parts, struct kept *kept)
{
	free(kept->payloads.data);
	memmove(kept, kept + 1, (size_t)(parts->kept + parts->nr - (kept + 1)) * sizeof(*kept));
	parts->nr--;
}

int record_parts__add(struct record_parts *parts, const struct aug_record *rec, size_t size)
{
	struct kept *kept;

	if (!is_sound(rec, size))
		return -EBADMSG;
	kept = find(parts, rec->tid);
	/* The first of a call: what is left of another one will not be asked for. */
	if (kept && !rec->nr_more) {
		kept->nr_more = 0;
		kept->payloads.len = 0;
	}
	if (!kept) {
		if (parts->nr == KEPT_MAX)
			drop(parts, &parts->kept[0]);
		kept = &parts->kept[parts->nr++];
		*kept = (struct kept){ .tid = rec->tid };
	}
	kept->nr_more++;
	return bytes__add(&kept->payloads, rec + 1, size - sizeof(*rec)) ? 0 : -ENOMEM;
}

/* ---- joining ---- */

static struct aug_payload *last_of(const struct bytes *joined, size_t last)
{
	return last ? (struct aug_payload *)(joined->data + last) : NULL;
}

static bool goes_on(const struct aug_payload *p, const struct aug_payload *last)
{
	return last && p->flags & AUG_P_NEXT && p->arg == last->arg && p->part == last->part &&
	       p->elem == last->elem && !((p->flags ^ last->flags) & AUG_P_EXIT);
}

/* The rest of what @last holds; a string's length is known once it is all there. */
static int add_rest(struct bytes *joined, size_t last, const struct aug_payload *p)
{
	static const uint8_t zeroes[8];
	const uint32_t len = p->err ? 0 : p->len;
	struct aug_payload *to;

	joined->len = last + sizeof(*to) + last_of(joined, last)->len;
	if (!bytes__add(joined, p + 1, len) ||
	    !bytes__add(joined, zeroes, ALIGN8(joined->len) - joined->len))
		return -ENOMEM;
	to = last_of(joined, last);
	to->len += len;
	if (to->flags & AUG_P_STR)
		to->full_len = to->len + (p->err || p->flags & AUG_P_CUT);
	if (to->full_len < to->len)
		to->full_len = to->len;
	to->flags = (uint8_t)((to->flags & ~AUG_P_CUT) | (to->len < to->full_len ? AUG_P_CUT : 0));
	return 0;
}

/* What belongs to the entry and was read again, piece by piece, takes the place of earlier attempts. */
static bool is_read_again(const struct aug_payload *p, const struct aug_record *rec)
{
	const uint8_t *pos = (const uint8_t *)(rec + 1);

	for (unsigned int i = 0; i < rec->nr_payloads; i++) {
		const struct aug_payload *other = (const void *)pos;

		if (other->arg == p->arg && other->part == p->part && other->elem == p->elem &&
		    !(p->flags & AUG_P_EXIT) &&
		    payload__attempt(other->flags) > payload__attempt(p->flags))
			return true;
		pos += sizeof(*other) + ALIGN8(other->len);
	}
	return false;
}

/** struct join - @last: place of the last payload in the joined record; 0 for none. */
struct join {
	struct bytes *joined;
	const struct aug_record *rec;
	size_t last;
	unsigned int nr;
};

static int add_payload(struct join *join, const struct aug_payload *p)
{
	if (is_read_again(p, join->rec))
		return 0;
	if (goes_on(p, last_of(join->joined, join->last)))
		return add_rest(join->joined, join->last, p);
	/* Without its beginning it means nothing. */
	if (p->flags & AUG_P_NEXT || join->nr == UINT16_MAX)
		return 0;
	join->last = join->joined->len;
	join->nr++;
	return bytes__add(join->joined, p, sizeof(*p) + ALIGN8(p->len)) ? 0 : -ENOMEM;
}

static int add_payloads(struct join *join, const uint8_t *pos, const uint8_t *end)
{
	int err = 0;

	while (pos < end && !err) {
		const struct aug_payload *p = (const void *)pos;

		err = add_payload(join, p);
		pos += sizeof(*p) + ALIGN8(p->len);
	}
	return err;
}

const struct aug_record *record_parts__join(struct record_parts *parts,
					    const struct aug_record *rec, size_t size,
					    size_t *ret_size)
{
	struct join join = { .joined = &parts->joined, .rec = rec };
	struct kept *kept;
	struct aug_record *head;
	int err;

	*ret_size = size;
	if (!is_sound(rec, size))
		return rec; /* record__parse() says what is wrong */
	kept = find(parts, rec->tid);
	parts->joined.len = 0;
	if (!bytes__add(join.joined, rec, sizeof(*rec)))
		return NULL;
	err = 0;
	/* A record that got lost leaves a gap: nothing of before is known to belong together. */
	if (kept && kept->nr_more == rec->nr_more)
		err = add_payloads(&join, kept->payloads.data,
				   kept->payloads.data + kept->payloads.len);
	if (!err)
		err = add_payloads(&join, (const uint8_t *)(rec + 1), (const uint8_t *)rec + size);
	if (kept && (rec->type != AUG_RECORD_ENTER || rec->flags & AUG_F_NORETURN))
		drop(parts, kept);
	if (err)
		return NULL;
	head = (struct aug_record *)parts->joined.data;
	head->size = (uint32_t)parts->joined.len;
	head->nr_payloads = (uint16_t)join.nr;
	head->nr_more = 0;
	*ret_size = parts->joined.len;
	return head;
}
