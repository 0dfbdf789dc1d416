/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* native_func.h - what the sections of native augmenters say; shared by native.c and native_func.c. */
#ifndef PERF_AUGMENT_NATIVE_FUNC_H
#define PERF_AUGMENT_NATIVE_FUNC_H

#include <stdbool.h>

#include "augmenter.h"
#include "bpf/augment.h"

/**
 * struct native_func - a function of an object.
 * @object: index into the list of augmenters.
 * @program: its name in C; borrowed.
 * @when: AUG_ON_*.
 * @group: of a tracepoint its system, of a probe the binary; NULL for a system call.
 * @name: the system call, the tracepoint, or the function.
 */
struct native_func {
	unsigned int object;
	const char *program;
	unsigned int when;
	char *group;
	char *name;
};

/** struct native_funcs - of all objects; all zero is none. */
struct native_funcs {
	struct native_func *item;
	size_t nr;
};

/**
 * native_funcs__add() - all functions of object number @object of @list.
 * Return: 0; -EINVAL, -EPROTO for a newer version, -EEXIST for a system call that has one already;
 * -ENOMEM; logged.
 */
int native_funcs__add(struct native_funcs *funcs, const struct augmenters *list,
		      unsigned int object);
void native_funcs__free(struct native_funcs *funcs);

static inline bool native_func__is_call(const struct native_func *func)
{
	return func->when == AUG_ON_ENTER || func->when == AUG_ON_EXIT;
}

#endif /* PERF_AUGMENT_NATIVE_FUNC_H */
