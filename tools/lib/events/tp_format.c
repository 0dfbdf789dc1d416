// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* tp_format.c - see tp_format.h. */
#include "tp_format.h"

#include <bpf/btf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/trace-seq.h>
#include <unistd.h>

#include "decode_word.h"
#include "util.h"

/* struct tp_value - a value's name in the print format, or in BTF. */
struct tp_value {
	uint64_t value;
	char *name;
};

/**
 * struct tp_field
 * @values, @nr_values: names; @is_flags: of bits, else of whole values.
 */
struct tp_field {
	const struct tep_format_field *field;
	struct tp_value *values;
	size_t nr_values;
	bool is_flags;
};

/**
 * struct tp_format
 * @is_bounded: libtraceevent prints it from the bytes of the fields alone; see is_bounded().
 */
struct tp_format {
	struct tp_format *next;
	const char *name;
	struct tep_event *event;
	struct tp_field *fields;
	size_t nr_fields;
	bool is_bounded;
};

struct tp_formats {
	struct tep_handle *tep;
	struct tp_format *list;
	struct btf *vmlinux; /* read when the first enum asks for it */
	bool vmlinux_tried;
};

/* ---- names of values ---- */

static int field__add_value(struct tp_field *f, uint64_t value, const char *name)
{
	struct tp_value *bigger = reallocarray(f->values, f->nr_values + 1, sizeof(*bigger));

	if (!bigger)
		return -ENOMEM;
	f->values = bigger;
	bigger[f->nr_values].value = value;
	bigger[f->nr_values].name = strdup(name);
	if (!bigger[f->nr_values].name)
		return -ENOMEM;
	f->nr_values++;
	return 0;
}

/* The field that an expression shows the bits or the value of: REC->a, (int)REC->a, REC->a & mask. */
static const char *field_of(const struct tep_print_arg *arg)
{
	while (arg) {
		switch (arg->type) {
		case TEP_PRINT_FIELD:
			return arg->field.name;
		case TEP_PRINT_TYPE:
			arg = arg->typecast.item;
			break;
		case TEP_PRINT_OP:
			if (!arg->op.op || strcmp(arg->op.op, "&"))
				return NULL;
			arg = arg->op.left;
			break;
		default:
			return NULL;
		}
	}
	return NULL;
}

static struct tp_field *find_field(struct tp_format *f, const char *name)
{
	size_t i;

	for (i = 0; name && i < f->nr_fields; i++) {
		if (!strcmp(f->fields[i].field->name, name))
			return &f->fields[i];
	}
	return NULL;
}

static int take_names(struct tp_format *f, const struct tep_print_arg *shown,
		      const struct tep_print_flag_sym *sym, bool is_flags)
{
	struct tp_field *field = find_field(f, field_of(shown));
	int err = 0;

	if (!field || field->nr_values)
		return 0;
	field->is_flags = is_flags;
	for (; sym && !err; sym = sym->next) {
		char *end;
		/* libtraceevent has computed the expressions; what it could not is no number. */
		uint64_t value = (uint64_t)strtoll(sym->value ?: "", &end, 0);

		if (sym->value && end != sym->value && !*end && sym->str && *sym->str)
			err = field__add_value(field, value, sym->str);
	}
	return err;
}

/* __print_symbolic() and __print_flags() wherever they stand in the arguments of the print format. */
static int walk_print_args(struct tp_format *f, const struct tep_print_arg *arg)
{
	int err = 0;

	for (; arg && !err; arg = arg->next) {
		switch (arg->type) {
		case TEP_PRINT_SYMBOL:
			err = take_names(f, arg->symbol.field, arg->symbol.symbols, false);
			break;
		case TEP_PRINT_FLAGS:
			err = take_names(f, arg->flags.field, arg->flags.flags, true);
			break;
		case TEP_PRINT_TYPE:
			err = walk_print_args(f, arg->typecast.item);
			break;
		case TEP_PRINT_OP:
			err = walk_print_args(f, arg->op.left);
			if (!err)
				err = walk_print_args(f, arg->op.right);
			break;
		default:
			break;
		}
	}
	return err;
}

/* libtraceevent follows a NULL pointer when it is asked for the length alone of a __rel_loc. */
static bool is_length_known(const struct tep_print_arg *len)
{
	return len->dynarray.field && !(len->dynarray.field->flags & TEP_FIELD_IS_RELATIVE);
}

/*
 * libtraceevent takes what a record says of lengths and places as it stands. What its fields say is
 * checked by locate() before; what the print format computes is, when it is a field's own length.
 */
