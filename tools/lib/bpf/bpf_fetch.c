// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* bpf_fetch.c - see bpf_fetch.h. */
#include "bpf_fetch.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/btf.h>
#include <stdlib.h>
#include <unistd.h>

#include "util.h"

void bpf_prog_copy__free(struct bpf_prog_copy *copy)
{
	free(copy->raw);
	*copy = (struct bpf_prog_copy){};
}

int bpf_prog_copy__set(struct bpf_prog_copy *ret_copy, const struct bpf_prog_info *info,
		       const struct bpf_prog_elems *arrays)
{
	struct bpf_prog_entry entry = { .info = *info };
	struct bpf_prog_copy copy = {};
	struct bpf_prog_iter it;
	int err;

	memcpy(entry.array, arrays, sizeof(entry.array));
	err = bpf_prog_entry__without(&entry, 0, &copy.raw, &copy.raw_len);
	if (err)
		return err;
	it = (struct bpf_prog_iter){ .c = cursor__of(copy.raw, copy.raw_len), .nr = 1 };
	bpf_prog_iter__next(&it, &copy.entry);
	copy.has_image = bpf_prog_entry__has_image(&copy.entry) &&
			 bpf_prog_entry__nr_funcs(&copy.entry);
	*ret_copy = copy;
	return 0;
}

static size_t array_room(const struct bpf_prog_elems *elems)
{
	return ((size_t)elems->nr * elems->elem_size + 7) & ~(size_t)7;
}

/* Point @info to room in one block for each of its arrays. Return: the block; NULL: no memory. */
static uint8_t *make_room(struct bpf_prog_info *info)
{
	struct bpf_prog_elems elems;
	uint8_t *block, *at;
	size_t size = 8;
	unsigned int i;

	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		elems = bpf_prog_info__array(info, i);
		size += array_room(&elems);
	}
	block = calloc(1, size);
	for (at = block, i = 0; block && i < NR_BPF_ARRAYS; i++) {
		elems = bpf_prog_info__array(info, i);
		if (elems.nr)
			bpf_prog_info__set_array(info, i, at);
		at += array_room(&elems);
	}
	return block;
}

/*
 * The kernel copies the instructions with kmalloc(): of a program with more than this they cannot be
 * had, and asking for them makes it print a warning with a stack trace.
 */
#define XLATED_MAX (4U << 20)

int bpf_fetch__fd(int fd, struct bpf_prog_copy *ret_copy)
{
	struct bpf_prog_elems arrays[NR_BPF_ARRAYS] = {}, now;
	struct bpf_prog_info info = {}, sizes;
	uint8_t *block __cleanup_free = NULL;
	bool is_hidden = false;
	__u32 len = sizeof(info);
	unsigned int i;
	int err;

	if (bpf_obj_get_info_by_fd(fd, &info, &len))
		return -errno;
	if (info.xlated_prog_len > XLATED_MAX)
		info.xlated_prog_len = 0;
	block = make_room(&info);
	if (!block)
		return -ENOMEM;
	sizes = info;
	len = sizeof(info);
	/* -ENOMEM is for when we have no memory. */
	if (bpf_obj_get_info_by_fd(fd, &info, &len))
		return errno == ENOMEM ? -E2BIG : -errno;
	for (i = 0; i < NR_BPF_ARRAYS; i++) {
		arrays[i] = bpf_prog_info__array(&sizes, i);
		now = bpf_prog_info__array(&info, i);
		/* A map may have been bound to the program in between. */
		arrays[i].nr = MIN(arrays[i].nr, now.nr);
		is_hidden |= arrays[i].nr && !now.at;
		if (!arrays[i].nr || !now.at)
			arrays[i].at = NULL;
	}
	err = bpf_prog_copy__set(ret_copy, &info, arrays);
	if (!err)
		ret_copy->is_hidden = is_hidden;
	return err;
}

int bpf_fetch__id(uint32_t id, struct bpf_prog_copy *ret_copy)
{
	int fd __cleanup_close = bpf_prog_get_fd_by_id(id);

	return fd < 0 ? -errno : bpf_fetch__fd(fd, ret_copy);
}

int bpf_fetch__btf(uint32_t id, uint8_t **ret_bytes, size_t *ret_len)
{
	int fd __cleanup_close = bpf_btf_get_fd_by_id(id);
	uint8_t *bytes __cleanup_free = NULL;
	struct bpf_btf_info info = {};
	__u32 len = sizeof(info), size;

	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len))
		return -errno;
	size = info.btf_size;
	bytes = malloc(size ? size : 1);
	if (!bytes)
		return -ENOMEM;
	info = (struct bpf_btf_info){ .btf = (uintptr_t)bytes, .btf_size = size };
	len = sizeof(info);
	if (bpf_obj_get_info_by_fd(fd, &info, &len))
		return -errno;
	*ret_bytes = bytes;
	*ret_len = MIN(size, info.btf_size);
	bytes = NULL;
	return 0;
}
