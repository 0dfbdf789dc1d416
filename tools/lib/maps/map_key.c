// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_key.c - see map_key.h. The inverse of what btf_walk.c says, for the values that keys have. */
#include "map_key.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"
#include "util.h"

/* Constants that a message lists. */
#define MAX_LISTED 24

/* Of a number: digits of 128 bits, and more. */
#define WORD_MAX 160

struct key_parser {
	const char *p;
	uint8_t *bytes;
	size_t len;
	struct strbuf *error;
	unsigned int depth;
};

static int parse_value(struct key_parser *k, const struct btf_field *field);

static void skip_blanks(struct key_parser *k)
{
	while (isspace((unsigned char)*k->p))
		k->p++;
}

static int fail(struct key_parser *k, const char *what)
{
	strbuf__addf(k->error, "%s, at '%.40s'", what, k->p);
	return -EINVAL;
}

/* Up to a separator of the syntax around it. */
static size_t word_len(const char *p)
{
	size_t len = strcspn(p, ",} \t\n");

	return len;
}

static int no_number(struct key_parser *k, const struct btf_field *field, const char *word)
{
	int err = fail(k, "a number is expected");

	if (field->node->kind != BTF_NODE_ENUM)
		return err;
	strbuf__adds(k->error, ", or a constant of the enum: ");
	btf_node__list_constants(field->node, word, strlen(word), k->error, MAX_LISTED);
	return err;
}

/* Return: its length; 0 when it is none, or longer than any number. */
static size_t get_word(const struct key_parser *k, char word[WORD_MAX])
{
	size_t len = word_len(k->p);

	if (len >= WORD_MAX)
		return 0;
	memcpy(word, k->p, len);
	word[len] = '\0';
	return len;
}

/* As they are printed: the bits of a negative one in hexadecimal. */
static int parse_wide(struct key_parser *k, const struct btf_field *field)
{
	unsigned __int128 value;
	char word[WORD_MAX];
	size_t len = get_word(k, word);

	if (!len || expr__parse_wide(word, &value))
		return fail(k, "a number is expected");
	if (*word == '-' && (!btf_field__is_signed(field) || (__int128)value > 0))
		return fail(k, "the number does not fit in the key");
	memcpy(k->bytes + field->offset, &value, sizeof(value));
	k->p += len;
	return 0;
}

static int parse_real(struct key_parser *k, const struct btf_field *field)
{
	char word[WORD_MAX], *end = word;
	size_t len = get_word(k, word);
	double value = strtod(word, &end);
	float narrow = (float)value;

	if (!len || *end)
		return fail(k, "a number is expected");
	if (field->node->size == sizeof(narrow))
		memcpy(k->bytes + field->offset, &narrow, sizeof(narrow));
	else
		memcpy(k->bytes + field->offset, &value, sizeof(value));
	k->p += len;
	return 0;
}

static int parse_integer(struct key_parser *k, const struct btf_field *field)
{
	char word[WORD_MAX];
	size_t len = get_word(k, word);
	uint64_t value;
	int64_t number;

	if (!len)
		return fail(k, "a number is expected");
	if (!btf_field__constant(field, word, len, &value))
		number = (int64_t)value;
	else if (!strcmp(word, "true") || !strcmp(word, "false"))
		number = word[0] == 't';
	else if (expr__parse_number(word, &number))
		return no_number(k, field, word);
	if (btf_field__store(field, k->bytes, k->len, (uint64_t)number)) {
		/* 0xffffffff for an int is what people write for its bits. */
		if (field->bit_size || field->node->size == 8 || number < 0 ||
		    (uint64_t)number >> (field->node->size * 8))
			return fail(k, "the number does not fit in the key");
		memcpy(k->bytes + field->offset, &number, field->node->size);
	}
	k->p += len;
	return 0;
}

/* "quoted", with C's escapes; or all there is up to the end. */
static int parse_string(struct key_parser *k, const struct btf_field *field)
{
	size_t room = MIN(field->node->size, k->len - field->offset), len = 0;
	uint8_t *to = k->bytes + field->offset, byte;
	size_t step;

	if (*k->p != '"') {
		len = k->depth ? word_len(k->p) : strlen(k->p);
		if (len > room)
			return fail(k, "the text is longer than the key");
		memcpy(to, k->p, len);
		k->p += len;
		return 0;
	}
	for (k->p++; *k->p && *k->p != '"'; k->p += step) {
		byte = (uint8_t)*k->p;
		step = 1;
		if (byte == '\\') {
			step = expr__escape(k->p + 1, strnlen(k->p + 1, 3), &byte) + 1;
			if (step == 1)
				return fail(k, "a backslash takes a character, \\x two hex digits");
		}
		if (len == room)
			return fail(k, "the text is longer than the key");
		to[len++] = byte;
	}
	if (!*k->p)
		return fail(k, "a '\"' is missing");
	k->p++;
	return 0;
}

/* One member: by name when it is written .name = value, else the next in order. */
static int parse_member(struct key_parser *k, const struct btf_field *group, uint32_t *idx)
{
	struct btf_field field;
	size_t len;

	skip_blanks(k);
	if (group->node->kind == BTF_NODE_ARRAY) {
		if (btf_field__element(group, (*idx)++, &field))
			return fail(k, "there are more values than elements");
		return parse_value(k, &field);
	}
	if (*k->p == '.') {
		k->p++;
		len = strcspn(k->p, " =\t,}");
		if (btf_field__member(group, k->p, len, &field))
			return fail(k, "the key has no such member");
		k->p += len;
		skip_blanks(k);
		if (*k->p != '=')
			return fail(k, "'=' is expected");
		k->p++;
		return parse_value(k, &field);
	}
	if (*idx >= group->node->nr)
		return fail(k, "there are more values than members");
	field = (struct btf_field){
		.node = group->node->members[*idx].node,
		.offset = group->offset + group->node->members[*idx].offset,
		.bit_offset = group->node->members[*idx].bit_offset,
		.bit_size = group->node->members[*idx].bit_size,
	};
	++*idx;
	return parse_value(k, &field);
}

