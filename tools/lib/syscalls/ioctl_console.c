// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_console.c - consoles: modes, fonts, colours, which character is which of a font: structures, ioctls. */
#include "commands_rows.h"

#include <errno.h>
#include <linux/kd.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* Of kernels before 5.12. */
#ifndef KD_FONT_FLAG_OLD
#define KD_FONT_FLAG_OLD 0x80000000
#endif

/* clang-format off */

static const struct symbol console_mode_table[] = {
	SYM(KD_TEXT), SYM(KD_GRAPHICS), SYM(KD_TEXT0), SYM(KD_TEXT1),
};
static DEFINE_ENUM(console_mode, "KD_");
static const struct symbol font_op_table[] = {
	SYM(KD_FONT_OP_SET), SYM(KD_FONT_OP_GET), SYM(KD_FONT_OP_SET_DEFAULT), SYM(KD_FONT_OP_COPY),
};
static DEFINE_ENUM(font_op, "KD_FONT_OP_");
static const struct symbol font_flags_table[] = { SYM(KD_FONT_FLAG_DONT_RECALC), SYM(KD_FONT_FLAG_OLD) };
static DEFINE_FLAGS(font_flags, "KD_FONT_FLAG_");

static const struct field console_mode_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_console_mode),
};
static DEFINE_LAYOUT(console_mode, 4);

/* ---- colours and maps of characters ---- */

#define CMAP_SIZE (16 * 3)

static const struct field console_cmap_fields[] = { CONTENTS(CMAP_SIZE) };
static DEFINE_LAYOUT_BARE(console_cmap, CMAP_SIZE);
static const struct field screen_map_fields[] = { CONTENTS(E_TABSZ) };
static DEFINE_LAYOUT_BARE(screen_map, E_TABSZ);

/* A character, or a place in the font itself. */
static void say_unicode(struct out *o, uint64_t value)
{
	struct word w;

	if ((value & ~(uint64_t)UNI_DIRECT_MASK) != UNI_DIRECT_BASE) {
		out__hex(o, value);
		return;
	}
	word__init(&w);
	word__add(&w, "UNI_DIRECT_BASE+");
	word__add_hex(&w, value & UNI_DIRECT_MASK);
	word__say_constant(&w, o, value, OUT_HEX);
}
static const struct field unicode_map_fields[] = {
	{ .size = 2, .nr = E_TABSZ, .kind = FIELD_SAY, .say = say_unicode },
};
static DEFINE_LAYOUT_BARE(unicode_map, 2 * E_TABSZ);

static const struct field unimapinit_fields[] = {
	UINT(struct unimapinit, advised_hashsize), UINT(struct unimapinit, advised_hashstep),
	UINT(struct unimapinit, advised_hashlevel),
};
static DEFINE_LAYOUT(unimapinit, sizeof(struct unimapinit));

struct unimapdesc32 {
	uint16_t entry_ct;
	uint32_t entries;
};
static const struct field unipair_fields[] = { HEX(struct unipair, unicode), HEX(struct unipair, fontpos) };
static DEFINE_LAYOUT(unipair, sizeof(struct unipair));
/* What is beyond so many is "...". What is no address is not looked at: the structure would have to be read again. */
#define PAIRS(s, w, high) \
	FOLLOW_(s, entries, AUG_CAP_BUF, w, FOLLOW_LEN_(s, entry_ct), .layout = &layout_unipair, \
		.size = sizeof(struct unipair) * 1000, .only_off = (high) ? offsetof(s, entries) + 6 : 0, .only = 0)

static const struct follow unimap_set32_follows[] = { PAIRS(struct unimapdesc32, AUG_AT_ENTER, false) };
static const struct field unimap_set32_fields[] = {
	UINT(struct unimapdesc32, entry_ct), PTR(struct unimapdesc32, entries),
};
LAYOUT_(unimap_set32, sizeof(struct unimapdesc32), .compat = NULL, WITH_FOLLOWS(unimap_set32));
static const struct follow unimap_set_follows[] = { PAIRS(struct unimapdesc, AUG_AT_ENTER, true) };
static const struct field unimap_set_fields[] = {
	UINT(struct unimapdesc, entry_ct), PTR(struct unimapdesc, entries),
};
DEFINE_LAYOUT_FOLLOWED(unimap_set, sizeof(struct unimapdesc), unimap_set32);

