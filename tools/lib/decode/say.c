// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * say.c - values that are more than a number, wherever they stand: as an argument, in a structure, in
 * an array. See layouts.h.
 */
#include <linux/ioprio.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "decode.h"
#include "decode_word.h"
#include "layouts.h"
#include "symbols_tables.h"

void say_mode(struct out *o, uint64_t value)
{
	const uint64_t named = value & (S_IFMT | S_ISUID | S_ISGID | S_ISVTX);
	const uint64_t type = value & S_IFMT;
	/* strace says in a comment, too, that there is no name. */
	const bool is_said = named || (o->strace && o->consts == OUT_CONSTS_BOTH);
	struct word w;

	if (!is_said || (type && !symbols__name(&syms_file_type, type))) {
		out__oct(o, (uint16_t)value);
		return;
	}
	word__init(&w);
	if (named) {
		word__add_name(&w, &syms_mknod_mode, named, o->full_names);
		word__add(&w, "|");
	}
	word__add(&w, "0");
	word__add_uint(&w, value & 0777, 8, 2);
	word__say_constant(&w, o, (uint16_t)value, OUT_OCT);
}

void say_beside(struct out *o, const struct symbols *syms, uint64_t value)
{
	const enum out_consts consts = o->consts;

	if (o->strace && consts == OUT_CONSTS_NAMED)
		o->consts = OUT_CONSTS_BOTH;
	out__symbol(o, syms, value);
	o->consts = consts;
}

void say_ioprio(struct out *o, uint64_t value, enum out_base base)
{
	struct word w;

	word__init(&w);
	word__add(&w, "IOPRIO_PRIO_VALUE(");
	word__add_symbol(&w, &syms_ioprio_class, (uint32_t)value >> IOPRIO_CLASS_SHIFT, o);
	word__add(&w, ", ");
	word__add_uint(&w, value & IOPRIO_PRIO_MASK, 10, 1);
	word__add(&w, ")");
	word__say_constant(&w, o, value, base);
}

/* dev_t of the C library, of which the kernel's 32-bit one is the low half. */
void say_dev(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	word__add(&w, "makedev(");
	word__add_hex(&w, (value >> 8 & 0xfff) | (value >> 32 & ~0xfffULL));
	word__add(&w, ", ");
	word__add_hex(&w, (value & 0xff) | (value >> 12 & 0xffffff00));
	word__add(&w, ")");
	word__say_constant(&w, o, value, OUT_HEX);
}

void say_uuid(struct out *o, const uint8_t *id)
{
	static const uint8_t groups[] = { 4, 2, 2, 2, 6 };
	struct word w;

	word__init(&w);
	for (size_t i = 0; i < sizeof(groups); i++) {
		word__add(&w, i ? "-" : "");
		for (size_t n = 0; n < groups[i]; n++)
			word__add_uint(&w, *id++, 16, 2);
	}
	word__say(&w, o);
}

void say_uid(struct out *o, uint64_t value)
{
	if ((uint32_t)value == UINT32_MAX)
		out__sint(o, -1);
	else
		out__uint(o, (uint32_t)value);
}

/* The kernel's numbers: libc keeps the first two real-time signals for itself and renumbers. */
#define KERNEL_SIGRTMIN 32
#define KERNEL_SIGRTMAX 64

static void word__add_signal(struct word *w, uint32_t sig, bool full_names)
{
	if (sig < KERNEL_SIGRTMIN || sig > KERNEL_SIGRTMAX) {
		word__add_name(w, &syms_signal, sig, full_names);
		return;
	}
	word__add(w, full_names ? "SIGRT" : "RT");
	if (sig == KERNEL_SIGRTMIN) {
		word__add(w, "MIN");
	} else {
		word__add(w, "_");
		word__add_uint(w, sig - KERNEL_SIGRTMIN, 10, 1);
	}
}

