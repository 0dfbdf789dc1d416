// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* decode_ptrace.c - arguments of ptrace: places in struct user, sets of registers, states of calls. */
#include "decode.h"

#include <elf.h>
#include <linux/filter.h>
#include <linux/ptrace.h>
#include <stddef.h>
#include <sys/user.h>

#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"
#include "util.h"

/* ---- struct user ---- */

static const char *const user_regs64[] = { "R15", "R14",      "R13", "R12", "RBP", "RBX", "R11",
					   "R10", "R9",	      "R8",  "RAX", "RCX", "RDX", "RSI",
					   "RDI", "ORIG_RAX", "RIP", "CS",  "EFL", "RSP", "SS" };
static const char *const user_regs32[] = { "EBX", "ECX", "EDX", "ESI",	"EDI", "EBP",
					   "EAX", "DS",	 "ES",	"FS",	"GS",  "ORIG_EAX",
					   "EIP", "CS",	 "EFL", "UESP", "SS" };

#define MEMBER(m)                            \
	{                                    \
#m, offsetof(struct user, m) \
	}
/* In the order of their places; what is before the first is registers. */
static const struct {
	const char *name;
	size_t off;
} user_members[] = {
	MEMBER(u_fpvalid),
	MEMBER(i387),
	MEMBER(u_tsize),
	MEMBER(u_dsize),
	MEMBER(u_ssize),
	MEMBER(start_code),
	{ "start_stack", offsetof(struct user, start_stack) },
	MEMBER(signal),
	MEMBER(reserved),
	MEMBER(u_ar0),
	MEMBER(u_fpstate),
	MEMBER(magic),
	MEMBER(u_comm),
	MEMBER(u_debugreg),
};

static void add_beyond(struct word *w, uint64_t bytes)
{
	if (!bytes)
		return;
	word__add(w, "+");
	word__add_uint(w, bytes, 10, 1);
}

static void add_register(struct word *w, bool compat, uint64_t off)
{
	const uint64_t word = compat ? 4 : 8;
	const uint64_t nr = compat ? ARRAY_SIZE(user_regs32) : ARRAY_SIZE(user_regs64);
	const uint64_t at = MIN(off / word, nr - 1);

	word__add(w, compat ? "4*" : "8*");
	word__add(w, compat ? user_regs32[at] : user_regs64[at]);
	add_beyond(w, off - at * word);
}

static void add_member(struct word *w, uint64_t off)
{
	size_t i = ARRAY_SIZE(user_members) - 1;

	if (off == sizeof(struct user)) {
		word__add(w, "sizeof(struct user)");
		return;
	}
	while (i && user_members[i].off > off)
		i--;
	word__add(w, "offsetof(struct user, ");
	word__add(w, user_members[i].name);
	word__add(w, ")");
	add_beyond(w, off - user_members[i].off);
}

static void decode_user_offset(const struct arg *arg, struct out *o)
{
	const bool compat = arg__is_compat(arg);
	struct word w;

	/* struct user of i386 is 284 bytes, of which the registers are the first 68. */
	if (arg->value >
	    (compat ? sizeof(user_regs32) / sizeof(char *) * 4 : sizeof(struct user))) {
		out__hex(o, arg->value);
		return;
	}
	word__init(&w);
	if (compat || arg->value < user_members[0].off)
		add_register(&w, compat, arg->value);
	else
		add_member(&w, arg->value);
	word__say_constant(&w, o, arg->value, OUT_HEX);
}

/* ---- sets of registers ---- */

static const struct layout *regs_of(const struct arg *arg)
{
	switch ((uint32_t)arg->event->rec->args[2]) {
	case NT_PRSTATUS:
		return layout__of(&layout_user_regs, arg__is_compat(arg));
	case NT_FPREGSET:
		return layout__of(&layout_user_fpregs, arg__is_compat(arg));
	default:
		return NULL;
	}
}

static void say_regs(const struct arg *arg, uint64_t addr, uint64_t len, bool at_exit,
		     struct out *o)
{
	const struct layout *l = regs_of(arg);
	struct payload p;
	struct blob b;

