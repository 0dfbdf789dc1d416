// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_ioctl.c - the argument of an ioctl by its number. */
#include <linux/if_tun.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include "commands_rows.h"
#include "layouts.h"

/* Of asm/termbits.h, for its size: it cannot be included beside sys/ioctl.h. */
struct termios2 {
	uint32_t flags[4];
	uint8_t line, cc[19];
	uint32_t ispeed, ospeed;
};

/* clang-format off */

/* What is put before what a terminal's reader reads. */
static void say_typed_char(const struct blob *b, const struct field *f, struct out *o)
{
	out__str(o, (const char *)b->data + f->off, 1, false);
}
static const struct field typed_char_fields[] = {
	{ .size = 1, .kind = FIELD_CUSTOM, .custom = say_typed_char },
};
static DEFINE_LAYOUT_BARE(typed_char, 1);

/* The name of a bridge, as long as it may be. */
static void say_bridge_name(const struct blob *b, const struct field *f, struct out *o)
{
	const char *name = (const char *)b->data + f->off;
	const size_t len = strnlen(name, f->size);

	out__str(o, name, len, len == f->size);
}
static const struct field bridge_name_fields[] = {
	{ .size = IFNAMSIZ, .kind = FIELD_CUSTOM, .custom = say_bridge_name },
};
static DEFINE_LAYOUT_BARE(bridge_name, IFNAMSIZ);

/* An interface by its name. */
#define IFREQ(id) { .type = &arg_ifreq, .layout = &layout_ifreq_##id }

/*
 * The old numbers say neither size nor direction; for the others the engine copies what the number
 * says (AUG_LEN_IOC), shown as bytes where no row knows better.
 */
