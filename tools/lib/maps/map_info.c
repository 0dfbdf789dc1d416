// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_info.c - find and open maps. See map_info.h. */
#include "map_info.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "log.h"
#include "nearest.h"
#include "strbuf.h"
#include "util.h"

#define NEAR_EDITS 2

/* What bpf_map_info does not have is in the text of fdinfo. */
static void read_fdinfo(struct map *map)
{
	__cleanup_fclose FILE *f = NULL;
	unsigned long long value;
	char path[64], line[128];

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", map->fd);
	f = fopen(path, "re");
	if (!f)
		return;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "memlock: %llu", &value) == 1)
			map->memory = value;
		else if (sscanf(line, "frozen: %llu", &value) == 1)
			map->frozen = value;
	}
}

/* Programs and links answer the same question: the kind of descriptor is in its name. */
static bool is_map_fd(int fd)
{
	char path[64], target[64];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	len = readlink(path, target, sizeof(target) - 1);
	if (len < 0)
		return true; /* no /proc: let the kernel decide */
	target[len] = '\0';
	return strstr(target, "bpf-map") != NULL;
}

int map__open_fd(int fd, struct map *ret_map)
{
	struct map map = { .fd = fd };
	__u32 len = sizeof(map.info);
	int err;

	if (!is_map_fd(fd)) {
		close(fd);
		return -EINVAL;
	}
	err = bpf_obj_get_info_by_fd(fd, &map.info, &len);
	if (err) {
		err = -errno;
		close(fd);
		return err;
	}
	map.kind = map_kind__get(map.info.type);
	read_fdinfo(&map);
	*ret_map = map;
	return 0;
}

int map__open_id(uint32_t id, struct map *ret_map)
{
	LIBBPF_OPTS(bpf_get_fd_by_id_opts, opts, .open_flags = BPF_F_RDONLY);
	int fd;

	/* A read-only descriptor is all that is needed; kernels before 4.15 had no flags. */
	fd = bpf_map_get_fd_by_id_opts(id, &opts);
	if (fd == -EINVAL)
		fd = bpf_map_get_fd_by_id(id);
	if (fd < 0)
		return -errno;
	return map__open_fd(fd, ret_map);
}

int map__open_pinned(const char *path, struct map *ret_map)
{
	LIBBPF_OPTS(bpf_obj_get_opts, opts, .file_flags = BPF_F_RDONLY);
	int fd;

	fd = bpf_obj_get_opts(path, &opts);
	/* Programs and links are refused with flags: they are not read-only things. */
	if (fd < 0 && errno == EINVAL)
		fd = bpf_obj_get(path);
	if (fd < 0)
		return -errno;
	return map__open_fd(fd, ret_map);
}

void map__close(struct map *map)
{
	if (map->fd >= 0)
		close(map->fd);
	map->fd = -1;
}

void map_list__free(struct map *maps, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		map__close(&maps[i]);
	free(maps);
}

int map__find_all(uint32_t **ret_ids, size_t *ret_nr)
{
	uint32_t *ids = NULL, *more, id = 0;
	size_t nr = 0, room = 0;

	/* Ids only grow, so that this ends. */
	while (!bpf_map_get_next_id(id, &id)) {
		if (nr == room) {
			room = room ? room * 2 : 64;
			more = realloc(ids, room * sizeof(*ids));
			if (!more) {
				free(ids);
				return -ENOMEM;
			}
			ids = more;
		}
		ids[nr++] = id;
	}
	if (errno != ENOENT) {
		free(ids);
		return -errno;
	}
	*ret_ids = ids;
	*ret_nr = nr;
	return 0;
}

int map__find_name(const char *name, struct map **ret_maps, size_t *ret_nr)
{
	__cleanup_free uint32_t *ids = NULL;
	struct map *maps = NULL, *more, map;
	size_t nr_ids, nr = 0, i;
	int err;

	err = map__find_all(&ids, &nr_ids);
	if (err)
		return err;
	for (i = 0; i < nr_ids; i++) {
		err = map__open_id(ids[i], &map);
		if (err == -ENOENT)
			continue; /* gone since */
		if (err)
			goto error;
		if (strncmp(map.info.name, name, BPF_OBJ_NAME_LEN - 1)) {
			map__close(&map);
			continue;
		}
		more = realloc(maps, (nr + 1) * sizeof(*maps));
		if (!more) {
			map__close(&map);
			err = -ENOMEM;
			goto error;
		}
		maps = more;
		maps[nr++] = map;
	}
	*ret_maps = maps;
	*ret_nr = nr;
	return 0;

error:
	map_list__free(maps, nr);
	return err;
}

void *map__mmap(const struct map *map, size_t size, uint64_t offset)
{
	/* The kernel wants a shared mapping, and makes none of a read-only descriptor. */
	__cleanup_close int fd = bpf_map_get_fd_by_id(map->info.id);
	void *mapping;

	mapping = mmap(NULL, size, PROT_READ, MAP_SHARED, fd < 0 ? map->fd : fd, (off_t)offset);
	return mapping == MAP_FAILED ? NULL : mapping;
}

int map__possible_cpus(void)
{
	return libbpf_num_possible_cpus();
}

size_t map__value_stride(const struct map *map, int nr_cpus)
{
	return map->kind->per_cpu ? map__step(map) * (size_t)nr_cpus : map->info.value_size;
}

static const char *why_not_allowed(void)
{
	return "reading other people's maps needs CAP_SYS_ADMIN in the initial user namespace "
	       "(run as root), or a pinned map that you may read";
}