/*
 * How many there is room for, and how many there are. That is answered where they do not fit, too (ENOMEM); but ends of
 * failed ioctls are not looked at.
 */
static void say_pairs_there(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob *asked = b->asked ?: b;
	const uint64_t room = layout__get(asked->data + f->off, 2), there = layout__get(b->data + f->off, 2);

	if (!o->strace && room == there && b->error != ENOMEM) {
		out__uint(o, room);
		return;
	}
	out__begin(o, OUT_CHANGE);
	out__uint(o, room);
	if (b->error != ENOMEM)
		out__uint(o, there);
	else if (o->strace)
		out__more(o, 0);
	else
		out__none(o, "not read", strlen("not read"));
	out__end(o, OUT_CHANGE);
}
static void say_pairs(const struct blob *b, const struct field *f, struct out *o)
{
	const struct layout *l = f->size == 4 ? &layout_unimap_get32 : &layout_unimap_get;

	if (!b->asked || !layout__say_followed(l, b, 0, o))
		out__ptr(o, layout__get(b->data + f->off, f->size));
}
#define UNIMAP_GET(s) \
	CUSTOM(s, entry_ct, say_pairs_there, .flags = FIELD_REPLACED), CUSTOM(s, entries, say_pairs, .flags = FIELD_REPLACED)
static const struct follow unimap_get32_follows[] = { PAIRS(struct unimapdesc32, AUG_AT_EXIT, false) };
static const struct field unimap_get32_fields[] = { UNIMAP_GET(struct unimapdesc32) };
LAYOUT_(unimap_get32, sizeof(struct unimapdesc32), .compat = NULL, WITH_FOLLOWS(unimap_get32));
static const struct follow unimap_get_follows[] = { PAIRS(struct unimapdesc, AUG_AT_EXIT, true) };
static const struct field unimap_get_fields[] = { UNIMAP_GET(struct unimapdesc) };
DEFINE_LAYOUT_FOLLOWED(unimap_get, sizeof(struct unimapdesc), unimap_get32);

/* ---- fonts ---- */

/* Characters of 32 bytes, of which a record's worth is copied. */
#define FONT_SIZE (256 * 32)
#define FONT_COPIED 4096

static const struct field font_fields[] = { CONTENTS(FONT_SIZE) };
static DEFINE_LAYOUT_BARE(font, FONT_COPIED);

struct consolefontdesc32 {
	uint16_t charcount, charheight;
	uint32_t chardata;
};
static const struct field fontx32_fields[] = {
	UINT(struct consolefontdesc32, charcount), UINT(struct consolefontdesc32, charheight),
	PTR(struct consolefontdesc32, chardata),
};
static DEFINE_LAYOUT_NATIVE(fontx32, sizeof(struct consolefontdesc32));
static const struct field fontx_fields[] = {
	UINT(struct consolefontdesc, charcount), UINT(struct consolefontdesc, charheight),
	PTR(struct consolefontdesc, chardata),
};
static DEFINE_LAYOUT_COMPAT(fontx, sizeof(struct consolefontdesc), fontx32);

/* Bits of the members. */
enum {
	FONT_FLAGS = 1 << 0, FONT_WIDTH = 1 << 1, FONT_HEIGHT = 1 << 2, FONT_COUNT = 1 << 3, FONT_DATA = 1 << 4,
	FONT_ALL = 31,
};

/* Which of them an operation is asked with, and which are the answer. */
static const struct {
	uint8_t asked, answered;
} font_ops[] = {
	[KD_FONT_OP_SET] = { FONT_ALL, 0 },
	[KD_FONT_OP_GET] = { FONT_ALL, FONT_ALL & ~FONT_FLAGS },
	[KD_FONT_OP_SET_DEFAULT] = { FONT_WIDTH | FONT_HEIGHT | FONT_DATA, FONT_WIDTH | FONT_HEIGHT },
	[KD_FONT_OP_COPY] = { FONT_HEIGHT, 0 },
};

