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

/**
 * stock_object__expect_probes() - let libbpf call us before it loads programs of sections that it does
 * not know; to be called before objects are opened. Return: 0 or -errno, logged.
 */
int stock_object__expect_probes(void);

/**
 * stock_object__prepare_probes() - find what its programs at kernel functions want to know. Until
 * stock_object__forget_probes() libbpf puts the reading of it before them.
 * Return: 0 or -errno, logged.
 */
int stock_object__prepare_probes(struct stock_object *object);
void stock_object__forget_probes(void);

#endif /* PERF_AUGMENT_STOCK_OBJECT_PRIV_H */