static void log_open_error(const char *what, int err)
{
	if (err == -EPERM || err == -EACCES)
		log_err("%s: permission denied: %s", what, why_not_allowed());
	else if (err == -ENOENT)
		log_err("%s: there is no such map; 'perf-augment dump-map' without a name lists "
			"them",
			what);
	else
		log_err("%s: cannot open: %s", what, strerror(-err));
}

/* The names that are near, so that a slip of a finger is seen. */
static void log_no_name(const char *name)
{
	__cleanup_free uint32_t *ids = NULL;
	struct strbuf near = {};
	struct map map;
	size_t nr, i;

	if (map__find_all(&ids, &nr))
		nr = 0;
	for (i = 0; i < nr && near.len < 200; i++) {
		if (map__open_id(ids[i], &map))
			continue;
		if (map.info.name[0] && (nearest__distance(name, strlen(name), map.info.name,
							   strlen(map.info.name)) <= NEAR_EDITS ||
					 (strlen(name) >= 3 && strstr(map.info.name, name))))
			strbuf__addf(&near, "%s%s (id %u)",
				     near.len ? ", " : "; near it: ", map.info.name, map.info.id);
		map__close(&map);
	}
	log_err("map name '%s': there is no such map%s%s", name, strbuf__cstr(&near),
		near.len ? "" : "; 'perf-augment dump-map' without a name lists them");
	strbuf__free(&near);
}

typedef int (*map_fn)(struct map *map, size_t idx, size_t nr, void *ctx);

static int visit_id(const char *text, map_fn fn, void *ctx)
{
	char what[48], *end;
	unsigned long id;
	struct map map;
	int err;

	errno = 0;
	id = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end) {
		log_err("map id '%s': not a number", text);
		return -EINVAL;
	}
	if (errno || id > UINT32_MAX) {
		log_err("map id '%s': too large: the largest id is %u", text, UINT32_MAX);
		return -EINVAL;
	}
	snprintf(what, sizeof(what), "map id %lu", id);
	err = map__open_id((uint32_t)id, &map);
	if (err) {
		log_open_error(what, err);
		return err;
	}
	err = fn(&map, 0, 1, ctx);
	map__close(&map);
	return err;
}

static int visit_name(const char *name, map_fn fn, void *ctx)
{
	int err, first_err = 0;
	struct map *maps;
	char what[300];
	size_t nr, i;

	err = map__find_name(name, &maps, &nr);
	if (err) {
		snprintf(what, sizeof(what), "map name '%.250s'", name);
		log_open_error(what, err);
		return err;
	}
	if (!nr) {
		log_no_name(name);
		return -ENOENT;
	}
	for (i = 0; i < nr; i++) {
		err = fn(&maps[i], i, nr, ctx);
		first_err = first_err ? first_err : err;
	}
	map_list__free(maps, nr);
	return first_err;
}

/* A word that is no name of a map: digits are an id, which the list of all maps begins with. */
static int visit_word(const char *word, map_fn fn, void *ctx)
{
	struct map *maps;
	size_t nr;

	if (!*word || word[strspn(word, "0123456789")] || map__find_name(word, &maps, &nr))
		return visit_name(word, fn, ctx);
	map_list__free(maps, nr);
	return nr ? visit_name(word, fn, ctx) : visit_id(word, fn, ctx);
}

/* What is not pinned is refused by the same error as what may not be read. */
static bool may_be_pinned(const char *path)
{
	struct statfs fs;
	struct stat st;

	return stat(path, &st) || statfs(path, &fs) ||
	       (S_ISREG(st.st_mode) && (uint32_t)fs.f_type == BPF_FS_MAGIC);
}

static int visit_pinned(const char *path, map_fn fn, void *ctx)
{
	struct map map;
	int err;

	err = map__open_pinned(path, &map);
	if (err == -EINVAL || ((err == -EPERM || err == -EACCES) && !may_be_pinned(path))) {
		log_err("pinned %s: this is no BPF map", path);
		return -ENOENT;
	}
	if (err == -EPERM || err == -EACCES) {
		log_err("pinned %s: permission denied: you need read access to the file and "
			"CAP_BPF (or kernel.unprivileged_bpf_disabled=0)",
			path);
		return err;
	}
	if (err) {
		log_err("pinned %s: %s", path, strerror(-err));
		return err;
	}
	err = fn(&map, 0, 1, ctx);
	map__close(&map);
	return err;
}

int map__for_each_ref(int argc, char **argv, map_fn fn, void *ctx)
{
	static const struct {
		const char *word;
		int (*visit)(const char *text, map_fn fn, void *ctx);
	} refs[] = { { "id", visit_id }, { "name", visit_name }, { "pinned", visit_pinned } };
	int i, err, first_err = 0;
	size_t k;

	for (i = 0; i < argc; i++) {
		for (k = 0; k < ARRAY_SIZE(refs) && strcmp(argv[i], refs[k].word); k++)
			;
		if (k == ARRAY_SIZE(refs)) {
			err = visit_word(argv[i], fn, ctx);
		} else if (i + 1 == argc) {
			log_err("'%s' needs a word after it: 'id 12', 'name NAME' or 'pinned "
				"/path'",
				argv[i]);
			return -EINVAL;
		} else {
			err = refs[k].visit(argv[++i], fn, ctx);
		}
		first_err = first_err ? first_err : err;
	}
	return first_err;
}
