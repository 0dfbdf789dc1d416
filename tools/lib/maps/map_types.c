// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_types.c - see map_types.h. */
#include "map_types.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "btf_object.h"
#include "btf_spell.h"
#include "log.h"
#include "map_arena.h"
#include "map_special.h"
#include "util.h"

struct loader {
	const struct map *map;
	const struct map_types_opts *opts;
	struct map_types *types;
	struct btf *vmlinux;
};

/* The types own every BTF that they were made of. */
static struct btf *keep(struct map_types *types, struct btf *btf)
{
	if (btf && types->nr_btfs < ARRAY_SIZE(types->btfs))
		types->btfs[types->nr_btfs++] = btf;
	return btf;
}

static struct btf *vmlinux(struct loader *l)
{
	if (!l->vmlinux)
		l->vmlinux = keep(l->types, btf__load_vmlinux_btf());
	return l->vmlinux;
}

static int make_plan(const struct btf *btf, uint32_t type_id, struct map_type *type)
{
	struct btf_plan *plan;
	int err;

	err = btf_plan__new(btf, type_id, &plan);
	if (err)
		return err;
	btf_plan__free(type->plan);
	*type = (struct map_type){ .plan = plan, .btf = btf, .type_id = type_id };
	return 0;
}

/* What the user said must agree with the map: a wrong type shows wrong values. */
static int check_size(const struct loader *l, bool is_key, const char *said)
{
	const struct map_type *type = is_key ? &l->types->key : &l->types->value;
	uint32_t map_size = is_key ? l->map->info.key_size : l->map->info.value_size;
	uint64_t size = btf_plan__size(type->plan);

	/* An arena has no values: what is there is what the type says. */
	if (size == map_size || (l->map->kind->read == MAP_READ_ARENA && !is_key))
		return 0;
	log_err("map %s (id %u): the sizes disagree: '%s' has %llu bytes, but the map's %s has %u",
		l->map->info.name, l->map->info.id, said, (unsigned long long)size,
		is_key ? "key" : "value", map_size);
	return -EINVAL;
}

static int look_up(struct loader *l, struct btf *base, const char *spelling, struct btf **ret_btf,
		   uint32_t *ret_id, struct strbuf *error)
{
	*ret_btf = keep(l->types, btf_spell__scratch(base));
	strbuf__reset(error);
	return *ret_btf ? btf_spell__find(*ret_btf, spelling, ret_id, error) : -ENOMEM;
}

/* A spelled type: C's own need no BTF; others are looked up in --btf, then in the kernel's. */
static int spelled_type(struct loader *l, struct btf *object, const char *option,
			const char *spelling, struct map_type *type)
{
	struct strbuf error = {};
	struct btf *scratch;
	uint32_t type_id;
	int err;

	err = look_up(l, object, spelling, &scratch, &type_id, &error);
	if (err == -ENOENT && vmlinux(l))
		err = look_up(l, l->vmlinux, spelling, &scratch, &type_id, &error);
	else if (err == -ENOENT)
		strbuf__addf(&error, "%s; the kernel's BTF cannot be read: %s",
			     object ? "" : "; give an object with --btf", strerror(errno));
	if (err) {
		log_err("%s: %s%s", option, error.len ? strbuf__cstr(&error) : strerror(-err),
			err == -ENOENT && object && l->vmlinux ? " (of --btf and the kernel)" : "");
		strbuf__free(&error);
		return err == -ENOENT ? -EINVAL : err;
	}
	strbuf__free(&error);
	err = make_plan(scratch, type_id, type);
	if (err)
		log_err("%s '%s': the type cannot be used: %s", option, spelling,
			btf_plan__error(err));
	return err;
}

static bool same_map_name(const char *full, const char *kernel_name)
{
	size_t len = strlen(kernel_name);

	if (!len)
		return false;
	return len == BPF_OBJ_NAME_LEN - 1 ? !strncmp(full, kernel_name, len)
					   : !strcmp(full, kernel_name);
}

