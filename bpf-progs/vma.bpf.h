/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * vma.bpf.h - which mapping of the current task an address is in, and which file that is of.
 *
 * Minimum kernel: 5.10. bpf_find_vma() (5.17) takes the lock of the mappings, and gives it back from
 * an interrupt of its own, which alone takes microseconds; it gives up when the lock is taken, and in
 * an NMI. So the kernel's tree is read here without a lock: the maple tree since 6.1, which is made
 * for that, the red-black tree before. A mapping that is found is looked at whether it has the
 * address: what changes at that moment is not found, never taken for another one.
 */
#ifndef PERF_AUGMENT_VMA_BPF_H
#define PERF_AUGMENT_VMA_BPF_H

#include "kernel.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#define VMA_PAGE_SHIFT 12
/*
 * linux/maple_tree.h: a node is 256 bytes, at a multiple of that; the rest of its address says what
 * it is.
 */
#define MAPLE_NODE_SIZE 256
#define MAPLE_ROOT_IS_NODE 2
#define MAPLE_LEAF_64 1
#define MAPLE_ARANGE_64 3
/* linux/fs.h: FMODE_BACKING before 6.14, and since then. */
#define VMA_BACKING_OLD (1U << 25)
#define VMA_BACKING (1U << 24)
#define VMA_LINUX_6_14 (6 << 16 | 14 << 8)
#define MAPLE_LEVELS 8
#define RB_LEVELS 40
/* Answers that are kept on each CPU, by bits of the address; a power of two. */
#define VMA_FOUND 16
#define VMA_FOUND_SHIFT 16

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct super_block {
	u32 s_dev;
};

struct inode {
	unsigned long i_ino;
	struct super_block *i_sb;
};

struct file___vma {
	struct inode *f_inode;
	unsigned int f_mode;
};

struct dentry___vma {
	struct inode *d_inode;
};

struct path___vma {
	struct dentry___vma *dentry;
};

/* The file of an overlay's lower layer; what was opened is user_path (6.8). */
struct backing_file {
	struct file___vma file;
	struct path___vma user_path;
};

struct rb_node {
	struct rb_node *rb_right;
	struct rb_node *rb_left;
};

struct rb_root {
	struct rb_node *rb_node;
};

struct vm_area_struct {
	unsigned long vm_start;
	unsigned long vm_end;
	unsigned long vm_pgoff;
	struct file___vma *vm_file;
	struct rb_node vm_rb; /* before 6.1 */
};

struct maple_range_64 {
	unsigned long pivot[15];
	void *slot[16];
};

struct maple_arange_64 {
	unsigned long pivot[9];
	void *slot[10];
};

struct maple_tree {
	void *ma_root;
};

struct mm_struct___tree {
	struct maple_tree mm_mt; /* 6.1 */
	struct rb_root mm_rb;	 /* before */
};

/* Counts the changes of mappings: a number since 6.4, a seqcount since 6.13. */
struct mm_struct___lock_seq {
	int mm_lock_seq;
};

struct vma_seqcount {
	unsigned int sequence;
};

struct mm_struct___lock_seqcount {
	struct vma_seqcount mm_lock_seq;
};

struct task_struct___exec {
	u64 self_exec_id;
};

#pragma clang attribute pop

/**
 * struct vma_hit - the mapping that vma__find() found, of addresses from @start to before @end.
 * @dev, @ino: its file, as /proc/PID/maps has it; 0 of none. @shift: what makes an address an offset.
 */
struct vma_hit {
	u64 start;
	u64 end;
	u64 ino;
	u64 shift;
	u32 dev;
	u32 pad;
};

/**
 * struct vma_era - the time in which an answer holds: of a memory, of the program in it (another one
 * may get the same struct mm_struct later), until its mappings are changed.
 */
struct vma_era {
	u64 mm;
	u64 exec;
	u32 tgid;
	u32 changes;
	u64 known; /* 0 where the kernel does not count changes */
};

