// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* btf_subset.c - see btf_subset.h. */
#include "btf_subset.h"

#include <bpf/btf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "btf_tail.h"
#include "bytes.h"
#include "hash_index.h"
#include "util.h"

/* Structs within structs, and arrays of them; the kernel has less than 10. */
#define DEPTH_MAX 32
/*
 * Members of unnamed structs are looked at again for each that holds them; the kernel takes some
 * thousand.
 */
#define STEPS_MAX (1U << 20)
/* An array's elements and a member's modifiers are followed this far. */
#define CHAIN_MAX 64

/* ---- names ---- */

struct name {
	const char *text;
	size_t len;
};

/* A name that is not in a set is mostly told by how it begins. */
#define BEGINNINGS 4096

/** struct names - a set; the texts are borrowed. */
struct names {
	struct name *items;
	size_t nr, size;
	struct hash_index index;
	bool begins[BEGINNINGS]; /* by beginning_of() */
};

/* Of its first three bytes, the end of it among them. */
static unsigned int beginning_of(const char *text)
{
	const uint8_t *p = (const uint8_t *)text;
	unsigned int key = p[0];

	if (p[0])
		key = key * 67 + p[1];
	if (p[0] && p[1])
		key = key * 67 + p[2];
	return key % BEGINNINGS;
}

static bool same_name(const void *array, uint32_t idx, const void *key)
{
	const struct name *have = (const struct name *)array + idx, *want = key;

	return have->len == want->len && !memcmp(have->text, want->text, want->len);
}

static bool names__has(const struct names *names, const char *text)
{
	struct name key = { .text = text };

	if (!names->begins[beginning_of(text)])
		return false;
	key.len = strlen(text);
	return key.len && hash_index__find(&names->index, bytes__hash(text, key.len), same_name,
					   names->items, &key) != HASH_INDEX_NONE;
}

static int names__add(struct names *names, const char *text, size_t len)
{
	const struct name key = { text, len };
	const uint64_t hash = bytes__hash(text, len);
	char beginning[4] = "";

	if (!len ||
	    hash_index__find(&names->index, hash, same_name, names->items, &key) != HASH_INDEX_NONE)
		return 0;
	if (array__grow(&names->items, names->nr, &names->size, sizeof(*names->items)))
		return -ENOMEM;
	names->items[names->nr] = key;
	memcpy(beginning, text, MIN(len, sizeof(beginning) - 1));
	names->begins[beginning_of(beginning)] = true;
	return hash_index__add(&names->index, hash, (uint32_t)names->nr++);
}

static void names__free(struct names *names)
{
	hash_index__free(&names->index);
	free(names->items);
}

/* task_struct___state is a second view of task_struct. */
static size_t len_without_flavour(const char *name)
{
	const char *at = strstr(name, "___");

	return at && at != name ? (size_t)(at - name) : strlen(name);
}

/* ---- raw BTF ---- */

struct raw {
	const uint8_t *types;
	size_t types_len;
	const char *strings;
	size_t strings_len;
	uint32_t *offs; /* of type i, in types; that of 0 is not used */
	size_t nr, size;
};

static const struct btf_type *raw__type(const struct raw *raw, uint32_t id)
{
	return id && id < raw->nr ? (const void *)(raw->types + raw->offs[id]) : NULL;
}

static const char *raw__name(const struct raw *raw, uint32_t off)
{
	return off < raw->strings_len ? raw->strings + off : "";
}

static int raw__set(struct raw *raw, const void *bytes, size_t size)
{
	const struct btf_header *head = bytes;
	size_t room;

	if (size < sizeof(*head) || head->magic != BTF_MAGIC || head->hdr_len < sizeof(*head) ||
	    head->hdr_len > size)
		return -EINVAL;
	room = size - head->hdr_len;
	if (head->type_off > room || head->type_len > room - head->type_off ||
	    head->str_off > room || head->str_len > room - head->str_off || head->type_off % 4 ||
	    head->hdr_len % 4 || !head->str_len)
		return -EINVAL;
	raw->types = (const uint8_t *)bytes + head->hdr_len + head->type_off;
	raw->types_len = head->type_len;
	raw->strings = (const char *)bytes + head->hdr_len + head->str_off;
	raw->strings_len = head->str_len;
	return raw->strings[raw->strings_len - 1] ? -EINVAL : 0;
}

/* ---- the subset ---- */

