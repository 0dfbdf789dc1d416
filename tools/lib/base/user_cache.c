// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* user_cache.c - see user_cache.h. */
#include "user_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fdio.h"
#include "hash_index.h"
#include "util.h"

#define NAME_LEN (2 * SHA256_BYTES)
#define TEMP_PREFIX "new."
#define TEMP_MAX_AGE_S 3600

static const char entry_magic[8] = "paugcch2";

/* struct entry_header - then comes the content, to the file's end. */
struct entry_header {
	char magic[8];
	uint64_t check; /* of the content: damage is found, and whoever could forge it may write what he likes */
};

struct user_cache {
	int dir_fd;
};

/* --- The folder ------------------------------------------------------------------------------- */

static int find_folder(char *path, struct strbuf *why)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	int len = 0;

	/* The specification says to ignore a relative one. */
	if (xdg && xdg[0] == '/')
		len = snprintf(path, PATH_MAX, "%s", xdg);
	else if (home && home[0] == '/')
		len = snprintf(path, PATH_MAX, "%s/.cache", home);
	if (len > 0 && len < PATH_MAX - 32)
		return 0;
	strbuf__adds(why, "neither XDG_CACHE_HOME nor HOME names a folder");
	return -ENOENT;
}

/*
 * As root with the environment of another user (sudo -E), it would be root's folder among that user's, who
 * could not use it. What root has made for others is for their use.
 */
static int check_owner(const char *base, struct strbuf *why)
{
	char *path __cleanup_free = strdup(base);
	struct stat st;
	int err;

	if (!path)
		return -ENOMEM;
	/* When it is not there, it will be made. */
	if (stat(path, &st) && stat(dirname(path), &st)) {
		err = -errno;
		strbuf__addf(why, "%s: %s", base, strerror(-err));
		return err;
	}
	if (st.st_uid == geteuid() || !st.st_uid)
		return 0;
	strbuf__addf(why, "%s: belongs to somebody else: not used", path);
	return -EPERM;
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

struct user_cache *user_cache__open(struct strbuf *why)
{
	struct user_cache *cache;
	char path[PATH_MAX];
	int fd;

	if (find_folder(path, why) || check_owner(path, why))
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

void user_cache__close(struct user_cache *cache)
{
	if (!cache)
		return;
	close(cache->dir_fd);
	free(cache);
}

/* --- Entries ---------------------------------------------------------------------------------- */

static void entry_name(const struct sha256_digest *key, char name[NAME_LEN + 1])
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	for (i = 0; i < SHA256_BYTES; i++) {
		name[2 * i] = digits[key->byte[i] >> 4];
		name[2 * i + 1] = digits[key->byte[i] & 15];
	}
	name[NAME_LEN] = '\0';
}

static int read_entry(int fd, struct entry_header *hdr, struct strbuf *content)
{
	struct stat st;
	size_t left;
	ssize_t len;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_uid != geteuid() || st.st_size <= (off_t)sizeof(*hdr) ||
	    st.st_size > (off_t)USER_CACHE_MAX_BYTES)
		return -EINVAL;
	if (read(fd, hdr, sizeof(*hdr)) != sizeof(*hdr))
		return -EINVAL;
	left = (size_t)st.st_size - sizeof(*hdr);
	if (!strbuf__room(content, left))
		return -ENOMEM;
	for (; left; left -= (size_t)len) {
		len = read(fd, content->text + content->len, left);
		if (len <= 0)
			return len ? -errno : -EINVAL;
		content->len += (size_t)len;
	}
	return 0;
}

int user_cache__get(struct user_cache *cache, const struct sha256_digest *key,
		    struct strbuf *content)
{
	const size_t begin = content->len;
	char name[NAME_LEN + 1];
	struct entry_header hdr;
	int fd __cleanup_close = -1;
	int err;

	entry_name(key, name);
	fd = openat(cache->dir_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -ENOENT;
	err = read_entry(fd, &hdr, content);
	if (err)
		return err == -ENOMEM ? err : -ENOENT;
	if (memcmp(hdr.magic, entry_magic, sizeof(entry_magic)) ||
	    hdr.check != hash_bytes(content->text + begin, content->len - begin))
		return -ENOENT;
	futimens(fd, NULL); /* used just now: the last to be forgotten */
	return 0;
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

static void forget_oldest(struct user_cache *cache)
{
	const size_t max = 4 * USER_CACHE_MAX_ENTRIES;
	struct old_entry *entries = calloc(max, sizeof(*entries));
	int fd = openat(cache->dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	size_t nr, i;
	off_t total;

	if (entries && dir) {
		nr = list_entries(dir, entries, max, &total);
		qsort(entries, nr, sizeof(*entries), compare_ages);
		for (i = 0; i < nr; i++) {
			if (total <= (off_t)USER_CACHE_MAX_BYTES &&
			    nr - i <= USER_CACHE_MAX_ENTRIES)
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

static int write_entry(struct user_cache *cache, const struct sha256_digest *key,
		       const struct entry_header *hdr, const void *content, size_t content_len)
{
	char name[NAME_LEN + 1], temp[64];
	int fd, err;

	entry_name(key, name);
	snprintf(temp, sizeof(temp), TEMP_PREFIX "%d.%.16s", getpid(), name);
	unlinkat(cache->dir_fd, temp, 0);
	fd = openat(cache->dir_fd, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0600);
	if (fd < 0)
		return -errno;
	err = fdio__write_all(fd, hdr, sizeof(*hdr), NULL)
		      ?: fdio__write_all(fd, content, content_len, NULL);
	if (close(fd) && !err)
		err = -errno;
	if (!err && renameat(cache->dir_fd, temp, cache->dir_fd, name))
		err = -errno;
	if (err)
		unlinkat(cache->dir_fd, temp, 0);
	return err;
}

int user_cache__put(struct user_cache *cache, const struct sha256_digest *key, const void *content,
		    size_t len)
{
	struct entry_header hdr;
	int err;

	if (len > USER_CACHE_MAX_BYTES / 4)
		return -EFBIG;
	memcpy(hdr.magic, entry_magic, sizeof(entry_magic));
	hdr.check = hash_bytes(content, len);
	err = write_entry(cache, key, &hdr, content, len);
	if (!err)
		forget_oldest(cache);
	return err;
}
