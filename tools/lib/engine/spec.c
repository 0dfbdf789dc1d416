// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* spec.c - see spec.h. */
#include "spec.h"

#include <stdlib.h>
#include <string.h>

#include "bpf-progs/unfold_calls.h"
#include "commands.h"
#include "decode.h"
#include "fd_spec.h"
#include "layouts.h"
#include "util.h"

/* Elements of an array that are copied. */

/* Layouts whose pointers are followed; the lists of all of them, one behind the other, are the engine's. */
/* clang-format off */
static const struct layout *const followed[] = {
	&layout_clone_args,    &layout_clone_args32, &layout_pselect_sig, &layout_pselect_sig32,
	&layout_bpf_prog_load, &layout_bpf_obj,	    &layout_bpf_raw_tp, &layout_bpf_link, &layout_bpf_info,
	&layout_key_kdf,       &layout_key_kdf32,   &layout_regset_in,
	&layout_xattr_args,    &layout_xattr_out,   &layout_io_uring_getevents_arg,
	&layout_ifconf, &layout_ifconf32, &layout_iocb,	       &layout_regset_out,  &layout_regset32_in,
	&layout_regset32_out,  &layout_bpf_btf_load, &layout_io_uring_rsrc_files,
	&layout_io_uring_rsrc_buffers, &layout_io_uring_rsrc_buffers32,
	&layout_io_uring_update_files, &layout_io_uring_update_buffers, &layout_io_uring_update_buffers32,
	&layout_sg_io, &layout_blkpg, &layout_blkpg32, &layout_tee_buffer, &layout_v4l2_ext_controls_get, &layout_v4l2_ext_controls_set, &layout_v4l2_ext_controls_get32, &layout_v4l2_ext_controls_set32, &layout_unimap_get, &layout_unimap_get32, &layout_unimap_set, &layout_unimap_set32, &layout_btrfs_send, &layout_btrfs_vol_args_v2, &layout_btrfs_logical_ino, &layout_btrfs_ino_paths,
	&layout_seccomp_fprog, &layout_seccomp_fprog32, &layout_socket_fprog, &layout_socket_fprog32,
};
/* clang-format on */

/* Where the list of @layout begins; 0 when it is not among them: a test looks for that. */
static uint32_t follows_index(const struct layout *layout)
{
	uint32_t at = 0;

	for (size_t i = 0; i < ARRAY_SIZE(followed); i++) {
		if (followed[i] == layout)
			return at;
		at += followed[i]->nr_follows;
	}
	return 0;
}

static void build_follow(const struct follow *f, struct spec_limits limits, struct aug_follow *ret)
{
	const uint32_t unit = f->layout ? f->layout->size : 1;

	*ret = (struct aug_follow){
		.off = f->off,
		.len_off = f->len_off,
		.ptr_size = f->ptr_size,
		.len_size = f->len_size,
		.kind = f->kind,
		.when = f->when,
		.unit = (uint16_t)unit,
		.size = unit,
		.only_off = f->only_off,
		.only = f->only,
		.base_least = f->base_least,
	};
	if (f->kind == AUG_CAP_STR)
		ret->size = f->is_path ? AUG_STR_MAX : MIN(limits.text, AUG_STR_MAX);
	else if (f->kind == AUG_CAP_BUF)
		ret->size = f->size ? f->size : f->layout ? unit * AUG_ITEMS_MAX : limits.bytes;
	else if (f->kind == AUG_CAP_IOVEC)
		ret->size = f->is_bare ? 0 : limits.bytes;
	else if (f->kind == AUG_CAP_STRV)
		ret->size = MIN(limits.text, AUG_STR_MAX);
}

uint32_t spec__build_follows(struct spec_limits limits, struct aug_follow *ret)
{
	uint32_t nr = 0;

	for (size_t i = 0; i < ARRAY_SIZE(followed); i++) {
		for (unsigned int n = 0; n < followed[i]->nr_follows; n++, nr++) {
			build_follow(&followed[i]->follows[n], limits, &ret[nr]);
			ret[nr].nr_more = (uint8_t)(followed[i]->nr_follows - n - 1);
		}
	}
	return nr;
}

