/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_build_hash.h - SHA-256 (FIPS 180-4), for the names and the checks of cached objects. */
#ifndef PERF_AUGMENT_BPF_BUILD_HASH_H
#define PERF_AUGMENT_BPF_BUILD_HASH_H

#include <stddef.h>
#include <stdint.h>

#define BUILD_HASH_BYTES 32

struct build_digest {
	uint8_t byte[BUILD_HASH_BYTES];
};

/** struct build_hash - a hash that is being made; begin with build_hash__init(). */
struct build_hash {
	uint32_t state[8];
	uint64_t nr_bytes;
	uint8_t block[64];
};

void build_hash__init(struct build_hash *hash);
void build_hash__add(struct build_hash *hash, const void *bytes, size_t len);

/** build_hash__add_string() - with its NUL, so that strings in a row cannot be mistaken. */
void build_hash__add_string(struct build_hash *hash, const char *text);

/** build_hash__finish() - the digest; @hash is used up. */
void build_hash__finish(struct build_hash *hash, struct build_digest *ret);

#endif /* PERF_AUGMENT_BPF_BUILD_HASH_H */
