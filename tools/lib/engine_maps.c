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

static int check_name(void *ctx, const char *name)
{
	struct strbuf known = {};
	struct engine *e = ctx;

	if (engine__map_fd(e, name) >= 0)
		return 0;
	engine__map_names(e, &known);
	log_err("--dump-map: the trace has no map '%s'; it has %s", name, strbuf__cstr(&known));
	strbuf__free(&known);
	return -ENOENT;
}

int engine_maps__check(struct engine *e, const char *names)
{
	return for_each_name(names, check_name, e);
}

struct dump {
	struct engine *engine;
	struct sink *sink;
};

static int dump_name(void *ctx, const char *name)
{
	struct map_sink out = { .fd = -1 };
	struct map_dump_opts opts = {};
	struct dump *dump = ctx;
	int err;

	out.fd = dump->sink->fd;
	strbuf__addf(&dump->sink->buf, "%s:\n", name);
	sink__line(dump->sink);
	err = sink__flush(dump->sink);
	if (!err)
		err = map_dump__fd(engine__map_fd(dump->engine, name), &opts, &out);
	map_sink__free(&out);
	return err;
}

int engine_maps__dump(struct engine *e, const char *names, struct sink *sink)
{
	struct dump dump = { .engine = e, .sink = sink };

	return for_each_name(names, dump_name, &dump);
}
