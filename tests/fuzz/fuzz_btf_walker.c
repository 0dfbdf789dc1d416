// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fuzz_btf_walker.c - hostile BTF over hostile bytes: never a crash, never a hang, and what comes
 * out as JSON is JSON. The types, and the bytes as types, are a kernel's too, of which the subset is made.
 * The types are also those of --btf, in which a map's are looked for, and the bytes a type's spelling.
 *
 * Input: a byte that says how the BTF is made - types taken as they are (odd) or built one by one
 * (even) -, two bytes with the length of its description, the description, the value's bytes.
 */
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "btf_plan.h"
#include "btf_spell.h"
#include "btf_subset.h"
#include "map_json.h"
#include "map_types.h"
#include "util.h"

#define SPELLING_MAX 256

struct input {
	const uint8_t *p;
	size_t left;
};

static uint32_t take(struct input *in, size_t size)
{
	uint32_t value = 0;

	if (in->left < size) {
		in->left = 0;
		return 0;
	}
	memcpy(&value, in->p, size);
	in->p += size;
	in->left -= size;
	return value;
}

/* Names long and short, empty and strange. */
static const char *take_name(struct input *in)
{
	static const char *const names[] = { "a",	  "",	  "value",  "bpf_timer",
					     "start_ns",  "char", "x\"y",   "\xff\xfe",
					     ".maps",	  "key",  "things", "____btf_map_things",
					     ".maps.data" };

	return names[take(in, 1) % ARRAY_SIZE(names)];
}

static void add_type(struct btf *btf, struct input *in)
{
	unsigned int kind = take(in, 1) % 14, nr, i, size;

	switch (kind) {
	case 0:
		btf__add_int(btf, "char", 1 << take(in, 1) % 5, (int)take(in, 1) % 8);
		break;
	case 1:
		btf__add_ptr(btf, (int)take(in, 1));
		break;
	case 2:
		i = take(in, 1);
		btf__add_array(btf, (int)i, (int)take(in, 1), take(in, take(in, 1) % 4 + 1));
		break;
	case 3:
	case 4:
		if (kind == 3)
			btf__add_struct(btf, take_name(in), take(in, 2));
		else
			btf__add_union(btf, take_name(in), take(in, 2));
		for (nr = take(in, 1) % 16; nr; nr--) {
			const char *name = take_name(in);
			int type = (int)take(in, 1);
			uint32_t offset = take(in, 2);

			btf__add_field(btf, name, type, offset, take(in, 1) % 131);
		}
		break;
	case 5:
		btf__add_enum(btf, take_name(in), 1 << take(in, 1) % 4);
		for (nr = take(in, 1) % 8; nr; nr--)
			btf__add_enum_value(btf, take_name(in), (int32_t)take(in, 4));
		break;
	case 6:
		btf__add_enum64(btf, take_name(in), 8, take(in, 1) & 1);
		for (nr = take(in, 1) % 8; nr; nr--)
			btf__add_enum64_value(btf, take_name(in), (uint64_t)take(in, 4) << 8);
		break;
	case 7:
		btf__add_typedef(btf, "t", (int)take(in, 1));
		break;
	case 8:
		btf__add_const(btf, (int)take(in, 1));
		break;
	case 9:
		btf__add_type_tag(btf, "kptr", (int)take(in, 1));
		break;
	case 10:
		btf__add_float(btf, "double", 1 << take(in, 1) % 5);
		break;
	case 11:
		btf__add_fwd(btf, "f", BTF_FWD_STRUCT);
		break;
	case 12:
		btf__add_var(btf, take_name(in), 1, (int)take(in, 1));
		break;
	case 13:
		size = take(in, 2);
		btf__add_datasec(btf, size % 2 ? ".data" : ".maps", size);
		for (nr = take(in, 1) % 8; nr; nr--) {
			int type = (int)take(in, 1);
			uint32_t offset = take(in, 2);

			btf__add_datasec_var_info(btf, type, offset, take(in, 1));
		}
		break;
	}
}

static struct btf *build(struct input in)
{
	struct btf *btf = btf__new_empty();

	while (in.left && btf__type_cnt(btf) < 250)
		add_type(btf, &in);
	return btf;
}

static char *make_raw(struct input in, size_t *ret_size)
{
	static const char strings[] = "\0char\0value\0bpf_timer\0a\0start_ns\0";
	const struct btf_header header = {
		.magic = BTF_MAGIC,
		.version = BTF_VERSION,
		.hdr_len = sizeof(header),
		.type_len = (uint32_t)in.left & ~3u,
		.str_off = (uint32_t)in.left & ~3u,
		.str_len = sizeof(strings),
	};
	size_t size = sizeof(header) + header.type_len + sizeof(strings);
	char *raw = malloc(size);

	memcpy(raw, &header, sizeof(header));
	memcpy(raw + sizeof(header), in.p, header.type_len);
	memcpy(raw + sizeof(header) + header.type_len, strings, sizeof(strings));
	*ret_size = size;
	return raw;
}

static struct btf *take_raw(struct input in)
{
	size_t size;
	char *raw = make_raw(in, &size);
	struct btf *btf = btf__new(raw, (uint32_t)size);

	free(raw);
	return btf;
}

/* What is made of a kernel's types has only what @local names, and libbpf reads it. */
static void check_subset(const struct btf *local, const void *kernel, size_t size)
{
	struct btf *subset, *again;
	const void *bytes;
	uint32_t len;

	if (btf_subset__make(local, kernel, size, &subset))
		return;
	bytes = btf__raw_data(subset, &len);
	again = bytes ? btf__new(bytes, len) : NULL;
	if (!again)
		abort();
	btf__free(again);
	btf__free(subset);
}

