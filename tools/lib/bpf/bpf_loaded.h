/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* bpf_loaded.h - the BPF programs that are loaded now, as a table or JSON. */
#ifndef PERF_AUGMENT_BPF_LOADED_H
#define PERF_AUGMENT_BPF_LOADED_H

#include "bpf_fetch.h"
#include "bpf_uses.h"
#include "strbuf.h"

/**
 * struct bpf_loaded_prog
 * @copy: what bpf(2) says of it. @name: of its main function where BTF tells, else the kernel's 15
 * letters.
 * @memory: bytes that it takes, 0 when not known.
 */
struct bpf_loaded_prog {
	struct bpf_prog_copy copy;
	char *name;
	uint64_t memory;
};

/** struct bpf_loaded - @unreadable: programs that are there, and of which nothing could be had. */
struct bpf_loaded {
	struct bpf_loaded_prog *progs;
	size_t nr, size;
	size_t unreadable;
	struct bpf_uses uses;
};

/**
 * bpf_loaded__find() - all programs.
 * Return: 0; -EPERM: they may not be listed; -ENOMEM; other -errno of bpf(2).
 */
int bpf_loaded__find(struct bpf_loaded *ret_loaded);
void bpf_loaded__free(struct bpf_loaded *loaded);

/**
 * bpf_loaded__show_text() - a header and a row per program. @width: as that of struct text_table.
 * Return: 0 or -ENOMEM.
 */
int bpf_loaded__show_text(const struct bpf_loaded *loaded, size_t width, struct strbuf *text);

/** bpf_loaded__show_json() - one object. Return: 0 or -ENOMEM. */
int bpf_loaded__show_json(const struct bpf_loaded *loaded, struct strbuf *text);

/**
 * bpf_prog_copy__name() - whole name of a program's main function, to be freed.
 * @btf: @btf_len bytes of its BTF, or NULL: then the kernel's short one.
 * Return: NULL when there is no memory.
 */
char *bpf_prog_copy__name(const struct bpf_prog_copy *copy, const uint8_t *btf, size_t btf_len);

/** bpf_prog_copy__type() - name of its type; the number in @buf when it is not known. */
const char *bpf_prog_copy__type(const struct bpf_prog_copy *copy, char *buf, size_t size);

#endif /* PERF_AUGMENT_BPF_LOADED_H */
