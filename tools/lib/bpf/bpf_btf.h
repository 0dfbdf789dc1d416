/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_btf.h - the little that is asked of the BTF of programs: names of functions, texts of lines, and
 * a shorter one that still has these. BTF is hostile: every length and offset is checked.
 */
#ifndef PERF_AUGMENT_BPF_BTF_H
#define PERF_AUGMENT_BPF_BTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * bpf_btf__func_name() - name of the function that type @type_id is.
 * @btf: @size bytes of BTF.
 * @ret_len: its length; it is not NUL-terminated.
 * Return: NULL when the BTF does not say, or cannot be.
 */
const char *bpf_btf__func_name(const uint8_t *btf, size_t size, uint32_t type_id, size_t *ret_len);

/**
 * bpf_btf__string() - the string at @offset of its string section, NUL-terminated within @btf.
 * Return: NULL when it is empty or not there.
 */
const char *bpf_btf__string(const uint8_t *btf, size_t size, uint32_t offset);

/**
 * bpf_btf__shorten() - a BTF in which the functions of the whole one have the same type ids; all other
 * types are but a place.
 * @max: bytes that it may have.
 * @ret_bytes: the caller frees it. @ret_has_lines: all strings are there, where line_info looks for
 *	them; else names of functions are, at other places.
 * Return: 0; -ENOMEM; -EINVAL when @btf is none; -E2BIG when not even its functions fit.
 */
int bpf_btf__shorten(const uint8_t *btf, size_t size, size_t max, uint8_t **ret_bytes,
		     size_t *ret_len, bool *ret_has_lines);

#endif /* PERF_AUGMENT_BPF_BTF_H */
