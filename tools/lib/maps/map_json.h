/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * map_json.h - read JSON that a dump wrote, as far as a comparison needs it: the members of
 * entries as text without white space, and the leaves of a value by their paths.
 */
#ifndef PERF_AUGMENT_MAP_JSON_H
#define PERF_AUGMENT_MAP_JSON_H

#include <stdbool.h>
#include <stddef.h>

/** struct map_json_slice - bytes of a text; @text is NULL when there are none. */
struct map_json_slice {
	const char *text;
	size_t len;
};

/** Nesting that is followed; deeper text is refused. */
#define MAP_JSON_MAX_DEPTH 128

/**
 * map_json__minify() - check that @text is JSON (one value, or several on lines of their own) and
 * take its white space out, in place.
 * @ret_pos: where it is wrong, on failure.
 * Return: the new length, or -EINVAL.
 */
long map_json__minify(char *text, size_t len, size_t *ret_pos);

/**
 * map_json__next() - take the next value from minified text at *@text.
 * Commas before it are skipped; *@text ends up behind it.
 * Return: false at the end or at a closing bracket.
 */
bool map_json__next(const char **text, const char *end, struct map_json_slice *ret_value);

/** map_json__member() - the value of member @name of an object; NULL text when it has none. */
struct map_json_slice map_json__member(struct map_json_slice object, const char *name);

/**
 * map_json__for_each_leaf() - call @fn with path and text of each scalar and each empty group.
 * @path: begins every path; a member adds ".name", an element "[0]".
 * Return: 0, or what @fn returned when it was not 0.
 */
int map_json__for_each_leaf(struct map_json_slice value, const char *path,
			    int (*fn)(void *ctx, const char *path, struct map_json_slice leaf),
			    void *ctx);

#endif /* PERF_AUGMENT_MAP_JSON_H */