static bool is_bounded_count(const struct tep_print_arg *array, const struct tep_print_arg *count,
			     unsigned long el_size)
{
	if (array->type == TEP_PRINT_FIELD && array->field.field && count->type == TEP_PRINT_ATOM)
		return (uint64_t)array->field.field->size / el_size >=
		       strtoul(count->atom.atom, NULL, 0);
	if (count->type == TEP_PRINT_OP && count->op.op && count->op.right && count->op.left &&
	    count->op.right->type == TEP_PRINT_ATOM && !strcmp(count->op.op, "/") &&
	    strtoul(count->op.right->atom.atom, NULL, 0) >= el_size)
		count = count->op.left;
	else if (el_size > 1)
		return false;
	return array->type == TEP_PRINT_DYNAMIC_ARRAY && !array->dynarray.index &&
	       count->type == TEP_PRINT_DYNAMIC_ARRAY_LEN && is_length_known(count) &&
	       array->dynarray.field == count->dynarray.field;
}

static bool is_bounded_array(const struct tep_print_arg *arg)
{
	unsigned long el_size = 1;

	if (arg->type != TEP_PRINT_INT_ARRAY)
		return is_bounded_count(arg->hex.field, arg->hex.size, 1);
	if (arg->int_array.el_size->type == TEP_PRINT_ATOM)
		el_size = strtoul(arg->int_array.el_size->atom.atom, NULL, 0);
	else
		return false;
	return el_size && is_bounded_count(arg->int_array.field, arg->int_array.count, el_size);
}

static bool is_bounded(const struct tep_print_arg *arg)
{
	for (; arg; arg = arg->next) {
		bool ok = true;

		switch (arg->type) {
		case TEP_PRINT_HEX:
		case TEP_PRINT_HEX_STR:
		case TEP_PRINT_INT_ARRAY:
			ok = is_bounded_array(arg);
			break;
		case TEP_PRINT_SYMBOL:
			ok = is_bounded(arg->symbol.field);
			break;
		case TEP_PRINT_FLAGS:
			ok = is_bounded(arg->flags.field);
			break;
		case TEP_PRINT_TYPE:
			ok = is_bounded(arg->typecast.item);
			break;
		case TEP_PRINT_OP:
			ok = arg->op.op && strcmp(arg->op.op, "[") && is_bounded(arg->op.left) &&
			     is_bounded(arg->op.right);
			break;
		case TEP_PRINT_DYNAMIC_ARRAY:
			ok = !arg->dynarray.index;
			break;
		case TEP_PRINT_DYNAMIC_ARRAY_LEN:
			ok = is_length_known(arg);
			break;
		case TEP_PRINT_FUNC:
			ok = is_bounded(arg->func.args);
			break;
		default:
			break;
		}
		if (!ok)
			return false;
	}
	return true;
}

static const struct btf *vmlinux(struct tp_formats *formats)
{
	if (!formats->vmlinux_tried)
		formats->vmlinux = btf__load_vmlinux_btf();
	formats->vmlinux_tried = true;
	return formats->vmlinux;
}

static int take_enum(struct tp_formats *formats, struct tp_field *field)
{
	static const char prefix[] = "enum ";
	const char *type = field->field->type;
	const struct btf_enum64 *e64;
	const struct btf_type *t;
	const struct btf_enum *e;
	const struct btf *btf;
	int id, err = 0;
	uint16_t i;

	if (field->nr_values || strncmp(type, prefix, sizeof(prefix) - 1))
		return 0;
	btf = vmlinux(formats);
	if (!btf)
		return 0;
	type += sizeof(prefix) - 1;
	id = btf__find_by_name_kind(btf, type, BTF_KIND_ENUM);
	if (id <= 0)
		id = btf__find_by_name_kind(btf, type, BTF_KIND_ENUM64);
	if (id <= 0)
		return 0;
	t = btf__type_by_id(btf, (uint32_t)id);
	e = btf_enum(t);
	e64 = btf_enum64(t);
	for (i = 0; i < btf_vlen(t) && !err; i++) {
		if (btf_is_enum64(t))
			err = field__add_value(field, btf_enum64_value(&e64[i]),
					       btf__name_by_offset(btf, e64[i].name_off));
		else
			err = field__add_value(field, (uint64_t)(int64_t)e[i].val,
					       btf__name_by_offset(btf, e[i].name_off));
	}
	return err;
}

/* ---- formats ---- */

