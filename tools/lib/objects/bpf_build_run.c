// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_build_run.c - see bpf_build_priv.h: runs the compiler. What it writes goes to memory, so there
 * are no temporary files that an interrupt could leave behind.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bpf_build_priv.h"
#include "bpf_elf.h"
#include "privilege.h"
#include "util.h"

void string_list__free(struct string_list *list)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		free(list->item[i]);
	free(list->item);
	*list = (struct string_list){};
}

int string_list__add(struct string_list *list, const char *text, size_t len)
{
	char **item = realloc(list->item, (list->nr + 2) * sizeof(*item));

	if (!item)
		return -ENOMEM;
	list->item = item;
	item[list->nr] = strndup(text, len);
	if (!item[list->nr])
		return -ENOMEM;
	item[++list->nr] = NULL;
	return 0;
}

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

int build_run__find(const char *name, char *path)
{
	const char *dir = getenv("PATH") ?: "/usr/local/bin:/usr/bin:/bin", *end;

	if (strchr(name, '/')) {
		if (snprintf(path, PATH_MAX, "%s", name) >= PATH_MAX || !is_program(name))
			return -ENOENT;
		return 0;
	}
	for (; *name && dir; dir = *end ? end + 1 : NULL) {
		end = strchrnul(dir, ':');
		/* An empty element is the current folder. */
		if (snprintf(path, PATH_MAX, "%.*s/%s", end == dir ? 1 : (int)(end - dir),
			     end == dir ? "." : dir, name) >= PATH_MAX)
			continue;
		if (is_program(path))
			return 0;
	}
	return -ENOENT;
}

/* A file in memory, at a descriptor above those that the child gets. */
static int memory_file(const char *name, int *ret_fd)
{
	int fd = memfd_create(name, MFD_CLOEXEC), high;

	if (fd < 0)
		return -errno;
	high = fcntl(fd, F_DUPFD_CLOEXEC, 10);
	if (high < 0) {
		high = -errno;
		close(fd);
		return high;
	}
	close(fd);
	*ret_fd = high;
	return 0;
}

static int read_memory_file(int fd, struct strbuf *ret)
{
	struct stat st;
	off_t off = 0;

	if (fstat(fd, &st))
		return -errno;
	if (st.st_size > (off_t)BPF_ELF_MAX_BYTES)
		return -EFBIG;
	if (!strbuf__room(ret, (size_t)st.st_size + 1))
		return -ENOMEM;
	while (off < st.st_size) {
		ssize_t len = pread(fd, ret->text + off, (size_t)(st.st_size - off), off);

		if (len < 0)
			return -errno;
		if (!len)
			break;
		off += len;
	}
	ret->len = (size_t)off;
	return 0;
}

static bool is_set_by(const char *var, char *const env[])
{
	size_t len = strcspn(var, "="), i;

	for (i = 0; env && env[i]; i++)
		if (!strncmp(env[i], var, len) && env[i][len] == '=')
			return true;
	return false;
}

/* Our environment, with what @env sets in it; the strings are borrowed. */
static char **merge_environment(char *const env[])
{
	size_t nr = 0, i;
	char **all;

	for (i = 0; environ[i]; i++)
		nr++;
	for (i = 0; env && env[i]; i++)
		nr++;
	all = calloc(nr + 1, sizeof(*all));
	if (!all)
		return NULL;
	for (i = 0, nr = 0; environ[i]; i++)
		if (!is_set_by(environ[i], env))
			all[nr++] = environ[i];
	for (i = 0; env && env[i]; i++)
		all[nr++] = env[i];
	return all;
}

/** struct spawn - a run of a program; @fds: what its descriptors 1 to 3 are. */
struct spawn {
	char *const *argv;
	char **env;
	const int *fds;
	int status;
	int err;
};

static int spawn_and_wait(char *const argv[], char **env, const int fds[3], int *ret_status)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int err;

	err = posix_spawn_file_actions_init(&actions);
	if (err)
		return -err;
	err = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, fds[0], STDOUT_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, fds[1], STDERR_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, fds[2], 3);
	if (!err)
		err = posix_spawn(&pid, argv[0], &actions, NULL, argv, env);
	posix_spawn_file_actions_destroy(&actions);
	if (err)
		return -err;
	while (waitpid(pid, ret_status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

static void *run_with_less(void *arg)
{
	struct spawn *s = arg;

	privilege__keep(PRIVILEGE_FILES);
	s->err = spawn_and_wait(s->argv, s->env, s->fds, &s->status);
	return NULL;
}

/*
 * A compiler reads and writes files, whatever else a trace needs: its parent is a thread that has given
 * up the rest. Capabilities are a thread's own.
 */
static int run_in_thread(struct spawn *s)
{
	pthread_t thread;
	int err = pthread_create(&thread, NULL, run_with_less, s);

	if (err)
		return -err;
	pthread_join(thread, NULL);
	return s->err;
}

int build_run__program(char *const argv[], char *const env[], struct build_run *run)
{
	struct strbuf *const results[] = { &run->out, &run->err, &run->deps };
	int fds[3] = { -1, -1, -1 };
	struct spawn spawn = { .argv = argv, .env = merge_environment(env), .fds = fds };
	size_t i;
	int err;

	*run = (struct build_run){};
	err = spawn.env ? 0 : -ENOMEM;
	for (i = 0; !err && i < ARRAY_SIZE(fds); i++)
		err = memory_file("perf-augment-build", &fds[i]);
	if (!err)
		err = run_in_thread(&spawn);
	run->status = spawn.status;
	for (i = 0; !err && i < ARRAY_SIZE(fds); i++)
		err = read_memory_file(fds[i], results[i]);
	for (i = 0; i < ARRAY_SIZE(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	free(spawn.env);
	return err;
}

void build_run__free(struct build_run *run)
{
	strbuf__free(&run->out);
	strbuf__free(&run->err);
	strbuf__free(&run->deps);
}

int build_run__parse_deps(const char *text, size_t len, struct string_list *list)
{
	const char *p = memchr(text, ':', len), *end = text + len;
	struct strbuf name = {};
	int err = 0;

	if (!p)
		return -EINVAL;
	for (p++; p <= end && !err; p++) {
		bool more = p + 1 < end;

		if (p == end || *p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') {
			if (name.len)
				err = string_list__add(list, name.text, name.len);
			strbuf__reset(&name);
		} else if (*p == '\\' && more && (p[1] == '\n' || p[1] == '\r')) {
			continue; /* the line goes on */
		} else if ((*p == '\\' && more && (p[1] == ' ' || p[1] == '#')) ||
			   (*p == '$' && more && p[1] == '$')) {
			strbuf__addc(&name, *++p);
		} else {
			strbuf__addc(&name, *p);
		}
		err = err ?: strbuf__error(&name);
	}
	strbuf__free(&name);
	if (!err && !list->nr)
		err = -EINVAL;
	return err;
}
