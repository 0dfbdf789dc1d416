// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* sha256.c - see sha256.h. Names follow the standard. */
#include "sha256.h"

#include <string.h>

static const uint32_t first_state[8] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* clang-format off */
static const uint32_t K[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
/* clang-format on */

static uint32_t rotate(uint32_t x, unsigned int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t load_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store_be32(uint8_t *p, uint32_t x)
{
	p[0] = (uint8_t)(x >> 24);
	p[1] = (uint8_t)(x >> 16);
	p[2] = (uint8_t)(x >> 8);
	p[3] = (uint8_t)x;
}

static void expand(const uint8_t *block, uint32_t w[64])
{
	unsigned int t;

	for (t = 0; t < 16; t++)
		w[t] = load_be32(block + 4 * t);
	for (; t < 64; t++) {
		uint32_t a = w[t - 15], b = w[t - 2];
		uint32_t s0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3;
		uint32_t s1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;

		w[t] = s1 + w[t - 7] + s0 + w[t - 16];
	}
}

static void compress(uint32_t state[8], const uint8_t *block)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
	uint32_t w[64];
	unsigned int t;

	expand(block, w);
	/* Eight at a time, each with other names for the same: nothing is moved. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                                           \
	do {                                                                                       \
		h += (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + K[t] + \
		     w[t];                                                                         \
		d += h;                                                                            \
		h += (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));   \
	} while (0)
	for (t = 0; t < 64; t += 8) {
		ROUND(a, b, c, d, e, f, g, h, t);
		ROUND(h, a, b, c, d, e, f, g, t + 1);
		ROUND(g, h, a, b, c, d, e, f, t + 2);
		ROUND(f, g, h, a, b, c, d, e, t + 3);
		ROUND(e, f, g, h, a, b, c, d, t + 4);
		ROUND(d, e, f, g, h, a, b, c, t + 5);
		ROUND(c, d, e, f, g, h, a, b, t + 6);
		ROUND(b, c, d, e, f, g, h, a, t + 7);
	}
#undef ROUND
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}

void sha256__init(struct sha256 *hash)
{
	memcpy(hash->state, first_state, sizeof(first_state));
	hash->nr_bytes = 0;
}

void sha256__add(struct sha256 *hash, const void *bytes, size_t len)
{
	const uint8_t *p = bytes;

	while (len) {
		size_t have = hash->nr_bytes % sizeof(hash->block);
		size_t take = sizeof(hash->block) - have;

		if (!have && len >= sizeof(hash->block)) {
			compress(hash->state, p);
			hash->nr_bytes += sizeof(hash->block);
			p += sizeof(hash->block);
			len -= sizeof(hash->block);
			continue;
		}
		take = take < len ? take : len;
		memcpy(hash->block + have, p, take);
		hash->nr_bytes += take;
		p += take;
		len -= take;
		if (have + take == sizeof(hash->block))
			compress(hash->state, hash->block);
	}
}

void sha256__add_string(struct sha256 *hash, const char *text)
{
	sha256__add(hash, text, strlen(text) + 1);
}

void sha256__finish(struct sha256 *hash, struct sha256_digest *ret)
{
	static const uint8_t padding[64] = { 0x80 };
	uint64_t nr_bits = hash->nr_bytes * 8;
	size_t have = hash->nr_bytes % 64;
	uint8_t length[8];
	unsigned int i;

	store_be32(length, (uint32_t)(nr_bits >> 32));
	store_be32(length + 4, (uint32_t)nr_bits);
	sha256__add(hash, padding, have < 56 ? 56 - have : 120 - have);
	sha256__add(hash, length, sizeof(length));
	for (i = 0; i < 8; i++)
		store_be32(ret->byte + 4 * i, hash->state[i]);
}
