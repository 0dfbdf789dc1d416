// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * engine_prepared.c - programs as a former run has given them to the kernel, from the cache of this
 * user: see engine_priv.h.
 *
 * They are the same for the same engine, constants and maps on the same kernel.
 */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_id.h"
#include "engine_priv.h"
#include "hash_index.h"
#include "log.h"
#include "user_cache.h"
#include "util.h"

/* To be changed with what prepared.c writes. */
#define PREPARED_VERSION "engine programs 1"

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

/* ---- the key ---- */

/* The first of all objects is this program: with its build-id, the engine in it and what prepares that. */
static int own_build_id(struct dl_phdr_info *info, size_t size, void *ret_id)
{
	const ElfW(Phdr) * ph;
	size_t i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		ph = &info->dlpi_phdr[i];
		if (ph->p_type == PT_NOTE &&
		    !build_id__of_notes((const uint8_t *)(info->dlpi_addr + ph->p_vaddr),
					ph->p_memsz, ph->p_align == 8 ? 8 : 4, ret_id))
			return 1;
	}
	return -1;
}

static int read_boot_id(char *text, size_t size)
{
	int fd __cleanup_close = open(BOOT_ID, O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? -1 : read(fd, text, size - 1);

	if (len <= 0)
		return -ENOENT;
	text[len] = '\0';
	return 0;
}

static void add_number(struct sha256 *hash, uint64_t number)
{
	sha256__add(hash, &number, sizeof(number));
}

/* What decides about the code: it is relocated for the kernel, and constants decide what is left of it. */
static void add_object(struct sha256 *hash, const struct engine *e)
{
	const struct bpf_object *obj = e->skel->obj;
	struct bpf_program *prog;
	struct bpf_map *map;

	bpf_object__for_each_program (prog, obj) {
		add_number(hash, bpf_program__autoload(prog));
		add_number(hash, bpf_program__type(prog));
		add_number(hash, bpf_program__flags(prog));
	}
	bpf_object__for_each_map (map, obj)
		add_number(hash, bpf_map__autocreate(map));
	add_number(hash, hash_bytes(e->skel->rodata, sizeof(*e->skel->rodata)));
}

static int find_key(const struct engine *e, struct sha256_digest *ret_key)
{
	struct build_id own = {}, kernel = {};
	struct sha256 hash;
	char boot_id[64];
	int err = build_id__of_kernel(&kernel);

	if (!err && dl_iterate_phdr(own_build_id, &own) != 1)
		err = -ENOENT;
	if (!err)
		err = read_boot_id(boot_id, sizeof(boot_id));
	if (err)
		return err;
	sha256__init(&hash);
	sha256__add_string(&hash, PREPARED_VERSION);
	sha256__add_string(&hash, libbpf_version_string());
	sha256__add_string(&hash, boot_id);
	sha256__add(&hash, &own, sizeof(own));
	sha256__add(&hash, &kernel, sizeof(kernel));
	add_object(&hash, e);
	sha256__finish(&hash, ret_key);
	return 0;
}

/* ---- maps ---- */

int engine_maps__fds(const struct bpf_object *obj, struct prepared_maps *ret_maps)
{
	struct bpf_map *map;
	size_t nr = 0;
	int *fds;

	bpf_object__for_each_map (map, obj)
		nr++;
	fds = malloc((nr + 1) * sizeof(*fds));
	if (!fds)
		return -ENOMEM;
	*ret_maps = (struct prepared_maps){ .fds = fds };
	bpf_object__for_each_map (map, obj)
		fds[ret_maps->nr++] = bpf_map__fd(map);
	return 0;
}

/* ---- the cache ---- */

static struct user_cache *open_cache(void)
{
	struct strbuf why = {};
	struct user_cache *cache = user_cache__open(&why);

	strbuf__free(&why);
	return cache;
}

void engine_prepared__want(struct engine *e)
{
	if (!find_key(e, &e->progs->key))
		e->progs->found.state = ENGINE_FOUND_WANTED;
}

static void find(struct engine_progs *progs)
{
	struct engine_found *found = &progs->found;
	struct user_cache *cache = open_cache();
	struct strbuf bytes = {};

	if (!cache)
		return;
	found->is_kept = true;
	if (!user_cache__get(cache, &progs->key, &bytes))
		prepared__read(bytes.text, bytes.len, progs->nr, &found->images, &found->nr);
	user_cache__close(cache);
	strbuf__free(&bytes);
}

void engine_prepared__find(struct engine_progs *progs)
{
	if (progs->found.state != ENGINE_FOUND_WANTED)
		return;
	progs->found.state = ENGINE_FOUND_LOOKING;
	pthread_mutex_unlock(&progs->lock);
	find(progs);
	pthread_mutex_lock(&progs->lock);
	progs->found.state = ENGINE_FOUND_DONE;
	pthread_cond_broadcast(&progs->changed);
}

struct engine_found *engine_prepared__wait(struct engine *e)
{
	struct engine_progs *progs = e->progs;

	pthread_mutex_lock(&progs->lock);
	engine_prepared__find(progs); /* where there is no thread */
	while (progs->found.state == ENGINE_FOUND_LOOKING)
		pthread_cond_wait(&progs->changed, &progs->lock);
	pthread_mutex_unlock(&progs->lock);
	return &progs->found;
}

void engine_prepared__forget(struct engine *e)
{
	struct engine_found *found = &e->progs->found;

	while (found->nr)
		prepared_prog__free(&found->images[--found->nr]);
	free(found->images);
	found->images = NULL;
}

static int write_progs(const struct engine_progs *progs, struct strbuf *out)
{
	struct prepared_maps maps;
	int err = engine_maps__fds(progs->obj, &maps);
	size_t i;

	if (err)
		return err;
	for (i = 0; i < progs->nr && !err; i++) {
		const struct engine_prog *p = &progs->items[i];

		if (!p->is_wanted)
			continue;
		/* What the kernel refuses is not wanted again. */
		err = p->fd < 0 ? p->fd : prepared__write(out, &p->image, &maps);
	}
	free((int *)maps.fds);
	return err;
}

void engine_prepared__keep(struct engine *e)
{
	struct strbuf out = {};
	struct user_cache *cache = NULL;

	if (!write_progs(e->progs, &out))
		cache = open_cache();
	if (cache) /* or not: the next start takes longer */
		user_cache__put(cache, &e->progs->key, out.text, out.len);
	user_cache__close(cache);
	strbuf__free(&out);
}
