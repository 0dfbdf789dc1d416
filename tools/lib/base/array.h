/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* array.h - arrays that double. */
#ifndef PERF_AUGMENT_ARRAY_H
#define PERF_AUGMENT_ARRAY_H

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

/** array__grow() - room for one more behind @nr elements. @array: address of the pointer. Return: 0 or -ENOMEM. */
static inline int array__grow(void *array, size_t nr, size_t *size, size_t elem_size)
{
	void **at = array, *bigger;
	size_t wanted;

	if (nr < *size)
		return 0;
	wanted = *size ? 2 * *size : 16;
	bigger = reallocarray(*at, wanted, elem_size);
	if (!bigger)
		return -ENOMEM;
	*at = bigger;
	*size = wanted;
	return 0;
}

#endif /* PERF_AUGMENT_ARRAY_H */
