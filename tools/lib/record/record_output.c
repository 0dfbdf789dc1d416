// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_output.c - see record_output.h. */
#include "record_output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "forwarded.h"
#include "invoker.h"
#include "log.h"
#include "output_file.h"
#include "perfdata_place.h"
#include "perfdata_sample.h"
#include "util.h"

static void say_lost(void *ctx, const char *text)
{
	(void)ctx;
	log_warn("%s", text);
}

/* Whether something of a recording's kind stands there, that may be moved or removed. */
static int check_replaceable(const char *path, const struct stat *st)
{
	if (S_ISREG(st->st_mode))
		return perfdata_place__check_file(path);
	if (!S_ISDIR(st->st_mode))
		return -EEXIST;
	return perfdata_place__check_directory(path);
}

void record_output__sidecar(struct strbuf *name, const char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	strbuf__add(name, path, len);
	strbuf__adds(name, ".overflow.json");
}

/* What one recording tells must not stand beside another. @to: NULL to remove it. */
static void move_sidecar(const char *from, const char *to)
{
	struct strbuf old = {}, new = {};

	record_output__sidecar(&old, from);
	if (to)
		record_output__sidecar(&new, to);
	if (strbuf__error(&old) || strbuf__error(&new))
		goto out;
	if (to && rename(strbuf__cstr(&old), strbuf__cstr(&new)))
		unlink(strbuf__cstr(&new));
	else if (!to)
		unlink(strbuf__cstr(&old));
out:
	strbuf__free(&old);
	strbuf__free(&new);
}

static int remove_recording(const char *path)
{
	struct stat st;
	int err;

	move_sidecar(path, NULL);
	if (lstat(path, &st))
		return errno == ENOENT ? 0 : -errno;
	err = check_replaceable(path, &st);
	if (err)
		return err;
	if (S_ISDIR(st.st_mode)) {
		perfdata_place__remove_directory(path);
		return 0;
	}
	return unlink(path) ? -errno : 0;
}

static int old_name(const struct record_output *out, struct strbuf *name)
{
	size_t len = strlen(out->opts.path);

	while (len > 1 && out->opts.path[len - 1] == '/')
		len--;
	strbuf__add(name, out->opts.path, len);
	strbuf__adds(name, ".old");
	return strbuf__error(name);
}

/* As perf does: what stands there becomes PATH.old, and an older PATH.old goes. */
static int keep_old(struct record_output *out)
{
	struct strbuf name = {};
	struct stat st, own;
	int err;

	err = output_file__check(out->opts.path);
	if (err)
		return err;
	if (stat(out->opts.path, &st)) {
		if (errno != ENOENT)
			return -errno;
		move_sidecar(out->opts.path, NULL);
		return 0;
	}
	err = check_replaceable(out->opts.path, &st);
	if (err || (S_ISREG(st.st_mode) && !st.st_size && !out->opts.switching))
		return err;
	/* A rename would take the link away, as /dev/stdout, and not what it leads to. */
	if (!lstat(out->opts.path, &own) && S_ISLNK(own.st_mode))
		return -EMLINK;
	if (S_ISREG(st.st_mode) && !st.st_size)
		return 0;
	err = old_name(out, &name);
	if (!err)
		err = remove_recording(strbuf__cstr(&name));
	if (!err)
		err = rename(out->opts.path, strbuf__cstr(&name)) ? -errno : 0;
	if (!err)
		move_sidecar(out->opts.path, strbuf__cstr(&name));
	out->kept_old = !err;
	strbuf__free(&name);
	return err;
}

static int say_error(const struct record_output *out, int err)
{
	if (err == -EEXIST)
		log_err("%s: something else than a recording stands there (or at %s.old); it is not "
			"replaced: choose another -o",
			out->opts.path, out->opts.path);
	else if (err == -EMLINK)
		log_err("%s: is a link, which would be renamed; name with -o what it leads to",
			out->opts.path);
	else
		log_err("%s: cannot be written: %s", out->opts.path, output_file__why(err));
	return err;
}

int record_output__open(struct record_output *out)
{
	const struct perfdata_writer_opts opts = {
		.form = out->opts.form,
		.path = out->opts.path,
		.fd = out->opts.fd,
		.in_place = true,
		.nr_streams = out->opts.nr_streams,
		.level = out->opts.level,
		.report = { .say = say_lost },
	};
	struct invoker inv;
	int err = invoker__enter(&inv);

	if (err)
		return err;
	if (out->opts.form != PERFDATA_FORM_PIPE)
		err = keep_old(out);
	if (!err)
		err = perfdata_writer__open(&out->w, &opts);
	invoker__leave(&inv);
	return err ? say_error(out, err) : 0;
}

uint64_t record_output__bytes(const struct record_output *out)
{
	return out->w ? perfdata_writer__bytes(out->w) : 0;
}

/* PATH.YYYYmmddHHMMSScc, as perf names them. */
static void add_timestamp(const struct record_output *out, struct strbuf *name)
{
	char text[32];
	struct timeval now;
	struct tm tm;

	gettimeofday(&now, NULL);
	localtime_r(&now.tv_sec, &tm);
	strftime(text, sizeof(text), "%Y%m%d%H%M%S", &tm);
	strbuf__addf(name, "%s.%s%02d", out->opts.path, text, (int)(now.tv_usec / 10000));
}