static int parse_group(struct key_parser *k, const struct btf_field *field)
{
	bool braces = *k->p == '{';
	uint32_t idx = 0;
	int err;

	if (!braces && k->depth)
		return fail(k, "'{' is expected");
	if (k->depth == BTF_PLAN_MAX_DEPTH)
		return fail(k, "too many braces");
	k->depth++;
	k->p += braces;
	skip_blanks(k);
	while (*k->p && *k->p != '}') {
		err = parse_member(k, field, &idx);
		if (err)
			return err;
		skip_blanks(k);
		if (*k->p != ',')
			break;
		k->p++;
		skip_blanks(k);
	}
	k->depth--;
	if (!braces)
		return 0;
	if (*k->p != '}')
		return fail(k, "'}' is expected");
	k->p++;
	return 0;
}

static int parse_value(struct key_parser *k, const struct btf_field *field)
{
	skip_blanks(k);
	if (field->offset + field->node->size > k->len)
		return fail(k, "the type is larger than the key");
	/* Chars that are no text are printed as numbers in braces. */
	if (btf_field__is_string(field) && *k->p != '{')
		return parse_string(k, field);
	if (btf_field__is_integer(field))
		return parse_integer(k, field);
	if (field->node->kind == BTF_NODE_WIDE && !field->bit_size)
		return parse_wide(k, field);
	if (field->node->kind == BTF_NODE_FLOAT &&
	    (field->node->size == 4 || field->node->size == 8))
		return parse_real(k, field);
	if (field->node->kind == BTF_NODE_STRUCT || field->node->kind == BTF_NODE_UNION ||
	    field->node->kind == BTF_NODE_ARRAY)
		return parse_group(k, field);
	return fail(k, "a value of this type cannot be written; use hex:");
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int parse_hex(struct key_parser *k)
{
	size_t nr = 0;

	for (;; nr++) {
		while (isspace((unsigned char)*k->p) || *k->p == ':' || *k->p == ',')
			k->p++;
		if (k->p[0] == '0' && (k->p[1] == 'x' || k->p[1] == 'X'))
			k->p += 2;
		if (!*k->p)
			break;
		if (hex_digit(k->p[0]) < 0 || hex_digit(k->p[1]) < 0)
			return fail(k, "bytes of two hex digits are expected");
		if (nr == k->len)
			return fail(k, "there are more bytes than the key has");
		k->bytes[nr] = (uint8_t)(hex_digit(k->p[0]) * 16 + hex_digit(k->p[1]));
		k->p += 2;
	}
	if (nr == k->len)
		return 0;
	strbuf__addf(k->error, "the key has %zu bytes, not %zu", k->len, nr);
	return -EINVAL;
}

/* The bits of a prefix, behind the slash of an address that has @nr_bits of its own. */
static int parse_prefix(struct key_parser *k, const char *text, uint32_t nr_bits, uint32_t *ret)
{
	bool is_number = *text && !text[strspn(text, "0123456789")];
	unsigned long prefix = strtoul(text, NULL, 10); /* of too many digits the largest */

	if (is_number && prefix <= nr_bits) {
		*ret = (uint32_t)prefix;
		return 0;
	}
	if (is_number)
		strbuf__addf(k->error, "the prefix is longer than the address, which has %u bits",
			     nr_bits);
	else
		strbuf__addf(k->error, "a length from 0 to %u bits is expected behind the '/'",
			     nr_bits);
	return -EINVAL;
}

/*
 * 10.0.0.0/8: a word with the length of the prefix, then the address.
 * Return: 0; -ENOENT when it is no address; -EINVAL with what is wrong of its prefix.
 */
static int parse_address(const struct map *map, struct key_parser *k)
{
	const char *end = strchrnul(k->p, '/');
	size_t room = k->len - sizeof(uint32_t), len = (size_t)(end - k->p);
	char address[INET6_ADDRSTRLEN];
	uint32_t bits = (uint32_t)room * 8;
	int err = 0;

	if (map->info.type != BPF_MAP_TYPE_LPM_TRIE || k->len < sizeof(uint32_t) ||
	    (room != 4 && room != 16) || len >= sizeof(address))
		return -ENOENT;
	memcpy(address, k->p, len);
	address[len] = '\0';
	if (inet_pton(room == 4 ? AF_INET : AF_INET6, address, k->bytes + sizeof(bits)) != 1)
		return -ENOENT;
	if (*end)
		err = parse_prefix(k, end + 1, bits, &bits);
	memcpy(k->bytes, &bits, sizeof(bits));
	return err;
}

int map_key__parse(const struct map *map, const struct map_type *type, const char *text,
		   uint8_t *bytes, struct strbuf *error)
{
	struct key_parser k = {
		.p = text, .bytes = bytes, .len = map->info.key_size, .error = error
	};
	struct btf_field root;
	int err;

	memset(bytes, 0, k.len);
	if (!strncmp(text, "hex:", 4)) {
		k.p += 4;
		return parse_hex(&k);
	}
	err = parse_address(map, &k);
	if (err != -ENOENT)
		return err;
	memset(bytes, 0, k.len);
	if (!type->plan)
		return parse_hex(&k);
	root = btf_plan__field(type->plan);
	err = parse_value(&k, &root);
	if (err)
		return err;
	skip_blanks(&k);
	return *k.p ? fail(&k, "there is more than a key") : 0;
}
