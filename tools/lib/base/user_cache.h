/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * user_cache.h - files that save time when the same is wanted again: $XDG_CACHE_HOME/perf-augment or
 * ~/.cache/perf-augment, one for each key.
 *
 * What is loaded into the kernel is made from them, and must not come from other users: the folder is
 * ours alone, and so are the files that we read. Each holds a hash of its content; a file that a crash
 * or a full disk cut off or damaged is none.
 */
#ifndef PERF_AUGMENT_USER_CACHE_H
#define PERF_AUGMENT_USER_CACHE_H

#include <stddef.h>

#include "sha256.h"
#include "strbuf.h"

/* Of all files together, of one a quarter of it; and how many there are. */
#define USER_CACHE_MAX_BYTES (64u << 20)
#define USER_CACHE_MAX_ENTRIES 256

struct user_cache;

/**
 * user_cache__open() - the cache of this user, made when it is not there.
 * @why: gets the reason when there is none.
 * Return: NULL when there is none.
 */
struct user_cache *user_cache__open(struct strbuf *why);
void user_cache__close(struct user_cache *cache);

/**
 * user_cache__get() - what @key stands for.
 * @content: added to. On failure what is in it means nothing.
 * Return: 0; -ENOENT when there is none, or a damaged one; -ENOMEM.
 */
int user_cache__get(struct user_cache *cache, const struct sha256_digest *key,
		    struct strbuf *content);

/**
 * user_cache__put() - keep @len bytes, and forget what was not used for longest when there is too much.
 * Return: 0; -EFBIG; -errno: a failure costs only time.
 */
int user_cache__put(struct user_cache *cache, const struct sha256_digest *key, const void *content,
		    size_t len);

#endif /* PERF_AUGMENT_USER_CACHE_H */
