/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_fetch.h - BPF programs and BTF as the kernel gives them to who has their id, in the form that
 * a recording has them: perfdata_writer__add_prog() and __add_btf() take them as they are.
 */
#ifndef PERF_AUGMENT_BPF_FETCH_H
#define PERF_AUGMENT_BPF_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf_progs_info.h"

/**
 * struct bpf_prog_copy - one program.
 * @raw: an entry of BPF_PROG_INFO, @raw_len bytes; owned.
 * @entry: views into @raw. @entry.info.id, .btf_id, .type, ... say what it is.
 * @has_image: the code of all functions and where it lies is there.
 * @is_hidden: the kernel kept code, addresses or lines from us: that takes CAP_SYSLOG.
 */
struct bpf_prog_copy {
	uint8_t *raw;
	size_t raw_len;
	struct bpf_prog_entry entry;
	bool has_image;
	bool is_hidden;
};

void bpf_prog_copy__free(struct bpf_prog_copy *copy);

/**
 * bpf_prog_copy__set() - make the entry of @info and @arrays; these are copied.
 * @arrays: NR_BPF_ARRAYS views; those with @at NULL are left out.
 * Return: 0, -ENOMEM; -EINVAL when it would be larger than 4 GiB.
 */
int bpf_prog_copy__set(struct bpf_prog_copy *ret_copy, const struct bpf_prog_info *info,
		       const struct bpf_prog_elems *arrays);

/**
 * bpf_fetch__fd() - the program that @fd is.
 * Return: 0; -ENOMEM; -EINVAL when it is no program; other -errno of bpf(2).
 */
int bpf_fetch__fd(int fd, struct bpf_prog_copy *ret_copy);

/** bpf_fetch__id() - the same by id. Return: also -ENOENT: it is gone; -EPERM: CAP_SYS_ADMIN. */
int bpf_fetch__id(uint32_t id, struct bpf_prog_copy *ret_copy);

/**
 * bpf_fetch__btf() - the bytes of a BTF; the caller frees them.
 * Return: 0; -ENOENT: it is gone; -EPERM; -ENOMEM; other -errno of bpf(2).
 */
int bpf_fetch__btf(uint32_t id, uint8_t **ret_bytes, size_t *ret_len);

#endif /* PERF_AUGMENT_BPF_FETCH_H */
