// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * bpf_elf_btf.c - see bpf_elf.h: the BTF of an object. libbpf before 1.4 checks that types are whole
 * and follows what they refer to unchecked, so that is checked here: who takes an object from here
 * may give it to libbpf.
 */
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <elf.h>
#include <errno.h>
#include <string.h>

#include "bpf_elf_priv.h"
#include "strbuf.h"

#define NATIVE_BTF (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? BTF_LITTLE_ENDIAN : BTF_BIG_ENDIAN)
#define MAX_MODIFIERS 64 /* const volatile typedef ...: a longer chain is a circle */

static int print_nothing(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

static bool is_type(const struct btf *btf, uint32_t id)
{
	return id < btf__type_cnt(btf);
}

static bool is_of_kind(const struct btf *btf, uint32_t id, uint16_t kind)
{
	return id && is_type(btf, id) && btf_kind(btf__type_by_id(btf, id)) == kind;
}

static bool is_string(const struct btf *btf, uint32_t offset)
{
	return btf__str_by_offset(btf, offset) != NULL;
}

static bool check_members(const struct btf *btf, const struct btf_type *t)
{
	const struct btf_member *m = btf_members(t);
	unsigned int i;

	for (i = 0; i < btf_vlen(t); i++)
		if (!is_type(btf, m[i].type) || !is_string(btf, m[i].name_off))
			return false;
	return true;
}

static bool check_params(const struct btf *btf, const struct btf_type *t)
{
	const struct btf_param *p = btf_params(t);
	unsigned int i;

	for (i = 0; i < btf_vlen(t); i++)
		if (!is_type(btf, p[i].type) || !is_string(btf, p[i].name_off))
			return false;
	return is_type(btf, t->type);
}

static bool check_variables(const struct btf *btf, const struct btf_type *t)
{
	const struct btf_var_secinfo *v = btf_var_secinfos(t);
	unsigned int i;

	for (i = 0; i < btf_vlen(t); i++)
		if (!is_of_kind(btf, v[i].type, BTF_KIND_VAR) &&
		    !is_of_kind(btf, v[i].type, BTF_KIND_FUNC))
			return false;
	return true;
}

static bool check_enum(const struct btf *btf, const struct btf_type *t)
{
	const struct btf_enum *e = btf_enum(t);
	unsigned int i;

	for (i = 0; i < btf_vlen(t); i++)
		if (!is_string(btf, e[i].name_off))
			return false;
	return true;
}

static bool check_enum64(const struct btf *btf, const struct btf_type *t)
{
	const struct btf_enum64 *e = btf_enum64(t);
	unsigned int i;

	for (i = 0; i < btf_vlen(t); i++)
		if (!is_string(btf, e[i].name_off))
			return false;
	return true;
}

/* A modifier leads to a type that is none. */
static bool check_chain(const struct btf *btf, const struct btf_type *t)
{
	unsigned int depth;

	for (depth = 0; depth < MAX_MODIFIERS; depth++) {
		if (!btf_is_mod(t) && !btf_is_typedef(t))
			return true;
		if (!is_type(btf, t->type))
			return false;
		t = btf__type_by_id(btf, t->type);
	}
	return false;
}

static bool check_type(const struct btf *btf, const struct btf_type *t)
{
	if (!is_string(btf, t->name_off))
		return false;
	switch (btf_kind(t)) {
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return check_members(btf, t);
	case BTF_KIND_ENUM:
		return check_enum(btf, t);
	case BTF_KIND_ENUM64:
		return check_enum64(btf, t);
	case BTF_KIND_ARRAY:
		return is_type(btf, btf_array(t)->type) && is_type(btf, btf_array(t)->index_type);
	case BTF_KIND_FUNC_PROTO:
		return check_params(btf, t);
	case BTF_KIND_FUNC:
		return is_of_kind(btf, t->type, BTF_KIND_FUNC_PROTO);
	case BTF_KIND_DATASEC:
		return check_variables(btf, t);
	case BTF_KIND_PTR:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return is_type(btf, t->type);
	case BTF_KIND_INT:
	case BTF_KIND_FLOAT:
	case BTF_KIND_FWD:
		return true;
	default:
		return check_chain(btf, t);
	}
}

int bpf_elf__read_btf(struct bpf_elf *elf, struct strbuf *error)
{
	uint32_t section = bpf_elf__section(elf, ".BTF"), id;
	const struct bpf_elf_section *sec = &elf->sections[section];
	libbpf_print_fn_t print;

	if (!section) {
		elf->btf_err = -ENOENT;
		return 0;
	}
	if (sec->type != SHT_PROGBITS)
		return bpf_elf__refuse(error, "damaged: section .BTF is of type %u", sec->type);
	/* What libbpf says of it has no place in our output; what we say names the file. */
	print = libbpf_set_print(print_nothing);
	elf->btf = btf__new(sec->data, (uint32_t)sec->size);
	elf->btf_err = elf->btf ? 0 : -errno;
	libbpf_set_print(print);
	if (elf->btf_err == -ENOMEM)
		return -ENOMEM;
	if (elf->btf_err)
		return bpf_elf__refuse(error, "damaged: its BTF cannot be read (%s)",
				       strerror(-elf->btf_err));
	if (btf__endianness(elf->btf) != NATIVE_BTF)
		return bpf_elf__refuse(error, "damaged: its BTF is of another byte order");
	for (id = 1; id < btf__type_cnt(elf->btf); id++)
		if (!check_type(elf->btf, btf__type_by_id(elf->btf, id)))
			return bpf_elf__refuse(error,
					       "damaged: type %u of its BTF refers to what is "
					       "not there",
					       id);
	return 0;
}
