// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fd_peers.c - the other ends of connected local sockets: a table in which a new one takes an old one's place. */
#include "fd_peers.h"

#include <stdlib.h>

/* Inodes of sockets are numbered one after the other. */
#define PEERS_SEEN 1024

struct fd_peer {
	uint64_t ino;
	uint64_t peer;
};

void fd_peers__free(struct fd_peers *peers)
{
	free(peers->seen);
	peers->seen = NULL;
}

void fd_peers__add(struct fd_peers *peers, uint64_t ino, uint64_t peer)
{
	if (!peers->seen)
		peers->seen = calloc(PEERS_SEEN, sizeof(*peers->seen));
	if (peers->seen)
		peers->seen[ino % PEERS_SEEN] = (struct fd_peer){ ino, peer };
}

uint64_t fd_peers__get(const struct fd_peers *peers, uint64_t ino)
{
	const struct fd_peer *seen = peers->seen ? &peers->seen[ino % PEERS_SEEN] : NULL;

	return seen && seen->ino == ino ? seen->peer : 0;
}
