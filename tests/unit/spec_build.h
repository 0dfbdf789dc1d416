/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* spec_build.h - the engine's spec of a call, for the tests of spec.h. */
#ifndef TESTS_SPEC_BUILD_H
#define TESTS_SPEC_BUILD_H

#include <string.h>

#include "spec.h"

static inline void build_for(const struct syscall_desc *desc, unsigned int abi,
			     struct aug_spec *spec)
{
	/* Nothing of what was there before may stay. */
	memset(spec, 0xff, sizeof(*spec));
	spec__build(desc, abi, SPEC_LIMITS(SPEC_LIMIT_DEFAULT), spec);
}

static inline void build(const struct syscall_desc *desc, struct aug_spec *spec)
{
	build_for(desc, AUG_ABI_NATIVE, spec);
}

#endif /* TESTS_SPEC_BUILD_H */