int tp_formats__new(struct tp_formats **ret_formats)
{
	struct tp_formats *formats = calloc(1, sizeof(*formats));

	if (!formats)
		return -ENOMEM;
	tep_set_loglevel(TEP_LOG_NONE); /* complaints about print formats; the fields are there */
	formats->tep = tep_alloc();
	if (!formats->tep) {
		free(formats);
		return -ENOMEM;
	}
	tep_set_long_size(formats->tep, sizeof(long));
	tep_set_page_size(formats->tep, (int)sysconf(_SC_PAGESIZE));
	tep_set_file_bigendian(formats->tep, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	tep_set_local_bigendian(formats->tep, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	*ret_formats = formats;
	return 0;
}

static void format__free(struct tp_format *f)
{
	size_t i, v;

	for (i = 0; i < f->nr_fields; i++) {
		for (v = 0; v < f->fields[i].nr_values; v++)
			free(f->fields[i].values[v].name);
		free(f->fields[i].values);
	}
	free(f->fields);
	free(f);
}

void tp_formats__free(struct tp_formats *formats)
{
	struct tp_format *f;

	if (!formats)
		return;
	while ((f = formats->list)) {
		formats->list = f->next;
		format__free(f);
	}
	tep_free(formats->tep);
	btf__free(formats->vmlinux);
	free(formats);
}

static int list_fields(struct tp_formats *formats, struct tp_format *f)
{
	const struct tep_format_field *field;
	size_t i;
	int err;

	f->fields = calloc((size_t)f->event->format.nr_fields + 1, sizeof(*f->fields));
	if (!f->fields)
		return -ENOMEM;
	for (field = f->event->format.fields; field; field = field->next)
		f->fields[f->nr_fields++].field = field;
	err = walk_print_args(f, f->event->print_fmt.args);
	for (i = 0; i < f->nr_fields && !err; i++)
		err = take_enum(formats, &f->fields[i]);
	return err;
}

int tp_formats__add(struct tp_formats *formats, const char *name, const char *text, size_t len,
		    struct tp_format **ret_format)
{
	const char *colon = strchr(name, ':');
	struct tp_format *f = calloc(1, sizeof(*f));
	char *system __cleanup_free = colon ? strndup(name, (size_t)(colon - name)) : NULL;
	int err = -ENOMEM;

	if (!f || !system)
		goto fail;
	f->name = name;
	err = -EINVAL;
	/* What it cannot make of the print format it says, and gives the event all the same. */
	tep_parse_format(formats->tep, &f->event, text, len, system);
	if (!f->event || !f->event->format.nr_fields != !f->event->format.fields)
		goto fail;
	err = list_fields(formats, f);
	if (err)
		goto fail;
	f->is_bounded = is_bounded(f->event->print_fmt.args);
	f->next = formats->list;
	formats->list = f;
	*ret_format = f;
	return 0;

fail:
	if (f)
		format__free(f);
	return err;
}

const char *tp_format__name(const struct tp_format *format)
{
	return format->name;
}

void tp_format__list_fields(const struct tp_format *format, struct strbuf *text)
{
	size_t i;

	for (i = 0; i < format->nr_fields; i++) {
		const char *name = format->fields[i].field->name;

		strbuf__adds(text, i ? ", " : "");
		strbuf__add_escaped(text, name, strlen(name));
	}
}

/* ---- values ---- */

static uint64_t load_number(const uint8_t *at, size_t size, bool is_signed)
{
	uint64_t value = 0;

	memcpy(&value, at, MIN(size, sizeof(value)));
	if (is_signed && size < sizeof(value) && value >> (8 * size - 1) & 1)
		value |= UINT64_MAX << (8 * size);
	return value;
}

static bool say_name(const struct tp_field *f, uint64_t value, struct out *o)
{
	size_t i;

	for (i = 0; i < f->nr_values; i++) {
		if (f->values[i].value == value) {
			out__word(o, f->values[i].name, strlen(f->values[i].name));
			return true;
		}
	}
	return false;
}

/* What has no name is added as a number. */
static void say_flags(const struct tp_field *f, uint64_t value, struct out *o)
{
	uint64_t left = value;
	struct word w;
	size_t i;

	word__init(&w);
	for (i = 0; i < f->nr_values; i++) {
		const uint64_t bits = f->values[i].value;

		if (!bits || (left & bits) != bits)
			continue;
		if (left != value)
			word__add(&w, "|");
		word__add(&w, f->values[i].name);
		left &= ~bits;
	}
	if (left == value) {
		out__hex(o, value);
		return;
	}
	if (left) {
		word__add(&w, "|0x");
		word__add_uint(&w, left, 16, 0);
	}
	word__say(&w, o);
}

static void say_number(const struct tp_field *f, const uint8_t *at, size_t size, struct out *o)
{
	const unsigned long flags = f->field->flags;
	const uint64_t value = load_number(at, size, flags & TEP_FIELD_IS_SIGNED);

	if (f->nr_values && say_name(f, value, o))
		return;
	if (f->is_flags && value)
		say_flags(f, value, o);
	else if (flags & TEP_FIELD_IS_POINTER)
		out__ptr(o, value);
	else if (flags & TEP_FIELD_IS_SIGNED)
		out__sint(o, (int64_t)value);
	else
		out__uint(o, value);
}

static bool is_number(size_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

static void say_array(const struct tp_field *f, const uint8_t *at, size_t size, struct out *o)
{
	const size_t step = f->field->elementsize;
	size_t i;

	if (f->field->flags & TEP_FIELD_IS_STRING) {
		const size_t len = strnlen((const char *)at, size);

		out__str(o, (const char *)at, len, false);
		return;
	}
	if (!is_number(step) || size % step) {
		out__bytes(o, at, size);
		return;
	}
	out__begin(o, OUT_ARRAY);
	for (i = 0; i + step <= size; i += step)
		say_number(f, at + i, step, o);
	out__end(o, OUT_ARRAY);
}

/* Where the bytes of a field are. Return: false when the sample does not hold them. */
static bool locate(const struct tep_format_field *field, const uint8_t *raw, size_t raw_size,
		   const uint8_t **ret_at, size_t *ret_size)
{
	uint64_t offset = (uint64_t)field->offset, size = (uint64_t)field->size;

	if (field->offset < 0 || field->size < 0 || offset + size > raw_size)
		return false;
	if (field->flags & TEP_FIELD_IS_DYNAMIC) {
		const uint64_t where = load_number(raw + offset, (size_t)size, false);
		const uint64_t base = field->flags & TEP_FIELD_IS_RELATIVE ? offset + size : 0;

		offset = base + (where & 0xffff);
		size = where >> 16 & 0xffff;
		if (offset + size > raw_size)
			return false;
	}
	*ret_at = raw + offset;
	*ret_size = (size_t)size;
	return true;
}

static bool is_plain_zero(const struct tp_field *f, const uint8_t *at, size_t size)
{
	size_t i;

	if (f->field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC))
		return false;
	for (i = 0; i < size; i++) {
		if (at[i])
			return false;
	}
	for (i = 0; i < f->nr_values; i++) {
		if (!f->values[i].value)
			return false;
	}
	return true;
}

void tp_format__say(const struct tp_format *format, const void *raw, size_t raw_size,
		    bool show_zeros, struct out *o)
{
	static const char cut[] = "cut off";
	const uint8_t *at;
	size_t i, size;

	for (i = 0; i < format->nr_fields; i++) {
		const struct tp_field *f = &format->fields[i];

		if (!locate(f->field, raw, raw_size, &at, &size)) {
			out__member(o, f->field->name);
			out__none(o, cut, sizeof(cut) - 1);
			continue;
		}
		if (!show_zeros && is_plain_zero(f, at, size))
			continue;
		out__member(o, f->field->name);
		if (f->field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC))
			say_array(f, at, size, o);
		else if (is_number(size))
			say_number(f, at, size, o);
		else
			out__bytes(o, at, size);
	}
}

bool tp_format__can_print(const struct tp_format *format, const void *raw, size_t size)
{
	const uint8_t *at;
	size_t i, len;

	for (i = 0; i < format->nr_fields; i++) {
		if (!locate(format->fields[i].field, raw, size, &at, &len))
			return false;
	}
	return format->is_bounded;
}

void tp_format__print(const struct tp_format *format, const void *raw, size_t size, uint32_t cpu,
		      struct strbuf *text)
{
	/*
	 * A copy, as libtraceevent finds the format by what the sample says of itself, and as strings
	 * end where their terminator is, which a sample may lack.
	 */
	char *bytes __cleanup_free = calloc(1, size + 1);
	const uint16_t id = (uint16_t)format->event->id;
	struct tep_record record = {
		.data = bytes,
		.size = (int)size,
		.record_size = (int)size,
		.cpu = (int)cpu,
	};
	struct trace_seq seq;

	if (!bytes)
		return;
	memcpy(bytes, raw, size);
	memcpy(bytes, &id, MIN(size, sizeof(id))); /* common_type, in each sample the first */
	trace_seq_init(&seq);
	tep_print_event(format->event->tep, &seq, &record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	strbuf__add_escaped(text, seq.buffer, strnlen(seq.buffer, seq.len));
	trace_seq_destroy(&seq);
}
