// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_lsm.c - what security modules say of a task: struct lsm_ctx, as long as it says itself, and lists
 * of them.
 */
#include "decode.h"

#include "layouts.h"
#include "util.h"

/* Bytes of all of them. */
#define CONTEXTS_MAX 2048

/* Members of struct lsm_ctx, which headers older than 6.8 lack: four numbers of 64 bits. */
enum { CTX_LEN = 16, CTX_CTX_LEN = 24, CTX_CTX = 32 };

/* With LSM_FLAG_SINGLE the caller names a module in the structure that the answer goes to. */
#define FLAG_SINGLE 1

/* A context is text most often; strace shows it in hex. */
static void say_context(const struct blob *b, struct out *o)
{
	const uint64_t len = layout__get(b->data + CTX_LEN, 8);
	const uint64_t room = len > CTX_CTX ? len - CTX_CTX : 0;
	const uint64_t wanted = MIN(layout__get(b->data + CTX_CTX_LEN, 8), room);
	const enum out_strings strings = o->strings;

	out__begin(o, OUT_OBJECT);
	layout__say_members(&layout_lsm_ctx, b, o);
	if (wanted && (b->len > CTX_CTX || b->cut)) {
		const size_t shown = MIN(wanted, b->len - CTX_CTX);

		out__member(o, "ctx");
		if (o->strace)
			o->strings = OUT_STRINGS_HEX;
		out__content(o, (const char *)b->data + CTX_CTX, shown, b->cut && shown < wanted);
		o->strings = strings;
	}
	out__end(o, OUT_OBJECT);
}

/* The next one begins where this one says that it ends. */
static void say_contexts(const struct arg *arg, const struct payload *p, struct out *o)
{
	const size_t max = o->verbose ? SIZE_MAX : out__elements_max(o, LAYOUT_ARRAY_SHOWN);
	struct blob b = arg__blob(arg, p);
	size_t nr = 0;
	uint64_t len;

	if (b.len < CTX_CTX) {
		out__ptr(o, arg->value);
		return;
	}
	b.cut = p->flags & AUG_P_CUT;
	out__begin(o, OUT_ARRAY);
	while (b.len >= CTX_CTX && nr < max) {
		nr++;
		say_context(&b, o);
		len = layout__get(b.data + CTX_LEN, 8);
		if (len < CTX_CTX)
			break;
		len = MIN(len, b.len);
		b.data += len;
		b.addr += len;
		b.len -= len;
	}
	if (b.len && (b.cut || nr == max))
		out__more(o, 0);
	out__end(o, OUT_ARRAY);
}

static void say_one(const struct arg *arg, const struct payload *p, struct out *o)
{
	struct blob b = arg__blob(arg, p);

	b.cut = p->flags & AUG_P_CUT;
	if (b.len < CTX_CTX)
		out__ptr(o, arg->value);
	else
		say_context(&b, o);
}

static void decode_ctx_in(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_one);
}

/* What the caller asks for: the module's number. */
static void say_module(const struct arg *arg, const struct payload *p, struct out *o)
{
	if (p->len < 8) {
		out__ptr(o, arg->value);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "id");
	layout__say_element(&layout_lsm_id, &(struct blob){ .data = p->data, .len = 8 }, o);
	out__end(o, OUT_OBJECT);
}

static void say_payload(const struct arg *arg, const struct payload *p, struct out *o,
			void (*say)(const struct arg *arg, const struct payload *p, struct out *o))
{
	if (p->err)
		out__fault(o, arg->value, p->err);
	else
		say(arg, p, o);
}

static void decode_ctx_out(const struct arg *arg, struct out *o)
{
	const bool is_single = arg->event->rec->args[3] & FLAG_SINGLE;
	const struct payload *entry = is_single ? event__entry(arg->event, arg->idx) : NULL;
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (entry && exit) {
		out__begin(o, OUT_CHANGE);
		say_payload(arg, entry, o, say_module);
		say_payload(arg, exit, o, say_contexts);
		out__end(o, OUT_CHANGE);
	} else if (entry) {
		say_payload(arg, entry, o, say_module);
	} else if (exit) {
		say_payload(arg, exit, o, say_contexts);
	} else {
		out__ptr(o, arg->value);
	}
}

const struct arg_type arg_lsm_ctx_in = {
	.name = "lsm_ctx_in",
	.decode = decode_ctx_in,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER,
	.size = CONTEXTS_MAX,
};
const struct arg_type arg_lsm_ctx_out = {
	.name = "lsm_ctx_out",
	.decode = decode_ctx_out,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.size = CONTEXTS_MAX,
};
