// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* strace_special.c - see strace_special.h. */
#include "strace_special.h"

#include <fcntl.h>
#include <linux/ioprio.h>
#include <linux/nsfs.h>
#include <linux/sched.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>

#include "commands.h"
#include "decode.h"
#include "decode_word.h"
#include "fd_text.h"
#include "layouts.h"
#include "strace_pidns.h"
#include "symbols_tables.h"
#include "util.h"

#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x00001000
#endif

static bool is_call(const struct syscall_desc *desc, const char *name)
{
	/* Every call is asked for some twenty names. */
	return *desc->name == *name && !strcmp(desc->name, name);
}

/* The follows of layout_clone_args, and one more of layout_clone_args32. */
enum { CLONE3_SET_TID, CLONE3_PIDFD, CLONE3_PARENT_TID, CLONE3_TLS };

/* ---- arguments ---- */

static void say_named(struct out *o, const char *name, uint64_t addr)
{
	out__member(o, name);
	out__ptr(o, addr);
}

/* The child's number here; 0: not known. */
static int32_t child_of(const struct event *event)
{
	return strace_pidns__is_ours((int32_t)event->rec->tid) ? (int32_t)event->rec->ret : 0;
}

/* What the kernel wrote there; a descriptor of the child it made, or the child's number. */
static void say_child(const struct event *event, const uint8_t *data, bool is_pidfd, struct out *o)
{
	const int32_t number = (int32_t)layout__get(data, 4);

	out__begin(o, OUT_POINTEE);
	if (!is_pidfd) {
		out__pid(o, number);
	} else {
		out__sint(o, number);
		if (o->fds)
			fd_text__made_pidfd(o, child_of(event));
	}
	out__end(o, OUT_POINTEE);
}

static void say_parent_tid(const struct event *event, const struct syscall_desc *desc,
			   struct out *o)
{
	const struct payload *p = event__exit(event, 2);
	const struct arg arg = {
		.event = event, .desc = &desc->args[2], .idx = 2, .value = event->rec->args[2]
	};

	out__member(o, "parent_tid");
	if (event->rec->args[0] & CLONE_PIDFD && p && !p->err && p->len >= 4)
		say_child(event, p->data, true, o);
	else
		arg__say(&arg, o);
}

/* The signal of the child stands apart. */
static void say_clone_flags(struct out *o, uint64_t flags)
{
	const uint64_t signo = flags & CSIGNAL;
	struct word w;

	word__init(&w);
	if (flags != signo || !signo)
		word__add_symbol(&w, &syms_clone_flags, flags & ~(uint64_t)CSIGNAL, o);
	if (flags != signo && signo)
		word__add(&w, "|");
	if (signo && symbols__name(&syms_signal, signo))
		word__add_symbol(&w, &syms_signal, signo, o);
	else if (signo)
		word__add_uint(&w, signo, 10, 1);
	word__say(&w, o);
}

static void say_tls(const struct event *event, const struct syscall_desc *desc, struct out *o)
{
	const unsigned int i = event->rec->abi == AUG_ABI_COMPAT ? 3 : 4;
	const struct arg arg = {
		.event = event,
		.desc = arg_desc__resolve(&desc->args[i], event->rec),
		.idx = i,
		.value = event->rec->args[i],
	};

	out__member(o, "tls");
	/* A segment is read where the call was made. */
	if (decode__failed(event, desc))
		out__ptr(o, arg.value);
	else
		arg__say(&arg, o);
}

/* Which arguments clone(2) looks at is in its flags; on i386 the last two change places. */
static void say_clone(const struct event *event, const struct syscall_desc *desc, bool is_end,
		      struct out *o)
{
	const bool compat = event->rec->abi == AUG_ABI_COMPAT;
	const uint64_t *args = event->rec->args;
	const uint64_t flags = args[0];
	const bool was_bare = o->bare_args;

