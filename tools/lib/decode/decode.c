// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * decode.c - walks the arguments of one call and says each through its type; the types that are
 * plain numbers and names. Types of one area are in decode_<area>.c.
 *
 * This is the hot path of a trace: no allocation, no printf.
 */
#include "decode.h"

#include "commands.h"
#include "layouts.h"
#include "symbols.h"

#define MAX_ERRNO 4095

static uint64_t cut_to_type(const struct arg_desc *desc, uint64_t value)
{
	if (desc->type->needs_syms)
		return value & symbols__mask(desc->syms);
	return desc->type->is_32 ? (uint32_t)value : value;
}

static bool is_shown(const struct arg *arg, bool show_zeros, const struct out *o)
{
	const struct arg_type *type = arg->desc->type;

	if (type->is_unused && type->is_unused(arg))
		return type->is_told_unused && o->exit_apart;
	if (show_zeros || type->show_zero || cut_to_type(arg->desc, arg->value))
		return true;
	return type->needs_syms && symbols__name(arg->desc->syms, 0);
}

uint64_t arg__length(const struct arg *arg)
{
	const struct aug_record *rec = arg->event->rec;
	const struct syscall_desc *desc = syscalls__get(rec->abi, rec->nr);
	const unsigned int idx = arg->desc->len_arg - 1U;

	return desc && idx < desc->nr_args ? cut_to_type(&desc->args[idx], rec->args[idx])
					   : rec->args[idx];
}

size_t arg__room(const struct arg *arg)
{
	const struct arg_desc *desc = arg->desc;

	if (desc->len_from != AUG_LEN_RET || !desc->len_arg)
		return SIZE_MAX;
	return arg__length(arg);
}

bool arg__is_empty_array(const struct arg *arg)
{
	const struct arg_desc *desc = arg->desc;
	const struct aug_record *rec = arg->event->rec;

	if (!arg->value)
		return false;
	if (desc->len_from == AUG_LEN_RET)
		return rec->type == AUG_RECORD_CALL &&
		       (!rec->ret || (rec->ret > 0 && !arg__room(arg)));
	return desc->len_arg && (!desc->len_from || desc->len_from == AUG_LEN_PAGES) &&
	       !arg__length(arg);
}

bool arg__is_too_long(const struct arg *arg, size_t unit)
{
	const struct arg_desc *desc = arg->desc;
	uint64_t nr, end;

	if (!desc->len_arg || desc->len_from)
		return false;
	nr = arg__length(arg);
	return (desc->max_nr && nr > desc->max_nr) || __builtin_mul_overflow(nr, unit, &end) ||
	       __builtin_add_overflow(end, arg->value, &end);
}

void arg__say(const struct arg *arg, struct out *o)
{
	const struct arg_type *type = arg->desc->type;

	if (o->bare_structs && type->capture && !type->is_text &&
	    !(type->is_empty && type->is_empty(arg)))
		out__ptr(o, arg->value);
	else
		type->decode(arg, o);
}

/* Of a 32-bit program the high half does not count. */
static uint64_t arg_value(const struct event *event, unsigned int i)
{
	const uint64_t value = event->rec->args[i];

	return event->rec->abi == AUG_ABI_COMPAT ? (uint32_t)value : value;
}

void decode__some_args(const struct event *event, const struct syscall_desc *desc, struct out *o,
		       bool show_zeros, unsigned int first, unsigned int end)
{
	for (unsigned int i = first; i < end; i++) {
		const struct arg arg = {
			.event = event,
			.desc = arg_desc__resolve(&desc->args[i], event->rec),
			.idx = i,
			.value = arg_value(event, i),
		};

		if (!is_shown(&arg, show_zeros, o))
			continue;
		out__member(o, desc->args[i].name);
		o->arg = (uint8_t)i;
		arg__say(&arg, o);
	}
}

void decode__args(const struct event *event, const struct syscall_desc *desc, struct out *o,
		  bool show_zeros)
{
	decode__some_args(event, desc, o, show_zeros, 0, desc->nr_args);
}