struct vma_found {
	struct vma_era era;
	struct vma_hit hit;
};

struct vma_scratch {
	u64 node[MAPLE_NODE_SIZE / 8];
	struct vma_hit hit;
	struct vma_found found[VMA_FOUND];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct vma_scratch);
} vma_scratch SEC(".maps");

static __always_inline struct vma_scratch *vma_scratch__get(void)
{
	u32 zero = 0;

	return bpf_map_lookup_elem(&vma_scratch, &zero);
}

/*
 * One level down: what @entry, a node, has for @addr. A global function: the verifier looks at it
 * once, and not at each way out of the loop for each level.
 */
__noinline u64 vma_maple_step(u64 entry, u64 addr)
{
	struct vma_scratch *s = vma_scratch__get();
	u32 slots, i;
	u64 pivot;

	if (!s || !bpf_core_type_exists(struct maple_range_64))
		return 0;
	if (bpf_probe_read_kernel(s->node, sizeof(s->node),
				  (void *)(entry & ~(u64)(MAPLE_NODE_SIZE - 1))))
		return 0;
	slots = bpf_core_field_offset(struct maple_range_64, slot) / 8;
	if (((entry >> 3) & 15) == MAPLE_ARANGE_64)
		slots = bpf_core_field_offset(struct maple_arange_64, slot) / 8;
	/* Behind the parent, the last address of each slot but the last one; 0 where there are fewer. */
	for (i = 1; i < 16; i++) {
		if (i >= slots)
			break;
		pivot = s->node[i];
		if (pivot >= addr || (!pivot && i > 1))
			break;
	}
	return s->node[(slots + i - 1) & (MAPLE_NODE_SIZE / 8 - 1)];
}

static __always_inline bool is_maple_leaf(u64 entry)
{
	return ((entry >> 3) & 15) <= MAPLE_LEAF_64;
}

static __always_inline u64 find_in_maple(struct mm_struct___tree *mm, u64 addr)
{
	u64 entry = (u64)BPF_CORE_READ(mm, mm_mt.ma_root);
	bool is_leaf = false;
	int i;

	if ((entry & 3) != MAPLE_ROOT_IS_NODE || entry <= 4096)
		return 0;
	for (i = 0; i < MAPLE_LEVELS && entry && !is_leaf; i++) {
		is_leaf = is_maple_leaf(entry);
		entry = vma_maple_step(entry, addr);
	}
	return is_leaf ? entry : 0;
}

static __always_inline u64 find_in_rb(struct mm_struct___tree *mm, u64 addr)
{
	struct rb_node *node = BPF_CORE_READ(mm, mm_rb.rb_node);
	struct vm_area_struct *vma;
	int i;

	for (i = 0; i < RB_LEVELS && node; i++) {
		vma = (void *)node - bpf_core_field_offset(struct vm_area_struct, vm_rb);
		if (BPF_CORE_READ(vma, vm_end) <= addr)
			node = BPF_CORE_READ(node, rb_right);
		else if (BPF_CORE_READ(vma, vm_start) > addr)
			node = BPF_CORE_READ(node, rb_left);
		else
			return (u64)vma;
	}
	return 0;
}

extern int LINUX_KERNEL_VERSION __kconfig;

/* As /proc/PID/maps and MMAP2 records have it. */
static __always_inline struct inode *inode_of(struct file___vma *file)
{
	struct backing_file *backing = (void *)file;
	const u32 is_backing = LINUX_KERNEL_VERSION >= VMA_LINUX_6_14 ? VMA_BACKING
								      : VMA_BACKING_OLD;
	struct inode *inode = NULL;

	if (bpf_core_field_exists(backing->user_path) && BPF_CORE_READ(file, f_mode) & is_backing)
		inode = BPF_CORE_READ(backing, user_path.dentry, d_inode);
	return inode ? inode : BPF_CORE_READ(file, f_inode);
}

