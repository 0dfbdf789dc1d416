// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* recording.c - see recording.h. */
#include "recording.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"

static bool is_directory(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

int recording__open(struct perfdata **ret_pd, const char *path,
		    const struct perfdata_report *report)
{
	const int err = perfdata__open(ret_pd, path, report);

	if (err == -ENOENT && is_directory(path))
		log_err("%s: there is no recording in this directory: no file \"data\"", path);
	else if (err)
		log_err("%s: cannot be read: %s", path,
			err == -EINVAL || err == -ENOTSUP ? "not a recording we can read"
							  : strerror(-err));
	return err;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether @file is one of the data files of the directory. */
static bool has_file(const char *path, const struct stat *file)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	bool found = false;
	struct stat st;

	while (dir && !found && (entry = readdir(dir)))
		found = !strncmp(entry->d_name, "data", 4) &&
			!fstatat(dirfd(dir), entry->d_name, &st, 0) && is_same(&st, file);
	if (dir)
		closedir(dir);
	return found;
}

int recording__check_output(const char *recording, const char *output)
{
	struct stat in, out;

	if (output && !*output) {
		log_err("-o: an empty name is no file");
		return -EINVAL;
	}
	/* Nothing is lost of a pipe or a terminal. */
	if (!output || stat(output, &out) || !S_ISREG(out.st_mode))
		return 0;
	if (strcmp(recording, "-") ? stat(recording, &in) : fstat(STDIN_FILENO, &in))
		return 0;
	if (!is_same(&in, &out) && !(S_ISDIR(in.st_mode) && has_file(recording, &out)))
		return 0;
	log_err("%s: is the recording that is read, and would be overwritten", output);
	return -EINVAL;
}

int recording__check_file(const char *path)
{
	int err = 0;

	if (!path)
		return 0;
	if (is_directory(path))
		err = -EISDIR;
	else if (faccessat(AT_FDCWD, path, R_OK, AT_EACCESS))
		err = -errno;
	if (err)
		log_err("%s: %s", path, strerror(-err));
	return err;
}
