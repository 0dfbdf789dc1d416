// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_console.c - consoles and input devices: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/input.h>
#include <linux/kd.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"

/* clang-format off */

#define NAMED(value, name) SYM_NAMED(#name, value, 0)

static const struct symbol console_mode_table[] = {
	SYM(KD_TEXT), SYM(KD_GRAPHICS), SYM(KD_TEXT0), SYM(KD_TEXT1),
};
static DEFINE_ENUM(console_mode, "KD_");

static const struct field unimapinit_fields[] = {
	UINT(struct unimapinit, advised_hashsize), UINT(struct unimapinit, advised_hashstep),
	UINT(struct unimapinit, advised_hashlevel),
};
static DEFINE_LAYOUT(unimapinit, sizeof(struct unimapinit));

static const struct symbol keyboard_type_table[] = {
	NAMED(1, KB_84), NAMED(2, KB_101), NAMED(3, KB_OTHER),
};
static DEFINE_ENUM(keyboard_type, "KB_", .marks_zero = true);
static const struct symbol keyboard_mode_table[] = {
	SYM(K_RAW), SYM(K_XLATE), SYM(K_MEDIUMRAW), SYM(K_UNICODE), SYM(K_OFF),
};
static DEFINE_ENUM(keyboard_mode, "K_", .is_decimal = true);
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
static const struct field console_mode_fields[] = {
	NUMBER(uint32_t, FIELD_SYM, .syms = &syms_console_mode),
};
static DEFINE_LAYOUT(console_mode, 4);
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
static const struct field input_id_fields[] = {
	UINT(struct input_id, bustype), UINT(struct input_id, vendor), UINT(struct input_id, product),
	UINT(struct input_id, version),
};
static DEFINE_LAYOUT(input_id, sizeof(struct input_id));

static const struct cmd_row console_rows[] = {
	CMD(KDGKBTYPE, STRUCT_OUT(NULL, keyboard_type)),
	CMD(KDGETMODE, STRUCT_OUT(NULL, console_mode)),
	CMD(KDGKBMODE, STRUCT_OUT(NULL, keyboard_mode)),
	CMD(KDSKBMODE, ENUM(NULL, keyboard_mode)),
	CMD(KDGKBMETA, STRUCT_OUT(NULL, keyboard_meta)),
	CMD(KDSKBMETA, ENUM(NULL, keyboard_meta)),
	CMD(KDGETLED, STRUCT_OUT(NULL, keyboard_leds)),
	CMD(KDGETKEYCODE, ANSWERED(keycode_get)),
	CMD(KDSETKEYCODE, STRUCT_IN(NULL, keycode_set)),
	CMD(KDSIGACCEPT, ARG(NULL, signal)),
	CMD(KDKBDREP, REPLIED(key_repeat)),
	CMD(EVIOCGVERSION, STRUCT_OUT(NULL, hex)),
	CMD(EVIOCGEFFECTS, STRUCT_OUT(NULL, uint)),
	CMD(EVIOCGID, STRUCT_OUT(NULL, input_id)),
	CMD(EVIOCRMFF, ARG(NULL, int)),
	CMD(EVIOCGRAB, ARG(NULL, size)),
	CMD(EVIOCREVOKE, ARG(NULL, size)),
	CMD(EVIOCSREP, PAIR_IN(NULL, uint)),
	CMD(EVIOCGREP, PAIR_OUT(NULL, uint)),
	CMD(EVIOCSCLOCKID, STRUCT_IN(NULL, uint)),
	CMD(KDENABIO, NOTHING),
	CMD(KDDISABIO, NOTHING),
	CMD(KDMAPDISP, NOTHING),
	CMD(KDUNMAPDISP, NOTHING),
	CMD(KDSETMODE, ENUM(NULL, console_mode)),
	CMD(PIO_FONTRESET, NOTHING),
	CMD(PIO_UNIMAPCLR, STRUCT_IN(NULL, unimapinit)),
};
const struct cmd_rows ioctl_console = CMD_ROWS(console);
