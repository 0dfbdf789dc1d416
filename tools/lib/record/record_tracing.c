// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* record_tracing.c - see record_tracing.h. */
#include "record_tracing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "event_spec_priv.h"
#include "log.h"
#include "strbuf.h"
#include "util.h"

static void add_u32(struct strbuf *sb, uint32_t value)
{
	strbuf__add(sb, (const char *)&value, sizeof(value));
}

static void add_u64(struct strbuf *sb, uint64_t value)
{
	strbuf__add(sb, (const char *)&value, sizeof(value));
}

/* A name with its NUL. */
static void add_name(struct strbuf *sb, const char *name)
{
	strbuf__add(sb, name, strlen(name) + 1);
}

/* Files of tracefs have no size before they are read. */
static int read_file(const char *path, struct strbuf *ret_text)
{
	FILE *f __cleanup_fclose = fopen(path, "re");
	char buf[4096];
	size_t n;

	if (!f)
		return -errno;
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf__add(ret_text, buf, n);
	return ferror(f) ? -EIO : strbuf__error(ret_text);
}

/* A file with its size in front, of 8 or 4 bytes. */
static int add_file(struct strbuf *sb, const char *path, size_t size_len)
{
	struct strbuf text = {};
	int err = read_file(path, &text);

	if (!err && size_len == sizeof(uint64_t))
		add_u64(sb, text.len);
	else if (!err)
		add_u32(sb, (uint32_t)text.len);
	if (!err)
		strbuf__add(sb, text.text, text.len);
	else
		log_err("%s: %s: tracepoints cannot be recorded without it", path, strerror(-err));
	strbuf__free(&text);
	return err;
}

static int add_file_of(struct strbuf *sb, const char *root, const char *file, size_t size_len)
{
	char *path __cleanup_free = NULL;

	if (asprintf(&path, "%s/%s", root, file) < 0) {
		path = NULL;
		return -ENOMEM;
	}
	return add_file(sb, path, size_len);
}

static int add_head(struct strbuf *sb, const char *root)
{
	static const char magic[] = "\x17\x08\x44tracing";
	int err;

	strbuf__add(sb, magic, sizeof(magic) - 1);
	add_name(sb, "0.6");
	strbuf__addc(sb, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	strbuf__addc(sb, (char)sizeof(long));
	add_u32(sb, (uint32_t)sysconf(_SC_PAGESIZE));
	add_name(sb, "header_page");
	err = add_file_of(sb, root, "events/header_page", sizeof(uint64_t));
	if (err)
		return err;
	add_name(sb, "header_event");
	return add_file_of(sb, root, "events/header_event", sizeof(uint64_t));
}

static bool same_system(const struct event_spec *a, const struct event_spec *b)
{
	return a->tracepoint && b->tracepoint && !strcmp(a->tracepoint, b->tracepoint);
}

static bool same_tracepoint(const struct event_spec *a, const struct event_spec *b)
{
	return same_system(a, b) && !strcmp(a->tracepoint_name, b->tracepoint_name);
}

typedef bool (*same_fn)(const struct event_spec *a, const struct event_spec *b);

/* Whether no one before it is the same. */
static bool is_first(const struct event_specs *list, size_t idx, same_fn same)
{
	size_t i;

	for (i = 0; i < idx; i++) {
		if (same(&list->specs[i], &list->specs[idx]))
			return false;
	}
	return list->specs[idx].tracepoint;
}

static uint32_t count_first(const struct event_specs *list, same_fn same,
			    const struct event_spec *system)
{
	uint32_t nr = 0;
	size_t i;

	for (i = 0; i < list->nr; i++) {
		if (is_first(list, i, same) && (!system || same_system(system, &list->specs[i])))
			nr++;
	}
	return nr;
}

static int add_format(struct strbuf *sb, const char *root, const struct event_spec *spec)
{
	char *file __cleanup_free = NULL;

	if (asprintf(&file, "events/%s/%s/format", spec->tracepoint, spec->tracepoint_name) < 0) {
		file = NULL;
		return -ENOMEM;
	}
	return add_file_of(sb, root, file, sizeof(uint64_t));
}

static int add_system(struct strbuf *sb, const char *root, const struct event_specs *list,
		      const struct event_spec *system)
{
	size_t i;
	int err = 0;

	add_name(sb, system->tracepoint);
	add_u32(sb, count_first(list, same_tracepoint, system));
	for (i = 0; i < list->nr && !err; i++) {
		if (is_first(list, i, same_tracepoint) && same_system(system, &list->specs[i]))
			err = add_format(sb, root, &list->specs[i]);
	}
	return err;
}

static int add_systems(struct strbuf *sb, const char *root, const struct event_specs *list)
{
	size_t i;
	int err = 0;

	add_u32(sb, 0 /* events of ftrace itself */);
	add_u32(sb, count_first(list, same_system, NULL));
	for (i = 0; i < list->nr && !err; i++) {
		if (is_first(list, i, same_system))
			err = add_system(sb, root, list, &list->specs[i]);
	}
	return err;
}

int record_tracing__add(struct perfdata_writer *w, const struct event_specs *list)
{
	const char *root = event_tp__root();
	struct strbuf sb = {};
	int err;

	if (!count_first(list, same_system, NULL))
		return 0;
	if (!root)
		return -ENOENT; /* it was there when the events were parsed */
	err = add_head(&sb, root);
	if (!err)
		err = add_systems(&sb, root, list);
	add_u32(&sb, 0 /* kallsyms, which readers no longer take from here */);
	if (!err)
		err = add_file_of(&sb, root, "printk_formats", sizeof(uint32_t));
	if (!err)
		err = add_file_of(&sb, root, "saved_cmdlines", sizeof(uint64_t));
	if (!err)
		err = strbuf__error(&sb);
	if (!err)
		err = perfdata_writer__add_feature(w, PERFDATA_F_TRACING_DATA,
						   (const uint8_t *)sb.text, sb.len);
	strbuf__free(&sb);
	return err;
}
