// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * btf_subset_file.c - the subset of the running kernel's BTF, where libbpf can read it: see
 * btf_subset.h.
 */
#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "btf_subset.h"
#include "build_id.h"
#include "fdio.h"
#include "hash_index.h"
#include "kernel_btf.h"
#include "strbuf.h"
#include "user_cache.h"

/** struct kernel_btf - its bytes. */
struct kernel_btf {
	int fd;
	void *bytes;
	size_t size;
	bool is_mapped;
};

/*
 * Before 6.16 it cannot be mapped; it is read a page at a time then, as the kernel gives no more at
 * once.
 */
static int kernel_btf__open(struct kernel_btf *btf)
{
	struct stat st;
	size_t done;
	ssize_t n;

	btf->fd = open(KERNEL_BTF, O_RDONLY | O_CLOEXEC);
	if (btf->fd < 0 || fstat(btf->fd, &st))
		return -errno;
	btf->size = (size_t)st.st_size;
	btf->bytes = mmap(NULL, btf->size, PROT_READ, MAP_PRIVATE, btf->fd, 0);
	btf->is_mapped = btf->bytes != MAP_FAILED;
	if (btf->is_mapped)
		return 0;
	btf->bytes = malloc(btf->size);
	if (!btf->bytes)
		return -ENOMEM;
	for (done = 0; done < btf->size; done += (size_t)n) {
		n = read(btf->fd, (char *)btf->bytes + done, btf->size - done);
		if (n <= 0)
			return n ? -errno : -EIO;
	}
	return 0;
}

static void kernel_btf__close(struct kernel_btf *btf)
{
	if (btf->is_mapped)
		munmap(btf->bytes, btf->size);
	else
		free(btf->bytes);
	if (btf->fd >= 0)
		close(btf->fd);
}

int btf_subset_file__open(struct btf_subset_file *file)
{
	int err;

	file->fd = -1;
	if (access(KERNEL_BTF, R_OK))
		return -errno;
	file->fd = memfd_create("btf", MFD_CLOEXEC);
	if (file->fd < 0)
		return -errno;
	snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
	if (!access(file->path, R_OK))
		return 0;
	err = -errno;
	btf_subset_file__close(file);
	return err;
}

/* ---- the cache ---- */

/* To be changed with what btf_subset__make() makes. */
#define SUBSET_VERSION "btf_subset 1"

/* A kernel without a build-id cannot be told from others; one that was given its build-id, by the size. */
static int find_key(const struct btf *local, struct sha256_digest *ret_key)
{
	struct build_id kernel;
	struct sha256 hash;
	struct stat st;
	uint32_t size;
	const void *bytes = btf__raw_data(local, &size);
	uint64_t local_hash;
	int err = bytes ? build_id__of_kernel(&kernel) : -ENOMEM;

	if (!err && stat(KERNEL_BTF, &st))
		err = -errno;
	if (err)
		return err;
	local_hash = hash_bytes(bytes, size);
	sha256__init(&hash);
	sha256__add_string(&hash, SUBSET_VERSION);
	sha256__add(&hash, &kernel, sizeof(kernel));
	sha256__add(&hash, &st.st_size, sizeof(st.st_size));
	sha256__add(&hash, &local_hash, sizeof(local_hash));
	sha256__finish(&hash, ret_key);
	return 0;
}

/* ---- the file ---- */

static int write_subset(int fd, const struct btf *subset)
{
	uint32_t size;
	const void *bytes = btf__raw_data(subset, &size);
	int err = bytes ? fdio__write_all(fd, bytes, size, NULL) : -ENOMEM;

	if (err && (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET)))
		err = -errno; /* what comes next would follow a part of this */
	return err;
}

/* libbpf believes what it reads: as with the kernel's BTF, it only gets what was made from that. */
static int fill_from_cache(int fd, const struct btf *local, struct user_cache *cache,
			   const struct sha256_digest *key)
{
	struct strbuf bytes = {};
	struct btf *subset = NULL;
	int err = user_cache__get(cache, key, &bytes);

	if (!err)
		err = btf_subset__make(local, bytes.text, bytes.len, &subset);
	if (!err)
		err = write_subset(fd, subset);
	btf__free(subset);
	strbuf__free(&bytes);
	return err;
}

/* @cache: gets the subset; NULL for none. */
static int make_subset(int fd, const struct btf *local, struct user_cache *cache,
		       const struct sha256_digest *key)
{
	struct kernel_btf kernel = { .fd = -1 };
	struct btf *subset = NULL;
	const void *bytes;
	uint32_t size;
	int err;

	err = kernel_btf__open(&kernel);
	if (!err)
		err = btf_subset__make(local, kernel.bytes, kernel.size, &subset);
	if (!err)
		err = write_subset(fd, subset);
	if (!err && cache) {
		bytes = btf__raw_data(subset, &size);
		user_cache__put(cache, key, bytes, size); /* or not: the next start takes longer */
	}
	/* The path now leads to the kernel's file. */
	if (err && kernel.fd >= 0)
		err = dup3(kernel.fd, fd, O_CLOEXEC) < 0 ? -errno : 0;
	btf__free(subset);
	kernel_btf__close(&kernel);
	return err;
}

int btf_subset_file__fill(struct btf_subset_file *file, const struct btf *local, bool keep)
{
	struct user_cache *cache = NULL;
	struct sha256_digest key;
	struct strbuf why = {};
	int err = -ENOENT;

	if (keep && !find_key(local, &key))
		cache = user_cache__open(&why);
	if (cache)
		err = fill_from_cache(file->fd, local, cache, &key);
	if (err)
		err = make_subset(file->fd, local, cache, &key);
	user_cache__close(cache);
	strbuf__free(&why);
	return err;
}

void btf_subset_file__close(struct btf_subset_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}
