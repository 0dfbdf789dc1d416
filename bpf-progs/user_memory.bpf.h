/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * user_memory.bpf.h - reading what the pointers of the traced program lead to; a part of engine.bpf.c.
 *
 * Programs of tracing may not wait for a page that is not in memory: the read fails. sys_enter_fault may wait;
 * see fault.bpf.h.
 */
#ifndef PERF_AUGMENT_USER_MEMORY_BPF_H
#define PERF_AUGMENT_USER_MEMORY_BPF_H

#define USER_PAGE 4096ULL

static __always_inline long user__read(void *to, u64 size, u64 from)
{
	long err = bpf_probe_read_user(to, size, (void *)from);

	if (config.may_fault && err)
		err = bpf_copy_from_user(to, size, (void *)from);
	return err;
}

/* Up to @size bytes, at most a page: they are in two. Return: the length with the NUL, or -errno. */
static __always_inline long user__read_str(void *to, u64 size, u64 from)
{
	long n = bpf_probe_read_user_str(to, size, (void *)from);
	u8 byte;

	if (!config.may_fault || n >= 0)
		return n;
	if (bpf_copy_from_user(&byte, sizeof(byte), (void *)from))
		return n;
	n = bpf_probe_read_user_str(to, size, (void *)from);
	if (n >= 0)
		return n;
	bpf_copy_from_user(&byte, sizeof(byte), (void *)((from | (USER_PAGE - 1)) + 1));
	return bpf_probe_read_user_str(to, size, (void *)from);
}

#endif /* PERF_AUGMENT_USER_MEMORY_BPF_H */
