// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * btf_plan.c - compile a BTF type into nodes. A type is compiled once per plan, however many
 * members have it; every reference, offset and size of the BTF is checked here. See btf_walk.c
 * for running.
 */
#include "btf_plan.h"

#include <bpf/btf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "btf_plan_priv.h"
#include "util.h"

/* BTF_KIND_ENUM64 and its parts, for building with UAPI headers older than Linux 6.0. */
#ifndef BTF_KIND_ENUM64
#define BTF_KIND_ENUM64 19
#endif

/* Marks a node whose members are being compiled: meeting it again means that it contains itself. */
#define NODE_OPEN 0xff

static int compile(struct btf_plan *plan, uint32_t type_id, unsigned int depth,
		   const struct btf_node **ret_node);

static void *plan__alloc(struct btf_plan *plan, size_t nr, size_t size)
{
	struct btf_plan_block *block;

	if (size && nr > (SIZE_MAX / 2) / size)
		return NULL;
	block = calloc(1, sizeof(*block) + nr * size);
	if (!block)
		return NULL;
	block->next = plan->blocks;
	plan->blocks = block;
	return block->data;
}

/* The kernel takes only BTF whose names are C's; a file's may hold what a terminal obeys. */
static const char *type_name(const struct btf_plan *plan, uint32_t name_off)
{
	const char *name = name_off ? btf__name_by_offset(plan->btf, name_off) : NULL, *p;

	for (p = name; p && *p; p++) {
		if (*p < ' ' || *p > '~')
			return "(unprintable)";
	}
	return name ? name : "";
}

static bool is_modifier(unsigned int kind)
{
	return kind == BTF_KIND_TYPEDEF || kind == BTF_KIND_CONST || kind == BTF_KIND_VOLATILE ||
	       kind == BTF_KIND_RESTRICT || kind == BTF_KIND_TYPE_TAG;
}

/* The type behind typedefs and qualifiers; -ELOOP when there is no end to them. */
static int skip_modifiers(const struct btf_plan *plan, uint32_t *type_id, bool *is_typedef)
{
	const struct btf_type *t;
	unsigned int i;

	for (i = 0; i < BTF_PLAN_MAX_DEPTH; i++) {
		t = btf__type_by_id(plan->btf, *type_id);
		if (!t)
			return -ENOENT;
		if (*type_id == 0 || !is_modifier(btf_kind(t)))
			return 0;
		if (is_typedef && btf_kind(t) == BTF_KIND_TYPEDEF)
			*is_typedef = true;
		*type_id = t->type;
	}
	return -ELOOP;
}

static int compile_int(const struct btf_type *t, struct btf_node *node)
{
	unsigned int encoding = btf_int_encoding(t);

	node->size = t->size;
	if (t->size == 16)
		node->kind = BTF_NODE_WIDE;
	else if (t->size != 1 && t->size != 2 && t->size != 4 && t->size != 8)
		return -EINVAL;
	else if (encoding & BTF_INT_BOOL)
		node->kind = BTF_NODE_BOOL;
	else if (encoding & BTF_INT_CHAR)
		node->kind = BTF_NODE_CHAR;
	else
		node->kind = encoding & BTF_INT_SIGNED ? BTF_NODE_SINT : BTF_NODE_UINT;
	node->is_char = t->size == 1 && (encoding & BTF_INT_CHAR || !strcmp(node->name, "char"));
	node->is_signed = encoding & BTF_INT_SIGNED;
	return 0;
}

/*
 * Constants that are bits, or unions of those bits: then a value without a name is said as A|B. An
 * enum that merely counts (1, 2, 3, 4) also has bits and unions of them, but no gaps.
 */
static bool looks_like_flags(const struct btf_enum_name *names, uint32_t nr)
{
	uint64_t singles = 0, max = 0;
	uint32_t i, nr_singles = 0, nr_nonzero = 0;

	for (i = 0; i < nr; i++) {
		uint64_t value = names[i].value;

		nr_nonzero += value != 0;
		max = MAX(max, value);
		if (value && !(value & (value - 1))) {
			nr_singles += !(singles & value);
			singles |= value;
		}
	}
	for (i = 0; i < nr; i++) {
		if (names[i].value & ~singles)
			return false;
	}
	return nr_singles >= 2 && max != nr_nonzero;
}

