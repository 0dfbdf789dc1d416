// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * layouts_compat.c - structures as 32-bit programs have them, where they are others than those of 64
 * bits, and structures of calls that only such programs have. The kernel's compat_* types are not in
 * UAPI headers: offsets are those of the i386 ABI.
 */
#include "layouts.h"

#include <string.h>

#include "decode.h"
#include "decode_siginfo.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

/* Member @n of @s bytes at @o. */
#define AT_(n, o, s, k, ...) { .name = #n, .off = o, .size = s, .kind = FIELD_##k, ##__VA_ARGS__ }
#define AT_SYM(n, o, s, t, ...) AT_(n, o, s, SYM, .syms = &syms_##t, ##__VA_ARGS__)
#define AT_SAY(n, o, s, f, ...) AT_(n, o, s, SAY, .say = say_##f, ##__VA_ARGS__)
#define AT_IN(n, o, s, l, ...) AT_(n, o, s, LAYOUT, .layout = &layout_##l, ##__VA_ARGS__)

/* ---- files ---- */

static const struct field flock32_fields[] = {
	AT_SYM(l_type, 0, 2, lock_type),
	AT_SYM(l_whence, 2, 2, seek_whence),
	AT_(l_start, 4, 4, SINT),
	AT_(l_len, 8, 4, SINT),
};
DEFINE_LAYOUT(flock32, 16);
static const struct field flock32_out_fields[] = {
	AT_SYM(l_type, 0, 2, lock_type),
	AT_SYM(l_whence, 2, 2, seek_whence),
	AT_(l_start, 4, 4, SINT),
	AT_(l_len, 8, 4, SINT),
	AT_(l_pid, 12, 4, PID),
};
DEFINE_LAYOUT(flock32_out, 16);

/* struct flock64 of i386 has no hole before its first 64-bit member. */
static const struct field flock64_fields[] = {
	AT_SYM(l_type, 0, 2, lock_type),
	AT_SYM(l_whence, 2, 2, seek_whence),
	AT_(l_start, 4, 8, SINT),
	AT_(l_len, 12, 8, SINT),
};
DEFINE_LAYOUT(flock64, 24);
static const struct field flock64_out_fields[] = {
	AT_SYM(l_type, 0, 2, lock_type),
	AT_SYM(l_whence, 2, 2, seek_whence),
	AT_(l_start, 4, 8, SINT),
	AT_(l_len, 12, 8, SINT),
	AT_(l_pid, 20, 4, PID),
};
DEFINE_LAYOUT(flock64_out, 24);

static const struct field statfs32_fields[] = {
	AT_SYM(f_type, 0, 4, fs_magic),
	AT_(f_bsize, 4, 4, UINT),
	AT_(f_blocks, 8, 4, UINT),
	AT_(f_bfree, 12, 4, UINT),
	AT_(f_bavail, 16, 4, UINT),
	AT_(f_files, 20, 4, UINT),
	AT_(f_ffree, 24, 4, UINT),
	AT_IN(f_fsid, 28, 8, fsid),
	AT_(f_namelen, 36, 4, UINT),
	AT_(f_frsize, 40, 4, UINT),
	AT_SYM(f_flags, 44, 4, statfs_flags),
};
DEFINE_LAYOUT(statfs32, 64);
static const struct field statfs64_fields[] = {
	AT_SYM(f_type, 0, 4, fs_magic),
	AT_(f_bsize, 4, 4, UINT),
	AT_(f_blocks, 8, 8, UINT),
	AT_(f_bfree, 16, 8, UINT),
	AT_(f_bavail, 24, 8, UINT),
	AT_(f_files, 32, 8, UINT),
	AT_(f_ffree, 40, 8, UINT),
	AT_IN(f_fsid, 48, 8, fsid),
	AT_(f_namelen, 56, 4, UINT),
	AT_(f_frsize, 60, 4, UINT),
	AT_SYM(f_flags, 64, 4, statfs_flags),
};
DEFINE_LAYOUT(statfs64, 84);

