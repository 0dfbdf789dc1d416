// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* btf_tail.c - see btf_tail.h. */
#include "btf_tail.h"

#include <bpf/btf.h>
#include <errno.h>

int64_t btf_tail__len(uint32_t info)
{
	const int64_t vlen = BTF_INFO_VLEN(info);

	switch (BTF_INFO_KIND(info)) {
	case BTF_KIND_PTR:
	case BTF_KIND_FWD:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FLOAT:
	case BTF_KIND_TYPE_TAG:
		return 0;
	case BTF_KIND_INT:
		return sizeof(uint32_t);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return vlen * (int64_t)sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return vlen * (int64_t)sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return vlen * (int64_t)sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return vlen * (int64_t)sizeof(struct btf_param);
	case BTF_KIND_VAR:
		return sizeof(struct btf_var);
	case BTF_KIND_DATASEC:
		return vlen * (int64_t)sizeof(struct btf_var_secinfo);
	case BTF_KIND_DECL_TAG:
		return sizeof(struct btf_decl_tag);
	}
	return -EINVAL;
}