/* Member @name of a map definition in .maps is a pointer to the type. */
static uint32_t definition_type(const struct btf *btf, const struct btf_type *def, const char *name)
{
	const struct btf_member *m = btf_members(def);
	const struct btf_type *t;
	uint16_t i;

	for (i = 0; i < btf_vlen(def); i++) {
		const char *member = btf__name_by_offset(btf, m[i].name_off);

		if (!member || strcmp(member, name))
			continue;
		t = btf__type_by_id(btf, m[i].type);
		return t && btf_is_ptr(t) ? t->type : 0;
	}
	return 0;
}

static const struct btf_type *skip_to_struct(const struct btf *btf, uint32_t type_id)
{
	const struct btf_type *t = btf__type_by_id(btf, type_id);
	unsigned int i;

	for (i = 0; t && i < BTF_PLAN_MAX_DEPTH && (btf_is_mod(t) || btf_is_typedef(t)); i++)
		t = btf__type_by_id(btf, t->type);
	return t && btf_is_struct(t) ? t : NULL;
}

/* SEC(".maps"): the variable of the map's name. */
static bool find_definition(const struct btf *btf, const char *name, uint32_t *key, uint32_t *value)
{
	int id = btf__find_by_name_kind(btf, ".maps", BTF_KIND_DATASEC);
	const struct btf_type *sec, *var, *def;
	const struct btf_var_secinfo *info;
	uint16_t i;

	sec = id > 0 ? btf__type_by_id(btf, (uint32_t)id) : NULL;
	if (!sec)
		return false;
	info = btf_var_secinfos(sec);
	for (i = 0; i < btf_vlen(sec); i++) {
		var = btf__type_by_id(btf, info[i].type);
		if (!var || !btf_is_var(var) ||
		    !same_map_name(btf__str_by_offset(btf, var->name_off) ?: "", name))
			continue;
		def = skip_to_struct(btf, var->type);
		if (!def)
			continue;
		*key = definition_type(btf, def, "key");
		*value = definition_type(btf, def, "value");
		return *key || *value;
	}
	return false;
}

/* struct ____btf_map_<name> { key; value; }: what loaders of before .maps looked for. */
static bool find_marker(const struct btf *btf, const char *name, uint32_t *key, uint32_t *value)
{
	static const char prefix[] = "____btf_map_";
	uint32_t id, cnt = btf__type_cnt(btf);

	for (id = 1; id < cnt; id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);
		const char *type_name = btf__str_by_offset(btf, t->name_off);

		if (!btf_is_struct(t) || btf_vlen(t) < 2 || !type_name ||
		    strncmp(type_name, prefix, strlen(prefix)) ||
		    !same_map_name(type_name + strlen(prefix), name))
			continue;
		*key = btf_members(t)[0].type;
		*value = btf_members(t)[1].type;
		return true;
	}
	return false;
}

/* Maps of global variables are named after the object and the section: "my_obj.rodata". */
static bool find_section(const struct btf *btf, const char *name, uint32_t *value)
{
	const char *dot = strchr(name, '.');
	uint32_t id, cnt = btf__type_cnt(btf);

	if (!dot)
		return false;
	for (id = 1; id < cnt; id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);
		const char *section = btf__str_by_offset(btf, t->name_off);

		if (btf_is_datasec(t) && section &&
		    (strlen(name) == BPF_OBJ_NAME_LEN - 1 ? !strncmp(section, dot, strlen(dot))
							  : !strcmp(section, dot))) {
			*value = id;
			return true;
		}
	}
	return false;
}

static int object_types(struct loader *l, const struct btf *btf)
{
	const char *name = l->map->info.name, *path = l->opts->btf_path;
	uint32_t key = 0, value = 0;
	int err = 0;

	if (l->map->kind->read == MAP_READ_ARENA)
		value = map_arena__section(btf);
	if (!value && !find_definition(btf, name, &key, &value) &&
	    !find_marker(btf, name, &key, &value) && !find_section(btf, name, &value)) {
		if (l->opts->key || l->opts->value)
			return 0;
		log_err("--btf %s: it has no map '%s': neither a definition in .maps nor a struct "
			"____btf_map_%s; name the types with --key and --value",
			path, name, name);
		return -ENOENT;
	}
	/* A ring buffer has no values: what is said there is what records are. */
	if (l->map->kind->read == MAP_READ_RING)
		return 0;
	if (key && !l->opts->key) {
		err = make_plan(btf, key, &l->types->key);
		if (!err)
			err = check_size(l, true, name);
		else
			log_err("--btf %s: map '%s': its key type cannot be used: %s", path, name,
				btf_plan__error(err));
	}
	if (!err && value && !l->opts->value) {
		err = make_plan(btf, value, &l->types->value);
		if (!err && btf_plan__root(l->types->value.plan)->kind != BTF_NODE_SECTION)
			err = check_size(l, false, name);
		else if (err)
			log_err("--btf %s: map '%s': its value type cannot be used: %s", path, name,
				btf_plan__error(err));
	}
	return err;
}