static const struct field ustat_fields[] = {
	AT_(f_tfree, 0, 4, SINT),
	AT_(f_tinode, 8, 8, UINT),
	AT_(f_fname, 16, 6, STR),
	AT_(f_fpack, 22, 6, STR),
};
static const struct field ustat32_fields[] = {
	AT_(f_tfree, 0, 4, SINT),
	AT_(f_tinode, 4, 4, UINT),
	AT_(f_fname, 8, 6, STR),
	AT_(f_fpack, 14, 6, STR),
};
DEFINE_LAYOUT(ustat32, 20);
DEFINE_LAYOUT_COMPAT(ustat, 32, ustat32);

/* Of readdir(2): the length of the name stands where others have that of the entry. */
static void say_old_name(const struct blob *b, const struct field *f, struct out *o)
{
	const size_t len = MIN((size_t)layout__get(b->data + 8, 2), b->len - f->off);

	out__str(o, (const char *)b->data + f->off, strnlen((const char *)b->data + f->off, len), false);
}
static const struct field old_dirent_fields[] = {
	AT_(d_ino, 0, 4, UINT),
	AT_(d_off, 4, 4, UINT),
	AT_(d_reclen, 8, 2, UINT),
	{ .name = "d_name", .off = 10, .size = 0, .kind = FIELD_CUSTOM, .custom = say_old_name },
};
DEFINE_LAYOUT(old_dirent, 10 + 256);

/* ---- times ---- */

#define AT_CLOCK(n, o) { .name = #n, .off = (o), .size = 4, .kind = FIELD_CUSTOM, .custom = say_clock }
static const struct field tms32_fields[] = {
	AT_CLOCK(tms_utime, 0),
	AT_CLOCK(tms_stime, 4),
	AT_CLOCK(tms_cutime, 8),
	AT_CLOCK(tms_cstime, 12),
};
DEFINE_LAYOUT(tms32, 16);

static const struct field timex32_fields[] = {
	AT_SYM(modes, 0, 4, adjtimex_modes),
	AT_(offset, 4, 4, SINT),
	AT_(freq, 8, 4, SINT),
	AT_(maxerror, 12, 4, SINT),
	AT_(esterror, 16, 4, SINT),
	AT_SYM(status, 20, 4, adjtimex_status),
	AT_(constant, 24, 4, SINT),
	AT_(precision, 28, 4, SINT),
	AT_(tolerance, 32, 4, SINT),
	AT_IN(time, 36, 8, timeval32),
	AT_(tick, 44, 4, SINT),
	AT_(ppsfreq, 48, 4, SINT),
	AT_(jitter, 52, 4, SINT),
	AT_(shift, 56, 4, SINT),
	AT_(stabil, 60, 4, SINT),
	AT_(jitcnt, 64, 4, SINT),
	AT_(calcnt, 68, 4, SINT),
	AT_(errcnt, 72, 4, SINT),
	AT_(stbcnt, 76, 4, SINT),
	AT_(tai, 80, 4, SINT),
};
DEFINE_LAYOUT(timex32, 128);

/* ---- signals ---- */

static void say_siginfo32(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	siginfo__say32(b->data, b->len, o);
}
static const struct field siginfo32_fields[] = { { .size = 128, .kind = FIELD_CUSTOM, .custom = say_siginfo32 } };
DEFINE_LAYOUT_BARE(siginfo32, 128);

static const struct field sigval32_fields[] = {
	AT_(sival_int, 0, 4, SINT),
	AT_(sival_ptr, 0, 4, PTR),
};
DEFINE_LAYOUT(sigval32, 4);
static const struct field sigevent32_fields[] = {
	AT_IN(sigev_value, 0, 4, sigval32, .flags = FIELD_NONZERO),
	{ .name = "sigev_signo", .off = 4, .size = 4, .kind = FIELD_CUSTOM, .custom = say_sigev_signo },
	AT_SYM(sigev_notify, 8, 4, sigev_notify),
	AT_(sigev_notify_thread_id, 12, 4, SINT, .only_off = 8, .only = 4 /* SIGEV_THREAD_ID */),
	AT_(sigev_notify_function, 12, 4, PTR, .only_off = 8, .only = 2 /* SIGEV_THREAD */),
	AT_(sigev_notify_attributes, 16, 4, PTR, .only_off = 8, .only = 2 /* SIGEV_THREAD */),
};
DEFINE_LAYOUT(sigevent32, 20);

