// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_files.c - arguments by command: fcntl, ioctl, fsconfig. */
#include <linux/btrfs.h>
#include <linux/fcntl.h>
#include <linux/fs.h>
#include <linux/if_tun.h>
#include <linux/inotify.h>
#include <linux/input.h>
#include <linux/kvm.h>
#include <linux/nbd.h>
#include <linux/nsfs.h>
#include <linux/perf_event.h>
#include <linux/ptp_clock.h>
#include <linux/random.h>
#include <linux/rtc.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <linux/watchdog.h>
#include <net/if.h>
#include <scsi/sg.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>

#include "syscalls_tables.h"

/* clang-format off */

#define CMD(c, ...) { .cmd = (uint32_t)(c), .arg = __VA_ARGS__ }
/* The call returns a descriptor. */
#define CMD_FD(c, ...) { .cmd = (uint32_t)(c), .returns_fd = true, .arg = __VA_ARGS__ }
#define NOTHING ARG(NULL, none)

static const struct cmd_row fcntl_rows[] = {
	CMD_FD(F_DUPFD, ARG(NULL, int)), /* the least number that will do: none that is open */
	CMD_FD(F_DUPFD_CLOEXEC, ARG(NULL, int)),
	CMD(F_GETFD, NOTHING),
	CMD(F_SETFD, FLAGS(NULL, fd_flags)),
	CMD(F_GETFL, NOTHING),
	CMD(F_SETFL, FLAGS(NULL, open_flags)),
	CMD(F_GETLK, STRUCT_INOUT_BUT(NULL, flock_out, AUG_AT_EXIT)),
	CMD(F_SETLK, STRUCT_IN(NULL, flock)),
	CMD(F_SETLKW, STRUCT_IN(NULL, flock)),
	CMD(F_OFD_GETLK, STRUCT_INOUT_BUT(NULL, flock_out, AUG_AT_EXIT)),
	CMD(F_OFD_SETLK, STRUCT_IN(NULL, flock)),
	CMD(F_OFD_SETLKW, STRUCT_IN(NULL, flock)),
	CMD(F_GETOWN, NOTHING),
	CMD(F_SETOWN, ARG(NULL, pid)),
	CMD(F_GETOWN_EX, STRUCT_OUT(NULL, f_owner_ex)),
	CMD(F_SETOWN_EX, STRUCT_IN(NULL, f_owner_ex)),
	CMD(F_GETSIG, NOTHING),
	CMD(F_SETSIG, ARG(NULL, signal)),
	CMD(F_GETLEASE, NOTHING),
	CMD(F_SETLEASE, ENUM(NULL, lock_type)),
	CMD(F_NOTIFY, FLAGS(NULL, dnotify)),
	CMD(F_GETPIPE_SZ, NOTHING),
	CMD(F_SETPIPE_SZ, ARG(NULL, int)),
	CMD(F_GET_SEALS, NOTHING),
	CMD(F_ADD_SEALS, FLAGS(NULL, seals)),
	CMD(F_GET_RW_HINT, STRUCT_OUT(NULL, u64)),
	CMD(F_SET_RW_HINT, STRUCT_IN(NULL, u64)),
	CMD(F_GET_FILE_RW_HINT, STRUCT_OUT(NULL, u64)),
	CMD(F_SET_FILE_RW_HINT, STRUCT_IN(NULL, u64)),
};
DEFINE_CMDS(fcntl, UINT32_MAX, ARG(NULL, ptr));

/*
 * The old numbers say neither size nor direction; for the others the engine copies what the number
 * says (AUG_LEN_IOC), shown as bytes where no row knows better.
 */
