// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * told_augmenter.c - an object by perf's contract that says what nobody else would, so that a test
 * sees whose data is shown: a path of its own for openat, an address of its own for connect (with
 * the header of perf 6.12 when HEADER is defined, without as in 6.1), a fault for access, and nothing
 * at all of getpid, which perf then leaves out.
 */
#include <linux/socket.h>
#include <pid_filter.h>

struct arg {
	unsigned int size;
	int err;
	char value[32];
};

struct told {
	struct raw_sys_enter call;
	union {
		struct arg arg;
		struct {
#ifdef HEADER
			unsigned int size;
			int err;
#endif
			unsigned short family;
			unsigned short port;
			unsigned char ip[4];
			char zero[8];
		} address;
	};
};

struct syscall {
	bool enabled;
	u16 string_args_len[6];
};

bpf_map(__augmented_syscalls__, PERF_EVENT_ARRAY, int, u32, __NR_CPUS__);
bpf_map(syscalls, ARRAY, int, struct syscall, 512);
bpf_map(syscalls_sys_enter, PROG_ARRAY, u32, u32, 512);
bpf_map(syscalls_sys_exit, PROG_ARRAY, u32, u32, 512);
pid_filter(pids_filtered);

static __always_inline void tell(struct told *told, const struct raw_sys_enter *ctx)
{
	__builtin_memset(told, 0, sizeof(*told));
	told->call.nr = ctx->nr;
	for (int i = 0; i < 6; i++)
		told->call.args[i] = ctx->args[i];
}

#define SEND(told, last)                                                                 \
	(bpf_perf_event_output(ctx, &__augmented_syscalls__, BPF_F_CURRENT_CPU, &(told), \
			       __builtin_offsetof(struct told, last) + sizeof((told).last)) != 0)

SEC("!syscalls:sys_enter_openat")
int enter_openat(struct raw_sys_enter *ctx)
{
	char text[] = "told by the object";
	struct told told;

	tell(&told, ctx);
	told.arg.size = sizeof(text);
	__builtin_memcpy(told.arg.value, text, sizeof(text));
	return SEND(told, arg);
}

SEC("!syscalls:sys_enter_connect")
int enter_connect(struct raw_sys_enter *ctx)
{
	struct told told;

	tell(&told, ctx);
#ifdef HEADER
	told.address.size = 16;
#endif
	told.address.family = 2;
	told.address.port = 0x0700; /* 7 */
	told.address.ip[0] = 192;
	told.address.ip[2] = 2;
	told.address.ip[3] = 55;
	return SEND(told, address);
}

SEC("!syscalls:sys_enter_access")
int enter_access(struct raw_sys_enter *ctx)
{
	struct told told;

	tell(&told, ctx);
	told.arg.err = -14;
	return SEND(told, arg);
}

SEC("!syscalls:sys_enter_getpid")
int enter_getpid(struct raw_sys_enter *ctx)
{
	return 0;
}

SEC("!raw_syscalls:unaugmented")
int unaugmented(void *ctx)
{
	return 1;
}

SEC("raw_syscalls:sys_enter")
int enter(struct raw_sys_enter *ctx)
{
	if (pid_filter__has_current(&pids_filtered))
		return 0;
	bpf_tail_call(ctx, &syscalls_sys_enter, ctx->nr);
	return 0;
}

SEC("raw_syscalls:sys_exit")
int leave(struct raw_sys_exit *ctx)
{
	if (pid_filter__has_current(&pids_filtered))
		return 0;
	bpf_tail_call(ctx, &syscalls_sys_exit, ctx->nr);
	return 0;
}

license(GPL);
