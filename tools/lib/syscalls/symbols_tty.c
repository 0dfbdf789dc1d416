// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* symbols_tty.c - words of struct termios, and line disciplines. */
#include "symbols_tables.h"

#include <asm/termios.h>
#include <linux/tty.h>

/* clang-format off */

static const struct symbol tty_iflags_table[] = {
	SYM(IGNBRK), SYM(BRKINT), SYM(IGNPAR), SYM(PARMRK), SYM(INPCK), SYM(ISTRIP), SYM(INLCR),
	SYM(IGNCR), SYM(ICRNL), SYM(IUCLC), SYM(IXON), SYM(IXANY), SYM(IXOFF), SYM(IMAXBEL),
	SYM(IUTF8),
};
DEFINE_FLAGS(tty_iflags, "");

static const struct symbol tty_nl_table[] = { SYM(NL0), SYM(NL1) };
DEFINE_ENUM(tty_nl, "");
static const struct symbol tty_cr_table[] = { SYM(CR0), SYM(CR1), SYM(CR2), SYM(CR3) };
DEFINE_ENUM(tty_cr, "");
static const struct symbol tty_tab_table[] = { SYM(TAB0), SYM(TAB1), SYM(TAB2), SYM(XTABS) };
DEFINE_ENUM(tty_tab, "");
static const struct symbol tty_bs_table[] = { SYM(BS0), SYM(BS1) };
DEFINE_ENUM(tty_bs, "");
static const struct symbol tty_vt_table[] = { SYM(VT0), SYM(VT1) };
DEFINE_ENUM(tty_vt, "");
static const struct symbol tty_ff_table[] = { SYM(FF0), SYM(FF1) };
DEFINE_ENUM(tty_ff, "");
static const struct symbol tty_oflags_table[] = {
	SYM(OPOST), SYM(OLCUC), SYM(ONLCR), SYM(OCRNL), SYM(ONOCR), SYM(ONLRET), SYM(OFILL),
	SYM(OFDEL),
};
DEFINE_FLAGS(tty_oflags, "");

static const struct symbol tty_baud_table[] = {
	SYM(B0), SYM(B50), SYM(B75), SYM(B110), SYM(B134), SYM(B150), SYM(B200), SYM(B300),
	SYM(B600), SYM(B1200), SYM(B1800), SYM(B2400), SYM(B4800), SYM(B9600), SYM(B19200),
	SYM(B38400), SYM(BOTHER), SYM(B57600), SYM(B115200), SYM(B230400), SYM(B460800),
	SYM(B500000), SYM(B576000), SYM(B921600), SYM(B1000000), SYM(B1152000), SYM(B1500000),
	SYM(B2000000), SYM(B2500000), SYM(B3000000), SYM(B3500000), SYM(B4000000),
};
DEFINE_ENUM(tty_baud, "");
static const struct symbol tty_shift_table[] = { SYM(IBSHIFT) };
DEFINE_ENUM(tty_shift, "");
static const struct symbol tty_csize_table[] = { SYM(CS5), SYM(CS6), SYM(CS7), SYM(CS8) };
DEFINE_ENUM(tty_csize, "");
static const struct symbol tty_cflags_table[] = {
	SYM(CSTOPB), SYM(CREAD), SYM(PARENB), SYM(PARODD), SYM(HUPCL), SYM(CLOCAL), SYM(CMSPAR),
	SYM(CRTSCTS),
};
DEFINE_FLAGS(tty_cflags, "");

static const struct symbol tty_lflags_table[] = {
	SYM(ISIG), SYM(ICANON), SYM(XCASE), SYM(ECHO), SYM(ECHOE), SYM(ECHOK), SYM(ECHONL),
	SYM(NOFLSH), SYM(IEXTEN), SYM(ECHOCTL), SYM(ECHOPRT), SYM(ECHOKE), SYM(FLUSHO),
	SYM(PENDIN), SYM(TOSTOP), SYM(EXTPROC),
};
DEFINE_FLAGS(tty_lflags, "");

static const struct symbol tty_line_table[] = {
	SYM(N_TTY), SYM(N_SLIP), SYM(N_MOUSE), SYM(N_PPP), SYM(N_STRIP), SYM(N_AX25), SYM(N_X25),
	SYM(N_6PACK), SYM(N_MASC), SYM(N_R3964), SYM(N_PROFIBUS_FDL), SYM(N_IRDA), SYM(N_SMSBLOCK),
	SYM(N_HDLC), SYM(N_SYNC_PPP), SYM(N_HCI),
};
DEFINE_ENUM(tty_line, "N_");

static const struct symbol tty_cc_table[] = {
	SYM(VINTR), SYM(VQUIT), SYM(VERASE), SYM(VKILL), SYM(VEOF), SYM(VTIME), SYM(VMIN), SYM(VSWTC),
	SYM(VSTART), SYM(VSTOP), SYM(VSUSP), SYM(VEOL), SYM(VREPRINT), SYM(VDISCARD), SYM(VWERASE),
	SYM(VLNEXT), SYM(VEOL2),
};
DEFINE_ENUM(tty_cc, "");

/* clang-format on */

static const struct symbol tty_flow_table[] = { SYM(TCOOFF), SYM(TCOON), SYM(TCIOFF), SYM(TCION) };
DEFINE_ENUM(tty_flow, "TC", .width = 64, .marks_zero = true);
static const struct symbol tty_queue_table[] = { SYM(TCIFLUSH), SYM(TCOFLUSH), SYM(TCIOFLUSH) };
DEFINE_ENUM(tty_queue, "TC", .width = 64, .marks_zero = true);

static const struct symbol tty_modem_table[] = {
	SYM(TIOCM_LE),	SYM(TIOCM_DTR),	 SYM(TIOCM_RTS),  SYM(TIOCM_ST),
	SYM(TIOCM_SR),	SYM(TIOCM_CTS),	 SYM(TIOCM_CAR),  SYM(TIOCM_RNG),
	SYM(TIOCM_DSR), SYM(TIOCM_OUT1), SYM(TIOCM_OUT2), SYM(TIOCM_LOOP),
};
DEFINE_FLAGS(tty_modem, "TIOCM_");