struct subset {
	struct raw raw;
	struct names roots; /* types that @local names */
	struct names parts; /* its members and values */
	uint32_t *found;    /* ids of the kernel */
	size_t nr_found, size_found;
	int *ids; /* of the subset, by those of the kernel; 0 where there is none yet */
	struct btf *btf;
	unsigned int steps;
};

/* An object's names may lie outside of its strings. */
static const char *local_name(const struct btf *local, uint32_t off)
{
	return btf__name_by_offset(local, off) ?: "";
}

static int collect_names(struct subset *s, const struct btf *local)
{
	uint32_t id, nr = btf__type_cnt(local), i;
	int err = 0;

	for (id = 1; id < nr && !err; id++) {
		const struct btf_type *t = btf__type_by_id(local, id);
		const char *name = local_name(local, t->name_off);

		if (!btf_is_composite(t) && !btf_is_any_enum(t))
			continue;
		err = names__add(&s->roots, name, len_without_flavour(name));
		for (i = 0; i < btf_vlen(t) && !err; i++) {
			name = local_name(local, btf_is_composite(t) ? btf_members(t)[i].name_off
						 : btf_is_enum(t)    ? btf_enum(t)[i].name_off
								     : btf_enum64(t)[i].name_off);
			err = names__add(&s->parts, name, strlen(name));
		}
	}
	return err;
}

/* One pass: where each type is, and which have a name that is wanted. */
static int find_roots(struct subset *s)
{
	struct raw *raw = &s->raw;
	size_t off = 0;

	/* A type takes 24 bytes on average. */
	raw->size = raw->types_len / 16 + 2;
	raw->offs = malloc(raw->size * sizeof(*raw->offs));
	if (!raw->offs)
		return -ENOMEM;
	for (raw->nr = 1; off < raw->types_len; raw->nr++) {
		const struct btf_type *t = (const void *)(raw->types + off);
		ssize_t extra;

		if (raw->types_len - off < sizeof(*t))
			return -EINVAL;
		extra = (ssize_t)btf_tail__len(t->info);
		if (extra < 0 || (size_t)extra > raw->types_len - off - sizeof(*t))
			return -EINVAL;
		if (array__grow(&raw->offs, raw->nr, &raw->size, sizeof(*raw->offs)))
			return -ENOMEM;
		raw->offs[raw->nr] = (uint32_t)off;
		off += sizeof(*t) + (size_t)extra;
		if (!t->name_off || (!btf_is_composite(t) && !btf_is_any_enum(t)) ||
		    !names__has(&s->roots, raw__name(raw, t->name_off)))
			continue;
		if (array__grow(&s->found, s->nr_found, &s->size_found, sizeof(*s->found)))
			return -ENOMEM;
		s->found[s->nr_found++] = (uint32_t)raw->nr;
	}
	return 0;
}

/* Relocations look through typedefs and modifiers. */
static const struct btf_type *skip_modifiers(const struct subset *s, uint32_t *id)
{
	const struct btf_type *t = raw__type(&s->raw, *id);
	unsigned int i;

	for (i = 0; t && i < CHAIN_MAX; i++) {
		if (!btf_is_mod(t) && !btf_is_typedef(t))
			return t;
		*id = t->type;
		t = raw__type(&s->raw, *id);
	}
	return NULL;
}

static int add_type(struct subset *s, uint32_t id, unsigned int depth);

/* An unnamed struct or union is a part of the one that it is in. */
static bool has_part(struct subset *s, const struct btf_member *m, unsigned int depth)
{
	const char *name = raw__name(&s->raw, m->name_off);
	const struct btf_type *t;
	uint32_t id = m->type;
	size_t i;

	if (s->steps++ >= STEPS_MAX)
		return false;
	if (*name)
		return names__has(&s->parts, name);
	t = skip_modifiers(s, &id);
	if (!t || !btf_is_composite(t) || depth >= DEPTH_MAX)
		return false;
	for (i = 0; i < btf_vlen(t); i++) {
		if (has_part(s, &btf_members(t)[i], depth + 1))
			return true;
	}
	return false;
}

