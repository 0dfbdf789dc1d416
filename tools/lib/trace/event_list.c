// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* event_list.c - see event_list.h. */
#include "event_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "log.h"
#include "strbuf.h"
#include "syscalls.h"
#include "util.h"

#define BLANKS " \t"
#define CONFIG_KEY "trace.add_events"

static const char *source_of(bool is_config)
{
	return is_config ? CONFIG_KEY : "-e";
}

static int add_object(struct event_list *list, const char *path, size_t len, bool is_config)
{
	struct event_object *all = reallocarray(list->objects, list->nr_objects + 1, sizeof(*all));

	if (!all)
		return -ENOMEM;
	list->objects = all;
	all[list->nr_objects].path = strndup(path, len);
	all[list->nr_objects].is_config = is_config;
	if (!all[list->nr_objects].path)
		return -ENOMEM;
	list->nr_objects++;
	return 0;
}

static int refuse_terms(const char *element, size_t len, bool is_config)
{
	log_err("%s: '%.*s': only tracepoints take terms (/.../); options such as --max-events hold for "
		"all events",
		source_of(is_config), (int)len, element);
	return -EINVAL;
}

static int add_tracepoint(struct event_list *list, const char *element, size_t len,
			  struct strbuf *error)
{
	while (len && strchr(BLANKS, element[len - 1]))
		len--;
	return tp_select__add(&list->tracepoints, element, len, error);
}

/* A regular expression of system calls begins with a slash and may hold anything. */
static bool is_tracepoint(const char *element, size_t len)
{
	return *element != '/' && memchr(element, ':', len);
}

static bool ends_in_terms(const char *element, size_t len)
{
	return len > 2 && *element != '/' && element[len - 1] == '/' &&
	       memrchr(element, '/', len - 1);
}

/* Up to the next comma that is not between the slashes of a tracepoint's terms. */
static const char *element_end(const char *pos)
{
	const char *end = strchrnul(pos, ','), *slash;

	slash = memchr(pos, '/', (size_t)(end - pos));
	if (!slash || !is_tracepoint(pos, (size_t)(slash - pos)) ||
	    augmenter__is_path(pos, (size_t)(end - pos)))
		return end;
	slash = strchr(slash + 1, '/');
	return slash ? strchrnul(slash, ',') : end;
}

/* Objects and tracepoints stand where names may; what is left is a list for select__add(). */
static int add_list(struct event_list *list, const char *text, bool is_config)
{
	struct strbuf calls = {}, error = {};
	const char *end, *pos = text;
	bool has_calls = false;
	int err = 0;

	tp_select__begin_list(&list->tracepoints);
	for (; !err; pos = end + 1) {
		size_t len = strspn(pos, BLANKS);

		end = element_end(pos + len);
		/* A '!' before the list is about system calls: it stays with them. */
		if (pos == text && pos[len] == '!') {
			strbuf__addc(&calls, '!');
			len++;
		}
		pos += len;
		len = (size_t)(end - pos);
		if (augmenter__is_path(pos, len)) {
			err = add_object(list, pos, len, is_config);
		} else if (is_tracepoint(pos, len)) {
			err = add_tracepoint(list, pos, len, &error);
		} else if (ends_in_terms(pos, len)) {
			err = refuse_terms(pos, len, is_config);
			goto out;
		} else {
			strbuf__adds(&calls, has_calls ? "," : "");
			strbuf__add(&calls, pos, len);
			has_calls = true;
		}
		if (!*end)
			break;
	}
	if (!err && has_calls)
		err = select__add(&list->calls, strbuf__cstr(&calls), &error);
	list->names_calls |= has_calls && !is_config;
	if (err)
		log_err("%s: %s", source_of(is_config),
			err == -ENOMEM ? strerror(ENOMEM) : strbuf__cstr(&error));
out:
	strbuf__free(&calls);
	strbuf__free(&error);
	return err;
}

int event_list__add(struct event_list *list, const char *text)
{
	return add_list(list, text, false);
}

int event_list__add_config(struct event_list *list, const struct config *cfg)
{
	const char *value = config__string(cfg, CONFIG_KEY);

	return value && *value ? add_list(list, value, true) : 0;
}