static int compile_enum(struct btf_plan *plan, const struct btf_type *t, struct btf_node *node)
{
	struct btf_enum_name *names;
	uint32_t i;

	if (t->size != 1 && t->size != 2 && t->size != 4 && t->size != 8)
		return -EINVAL;
	node->kind = BTF_NODE_ENUM;
	node->size = t->size;
	node->nr = btf_vlen(t);
	node->is_signed = btf_kflag(t);
	node->is_enum64 = btf_kind(t) == BTF_KIND_ENUM64;
	names = plan__alloc(plan, node->nr, sizeof(*names));
	if (!names)
		return -ENOMEM;
	for (i = 0; i < node->nr; i++) {
		if (node->is_enum64) {
			const struct btf_enum64 *e = btf_enum64(t) + i;

			names[i].value = ((uint64_t)e->val_hi32 << 32) | e->val_lo32;
			names[i].name = type_name(plan, e->name_off);
		} else {
			const struct btf_enum *e = btf_enum(t) + i;

			names[i].value = (uint64_t)(int64_t)e->val;
			names[i].name = type_name(plan, e->name_off);
			/* Compilers of old say nothing of the sign; a negative constant does. */
			node->is_signed = node->is_signed || (e->val < 0 && e->val != INT32_MIN);
		}
	}
	for (i = 0; i < node->nr && t->size < 8 && !node->is_signed; i++)
		names[i].value &= (1ULL << (t->size * 8)) - 1;
	node->is_flags = looks_like_flags(names, node->nr);
	node->names = names;
	return 0;
}

/* A kernel pointer in a map carries a tag; user space gets 0 for it. */
static bool is_kptr(const struct btf_plan *plan, uint32_t target)
{
	const struct btf_type *t = btf__type_by_id(plan->btf, target);

	if (!t || !target || btf_kind(t) != BTF_KIND_TYPE_TAG)
		return false;
	return strstr(type_name(plan, t->name_off), "kptr") != NULL;
}

static int compile_ptr(struct btf_plan *plan, const struct btf_type *t, struct btf_node *node)
{
	uint32_t target = t->type;

	node->kind = BTF_NODE_PTR;
	node->size = btf__pointer_size(plan->btf);
	if (node->size != 4)
		node->size = 8;
	if (is_kptr(plan, target))
		node->special = "kptr";
	if (!skip_modifiers(plan, &target, NULL) && target &&
	    btf_kind(btf__type_by_id(plan->btf, target)) == BTF_KIND_FUNC_PROTO)
		node->kind = BTF_NODE_FUNC_PTR;
	return 0;
}

static int compile_array(struct btf_plan *plan, const struct btf_type *t, unsigned int depth,
			 struct btf_node *node)
{
	const struct btf_array *a = btf_array(t);
	const struct btf_node *elem;
	bool is_typedef = false;
	uint32_t type_id = a->type;
	int err;

	err = skip_modifiers(plan, &type_id, &is_typedef);
	if (err)
		return err;
	err = compile(plan, a->type, depth + 1, &elem);
	if (err)
		return err;
	if (elem->size && a->nelems > UINT32_MAX / elem->size)
		return -ERANGE;
	node->kind = BTF_NODE_ARRAY;
	node->elem = elem;
	node->height = elem->height + 1;
	node->nr = a->nelems;
	node->size = (uint64_t)a->nelems * elem->size;
	/* A typedef of char (u8, s8) says "a number", as it does to bpftool. */
	node->is_char = elem->kind != BTF_NODE_ARRAY && elem->is_char && !is_typedef;
	return 0;
}

/* Structs whose bytes the kernel does not let out: it hands zeroes to user space. */
static const char *special_of(const char *name)
{
	static const struct {
		const char *name;
		const char *shown;
	} table[] = {
		{ "bpf_spin_lock", "spin lock" },
		{ "bpf_res_spin_lock", "spin lock" },
		{ "bpf_timer", "timer" },
		{ "bpf_wq", "work queue" },
		{ "bpf_task_work", "task work" },
		{ "bpf_list_head", "list head" },
		{ "bpf_list_node", "list node" },
		{ "bpf_rb_root", "red-black tree" },
		{ "bpf_rb_node", "red-black tree node" },
		{ "bpf_refcount", "reference count" },
		{ "bpf_dynptr", "dynptr" },
	};
	size_t i;

	if (strncmp(name, "bpf_", 4))
		return NULL;
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (!strcmp(name, table[i].name))
			return table[i].shown;
	}
	return NULL;
}

static bool names_a_time(const char *name)
{
	size_t len = strlen(name);

	if (len >= 3 && !strcmp(name + len - 3, "_ns"))
		return true;
	return !strcmp(name, "ns") || !strcmp(name, "ts") || strstr(name, "timestamp") ||
	       strstr(name, "ktime") || (len > 3 && !strcmp(name + len - 3, "_ts"));
}

/*
 * A bit field of before BTF said so in the member: the int type itself is narrower than its
 * bytes.
 */
