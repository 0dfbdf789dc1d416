// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_process.c - structures of calls on processes: signals, resources, scheduling, rights. */
#include "layouts.h"

#include <asm/ldt.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "decode_siginfo.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

static const struct field rusage32_fields[] = {
	{ .name = "ru_utime", .off = 0, .size = 8, .kind = FIELD_LAYOUT, .layout = &layout_timeval32 },
	{ .name = "ru_stime", .off = 8, .size = 8, .kind = FIELD_LAYOUT, .layout = &layout_timeval32 },
	{ .name = "ru_maxrss", .off = 16, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_ixrss", .off = 20, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_idrss", .off = 24, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_isrss", .off = 28, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_minflt", .off = 32, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_majflt", .off = 36, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_nswap", .off = 40, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_inblock", .off = 44, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_oublock", .off = 48, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_msgsnd", .off = 52, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_msgrcv", .off = 56, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_nsignals", .off = 60, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_nvcsw", .off = 64, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
	{ .name = "ru_nivcsw", .off = 68, .size = 4, .kind = FIELD_UINT, .flags = FIELD_VERBOSE },
};
DEFINE_LAYOUT(rusage32, 72);
static const struct field rusage_fields[] = {
	NESTED(struct rusage, ru_utime, timeval),
	NESTED(struct rusage, ru_stime, timeval),
	UINT(struct rusage, ru_maxrss, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_ixrss, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_idrss, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_isrss, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_minflt, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_majflt, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_nswap, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_inblock, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_oublock, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_msgsnd, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_msgrcv, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_nsignals, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_nvcsw, .flags = FIELD_VERBOSE),
	UINT(struct rusage, ru_nivcsw, .flags = FIELD_VERBOSE),
};
DEFINE_LAYOUT_COMPAT(rusage, sizeof(struct rusage), rusage32);

static const struct field wait_status_fields[] = { NUMBER(int32_t, FIELD_SAY, .say = say_wait_status) };
DEFINE_LAYOUT(wait_status, 4);
static const struct field sigset_fields[] = { NUMBER(uint64_t, FIELD_SAY, .say = say_sigset) };
DEFINE_LAYOUT_BARE(sigset, 8);
/* As many bytes of it as there are. */
static void say_sigset_part(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_sigset(o, layout__get(b->data, MIN(b->len, 8)));
}
static const struct field sigset_part_fields[] = { { .size = 1, .kind = FIELD_CUSTOM, .custom = say_sigset_part } };
DEFINE_LAYOUT_BARE(sigset_part, 8);
/* Of the old i386 calls: 32 signals. */
static void say_old_sigset(struct out *o, uint64_t value)
{
	say_signal_set(o, value, 32);
}
static const struct field old_sigset_fields[] = { NUMBER(uint32_t, FIELD_SAY, .say = say_old_sigset) };
DEFINE_LAYOUT_BARE(old_sigset, 4);
/* oldmask and cr2 of struct sigcontext_32, struct _fpstate_32, extramask: arch/x86/include/asm/sigframe.h */
#define SIGFRAME_HIGH (8 + 624)
/* Of the frame that sigreturn() of 32-bit programs finds: a half among the registers, the other behind those of the FPU. */
static void say_sigframe_mask(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	say_sigset(o, layout__get(b->data, 4) | layout__get(b->data + SIGFRAME_HIGH, 4) << 32);
}
static const struct field sigframe_mask_fields[] = {
	{ .size = SIGFRAME_HIGH + 4, .kind = FIELD_CUSTOM, .custom = say_sigframe_mask },
};
DEFINE_LAYOUT_BARE(sigframe_mask, SIGFRAME_HIGH + 4);
static const struct field signal_number_fields[] = { NUMBER(int32_t, FIELD_SAY, .say = say_signal) };
DEFINE_LAYOUT(signal_number, 4);
static const struct field prctl_tsc_fields[] = { NUMBER(uint32_t, FIELD_SYM, .syms = &syms_prctl_tsc) };
DEFINE_LAYOUT(prctl_tsc, 4);

static void say_xfeatures(struct out *o, uint64_t value)
{
	say_beside(o, &syms_xfeatures, value);
}
static const struct field xfeatures_fields[] = { NUMBER(uint64_t, FIELD_SAY, .say = say_xfeatures) };
DEFINE_LAYOUT(xfeatures, 8);

/* struct sigaction as the kernel has it: the mask is last, and 64 bits. */
static const struct field sigaction_fields[] = {
	{ .name = "sa_handler", .off = 0, .size = 8, .kind = FIELD_SAY, .say = say_handler },
	{ .name = "sa_mask", .off = 24, .size = 8, .kind = FIELD_SAY, .say = say_sigset },
	{ .name = "sa_flags", .off = 8, .size = 8, .kind = FIELD_SYM, .syms = &syms_sigaction_flags },
	/* SA_RESTORER of the flags */
	{ .name = "sa_restorer", .off = 16, .size = 8, .kind = FIELD_PTR, .flags = FIELD_IF_ANY, .only_off = 10, .only = 0x400 },
};
static const struct field sigaction32_fields[] = {
	{ .name = "sa_handler", .off = 0, .size = 4, .kind = FIELD_SAY, .say = say_handler },
	{ .name = "sa_mask", .off = 12, .size = 8, .kind = FIELD_SAY, .say = say_sigset },
	{ .name = "sa_flags", .off = 4, .size = 4, .kind = FIELD_SYM, .syms = &syms_sigaction_flags },
	{ .name = "sa_restorer", .off = 8, .size = 4, .kind = FIELD_PTR, .flags = FIELD_IF_ANY, .only_off = 6, .only = 0x400 },
};
DEFINE_LAYOUT(sigaction32, 20);
DEFINE_LAYOUT_COMPAT(sigaction, 32, sigaction32);

static const struct field stack_fields[] = {
	PTR(stack_t, ss_sp),
	NAMES(stack_t, ss_flags, sigaltstack_flags),
	UINT(stack_t, ss_size),
};
static const struct field stack32_fields[] = {
	{ .name = "ss_sp", .off = 0, .size = 4, .kind = FIELD_PTR },
	{ .name = "ss_flags", .off = 4, .size = 4, .kind = FIELD_SYM, .syms = &syms_sigaltstack_flags },
	{ .name = "ss_size", .off = 8, .size = 4, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(stack32, 12);
DEFINE_LAYOUT_COMPAT(stack, sizeof(stack_t), stack32);

static void say_siginfo(const struct blob *b, const struct field *f, struct out *o)
{
	(void)f;
	siginfo__say(b->data, b->len, o);
}

static const struct field siginfo_fields[] = { NUMBER(siginfo_t, FIELD_CUSTOM, .custom = say_siginfo) };
LAYOUT_(siginfo, sizeof(siginfo_t), .compat = &layout_siginfo32, .is_bare = true);

/* ---- timers ---- */

static const struct field sigval_fields[] = {
	{ .name = "sival_int", .off = 0, .size = 4, .kind = FIELD_SINT },
	{ .name = "sival_ptr", .off = 0, .size = 8, .kind = FIELD_PTR },
};
DEFINE_LAYOUT_COMPAT(sigval, 8, sigval32);

/* A signal only where one is sent; how is behind it. */
void say_sigev_signo(const struct blob *b, const struct field *f, struct out *o)
{
	const uint32_t signo = (uint32_t)layout__get(b->data + f->off, 4);
	const bool has_notify = b->len >= f->off + 8U;
	const uint32_t notify = has_notify ? (uint32_t)layout__get(b->data + f->off + 4, 4) : SIGEV_NONE;

	if (notify == SIGEV_SIGNAL || notify == SIGEV_THREAD || notify == 4 /* SIGEV_THREAD_ID */)
		say_signal(o, signo);
	else
		out__uint(o, signo);
}

static const struct field sigevent_fields[] = {
	{ .name = "sigev_value", .off = 0, .size = 8, .kind = FIELD_LAYOUT, .layout = &layout_sigval, .flags = FIELD_NONZERO },
	{ .name = "sigev_signo", .off = 8, .size = 4, .kind = FIELD_CUSTOM, .custom = say_sigev_signo },
	{ .name = "sigev_notify", .off = 12, .size = 4, .kind = FIELD_SYM, .syms = &syms_sigev_notify },
	{ .name = "sigev_notify_thread_id", .off = 16, .size = 4, .kind = FIELD_SINT, .only_off = 12, .only = 4 /* SIGEV_THREAD_ID */ },
	{ .name = "sigev_notify_function", .off = 16, .size = 8, .kind = FIELD_PTR, .only_off = 12, .only = SIGEV_THREAD },
	{ .name = "sigev_notify_attributes", .off = 24, .size = 8, .kind = FIELD_PTR, .only_off = 12, .only = SIGEV_THREAD },
};
DEFINE_LAYOUT_COMPAT(sigevent, 32, sigevent32);

/* The last argument of pselect6(). */
static const struct field pselect_sig_fields[] = {
	{ .name = "sigmask", .off = 0, .size = 8, .kind = FIELD_PTR },
	{ .name = "sigsetsize", .off = 8, .size = 8, .kind = FIELD_UINT },
};
static const struct field pselect_sig32_fields[] = {
	{ .name = "sigmask", .off = 0, .size = 4, .kind = FIELD_PTR },
	{ .name = "sigsetsize", .off = 4, .size = 4, .kind = FIELD_UINT },
};
/* The kernel takes sets of one size. */
static const struct follow pselect_sig_follows[] = {
	{ .off = 0, .ptr_size = 8, .kind = AUG_CAP_BYTES, .when = AUG_AT_ENTER, .only_off = 8, .only = 8,
	  .layout = &layout_sigset },
};
static const struct follow pselect_sig32_follows[] = {
	{ .off = 0, .ptr_size = 4, .kind = AUG_CAP_BYTES, .when = AUG_AT_ENTER, .only_off = 4, .only = 8,
	  .layout = &layout_sigset },
};
DEFINE_LAYOUT_FOLLOWED(pselect_sig32, 8, pselect_sig32);
DEFINE_LAYOUT_FOLLOWED(pselect_sig, 16, pselect_sig32);

/* ---- tasks ---- */

/* With how many there are, where one of the two is there; of more than there can be none is looked at. */
#define MAX_PID_NS_LEVEL 32
static void say_set_tid(const struct blob *b, const struct field *f, struct out *o)
{
	const uint64_t size = layout__get(b->data + f->off + 8, 8);

	if (!size || size > MAX_PID_NS_LEVEL || !layout__say_followed(&layout_clone_args, b, 0, o))
		out__ptr(o, layout__get(b->data + f->off, 8));
	out__member(o, "set_tid_size");
	out__uint(o, size);
}
/*
 * Flags, from the byte of flags that has them: CLONE_PIDFD, _CHILD_CLEARTID or _CHILD_SETTID, _SETTLS,
 * _PARENT_SETTID, _INTO_CGROUP.
 */
#define WITH_PIDFD .only_off = 1, .only = 0x10
#define WITH_CHILD_TID .only_off = 2, .only = 0x120
#define WITH_TLS .only_off = 2, .only = 0x08
#define WITH_PARENT_TID .only_off = 2, .only = 0x10
#define INTO_CGROUP .only_off = 4, .only = 2
static void say_exit_signal(struct out *o, uint64_t value)
{
	if (value <= INT32_MAX)
		say_signal(o, value);
	else
		out__uint(o, value);
}
#define CLONE_ARGS_FIELDS \
	NAMES(struct clone_args, flags, clone3_flags), \
	PTR(struct clone_args, pidfd, .flags = FIELD_IF_ANY, WITH_PIDFD), \
	PTR(struct clone_args, child_tid, .flags = FIELD_IF_ANY, WITH_CHILD_TID), \
	PTR(struct clone_args, parent_tid, .flags = FIELD_IF_ANY, WITH_PARENT_TID), \
	SAY(struct clone_args, exit_signal, exit_signal), \
	PTR(struct clone_args, stack), \
	HEX(struct clone_args, stack_size), \
	PTR(struct clone_args, tls, .flags = FIELD_IF_ANY, WITH_TLS), \
	{ .name = "set_tid", .off = offsetof(struct clone_args, set_tid), .size = 16, .kind = FIELD_CUSTOM, \
	  .custom = say_set_tid, .flags = FIELD_NONZERO }, \
	UINT(struct clone_args, cgroup, .flags = FIELD_IF_ANY, INTO_CGROUP), \
	UINT(struct clone_args, cgroup, .flags = FIELD_IF_NONE | FIELD_NONZERO, INTO_CGROUP)
#define CLONE_ARGS_FOLLOWS \
	FOLLOW_ARRAY(struct clone_args, set_tid, set_tid_size, AUG_AT_ENTER, int), \
	FOLLOW_ONE(struct clone_args, pidfd, AUG_AT_EXIT, fd), \
	FOLLOW_ONE(struct clone_args, parent_tid, AUG_AT_EXIT, int)
static const struct field clone_args_fields[] = { CLONE_ARGS_FIELDS };
static const struct follow clone_args_follows[] = { CLONE_ARGS_FOLLOWS };
/* The thread's own memory is a segment of 32-bit programs. */
static const struct field clone_args32_fields[] = { CLONE_ARGS_FIELDS };
static const struct follow clone_args32_follows[] = {
	CLONE_ARGS_FOLLOWS,
	FOLLOW_ONE(struct clone_args, tls, AUG_AT_ENTER, user_desc),
};
DEFINE_LAYOUT_FOLLOWED(clone_args32, sizeof(struct clone_args), clone_args32);
DEFINE_LAYOUT_FOLLOWED(clone_args, sizeof(struct clone_args), clone_args32);

static const struct field sched_param_fields[] = { NUMBER(int32_t, FIELD_SINT) };
DEFINE_LAYOUT(sched_param, 4);

/* struct sched_attr of <linux/sched/types.h>, which clashes with <sched.h>. */
#define SCHED_UNLESS(bit) .flags = FIELD_IF_NONE, .only_off = 8, .only = (bit)
#define SCHED_PARAM(n, o, s, k) { .name = n, .off = o, .size = s, .kind = k, SCHED_UNLESS(0x10 /* KEEP_PARAMS */) }
/* The kernel looks at its sign even where it is to be kept. */
static void say_sched_policy(const struct blob *b, const struct field *f, struct out *o)
{
	const uint32_t policy = (uint32_t)layout__get(b->data + f->off, 4);
	const uint64_t flags = b->len >= 16 ? layout__get(b->data + 8, 8) : 0;

	if (flags & 0x18 /* KEEP_POLICY, KEEP_PARAMS */ && (int32_t)policy >= 0)
		return;
	out__member(o, "sched_policy");
	out__symbol(o, &syms_sched_policy, policy);
}
static const struct field sched_attr_fields[] = {
	{ .name = "size", .off = 0, .size = 4, .kind = FIELD_UINT },
	{ .off = 4, .size = 4, .kind = FIELD_CUSTOM, .custom = say_sched_policy },
	{ .name = "sched_flags", .off = 8, .size = 8, .kind = FIELD_SYM, .syms = &syms_sched_flags },
	SCHED_PARAM("sched_nice", 16, 4, FIELD_SINT),
	SCHED_PARAM("sched_priority", 20, 4, FIELD_UINT),
	SCHED_PARAM("sched_runtime", 24, 8, FIELD_UINT),
	SCHED_PARAM("sched_deadline", 32, 8, FIELD_UINT),
	SCHED_PARAM("sched_period", 40, 8, FIELD_UINT),
	{ .name = "sched_util_min", .off = 48, .size = 4, .kind = FIELD_UINT },
	{ .name = "sched_util_max", .off = 52, .size = 4, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(sched_attr, 56);

static const struct field kcmp_epoll_slot_fields[] = {
	{ .name = "efd", .off = 0, .size = 4, .kind = FIELD_FD },
	{ .name = "tfd", .off = 4, .size = 4, .kind = FIELD_SINT },
	{ .name = "toff", .off = 8, .size = 4, .kind = FIELD_UINT },
};
DEFINE_LAYOUT(kcmp_epoll_slot, 12);

static const struct field cap_header_fields[] = {
	{ .name = "version", .off = 0, .size = 4, .kind = FIELD_SYM, .syms = &syms_capability_version },
	{ .name = "pid", .off = 4, .size = 4, .kind = FIELD_SINT },
};
DEFINE_LAYOUT(cap_header, 8);

/* Two structs of 32 bits each since version 2: the second has the high halves. */
static void say_cap_half(const struct blob *b, const struct field *f, struct out *o)
{
	say_capset(o, layout__get(b->data + f->off, 4) | layout__get(b->data + f->off + 12, 4) << 32);
}

static void say_cap_word(const struct blob *b, const struct field *f, struct out *o)
{
	say_capset(o, layout__get(b->data + f->off, 4));
}

/* As version 1 has it, and strace shows what goes with a version that nobody knows. */
static const struct field cap_data_old_fields[] = {
	{ .name = "effective", .off = 0, .size = 4, .kind = FIELD_CUSTOM, .custom = say_cap_word },
	{ .name = "permitted", .off = 4, .size = 4, .kind = FIELD_CUSTOM, .custom = say_cap_word },
	{ .name = "inheritable", .off = 8, .size = 4, .kind = FIELD_CUSTOM, .custom = say_cap_word },
};
DEFINE_LAYOUT(cap_data_old, 12);

static const struct field cap_data_fields[] = {
	{ .name = "effective", .off = 0, .size = 16, .kind = FIELD_CUSTOM, .custom = say_cap_half },
	{ .name = "permitted", .off = 4, .size = 16, .kind = FIELD_CUSTOM, .custom = say_cap_half },
	{ .name = "inheritable", .off = 8, .size = 16, .kind = FIELD_CUSTOM, .custom = say_cap_half },
};
DEFINE_LAYOUT(cap_data, 24);

/* -1: the kernel chooses one. */
static void say_entry(struct out *o, uint64_t value)
{
	if ((uint32_t)value == UINT32_MAX)
		out__sint(o, -1);
	else
		out__uint(o, (uint32_t)value);
}

static void say_base(struct out *o, uint64_t value)
{
	char text[16];

	if (o->strace)
		out__word(o, text, (size_t)snprintf(text, sizeof(text), "%#08llx", (unsigned long long)value));
	else
		out__hex(o, value);
}

/* The bits behind the limit, and whether the segment is of 64 bits. */
static void say_segment_bits(const struct blob *b, const struct field *f, struct out *o)
{
	static const struct {
		const char *name;
		unsigned int shift, mask;
	} bits[] = {
		{ "seg_32bit", 0, 1 }, { "contents", 1, 3 }, { "read_exec_only", 3, 1 },
		{ "limit_in_pages", 4, 1 }, { "seg_not_present", 5, 1 }, { "useable", 6, 1 }, { "lm", 7, 1 },
	};
	const uint64_t word = layout__get(b->data + f->off, f->size);

	/* The object's member has the first one's name. */
	out__uint(o, word & 1);
	for (size_t i = 1; i < ARRAY_SIZE(bits) - b->compat; i++) {
		out__member(o, bits[i].name);
		out__uint(o, word >> bits[i].shift & bits[i].mask);
	}
}

static const struct field user_desc_fields[] = {
	SAY(struct user_desc, entry_number, entry),
	{ .name = "base_addr", .off = 4, .size = 4, .kind = FIELD_SAY, .say = say_base },
	{ .name = "limit", .off = 8, .size = 4, .kind = FIELD_SAY, .say = say_base },
	{ .name = "seg_32bit", .off = 12, .size = 4, .kind = FIELD_CUSTOM, .custom = say_segment_bits },
};
DEFINE_LAYOUT(user_desc, sizeof(struct user_desc));
