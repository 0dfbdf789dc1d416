// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_mounts.c - arguments of statmount and listmount. */
#include "decode.h"

#include <stddef.h>
#include <string.h>

#include "layouts_mounts.h"
#include "util.h"

/* A structure of a newer program, of which more is looked at than is known; and an answer with its texts. */
#define REQUEST_MAX 256
#define ANSWER_MAX 4096

/* Of a request that is too short the kernel does not look at more than its length. */
static void say_request(const struct arg *arg, const struct payload *p, struct out *o)
{
	const struct layout *l = arg->desc->layout;
	struct blob b = arg__blob(arg, p);
	size_t size;

	if (p->len < sizeof(uint32_t)) {
		out__ptr(o, arg->value);
		return;
	}
	size = layout__get(p->data, sizeof(uint32_t));
	if (size < MOUNT_REQUEST_SIZE_VER0)
		b.len = sizeof(uint32_t);
	b.is_whole = true;
	b.cut = p->flags & AUG_P_CUT;
	if (b.len > l->size && !layout__is_zero(b.data + l->size, b.len - l->size))
		b.cut = true;
	layout__say(l, &b, o);
}

static void decode_request(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_request);
}

static void say_answer(const struct arg *arg, const struct payload *p, struct out *o)
{
	struct blob b = arg__blob(arg, p);
	uint64_t mask = 0;

	/* The kernel wrote no more than there was room for. */
	b.len = MIN(b.len, arg->event->rec->args[2]);
	if (b.len < sizeof(uint32_t)) {
		out__ptr(o, arg->value);
		return;
	}
	b.is_whole = true;
	if (b.len >= offsetof(struct mount_answer, mask) + sizeof(mask))
		memcpy(&mask, b.data + offsetof(struct mount_answer, mask), sizeof(mask));
	out__begin(o, OUT_OBJECT);
	for (size_t i = 0; i < statmount_nr_parts; i++) {
		const struct statmount_part *part = &statmount_parts[i];

		if (part->mask == UINT64_MAX || part->mask & mask)
			layout__say_members(part->layout, &b, o);
	}
	if (p->flags & AUG_P_CUT || b.len < sizeof(struct mount_answer))
		out__more(o, 0);
	out__end(o, OUT_OBJECT);
}

static void decode_answer(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_answer);
}

const struct arg_type arg_mount_request = {
	.name = "mount_request",
	.decode = decode_request,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = REQUEST_MAX,
	.needs_layout = true,
};
const struct arg_type arg_mount_answer = {
	.name = "mount_answer",
	.decode = decode_answer,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
	.size = ANSWER_MAX,
};