/* Bytes to copy; 0 when they are not known for this kind of program. */
static uint32_t capture_size(const struct arg_desc *arg, unsigned int abi,
			     struct spec_limits limits)
{
	const struct arg_type *type = arg->type;
	const struct layout *layout;

	if (type->size)
		return type->size;
	if (!type->needs_layout)
		return MAX(limits.bytes, type->least);
	layout = layout__of(arg->layout, abi == AUG_ABI_COMPAT);
	if (!layout)
		return 0;
	if (type == &arg_array)
		return (uint32_t)layout->size * AUG_ITEMS_MAX;
	if (type == &arg_ptrs)
		return AUG_ITEMS_MAX * 8;
	return type == &arg_pair ? 2U * layout->size : layout->size;
}

static uint16_t capture_unit(const struct arg_desc *arg, unsigned int abi)
{
	const struct arg_type *type = arg->type;

	if (arg->len_from == AUG_LEN_FIELD)
		return arg->min_len;
	if (type == &arg_array || type == &arg_ptrs)
		return layout__of(arg->layout, abi == AUG_ABI_COMPAT)->size;
	if (type == &arg_iovec_bare && abi == AUG_ABI_COMPAT)
		return type->unit / 2; /* struct iovec of 32 bits */
	return type->unit ? type->unit : 1;
}

/* Of a structure, or of each one behind an array of pointers. */
static void add_follows(const struct layout *layout, struct aug_capture *cap)
{
	if (!layout->nr_follows || cap->flags & AUG_C_EXTRA)
		return;
	cap->flags |= AUG_C_FOLLOW;
	cap->follow = follows_index(layout);
	for (unsigned int i = 0; i < layout->nr_follows; i++)
		cap->when |= layout->follows[i].when;
}

/* AUG_AT_FAILURE when some command has it. */
static uint8_t looks_at_failures(const struct cmd_table *table)
{
	const struct cmd_row *row;
	unsigned int when = 0;

	for (size_t i = 0; (row = cmd_table__at(table, i)); i++)
		when |= arg__when(&row->arg);
	return when & AUG_AT_FAILURE;
}

bool spec__capture(const struct arg_desc *arg, unsigned int idx, unsigned int abi,
		   struct spec_limits limits, struct aug_capture *cap)
{
	const uint32_t word = abi == AUG_ABI_COMPAT ? 4 : 8;
	const struct arg_type *type = arg->type;

	memset(cap, 0, sizeof(*cap));
	if (!type->capture)
		return false;
	cap->arg = (uint8_t)idx;
	cap->kind = type->capture;
	cap->when = (uint8_t)arg__when(arg);
	cap->len_arg = arg->len_arg && cap->kind != AUG_CAP_BYTES ? (uint8_t)(arg->len_arg - 1) : 0;
	cap->flags = type->capture_flags;
	if (cap->kind == AUG_CAP_BY_CMD) {
		/* Which it is turns out at the call. */
		cap->when = AUG_AT_ENTER | AUG_AT_EXIT | looks_at_failures(arg->cmds);
		cap->size = arg->cmds->cmd_mask;
		return true;
	}
	cap->size = capture_size(arg, abi, limits);
	if (!cap->size)
		return false;
	if (cap->kind == AUG_CAP_STRV)
		cap->size = limits.text;
	cap->unit = capture_unit(arg, abi);
	if (cap->kind == AUG_CAP_BUF)
		cap->len_from = arg->len_from ? arg->len_from : AUG_LEN_ARG;
	if (cap->len_from == AUG_LEN_RET && !arg->len_arg)
		cap->len_arg = AUG_MAX_ARGS;
	if (arg->len_off)
		cap->follow = arg->len_off;
	if (arg->extra) {
		cap->flags |= AUG_C_EXTRA;
		cap->follow = arg->extra > 0 ? (uint32_t)arg->extra : word * (uint32_t)-arg->extra;
		cap->size += cap->follow;
	}
	if (arg->layout)
		add_follows(layout__of(arg->layout, abi == AUG_ABI_COMPAT), cap);
	return true;
}

