// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_console.c - sounds of consoles: what the ticks of the timer stand for. */
#include "decode.h"

#include "decode_word.h"

/* Ticks of the timer chip in a second. */
#define TIMER_HZ 1193182

/* For @ms, where that is not 0; in all formats but JSON and strace's raw one. */
static void say_pitch(struct out *o, uint64_t ticks, uint64_t ms)
{
	const uint64_t hz = ticks ? TIMER_HZ / ticks : 0;
	struct word w;

	if (o->consts == OUT_CONSTS_RAW)
		return;
	word__init(&w);
	if (hz) {
		word__add_dec(&w, (int64_t)hz);
		word__add(&w, " Hz");
		if (ms) {
			word__add(&w, ", ");
			word__add_dec(&w, (int64_t)ms);
			word__add(&w, " ms");
		}
	} else {
		word__add(&w, "off");
	}
	out__comment(o, w.text, w.len);
}

static void decode_sound(const struct arg *arg, struct out *o)
{
	out__uint(o, arg->value);
	say_pitch(o, arg->value, 0);
}

/* How long it lasts is the upper half. */
static void decode_tone(const struct arg *arg, struct out *o)
{
	const uint32_t value = (uint32_t)arg->value, ms = value >> 16, ticks = value & 0xffff;
	struct word w;

	word__init(&w);
	if (ms) {
		word__add_dec(&w, ms);
		word__add(&w, "<<16|");
	}
	word__add_dec(&w, ticks);
	if (ms)
		word__say(&w, o);
	else
		out__uint(o, ticks);
	say_pitch(o, ms ? ticks : 0, ms);
}

const struct arg_type arg_sound = { .name = "sound", .decode = decode_sound, .show_zero = true };
const struct arg_type arg_tone = {
	.name = "tone", .decode = decode_tone, .show_zero = true, .is_32 = true
};
