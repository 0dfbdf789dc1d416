/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* netlink_attrs.h - how the tables of netlink_<area>.c are written. */
#ifndef PERF_AUGMENT_NETLINK_ATTRS_H
#define PERF_AUGMENT_NETLINK_ATTRS_H

#include "layouts.h"
#include "symbols_netlink.h"
#include "symbols_tables.h"
#include "util.h"

/* clang-format off */

#define STR(t) { t, NL_STR, 0, {} }
#define U8(t) { t, NL_UINT, 1, {} }
#define U16(t) { t, NL_UINT, 2, {} }
#define U32(t) { t, NL_UINT, 4, {} }
#define S32(t) { t, NL_SINT, 4, {} }
#define DESCRIPTOR(t) { t, NL_FD, 4, {} }
#define ID(t) { t, NL_ID, 4, {} }
#define U64(t) { t, NL_UINT, 8, {} }
#define STR0(t) { t, NL_STR0, 0, {} }
#define XVAL(t, n, s) { t, NL_XVAL, n, { .syms = &syms_##s } }
#define WHOLE(t, n, s) { t, NL_WHOLE, n, { .syms = &syms_##s } }
#define PORT(t) { t, NL_PORT, 2, {} }
#define LAID_OUT_FROM(t, n, l) { t, NL_LAYOUT, n, { .layout = &l##_layout } }
#define GROWN(t, l) { t, NL_GROWN, 0, { .layout = &l##_layout } }
#define BE64(t) { t, NL_BE64, 8, {} }
#define IFINDEX(t) { t, NL_IFINDEX, 4, {} }
#define HWADDR(t) { t, NL_HWADDR, 0, {} }
#define ADDRESS(t) { t, NL_ADDR, 0, {} }
#define SYMS(t, n, s) { t, NL_SYM, n, { .syms = &syms_##s } }
#define LAID_OUT(t, l) { t, NL_LAYOUT, 0, { .layout = &l##_layout } }
#define TICKS(t, n) { t, NL_TICKS, n, {} }
#define LAYOUTS(t, l) { t, NL_LAYOUTS, 0, { .layout = &l##_layout } }
#define IN4(t) { t, NL_IN4, 0, {} }
#define IN6(t) { t, NL_IN6, 0, {} }
#define HEX32(t) { t, NL_HEX, 4, {} }
#define HEX_VALUE(t) { t, NL_HEX_VALUE, 0, {} }
#define INDEXED(t, n, s) { t, NL_INDEXED, n, { .syms = &syms_##s } }
#define HOPS(t, n) { t, NL_HOPS, 0, { .nested = &n##_attrs } }
#define INDEXED_SINT(t, s) { t, NL_INDEXED_SINT, 4, { .syms = &syms_##s } }
#define WORDS(t, n) { t, NL_WORDS, n, {} }
#define ETHER(t) { t, NL_ETHER, 2, {} }
#define HEX16(t) { t, NL_HEX, 2, {} }
#define BY_FAMILY(t, n) { t, NL_BY_FAMILY, 0, { .families = &n##_families } }
#define BY_KIND(t, n) { t, NL_BY_KIND, 0, { .kinds = &n##_kinds } }
#define HEADED(t, n) { t, NL_HEADED, 0, { .headed = &n##_headed } }
#define NEST(t, n) { t, NL_NESTED, 0, { .nested = &n##_attrs } }
#define DEFINE_ATTRS(id, s) \
	static const struct nl_attrs id##_attrs = { \
		.types = &syms_##s, .rows = id##_rows, .nr = ARRAY_SIZE(id##_rows) }
#define DEFINE_KINDS(id, t, ...) \
	static const struct nl_info id##_kind_table[] = { __VA_ARGS__ }; \
	static const struct nl_kinds id##_kinds = { \
		.type = t, .kinds = id##_kind_table, .nr = ARRAY_SIZE(id##_kind_table) }
/* A structure of this file, which looks the same in all programs. */
#define DEFINE_OWN(id, s) \
	static const struct layout id##_layout = { .name = #id, .size = sizeof(s), .fields = id##_fields, \
						   .nr = ARRAY_SIZE(id##_fields), .compat = &id##_layout }

/* clang-format on */

#endif /* PERF_AUGMENT_NETLINK_ATTRS_H */
