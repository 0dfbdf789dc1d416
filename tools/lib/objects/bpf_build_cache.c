// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_build_cache.c - see bpf_build_priv.h: objects in the cache of this user (user_cache.h).
 *
 * The key is the hash of the source, the command, the compiler and the environment; an entry has the hash of
 * every file that was read, the names of those that must not be there, the compiler's messages and the object.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bpf_build_priv.h"
#include "util.h"

#define MAX_DEPS 65536

/* struct entry_header - then come, for each file, its digest, length of path and path; then the rest. */
struct entry_header {
	uint32_t nr_deps;
	uint32_t deps_len;
	uint64_t messages_len;
	uint64_t object_len;
};

/* --- Files that objects are made from --------------------------------------------------------- */

int build_cache__hash_file(const char *path, struct sha256_digest *ret, long long *ret_mtime_ns)
{
	int fd __cleanup_close = open(path, O_RDONLY | O_CLOEXEC);
	char block[16384];
	struct sha256 hash;
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return -errno;
	sha256__init(&hash);
	for (;;) {
		ssize_t len = read(fd, block, sizeof(block));

		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return -errno;
		if (!len)
			break;
		sha256__add(&hash, block, (size_t)len);
	}
	sha256__finish(&hash, ret);
	if (ret_mtime_ns)
		*ret_mtime_ns = st.st_mtim.tv_sec * (long long)NSEC_PER_SEC + st.st_mtim.tv_nsec;
	return 0;
}

int build_cache__read_file(const char *path, struct strbuf *ret)
{
	int fd __cleanup_close = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len;

	if (fd < 0)
		return -errno;
	do {
		if (!strbuf__room(ret, 16384))
			return -ENOMEM;
		len = read(fd, ret->text + ret->len, 16384);
		ret->len += len > 0 ? (size_t)len : 0;
	} while (len > 0 || (len < 0 && errno == EINTR));
	return len < 0 ? -errno : 0;
}

/* A digest of zeroes stands for a file that must not be there. */
static bool is_unchanged(const char *path, const struct sha256_digest *then)
{
	static const struct sha256_digest none;
	struct sha256_digest now;

	if (!memcmp(then, &none, sizeof(none)))
		return build_search__is_absent(path);
	return !build_cache__hash_file(path, &now, NULL) && !memcmp(&now, then, sizeof(now));
}

/* The list of files of an entry: are they all as they were? -EINVAL when it is no such list. */
static int check_deps(const char *p, size_t len, uint32_t nr)
{
	char path[PATH_MAX];
	uint32_t i;

	for (i = 0; i < nr; i++) {
		struct sha256_digest then;
		uint32_t path_len;

		if (len < sizeof(then) + sizeof(path_len))
			return -EINVAL;
		memcpy(&then, p, sizeof(then));
		memcpy(&path_len, p + sizeof(then), sizeof(path_len));
		p += sizeof(then) + sizeof(path_len);
		len -= sizeof(then) + sizeof(path_len);
		if (!path_len || path_len > len || path_len >= sizeof(path))
			return -EINVAL;
		memcpy(path, p, path_len);
		path[path_len] = '\0';
		p += path_len;
		len -= path_len;
		if (!is_unchanged(path, &then))
			return -ENOENT;
	}
	return len ? -EINVAL : 0;
}

static void write_dep(const struct sha256_digest *digest, const char *path, struct strbuf *data)
{
	uint32_t len = (uint32_t)strlen(path);

	strbuf__add(data, (const char *)digest, sizeof(*digest));
	strbuf__add(data, (const char *)&len, sizeof(len));
	strbuf__add(data, path, len);
}

static int write_deps(const struct string_list *deps, const struct string_list *absent,
		      long long started_ns, struct strbuf *data)
{
	static const struct sha256_digest none;
	size_t i;

	if (deps->nr + absent->nr > MAX_DEPS)
		return -E2BIG;
	for (i = 0; i < deps->nr; i++) {
		struct sha256_digest digest;
		long long mtime_ns;
		int err;

		err = build_cache__hash_file(deps->item[i], &digest, &mtime_ns);
		if (err)
			return err;
		if (mtime_ns > started_ns)
			return -EBUSY;
		write_dep(&digest, deps->item[i], data);
	}
	for (i = 0; i < absent->nr; i++)
		write_dep(&none, absent->item[i], data);
	return strbuf__error(data);
}

/* --- Entries ---------------------------------------------------------------------------------- */

static int use_entry(const struct strbuf *data, struct bpf_build *build)
{
	const char *deps = data->text + sizeof(struct entry_header), *messages;
	struct entry_header hdr;
	size_t rest;
	int err;

	if (data->len < sizeof(hdr))
		return -EINVAL;
	rest = data->len - sizeof(hdr);
	memcpy(&hdr, data->text, sizeof(hdr));
	if (hdr.messages_len > rest || hdr.object_len > rest || !hdr.object_len ||
	    hdr.deps_len + hdr.messages_len + hdr.object_len != rest)
		return -EINVAL;
	err = check_deps(deps, hdr.deps_len, hdr.nr_deps);
	if (err)
		return err;
	build->bytes = malloc(hdr.object_len);
	if (!build->bytes)
		return -ENOMEM;
	messages = deps + hdr.deps_len;
	strbuf__add(&build->messages, messages, hdr.messages_len);
	build->size = hdr.object_len;
	memcpy(build->bytes, messages + hdr.messages_len, build->size);
	return strbuf__error(&build->messages);
}

int build_cache__get(struct user_cache *cache, const struct sha256_digest *key,
		     struct bpf_build *build)
{
	struct strbuf data = {};
	int err = user_cache__get(cache, key, &data);

	if (!err)
		err = use_entry(&data, build);
	strbuf__free(&data);
	return err && err != -ENOMEM ? -ENOENT : err;
}

int build_cache__put(struct user_cache *cache, const struct sha256_digest *key,
		     const struct string_list *deps, const struct string_list *absent,
		     long long started_ns, const struct bpf_build *build)
{
	struct strbuf data = {};
	struct entry_header hdr = {
		.nr_deps = (uint32_t)(deps->nr + absent->nr),
		.messages_len = build->messages.len,
		.object_len = build->size,
	};
	int err;

	strbuf__add(&data, (const char *)&hdr, sizeof(hdr));
	err = write_deps(deps, absent, started_ns, &data);
	if (err)
		goto out;
	hdr.deps_len = (uint32_t)(data.len - sizeof(hdr));
	strbuf__add(&data, build->messages.text, build->messages.len);
	strbuf__add(&data, build->bytes, build->size);
	err = strbuf__error(&data);
	if (err)
		goto out;
	memcpy(data.text, &hdr, sizeof(hdr));
	err = user_cache__put(cache, key, data.text, data.len);
out:
	strbuf__free(&data);
	return err;
}
