// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * btf_spell.c - the spelling of types, both ways. C's own integers and the kernel's and stdint.h's
 * names for them are known here, so that `--key u32` needs no BTF at all.
 */
#include "btf_spell.h"

#include <bpf/btf.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nearest.h"
#include "util.h"

#define MAX_NAME 127
#define MAX_DEPTH 32

/* Names of numbers that every C programmer knows, whether or not the BTF has them. */
enum { KNOWN_FLOAT = 0x80 }; /* beside the encodings of BTF: not an integer */

static const struct known {
	const char *name;
	const char *c_name;
	uint8_t size;
	uint8_t encoding;
} known[] = {
	{ "u8", "unsigned char", 1, 0 },
	{ "u16", "unsigned short", 2, 0 },
	{ "u32", "unsigned int", 4, 0 },
	{ "u64", "unsigned long long", 8, 0 },
	{ "u128", "unsigned __int128", 16, 0 },
	{ "s8", "signed char", 1, BTF_INT_SIGNED },
	{ "s16", "short", 2, BTF_INT_SIGNED },
	{ "s32", "int", 4, BTF_INT_SIGNED },
	{ "s64", "long long", 8, BTF_INT_SIGNED },
	{ "s128", "__int128", 16, BTF_INT_SIGNED },
	{ "be16", "unsigned short", 2, 0 },
	{ "be32", "unsigned int", 4, 0 },
	{ "be64", "unsigned long long", 8, 0 },
	{ "le16", "unsigned short", 2, 0 },
	{ "le32", "unsigned int", 4, 0 },
	{ "le64", "unsigned long long", 8, 0 },
	{ "uint8_t", "unsigned char", 1, 0 },
	{ "uint16_t", "unsigned short", 2, 0 },
	{ "uint32_t", "unsigned int", 4, 0 },
	{ "uint64_t", "unsigned long", 8, 0 },
	{ "int8_t", "signed char", 1, BTF_INT_SIGNED },
	{ "int16_t", "short", 2, BTF_INT_SIGNED },
	{ "int32_t", "int", 4, BTF_INT_SIGNED },
	{ "int64_t", "long", 8, BTF_INT_SIGNED },
	{ "size_t", "unsigned long", 8, 0 },
	{ "ssize_t", "long", 8, BTF_INT_SIGNED },
	{ "ptrdiff_t", "long", 8, BTF_INT_SIGNED },
	{ "intptr_t", "long", 8, BTF_INT_SIGNED },
	{ "uintptr_t", "unsigned long", 8, 0 },
	{ "off_t", "long", 8, BTF_INT_SIGNED },
	{ "loff_t", "long long", 8, BTF_INT_SIGNED },
	{ "time_t", "long", 8, BTF_INT_SIGNED },
	{ "pid_t", "int", 4, BTF_INT_SIGNED },
	{ "uid_t", "unsigned int", 4, 0 },
	{ "gid_t", "unsigned int", 4, 0 },
	{ "bool", "_Bool", 1, BTF_INT_BOOL },
	{ "_Bool", "_Bool", 1, BTF_INT_BOOL },
	{ "float", "float", 4, KNOWN_FLOAT },
	{ "double", "double", 8, KNOWN_FLOAT },
};

struct spelling {
	struct btf *btf;
	const char *p;
	const char *all;
	struct strbuf *error;
};

static void skip_blanks(struct spelling *s)
{
	while (isspace((unsigned char)*s->p))
		s->p++;
}

static size_t word_len(const char *p)
{
	size_t len = 0;

	while (isalnum((unsigned char)p[len]) || p[len] == '_')
		len++;
	return len;
}

static bool take_word(struct spelling *s, const char *word)
{
	size_t len = strlen(word);

	skip_blanks(s);
	if (word_len(s->p) != len || memcmp(s->p, word, len))
		return false;
	s->p += len;
	return true;
}

