/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * btf_plan.h - bytes of a BTF type to values: the type is compiled once into a plan, and the plan
 * is run over as many bytes as there are. No BTF is looked at while it runs.
 *
 * The BTF may be hostile (it comes from files and from other people's programs): whatever it says,
 * a plan is refused with an error or runs in bounded time and never reads outside the given bytes.
 * Nothing is printed here: values go to a writer (out.h).
 */
#ifndef PERF_AUGMENT_BTF_PLAN_H
#define PERF_AUGMENT_BTF_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "out.h"

struct btf;
struct ksyms;

/** Types inside types, and qualifiers or typedefs in a row, that a plan follows. */
#define BTF_PLAN_MAX_DEPTH 48

/** enum btf_node_kind - the plain integers come first. */
enum btf_node_kind {
	BTF_NODE_SINT,
	BTF_NODE_UINT,
	BTF_NODE_BOOL,
	BTF_NODE_CHAR, /* an int that BTF encodes as CHAR; what C calls char is SINT */
	BTF_NODE_WIDE, /* 128 bits */
	BTF_NODE_ENUM,
	BTF_NODE_FLOAT,
	BTF_NODE_PTR,
	BTF_NODE_FUNC_PTR,
	BTF_NODE_STRUCT,
	BTF_NODE_UNION,
	BTF_NODE_SECTION,
	BTF_NODE_ARRAY,
	BTF_NODE_OPAQUE, /* void, a forward declaration, a function: there are no bytes to show */
};

/** struct btf_enum_name - one constant. */
struct btf_enum_name {
	uint64_t value;
	const char *name;
};

struct btf_node;

/**
 * struct btf_slot - one member of a struct, union or section.
 * @node: its type.
 * @offset: bytes from the start of the group.
 * @bit_offset: of a bit field: bits from @offset, 0 to 7.
 * @bit_size: of a bit field: 1 to 128; else 0.
 * @flexible: an array without a size, which takes what bytes there are.
 * @is_time: an integer whose name says that it holds nanoseconds.
 */
struct btf_slot {
	struct out_name name;
	const struct btf_node *node;
	uint32_t offset;
	uint8_t bit_offset;
	uint8_t bit_size;
	bool flexible;
	bool is_time;
};

/**
 * struct btf_node - one type of a plan; read-only outside btf_plan.c.
 * @kind: enum btf_node_kind.
 * @is_signed: of an enum.
 * @is_enum64: of an enum: BTF_KIND_ENUM64, whose sign is known.
 * @is_flags: an enum whose constants are bits.
 * @is_char: an integer type named char: arrays of it may be strings.
 * @special: for what the kernel keeps for itself (timers, locks, kptrs): what it is; else NULL.
 * @type_id: where it came from, qualifiers and typedefs skipped.
 * @size: bytes.
 * @height: groups inside groups below it.
 * @nr: members, elements or constants.
 * @elem: element of an array.
 */
struct btf_node {
	uint8_t kind;
	bool is_signed;
	bool is_enum64;
	bool is_flags;
	bool is_char;
	uint8_t height;
	const char *special;
	const char *name;
	uint32_t type_id;
	uint32_t nr;
	uint64_t size;
	union {
		const struct btf_slot *members;
		const struct btf_enum_name *names;
		const struct btf_node *elem;
	};
};

struct btf_plan;

/**
 * btf_plan__new() - compile type @type_id of @btf.
 * @btf: must outlive the plan, which borrows its names.
 *
 * Return: 0; -ENOENT when there is no such type; -ELOOP when a type contains itself; -E2BIG when
 * types nest deeper than BTF_PLAN_MAX_DEPTH; -ERANGE when a member lies outside its struct or a
 * size does not fit; -EINVAL when the BTF is malformed otherwise; -ENOMEM. btf_plan__error() has
 * words.
 */
int btf_plan__new(const struct btf *btf, uint32_t type_id, struct btf_plan **ret_plan);
void btf_plan__free(struct btf_plan *plan);

/** btf_plan__error() - what an error of btf_plan__new() means, as the end of a sentence. */
const char *btf_plan__error(int err);

/** btf_plan__root() - the type's node. Valid as long as the plan. */
const struct btf_node *btf_plan__root(const struct btf_plan *plan);

/**
 * btf_plan__size() - bytes of the type; of a struct with a flexible array, those before the
 * array.
 */
uint64_t btf_plan__size(const struct btf_plan *plan);

/**
 * btf_plan__set_ksyms() - let the plan name what function pointers point to.
 * @ksyms: borrowed; NULL leaves them as addresses.
 */
void btf_plan__set_ksyms(struct btf_plan *plan, struct ksyms *ksyms);

/**
 * btf_plan__set_progs() - function pointers hold ids of programs, as those of struct_ops maps do.
 * @describe: adds what text says behind an id.
 */
void btf_plan__set_progs(struct btf_plan *plan, void (*describe)(uint32_t id, struct strbuf *sb));

/** btf_plan__set_times() - show nanoseconds as seconds beside members that hold them. */
void btf_plan__set_times(struct btf_plan *plan, bool show);

/**
 * btf_plan__run() - say @len bytes at @bytes as the plan's type: exactly one value.
 *
 * Fewer bytes than the type has: what is there is said and the cut is marked.
 */
void btf_plan__run(const struct btf_plan *plan, const void *bytes, size_t len, struct out *o);

/**
 * struct btf_field - a place in a type, found by btf_plan__field().
 * @node: its type; for a single element of an array, the element's.
 * @offset, @bit_offset, @bit_size: where its bytes are, as in struct btf_slot.
 * @is_time: see struct btf_slot.
 */
struct btf_field {
	const struct btf_node *node;
	uint64_t offset;
	uint8_t bit_offset;
	uint8_t bit_size;
	bool is_time;
};

/** btf_field__run() - say the field @field of the @len bytes of its plan's type. */
void btf_field__run(const struct btf_plan *plan, const struct btf_field *field, const void *bytes,
		    size_t len, struct out *o);

/** btf_field__is_string() - the field is an array of char. */
bool btf_field__is_string(const struct btf_field *field);

/**
 * btf_field__is_integer() - the field has one integer value: int, bool, enum, pointer, bit field.
 */
bool btf_field__is_integer(const struct btf_field *field);

/** btf_field__is_signed() - its integer value is signed. */
bool btf_field__is_signed(const struct btf_field *field);

/**
 * btf_field__load() - the integer value of @field, sign-extended when it is signed.
 * Return: 0, or -ERANGE when the bytes end before it, -EINVAL when it is not an integer.
 */
int btf_field__load(const struct btf_field *field, const void *bytes, size_t len,
		    uint64_t *ret_value);

/** btf_field__load_wide() - the same of a 128-bit integer or bit field of it. */
int btf_field__load_wide(const struct btf_field *field, const void *bytes, size_t len,
			 unsigned __int128 *ret_value);

/** btf_field__load_real() - the same of a float, a double or, as a double, a long double. */
int btf_field__load_real(const struct btf_field *field, const void *bytes, size_t len,
			 double *ret_value);

/**
 * btf_field__store() - the reverse of btf_field__load(). Return: 0, -ERANGE when the field or the bytes have no room.
 */
int btf_field__store(const struct btf_field *field, void *bytes, size_t len, uint64_t value);

/**
 * btf_field__member() - step into member @name of @field, through members without a name.
 * @len: bytes of @name.
 * Return: 0, -ENOENT when there is none, -ENOTDIR when it is not a struct, union or section.
 */
int btf_field__member(const struct btf_field *field, const char *name, size_t len,
		      struct btf_field *ret_field);

/**
 * btf_field__element() - step into element @idx of an array.
 * Return: 0, -ERANGE when it has fewer, -ENOTDIR when it is no array.
 */
int btf_field__element(const struct btf_field *field, uint64_t idx, struct btf_field *ret_field);

/** btf_plan__field() - the whole type as a field, to step from. */
struct btf_field btf_plan__field(const struct btf_plan *plan);

/**
 * btf_field__constant() - the value of enum constant @name of the field's type. Return: 0,
 * -ENOENT.
 */
int btf_field__constant(const struct btf_field *field, const char *name, size_t len,
			uint64_t *ret_value);

/**
 * btf_node__list_constants() - add "A, B, C" of an enum's constants to @sb, at most @max of them:
 * those first whose names are nearest to @name.
 */
void btf_node__list_constants(const struct btf_node *node, const char *name, size_t len,
			      struct strbuf *sb, size_t max);

/**
 * btf_field__for_each_leaf() - call @fn for every value inside @field that is not a group.
 * @path: text to begin paths with ("value"); members and elements are added to it.
 * @max: stop after so many.
 *
 * An array of char is one leaf. Overlapping members of a union are all visited.
 *
 * Return: 0, what @fn returned when it was not 0, -E2BIG when there are more than @max.
 */
int btf_field__for_each_leaf(const struct btf_field *field, const char *path, size_t max,
			     int (*fn)(void *ctx, const char *path, const struct btf_field *leaf),
			     void *ctx);

/**
 * btf_field__list_members() - add ".a, .b, .c" of a group's members to @sb, at most @max of them.
 */
void btf_field__list_members(const struct btf_field *field, struct strbuf *sb, size_t max);

#endif /* PERF_AUGMENT_BTF_PLAN_H */
