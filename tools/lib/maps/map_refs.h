/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_refs.h - what an id, an index or a cookie in a map refers to, in words. */
#ifndef PERF_AUGMENT_MAP_REFS_H
#define PERF_AUGMENT_MAP_REFS_H

#include "map_info.h"
#include "strbuf.h"

/**
 * struct map_refs - what was found out once: the sockets of all processes. All zero is empty.
 */
struct map_refs {
	struct map_socket *sockets;
	size_t nr;
	bool loaded;
};

void map_refs__free(struct map_refs *refs);

/**
 * map_refs__describe() - add to @sb what the value of an entry refers to: "prog kprobe foo".
 * @len: bytes at @value.
 *
 * Nothing is added when there is nothing to say.
 */
void map_refs__describe(struct map_refs *refs, const struct map *map, const uint8_t *value,
			size_t len, struct strbuf *sb);

/** map_refs__describe_prog() - add "prog kprobe foo" to @sb, what the program of @id is. */
void map_refs__describe_prog(uint32_t id, struct strbuf *sb);

/** map_refs__prog_type() - name of a program type; "type 99" into @buf when it is not known. */
const char *map_refs__prog_type(uint32_t type, char *buf, size_t size);

/**
 * map_refs__address() - an LPM trie's key as "10.0.0.0/8" when it looks like one.
 * Return: length of the text in @buf; 0 when it is something else.
 */
size_t map_refs__address(const struct map *map, const uint8_t *key, char *buf, size_t size);

#endif /* PERF_AUGMENT_MAP_REFS_H */