static bool kind_fits(unsigned int kind, int wanted)
{
	if (wanted >= 0)
		return kind == (unsigned int)wanted ||
		       (wanted == BTF_KIND_ENUM && kind == BTF_KIND_ENUM64);
	return kind == BTF_KIND_STRUCT || kind == BTF_KIND_UNION || kind == BTF_KIND_ENUM ||
	       kind == BTF_KIND_ENUM64 || kind == BTF_KIND_TYPEDEF || kind == BTF_KIND_INT ||
	       kind == BTF_KIND_FLOAT || kind == BTF_KIND_DATASEC;
}

#define NR_NEAR 4

/* The names nearest to @name, best first, each once. */
static void add_nearest(const struct spelling *s, const char *name, size_t len, int kind)
{
	uint32_t id, cnt = btf__type_cnt(s->btf);
	const char *names[NR_NEAR];
	struct nearest nearest;
	size_t i;

	nearest__init(&nearest, name, len, names, NR_NEAR);
	for (id = 1; id < cnt; id++) {
		const struct btf_type *t = btf__type_by_id(s->btf, id);
		const char *other = t->name_off ? btf__name_by_offset(s->btf, t->name_off) : NULL;

		if (other && *other && kind_fits(btf_kind(t), kind))
			nearest__add(&nearest, other);
	}
	for (i = 0; i < ARRAY_SIZE(known) && kind < 0; i++)
		nearest__add(&nearest, known[i].name);
	for (i = 0; i < nearest.nr; i++) {
		strbuf__adds(s->error, i ? ", " : "; near it: ");
		strbuf__adds(s->error, names[i]);
	}
}

static int no_such_type(const struct spelling *s, const char *kind_name, const char *name,
			size_t len, int kind)
{
	strbuf__adds(s->error, "there is no type '");
	strbuf__adds(s->error, kind_name);
	strbuf__add(s->error, name, len);
	strbuf__adds(s->error, "'");
	add_nearest(s, name, len, kind);
	return -ENOENT;
}

static int bad_spelling(const struct spelling *s, const char *why)
{
	strbuf__addf(s->error, "'%s' is not the name of a type: %s", s->all, why);
	return -EINVAL;
}

static int find_named(const struct spelling *s, const char *name, size_t len, int kind)
{
	char text[MAX_NAME + 1];
	int id;

	if (!len || len > MAX_NAME)
		return -ENOENT;
	memcpy(text, name, len);
	text[len] = '\0';
	if (kind == BTF_KIND_ENUM) {
		id = btf__find_by_name_kind(s->btf, text, BTF_KIND_ENUM);
		return id > 0 ? id : btf__find_by_name_kind(s->btf, text, BTF_KIND_ENUM64);
	}
	return btf__find_by_name_kind(s->btf, text, (uint32_t)kind);
}

static int parse_tagged(struct spelling *s, const char *tag, int kind, uint32_t *ret_id)
{
	char shown[16] = {};
	size_t len;
	int id;

	skip_blanks(s);
	len = word_len(s->p);
	if (!len)
		return bad_spelling(s, "a name is missing");
	id = find_named(s, s->p, len, kind);
	if (id <= 0) {
		snprintf(shown, sizeof(shown), "%s ", tag);
		return no_such_type(s, shown, s->p, len, kind);
	}
	s->p += len;
	*ret_id = (uint32_t)id;
	return 0;
}

static int add_int(struct spelling *s, const char *name, size_t size, int encoding,
		   uint32_t *ret_id)
{
	int id = btf__add_int(s->btf, name, size, encoding);

	if (id < 0)
		return id;
	*ret_id = (uint32_t)id;
	return 0;
}

static int add_known(struct spelling *s, const struct known *k, uint32_t *ret_id)
{
	int id;

	if (k->encoding != KNOWN_FLOAT)
		return add_int(s, k->c_name, k->size, k->encoding, ret_id);
	id = btf__add_float(s->btf, k->c_name, k->size);
	if (id < 0)
		return id;
	*ret_id = (uint32_t)id;
	return 0;
}

