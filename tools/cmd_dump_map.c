// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cmd_dump_map.c - `perf-augment dump-map`: options to a run of lib/map_dump.c and its
 * companions.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd_dump_map_options.h"
#include "ksyms.h"
#include "log.h"
#include "output_file.h"
#include "map_diff.h"
#include "map_dump.h"
#include "map_info.h"
#include "map_list.h"
#include "map_watch.h"
#include "terminal.h"

static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	(void)sig;
	stopped = 1;
}

/** struct maps - those that the command line means. */
struct maps {
	struct map *maps;
	size_t nr;
};

static int keep_map(struct map *map, size_t idx, size_t nr, void *ctx)
{
	struct maps *maps = ctx;
	struct map *more;

	(void)idx;
	(void)nr;
	more = realloc(maps->maps, (maps->nr + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	maps->maps = more;
	maps->maps[maps->nr++] = *map;
	map->fd = -1; /* ours now */
	return 0;
}

static int run_one(const struct dump_map_options *o, const struct map *map, struct map_sink *sink)
{
	if (o->has_watch)
		return map_watch__run(map, &o->dump, &o->watch, sink);
	if (o->diff)
		return map_diff__run(map, &o->dump, o->diff, sink);
	return map_dump__map(map, &o->dump, sink);
}

static int refuse_to_watch(const struct maps *maps)
{
	struct strbuf ids = {};

	for (size_t i = 0; i < maps->nr; i++)
		strbuf__addf(&ids, "%s id %u", i ? "," : "", maps->maps[i].info.id);
	log_err("--watch takes one map, not %zu; choose one of:%s", maps->nr, strbuf__cstr(&ids));
	strbuf__free(&ids);
	return EXIT_FAILED;
}

/* Of what a run returned: -EINVAL is for options that are wrong for the map. */
static int status_of(int ret)
{
	return !ret ? EXIT_OK : ret == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
}

/* Several maps in JSON are an array of {"map":..,"entries":..}. */
static int run_all(struct dump_map_options *o, const struct maps *maps, struct map_sink *sink)
{
	bool array = maps->nr > 1 && o->dump.format == MAP_FORMAT_JSON && !o->has_watch;
	bool written = false;
	int err, status = EXIT_OK;
	size_t i;

	o->dump.several = maps->nr > 1;
	if (o->has_watch && maps->nr > 1)
		return refuse_to_watch(maps);
	if (array)
		strbuf__addc(&sink->buf, '[');
	for (i = 0; i < maps->nr && !stopped; i++) {
		size_t len = sink->buf.len;

		if (array && written)
			strbuf__adds(&sink->buf, ",\n");
		err = run_one(o, &maps->maps[i], sink);
		/* A map that was refused before anything was written leaves no comma behind. */
		if (array && err && sink->buf.len == len + (written ? 2 : 0) && sink->buf.len)
			sink->buf.len = len;
		else
			written = true;
		if (status == EXIT_OK)
			status = status_of(err);
		if (sink->err)
			break;
	}
	if (array)
		strbuf__adds(&sink->buf, "]\n");
	err = map_sink__flush(sink);
	/* Being stopped is how a watch ends. */
	if (status == EXIT_OK && (err || (stopped && !o->has_watch)))
		status = EXIT_FAILED;
	return status;
}

static int list(const struct dump_map_options *o, struct map_sink *sink)
{
	enum map_list_format format = o->dump.format == MAP_FORMAT_JSON	   ? MAP_LIST_JSON
				      : o->dump.format == MAP_FORMAT_JSONL ? MAP_LIST_JSONL
									   : MAP_LIST_TABLE;

	return map_list__write(sink, format, o->dump.count) ? EXIT_FAILED : EXIT_OK;
}

static int open_output(struct map_sink *sink)
{
	const struct dump_map_options *o = sink->ctx;
	int fd = output_file__open(o->output, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (fd < 0) {
		log_err("--output %s: %s", o->output, output_file__why(fd));
		/* -EINVAL is for options that are wrong for the map. */
		return fd == -EINVAL ? -EIO : fd;
	}
	sink->fd = fd;
	return 0;
}

/* What is written differs on a terminal; a file is not opened yet. */
static void look_at_terminal(struct dump_map_options *o)
{
	int fd = o->output ? -1 : STDOUT_FILENO;
	struct stat st;

	/* Who reads a pipe would take our look for all there is. */
	if (o->output && !stat(o->output, &st) && S_ISCHR(st.st_mode))
		fd = output_file__open(o->output, O_WRONLY | O_NOCTTY | O_NONBLOCK, 0);
	o->dump.color = o->color > 0 || (o->color < 0 && terminal__takes_colors(fd));
	o->dump.progress = isatty(STDERR_FILENO) && !isatty(fd) && !o->has_watch;
	o->watch.redraw = isatty(fd);
	if (o->output && fd >= 0)
		close(fd);
}

static int run_maps(struct dump_map_options *o, struct map_sink *sink)
{
	struct maps maps = {};
	int err = map__for_each_ref(o->nr_words, o->words, keep_map, &maps);
	int status = maps.nr ? run_all(o, &maps, sink) : EXIT_OK;

	if (status == EXIT_OK)
		status = status_of(err);
	/* What a program reads is JSON all the same. */
	if (!maps.nr && o->dump.format == MAP_FORMAT_JSON && err != -EINVAL) {
		strbuf__adds(&sink->buf, "[]\n");
		map_sink__flush(sink);
	}
	map_list__free(maps.maps, maps.nr);
	return status;
}

static int run(struct dump_map_options *o)
{
	struct map_sink sink = { .fd = STDOUT_FILENO, .ctx = o };
	int status;

	look_at_terminal(o);
	if (o->output)
		sink = (struct map_sink){ .fd = -1, .open = open_output, .ctx = o };
	status = o->nr_words ? run_maps(o, &sink) : list(o, &sink);
	map_sink__free(&sink);
	if (o->output && sink.fd >= 0 && close(sink.fd)) {
		log_err("--output %s: %s", o->output, strerror(errno));
		status = EXIT_FAILED;
	}
	return status;
}

int cmd_dump_map(int argc, char **argv)
{
	struct dump_map_options o = { .color = -1, .dump.max_depth = 2, .dump.stop = &stopped };
	/* The second signal ends a dump that nobody reads from. */
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
	int status = dump_map_options__parse(&o, argc, argv);

	if (status != EXIT_OK)
		return status < 0 ? EXIT_OK : status;
	/*
	 * The array of JSON is closed before we go; a closed pipe is seen where it is written to.
	 */
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	o.dump.ksyms = ksyms__new(NULL);
	status = run(&o);
	ksyms__free(o.dump.ksyms);
	return status;
}