/* @desc: of the call, which tells of what type its length is. */
static void tell_length_type(const struct syscall_desc *desc, struct aug_capture *cap)
{
	if (cap->kind == AUG_CAP_BUF && cap->len_from != AUG_LEN_FIELD &&
	    cap->len_from != AUG_LEN_PTR && cap->len_arg < desc->nr_args &&
	    desc->args[cap->len_arg].type->is_32)
		cap->flags |= AUG_C_LEN_32;
}

/* What capture_fast.bpf.h can copy; how long a buffer is must be in the call. */
static bool is_plain(const struct aug_capture *cap)
{
	if (cap->flags & (AUG_C_FOLLOW | AUG_C_EXTRA))
		return false;
	if (cap->kind == AUG_CAP_BUF)
		return cap->len_from == AUG_LEN_ARG || cap->len_from == AUG_LEN_RET;
	return cap->kind == AUG_CAP_STR || cap->kind == AUG_CAP_BYTES ||
	       cap->kind == AUG_CAP_BY_CMD;
}

/* The commands of which capture_fast.bpf.h has to know; all bits where others may have something, too. */
static uint64_t cmd_bits(const struct arg_desc *arg, unsigned int abi, struct spec_limits limits)
{
	const struct cmd_table *table = arg->cmds;
	const struct cmd_row *row;
	struct aug_capture cap;
	uint64_t bits = 0;

	if (spec__capture(&table->other, 0, abi, limits, &cap))
		return ~0ULL;
	for (size_t i = 0; (row = cmd_table__at(table, i)); i++) {
		if (spec__capture(&row->arg, 0, abi, limits, &cap))
			bits |= 1ULL << aug_cmd_bit(row->cmd);
	}
	return bits;
}

/* struct aug_spec.fast_enter or fast_exit; @with_second: of two the second one may be a string. */
static uint8_t plain_ones(const struct aug_spec *spec, unsigned int when, bool with_second)
{
	const struct aug_capture *cap;
	unsigned int i, found = 0;

	for (i = 0; i < spec->nr_captures; i++) {
		cap = &spec->captures[i];
		if (!(cap->when & when))
			continue;
		if (!is_plain(cap))
			return 0;
		if (!found)
			found = i + 1;
		else if (with_second && found <= AUG_FAST_MASK && cap->kind == AUG_CAP_STR)
			found |= (i + 1) << AUG_FAST_BITS;
		else
			return 0;
	}
	return (uint8_t)found;
}

void spec__build(const struct syscall_desc *desc, unsigned int abi, struct spec_limits limits,
		 struct aug_spec *ret_spec)
{
	struct aug_fd_spec fds;
	unsigned int i;

	memset(ret_spec, 0, sizeof(*ret_spec));
	ret_spec->flags = desc->flags;
	if (fd_spec__build(desc, abi, &fds))
		ret_spec->flags |= AUG_S_FDS;
	for (i = 0; i < desc->nr_args; i++) {
		struct aug_capture *cap = &ret_spec->captures[ret_spec->nr_captures];

		if (!spec__capture(&desc->args[i], i, abi, limits, cap)) {
			memset(cap, 0, sizeof(*cap));
			continue;
		}
		tell_length_type(desc, cap);
		if (cap->kind == AUG_CAP_BY_CMD)
			ret_spec->cmds |= cmd_bits(&desc->args[i], abi, limits);
		ret_spec->nr_captures++;
		ret_spec->nr_enter += !!(cap->when & AUG_AT_ENTER);
		ret_spec->nr_exit += !!(cap->when & (AUG_AT_EXIT | AUG_AT_FAILURE));
	}
	ret_spec->fast_enter = plain_ones(ret_spec, AUG_AT_ENTER, true);
	ret_spec->fast_exit = plain_ones(ret_spec, AUG_AT_EXIT | AUG_AT_FAILURE, false);
}

struct spec_list {
	struct aug_spec *specs;
	struct spec_limits limits;
};

static int add_row(const struct syscall_desc *desc, void *ctx)
{
	const struct spec_list *list = ctx;
	unsigned int abi;

	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		if (desc->nr[abi] != SYSCALL_NONE)
			spec__build(desc, abi, list->limits,
				    &list->specs[spec__index(abi, (unsigned int)desc->nr[abi])]);
	}
	return 0;
}

