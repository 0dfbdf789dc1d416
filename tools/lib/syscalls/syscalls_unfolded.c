// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_unfolded.c - rows of calls of 32-bit programs that come through socketcall or ipc and have no number
 * of their own, or take other arguments there; and of old calls whose arguments are in memory. What has the same
 * arguments has the row of its number: see bpf-progs/unfold_calls.h.
 */
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "commands_rows.h"

#define IPC_64 0x100
#define IPC_64_MASK 0x1ff

/* clang-format off */

/* Both versions of the structure. */
#define CMD_IN(c, lay, old) CMD((c) | IPC_64, STRUCT_IN(NULL, lay)), CMD(c, STRUCT_IN(NULL, old))
#define CMD_OUT(c, lay, old) CMD((c) | IPC_64, STRUCT_OUT(NULL, lay)), CMD(c, STRUCT_OUT(NULL, old))
#define SEM_IN(c, lay, old) \
	CMD((c) | IPC_64, POINTS_(NULL, semun_struct, lay, AUG_AT_ENTER)), \
	CMD(c, POINTS_(NULL, semun_struct, old, AUG_AT_ENTER))
#define SEM_OUT(c, lay, old) \
	CMD((c) | IPC_64, POINTS_(NULL, semun_struct, lay, AUG_AT_EXIT)), \
	CMD(c, POINTS_(NULL, semun_struct, old, AUG_AT_EXIT))

static const struct cmd_row ipc_shmctl_rows[] = {
	CMD_IN(IPC_SET, shmid_set, old_shmid_set),
	CMD_OUT(IPC_STAT, shmid_ds, old_shmid_ds),
	CMD_OUT(SHM_STAT, shmid_ds, old_shmid_ds),
	CMD_OUT(SHM_STAT_ANY, shmid_ds, old_shmid_ds),
	CMD_OUT(IPC_INFO, shminfo, old_shminfo),
	CMD_OUT(SHM_INFO, shm_info, shm_info),
};
DEFINE_CMDS(ipc_shmctl, IPC_64_MASK, ARG(NULL, ptr));

static const struct cmd_row ipc_msgctl_rows[] = {
	CMD_IN(IPC_SET, msqid_set, old_msqid_set),
	CMD_OUT(IPC_STAT, msqid_ds, old_msqid_ds),
	CMD_OUT(MSG_STAT, msqid_ds, old_msqid_ds),
	CMD_OUT(MSG_STAT_ANY, msqid_ds, old_msqid_ds),
	CMD_OUT(IPC_INFO, msginfo, msginfo),
	CMD_OUT(MSG_INFO, msginfo, msginfo),
};
DEFINE_CMDS(ipc_msgctl, IPC_64_MASK, ARG(NULL, ptr));

static const struct cmd_row ipc_semctl_rows[] = {
	SEM_IN(IPC_SET, semid_set, old_semid_set),
	SEM_OUT(IPC_STAT, semid_ds, old_semid_ds),
	SEM_OUT(SEM_STAT, semid_ds, old_semid_ds),
	SEM_OUT(SEM_STAT_ANY, semid_ds, old_semid_ds),
	SEM_OUT(IPC_INFO, seminfo, seminfo),
	SEM_OUT(SEM_INFO, seminfo, seminfo),
	CMD(SETVAL, ARG(NULL, semun_value)),
	CMD(SETVAL | IPC_64, ARG(NULL, semun_value)),
};
DEFINE_CMDS(ipc_semctl, IPC_64_MASK, ARG(NULL, semun));

static const struct syscall_desc unfolded_rows[] = {
	{ "accept", { NONE, AUG_UNFOLDED_ACCEPT }, .ret = RET_FD,
	  ARGS(ARG("fd", fd), SOCKADDR_OUT("upeer_sockaddr", 3), STRUCT_INOUT("upeer_addrlen", int)) },
	{ "send", { NONE, AUG_UNFOLDED_SEND }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), DATA_IN("buff", 3), ARG("len", size), FLAGS("flags", msg_flags)) },
	{ "recv", { NONE, AUG_UNFOLDED_RECV }, .flags = AUG_S_SOCKET,
	  ARGS(ARG("fd", fd), RECEIVED("ubuf", 3), ARG("size", size), FLAGS("flags", msg_flags)) },
	{ "semop", { NONE, AUG_UNFOLDED_SEMOP },
	  ARGS(ARG("semid", int), ARRAY_IN("tsops", sembuf, 3), ARG("nsops", uint)) },
	{ "semtimedop", { NONE, AUG_UNFOLDED_SEMTIMEDOP },
	  ARGS(ARG("semid", int), ARRAY_IN("tsops", sembuf, 3), ARG("nsops", uint), STRUCT_IN("timeout", timespec)) },
	{ "semctl", { NONE, AUG_UNFOLDED_SEMCTL },
	  ARGS(ARG("semid", int), ARG("semnum", int), FLAGS("cmd", semctl_cmd), BY_CMD("arg", ipc_semctl, 3)) },
	{ "semctl", { NONE, AUG_UNFOLDED_SEMCTL_FAULT },
	  ARGS(ARG("semid", int), ARG("semnum", int), FLAGS("cmd", semctl_cmd), STRUCT_IN("arg", words)) },
	{ "msgrcv", { NONE, AUG_UNFOLDED_MSGRCV },
	  ARGS(ARG("msqid", int), { .name = "msgp", .type = &arg_msgbuf, .when = AUG_AT_EXIT,
	       .len_from = AUG_LEN_RET, .extra = -1 }, ARG("msgsz", size), ARG("msgtyp", long),
	       FLAGS("msgflg", msg_op_flags)) },
	{ "msgrcv", { NONE, AUG_UNFOLDED_MSGRCV_FAULT },
	  ARGS(ARG("msqid", int), STRUCT_IN("msgp", words), ARG("msgsz", size), FLAGS("msgflg", msg_op_flags)) },
	{ "msgctl", { NONE, AUG_UNFOLDED_MSGCTL },
	  ARGS(ARG("msqid", int), FLAGS("cmd", msgctl_cmd), BY_CMD("buf", ipc_msgctl, 2)) },
	{ "shmat", { NONE, AUG_UNFOLDED_SHMAT }, .ret = RET_PTR,
	  ARGS(ARG("shmid", int), ARG("shmaddr", addr), FLAGS("shmflg", shmat_flags), ARG("raddr", raddr)) },
	{ "shmctl", { NONE, AUG_UNFOLDED_SHMCTL },
	  ARGS(ARG("shmid", int), FLAGS("cmd", shmctl_cmd), BY_CMD("buf", ipc_shmctl, 2)) },
	{ "select", { NONE, AUG_UNFOLDED_SELECT },
	  ARGS(ARG("n", int), FDSET("inp", "in"), FDSET("outp", "out"), FDSET("exp", "except"),
	       TIME_LEFT("tvp", timeval)) },
	{ "mmap", { NONE, AUG_UNFOLDED_MMAP }, .ret = RET_PTR,
	  ARGS(ARG("addr", addr), ARG("len", size), FLAGS("prot", mmap_prot),
	       FLAGS("flags", mmap_flags), ARG("fd", mmap_fd), ARG("off", mmap_off)) },
};

DEFINE_SYSCALLS(unfolded);