static struct btf *open_object(struct loader *l)
{
	struct strbuf error = {};
	struct btf *btf = btf_object__read(l->opts->btf_path, &error);

	if (!btf)
		log_err("--btf %s", strbuf__cstr(&error));
	strbuf__free(&error);
	return keep(l->types, btf);
}

/* The map's own BTF. A type that cannot be used leaves bytes, with a word on why. */
static void own_types(struct loader *l)
{
	const struct bpf_map_info *info = &l->map->info;
	uint32_t value_id = info->btf_value_type_id;
	struct btf *btf = NULL;
	int err = 0;

	if (info->btf_vmlinux_value_type_id) {
		btf = vmlinux(l);
		value_id = info->btf_vmlinux_value_type_id;
	} else if (info->btf_id && (info->btf_key_type_id || value_id)) {
		btf = keep(l->types, btf__load_from_kernel_by_id(info->btf_id));
		if (!btf)
			log_warn("map %s (id %u): cannot read its BTF (id %u): %s", info->name,
				 info->id, info->btf_id, strerror(errno));
	}
	if (!btf)
		return;
	if (info->btf_key_type_id && !info->btf_vmlinux_value_type_id && !l->types->key.plan)
		err = make_plan(btf, info->btf_key_type_id, &l->types->key);
	if (!err && value_id && !l->types->value.plan)
		err = make_plan(btf, value_id, &l->types->value);
	if (err)
		log_warn("map %s (id %u): its BTF cannot be used, showing bytes: %s", info->name,
			 info->id, btf_plan__error(err));
}

/* A struct of two u32, which is what device and CPU maps hold. */
static int add_pair(struct btf *btf, const char *name, const char *first, int u32)
{
	int id = btf__add_struct(btf, name, 8);

	if (id < 0 || btf__add_field(btf, first, u32, 0, 0) ||
	    btf__add_field(btf, "prog_id", u32, 32, 0))
		return -ENOMEM;
	return id;
}

/* Return addresses: pointers to functions, so that they are shown with symbols. */
static int add_stack(struct btf *btf, uint32_t value_size, int u32)
{
	int proto = btf__add_func_proto(btf, 0);
	int ptr = proto < 0 ? proto : btf__add_ptr(btf, proto);

	return ptr < 0 ? ptr : btf__add_array(btf, u32, ptr, value_size / 8);
}

static int fixed_value(struct btf *btf, const struct map *map, int u32)
{
	uint32_t size = map->info.value_size;

	switch (map->kind->refs) {
	case MAP_REF_PROG:
	case MAP_REF_MAP:
		return size == 4 ? u32 : 0;
	case MAP_REF_DEVICE:
		return size == 4   ? u32
		       : size == 8 ? add_pair(btf, "bpf_devmap_val", "ifindex", u32)
				   : 0;
	case MAP_REF_CPU:
		return size == 4   ? u32
		       : size == 8 ? add_pair(btf, "bpf_cpumap_val", "qsize", u32)
				   : 0;
	case MAP_REF_SOCKET:
		return size == 8 ? btf__add_int(btf, "u64", 8, 0) : size == 4 ? u32 : 0;
	case MAP_REF_STACK:
		return map->info.map_flags & BPF_F_STACK_BUILD_ID ? 0 : add_stack(btf, size, u32);
	default:
		return 0;
	}
}

static int replace_type(const struct btf *btf, int type_id, struct map_type *type)
{
	int err = make_plan(btf, (uint32_t)type_id, type);

	type->fixed = true;
	return err;
}

