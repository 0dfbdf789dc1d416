// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * output_file.c - see output_file.h. The kernel does the same where fs.protected_symlinks,
 * fs.protected_regular and fs.protected_hardlinks are on; they are off in many containers.
 */
#include "output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "invoker.h"
#include "util.h"

static bool is_shared(const struct stat *dir)
{
	return dir->st_mode & (S_ISVTX | S_IWOTH);
}

/* What stands in a directory that others write to must be ours, or of the directory's owner. */
static bool is_foreign(const struct stat *dir, const struct stat *st)
{
	return is_shared(dir) && st->st_uid != invoker__uid() && st->st_uid != dir->st_uid;
}

/* One more part of the way: @name in @dir_fd. A link is followed by the kernel once it may be. */
static int step(int dir_fd, const char *name)
{
	struct stat dir, st;
	int fd;

	if (fstat(dir_fd, &dir) || fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW))
		return -errno;
	if (S_ISLNK(st.st_mode) && is_foreign(&dir, &st))
		return -ELOOP;
	/* Who could exchange a directory for a link now could have put the link there before. */
	fd = openat(dir_fd, name,
		    O_PATH | O_DIRECTORY | O_CLOEXEC |
			    (!S_ISLNK(st.st_mode) && is_shared(&dir) ? O_NOFOLLOW : 0));
	return fd < 0 ? -errno : fd;
}

/* The directory that @path's last part is in. @ret_name: that part; "." for a path that ends in "/". */
static int open_parent(const char *path, char name[NAME_MAX + 1])
{
	const char *end;
	int dir_fd = open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC), next;

	if (dir_fd < 0)
		return -errno;
	for (;; path = end) {
		path += strspn(path, "/");
		end = strchrnul(path, '/');
		if (end - path > NAME_MAX) {
			close(dir_fd);
			return -ENAMETOOLONG;
		}
		memcpy(name, path, (size_t)(end - path));
		name[end - path] = '\0';
		if (!*end)
			break;
		next = step(dir_fd, name);
		close(dir_fd);
		if (next < 0)
			return next;
		dir_fd = next;
	}
	if (!*name)
		strcpy(name, ".");
	return dir_fd;
}

/* Return: 1 when something stands there that is ours to use, 0 for nothing; -errno. */
static int check_entry(int dir_fd, const struct stat *dir, const char *name, struct stat *ret_st)
{
	if (fstatat(dir_fd, name, ret_st, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT ? 0 : -errno;
	if (!is_foreign(dir, ret_st))
		return 1;
	return S_ISLNK(ret_st->st_mode) ? -ELOOP : -EPERM;
}

/* Between the look and the opening somebody may have put something else there. */
static int check_opened(int fd, const struct stat *dir, struct stat *ret_st)
{
	if (fstat(fd, ret_st))
		return -errno;
	/* A second name of a file of ours may be somebody's trap. */
	if (is_shared(dir) && S_ISREG(ret_st->st_mode) &&
	    (is_foreign(dir, ret_st) || ret_st->st_nlink > 1))
		return -EPERM;
	return 0;
}

/* Not what is empty: ext4 writes a file to the disk as it is closed when it was cut, and we would wait for that. */
static int make_empty(int fd, const struct stat *st)
{
	if (!st->st_size || !ftruncate(fd, 0))
		return 0;
	return errno == EINVAL ? 0 : -errno; /* neither a pipe nor a device can be cut */
}

static int open_in(int dir_fd, const char *name, int flags, mode_t mode)
{
	struct stat dir, st;
	int fd, err;

	if (fstat(dir_fd, &dir))
		return -errno;
	err = check_entry(dir_fd, &dir, name, &st);
	if (err < 0)
		return err;
	/* A link of our own may be followed; nobody else can exchange it in a sticky directory. */
	if (is_shared(&dir) && !(err && S_ISLNK(st.st_mode)))
		flags |= O_NOFOLLOW;
	/* Emptied once it is known to be ours. */
	fd = openat(dir_fd, name, (flags & ~O_TRUNC) | O_CLOEXEC, mode);
	if (fd < 0)
		return -errno;
	err = check_opened(fd, &dir, &st);
	if (!err && flags & O_TRUNC)
		err = make_empty(fd, &st);
	if (!err)
		return fd;
	close(fd);
	return err;
}

static int open_as_invoker(const char *path, int flags, mode_t mode)
{
	char name[NAME_MAX + 1];
	int dir_fd __cleanup_close = open_parent(path, name);

	return dir_fd < 0 ? dir_fd : open_in(dir_fd, name, flags, mode);
}

int output_file__open(const char *path, int flags, mode_t mode)
{
	struct invoker inv;
	int fd = invoker__enter(&inv);

	if (fd)
		return fd;
	fd = *path ? open_as_invoker(path, flags, mode) : -ENOENT;
	invoker__leave(&inv);
	return fd;
}

int output_file__check(const char *path)
{
	char name[NAME_MAX + 1];
	int dir_fd __cleanup_close = open_parent(path, name);
	struct stat dir, st;
	int err;

	if (dir_fd < 0)
		return dir_fd == -ENOENT ? 0 : dir_fd;
	if (fstat(dir_fd, &dir))
		return -errno;
	err = check_entry(dir_fd, &dir, name, &st);
	return MIN(err, 0);
}

bool output_file__is_same(const char *path, const char *other)
{
	struct stat a, b;

	return !stat(path, &a) && !stat(other, &b) && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

static int remove_as_invoker(const char *path, const struct stat *opened)
{
	char name[NAME_MAX + 1];
	int dir_fd __cleanup_close = open_parent(path, name);
	struct stat st;

	if (dir_fd < 0)
		return dir_fd;
	if (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW))
		return -errno;
	if (!S_ISREG(st.st_mode) || st.st_dev != opened->st_dev || st.st_ino != opened->st_ino)
		return -ENOENT;
	return unlinkat(dir_fd, name, 0) ? -errno : 0;
}

int output_file__remove(const char *path, const struct stat *opened)
{
	struct invoker inv;
	int err = invoker__enter(&inv);

	if (err)
		return err;
	err = remove_as_invoker(path, opened);
	invoker__leave(&inv);
	return err;
}

const char *output_file__why(int err)
{
	switch (err) {
	case -ELOOP:
		return "a symbolic link of somebody else leads there, from a directory that others may "
		       "write to (or links form a ring): not followed";
	case -EPERM:
		return "it belongs to somebody else, or has a second name, in a directory that others may "
		       "write to: not touched";
	case -EACCES:
		return invoker__is_other()
			       ? "the user who called sudo may not write there (without SUDO_UID it is "
				 "written as root)"
			       : strerror(EACCES);
	}
	return strerror(-err);
}
