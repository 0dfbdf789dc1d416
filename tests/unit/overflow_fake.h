/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* overflow_fake.h - a machine with one of everything, for tests of expressions over samples. */
#ifndef PERF_AUGMENT_TEST_OVERFLOW_FAKE_H
#define PERF_AUGMENT_TEST_OVERFLOW_FAKE_H

#include <errno.h>
#include <string.h>

#include "overflow_expr.h"

static inline int fake_symbols(void *ctx, const char *glob, size_t len, struct overflow_ranges *set)
{
	(void)ctx;
	return expr__glob(glob, len, "vfs_read", 8) ? overflow_ranges__add(set, 0x1000, 0x2000) : 0;
}

static inline int fake_functions(void *ctx, const char *path, const char *glob, size_t len,
				 struct overflow_ranges *set)
{
	(void)ctx;
	(void)path;
	return expr__glob(glob, len, "main", 4) ? overflow_ranges__add(set, 16, 32) : 0;
}

static inline int fake_module(void *ctx, const char *name, struct overflow_ranges *set)
{
	(void)ctx;
	return strcmp(name, "[kernel]") ? 0 : overflow_ranges__add(set, 0x1000, 0x9000);
}

static inline int fake_no_bpf(void *ctx, struct overflow_ranges *set)
{
	return fake_module(ctx, "[kernel]", set);
}

static inline int fake_file(void *ctx, const char *path, struct overflow_file *ret_file)
{
	(void)ctx;
	*ret_file = (struct overflow_file){ .dev = 1, .ino = 2 };
	return strcmp(path, "/bin/prog") ? -ENOENT : 0;
}

static inline int fake_cgroup(void *ctx, const char *path, struct cgroup *ret_cgroup)
{
	(void)ctx;
	*ret_cgroup = (struct cgroup){ .id = 77, .level = 1 };
	return strcmp(path, "/a") ? -ENOENT : 0;
}

static inline int fake_users(void *ctx, const char *glob, size_t len, bool groups,
			     struct overflow_ranges *set)
{
	(void)ctx;
	(void)groups;
	return expr__glob(glob, len, "root", 4) ? overflow_ranges__add(set, 0, 1) : 0;
}

static inline int fake_user_id(void *ctx, const char *name, bool group, uint32_t *ret_id)
{
	(void)ctx;
	(void)group;
	*ret_id = 0;
	return strcmp(name, "root") ? -ENOENT : 0;
}

static inline struct overflow_names overflow_fake__names(void)
{
	return (struct overflow_names){
		.symbols = fake_symbols,
		.functions = fake_functions,
		.module = fake_module,
		.no_bpf = fake_no_bpf,
		.file = fake_file,
		.cgroup = fake_cgroup,
		.users = fake_users,
		.user_id = fake_user_id,
	};
}

#endif /* PERF_AUGMENT_TEST_OVERFLOW_FAKE_H */
