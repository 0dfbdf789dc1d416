// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* btf_kptr.c - see btf_kptr.h */
#include "btf_kptr.h"

#include <bpf/btf.h>

bool btf_kptr__tag(const struct btf *btf)
{
	const int id = btf__find_by_name_kind(btf, BTF_KPTR_UNTRUSTED, BTF_KIND_TYPEDEF);
	struct btf_type *type = id < 0 ? NULL : (struct btf_type *)btf__type_by_id(btf, (__u32)id);

	if (!type)
		return false;
	type->info = (__u32)BTF_KIND_TYPE_TAG << 24;
	return true;
}