/* In strace's lines: what is told behind the result does not count. */
static bool is_told_at_exit(const struct arg_desc *arg)
{
	const unsigned int when = arg->strace_when ? arg->strace_when : arg__when(arg);

	if (!arg->type->capture || arg->exit_label)
		return false;
	/* What shmat says here is shown when it is there. */
	if (arg->type == &arg_raddr)
		return false;
	return when & (AUG_AT_EXIT | AUG_AT_FAILURE) ||
	       arg->type->capture_flags & AUG_C_DATA_AT_EXIT;
}

/* What was not in memory at the entry, or what its pointers lead to was not: it is read again at the exit. */
static bool is_read_at_exit(const struct event *event, unsigned int i, const struct arg_desc *desc)
{
	const struct arg arg = {
		.event = event, .desc = desc, .idx = i, .value = arg_value(event, i)
	};
	const struct payload *entry = event__entry(event, i);
	const uint8_t kind = desc->type->capture;
	const bool is_counted = kind == AUG_CAP_BUF && desc->len_arg && !desc->len_from &&
				arg__when(desc) & AUG_AT_ENTER;

	if (!arg.value || (kind != AUG_CAP_BYTES && kind != AUG_CAP_STR && !is_counted))
		return false;
	if (entry)
		return entry->flags & AUG_P_REREAD;
	/* Of nothing there is none, nor of more than the kernel takes. */
	return !is_counted || (arg__length(&arg) && !arg__is_too_long(&arg, 0));
}

/* It is not told: there would be a comma and nothing behind it. */
static bool is_left_out(const struct event *event, unsigned int i, const struct arg_desc *desc)
{
	const struct arg arg = {
		.event = event, .desc = desc, .idx = i, .value = event->rec->args[i]
	};
	const struct arg_type *type = desc->type;

	return type->is_unused && !type->is_told_unused && type->is_unused(&arg);
}

unsigned int decode__nr_entry_args(const struct event *event, const struct syscall_desc *desc)
{
	unsigned int i;

	for (i = 0; desc && i < desc->nr_args; i++) {
		const struct arg_desc *arg = arg_desc__resolve(&desc->args[i], event->rec);

		if (is_left_out(event, i, arg) || (arg->null_at_entry && !arg_value(event, i)))
			continue;
		if (is_told_at_exit(arg) || is_read_at_exit(event, i, arg))
			break;
	}
	return i;
}

bool decode__exit_side(const struct event *event, const struct syscall_desc *desc, unsigned int idx,
		       struct out *o)
{
	const struct arg arg = {
		.event = event,
		.desc = arg_desc__resolve(&desc->args[idx], event->rec),
		.idx = idx,
		.value = arg_value(event, idx),
	};

	return !o->bare_structs && arg.desc->exit_label && arg.desc->type->decode_exit &&
	       arg.desc->type->decode_exit(&arg, o);
}

/* One that does not return does so when a filter refuses it. */
static bool has_no_return(const struct event *event, const struct syscall_desc *desc)
{
	return desc->ret == RET_VOID && event->rec->flags & AUG_F_NORETURN;
}

bool decode__failed(const struct event *event, const struct syscall_desc *desc)
{
	/* Of a 32-bit program the high half does not count, and may be anything. */
	const bool compat = event->rec->abi == AUG_ABI_COMPAT;
	const int64_t ret = compat ? (int32_t)event->rec->ret : event->rec->ret;

	return !has_no_return(event, desc) && ret < 0 && ret >= -MAX_ERRNO;
}

/* Return: the row of the command of this call, if it says something of the result; otherwise NULL. */
static const struct cmd_row *command_of(const struct event *event, const struct syscall_desc *desc)
{
	for (unsigned int i = 0; i < desc->nr_args; i++) {
		const struct arg_desc *arg = &desc->args[i];
		const struct cmd_row *row;

		if (arg->type != &arg_by_cmd)
			continue;
		row = cmd_table__row(arg->cmds, event->rec->args[arg->len_arg - 1]);
		if (row && (row->ret != RET_INT || row->result))
			return row;
	}
	return NULL;
}

static enum ret_kind ret_kind(const struct event *event, const struct syscall_desc *desc)
{
	const struct cmd_row *row = command_of(event, desc);

	return row && row->ret != RET_INT ? row->ret : desc->ret;
}

