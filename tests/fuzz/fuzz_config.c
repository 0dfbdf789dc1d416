// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_config.c - hostile bytes as a config file. Beyond "no crash": names and values stay within
 * perf's limits, and what was read can be checked, listed and asked for.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "config.h"
#include "config_edit.h"
#include "strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All keys but the one that changed are what they were; how many of them there are. */
static size_t others_are_alike(const struct config *cfg, const struct config *made,
			       const char *name)
{
	size_t nr = 0;

	for (size_t i = 0; i < made->nr; i++) {
		const struct config_item *item;

		if (!strcmp(made->items[i].name, name))
			continue;
		item = config__get(cfg, made->items[i].name);
		if (!item || strcmp(item->value, made->items[i].value))
			__builtin_trap();
		nr++;
	}
	return nr;
}

static void change(const struct config *cfg, const uint8_t *data, size_t size, const char *name,
		   const char *value)
{
	const struct config_edit edit = { name, value };
	struct strbuf bytes = {}, error = {};
	const struct config_item *item;
	struct config made = {};
	int err = config_edit__bytes((const char *)data, size, &edit, &bytes, &error);

	if (err == -ENOENT && !value && !config__get(cfg, name))
		goto out;
	/* More keys than there may be. */
	if (err == -EINVAL && value && cfg->nr == CONFIG_MAX_KEYS)
		goto out;
	if (err || config__parse(&made, bytes.text, bytes.len, "made", &error))
		__builtin_trap();
	item = config__get(&made, name);
	if (value ? !item || strcmp(item->value, value) : item != NULL)
		__builtin_trap();
	if (others_are_alike(cfg, &made, name) != cfg->nr - !!config__get(cfg, name))
		__builtin_trap();
out:
	config__free(&made);
	strbuf__free(&bytes);
	strbuf__free(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf error = {}, warnings = {};
	struct config cfg = {};
	size_t i;
	int err;

	err = config__parse(&cfg, (const char *)data, size, "fuzz", &error);
	if (err && err != -EINVAL && err != -ENOMEM)
		__builtin_trap();
	/* A refusal says why, and only a refusal does. */
	if ((err == -EINVAL) != (error.len > 0))
		__builtin_trap();
	for (i = 0; i < cfg.nr; i++) {
		const struct config_item *item = &cfg.items[i];

		if (strlen(item->name) > 255 || strlen(item->value) > 1022)
			__builtin_trap();
		if (!strchr(item->name, '.') || config__get(&cfg, item->name) != item)
			__builtin_trap();
	}
	config__check(&cfg, &warnings);
	for (i = 0; i < nr_config_keys; i++) {
		config__bool(&cfg, config_keys[i].name);
		config__int(&cfg, config_keys[i].name);
		config__string(&cfg, config_keys[i].name);
	}
	if (!err) {
		change(&cfg, data, size, "trace.show_zeros", "a # \"b\"");
		change(&cfg, data, size, "trace.show_zeros", NULL);
		if (cfg.nr) {
			change(&cfg, data, size, "trace.new", cfg.items[0].value);
			change(&cfg, data, size, cfg.items[cfg.nr / 2].name, NULL);
		}
	}
	strbuf__free(&warnings);
	strbuf__free(&error);
	config__free(&cfg);
	return 0;
}
