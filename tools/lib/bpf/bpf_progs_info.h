/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bpf_progs_info.h - the BPF programs and BTF in a recording's header: what perf writes as features
 * BPF_PROG_INFO and BPF_BTF. An entry is the kernel's struct bpf_prog_info with its arrays behind
 * it; its pointers are offsets into these. Every offset and count is checked here, once.
 */
#ifndef PERF_AUGMENT_BPF_PROGS_INFO_H
#define PERF_AUGMENT_BPF_PROGS_INFO_H

#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perfdata_cursor.h"

/*
 * The arrays, by the bit that announces them; they lie in this order, each rounded up to 8 bytes.
 */
enum bpf_prog_array {
	BPF_ARRAY_JITED_INSNS,
	BPF_ARRAY_XLATED_INSNS,
	BPF_ARRAY_MAP_IDS,
	BPF_ARRAY_JITED_KSYMS,
	BPF_ARRAY_JITED_FUNC_LENS,
	BPF_ARRAY_FUNC_INFO,
	BPF_ARRAY_LINE_INFO,
	BPF_ARRAY_JITED_LINE_INFO,
	BPF_ARRAY_PROG_TAGS,
	NR_BPF_ARRAYS
};

/** BPF_PROG_INFO_LEN - the info_len that is written: perf 6.1 refuses a larger one. */
#define BPF_PROG_INFO_LEN 232
/** BPF_BPIL_HEADER - info_len, data_len, arrays. */
#define BPF_BPIL_HEADER 16

/** enum bpf_origin - how we came by a program. @BPF_ORIGIN_LOST: its load was seen, no more. */
enum bpf_origin {
	BPF_ORIGIN_LOST,
	BPF_ORIGIN_START,
	BPF_ORIGIN_FD,
	BPF_ORIGIN_LOAD,
	NR_BPF_ORIGINS
};

/** bpf_origin__name() - "lost", "synthesised at start", "read by fd", "captured at load". */
const char *bpf_origin__name(enum bpf_origin origin);

/**
 * BPF_ORIGIN_NOTE - how many bytes behind its arrays say how the recorder came by a program: data
 * that no offset points to, which other readers and writers take along.
 */
#define BPF_ORIGIN_NOTE 8

/**
 * struct bpf_prog_elems - @nr elements of @elem_size bytes at @at, unaligned; @at is NULL when
 * there are none.
 */
struct bpf_prog_elems {
	const uint8_t *at;
	uint32_t nr;
	uint32_t elem_size;
};

/**
 * struct bpf_prog_entry - one program of the header: views into the bytes that it was parsed from.
 * @raw: the entry itself, @raw_len bytes.
 * @arrays: bits of enum bpf_prog_array that it announces; @bad_arrays: those of them that reach out
 *	of its data, or whose elements are too small: not used.
 * @origin: as its note says; BPF_ORIGIN_LOST when there is none.
 * @info: the kernel's info, zeros behind a shorter one; its pointers are meaningless.
 */
struct bpf_prog_entry {
	const uint8_t *raw;
	size_t raw_len;
	uint32_t info_len;
	uint32_t data_len;
	uint64_t arrays;
	uint64_t bad_arrays;
	enum bpf_origin origin;
	struct bpf_prog_info info;
	struct bpf_prog_elems array[NR_BPF_ARRAYS];
};

/** struct bpf_btf_entry - one BTF of the header. */
struct bpf_btf_entry {
	uint32_t id;
	uint32_t size;
	const uint8_t *data;
};

/**
 * struct bpf_prog_iter - a walk over a section: struct bpf_prog_iter it = bpf_prog_iter__of(...).
 */
struct bpf_prog_iter {
	struct cursor c;
	uint32_t nr;
	uint32_t idx;
};

struct bpf_prog_iter bpf_prog_iter__of(const uint8_t *section, size_t len);

/**
 * bpf_prog_iter__next() - the next program of a BPF_PROG_INFO.
 * Return: 1, 0 behind the last, -EINVAL when the section ends before: nothing comes after that.
 */
int bpf_prog_iter__next(struct bpf_prog_iter *it, struct bpf_prog_entry *ret_entry);

/** bpf_btf_iter__next() - the same for a BPF_BTF. */
int bpf_btf_iter__next(struct bpf_prog_iter *it, struct bpf_btf_entry *ret_entry);

/**
 * bpf_prog_entry__note() - what makes an entry tell its origin.
 * @header: its first BPF_BPIL_HEADER bytes, changed. @ret_note: BPF_ORIGIN_NOTE bytes to follow it.
 * Return: whether that can be done; false leaves both as they are.
 */
bool bpf_prog_entry__note(uint8_t *header, enum bpf_origin origin, uint8_t *ret_note);

/**
 * bpf_prog_entry__without() - the same entry without some of its arrays, and without the bad ones.
 * @drop: bits of enum bpf_prog_array.
 * @ret_bytes: the new entry; the caller frees it.
 * Return: 0, -ENOMEM, or -EINVAL when arrays that overlap would make it larger than 4 GiB.
 */
int bpf_prog_entry__without(const struct bpf_prog_entry *entry, uint64_t drop, uint8_t **ret_bytes,
			    size_t *ret_len);

/**
 * bpf_prog_info__array() - what an info says of one of its arrays: @nr elements of @elem_size bytes.
 * Return: a view at the pointer that stands there; @at is NULL when that is 0.
 */
struct bpf_prog_elems bpf_prog_info__array(const struct bpf_prog_info *info,
					   enum bpf_prog_array array);

/** bpf_prog_info__set_array() - let @info's pointer be @at, for the kernel to write to. */
void bpf_prog_info__set_array(struct bpf_prog_info *info, enum bpf_prog_array array, void *at);

/** BPF_FUNCS_MAX - functions of a program that we look at; the kernel allows 256. */
#define BPF_FUNCS_MAX 1024

/**
 * bpf_prog_entry__nr_funcs() - functions of which address and length are known, at most
 * BPF_FUNCS_MAX.
 */
uint32_t bpf_prog_entry__nr_funcs(const struct bpf_prog_entry *entry);
uint64_t bpf_prog_entry__func_addr(const struct bpf_prog_entry *entry, uint32_t idx);
uint32_t bpf_prog_entry__func_len(const struct bpf_prog_entry *entry, uint32_t idx);

/** bpf_prog_entry__has_image() - the JITed bytes of all functions are there. */
bool bpf_prog_entry__has_image(const struct bpf_prog_entry *entry);

#endif /* PERF_AUGMENT_BPF_PROGS_INFO_H */
