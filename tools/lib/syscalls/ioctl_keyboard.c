// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_keyboard.c - keyboards of consoles: lights, sounds, what keys mean: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/kd.h>
#include <linux/keyboard.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

static const struct symbol keyboard_type_table[] = {
	NAMED(1, KB_84), NAMED(2, KB_101), NAMED(3, KB_OTHER),
};
static DEFINE_ENUM(keyboard_type, "KB_", .marks_zero = true);
static const struct symbol keyboard_mode_table[] = {
	SYM(K_RAW), SYM(K_XLATE), SYM(K_MEDIUMRAW), SYM(K_UNICODE), SYM(K_OFF),
};
static DEFINE_ENUM(keyboard_mode, "K_", .is_decimal = true, .is_raw_decimal = true);
static const struct symbol keyboard_meta_table[] = { SYM(K_METABIT), SYM(K_ESCPREFIX) };
static DEFINE_ENUM(keyboard_meta, "K_", .marks_zero = true);
static const struct symbol keyboard_leds_table[] = { SYM(LED_SCR), SYM(LED_NUM), SYM(LED_CAP) };
static DEFINE_FLAGS(keyboard_leds, "LED_");

static const struct field keyboard_type_fields[] = {
	NUMBER(uint8_t, FIELD_SYM, .syms = &syms_keyboard_type),
};
static DEFINE_LAYOUT(keyboard_type, 1);
static const struct field keyboard_mode_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_keyboard_mode),
};
static DEFINE_LAYOUT(keyboard_mode, 4);
static const struct field keyboard_meta_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_keyboard_meta),
};
static DEFINE_LAYOUT(keyboard_meta, 4);
static const struct field keyboard_leds_fields[] = {
	NUMBER(uint8_t, FIELD_SYM, .syms = &syms_keyboard_leds),
};
static DEFINE_LAYOUT(keyboard_leds, 1);

/* Lights, and the flags behind which they stand by default. */
static const struct symbol keyboard_lights_table[] = { SYM(LED_SCR), SYM(LED_NUM), SYM(LED_CAP) };
static DEFINE_FLAGS(keyboard_lights, "LED_", .width = 8);
static const struct symbol keyboard_flags_table[] = {
	SYM(LED_SCR), SYM(LED_NUM), SYM(LED_CAP), SYM(LED_SCR<<4), SYM(LED_NUM<<4), SYM(LED_CAP<<4),
};
static DEFINE_FLAGS(keyboard_flags, "LED_", .width = 8);
static const struct field keyboard_flags_fields[] = {
	NUMBER(uint8_t, FIELD_SYM, .syms = &syms_keyboard_flags),
};
static DEFINE_LAYOUT(keyboard_flags, 1);

static const struct field keycode_get_fields[] = {
	HEX(struct kbkeycode, scancode), HEX(struct kbkeycode, keycode, .flags = FIELD_REPLACED),
};
static DEFINE_LAYOUT(keycode_get, sizeof(struct kbkeycode));
static const struct field keycode_set_fields[] = {
	HEX(struct kbkeycode, scancode), HEX(struct kbkeycode, keycode),
};
static DEFINE_LAYOUT(keycode_set, sizeof(struct kbkeycode));
static const struct field key_repeat_fields[] = {
	SINT(struct kbd_repeat, delay), SINT(struct kbd_repeat, period),
};
static DEFINE_LAYOUT(key_repeat, sizeof(struct kbd_repeat));

/* ---- what keys mean ---- */

/* The first four have names of their own, others are the modifiers that are held. */
static const struct symbol key_table_table[] = {
	SYM_FIELD(K_NORMTAB, 0xff), SYM_FIELD(K_SHIFTTAB, 0xff), SYM_FIELD(K_ALTTAB, 0xff), SYM_FIELD(K_ALTSHIFTTAB, 0xff),
	SYM(1<<KG_SHIFT), SYM(1<<KG_ALTGR), SYM(1<<KG_CTRL), SYM(1<<KG_ALT), SYM(1<<KG_SHIFTL), SYM(1<<KG_SHIFTR),
	SYM(1<<KG_CTRLL), SYM(1<<KG_CTRLR),
};
static DEFINE_FLAGS(key_table, "");

/* As C has it, in quotes. */
static void add_char(struct word *w, uint8_t c)
{
	static const char letters[] = "tnvfr";

	word__add(w, "'");
	if (c >= '\t' && c <= '\r') {
		word__add(w, "\\");
		word__addn(w, &letters[c - '\t'], 1);
	} else if (c < ' ' || c > '~') {
		word__add(w, "\\x");
		word__add_uint(w, c, 16, 2);
	} else {
		word__add(w, c == '\'' || c == '\\' ? "\\" : "");
		word__addn(w, (const char *)&c, 1);
	}
	word__add(w, "'");
}

/* What values of that type are is a character. */
static bool is_char_type(unsigned int type)
{
	return type == KT_LATIN || type == KT_META || type == KT_LETTER || type == KT_DEAD2;
}

static void add_key_value(struct word *w, uint16_t value, const struct out *o)
{
	const char *name = symbols__name(&syms_keyboard_value, value);
	const unsigned int type = KTYP(value);

	if (name) {
		word__add(w, name);
		return;
	}
	word__add(w, "K(");
	word__add_name(w, &syms_keyboard_value_type, type, o->full_names);
	word__add(w, ", ");
	if (is_char_type(type))
		add_char(w, KVAL(value));
	else
		word__add_hex(w, KVAL(value));
	word__add(w, ")");
}

