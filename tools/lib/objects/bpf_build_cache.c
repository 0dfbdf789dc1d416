// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_build_cache.c - see bpf_build_priv.h: $XDG_CACHE_HOME/perf-augment or ~/.cache/perf-augment.
 *
 * One file per key, which is the hash of the source, the command and the compiler; in it the hash of
 * every file that was read, the compiler's messages and the object. What is loaded into the kernel
 * must not come from other users: the folder is ours alone, and so are the files that we read.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bpf_build_priv.h"
#include "bpf_elf.h"
#include "util.h"

#define MAX_DEPS 65536
#define NAME_LEN (2 * BUILD_HASH_BYTES)
#define TEMP_PREFIX "new."
#define TEMP_MAX_AGE_S 3600

static const char entry_magic[8] = "paugbld1";

/* struct entry_header - then come, for each file, its digest, length of path and path; then the rest. */
struct entry_header {
	char magic[8];
	uint32_t nr_deps;
	uint32_t deps_len;
	uint64_t messages_len;
	uint64_t object_len;
	struct build_digest digest; /* of all that follows */
};

struct build_cache {
	int dir_fd;
};

/* --- The folder ------------------------------------------------------------------------------- */

static int find_folder(char *path, struct strbuf *why)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int len;

	/* The specification says to ignore a relative one. */
	if (xdg && xdg[0] == '/')
		len = snprintf(path, PATH_MAX, "%s", xdg);
	else if (home && home[0] == '/')
		len = snprintf(path, PATH_MAX, "%s/.cache", home);
	else
		len = 0;
	if (len > 0 && len < PATH_MAX - 32)
		return 0;
	strbuf__adds(why, "neither XDG_CACHE_HOME nor HOME is set");
	return -ENOENT;
}

/* Nobody else may have put something there. */
static int check_folder(int fd, const char *path, struct strbuf *why)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if (st.st_uid != geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH))) {
		strbuf__addf(why, "%s: %s: not used", path,
			     st.st_uid != geteuid() ? "belongs to somebody else"
						    : "others may write to it");
		return -EPERM;
	}
	if ((st.st_mode & 07777) != 0700 && fchmod(fd, 0700))
		return -errno;
	return 0;
}

static int open_folder(const char *base, struct strbuf *why)
{
	char path[PATH_MAX];
	int fd, err;

	if ((mkdir(base, 0700) && errno != EEXIST) ||
	    snprintf(path, sizeof(path), "%s/perf-augment", base) >= (int)sizeof(path) ||
	    (mkdir(path, 0700) && errno != EEXIST)) {
		err = -errno;
		strbuf__addf(why, "%s: %s", base, strerror(-err));
		return err;
	}
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		strbuf__addf(why, "%s: %s", path, strerror(-err));
		return err;
	}
	err = check_folder(fd, path, why);
	if (err) {
		close(fd);
		return err;
	}
	return fd;
}

struct build_cache *build_cache__open(struct strbuf *why)
{
	struct build_cache *cache;
	char path[PATH_MAX];
	int fd;

	if (find_folder(path, why))
		return NULL;
	fd = open_folder(path, why);
	if (fd < 0)
		return NULL;
	cache = malloc(sizeof(*cache));
	if (!cache) {
		close(fd);
		return NULL;
	}
	cache->dir_fd = fd;
	return cache;
}

void build_cache__close(struct build_cache *cache)
{
	if (!cache)
		return;
	close(cache->dir_fd);
	free(cache);
}

/* --- Files that objects are made from --------------------------------------------------------- */

int build_cache__hash_file(const char *path, struct build_digest *ret, long long *ret_mtime_ns)
{
	int fd __cleanup_close = open(path, O_RDONLY | O_CLOEXEC);
	char block[16384];
	struct build_hash hash;
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		return -errno;
	build_hash__init(&hash);
	for (;;) {
		ssize_t len = read(fd, block, sizeof(block));

		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return -errno;
		if (!len)
			break;
		build_hash__add(&hash, block, (size_t)len);
	}
	build_hash__finish(&hash, ret);
	if (ret_mtime_ns)
		*ret_mtime_ns = st.st_mtim.tv_sec * (long long)NSEC_PER_SEC + st.st_mtim.tv_nsec;
	return 0;
}

