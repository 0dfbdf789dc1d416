/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fd_peers.h - the other ends of connected local sockets. The kernel forgets the number of one that is closed; strace -yy
 * tells it on.
 */
#ifndef PERF_AUGMENT_FD_PEERS_H
#define PERF_AUGMENT_FD_PEERS_H

#include <stdint.h>

struct fd_peer;

/** struct fd_peers - all zero: of none yet. */
struct fd_peers {
	struct fd_peer *seen;
};

void fd_peers__free(struct fd_peers *peers);

/** fd_peers__add() - the socket @ino is connected with @peer. The last ones are remembered; none without memory. */
void fd_peers__add(struct fd_peers *peers, uint64_t ino, uint64_t peer);

/** fd_peers__get() - Return: with which socket @ino was connected; 0 when that is not known. */
uint64_t fd_peers__get(const struct fd_peers *peers, uint64_t ino);

#endif /* PERF_AUGMENT_FD_PEERS_H */
