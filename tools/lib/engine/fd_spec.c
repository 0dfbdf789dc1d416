// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fd_spec.c - see fd_spec.h. */
#include "fd_spec.h"

#include <linux/aio_abi.h>
#include <linux/io_uring.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>

#include "commands.h"
#include "decode.h"
#include "layouts.h"
#include "spec.h"

static void add_place(struct aug_fd_spec *spec, const struct aug_fd_place *place)
{
	if (spec->nr_places < AUG_FD_PLACES)
		spec->places[spec->nr_places++] = *place;
}

/* One number within a structure. */
static void add_member(struct aug_fd_spec *spec, struct aug_fd_place place, size_t off)
{
	place.kind = AUG_FDS_INTS;
	place.off = (uint16_t)off;
	place.nr = 1;
	place.len_arg = AUG_MAX_ARGS;
	add_place(spec, &place);
}

static void add_fields(struct aug_fd_spec *spec, const struct layout *l, struct aug_fd_place place)
{
	const uint16_t off = place.off;

	for (size_t i = 0; i < l->nr; i++) {
		const struct field *f = &l->fields[i];

		place.off = (uint16_t)(off + f->off);
		if (f->kind == FIELD_LAYOUT && !f->nr)
			add_fields(spec, f->layout, place);
		else if (f->kind == FIELD_FD)
			add_place(spec, &place);
	}
}

/* Members of a structure, or of each one of an array. */
static void add_members(struct aug_fd_spec *spec, const struct arg_desc *desc, unsigned int abi,
			struct aug_fd_place place)
{
	const struct layout *l = layout__of(desc->layout, abi == AUG_ABI_COMPAT);

	if (!l)
		return;
	place.kind = AUG_FDS_INTS;
	place.stride = (uint8_t)l->size;
	place.nr = desc->type == &arg_pair ? 2 : 1;
	if (desc->type != &arg_array)
		place.len_arg = AUG_MAX_ARGS;
	add_fields(spec, l, place);
}

static void add_arg(struct aug_fd_spec *spec, const struct arg_desc *desc, unsigned int idx,
		    unsigned int abi)
{
	struct aug_fd_place place = {
		.arg = (uint8_t)idx,
		.when = (uint8_t)arg__when(desc),
		.len_arg = desc->len_arg ? (uint8_t)(desc->len_arg - 1) : AUG_MAX_ARGS,
	};
	const struct arg_type *type = desc->type;

	if (type == &arg_fd || type == &arg_at_fd || type == &arg_fanotify_dfd ||
	    type == &arg_mount_fd || type == &arg_mmap_fd) {
		spec->args |= (uint8_t)(1u << idx);
	} else if (type == &arg_pollfds) {
		place.kind = AUG_FDS_INTS;
		place.when = AUG_AT_ENTER;
		place.stride = sizeof(struct pollfd);
		add_place(spec, &place);
	} else if (type == &arg_fdset) {
		place.kind = AUG_FDS_SET;
		place.when = AUG_AT_ENTER;
		add_place(spec, &place);
	} else if (type == &arg_msg_in || type == &arg_msg_out) {
		place.kind = AUG_FDS_MSGHDR;
		place.when = type == &arg_msg_in ? AUG_AT_ENTER : AUG_AT_EXIT;
		add_place(spec, &place);
	} else if (type == &arg_mmsg_in || type == &arg_mmsg_out) {
		place.kind = AUG_FDS_MMSGHDR;
		place.when = type == &arg_mmsg_in ? AUG_AT_ENTER : AUG_AT_EXIT;
		add_place(spec, &place);
	} else if (desc->layout == &layout_iocb) {
		place.kind = AUG_FDS_IOCBS;
		add_place(spec, &place);
	} else if (desc->layout == &layout_iocb_cancel) {
		add_member(spec, place, offsetof(struct iocb, aio_fildes));
	} else if (desc->layout == &layout_io_uring_params) {
		place.when = AUG_AT_ENTER;
		add_member(spec, place, offsetof(struct io_uring_params, wq_fd));
	} else if (type->needs_layout) {
		add_members(spec, desc, abi, place);
	}
}

static bool has_any(const struct aug_fd_spec *spec)
{
	return spec->args || spec->flags || spec->nr_places;
}

/* What a row adds of the argument @idx that it is about. */
static void add_row(struct aug_fd_spec *spec, const struct cmd_row *row, unsigned int idx,
		    unsigned int abi)
{
	add_arg(spec, &row->arg, idx, abi);
	if (row->ret == RET_FD || row->ret == RET_FD_BARE)
		spec->flags |= AUG_FDS_RETURNED;
}