static bool is_unchanged(const char *path, const struct build_digest *then)
{
	struct build_digest now;

	return !build_cache__hash_file(path, &now, NULL) && !memcmp(&now, then, sizeof(now));
}

/* The list of files of an entry: are they all as they were? -EINVAL when it is no such list. */
static int check_deps(const char *p, size_t len, uint32_t nr)
{
	char path[PATH_MAX];
	uint32_t i;

	for (i = 0; i < nr; i++) {
		struct build_digest then;
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

static int write_deps(const struct string_list *deps, long long started_ns, struct strbuf *data)
{
	size_t i;

	if (deps->nr > MAX_DEPS)
		return -E2BIG;
	for (i = 0; i < deps->nr; i++) {
		uint32_t len = (uint32_t)strlen(deps->item[i]);
		struct build_digest digest;
		long long mtime_ns;
		int err;

		err = build_cache__hash_file(deps->item[i], &digest, &mtime_ns);
		if (err)
			return err;
		if (mtime_ns > started_ns)
			return -EBUSY;
		strbuf__add(data, (const char *)&digest, sizeof(digest));
		strbuf__add(data, (const char *)&len, sizeof(len));
		strbuf__add(data, deps->item[i], len);
	}
	return strbuf__error(data);
}

/* --- Entries ---------------------------------------------------------------------------------- */

static void entry_name(const struct build_digest *key, char name[NAME_LEN + 1])
{
	size_t i;

	for (i = 0; i < BUILD_HASH_BYTES; i++)
		snprintf(name + 2 * i, 3, "%02x", key->byte[i]);
}

static int read_entry(int fd, struct strbuf *data)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
	    st.st_size < (off_t)sizeof(struct entry_header) ||
	    st.st_size > (off_t)BUILD_CACHE_MAX_BYTES)
		return -EINVAL;
	if (!strbuf__room(data, (size_t)st.st_size))
		return -ENOMEM;
	while (data->len < (size_t)st.st_size) {
		ssize_t len = read(fd, data->text + data->len, (size_t)st.st_size - data->len);

		if (len < 0)
			return -errno;
		if (!len)
			return -EINVAL;
		data->len += (size_t)len;
	}
	return 0;
}

static void digest_bytes(const void *bytes, size_t len, struct build_digest *ret)
{
	struct build_hash hash;

	build_hash__init(&hash);
	build_hash__add(&hash, bytes, len);
	build_hash__finish(&hash, ret);
}

