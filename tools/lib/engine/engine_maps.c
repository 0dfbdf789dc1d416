// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* engine_maps.c - see engine_maps.h. */
#include "engine_maps.h"

#include <errno.h>
#include <string.h>

#include "log.h"
#include "map_dump.h"
#include "strbuf.h"

typedef int (*name_fn)(void *ctx, const char *name);

static int for_each_name(const char *names, name_fn fn, void *ctx)
{
	struct strbuf name = {};
	size_t len;
	int err = 0;

	for (; *names && !err; names += len + (names[len] == ',')) {
		len = strcspn(names, ",");
		strbuf__reset(&name);
		strbuf__add(&name, names, len);
		err = fn(ctx, strbuf__cstr(&name));
	}
	strbuf__free(&name);
	return err;
}

/* struct places - where maps are looked for; @sink is for printing them. */
struct places {
	struct engine *engine;
	const struct stock_objects *objects;
	struct sink *sink;
};

static void add_object_names(const struct stock_objects *objects, struct strbuf *known)
{
	const struct bpf_map *map;
	size_t i;

	for (i = 0; i < objects->nr; i++) {
		bpf_object__for_each_map (map, objects->items[i].obj)
			strbuf__addf(known, "%s%s", known->len ? ", " : "", bpf_map__name(map));
	}
}

static int check_name(void *ctx, const char *name)
{
	const struct places *places = ctx;
	struct strbuf known = {};
	size_t i;

	for (i = 0; i < places->objects->nr; i++) {
		if (stock_object__map_fd(&places->objects->items[i], name) >= 0)
			return 0;
	}
	if (places->engine && engine__map_fd(places->engine, name) >= 0)
		return 0;
	add_object_names(places->objects, &known);
	if (places->engine) {
		strbuf__adds(&known, known.len ? ", " : "");
		engine__map_names(places->engine, &known);
	}
	log_err("--dump-map: the trace has no map '%s'; it has %s", name,
		known.len ? strbuf__cstr(&known) : "none");
	strbuf__free(&known);
	return -ENOENT;
}

int engine_maps__check(struct engine *e, const struct stock_objects *objects, const char *names)
{
	struct places places = { .engine = e, .objects = objects };

	return for_each_name(names, check_name, &places);
}

static int dump(const struct places *places, const char *name, const char *of, int fd)
{
	struct map_sink out = { .fd = -1 };
	struct map_dump_opts opts = {};
	int err;

	out.fd = places->sink->fd;
	if (of)
		strbuf__addf(&places->sink->buf, "%s of %s:\n", name, of);
	else
		strbuf__addf(&places->sink->buf, "%s:\n", name);
	sink__line(places->sink);
	err = sink__flush(places->sink);
	if (!err)
		err = map_dump__fd(fd, &opts, &out);
	map_sink__free(&out);
	return err;
}

/* An object's map before the engine's of the same name: the user has given it. */
static int dump_name(void *ctx, const char *name)
{
	const struct places *places = ctx;
	bool found = false;
	int err = 0;
	size_t i;

	for (i = 0; i < places->objects->nr && !err; i++) {
		const struct stock_object *object = &places->objects->items[i];
		int fd = stock_object__map_fd(object, name);

		if (fd < 0)
			continue;
		found = true;
		err = dump(places, name, object->path, fd);
	}
	return found ? err : dump(places, name, NULL, engine__map_fd(places->engine, name));
}

int engine_maps__dump(struct engine *e, const struct stock_objects *objects, const char *names,
		      struct sink *sink)
{
	struct places places = { .engine = e, .objects = objects, .sink = sink };

	return for_each_name(names, dump_name, &places);
}