const struct arg_desc *decode__named_ret(const struct event *event, const struct syscall_desc *desc)
{
	const struct cmd_row *row;

	if (has_no_return(event, desc) || decode__failed(event, desc))
		return NULL;
	row = command_of(event, desc);
	return row && row->result ? row->result : desc->result;
}

void decode__ret_name(const struct event *event, const struct arg_desc *result, struct out *o)
{
	const struct arg arg = { .event = event,
				 .desc = result,
				 .value = (uint32_t)event->rec->ret };

	result->type->decode(&arg, o);
}

/* Through ipc, shmat() says in memory where the segment is. */
static uint64_t returned_address(const struct event *event, const struct syscall_desc *desc)
{
	const unsigned int last = desc->nr_args - 1U;
	const struct payload *p;

	if (desc->nr_args && desc->args[last].type == &arg_raddr) {
		p = event__exit(event, last);
		return p && !p->err && p->len >= 4 ? layout__get(p->data, 4) : 0;
	}
	return event->rec->abi == AUG_ABI_COMPAT ? (uint32_t)event->rec->ret
						 : (uint64_t)event->rec->ret;
}

/* strace has no NULL where 0 is as good an address as others. */
static void say_base(struct out *o, uint64_t value)
{
	if (o->strace)
		out__hex(o, value);
	else
		out__ptr(o, value);
}

void decode__ret(const struct event *event, const struct syscall_desc *desc, struct out *o)
{
	const bool compat = event->rec->abi == AUG_ABI_COMPAT;
	const int64_t ret = event->rec->ret;

	if (has_no_return(event, desc)) {
		out__word(o, "?", 1);
		return;
	}
	if (decode__failed(event, desc)) {
		out__sint(o, -1);
		return;
	}
	switch (ret_kind(event, desc)) {
	case RET_FD:
		out__fd(o, (int32_t)ret, true);
		break;
	case RET_FD_BARE:
		if (o->strace)
			out__sint(o, (int32_t)ret);
		else
			out__fd(o, (int32_t)ret, true);
		break;
	case RET_PGID:
		out__pgid(o, (int32_t)ret);
		break;
	case RET_PTR:
		say_base(o, returned_address(event, desc));
		break;
	case RET_HEX:
		out__hex(o, compat ? (uint32_t)ret : (uint64_t)ret);
		break;
	case RET_OCT:
		out__oct(o, (uint64_t)ret);
		break;
	case RET_ID:
		out__uint(o, (uint32_t)ret);
		break;
	case RET_PID:
		out__pid(o, (int32_t)ret);
		break;
	default:
		out__sint(o, ret);
		break;
	}
}

static void decode_int(const struct arg *arg, struct out *o)
{
	out__sint(o, (int32_t)arg->value);
}

static void decode_uint(const struct arg *arg, struct out *o)
{
	out__uint(o, (uint32_t)arg->value);
}

static void decode_length(const struct arg *arg, struct out *o)
{
	if (o->strace)
		decode_uint(arg, o);
	else
		decode_int(arg, o);
}

static void decode_long(const struct arg *arg, struct out *o)
{
	const bool compat = arg->event->rec->abi == AUG_ABI_COMPAT;

	out__sint(o, compat ? (int32_t)arg->value : (int64_t)arg->value);
}

static void decode_size(const struct arg *arg, struct out *o)
{
	out__uint(o, arg->value);
}

uint64_t arg_desc__number(const struct arg_desc *desc, unsigned int abi, const uint64_t *args,
			  unsigned int idx)
{
	const unsigned int high = idx + (unsigned int)desc->type->high;

	if (abi != AUG_ABI_COMPAT || !desc->type->high || high >= AUG_MAX_ARGS)
		return args[idx];
	return (uint32_t)args[idx] | args[high] << 32;
}

static uint64_t number_of(const struct arg *arg)
{
	const struct aug_record *rec = arg->event->rec;

	return arg_desc__number(arg->desc, rec->abi, rec->args, arg->idx);
}

static void decode_offset(const struct arg *arg, struct out *o)
{
	out__sint(o, (int64_t)number_of(arg));
}

static void decode_u64_pair(const struct arg *arg, struct out *o)
{
	out__uint(o, number_of(arg));
}