/* "unsigned long int" in any order of the words; false when the next word is none of them. */
static bool parse_c_int(struct spelling *s, uint32_t *ret_id, int *err)
{
	unsigned int nr_long = 0, nr_words = 0;
	bool is_unsigned = false, is_signed = false, is_short = false, is_char = false;
	bool is_wide = false;
	static const struct known long_double = { "", "long double", 16, KNOWN_FLOAT };
	static const char *const names[][2] = {
		{ "char", "unsigned char" },
		{ "short", "unsigned short" },
		{ "int", "unsigned int" },
		{ "long", "unsigned long" },
		{ "long long", "unsigned long long" },
		{ "__int128", "unsigned __int128" },
	};
	unsigned int rank;
	const char *name;
	size_t size;

	for (;; nr_words++) {
		if (take_word(s, "unsigned"))
			is_unsigned = true;
		else if (take_word(s, "signed"))
			is_signed = true;
		else if (take_word(s, "long"))
			nr_long++;
		else if (take_word(s, "short"))
			is_short = true;
		else if (take_word(s, "char"))
			is_char = true;
		else if (take_word(s, "__int128"))
			is_wide = true;
		else if (!take_word(s, "int"))
			break;
	}
	if (!nr_words)
		return false;
	if (nr_words == 1 && nr_long && take_word(s, "double")) {
		*err = add_known(s, &long_double, ret_id);
		return true;
	}
	size = is_wide ? 16 : is_char ? 1 : is_short ? 2 : nr_long ? 8 : 4;
	/* Only char alone is text: signed char and unsigned char are numbers. */
	rank = is_wide ? 5 : is_char ? 0 : is_short ? 1 : nr_long > 1 ? 4 : nr_long ? 3 : 2;
	name = is_char && is_signed ? "signed char" : names[rank][is_unsigned];
	*err = add_int(s, name, size, is_unsigned ? 0 : BTF_INT_SIGNED, ret_id);
	return true;
}

static int parse_name(struct spelling *s, uint32_t *ret_id)
{
	static const int kinds[] = { BTF_KIND_TYPEDEF, BTF_KIND_STRUCT, BTF_KIND_UNION,
				     BTF_KIND_ENUM,    BTF_KIND_INT,	BTF_KIND_FLOAT };
	size_t len, i, skip;
	int id;

	skip_blanks(s);
	len = word_len(s->p);
	if (!len)
		return bad_spelling(s, "a name is missing");
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		id = find_named(s, s->p, len, kinds[i]);
		if (id > 0) {
			s->p += len;
			*ret_id = (uint32_t)id;
			return 0;
		}
	}
	skip = len > 2 && s->p[0] == '_' && s->p[1] == '_' ? 2 : 0;
	for (i = 0; i < ARRAY_SIZE(known); i++) {
		if (strlen(known[i].name) != len - skip ||
		    memcmp(known[i].name, s->p + skip, len - skip))
			continue;
		s->p += len;
		return add_known(s, &known[i], ret_id);
	}
	return no_such_type(s, "", s->p, len, -1);
}

static int parse_base(struct spelling *s, uint32_t *ret_id)
{
	static const struct {
		const char *tag;
		int kind;
	} tags[] = { { "struct", BTF_KIND_STRUCT },
		     { "union", BTF_KIND_UNION },
		     { "enum", BTF_KIND_ENUM } };
	size_t i;
	int err = 0;

	while (take_word(s, "const") || take_word(s, "volatile"))
		;
	for (i = 0; i < ARRAY_SIZE(tags); i++) {
		if (take_word(s, tags[i].tag))
			return parse_tagged(s, tags[i].tag, tags[i].kind, ret_id);
	}
	if (take_word(s, "void")) {
		*ret_id = 0;
		return 0;
	}
	if (parse_c_int(s, ret_id, &err))
		return err;
	return parse_name(s, ret_id);
}

