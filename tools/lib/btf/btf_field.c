// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * btf_field.c - find places in a compiled type by their names, and visit all of them. See
 * btf_plan.h.
 */
#include "btf_plan.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "btf_plan_priv.h"
#include "nearest.h"
#include "util.h"

/* Elements of one array that leaves are listed of. */
#define MAX_PATH_BYTES 512

struct btf_field btf_plan__field(const struct btf_plan *plan)
{
	return (struct btf_field){ .node = plan->root };
}

static bool is_group(const struct btf_node *node)
{
	return node->kind == BTF_NODE_STRUCT || node->kind == BTF_NODE_UNION ||
	       node->kind == BTF_NODE_SECTION;
}

static struct btf_field slot_field(const struct btf_slot *slot, uint64_t offset)
{
	return (struct btf_field){
		.node = slot->node,
		.offset = offset + slot->offset,
		.bit_offset = slot->bit_offset,
		.bit_size = slot->bit_size,
		.is_time = slot->is_time,
	};
}

/* Members of a member without a name are the outer struct's, as in C. */
static const struct btf_slot *find_member(const struct btf_node *node, const char *name, size_t len,
					  uint64_t *offset)
{
	const struct btf_slot *m, *found;
	uint64_t inner;
	uint32_t i;

	for (i = 0; i < node->nr; i++) {
		m = &node->members[i];
		if (m->name.len == len && len && !memcmp(m->name.text, name, len))
			return m;
		if (m->name.len || !is_group(m->node))
			continue;
		inner = *offset + m->offset;
		found = find_member(m->node, name, len, &inner);
		if (found) {
			*offset = inner;
			return found;
		}
	}
	return NULL;
}

int btf_field__member(const struct btf_field *field, const char *name, size_t len,
		      struct btf_field *ret_field)
{
	uint64_t offset = field->offset;
	const struct btf_slot *slot;

	if (!is_group(field->node) || field->bit_size)
		return -ENOTDIR;
	slot = find_member(field->node, name, len, &offset);
	if (!slot)
		return -ENOENT;
	*ret_field = slot_field(slot, offset);
	return 0;
}

int btf_field__element(const struct btf_field *field, uint64_t idx, struct btf_field *ret_field)
{
	const struct btf_node *node = field->node;

	if (node->kind != BTF_NODE_ARRAY)
		return -ENOTDIR;
	/* A flexible array has as many as there are bytes: found out when they are read. */
	if (node->nr ? idx >= node->nr
		     : idx > UINT32_MAX || field->offset + idx * node->elem->size > UINT32_MAX)
		return -ERANGE;
	*ret_field = (struct btf_field){
		.node = node->elem,
		.offset = field->offset + idx * node->elem->size,
	};
	return 0;
}

int btf_field__constant(const struct btf_field *field, const char *name, size_t len,
			uint64_t *ret_value)
{
	const struct btf_node *node = field->node;
	uint32_t i;

	if (node->kind != BTF_NODE_ENUM)
		return -ENOENT;
	for (i = 0; i < node->nr; i++) {
		if (strlen(node->names[i].name) == len && !memcmp(node->names[i].name, name, len)) {
			*ret_value = node->names[i].value;
			return 0;
		}
	}
	return -ENOENT;
}

void btf_node__list_constants(const struct btf_node *node, const char *name, size_t len,
			      struct strbuf *sb, size_t max)
{
	__cleanup_free unsigned int *distances = NULL;
	const unsigned int listed = UINT_MAX;
	uint32_t i, best;
	size_t nr;

	if (node->kind != BTF_NODE_ENUM || !node->nr)
		return;
	distances = malloc(node->nr * sizeof(*distances));
	if (!distances)
		return;
	for (i = 0; i < node->nr; i++)
		distances[i] = nearest__distance(name, len, node->names[i].name,
						 strlen(node->names[i].name));
	for (nr = 0; nr < MIN(max, (size_t)node->nr); nr++) {
		for (i = 1, best = 0; i < node->nr; i++)
			best = distances[i] < distances[best] ? i : best;
		strbuf__adds(sb, nr ? ", " : "");
		strbuf__adds(sb, node->names[best].name);
		distances[best] = listed;
	}
	if (nr < node->nr)
		strbuf__adds(sb, ", ...");
}

struct leaf_visit {
	size_t left;
	int (*fn)(void *ctx, const char *path, const struct btf_field *leaf);
	void *ctx;
	char path[MAX_PATH_BYTES];
};

static int visit(struct leaf_visit *v, const struct btf_field *field, size_t path_len);

static int visit_members(struct leaf_visit *v, const struct btf_field *field, size_t path_len)
{
	const struct btf_node *node = field->node;
	struct btf_field member;
	size_t len;
	uint32_t i;
	int err;

	for (i = 0; i < node->nr; i++) {
		const struct btf_slot *slot = &node->members[i];

		len = path_len;
		if (slot->name.len)
			len += (size_t)snprintf(v->path + len, sizeof(v->path) - len, "%s%s",
						len ? "." : "", slot->name.text);
		if (len >= sizeof(v->path))
			return -E2BIG;
		member = slot_field(slot, field->offset);
		err = visit(v, &member, len);
		if (err)
			return err;
	}
	return 0;
}

static int visit_elements(struct leaf_visit *v, const struct btf_field *field, size_t path_len)
{
	struct btf_field element;
	uint32_t i;
	size_t len;
	int err;

	for (i = 0; i < field->node->nr; i++) {
		err = btf_field__element(field, i, &element);
		if (err)
			return err;
		len = path_len +
		      (size_t)snprintf(v->path + path_len, sizeof(v->path) - path_len, "[%u]", i);
		if (len >= sizeof(v->path))
			return -E2BIG;
		err = visit(v, &element, len);
		if (err)
			return err;
		/* Elements without bytes or values are all the same one. */
		if (!element.node->size)
			break;
	}
	return 0;
}

static int visit(struct leaf_visit *v, const struct btf_field *field, size_t path_len)
{
	if (!v->left)
		return -E2BIG;
	v->left--;
	if (is_group(field->node) && !field->node->special)
		return visit_members(v, field, path_len);
	if (field->node->kind == BTF_NODE_ARRAY && !field->node->is_char)
		return visit_elements(v, field, path_len);
	v->path[path_len] = '\0';
	return v->fn(v->ctx, v->path, field);
}

int btf_field__for_each_leaf(const struct btf_field *field, const char *path, size_t max,
			     int (*fn)(void *ctx, const char *path, const struct btf_field *leaf),
			     void *ctx)
{
	struct leaf_visit v = { .left = max, .fn = fn, .ctx = ctx };
	int len = snprintf(v.path, sizeof(v.path), "%s", path);

	if ((size_t)len >= sizeof(v.path))
		return -E2BIG;
	return visit(&v, field, (size_t)len);
}

static void list_group(const struct btf_node *node, struct strbuf *sb, size_t *left)
{
	uint32_t i;

	for (i = 0; i < node->nr && *left; i++) {
		const struct btf_slot *slot = &node->members[i];

		if (!slot->name.len) {
			if (is_group(slot->node))
				list_group(slot->node, sb, left);
			continue;
		}
		if (sb->len)
			strbuf__adds(sb, ", ");
		--*left;
		strbuf__adds(sb, *left ? slot->name.text : "...");
	}
}

void btf_field__list_members(const struct btf_field *field, struct strbuf *sb, size_t max)
{
	size_t left = max;

	if (is_group(field->node))
		list_group(field->node, sb, &left);
}
