// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* btf_kptr.c - see btf_kptr.h */
#include "btf_kptr.h"

#include <bpf/btf.h>

static struct btf_type *find_type(const struct btf *btf, const char *name)
{
	const int id = btf__find_by_name_kind(btf, name, BTF_KIND_TYPEDEF);

	return id < 0 ? NULL : (struct btf_type *)btf__type_by_id(btf, (__u32)id);
}

bool btf_kptr__tag(const struct btf *btf)
{
	struct btf_type *type = find_type(btf, BTF_KPTR_UNTRUSTED);
	struct btf_type *of_task = find_type(btf, BTF_KPTR_UNTRUSTED "_task");

	if (!type || !of_task)
		return false;
	type->info = (__u32)BTF_KIND_TYPE_TAG << 24;
	of_task->info = type->info;
	of_task->name_off = type->name_off;
	return true;
}
