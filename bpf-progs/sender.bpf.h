/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * sender.bpf.h - who sends a signal, in the numbers of who gets it: both may be in namespaces of their own. As
 * __send_signal_locked() of the kernel makes them up for a signal without a siginfo.
 */
#ifndef PERF_AUGMENT_SENDER_BPF_H
#define PERF_AUGMENT_SENDER_BPF_H

/* kernel/user.c: who has no number there */
#define OVERFLOW_UID 65534

/* include/linux/user_namespace.h: as many ranges lie in the map itself; more of them are elsewhere. */
#define UID_EXTENTS_MAX 5

/* Return: the running process's number in @target's pid namespace; 0 when it has none there. */
static __always_inline u32 sender__pid(struct task_struct *target)
{
	const u64 size = bpf_core_type_size(struct upid);
	struct pid *theirs = BPF_CORE_READ(target, thread_pid);
	struct pid *ours = BPF_CORE_READ(current_task(), group_leader, thread_pid);
	const u64 level = BPF_CORE_READ(theirs, level);
	struct upid *seen, *number;

	if (level > BPF_CORE_READ(ours, level))
		return 0;
	/* An index would not do: see visible_pid(). */
	seen = (void *)&theirs->numbers[0] + level * size;
	number = (void *)&ours->numbers[0] + level * size;
	return BPF_CORE_READ(number, ns) == BPF_CORE_READ(seen, ns) ? BPF_CORE_READ(number, nr) : 0;
}

/* Return: the running process's user in @target's user namespace. */
static __always_inline u32 sender__uid(struct task_struct *target)
{
	const u32 uid = bpf_get_current_uid_gid();
	const u64 size = bpf_core_type_size(struct uid_gid_extent);
	struct user_namespace *ns = BPF_CORE_READ(target, real_cred, user_ns);
	const u32 nr = BPF_CORE_READ(ns, uid_map.nr_extents);
	struct uid_gid_extent *extent = &ns->uid_map.extent[0];
	u32 i, first;

	/* With more than fit there the map is in an array that the kernel sorts: they are seldom that many. */
	if (nr > UID_EXTENTS_MAX)
		return uid;
	for (i = 0; i < UID_EXTENTS_MAX; i++) {
		if (i >= nr)
			break;
		first = BPF_CORE_READ(extent, lower_first);
		if (uid - first < BPF_CORE_READ(extent, count))
			return BPF_CORE_READ(extent, first) + (uid - first);
		extent = (void *)extent + size;
	}
	return OVERFLOW_UID;
}

#endif /* PERF_AUGMENT_SENDER_BPF_H */