	o->bare_args = false;
	if (!is_end) {
		say_named(o, "child_stack", args[1]);
		out__member(o, "flags");
		say_clone_flags(o, flags);
	} else {
		/* Others stand before them. */
		o->first[o->depth - 1] = false;
		if (flags & (CLONE_PARENT_SETTID | CLONE_PIDFD))
			say_parent_tid(event, desc, o);
		if (flags & CLONE_SETTLS)
			say_tls(event, desc, o);
		if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID))
			say_named(o, "child_tidptr", args[compat ? 4 : 3]);
	}
	o->bare_args = was_bare;
}

/* The number that the kernel wrote at @addr, where the member number @i of the layout's follows points to. */
static void say_written(const struct event *event, unsigned int i, const char *name, uint64_t addr,
			struct out *o)
{
	struct payload p;

	out__member(o, name);
	/* Where the structure was not readable at the entry, both sides have been read at the exit as the entry's. */
	if ((!event__part(event, 0, AUG_P_EXIT, AUG_PART_ITEM + i, 0, &p) &&
	     !event__part(event, 0, 0, AUG_PART_ITEM + i, 0, &p)) ||
	    p.err || p.len < 4)
		out__ptr(o, addr);
	else
		say_child(event, p.data, i == CLONE3_PIDFD, o);
}

/* What is behind the structure in the line waits for what the kernel writes; that of a newer one is not known. */
static bool clone3_answers(const struct event *event, const struct clone_args *args)
{
	return args->flags & (CLONE_PIDFD | CLONE_PARENT_SETTID) ||
	       event->rec->args[1] > sizeof(*args);
}

static void say_clone3_size(const struct event *event, struct out *o)
{
	o->first[o->depth - 1] = false;
	out__member(o, "size");
	out__uint(o, event->rec->args[1]);
}

static void say_clone3_answer(const struct event *event, const struct clone_args *args,
			      struct out *o)
{
	const bool pidfd = args->flags & CLONE_PIDFD, tid = args->flags & CLONE_PARENT_SETTID;

	if (event->rec->ret > 0 && (pidfd || tid)) {
		strbuf__adds(o->buf, " => ");
		o->first[o->depth - 1] = true;
		out__begin(o, OUT_OBJECT);
		if (pidfd)
			say_written(event, CLONE3_PIDFD, "pidfd", args->pidfd, o);
		if (tid)
			say_written(event, CLONE3_PARENT_TID, "parent_tid", args->parent_tid, o);
		out__end(o, OUT_OBJECT);
	}
	say_clone3_size(event, o);
}

/* What the call is given; what the kernel writes is told behind the structure. */
static bool find_given(const struct blob *b, unsigned int i, struct piece *ret)
{
	struct payload p;

	if ((i != CLONE3_SET_TID && i != CLONE3_TLS) ||
	    !event__part(b->owner, 0, 0, AUG_PART_ITEM + i, 0, &p))
		return false;
	*ret = (struct piece){
		.data = p.data, .len = p.len, .err = p.err, .cut = p.flags & AUG_P_CUT
	};
	return true;
}

/* Return: false when the struct is not there, or is shorter than the kernel takes. */
static bool say_clone3(const struct event *event, bool is_end, struct out *o)
{
	const struct payload *p = event__entry(event, 0);
	struct clone_args args = {};
	struct blob b = {
		.data = (const uint8_t *)&args,
		.is_whole = true,
		.compat = event->rec->abi == AUG_ABI_COMPAT,
		.find = find_given,
		.owner = event,
	}, whole;
	bool was_unread;

	if (!p || p->err || p->len < CLONE_ARGS_SIZE_VER0 || o->bare_structs)
		return false;
	whole = (struct blob){ .data = p->data, .len = p->len };
	b.len = MIN(p->len, sizeof(args));
	memcpy(&args, p->data, b.len);
	/* Where a short one ends within what belongs together the rest is zero. */
	b.len = MAX(b.len, offsetof(struct clone_args, cgroup));
	/* Of a call that waits what could not be read before is told at the end. */
	was_unread = p->flags & AUG_P_REREAD && event->rec->flags & AUG_F_WAITED;
	if (!is_end || was_unread) {
		out__member(o, "uargs");
		out__begin(o, OUT_OBJECT);
		layout__say_members(layout__of(&layout_clone_args, b.compat), &b, o);
		decode__rest(&whole, sizeof(args), event->rec->args[1], o);
		out__end(o, OUT_OBJECT);
	}
	if (is_end && clone3_answers(event, &args))
		say_clone3_answer(event, &args, o);
	else if (!clone3_answers(event, &args) && (!is_end || was_unread))
		say_clone3_size(event, o);
	return true;
}