static bool is_signal(uint64_t value)
{
	return value && (uint32_t)value <= KERNEL_SIGRTMAX;
}

void say_signal(struct out *o, uint64_t value)
{
	struct word w;

	word__init(&w);
	word__add_signal(&w, (uint32_t)value, o->full_names);
	if (is_signal(value))
		word__say_constant(&w, o, value, OUT_DEC);
	else
		word__say(&w, o);
}

/* A set that lacks fewer than a third is said by what it lacks. Names stand without their SIG. */
void say_signal_set(struct out *o, uint64_t set, unsigned int nr_bits)
{
	const uint64_t all = nr_bits == 64 ? UINT64_MAX : (1ULL << nr_bits) - 1;
	const bool invert = (unsigned int)__builtin_popcountll(set & all) >= nr_bits * 2 / 3;
	const uint64_t said = invert ? ~set & all : set & all;
	const enum out_group group = invert ? OUT_SET_NOT : OUT_SET;
	struct word w;

	out__begin(o, group);
	for (unsigned int i = 0; i < nr_bits; i++) {
		if (!(said >> i & 1))
			continue;
		word__init(&w);
		word__add_signal(&w, i + 1, false);
		word__say_constant(&w, o, i + 1, OUT_DEC);
	}
	out__end(o, group);
}

void say_sigset(struct out *o, uint64_t value)
{
	say_signal_set(o, value, 64);
}