static void check_subsets(const struct btf *btf, struct input types, struct input bytes)
{
	uint32_t len;
	const void *own = btf__raw_data(btf, &len);
	size_t size;
	char *raw;

	if (own)
		check_subset(btf, own, len);
	raw = make_raw(types, &size);
	check_subset(btf, raw, size);
	free(raw);
	raw = make_raw(bytes, &size);
	check_subset(btf, raw, size);
	free(raw);
	/* A header that lies. */
	raw = malloc(bytes.left + 1);
	memcpy(raw, bytes.p, bytes.left);
	check_subset(btf, raw, bytes.left);
	free(raw);
}

static int visit_leaf(void *ctx, const char *path, const struct btf_field *leaf)
{
	const struct input *in = ctx;
	uint64_t value;

	(void)path;
	if (!btf_field__load(leaf, in->p, in->left, &value)) {
		uint8_t *copy = malloc(in->left);

		/* What was read can be put back, except that a bool or enum may be cut. */
		memcpy(copy, in->p, in->left);
		if (btf_field__store(leaf, copy, in->left, value))
			abort();
		if (memcmp(copy, in->p, in->left))
			abort();
		free(copy);
	}
	return 0;
}

static void check_plan(const struct btf_plan *plan, struct input bytes)
{
	static const struct text_style style = {
		.object_open = "{ ",
		.object_close = " }",
		.array_open = "{ ",
		.array_close = " }",
		.separator = ", ",
		.member_prefix = ".",
		.assign = " = ",
		.tight_empty = true,
	};
	struct btf_field root = btf_plan__field(plan);
	struct strbuf sb = {};
	struct out o;
	size_t pos = 0;
	bool plain;

	out__init_text(&o, &style, &sb);
	btf_plan__run(plan, bytes.p, bytes.left, &o);
	for (plain = false;; plain = true) {
		strbuf__reset(&sb);
		if (plain)
			out__init_json_plain(&o, &sb);
		else
			out__init_json(&o, &sb);
		btf_plan__run(plan, bytes.p, bytes.left, &o);
		if (o.depth || map_json__minify(sb.text, sb.len, &pos) != (long)sb.len)
			abort();
		if (plain)
			break;
	}
	strbuf__free(&sb);
	btf_field__for_each_leaf(&root, "value", 1000, visit_leaf, &bytes);
}

/* As --key and --value of a map, beside the types of an object. */
static void check_spelling(struct btf *btf, struct input bytes)
{
	struct btf *scratch = btf_spell__scratch(btf);
	char *text = strndup((const char *)bytes.p, MIN(bytes.left, (size_t)SPELLING_MAX));
	struct strbuf error = {}, name = {};
	struct btf_plan *plan;
	uint32_t id;

	if (!scratch || !text)
		abort();
	if (btf_spell__find(scratch, text, &id, &error)) {
		if (!error.len)
			abort();
	} else {
		btf_spell__name(scratch, id, &name);
		if (!btf_plan__new(scratch, id, &plan))
			btf_plan__free(plan);
	}
	strbuf__free(&error);
	strbuf__free(&name);
	free(text);
	btf__free(scratch);
}

static bool is_section(const struct btf_plan *plan)
{
	return btf_plan__root(plan)->kind == BTF_NODE_SECTION;
}

/* The types of a map out of a file: sizes are those of the map, but for sections, which kernels make longer. */
static void check_map_types(const struct btf *btf)
{
	static const char *const names[] = { "things", "things.maps" };
	static int fd = -1;
	struct map map = { .fd = -1, .kind = map_kind__get(BPF_MAP_TYPE_HASH) };
	struct map_types types;
	struct map_types_opts opts = {};
	const void *raw;
	char path[32];
	uint32_t size;
	size_t i;

	if (fd < 0)
		fd = memfd_create("btf", MFD_CLOEXEC);
	raw = btf__raw_data(btf, &size);
	if (!raw || ftruncate(fd, 0) || pwrite(fd, raw, size, 0) != (ssize_t)size)
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.btf_path = path;
	map.info.type = BPF_MAP_TYPE_HASH;
	map.info.key_size = map.info.value_size = sizeof(uint32_t);
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		strcpy(map.info.name, names[i]);
		if (map_types__load(&map, &opts, &types))
			continue;
		if ((types.key.plan && btf_plan__size(types.key.plan) != map.info.key_size) ||
		    (types.value.plan && !is_section(types.value.plan) &&
		     btf_plan__size(types.value.plan) != map.info.value_size))
			abort();
		map_types__free(&types);
	}
}

static int silent(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data, size }, types, bytes;
	uint32_t how, len, id, cnt;
	struct btf_plan *plan;
	struct strbuf sb = {};
	struct btf *btf;

	libbpf_set_print(silent);
	if (size < 4)
		return 0;
	how = take(&in, 1);
	len = take(&in, 2) % (uint32_t)(in.left + 1);
	types = (struct input){ in.p, len };
	bytes = (struct input){ in.p + len, in.left - len > 4096 ? 4096 : in.left - len };
	btf = how & 1 ? take_raw(types) : build(types);
	if (!btf)
		return 0;
	check_subsets(btf, types, bytes);
	check_spelling(btf, bytes);
	check_map_types(btf);
	cnt = btf__type_cnt(btf);
	/* The last types refer to the others. */
	for (id = cnt > 8 ? cnt - 8 : 0; id < cnt; id++) {
		btf_spell__name(btf, id, &sb);
		strbuf__reset(&sb);
		if (btf_plan__new(btf, id, &plan))
			continue;
		check_plan(plan, bytes);
		btf_plan__free(plan);
	}
	strbuf__free(&sb);
	btf__free(btf);
	return 0;
}
