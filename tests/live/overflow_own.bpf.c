// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* overflow_own.bpf.c - programs over samples, for overflow_own.sh. */
#include <overflow.h>

enum where { IN_KERNEL, IN_USER };

struct seen {
	u64 ip;
	enum where where;
	u32 user_stack : 1;
	char comm[16];
};

OVERFLOW_COUNTS(by_cpu, u32, 64);
OVERFLOW_COUNTS(by_tgid, u32, 8192);
OVERFLOW_COUNTS(of_watched, u32, 1);
OVERFLOW_STACKS(own_stacks, 1024);

static __always_inline void forward(struct overflow_ctx *ctx)
{
	struct seen seen = { .ip = ctx->regs.ip };

	seen.where = (ctx->regs.cs & 3) == 3 ? IN_USER : IN_KERNEL;
	seen.user_stack = overflow_stack(ctx, &own_stacks, 1) >= 0;
	bpf_get_current_comm(seen.comm, sizeof(seen.comm));
	overflow_forward(ctx, seen);
}

OVERFLOW(one_in_ten)
{
	return overflow_seen() % 10 ? OVERFLOW_DROP : OVERFLOW_KEEP;
}

OVERFLOW(observe)
{
	return OVERFLOW_KEEP;
}

OVERFLOW(replace)
{
	u32 cpu = bpf_get_smp_processor_id();

	overflow_count(&by_cpu, &cpu);
	forward(ctx);
	return OVERFLOW_DROP;
}

OVERFLOW(chain)
{
	forward(ctx);
	return OVERFLOW_KEEP;
}

/*
 * The samples of one process, the first that is called count_work, are records too; no other is kept. All of
 * processes that are called so are counted.
 */
OVERFLOW(only_one)
{
	static u32 watched;
	const u32 tgid = bpf_get_current_pid_tgid() >> 32;
	const char name[] = "count_work";
	char comm[16];
	u32 i;

	bpf_get_current_comm(comm, sizeof(comm));
	for (i = 0; i < sizeof(name) && comm[i] == name[i]; i++)
		;
	if (i == sizeof(name)) {
		overflow_count(&by_tgid, &tgid);
		if (!watched)
			watched = tgid;
	}
	if (!watched || tgid != watched)
		return OVERFLOW_DROP;
	overflow_count(&of_watched, &tgid);
	forward(ctx);
	return OVERFLOW_KEEP;
}

license(GPL);