/* The variables in an arena are told by BTF of the programs that use it. */
static void arena_types(struct loader *l)
{
	uint32_t section;
	struct btf *btf;
	int err;

	if (l->types->value.plan)
		return;
	btf = keep(l->types, map_arena__find_btf(l->map, &section));
	err = btf ? make_plan(btf, section, &l->types->value) : 0;
	if (err)
		log_warn("map %s (id %u): the variables of its programs cannot be used: %s",
			 l->map->info.name, l->map->info.id, btf_plan__error(err));
}

/* Maps without entries to go through: what is made up for them has types of its own. */
static int special_types(struct loader *l)
{
	struct btf *btf = keep(l->types, btf__new_empty());
	int key, value, err;

	if (!btf)
		return -ENOMEM;
	if (l->map->kind->read == MAP_READ_ARENA) {
		arena_types(l);
		if (l->types->value.plan)
			return 0;
	}
	err = map_special__types(l->map, btf, &key, &value);
	if (!err && key > 0)
		err = replace_type(btf, key, &l->types->key);
	if (!err && value > 0)
		err = replace_type(btf, value, &l->types->value);
	return err;
}

/* Types that a kind of map has by itself. */
static int fixed_types(struct loader *l)
{
	const struct map *map = l->map;
	int u32, value, err = 0;
	struct btf *btf;

	if (map->kind->read != MAP_READ_ELEMS && map->kind->read != MAP_READ_INDEX)
		return special_types(l);
	if (l->types->key.plan && l->types->value.plan)
		return 0;
	if (!map->kind->indexed && map->kind->refs == MAP_REF_NONE)
		return 0;
	btf = keep(l->types, btf__new_empty());
	if (!btf)
		return -ENOMEM;
	u32 = btf__add_int(btf, "u32", 4, 0);
	if (u32 < 0)
		return u32;
	value = fixed_value(btf, map, u32);
	if (map->kind->indexed && map->info.key_size == 4 && !l->types->key.plan) {
		err = make_plan(btf, (uint32_t)u32, &l->types->key);
		l->types->key.fixed = true;
	}
	if (!err && value > 0 && !l->types->value.plan) {
		err = make_plan(btf, (uint32_t)value, &l->types->value);
		l->types->value.fixed = true;
	}
	return err;
}

static int user_types(struct loader *l)
{
	const struct map_types_opts *opts = l->opts;
	struct btf *object = NULL;
	int err = 0;

	if (opts->btf_path) {
		object = open_object(l);
		if (!object)
			return -ENOENT;
		if (l->map)
			err = object_types(l, object);
	}
	if (!err && opts->key) {
		err = spelled_type(l, object, "--key", opts->key, &l->types->key);
		if (!err && l->map)
			err = check_size(l, true, opts->key);
	}
	if (!err && opts->value) {
		err = spelled_type(l, object, "--value", opts->value, &l->types->value);
		if (!err && l->map)
			err = check_size(l, false, opts->value);
	}
	return err;
}

int map_types__load(const struct map *map, const struct map_types_opts *opts,
		    struct map_types *ret_types)
{
	struct map_types types = {};
	struct loader l = { .map = map, .opts = opts, .types = &types };
	int err;

	err = user_types(&l);
	if (!err && map) {
		if (!types.key.plan || !types.value.plan)
			own_types(&l);
		err = fixed_types(&l);
	}
	if (err) {
		map_types__free(&types);
		return err;
	}
	*ret_types = types;
	return 0;
}

bool map_types__of_memory(const struct map_types *types, const struct map *map)
{
	return map->kind->read == MAP_READ_ARENA && types->value.plan && !types->value.fixed;
}

void map_types__free(struct map_types *types)
{
	btf_plan__free(types->key.plan);
	btf_plan__free(types->value.plan);
	/* The later ones may be on top of the earlier ones. */
	while (types->nr_btfs)
		btf__free(types->btfs[--types->nr_btfs]);
	*types = (struct map_types){};
}

void map_type__name(const struct map_type *type, uint32_t size, struct strbuf *sb)
{
	if (type->plan)
		btf_spell__name(type->btf, type->type_id, sb);
	else if (size)
		strbuf__addf(sb, "u8[%u]", size);
	else
		strbuf__addc(sb, '-');
}
