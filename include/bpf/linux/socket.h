/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The type that holds a socket address of any family, for BPF programs. Named so that
 * <linux/socket.h> with -Iinclude/bpf finds it: the kernel's own needs files of one architecture.
 */
#ifndef PERF_AUGMENT_BPF_LINUX_SOCKET_H
#define PERF_AUGMENT_BPF_LINUX_SOCKET_H

/* Both from uapi/linux/socket.h: bytes of the largest address, and its alignment. */
#define _K_SS_MAXSIZE 128
#define _K_SS_ALIGNSIZE (__alignof__(void *))

typedef unsigned short __kernel_sa_family_t;

struct __kernel_sockaddr_storage {
	__kernel_sa_family_t ss_family;
	char __data[_K_SS_MAXSIZE - sizeof(__kernel_sa_family_t)];
} __attribute__((aligned(_K_SS_ALIGNSIZE)));

#ifndef sockaddr_storage
#define sockaddr_storage __kernel_sockaddr_storage
#endif

#endif /* PERF_AUGMENT_BPF_LINUX_SOCKET_H */
