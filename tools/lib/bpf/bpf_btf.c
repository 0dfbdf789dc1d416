// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_btf.c - see bpf_btf.h. */
#include "bpf_btf.h"

#include <errno.h>
#include <linux/btf.h>
#include <stdlib.h>
#include <string.h>

#include "btf_tail.h"
#include "perfdata_cursor.h"
#include "strbuf.h"
#include "util.h"

/* The name at @offset of the string section. */
static const char *btf_string(const struct cursor *strings, uint32_t offset, size_t *ret_len)
{
	struct cursor c = *strings;
	const uint8_t *end;

	cursor__take(&c, offset);
	if (c.cut)
		return NULL;
	end = memchr(c.at, '\0', cursor__left(&c));
	if (!end || end == c.at)
		return NULL;
	*ret_len = (size_t)(end - c.at);
	return (const char *)c.at;
}

/* Its two sections. Return: false when it is no BTF. */
static bool btf_sections(const uint8_t *btf, size_t size, struct cursor *ret_types,
			 struct cursor *ret_strings)
{
	struct cursor all = cursor__of(btf, size), types = all, strings = all;
	struct btf_header header;

	cursor__copy(&all, &header, sizeof(header));
	if (all.cut || header.magic != BTF_MAGIC || header.hdr_len < sizeof(header))
		return false;
	cursor__take(&types, (uint64_t)header.hdr_len + header.type_off);
	cursor__take(&strings, (uint64_t)header.hdr_len + header.str_off);
	if (types.cut || strings.cut || header.type_len > cursor__left(&types) ||
	    header.str_len > cursor__left(&strings))
		return false;
	types.end = types.at + header.type_len;
	strings.end = strings.at + header.str_len;
	*ret_types = types;
	*ret_strings = strings;
	return true;
}

const char *bpf_btf__func_name(const uint8_t *btf, size_t size, uint32_t type_id, size_t *ret_len)
{
	struct cursor types, strings;
	struct btf_type type = {};
	uint32_t id;
	int64_t tail;

	if (!btf_sections(btf, size, &types, &strings))
		return NULL;
	for (id = 1; id <= type_id; id++) {
		cursor__copy(&types, &type, sizeof(type));
		tail = types.cut ? -1 : btf_tail__len(type.info);
		if (tail < 0)
			return NULL;
		cursor__take(&types, (uint64_t)tail);
	}
	if (!type_id || types.cut || BTF_INFO_KIND(type.info) != BTF_KIND_FUNC)
		return NULL;
	return btf_string(&strings, type.name_off, ret_len);
}

const char *bpf_btf__string(const uint8_t *btf, size_t size, uint32_t offset)
{
	struct cursor types, strings;
	size_t len;

	if (!btf || !btf_sections(btf, size, &types, &strings))
		return NULL;
	return btf_string(&strings, offset, &len);
}

/* ---- a shorter one ---- */

/**
 * struct heads - what stands before the members of types, by id; the first is void.
 * @last: the last one that functions need.
 */
struct heads {
	struct btf_type *types;
	uint32_t nr;
	uint32_t last;
};

static int read_heads(struct cursor c, struct heads *heads)
{
	const size_t most = cursor__left(&c) / sizeof(struct btf_type) + 1;
	struct btf_type type;
	int64_t tail;

	heads->types = calloc(most, sizeof(*heads->types));
	if (!heads->types)
		return -ENOMEM;
	heads->nr = 1;
	while (cursor__left(&c)) {
		cursor__copy(&c, &type, sizeof(type));
		tail = c.cut ? -1 : btf_tail__len(type.info);
		if (tail < 0 || !cursor__take(&c, (uint64_t)tail))
			break;
		heads->types[heads->nr++] = type;
	}
	return 0;
}

static bool is_kind(const struct heads *heads, uint32_t id, uint32_t kind)
{
	return id && id < heads->nr && BTF_INFO_KIND(heads->types[id].info) == kind;
}

/* libbpf refuses a function that does not lead to a prototype. */
static bool is_func(const struct heads *heads, uint32_t id)
{
	return is_kind(heads, id, BTF_KIND_FUNC) &&
	       is_kind(heads, heads->types[id].type, BTF_KIND_FUNC_PROTO);
}