/* The frame on the stack, of which the mask is shown. */
static void say_sigreturn(const struct event *event, const struct syscall_desc *desc, struct out *o)
{
	const struct arg arg = {
		.event = event, .desc = &desc->args[0], .idx = 0, .value = event->rec->args[0]
	};

	out__begin(o, OUT_OBJECT);
	out__member(o, "mask");
	arg__say(&arg, o);
	out__end(o, OUT_OBJECT);
}

/* Of an msgrcv() through ipc strace shows what failed as it was passed: address and type are in memory. */
static bool say_msgrcv(const struct event *event, const struct syscall_desc *desc, bool is_end,
		       struct out *o)
{
	const struct aug_record *rec = event->rec;
	const uint64_t args[] = { rec->args[5], rec->args[2], rec->args[4] };
	const struct arg flags = {
		.event = event, .desc = &desc->args[4], .idx = 4, .value = args[2]
	};

	if (!is_end || !decode__failed(event, desc))
		return false;
	o->first[o->depth - 1] = true;
	out__member(o, "ptr");
	out__ptr(o, args[0]);
	out__member(o, "msgsz");
	out__uint(o, args[1]);
	out__member(o, "msgflg");
	arg__say(&flags, o);
	return true;
}

#define ASKS_PERSONALITY 0xffffffff

/* A type and flags, each as a number of its own where there are numbers. */
static void spell_personality(struct word *w, uint32_t value, const struct out *o)
{
	word__init(w);
	if (value == ASKS_PERSONALITY) {
		word__add_hex(w, value);
		return;
	}
	word__add_symbol(w, &syms_personality_type, value & PER_MASK, o);
	if (!(value & ~(uint32_t)PER_MASK))
		return;
	word__add(w, "|");
	word__add_symbol(w, &syms_personality_flags, value & ~(uint32_t)PER_MASK, o);
}

static void say_personality(const struct event *event, struct out *o)
{
	struct word w;

	spell_personality(&w, (uint32_t)event->rec->args[0], o);
	out__member(o, "personality");
	word__say(&w, o);
}

bool strace_special__args(const struct event *event, const struct syscall_desc *desc, bool is_end,
			  struct out *o)
{
	if (is_call(desc, "personality")) {
		if (!is_end)
			say_personality(event, o);
		return true;
	}
	if (desc->flags & AUG_S_SIGFRAME) {
		if (!is_end)
			say_sigreturn(event, desc, o);
		return true;
	}
	if (is_call(desc, "clone3"))
		return say_clone3(event, is_end, o);
	if (event->rec->abi == AUG_ABI_COMPAT && event->rec->nr == AUG_UNFOLDED_MSGRCV)
		return say_msgrcv(event, desc, is_end, o);
	if (!is_call(desc, "clone"))
		return false;
	say_clone(event, desc, is_end, o);
	return true;
}

/* ---- return values ---- */

static void add_number(struct strbuf *line, uint64_t value)
{
	if (value)
		strbuf__add_hex(line, value);
	else
		strbuf__addc(line, '0');
}

static void add_symbol(struct out *o, const struct symbols *syms, uint64_t value)
{
	char text[SYMBOLS_TEXT_MAX];
	const size_t len = out__spell(o, syms, value, text, sizeof(text));

	strbuf__add(o->buf, text, len);
}

static void add_note(struct out *o, const char *label, const struct symbols *syms, uint64_t value)
{
	strbuf__adds(o->buf, " (");
	strbuf__adds(o->buf, label);
	add_symbol(o, syms, value);
	strbuf__addc(o->buf, ')');
}

/* By name whatever -X says, in strace too. */
static void add_named(struct out *o, const struct symbols *syms, uint64_t value)
{
	o->consts = OUT_CONSTS_NAMED;
	add_note(o, "", syms, value);
}