static int old_bitfield(const struct btf_plan *plan, uint32_t type_id, uint32_t *bit_offset,
			uint32_t *bit_size)
{
	const struct btf_type *t;
	int err = skip_modifiers(plan, &type_id, NULL);

	if (err)
		return err;
	t = btf__type_by_id(plan->btf, type_id);
	if (type_id && btf_kind(t) == BTF_KIND_INT &&
	    (btf_int_offset(t) || btf_int_bits(t) != t->size * 8 || *bit_offset % 8)) {
		*bit_offset += btf_int_offset(t);
		*bit_size = btf_int_bits(t);
	}
	return 0;
}

static int compile_member(struct btf_plan *plan, const struct btf_type *t, uint32_t idx,
			  unsigned int depth, struct btf_slot *member)
{
	const struct btf_node *node;
	const struct btf_member *m = btf_members(t) + idx;
	uint32_t bit_offset, bit_size = 0;
	int err;

	bit_offset = m->offset;
	if (btf_kflag(t)) {
		bit_size = m->offset >> 24;
		bit_offset = m->offset & 0xffffff;
	} else {
		err = old_bitfield(plan, m->type, &bit_offset, &bit_size);
		if (err)
			return err;
	}
	err = compile(plan, m->type, depth + 1, &node);
	if (err)
		return err;
	member->node = node;
	member->offset = bit_offset / 8;
	member->bit_size = (uint8_t)bit_size;
	member->bit_offset = bit_offset % 8;
	if ((bit_size > 64 && (node->kind != BTF_NODE_WIDE || bit_size > 128)) ||
	    (!bit_size && member->bit_offset))
		return -ERANGE;
	if (bit_size ? (uint64_t)bit_offset + bit_size > (uint64_t)t->size * 8
		     : member->offset + node->size > t->size)
		return -ERANGE;
	member->flexible = node->kind == BTF_NODE_ARRAY && !node->nr && idx + 1U == btf_vlen(t) &&
			   btf_kind(t) == BTF_KIND_STRUCT;
	err = out_name__init(&member->name, type_name(plan, m->name_off));
	if (err)
		return err;
	member->is_time = node->size == 8 && !bit_size && node->kind <= BTF_NODE_UINT &&
			  names_a_time(member->name.text);
	return 0;
}

/* Room for @nr members that btf_plan__free() knows of. */
static struct btf_slot *alloc_members(struct btf_plan *plan, uint32_t nr)
{
	struct btf_slot *members = plan__alloc(plan, nr, sizeof(*members));

	if (members) {
		plan->blocks->members = members;
		plan->blocks->nr_members = nr;
	}
	return members;
}

static int compile_struct(struct btf_plan *plan, const struct btf_type *t, unsigned int depth,
			  struct btf_node *node)
{
	struct btf_slot *members;
	uint32_t i;
	int err;

	node->nr = btf_vlen(t);
	node->size = t->size;
	node->special = special_of(node->name);
	members = alloc_members(plan, node->nr);
	if (!members)
		return -ENOMEM;
	for (i = 0; i < node->nr; i++) {
		err = compile_member(plan, t, i, depth, &members[i]);
		if (err)
			return err;
		node->height = MAX(node->height, members[i].node->height + 1);
	}
	node->members = members;
	node->kind = btf_kind(t) == BTF_KIND_UNION ? BTF_NODE_UNION : BTF_NODE_STRUCT;
	return 0;
}

static int compile_section(struct btf_plan *plan, const struct btf_type *t, unsigned int depth,
			   struct btf_node *node)
{
	const struct btf_var_secinfo *info = btf_var_secinfos(t);
	const struct btf_type *var;
	struct btf_slot *members;
	uint32_t i;
	int err;

	node->nr = btf_vlen(t);
	node->size = t->size;
	members = alloc_members(plan, node->nr);
	if (!members)
		return -ENOMEM;
	for (i = 0; i < node->nr; i++) {
		var = btf__type_by_id(plan->btf, info[i].type);
		if (!var)
			return -ENOENT;
		if (btf_kind(var) != BTF_KIND_VAR)
			return -EINVAL;
		err = compile(plan, var->type, depth + 1, &members[i].node);
		if (err)
			return err;
		if (info[i].offset + members[i].node->size > t->size)
			return -ERANGE;
		members[i].offset = info[i].offset;
		node->height = MAX(node->height, members[i].node->height + 1);
		err = out_name__init(&members[i].name, type_name(plan, var->name_off));
		if (err)
			return err;
		members[i].is_time = members[i].node->size == 8 &&
				     members[i].node->kind <= BTF_NODE_UINT &&
				     names_a_time(members[i].name.text);
	}
	node->members = members;
	node->kind = BTF_NODE_SECTION;
	return 0;
}

