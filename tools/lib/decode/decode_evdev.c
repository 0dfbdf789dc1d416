// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_evdev.c - what input devices answer (drivers/input/evdev.c): names, sets of bits and axes, of lengths that the
 * number of the ioctl holds.
 */
#include "decode.h"

#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>

#include "layouts.h"
#include "strbuf.h"
#include "symbols_tables.h"
#include "util.h"

/* Names of a set that strace shows without -v. */
#define BITS_SHOWN 4
/* The largest set, of keys, in whole words. */
#define SET_BYTES ((KEY_MAX + 8) / 8)

/* struct bit_set - @nr: of the event, or of the ioctl. @max: the last bit. */
struct bit_set {
	uint8_t nr;
	uint16_t max;
	const struct symbols *names;
};

static const struct bit_set events[] = {
	{ 0, EV_MAX, &syms_input_event },
	{ EV_KEY, KEY_MAX, &syms_input_key },
	{ EV_REL, REL_MAX, &syms_input_rel },
	{ EV_ABS, ABS_MAX, &syms_input_abs },
	{ EV_MSC, MSC_MAX, &syms_input_misc },
	{ EV_SW, SW_MAX, &syms_input_switch },
	{ EV_LED, LED_MAX, &syms_input_led },
	{ EV_SND, SND_MAX, &syms_input_sound },
	{ EV_REP, REP_MAX, &syms_input_repeat },
	{ EV_FF, FF_MAX, &syms_input_effect_bit },
	{ EV_FF_STATUS, FF_STATUS_MAX, &syms_input_effect_status },
};

static const struct bit_set states[] = {
	{ _IOC_NR(EVIOCGPROP(0)), INPUT_PROP_MAX, &syms_input_prop },
	{ _IOC_NR(EVIOCGSND(0)), SND_MAX, &syms_input_sound },
	{ _IOC_NR(EVIOCGSW(0)), SW_MAX, &syms_input_switch },
	{ _IOC_NR(EVIOCGKEY(0)), KEY_MAX, &syms_input_key },
	{ _IOC_NR(EVIOCGLED(0)), LED_MAX, &syms_input_led },
};

static const struct bit_set *find_set(uint32_t cmd)
{
	const unsigned int nr = _IOC_NR(cmd), event = nr - _IOC_NR(EVIOCGBIT(0, 0));
	size_t i;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		if (states[i].nr == nr)
			return &states[i];
	}
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (events[i].nr == event)
			return &events[i];
	}
	return NULL;
}

static bool has_bit(const uint8_t *bytes, unsigned int bit)
{
	return bytes[bit / 8] >> bit % 8 & 1;
}

/* As strace has them: [EV_SYN EV_KEY], with no more than the first ones unless all are asked for. */
static void add_names(const struct bit_set *set, const uint8_t *bytes, unsigned int nr_bits,
		      struct strbuf *text, struct out *o)
{
	char name[SYMBOLS_TEXT_MAX];
	unsigned int shown = 0;

	strbuf__addc(text, '[');
	for (unsigned int bit = 0; bit < nr_bits; bit++) {
		if (!has_bit(bytes, bit))
			continue;
		if (shown)
			strbuf__addc(text, ' ');
		if (shown++ == BITS_SHOWN && !o->verbose) {
			strbuf__adds(text, "...");
			break;
		}
		strbuf__add(text, name, out__spell(o, set->names, bit, name, sizeof(name)));
	}
	strbuf__addc(text, ']');
}

static void add_words(const uint8_t *bytes, size_t word, size_t nr, struct strbuf *text,
		      struct out *o)
{
	strbuf__addc(text, '[');
	for (size_t i = 0; i < nr; i++) {
		const unsigned long long value = layout__get(bytes + i * word, word);

		strbuf__adds(text, i ? ", " : "");
		if (!o->verbose && i >= out__elements_max(o, UINT32_MAX)) {
			strbuf__adds(text, "...");
			break;
		}
		strbuf__addf(text, "%#llx", value);
	}
	strbuf__addc(text, ']');
}

static void say_set_to_strace(const struct bit_set *set, const uint8_t *bytes, unsigned int nr_bits,
			      size_t word, struct out *o)
{
	const size_t nr_words = (nr_bits + 8 * word - 1) / (8 * word);
	struct strbuf text = {};

	if (o->consts != OUT_CONSTS_RAW)
		add_names(set, bytes, nr_bits, &text, o);
	if (o->consts == OUT_CONSTS_BOTH)
		strbuf__adds(&text, " /* ");
	if (o->consts != OUT_CONSTS_NAMED)
		add_words(bytes, word, nr_words, &text, o);
	if (o->consts == OUT_CONSTS_BOTH)
		strbuf__adds(&text, " */");
	out__word(o, text.text ? text.text : "", text.len);
	strbuf__free(&text);
}

/* As many bytes as the call returned. */
static void say_set(const struct arg *arg, const struct bit_set *set, const struct payload *p,
		    struct out *o)
{
	const uint64_t ret = (uint64_t)arg->event->rec->ret;
	const unsigned int nr_bits = ret > set->max / 8U ? set->max : (unsigned int)ret * 8;
	uint8_t bytes[SET_BYTES + sizeof(uint64_t)] = {};