static void find_last(struct heads *heads)
{
	uint32_t id;

	for (id = 1; id < heads->nr; id++) {
		if (is_func(heads, id))
			heads->last = MAX(heads->last, MAX(id, heads->types[id].type));
	}
}

static void add_type(struct strbuf *sb, uint32_t kind)
{
	const struct btf_type type = { .info = kind << 24 };

	strbuf__add(sb, (const char *)&type, sizeof(type));
}

/* @names: gathers those of functions; NULL when they stay where they are. */
static void add_types(struct strbuf *sb, const struct heads *heads, const struct cursor *strings,
		      struct strbuf *names)
{
	struct btf_type type;
	const char *name;
	uint32_t id;
	size_t len;

	for (id = 1; id <= heads->last; id++) {
		if (!is_func(heads, id)) {
			add_type(sb, is_kind(heads, id, BTF_KIND_FUNC_PROTO) ? BTF_KIND_FUNC_PROTO
									     : BTF_KIND_PTR);
			continue;
		}
		type = heads->types[id];
		name = btf_string(strings, type.name_off, &len);
		if (!name)
			type.name_off = 0;
		else if (names)
			type.name_off = (uint32_t)names->len;
		if (name && names)
			strbuf__add(names, name, len + 1);
		strbuf__add(sb, (const char *)&type, sizeof(type));
	}
}

/* As libbpf wants them: an empty one first, and a NUL at the end. */
static bool are_sound(const struct cursor *strings)
{
	return cursor__left(strings) && !strings->at[0] && !strings->end[-1];
}

static int write_short(struct strbuf *sb, const struct heads *heads, const struct cursor *strings,
		       bool has_lines)
{
	struct btf_header header = { .magic = BTF_MAGIC, .version = 1, .hdr_len = sizeof(header) };
	struct strbuf names = {};
	int err;

	strbuf__addc(&names, '\0');
	strbuf__add(sb, (const char *)&header, sizeof(header));
	add_types(sb, heads, strings, has_lines ? NULL : &names);
	header.type_len = header.str_off = (uint32_t)(sb->len - sizeof(header));
	if (has_lines)
		strbuf__add(sb, (const char *)strings->at, cursor__left(strings));
	else
		strbuf__add(sb, names.text, names.len);
	header.str_len = (uint32_t)(sb->len - sizeof(header) - header.type_len);
	err = strbuf__error(&names) ? strbuf__error(&names) : strbuf__error(sb);
	if (!err)
		memcpy(sb->text, &header, sizeof(header));
	strbuf__free(&names);
	return err;
}

static int shorten(const struct heads *heads, const struct cursor *strings, size_t max,
		   struct strbuf *sb, bool *ret_has_lines)
{
	const size_t fixed = sizeof(struct btf_header) + heads->last * sizeof(struct btf_type);
	const bool has_lines = are_sound(strings) && fixed <= max &&
			       cursor__left(strings) <= max - fixed;
	int err;

	/* Without a type that func_info names, perf 6.1 would follow a NULL. */
	if (fixed > max)
		return -E2BIG;
	err = write_short(sb, heads, strings, has_lines);
	if (!err && sb->len > max)
		err = -E2BIG;
	*ret_has_lines = has_lines;
	return err;
}

int bpf_btf__shorten(const uint8_t *btf, size_t size, size_t max, uint8_t **ret_bytes,
		     size_t *ret_len, bool *ret_has_lines)
{
	struct cursor types, strings;
	struct heads heads = {};
	struct strbuf sb = {};
	int err;

	if (!btf_sections(btf, size, &types, &strings))
		return -EINVAL;
	err = read_heads(types, &heads);
	if (!err) {
		find_last(&heads);
		err = shorten(&heads, &strings, max, &sb, ret_has_lines);
	}
	free(heads.types);
	if (err) {
		strbuf__free(&sb);
		return err;
	}
	*ret_bytes = (uint8_t *)sb.text;
	*ret_len = sb.len;
	return 0;
}
