// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_cmd.c - arguments whose meaning depends on a command: fcntl, ioctl, prctl and the like. The
 * tables are in commands_<area>.c.
 */
#include "commands.h"
#include "decode.h"

const struct cmd_row *cmd_table__row(const struct cmd_table *table, uint64_t cmd)
{
	cmd &= table->cmd_mask;
	for (size_t i = 0; i < table->nr; i++) {
		if (table->rows[i].cmd == cmd)
			return &table->rows[i];
	}
	return NULL;
}

const struct arg_desc *cmd_table__find(const struct cmd_table *table, uint64_t cmd)
{
	const struct cmd_row *row = cmd_table__row(table, cmd);

	return row ? &row->arg : &table->other;
}

const struct arg_desc *arg_desc__resolve(const struct arg_desc *desc, const struct aug_record *rec)
{
	if (desc->type != &arg_by_cmd)
		return desc;
	return cmd_table__find(desc->cmds, rec->args[desc->len_arg - 1]);
}

static bool is_never_used(const struct arg *arg)
{
	(void)arg;
	return true;
}

static void decode_hex(const struct arg *arg, struct out *o)
{
	out__hex(o, arg->value);
}

/* decode__args() takes the row that the command chooses in place of this type. */
const struct arg_type arg_by_cmd = {
	.name = "by_cmd",
	.decode = decode_hex,
	.capture = AUG_CAP_BY_CMD,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
};
const struct arg_type arg_none = {
	.name = "none",
	.decode = decode_hex,
	.is_unused = is_never_used,
};
