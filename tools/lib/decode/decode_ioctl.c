// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_ioctl.c - the number of an ioctl by name, or taken apart as _IOC(dir, type, nr, size).
 *
 * Names are in symbols_ioctl.c, one table per type byte.
 */
#include "decode.h"

#include <linux/ioctl.h>

#include "decode_word.h"
#include "symbols_tables.h"

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

static void decode_ioctl_cmd(const struct arg *arg, struct out *o)
{
	const uint32_t cmd = (uint32_t)arg->value;
	const struct symbols *syms = ioctl_symbols__get(_IOC_TYPE(cmd));
	struct word w;

	/* Numbers that drivers share: the full form names all of them, as strace does. */
	if (o->full_names && symbols__name(&syms_ioctl_shared, cmd))
		syms = &syms_ioctl_shared;
	if (syms && symbols__name(syms, cmd)) {
		out__symbol(o, syms, cmd);
		return;
	}
	word__init(&w);
	add_ioc(&w, cmd);
	word__say_constant(&w, o, cmd, OUT_HEX);
}

const struct arg_type arg_ioctl_cmd = {
	.name = "ioctl_cmd",
	.decode = decode_ioctl_cmd,
	.show_zero = true,
	.is_32 = true,
};
