// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_write.c - C-like text, JSON and hex of a map's rows. Tables are in map_write_flat.c. */
#include "map_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map_info.h"
#include "map_refs.h"
#include "util.h"

/* Far more than the members of any struct of operations. */
#define MAX_FUNC_LEAVES 4096

static const struct text_colors colors = {
	.name = "\033[36m", .string = "\033[32m", .word = "\033[33m", .off = "\033[0m"
};

/* clang-format off */
#define C_STYLE								\
	.object_open = "{ ", .object_close = " }",			\
	.array_open = "{ ", .array_close = " }",			\
	.separator = ", ", .member_prefix = ".", .assign = " = ",	\
	.tight_empty = true
#define C_LINES								\
	.object_open = "{", .object_close = "}",			\
	.array_open = "{ ", .array_close = " }",			\
	.separator = ", ", .member_prefix = ".", .assign = " = ",	\
	.indent = "\t", .tight_empty = true
static const struct text_style c_style		= { C_STYLE };
static const struct text_style c_style_color	= { C_STYLE, .colors = &colors };
static const struct text_style c_lines		= { C_LINES };
static const struct text_style c_lines_color	= { C_LINES, .colors = &colors };
static const struct text_style cell_style	= {
	.object_open = "{", .object_close = "}", .array_open = "[", .array_close = "]",
	.separator = ",", .member_prefix = "", .assign = ":", .bare_strings = true,
};
/* clang-format on */

static void add(struct map_writer *w, const char *text)
{
	strbuf__adds(&w->sink->buf, text);
}

static const char *error_text(const struct map_writer *w, int err)
{
	if (err == -KERNEL_ENOTSUPP || err == -EOPNOTSUPP)
		return w->map->kind->hint ? w->map->kind->hint : "Operation not supported";
	return strerror(-err);
}

/* Key or value as a whole: typed if its type is known. */
static void add_side(struct out *o, const struct map_type *type, const uint8_t *bytes, size_t len)
{
	if (type->plan)
		btf_plan__run(type->plan, bytes, len, o);
	else
		out__bytes(o, bytes, len);
}

/* ---- C ---- */

static void c_begin(struct map_writer *w)
{
	if (w->depth) {
		add(w, "{");
		return;
	}
	if (w->opts->several)
		strbuf__addf(&w->sink->buf, "# map %u \"%s\" (%s)\n", w->map->info.id,
			     w->map->info.name, w->map->kind->name);
}

static void c_key(struct map_writer *w, const struct map_row *row)
{
	char text[80];
	size_t len = w->map->info.type == BPF_MAP_TYPE_LPM_TRIE && row->key
			     ? map_refs__address(w->map, row->key, text, sizeof(text))
			     : 0;

	if (!row->key)
		return;
	add(w, "[");
	if (len)
		strbuf__add(&w->sink->buf, text, len);
	else
		add_side(&w->key, &w->types->key, row->key, row->key_len);
	add(w, "]");
}

/* Key and CPU stand before the value in any case. */
static bool said_already(const struct map_column *column)
{
	return column->side == MAP_SIDE_CPU || (column->side == MAP_SIDE_KEY && column->whole);
}

/* Selected members: { .a = 1, .p[0].x = 2 } */
static void c_columns(struct map_writer *w, const struct map_row *row)
{
	const struct map_query *q = w->query;
	size_t i;

	out__begin(&w->o, OUT_OBJECT);
	for (i = 0; i < q->nr_columns; i++) {
		const char *name = q->columns[i].name;

		if (said_already(&q->columns[i]))
			continue;
		/* The prefix "." of members takes the place of "value.". */
		if (!strncmp(name, "value.", 6))
			name += 6;
		out__member(&w->o, name);
		map_column__run(&q->columns[i], w->types, row, &w->o);
	}
	out__end(&w->o, OUT_OBJECT);
}

