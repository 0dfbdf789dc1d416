// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_query.c - paths to fields of a map's types, expressions over them. See map_query.h. */
#include "map_query.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "btf_spell.h"
#include "log.h"
#include "map_dump.h"
#include "util.h"

#define MAX_FIELDS 256u
#define MAX_COLUMNS 256u
#define MAX_LISTED 24

static const struct map_type *side_type(const struct map_types *types, enum map_side side)
{
	return side == MAP_SIDE_KEY ? &types->key : &types->value;
}

static int set_error(struct expr_error *error, const struct expr_step *step, struct strbuf *text,
		     int err)
{
	error->pos = step->pos;
	error->len = step->len;
	snprintf(error->message, sizeof(error->message), "%s", strbuf__cstr(text));
	strbuf__free(text);
	return err;
}

/* A member that is not there: say which there are. */
static int no_member(const struct btf_field *field, const struct btf_node *node,
		     const struct expr_step *step, int err, struct expr_error *error)
{
	struct strbuf text = {}, members = {};
	const char *kind = node->kind == BTF_NODE_UNION ? "union" : "struct";

	btf_field__list_members(field, &members, MAX_LISTED);
	if (err == -ENOTDIR && node->kind == BTF_NODE_ARRAY)
		strbuf__addf(&text,
			     "this is an array of %u: it has elements [0] to [%u], not members",
			     node->nr, node->nr ? node->nr - 1 : 0);
	else if (err == -ENOTDIR)
		strbuf__adds(&text, "this has no members");
	else
		strbuf__addf(&text, "%s %s has no member '%.*s'; there are: %s", kind,
			     *node->name ? node->name : "without a name",
			     (int)MIN(step->len, (size_t)60), step->name, strbuf__cstr(&members));
	strbuf__free(&members);
	return set_error(error, step, &text, -EINVAL);
}

static int bad_index(const struct btf_node *node, const struct expr_step *step, int err,
		     struct expr_error *error)
{
	struct strbuf text = {};

	if (err == -ENOTDIR)
		strbuf__adds(&text, "this is no array");
	else
		strbuf__addf(&text, "the array has %u elements, [0] to [%u]", node->nr,
			     node->nr ? node->nr - 1 : 0);
	return set_error(error, step, &text, -EINVAL);
}

static int no_type(const struct expr_step *step, bool is_key, struct expr_error *error)
{
	struct strbuf text = {};

	strbuf__addf(&text, "the type of the %s is not known: name it with --%s TYPE or --btf OBJ",
		     is_key ? "key" : "value", is_key ? "key" : "value");
	return set_error(error, step, &text, -EINVAL);
}

static int root_side(const struct map_query *q, const struct expr_step *step, enum map_side *ret)
{
	if (step->len == 3 && !memcmp(step->name, "key", 3))
		*ret = MAP_SIDE_KEY;
	else if (step->len == 5 && !memcmp(step->name, "value", 5))
		*ret = MAP_SIDE_VALUE;
	else if (q->has_cpu && step->len == 3 && !memcmp(step->name, "cpu", 3))
		*ret = MAP_SIDE_CPU;
	else
		return -ENOENT;
	return 0;
}

/*
 * value.p[0].x: step by step through the types. -ENOENT when it does not begin with key or value.
 */
static int bind_path(const struct map_query *q, const struct expr_path *path,
		     struct map_column *column, struct expr_error *error)
{
	const struct map_type *type;
	struct btf_field next;
	unsigned int i;
	int err;

	if (root_side(q, &path->steps[0], &column->side)) {
		struct strbuf text = {};

		strbuf__addf(&text, "'%.*s' is not known here: paths begin with key%s or value",
			     (int)MIN(path->steps[0].len, (size_t)60), path->steps[0].name,
			     q->has_cpu ? ", cpu" : "");
		return set_error(error, &path->steps[0], &text, -ENOENT);
	}
	column->whole = path->nr == 1;
	if (column->side == MAP_SIDE_CPU) {
		struct strbuf text = {};

		if (path->nr == 1)
			return 0;
		strbuf__adds(&text, "cpu is a number: it has no members");
		return set_error(error, &path->steps[1], &text, -EINVAL);
	}
	type = side_type(q->types, column->side);
	if (!type->plan)
		return path->nr == 1
			       ? 0
			       : no_type(&path->steps[0], column->side == MAP_SIDE_KEY, error);
	column->field = btf_plan__field(type->plan);
	for (i = 1; i < path->nr; i++) {
		const struct expr_step *step = &path->steps[i];

		err = step->is_index
			      ? btf_field__element(&column->field, step->index, &next)
			      : btf_field__member(&column->field, step->name, step->len, &next);
		if (err)
			return step->is_index ? bad_index(column->field.node, step, err, error)
					      : no_member(&column->field, column->field.node, step,
							  err, error);
		column->field = next;
	}
	return 0;
}