/* One more recording has its name: the oldest may have to go. */
static int remember(struct record_output *out, const char *name)
{
	char **names, *copy;

	if (!out->opts.max_files)
		return 0;
	copy = strdup(name);
	names = reallocarray(out->names, out->nr_names + 1, sizeof(*names));
	if (names)
		out->names = names;
	if (!copy || !names) {
		free(copy);
		return -ENOMEM;
	}
	out->names[out->nr_names++] = copy;
	if (out->nr_names <= out->opts.max_files)
		return 0;
	if (remove_recording(out->names[0]))
		log_warn("%s: the old recording cannot be removed: %s", out->names[0],
			 strerror(errno));
	free(out->names[0]);
	out->nr_names--;
	memmove(out->names, out->names + 1, out->nr_names * sizeof(*out->names));
	return 0;
}

static int give_name(struct record_output *out)
{
	strbuf__reset(&out->last);
	if (!out->opts.switching) {
		strbuf__adds(&out->last, out->opts.path);
		return 0;
	}
	add_timestamp(out, &out->last);
	if (rename(out->opts.path, strbuf__cstr(&out->last)))
		return -errno;
	return remember(out, strbuf__cstr(&out->last));
}

static void say_incomplete(const struct record_output *out, int err, int salvage_err)
{
	if (out->opts.form == PERFDATA_FORM_PIPE)
		log_err("%s: the stream ends here, without what the end of a recording tells",
			err == -EPIPE	? "the reader of our output is gone"
			: err == -EINTR ? "nobody read our output when we were told to end"
					: strerror(-err));
	else if (salvage_err == 1)
		log_err("%s: %s. What was recorded before can be read; the last records are missing, "
			"and for want of room the header too: BPF programs, build-ids, host",
			out->opts.path, strerror(-err));
	else if (salvage_err)
		log_err("%s: %s. What was recorded before is there, but its header could not be "
			"completed: %s",
			out->opts.path, strerror(-err), strerror(-salvage_err));
	else
		log_err("%s: %s. What was recorded before can be read, with its BPF programs; the "
			"last records are missing",
			out->opts.path, strerror(-err));
}

int record_output__finish(struct record_output *out, int write_err)
{
	int err = write_err, salvaged = 0;

	if (!out->w)
		return 0;
	if (!err)
		err = perfdata_writer__finish(out->w);
	if (err) {
		if (out->opts.form != PERFDATA_FORM_PIPE)
			salvaged = perfdata_writer__salvage(out->w);
		say_incomplete(out, err, salvaged);
	}
	out->written += perfdata_writer__bytes(out->w);
	out->nr_split += perfdata_writer__nr_split(out->w);
	perfdata_writer__free(out->w);
	out->w = NULL;
	if (out->opts.form != PERFDATA_FORM_PIPE) {
		struct invoker inv;
		int name_err = invoker__enter(&inv);

		if (!name_err)
			name_err = give_name(out);
		invoker__leave(&inv);
		if (name_err && !err)
			err = say_error(out, name_err);
	}
	return err;
}

static void count_record(struct perfdata *pd, const struct perfdata_record *rec,
			 struct record_taken *taken)
{
	const struct perfdata_attr *attr;
	struct perfdata_sample sample;

	if (rec->type != PERF_RECORD_SAMPLE)
		return;
	attr = perfdata_evlist__of_record(perfdata__evlist(pd), rec->bytes, rec->size);
	perfdata_sample__parse(&sample, attr, rec->bytes, rec->size);
	if (forwarded__is(attr))
		taken->forwarded++;
	else
		taken->samples += perfdata_sample__nr(&sample, attr);
}

int record_output__count(struct record_output *out, struct record_taken *ret_taken)
{
	struct record_taken taken = {};
	struct perfdata_record rec;
	struct perfdata *pd = NULL;
	struct invoker inv;
	int err = invoker__enter(&inv);

	if (err)
		return err;
	err = perfdata__open(&pd, strbuf__cstr(&out->last), NULL);
	while (!err && (err = perfdata__next(pd, &rec)) > 0) {
		count_record(pd, &rec, &taken);
		err = 0;
	}
	perfdata__close(pd);
	invoker__leave(&inv);
	if (!err)
		*ret_taken = taken;
	return err;
}

void record_output__discard(struct record_output *out)
{
	struct strbuf name = {};
	struct invoker inv;

	if (!out->w)
		return;
	perfdata_writer__free(out->w);
	out->w = NULL;
	if (out->opts.form == PERFDATA_FORM_PIPE || invoker__enter(&inv))
		return;
	remove_recording(out->opts.path);
	if (out->kept_old && !old_name(out, &name)) {
		rename(strbuf__cstr(&name), out->opts.path);
		move_sidecar(strbuf__cstr(&name), out->opts.path);
	}
	invoker__leave(&inv);
	strbuf__free(&name);
}

void record_output__free(struct record_output *out)
{
	size_t i;

	perfdata_writer__free(out->w);
	for (i = 0; i < out->nr_names; i++)
		free(out->names[i]);
	free(out->names);
	strbuf__free(&out->last);
}
