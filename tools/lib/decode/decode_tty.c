// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_tty.c - struct termios. strace tells its words by names; a word without flags is no text at all there.
 */
#include <asm/termbits.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

static void add_flags(struct word *w, const struct symbols *syms, uint64_t value,
		      const struct out *o)
{
	if (value)
		word__add_symbol(w, syms, value, o);
}

static void say_flags(struct out *o, const struct symbols *syms, uint64_t value)
{
	struct word w;

	if (!o->strace) {
		out__hex(o, value);
		return;
	}
	word__init(&w);
	add_flags(&w, syms, value, o);
	word__say(&w, o);
}

static void say_iflag(struct out *o, uint64_t value)
{
	say_flags(o, &syms_tty_iflags, value);
}

static void say_lflag(struct out *o, uint64_t value)
{
	say_flags(o, &syms_tty_lflags, value);
}

static void say_oflag(struct out *o, uint64_t value)
{
	static const struct {
		uint32_t mask;
		const struct symbols *syms;
	} delays[] = {
		{ NLDLY, &syms_tty_nl }, { CRDLY, &syms_tty_cr }, { TABDLY, &syms_tty_tab },
		{ BSDLY, &syms_tty_bs }, { VTDLY, &syms_tty_vt }, { FFDLY, &syms_tty_ff },
	};
	struct word w;

	if (!o->strace) {
		out__hex(o, value);
		return;
	}
	word__init(&w);
	for (size_t i = 0; i < ARRAY_SIZE(delays); i++) {
		word__add_symbol(&w, delays[i].syms, value & delays[i].mask, o);
		word__add(&w, "|");
		value &= ~(uint64_t)delays[i].mask;
	}
	add_flags(&w, &syms_tty_oflags, value, o);
	word__say(&w, o);
}

static void say_cflag(struct out *o, uint64_t value)
{
	const uint64_t in = (value & CIBAUD) >> IBSHIFT;
	struct word w;

	if (!o->strace) {
		out__hex(o, value);
		return;
	}
	word__init(&w);
	word__add_symbol(&w, &syms_tty_baud, value & CBAUD, o);
	word__add(&w, "|");
	if (in) {
		word__add_symbol(&w, &syms_tty_baud, in, o);
		word__add(&w, "<<");
		word__add_symbol(&w, &syms_tty_shift, IBSHIFT, o);
		word__add(&w, "|");
	}
	word__add_symbol(&w, &syms_tty_csize, value & CSIZE, o);
	word__add(&w, "|");
	add_flags(&w, &syms_tty_cflags, value & ~(uint64_t)(CBAUD | CIBAUD | CSIZE), o);
	word__say(&w, o);
}

static void say_line(struct out *o, uint64_t value)
{
	if (o->strace)
		out__symbol(o, &syms_tty_line, value);
	else
		out__uint(o, value);
}

/* Special characters; strace has them with their places. */
static void say_cc(const struct blob *b, const struct field *f, struct out *o)
{
	const enum out_consts consts = o->consts;

	out__begin(o, OUT_ARRAY);
	for (uint64_t i = 0; i < f->size; i++) {
		struct word w;

		if (!o->strace) {
			out__hex(o, b->data[f->off + i]);
			continue;
		}
		word__init(&w);
		word__add(&w, "[");
		o->consts = OUT_CONSTS_NAMED;
		if (symbols__name(&syms_tty_cc, i))
			word__add_symbol(&w, &syms_tty_cc, i, o);
		else
			word__add_dec(&w, (int64_t)i);
		o->consts = consts;
		word__add(&w, "]=");
		word__add_hex(&w, b->data[f->off + i]);
		word__say(&w, o);
	}
	out__end(o, OUT_ARRAY);
}

/* clang-format off */

/* The words have @w bytes, c_cc has @n. */
#define TERMIOS(w, n) \
	{ .name = "c_iflag", .off = 0, .size = w, .kind = FIELD_SAY, .say = say_iflag }, \
	{ .name = "c_oflag", .off = w, .size = w, .kind = FIELD_SAY, .say = say_oflag }, \
	{ .name = "c_cflag", .off = 2 * (w), .size = w, .kind = FIELD_SAY, .say = say_cflag }, \
	{ .name = "c_lflag", .off = 3 * (w), .size = w, .kind = FIELD_SAY, .say = say_lflag }, \
	{ .name = "c_line", .off = 4 * (w), .size = 1, .kind = FIELD_SAY, .say = say_line, \
	  .flags = FIELD_VERBOSE }, \
	{ .name = "c_cc", .off = 4 * (w) + 1, .size = n, .kind = FIELD_CUSTOM, .custom = say_cc, \
	  .flags = FIELD_VERBOSE }

static const struct field termios_fields[] = { TERMIOS(4, 19) };
DEFINE_LAYOUT(termios, 36);
static const struct field termio_fields[] = { TERMIOS(2, 8) };
DEFINE_LAYOUT(termio, 18);
static const struct field termios2_fields[] = {
	TERMIOS(4, 19),
	{ .name = "c_ispeed", .off = 36, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "c_ospeed", .off = 40, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
};
DEFINE_LAYOUT(termios2, 44);

static const struct field tty_modem_fields[] = {
	{ .size = 4, .kind = FIELD_SYM, .syms = &syms_tty_modem },
};
DEFINE_LAYOUT(tty_modem, 4);

/* clang-format on */
