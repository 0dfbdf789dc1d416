// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* kprobe_spec.c - see kprobe_spec.h. */
#include "kprobe_spec.h"

#include <asm/ptrace.h>
#include <bpf/btf.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define RETVAL "$retval"

/* ---- text ---- */

static size_t identifier_len(const char *text)
{
	size_t len = 0;

	if (isdigit((unsigned char)*text))
		return 0;
	while (isalnum((unsigned char)text[len]) || text[len] == '_')
		len++;
	return len;
}

static bool copy_name(char to[KPROBE_NAME_MAX + 1], const char *from, size_t len)
{
	if (!len || len > KPROBE_NAME_MAX)
		return false;
	memcpy(to, from, len);
	to[len] = '\0';
	return true;
}

static bool has_var(const struct kprobe_spec *spec, const char *name)
{
	size_t i;

	for (i = 0; i < spec->nr_vars; i++) {
		if (!strcmp(spec->vars[i].name, name))
			return true;
	}
	return false;
}

/* perf names a variable after the last member on the way to it. */
static bool name_var(struct kprobe_var *var, const char *given, size_t given_len)
{
	const char *last = var->text, *at;

	if (given)
		return copy_name(var->name, given, given_len);
	if (!strcmp(var->text, RETVAL))
		return copy_name(var->name, "arg1", 4);
	for (at = var->text; *at; at++) {
		if (identifier_len(at)) {
			last = at;
			at += identifier_len(at) - 1;
		}
	}
	return copy_name(var->name, last, identifier_len(last));
}

static int parse_var(struct kprobe_spec *spec, const char *word, size_t len, struct strbuf *error)
{
	const size_t name_len = identifier_len(word);
	const bool is_named = name_len && name_len < len && word[name_len] == '=';
	struct kprobe_var var = {};
	size_t start;

	if (spec->nr_vars == KPROBE_VARS_MAX) {
		strbuf__addf(error,
			     "it has more than %d variables, the most that a program can get",
			     KPROBE_VARS_MAX);
		return -EINVAL;
	}
	start = is_named ? name_len + 1 : 0;
	var.text = strndup(word + start, len - start);
	if (!var.text)
		return -ENOMEM;
	if (!identifier_len(var.text) && strcmp(var.text, RETVAL)) {
		strbuf__addf(error,
			     "'%s' is no parameter of a function: registers, symbols, offsets "
			     "and $vars are perf's alone",
			     var.text);
	} else if (var.text[strcspn(var.text, ":@+")]) {
		strbuf__addf(error,
			     "'%s': types and places of a variable (:TYPE, @FILE) are perf's "
			     "alone; its type is that of the kernel",
			     var.text);
	} else if (!name_var(&var, is_named ? word : NULL, name_len)) {
		strbuf__addf(error, "'%s' has no name of %d characters at most", var.text,
			     KPROBE_NAME_MAX);
	} else if (has_var(spec, var.name)) {
		strbuf__addf(error, "two variables are called %s; write NAME=%s", var.name,
			     var.text);
	} else {
		spec->vars[spec->nr_vars++] = var;
		return 0;
	}
	free(var.text);
	return -EINVAL;
}

static int parse_function(struct kprobe_spec *spec, const char *text, size_t len,
			  struct strbuf *error)
{
	static const char suffix[] = "%return";
	const size_t suffix_len = sizeof(suffix) - 1;
	size_t i;

	if (len > suffix_len && !memcmp(text + len - suffix_len, suffix, suffix_len)) {
		spec->is_return = true;
		len -= suffix_len;
	}
	for (i = 0; i < len; i++) {
		if (!isalnum((unsigned char)text[i]) && !strchr("_.$", text[i]))
			break;
	}
	if (!len || i < len) {
		strbuf__adds(error, "lines, offsets and files of a function (:N, +N, @FILE, "
				    ";PATTERN) are found by perf's debug information; FUNCTION and "
				    "FUNCTION%return are known here");
		return -EINVAL;
	}
	spec->function = strndup(text, len);
	return spec->function ? 0 : -ENOMEM;
}

