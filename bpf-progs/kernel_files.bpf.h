/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * kernel_files.bpf.h - what the kernel has behind a descriptor: the file, its place in the tree of
 * mounts, sockets, pidfds; as kernel.bpf.h has the rest.
 */
#ifndef PERF_AUGMENT_KERNEL_FILES_BPF_H
#define PERF_AUGMENT_KERNEL_FILES_BPF_H

#include "kernel.bpf.h"

#define S_IFMT 0170000
#define S_IFSOCK 0140000
#define AF_NETLINK 16

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct super_block {
	unsigned long s_magic;
};

struct inode {
	u16 i_mode;
	u32 i_rdev;
	unsigned long i_ino;
	struct super_block *i_sb;
	void *i_private;
};

struct qstr {
	const unsigned char *name;
};

struct hlist_bl_node {
	struct hlist_bl_node **pprev;
};

struct dentry_operations {
	void *d_dname;
};

struct dentry {
	struct hlist_bl_node d_hash;
	struct dentry *d_parent;
	struct qstr d_name;
	struct inode *d_inode;
	const struct dentry_operations *d_op;
	void *d_fsdata;
};

struct vfsmount {
	struct dentry *mnt_root;
};

struct mount {
	struct mount *mnt_parent;
	struct dentry *mnt_mountpoint;
	struct vfsmount mnt;
};

struct path {
	struct vfsmount *mnt;
	struct dentry *dentry;
};

struct file {
	const void *f_op;
	void *private_data;
	struct inode *f_inode;
	struct path f_path;
};

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
};

struct files_struct {
	struct fdtable *fdt;
};

struct fs_struct {
	struct path root;
	struct path pwd;
};

struct task_struct___files {
	struct fs_struct *fs;
	struct files_struct *files;
	struct hlist_node pid_links[1];
};

/* ---- what files of the kernel's own file systems stand for ---- */

struct dma_buf {
	const char *name;
};

/* ---- sockets ---- */

struct socket {
	struct sock *sk;
};

struct socket_alloc {
	struct socket socket;
	struct inode vfs_inode;
};

struct in6_addr {
	u8 bytes[16];
};

struct sock_common {
	u32 skc_daddr;
	u32 skc_rcv_saddr;
	u16 skc_dport;
	u16 skc_family;
	u8 skc_state;
	struct in6_addr skc_v6_daddr;
	struct in6_addr skc_v6_rcv_saddr;
};

struct sock {
	struct sock_common __sk_common;
	u16 sk_type;
	u16 sk_protocol;
	struct socket *sk_socket;
};

struct inet_sock {
	u16 inet_sport;
};

struct sockaddr_un {
	u16 sun_family;
	char sun_path[108];
};

struct unix_address {
	int len;
	struct sockaddr_un name[0];
};

struct unix_sock {
	struct unix_address *addr;
	struct sock *peer;
};

struct netlink_sock {
	u32 portid;
	bool bound;
};

#pragma clang attribute pop

#endif /* PERF_AUGMENT_KERNEL_FILES_BPF_H */
