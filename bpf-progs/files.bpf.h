/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * files.bpf.h - from a descriptor of the current task to its file, and from a path to its names, the
 * last one first. What the kernel's d_path() does with locks is done here without: a name may be the
 * old or the new one while it is changed. Readers copy, so that whatever they meet is harmless.
 *
 * Minimum kernel: 5.10.
 */
#ifndef PERF_AUGMENT_FILES_BPF_H
#define PERF_AUGMENT_FILES_BPF_H

#include "kernel_files.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/* A name has no more bytes, its NUL included: NAME_MAX of limits.h. */
#define FILE_NAME_SIZE 256

/** files__get() - the file behind descriptor @fd of @task; NULL when it is not open. */
static __always_inline struct file *files__get(struct task_struct *task, s32 fd)
{
	struct task_struct___files *t = (void *)task;
	struct fdtable *fdt = BPF_CORE_READ(t, files, fdt);
	struct file *file = NULL, **files;

	if (fd < 0 || (u32)fd >= BPF_CORE_READ(fdt, max_fds))
		return NULL;
	files = BPF_CORE_READ(fdt, fd);
	bpf_probe_read_kernel(&file, sizeof(file), files + fd);
	return file;
}

/** struct dentry_head - the members that a walk needs, as they stand in the kernel's struct dentry. */
struct dentry_head {
	u64 pprev; /* of d_hash: 0 when it is in no directory any more */
	u64 parent;
	u64 hash_len;
	u64 name;
	u64 inode;
};

/** dentry__read() - at once where they stand one behind the other, as they do on all kernels known. */
static __always_inline void dentry__read(const struct dentry *dentry, struct dentry_head *head)
{
	const u64 pprev = bpf_core_field_offset(dentry->d_hash.pprev);
	const u64 parent = bpf_core_field_offset(dentry->d_parent);
	const u64 name = bpf_core_field_offset(dentry->d_name.name);
	const u64 inode = bpf_core_field_offset(dentry->d_inode);

	if (parent == pprev + 8 && name == parent + 16 && inode == name + 8) {
		if (!bpf_probe_read_kernel(head, sizeof(*head), (void *)dentry + pprev))
			return;
		__builtin_memset(head, 0, sizeof(*head));
		return;
	}
	head->pprev = (u64)BPF_CORE_READ(dentry, d_hash.pprev);
	head->parent = (u64)BPF_CORE_READ(dentry, d_parent);
	head->name = (u64)BPF_CORE_READ(dentry, d_name.name);
	head->inode = (u64)BPF_CORE_READ(dentry, d_inode);
}

/** struct path_walk - a place on the way from a path up to the root. */
struct path_walk {
	u64 dentry;
	u64 mnt;
	u64 mnt_root;
	struct dentry_head head; /* of the dentry that was looked at last */
};

/** path_walk__begin() - at @path, whose head is read. */
static __always_inline void path_walk__begin(struct path_walk *w, const struct path *path)
{
	struct vfsmount *mnt = BPF_CORE_READ(path, mnt);
	struct dentry *dentry = BPF_CORE_READ(path, dentry);

	w->dentry = (u64)dentry;
	w->mnt = (u64)mnt;
	w->mnt_root = (u64)BPF_CORE_READ(mnt, mnt_root);
	dentry__read(dentry, &w->head);
}

enum {
	PATH_WALK_END = 0,
	PATH_WALK_MOUNT = -1, /* went from a mount to where it is mounted: no name this time */
};

/**
 * path_walk__next() - copy the next name to @name, FILE_NAME_SIZE bytes.
 * @root, @root_mnt: the walk ends there too; 0: at the top of all mounts.
 *
 * Return: bytes of the name, its NUL included; PATH_WALK_*; -errno when it cannot be read.
 */
static __always_inline long path_walk__next(struct path_walk *w, u64 root, u64 root_mnt, char *name)
{
	long n;

	if (w->dentry == root && w->mnt == root_mnt)
		return PATH_WALK_END;
	if (w->dentry == w->mnt_root) {
		struct mount *m = (void *)(w->mnt - bpf_core_field_offset(struct mount, mnt));
		struct mount *up = BPF_CORE_READ(m, mnt_parent);

		if (!up || up == m)
			return PATH_WALK_END;
		w->dentry = (u64)BPF_CORE_READ(m, mnt_mountpoint);
		w->mnt = (u64)up + bpf_core_field_offset(struct mount, mnt);
		w->mnt_root = (u64)BPF_CORE_READ(up, mnt.mnt_root);
		return PATH_WALK_MOUNT;
	}
	dentry__read((struct dentry *)w->dentry, &w->head);
	if (!w->head.parent || w->head.parent == w->dentry)
		return PATH_WALK_END;
	n = bpf_probe_read_kernel_str(name, FILE_NAME_SIZE, (void *)w->head.name);
	if (n <= 0)
		return -14; /* EFAULT */
	w->dentry = w->head.parent;
	return n;
}

/** path_walk__is_deleted() - where it begins is something that was unlinked. */
static __always_inline bool path_walk__is_deleted(const struct path_walk *w)
{
	return !w->head.pprev && w->head.parent != w->dentry;
}

/**
 * path_walk__is_made_up() - where it begins the file system makes up a text ("pipe:[5]"), as it is
 * nowhere in the tree.
 */
static __always_inline bool path_walk__is_made_up(const struct path_walk *w)
{
	const struct dentry *dentry = (void *)w->dentry;
	const struct dentry_operations *ops = BPF_CORE_READ(dentry, d_op);

	return ops && BPF_CORE_READ(ops, d_dname) &&
	       (w->dentry != w->mnt_root || w->dentry != w->head.parent);
}

#endif /* PERF_AUGMENT_FILES_BPF_H */