static void c_value(struct map_writer *w, const struct map_row *row)
{
	struct strbuf *sb = &w->scratch;

	if (row->err) {
		strbuf__addf(&w->sink->buf, "<not readable: %s>", error_text(w, row->err));
	} else if (w->query && w->query->nr_columns) {
		c_columns(w, row);
	} else {
		add_side(&w->o, &w->types->value, row->value, row->value_len);
	}
	if (row->err || w->map->kind->refs == MAP_REF_NONE)
		return;
	if (w->map->kind->refs == MAP_REF_MAP && w->nest && row->value_len >= 4) {
		uint32_t id;

		memcpy(&id, row->value, sizeof(id));
		add(w, " ");
		w->nest(w, id);
		return;
	}
	strbuf__reset(sb);
	map_refs__describe(&w->refs, w->map, row->value, row->value_len, sb);
	if (sb->len) {
		add(w, " /* ");
		strbuf__add_escaped(&w->sink->buf, sb->text, sb->len);
		add(w, " */");
	}
}

static void c_cpus(struct map_writer *w, const struct map_row *row)
{
	struct map_row one = *row;
	unsigned int i;

	add(w, "{ ");
	for (i = 0; i < row->nr_values; i++) {
		strbuf__addf(&w->sink->buf, "%s[cpu%u] = ", i ? ", " : "", i);
		c_value(w, &one);
		one.value += row->step;
	}
	add(w, " }");
}

/* Global variables: a line each, as they would be written in the source. */
static void c_section(struct map_writer *w, const struct map_row *row)
{
	const struct btf_node *node = btf_plan__root(w->types->value.plan);
	struct btf_field root = btf_plan__field(w->types->value.plan), field;
	uint32_t i;

	for (i = 0; i < node->nr; i++) {
		const struct out_name *name = &node->members[i].name;

		if (btf_field__member(&root, name->text, name->len, &field))
			continue;
		if (w->opts->color)
			strbuf__addf(&w->sink->buf, "%s%s%s = ", colors.name, name->text,
				     colors.off);
		else
			strbuf__addf(&w->sink->buf, "%s = ", name->text);
		btf_field__run(w->types->value.plan, &field, row->value, row->value_len, &w->o);
		add(w, w->depth ? "; " : "\n");
	}
}

static void c_row(struct map_writer *w, const struct map_row *row)
{
	if (w->depth)
		add(w, w->nr_rows ? ", " : " ");
	w->o.depth = w->key.depth = 0;
	if (w->types->value.plan && !row->err && !w->query->nr_columns &&
	    btf_plan__root(w->types->value.plan)->kind == BTF_NODE_SECTION) {
		c_section(w, row);
		return;
	}
	c_key(w, row);
	if (row->cpu >= 0)
		strbuf__addf(&w->sink->buf, "[cpu%d]", row->cpu);
	if (row->key || row->cpu >= 0)
		add(w, " = ");
	if (row->per_cpu && !row->err)
		c_cpus(w, row);
	else
		c_value(w, row);
	if (!w->depth)
		add(w, "\n");
}

static void c_end(struct map_writer *w)
{
	if (w->depth)
		add(w, w->nr_rows ? " }" : "}");
}

const struct map_writer_ops map_write_c = { .begin = c_begin, .row = c_row, .end = c_end };

/* ---- JSON: the shape is that of bpftool's "formatted" ---- */

static bool is_lines(const struct map_writer *w)
{
	return w->opts->format == MAP_FORMAT_JSONL && !w->depth;
}

static void json_begin(struct map_writer *w)
{
	if (is_lines(w))
		return;
	if (w->opts->several && !w->depth) {
		strbuf__addf(&w->sink->buf, "{\"map\":{\"id\":%u,\"name\":", w->map->info.id);
		out_json__quote(&w->sink->buf, w->map->info.name,
				strnlen(w->map->info.name, BPF_OBJ_NAME_LEN));
		strbuf__addf(&w->sink->buf, ",\"type\":\"%s\"},\"entries\":", w->map->kind->name);
	}
	add(w, "[");
}

/* Nothing was selected but what stands before the value. */
static void drop_comma(struct strbuf *sb)
{
	if (sb->len && sb->text[sb->len - 1] == ',')
		sb->len--;
}

