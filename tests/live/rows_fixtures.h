/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * rows_fixtures.h - what the calls of work_rows.c point to: fixed addresses below 4 GiB, so that a 32-bit
 * call can have them too, and fixed descriptors.
 *
 * Slot N of the native area is at BASE + N * SLOT; the compat area behind it has in the same slots the
 * same things as a 32-bit program lays them out.
 */
#ifndef PERF_AUGMENT_TESTS_ROWS_FIXTURES_H
#define PERF_AUGMENT_TESTS_ROWS_FIXTURES_H

#include <stddef.h>

#define BASE 0x20000000UL
#define SLOT 0x200UL
#define NR_SLOTS 256
#define AREA (NR_SLOTS * SLOT)
#define COMPAT_SHIFT 0x1000000UL

/* Nothing is mapped there. */
#define BAD 0x1ead0000UL
#define BAD_COMPAT BAD

/* clang-format off */
#define SLOT_NAMES(X)                                                                             \
	/* strings */                                                                             \
	X(FILE_) X(DIR_) X(LINK_) X(NEW_) X(NEW2_) X(NEWDIR_) X(MISSING_) X(LONG_) X(EMPTY_)      \
	X(NULL_DEV_) X(DATA_) X(NAME_) X(TYPE_) X(XNAME_) X(MQ_) X(CWD_)                          \
	/* room for answers */                                                                    \
	X(OUT_) X(OUT2_) X(OUT3_)                                                                 \
	/* numbers */                                                                             \
	X(ZERO_) X(ONE_) X(LEN_) X(SHORT_LEN_) X(OFFSET_) X(FUTEX_) X(LONG_ZERO_)                 \
	/* times */                                                                               \
	X(TS_) X(TS64_) X(TV_) X(ITS_) X(ITS64_) X(ITV_) X(TZ_) X(TWO_TS_) X(TWO_TS64_)           \
	X(TWO_TV_) X(UTIMBUF_) X(TIMEX_) X(BAD_TS_)                                               \
	/* signals */                                                                             \
	X(SIGSET_) X(FULLSET_) X(SIGACTION_) X(SIGINFO_) X(SIGEVENT_) X(STACK_) X(PSELSIG_)       \
	/* I/O */                                                                                 \
	X(IOV_) X(IOV_OUT_) X(MSG_) X(MSG_OUT_) X(MMSG_) X(MMSG_OUT_) X(POLLFDS_) X(FDSET_)       \
	X(EPOLL_EVENT_) X(FLOCK_) X(IOCBS_) X(IOURING_) X(OPEN_HOW_) X(HANDLE_) X(TERMIOS_)       \
	X(PIPE_) X(ARGS5_)                                                                        \
	/* sockets */                                                                             \
	X(SA_IN_) X(SA_IN6_) X(SA_UN_) X(SA_NL_) X(LINGER_)                                       \
	/* processes */                                                                           \
	X(RLIMIT_) X(RLIMIT64_) X(PARAM_) X(ATTR_) X(CPUS_) X(CAP_HEADER_) X(CAP_DATA_)           \
	X(CLONE_ARGS_) X(ARGV_) X(ENVP_) X(GROUPS_) X(WAITV_) X(USER_DESC_) X(FILTER_)            \
	/* the rest */                                                                            \
	X(SEMBUF_) X(MSGBUF_) X(MQ_ATTR_) X(BPF_MAP_) X(BPF_ATTR_) X(PERF_ATTR_) X(RULESET_) X(PATH_RULE_)     \
	X(MOUNT_ATTR_) X(FILE_ATTR_) X(XATTR_ARGS_) X(PAGES_) X(NODES_) X(CACHE_RANGE_)           \
	X(NLMSG_) X(NLIOV_) X(NLHDR_) X(MNT_REQ_) X(MNT_LIST_) X(MNT_SHORT_) X(NS_REQ_) X(LSM_CTX_)          \
	X(LSM_LEN_) X(IOV_BAD_) X(IOCB_1_) X(IOCB_2_)
/* clang-format on */

enum slot {
#define X(name) SLOT_##name,
	SLOT_NAMES(X)
#undef X
		SLOTS_USED,
};

#define AT(name) (BASE + SLOT_##name * SLOT)

/* Descriptors; 99 is none. */
enum {
	FD_FILE = 10,
	FD_DIR,
	FD_PIPE_IN,
	FD_PIPE_OUT,
	FD_UNIX,
	FD_UNIX2,
	FD_UDP,
	FD_LISTEN,
	FD_EPOLL,
	FD_EVENT,
	FD_TIMER,
	FD_INOTIFY,
	FD_SIGNAL,
	FD_PIDFD,
	FD_MEM,
	FD_MQ,
	FD_NULL,
	FD_NETLINK,
	FD_SPARE,
	FD_NONE = 99,
};

/* rows_fill.h makes all of it. */

#endif /* PERF_AUGMENT_TESTS_ROWS_FIXTURES_H */
