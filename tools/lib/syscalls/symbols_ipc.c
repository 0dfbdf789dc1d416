// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * symbols_ipc.c - names for System V IPC and POSIX queues.
 */
#include "symbols_tables.h"

#include <fcntl.h>

#include <asm/ipcbuf.h>
#include <linux/ipc.h>
#include <linux/msg.h>
#include <linux/sem.h>
#include <linux/shm.h>

/* clang-format off */

static const struct symbol ipc_key_table[] = {
	SYM(IPC_PRIVATE),
};
DEFINE_ENUM(ipc_key, "IPC_", .is_open = true);

static const struct symbol mq_flags_table[] = {
	SYM(O_NONBLOCK),
};
DEFINE_FLAGS(mq_flags, "O_", .width = 64);

static const struct symbol ipc_get_flags_table[] = {
	SYM(IPC_CREAT),
	SYM(IPC_EXCL),
	SYM(IPC_NOWAIT),
};
DEFINE_FLAGS(ipc_get_flags, "IPC_");

static const struct symbol shmget_flags_table[] = {
	SYM(IPC_CREAT),
	SYM(IPC_EXCL),
	SYM(SHM_HUGETLB),
	SYM(SHM_NORESERVE),
	SYM_NUMBER(SHM_HUGE_SHIFT, 6),
};
DEFINE_FLAGS(shmget_flags, "");

static const struct symbol shmat_flags_table[] = {
	SYM(SHM_RDONLY),
	SYM(SHM_RND),
	SYM(SHM_REMAP),
	SYM(SHM_EXEC),
};
DEFINE_FLAGS(shmat_flags, "SHM_");

#ifndef IPC_64
#define IPC_64 0x0100
#endif
static const struct symbol shmctl_cmd_table[] = {
	SYM(IPC_64),
	SYM_FIELD(IPC_RMID, ~IPC_64),
	SYM_FIELD(IPC_SET, ~IPC_64),
	SYM_FIELD(IPC_STAT, ~IPC_64),
	SYM_FIELD(IPC_INFO, ~IPC_64),
	SYM_FIELD(SHM_LOCK, ~IPC_64),
	SYM_FIELD(SHM_UNLOCK, ~IPC_64),
	SYM_FIELD(SHM_STAT, ~IPC_64),
	SYM_FIELD(SHM_INFO, ~IPC_64),
	SYM_FIELD(SHM_STAT_ANY, ~IPC_64),
};
DEFINE_FLAGS(shmctl_cmd, "", .unknown = "SHM_", .apart = IPC_64, .apart_is_flag = true);

static const struct symbol semctl_cmd_table[] = {
	SYM(IPC_64),
	SYM_FIELD(IPC_RMID, ~IPC_64),
	SYM_FIELD(IPC_SET, ~IPC_64),
	SYM_FIELD(IPC_STAT, ~IPC_64),
	SYM_FIELD(IPC_INFO, ~IPC_64),
	SYM_FIELD(GETPID, ~IPC_64),
	SYM_FIELD(GETVAL, ~IPC_64),
	SYM_FIELD(GETALL, ~IPC_64),
	SYM_FIELD(GETNCNT, ~IPC_64),
	SYM_FIELD(GETZCNT, ~IPC_64),
	SYM_FIELD(SETVAL, ~IPC_64),
	SYM_FIELD(SETALL, ~IPC_64),
	SYM_FIELD(SEM_STAT, ~IPC_64),
	SYM_FIELD(SEM_INFO, ~IPC_64),
	SYM_FIELD(SEM_STAT_ANY, ~IPC_64),
};
DEFINE_FLAGS(semctl_cmd, "", .unknown = "SEM_", .apart = IPC_64, .apart_is_flag = true);

static const struct symbol msgctl_cmd_table[] = {
	SYM(IPC_64),
	SYM_FIELD(IPC_RMID, ~IPC_64),
	SYM_FIELD(IPC_SET, ~IPC_64),
	SYM_FIELD(IPC_STAT, ~IPC_64),
	SYM_FIELD(IPC_INFO, ~IPC_64),
	SYM_FIELD(MSG_STAT, ~IPC_64),
	SYM_FIELD(MSG_INFO, ~IPC_64),
	SYM_FIELD(MSG_STAT_ANY, ~IPC_64),
};
DEFINE_FLAGS(msgctl_cmd, "", .unknown = "MSG_", .apart = IPC_64, .apart_is_flag = true);

static const struct symbol msg_op_flags_table[] = {
	SYM(MSG_NOERROR),
	SYM(MSG_EXCEPT),
	SYM(MSG_COPY),
	SYM(IPC_NOWAIT),
};
DEFINE_FLAGS(msg_op_flags, "", .unknown = "MSG_");

static const struct symbol ipc_call_table[] = {
	SYM(SEMOP),
	SYM(SEMGET),
	SYM(SEMCTL),
	SYM(SEMTIMEDOP),
	SYM(MSGSND),
	SYM(MSGRCV),
	SYM(MSGGET),
	SYM(MSGCTL),
	SYM(SHMAT),
	SYM(SHMDT),
	SYM(SHMGET),
	SYM(SHMCTL),
};
DEFINE_ENUM(ipc_call, "", .is_decimal = true);