static void json_value(struct map_writer *w, const struct map_row *row)
{
	const struct map_query *q = w->query;
	bool first = true;
	size_t i;

	if (row->err) {
		strbuf__addf(&w->sink->buf, "\"value\":{\"error\":\"%s\"}",
			     error_text(w, row->err));
		return;
	}
	if (!q->nr_columns) {
		strbuf__add(&w->sink->buf, "\"value\":", 8);
		add_side(&w->o, &w->types->value, row->value, row->value_len);
		return;
	}
	for (i = 0; i < q->nr_columns; i++) {
		if (said_already(&q->columns[i]))
			continue;
		if (!first)
			add(w, ",");
		first = false;
		out_json__quote(&w->sink->buf, q->columns[i].name, strlen(q->columns[i].name));
		add(w, ":");
		map_column__run(&q->columns[i], w->types, row, &w->o);
	}
}

static void json_cpus(struct map_writer *w, const struct map_row *row)
{
	struct map_row one = *row;
	unsigned int i;

	add(w, "\"values\":[");
	for (i = 0; i < row->nr_values; i++) {
		strbuf__addf(&w->sink->buf, "%s{\"cpu\":%u,", i ? "," : "", i);
		json_value(w, &one);
		drop_comma(&w->sink->buf);
		add(w, "}");
		one.value += row->step;
	}
	add(w, "]");
}

/** struct funcs - the members of a row that are programs, as they are told. */
struct funcs {
	struct map_writer *w;
	const struct map_row *row;
	bool any;
};

static int json_func(void *ctx, const char *path, const struct btf_field *leaf)
{
	struct funcs *f = ctx;
	struct map_writer *w = f->w;
	uint64_t id;

	if (leaf->node->kind != BTF_NODE_FUNC_PTR ||
	    btf_field__load(leaf, f->row->value, f->row->value_len, &id) || !id)
		return 0;
	add(w, f->any ? "," : ",\"refers_to\":{");
	f->any = true;
	out_json__quote(&w->sink->buf, path, strlen(path));
	add(w, ":");
	strbuf__reset(&w->scratch);
	map_refs__describe_prog((uint32_t)id, &w->scratch);
	out_json__quote(&w->sink->buf, w->scratch.text, w->scratch.len);
	return 0;
}

static void json_funcs(struct map_writer *w, const struct map_row *row)
{
	struct funcs funcs = { .w = w, .row = row };
	struct btf_field root;

	if (!w->types->value.plan)
		return;
	root = btf_plan__field(w->types->value.plan);
	btf_field__for_each_leaf(&root, "value", MAX_FUNC_LEAVES, json_func, &funcs);
	add(w, funcs.any ? "}" : "");
}

/* What ids refer to; left out for maps with BTF of their own, where bpftool has a shape to keep. */
static void json_refs(struct map_writer *w, const struct map_row *row)
{
	uint32_t id;

	if (row->err || row->value_len < 4)
		return;
	if (w->map->kind->refs == MAP_REF_FUNCS) {
		json_funcs(w, row);
		return;
	}
	memcpy(&id, row->value, sizeof(id));
	if (w->map->kind->refs == MAP_REF_MAP && w->nest) {
		add(w, ",\"entries\":");
		w->nest(w, id);
		return;
	}
	if (!w->types->value.fixed)
		return;
	strbuf__reset(&w->scratch);
	map_refs__describe(&w->refs, w->map, row->value, row->value_len, &w->scratch);
	if (!w->scratch.len)
		return;
	add(w, ",\"refers_to\":");
	out_json__quote(&w->sink->buf, w->scratch.text, w->scratch.len);
}

/* As bpftool has it, global variables and struct_ops have no key: there is only one entry. */
static bool only_entry(const struct map_writer *w)
{
	return w->map->info.type == BPF_MAP_TYPE_STRUCT_OPS ||
	       (w->types->value.plan &&
		btf_plan__root(w->types->value.plan)->kind == BTF_NODE_SECTION);
}

static void json_row(struct map_writer *w, const struct map_row *row)
{
	struct strbuf *sb = &w->sink->buf;

	w->o.depth = w->key.depth = 0;
	if (!is_lines(w) && w->nr_rows)
		strbuf__add(sb, ",\n", w->depth ? 1 : 2);
	strbuf__addc(sb, '{');
	if (is_lines(w) && w->opts->several)
		strbuf__addf(sb, "\"map\":%u,", w->map->info.id);
	if (row->key && !only_entry(w)) {
		strbuf__add(sb, "\"key\":", 6);
		add_side(&w->key, &w->types->key, row->key, row->key_len);
		strbuf__addc(sb, ',');
	}
	if (row->cpu >= 0)
		strbuf__addf(sb, "\"cpu\":%d,", row->cpu);
	if (row->per_cpu && !row->err)
		json_cpus(w, row);
	else
		json_value(w, row);
	drop_comma(sb);
	if (w->map->kind->refs != MAP_REF_NONE)
		json_refs(w, row);
	strbuf__addc(sb, '}');
	if (is_lines(w))
		strbuf__addc(sb, '\n');
}

