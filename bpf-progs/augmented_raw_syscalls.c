/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives stock `perf trace` (5.4 to 6.5, made for Debian 12's 6.1) what it cannot read by itself:
 * the strings and socket addresses behind the pointers of system calls.
 *
 *	perf trace -e augmented_raw_syscalls.o,openat cat /etc/hostname
 *
 * or for every run, in ~/.perfconfig: [trace] add_events = /path/augmented_raw_syscalls.o
 *
 * perf finds maps and programs by the names used here and fills the maps before it starts. For each
 * call this object sends perf the arguments followed by one record per string, or by the address;
 * what perf prints of that is perf's. Returning 0 drops perf's own sample of the call, returning 1
 * keeps it.
 *
 * Needs Linux 5.5 (bpf_probe_read_user_str); depends on neither the kernel it is built on nor the
 * number of CPUs. Our own tracer does not use this file.
 */

#include <linux/socket.h>
#include <pid_filter.h>

#define NR_ARGS 6
#define NR_SYSCALLS 512
#define STRING_MAX 4096 /* PATH_MAX: 4095 bytes and the NUL */
#define STRINGS_MAX 3	/* of one call; perf 6.1 prints two at most */
#define AF_LOCAL 1
#define FAMILY_UNREADABLE 0xffff /* not a family: perf prints it as the number 65535 */

/*
 * How perf describes a system call to us. Both members are perf's to write: is it traced, and which
 * arguments will it print as a string (non-zero, in bytes)?
 */
struct syscall {
	bool enabled;
	u16 string_args_len[NR_ARGS];
};

/* One string, as perf reads it: `size` bytes of value are there, the NUL included. */
struct augmented_arg {
	u32 size;
	s32 err;
	char value[STRING_MAX];
};

struct augmented_payload {
	struct raw_sys_enter call;
	union {
		char strings[STRINGS_MAX * sizeof(struct augmented_arg)];
		struct {
			struct sockaddr_storage addr;
			u64 end; /* zero: perf prints the path of a unix socket up to a NUL */
		};
	};
	/*
	 * Bytes of strings filled, and the arguments to read. Here and not in registers: of what
	 * comes from a map the verifier knows nothing, so it need not check every way to get to a
	 * string by itself (300,000 instructions, or 3,300).
	 */
	volatile u64 strings_used;
	volatile u32 string_args;
};

bpf_map(__augmented_syscalls__, PERF_EVENT_ARRAY, int, u32, __NR_CPUS__);
bpf_map(syscalls, ARRAY, int, struct syscall, NR_SYSCALLS);
bpf_map(syscalls_sys_enter, PROG_ARRAY, u32, u32, NR_SYSCALLS);
bpf_map(syscalls_sys_exit, PROG_ARRAY, u32, u32, NR_SYSCALLS);
bpf_map(augmented_args_tmp, PERCPU_ARRAY, int, struct augmented_payload, 1);
pid_filter(pids_filtered);

/* --- Which calls perf wants ------------------------------------------------------------------- */

/*
 * perf 6.1 has numbers up to 450 in its table, but fills the maps only for the first so many
 * numbers as the table has entries (362 on x86-64, which has a hole at 335-423), and so forgets the
 * newest calls unless they are named with -e. From this number on they are the same everywhere.
 */
#define FIRST_FORGOTTEN 424

static __always_inline bool syscall__enabled(int nr)
{
	struct syscall *sc = bpf_map_lookup_elem(&syscalls, &nr);

	return sc && sc->enabled;
}

/*
 * Does perf trace everything but what -e excludes? Told by numbers that no call of the
 * architecture has, for nobody can have named them: 335 on x86-64; on arm64, where perf does not
 * get as far as 335, those from 244 to 259 (on x86-64 three calls that few patterns share).
 */
static __always_inline bool perf_wants_the_rest(void)
{
	return syscall__enabled(335) ||
	       (syscall__enabled(244) && syscall__enabled(251) && syscall__enabled(259));
}

static __always_inline bool syscall__is_wanted(int nr)
{
	if (syscall__enabled(nr))
		return true;
	return nr >= FIRST_FORGOTTEN && perf_wants_the_rest();
}

/* The arguments of forgotten calls that perf 6.1 prints as strings, one bit for each. */
static __always_inline u32 forgotten_string_args(int nr)
{
	switch (nr) {
	case 430: /* fsopen */
		return 1 << 0;
	case 428: /* open_tree */
	case 433: /* fspick */
	case 437: /* openat2 */
	case 439: /* faccessat2 */
	case 442: /* mount_setattr */
		return 1 << 1;
	case 429: /* move_mount */
		return 1 << 1 | 1 << 3;
	}
	return 0;
}

static __always_inline u32 string_args(int nr)
{
	struct syscall *sc = bpf_map_lookup_elem(&syscalls, &nr);
	u32 args = 0;

	if (sc && sc->enabled) {
		for (int i = 0; i < NR_ARGS; i++)
			args |= (sc->string_args_len[i] != 0) << i;
	} else if (nr >= FIRST_FORGOTTEN) {
		args = forgotten_string_args(nr);
		if (args && !perf_wants_the_rest())
			args = 0;
	}
	return args;
}

/* --- Payload ---------------------------------------------------------------------------------- */

/*
 * Keeps the compiler from computing with anything but the value just compared: clang 16 and later
 * else compare one register and pass another, and the verifier knows no bound for that one. 64
 * bits wide because a bound on the lower half alone does not survive either.
 */
#define opaque(var) asm volatile("" : "+r"(var))

static __always_inline struct augmented_payload *payload__start(const struct raw_sys_enter *ctx)
{
	int key = 0;
	struct augmented_payload *p = bpf_map_lookup_elem(&augmented_args_tmp, &key);

	if (!p)
		return NULL;
	p->call.common = 0;
	p->call.nr = ctx->nr;
	for (int i = 0; i < NR_ARGS; i++)
		p->call.args[i] = ctx->args[i];
	return p;
}

/* Fails in a process that perf does not follow, or with no room left: then keep perf's sample. */
static __always_inline int payload__send(void *ctx, struct augmented_payload *p, u64 size)
{
	return bpf_perf_event_output(ctx, &__augmented_syscalls__, BPF_F_CURRENT_CPU, p, size) != 0;
}

#define FAULT_TEXT "<fault at 0x0000000000000000>"

/* perf 6.1 looks at no error code, so the reason has to be in the string. */
static __always_inline void augmented_arg__set_fault(struct augmented_arg *arg, u64 ptr, long err)
{
	const u32 last_digit = sizeof(FAULT_TEXT) - 3;

	__builtin_memcpy(arg->value, FAULT_TEXT, sizeof(FAULT_TEXT));
	for (u32 i = 0; i < 16; i++) {
		u32 digit = ptr >> (4 * i) & 0xf;

		/* (digit + 6) >> 4 is digit > 9 without a branch for the verifier to follow. */
		arg->value[last_digit - i] = '0' + digit + ((digit + 6) >> 4) * ('a' - '0' - 10);
	}
	arg->size = sizeof(FAULT_TEXT);
	arg->err = err;
}

/* Appends the string at @ptr. */
static __always_inline void payload__add_string(struct augmented_payload *p, u64 ptr)
{
	u64 used = p->strings_used;
	struct augmented_arg *arg;
	long len;

	opaque(used);
	if (used > sizeof(p->strings) - sizeof(*arg))
		return;
	arg = (void *)&p->strings[used];

	len = bpf_probe_read_user_str(arg->value, sizeof(arg->value), (void *)ptr);
	if (len > 0) {
		arg->size = len;
		arg->err = 0;
	} else {
		augmented_arg__set_fault(arg, ptr, len);
		len = sizeof(FAULT_TEXT);
	}
	p->strings_used = used + offsetof(struct augmented_arg, value) + len;
}

/*
 * perf takes a record for each string argument it prints, in their order, and prints none for a
 * NULL pointer (unless told to by trace.show_zeros): so no record for NULL either.
 */
static __always_inline int send_strings(struct raw_sys_enter *ctx, u32 args)
{
	struct augmented_payload *p = payload__start(ctx);
	u64 used;

	if (!p)
		return 1;
	p->strings_used = 0;
	p->string_args = args;
	for (int i = 0; i < NR_ARGS; i++) {
		if (p->string_args & 1 << i && p->call.args[i])
			payload__add_string(p, p->call.args[i]);
	}
	used = p->strings_used;
	if (!used)
		return 1;
	opaque(used);
	if (used > sizeof(p->strings))
		used = sizeof(p->strings);
	return payload__send(ctx, p, sizeof(p->call) + used);
}

/*
 * @len is an int to the kernel, which refuses what is negative or above 128. Addresses go to perf
 * without a header and always at full size, zero behind what the process passed.
 */
static __always_inline int send_sockaddr(struct raw_sys_enter *ctx, u64 ptr, u64 len)
{
	struct augmented_payload *p;
	long err = -1;

	if (!ptr)
		return 1;
	p = payload__start(ctx);
	if (!p)
		return 1;
	__builtin_memset(&p->addr, 0, sizeof(p->addr));
	p->end = 0;

	len &= 0xffffffff;
	opaque(len);
	if (len > sizeof(p->addr))
		len = sizeof(p->addr);
	if (len >= sizeof(p->addr.ss_family))
		err = bpf_probe_read_user(&p->addr, len, (void *)ptr);
	if (err)
		p->addr.ss_family = FAMILY_UNREADABLE;
	/* An abstract name starts with a NUL, where perf would stop: show "@name". */
	else if (p->addr.ss_family == AF_LOCAL && len > 3 && !p->addr.__data[0])
		p->addr.__data[0] = '@';
	return payload__send(ctx, p, offsetof(struct augmented_payload, end) + sizeof(p->end));
}

/* --- Programs --------------------------------------------------------------------------------- */

SEC("raw_syscalls:sys_enter")
int sys_enter(struct raw_sys_enter *ctx)
{
	int nr = ctx->nr;
	u32 args;

	if (pid_filter__has_current(&pids_filtered))
		return 0;
	args = string_args(nr);
	if (args)
		return send_strings(ctx, args);
	bpf_tail_call(ctx, &syscalls_sys_enter, nr);
	/* No program for it: perf does not trace the call, or forgot it. */
	return syscall__is_wanted(nr);
}

SEC("raw_syscalls:sys_exit")
int sys_exit(struct raw_sys_exit *ctx)
{
	int nr = ctx->nr;

	if (pid_filter__has_current(&pids_filtered))
		return 0;
	bpf_tail_call(ctx, &syscalls_sys_exit, nr);
	return syscall__is_wanted(nr);
}

/* perf enters this one for every traced call that has no program below. */
SEC("!raw_syscalls:unaugmented")
int syscall_unaugmented(void *ctx __maybe_unused)
{
	return 1;
}

SEC("!syscalls:sys_enter_connect")
int sys_enter_connect(struct raw_sys_enter *ctx)
{
	return send_sockaddr(ctx, ctx->args[1], ctx->args[2]);
}

SEC("!syscalls:sys_enter_bind")
int sys_enter_bind(struct raw_sys_enter *ctx)
{
	return send_sockaddr(ctx, ctx->args[1], ctx->args[2]);
}

SEC("!syscalls:sys_enter_sendto")
int sys_enter_sendto(struct raw_sys_enter *ctx)
{
	return send_sockaddr(ctx, ctx->args[4], ctx->args[5]);
}

/*
 * What these point to the kernel writes, so there is nothing to read on entry, and on exit perf 6.1
 * prints but the return value. Without programs of their own perf would give them the ones above,
 * whose pointers have the same types.
 */
#define NOTHING_TO_READ(name)                          \
	SEC("!syscalls:sys_enter_" #name)              \
	int sys_enter_##name(void *ctx __maybe_unused) \
	{                                              \
		return 1;                              \
	}
NOTHING_TO_READ(accept)
NOTHING_TO_READ(accept4)
NOTHING_TO_READ(getpeername)
NOTHING_TO_READ(getsockname)
NOTHING_TO_READ(recvfrom)

license(GPL);