/* What the command adds, of all arguments that it says something about. */
static void build_cmd(const struct syscall_desc *desc, unsigned int abi, uint32_t cmd,
		      struct aug_fd_spec *spec)
{
	memset(spec, 0, sizeof(*spec));
	spec->cmd_arg = AUG_MAX_ARGS;
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct cmd_row *row;

		if (desc->args[i].type != &arg_by_cmd)
			continue;
		row = cmd_table__row(desc->args[i].cmds, cmd);
		if (row)
			add_row(spec, row, i, abi);
	}
}

/* The command whose rows have descriptors; calls have one command for all arguments that depend on it. */
static void find_cmd(const struct syscall_desc *desc, unsigned int abi, struct aug_fd_spec *spec)
{
	struct aug_fd_spec more = {};
	const struct cmd_row *row;

	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct cmd_table *table = desc->args[i].cmds;

		for (size_t n = 0; table && (row = cmd_table__at(table, n)); n++) {
			add_row(&more, row, i, abi);
			if (!has_any(&more))
				continue;
			spec->cmd_arg = (uint8_t)(desc->args[i].len_arg - 1);
			spec->cmd_mask = table->cmd_mask;
			return;
		}
	}
}

bool fd_spec__build(const struct syscall_desc *desc, unsigned int abi, struct aug_fd_spec *ret_spec)
{
	memset(ret_spec, 0, sizeof(*ret_spec));
	ret_spec->cmd_arg = AUG_MAX_ARGS;
	if (desc->flags & AUG_S_NORETURN)
		return false;
	for (unsigned int i = 0; i < desc->nr_args; i++)
		add_arg(ret_spec, &desc->args[i], i, abi);
	if (desc->ret == RET_FD)
		ret_spec->flags |= AUG_FDS_RETURNED;
	find_cmd(desc, abi, ret_spec);
	return has_any(ret_spec) || ret_spec->cmd_arg < AUG_MAX_ARGS;
}

struct spec_walk {
	int (*fn)(void *ctx, unsigned int spec_idx, const struct aug_fd_spec *spec);
	void *ctx;
};

static int walk_row(const struct syscall_desc *desc, void *ctx)
{
	const struct spec_walk *walk = ctx;
	struct aug_fd_spec spec;
	int err = 0;

	for (unsigned int abi = 0; abi < AUG_NR_ABIS && !err; abi++) {
		if (desc->nr[abi] != SYSCALL_NONE && fd_spec__build(desc, abi, &spec))
			err = walk->fn(walk->ctx, spec__index(abi, (unsigned int)desc->nr[abi]),
				       &spec);
	}
	return err;
}

int fd_spec__for_each(int (*fn)(void *ctx, unsigned int spec_idx, const struct aug_fd_spec *spec),
		      void *ctx)
{
	struct spec_walk walk = { .fn = fn, .ctx = ctx };

	return syscalls__for_each(walk_row, &walk);
}

struct cmd_walk {
	int (*fn)(void *ctx, const struct aug_cmd_key *key, const struct aug_fd_spec *spec);
	void *ctx;
};

static int walk_table(const struct cmd_walk *walk, const struct syscall_desc *desc,
		      const struct cmd_table *table, unsigned int abi)
{
	struct aug_cmd_key key = {
		.spec_idx = (uint16_t)spec__index(abi, (unsigned int)desc->nr[abi]),
	};
	const struct cmd_row *row;
	struct aug_fd_spec spec;
	int err = 0;

	for (size_t i = 0; !err && (row = cmd_table__at(table, i)); i++) {
		key.cmd = row->cmd;
		build_cmd(desc, abi, key.cmd, &spec);
		if (has_any(&spec))
			err = walk->fn(walk->ctx, &key, &spec);
	}
	return err;
}

static int walk_row_cmds(const struct syscall_desc *desc, void *ctx)
{
	const struct cmd_walk *walk = ctx;
	int err = 0;

	for (unsigned int abi = 0; abi < AUG_NR_ABIS && !err; abi++) {
		if (desc->nr[abi] == SYSCALL_NONE)
			continue;
		for (unsigned int i = 0; i < desc->nr_args && !err; i++) {
			if (desc->args[i].type == &arg_by_cmd)
				err = walk_table(walk, desc, desc->args[i].cmds, abi);
		}
	}
	return err;
}

int fd_spec__for_each_cmd(int (*fn)(void *ctx, const struct aug_cmd_key *key,
				    const struct aug_fd_spec *spec),
			  void *ctx)
{
	struct cmd_walk walk = { .fn = fn, .ctx = ctx };

	return syscalls__for_each(walk_row_cmds, &walk);
}
