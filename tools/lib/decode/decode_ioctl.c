// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_ioctl.c - the number of an ioctl by name, or taken apart as _IOC(dir, type, nr, size); the argument
 * of one that no row of ioctl_<device>.c knows.
 *
 * Names are in symbols_ioctl*.c, one table per type byte, and in ioctl_names.inc. Some numbers say more
 * than their name: a length that the caller chose, an axis, a channel.
 */
#include "decode.h"

#include <linux/input.h>
#include <linux/ioctl.h>

#include "decode_word.h"
#include "ioctl_names.h"
#include "symbols_tables.h"
#include "util.h"

static void add_ioc(struct word *w, uint32_t cmd)
{
	word__add(w, "_IOC(");
	word__add_name(w, &syms_ioc_dir, _IOC_DIR(cmd), true);
	word__add(w, ", ");
	word__add_hex(w, _IOC_TYPE(cmd));
	word__add(w, ", ");
	word__add_hex(w, _IOC_NR(cmd));
	word__add(w, ", ");
	word__add_hex(w, _IOC_SIZE(cmd));
	word__add(w, ")");
}

/* What a number holds beside its name. */
enum { HOLDS_SIZE, HOLDS_NR };

/* @nr: the first of @nr_numbers. */
struct sized_ioctl {
	char type;
	uint8_t dir;
	uint8_t nr;
	uint8_t holds;
	uint16_t nr_numbers;
	const char *name;
};

static const struct sized_ioctl sized[] = {
	{ 'E', _IOC_READ, 0x06, HOLDS_SIZE, 1, "EVIOCGNAME" },
	{ 'E', _IOC_READ, 0x07, HOLDS_SIZE, 1, "EVIOCGPHYS" },
	{ 'E', _IOC_READ, 0x08, HOLDS_SIZE, 1, "EVIOCGUNIQ" },
	{ 'E', _IOC_READ, 0x09, HOLDS_SIZE, 1, "EVIOCGPROP" },
	{ 'E', _IOC_READ, 0x0a, HOLDS_SIZE, 1, "EVIOCGMTSLOTS" },
	{ 'E', _IOC_READ, 0x18, HOLDS_SIZE, 1, "EVIOCGKEY" },
	{ 'E', _IOC_READ, 0x19, HOLDS_SIZE, 1, "EVIOCGLED" },
	{ 'E', _IOC_READ, 0x1a, HOLDS_SIZE, 1, "EVIOCGSND" },
	{ 'E', _IOC_READ, 0x1b, HOLDS_SIZE, 1, "EVIOCGSW" },
	{ 'H', _IOC_READ, 0x04, HOLDS_SIZE, 1, "HIDIOCGRAWNAME" },
	{ 'H', _IOC_READ, 0x05, HOLDS_SIZE, 1, "HIDIOCGRAWPHYS" },
	{ 'H', _IOC_READ, 0x06, HOLDS_SIZE, 1, "HIDIOCSFEATURE" }, /* as strace has it */
	{ 'H', _IOC_READ, 0x08, HOLDS_SIZE, 1, "HIDIOCGRAWUNIQ" },
	{ 'H', _IOC_READ, 0x12, HOLDS_SIZE, 1, "HIDIOCGPHYS" },
	{ 'H', _IOC_READ | _IOC_WRITE, 0x06, HOLDS_SIZE, 1, "HIDIOCSFEATURE" },
	{ 'H', _IOC_READ | _IOC_WRITE, 0x07, HOLDS_SIZE, 1, "HIDIOCGFEATURE" },
	{ 'M', _IOC_READ, 0, HOLDS_NR, 256, "MIXER_READ" },
	{ 'M', _IOC_WRITE, 0, HOLDS_NR, 256, "MIXER_WRITE" },
	{ 'U', _IOC_READ, 0x2c, HOLDS_SIZE, 1, "UI_GET_SYSNAME" },
	{ 'j', _IOC_READ, 0x13, HOLDS_SIZE, 1, "JSIOCGNAME" },
	{ 'k', _IOC_WRITE, 0x00, HOLDS_SIZE, 1, "SPI_IOC_MESSAGE" },
};