static void word__add_ended(struct word *w, int status, bool full_names)
{
	if (WIFEXITED(status)) {
		word__add(w, "{WIFEXITED(s) && WEXITSTATUS(s) == ");
		word__add_dec(w, WEXITSTATUS(status));
	} else {
		word__add(w, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
		word__add_signal(w, (uint32_t)WTERMSIG(status), full_names);
		if (WCOREDUMP(status))
			word__add(w, " && WCOREDUMP(s)");
	}
}

static void say_member_signal(struct out *o, const char *name, int sig)
{
	out__member(o, name);
	say_signal(o, (uint64_t)sig);
}

static void say_wait_parts(struct out *o, int status)
{
	const uint64_t event = (unsigned int)status >> 16;

	out__begin(o, OUT_OBJECT);
	if (WIFCONTINUED(status)) {
		out__member(o, "continued");
		out__bool(o, true);
	} else if (WIFSTOPPED(status)) {
		say_member_signal(o, "stopped", WSTOPSIG(status) & 0x7f);
		if (WSTOPSIG(status) & 0x80) {
			out__member(o, "syscall");
			out__bool(o, true);
		}
	} else if (WIFEXITED(status)) {
		out__member(o, "exited");
		out__sint(o, WEXITSTATUS(status));
	} else {
		say_member_signal(o, "signaled", WTERMSIG(status));
		if (WCOREDUMP(status)) {
			out__member(o, "core");
			out__bool(o, true);
		}
	}
	if (event) {
		out__member(o, "event");
		out__symbol(o, &syms_ptrace_event, event);
	}
	out__end(o, OUT_OBJECT);
}

/* In the words of wait(2). */
void say_wait_status(struct out *o, uint64_t value)
{
	const int status = (int)value;
	struct word w;

	if (o->typed) {
		say_wait_parts(o, status);
		return;
	}
	word__init(&w);
	if (WIFCONTINUED(status)) {
		word__add(&w, "{WIFCONTINUED(s)");
	} else if (WIFSTOPPED(status)) {
		word__add(&w, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
		word__add_signal(&w, (uint32_t)WSTOPSIG(status) & 0x7f, o->full_names);
		if (WSTOPSIG(status) & 0x80)
			word__add(&w, " | 0x80");
	} else {
		word__add_ended(&w, status, o->full_names);
	}
	word__add(&w, "}");
	if ((unsigned int)status >> 16) {
		word__add(&w, "|");
		word__add_symbol(&w, &syms_ptrace_event, (unsigned int)status >> 16, o);
		word__add(&w, "<<16");
	}
	word__say(&w, o);
}

/*
 * A negative clock id is the complement of a pid or descriptor above three bits: bit 2 tells a
 * thread from a process, the low two are the kind of time, and 3 is the clock of a descriptor.
 */
#define DYNAMIC_CLOCK_SHIFT 3
#define DYNAMIC_CLOCK_MASK 7
#define DYNAMIC_CLOCK_FD 3
#define DYNAMIC_CLOCK_THREAD 4

void say_clockid(struct out *o, uint64_t value)
{
	static const char *const kinds[] = { "CPUCLOCK_PROF", "CPUCLOCK_VIRT", "CPUCLOCK_SCHED",
					     "CPUCLOCK_MAX" };
	const int32_t id = (int32_t)value;
	struct word w;

	if (id >= 0 || o->strace) {
		out__symbol(o, &syms_clockid, value);
		return;
	}
	word__init(&w);
	if ((id & DYNAMIC_CLOCK_MASK) == DYNAMIC_CLOCK_FD) {
		word__add(&w, "FD_TO_CLOCKID(");
		word__add_dec(&w, ~id >> DYNAMIC_CLOCK_SHIFT);
	} else {
		word__add(&w, id & DYNAMIC_CLOCK_THREAD ? "MAKE_THREAD_CPUCLOCK("
							: "MAKE_PROCESS_CPUCLOCK(");
		word__add_dec(&w, ~id >> DYNAMIC_CLOCK_SHIFT);
		word__add(&w, ", ");
		word__add(&w, kinds[id & (DYNAMIC_CLOCK_THREAD - 1)]);
	}
	word__add(&w, ")");
	word__say(&w, o);
}

/* Limits are mostly round: 8192*1024. */
static void say_limit(struct out *o, uint64_t value, uint64_t infinity, const char *name)
{
	struct word w;

	word__init(&w);
	if (value == infinity) {
		word__add(&w, name);
	} else if (value > 1024 && !(value % 1024)) {
		word__add_uint(&w, value / 1024, 10, 1);
		word__add(&w, "*1024");
	}
	if (!w.len || o->consts != OUT_CONSTS_NAMED)
		out__uint(o, value);
	if (w.len && o->consts == OUT_CONSTS_BOTH)
		out__comment(o, w.text, w.len);
	else if (w.len && o->consts == OUT_CONSTS_NAMED && value == infinity)
		word__say(&w, o);
	else if (w.len && o->consts == OUT_CONSTS_NAMED)
		word__say_spelled(&w, o, value);
}

void say_rlim(struct out *o, uint64_t value)
{
	say_limit(o, value, UINT64_MAX, "RLIM64_INFINITY");
}

void say_rlim32(struct out *o, uint64_t value)
{
	say_limit(o, value, UINT32_MAX, "RLIM_INFINITY");
}

void say_capset(struct out *o, uint64_t value)
{
	const uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32);
	char text[2 * SYMBOLS_TEXT_MAX];
	size_t len;

	if (!o->strace || !high) {
		out__symbol(o, &syms_capability_mask, value);
		return;
	}
	len = low ? out__spell(o, &syms_capability_mask, low, text, SYMBOLS_TEXT_MAX) : 0;
	if (low)
		text[len++] = '|';
	len += out__spell(o, &syms_capability_high, high, text + len, SYMBOLS_TEXT_MAX);
	out__word(o, text, len);
}

/* In network order, as it is in memory. */
void say_ipv4(struct out *o, uint64_t value)
{
	const uint8_t bytes[] = { (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
				  (uint8_t)(value >> 24) };

	decode__inet(bytes, 4, o);
}

void say_handler(struct out *o, uint64_t value)
{
	if (symbols__name(&syms_signal_handler, value))
		out__symbol(o, &syms_signal_handler, value);
	else
		out__ptr(o, value);
}
