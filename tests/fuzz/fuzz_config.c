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
#include "strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
	strbuf__free(&warnings);
	strbuf__free(&error);
	config__free(&cfg);
	return 0;
}