static int add_composite(struct subset *s, const struct btf_type *t, unsigned int depth)
{
	const char *name = raw__name(&s->raw, t->name_off);
	const struct btf_member *members = btf_members(t);
	const size_t nr = btf_vlen(t);
	int *types __cleanup_free = calloc(nr + 1, sizeof(*types));
	int id, err;
	size_t i;

	if (!types)
		return -ENOMEM;
	/* A type is complete before the next one begins. */
	for (i = 0; i < nr; i++) {
		types[i] = has_part(s, &members[i], depth) ? add_type(s, members[i].type, depth + 1)
							   : -ENOENT;
		if (types[i] < 0 && types[i] != -ENOENT)
			return types[i];
	}
	if (s->steps >= STEPS_MAX)
		return -EINVAL;
	id = btf_is_struct(t) ? btf__add_struct(s->btf, name, t->size)
			      : btf__add_union(s->btf, name, t->size);
	for (i = 0, err = 0; id > 0 && i < nr && !err; i++) {
		if (types[i] >= 0)
			err = btf__add_field(s->btf, raw__name(&s->raw, members[i].name_off),
					     types[i], btf_member_bit_offset(t, (uint32_t)i),
					     btf_member_bitfield_size(t, (uint32_t)i));
	}
	return err ?: id;
}

static int add_enum(struct subset *s, const struct btf_type *t)
{
	const char *name = raw__name(&s->raw, t->name_off), *value;
	const bool is_64 = !btf_is_enum(t);
	int id = is_64 ? btf__add_enum64(s->btf, name, t->size, btf_kflag(t))
		       : btf__add_enum(s->btf, name, t->size);
	int err = 0;
	size_t i;

	for (i = 0; id > 0 && i < btf_vlen(t) && !err; i++) {
		value = raw__name(&s->raw,
				  is_64 ? btf_enum64(t)[i].name_off : btf_enum(t)[i].name_off);
		if (!names__has(&s->parts, value))
			continue;
		err = is_64 ? btf__add_enum64_value(s->btf, value,
						    btf_enum64_value(&btf_enum64(t)[i]))
			    : btf__add_enum_value(s->btf, value, btf_enum(t)[i].val);
	}
	return err ?: id;
}

static int add_array(struct subset *s, const struct btf_type *t, unsigned int depth)
{
	const struct btf_array *array = btf_array(t);
	int elem, index;

	elem = add_type(s, array->type, depth + 1);
	index = elem < 0 ? elem : add_type(s, array->index_type, depth + 1);
	return index < 0 ? index : btf__add_array(s->btf, index, elem, array->nelems);
}

static int add_new_type(struct subset *s, const struct btf_type *t, unsigned int depth)
{
	const char *name = raw__name(&s->raw, t->name_off);

	switch (btf_kind(t)) {
	case BTF_KIND_INT:
		return btf__add_int(s->btf, name, t->size, btf_int_encoding(t));
	case BTF_KIND_FLOAT:
		return btf__add_float(s->btf, name, t->size);
	case BTF_KIND_PTR:
		return btf__add_ptr(s->btf, 0);
	case BTF_KIND_ARRAY:
		return add_array(s, t, depth);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return add_composite(s, t, depth);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return add_enum(s, t);
	}
	return -EINVAL; /* a member is of no other type */
}

/* Return: its id in the subset, 0 for void, or -errno. */
static int add_type(struct subset *s, uint32_t id, unsigned int depth)
{
	const struct btf_type *t = skip_modifiers(s, &id);
	int new_id;

	if (!id)
		return 0;
	if (!t || depth >= DEPTH_MAX)
		return -EINVAL;
	if (s->ids[id])
		return s->ids[id];
	new_id = add_new_type(s, t, depth);
	if (new_id > 0)
		s->ids[id] = new_id;
	return new_id;
}

static int add_roots(struct subset *s)
{
	size_t i;
	int id;

	s->ids = calloc(s->raw.nr, sizeof(*s->ids));
	s->btf = btf__new_empty();
	if (!s->ids || !s->btf)
		return -ENOMEM;
	for (i = 0; i < s->nr_found; i++) {
		id = add_type(s, s->found[i], 0);
		if (id < 0)
			return id;
	}
	return 0;
}

int btf_subset__make(const struct btf *local, const void *kernel, size_t size,
		     struct btf **ret_subset)
{
	struct subset s = {};
	int err;

	err = raw__set(&s.raw, kernel, size);
	if (!err)
		err = collect_names(&s, local);
	if (!err)
		err = find_roots(&s);
	if (!err)
		err = add_roots(&s);
	if (err)
		btf__free(s.btf);
	else
		*ret_subset = s.btf;
	free(s.ids);
	free(s.found);
	free(s.raw.offs);
	names__free(&s.parts);
	names__free(&s.roots);
	return err;
}