static bool field_type(const struct btf_field *field, enum expr_type *ret)
{
	const struct btf_node *node = field->node;
	const bool is_signed = btf_field__is_signed(field);

	if (btf_field__is_string(field))
		*ret = EXPR_STR;
	else if (btf_field__is_integer(field))
		*ret = node->kind == BTF_NODE_BOOL ? EXPR_BOOL : is_signed ? EXPR_SINT : EXPR_UINT;
	else if (node->kind == BTF_NODE_WIDE)
		*ret = is_signed ? EXPR_SINT128 : EXPR_UINT128;
	else if (node->kind == BTF_NODE_FLOAT)
		*ret = EXPR_REAL;
	else
		return false;
	return true;
}

/* What an expression can do with the field. */
static int column_type(const struct map_column *column, const struct expr_path *path,
		       enum expr_type *ret_type, struct expr_error *error)
{
	const struct expr_step *last = &path->steps[path->nr - 1];
	struct strbuf text = {}, members = {};

	if (column->side == MAP_SIDE_CPU) {
		*ret_type = EXPR_SINT;
		return 0;
	}
	if (!column->field.node)
		return no_type(last, column->side == MAP_SIDE_KEY, error);
	if (field_type(&column->field, ret_type))
		return 0;
	btf_field__list_members(&column->field, &members, MAX_LISTED);
	if (members.len)
		strbuf__addf(&text, "this is a whole struct; name a member: %s",
			     strbuf__cstr(&members));
	else if (column->field.node->kind == BTF_NODE_ARRAY)
		strbuf__addf(&text, "this is a whole array; name an element: [0] to [%u]",
			     column->field.node->nr ? column->field.node->nr - 1 : 0);
	else
		strbuf__adds(&text, "a value of this type cannot be compared");
	strbuf__free(&members);
	return set_error(error, last, &text, -EINVAL);
}

static int resolve_field(void *ctx, const struct expr_path *path, enum expr_type *ret_type,
			 uint32_t *ret_handle, struct expr_error *error)
{
	struct map_query *q = ctx;
	struct map_column column = {};
	int err;

	err = bind_path(q, path, &column, error);
	if (err)
		return err;
	err = column_type(&column, path, ret_type, error);
	if (err)
		return err;
	if (q->nr_fields == MAX_FIELDS) {
		snprintf(error->message, sizeof(error->message),
			 "there are too many names of members (%u at most)", MAX_FIELDS);
		return -E2BIG;
	}
	*ret_handle = (uint32_t)q->nr_fields;
	q->fields[q->nr_fields++] = column;
	return 0;
}

/* A constant that is not there: say which there are. */
static void no_constant(const struct btf_node *node, const char *name, size_t len,
			struct expr_error *error)
{
	struct strbuf text = {};

	strbuf__addf(&text, "enum %s has no constant '%.*s'; there are: ",
		     *node->name ? node->name : "without a name", (int)MIN(len, (size_t)60), name);
	btf_node__list_constants(node, name, len, &text, MAX_LISTED);
	snprintf(error->message, sizeof(error->message), "%s", strbuf__cstr(&text));
	strbuf__free(&text);
}

static int resolve_constant(void *ctx, uint32_t like, const char *name, size_t len,
			    int64_t *ret_value, struct expr_error *error)
{
	struct map_query *q = ctx;
	const struct btf_field *field;
	uint64_t value;

	if (like == EXPR_NO_FIELD || !q->fields[like].field.node)
		return -ENOENT;
	field = &q->fields[like].field;
	if (btf_field__constant(field, name, len, &value)) {
		if (field->node->kind == BTF_NODE_ENUM)
			no_constant(field->node, name, len, error);
		return -ENOENT;
	}
	*ret_value = (int64_t)value;
	return 0;
}

