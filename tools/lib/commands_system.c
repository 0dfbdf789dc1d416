// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* commands_system.c - arguments by command: System V IPC control, bpf. */
#include <linux/bpf.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "syscalls_tables.h"

/* clang-format off */

#define CMD(c, ...) { .cmd = (uint32_t)(c), .arg = __VA_ARGS__ }
/* The call returns a descriptor. */
#define CMD_FD(c, ...) { .cmd = (uint32_t)(c), .returns_fd = true, .arg = __VA_ARGS__ }
#define NOTHING ARG(NULL, none)

/* Commands may carry IPC_64, which 64-bit kernels do not look at. */
#define IPC_CMD_MASK 0xff

static const struct cmd_row shmctl_rows[] = {
	CMD(IPC_RMID, ARG(NULL, ptr)),
	CMD(IPC_SET, STRUCT_IN(NULL, shmid_ds)),
	CMD(IPC_STAT, STRUCT_OUT(NULL, shmid_ds)),
	CMD(SHM_STAT, STRUCT_OUT(NULL, shmid_ds)),
};
DEFINE_CMDS(shmctl, IPC_CMD_MASK, ARG(NULL, ptr));

static const struct cmd_row msgctl_rows[] = {
	CMD(IPC_SET, STRUCT_IN(NULL, msqid_ds)),
	CMD(IPC_STAT, STRUCT_OUT(NULL, msqid_ds)),
	CMD(MSG_STAT, STRUCT_OUT(NULL, msqid_ds)),
};
DEFINE_CMDS(msgctl, IPC_CMD_MASK, ARG(NULL, ptr));

static const struct cmd_row semctl_rows[] = {
	CMD(IPC_SET, STRUCT_IN(NULL, semid_ds)),
	CMD(IPC_STAT, STRUCT_OUT(NULL, semid_ds)),
	CMD(SEM_STAT, STRUCT_OUT(NULL, semid_ds)),
	CMD(SETVAL, ARG(NULL, int)),
};
DEFINE_CMDS(semctl, IPC_CMD_MASK, ARG(NULL, ptr));

/* The size of the attribute is the third argument. */
#define ATTR(lay) SIZED_IN(NULL, lay, 3)
#define ATTR_NAMED(lay, member) \
	POINTS_(NULL, sized, lay, AUG_AT_ENTER, .len_arg = 3, \
		.follow = 1 + offsetof(union bpf_attr, member))

static const struct cmd_row bpf_rows[] = {
	CMD_FD(BPF_MAP_CREATE, ATTR(bpf_map_create)),
	CMD(BPF_MAP_LOOKUP_ELEM, ATTR(bpf_elem)),
	CMD(BPF_MAP_UPDATE_ELEM, ATTR(bpf_elem)),
	CMD(BPF_MAP_DELETE_ELEM, ATTR(bpf_elem)),
	CMD(BPF_MAP_GET_NEXT_KEY, ATTR(bpf_elem)),
	CMD(BPF_MAP_LOOKUP_AND_DELETE_ELEM, ATTR(bpf_elem)),
	CMD(BPF_MAP_FREEZE, ATTR(bpf_fd)),
	CMD(BPF_MAP_LOOKUP_BATCH, ATTR(bpf_batch)),
	CMD(BPF_MAP_LOOKUP_AND_DELETE_BATCH, ATTR(bpf_batch)),
	CMD(BPF_MAP_UPDATE_BATCH, ATTR(bpf_batch)),
	CMD(BPF_MAP_DELETE_BATCH, ATTR(bpf_batch)),
	CMD_FD(BPF_PROG_LOAD, ATTR_NAMED(bpf_prog_load, license)),
	CMD(BPF_OBJ_PIN, ATTR_NAMED(bpf_obj, pathname)),
	CMD_FD(BPF_OBJ_GET, ATTR_NAMED(bpf_obj, pathname)),
	CMD(BPF_PROG_ATTACH, ATTR(bpf_attach)),
	CMD(BPF_PROG_DETACH, ATTR(bpf_attach)),
	CMD(BPF_PROG_GET_NEXT_ID, ATTR(bpf_next_id)),
	CMD(BPF_MAP_GET_NEXT_ID, ATTR(bpf_next_id)),
	CMD(BPF_BTF_GET_NEXT_ID, ATTR(bpf_next_id)),
	CMD(BPF_LINK_GET_NEXT_ID, ATTR(bpf_next_id)),
	CMD_FD(BPF_PROG_GET_FD_BY_ID, ATTR(bpf_id)),
	CMD_FD(BPF_MAP_GET_FD_BY_ID, ATTR(bpf_id)),
	CMD_FD(BPF_BTF_GET_FD_BY_ID, ATTR(bpf_id)),
	CMD_FD(BPF_LINK_GET_FD_BY_ID, ATTR(bpf_id)),
	CMD(BPF_OBJ_GET_INFO_BY_FD, ATTR(bpf_info)),
	CMD_FD(BPF_RAW_TRACEPOINT_OPEN, ATTR_NAMED(bpf_raw_tp, raw_tracepoint.name)),
	CMD_FD(BPF_BTF_LOAD, ATTR(bpf_btf_load)),
	CMD_FD(BPF_LINK_CREATE, ATTR(bpf_link)),
};
DEFINE_CMDS(bpf, UINT32_MAX, ARG(NULL, ptr));