int event_list__filter(struct event_list *list, const char *expression)
{
	int err = tp_select__filter(&list->tracepoints, expression);

	if (err == -EINVAL)
		log_err("--filter: '%s' is for the tracepoints of the -e before it, and there are none",
			expression);
	else if (err)
		log_err("--filter: %s", strerror(-err));
	return err;
}

static int find_tracepoints(struct event_list *list)
{
	struct strbuf error = {};
	int err = tp_select__find(&list->tracepoints, &error);

	if (err)
		log_err("-e: %s", error.len ? strbuf__cstr(&error) : strerror(-err));
	strbuf__free(&error);
	return err;
}

/* ---- objects ---- */

static int open_object(struct event_list *list, const struct event_object *object,
		       const struct config *cfg)
{
	struct strbuf error = {};
	struct augmenter *a = NULL;
	int err = augmenters__add(&list->augmenters, object->path, cfg, &a, &error);

	if (err && object->is_config && err != -ENOMEM) {
		log_warn(CONFIG_KEY ": %s; left out", strbuf__cstr(&error));
		err = 0;
	}
	if (err)
		log_err("%s", error.len ? strbuf__cstr(&error) : strerror(-err));
	strbuf__free(&error);
	if (!err && a && a->kind == AUGMENTER_PERF)
		err = stock_objects__add(&list->stock, a, object->is_config);
	return err;
}

/* ---- which calls ---- */

static bool is_from_list(const struct event_list *list, const struct augmenter *a)
{
	size_t i;

	for (i = 0; i < list->nr_objects; i++) {
		if (!list->objects[i].is_config && !strcmp(list->objects[i].path, a->path))
			return true;
	}
	return false;
}

static int add_calls_of(struct event_list *list, const struct stock_object *object)
{
	struct strbuf error = {};
	uint32_t nr;
	int err = 0;

	for (nr = 0; nr < AUG_NR_SYSCALLS && !err; nr++) {
		const struct syscall_desc *desc = syscalls__get(AUG_ABI_NATIVE, nr);

		if (desc && stock_object__decides(object, nr))
			err = select__add(&list->calls, desc->name, &error);
	}
	strbuf__free(&error);
	return err;
}

static int choose_calls(struct event_list *list)
{
	bool names_events = list->tracepoints.nr_patterns > 0, wants_all = false,
	     wants_some = false;
	size_t i;
	int err = 0;

	for (i = 0; i < list->augmenters.nr; i++) {
		const struct augmenter *a = list->augmenters.item[i];

		/* A native augmenter of -e is there for its calls, and shows all others too. */
		wants_all |= a->kind == AUGMENTER_NATIVE && is_from_list(list, a);
	}
	for (i = 0; i < list->stock.nr; i++) {
		const struct stock_object *object = &list->stock.items[i];

		if (object->is_config)
			continue;
		names_events = true;
		wants_all |= object->augments == STOCK_AUGMENTS_ALL;
		wants_some |= object->augments == STOCK_AUGMENTS_SOME;
	}
	list->wants_calls = list->names_calls || !names_events || wants_all || wants_some;
	for (i = list->stock.nr; i-- > 0 && !list->wants_calls;) {
		if (list->stock.items[i].augments)
			stock_objects__remove(&list->stock, i);
	}
	if (list->names_calls || !names_events || wants_all)
		return 0;
	for (i = 0; i < list->stock.nr && !err; i++) {
		if (list->stock.items[i].augments == STOCK_AUGMENTS_SOME)
			err = add_calls_of(list, &list->stock.items[i]);
	}
	return err;
}

int event_list__open(struct event_list *list, const struct config *cfg)
{
	size_t i;
	int err = 0;

	for (i = 0; i < list->nr_objects && !err; i++)
		err = open_object(list, &list->objects[i], cfg);
	if (!err)
		err = find_tracepoints(list);
	return err ? err : choose_calls(list);
}

void event_list__free(struct event_list *list)
{
	stock_objects__free(&list->stock);
	augmenters__free(&list->augmenters);
	tp_select__free(&list->tracepoints);
	while (list->nr_objects)
		free(list->objects[--list->nr_objects].path);
	free(list->objects);
	list->objects = NULL;
}
