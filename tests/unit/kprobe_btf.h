/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* kprobe_btf.h - the types of a kernel with one function, for tests of probes. */
#ifndef PERF_AUGMENT_KPROBE_BTF_H
#define PERF_AUGMENT_KPROBE_BTF_H

#include <bpf/btf.h>
#include <stdlib.h>

/* struct inner { s16 narrow; u64 bit:3; u32 list[4]; };
 * struct outer { struct inner *next; struct { u8 deep; struct inner in; }; };
 * int f(s32 count, struct outer *o, struct { u64 a, b, c; } big, u8 small, const u64 last) */
static inline struct btf *make_btf(void)
{
	struct btf *btf = btf__new_empty();
	int u8_id, s16, s32, u32, u64, inner, inner_p, anon, outer, outer_p, array, proto, big,
		const_u64;

	if (!btf)
		abort();
	u8_id = btf__add_int(btf, "u8", 1, 0);
	s16 = btf__add_int(btf, "s16", 2, BTF_INT_SIGNED);
	s32 = btf__add_int(btf, "s32", 4, BTF_INT_SIGNED);
	u32 = btf__add_int(btf, "u32", 4, 0);
	u64 = btf__add_int(btf, "u64", 8, 0);
	array = btf__add_array(btf, s32, u32, 4);
	inner = btf__add_struct(btf, "inner", 32);
	btf__add_field(btf, "narrow", s16, 0, 0);
	btf__add_field(btf, "bit", u64, 64, 3);
	btf__add_field(btf, "list", array, 128, 0);
	inner_p = btf__add_ptr(btf, inner);
	anon = btf__add_struct(btf, NULL, 40);
	btf__add_field(btf, "deep", u8_id, 0, 0);
	btf__add_field(btf, "in", inner, 64, 0);
	outer = btf__add_struct(btf, "outer", 48);
	btf__add_field(btf, "next", inner_p, 0, 0);
	btf__add_field(btf, NULL, anon, 64, 0);
	outer_p = btf__add_ptr(btf, outer);
	big = btf__add_struct(btf, "big", 24);
	btf__add_field(btf, "a", u64, 0, 0);
	const_u64 = btf__add_const(btf, u64);
	proto = btf__add_func_proto(btf, s32);
	btf__add_func_param(btf, "count", s32);
	btf__add_func_param(btf, "o", outer_p);
	btf__add_func_param(btf, "big", big);
	btf__add_func_param(btf, "small", u8_id);
	btf__add_func_param(btf, "last", const_u64);
	if (btf__add_func(btf, "f", BTF_FUNC_STATIC, proto) < 0)
		abort();
	return btf;
}

#endif /* PERF_AUGMENT_KPROBE_BTF_H */
