// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * map_bench.c - what reading a map costs by itself: all batch look-ups of a map, nothing done with
 * the entries. `map_bench ID` prints "entries seconds"; map_bench.sh sets it beside dump-map and
 * bpftool.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH_BYTES (256u << 10)

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Reads all of the map; the number of entries, or -1. */
static long read_all(int fd, const struct bpf_map_info *info, size_t stride)
{
	size_t room = BATCH_BYTES / (info->key_size + stride) + 16;
	char *keys = malloc(room * info->key_size), *values = malloc(room * stride),
	     token[256] = {};
	void *in = NULL;
	long nr = 0;
	__u32 count;
	int err = -ENOMEM;

	while (keys && values) {
		count = (__u32)room;
		err = bpf_map_lookup_batch(fd, in, token, keys, values, &count, NULL);
		if (err && err != -ENOENT)
			break;
		nr += count;
		if (err)
			break;
		in = token;
	}
	free(keys);
	free(values);
	return err == -ENOENT ? nr : -1;
}

int main(int argc, char **argv)
{
	struct bpf_map_info info = {};
	__u32 len = sizeof(info);
	size_t stride;
	double start;
	long nr;
	int fd;

	if (argc != 2) {
		fprintf(stderr, "usage: map_bench ID\n");
		return 2;
	}
	fd = bpf_map_get_fd_by_id((__u32)strtoul(argv[1], NULL, 10));
	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len)) {
		fprintf(stderr, "map_bench: map %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	stride = info.value_size;
	if (info.type == BPF_MAP_TYPE_PERCPU_HASH || info.type == BPF_MAP_TYPE_PERCPU_ARRAY)
		stride = ((stride + 7) & ~(size_t)7) * (size_t)libbpf_num_possible_cpus();
	start = now();
	nr = read_all(fd, &info, stride);
	if (nr < 0) {
		fprintf(stderr, "map_bench: map %s: batch look-up failed\n", argv[1]);
		return 1;
	}
	printf("%ld %.4f\n", nr, now() - start);
	return 0;
}
