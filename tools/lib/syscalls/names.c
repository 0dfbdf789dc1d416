// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* names.c - see names.h. */
#include "names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

struct name {
	char *text;
	size_t len;
};

void names__free(struct names *names)
{
	size_t i;

	for (i = 0; i < names->nr; i++)
		free(names->all[i].text);
	free(names->all);
	hash_index__free(&names->index);
	*names = (struct names){};
}

static bool same(const void *array, uint32_t idx, const void *key)
{
	const struct name *name = (const struct name *)array + idx, *wanted = key;

	return name->len == wanted->len && !memcmp(name->text, wanted->text, wanted->len);
}

uint32_t names__add(struct names *names, const char *text, size_t len)
{
	const struct name key = { .text = (char *)text, .len = strnlen(text, len) };
	const uint64_t hash = hash_bytes(text, key.len);
	uint32_t idx = hash_index__find(&names->index, hash, same, names->all, &key);
	char *copy;

	if (idx != HASH_INDEX_NONE)
		return idx;
	if (names->nr >= NO_NAME ||
	    array__grow(&names->all, names->nr, &names->size, sizeof(*names->all)))
		return NO_NAME;
	copy = strndup(text, key.len);
	if (!copy || hash_index__add(&names->index, hash, (uint32_t)names->nr)) {
		free(copy);
		return NO_NAME;
	}
	names->all[names->nr] = (struct name){ .text = copy, .len = key.len };
	return (uint32_t)names->nr++;
}

const char *names__text(const struct names *names, uint32_t name)
{
	return names->all[name].text;
}