static int log_bad(const char *option, const char *text, const struct expr_error *error)
{
	struct strbuf lines = {};
	char caret[400];

	expr_error__caret(error, text, caret, sizeof(caret));
	strbuf__addf(&lines, "%s: %s\n%s", option, error->message, caret);
	log__lines(LOG_ERR, strbuf__cstr(&lines));
	strbuf__free(&lines);
	return -EINVAL;
}

static int bind_where(struct map_query *q, const char *where)
{
	const struct expr_resolver resolver = { .ctx = q,
						.field = resolve_field,
						.constant = resolve_constant };
	struct expr_error error;
	int err;

	q->fields = calloc(MAX_FIELDS, sizeof(*q->fields));
	if (!q->fields)
		return -ENOMEM;
	err = expr__parse(where, &resolver, &q->where, &error);
	return err ? log_bad("--where", where, &error) : 0;
}

static int bind_column(struct map_query *q, const char *option, const char *text,
		       struct map_column *ret_column)
{
	struct map_column column = {};
	struct expr_error error = {};
	struct expr_path path;
	int err;

	err = expr__parse_path(text, &path, &error);
	if (!err)
		err = bind_path(q, &path, &column, &error);
	if (err)
		return log_bad(option, text, &error);
	column.name = strdup(text);
	if (!column.name)
		return -ENOMEM;
	*ret_column = column;
	return 0;
}

static int alloc_columns(struct map_query *q)
{
	if (!q->columns)
		q->columns = calloc(MAX_COLUMNS, sizeof(*q->columns));
	return q->columns ? 0 : -ENOMEM;
}

static int bind_select(struct map_query *q, const char *select)
{
	__cleanup_free char *copy = strdup(select);
	char *word, *rest, *end;
	int err;

	err = copy ? alloc_columns(q) : -ENOMEM;
	if (err)
		return err;
	for (word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
		word += strspn(word, " \t");
		end = word + strlen(word);
		while (end > word && (end[-1] == ' ' || end[-1] == '\t'))
			*--end = '\0';
		if (q->nr_columns == MAX_COLUMNS) {
			log_err("--select: too many columns (%u at most)", MAX_COLUMNS);
			return -EINVAL;
		}
		err = bind_column(q, "--select", word, &q->columns[q->nr_columns]);
		if (err)
			return err;
		q->nr_columns++;
	}
	if (!q->nr_columns) {
		log_err("--select: no member is named");
		return -EINVAL;
	}
	return 0;
}

static int bind_sort(struct map_query *q, const char *sort)
{
	int err = bind_column(q, "--sort", sort, &q->sort);
	enum expr_type type;

	if (err)
		return err;
	q->has_sort = true;
	/* Bytes without a type sort as bytes. */
	if (q->sort.side == MAP_SIDE_CPU || !q->sort.field.node ||
	    field_type(&q->sort.field, &type))
		return 0;
	log_err("--sort %s: this is no single number or string; name a member", sort);
	return -EINVAL;
}

int map_query__init(struct map_query *query, const struct map_dump_opts *opts,
		    const struct map_types *types, bool has_cpu)
{
	int err = 0;

	*query = (struct map_query){ .types = types, .has_cpu = has_cpu };
	if (opts->where)
		err = bind_where(query, opts->where);
	if (!err && opts->select)
		err = bind_select(query, opts->select);
	if (!err && opts->sort)
		err = bind_sort(query, opts->sort);
	if (err)
		map_query__free(query);
	return err;
}

void map_query__free(struct map_query *query)
{
	size_t i;

	expr__free(query->where);
	free(query->fields);
	for (i = 0; i < query->nr_columns; i++)
		free(query->columns[i].name);
	free(query->columns);
	free(query->sort.name);
	*query = (struct map_query){};
}

struct flat {
	struct map_query *query;
	enum map_side side;
};

static int add_flat_column(void *ctx, const char *path, const struct btf_field *leaf)
{
	const struct flat *flat = ctx;
	struct map_query *q = flat->query;

	if (q->nr_columns == MAX_COLUMNS)
		return -E2BIG;
	q->columns[q->nr_columns] =
		(struct map_column){ .name = strdup(path), .side = flat->side, .field = *leaf };
	if (!q->columns[q->nr_columns].name)
		return -ENOMEM;
	q->nr_columns++;
	return 0;
}

