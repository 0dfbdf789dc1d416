// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* cgroup.c - see cgroup.h. */
#include "cgroup.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "util.h"

#define CONTAINER_ID_LEN 64

/* Lines of mountinfo: "id parent maj:min root MOUNTPOINT options ... - TYPE source options". */
static int find_mount_of(const char *type_text, const char *option, char *point, size_t size)
{
	FILE *f __cleanup_fclose = fopen("/proc/self/mountinfo", "re");
	char line[PATH_MAX + 512], format[32];
	const char *type;

	if (!f)
		return -errno;
	snprintf(format, sizeof(format), "%%*s %%*s %%*s %%*s %%%zus", size - 1);
	while (fgets(line, sizeof(line), f)) {
		type = strstr(line, type_text);
		if (type && (!option || strstr(type, option)) && sscanf(line, format, point) == 1)
			return 0;
	}
	return -ENODEV;
}

static int find_mount(char *point, size_t size)
{
	return find_mount_of(" - cgroup2 ", NULL, point, size);
}

static uint32_t depth_of(const char *path)
{
	uint32_t depth = 0;

	for (; *path; path++)
		depth += path[0] == '/' && path[1] && path[1] != '/';
	return depth;
}

int cgroup__find(const char *path, struct cgroup *ret_cgroup)
{
	struct strbuf full = {};
	char point[PATH_MAX];
	struct stat st;
	size_t len;
	int err = find_mount(point, sizeof(point));

	if (err)
		return err;
	len = strlen(point);
	if (!strncmp(path, point, len) && (!path[len] || path[len] == '/'))
		path += len;
	/* The path starts at the root, with or without a slash. */
	strbuf__addf(&full, "%s/%s", point, path);
	err = strbuf__error(&full);
	if (!err && stat(strbuf__cstr(&full), &st))
		err = -errno;
	strbuf__free(&full);
	if (err)
		return err;
	if (!S_ISDIR(st.st_mode))
		return -ENOTDIR;
	ret_cgroup->id = st.st_ino;
	ret_cgroup->level = depth_of(path) + (*path && *path != '/');
	return 0;
}

/* The digits of an id in a name like "docker-ID.scope"; NULL when there is none. */
static const char *id_in(const char *name)
{
	size_t nr;

	for (; *name; name += nr) {
		for (nr = 0; isxdigit((unsigned char)name[nr]); nr++)
			;
		if (nr == CONTAINER_ID_LEN)
			return name;
		nr += !nr;
	}
	return NULL;
}

static int search(FTS *fts, size_t skip, const char *prefix, struct strbuf *path)
{
	const size_t len = strlen(prefix);
	char found[CONTAINER_ID_LEN + 1] = "";
	const char *id;
	FTSENT *entry;

	while ((entry = fts_read(fts))) {
		if (entry->fts_info != FTS_D)
			continue;
		id = id_in(entry->fts_name);
		if (!id || strncasecmp(id, prefix, len))
			continue;
		/* Groups below that of the container may have its id too. */
		if (*found && strncasecmp(found, id, CONTAINER_ID_LEN))
			return -ENOTUNIQ;
		if (*found)
			continue;
		memcpy(found, id, CONTAINER_ID_LEN);
		strbuf__adds(path, entry->fts_path + skip);
	}
	return *found ? strbuf__error(path) : -ENOENT;
}

int cgroup__find_container(const char *prefix, struct strbuf *path)
{
	char point[PATH_MAX], *roots[] = { point, NULL };
	const size_t len = strlen(prefix);
	FTS *fts;
	int err;

	if (!len || len > CONTAINER_ID_LEN || strspn(prefix, "0123456789abcdefABCDEF") != len)
		return -EINVAL;
	err = find_mount(point, sizeof(point));
	if (err)
		return err;
	fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	if (!fts)
		return -errno;
	err = search(fts, strlen(point), prefix, path);
	fts_close(fts);
	return err;
}

int cgroup__open(const char *path)
{
	char point[PATH_MAX], full[2 * PATH_MAX];
	size_t len;
	int err = find_mount(point, sizeof(point)), fd;

	if (err)
		err = find_mount_of(" - cgroup ", "perf_event", point, sizeof(point));
	if (err)
		return err;
	len = strlen(point);
	if (!strncmp(path, point, len) && (!path[len] || path[len] == '/'))
		path += len;
	if ((size_t)snprintf(full, sizeof(full), "%s/%s", point, path) >= sizeof(full))
		return -ENAMETOOLONG;
	fd = open(full, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int cgroup__for_each(int (*fn)(void *ctx, uint64_t id, const char *path), void *ctx)
{
	char point[PATH_MAX], *roots[] = { point, NULL };
	FTSENT *entry;
	FTS *fts;
	size_t len;
	int err = find_mount(point, sizeof(point));

	if (err)
		return err;
	len = strlen(point);
	fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	if (!fts)
		return -errno;
	while (!err && (entry = fts_read(fts))) {
		if (entry->fts_info == FTS_D)
			err = fn(ctx, entry->fts_statp->st_ino,
				 entry->fts_path[len] ? entry->fts_path + len : "/");
	}
	fts_close(fts);
	return err;
}

struct path_of {
	uint64_t id;
	struct strbuf *path;
};

static int match_id(void *ctx, uint64_t id, const char *path)
{
	const struct path_of *wanted = ctx;

	if (id != wanted->id)
		return 0;
	strbuf__adds(wanted->path, path);
	return strbuf__error(wanted->path) ? -ENOMEM : 1;
}

int cgroup__path(uint64_t id, struct strbuf *path)
{
	struct path_of wanted = { .id = id, .path = path };
	const int err = cgroup__for_each(match_id, &wanted);

	return err > 0 ? 0 : err ? err : -ENOENT;
}