static void decode_length_pair(const struct arg *arg, struct out *o)
{
	if (o->strace)
		out__uint(o, number_of(arg));
	else
		out__sint(o, (int64_t)number_of(arg));
}

static void decode_flags_pair(const struct arg *arg, struct out *o)
{
	out__symbol(o, arg->desc->syms, number_of(arg));
}

static void decode_sigmask32(const struct arg *arg, struct out *o)
{
	say_signal_set(o, (uint32_t)arg->value, 32);
}

static bool is_never_used(const struct arg *arg)
{
	(void)arg;
	return true;
}

static void decode_size_bits(const struct arg *arg, struct out *o)
{
	if (o->strace)
		out__hex(o, (uint32_t)arg->value);
	else
		out__uint(o, (uint32_t)arg->value);
}

static void decode_hex(const struct arg *arg, struct out *o)
{
	out__hex(o, arg->value);
}

static void decode_hex32(const struct arg *arg, struct out *o)
{
	out__hex(o, (uint32_t)arg->value);
}

static void decode_ptr(const struct arg *arg, struct out *o)
{
	out__ptr(o, arg->value);
}

static void decode_base(const struct arg *arg, struct out *o)
{
	say_base(o, arg->value);
}

static void decode_symbol(const struct arg *arg, struct out *o)
{
	if (o->strace && arg->desc->strace_when == STRACE_NEITHER) {
		out__hex(o, arg->value);
		return;
	}
	out__symbol(o, arg->desc->syms, arg->value);
}

const struct arg_type arg_int = { .name = "int", .decode = decode_int, .is_32 = true };
const struct arg_type arg_length = { .name = "length", .decode = decode_length, .is_32 = true };
const struct arg_type arg_status = {
	.name = "status", .decode = decode_int, .is_32 = true, .show_zero = true
};
static bool is_1(const struct arg *arg)
{
	return (uint32_t)arg->value == 1;
}

const struct arg_type arg_uint = { .name = "uint", .decode = decode_uint, .is_32 = true };
const struct arg_type arg_uint_not_1 = { .name = "uint_not_1",
					 .decode = decode_uint,
					 .is_unused = is_1,
					 .is_32 = true,
					 .show_zero = true };
const struct arg_type arg_long = { .name = "long", .decode = decode_long };
const struct arg_type arg_size = { .name = "size", .decode = decode_size };
const struct arg_type arg_size_bits = { .name = "size_bits",
					.decode = decode_size_bits,
					.is_32 = true };
const struct arg_type arg_offset = {
	.name = "offset", .decode = decode_offset, .show_zero = true, .high = 1
};
const struct arg_type arg_offset_low = {
	.name = "offset_low", .decode = decode_offset, .show_zero = true, .high = -1
};
const struct arg_type arg_u64_pair = { .name = "u64_pair", .decode = decode_u64_pair, .high = 1 };
const struct arg_type arg_length_pair = {
	.name = "length_pair", .decode = decode_length_pair, .show_zero = true, .high = 1
};
const struct arg_type arg_flags_pair = { .name = "flags_pair",
					 .decode = decode_flags_pair,
					 .needs_syms = true,
					 .show_zero = true,
					 .high = 1 };
const struct arg_type arg_sigmask32 = {
	.name = "sigmask32", .decode = decode_sigmask32, .show_zero = true, .is_32 = true
};
const struct arg_type arg_offset_high = { .name = "offset_high",
					  .decode = decode_hex,
					  .is_unused = is_never_used };
const struct arg_type arg_hex = { .name = "hex", .decode = decode_hex };
const struct arg_type arg_hex32 = { .name = "hex32", .decode = decode_hex32, .is_32 = true };
const struct arg_type arg_addr = { .name = "addr", .decode = decode_ptr };
const struct arg_type arg_ptr = { .name = "ptr", .decode = decode_ptr };
const struct arg_type arg_base = { .name = "base", .decode = decode_base };
const struct arg_type arg_enum = { .name = "enum", .decode = decode_symbol, .needs_syms = true };
const struct arg_type arg_flags = { .name = "flags", .decode = decode_symbol, .needs_syms = true };