	/* The kernel takes whole registers. */
	if (!l || len % (arg__is_compat(arg) ? 4 : 8) ||
	    !event__part(arg->event, arg->idx, at_exit ? AUG_P_EXIT : 0, AUG_PART_ITEM, 0, &p)) {
		out__ptr(o, addr);
		return;
	}
	if (p.err) {
		out__fault(o, addr, p.err);
		return;
	}
	b = arg__blob(arg, &p);
	b.addr = addr;
	/* As many as were asked for, each a member, is all of them. */
	b.is_whole = o->strace && b.len >= len && (uint32_t)arg->event->rec->args[2] == NT_PRSTATUS;
	b.cut |= len > l->size;
	b.len = MIN(b.len, (size_t)len);
	layout__say(l, &b, o);
}

static void say_regset(const struct arg *arg, const struct payload *entry,
		       const struct payload *exit, bool is_read, struct out *o)
{
	const size_t word = arg__is_compat(arg) ? 4 : 8;
	const struct payload *last = exit ? exit : entry;
	uint64_t addr, before, after;

	if (entry->len < 2 * word || last->len < 2 * word) {
		out__ptr(o, arg->value);
		return;
	}
	addr = layout__get(entry->data, word);
	before = layout__get(entry->data + word, word);
	after = layout__get(last->data + word, word);
	out__begin(o, OUT_OBJECT);
	out__member(o, "iov_base");
	if (is_read && !exit)
		out__ptr(o, addr);
	else
		say_regs(arg, addr, is_read ? after : before, is_read, o);
	out__member(o, "iov_len");
	if (before != after) {
		out__begin(o, OUT_CHANGE);
		out__uint(o, before);
		out__uint(o, after);
		out__end(o, OUT_CHANGE);
	} else {
		out__uint(o, after);
	}
	out__end(o, OUT_OBJECT);
}

static void decode_regset(const struct arg *arg, struct out *o, bool is_read)
{
	const struct payload *entry = event__entry(arg->event, arg->idx);
	const struct payload *exit = event__exit(arg->event, arg->idx);

	if (!entry)
		out__ptr(o, arg->value);
	else if (entry->err)
		out__fault(o, arg->value, entry->err);
	else
		say_regset(arg, entry, exit && !exit->err ? exit : NULL, is_read, o);
}

static void decode_regset_in(const struct arg *arg, struct out *o)
{
	decode_regset(arg, o, false);
}

static void decode_regset_out(const struct arg *arg, struct out *o)
{
	decode_regset(arg, o, true);
}

/* ---- PTRACE_GET_SYSCALL_INFO ---- */

static bool has_up_to(const struct blob *b, size_t off, size_t size)
{
	return b->len >= off + size;
}

#define HAS(b, m)                                             \
	has_up_to(b, offsetof(struct ptrace_syscall_info, m), \
		  sizeof(((struct ptrace_syscall_info *)NULL)->m))
#define GET(b, m)                                                        \
	layout__get((b)->data + offsetof(struct ptrace_syscall_info, m), \
		    sizeof(((struct ptrace_syscall_info *)NULL)->m))

static void say_number(uint64_t nr, uint64_t arch, struct out *o)
{
	const struct syscall_desc *desc = syscalls__get(
		arch == 0xc000003e /* AUDIT_ARCH_X86_64 */ ? AUG_ABI_NATIVE : AUG_ABI_COMPAT,
		nr < AUG_NR_SYSCALLS ? (unsigned int)nr : AUG_NR_SYSCALLS);
	struct word w;

	if (!desc) {
		out__uint(o, nr);
		return;
	}
	word__init(&w);
	word__add(&w, "__NR_");
	word__add(&w, desc->name);
	word__say_constant(&w, o, nr, OUT_DEC);
}

static void say_entered(const struct blob *b, const char *name, bool is_seccomp, struct out *o)
{
	const size_t args = offsetof(struct ptrace_syscall_info, entry.args);
	const size_t nr_args = b->len > args ? MIN((b->len - args) / 8, (size_t)AUG_MAX_ARGS) : 0;
	const size_t shown = o->verbose ? nr_args
					: MIN(nr_args, out__elements_max(o, AUG_MAX_ARGS));

	out__member(o, name);
	out__begin(o, OUT_OBJECT);
	out__member(o, "nr");
	say_number(GET(b, entry.nr), GET(b, arch), o);
	if (nr_args) {
		out__member(o, "args");
		out__begin(o, OUT_ARRAY);
		for (size_t i = 0; i < shown; i++) {
			const uint64_t value = layout__get(b->data + args + 8 * i, 8);

			if (value)
				out__hex(o, value);
			else
				out__uint(o, 0);
		}
		if (shown < nr_args)
			out__more(o, o->strace ? 0 : nr_args - shown);
		out__end(o, OUT_ARRAY);
	}
	if (is_seccomp && HAS(b, seccomp.ret_data)) {
		out__member(o, "ret_data");
		out__uint(o, GET(b, seccomp.ret_data));
	}
	out__end(o, OUT_OBJECT);
}