static bool return_fcntl(const struct event *event, struct out *o)
{
	const uint64_t ret = (uint64_t)event->rec->ret;

	switch ((int)event->rec->args[1]) {
	case F_GETFD:
		add_number(o->buf, ret);
		if (ret)
			add_note(o, "flags ", &syms_fd_flags, ret);
		return true;
	case F_GETFL:
		add_number(o->buf, ret);
		o->consts = OUT_CONSTS_NAMED;
		add_note(o, "flags ", &syms_open_flags, ret);
		return true;
	case F_GETLEASE:
		add_number(o->buf, ret);
		add_named(o, &syms_lock_type, ret);
		return true;
	case F_GETSIG:
		strbuf__add_uint(o->buf, ret);
		if (ret)
			add_named(o, &syms_signal, ret);
		return true;
	case F_GET_SEALS:
		add_number(o->buf, ret);
		if (ret)
			add_note(o, "seals ", &syms_seals, ret);
		return true;
	default:
		return false;
	}
}

static bool return_ioctl(const struct event *event, struct out *o)
{
	const uint64_t ret = (uint64_t)event->rec->ret;

	if ((uint32_t)event->rec->args[1] != NS_GET_NSTYPE ||
	    !symbols__name(&syms_setns_flags, ret))
		return false;
	strbuf__add_uint(o->buf, ret);
	add_named(o, &syms_setns_flags, ret);
	return true;
}

static bool return_personality(const struct event *event, struct out *o)
{
	struct word w;

	spell_personality(&w, (uint32_t)event->rec->ret, o);
	add_number(o->buf, (uint64_t)event->rec->ret);
	strbuf__adds(o->buf, " (");
	strbuf__add(o->buf, w.text, w.len);
	strbuf__addc(o->buf, ')');
	return true;
}

static bool return_prctl(const struct event *event, struct out *o)
{
	const uint64_t ret = (uint64_t)event->rec->ret;

	switch ((uint32_t)event->rec->args[0]) {
	case PR_GET_DUMPABLE:
		strbuf__add_uint(o->buf, ret);
		add_named(o, &syms_dumpable, ret);
		return true;
	case PR_MCE_KILL_GET:
		strbuf__add_uint(o->buf, ret);
		add_named(o, &syms_prctl_mce_policy, ret);
		return true;
	case PR_GET_SECUREBITS:
		add_number(o->buf, ret);
		if (ret && o->consts != OUT_CONSTS_RAW)
			add_named(o, &syms_securebits, ret);
		return true;
	case PR_GET_SPECULATION_CTRL:
		add_number(o->buf, ret);
		if (o->consts != OUT_CONSTS_RAW)
			add_named(o, &syms_prctl_speculation_flags, ret);
		return true;
	default:
		return false;
	}
}

static bool return_ioprio(const struct event *event, struct out *o)
{
	strbuf__add_uint(o->buf, (uint64_t)event->rec->ret);
	if (o->consts == OUT_CONSTS_RAW)
		return true;
	strbuf__adds(o->buf, " (IOPRIO_PRIO_VALUE(");
	add_symbol(o, &syms_ioprio_class, (uint64_t)event->rec->ret >> IOPRIO_CLASS_SHIFT);
	strbuf__addf(o->buf, ", %u))", (unsigned int)(event->rec->ret & IOPRIO_PRIO_MASK));
	return true;
}

static bool return_scheduler(const struct event *event, struct out *o)
{
	strbuf__add_uint(o->buf, (uint64_t)event->rec->ret);
	if (symbols__name(&syms_sched_policy, (uint64_t)event->rec->ret))
		add_named(o, &syms_sched_policy, (uint64_t)event->rec->ret);
	return true;
}

static bool return_time(const struct event *event, struct out *o)
{
	strbuf__add_uint(o->buf, (uint64_t)event->rec->ret);
	return say_seconds(o, event->rec->ret, " (", ")");
}

static bool return_membarrier(const struct event *event, struct out *o)
{
	if ((uint32_t)event->rec->args[0])
		return false;
	add_number(o->buf, (uint64_t)event->rec->ret);
	add_note(o, "", &syms_membarrier_cmds, (uint64_t)event->rec->ret);
	return true;
}