static void say_mask32(struct out *o, uint64_t value)
{
	say_signal_set(o, value, 32);
}
/* Of sigaction(2): the mask is a word and comes second. */
static const struct field old_sigaction_all_fields[] = {
	AT_SAY(sa_handler, 0, 4, handler),
	AT_SAY(sa_mask, 4, 4, mask32),
	AT_SYM(sa_flags, 8, 4, sigaction_flags),
	AT_(sa_restorer, 12, 4, PTR),
};
static const struct layout old_sigaction_all = { .name = "old_sigaction_all", .size = 16,
	.fields = old_sigaction_all_fields, .nr = ARRAY_SIZE(old_sigaction_all_fields) };
static const struct layout old_sigaction_plain = { .name = "old_sigaction_plain", .size = 16,
	.fields = old_sigaction_all_fields, .nr = ARRAY_SIZE(old_sigaction_all_fields) - 1 };
/* The restorer counts when a flag says so. */
static void say_old_sigaction(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	layout__say(layout__get(b->data + 8, 4) & 0x04000000 /* SA_RESTORER */ ? &old_sigaction_all
										 : &old_sigaction_plain, b, o);
}
static const struct field old_sigaction_fields[] = { { .size = 16, .kind = FIELD_CUSTOM, .custom = say_old_sigaction } };
DEFINE_LAYOUT_BARE(old_sigaction, 16);

/* ---- the kernel ---- */

static const struct field sysinfo32_fields[] = {
	AT_(uptime, 0, 4, SINT),
	AT_(loads, 4, 4, UINT, .nr = 3),
	AT_(totalram, 16, 4, UINT),
	AT_(freeram, 20, 4, UINT),
	AT_(sharedram, 24, 4, UINT),
	AT_(bufferram, 28, 4, UINT),
	AT_(totalswap, 32, 4, UINT),
	AT_(freeswap, 36, 4, UINT),
	AT_(procs, 40, 2, UINT),
	AT_(totalhigh, 44, 4, UINT),
	AT_(freehigh, 48, 4, UINT),
	AT_(mem_unit, 52, 4, UINT),
};
DEFINE_LAYOUT(sysinfo32, 64);