int kprobe_spec__parse(const char *section, struct kprobe_spec *ret_spec, struct strbuf *error)
{
	/* Settings, "module=NAME;", come first. */
	const char *settings_end = strrchr(section, ';');
	const char *at = settings_end ? settings_end + 1 : section;
	const size_t name_len = identifier_len(at);
	struct kprobe_spec spec = {};
	size_t len;
	int err;

	*ret_spec = spec;
	if (at[name_len] != '=' || !copy_name(spec.name, at, name_len)) {
		strbuf__adds(error, "it is not NAME=FUNCTION with a name of letters and digits");
		return -EINVAL;
	}
	at += name_len + 1;
	len = strcspn(at, " \t");
	err = parse_function(&spec, at, len, error);
	for (at += len; !err; at += len) {
		at += strspn(at, " \t");
		len = strcspn(at, " \t");
		if (!len)
			break;
		err = parse_var(&spec, at, len, error);
	}
	if (err)
		kprobe_spec__free(&spec);
	*ret_spec = spec;
	return err;
}

void kprobe_spec__free(struct kprobe_spec *spec)
{
	size_t i;

	for (i = 0; i < spec->nr_vars; i++)
		free(spec->vars[i].text);
	free(spec->function);
	*spec = (struct kprobe_spec){};
}

/* ---- parameters ---- */

struct reg {
	const char *name;
	uint16_t offset;
};

#ifdef __x86_64__
static const struct reg arg_regs[] = {
	{ "di", offsetof(struct pt_regs, rdi) }, { "si", offsetof(struct pt_regs, rsi) },
	{ "dx", offsetof(struct pt_regs, rdx) }, { "cx", offsetof(struct pt_regs, rcx) },
	{ "r8", offsetof(struct pt_regs, r8) },	 { "r9", offsetof(struct pt_regs, r9) },
};
static const struct reg return_reg = { "ax", offsetof(struct pt_regs, rax) };
#define HAVE_REGS 1
#else
static const struct reg arg_regs[] = { {} }, return_reg;
#define HAVE_REGS 0
#endif

static const struct btf_type *skip_names(const struct btf *btf, uint32_t id, uint32_t *ret_id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t))) {
		id = t->type;
		t = btf__type_by_id(btf, id);
	}
	if (ret_id)
		*ret_id = id;
	return t;
}

/* How many registers pass it; 0 when it goes by the stack. */
static size_t nr_regs_of(const struct btf *btf, uint32_t type)
{
	const int64_t size = btf__resolve_size(btf, type);

	return size > 0 && size <= 16 ? (size_t)(size + 7) / 8 : 0;
}

static void list_params(const struct btf *btf, const struct btf_type *proto, struct strbuf *text)
{
	const struct btf_param *params = btf_params(proto);
	unsigned int i;

	for (i = 0; i < btf_vlen(proto); i++) {
		const char *name = btf__name_by_offset(btf, params[i].name_off);

		strbuf__addf(text, "%s%s", i ? ", " : "", name && *name ? name : "(no name)");
	}
	if (!i)
		strbuf__adds(text, "none");
}

static int find_param(const struct kprobe_spec *spec, const struct btf *btf,
		      const struct btf_type *proto, struct kprobe_var *var, uint32_t *ret_type,
		      struct strbuf *error)
{
	const struct btf_param *params = btf_params(proto);
	const size_t len = identifier_len(var->text);
	size_t i, nr, next = 0;

	for (i = 0; i < btf_vlen(proto); i++) {
		const char *name = btf__name_by_offset(btf, params[i].name_off);
		bool in_regs;

		nr = nr_regs_of(btf, params[i].type);
		in_regs = nr && next + nr <= ARRAY_SIZE(arg_regs);
		if (name && strlen(name) == len && !memcmp(name, var->text, len)) {
			if (!in_regs) {
				strbuf__addf(error,
					     "%s is passed to %s by the stack, not in a register",
					     name, spec->function);
				return -EINVAL;
			}
			var->reg = arg_regs[next].name;
			var->reg_offset = arg_regs[next].offset;
			*ret_type = params[i].type;
			return 0;
		}
		if (in_regs)
			next += nr;
	}
	strbuf__addf(error, "%s has no parameter %.*s; its parameters: ", spec->function, (int)len,
		     var->text);
	list_params(btf, proto, error);
	return -ENOENT;
}

/* ---- from there to the value ---- */

static bool is_composite(const struct btf_type *t)
{
	return t && (btf_is_struct(t) || btf_is_union(t));
}