static bool return_clock_state(const struct event *event, struct out *o)
{
	const uint64_t ret = (uint64_t)event->rec->ret;
	const char *name = symbols__name(&syms_clock_state, ret);

	/* strace has no name for it where it did not read the structure. */
	if (!name || o->bare_structs)
		return false;
	strbuf__addf(o->buf, "%llu (%s)", (unsigned long long)ret, name);
	return true;
}

/* The signal that came. */
static bool return_signal(const struct event *event, struct out *o)
{
	strbuf__add_uint(o->buf, (uint64_t)event->rec->ret);
	add_named(o, &syms_signal, (uint64_t)event->rec->ret);
	return true;
}

static void add_mask(struct out *o, const char *label, uint32_t mask)
{
	strbuf__adds(o->buf, label);
	say_signal_set(o, mask, 32);
	strbuf__addc(o->buf, ')');
}

/* Of old 32-bit programs: the handler, or the set of signals, that was there before. */
static bool return_old_signals(const struct event *event, const struct syscall_desc *desc,
			       struct out *o)
{
	const uint32_t ret = (uint32_t)event->rec->ret;

	add_number(o->buf, ret);
	if (is_call(desc, "sgetmask")) {
		add_mask(o, " (mask ", ret);
	} else if (is_call(desc, "ssetmask")) {
		add_mask(o, " (old mask ", ret);
	} else if (symbols__name(&syms_signal_handler, ret)) {
		add_note(o, "", &syms_signal_handler, ret);
	}
	return true;
}

static bool return_thread_area(const struct event *event, struct out *o)
{
	const struct payload *entry = event__entry(event, 0), *exit = event__exit(event, 0);

	if (o->bare_structs || !entry || entry->err || entry->len < 4 || !exit || exit->err ||
	    exit->len < 4 || (int32_t)layout__get(entry->data, 4) != -1)
		return false;
	strbuf__addf(o->buf, "%d (entry_number=%d)", (int)event->rec->ret,
		     (int)layout__get(exit->data, 4));
	return true;
}

/* The kernel returns an unsigned int: strace shows what the C library makes of it, and the error. */
static bool return_modify_ldt(const struct event *event, struct out *o)
{
	const int64_t error = -(int64_t)(int32_t)event->rec->ret;

	if (error <= 0 || error > 4095 || event->rec->abi == AUG_ABI_COMPAT ||
	    !strerrorname_np((int)error))
		return false;
	strbuf__addf(o->buf, "%u %s (%s)", (uint32_t)event->rec->ret, strerrorname_np((int)error),
		     strerrordesc_np((int)error));
	return true;
}

bool strace_special__return(const struct event *event, const struct syscall_desc *desc,
			    struct out *o)
{
	if (is_call(desc, "fcntl") || is_call(desc, "fcntl64"))
		return return_fcntl(event, o);
	if (is_call(desc, "ioctl"))
		return return_ioctl(event, o);
	if (is_call(desc, "personality"))
		return return_personality(event, o);
	if (is_call(desc, "prctl"))
		return return_prctl(event, o);
	if (is_call(desc, "ioprio_get"))
		return return_ioprio(event, o);
	if (is_call(desc, "sched_getscheduler"))
		return return_scheduler(event, o);
	if (is_call(desc, "time"))
		return return_time(event, o);
	if (is_call(desc, "adjtimex") || is_call(desc, "clock_adjtime") ||
	    is_call(desc, "clock_adjtime64"))
		return return_clock_state(event, o);
	if (is_call(desc, "rt_sigtimedwait") || is_call(desc, "rt_sigtimedwait_time64"))
		return return_signal(event, o);
	if (is_call(desc, "membarrier"))
		return return_membarrier(event, o);
	if (is_call(desc, "signal") || is_call(desc, "sgetmask") || is_call(desc, "ssetmask"))
		return return_old_signals(event, desc, o);
	if (is_call(desc, "set_thread_area"))
		return return_thread_area(event, o);
	if (is_call(desc, "modify_ldt"))
		return return_modify_ldt(event, o);
	return false;
}
