// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * layouts_ipc_old.c - structures of System V IPC that 32-bit programs pass through ipc when their command lacks
 * IPC_64: ids of 16 bits. The kernel's compat_* types are not in UAPI headers: offsets are those of the i386 ABI.
 */
#include "layouts.h"

/* clang-format off */

/* Member @n of @s bytes at @o. */
#define AT_(n, o, s, k, ...) { .name = #n, .off = o, .size = s, .kind = FIELD_##k, ##__VA_ARGS__ }
#define AT_ID(n, o) AT_(n, o, 2, UINT)
#define AT_PERM(n, l) AT_(n, 0, 16, LAYOUT, .layout = &layout_##l)

static const struct field old_ipc_perm_fields[] = {
	AT_ID(uid, 4),
	AT_ID(gid, 6),
	AT_(mode, 12, 2, OCT),
	AT_(key, 0, 4, UINT),
	AT_ID(cuid, 8),
	AT_ID(cgid, 10),
};
DEFINE_LAYOUT(old_ipc_perm, 16);
static const struct field old_ipc_perm_set_fields[] = {
	AT_ID(uid, 4),
	AT_ID(gid, 6),
	AT_(mode, 12, 2, OCT),
};
DEFINE_LAYOUT(old_ipc_perm_set, 16);

static const struct field old_shmid_ds_fields[] = {
	AT_PERM(shm_perm, old_ipc_perm),
	AT_(shm_segsz, 16, 4, UINT),
	AT_(shm_cpid, 32, 2, UINT),
	AT_(shm_lpid, 34, 2, UINT),
	AT_(shm_nattch, 36, 2, UINT),
	AT_(shm_atime, 20, 4, SINT),
	AT_(shm_dtime, 24, 4, SINT),
	AT_(shm_ctime, 28, 4, SINT),
};
DEFINE_LAYOUT(old_shmid_ds, 48);
static const struct field old_shmid_set_fields[] = { AT_PERM(shm_perm, old_ipc_perm_set) };
DEFINE_LAYOUT(old_shmid_set, 48);
static const struct field old_shminfo_fields[] = {
	AT_(shmmax, 0, 4, UINT),
	AT_(shmmin, 4, 4, UINT),
	AT_(shmmni, 8, 4, UINT),
	AT_(shmseg, 12, 4, UINT),
	AT_(shmall, 16, 4, UINT),
};
DEFINE_LAYOUT(old_shminfo, 20);

static const struct field old_msqid_ds_fields[] = {
	AT_PERM(msg_perm, old_ipc_perm),
	AT_(msg_stime, 24, 4, SINT),
	AT_(msg_rtime, 28, 4, SINT),
	AT_(msg_ctime, 32, 4, SINT),
	AT_(msg_qnum, 46, 2, UINT),
	AT_(msg_qbytes, 48, 2, UINT),
	AT_(msg_lspid, 50, 2, UINT),
	AT_(msg_lrpid, 52, 2, UINT),
};
DEFINE_LAYOUT(old_msqid_ds, 56);
static const struct field old_msqid_set_fields[] = {
	AT_PERM(msg_perm, old_ipc_perm_set),
	AT_(msg_qbytes, 48, 2, UINT),
};
DEFINE_LAYOUT(old_msqid_set, 56);

static const struct field old_semid_ds_fields[] = {
	AT_PERM(sem_perm, old_ipc_perm),
	AT_(sem_otime, 16, 4, SINT),
	AT_(sem_ctime, 20, 4, SINT),
	AT_(sem_nsems, 40, 2, UINT),
};
DEFINE_LAYOUT(old_semid_ds, 44);
static const struct field old_semid_set_fields[] = { AT_PERM(sem_perm, old_ipc_perm_set) };
DEFINE_LAYOUT(old_semid_set, 44);

/* ---- arguments of other calls, in memory ---- */

#define WORDS_(n) { { .size = 4, .nr = n, .kind = FIELD_HEX } }
static const struct field words_fields[] = WORDS_(1);
DEFINE_LAYOUT_BARE(words, 4);
static const struct field words5_fields[] = WORDS_(5);
DEFINE_LAYOUT_BARE(words5, 20);
static const struct field words6_fields[] = WORDS_(6);
DEFINE_LAYOUT_BARE(words6, 24);
