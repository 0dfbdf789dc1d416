/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * user_memory.bpf.h - reading what the pointers of the traced program lead to; a part of engine.bpf.c.
 *
 * Programs of tracing may not wait for a page that is not in memory: the read fails.
 * sys_enter_fault may wait (see fault.bpf.h), and does so for memory that the kernel itself brings:
 * where another program does, or a server, it could be kept waiting, and our own end with it.
 */
#ifndef PERF_AUGMENT_USER_MEMORY_BPF_H
#define PERF_AUGMENT_USER_MEMORY_BPF_H

#include "kernel_files.bpf.h"

#define USER_PAGE 4096ULL

/* include/linux/fs.h, include/uapi/linux/{stat,magic}.h; ramfs is where an initramfs is without tmpfs */
#define FS_REQUIRES_DEV 1
#define S_IFREG 0100000
#define FUSE_SUPER_MAGIC 0x65735546
#define HUGETLBFS_MAGIC 0x958458f6
#define RAMFS_MAGIC 0x858458f6
#define TMPFS_MAGIC 0x01021994

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct file_system_type {
	int fs_flags;
};

struct super_block___user {
	unsigned long s_magic;
	struct file_system_type *s_type;
};

struct vm_userfaultfd_ctx {
	void *ctx;
};

struct vm_area_struct___user {
	unsigned long vm_end;
	struct file *vm_file;
	struct vm_userfaultfd_ctx vm_userfaultfd_ctx;
};

#pragma clang attribute pop

/* Is it a file of this machine's memory or disks? */
static __always_inline bool user__is_near(struct file *file)
{
	struct inode *inode = BPF_CORE_READ(file, f_inode);
	struct super_block___user *sb = (void *)BPF_CORE_READ(inode, i_sb);
	unsigned long magic = BPF_CORE_READ(sb, s_magic);

	if ((BPF_CORE_READ(inode, i_mode) & S_IFMT) != S_IFREG || magic == FUSE_SUPER_MAGIC)
		return false;
	if (magic == TMPFS_MAGIC || magic == RAMFS_MAGIC || magic == HUGETLBFS_MAGIC)
		return true;
	return BPF_CORE_READ(sb, s_type, fs_flags) & FS_REQUIRES_DEV;
}

static long user__look(struct task_struct *task, void *area, bool *may_wait)
{
	struct vm_area_struct___user *vma = area;
	struct file *file = BPF_CORE_READ(vma, vm_file);

	*may_wait = !file || user__is_near(file);
	if (bpf_core_field_exists(vma->vm_userfaultfd_ctx.ctx) &&
	    BPF_CORE_READ(vma, vm_userfaultfd_ctx.ctx))
		*may_wait = false;
	return 0;
}

static __always_inline void user__bring_page(u64 addr)
{
	bool may_wait = false;
	u8 byte;

	bpf_find_vma(bpf_get_current_task_btf(), addr, user__look, &may_wait, 0);
	if (may_wait)
		bpf_copy_from_user(&byte, sizeof(byte), (void *)addr);
}

/*
 * The pages of up to USER_PAGE bytes. A global function: the verifier looks at it once, and not at
 * each read.
 */
__noinline int user__bring(u64 first, u64 last)
{
	user__bring_page(first);
	if ((first ^ last) & ~(USER_PAGE - 1))
		user__bring_page(last);
	return 0;
}

static __always_inline long user__read(void *to, u64 size, u64 from)
{
	long err = bpf_probe_read_user(to, size, (void *)from);

	if (config.may_fault && err) {
		user__bring(from, from + size - 1);
		err = bpf_probe_read_user(to, size, (void *)from);
	}
	return err;
}

/* Up to @size bytes, at most USER_PAGE. Return: the length with the NUL, or -errno. */
static __always_inline long user__read_str(void *to, u64 size, u64 from)
{
	long n = bpf_probe_read_user_str(to, size, (void *)from);
	u64 next = (from | (USER_PAGE - 1)) + 1;

	if (config.may_fault && n < 0) {
		user__bring(from, from);
		n = bpf_probe_read_user_str(to, size, (void *)from);
	}
	if (config.may_fault && n < 0) {
		user__bring(next, next);
		n = bpf_probe_read_user_str(to, size, (void *)from);
	}
	return n;
}

#endif /* PERF_AUGMENT_USER_MEMORY_BPF_H */
