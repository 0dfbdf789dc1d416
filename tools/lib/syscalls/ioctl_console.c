// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_console.c - consoles and input devices: names, structures, ioctls. */
#include "commands_rows.h"

#include <linux/input.h>
#include <linux/kd.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct symbol console_mode_table[] = {
	SYM(KD_TEXT), SYM(KD_GRAPHICS), SYM(KD_TEXT0), SYM(KD_TEXT1),
};
static DEFINE_ENUM(console_mode, "KD_");

static const struct field unimapinit_fields[] = {
	UINT(struct unimapinit, advised_hashsize), UINT(struct unimapinit, advised_hashstep),
	UINT(struct unimapinit, advised_hashlevel),
};
static DEFINE_LAYOUT(unimapinit, sizeof(struct unimapinit));

static const struct cmd_row console_rows[] = {
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