static void json_end(struct map_writer *w)
{
	if (is_lines(w))
		return;
	add(w, "]");
	if (w->depth)
		return;
	add(w, w->opts->several ? "}" : "\n");
}

const struct map_writer_ops map_write_json = { .begin = json_begin,
					       .row = json_row,
					       .end = json_end };

/* ---- hex ---- */

static void add_hex(struct strbuf *sb, const char *name, const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	strbuf__adds(sb, name);
	for (i = 0; i < len; i++) {
		char text[] = { ' ', digits[bytes[i] >> 4], digits[bytes[i] & 15] };

		strbuf__add(sb, text, sizeof(text));
	}
}

static void raw_row(struct map_writer *w, const struct map_row *row)
{
	struct strbuf *sb = &w->sink->buf;
	char name[32] = "value:";
	unsigned int i;

	if (row->key) {
		add_hex(sb, "key:", row->key, row->key_len);
		strbuf__adds(sb, "  ");
	}
	for (i = 0; i < row->nr_values && !row->err; i++) {
		if (row->per_cpu)
			snprintf(name, sizeof(name), "%svalue (cpu%u):", i ? "  " : "", i);
		else if (row->cpu >= 0)
			snprintf(name, sizeof(name), "value (cpu%d):", row->cpu);
		add_hex(sb, name, row->value + i * row->step, row->value_len);
	}
	if (row->err)
		strbuf__addf(sb, "value: <not readable: %s>", error_text(w, row->err));
	strbuf__addc(sb, '\n');
}

static void raw_end(struct map_writer *w)
{
	(void)w;
}

const struct map_writer_ops map_write_raw = { .begin = c_begin, .row = raw_row, .end = raw_end };

static const struct text_style *text_style(const struct map_dump_opts *opts)
{
	if (opts->pretty)
		return opts->color ? &c_lines_color : &c_lines;
	return opts->color ? &c_style_color : &c_style;
}

void map_writer__init(struct map_writer *w, const struct map *map, const struct map_dump_opts *opts,
		      const struct map_types *types, const struct map_query *query,
		      struct map_sink *sink)
{
	static const struct map_writer_ops *const formats[] = {
		[MAP_FORMAT_C] = &map_write_c,	       [MAP_FORMAT_JSON] = &map_write_json,
		[MAP_FORMAT_JSONL] = &map_write_json,  [MAP_FORMAT_CSV] = &map_write_csv,
		[MAP_FORMAT_TABLE] = &map_write_table, [MAP_FORMAT_RAW] = &map_write_raw,
	};
	struct strbuf *buf = &sink->buf;

	*w = (struct map_writer){
		.ops = formats[opts->format],
		.map = map,
		.opts = opts,
		.types = types,
		.query = query,
		.sink = sink,
	};
	if (opts->format == MAP_FORMAT_JSON || opts->format == MAP_FORMAT_JSONL) {
		out__init_json_plain(&w->o, buf);
		w->key = w->o;
		return;
	}
	if (opts->format == MAP_FORMAT_CSV || opts->format == MAP_FORMAT_TABLE)
		out__init_text(&w->o, &cell_style, &w->scratch);
	else
		out__init_text(&w->o, text_style(opts), buf);
	w->o.hex = opts->hex;
	w->key = w->o;
	/* A key stays on its line, whatever becomes of values. */
	if (opts->format == MAP_FORMAT_C)
		w->key.style = opts->color ? &c_style_color : &c_style;
	w->key.hex = opts->hex || opts->hex_keys;
}

void map_writer__free(struct map_writer *w)
{
	map_refs__free(&w->refs);
	strbuf__free(&w->scratch);
	strbuf__free(&w->held);
	free(w->widths);
}