/* The number, of which strace has the name in a comment. */
static void say_key_value(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	add_key_value(&w, (uint16_t)value, o);
	if (!o->strace) {
		word__say_constant(&w, o, value, OUT_HEX);
		return;
	}
	out__hex(o, value);
	if (o->consts != OUT_CONSTS_RAW)
		out__comment(o, w.text, w.len);
}
static const struct field key_get_fields[] = {
	NAMES(struct kbentry, kb_table, key_table), UINT(struct kbentry, kb_index),
	SAY(struct kbentry, kb_value, key_value, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(key_get, sizeof(struct kbentry));
static const struct field key_set_fields[] = {
	NAMES(struct kbentry, kb_table, key_table), UINT(struct kbentry, kb_index),
	SAY(struct kbentry, kb_value, key_value),
};
static DEFINE_LAYOUT(key_set, sizeof(struct kbentry));

/* The value of a function key, without its type. */
static void say_key_func(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	word__add(&w, "KVAL(");
	add_key_value(&w, (uint16_t)K(KT_FN, value), o);
	word__add(&w, ")");
	word__say_constant(&w, o, value, OUT_HEX);
}
/* Up to its NUL, which strace must have found among what it shows. */
static void say_key_string(const struct blob *b, const struct field *f, struct out *o)
{
	const char *text = (const char *)b->data + f->off;
	const size_t max = MIN((size_t)f->size, out__elements_max(o, f->size));
	const size_t len = strnlen(text, max);

	out__str(o, text, len, len == max);
}
static const struct field key_string_get_fields[] = {
	SAY(struct kbsentry, kb_func, key_func),
	CUSTOM(struct kbsentry, kb_string, say_key_string, .flags = FIELD_ANSWER),
};
static DEFINE_LAYOUT(key_string_get, sizeof(struct kbsentry));
static const struct field key_string_set_fields[] = {
	SAY(struct kbsentry, kb_func, key_func), CUSTOM(struct kbsentry, kb_string, say_key_string),
};
static DEFINE_LAYOUT(key_string_set, sizeof(struct kbsentry));

static void say_char(struct out *o, uint64_t value)
{
	struct word w;

	if (!o->strace) {
		out__char(o, (unsigned char)value);
		return;
	}
	word__init(&w);
	add_char(&w, (uint8_t)value);
	word__say(&w, o);
}
static const struct field diacritic_fields[] = {
	SAY(struct kbdiacr, diacr, char), SAY(struct kbdiacr, base, char), SAY(struct kbdiacr, result, char),
};
static DEFINE_LAYOUT(diacritic, sizeof(struct kbdiacr));
static const struct field diacritics_fields[] = {
	UINT(struct kbdiacrs, kb_cnt),
	ARRAY_OF(struct kbdiacrs, kbdiacr, FIELD_LAYOUT, .layout = &layout_diacritic, COUNTED_BY(struct kbdiacrs, kb_cnt)),
};
static DEFINE_LAYOUT(diacritics, sizeof(struct kbdiacrs));
static const struct field unicode_diacritic_fields[] = {
	HEX(struct kbdiacruc, diacr), HEX(struct kbdiacruc, base), HEX(struct kbdiacruc, result),
};
static DEFINE_LAYOUT(unicode_diacritic, sizeof(struct kbdiacruc));
static const struct field unicode_diacritics_fields[] = {
	UINT(struct kbdiacrsuc, kb_cnt),
	ARRAY_OF(struct kbdiacrsuc, kbdiacruc, FIELD_LAYOUT, .layout = &layout_unicode_diacritic,
		 COUNTED_BY(struct kbdiacrsuc, kb_cnt)),
};
static DEFINE_LAYOUT(unicode_diacritics, sizeof(struct kbdiacrsuc));

static const struct cmd_row keyboard_rows[] = {
	CMD(KIOCSOUND, ARG(NULL, sound)),
	CMD(KDMKTONE, ARG(NULL, tone)),
	CMD(KDGETLED, STRUCT_OUT(NULL, keyboard_leds)),
	CMD(KDSETLED, FLAGS(NULL, keyboard_lights)),
	CMD(KDGKBLED, STRUCT_OUT(NULL, keyboard_flags)),
	CMD(KDSKBLED, FLAGS(NULL, keyboard_flags)),
	CMD(KDGKBTYPE, STRUCT_OUT(NULL, keyboard_type)),
	CMD(KDGKBMODE, STRUCT_OUT(NULL, keyboard_mode)),
	CMD(KDSKBMODE, ENUM(NULL, keyboard_mode)),
	CMD(KDGKBMETA, STRUCT_OUT(NULL, keyboard_meta)),
	CMD(KDSKBMETA, ENUM(NULL, keyboard_meta)),
	CMD(KDGKBENT, ANSWERED(key_get)),
	CMD(KDSKBENT, STRUCT_IN(NULL, key_set)),
	CMD(KDGKBSENT, ANSWERED(key_string_get)),
	CMD(KDSKBSENT, STRUCT_IN(NULL, key_string_set)),
	CMD(KDGKBDIACR, STRUCT_OUT(NULL, diacritics)),
	CMD(KDSKBDIACR, STRUCT_IN(NULL, diacritics)),
	CMD(KDGKBDIACRUC, STRUCT_OUT(NULL, unicode_diacritics)),
	CMD(KDSKBDIACRUC, STRUCT_IN(NULL, unicode_diacritics)),
	CMD(KDGETKEYCODE, ANSWERED(keycode_get)),
	CMD(KDSETKEYCODE, STRUCT_IN(NULL, keycode_set)),
	CMD(KDSIGACCEPT, ARG(NULL, signal)),
	CMD(KDKBDREP, REPLIED(key_repeat)),
};
const struct cmd_rows ioctl_keyboard = CMD_ROWS(keyboard);
