// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * syscalls_ipc.c - rows of the system call table: System V IPC and POSIX message queues.
 */
#include "syscalls_tables.h"

/* clang-format off */

static const struct syscall_desc ipc_rows[] = {
	{ "msgget", { 68, 399 }, ARGS(ENUM("key", ipc_key), IPC_FLAGS("msgflg", ipc_get_flags)) },
	{ "msgsnd", { 69, 400 },
	  ARGS(ARG("msqid", int), { .name = "msgp", .type = &arg_msgbuf, .len_arg = 3, .extra = -1 },
	       ARG("msgsz", size), FLAGS("msgflg", msg_op_flags)) },
	{ "msgrcv", { 70, 401 },
	  ARGS(ARG("msqid", int), { .name = "msgp", .type = &arg_msgbuf, .when = AUG_AT_EXIT,
	       .len_from = AUG_LEN_RET, .extra = -1 }, ARG("msgsz", size), ARG("msgtyp", long),
	       FLAGS("msgflg", msg_op_flags)) },
	{ "msgctl", { 71, 402 },
	  ARGS(ARG("msqid", int), FLAGS("cmd", msgctl_cmd), BY_CMD("buf", msgctl, 2)) },
	{ "semget", { 64, 393 },
	  ARGS(ENUM("key", ipc_key), ARG("nsems", int), IPC_FLAGS("semflg", ipc_get_flags)) },
	{ "semop", { 65, NONE }, ARGS(ARG("semid", int), ARRAY_IN("tsops", sembuf, 3), ARG("nsops", uint)) },
	{ "semtimedop", { 220, NONE },
	  ARGS(ARG("semid", int), ARRAY_IN("tsops", sembuf, 3), ARG("nsops", uint), STRUCT_IN("timeout", timespec)) },
	{ "semctl", { 66, 394 },
	  ARGS(ARG("semid", int), ARG("semnum", int), FLAGS("cmd", semctl_cmd), BY_CMD("arg", semctl, 3)) },
	{ "shmget", { 29, 395 },
	  ARGS(ENUM("key", ipc_key), ARG("size", size), IPC_FLAGS("shmflg", shmget_flags)) },
	{ "shmat", { 30, 397 }, .ret = RET_PTR,
	  ARGS(ARG("shmid", int), ARG("shmaddr", addr), FLAGS("shmflg", shmat_flags)) },
	{ "shmdt", { 67, 398 }, ARGS(ARG("shmaddr", addr)) },
	{ "shmctl", { 31, 396 },
	  ARGS(ARG("shmid", int), FLAGS("cmd", shmctl_cmd), BY_CMD("buf", shmctl, 2)) },
	{ "mq_open", { 240, 277 }, .ret = RET_FD,
	  ARGS(ARG("u_name", str), FLAGS("oflag", open_flags), ARG("mode", mq_mode),
	       { .name = "u_attr", .type = &arg_mq_attr, .layout = &layout_mq_attr_made }) },
	{ "mq_unlink", { 241, 278 }, ARGS(ARG("u_name", str)) },
	{ "mq_timedsend", { 242, 279 },
	  ARGS(ARG("mqdes", fd), DATA_IN("u_msg_ptr", 3), ARG("msg_len", size), ARG("msg_prio", uint),
	       STRUCT_IN("u_abs_timeout", timespec)) },
	{ "mq_timedreceive", { 243, 280 },
	  ARGS(ARG("mqdes", fd), DATA_OUT("u_msg_ptr"), ARG("msg_len", size),
	       STRUCT_OUT("u_msg_prio", uint), STRUCT_IN("u_abs_timeout", timespec)) },
	{ "mq_notify", { 244, 281 }, ARGS(ARG("mqdes", fd), STRUCT_IN("u_notification", sigevent)) },
	{ "mq_getsetattr", { 245, 282 },
	  ARGS(ARG("mqdes", fd), STRUCT_IN("u_mqstat", mq_attr), STRUCT_OUT("u_omqstat", mq_attr)) },
};

DEFINE_SYSCALLS(ipc);
