// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_io.c - names for pipes and events: splice, epoll, eventfd, inotify, fanotify, userfaultfd.
 */
#include "symbols_tables.h"

#include <fcntl.h>
#include <linux/fanotify.h>
#include <linux/userfaultfd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/* clang-format off */

static const struct symbol splice_flags_table[] = {
	SYM(SPLICE_F_MOVE),
	SYM(SPLICE_F_NONBLOCK),
	SYM(SPLICE_F_MORE),
	SYM(SPLICE_F_GIFT),
};
DEFINE_FLAGS(splice_flags, "SPLICE_F_");

static const struct symbol epoll_op_table[] = {
	SYM(EPOLL_CTL_ADD),
	SYM(EPOLL_CTL_MOD),
	SYM(EPOLL_CTL_DEL),
};
DEFINE_ENUM(epoll_op, "EPOLL_CTL_", .marks_zero = true);

static const struct symbol epoll_create_flags_table[] = {
	SYM(EPOLL_CLOEXEC),
};
DEFINE_FLAGS(epoll_create_flags, "EPOLL_");

static const struct symbol eventfd_flags_table[] = {
	SYM(EFD_SEMAPHORE),
	SYM(EFD_CLOEXEC),
	SYM(EFD_NONBLOCK),
};
DEFINE_FLAGS(eventfd_flags, "EFD_");

static const struct symbol signalfd_flags_table[] = {
	SYM(SFD_CLOEXEC),
	SYM(SFD_NONBLOCK),
};
DEFINE_FLAGS(signalfd_flags, "SFD_");

static const struct symbol timerfd_flags_table[] = {
	SYM(TFD_TIMER_ABSTIME),
	SYM(TFD_TIMER_CANCEL_ON_SET),
	SYM(TFD_CLOEXEC),
	SYM(TFD_NONBLOCK),
};
DEFINE_FLAGS(timerfd_flags, "TFD_");

static const struct symbol inotify_init_flags_table[] = {
	SYM(IN_NONBLOCK),
	SYM(IN_CLOEXEC),
};
DEFINE_FLAGS(inotify_init_flags, "IN_");

static const struct symbol inotify_mask_table[] = {
	SYM(IN_ACCESS),
	SYM(IN_MODIFY),
	SYM(IN_ATTRIB),
	SYM(IN_CLOSE_WRITE),
	SYM(IN_CLOSE_NOWRITE),
	SYM(IN_OPEN),
	SYM(IN_MOVED_FROM),
	SYM(IN_MOVED_TO),
	SYM(IN_CREATE),
	SYM(IN_DELETE),
	SYM(IN_DELETE_SELF),
	SYM(IN_MOVE_SELF),
	SYM(IN_UNMOUNT),
	SYM(IN_Q_OVERFLOW),
	SYM(IN_IGNORED),
	SYM(IN_ONLYDIR),
	SYM(IN_DONT_FOLLOW),
	SYM(IN_EXCL_UNLINK),
	SYM(IN_MASK_CREATE),
	SYM(IN_MASK_ADD),
	SYM(IN_ISDIR),
	SYM(IN_ONESHOT),
};
DEFINE_FLAGS(inotify_mask, "IN_");

#ifndef FAN_REPORT_FD_ERROR
#define FAN_REPORT_FD_ERROR 0x2000 /* 6.13 */
#endif
#ifndef FAN_REPORT_MNT
#define FAN_REPORT_MNT 0x4000 /* 6.14 */
#endif
static const struct symbol fanotify_init_flags_table[] = {
	SYM_FIELD(FAN_CLASS_NOTIF, 0xc),
	SYM_FIELD(FAN_CLASS_CONTENT, 0xc),
	SYM_FIELD(FAN_CLASS_PRE_CONTENT, 0xc),
	SYM(FAN_CLOEXEC),
	SYM(FAN_NONBLOCK),
	SYM(FAN_UNLIMITED_QUEUE),
	SYM(FAN_UNLIMITED_MARKS),
	SYM(FAN_ENABLE_AUDIT),
	SYM(FAN_REPORT_PIDFD),
	SYM(FAN_REPORT_TID),
	SYM(FAN_REPORT_FID),
	SYM(FAN_REPORT_DIR_FID),
	SYM(FAN_REPORT_NAME),
	SYM(FAN_REPORT_TARGET_FID),
	SYM(FAN_REPORT_FD_ERROR),
	SYM(FAN_REPORT_MNT),
};
DEFINE_FLAGS(fanotify_init_flags, "FAN_", .apart = 0xc, .apart_has_zero = true, .field = 0xc, .field_unknown = "FAN_CLASS_");

#ifndef FAN_MARK_MNTNS
#define FAN_MARK_MNTNS 0x110 /* 6.14 */
#endif
static const struct symbol fanotify_mark_flags_table[] = {
	SYM(FAN_MARK_MNTNS),
	SYM(FAN_MARK_ADD),
	SYM(FAN_MARK_REMOVE),
	SYM(FAN_MARK_DONT_FOLLOW),
	SYM(FAN_MARK_ONLYDIR),
	SYM(FAN_MARK_MOUNT),
	SYM(FAN_MARK_IGNORED_MASK),
	SYM(FAN_MARK_IGNORED_SURV_MODIFY),
	SYM(FAN_MARK_FLUSH),
	SYM(FAN_MARK_FILESYSTEM),
	SYM(FAN_MARK_EVICTABLE),
	SYM(FAN_MARK_IGNORE),
};
DEFINE_FLAGS(fanotify_mark_flags, "FAN_MARK_");

#ifndef FAN_DIR_MODIFY
#define FAN_DIR_MODIFY 0x00080000
#endif
#ifndef FAN_PRE_ACCESS
#define FAN_PRE_ACCESS 0x00100000 /* 6.14 */
#endif
#ifndef FAN_MNT_ATTACH
#define FAN_MNT_ATTACH 0x01000000 /* 6.14 */
#endif
#ifndef FAN_MNT_DETACH
#define FAN_MNT_DETACH 0x02000000 /* 6.14 */
#endif
static const struct symbol fanotify_mask_table[] = {
	SYM(FAN_ACCESS),
	SYM(FAN_MODIFY),
	SYM(FAN_ATTRIB),
	SYM(FAN_CLOSE_WRITE),
	SYM(FAN_CLOSE_NOWRITE),
	SYM(FAN_OPEN),
	SYM(FAN_MOVED_FROM),
	SYM(FAN_MOVED_TO),
	SYM(FAN_CREATE),
	SYM(FAN_DELETE),
	SYM(FAN_DELETE_SELF),
	SYM(FAN_MOVE_SELF),
	SYM(FAN_OPEN_EXEC),
	SYM(FAN_Q_OVERFLOW),
	SYM(FAN_FS_ERROR),
	SYM(FAN_OPEN_PERM),
	SYM(FAN_ACCESS_PERM),
	SYM(FAN_OPEN_EXEC_PERM),
	SYM(FAN_DIR_MODIFY),
	SYM(FAN_PRE_ACCESS),
	SYM(FAN_MNT_ATTACH),
	SYM(FAN_MNT_DETACH),
	SYM(FAN_EVENT_ON_CHILD),
	SYM(FAN_RENAME),
	SYM(FAN_ONDIR),
};
DEFINE_FLAGS(fanotify_mask, "FAN_", .width = 64);

static const struct symbol userfaultfd_flags_table[] = {
	SYM(UFFD_USER_MODE_ONLY),
	SYM(O_NONBLOCK),
	SYM(O_CLOEXEC),
};
DEFINE_FLAGS(userfaultfd_flags, "", .unknown = "UFFD_");
