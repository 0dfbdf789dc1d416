// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* btf_tail.c - see btf_tail.h. */
#include "btf_tail.h"

const struct btf_tail btf_tails[32] = {
	[BTF_KIND_INT] = { .once = sizeof(uint32_t), .is_known = 1 },
	[BTF_KIND_PTR] = { .is_known = 1 },
	[BTF_KIND_ARRAY] = { .once = sizeof(struct btf_array), .is_known = 1 },
	[BTF_KIND_STRUCT] = { .each = sizeof(struct btf_member), .is_known = 1 },
	[BTF_KIND_UNION] = { .each = sizeof(struct btf_member), .is_known = 1 },
	[BTF_KIND_ENUM] = { .each = sizeof(struct btf_enum), .is_known = 1 },
	[BTF_KIND_FWD] = { .is_known = 1 },
	[BTF_KIND_TYPEDEF] = { .is_known = 1 },
	[BTF_KIND_VOLATILE] = { .is_known = 1 },
	[BTF_KIND_CONST] = { .is_known = 1 },
	[BTF_KIND_RESTRICT] = { .is_known = 1 },
	[BTF_KIND_FUNC] = { .is_known = 1 },
	[BTF_KIND_FUNC_PROTO] = { .each = sizeof(struct btf_param), .is_known = 1 },
	[BTF_KIND_VAR] = { .once = sizeof(struct btf_var), .is_known = 1 },
	[BTF_KIND_DATASEC] = { .each = sizeof(struct btf_var_secinfo), .is_known = 1 },
	[BTF_KIND_FLOAT] = { .is_known = 1 },
	[BTF_KIND_DECL_TAG] = { .once = sizeof(struct btf_decl_tag), .is_known = 1 },
	[BTF_KIND_TYPE_TAG] = { .is_known = 1 },
	[BTF_KIND_ENUM64] = { .each = sizeof(struct btf_enum64), .is_known = 1 },
};
