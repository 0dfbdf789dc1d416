// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* event_list.c - see event_list.h. */
#include "event_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "log.h"
#include "strbuf.h"

#define CONFIG_KEY "trace.add_events"

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

/* Objects stand where names may; what is left is a list for select__add(). */
static int add_list(struct event_list *list, const char *text, bool is_config)
{
	struct strbuf calls = {}, error = {};
	const char *end, *pos = text;
	bool has_calls = false;
	int err = 0;

	for (; !err; pos = end + 1) {
		const size_t len = strcspn(pos, ",");

		end = pos + len;
		if (augmenter__is_path(pos, len)) {
			err = add_object(list, pos, len, is_config);
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
	if (err)
		log_err("%s: %s", is_config ? CONFIG_KEY : "-e",
			err == -ENOMEM ? strerror(ENOMEM) : strbuf__cstr(&error));
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
	const char *value = config__string(cfg, CONFIG_KEY), *end;
	struct strbuf element = {};
	int err = 0;

	for (; value && *value && !err; value = *end ? end + 1 : end) {
		end = strchrnul(value, ',');
		strbuf__reset(&element);
		strbuf__add(&element, value, (size_t)(end - value));
		if (augmenter__is_path(value, (size_t)(end - value)) ||
		    !memchr(value, ':', (size_t)(end - value)))
			err = element.len ? add_list(list, strbuf__cstr(&element), true) : 0;
		else
			log_warn(CONFIG_KEY
				 ": '%s' is an event of perf's, no system call: left out",
				 strbuf__cstr(&element));
	}
	strbuf__free(&element);
	return err;
}

static int open_object(struct event_list *list, const struct event_object *object,
		       const struct config *cfg)
{
	struct strbuf error = {};
	struct augmenter *a;
	int err = augmenters__add(&list->augmenters, object->path, cfg, &a, &error);

	if (!err && a->kind != AUGMENTER_NATIVE && !object->is_config) {
		strbuf__addf(&error,
			     "%s: no function of augmenter.bpf.h (AUGMENT_ENTER ...) is in it",
			     object->path);
		err = -EINVAL;
	}
	if (!err && a->kind != AUGMENTER_NATIVE)
		log_debug(CONFIG_KEY ": '%s' is for stock perf; not needed here", object->path);
	if (err && object->is_config && err != -ENOMEM) {
		log_warn(CONFIG_KEY ": %s; left out", strbuf__cstr(&error));
		err = 0;
	}
	if (err)
		log_err("%s", error.len ? strbuf__cstr(&error) : strerror(-err));
	strbuf__free(&error);
	return err;
}

int event_list__open(struct event_list *list, const struct config *cfg)
{
	size_t i;
	int err = 0;

	for (i = 0; i < list->nr_objects && !err; i++)
		err = open_object(list, &list->objects[i], cfg);
	return err;
}

void event_list__free(struct event_list *list)
{
	augmenters__free(&list->augmenters);
	while (list->nr_objects)
		free(list->objects[--list->nr_objects].path);
	free(list->objects);
	list->objects = NULL;
}
