/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* stock_object_priv.h - shared by stock_object.c and stock_object_load.c alone. */
#ifndef PERF_AUGMENT_STOCK_OBJECT_PRIV_H
#define PERF_AUGMENT_STOCK_OBJECT_PRIV_H

#include "stock_object.h"

static inline void stock_object__set_decides(struct stock_object *object, uint32_t nr)
{
	if (nr < AUG_NR_SYSCALLS)
		object->decides[nr / 64] |= 1ULL << (nr % 64);
}

#endif /* PERF_AUGMENT_STOCK_OBJECT_PRIV_H */
