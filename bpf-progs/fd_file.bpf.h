/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fd_file.bpf.h - what one open file is: its path, made-up name, device, socket or process; a part of
 * fds.bpf.h.
 */
#ifndef PERF_AUGMENT_FD_FILE_BPF_H
#define PERF_AUGMENT_FD_FILE_BPF_H

/* A path of 4096 bytes has 2048 names at most. */
#define PATH_STEPS 8
#define PATH_ROUNDS 16

/* Add names of the path, the next PATH_STEPS. Return: not 0 when that was the last. */
__noinline int fd_names(u32 end)
{
	struct fd_scratch *sc = fd_scratch__get(end);
	u64 off;
	long n;
	int i;

	if (!sc)
		return 1;
	for (i = 0; i < PATH_STEPS; i++) {
		off = sc->len;
		KEEP(off);
		if (off > AUG_STR_MAX) {
			sc->file.flags |= AUG_FILE_CUT;
			return 1;
		}
		n = path_walk__next(&sc->walk, fds_root_dentry, fds_root_mnt,
				    (char *)sc->names + off);
		if (n == PATH_WALK_END)
			return 1;
		if (n == PATH_WALK_MOUNT)
			continue;
		if (n < 0) {
			sc->file.flags |= AUG_FILE_CUT;
			return 1;
		}
		sc->len = off + n;
	}
	return 0;
}

__noinline int fd_more_names(u32 end)
{
	int i;

	for (i = 0; i < PATH_ROUNDS; i++) {
		if (fd_names(end))
			return 1;
	}
	return 0;
}

static __always_inline void fd__add_name(struct fd_scratch *sc, const void *name)
{
	u64 off = sc->len;
	long n;

	KEEP(off);
	if (off > AUG_STR_MAX || !name)
		return;
	n = bpf_probe_read_kernel_str(sc->names + off, FILE_NAME_SIZE, name);
	if (n > 0)
		sc->len = off + n;
}

/* The process of a pidfd; 0 when it has no number in the user's pid namespace, or is gone. */
static __always_inline s32 pidfd_process(struct pid *pid)
{
	/* Of a process that was waited for a number is left that may be another's by now. */
	return BPF_CORE_READ(pid, tasks[0].first) ? visible_pid(pid) : 0;
}

/* "[pidfd]" without its brackets, as the number that its letters are. */
static __always_inline bool is_pidfd_name(const void *name)
{
	char text[8] = {};

	bpf_probe_read_kernel_str(text, sizeof(text), name);
	return text[1] == 'p' && text[2] == 'i' && text[3] == 'd' && text[4] == 'f' &&
	       text[5] == 'd' && text[6] == ']' && !text[7];
}

/* What has no place in the tree. */
static __always_inline void fd__add_made_up(struct fd_scratch *sc, struct file *file,
					    struct dentry *dentry, struct inode *inode)
{
	const void *name = BPF_CORE_READ(dentry, d_name.name);
	struct ns_common *ns;
	struct dma_buf *buf;

	switch (sc->file.magic) {
	case PID_FS_MAGIC: /* since 6.9 */
		sc->file.pid = pidfd_process((void *)BPF_CORE_READ(inode, i_private));
		break;
	case ANON_INODE_FS_MAGIC:
		if (is_pidfd_name(name))
			sc->file.pid = pidfd_process((void *)BPF_CORE_READ(file, private_data));
		break;
	case NSFS_MAGIC:
		ns = BPF_CORE_READ(inode, i_private);
		if (bpf_core_field_exists(ns->ops))
			name = BPF_CORE_READ(ns, ops, name);
		break;
	}
	fd__add_name(sc, name);
	buf = BPF_CORE_READ(dentry, d_fsdata);
	if (sc->file.magic == DMA_BUF_MAGIC && bpf_core_field_exists(buf->name))
		fd__add_name(sc, BPF_CORE_READ(buf, name));
}

#include "fd_socket.bpf.h"

#define S_IFCHR 0020000
#define S_IFBLK 0060000

static __always_inline bool is_device(u16 mode)
{
	return (mode & S_IFMT) == S_IFCHR || (mode & S_IFMT) == S_IFBLK;
}

/* What a descriptor of @task is now, into the scratch. Return: false when it is none. */
static __always_inline bool fd__describe(struct task_struct___files *task, u32 end, s32 fd)
{
	struct fd_scratch *sc = fd_scratch__get(end);
	struct file *file = NULL;
	struct super_block *sb;
	struct inode *inode;
	struct fs_struct *fs;
	struct path *path;
	int i;

	if (!sc)
		return false;
	if (fd == AUG_FD_CWD) {
		fs = BPF_CORE_READ(task, fs);
		path = &fs->pwd;
	} else {
		file = files__get((void *)task, fd);
		if (!file)
			return false;
		path = &file->f_path;
	}
	path_walk__begin(&sc->walk, path);
	inode = (void *)sc->walk.head.inode;
	sb = BPF_CORE_READ(inode, i_sb);
	sc->len = 0;
	sc->file.fd = fd;
	sc->file.flags = path_walk__is_deleted(&sc->walk) ? AUG_FILE_DELETED : 0;
	sc->file.mode = BPF_CORE_READ(inode, i_mode);
	sc->file.magic = BPF_CORE_READ(sb, s_magic);
	sc->file.rdev = is_device(sc->file.mode) ? BPF_CORE_READ(inode, i_rdev) : 0;
	sc->file.pid = 0;
	sc->file.ino = BPF_CORE_READ(inode, i_ino);
	if (sc->file.magic == SOCKFS_MAGIC)
		fd_socket(end, (u64)BPF_CORE_READ(file, private_data));
	if (path_walk__is_made_up(&sc->walk)) {
		sc->file.flags |= AUG_FILE_MADE_UP;
		fd__add_made_up(sc, file, (void *)sc->walk.dentry, inode);
	} else {
		for (i = 0; i < PATH_ROUNDS; i++) {
			if (fd_more_names(end))
				break;
		}
	}
	sc->file.names_len = sc->len;
	return true;
}

__noinline int fd_describe(u32 end, s32 fd)
{
	return fd__describe((void *)current_task(), end, fd) ? fd_keep(end) : 0;
}

#endif /* PERF_AUGMENT_FD_FILE_BPF_H */
