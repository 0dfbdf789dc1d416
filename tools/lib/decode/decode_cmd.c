// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode_cmd.c - arguments whose meaning depends on a command: fcntl, ioctl, prctl and the like. The
 * tables are in commands_<area>.c, of ioctl in ioctl_<device>.c.
 */
#include <pthread.h>

#include "commands.h"
#include "decode.h"

const struct cmd_row *cmd_table__at(const struct cmd_table *table, size_t i)
{
	for (unsigned int part = 0; part < table->nr_parts; part++) {
		if (i < table->parts[part]->nr)
			return &table->parts[part]->rows[i];
		i -= table->parts[part]->nr;
	}
	return NULL;
}

/* The slot that has @cmd, or the empty one where it belongs: more than half of them are empty. */
static const struct cmd_row **slot_of(struct cmd_index *index, uint32_t cmd)
{
	uint32_t at = cmd * 0x9e3779b1u >> 16;

	while (index->slots[at % CMD_INDEX_SLOTS] && index->slots[at % CMD_INDEX_SLOTS]->cmd != cmd)
		at++;
	return &index->slots[at % CMD_INDEX_SLOTS];
}

static void make_index(const struct cmd_table *table)
{
	static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
	const struct cmd_row *row, **slot;

	pthread_mutex_lock(&making);
	for (size_t i = 0; !table->index->is_made && (row = cmd_table__at(table, i)); i++) {
		slot = slot_of(table->index, row->cmd);
		*slot = *slot ? *slot : row;
	}
	table->index->is_made = true;
	pthread_mutex_unlock(&making);
}

const struct cmd_row *cmd_table__row(const struct cmd_table *table, uint64_t cmd)
{
	const struct cmd_row *row;

	cmd &= table->cmd_mask;
	if (table->index) {
		if (!table->index->is_made)
			make_index(table);
		return *slot_of(table->index, (uint32_t)cmd);
	}
	for (size_t i = 0; (row = cmd_table__at(table, i)); i++) {
		if (row->cmd == cmd)
			return row;
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