static const struct cmd_row core_rows[] = {
	/* terminals */
	CMD(TCGETS, STRUCT_OUT(NULL, termios)),
	CMD(TCSETS, STRUCT_IN(NULL, termios)),
	CMD(TCSETSW, STRUCT_IN(NULL, termios)),
	CMD(TCSETSF, STRUCT_IN(NULL, termios)),
	CMD(TCSBRK, ARG(NULL, int)),
	CMD(TCSBRKP, ARG(NULL, int)),
	CMD(TCXONC, ENUM(NULL, tty_flow)),
	CMD(TCFLSH, ENUM(NULL, tty_queue)),
	CMD(TIOCSBRK, NOTHING),
	CMD(TIOCCBRK, NOTHING),
	CMD(TIOCEXCL, NOTHING),
	CMD(TIOCNXCL, NOTHING),
	CMD(TIOCSCTTY, ARG(NULL, int)),
	CMD(TIOCNOTTY, NOTHING),
	CMD(TIOCGPGRP, STRUCT_OUT(NULL, int)),
	CMD(TIOCSPGRP, STRUCT_IN(NULL, int)),
	CMD(TIOCGSID, STRUCT_OUT(NULL, int)),
	CMD(TIOCOUTQ, STRUCT_OUT(NULL, int)),
	CMD(TIOCGWINSZ, STRUCT_OUT(NULL, winsize)),
	CMD(TIOCSWINSZ, STRUCT_IN(NULL, winsize)),
	CMD(TIOCMGET, STRUCT_OUT(NULL, tty_modem)),
	CMD(TIOCMSET, STRUCT_IN(NULL, tty_modem)),
	CMD(TIOCGPTN, STRUCT_OUT(NULL, int)),
	CMD(TIOCSPTLCK, STRUCT_IN(NULL, int)),
	{ .cmd = TIOCGPTPEER, .ret = RET_FD_BARE, .arg = FLAGS_NOT_STRACE(NULL, open_flags) },
	CMD(TIOCSTI, STRUCT_IN(NULL, typed_char)),
	CMD(TIOCPKT, STRUCT_IN(NULL, int)),
	CMD(TIOCSETD, STRUCT_IN(NULL, int)),
	CMD(TIOCGETD, STRUCT_OUT(NULL, int)),
	CMD(TIOCSSOFTCAR, STRUCT_IN(NULL, int)),
	CMD(TIOCGSOFTCAR, STRUCT_OUT(NULL, int)),
	CMD(TIOCGDEV, STRUCT_OUT(NULL, int)),
	CMD(TIOCGEXCL, STRUCT_OUT(NULL, int)),
	CMD(TIOCMBIS, STRUCT_IN(NULL, tty_modem)),
	CMD(TIOCMBIC, STRUCT_IN(NULL, tty_modem)),
	CMD(TCGETA, STRUCT_OUT(NULL, termio)),
	CMD(TCSETA, STRUCT_IN(NULL, termio)),
	CMD(TCSETAW, STRUCT_IN(NULL, termio)),
	CMD(TCSETAF, STRUCT_IN(NULL, termio)),
	CMD(TCGETS2, STRUCT_OUT(NULL, termios2)),
	CMD(TCSETS2, STRUCT_IN(NULL, termios2)),
	CMD(TCSETSW2, STRUCT_IN(NULL, termios2)),
	CMD(TCSETSF2, STRUCT_IN(NULL, termios2)),
	CMD(TIOCGLCKTRMIOS, STRUCT_OUT(NULL, termios)),
	CMD(TIOCSLCKTRMIOS, STRUCT_IN(NULL, termios)),
	CMD(TIOCCONS, NOTHING),
	CMD(TIOCSSERIAL, NOTHING),
	CMD(TIOCVHANGUP, NOTHING),
	/* tunnels: numbers as well */
	CMD(TUNSETNOCSUM, ARG(NULL, hex)),
	CMD(TUNSETDEBUG, ARG(NULL, hex)),
	CMD(TUNSETPERSIST, ARG(NULL, hex)),
	CMD(TUNSETOWNER, ARG(NULL, hex)),
	CMD(TUNSETGROUP, ARG(NULL, hex)),
	CMD(TUNSETLINK, ARG(NULL, hex)),
	CMD(TUNSETOFFLOAD, ARG(NULL, hex)),
	/* network interfaces and sockets */
	CMD(SIOCGIFNAME, { .type = &arg_ifname, .layout = &layout_ifreq_index }),
	CMD(SIOCGIFCONF, { .type = &arg_ifconf, .layout = &layout_ifconf }),
	CMD(SIOCGIFINDEX, IFREQ(index)),
	CMD(SIOCGIFFLAGS, IFREQ(flags)),
	CMD(SIOCGIFADDR, IFREQ(addr)),
	CMD(SIOCGIFDSTADDR, IFREQ(dstaddr)),
	CMD(SIOCGIFBRDADDR, IFREQ(broadaddr)),
	CMD(SIOCGIFNETMASK, IFREQ(netmask)),
	CMD(SIOCGIFMETRIC, IFREQ(metric)),
	CMD(SIOCGIFMTU, IFREQ(mtu)),
	CMD(SIOCGIFHWADDR, IFREQ(hwaddr)),
	CMD(SIOCGIFSLAVE, IFREQ(slave)),
	CMD(SIOCGIFTXQLEN, IFREQ(qlen)),
	CMD(SIOCGIFMAP, IFREQ(map)),
	CMD(SIOCSIFFLAGS, STRUCT_IN(NULL, ifreq_flags)),
	CMD(SIOCSIFADDR, STRUCT_IN(NULL, ifreq_addr)),
	CMD(SIOCSIFDSTADDR, STRUCT_IN(NULL, ifreq_dstaddr)),
	CMD(SIOCSIFBRDADDR, STRUCT_IN(NULL, ifreq_broadaddr)),
	CMD(SIOCSIFNETMASK, STRUCT_IN(NULL, ifreq_netmask)),
	CMD(SIOCSIFMETRIC, STRUCT_IN(NULL, ifreq_metric)),
	CMD(SIOCSIFMTU, STRUCT_IN(NULL, ifreq_mtu)),
	CMD(SIOCSIFNAME, STRUCT_IN(NULL, ifreq_newname)),
	CMD(SIOCSIFHWADDR, STRUCT_IN(NULL, ifreq_hwaddr)),
	CMD(SIOCSIFHWBROADCAST, STRUCT_IN(NULL, ifreq_hwaddr)),
	CMD(SIOCSIFSLAVE, STRUCT_IN(NULL, ifreq_slave)),
	CMD(SIOCSIFTXQLEN, STRUCT_IN(NULL, ifreq_qlen)),
	CMD(SIOCSIFMAP, STRUCT_IN(NULL, ifreq_map)),
	CMD(SIOCADDMULTI, STRUCT_IN(NULL, ifreq_hwaddr)),
	CMD(SIOCDELMULTI, STRUCT_IN(NULL, ifreq_hwaddr)),
	CMD(SIOCBRADDBR, STRUCT_IN(NULL, bridge_name)),
	CMD(SIOCBRDELBR, STRUCT_IN(NULL, bridge_name)),
	CMD(SIOCBRADDIF, STRUCT_IN(NULL, ifreq_bridge)),
	CMD(SIOCBRDELIF, STRUCT_IN(NULL, ifreq_bridge)),
	CMD(SIOCGIFENCAP, STRUCT_OUT(NULL, int)),
	CMD(SIOCSIFENCAP, STRUCT_IN(NULL, int)),
	CMD(FIOSETOWN, STRUCT_IN(NULL, int)),
	CMD(FIOGETOWN, STRUCT_OUT(NULL, int)),
	CMD(SIOCSPGRP, STRUCT_IN(NULL, int)),
	CMD(SIOCGPGRP, STRUCT_OUT(NULL, int)),
	CMD(SIOCATMARK, STRUCT_OUT(NULL, int)),
	CMD(SIOCOUTQNSD, STRUCT_OUT(NULL, int)),
	CMD(SIOCADDRT, ARG(NULL, addr)),
	CMD(SIOCDELRT, ARG(NULL, addr)),
	CMD(SIOCRTMSG, ARG(NULL, addr)),
	CMD(SIOCSIFLINK, ARG(NULL, addr)),
	CMD(SIOCGIFMEM, ARG(NULL, addr)),
	CMD(SIOCSIFMEM, ARG(NULL, addr)),
	CMD(SIOCSIFPFLAGS, ARG(NULL, addr)),
	CMD(SIOCGIFPFLAGS, ARG(NULL, addr)),
	CMD(SIOCDIFADDR, ARG(NULL, addr)),
	CMD(SIOCGIFCOUNT, ARG(NULL, addr)),
	CMD(SIOCGIFBR, ARG(NULL, addr)),
	CMD(SIOCSIFBR, ARG(NULL, addr)),
	CMD(SIOCETHTOOL, ARG(NULL, addr)),
	CMD(SIOCGMIIPHY, ARG(NULL, addr)),
	CMD(SIOCGMIIREG, ARG(NULL, addr)),
	CMD(SIOCSMIIREG, ARG(NULL, addr)),
	CMD(SIOCWANDEV, ARG(NULL, addr)),
	CMD(SIOCGSKNS, ARG(NULL, addr)),
	CMD(SIOCDARP, ARG(NULL, addr)),
	CMD(SIOCGARP, ARG(NULL, addr)),
	CMD(SIOCSARP, ARG(NULL, addr)),
	CMD(SIOCDRARP, ARG(NULL, addr)),
	CMD(SIOCGRARP, ARG(NULL, addr)),
	CMD(SIOCSRARP, ARG(NULL, addr)),
	CMD(SIOCADDDLCI, ARG(NULL, addr)),
	CMD(SIOCDELDLCI, ARG(NULL, addr)),
	CMD(SIOCGIFVLAN, ARG(NULL, addr)),
	CMD(SIOCSIFVLAN, ARG(NULL, addr)),
	CMD(SIOCBONDENSLAVE, ARG(NULL, addr)),
	CMD(SIOCBONDRELEASE, ARG(NULL, addr)),
	CMD(SIOCBONDSETHWADDR, ARG(NULL, addr)),
	CMD(SIOCBONDSLAVEINFOQUERY, ARG(NULL, addr)),
	CMD(SIOCBONDINFOQUERY, ARG(NULL, addr)),
	CMD(SIOCBONDCHANGEACTIVE, ARG(NULL, addr)),
	CMD(SIOCSHWTSTAMP, ARG(NULL, addr)),
	CMD(SIOCGHWTSTAMP, ARG(NULL, addr)),
	CMD(SIOCGSTAMP_OLD, STRUCT_OUT_NOT_STRACE(NULL, timeval)),
	CMD(SIOCGSTAMPNS_OLD, STRUCT_OUT_NOT_STRACE(NULL, timespec)),
	CMD(SIOCGSTAMP_NEW, STRUCT_OUT_NOT_STRACE(NULL, timeval64)),
	CMD(SIOCGSTAMPNS_NEW, STRUCT_OUT_NOT_STRACE(NULL, timespec64)),
};
static const struct cmd_rows core = CMD_ROWS(core);

static const struct cmd_rows *const parts[] = {
	&core, &ioctl_files, &ioctl_watch, &ioctl_block, &ioctl_btrfs, &ioctl_clock, &ioctl_console,
	&ioctl_devices, &ioctl_dm, &ioctl_flash, &ioctl_gpio, &ioctl_input, &ioctl_keyboard, &ioctl_machine, &ioctl_video,
	&ioctl_btrfs_devices, &ioctl_btrfs_trees, &ioctl_video_control, &ioctl_video_format,
	&ioctl_scsi, &ioctl_tee,
};
static struct cmd_index ioctl_index;

const struct cmd_table cmds_ioctl = {
	.name = "ioctl",
	.parts = parts,
	.nr_parts = sizeof(parts) / sizeof(parts[0]),
	.index = &ioctl_index,
	.cmd_mask = UINT32_MAX,
	.other = { .type = &arg_ioctl_bytes, .len_arg = 2, .len_from = AUG_LEN_IOC, .strace_when = STRACE_NEITHER },
};