/* "[4][2]": the last one is innermost. */
static int parse_array(struct spelling *s, uint32_t *type_id, unsigned int depth)
{
	unsigned long nr;
	char *end;
	int err, id;

	skip_blanks(s);
	if (*s->p != '[')
		return 0;
	if (depth == MAX_DEPTH)
		return bad_spelling(s, "too many dimensions");
	s->p++;
	skip_blanks(s);
	if (!isdigit((unsigned char)*s->p))
		return bad_spelling(s, "an array needs its number of elements");
	nr = strtoul(s->p, &end, 0);
	s->p = end;
	skip_blanks(s);
	if (*s->p != ']')
		return bad_spelling(s, "']' is missing");
	s->p++;
	if (nr > UINT32_MAX)
		return bad_spelling(s, "the array is too large");
	err = parse_array(s, type_id, depth + 1);
	if (err)
		return err;
	id = btf__add_array(s->btf, (int)*type_id, (int)*type_id, (uint32_t)nr);
	if (id < 0)
		return id;
	*type_id = (uint32_t)id;
	return 0;
}

int btf_spell__find(struct btf *btf, const char *spelling, uint32_t *ret_id, struct strbuf *error)
{
	struct spelling s = { .btf = btf, .p = spelling, .all = spelling, .error = error };
	uint32_t type_id;
	int err, id;

	err = parse_base(&s, &type_id);
	if (err)
		return err;
	for (;;) {
		if (take_word(&s, "const") || take_word(&s, "volatile"))
			continue;
		if (*s.p != '*')
			break;
		s.p++;
		id = btf__add_ptr(btf, (int)type_id);
		if (id < 0)
			return id;
		type_id = (uint32_t)id;
	}
	err = parse_array(&s, &type_id, 0);
	if (err)
		return err;
	skip_blanks(&s);
	if (*s.p)
		return bad_spelling(&s, "there is more after it");
	if (!type_id)
		return bad_spelling(&s, "void has no bytes");
	*ret_id = type_id;
	return 0;
}

struct btf *btf_spell__scratch(struct btf *base)
{
	return base ? btf__new_empty_split(base) : btf__new_empty();
}

static void add_name(const struct btf *btf, uint32_t type_id, struct strbuf *sb, unsigned int depth)
{
	const struct btf_type *t = btf__type_by_id(btf, type_id);
	const char *name;
	struct strbuf dims = {};

	if (!type_id || !t || depth == MAX_DEPTH) {
		strbuf__adds(sb, type_id && !t ? "?" : depth == MAX_DEPTH ? "..." : "void");
		return;
	}
	while (t && btf_kind(t) == BTF_KIND_ARRAY && depth < MAX_DEPTH) {
		strbuf__addf(&dims, "[%u]", btf_array(t)->nelems);
		type_id = btf_array(t)->type;
		t = btf__type_by_id(btf, type_id);
		depth++;
	}
	if (dims.len) {
		add_name(btf, type_id, sb, depth);
		strbuf__add(sb, dims.text, dims.len);
		strbuf__free(&dims);
		return;
	}
	name = t->name_off ? btf__name_by_offset(btf, t->name_off) : NULL;
	switch (btf_kind(t)) {
	case BTF_KIND_PTR:
		add_name(btf, t->type, sb, depth + 1);
		strbuf__adds(sb, sb->len && sb->text[sb->len - 1] == '*' ? "*" : " *");
		return;
	case BTF_KIND_CONST:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		add_name(btf, t->type, sb, depth + 1);
		return;
	case BTF_KIND_STRUCT:
		strbuf__adds(sb, "struct ");
		break;
	case BTF_KIND_UNION:
		strbuf__adds(sb, "union ");
		break;
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		strbuf__adds(sb, "enum ");
		break;
	case BTF_KIND_FUNC_PROTO:
		strbuf__adds(sb, "function");
		return;
	}
	strbuf__adds(sb, name && *name ? name : "{...}");
}

void btf_spell__name(const struct btf *btf, uint32_t type_id, struct strbuf *sb)
{
	add_name(btf, type_id, sb, 0);
}