static void say_font_number(const struct blob *b, const char *name, size_t off, struct out *o)
{
	out__member(o, name);
	out__uint(o, layout__get(b->data + off, 4));
}
static void say_font_members(const struct blob *b, unsigned int members, struct out *o)
{
	const size_t data_off = b->compat ? 20 : offsetof(struct console_font_op, data);

	if (members & FONT_FLAGS) {
		out__member(o, "flags");
		out__symbol(o, &syms_font_flags, layout__get(b->data + offsetof(struct console_font_op, flags), 4));
	}
	if (members & FONT_WIDTH)
		say_font_number(b, "width", offsetof(struct console_font_op, width), o);
	if (members & FONT_HEIGHT)
		say_font_number(b, "height", offsetof(struct console_font_op, height), o);
	if (members & FONT_COUNT)
		say_font_number(b, "charcount", offsetof(struct console_font_op, charcount), o);
	if (members & FONT_DATA) {
		out__member(o, "data");
		out__ptr(o, layout__get(b->data + data_off, b->compat ? 4 : 8));
	}
}
static void say_font_op(const struct blob *b, const struct field *f, struct out *o)
{
	const struct blob *asked = b->asked ? b->asked : b;
	const uint64_t op = layout__get(asked->data, 4);
	const uint64_t known = op < ARRAY_SIZE(font_ops) ? op : KD_FONT_OP_GET;
	const unsigned int answered = b->asked ? font_ops[known].answered : 0;

	(void)f;
	if (answered)
		out__begin(o, OUT_CHANGE);
	out__begin(o, OUT_OBJECT);
	out__member(o, "op");
	out__symbol(o, &syms_font_op, op);
	say_font_members(asked, font_ops[known].asked, o);
	out__end(o, OUT_OBJECT);
	if (answered) {
		out__begin(o, OUT_OBJECT);
		say_font_members(b, answered, o);
		out__end(o, OUT_OBJECT);
		out__end(o, OUT_CHANGE);
	}
}
static const struct field font_op32_fields[] = {
	{ .size = 24, .kind = FIELD_CUSTOM, .custom = say_font_op },
};
static const struct layout layout_font_op32 = {
	.name = "font_op32", .size = 24, .fields = font_op32_fields, .nr = 1, .is_bare = true,
};
static const struct field font_op_fields[] = { NUMBER(struct console_font_op, FIELD_CUSTOM, .custom = say_font_op) };
static LAYOUT_(font_op, sizeof(struct console_font_op), .compat = &layout_font_op32, .is_bare = true);

static const struct cmd_row console_rows[] = {
	CMD(KDGETMODE, STRUCT_OUT(NULL, console_mode)),
	CMD(KDSETMODE, ENUM(NULL, console_mode)),
	CMD(KDENABIO, NOTHING),
	CMD(KDDISABIO, NOTHING),
	CMD(KDMAPDISP, NOTHING),
	CMD(KDUNMAPDISP, NOTHING),
	CMD(KDFONTOP, ANSWERED(font_op)),
	CMD(PIO_FONTRESET, NOTHING),
	CMD(GIO_FONT, STRUCT_OUT(NULL, font)),
	CMD(PIO_FONT, STRUCT_IN(NULL, font)),
	CMD(GIO_FONTX, REPLIED(fontx)),
	CMD(PIO_FONTX, STRUCT_IN(NULL, fontx)),
	CMD(GIO_CMAP, STRUCT_OUT(NULL, console_cmap)),
	CMD(PIO_CMAP, STRUCT_IN(NULL, console_cmap)),
	CMD(GIO_SCRNMAP, STRUCT_OUT(NULL, screen_map)),
	CMD(PIO_SCRNMAP, STRUCT_IN(NULL, screen_map)),
	CMD(GIO_UNISCRNMAP, STRUCT_OUT(NULL, unicode_map)),
	CMD(PIO_UNISCRNMAP, STRUCT_IN(NULL, unicode_map)),
	CMD(GIO_UNIMAP, ANSWERED(unimap_get)),
	CMD(PIO_UNIMAP, STRUCT_IN(NULL, unimap_set)),
	CMD(PIO_UNIMAPCLR, STRUCT_IN(NULL, unimapinit)),
};
const struct cmd_rows ioctl_console = CMD_ROWS(console);