static void add_sized(struct word *w, uint32_t cmd)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sized); i++) {
		const struct sized_ioctl *s = &sized[i];

		if (_IOC_TYPE(cmd) != (unsigned int)s->type || _IOC_DIR(cmd) != s->dir ||
		    _IOC_NR(cmd) < s->nr || _IOC_NR(cmd) - s->nr >= s->nr_numbers)
			continue;
		word__add(w, s->name);
		word__add(w, "(");
		word__add_dec(w, s->holds == HOLDS_NR ? _IOC_NR(cmd) : _IOC_SIZE(cmd));
		word__add(w, ")");
		return;
	}
}

static void add_code(struct word *w, const struct symbols *syms, uint32_t code, const struct out *o)
{
	if (symbols__name(syms, code)) {
		word__add_name(w, syms, code, o->full_names);
		return;
	}
	word__add_hex(w, code);
	/* Not within the comment that names a number. */
	if (o->full_names && o->consts == OUT_CONSTS_NAMED) {
		word__add(w, " /* ");
		word__add(w, syms->prefix);
		word__add(w, "??? */");
	}
}

/* Events and axes of an input device. */
static void add_input(struct word *w, uint32_t cmd, const struct out *o)
{
	const uint32_t nr = _IOC_NR(cmd);

	if (_IOC_TYPE(cmd) != 'E')
		return;
	if (_IOC_DIR(cmd) == _IOC_READ && nr >= 0x20 && nr - 0x20 < EV_CNT) {
		word__add(w, "EVIOCGBIT(");
		if (nr == 0x20)
			word__add(w, "0");
		else
			add_code(w, &syms_input_event, nr - 0x20, o);
		word__add(w, ", ");
		word__add_dec(w, _IOC_SIZE(cmd));
		word__add(w, ")");
	} else if ((_IOC_DIR(cmd) == _IOC_READ && nr >= 0x40 && nr - 0x40 < ABS_CNT) ||
		   (_IOC_DIR(cmd) == _IOC_WRITE && nr >= 0xc0 && nr - 0xc0 < ABS_CNT)) {
		word__add(w, nr < 0xc0 ? "EVIOCGABS(" : "EVIOCSABS(");
		add_code(w, &syms_input_abs, nr % ABS_CNT, o);
		word__add(w, ")");
	}
}

static void decode_ioctl_cmd(const struct arg *arg, struct out *o)
{
	const uint32_t cmd = (uint32_t)arg->value;
	const struct symbols *syms = ioctl_symbols__get(_IOC_TYPE(cmd));
	const char *name;
	struct word w;
	size_t i;

	/* Numbers that drivers share: the full form names all of them, as strace does. */
	if (o->full_names && symbols__name(&syms_ioctl_shared, cmd))
		syms = &syms_ioctl_shared;
	if (syms && symbols__name(syms, cmd)) {
		out__symbol(o, syms, cmd);
		return;
	}
	word__init(&w);
	add_input(&w, cmd, o);
	if (!w.len)
		add_sized(&w, cmd);
	for (i = 0; (name = ioctl_names__get(cmd, arg__is_compat(arg), i)); i++) {
		word__add(&w, w.len ? " or " : "");
		word__add(&w, name);
	}
	if (!w.len)
		add_ioc(&w, cmd);
	word__say_constant(&w, o, cmd, OUT_HEX);
}

const struct arg_type arg_ioctl_cmd = {
	.name = "ioctl_cmd",
	.decode = decode_ioctl_cmd,
	.show_zero = true,
	.is_32 = true,
};

static void say_bytes(const struct arg *arg, const struct payload *p, struct out *o)
{
	(void)arg;
	out__content(o, (const char *)p->data, p->len, p->flags & AUG_P_CUT);
}

static void decode_ioctl_bytes(const struct arg *arg, struct out *o)
{
	if (decode__evdev(arg, o))
		return;
	/* Nobody knows that it is a pointer: where it is all that strace shows; tests/live/ioctls.known has the rest. */
	if (!arg->value || o->strace)
		out__hex(o, arg->value);
	else
		arg__say_sides(arg, o, say_bytes);
}

/* Both sides, as the number of the command says. */
const struct arg_type arg_ioctl_bytes = {
	.name = "ioctl_bytes",
	.is_text = true,
	.decode = decode_ioctl_bytes,
	.capture = AUG_CAP_BUF,
	.least = 132, /* 96 for the keys of an input device, and an axis with 32 contacts */
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
};