/* With -e trace= of strace, numbers that have no name are there all the same. */
static bool is_traced(const struct select *wanted, unsigned int abi, unsigned int nr)
{
	return select__has(wanted, abi, nr) || (wanted->strace && !syscalls__get(abi, nr));
}

struct aug_spec *spec__build_table(const struct select *wanted, struct spec_limits limits)
{
	const unsigned int nr_specs = AUG_NR_ABIS * AUG_NR_SYSCALLS + 1;
	struct aug_spec *specs = calloc(nr_specs, sizeof(*specs));
	struct spec_list list = { .specs = specs, .limits = limits };
	unsigned int abi, nr;

	if (!specs)
		return NULL;
	syscalls__for_each(add_row, &list);
	for (abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (nr = 0; nr < AUG_NR_SYSCALLS; nr++) {
			if (is_traced(wanted, abi, nr))
				specs[spec__index(abi, nr)].flags |= AUG_S_TRACED;
		}
	}
	/* Numbers past the tables go with those inside that no row names, of which the last is one. */
	if (is_traced(wanted, AUG_ABI_NATIVE, AUG_NR_SYSCALLS - 1))
		specs[nr_specs - 1].flags |= AUG_S_TRACED;
	return specs;
}

/* ---- calls that come through another one ---- */

static const unsigned int through[] = { AUG_NR_OLD_SELECT, AUG_NR_OLD_MMAP, AUG_NR_SOCKETCALL,
					AUG_NR_IPC };

static void mark_unfolded(struct aug_spec *spec)
{
	if (spec->flags & AUG_S_TRACED)
		spec->flags = (uint16_t)((spec->flags & ~AUG_S_TRACED) | AUG_S_UNFOLD_TRACED);
	spec->flags |= AUG_S_UNFOLD;
}

void spec__mark_unfolded(struct aug_spec *specs)
{
	for (size_t i = 0; i < ARRAY_SIZE(through); i++)
		mark_unfolded(&specs[spec__index(AUG_ABI_COMPAT, through[i])]);
	for (unsigned int nr = AUG_NR_UNFOLDED; nr < AUG_NR_SYSCALLS; nr++)
		mark_unfolded(&specs[spec__index(AUG_ABI_COMPAT, nr)]);
}

bool spec__has_unfolded(const struct aug_spec *specs)
{
	const unsigned int wanted = AUG_S_TRACED | AUG_S_UNFOLD_TRACED;
	unsigned int flags = specs[AUG_NR_ABIS * AUG_NR_SYSCALLS].flags;

	if (!(specs[spec__index(AUG_ABI_COMPAT, AUG_NR_SOCKETCALL)].flags & AUG_S_UNFOLD))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(through); i++)
		flags |= specs[spec__index(AUG_ABI_COMPAT, through[i])].flags;
	for (size_t i = 0; i < ARRAY_SIZE(sub_calls); i++) {
		flags |= sub_calls[i].nr ? specs[spec__index(AUG_ABI_COMPAT, sub_calls[i].nr)].flags
					 : 0;
		flags |= sub_calls[i].fault_nr
				 ? specs[spec__index(AUG_ABI_COMPAT, sub_calls[i].fault_nr)].flags
				 : 0;
	}
	return flags & wanted;
}

/* ---- more than fits into one record ---- */

/* Bytes of a directory's entries, elements of an array. */
#define WIDE_ENTRIES (1U << 20)
#define WIDE_ARRAY 1024U

struct wide {
	struct aug_spec *specs;
	const struct select *abbreviated;
	struct spec_limits limits;
};

static void widen(const struct wide *w, const struct arg_type *type, struct aug_capture *cap,
		  bool is_abbreviated)
{
	if (type == &arg_dirents || type == &arg_dirents64) {
		cap->size = WIDE_ENTRIES;
	} else if (type == &arg_strv_nr && !is_abbreviated) {
		cap->kind = AUG_CAP_STRV;
		cap->flags |= AUG_C_ENV;
		cap->size = w->limits.text;
	} else if (type == &arg_array || type == &arg_iovec_bare) {
		/* Abbreviated are as many elements shown as characters of a string. */
		cap->size = cap->size / AUG_ITEMS_MAX *
			    (is_abbreviated ? MIN(MAX(w->limits.bytes, (uint32_t)AUG_ITEMS_MAX),
						  WIDE_ARRAY)
					    : WIDE_ARRAY);
	}
}

