/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* decode_call.h - calls made up for the tests of decode.h, and their text. */
#ifndef TESTS_DECODE_CALL_H
#define TESTS_DECODE_CALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "decode.h"
#include "strbuf.h"
#include "util.h"

/* A call that is being made up. */
struct call {
	const struct syscall_desc *desc;
	struct aug_record rec;
	struct event event;
	uint8_t *heap[2 * AUG_MAX_ARGS];
	size_t nr_heap;
	bool full_names;
	bool show_zeros;
	bool verbose;
	bool strace; /* spelled as strace does, but for the marks of structures */
	enum out_consts consts;
};

static inline void call__init(struct call *c, unsigned int abi, const char *name)
{
	memset(c, 0, sizeof(*c));
	c->desc = syscalls__find(abi, name);
	if (!c->desc)
		fail_msg("no %s in table %u", name, abi);
	c->rec.type = AUG_RECORD_CALL;
	c->rec.abi = (uint16_t)abi;
	c->rec.nr = (uint32_t)c->desc->nr[abi];
	c->event.rec = &c->rec;
}

static inline void call__free(struct call *c)
{
	while (c->nr_heap)
		free(c->heap[--c->nr_heap]);
}

static inline struct payload *call__payload(struct call *c, unsigned int idx, const void *data,
					    size_t len, uint8_t flags)
{
	const bool at_exit = flags & AUG_P_EXIT;
	struct payload *p = at_exit ? &c->event.exit[idx] : &c->event.entry[idx];
	uint8_t *copy = malloc(len ? len : 1);

	assert_non_null(copy);
	if (len)
		memcpy(copy, data, len);
	c->heap[c->nr_heap++] = copy;
	*p = (struct payload){
		.data = len ? copy : copy + 1,
		.len = (uint32_t)len,
		.full_len = (uint32_t)len,
		.flags = flags,
	};
	if (at_exit)
		c->event.has_exit |= (uint8_t)(1u << idx);
	else
		c->event.has_entry |= (uint8_t)(1u << idx);
	return p;
}

static const struct text_style style = {
	.object_open = "{ ",
	.object_close = " }",
	.array_open = "[",
	.array_close = "]",
	.separator = ", ",
	.member_prefix = "",
	.assign = ": ",
};

/* The arguments as one line of text; valid until the next call. */
static inline const char *call__text(struct call *c)
{
	static char text[16384];
	struct strbuf sb = {};
	struct out o = {};

	out__init_text(&o, &style, &sb);
	o.full_names = c->full_names;
	o.verbose = c->verbose;
	o.strace = c->strace;
	o.consts = c->consts;
	out__begin(&o, OUT_OBJECT);
	decode__args(&c->event, c->desc, &o, c->show_zeros);
	out__end(&o, OUT_OBJECT);
	assert_int_equal(strbuf__error(&sb), 0);
	snprintf(text, sizeof(text), "%s", strbuf__cstr(&sb));
	strbuf__free(&sb);
	return text;
}

static inline void expect_ret(struct call *c, int64_t ret, const char *text)
{
	struct strbuf sb = {};
	struct out o = {};

	c->rec.ret = ret;
	out__init_text(&o, &style, &sb);
	decode__ret(&c->event, c->desc, &o);
	assert_string_equal(strbuf__cstr(&sb), text);
	strbuf__free(&sb);
}

static inline void native(struct call *c, const char *name)
{
	call__init(c, AUG_ABI_NATIVE, name);
}

#endif /* TESTS_DECODE_CALL_H */
