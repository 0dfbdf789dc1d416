// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* map_users.c - see map_users.h. */
#include "map_users.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>

#include "util.h"

int map_users__of_program(int prog_fd,
			  int (*fn)(void *ctx, const struct bpf_prog_info *info, uint32_t map_id),
			  void *ctx)
{
	__cleanup_free uint32_t *ids = NULL;
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info), i, nr;
	int ret = 0;

	if (bpf_obj_get_info_by_fd(prog_fd, &info, &len))
		return -errno;
	nr = info.nr_map_ids;
	if (!nr)
		return 0;
	ids = calloc(nr, sizeof(*ids));
	if (!ids)
		return -ENOMEM;
	info = (struct bpf_prog_info){ .nr_map_ids = nr, .map_ids = (uintptr_t)ids };
	len = sizeof(info);
	if (bpf_obj_get_info_by_fd(prog_fd, &info, &len))
		return -errno;
	for (i = 0; i < MIN(nr, info.nr_map_ids) && !ret; i++)
		ret = fn(ctx, &info, ids[i]);
	return ret;
}

static int is_wanted(void *ctx, const struct bpf_prog_info *info, uint32_t map_id)
{
	(void)info;
	return map_id == *(const uint32_t *)ctx;
}

int map_users__for_each_program(uint32_t map_id,
				int (*fn)(void *ctx, int fd, const struct bpf_prog_info *info),
				void *ctx)
{
	uint32_t id = 0;
	int ret = 0;

	while (!ret && !bpf_prog_get_next_id(id, &id)) {
		__cleanup_close int fd = bpf_prog_get_fd_by_id(id);
		struct bpf_prog_info info = {};
		__u32 len = sizeof(info);

		if (fd >= 0 && map_users__of_program(fd, is_wanted, &map_id) == 1 &&
		    !bpf_obj_get_info_by_fd(fd, &info, &len))
			ret = fn(ctx, fd, &info);
	}
	return ret;
}
