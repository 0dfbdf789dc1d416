// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * feedback_proc.c - one pass over /proc: who has which terminal masters, terminals, pipes and
 * sockets open. Processes come and go meanwhile: what is gone is passed over.
 */
#include "feedback_priv.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util.h"

/* A file of /proc that fits @size bytes, as a string. Return: 0, or -errno. */
static int read_text(int dir_fd, const char *path, char *ret, size_t size)
{
	__cleanup_close int fd = openat(dir_fd, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	ssize_t len;

	if (fd < 0)
		return -errno;
	len = read(fd, ret, size - 1);
	if (len < 0)
		return -errno;
	ret[len] = '\0';
	return 0;
}

int proc_stat__read(int proc_fd, pid_t pid, struct proc_stat *ret)
{
	const char *comm, *end;
	unsigned int tty;
	char path[32], text[1024];
	int err, ppid;

	snprintf(path, sizeof(path), "%d/stat", pid);
	err = read_text(proc_fd, path, text, sizeof(text));
	if (err)
		return err;
	/* A name may hold blanks and parentheses; the last one ends it. */
	comm = strchr(text, '(');
	end = strrchr(text, ')');
	if (!comm || !end || end < comm)
		return -EINVAL;
	if (sscanf(end + 1, " %*c %d %*d %*d %u", &ppid, &tty) != 2)
		return -EINVAL;
	snprintf(ret->comm, sizeof(ret->comm), "%.*s", (int)(end - comm - 1), comm + 1);
	ret->ppid = ppid;
	ret->tty = feedback__decode_dev(tty);
	return 0;
}

/* A number in /proc/PID/fdinfo/FD, behind @key. */
static int read_fdinfo(int proc_fd, const struct open_file *file, const char *key, int base,
		       unsigned long *ret)
{
	char path[64], text[4096], *p;
	int err;

	snprintf(path, sizeof(path), "%d/fdinfo/%d", file->pid, file->fd);
	err = read_text(proc_fd, path, text, sizeof(text));
	if (err)
		return err;
	p = strstr(text, key);
	if (!p)
		return -ENOENT;
	*ret = strtoul(p + strlen(key), NULL, base);
	return 0;
}

int open_files__flags(const struct open_files *table, const struct open_file *file, int *ret)
{
	unsigned long flags;
	int err = read_fdinfo(table->proc_fd, file, "flags:", 8, &flags);

	if (!err)
		*ret = (int)flags;
	return err;
}

static int add_file(struct open_files *table, const struct open_file *file)
{
	if (table->nr == table->size) {
		size_t size = table->size ? 2 * table->size : 256;
		struct open_file *files = realloc(table->files, size * sizeof(*files));

		if (!files)
			return -ENOMEM;
		table->files = files;
		table->size = size;
	}
	table->files[table->nr++] = *file;
	return 0;
}

static bool stat_fd(const struct open_files *table, const struct open_file *file, struct stat *ret)
{
	char path[64];

	snprintf(path, sizeof(path), "%d/fd/%d", file->pid, file->fd);
	return !fstatat(table->proc_fd, path, ret, 0);
}

/*
 * The master's terminal. Its index is only unique within one devpts instance (a container has its
 * own): that is the one of the node, or the one mounted where the process looks for terminals.
 */
static int add_master(struct open_files *table, struct open_file *file)
{
	unsigned long index;
	char path[64];
	struct stat st;

	if (read_fdinfo(table->proc_fd, file, "tty-index:", 10, &index))
		return 0;
	file->kind = OPEN_MASTER;
	file->id = index;
	if (stat_fd(table, file, &st))
		file->node_dev = st.st_dev;
	snprintf(path, sizeof(path), "%d/root/dev/pts", file->pid);
	if (!fstatat(table->proc_fd, path, &st, 0))
		file->dev = st.st_dev;
	return add_file(table, file);
}

/* The terminal at `.../pts/N`; `/N` when its devpts is mounted nowhere in the process's sight. */
static int add_pty(struct open_files *table, struct open_file *file, unsigned long index)
{
	struct stat st;

	file->kind = OPEN_TTY;
	file->id = index;
	if (stat_fd(table, file, &st)) {
		if (!S_ISCHR(st.st_mode) || !feedback__is_pty(st.st_rdev))
			return 0;
		file->id = minor(st.st_rdev);
		file->dev = st.st_dev;
	}
	return add_file(table, file);
}

/* /dev/tty is the terminal of the process's session. */
static int add_own_tty(struct open_files *table, struct open_file *file)
{
	struct proc_stat stat;

	if (proc_stat__read(table->proc_fd, file->pid, &stat) || !feedback__is_pty(stat.tty))
		return 0;
	file->kind = OPEN_TTY;
	file->id = minor(stat.tty);
	return add_file(table, file);
}

/*
 * A path that may be one of our FIFOs. Only a file of the same name is looked at: stat() of any
 * other could hang on a dead network file system.
 */
static int add_fifo(struct open_files *table, struct open_file *file, const char *name)
{
	struct stat st;
	size_t i;

	for (i = 0; i < table->nr_sinks; i++) {
		const struct feedback_sink *sink = &table->sinks[i];

		if (sink->kind != FEEDBACK_PIPE || !sink->fifo_name[0] ||
		    strcmp(sink->fifo_name, name))
			continue;
		if (!stat_fd(table, file, &st) || st.st_dev != sink->dev || st.st_ino != sink->id)
			continue;
		file->kind = OPEN_PIPE;
		file->dev = sink->dev;
		file->id = sink->id;
		return add_file(table, file);
	}
	return 0;
}

static int add_path(struct open_files *table, struct open_file *file, const char *link)
{
	const char *name = strrchr(link, '/') + 1;
	bool in_pts = name == link + 1 || (name - link > 5 && !strncmp(name - 5, "/pts/", 5));
	char *end;

	if (!strcmp(name, "ptmx"))
		return add_master(table, file);
	if (!strcmp(link, "/dev/tty"))
		return add_own_tty(table, file);
	if (in_pts && *name >= '0' && *name <= '9') {
		unsigned long index = strtoul(name, &end, 10);

		if (!*end)
			return add_pty(table, file, index);
	}
	return add_fifo(table, file, name);
}

/* The number in `what[N]`. */
static bool link_inode(const char *link, const char *what, uint64_t *ret)
{
	size_t len = strlen(what);

	if (strncmp(link, what, len))
		return false;
	*ret = strtoull(link + len, NULL, 10);
	return true;
}

static bool is_wanted_socket(const struct open_files *table, uint64_t inode)
{
	size_t i;

	for (i = 0; i < table->nr_sinks; i++)
		if (table->sinks[i].kind == FEEDBACK_SOCKET && table->sinks[i].id == inode)
			return true;
	return false;
}

/* Put a descriptor into the table, if it is of a kind that matters. */
static int add_link(struct open_files *table, pid_t pid, int fd, const char *link)
{
	struct open_file file = { .pid = pid, .fd = fd };

	if (link[0] == '/')
		return add_path(table, &file, link);
	if (table->want_pipes && link_inode(link, "pipe:[", &file.id)) {
		file.kind = OPEN_PIPE;
		return add_file(table, &file);
	}
	if (link_inode(link, "socket:[", &file.id) && is_wanted_socket(table, file.id)) {
		file.kind = OPEN_SOCKET;
		return add_file(table, &file);
	}
	return 0;
}

/* A directory entry that is a number. */
static bool parse_number(const char *name, int *ret)
{
	unsigned long number;
	char *end;

	if (*name < '0' || *name > '9')
		return false;
	number = strtoul(name, &end, 10);
	if (*end || number > INT_MAX)
		return false;
	*ret = (int)number;
	return true;
}

static DIR *open_dir(int dir_fd, const char *path)
{
	int fd = openat(dir_fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir && fd >= 0)
		close(fd);
	return dir;
}

/* All descriptors of a process. Return: 0; -ENOMEM; -EPERM when it could not all be looked at. */
static int read_fds(struct open_files *table, pid_t pid, DIR *dir)
{
	unsigned int nr_fds = 0;
	const struct dirent *entry;
	char link[PATH_MAX];
	int fd, err = 0;
	ssize_t len;

	while (!err && (entry = readdir(dir)) != NULL) {
		if (!parse_number(entry->d_name, &fd))
			continue;
		if (nr_fds++ >= FEEDBACK_MAX_FDS || table->nr >= FEEDBACK_MAX_FILES)
			return -EPERM;
		len = readlinkat(dirfd(dir), entry->d_name, link, sizeof(link) - 1);
		if (len < 0 && (errno == EACCES || errno == EPERM))
			return -EPERM;
		if (len <= 0)
			continue;
		link[len] = '\0';
		err = add_link(table, pid, fd, link);
	}
	return err;
}

static void add_unseen(struct open_files *table, pid_t pid)
{
	table->nr_unseen++;
	table->unseen = pid;
}

static int read_process(struct open_files *table, pid_t pid)
{
	char path[32];
	int err;
	DIR *dir;

	snprintf(path, sizeof(path), "%d/fd", pid);
	dir = open_dir(table->proc_fd, path);
	if (!dir) {
		if (errno == EACCES || errno == EPERM)
			add_unseen(table, pid);
		return errno == ENOMEM ? -ENOMEM : 0;
	}
	err = read_fds(table, pid, dir);
	closedir(dir);
	if (err != -EPERM)
		return err;
	add_unseen(table, pid);
	return 0;
}

int open_files__read(struct open_files *table)
{
	const struct dirent *entry;
	int pid, err = 0;
	DIR *dir;

	dir = open_dir(table->proc_fd, ".");
	if (!dir)
		return -errno;
	while (!err && (entry = readdir(dir)) != NULL)
		if (parse_number(entry->d_name, &pid) && pid != table->self)
			err = read_process(table, pid);
	closedir(dir);
	return err;
}
