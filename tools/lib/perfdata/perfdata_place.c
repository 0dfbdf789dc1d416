// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* perfdata_place.c - see perfdata_place.h. */
#include "perfdata_place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "invoker.h"
#include "output_file.h"
#include "perfdata_abi.h"
#include "perfdata_writer_priv.h"
#include "util.h"

static bool is_data_name(const char *name)
{
	return !strcmp(name, "data") || !strncmp(name, "data.", 5);
}

int perfdata_place__check_file(const char *path)
{
	uint64_t magic = 0;
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return -errno;
	got = pread(fd, &magic, sizeof(magic), 0);
	if (got < 0)
		got = -errno;
	close(fd);
	if (got <= 0)
		return (int)got;
	return magic == PERFDATA_MAGIC || magic == PERFDATA_MAGIC_SWAPPED ? 0 : -EEXIST;
}

int perfdata_place__check_directory(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	int err = 0;

	if (!dir)
		return -errno;
	while ((entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
		    !is_data_name(entry->d_name))
			err = -EEXIST;
	}
	closedir(dir);
	return err;
}

static void remove_data_files(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;

	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		if (is_data_name(entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	}
	closedir(dir);
}

void perfdata_place__remove_directory(const char *path)
{
	remove_data_files(path);
	rmdir(path);
}

static char *without_slashes(const char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	return strndup(path, len);
}

/* What stands at the path now: may it be replaced? A link is followed, so that its target is. */
static int check_old(struct perfdata_writer *w)
{
	const bool wants_dir = w->opts.form == PERFDATA_FORM_DIR;
	struct stat st;
	char *real;
	const int refused = output_file__check(w->path);

	if (refused)
		return refused;
	if (stat(w->path, &st))
		return errno == ENOENT ? 0 : -errno;
	if (wants_dir ? !S_ISDIR(st.st_mode) : !S_ISREG(st.st_mode))
		return -EEXIST;
	real = realpath(w->path, NULL);
	if (!real)
		return -errno;
	free(w->path);
	w->path = real;
	return wants_dir ? perfdata_place__check_directory(w->path)
			 : perfdata_place__check_file(w->path);
}

static int make_directory(struct perfdata_writer *w)
{
	const char *path = w->temp ? w->temp : w->path;

	if (w->temp) {
		if (!mkdtemp(w->temp)) {
			*w->temp = '\0';
			return -errno;
		}
	} else if (mkdir(path, 0700) && errno != EEXIST) {
		return -errno;
	} else {
		remove_data_files(path);
	}
	w->dir_fd = output_file__open(path, O_RDONLY | O_DIRECTORY, 0);
	return MIN(w->dir_fd, 0);
}

static int prepare(struct perfdata_writer *w)
{
	int err;

	w->path = without_slashes(w->opts.path);
	if (!w->path)
		return -ENOMEM;
	err = check_old(w);
	if (err)
		return err;
	if (!w->opts.in_place && asprintf(&w->temp, "%s.XXXXXX", w->path) < 0) {
		w->temp = NULL;
		return -ENOMEM;
	}
	return w->opts.form == PERFDATA_FORM_DIR ? make_directory(w) : 0;
}

/* All of these work with the rights of the user who called sudo. */
int perfdata_place__prepare(struct perfdata_writer *w)
{
	struct invoker inv;
	int err = invoker__enter(&inv);

	if (err)
		return err;
	err = prepare(w);
	invoker__leave(&inv);
	return err;
}

static int open_temporary(struct perfdata_writer *w)
{
	struct invoker inv;
	int fd = invoker__enter(&inv);

	if (fd)
		return fd;
	fd = mkostemp(w->temp, O_CLOEXEC);
	if (fd < 0) {
		fd = -errno;
		*w->temp = '\0';
	}
	invoker__leave(&inv);
	return fd;
}

int perfdata_place__open_file(struct perfdata_writer *w)
{
	if (w->temp)
		return open_temporary(w);
	return output_file__open(w->path, O_RDWR | O_CREAT | O_TRUNC, 0600);
}

int perfdata_place__open_data(struct perfdata_writer *w, unsigned int idx)
{
	struct invoker inv;
	char name[32];
	int fd = invoker__enter(&inv);

	if (fd)
		return fd;
	if (idx)
		snprintf(name, sizeof(name), "data.%u", idx - 1);
	else
		snprintf(name, sizeof(name), "data");
	fd = openat(w->dir_fd, name, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		fd = -errno;
	invoker__leave(&inv);
	return fd;
}

static int publish(struct perfdata_writer *w)
{
	if (!rename(w->temp, w->path)) {
		*w->temp = '\0';
		return 0;
	}
	if (w->opts.form != PERFDATA_FORM_DIR || (errno != ENOTEMPTY && errno != EEXIST))
		return -errno;
	if (renameat2(AT_FDCWD, w->temp, AT_FDCWD, w->path, RENAME_EXCHANGE))
		return -errno;
	perfdata_place__remove_directory(w->temp); /* the old one is there now */
	*w->temp = '\0';
	return 0;
}

int perfdata_place__publish(struct perfdata_writer *w)
{
	struct invoker inv;
	int err = w->temp ? invoker__enter(&inv) : 0;

	if (err || !w->temp)
		return err;
	err = publish(w);
	invoker__leave(&inv);
	return err;
}

void perfdata_place__remove(struct perfdata_writer *w)
{
	struct invoker inv;

	if (!w->temp || !*w->temp || invoker__enter(&inv))
		return;
	if (w->opts.form == PERFDATA_FORM_DIR)
		perfdata_place__remove_directory(w->temp);
	else
		unlink(w->temp);
	invoker__leave(&inv);
}
