/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* map_users.h - which programs use which maps. */
#ifndef PERF_AUGMENT_MAP_USERS_H
#define PERF_AUGMENT_MAP_USERS_H

#include <linux/bpf.h>
#include <stddef.h>
#include <stdint.h>

/**
 * map_users__of_program() - call @fn for each map of the program @prog_fd.
 * Return: 0, -errno, or what @fn returned when it was not 0.
 */
int map_users__of_program(int prog_fd,
			  int (*fn)(void *ctx, const struct bpf_prog_info *info, uint32_t map_id),
			  void *ctx);

/**
 * map_users__for_each_program() - call @fn for each program that uses map @map_id.
 * @fn: @fd is closed after it; @info is without what needs buffers.
 * Return: 0, or what @fn returned when it was not 0.
 */
int map_users__for_each_program(uint32_t map_id,
				int (*fn)(void *ctx, int fd, const struct bpf_prog_info *info),
				void *ctx);

#endif /* PERF_AUGMENT_MAP_USERS_H */