static const struct cmd_row ioctl_rows[] = {
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
	CMD(TIOCMGET, STRUCT_OUT(NULL, hex)),
	CMD(TIOCMSET, STRUCT_IN(NULL, hex)),
	CMD(TIOCGPTN, STRUCT_OUT(NULL, uint)),
	CMD(TIOCSPTLCK, STRUCT_IN(NULL, int)),
	CMD_FD(TIOCGPTPEER, FLAGS(NULL, open_flags)),
	CMD(TIOCPKT, STRUCT_IN(NULL, int)),
	CMD(FIONREAD, STRUCT_OUT(NULL, int)),
	/* any file */
	CMD(FIONBIO, STRUCT_IN(NULL, int)),
	CMD(FIOASYNC, STRUCT_IN(NULL, int)),
	CMD(FIOCLEX, NOTHING),
	CMD(FIONCLEX, NOTHING),
	CMD(FIOQSIZE, STRUCT_OUT(NULL, u64)),
	CMD(FIBMAP, STRUCT_INOUT(NULL, int)),
	CMD(FIGETBSZ, STRUCT_OUT(NULL, int)),
	CMD(FICLONE, ARG(NULL, fd)),
	CMD(FS_IOC_GETFLAGS, STRUCT_OUT(NULL, fs_flags)),
	CMD(FS_IOC_SETFLAGS, STRUCT_IN(NULL, fs_flags)),
	CMD(FS_IOC_GETVERSION, STRUCT_OUT(NULL, uint)),
	CMD(FS_IOC_SETVERSION, STRUCT_IN(NULL, uint)),
	CMD(FIFREEZE, NOTHING),
	CMD(FITHAW, NOTHING),
	CMD(FITRIM, STRUCT_IN(NULL, fstrim_range)),
	/* namespaces */
	CMD_FD(NS_GET_USERNS, NOTHING),
	CMD_FD(NS_GET_PARENT, NOTHING),
	CMD(NS_GET_NSTYPE, NOTHING),
	/* virtual machines */
	CMD(KVM_CHECK_EXTENSION, ENUM(NULL, kvm_cap)),
	CMD_FD(KVM_CREATE_VM, ARG(NULL, hex)),
	CMD_FD(KVM_CREATE_VCPU, ARG(NULL, size)),
	/* block devices */
	CMD(BLKGETSIZE, STRUCT_OUT(NULL, size)),
	CMD(BLKGETSIZE64, STRUCT_OUT(NULL, u64)),
	CMD(BLKSSZGET, STRUCT_OUT(NULL, int)),
	CMD(BLKBSZGET, STRUCT_OUT(NULL, int)),
	CMD(BLKPBSZGET, STRUCT_OUT(NULL, uint)),
	CMD(BLKIOMIN, STRUCT_OUT(NULL, uint)),
	CMD(BLKIOOPT, STRUCT_OUT(NULL, uint)),
	CMD(BLKALIGNOFF, STRUCT_OUT(NULL, int)),
	CMD(BLKROGET, STRUCT_OUT(NULL, int)),
	CMD(BLKROSET, STRUCT_IN(NULL, int)),
	CMD(BLKRAGET, STRUCT_OUT(NULL, long)),
	CMD(BLKRASET, ARG(NULL, size)),
	CMD(BLKRRPART, NOTHING),
	CMD(BLKFLSBUF, NOTHING),
	CMD(BLKDISCARD, PAIR_IN(NULL, u64)),
	CMD(BLKZEROOUT, PAIR_IN(NULL, u64)),
	CMD(BLKSECDISCARD, PAIR_IN(NULL, u64)),
	CMD(BLKBSZSET, STRUCT_IN(NULL, int)),
	CMD(BLKFRASET, ARG(NULL, size)),
	CMD(BLKTRACESTART, NOTHING),
	CMD(BLKTRACESTOP, NOTHING),
	CMD(BLKTRACETEARDOWN, NOTHING),
	CMD(NBD_SET_SOCK, ARG(NULL, fd)),
	CMD(NBD_SET_BLKSIZE, ARG(NULL, size)),
	CMD(NBD_SET_SIZE, ARG(NULL, size)),
	CMD(NBD_SET_SIZE_BLOCKS, ARG(NULL, size)),
	CMD(NBD_SET_TIMEOUT, ARG(NULL, size)),
	CMD(NBD_DO_IT, NOTHING),
	CMD(NBD_CLEAR_SOCK, NOTHING),
	CMD(NBD_CLEAR_QUE, NOTHING),
	CMD(NBD_PRINT_DEBUG, NOTHING),
	CMD(NBD_DISCONNECT, NOTHING),
	CMD(SG_SET_TIMEOUT, STRUCT_IN(NULL, int)),
	CMD(SG_GET_TIMEOUT, NOTHING),
	CMD(SG_SET_COMMAND_Q, STRUCT_IN(NULL, int)),
	CMD(SG_GET_COMMAND_Q, STRUCT_OUT(NULL, int)),
	CMD(SG_SET_RESERVED_SIZE, STRUCT_IN(NULL, int)),
	CMD(SG_GET_RESERVED_SIZE, STRUCT_OUT(NULL, int)),
	CMD(SG_GET_VERSION_NUM, STRUCT_OUT(NULL, int)),
	CMD(SG_GET_SG_TABLESIZE, STRUCT_OUT(NULL, int)),
	/* file systems */
	CMD(BTRFS_IOC_TRANS_START, NOTHING),
	CMD(BTRFS_IOC_TRANS_END, NOTHING),
	CMD(BTRFS_IOC_SYNC, NOTHING),
	CMD(BTRFS_IOC_SCRUB_CANCEL, NOTHING),
	CMD(BTRFS_IOC_QUOTA_RESCAN_WAIT, NOTHING),
	CMD(BTRFS_IOC_DEFRAG, NOTHING),
	CMD(BTRFS_IOC_BALANCE, NOTHING),
	CMD(INOTIFY_IOC_SETNEXTWD, ARG(NULL, int)),
	/* input: numbers, though what these say of themselves is a pointer */
	CMD(EVIOCRMFF, ARG(NULL, int)),
	CMD(EVIOCGRAB, ARG(NULL, size)),
	CMD(EVIOCREVOKE, ARG(NULL, int)),
	/* events: numbers, though what these say of themselves is a pointer */
	CMD(PERF_EVENT_IOC_SET_BPF, ARG(NULL, fd)),
	CMD(PERF_EVENT_IOC_PAUSE_OUTPUT, ARG(NULL, size)),
	CMD(PERF_EVENT_IOC_PERIOD, STRUCT_IN(NULL, u64)),
	CMD(PERF_EVENT_IOC_SET_FILTER, ARG(NULL, text)),
	/* clocks, watchdogs, random numbers */
	CMD(RTC_AIE_ON, NOTHING),
	CMD(RTC_AIE_OFF, NOTHING),
	CMD(RTC_UIE_ON, NOTHING),
	CMD(RTC_UIE_OFF, NOTHING),
	CMD(RTC_PIE_ON, NOTHING),
	CMD(RTC_PIE_OFF, NOTHING),
	CMD(RTC_WIE_ON, NOTHING),
	CMD(RTC_WIE_OFF, NOTHING),
	CMD(RTC_VL_CLR, NOTHING),
	CMD(RTC_RD_TIME, STRUCT_OUT(NULL, rtc_time)),
	CMD(RTC_SET_TIME, STRUCT_IN(NULL, rtc_time)),
	CMD(RTC_ALM_READ, STRUCT_OUT(NULL, rtc_time)),
	CMD(RTC_ALM_SET, STRUCT_IN(NULL, rtc_time)),
	CMD(RTC_IRQP_SET, ARG(NULL, size)),
	CMD(RTC_EPOCH_SET, ARG(NULL, size)),
	CMD(WDIOC_KEEPALIVE, NOTHING),
	CMD(WDIOC_SETTIMEOUT, STRUCT_IN(NULL, int)),
	CMD(WDIOC_SETPRETIMEOUT, STRUCT_IN(NULL, int)),
	CMD(RNDADDTOENTCNT, STRUCT_IN(NULL, int)),
	CMD(RNDRESEEDCRNG, NOTHING),
	CMD(PTP_ENABLE_PPS, ARG(NULL, hex)),
	CMD(PTP_ENABLE_PPS2, ARG(NULL, hex)),
	/* tunnels: numbers as well */
	CMD(TUNSETNOCSUM, ARG(NULL, hex)),
	CMD(TUNSETDEBUG, ARG(NULL, hex)),
	CMD(TUNSETPERSIST, ARG(NULL, hex)),
	CMD(TUNSETOWNER, ARG(NULL, hex)),
	CMD(TUNSETGROUP, ARG(NULL, hex)),
	CMD(TUNSETLINK, ARG(NULL, hex)),
	CMD(TUNSETOFFLOAD, ARG(NULL, hex)),
	CMD(SECCOMP_IOCTL_NOTIF_ID_VALID, STRUCT_IN(NULL, hex64)),
	/* network interfaces */
	CMD(SIOCGIFNAME, STRUCT_INOUT(NULL, ifreq_index)),
	CMD(SIOCGIFINDEX, { .type = &arg_ifreq, .layout = &layout_ifreq_index }),
	CMD(SIOCGIFFLAGS, { .type = &arg_ifreq, .layout = &layout_ifreq_flags }),
	CMD(SIOCSIFFLAGS, STRUCT_IN(NULL, ifreq_flags)),
	CMD(SIOCGIFMTU, { .type = &arg_ifreq, .layout = &layout_ifreq_mtu }),
	CMD(SIOCSIFMTU, STRUCT_IN(NULL, ifreq_mtu)),
	CMD(SIOCGIFADDR, { .type = &arg_ifreq, .layout = &layout_ifreq_addr }),
	CMD(SIOCSIFADDR, STRUCT_IN(NULL, ifreq_addr)),
	CMD(SIOCGIFNETMASK, { .type = &arg_ifreq, .layout = &layout_ifreq_addr }),
	CMD(SIOCGIFBRDADDR, { .type = &arg_ifreq, .layout = &layout_ifreq_addr }),
	CMD(SIOCGIFDSTADDR, { .type = &arg_ifreq, .layout = &layout_ifreq_addr }),
	CMD(SIOCGIFHWADDR, { .type = &arg_ifreq, .layout = &layout_ifreq_addr }),
	CMD(SIOCGIFCONF, STRUCT_INOUT(NULL, ifconf)),
};
DEFINE_CMDS(ioctl, UINT32_MAX,
	    { .type = &arg_ioctl_bytes, .len_arg = 2, .len_from = AUG_LEN_IOC });

#define FSCONFIG_SET_STRING 1
#define FSCONFIG_SET_PATH 3
#define FSCONFIG_SET_PATH_EMPTY 4
static const struct cmd_row fsconfig_rows[] = {
	CMD(FSCONFIG_SET_STRING, ARG(NULL, text)),
	CMD(FSCONFIG_SET_PATH, ARG(NULL, path)),
	CMD(FSCONFIG_SET_PATH_EMPTY, ARG(NULL, path)),
};
DEFINE_CMDS(fsconfig, UINT32_MAX, ARG(NULL, ptr));

/* What is removed needs no events: they are not looked at. */
static const struct cmd_row epoll_ctl_rows[] = {
	CMD(EPOLL_CTL_DEL, ARG(NULL, addr)),
};
DEFINE_CMDS(epoll_ctl, UINT32_MAX, STRUCT_IN(NULL, epoll_event));
