// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_prctl.c - arguments of prctl and arch_prctl that depend on more than the option: see commands_prctl.c. */
#include "decode.h"

#include <linux/prctl.h>
#include <linux/seccomp.h>

#include "layouts.h"
#include "symbols_tables.h"

/* With the highest one that a wait status has; of what is above the kernel takes no half. */
#define PR_SIGNAL_MAX 128

#ifndef PR_SET_VMA_ANON_NAME
#define PR_SET_VMA_ANON_NAME 0 /* 5.17 */
#endif

/* The kernel looks at all of an unsigned long. */
static uint64_t second(const struct arg *arg)
{
	const uint64_t value = arg->event->rec->args[1];

	return arg__is_compat(arg) ? (uint32_t)value : value;
}

static void decode_policy(const struct arg *arg, struct out *o)
{
	if (second(arg) == PR_MCE_KILL_SET)
		out__symbol(o, arg->desc->syms, arg->value);
	else
		out__hex(o, arg->value);
}

static void decode_cap(const struct arg *arg, struct out *o)
{
	const uint64_t what = second(arg);

	if (what == PR_CAP_AMBIENT_IS_SET || what == PR_CAP_AMBIENT_RAISE ||
	    what == PR_CAP_AMBIENT_LOWER)
		out__symbol(o, arg->desc->syms, arg->value);
	else
		out__hex(o, arg->value);
}

static void decode_speculation(const struct arg *arg, struct out *o)
{
	if (symbols__name(&syms_prctl_speculation, second(arg)))
		out__symbol(o, arg->desc->syms, arg->value);
	else
		out__hex(o, arg->value);
}

/* What follows another command than that for a name is not known. */
static void say_vma(const struct arg *arg, struct out *o, const struct arg_type *type)
{
	if (second(arg) == PR_SET_VMA_ANON_NAME)
		type->decode(arg, o);
	else
		out__hex(o, arg->value);
}

static void decode_vma_start(const struct arg *arg, struct out *o)
{
	say_vma(arg, o, &arg_addr);
}

static void decode_vma_size(const struct arg *arg, struct out *o)
{
	say_vma(arg, o, &arg_size);
}

static void decode_vma_name(const struct arg *arg, struct out *o)
{
	say_vma(arg, o, &arg_text);
}

static void decode_beside(const struct arg *arg, struct out *o)
{
	say_beside(o, arg->desc->syms, arg->value);
}

static void decode_ptracer(const struct arg *arg, struct out *o)
{
	const char any[] = "PR_SET_PTRACER_ANY";
	const int32_t pid = (int32_t)arg->value;

	if (pid == (int32_t)PR_SET_PTRACER_ANY)
		out__constant(o, (uint64_t)pid, OUT_DEC, any, sizeof(any) - 1);
	else
		out__pid(o, pid);
}

static bool filter_is_unused(const struct arg *arg)
{
	return second(arg) == SECCOMP_MODE_STRICT;
}

static void decode_filter(const struct arg *arg, struct out *o)
{
	if (second(arg) == SECCOMP_MODE_FILTER)
		arg_struct.decode(arg, o);
	else
		out__hex(o, arg->value);
}

static bool seccomp_is_known(const struct arg *arg)
{
	return filter_is_unused(arg) || second(arg) == SECCOMP_MODE_FILTER;
}

static void decode_signal(const struct arg *arg, struct out *o)
{
	if (arg->value > PR_SIGNAL_MAX)
		out__uint(o, arg->value);
	else
		say_signal(o, arg->value);
}

static void decode_hex(const struct arg *arg, struct out *o)
{
	out__hex(o, arg->value);
}

const struct arg_type arg_prctl_policy = { .name = "prctl_policy",
					   .decode = decode_policy,
					   .needs_syms = true };
const struct arg_type arg_prctl_cap = { .name = "prctl_cap",
					.decode = decode_cap,
					.needs_syms = true };
const struct arg_type arg_prctl_speculation = { .name = "prctl_speculation",
						.decode = decode_speculation,
						.needs_syms = true };
const struct arg_type arg_prctl_vma_start = { .name = "prctl_vma_start",
					      .decode = decode_vma_start };
const struct arg_type arg_prctl_vma_name = {
	.name = "prctl_vma_name",
	.decode = decode_vma_name,
	.is_text = true,
	.capture = AUG_CAP_STR,
	.when = AUG_AT_ENTER,
	.size = AUG_STR_MAX,
};
const struct arg_type arg_prctl_vma_size = { .name = "prctl_vma_size", .decode = decode_vma_size };
const struct arg_type arg_enum_beside = { .name = "enum_beside",
					  .decode = decode_beside,
					  .needs_syms = true };
const struct arg_type arg_ptracer = { .name = "ptracer",
				      .decode = decode_ptracer,
				      .show_zero = true };
const struct arg_type arg_prctl_filter = {
	.name = "prctl_filter",
	.decode = decode_filter,
	.is_unused = filter_is_unused,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER,
	.needs_layout = true,
};
const struct arg_type arg_prctl_seccomp = { .name = "prctl_seccomp",
					    .decode = decode_hex,
					    .is_unused = seccomp_is_known };
const struct arg_type arg_prctl_signal = { .name = "prctl_signal",
					   .decode = decode_signal,
					   .show_zero = true };