	if (!nr_bits) {
		out__ptr(o, arg->value);
		return;
	}
	memcpy(bytes, p->data, MIN((size_t)p->len, (size_t)SET_BYTES));
	if (o->strace) {
		say_set_to_strace(set, bytes, nr_bits, arg__is_compat(arg) ? 4 : 8, o);
		return;
	}
	out__begin(o, OUT_ARRAY);
	for (unsigned int bit = 0; bit < nr_bits; bit++) {
		if (has_bit(bytes, bit))
			out__symbol(o, set->names, bit);
	}
	out__end(o, OUT_ARRAY);
}

/* strace takes what has a sign for a number without one. */
static void say_number(const char *name, const struct payload *p, size_t off, struct out *o)
{
	const uint32_t value = (uint32_t)layout__get(p->data + off, 4);

	out__member(o, name);
	if (o->strace)
		out__uint(o, value);
	else
		out__sint(o, (int32_t)value);
}

/* struct input_absinfo, of kernels before 2.6.36 without its last member. */
static void say_axis(const struct arg *arg, uint32_t cmd, const struct payload *p, struct out *o)
{
	static const char *const names[] = { "value", "minimum", "maximum",
					     "fuzz",  "flat",	 "resolution" };
	const size_t size = _IOC_SIZE(cmd), least = 5 * sizeof(uint32_t);
	const size_t nr = size < sizeof(struct input_absinfo) ? 5 : 6;

	if (size < least || p->len < nr * sizeof(uint32_t)) {
		out__ptr(o, arg->value);
		return;
	}
	out__begin(o, OUT_OBJECT);
	for (size_t i = 0; i < nr && (i < 2 || o->verbose || !o->strace); i++)
		say_number(names[i], p, i * sizeof(uint32_t), o);
	if ((o->strace && !o->verbose) || (size > least && size != sizeof(struct input_absinfo)))
		out__more(o, 0);
	out__end(o, OUT_OBJECT);
}

/* An axis, and its value of each contact. */
static void say_slots(const struct arg *arg, uint32_t cmd, const struct payload *p, struct out *o)
{
	const size_t nr = _IOC_SIZE(cmd) / sizeof(int32_t), there = p->len / sizeof(int32_t);
	size_t i;

	if (!nr || !there) {
		out__ptr(o, arg->value);
		return;
	}
	out__begin(o, OUT_OBJECT);
	out__member(o, "code");
	out__symbol(o, &syms_input_slot, layout__get(p->data, 4));
	out__member(o, "values");
	out__begin(o, OUT_ARRAY);
	for (i = 1; i < there && (o->verbose || i <= out__elements_max(o, UINT32_MAX)); i++)
		out__sint(o, (int32_t)layout__get(p->data + i * sizeof(int32_t), 4));
	if (i < nr)
		out__more(o, o->strace ? 0 : nr - i);
	out__end(o, OUT_ARRAY);
	out__end(o, OUT_OBJECT);
}

/* A number, to strace; no kernel answers. */
static void say_power(const struct payload *p, struct out *o)
{
	out__begin(o, OUT_POINTEE);
	out__sint(o, (int32_t)layout__get(p->data, 4));
	out__end(o, OUT_POINTEE);
}

static bool is_name(unsigned int nr)
{
	return nr == _IOC_NR(EVIOCGNAME(0)) || nr == _IOC_NR(EVIOCGPHYS(0)) ||
	       nr == _IOC_NR(EVIOCGUNIQ(0));
}

static void say_name(const struct arg *arg, const struct payload *p, struct out *o)
{
	const uint64_t len = (uint64_t)arg->event->rec->ret;

	out__content(o, (const char *)p->data, (size_t)MIN(len, (uint64_t)p->len), len > p->len);
}

/* Return: false when the ioctl is none of these. */
static bool say_answer(const struct arg *arg, uint32_t cmd, const struct payload *p, struct out *o)
{
	const unsigned int nr = _IOC_NR(cmd);
	const struct bit_set *set = find_set(cmd);

	if (is_name(nr))
		say_name(arg, p, o);
	else if (set)
		say_set(arg, set, p, o);
	else if (nr == _IOC_NR(EVIOCGBIT(EV_PWR, 0)) && p->len >= sizeof(int32_t))
		say_power(p, o);
	else if (nr == _IOC_NR(EVIOCGMTSLOTS(0)))
		say_slots(arg, cmd, p, o);
	else if ((nr & ~ABS_MAX) == _IOC_NR(EVIOCGABS(0)))
		say_axis(arg, cmd, p, o);
	else
		return false;
	return true;
}

bool decode__evdev(const struct arg *arg, struct out *o)
{
	const uint32_t cmd = (uint32_t)arg->event->rec->args[1];
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);
	const int64_t ret = arg->event->rec->ret;

	if (_IOC_TYPE(cmd) != 'E')
		return false;
	if (_IOC_DIR(cmd) == _IOC_WRITE && (_IOC_NR(cmd) & ~ABS_MAX) == _IOC_NR(EVIOCSABS(0))) {
		if (entry && !entry->err)
			say_axis(arg, cmd, entry, o);
		else
			out__ptr(o, arg->value);
		return true;
	}
	if (_IOC_DIR(cmd) != _IOC_READ)
		return false;
	if (ret >= 0 && exit && !exit->err)
		return say_answer(arg, cmd, exit, o);
	/* It is a pointer, whatever became of it. */
	if (o->strace)
		out__ptr(o, arg->value);
	return o->strace;
}
