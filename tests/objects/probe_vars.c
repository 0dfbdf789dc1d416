// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * probe_vars.c - variables of kernel functions in perf's manner: narrow ones, members behind several
 * pointers, one that cannot be read, the value that is returned; with a function that is not inlined,
 * of which the kernel is told the lines.
 */
#include <bpf.h>
#include <stdio.h>

#define AT_FDCWD (-100)
#define O_CREAT 0100
#define DIR_MODE 0040000
#define TYPE_MASK 0170000

static __attribute__((noinline)) int is_dir(unsigned short mode)
{
	return (mode & TYPE_MASK) == DIR_MODE;
}

SEC("opened=do_sys_openat2 dfd how->flags create_mode=how->mode")
int opened(void *ctx, int err, int dfd, unsigned long long flags, unsigned long long mode)
{
	return !err && dfd == AT_FDCWD && flags & O_CREAT && mode == 0600;
}

SEC("dirs=vfs_open path->dentry->d_inode->i_mode path->dentry->d_inode->i_ino")
int dirs(void *ctx, int err, unsigned short mode, unsigned long ino)
{
	if (err || !ino)
		return 0;
	return is_dir(mode);
}

/* A pointer of user space is none of the kernel's. */
SEC("unreadable=do_sys_openat2 first=filename[0] dfd")
int unreadable(void *args, int err, char first, int dfd)
{
	if (err && !first && !dfd)
		puts("cannot be read");
	return 0;
}

SEC("got=do_sys_openat2%return $retval")
int got(void *ctx, int err, long fd)
{
	return !err && fd == -2;
}

license(GPL);
