// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* layouts_keys.c - structures of keyctl. */
#include "layouts.h"

#include <linux/keyctl.h>

#include "symbols_tables.h"

/* clang-format off */

/* Three keys; C++ keeps UAPI from calling the first member by its name. */
static const struct field key_dh_fields[] = {
	{ .name = "private", .off = 0, .size = 4, .kind = FIELD_SYM, .syms = &syms_key_serial },
	{ .name = "prime", .off = 4, .size = 4, .kind = FIELD_SYM, .syms = &syms_key_serial },
	{ .name = "base", .off = 8, .size = 4, .kind = FIELD_SYM, .syms = &syms_key_serial },
};
DEFINE_LAYOUT(key_dh, 12);

typedef struct keyctl_kdf_params kdf;

static const struct field key_kdf_fields[] = {
	PTR(kdf, hashname),
	PTR(kdf, otherinfo),
	UINT(kdf, otherinfolen),
	{ .name = "__spare", .off = offsetof(kdf, __spare), .size = 4, .nr = 8, .kind = FIELD_HEX,
	  .flags = FIELD_NONZERO },
};
static const struct follow key_kdf_follows[] = {
	FOLLOW_STR(kdf, hashname),
	FOLLOW_DATA(kdf, otherinfo, otherinfolen, AUG_AT_ENTER),
};
static const struct field key_kdf32_fields[] = {
	{ .name = "hashname", .off = 0, .size = 4, .kind = FIELD_PTR },
	{ .name = "otherinfo", .off = 4, .size = 4, .kind = FIELD_PTR },
	{ .name = "otherinfolen", .off = 8, .size = 4, .kind = FIELD_UINT },
	{ .name = "__spare", .off = 12, .size = 4, .nr = 8, .kind = FIELD_HEX, .flags = FIELD_NONZERO },
};
static const struct follow key_kdf32_follows[] = {
	{ .off = 0, .ptr_size = 4, .kind = AUG_CAP_STR, .when = AUG_AT_ENTER },
	{ .off = 4, .ptr_size = 4, .len_off = 8, .len_size = 4, .kind = AUG_CAP_BUF, .when = AUG_AT_ENTER },
};
DEFINE_LAYOUT_FOLLOWED(key_kdf32, 44, key_kdf32);
DEFINE_LAYOUT_FOLLOWED(key_kdf, sizeof(kdf), key_kdf32);

typedef struct keyctl_pkey_params pkey;

#define PKEY_SPARE \
	{ .name = "__spare", .off = offsetof(pkey, __spare), .size = 4, .nr = 7, .kind = FIELD_HEX, \
	  .flags = FIELD_NONZERO }

static const struct field key_pkey_fields[] = {
	NAMES(pkey, key_id, key_serial),
	UINT(pkey, in_len),
	UINT(pkey, out_len),
	PKEY_SPARE,
};
DEFINE_LAYOUT(key_pkey, sizeof(pkey));
static const struct field key_pkey_verify_fields[] = {
	NAMES(pkey, key_id, key_serial),
	UINT(pkey, in_len),
	UINT(pkey, in2_len),
	PKEY_SPARE,
};
DEFINE_LAYOUT(key_pkey_verify, sizeof(pkey));

typedef struct keyctl_pkey_query query;

static const struct field key_pkey_query_fields[] = {
	NAMES(query, supported_ops, key_ops),
	UINT(query, key_size),
	UINT(query, max_data_size),
	UINT(query, max_sig_size),
	UINT(query, max_enc_size),
	UINT(query, max_dec_size),
	{ .name = "__spare", .off = offsetof(query, __spare), .size = 4, .nr = 10, .kind = FIELD_HEX,
	  .flags = FIELD_NONZERO },
};
DEFINE_LAYOUT(key_pkey_query, sizeof(query));

/* Bytes of flags: which they are depends on the place. */
static void say_caps(const struct blob *b, const struct field *f, struct out *o)
{
	const uint8_t flags = b->data[f->off];

	if (b->nth == 0)
		out__symbol(o, &syms_key_caps0, flags);
	else if (b->nth == 1)
		out__symbol(o, &syms_key_caps1, flags);
	else
		out__hex(o, flags);
}
static const struct field key_caps_fields[] = { NUMBER(uint8_t, FIELD_CUSTOM, .custom = say_caps) };
DEFINE_LAYOUT(key_caps, 1);