static int add_side(struct map_query *q, enum map_side side, const char *name)
{
	const struct map_type *type = side_type(q->types, side);
	struct flat flat = { .query = q, .side = side };
	struct btf_field root;
	int err;

	if (!type->plan) {
		q->columns[q->nr_columns] =
			(struct map_column){ .name = strdup(name), .side = side, .whole = true };
		return q->columns[q->nr_columns].name ? (q->nr_columns++, 0) : -ENOMEM;
	}
	root = btf_plan__field(type->plan);
	err = btf_field__for_each_leaf(&root, name, MAX_COLUMNS * 4, add_flat_column, &flat);
	if (err == -E2BIG)
		log_err("the %s has too many members for columns (%u at most): choose with "
			"--select",
			name, MAX_COLUMNS);
	return err;
}

int map_query__add_flat(struct map_query *query, bool has_key)
{
	int err = alloc_columns(query);

	if (!err && has_key)
		err = add_side(query, MAP_SIDE_KEY, "key");
	if (!err && query->has_cpu) {
		query->columns[query->nr_columns].name = strdup("cpu");
		query->columns[query->nr_columns].side = MAP_SIDE_CPU;
		err = query->columns[query->nr_columns].name ? 0 : -ENOMEM;
		query->nr_columns += !err;
	}
	return err ? err : add_side(query, MAP_SIDE_VALUE, "value");
}

static int load_field(const struct btf_field *field, const uint8_t *bytes, size_t len,
		      struct expr_value *ret)
{
	int err;

	if (!field_type(field, &ret->type))
		return -EINVAL;
	switch (ret->type) {
	case EXPR_STR:
		if (field->offset >= len)
			return -ERANGE;
		ret->str = (const char *)bytes + field->offset;
		ret->len = strnlen(ret->str, MIN(field->node->size, len - field->offset));
		return 0;
	case EXPR_SINT128:
	case EXPR_UINT128:
		return btf_field__load_wide(field, bytes, len, &ret->wide);
	case EXPR_REAL:
		return btf_field__load_real(field, bytes, len, &ret->real);
	default:
		err = btf_field__load(field, bytes, len, &ret->number);
		if (!err && ret->type == EXPR_BOOL)
			ret->number = ret->number != 0;
		return err;
	}
}

int map_column__load(const struct map_column *column, const struct map_row *row,
		     struct expr_value *ret)
{
	bool is_key = column->side == MAP_SIDE_KEY;
	const uint8_t *bytes = is_key ? row->key : row->value;
	size_t len = is_key ? row->key_len : row->value_len;
	const struct btf_field *field = &column->field;

	*ret = (struct expr_value){ .type = EXPR_SINT, .number = (uint64_t)(int64_t)row->cpu };
	if (column->side == MAP_SIDE_CPU)
		return 0;
	if (!bytes || (!is_key && row->err))
		return -ERANGE;
	if (!field->node) {
		*ret = (struct expr_value){ .type = EXPR_STR,
					    .str = (const char *)bytes,
					    .len = len };
		return 0;
	}
	return load_field(field, bytes, len, ret);
}

struct read_ctx {
	const struct map_query *query;
	const struct map_row *row;
};

static int read_field(void *ctx, uint32_t handle, struct expr_value *ret)
{
	const struct read_ctx *r = ctx;

	return map_column__load(&r->query->fields[handle], r->row, ret);
}

bool map_query__matches(struct map_query *query, const struct map_row *row)
{
	struct map_row one = *row;
	struct read_ctx ctx = { .query = query, .row = &one };
	unsigned int i;
	int ret;

	if (!query->where)
		return true;
	for (i = 0; i < row->nr_values; i++) {
		ret = expr__matches(query->where, read_field, &ctx);
		if (ret == 1)
			return true;
		if (ret == -EDOM)
			query->nr_undefined++;
		one.value += row->step;
	}
	return false;
}

void map_column__run(const struct map_column *column, const struct map_types *types,
		     const struct map_row *row, struct out *o)
{
	bool is_key = column->side == MAP_SIDE_KEY;
	const uint8_t *bytes = is_key ? row->key : row->value;
	size_t len = is_key ? row->key_len : row->value_len;

	if (column->side == MAP_SIDE_CPU)
		out__sint(o, row->cpu);
	else if (!is_key && row->err)
		out__none(o, "not readable", 12);
	else if (column->field.node)
		btf_field__run(side_type(types, column->side)->plan, &column->field, bytes, len, o);
	else
		out__bytes(o, bytes, len);
}