static int compile_kind(struct btf_plan *plan, const struct btf_type *t, unsigned int depth,
			struct btf_node *node)
{
	switch (btf_kind(t)) {
	case BTF_KIND_INT:
		return compile_int(t, node);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return compile_enum(plan, t, node);
	case BTF_KIND_PTR:
		return compile_ptr(plan, t, node);
	case BTF_KIND_ARRAY:
		return compile_array(plan, t, depth, node);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return compile_struct(plan, t, depth, node);
	case BTF_KIND_DATASEC:
		return compile_section(plan, t, depth, node);
	case BTF_KIND_FLOAT:
		node->kind = BTF_NODE_FLOAT;
		node->size = t->size;
		return t->size == 2 || t->size == 4 || t->size == 8 || t->size == 12 ||
				       t->size == 16
			       ? 0
			       : -EINVAL;
	case BTF_KIND_UNKN: /* void */
	case BTF_KIND_FWD:
	case BTF_KIND_FUNC:
	case BTF_KIND_FUNC_PROTO:
		node->kind = BTF_NODE_OPAQUE;
		return 0;
	default:
		return -EINVAL;
	}
}

static int compile(struct btf_plan *plan, uint32_t type_id, unsigned int depth,
		   const struct btf_node **ret_node)
{
	const struct btf_type *t;
	struct btf_node *node;
	int err;

	if (depth > BTF_PLAN_MAX_DEPTH)
		return -E2BIG;
	err = skip_modifiers(plan, &type_id, NULL);
	if (err)
		return err;
	t = btf__type_by_id(plan->btf, type_id);
	if (type_id && btf_kind(t) == BTF_KIND_VAR)
		return compile(plan, t->type, depth + 1, ret_node);
	node = plan->nodes[type_id];
	if (node) {
		if (node->kind == NODE_OPEN)
			return -ELOOP;
		/* Made at a place less deep, perhaps. */
		if (depth + node->height > BTF_PLAN_MAX_DEPTH)
			return -E2BIG;
		*ret_node = node;
		return 0;
	}
	node = plan__alloc(plan, 1, sizeof(*node));
	if (!node)
		return -ENOMEM;
	plan->nodes[type_id] = node;
	node->kind = NODE_OPEN;
	node->type_id = type_id;
	node->name = type_name(plan, t->name_off);
	err = compile_kind(plan, t, depth, node);
	if (err)
		return err;
	*ret_node = node;
	return 0;
}

int btf_plan__new(const struct btf *btf, uint32_t type_id, struct btf_plan **ret_plan)
{
	struct btf_plan *plan = calloc(1, sizeof(*plan));
	int err = -ENOMEM;

	if (!plan)
		return -ENOMEM;
	plan->btf = btf;
	plan->nodes = calloc((size_t)btf__type_cnt(btf) + 1, sizeof(*plan->nodes));
	if (!plan->nodes)
		goto error;
	err = compile(plan, type_id, 0, &plan->root);
	if (err)
		goto error;
	/* Only needed while compiling, and as large as the BTF. */
	free(plan->nodes);
	plan->nodes = NULL;
	*ret_plan = plan;
	return 0;

error:
	btf_plan__free(plan);
	return err;
}

void btf_plan__free(struct btf_plan *plan)
{
	struct btf_plan_block *block, *next;
	uint32_t i;

	if (!plan)
		return;
	for (block = plan->blocks; block; block = next) {
		next = block->next;
		for (i = 0; i < block->nr_members; i++)
			out_name__free(&block->members[i].name);
		free(block);
	}
	free(plan->nodes);
	free(plan);
}

const char *btf_plan__error(int err)
{
	switch (err) {
	case -ENOENT:
		return "it refers to a type that its BTF does not have";
	case -ELOOP:
		return "it contains itself";
	case -E2BIG:
		return "its types nest too deep";
	case -ERANGE:
		return "a member lies outside its struct, or a size is too large";
	case -EINVAL:
		return "its BTF is malformed";
	default:
		return strerror(-err);
	}
}

const struct btf_node *btf_plan__root(const struct btf_plan *plan)
{
	return plan->root;
}

uint64_t btf_plan__size(const struct btf_plan *plan)
{
	return plan->root->size;
}

void btf_plan__set_ksyms(struct btf_plan *plan, struct ksyms *ksyms)
{
	plan->ksyms = ksyms;
}

void btf_plan__set_progs(struct btf_plan *plan, void (*describe)(uint32_t id, struct strbuf *sb))
{
	plan->describe_prog = describe;
}

void btf_plan__set_times(struct btf_plan *plan, bool show)
{
	plan->show_times = show;
}