/* uname(2) of long ago: without the domain's name; and longer ago with names of 8 characters. */
static const struct field old_utsname_fields[] = {
	AT_(sysname, 0, 65, STR),
	AT_(nodename, 65, 65, STR),
	AT_(release, 130, 65, STR, .flags = FIELD_VERBOSE),
	AT_(version, 195, 65, STR, .flags = FIELD_VERBOSE),
	AT_(machine, 260, 65, STR, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(old_utsname, 325);
static const struct field oldold_utsname_fields[] = {
	AT_(sysname, 0, 9, STR),
	AT_(nodename, 9, 9, STR),
	AT_(release, 18, 9, STR, .flags = FIELD_VERBOSE),
	AT_(version, 27, 9, STR, .flags = FIELD_VERBOSE),
	AT_(machine, 36, 9, STR, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT(oldold_utsname, 45);

static const struct field mq_attr32_fields[] = {
	AT_SYM(mq_flags, 0, 4, mq_flags),
	AT_(mq_maxmsg, 4, 4, SINT),
	AT_(mq_msgsize, 8, 4, SINT),
	AT_(mq_curmsgs, 12, 4, SINT),
};
DEFINE_LAYOUT(mq_attr32, 32);
static const struct field mq_attr_made32_fields[] = {
	AT_(mq_flags, 0, 4, HEX),
	AT_(mq_maxmsg, 4, 4, SINT),
	AT_(mq_msgsize, 8, 4, SINT),
	AT_(mq_curmsgs, 12, 4, SINT),
};
DEFINE_LAYOUT(mq_attr_made32, 32);

/* ---- System V IPC ---- */

/* struct ipc64_perm of i386. */
static const struct field ipc_perm32_fields[] = {
	AT_SAY(uid, 4, 4, uid),
	AT_SAY(gid, 8, 4, uid),
	AT_(mode, 20, 2, OCT),
	AT_(key, 0, 4, UINT),
	AT_SAY(cuid, 12, 4, uid),
	AT_SAY(cgid, 16, 4, uid),
};
DEFINE_LAYOUT(ipc_perm32, 36);
static const struct field shmid_ds32_fields[] = {
	AT_IN(shm_perm, 0, 36, ipc_perm32),
	AT_(shm_segsz, 36, 4, UINT),
	AT_(shm_cpid, 64, 4, PID),
	AT_(shm_lpid, 68, 4, PID),
	AT_(shm_nattch, 72, 4, UINT),
	AT_(shm_atime, 40, 4, UINT),
	AT_(shm_dtime, 48, 4, UINT),
	AT_(shm_ctime, 56, 4, UINT),
};
DEFINE_LAYOUT(shmid_ds32, 84);
static const struct field msqid_ds32_fields[] = {
	AT_IN(msg_perm, 0, 36, ipc_perm32),
	AT_(msg_stime, 36, 4, UINT),
	AT_(msg_rtime, 44, 4, UINT),
	AT_(msg_ctime, 52, 4, UINT),
	AT_(msg_qnum, 64, 4, UINT),
	AT_(msg_qbytes, 68, 4, UINT),
	AT_(msg_lspid, 72, 4, SINT),
	AT_(msg_lrpid, 76, 4, SINT),
};
DEFINE_LAYOUT(msqid_ds32, 88);
static const struct field semid_ds32_fields[] = {
	AT_IN(sem_perm, 0, 36, ipc_perm32),
	AT_(sem_otime, 36, 4, UINT),
	AT_(sem_ctime, 44, 4, UINT),
	AT_(sem_nsems, 52, 4, UINT),
};
DEFINE_LAYOUT(semid_ds32, 64);

static const struct field ipc_perm32_set_fields[] = {
	AT_SAY(uid, 4, 4, uid),
	AT_SAY(gid, 8, 4, uid),
	AT_(mode, 20, 2, OCT),
};
DEFINE_LAYOUT(ipc_perm32_set, 36);
static const struct field shmid32_set_fields[] = { AT_IN(shm_perm, 0, 36, ipc_perm32_set) };
DEFINE_LAYOUT(shmid32_set, 84);
static const struct field msqid32_set_fields[] = {
	AT_IN(msg_perm, 0, 36, ipc_perm32_set),
	AT_(msg_qbytes, 68, 4, UINT),
};
DEFINE_LAYOUT(msqid32_set, 88);
static const struct field semid32_set_fields[] = { AT_IN(sem_perm, 0, 36, ipc_perm32_set) };
DEFINE_LAYOUT(semid32_set, 64);

static const struct field shminfo32_fields[] = {
	AT_(shmmax, 0, 4, UINT),
	AT_(shmmin, 4, 4, UINT),
	AT_(shmmni, 8, 4, UINT),
	AT_(shmseg, 12, 4, UINT),
	AT_(shmall, 16, 4, UINT),
};
DEFINE_LAYOUT(shminfo32, 36);
static const struct field shm_info32_fields[] = {
	AT_(used_ids, 0, 4, SINT),
	AT_(shm_tot, 4, 4, UINT),
	AT_(shm_rss, 8, 4, UINT),
	AT_(shm_swp, 12, 4, UINT),
	AT_(swap_attempts, 16, 4, UINT),
	AT_(swap_successes, 20, 4, UINT),
};
DEFINE_LAYOUT(shm_info32, 24);

/* ---- sockets ---- */

static const struct field ifconf32_fields[] = {
	AT_(ifc_len, 0, 4, SINT),
	AT_(ifc_buf, 4, 4, PTR),
};
static const struct follow ifconf32_follows[] = {
	{ .off = 4, .ptr_size = 4, .len_off = 0, .len_size = 4, .kind = AUG_CAP_BUF, .when = AUG_AT_EXIT,
	  .size = LAYOUT_ARRAY_SHOWN * 32 },
};
DEFINE_LAYOUT_FOLLOWED(ifconf32, 8, ifconf32);