/* An entry may be cut off or damaged by a crash or a full disk: then it is none. */
static int use_entry(const struct strbuf *data, struct bpf_build *build)
{
	const char *deps = data->text + sizeof(struct entry_header), *messages;
	size_t rest = data->len - sizeof(struct entry_header);
	struct entry_header hdr;
	struct build_digest digest;
	int err;

	memcpy(&hdr, data->text, sizeof(hdr));
	if (memcmp(hdr.magic, entry_magic, sizeof(entry_magic)) || hdr.messages_len > rest ||
	    hdr.object_len > rest || !hdr.object_len ||
	    hdr.deps_len + hdr.messages_len + hdr.object_len != rest)
		return -EINVAL;
	digest_bytes(deps, rest, &digest);
	if (memcmp(&digest, &hdr.digest, sizeof(digest)))
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

int build_cache__get(struct build_cache *cache, const struct build_digest *key,
		     struct bpf_build *build)
{
	char name[NAME_LEN + 1];
	struct strbuf data = {};
	int fd __cleanup_close = -1;
	int err;

	entry_name(key, name);
	fd = openat(cache->dir_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -ENOENT;
	err = read_entry(fd, &data);
	if (!err)
		err = use_entry(&data, build);
	strbuf__free(&data);
	if (!err)
		futimens(fd, NULL); /* used just now: the last to be forgotten */
	return err && err != -ENOMEM ? -ENOENT : err;
}

/* --- Forgetting ------------------------------------------------------------------------------- */

struct old_entry {
	char name[NAME_LEN + 1];
	long long mtime_ns;
	off_t size;
};

static int compare_ages(const void *a, const void *b)
{
	const struct old_entry *x = a, *y = b;

	return x->mtime_ns < y->mtime_ns ? -1 : x->mtime_ns > y->mtime_ns;
}

static bool is_entry_name(const char *name)
{
	return strlen(name) == NAME_LEN && strspn(name, "0123456789abcdef") == NAME_LEN;
}

/* What a crash left half-written. */
static void remove_stale(int dir_fd, const char *name, const struct stat *st)
{
	if (!strncmp(name, TEMP_PREFIX, strlen(TEMP_PREFIX)) &&
	    time(NULL) - st->st_mtim.tv_sec > TEMP_MAX_AGE_S)
		unlinkat(dir_fd, name, 0);
}

static size_t list_entries(DIR *dir, struct old_entry *entries, size_t max, off_t *ret_total)
{
	const struct dirent *d;
	size_t nr = 0;
	struct stat st;

	*ret_total = 0;
	while (nr < max && (d = readdir(dir))) {
		if (fstatat(dirfd(dir), d->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
		    !S_ISREG(st.st_mode))
			continue;
		if (!is_entry_name(d->d_name)) {
			remove_stale(dirfd(dir), d->d_name, &st);
			continue;
		}
		memcpy(entries[nr].name, d->d_name, sizeof(entries[nr].name));
		entries[nr].mtime_ns =
			st.st_mtim.tv_sec * (long long)NSEC_PER_SEC + st.st_mtim.tv_nsec;
		entries[nr++].size = st.st_size;
		*ret_total += st.st_size;
	}
	return nr;
}

static void forget_oldest(struct build_cache *cache)
{
	const size_t max = 4 * BUILD_CACHE_MAX_ENTRIES;
	struct old_entry *entries = calloc(max, sizeof(*entries));
	int fd = openat(cache->dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	size_t nr, i;
	off_t total;

	if (entries && dir) {
		nr = list_entries(dir, entries, max, &total);
		qsort(entries, nr, sizeof(*entries), compare_ages);
		for (i = 0; i < nr; i++) {
			if (total <= (off_t)BUILD_CACHE_MAX_BYTES &&
			    nr - i <= BUILD_CACHE_MAX_ENTRIES)
				break;
			unlinkat(cache->dir_fd, entries[i].name, 0);
			total -= entries[i].size;
		}
	}
	if (dir)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
	free(entries);
}

static int write_entry(struct build_cache *cache, const struct build_digest *key,
		       const struct strbuf *data)
{
	char name[NAME_LEN + 1], temp[64];
	size_t done = 0;
	int fd, err = 0;

	entry_name(key, name);
	snprintf(temp, sizeof(temp), TEMP_PREFIX "%d.%.16s", getpid(), name);
	unlinkat(cache->dir_fd, temp, 0);
	fd = openat(cache->dir_fd, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0600);
	if (fd < 0)
		return -errno;
	while (done < data->len && !err) {
		ssize_t len = write(fd, data->text + done, data->len - done);

		if (len >= 0)
			done += (size_t)len;
		else if (errno != EINTR)
			err = -errno;
	}
	if (close(fd) && !err)
		err = -errno;
	if (!err && renameat(cache->dir_fd, temp, cache->dir_fd, name))
		err = -errno;
	if (err)
		unlinkat(cache->dir_fd, temp, 0);
	return err;
}

int build_cache__put(struct build_cache *cache, const struct build_digest *key,
		     const struct string_list *deps, long long started_ns,
		     const struct bpf_build *build)
{
	struct strbuf data = {};
	struct entry_header hdr = {
		.nr_deps = (uint32_t)deps->nr,
		.messages_len = build->messages.len,
		.object_len = build->size,
	};
	int err;

	memcpy(hdr.magic, entry_magic, sizeof(entry_magic));
	strbuf__add(&data, (const char *)&hdr, sizeof(hdr));
	err = write_deps(deps, started_ns, &data);
	if (err)
		goto out;
	hdr.deps_len = (uint32_t)(data.len - sizeof(hdr));
	strbuf__add(&data, build->messages.text, build->messages.len);
	strbuf__add(&data, build->bytes, build->size);
	err = strbuf__error(&data);
	if (!err && data.len > BUILD_CACHE_MAX_BYTES / 4)
		err = -EFBIG;
	if (err)
		goto out;
	digest_bytes(data.text + sizeof(hdr), data.len - sizeof(hdr), &hdr.digest);
	memcpy(data.text, &hdr, sizeof(hdr));
	err = write_entry(cache, key, &data);
	if (!err)
		forget_oldest(cache);
out:
	strbuf__free(&data);
	return err;
}
