/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* fd_socket.bpf.h - the addresses of a socket; a part of fds.bpf.h. */
#ifndef PERF_AUGMENT_FD_SOCKET_BPF_H
#define PERF_AUGMENT_FD_SOCKET_BPF_H

#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10

static __always_inline void fd_socket__inet(struct aug_socket *so, struct sock *sk)
{
	struct inet_sock *inet = (void *)sk;

	so->src_port = BPF_CORE_READ(inet, inet_sport);
	so->dst_port = BPF_CORE_READ(sk, __sk_common.skc_dport);
	so->is_bound = so->src_port || so->dst_port;
	if (so->family == AF_INET) {
		BPF_CORE_READ_INTO((u32 *)so->src, sk, __sk_common.skc_rcv_saddr);
		BPF_CORE_READ_INTO((u32 *)so->dst, sk, __sk_common.skc_daddr);
	} else if (bpf_core_field_exists(sk->__sk_common.skc_v6_daddr)) {
		BPF_CORE_READ_INTO((struct in6_addr *)so->src, sk, __sk_common.skc_v6_rcv_saddr);
		BPF_CORE_READ_INTO((struct in6_addr *)so->dst, sk, __sk_common.skc_v6_daddr);
	}
}

static __always_inline void fd_socket__unix(struct aug_socket *so, struct unix_sock *sk)
{
	struct unix_address *addr = BPF_CORE_READ(sk, addr);
	struct socket *peer = BPF_CORE_READ(sk, peer, sk_socket);
	struct socket_alloc *alloc = (void *)peer;
	u64 len;

	if (peer)
		so->peer_ino = BPF_CORE_READ(alloc, vfs_inode.i_ino);
	if (!addr)
		return;
	/* Behind the family. */
	len = (u64)BPF_CORE_READ(addr, len) - sizeof(u16);
	KEEP(len);
	if (len > sizeof(so->path))
		return;
	if (!bpf_probe_read_kernel(so->path, len, (void *)addr->name[0].sun_path))
		so->path_len = len;
}

static __always_inline void fd_socket__netlink(struct aug_socket *so, struct netlink_sock *sk)
{
	so->port_id = BPF_CORE_READ(sk, portid);
	so->is_bound = so->port_id != 0;
	if (bpf_core_field_exists(sk->bound))
		so->is_bound = BPF_CORE_READ(sk, bound);
}

/* Put a struct aug_socket where the names begin. */
__noinline int fd_socket(u32 end, u64 socket)
{
	struct fd_scratch *sc = fd_scratch__get(end);
	struct sock *sk = BPF_CORE_READ((struct socket *)socket, sk);
	struct aug_socket *so;

	if (!sc || !sk)
		return 0;
	so = (void *)sc->names;
	__builtin_memset(so, 0, sizeof(*so));
	so->family = BPF_CORE_READ(sk, __sk_common.skc_family);
	so->type = BPF_CORE_READ(sk, sk_type);
	so->protocol = BPF_CORE_READ(sk, sk_protocol);
	so->state = BPF_CORE_READ(sk, __sk_common.skc_state);
	if (so->family == AF_INET || so->family == AF_INET6)
		fd_socket__inet(so, sk);
	else if (so->family == AF_UNIX)
		fd_socket__unix(so, (void *)sk);
	else if (so->family == AF_NETLINK)
		fd_socket__netlink(so, (void *)sk);
	sc->file.flags |= AUG_FILE_SOCKET;
	sc->len = sizeof(*so);
	return 0;
}

#endif /* PERF_AUGMENT_FD_SOCKET_BPF_H */