/* @depth: anonymous members are looked into. */
static const struct btf_member *find_member(const struct btf *btf, const struct btf_type *t,
					    const char *name, size_t len, unsigned int depth,
					    uint32_t *ret_bit)
{
	const struct btf_member *m = btf_members(t);
	unsigned int i;

	for (i = 0; i < btf_vlen(t); i++, m++) {
		const char *own = btf__name_by_offset(btf, m->name_off);
		const uint32_t bit = btf_member_bit_offset(t, i);
		const struct btf_member *found;
		const struct btf_type *inner;

		if (own && *own) {
			if (strlen(own) != len || memcmp(own, name, len))
				continue;
			*ret_bit = bit;
			return btf_member_bitfield_size(t, i) ? NULL : m;
		}
		inner = skip_names(btf, m->type, NULL);
		found = depth && is_composite(inner)
				? find_member(btf, inner, name, len, depth - 1, ret_bit)
				: NULL;
		if (found) {
			*ret_bit += bit;
			return found;
		}
	}
	return NULL;
}

/* The value is a pointer; what is @offset bytes behind it is next. */
static int follow(struct kprobe_var *var, uint64_t offset, struct strbuf *error)
{
	if (var->nr_reads == KPROBE_READS_MAX || offset > INT32_MAX) {
		strbuf__addf(error, "'%s' is too far away", var->text);
		return -EINVAL;
	}
	var->reads[var->nr_reads++] = (uint32_t)offset;
	return 0;
}

/* The value is in memory; what is @offset bytes into it is next. */
static int advance(struct kprobe_var *var, uint64_t offset, struct strbuf *error)
{
	uint32_t *last;

	if (!var->nr_reads) {
		strbuf__addf(error,
			     "'%s' is passed by value, in registers: only pointers lead to "
			     "members",
			     var->text);
		return -EINVAL;
	}
	last = &var->reads[var->nr_reads - 1];
	if (offset > (uint64_t)INT32_MAX - *last) {
		strbuf__addf(error, "'%s' is too far away", var->text);
		return -EINVAL;
	}
	*last += (uint32_t)offset;
	return 0;
}

static int step_member(const struct btf *btf, struct kprobe_var *var, const char **at,
		       uint32_t *type, struct strbuf *error)
{
	const bool by_pointer = **at == '-';
	const struct btf_type *t = skip_names(btf, *type, NULL);
	const struct btf_member *m;
	size_t len;
	uint32_t bit;

	*at += by_pointer ? 2 : 1;
	len = identifier_len(*at);
	if (by_pointer && t && btf_is_ptr(t))
		t = skip_names(btf, t->type, NULL);
	else if (by_pointer)
		t = NULL;
	if (!len || !is_composite(t)) {
		strbuf__addf(error, "'%s': before '%s%.*s' there is no %s", var->text,
			     by_pointer ? "->" : ".", (int)len, *at,
			     by_pointer ? "pointer to a structure" : "structure");
		return -EINVAL;
	}
	m = find_member(btf, t, *at, len, 8, &bit);
	if (!m) {
		strbuf__addf(error, "'%s': structure %s has no member %.*s, or it is a bit field",
			     var->text, btf__name_by_offset(btf, t->name_off), (int)len, *at);
		return -ENOENT;
	}
	*at += len;
	*type = m->type;
	return by_pointer ? follow(var, bit / 8, error) : advance(var, bit / 8, error);
}

static int step_index(const struct btf *btf, struct kprobe_var *var, const char **at,
		      uint32_t *type, struct strbuf *error)
{
	const struct btf_type *t = skip_names(btf, *type, NULL);
	const bool is_pointer = t && btf_is_ptr(t), is_array = t && btf_is_array(t);
	unsigned long idx;
	int64_t size;
	char *end;

	idx = isdigit((unsigned char)(*at)[1]) ? strtoul(*at + 1, &end, 0) : 0;
	if (!isdigit((unsigned char)(*at)[1]) || *end != ']' || idx > INT32_MAX ||
	    (!is_pointer && !is_array)) {
		strbuf__addf(error, "'%s': %s", var->text,
			     is_pointer || is_array
				     ? "an index is a number in [ ]"
				     : "before '[' there is neither array nor pointer");
		return -EINVAL;
	}
	*at = end + 1;
	*type = is_array ? btf_array(t)->type : t->type;
	size = btf__resolve_size(btf, *type);
	if (size <= 0 || (is_array && idx >= btf_array(t)->nelems)) {
		strbuf__addf(error, "'%s': there is no such element", var->text);
		return -ENOENT;
	}
	return is_pointer ? follow(var, idx * (uint64_t)size, error)
			  : advance(var, idx * (uint64_t)size, error);
}