/* The mapping that has @addr, from the kernel's tree to the scratch's hit. */
__noinline int vma_look_up(u64 addr)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct mm_struct___tree *mm = (void *)BPF_CORE_READ(task, mm);
	struct vma_scratch *s = vma_scratch__get();
	struct vm_area_struct *vma;
	struct file___vma *file;
	struct inode *inode;

	if (!s || !mm)
		return 0;
	if (bpf_core_field_exists(mm->mm_mt))
		vma = (void *)find_in_maple(mm, addr);
	else
		vma = (void *)find_in_rb(mm, addr);
	if (!vma)
		return 0;
	/* vm_end is behind vm_start on every kernel: one read less. */
	if (bpf_core_read(&s->hit.start, 2 * sizeof(u64), &vma->vm_start))
		return 0;
	if (addr < s->hit.start || addr >= s->hit.end)
		return 0;
	s->hit.dev = 0;
	s->hit.ino = 0;
	s->hit.shift = 0;
	file = BPF_CORE_READ(vma, vm_file);
	if (!file)
		return 1;
	inode = inode_of(file);
	s->hit.dev = BPF_CORE_READ(inode, i_sb, s_dev);
	s->hit.ino = BPF_CORE_READ(inode, i_ino);
	s->hit.shift = ((u64)BPF_CORE_READ(vma, vm_pgoff) << VMA_PAGE_SHIFT) - s->hit.start;
	return 1;
}

/* 5.11: the verifier knows the task, and what it points to is loaded without a helper. */
static __always_inline void vma_era__load(struct vma_era *era)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct mm_struct___lock_seqcount *seqcount;
	struct mm_struct___lock_seq *seq;

	era->mm = (u64)task->mm;
	era->exec = ((struct task_struct___exec *)task)->self_exec_id;
	seqcount = (void *)task->mm;
	seq = (void *)task->mm;
	if (!era->mm)
		return;
	if (bpf_core_field_exists(seqcount->mm_lock_seq.sequence))
		era->changes = seqcount->mm_lock_seq.sequence;
	else if (bpf_core_field_exists(seq->mm_lock_seq))
		era->changes = (u32)seq->mm_lock_seq;
	else
		era->known = 0;
}

static __always_inline void vma_era__now(struct vma_era *era)
{
	struct task_struct *task;

	era->tgid = bpf_get_current_pid_tgid() >> 32;
	era->changes = 0;
	era->known = 1;
	if (bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_get_current_task_btf)) {
		vma_era__load(era);
		return;
	}
	task = (void *)bpf_get_current_task();
	era->mm = (u64)BPF_CORE_READ(task, mm);
	era->exec = 0;
	era->known = 0;
}

static __always_inline bool vma_era__is(const struct vma_era *a, const struct vma_era *b)
{
	return a->known && b->known && a->mm == b->mm && a->changes == b->changes &&
	       a->tgid == b->tgid && a->exec == b->exec;
}

/**
 * vma__find() - fill the hit of vma_scratch__get() with the mapping at @addr.
 * Return: 1; 0 when there is none, or mappings are being changed just now.
 */
__noinline int vma__find(u64 addr)
{
	struct vma_scratch *s = vma_scratch__get();
	struct vma_found *found;
	struct vma_era era;

	if (!s)
		return 0;
	vma_era__now(&era);
	if (!era.mm)
		return 0;
	found = &s->found[(addr >> VMA_FOUND_SHIFT) & (VMA_FOUND - 1)];
	if (addr >= found->hit.start && addr < found->hit.end && vma_era__is(&found->era, &era)) {
		s->hit = found->hit;
		return 1;
	}
	if (!vma_look_up(addr))
		return 0;
	found->era = era;
	found->hit = s->hit;
	return 1;
}

#endif /* PERF_AUGMENT_VMA_BPF_H */
