// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_elf_image.c - see bpf_elf_image.h. */
#include "bpf_elf_image.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bpf_elf.h"
#include "fdio.h"
#include "invoker.h"
#include "legacy_map.h"
#include "output_file.h"
#include "strbuf.h"
#include "util.h"

#define READ_STEP 65536

static int refuse_errno(struct strbuf *error, const char *path, int err)
{
	strbuf__addf(error, "%s: %s", path, strerror(-err));
	return err;
}

static int refuse_size(struct strbuf *error, const char *path, unsigned long long size)
{
	strbuf__addf(error, "%s: ", path);
	if (size)
		strbuf__addf(error, "%llu bytes; ", size);
	strbuf__addf(error, "objects above %u MiB are refused", BPF_ELF_MAX_BYTES >> 20);
	return -EFBIG;
}

/* To the end of the file, or until it is too long: it may be a pipe, or grow. */
static int read_all(int fd, size_t expected, struct strbuf *data)
{
	ssize_t len;

	if (!strbuf__room(data, expected + 1))
		return -ENOMEM;
	for (;;) {
		if (!strbuf__room(data, READ_STEP))
			return -ENOMEM;
		len = read(fd, data->text + data->len, READ_STEP);
		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return -errno;
		if (!len)
			return 0;
		data->len += (size_t)len;
		if (data->len > BPF_ELF_MAX_BYTES)
			return -EFBIG;
	}
}

int bpf_object_image__read(const char *path, void **ret_bytes, size_t *ret_size,
			   struct strbuf *error)
{
	int fd __cleanup_close = open(path, O_RDONLY | O_CLOEXEC);
	struct strbuf data = {};
	struct stat st;
	int err;

	if (fd < 0)
		return refuse_errno(error, path, -errno);
	if (fstat(fd, &st))
		return refuse_errno(error, path, -errno);
	if (S_ISDIR(st.st_mode))
		return refuse_errno(error, path, -EISDIR);
	if (S_ISREG(st.st_mode) && st.st_size > (off_t)BPF_ELF_MAX_BYTES)
		return refuse_size(error, path, (unsigned long long)st.st_size);
	err = read_all(fd, S_ISREG(st.st_mode) ? (size_t)st.st_size : 0, &data);
	if (err) {
		strbuf__free(&data);
		return err == -EFBIG ? refuse_size(error, path, 0) : refuse_errno(error, path, err);
	}
	*ret_bytes = data.text;
	*ret_size = data.len;
	return 0;
}

static int convert_if_legacy(struct bpf_object_image *image, struct strbuf *notes,
			     struct strbuf *error)
{
	struct bpf_elf *elf;
	void *bytes;
	size_t size;
	int err;

	err = bpf_elf__parse(image->bytes, image->size, &elf, error);
	if (err)
		return err;
	if (bpf_elf__is_legacy(elf)) {
		err = legacy_map__convert(elf, &bytes, &size, notes, error);
		if (!err) {
			free(image->bytes);
			image->bytes = bytes;
			image->size = size;
			image->converted = true;
		}
	}
	bpf_elf__free(elf);
	return err;
}

int bpf_object_image__adopt(void *bytes, size_t size, const char *name,
			    struct bpf_object_image *image, struct strbuf *notes,
			    struct strbuf *error)
{
	struct strbuf reason = {};
	int err;

	*image = (struct bpf_object_image){ .bytes = bytes, .size = size };
	err = convert_if_legacy(image, notes, &reason);
	if (err) {
		strbuf__addf(error, "%s: %s", name,
			     reason.len ? strbuf__cstr(&reason) : strerror(-err));
		bpf_object_image__free(image);
	}
	strbuf__free(&reason);
	return err;
}

int bpf_object_image__open(const char *path, struct bpf_object_image *image, struct strbuf *notes,
			   struct strbuf *error)
{
	void *bytes;
	size_t size;
	int err;

	*image = (struct bpf_object_image){};
	err = bpf_object_image__read(path, &bytes, &size, error);
	if (err)
		return err;
	return bpf_object_image__adopt(bytes, size, path, image, notes, error);
}

/* A new file beside @path; open() rather than mkstemp(), for the mode that new files have. */
static int open_temporary(const char *path, char temp[PATH_MAX])
{
	unsigned int try;
	int fd;

	for (try = 0; try < 100; try++) {
		if (snprintf(temp, PATH_MAX, "%s.%d.%u", path, getpid(), try) >= PATH_MAX)
			return -ENAMETOOLONG;
		fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fd;
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

/* @old: the file that goes away, whose owner and mode the new one gets; NULL for none. */
static int replace_file(const char *path, const struct stat *old, const void *bytes, size_t size)
{
	char temp[PATH_MAX];
	int fd, err;

	fd = open_temporary(path, temp);
	if (fd < 0)
		return fd;
	err = fdio__write_all(fd, bytes, size, NULL);
	if (old && fchown(fd, old->st_uid, old->st_gid)) {
		/* Only root can give files away; then it is ours. */
	}
	if (!err && old && fchmod(fd, old->st_mode & 07777))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	if (!err && rename(temp, path))
		err = -errno;
	if (err)
		unlink(temp);
	return err;
}

static int write_through(const char *path, const void *bytes, size_t size)
{
	int fd __cleanup_close = output_file__open(path, O_WRONLY, 0);

	return fd < 0 ? fd : fdio__write_all(fd, bytes, size, NULL);
}

static int write_file(const char *path, const void *bytes, size_t size)
{
	char target[PATH_MAX];
	struct stat st, link;
	const int refused = output_file__check(path);

	if (refused)
		return refused;
	if (stat(path, &st)) {
		/* A link to nowhere stays one. */
		int err = -errno;

		if (err != -ENOENT || !lstat(path, &link))
			return err;
		return replace_file(path, NULL, bytes, size);
	}
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	if (!S_ISREG(st.st_mode))
		return write_through(path, bytes, size);
	/* Through links to what they point to, which stays linked. */
	if (!realpath(path, target))
		return -errno;
	return replace_file(target, &st, bytes, size);
}

int bpf_object_image__write(const char *path, const void *bytes, size_t size, struct strbuf *error)
{
	struct invoker inv;
	int err = invoker__enter(&inv);

	if (!err)
		err = write_file(path, bytes, size);
	invoker__leave(&inv);
	if (err)
		strbuf__addf(error, "%s: %s", path, output_file__why(err));
	return err;
}

void bpf_object_image__free(struct bpf_object_image *image)
{
	free(image->bytes);
	*image = (struct bpf_object_image){};
}