static int take_value(const struct btf *btf, struct kprobe_var *var, uint32_t type,
		      struct strbuf *error)
{
	const struct btf_type *t = skip_names(btf, type, &type);
	const int64_t size = t ? btf__resolve_size(btf, type) : 0;
	const bool is_enum = t && (btf_is_enum(t) || btf_is_enum64(t));

	if (!t || !(btf_is_int(t) || btf_is_ptr(t) || is_enum) ||
	    (size != 1 && size != 2 && size != 4 && size != 8)) {
		strbuf__addf(error, "'%s' is no number and no pointer%s", var->text,
			     is_composite(t) ? ": name one of its members" : "");
		return -EINVAL;
	}
	var->size = (uint8_t)size;
	var->is_pointer = btf_is_ptr(t);
	var->is_signed = btf_is_int(t) ? btf_int_encoding(t) & BTF_INT_SIGNED
				       : is_enum && btf_kflag(t);
	return 0;
}

static int resolve_var(const struct kprobe_spec *spec, const struct btf *btf,
		       const struct btf_type *proto, struct kprobe_var *var, struct strbuf *error)
{
	const bool is_retval = !strcmp(var->text, RETVAL);
	const char *at = var->text + (is_retval ? strlen(RETVAL) : identifier_len(var->text));
	uint32_t type = proto->type;
	int err = 0;

	if (is_retval != spec->is_return) {
		strbuf__addf(error,
			     spec->is_return ? "at the return of a function there is " RETVAL
					       " alone, not '%s'"
					     : "'%s' is there at FUNCTION%%return alone",
			     var->text);
		return -EINVAL;
	}
	var->nr_reads = 0;
	if (is_retval) {
		var->reg = return_reg.name;
		var->reg_offset = return_reg.offset;
	} else {
		err = find_param(spec, btf, proto, var, &type, error);
	}
	while (!err && *at) {
		if (*at == '.' || (at[0] == '-' && at[1] == '>')) {
			err = step_member(btf, var, &at, &type, error);
		} else if (*at == '[') {
			err = step_index(btf, var, &at, &type, error);
		} else {
			strbuf__addf(error,
				     "'%s': '%s' is neither ->MEMBER nor .MEMBER nor [NUMBER]",
				     var->text, at);
			err = -EINVAL;
		}
	}
	return err ?: take_value(btf, var, type, error);
}

int kprobe_spec__resolve(struct kprobe_spec *spec, const struct btf *btf, struct strbuf *error)
{
	const struct btf_type *func, *proto;
	size_t i;
	int err = 0, id;

	if (!spec->nr_vars)
		return 0;
	if (!HAVE_REGS) {
		strbuf__adds(error,
			     "where functions get their parameters is known for x86-64 alone");
		return -EOPNOTSUPP;
	}
	id = btf__find_by_name_kind(btf, spec->function, BTF_KIND_FUNC);
	func = id > 0 ? btf__type_by_id(btf, (uint32_t)id) : NULL;
	proto = func ? btf__type_by_id(btf, func->type) : NULL;
	if (!proto || !btf_is_func_proto(proto)) {
		strbuf__addf(error, "the kernel's BTF has no function %s", spec->function);
		return -ENOENT;
	}
	for (i = 0; i < spec->nr_vars && !err; i++)
		err = resolve_var(spec, btf, proto, &spec->vars[i], error);
	return err;
}

/* ---- for the kernel ---- */

void kprobe_spec__define(const struct kprobe_spec *spec, const char *group, struct strbuf *text)
{
	size_t i, r;

	strbuf__addf(text, "%c:%s/%s %s", spec->is_return ? 'r' : 'p', group, spec->name,
		     spec->function);
	for (i = 0; i < spec->nr_vars; i++) {
		const struct kprobe_var *var = &spec->vars[i];

		strbuf__addf(text, " %s=", var->name);
		for (r = var->nr_reads; r; r--)
			strbuf__addf(text, "+%u(", var->reads[r - 1]);
		strbuf__addf(text, "%%%s", var->reg);
		for (r = 0; r < var->nr_reads; r++)
			strbuf__addc(text, ')');
		strbuf__addf(text, ":%c%u",
			     var->is_pointer  ? 'x'
			     : var->is_signed ? 's'
					      : 'u',
			     var->size * 8u);
	}
}
