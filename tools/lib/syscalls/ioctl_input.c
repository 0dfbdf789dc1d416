// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_input.c - input devices: structures, ioctls. */
#include "commands_rows.h"

#include <linux/input.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "symbols_tables.h"

/* clang-format off */

static const struct field input_id_fields[] = {
	UINT(struct input_id, bustype), UINT(struct input_id, vendor), UINT(struct input_id, product),
	UINT(struct input_id, version),
};
static DEFINE_LAYOUT(input_id, sizeof(struct input_id));

/* ---- keys ---- */

/* A scancode and its key. */
static void say_keycode(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	out__begin(o, OUT_ARRAY);
	out__uint(o, layout__get(b->data, 4));
	out__symbol(o, &syms_input_key, layout__get(b->data + 4, 4));
	out__end(o, OUT_ARRAY);
}
static const struct field input_keycode_fields[] = {
	{ .size = 8, .kind = FIELD_CUSTOM, .custom = say_keycode },
};
static DEFINE_LAYOUT_BARE(input_keycode, 8);
static const struct field input_keymap_fields[] = {
	UINT(struct input_keymap_entry, flags), UINT(struct input_keymap_entry, len),
	UINT(struct input_keymap_entry, index, .flags = FIELD_VERBOSE),
	NAMES(struct input_keymap_entry, keycode, input_key, .flags = FIELD_VERBOSE),
	ARRAY_OF(struct input_keymap_entry, scancode, FIELD_HEX, .flags = FIELD_VERBOSE),
};
static DEFINE_LAYOUT(input_keymap, sizeof(struct input_keymap_entry));
static const struct field input_mask_fields[] = {
	NAMES(struct input_mask, type, input_event), UINT(struct input_mask, codes_size),
	PTR(struct input_mask, codes_ptr),
};
static DEFINE_LAYOUT(input_mask, sizeof(struct input_mask));

/* ---- effects that are felt ---- */

static const struct field ff_trigger_fields[] = { UINT(struct ff_trigger, button), UINT(struct ff_trigger, interval) };
static DEFINE_LAYOUT(ff_trigger, sizeof(struct ff_trigger));
static const struct field ff_replay_fields[] = { UINT(struct ff_replay, length), UINT(struct ff_replay, delay) };
static DEFINE_LAYOUT(ff_replay, sizeof(struct ff_replay));
static const struct field ff_envelope_fields[] = {
	UINT(struct ff_envelope, attack_length), UINT(struct ff_envelope, attack_level),
	UINT(struct ff_envelope, fade_length), HEX(struct ff_envelope, fade_level),
};
static DEFINE_LAYOUT(ff_envelope, sizeof(struct ff_envelope));
static const struct field ff_rumble_fields[] = {
	UINT(struct ff_rumble_effect, strong_magnitude), UINT(struct ff_rumble_effect, weak_magnitude),
};
static DEFINE_LAYOUT(ff_rumble, sizeof(struct ff_rumble_effect));
static const struct field ff_constant_fields[] = {
	SINT(struct ff_constant_effect, level), NESTED(struct ff_constant_effect, envelope, ff_envelope),
};
static DEFINE_LAYOUT(ff_constant, sizeof(struct ff_constant_effect));
static const struct field ff_ramp_fields[] = {
	SINT(struct ff_ramp_effect, start_level), SINT(struct ff_ramp_effect, end_level),
	NESTED(struct ff_ramp_effect, envelope, ff_envelope),
};
static DEFINE_LAYOUT(ff_ramp, sizeof(struct ff_ramp_effect));
static const struct field ff_periodic_fields[] = {
	UINT(struct ff_periodic_effect, waveform), UINT(struct ff_periodic_effect, period),
	SINT(struct ff_periodic_effect, magnitude), SINT(struct ff_periodic_effect, offset),
	UINT(struct ff_periodic_effect, phase), NESTED(struct ff_periodic_effect, envelope, ff_envelope),
	UINT(struct ff_periodic_effect, custom_len), PTR(struct ff_periodic_effect, custom_data),
};
static DEFINE_LAYOUT_NATIVE(ff_periodic, sizeof(struct ff_periodic_effect));

static const struct field ff_common_fields[] = {
	NAMES(struct ff_effect, type, input_effect), SINT(struct ff_effect, id), UINT(struct ff_effect, direction),
	NESTED(struct ff_effect, trigger, ff_trigger, .flags = FIELD_VERBOSE),
	NESTED(struct ff_effect, replay, ff_replay, .flags = FIELD_VERBOSE),
};
static DEFINE_LAYOUT_NATIVE(ff_common, sizeof(struct ff_effect));

/* What there is more of some types. */
static const struct {
	uint16_t type;
	const char *name;
	const struct layout *layout;
} ff_types[] = {
	{ FF_RUMBLE, "rumble", &layout_ff_rumble }, { FF_PERIODIC, "periodic", &layout_ff_periodic },
	{ FF_CONSTANT, "constant", &layout_ff_constant }, { FF_RAMP, "ramp", &layout_ff_ramp },
};

static void say_effect(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t type = layout__get(b->data, sizeof(uint16_t));
	const size_t off = offsetof(struct ff_effect, u);
	const struct blob inner = { .data = b->data + off, .len = b->len - off, .addr = b->addr + off };

	(void)f;
	out__begin(o, OUT_OBJECT);
	layout__say_members(&layout_ff_common, b, o);
	for (size_t i = 0; o->verbose && i < sizeof(ff_types) / sizeof(ff_types[0]); i++) {
		if (ff_types[i].type != type)
			continue;
		out__member(o, ff_types[i].name);
		layout__say(ff_types[i].layout, &inner, o);
	}
	out__end(o, OUT_OBJECT);
}
static const struct field ff_effect_fields[] = { NUMBER(struct ff_effect, FIELD_CUSTOM, .custom = say_effect) };
static LAYOUT_(ff_effect, sizeof(struct ff_effect), .is_bare = true);

static const struct cmd_row input_rows[] = {
	CMD(EVIOCGVERSION, STRUCT_OUT(NULL, hex)),
	CMD(EVIOCGEFFECTS, STRUCT_OUT(NULL, uint)),
	CMD(EVIOCGID, STRUCT_OUT(NULL, input_id)),
	CMD(EVIOCSFF, STRUCT_IN(NULL, ff_effect)),
	CMD(EVIOCRMFF, ARG(NULL, int)),
	CMD(EVIOCGRAB, ARG(NULL, size)),
	CMD(EVIOCREVOKE, ARG(NULL, size)),
	CMD(EVIOCSREP, PAIR_IN(NULL, uint)),
	CMD(EVIOCGREP, PAIR_OUT(NULL, uint)),
	CMD(EVIOCSCLOCKID, STRUCT_IN(NULL, uint)),
	CMD(EVIOCGKEYCODE, STRUCT_OUT(NULL, input_keycode)),
	CMD(EVIOCSKEYCODE, STRUCT_IN(NULL, input_keycode)),
	CMD(EVIOCGKEYCODE_V2, STRUCT_OUT(NULL, input_keymap)),
	CMD(EVIOCSKEYCODE_V2, STRUCT_IN(NULL, input_keymap)),
	CMD(EVIOCGMASK, STRUCT_IN_NOT_STRACE(NULL, input_mask)),
	CMD(EVIOCSMASK, STRUCT_IN_NOT_STRACE(NULL, input_mask)),
};
const struct cmd_rows ioctl_input = CMD_ROWS(input);