static void say_left(const struct blob *b, struct out *o)
{
	out__member(o, "exit");
	out__begin(o, OUT_OBJECT);
	out__member(o, "rval");
	if (HAS(b, exit.is_error) && GET(b, exit.is_error))
		say_errno_status(o, GET(b, exit.rval));
	else
		out__sint(o, (int64_t)GET(b, exit.rval));
	if (HAS(b, exit.is_error)) {
		out__member(o, "is_error");
		out__uint(o, GET(b, exit.is_error));
	}
	out__end(o, OUT_OBJECT);
}

static void say_info(const struct blob *b, struct out *o)
{
	const uint64_t op = GET(b, op);

	out__member(o, "op");
	out__symbol(o, &syms_ptrace_syscall_info, op);
	if (HAS(b, arch)) {
		out__member(o, "arch");
		out__symbol(o, &syms_audit_arch, GET(b, arch));
	}
	if (HAS(b, instruction_pointer)) {
		out__member(o, "instruction_pointer");
		out__ptr(o, GET(b, instruction_pointer));
	}
	if (HAS(b, stack_pointer)) {
		out__member(o, "stack_pointer");
		out__ptr(o, GET(b, stack_pointer));
	}
	/* Of all three the first member has 8 bytes. */
	if (!HAS(b, entry.nr))
		return;
	if (op == PTRACE_SYSCALL_INFO_ENTRY)
		say_entered(b, "entry", false, o);
	else if (op == PTRACE_SYSCALL_INFO_SECCOMP)
		say_entered(b, "seccomp", true, o);
	else if (op == PTRACE_SYSCALL_INFO_EXIT)
		say_left(b, o);
}

/* The kernel returns how much there is, and writes no more than the argument before it says. */
static void say_syscall_info(const struct arg *arg, const struct payload *p, struct out *o)
{
	struct blob b = arg__blob(arg, p);

	b.len = (size_t)MIN((uint64_t)b.len, arg->event->rec->args[2]);
	if (!b.len) {
		out__ptr(o, arg->value);
		return;
	}
	out__begin(o, OUT_OBJECT);
	say_info(&b, o);
	out__end(o, OUT_OBJECT);
}

static void decode_syscall_info(const struct arg *arg, struct out *o)
{
	arg__say_sides(arg, o, say_syscall_info);
}

/* The result counts instructions. As what seccomp is given they are told where all is asked for. */
static void decode_seccomp_code(const struct arg *arg, struct out *o)
{
	if (o->verbose || o->typed)
		arg__say_sides(arg, o, arg__say_array);
	else
		out__ptr(o, arg->value);
}

const struct arg_type arg_user_offset = { .name = "user_offset", .decode = decode_user_offset };
const struct arg_type arg_regset_in = {
	.name = "regset_in",
	.decode = decode_regset_in,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT, /* how much the kernel took */
	.needs_layout = true,
};
const struct arg_type arg_regset_out = {
	.name = "regset_out",
	.decode = decode_regset_out,
	.capture = AUG_CAP_BYTES,
	.when = AUG_AT_ENTER | AUG_AT_EXIT,
	.needs_layout = true,
};
const struct arg_type arg_syscall_info = {
	.name = "syscall_info",
	.decode = decode_syscall_info,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
	.size = sizeof(struct ptrace_syscall_info),
};
const struct arg_type arg_seccomp_code = {
	.name = "seccomp_code",
	.decode = decode_seccomp_code,
	.capture = AUG_CAP_BUF,
	.when = AUG_AT_EXIT,
	.unit = sizeof(struct sock_filter),
	.size = BPF_CODE_MAX,
	.needs_layout = true,
};
