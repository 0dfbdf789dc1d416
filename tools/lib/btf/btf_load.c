// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * btf_load.c - one number of a compiled type out of its bytes, and into them. See btf_plan.h.
 */
#include "btf_plan.h"

#include <errno.h>
#include <string.h>

#include "btf_plan_priv.h"

/* Little-endian, as all of today's BPF hosts but s390. */
uint64_t btf_load_bits(const uint8_t *p, unsigned int bit_offset, unsigned int bit_size)
{
	unsigned int nr_bytes = (bit_offset + bit_size + 7) / 8, i;
	uint64_t low = 0, value;

	for (i = 0; i < nr_bytes && i < 8; i++)
		low |= (uint64_t)p[i] << (8 * i);
	value = low >> bit_offset;
	if (nr_bytes == 9)
		value |= (uint64_t)p[8] << (64 - bit_offset);
	return bit_size == 64 ? value : value & ((1ULL << bit_size) - 1);
}

bool btf_load_real(const uint8_t *p, uint64_t size, double *ret)
{
	long double wide = 0;
	float f;

	switch (size) {
	case 4:
		memcpy(&f, p, 4);
		*ret = f;
		return true;
	case 8:
		memcpy(ret, p, 8);
		return true;
	case 16:
		memcpy(&wide, p, sizeof(wide));
		*ret = (double)wide;
		return true;
	default:
		return false;
	}
}

bool btf_field__is_string(const struct btf_field *field)
{
	return field->node->kind == BTF_NODE_ARRAY && field->node->is_char;
}

bool btf_field__is_integer(const struct btf_field *field)
{
	switch (field->node->kind) {
	case BTF_NODE_SINT:
	case BTF_NODE_UINT:
	case BTF_NODE_BOOL:
	case BTF_NODE_CHAR:
	case BTF_NODE_ENUM:
	case BTF_NODE_PTR:
	case BTF_NODE_FUNC_PTR:
		return true;
	case BTF_NODE_WIDE:
		return field->bit_size && field->bit_size <= 64;
	default:
		return false;
	}
}

bool btf_field__is_signed(const struct btf_field *field)
{
	return btf_node_is_signed(field->node);
}

int btf_field__load(const struct btf_field *field, const void *bytes, size_t len,
		    uint64_t *ret_value)
{
	const uint8_t *p = (const uint8_t *)bytes + field->offset;
	unsigned int nr_bits = field->bit_size ? field->bit_size
					       : (unsigned int)field->node->size * 8;
	uint64_t value;

	if (!btf_field__is_integer(field))
		return -EINVAL;
	if (field->bit_size) {
		if (field->offset + (field->bit_offset + field->bit_size + 7U) / 8 > len)
			return -ERANGE;
		value = btf_load_bits(p, field->bit_offset, field->bit_size);
	} else {
		if (field->offset + field->node->size > len)
			return -ERANGE;
		value = btf_load_uint(p, field->node->size);
	}
	*ret_value = btf_node_is_signed(field->node) ? (uint64_t)btf_sign_extend(value, nr_bits)
						     : value;
	return 0;
}

int btf_field__load_wide(const struct btf_field *field, const void *bytes, size_t len,
			 unsigned __int128 *ret_value)
{
	const uint8_t *p = (const uint8_t *)bytes + field->offset;
	unsigned __int128 value;
	unsigned int unused;

	if (field->node->kind != BTF_NODE_WIDE || (field->bit_size && field->bit_size <= 64))
		return -EINVAL;
	if (field->offset +
		    (field->bit_size ? (field->bit_offset + field->bit_size + 7U) / 8 : 16) >
	    len)
		return -ERANGE;
	if (!field->bit_size) {
		memcpy(ret_value, p, sizeof(*ret_value));
		return 0;
	}
	unused = 128U - field->bit_size;
	value = btf_load_bits(p + 8, field->bit_offset, field->bit_size - 64U);
	value = (value << 64 | btf_load_bits(p, field->bit_offset, 64)) << unused;
	*ret_value = btf_node_is_signed(field->node)
			     ? (unsigned __int128)((__int128)value >> unused)
			     : value >> unused;
	return 0;
}

int btf_field__load_real(const struct btf_field *field, const void *bytes, size_t len,
			 double *ret_value)
{
	if (field->node->kind != BTF_NODE_FLOAT)
		return -EINVAL;
	if (field->offset + field->node->size > len)
		return -ERANGE;
	return btf_load_real((const uint8_t *)bytes + field->offset, field->node->size, ret_value)
		       ? 0
		       : -EINVAL;
}

static bool fits(uint64_t value, unsigned int nr_bits, bool is_signed)
{
	if (nr_bits == 64)
		return true;
	if (is_signed)
		return btf_sign_extend(value, nr_bits) == (int64_t)value;
	return !(value >> nr_bits);
}

int btf_field__store(const struct btf_field *field, void *bytes, size_t len, uint64_t value)
{
	unsigned int nr_bits = field->bit_size ? field->bit_size
					       : (unsigned int)field->node->size * 8;
	unsigned int bit_offset = field->bit_size ? field->bit_offset : 0, i;
	uint8_t *p = (uint8_t *)bytes + field->offset;

	if (!btf_field__is_integer(field))
		return -EINVAL;
	if (field->offset + (bit_offset + nr_bits + 7) / 8 > len ||
	    !fits(value, nr_bits, btf_node_is_signed(field->node)))
		return -ERANGE;
	if (!field->bit_size) {
		uint8_t v1 = (uint8_t)value;
		uint16_t v2 = (uint16_t)value;
		uint32_t v4 = (uint32_t)value;
		const void *from = nr_bits == 64   ? (const void *)&value
				   : nr_bits == 32 ? (const void *)&v4
				   : nr_bits == 16 ? (const void *)&v2
						   : (const void *)&v1;

		memcpy(p, from, nr_bits / 8);
		return 0;
	}
	for (i = 0; i < nr_bits; i++) {
		unsigned int bit = bit_offset + i;
		uint8_t mask = (uint8_t)(1u << (bit % 8));

		p[bit / 8] = (uint8_t)((p[bit / 8] & ~mask) | ((value >> i & 1) ? mask : 0));
	}
	return 0;
}