static int widen_row(const struct syscall_desc *desc, void *ctx)
{
	const struct wide *w = ctx;

	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		const unsigned int nr = (unsigned int)desc->nr[abi];
		struct aug_spec *spec = &w->specs[spec__index(abi, nr)];

		for (unsigned int i = 0; i < spec->nr_captures && desc->nr[abi] != SYSCALL_NONE;
		     i++)
			widen(w, desc->args[spec->captures[i].arg].type, &spec->captures[i],
			      select__has(w->abbreviated, abi, nr));
	}
	return 0;
}

void spec__widen(struct aug_spec *specs, const struct select *abbreviated,
		 struct spec_limits limits)
{
	struct wide w = { .specs = specs, .abbreviated = abbreviated, .limits = limits };

	syscalls__for_each(widen_row, &w);
}

bool spec__keep_kinds(struct aug_spec *specs, const struct select *abbreviated)
{
	const unsigned int wanted = AUG_S_TRACED | AUG_S_KINDS;
	bool any = false;

	for (unsigned int i = 0; i <= AUG_NR_ABIS * AUG_NR_SYSCALLS; i++) {
		if ((specs[i].flags & wanted) == wanted && abbreviated &&
		    !select__has(abbreviated, i / AUG_NR_SYSCALLS, i % AUG_NR_SYSCALLS))
			any = true;
		else
			specs[i].flags &= (aug_u16)~AUG_S_FDS;
	}
	return any;
}

/* ---- captures by command ---- */

struct cmd_list {
	struct spec_limits limits;
	int (*fn)(void *ctx, const struct aug_cmd_key *key, const struct aug_capture *cap);
	void *ctx;
};

static int add_cmd(const struct cmd_list *list, const struct syscall_desc *desc,
		   struct aug_cmd_key key, const struct arg_desc *arg, unsigned int abi)
{
	struct aug_capture cap;

	if (!spec__capture(arg, key.arg & ~AUG_CMD_DEFAULT, abi, list->limits, &cap))
		return 0;
	tell_length_type(desc, &cap);
	return list->fn(list->ctx, &key, &cap);
}

static int add_table(const struct cmd_list *list, const struct syscall_desc *desc, unsigned int idx,
		     unsigned int abi)
{
	const struct cmd_table *table = desc->args[idx].cmds;
	struct aug_cmd_key key = {
		.spec_idx = (uint16_t)spec__index(abi, (unsigned int)desc->nr[abi]),
		.arg = (uint16_t)idx,
	};
	const struct cmd_row *row;
	int err = 0;

	for (size_t i = 0; !err && (row = cmd_table__at(table, i)); i++) {
		key.cmd = row->cmd;
		err = add_cmd(list, desc, key, &row->arg, abi);
	}
	key.arg |= AUG_CMD_DEFAULT;
	key.cmd = 0;
	return err ? err : add_cmd(list, desc, key, &table->other, abi);
}

static int add_call(const struct syscall_desc *desc, void *ctx)
{
	const struct cmd_list *list = ctx;
	int err = 0;

	for (unsigned int abi = 0; abi < AUG_NR_ABIS; abi++) {
		for (unsigned int i = 0; i < desc->nr_args && desc->nr[abi] != SYSCALL_NONE; i++) {
			if (!err && desc->args[i].type == &arg_by_cmd)
				err = add_table(list, desc, i, abi);
		}
	}
	return err;
}

int spec__for_each_cmd(struct spec_limits limits,
		       int (*fn)(void *ctx, const struct aug_cmd_key *key,
				 const struct aug_capture *cap),
		       void *ctx)
{
	struct cmd_list list = { .limits = limits, .fn = fn, .ctx = ctx };

	return syscalls__for_each(add_call, &list);
}

bool spec__any_traced(const struct aug_spec *specs)
{
	for (unsigned int i = 0; i <= AUG_NR_ABIS * AUG_NR_SYSCALLS; i++) {
		if (specs[i].flags & AUG_S_TRACED)
			return true;
	}
	return false;
}
