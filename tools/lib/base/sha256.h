/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* sha256.h - SHA-256 (FIPS 180-4), for the names and the checks of cached files. */
#ifndef PERF_AUGMENT_SHA256_H
#define PERF_AUGMENT_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

struct sha256_digest {
	uint8_t byte[SHA256_BYTES];
};

/** struct sha256 - a hash that is being made; begin with sha256__init(). */
struct sha256 {
	uint32_t state[8];
	uint64_t nr_bytes;
	uint8_t block[64];
};

void sha256__init(struct sha256 *hash);
void sha256__add(struct sha256 *hash, const void *bytes, size_t len);

/** sha256__add_string() - with its NUL, so that strings in a row cannot be mistaken. */
void sha256__add_string(struct sha256 *hash, const char *text);

/** sha256__finish() - the digest; @hash is used up. */
void sha256__finish(struct sha256 *hash, struct sha256_digest *ret);

#endif /* PERF_AUGMENT_SHA256_H */
