// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ioctl_dm.c - the device mapper: ioctls. What their argument is: decode_dm.c. */
#include "commands_rows.h"

#include <linux/dm-ioctl.h>
#include <stddef.h>
#include <sys/ioctl.h>

/* clang-format off */

/* As many bytes as the header says; the header at least. */
#define DM_DATA(...) \
	{ .type = &arg_dm_data, .len_from = AUG_LEN_FIELD, .len_arg = offsetof(struct dm_ioctl, data_size) + 1, \
	  .min_len = offsetof(struct dm_ioctl, data), ##__VA_ARGS__ }

static const struct cmd_row dm_rows[] = {
	CMD(DM_VERSION, ARG(NULL, dm)),
	CMD(DM_REMOVE_ALL, ARG(NULL, dm)),
	CMD(DM_LIST_DEVICES, DM_DATA()),
	CMD(DM_DEV_CREATE, ARG(NULL, dm)),
	CMD(DM_DEV_REMOVE, ARG(NULL, dm)),
	CMD(DM_DEV_RENAME, DM_DATA()),
	CMD(DM_DEV_SUSPEND, ARG(NULL, dm)),
	CMD(DM_DEV_STATUS, ARG(NULL, dm)),
	CMD(DM_DEV_WAIT, DM_DATA()),
	CMD(DM_DEV_ARM_POLL, ARG(NULL, dm)),
	CMD(DM_TABLE_LOAD, DM_DATA()),
	CMD(DM_TABLE_CLEAR, ARG(NULL, dm)),
	CMD(DM_TABLE_DEPS, DM_DATA()),
	CMD(DM_TABLE_STATUS, DM_DATA()),
	CMD(DM_LIST_VERSIONS, DM_DATA()),
	CMD(DM_GET_TARGET_VERSION, DM_DATA(.strace_when = STRACE_NEITHER)),
	CMD(DM_TARGET_MSG, DM_DATA()),
	CMD(DM_DEV_SET_GEOMETRY, DM_DATA()),
};
const struct cmd_rows ioctl_dm = CMD_ROWS(dm);
